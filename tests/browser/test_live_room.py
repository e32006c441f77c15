"""A room with screen, remote and three phones, through a lost connection, a second vote and a name
taken away."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import APIResponse, Page, Route, ViewportSize, expect

from lessons.exercises.answers import Answer, answer_as_json
from lessons.exercises.kinds import KINDS
from tests.browser.conftest import findings_in_every_theme
from tests.browser.test_kinds import RULES
from tests.exercises.soundness import wrong_answers
from tests.site.test_live import Room, put, with_one
from tutorial.quizzes.given import said_answer
from tutorial.quizzes.models import Live, Phase, Vote
from tutorial.sittings.going import exercise_of

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 360, "height": 740}
MARK = "card => getComputedStyle(card).getPropertyValue('--card-mark').trim()"


def test_a_whole_run(live_server: Any, open_page: Callable[..., Page], client: Any) -> None:
    room = Room(client)
    base = live_server.url
    screen = open_page(viewport={"width": 1024, "height": 768})
    # Each of another size, or else they would be one browser.
    sizes = ({"width": 360 + number, "height": 740} for number in range(4))
    # Whoever loses the network says so on the console.
    remote, *phones = (open_page(viewport=size, expect_console=True) for size in sizes)
    screen.goto(f"{base}{room.phone}screen/")
    remote.goto(f"{base}{room.remote}")
    for phone, name in zip(phones, ("Anna", "Ben", ""), strict=True):
        phone.goto(f"{base}{room.phone}")
        phone.get_by_label("Dein Name").fill(name)
        phone.get_by_role("button", name="Mitmachen").click()
        expect(phone.locator(".live__told", has_text="Gleich geht es los")).to_be_visible()
    expect(screen.get_by_text("3 sind da")).to_be_visible()
    expect(remote.get_by_text("Anna", exact=True)).to_be_visible()

    remote.get_by_role("button", name="Los geht’s").click()
    expect(remote.locator("#do-close")).to_be_focused()
    expect(phones[0].locator("#answer")).to_be_visible()
    assert screen.locator(".card").first.evaluate(MARK) == "transparent"
    assert [findings_in_every_theme(page) for page in (screen, remote, phones[0])] == [[], [], []]
    anna, ben, third = phones
    # The third has lost the network, and locks the phone.
    third.context.set_offline(True)
    for phone in (anna, ben):
        phone.locator("#answer button[name=seat]").first.click()
        expect(phone.locator(".dock__task", has_text="Angekommen: ")).to_be_visible()
    anna.locator("#answer button[name=seat]").nth(1).click()
    expect(anna.locator("#answer button[name=seat]").nth(1)).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(screen.locator(".live__count")).to_contain_text("2")
    remote.get_by_role("button", name="Schließen").click()
    expect(anna.locator(".live__told", has_text="Schau nach vorn")).to_be_visible()
    remote.get_by_role("button", name="Verteilung zeigen").click()
    expect(screen.locator(".spread__one")).to_have_count(4)

    # Again, now with the third, who needs nothing but the network.
    remote.get_by_role("button", name="Noch einmal abstimmen").click()
    third.context.set_offline(False)
    for phone in phones:
        phone.locator("#answer button[name=seat]").nth(2).click()
        expect(phone.locator(".dock__task", has_text="Angekommen: ")).to_be_visible()
    remote.get_by_role("button", name="Schließen").click()
    remote.get_by_role("button", name="Verteilung zeigen").click()
    expect(screen.locator(".spread__one").nth(2).locator(".spread__count")).to_have_count(2)
    remote.get_by_role("button", name="Auflösen").click()
    for phone in phones:
        expect(phone.locator("#verdict")).to_be_visible()
    expect(screen.locator(".spread__one--right")).to_have_count(1)
    assert screen.locator(".card").first.evaluate(MARK) != "transparent"
    assert [findings_in_every_theme(page) for page in (screen, remote, anna)] == [[], [], []]

    _unname(remote, "Anna", beside="Ben")
    assert "Ben" not in screen.content()
    assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight")
    remote.get_by_role("button", name="Weiter zu Frage").click()
    expect(anna.locator("#answer")).to_be_visible()
    remote.get_by_role("button", name="Beenden").click()
    for phone in phones:
        expect(phone.locator(".live__told", has_text="Das war alles")).to_be_visible()
    assert [findings_in_every_theme(page) for page in (screen, remote, anna)] == [[], [], []]


def _unname(remote: Page, name: str, *, beside: str) -> None:
    """Pressed where it unfolds; what else is unfolded stays so."""
    for one in (beside, name):
        remote.locator("summary", has_text=one).click()
    remote.locator("li", has_text=name).get_by_role("button", name="Namen entfernen").click()
    expect(remote.locator("summary", has_text=name)).to_have_count(0)
    expect(remote.locator("details[open] > summary", has_text=beside)).to_be_visible()


def test_each_button_of_the_remote_has_its_place(
    live_server: Any, open_page: Callable[..., Page], client: Any
) -> None:
    """Whoever presses without looking presses what was there before."""
    room = Room(client)
    room.press("next", "close", "reveal", "next")
    page = open_page(viewport=PHONE)
    places: dict[str, set[tuple[int, int]]] = {}
    for what in ("close", "spread", "reveal"):
        page.goto(f"{live_server.url}{room.remote}")
        for one in page.locator(".remote__do:not(.button--main)").all():
            box = one.bounding_box()
            assert box
            name = one.get_attribute("title") or one.inner_text()
            places.setdefault(name, set()).add((round(box["x"]), round(box["y"])))
        end = page.get_by_role("button", name="Beenden").bounding_box()
        assert end
        # Nobody ends it by mistake: what is asked lies between.
        assert end["y"] > 300 + max(y for where in places.values() for _x, y in where)
        room.press(what)
    assert {"Pause", "Wieder öffnen", "Zur Frage davor", "Überspringen"} <= {*places}
    assert {name: len(where) for name, where in places.items() if len(where) > 1} == {}


@pytest.mark.parametrize("size", [PHONE, {"width": 390, "height": 664}])
def test_a_leader_sees_the_trick_and_every_button_without_scrolling(
    live_server: Any, open_page: Callable[..., Page], client: Any, size: ViewportSize
) -> None:
    room = Room(client)
    room.press("next")
    assert put(client, room.remote, "/de/practice/trick-winner/kompakt/2/5/").status_code == 303
    page = open_page(viewport=size)
    page.goto(f"{live_server.url}{room.remote}")
    top = page.locator(".remote__ways").bounding_box()
    assert top
    for one in page.locator(".remote__do").all():
        expect(one).to_be_in_viewport(ratio=1)
    expect(page.locator(".felt .trick .card")).to_have_count(4)
    for card in page.locator(".felt .trick .card").all():
        box = card.bounding_box()
        assert box
        assert box["y"] + box["height"] / 2 < top["y"]
    # A press moves the focus, and scrolls nothing.
    page.locator("#do-pause").click()
    expect(page.locator("#do-go-on")).to_be_focused()
    page.locator("#do-go-on").click()
    expect(page.locator("#do-close")).to_be_focused()
    assert page.evaluate("scrollY") == 0
    # And what is talked about then.
    for guest, right in ((room.join("Anna"), False), (room.join(), True)):
        assert room.answer(guest, right=right).status_code == 303
    room.press("close")
    room.press("spread")
    page.goto(f"{live_server.url}{room.remote}")
    votes = page.locator(".spread__one").filter(has=page.locator("b", has_text="1"))
    expect(votes).to_have_count(2)
    for one in votes.all():
        expect(one).to_be_in_viewport(ratio=0.7)
    expect(page.locator(".spread__one--right, .tag")).to_have_count(0)
    room.press("reveal")
    page.goto(f"{live_server.url}{room.remote}")
    expect(votes).to_have_count(2)
    expect(page.locator(".felt .tag", has_text="gewinnt")).to_be_in_viewport(ratio=1)
    box = page.locator(".felt .trick__place:has(.tag) .card").bounding_box()
    assert box
    assert box["y"] + box["height"] / 2 < top["y"]
    for one in votes.all():
        one.scroll_into_view_if_needed()
        box = one.bounding_box()
        assert box
        assert box["y"] + box["height"] <= top["y"]


def test_a_press_is_not_taken_back_by_what_was_asked_before(
    live_server: Any, open_page: Callable[..., Page], client: Any
) -> None:
    room = Room(client)
    remote = open_page(viewport=PHONE)
    remote.goto(f"{live_server.url}{room.remote}")
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        held.append((route, route.fetch()))
        if route.request.method == "POST":
            for one, answer in held:
                one.fulfill(response=answer)

    remote.route(f"**{room.remote}", hold)
    with remote.expect_request(lambda asked: asked.url.endswith(room.remote)):
        room.join("Anna")
    while not held:
        remote.wait_for_timeout(50)
    remote.get_by_role("button", name="Los geht’s").click()
    expect(remote.locator("#do-close")).to_be_focused()
    assert [one.request.method for one, _answer in held] == ["GET", "POST"]


def test_another_press_on_the_page_hides_no_answer(
    live_server: Any, open_page: Callable[..., Page], client: Any
) -> None:
    """On a slow line the deck is switched before the answer has arrived."""
    room = Room(client)
    phone = open_page(viewport=PHONE)
    phone.goto(f"{live_server.url}{room.phone}")
    phone.get_by_role("button", name="Mitmachen").click()
    room.press("next")
    expect(phone.locator("#answer")).to_be_visible()
    held: list[tuple[Route, APIResponse]] = []
    phone.route("**/live/*/?at=*", lambda route: held.append((route, route.fetch())))
    with phone.expect_request(lambda asked: "?at=" in asked.url):
        phone.locator("#answer button[name=seat]").first.click()
    phone.get_by_role("button", name="Vierfarbiges Blatt").click()
    expect(phone.locator("html")).to_have_attribute("data-deck", "four")
    while not held:
        phone.wait_for_timeout(50)
    for route, answer in held:
        route.fulfill(response=answer)
    expect(phone.locator(".dock__task", has_text="Angekommen: ")).to_be_visible()


def test_without_scripts_a_phone_answers_too(
    live_server: Any, open_page: Callable[..., Page], client: Any
) -> None:
    room = Room(client)
    phone = open_page(viewport=PHONE, java_script_enabled=False)
    phone.goto(f"{live_server.url}{room.phone}")
    phone.get_by_role("button", name="Mitmachen").click()
    room.press("next")
    # It asks anew by itself, every few seconds.
    phone.locator("#answer button[name=seat]").first.click()
    expect(phone.locator(".dock__task", has_text="Angekommen: ")).to_be_visible()
    assert phone.locator("noscript meta[http-equiv=refresh]").count() == 1


_CUT = """() => [...document.querySelectorAll(".live__dock, .exercise__head, .exercise__table")]
  .filter((one) => one.scrollHeight > one.clientHeight + 1)
  .map((one) => `${one.className}: ${one.scrollHeight - one.clientHeight}`)"""


@pytest.mark.parametrize(
    "size",
    [(1024, 768), pytest.param((1280, 720), marks=pytest.mark.sweep)],
    ids=lambda size: str(size[0]),
)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_on_the_screen_is_cut(
    live_server: Any, open_page: Callable[..., Page], client: Any, kind: str, size: tuple[int, int]
) -> None:
    """With as many different answers as beliefs give, the longest of them, twice."""
    client.post("/de/live/begin/")
    live = Live.objects.get()
    lead = f"/de/live/{live.code}/lead/{live.secret}/"
    put(client, lead, f"/de/practice/{kind}/{RULES[kind]}/2/5/")
    live.refresh_from_db()
    assert live.item
    exercise = exercise_of(live.item)
    right = exercise.kind.solve(exercise.question)
    believed = (exercise.kind.believed(one, exercise.question) for one in exercise.kind.beliefs)
    answers = {right, *(one for one in believed if one is not None), *wrong_answers(exercise)}
    with translation.override("de"):
        said = {one: said_answer(exercise, one) for one in answers - {right}}
    longest = sorted(said, key=lambda one: (-len(said[one]), said[one]))
    _vote(live, [right, *longest][:6], votes=2)
    page = open_page(viewport={"width": size[0], "height": size[1]})
    found = []
    for phase, vote in (
        (Phase.OPEN, 2), (Phase.SPREAD, 1), (Phase.SPREAD, 2), (Phase.REVEAL, 2)
    ):  # fmt: skip
        Live.objects.update(phase=phase, vote=vote)
        page.goto(f"{live_server.url}/de/live/{live.code}/screen/")
        found += [f"{phase}, vote {vote}: {one}" for one in page.evaluate(_CUT)]
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert found == []


def _vote(live: Live, answers: Sequence[Answer], votes: int) -> None:
    """Each answer by a guest of its own, at each vote."""
    assert live.item
    exercise = exercise_of(live.item)
    right = exercise.kind.solve(exercise.question)
    for number, answer in enumerate(answers):
        guest = live.guests.create(learner=live.owner, name=str(number))
        for vote in range(1, votes + 1):
            Vote.objects.create(
                guest=guest, item=live.item, vote=vote, posted={}, answer=answer_as_json(answer),
                right=answer == right,
            )  # fmt: skip


@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1280, 800), (1920, 1080)], ids=str)
def test_the_reason_is_read_whole_beneath_what_most_believed(
    live_server: Any, open_page: Callable[..., Page], client: Any, size: tuple[int, int]
) -> None:
    """Beneath a bar with its card for each seat."""
    live = with_one(client, "trick-winner", seed=116)
    assert live.item
    exercise = exercise_of(live.item)
    wrong = [*wrong_answers(exercise)]
    believed = [exercise.kind.verdict(exercise.question, one).misconceptions for one in wrong]
    mistake = next(one for one, beliefs in zip(wrong, believed, strict=True) if len(beliefs) == 1)
    _vote(live, [mistake, *wrong, exercise.kind.solve(exercise.question)], votes=1)
    Live.objects.update(phase=Phase.REVEAL)
    page = open_page(viewport={"width": size[0], "height": size[1]})
    page.goto(f"{live_server.url}/de/live/{live.code}/screen/")
    expect(page.locator(".spread__one .card")).to_have_count(4)
    expect(page.locator(".spread__one--mistake .spread__belief")).to_be_visible()
    assert page.evaluate(_CUT) == []
    why = page.locator(".live__why").first
    assert why.evaluate("one => one.scrollHeight - one.clientHeight") <= 1
    assert why.evaluate("one => innerHeight - one.getBoundingClientRect().bottom") >= 16
    page.set_viewport_size({"width": 360, "height": 740})
    assert why.evaluate("one => one.scrollHeight - one.clientHeight") <= 1


def test_a_trick_is_as_large_before_a_room_as_on_any_beamer(
    live_server: Any, open_page: Callable[..., Page], client: Any
) -> None:
    client.post("/de/live/begin/")
    live = Live.objects.get()
    exercise = f"/de/practice/trick-winner/{RULES['trick-winner']}/2/5/"
    put(client, f"/de/live/{live.code}/lead/{live.secret}/", exercise)
    page = open_page(viewport={"width": 1280, "height": 800})
    widths = []
    for path in (f"/de/live/{live.code}/screen/", f"{exercise}?view=beamer"):
        page.goto(f"{live_server.url}{path}")
        # As laid out, not as turned.
        widths.append(page.locator(".trick .card").first.evaluate(
            "card => parseFloat(getComputedStyle(card).width)"
        ))  # fmt: skip
    assert widths[0] >= 0.9 * widths[1]
