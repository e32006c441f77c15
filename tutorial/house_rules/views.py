"""House rules: made, kept under a name, used, changed by whoever made them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from lessons.content.reading import course
from lessons.exercises.addresses import NoSuchExercise, rules_as_text
from lessons.rules.rule_sets import RuleSet, all_options
from tutorial.errors import NotHere, too_often_page
from tutorial.house_rules.forms import SAVE, HouseRulesForm
from tutorial.house_rules.models import HouseRules, Version
from tutorial.house_rules.named import Named, named, of_version, presets
from tutorial.house_rules.options import GROUPS, differences
from tutorial.learners.cookie import known_learner, learner_id, remember
from tutorial.methods import READ, WRITE, takes
from tutorial.shared.limits import Limit, too_often
from tutorial.shared.words import speech, words

MOST = 100
"""House rules of one learner."""


@takes(*READ)
def index(request: HttpRequest) -> HttpResponse:
    """The learner's own, and which document new ones go out from."""
    learner = learner_id(request)
    own = HouseRules.objects.filter(owner=learner).order_by("name", "pk")[:MOST] if learner else ()
    bases = [(one, _PICTURES[one.asked], " · ".join(_told(one.rules))) for one in presets()]
    return render(request, "house_rules/index.html", {"own": own, "bases": bases})


_PICTURES = {"kompakt": "D9 DJ CQ HT", "royal": "SQ CQ HT", "cvjm": "HK DT CA", "tsr": "DA SJ HT"}


def _told(rules: RuleSet) -> Iterator[str]:
    """What tells rule sets apart at a glance."""
    values, said = all_options(rules), speech().option_value
    yield said("nines", values["nines"])
    for option in ("announcement", "poverty", "counting"):
        yield f"{words().options[option]['name']}: {said(option, values[option])}"


@takes(*READ, *WRITE)
def new(request: HttpRequest) -> HttpResponse:
    """The form of every option, as they are in ``?rules=``, a preset or one with options."""
    if request.method == "POST":
        return _sent(request, None)
    base = named(request.GET.get("rules", ""))
    if base is None:
        return HttpResponseRedirect(reverse("house-rules"))
    return _asked(request, HouseRulesForm(base.rules), base)


@takes(*READ, *WRITE)
def change(request: HttpRequest, key: str) -> HttpResponse:
    """The same form for house rules that there are already, to whoever made them."""
    house = _house(key)
    if not house.may_be_changed_by(learner_id(request)):
        raise NotHere(
            _("Only who made these house rules can change them. You can make your own of them."),
            ((house.name, reverse("house", args=[key])),),
        )
    if request.method == "POST":
        return _sent(request, house)
    base = _of(_version(house))
    return _asked(request, HouseRulesForm(base.rules, name=house.name), base, house)


@takes(*READ)
def house(request: HttpRequest, key: str, number: int | None = None) -> HttpResponse:
    """What is played by: what differs from the document, and what can be done with it."""
    found = _house(key)
    version, newest = _version(found, number), _version(found)
    shown = _of(version)
    context = {
        "house": found,
        "version": version,
        "newest": newest,
        "named": shown,
        "base": named(shown.rules.document),
        "differences": differences(shown.rules),
        "may_change": found.may_be_changed_by(learner_id(request)),
        "is_practised": shown.rules.document in {one.rules for one in course().documents.values()},
        # A version that is past is named by its rules.
        "asked": shown.asked if version == newest else shown.written,
        "versions": found.versions.order_by("-number"),
    }
    return render(request, "house_rules/house.html", context)


def _sent(request: HttpRequest, house: HouseRules | None) -> HttpResponse:
    """Kept, tried, or refused with the reason and all that was chosen."""
    limited = too_often(request, Limit.ANSWERS)
    if limited:
        return limited.tell(too_often_page(request, limited.sentence))
    base = named(request.POST.get("rules", ""))
    if base is None:
        raise NotHere(_("There is no rule set with this name."), ((_("House rules"),
                      reverse("house-rules")),))  # fmt: skip
    form = HouseRulesForm(base.rules, request.POST)
    if not form.is_valid():
        return _asked(request, form, base, house, status=422)
    rules, name = rules_as_text(form.cleaned_data["made"]), form.cleaned_data["name"]
    if SAVE not in request.POST:
        asked = urlencode({"rules": rules}, safe=",=.")
        return HttpResponseRedirect(f"{reverse('practice')}?{asked}", status=303)
    owner = house.owner if house else known_learner(request)
    if house is None:
        # Sent twice it is made once.
        house = HouseRules.objects.filter(owner=owner, name=name, versions__rules=rules).first()
    if house is None and owner.house_rules.count() >= MOST:
        form.add_error(None, _("That are a hundred already. Change one of them instead."))
        return _asked(request, form, base, status=422)
    house = house or HouseRules(owner=owner)
    house.name = name
    with transaction.atomic():
        house.save()
        house.changed(rules)
    response = HttpResponseRedirect(reverse("house", args=[house.key]), status=303)
    remember(response, owner.pk)
    return response


def _asked(
    request: HttpRequest,
    form: HouseRulesForm,
    base: Named,
    house: HouseRules | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "form": form,
        "base": base,
        "house": house,
        "presets": presets(),
        "groups": [(group, title) for group, (title, _options) in GROUPS.items()],
    }
    return render(request, "house_rules/form.html", context, status=status)


def _house(key: str) -> HouseRules:
    found = HouseRules.objects.filter(key=key).select_related("owner").first()
    if found is None:
        raise NotHere(
            _("There are no house rules at this address, or they have been deleted."),
            ((_("House rules"), reverse("house-rules")),),
        )
    return found


def _version(house: HouseRules, number: int | None = None) -> Version:
    versions = house.versions.order_by("-number")
    found = (versions if number is None else versions.filter(number=number)).first()
    if found is None:
        raise NotHere(
            _("These house rules have no version with this number."),
            ((house.name, reverse("house", args=[house.key])),),
        )
    found.of = house
    return found


def _of(version: Version) -> Named:
    try:
        return of_version(version)
    except NoSuchExercise:
        raise NotHere(
            _("These house rules were made before an upgrade that they do not fit any more."),
            ((_("House rules"), reverse("house-rules")),),
        ) from None
