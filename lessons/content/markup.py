"""Markdown with a few extensions and no more, each in braces.

``{cards HA HK}``: cards as they stand there. ``{trumps queens}``, ``{plain hearts in queens}``:
the trumps or a plain suit of a contract, strongest first, as the rules have them. ``{trick VH:
HA}``: a trick, with its winner. ``{seats}``: the table, in the order of play. ``{said VH: Gesund;
MH: Solo}``: what is said there, in this order. ``{deadlines}``, ``{deadlines shift 2}``: until
when calls may be made. ``{settle 121 re:no90}``: a settlement. ``{ask trick-winner
kompakt:ablauf-b}``: a question, perhaps at a level, ``2``, perhaps ``without trumps`` among its
cards or ``without solos``. ``{claim …}``: what the rules engine must confirm. The last words of
trick, plain and settle may be ``in CONTRACT``; of these and of trumps also ``without nines`` and
``with OPTION=VALUE …``, as in claims. A line ``---`` parts the screens of a step.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from lessons.content.claims import ClaimFails, confirm, settlement_of, table_of
from lessons.content.course import LessonExercise, Part
from lessons.rules.cards import COPIES, PLAYERS, Hand, Seat, Suit
from lessons.rules.contracts import CardOrder, Contract
from lessons.rules.notation import hand_from_text, seat_from_text
from lessons.rules.reasons import Refusal
from lessons.rules.records import UnreadableRecord
from lessons.rules.rule_sets import PRESETS, RuleSet
from lessons.rules.settlement import Settlement
from lessons.rules.tricks import Trick

EXTENSIONS = (
    "cards", "trumps", "plain", "trick", "seats", "said", "deadlines", "settle", "ask", "claim",
)  # fmt: skip
_BLOCKS = {"trick", "seats", "said", "deadlines", "settle", "ask"}
"""These stand alone in their paragraphs."""
_WITHOUT_TRUMPS, _WITHOUT_SOLOS = " without trumps", " without solos"
_END = Token("hr", "", 0)
_BRACES = re.compile(r"\{([^{}\n]*)\}")


@dataclass(frozen=True, slots=True)
class FaultAtLine:
    """A fault at a line (from 1) of a text."""

    line: int
    what: str


def parse(text: str) -> list[Token]:
    """The blocks of a lesson; whatever stands in braces is a token of its own, its text in meta."""
    return _MARKDOWN.parse(text)


def faults(tokens: list[Token], document: str) -> list[FaultAtLine]:
    """Braces that are no extension, cannot be read or are not so; pictures; links off the site."""
    found, begun = [], 1
    for block in tokens:
        begun = block.map[0] + 1 if block.map else begun  # a cell of a table: that of its row
        if block.type != "inline":
            continue
        for child in block.children or ():
            if child.type in EXTENSIONS:
                line = begun + int(child.meta["breaks"])
                what = _fault(child, document)
                if what:
                    found.append(FaultAtLine(line, f"{{{child.type} {child.content}}}: {what}"))
            elif child.type == "image":
                found.append(FaultAtLine(begun, "a picture; only cards are drawn"))
            elif child.type == "link_open" and not _is_link_within(str(child.attrs["href"])):
                href = child.attrs["href"]
                found.append(FaultAtLine(begun, f"a link that leaves the site: {href}"))
            elif child.type == "text" and ("{" in child.content or "}" in child.content):
                known = ", ".join(EXTENSIONS)
                found.append(
                    FaultAtLine(begun, f"a brace that opens none of {known}: {child.content!r}")
                )
        found += _misplaced_blocks(block, begun)
    return found


def _is_link_within(href: str) -> bool:
    return href.startswith("#") or (href.startswith("/") and not href.startswith("//"))


def trick_from(token: Token, rules: RuleSet) -> tuple[Trick, CardOrder]:
    """The trick of a ``{trick …}`` and the order of its cards; raises a :class:`Refusal`,
    LookupError or ValueError."""
    written, table = table_of(token.content, rules)
    seat, _, cards = written.partition(":")
    trick = Trick(seat_from_text(seat.strip()), hand_from_text(cards))
    if not 1 <= len(trick.cards) <= PLAYERS:
        raise ValueError(f"a trick has one to four cards, not {len(trick.cards)}")
    return trick, table.order


def cards_from(token: Token, rules: RuleSet) -> Hand:
    """The cards that a ``{cards …}``, ``{trumps …}`` or ``{plain …}`` shows."""
    if token.type == "cards":
        hand = hand_from_text(token.content)
        if any(hand.count(card) > COPIES for card in hand):
            raise ValueError("a card that is there more than twice")
    elif token.type == "trumps":
        name, table = table_of(token.content or Contract.NORMAL, rules)
        hand = replace(table, contract=Contract(name)).order.trumps
    else:
        name, table = table_of(token.content, rules)
        suit = Suit[name.upper()]
        hand = tuple(card for card in table.order.plain if card.suit is suit)
    if not hand:
        raise ValueError("no cards")
    return hand


def said_from(token: Token) -> dict[Seat, str]:
    """What is said in a ``{said …}``, in its order."""
    said: dict[Seat, str] = {}
    for one in token.content.split(";"):
        name, _, words = (part.strip() for part in one.partition(":"))
        seat = seat_from_text(name)
        if not words or seat in said:
            raise ValueError(f"{name} says nothing, or twice")
        said[seat] = words
    return said


def shift_from(token: Token) -> int:
    """Cards or tricks by which a marriage moves the last moments of a ``{deadlines …}``."""
    if not token.content:
        return 0
    word, _, shift = token.content.partition(" ")
    if word != "shift":
        raise ValueError("expected nothing, or shift and a number")
    return int(shift)


def settlement_from(token: Token, rules: RuleSet) -> Settlement:
    """The settlement of a ``{settle …}``; raises what :func:`~lessons.content.claims.settlement_of`
    does."""
    words, table = table_of(token.content, rules)
    return settlement_of(words, table)


def ask_from(token: Token) -> LessonExercise:
    """The question of an ``{ask …}``, as a lesson asks for it."""
    words = token.content.removesuffix(_WITHOUT_TRUMPS).removesuffix(_WITHOUT_SOLOS)
    asked = re.fullmatch(r"(\S+) (\S+)(?: (\d))?", words)
    if asked is None:
        raise ValueError("expected a kind, a statement and perhaps a level")
    kind, statement, level = asked.groups()
    return LessonExercise(
        kind,
        int(level or 1),
        statement,
        without_trumps=token.content.endswith(_WITHOUT_TRUMPS),
        without_solos=token.content.endswith(_WITHOUT_SOLOS),
    )


def parts(tokens: Sequence[Token]) -> tuple[Part, ...]:
    """What is told at a stretch, between questions and lines, and the questions."""
    found: list[Part] = []
    told: list[Token] = []
    for token in (*tokens, _END):
        asked = next((c for c in token.children or () if c.type == "ask"), None)
        if asked is None and token.type != "hr":
            if told or token.type != "paragraph_close":  # of a question
                told.append(token)
            continue
        if asked is not None:
            told.pop()  # its paragraph
        if told:
            found.append(Part(tuple(told), None))
        told = []
        if asked is not None:
            with suppress(ValueError):  # among the faults
                found.append(Part((), ask_from(asked)))
    return tuple(found)


def words_of(tokens: Iterable[Token]) -> int:
    """How many words are read, without those of tables of figures."""
    texts = (
        child.content
        for token in tokens
        if token.type == "inline"
        for child in token.children or ()
        if child.type == "text"
    )
    return sum(any(map(str.isalpha, word)) for text in texts for word in text.split())


def _fault(token: Token, document: str) -> str | None:
    rules = PRESETS[document]
    try:
        match token.type:
            case "cards" | "trumps" | "plain":
                cards_from(token, rules)
            case "trick":
                trick_from(token, rules)
            case "seats" if token.content:
                raise ValueError("expected nothing more")
            case "seats":
                pass
            case "said":
                said_from(token)
            case "deadlines":
                shift_from(token)
            case "settle":
                settlement_from(token, rules)
            case "ask":
                ask_from(token).drawn(document, 0)
            case _:
                confirm(token.content, document)
    except (Refusal, UnreadableRecord, LookupError, ValueError, ClaimFails) as error:
        return str(error)
    return None


def _misplaced_blocks(block: Token, line: int) -> list[FaultAtLine]:
    blocks = [child for child in block.children or () if child.type in _BLOCKS]
    asks = any(child.type == "ask" for child in blocks)
    if blocks and (not _is_block_alone(block) or (asks and block.level > 1)):
        what = f"a {{{blocks[0].type} …}} stands alone in its paragraph"
        return [FaultAtLine(line, what)]
    return []


def _is_block_alone(block: Token) -> bool:
    children = [child.type for child in block.children or () if child.type != "claim"]
    spaces = [child for child in block.children or () if child.type == "text"]
    blocks = [kind for kind in children if kind in _BLOCKS]
    return (
        len(blocks) == 1
        and all(kind in {*_BLOCKS, "text", "softbreak"} for kind in children)
        and not any(child.content.strip() for child in spaces)
    )


def _braces(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "{":
        return False
    match = _BRACES.match(state.src, state.pos)
    name, _, content = match[1].partition(" ") if match else ("", "", "")
    if match is None or name not in EXTENSIONS:
        return False
    if not silent:
        token = state.push(name, "", 0)
        token.content = content.strip()
        token.meta = {"breaks": state.src.count("\n", 0, state.pos)}
    state.pos = match.end()
    return True


def _unwrap(state: StateCore) -> None:
    """Unwrap a paragraph of nothing but a trick or claims; the first of each source anchors."""
    anchored: set[str] = set()
    for place, token in enumerate(state.tokens):
        if token.type != "inline":
            continue
        for child in token.children or ():
            if child.type == "claim":
                source = child.content.partition(" ")[0]
                child.meta["anchor"] = None if source in anchored else source
                anchored.add(source)
        shown = [c for c in token.children or () if c.type not in {"claim", "softbreak"}]
        empty = not any(c.type != "text" or c.content.strip() for c in shown)
        if state.tokens[place - 1].type == "paragraph_open" and (empty or _is_block_alone(token)):
            state.tokens[place - 1].hidden = state.tokens[place + 1].hidden = True


def _mark_prose(state: StateCore) -> None:
    """Tell which texts are prose: no headings, and nothing that leads elsewhere already."""
    for before, block in pairwise(state.tokens):
        if block.type != "inline" or before.type not in {"paragraph_open", "td_open"}:
            continue
        depth = 0
        for child in block.children or ():
            depth += child.nesting if child.type.startswith("link_") else 0
            if child.type == "text" and depth == 0:
                child.meta["is_prose"] = True


def _markdown() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    made.inline.ruler.before("text", "braces", _braces)
    made.core.ruler.push("unwrap", _unwrap)
    made.core.ruler.push("prose", _mark_prose)
    return made


_MARKDOWN = _markdown()
OPTIONS = _MARKDOWN.options
"""What a renderer is called with."""
