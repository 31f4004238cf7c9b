"""Text to positions and moves and back. Called by the game's common names, the command line and tests."""

import re
from dataclasses import replace

from rules.errors import ImpossiblePosition, counted, notation_error
from rules.game import after_name, move_word, notation_words

from .moves import Aim, Draw, Fall, Move, Place, Reserve, Square
from .position import Position
from .tiles import DEFAULT_OPTIONS, SQUARES, Column, Options, Tile, TilesAside, aside

NAME = "tours"
ALIASES = ("les tours de babel", "tours de babel")
_TILE = re.compile(r"([1-9])([bcw])")
_TILES = re.compile(r"(?:[1-9][bcw]|\?)+")
_FALL = re.compile(r"([1-9]):([abc][123]\.[0-9]{1,3}(?:,[abc][123]\.[0-9]{1,3})*)")
_COLUMNS_IN_ROW = 3


def parse_position(text: str, options: Options = DEFAULT_OPTIONS) -> Position:
    """The position that a line of text describes, with or without the game's name.

    Parameters
    ----------
    text : str
        Columns; then optionally the reserves, one for each player, or `*` if nobody looked; then optionally the
        drawn tile, followed by `@` and the square that was named before drawing, if one was. Without reserves they
        are empty.
    options : Options
        The rule set. How many play is taken from the reserves; without them, the tiles in view may show that more do.

    Raises
    ------
    NotationError
        With the place, what was expected there, and the whole text.

    Examples
    --------
    >>> position = parse_position("tours 5b4b,-,??2b/-,-,-/-,-,- 9b: 3c")
    >>> len(position.columns[0]), position.options.players, position.to_move
    (2, 2, 1)
    >>> parse_position("5b4x,-,-/-,-,-/-,-,-")
    Traceback (most recent call last):
        ...
    rules.errors.NotationError: square a1: '5b4x' is no column; expected `-` or tiles from the ground up such as \
`5b4b?3b`; in '5b4x,-,-/-,-,-/-,-,-'
    """
    words = notation_words(after_name(text, (NAME, *ALIASES)).lower(), "/,")
    if not words:
        raise notation_error(text, "nothing is written", "nine columns such as `5b4b,-,2c/-,-,-/-,-,-`")
    if len(words) > 3:
        raise notation_error(text, f"{words[3]!r} after the drawn tile", "nothing more")
    columns = _columns(text, words[0])
    drawn, aim = _hand(text, words[2]) if len(words) > 2 else (None, None)
    least = max(options.players, _players_shown((*columns, (drawn,)), options))
    field = words[1] if len(words) > 1 else ":" * (least - 1)
    reserves = None if field == "*" else tuple(_reserve(text, word) for word in field.split(":"))
    if reserves is not None and len(reserves) > len(options.families):
        raise notation_error(text, f"{len(reserves)} reserves", "one for each player, at most three")
    players = least if reserves is None else len(reserves)
    try:
        return Position(columns, reserves, drawn, aim, replace(options, players=players))
    except ImpossiblePosition as reason:
        raise notation_error(text, str(reason), "no `@`, or the option drawing=unseen") from None


def _players_shown(columns: tuple[Column, ...], options: Options) -> int:
    """As many players as it takes for the families in these columns to be played."""
    shown = {tile.family for column in columns for tile in column if tile is not None}
    return max((number for number, family in enumerate(options.families, start=1) if family in shown), default=1)


def position_of_columns(columns: tuple[Column, ...], options: Options) -> Position:
    """What stands there if nobody knows how it came about: more play than the options say if tiles of theirs do."""
    players = max(options.players, _players_shown(columns, options))
    return Position(columns, None, options=replace(options, players=players))


def position_notation(position: Position) -> str:
    """The line of text that `parse_position` reads back to the same position, the game's name first.

    Examples
    --------
    >>> position_notation(Position())
    'tours -,-,-/-,-,-/-,-,- - -'
    """
    words = [_tiles_notation(column) for column in position.columns]
    rows = [",".join(words[start : start + _COLUMNS_IN_ROW]) for start in range(0, len(words), _COLUMNS_IN_ROW)]
    reserves = "*" if position.reserves is None else ":".join(map(_tiles_notation, position.reserves))
    aim = "" if position.aim is None else f"@{SQUARES[position.aim]}"
    drawn = "" if position.drawn is None else str(position.drawn)
    return f"{NAME} {'/'.join(rows)} {reserves} {drawn + aim or '-'}"


def parse_move(text: str) -> Move:
    """The move that a text describes.

    Raises
    ------
    NotationError
        With what was expected and the whole text.

    Examples
    --------
    >>> parse_move("a1=5b")
    Place(square=0, tile=Tile(family='b', value=5))
    >>> parse_move("fall=2:a1.3,c3.0")
    Fall(player=2, heights=((0, 3), (8, 0)))
    """
    word, equals, rest = move_word(text).lower().partition("=")
    if word == "draw":
        return Draw(_tile(text, "the drawn tile", rest))
    if word == "aim" and rest in SQUARES:
        return Aim(SQUARES.index(rest))
    if word == "reserve":
        return Reserve(_tile(text, "the tile for the reserve", rest))
    if word == "fall":
        return _fall(text, rest)
    if word in SQUARES:
        return Place(SQUARES.index(word), _tile(text, f"square {word}", rest) if equals else None)
    expected = (
        "a square, with its tile or without, such as `a1=5b` or `a1`, or `draw=5b`, `reserve=5b`, `fall=1:a1.2,b2.0`"
    )
    raise notation_error(text, f"{word!r} is no move", expected)


def _columns(text: str, field: str) -> tuple[Column, ...]:
    rows = field.split("/")
    if len(rows) != len(SQUARES) // _COLUMNS_IN_ROW:
        raise notation_error(
            text, f"{counted(len(rows), 'row')} of squares", "three, from South to North, joined by `/`"
        )
    columns: list[Column] = []
    for row in rows:
        words = row.split(",")
        if len(words) != _COLUMNS_IN_ROW:
            place = f"row {row!r} has {counted(len(words), 'square')}"
            raise notation_error(text, place, "three, from West to East, joined by `,`")
        for word in words:
            columns.append(_column(text, SQUARES[len(columns)], word))
    return tuple(columns)


def _column(text: str, name: str, word: str) -> Column:
    if word == "-":
        return ()
    if not _TILES.fullmatch(word):
        expected = "`-` or tiles from the ground up such as `5b4b?3b`"
        raise notation_error(text, f"square {name}: {word!r} is no column", expected)
    return _parse_tiles(word)


def _reserve(text: str, word: str) -> TilesAside:
    if word in ("", "-"):
        return ()
    if not _TILES.fullmatch(word):
        raise notation_error(
            text, f"{word!r} is no reserve", "`-` or tiles such as `5b4b?` for each player, joined by `:`"
        )
    return aside(*_parse_tiles(word))


def _hand(text: str, word: str) -> tuple[Tile | None, Square | None]:
    """The drawn tile and the named square."""
    tile, at, name = word.partition("@")
    if at and name not in SQUARES:
        raise notation_error(text, f"{name!r} is no square", f"one of {' '.join(SQUARES)} after the `@`")
    drawn = None if (tile == "-" and not at) or (at and not tile) else _tile(text, "the drawn tile", tile)
    return drawn, SQUARES.index(name) if at else None


def _parse_tiles(word: str) -> tuple[Tile | None, ...]:
    found = re.findall(r"[1-9][bcw]|\?", word)
    return tuple(None if tile == "?" else Tile(tile[1], int(tile[0])) for tile in found)


def _tile(text: str, place: str, word: str) -> Tile:
    match = _TILE.fullmatch(word)
    if match is None:
        raise notation_error(text, f"{place}: {word!r} is no tile", "value and family, b c or w, such as `5b`")
    return Tile(match[2], int(match[1]))


def _fall(text: str, rest: str) -> Fall:
    match = _FALL.fullmatch(rest)
    if match is None:
        expected = "the player who caused it and the new heights of columns such as `fall=1:a1.2,b2.0`"
        raise notation_error(text, f"{text.strip()!r} is no fall", expected)
    heights = {}
    for word in match[2].split(","):
        name, _, height = word.partition(".")
        heights[SQUARES.index(name)] = int(height)
    if len(heights) != match[2].count(",") + 1:
        raise notation_error(text, f"{rest!r} names a column twice", "each column once")
    return Fall(int(match[1]), tuple(sorted(heights.items())))


def _tiles_notation(tiles: tuple[Tile | None, ...]) -> str:
    return "".join("?" if tile is None else str(tile) for tile in tiles) or "-"
