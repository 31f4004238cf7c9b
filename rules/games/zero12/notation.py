"""A position as one line of text and back: card, board, stocks, and what else the next turn depends on.

The game's name, the card in twelve rows, the board in twelve rows, both from North to South, then words in any order.
"""

import re
from dataclasses import replace
from typing import Any

from rules.errors import ImpossiblePosition, NotationError, counted, shortened
from rules.game import after_name, notation_words

from .card import card_notation, parse_card
from .options import DEFAULT_OPTIONS, PLAYERS, Options
from .position import Position, full_stocks
from .runs import Stock
from .sliding import hole
from .squares import SIDE, SquareSet, bit, square_name

NAME = "012x012"
ALIASES = ("zero12", "cublook")
EMPTY = "."
"""An empty square, and as a whole row an empty row."""

_MOST_CHARACTERS = 2000
_STOCK = "[0-9]{1,2},[0-9]{1,2},[0-9]{1,2}"
_WORDS = {
    "stocks": re.compile(f"{_STOCK}(:{_STOCK})*"),
    "to_move": re.compile("[1-8]"),
    "turns": re.compile("again"),
    "last": re.compile("last=[1-8]"),
    "guesser": re.compile("guesser=[1-8]"),
    "mode": re.compile("puzzle|sliding"),
}
_EXPECTED_WORDS = "stocks such as 24,24,24:24,24,24, a player 1 to 8, again, last=1, guesser=1, puzzle or sliding"


def position_notation(position: Position) -> str:
    """The line of text that `parse_position` reads back to the same position.

    Examples
    --------
    >>> from .position import start
    >>> position_notation(start())[-52:]
    '11001111 ./././././././././././. 24,24,24:24,24,24 1'
    """
    words = [NAME, card_notation(position.card), _board_notation(position)]
    if position.options.mode != "game":
        words.append(position.options.mode)
    if position.stocks:
        words.append(":".join(",".join(map(str, stock)) for stock in position.stocks))
    words.append(str(position.to_move))
    if position.turns > 1:
        words.append("again")
    if position.last:
        words.append(f"last={position.last}")
    if position.may_pass:
        words.append(f"guesser={position.options.guesser}")
    return " ".join(words)


def parse_position(text: str, options: Options | None = None) -> Position:
    """The position that a line describes, with or without the game's name in front.

    Parameters
    ----------
    text : str
        Card and board; then, each if it matters and in any order, the stocks, the player to move (1 if it is not
        said), `again`, `last=`, `guesser=`, and `puzzle` or `sliding`. Stocks left out are full on an empty board and
        unknown otherwise.
    options : Options, optional
        The rule set; card, mode and the number of players are those of the text.

    Raises
    ------
    NotationError
        Saying where, and what was expected.
    """
    if len(text) > _MOST_CHARACTERS:
        raise NotationError(f"{len(text)} characters are too many for a position; in {shortened(text)!r}")
    words = notation_words(after_name(text, (NAME, *ALIASES)))
    if len(words) < 2:
        raise NotationError(f"expected a card and a board of {SIDE} rows joined by `/` each; in {shortened(text)!r}")
    try:
        return _position(words, options or DEFAULT_OPTIONS)
    except NotationError as error:
        where = "" if shortened(text) in str(error) else f"; in {shortened(text)!r}"
        raise NotationError(f"{error}{where}") from None


def _position(words: list[str], options: Options) -> Position:
    card, laid = parse_card(words[0]), _parse_board(words[1])
    said: dict[str, str] = {}
    for word in map(str.lower, words[2:]):
        kind = next((kind for kind, pattern in _WORDS.items() if pattern.fullmatch(word)), None)
        if kind is None or kind in said:
            raise NotationError(f"{word!r} is not understood, or said twice; expected {_EXPECTED_WORDS}")
        said[kind] = word
    stocks = tuple(map(_parse_stock, said["stocks"].split(":"))) if "stocks" in said else ()
    mode = said.get("mode", "game")
    guesser = int(said["guesser"][-1]) if "guesser" in said else options.guesser
    changes: dict[str, Any] = {"mode": mode, "players": _players(mode, stocks, options), "guesser": guesser}
    try:
        options = replace(options, card=card_notation(card), **changes)
    except ValueError as error:
        raise NotationError(str(error)) from None
    to_move, last = int(said.get("to_move", "1")), int(said.get("last", "0")[-1])
    if mode == "sliding" and (stocks or hole(laid).bit_count() != 1):
        raise NotationError(f"the sliding puzzle has one empty square, not {hole(laid).bit_count()}, and no stocks")
    if not stocks and not any(laid):
        stocks = full_stocks(options)
    try:
        return Position(options, laid, stocks, to_move, 2 if "turns" in said else 1, last, "guesser" in said)
    except ImpossiblePosition as reason:
        raise NotationError(str(reason)) from None


def _players(mode: str, stocks: tuple[Stock, ...], options: Options) -> int:
    if mode != "game":
        return 1
    if stocks and len(stocks) not in PLAYERS:
        raise NotationError(f"stocks of {len(stocks)} players; there can be {', '.join(map(str, PLAYERS))}")
    return len(stocks) or options.players


def _parse_stock(text: str) -> Stock:
    first, second, third = map(int, text.split(","))
    return first, second, third


def _board_notation(position: Position) -> str:
    cubes = [[position.cube((column, row)) for column in range(SIDE)] for row in reversed(range(SIDE))]
    rows = ("".join(EMPTY if code is None else str(code) for code in row) for row in cubes)
    return "/".join(row if row.strip(EMPTY) else EMPTY for row in rows)


def _parse_board(text: str) -> tuple[SquareSet, SquareSet, SquareSet]:
    rows = text.split("/")
    if len(rows) != SIDE:
        raise NotationError(f"the board has {counted(len(rows), 'row')}; expected {SIDE} joined by `/`")
    laid = [0, 0, 0]
    for row, codes in zip(reversed(range(SIDE)), rows, strict=True):
        if codes == EMPTY:
            continue
        if len(codes) != SIDE:
            raise NotationError(
                f"row {row + 1} of the board: expected {SIDE} squares, or {EMPTY} alone, not {len(codes)}"
            )
        for column, character in enumerate(codes):
            if character not in (EMPTY, "0", "1", "2"):
                name = square_name((column, row))
                raise NotationError(f"square {name} of the board: {character!r}; expected 0, 1, 2 or {EMPTY}")
            if character != EMPTY:
                laid[int(character)] |= bit((column, row))
    return laid[0], laid[1], laid[2]
