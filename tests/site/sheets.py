"""Which style sheets a page has to ask for."""

import re

from tutorial.styles import APART


def sheets_missed(page: str) -> set[str]:
    """The sheets apart that have to do with what is on a page, but that it does not ask for."""
    classes = {one for found in re.findall(r'class="([^"]+)"', page) for one in found.split()}
    blocks = {re.split(r"__|--", one)[0] for one in classes}
    asked_for = set(re.findall(r'/static/([a-z-]+)\.css"', page))
    return {sheet for sheet, parts in APART.items() if blocks & {*parts}} - asked_for
