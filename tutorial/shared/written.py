"""What people write: without what cannot be seen, and safe in a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence

from django.http import HttpResponse
from django.utils.translation import pgettext

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet would work out what begins so."""


def printable(text: str) -> str:
    return "".join(filter(str.isprintable, text)).strip()


def spreadsheet(name: str, rows: Iterable[Sequence[object]]) -> HttpResponse:
    """As a file of this name, in CSV: with semicolons where decimals have commas, for a spreadsheet
    there takes a comma for no end of a cell."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    response.write("\ufeff")  # else spreadsheets read umlauts as something else
    mark = pgettext("between the cells of a spreadsheet’s file", ",")
    csv.writer(response, delimiter=mark).writerows([_safe(cell) for cell in row] for row in rows)
    return response


def _safe(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
