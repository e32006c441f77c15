"""A round of a club night: lots drawn, and a score sheet for each table."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from django.utils.translation import gettext as _

from tutorial.clubs.models import Chair, ClubNight, ClubTable, Draw, NightPlayer
from tutorial.clubs.night.lots import draw
from tutorial.clubs.night.standing import night_of
from tutorial.score_sheets.models import LONGEST_TITLE
from tutorial.score_sheets.views import made


def draw_round(night: ClubNight, there: Sequence[NightPlayer], chance: Random) -> Draw | None:
    """In a transaction. None where too few are there for a table."""
    shown, by_key = night_of(night), {one.pk: one for one in there}
    drawn = draw(list(by_key), shown.sat_together, shown.paused, chance)
    if not drawn.tables:
        return None
    number = len(shown.rounds) + 1
    of_it = Draw.objects.create(night=night, number=number)
    for place, seated in enumerate(drawn.tables, start=1):
        of_table = _("round {number}, table {table}").format(number=number, table=place)
        title = f"{night.title[: LONGEST_TITLE - len(of_table) - 2]}, {of_table}"
        names = [by_key[one].name for one in seated]
        sheet = made(title, night.rules, names, night.rounds)
        table = ClubTable.objects.create(draw=of_it, number=place, sheet=sheet)
        Chair.objects.bulk_create(
            Chair(table=table, who=by_key[one], place=at) for at, one in enumerate(seated)
        )
    return of_it
