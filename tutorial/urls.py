"""All addresses; the same in every language but for the prefix."""

from django.conf import settings
from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import path, re_path

from tutorial import notices, offline
from tutorial.clubs import homework, login_cards
from tutorial.clubs import views as clubs
from tutorial.clubs.night import views as night
from tutorial.course import differing, lesson
from tutorial.course import path as steps
from tutorial.course import views as course
from tutorial.house_rules import views as house_rules
from tutorial.judge import views as judge
from tutorial.learners import accounts, mine, passkeys
from tutorial.learners import views as learners
from tutorial.play import views as play
from tutorial.practice import views as practice
from tutorial.progress import views as progress
from tutorial.quizzes import changing, own, paper, results, taking
from tutorial.quizzes import leading as quizzes
from tutorial.quizzes.live import leading as live
from tutorial.quizzes.live import phone
from tutorial.replays import views as replays
from tutorial.score_sheets import views as score_sheets
from tutorial.sittings import views as sittings

exercise = "practice/<str:kind>/<str:rules>/<str:level>/<str:seed>/"

_pages = i18n_patterns(
    path("", course.home, name="home"),
    path("path/", steps.path, name="path"),
    path("path/<str:step>/", steps.step, name="step"),
    path("path/<str:step>/<int:number>/", steps.screen, name="screen"),
    path("play/", play.begin, name="play"),
    path("play/<int:number>/", play.game, name="game"),
    path("play/<int:number>/settled/", play.settled, name="game-settled"),
    path("practice/", practice.choose, name="practice"),
    path(exercise, practice.exercise, name="exercise"),
    path("practice/disputed/<str:key>/", practice.dispute, name="dispute"),
    path("rules/", house_rules.index, name="house-rules"),
    path("rules/new/", house_rules.new, name="house-new"),
    path("rules/<str:key>/", house_rules.house, name="house"),
    path("rules/<str:key>/change/", house_rules.change, name="house-change"),
    path("rules/<str:key>/<int:number>/", house_rules.house, name="house-version"),
    path("sittings/", sittings.begin, name="ten"),
    path("sitting/<str:key>/<int:number>/", sittings.item, name="sitting"),
    path("sitting/<str:key>/end/", sittings.end, name="sitting-end"),
    path("paper/", paper.series_paper, name="paper"),
    path("quizzes/", quizzes.index, name="quizzes"),
    path("quizzes/new/", quizzes.new, name="quiz-new"),
    path("quizzes/file/", quizzes.bring, name="quiz-bring"),
    path("quizzes/<str:secret>/", changing.sheet, name="quiz-lead"),
    path("quizzes/<str:secret>/own/", own.own, name="quiz-own"),
    path("quizzes/<str:secret>/own/<int:number>/", own.own, name="quiz-own-change"),
    path("quizzes/<str:secret>/settings/", quizzes.settings, name="quiz-settings"),
    path("quizzes/<str:secret>/results/", results.results, name="quiz-results"),
    path("quizzes/<str:secret>/results.csv", results.table, name="quiz-table"),
    path("quizzes/<str:secret>/quiz.json", quizzes.file, name="quiz-file"),
    path("quizzes/<str:secret>/print/", paper.quiz_paper, name="quiz-print"),
    path("quizzes/<str:secret>/copy/", quizzes.copy, name="quiz-copy"),
    path("quizzes/<str:secret>/delete/", quizzes.delete, name="quiz-delete"),
    path("quizzes/<str:secret>/<int:number>/", results.question, name="quiz-question"),
    path("quizzes/<str:secret>/answer/<str:answer>/", results.answer, name="quiz-answer"),
    path("quiz/", taking.enter, name="quiz-enter"),
    path("quiz/<str:code>/", taking.start, name="quiz"),
    path("quiz/<str:code>/end/", taking.end, name="quiz-end"),
    path("quiz/<str:code>/<int:number>/", taking.item, name="quiz-item"),
    path("quizzes/<str:secret>/live/", live.begin, name="quiz-live"),
    path("live/", phone.enter, name="live-enter"),
    path("live/begin/", live.begin, name="live-begin"),
    path("live/<str:code>/", phone.phone, name="live"),
    path("live/<str:code>/screen/", live.screen, name="live-screen"),
    path("live/<str:code>/lead/<str:secret>/", live.lead, name="live-lead"),
    path("live/<str:code>/lead/<str:secret>/own/", live.own, name="live-own"),
    path("clubs/", clubs.index, name="clubs"),
    path("clubs/new/", clubs.new, name="club-new"),
    path("clubs/join/", clubs.enter, name="club-enter"),
    path("clubs/join/<str:code>/", clubs.join, name="club-join"),
    path("clubs/card/<str:code>/", login_cards.login_card, name="login-card"),
    path("clubs/<str:key>/", clubs.club, name="club"),
    path("clubs/<str:key>/me/", clubs.me, name="club-me"),
    path("clubs/<str:key>/people/", clubs.people, name="club-people"),
    path("clubs/<str:key>/cards/", login_cards.login_cards, name="login-cards"),
    path("clubs/<str:key>/board.csv", clubs.table, name="club-board"),
    path("clubs/<str:key>/homework/", homework.all_homework, name="club-homework"),
    path("clubs/<str:key>/homework/<int:number>/", homework.homework, name="homework"),
    path("clubs/<str:key>/nights/", night.nights, name="club-nights"),
    path("clubs/<str:key>/nights/new/", night.new, name="night-new"),
    path("clubs/<str:key>/nights/<int:number>/", night.night, name="club-night"),
    path("clubs/<str:key>/nights/<int:number>/ranking.csv", night.table, name="night-table"),
    path("clubs/<str:key>/nights/<int:number>/delete/", night.delete, name="night-delete"),
    path("clubs/<str:key>/settings/", clubs.settings, name="club-settings"),
    path("clubs/<str:key>/member/<int:number>/", clubs.way, name="club-way"),
    path("clubs/<str:key>/delete/", clubs.delete, name="club-delete"),
    path("clubs/<str:key>/answer/<str:answer>/", clubs.answer, name="club-answer"),
    path("sheets/", score_sheets.index, name="score-sheets"),
    path("sheets/new/", score_sheets.new, name="score-new"),
    path("sheets/<str:key>/", score_sheets.sheet, name="score-sheet"),
    path("sheets/<str:key>/sheet.csv", score_sheets.table, name="score-table"),
    path("sheets/<str:key>/delete/", score_sheets.delete, name="score-delete"),
    path("sheets/<str:key>/<int:number>/", score_sheets.game, name="score-game"),
    path("replays/", replays.index, name="replays"),
    path("replays/own/", replays.own, name="own"),
    path("replays/own/text/", replays.own_text, name="own-text"),
    path("replays/<str:replay>/rules/", replays.rules, name="replay-rules"),
    path("replays/<str:replay>/delete/", replays.delete, name="replay-delete"),
    path("replays/<str:replay>/game.<str:kind>", replays.file, name="replay-file"),
    path("replays/<str:replay>/", replays.beginning, name="replay-start"),
    path("replays/<str:replay>/<str:step>/", replays.step, name="replay"),
    path("judge/", judge.judge, name="judge"),
    path("judge/text/", judge.text, name="judge-text"),
    path("judge/figures/", judge.figures, name="figures"),
    path("glossary/", course.glossary, name="glossary"),
    path("search/", course.search, name="search"),
    path("compare/", course.compare, name="compare"),
    path("differences/", differing.knower, name="knower"),
    path("differences/<str:rules>/", differing.differences_page, name="differences"),
    path("together/", course.together, name="together"),
    path("crib/<str:rules>/", course.crib, name="crib"),
    path("coverage/", course.coverage, name="coverage"),
    path("progress/", progress.progress, name="progress"),
    path("progress/<str:document>/", progress.keepsake, name="keepsake"),
    path("mine/", mine.mine, name="mine"),
    path("mine/code/", mine.take_along, name="take-along"),
    path("mine/joined/", mine.joined, name="joined"),
    path("mine/karlchen.json", mine.export, name="export"),
    path("mine/delete/", mine.delete, name="delete"),
    path("account/sign-in/", accounts.sign_in, name="account_login"),
    path("account/new/", accounts.sign_up, name="account_signup"),
    path("account/sign-out/", accounts.sign_out, name="account_logout"),
    path("account/e-mail/", accounts.address, name="account-address"),
    path("account/passkeys/", passkeys.passkeys, name="passkeys"),
    path("account/passkeys/sign-in/", passkeys.sign_in, name="mfa_login_webauthn"),
    path("account/password/", accounts.change, name="account_change_password"),
    path("account/forgotten/", accounts.reset, name="account_reset_password"),
    path("account/forgotten/sent/", accounts.sent, name="account_reset_password_done"),
    path(
        "account/forgotten/changed/", accounts.changed, name="account_reset_password_from_key_done"
    ),
    re_path(
        r"^account/forgotten/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[^/]+)/$",
        accounts.anew,
        name="account_reset_password_from_key",
    ),
    path("settings/", learners.settings, name="settings"),
    path("privacy/", notices.privacy, name="privacy"),
    path("imprint/", notices.imprint, name="imprint"),
    path("offline/", offline.offline, name="offline"),
    path("<str:document>/", course.document, name="document"),
    path("<str:document>/<str:section>/", lesson.section, name="section"),
)

_admin = [path("admin/", admin.site.urls)] if settings.ADMIN else []

# At the root: a worker reaches what lies below its address.
_worker = path("worker.js", offline.worker, name="worker")

urlpatterns = [*_admin, _worker, *_pages]

handler400 = "tutorial.errors.bad_request"
handler404 = "tutorial.errors.not_found"
handler429 = "tutorial.errors.too_much"
handler500 = "tutorial.errors.failed"
