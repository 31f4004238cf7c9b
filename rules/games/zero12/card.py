"""The grid card: the code that it gives each square, as value and as text, and whether it is fair.

A card's file is text that people can write by hand; reading files is the program's. Used by the rules here and by the
program's `card` commands.
"""

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.errors import NotationError, counted, shortened
from rules.lines import text_lines

from .squares import SIDE, SQUARES, STEPS, Square, SquareSet, bit, shifted, square_name

CODES = (0, 1, 2)
"""What a card asks for."""

FAIR_COUNT = SIDE**2 // len(CODES)
"""Squares of each code on a card that one box fills, and cubes of each colour in a box: 48."""

_LARGEST_FILE = 20_000


@dataclass(frozen=True, slots=True)
class Card:
    """A grid card.

    Attributes
    ----------
    codes : tuple of int
        Code of each square, 0, 1 or 2, in the order of `SQUARES`: from a1 along row 1 to l1, then row 2.
    reference : str
        The number under which people know it; empty for the one that follows from the codes.

    Raises
    ------
    ValueError
        If there are not 144 codes or one of them is no code.
    """

    codes: tuple[int, ...]
    reference: str = ""

    def __post_init__(self) -> None:
        if len(self.codes) != SIDE**2 or not set(self.codes) <= set(CODES):
            raise ValueError(f"a card gives {SIDE**2} squares a code 0, 1 or 2 each")
        if not self.reference:
            object.__setattr__(self, "reference", own_reference(self.codes))

    def code(self, square: Square) -> int:
        """What the card asks for on a square."""
        return self.codes[square[1] * SIDE + square[0]]

    @property
    def counts(self) -> tuple[int, int, int]:
        """Squares of each code."""
        return self.codes.count(0), self.codes.count(1), self.codes.count(2)

    @property
    def is_fair(self) -> bool:
        """Whether the cubes of one box fill it and none is left."""
        return self.counts == (FAIR_COUNT,) * len(CODES)


def own_reference(codes: Sequence[int]) -> str:
    """Six digits that follow from the codes, so that the same picture always has the same number.

    Examples
    --------
    >>> own_reference(DEFAULT_CARD.codes) == DEFAULT_CARD.reference
    True
    """
    return f"{zlib.crc32(bytes(codes)) % 10**6:06d}"


def unfairness(card: Card) -> str:
    """Why a card is not fair, in one sentence; empty if it is.

    Examples
    --------
    >>> unfairness(Card((0,) * 144))
    'code 0 stands on 144 squares, code 1 on 0 and code 2 on 0, instead of 48 each'
    """
    if card.is_fair:
        return ""
    first, second, third = card.counts
    return f"code 0 stands on {first} squares, code 1 on {second} and code 2 on {third}, instead of {FAIR_COUNT} each"


def card_notation(card: Card) -> str:
    """The codes as twelve rows joined by `/`, North first, as one sees them on the card."""
    return "/".join("".join(map(str, row)) for row in _rows_from_north(card))


# Every question about a position's card comes here: a position knows its card as text.
@lru_cache(maxsize=64)
def parse_card(text: str) -> Card:
    """The card that `card_notation` wrote.

    Raises
    ------
    NotationError
        Naming the row or square, and what was expected.

    Examples
    --------
    >>> parse_card(card_notation(DEFAULT_CARD)) == DEFAULT_CARD
    True
    """
    rows = text.split("/")
    if len(rows) != SIDE:
        raise NotationError(f"expected {SIDE} rows of the card joined by `/`, not {len(rows)}; in {shortened(text)!r}")
    return Card(_codes([list(row) for row in rows], lambda row: f"row {SIDE - row} of the card", shortened(text)))


def card_file(card: Card) -> str:
    """The text of a card's file: a line with the reference, then twelve lines of codes, North first.

    Examples
    --------
    >>> print(card_file(DEFAULT_CARD)[:45])
    # 012x012 card 576532
    2,2,0,0,0,0,2,2,0,0,0,0
    """
    rows = "\n".join(",".join(map(str, row)) for row in _rows_from_north(card))
    return f"{_FILE_HEADER} {card.reference}\n{rows}\n"


# With what a card's file begins; the reference follows.
_FILE_HEADER = "# 012x012 card"


def parse_card_file(text: str) -> Card:
    """The card of a file's text.

    Lines that begin with `#` are remarks; the last word of the one that begins `# 012x012 card` is the reference. The
    codes stand in twelve lines, North first, with commas, semicolons or blanks between them or nothing at all.

    Raises
    ------
    NotationError
        Naming the line, and what was expected.

    Examples
    --------
    >>> rows = 12 * ["0 1 2 0 1 2 0 1 2 0 1 2"]
    >>> parse_card_file(chr(10).join(["# 012x012 card 17,,,", *rows])).reference
    '17'
    >>> parse_card_file(chr(10).join([*rows[1:], "0,1,2"]))
    Traceback (most recent call last):
        ...
    rules.errors.NotationError: line 12 has 3 codes; expected 12
    """
    if len(text) > _LARGEST_FILE:
        raise NotationError(f"{len(text)} characters are too many for a card; expected {SIDE} lines of {SIDE} codes")
    reference, lines = "", []
    for number, raw in enumerate(text_lines(text.lstrip("\ufeff")), start=1):
        text_line = raw.strip()
        if text_line.startswith(_FILE_HEADER):
            # Spreadsheets fill the line up with commas or semicolons.
            reference = (text_line.removeprefix(_FILE_HEADER).rstrip(",;").split() or [""])[-1]
        elif text_line and not text_line.startswith("#"):
            lines.append((number, list(text_line.translate(_SEPARATORS))))
    if len(lines) != SIDE:
        raise NotationError(f"{counted(len(lines), 'line')} of codes; expected {SIDE}")
    return Card(_codes([row for _, row in lines], lambda row: f"line {lines[row][0]}", ""), reference)


_SEPARATORS = dict.fromkeys(map(ord, ',; \t"'))


def _codes(rows_from_north: list[list[str]], place: Callable[[int], str], text: str) -> tuple[int, ...]:
    whole = f"; in {text!r}" if text else ""
    for i, row in enumerate(rows_from_north):
        if len(row) != SIDE:
            raise NotationError(f"{place(i)} has {counted(len(row), 'code')}; expected {SIDE}{whole}")
        for column, character in enumerate(row):
            if character not in ("0", "1", "2"):
                name = square_name((column, SIDE - 1 - i))
                raise NotationError(f"{place(i)}, square {name}: {character!r} is no code; expected 0, 1 or 2{whole}")
    return tuple(int(character) for row in reversed(rows_from_north) for character in row)


def _rows_from_north(card: Card) -> list[tuple[int, ...]]:
    return [card.codes[row * SIDE : (row + 1) * SIDE] for row in reversed(range(SIDE))]


def _default_code(square: Square) -> int:
    column, row = square
    return ((column // 2) ** 2 + row) % len(CODES)


DEFAULT_CARD = Card(tuple(map(_default_code, SQUARES)))
"""Bricks of two and four squares in slanting rows: fair, and neither seat has the better of it (README.md)."""


@dataclass(frozen=True, slots=True)
class CardSets:
    """A card as sets of squares.

    Attributes
    ----------
    of_code : tuple of SquareSet
        The squares of each code.
    alike : tuple of SquareSet
        For each of `STEPS`, the squares whose neighbour there is on the board and has the same code.
    """

    of_code: tuple[SquareSet, SquareSet, SquareSet]
    alike: tuple[SquareSet, ...]


@lru_cache(maxsize=64)
def card_sets(notation: str) -> CardSets:
    """The sets of the card with this notation."""
    card = parse_card(notation)
    first, second, third = (sum(bit(square) for square in SQUARES if card.code(square) == code) for code in CODES)
    alike = tuple(sum(own & shifted(own, -step) for own in (first, second, third)) for step in STEPS)
    return CardSets((first, second, third), alike)
