"""Text to towers, placements and positions: the grammar of the tower notation, tolerant in what it reads.

Its mirror, strict in what it writes, is `tower_notation`, `placement_notation` and `position_notation`. Called by
the command line and by tests; the grammar with examples is in docs/notation.md.
"""

import re

from rules.cubes import Cell, Face
from rules.errors import ImpossiblePosition, IncompletePosition, counted, notation_error
from rules.game import move_word, notation_words
from rules.letters import plain_letters

from .hands import Hand, Hands
from .pieces import DEFAULT_OPTIONS, TYPES, Options
from .position import Position, PositionFields, position_of
from .tower import COLUMNS, LEVELS, Cube, Placement, Tower

MOST_LEVELS = 99
"""Levels and coordinates beyond this are taken for a slip of the pen."""

_CUBE = re.compile(r"(?P<type>[0-9?])(?P<bulges>[EWNSUD]*)(?P<hollows>[ewnsud]*)(?P<rest>\??)")
_BESIDE = re.compile(r"\+(?P<x>-?[0-9]{1,2}),(?P<y>-?[0-9]{1,2}),(?P<z>[0-9]{1,2})=(?P<cube>.*)")
_CUBE_EXPECTED = (
    "`-`, `?` or a type 0 to 4 with its bulge faces such as `3ENU`, or what is known such as `3Ues?` or `?Us`"
)


def parse_tower(text: str) -> Tower:
    """The tower that a line of text describes.

    Parameters
    ----------
    text : str
        Tower notation without hands; spaces around separators do not matter.

    Raises
    ------
    NotationError
        With the place, what was expected there, and the whole text.

    Examples
    --------
    >>> parse_tower("1U, 3EN?, ?, - / 2ew?,-,-,-")
    parse_tower('1U,3EN?,?,-/2ew?,-,-,-')
    >>> parse_tower("1U,3X,-,-")
    Traceback (most recent call last):
        ...
    rules.errors.NotationError: level 1, cell b1: '3X' is no cube; expected `-`, `?` or a type 0 to 4 with its bulge \
faces such as `3ENU`, or what is known such as `3Ues?` or `?Us`; in '1U,3X,-,-'
    """
    fields = parse_fields(text)
    if fields.hands is not None or fields.player is not None:
        raise notation_error(text, "more stands after the tower", "a tower without hands and player")
    return fields.tower


def parse_cube(text: str) -> Cube:
    """The cube that a text describes.

    Raises
    ------
    NotationError
        With what was expected.

    Examples
    --------
    >>> parse_cube("2ew?").hollows == {Face.E, Face.W}
    True
    """
    return _cube(text, "the cube", text)


def parse_position(text: str, options: Options = DEFAULT_OPTIONS) -> Position:
    """The position that a line of text describes.

    Parameters
    ----------
    text : str
        Tower, then optionally both hands and the player to move. The player follows from the number of cubes; the
        hands follow if the tower leaves only one pair possible.
    options : Options
        The rule set of the position.

    Raises
    ------
    NotationError
        With the place, what was expected there, and the whole text; also if hands are needed and not given.

    Examples
    --------
    >>> str(parse_position("-,-,-,-"))
    '-,-,-,- 33132:33132 1'
    >>> parse_position("0,1W,-,- 23132:32132").to_move
    1
    """
    fields = parse_fields(text)
    try:
        return position_of(fields.tower, fields.hands, fields.player, options)
    except (ImpossiblePosition, IncompletePosition) as reason:
        raise notation_error(text, str(reason), "a tower and hands that belong together") from None


def parse_placement(text: str) -> Placement:
    """The placement that a text describes: column, level and cube, in capital letters or not.

    Raises
    ------
    NotationError
        With what was expected and the whole text.

    Examples
    --------
    >>> parse_placement("b1.3=3ENU").cell
    (1, 0, 2)
    """
    place, _, word = move_word(text).partition("=")
    if not word:
        raise notation_error(text, f"{text.strip()!r} is no placement", "column, level and cube such as `b1.3=3ENU`")
    # All of a cube that is placed is known, so that its letters are bulges, unless it is written as seen.
    place, word = place.lower(), word if word.endswith("?") else word.upper()
    if place.startswith("+"):
        cell, cube = _cube_beside(text, f"{place}={word}")
    else:
        cell, cube = parse_cell(place, text), _cube(text, f"cell {place}", word)
    if cube.type is None or not cube.is_known:
        raise notation_error(text, f"{word!r} is not wholly known", "type and all bulges such as `3ENU`")
    return Placement(cell, cube.type, cube.bulges)


def parse_cell(word: str, text: str = "") -> Cell:
    """The cell of the footprint that a word names: column and level.

    Parameters
    ----------
    word : str
    text : str
        The whole text that it stands in, for the message; the word itself where not given.

    Raises
    ------
    NotationError

    Examples
    --------
    >>> parse_cell("b1.3")
    (1, 0, 2)
    """
    match = re.fullmatch(r"([ab][12])\.([0-9]{1,2})", word)
    if match is None or not 1 <= int(match[2]) <= MOST_LEVELS:
        expected = f"a column a1 b1 a2 b2 and a level 1 to {LEVELS} such as `b1.3`"
        raise notation_error(text or word, f"{word!r} is no cell", expected)
    x, y = next(column for column, name in COLUMNS.items() if name == match[1])
    return x, y, int(match[2]) - 1


def parse_fields(text: str) -> PositionFields:
    """Read each field of a position's notation for itself.

    Raises
    ------
    NotationError
        As `parse_tower`.

    Examples
    --------
    >>> parse_fields("0, 1W, -, - 2").hands, parse_fields("0,1W,-,- 2").player
    (None, 2)
    >>> parse_fields("-,-,-,- +2,0,0=0 33132:33131").hands
    ((3, 3, 1, 3, 2), (3, 3, 1, 3, 1))
    """
    words = notation_words(text, "/,:=")
    if not words:
        raise notation_error(text, "nothing is written", "levels such as `-,-,-,-` from the ground up")
    cubes = _levels(text, words[0])
    rest = words[1:]
    while rest and rest[0].startswith("+"):
        cell, cube = _cube_beside(text, rest.pop(0))
        if cell in cubes:
            raise notation_error(text, f"cell {cell} is given twice", "each cell once")
        cubes[cell] = cube
    if all(re.fullmatch("[0-9]{5}", word) for word in rest[:2]) and len(rest) > 1:
        rest[:2] = [":".join(rest[:2])]
    hands = parse_hands(rest.pop(0), text) if rest and ":" in rest[0] else None
    if rest and rest[0] not in ("1", "2"):
        behind = "hands such as `33132:33132` and the player to move, 1 or 2, with `/` between levels"
        raise notation_error(text, f"{rest[0]!r} after the tower", behind)
    if len(rest) > 1:
        raise notation_error(text, f"{rest[1]!r} after the player to move", "nothing more")
    return PositionFields(Tower.from_cubes(cubes), hands, int(rest[0]) if rest else None)


def _levels(text: str, word: str) -> dict[Cell, Cube]:
    cubes = {}
    levels = word.split("/")
    if len(levels) > MOST_LEVELS:
        raise notation_error(text, f"{len(levels)} levels", f"at most {MOST_LEVELS}")
    for z, level in enumerate(levels):
        cells = level.split(",")
        if len(cells) != len(COLUMNS):
            raise notation_error(
                text, f"level {z + 1}: {level!r} does not have four cells", "a1 b1 a2 b2, joined by `,`"
            )
        for (x, y), column, word in zip(COLUMNS, COLUMNS.values(), cells, strict=True):
            if word != "-":
                cubes[(x, y, z)] = _cube(text, f"level {z + 1}, cell {column}", word)
    return cubes


def _cube_beside(text: str, word: str) -> tuple[Cell, Cube]:
    """A cube outside the footprint, `+x,y,z=cube`."""
    match = _BESIDE.fullmatch(word)
    if match is None:
        raise notation_error(text, f"{word!r} is no cube outside the footprint", "cell and cube such as `+2,0,0=3ENU`")
    cell = (int(match["x"]), int(match["y"]), int(match["z"]))
    if cell[:2] in COLUMNS:
        raise notation_error(text, f"{word!r} lies inside the footprint", "cubes there written in their level")
    return cell, _cube(text, f"cell {word.split('=')[0]}", match["cube"])


def _cube(text: str, place: str, word: str) -> Cube:
    match = _CUBE.fullmatch(word)
    if match is None or (match["type"] == "?" and match["rest"]):
        raise notation_error(text, f"{place}: {word!r} is no cube", _CUBE_EXPECTED)
    for letters in (match["bulges"], match["hollows"]):
        if len(set(letters)) < len(letters):
            raise notation_error(text, f"{place}: {word!r} names a face twice", "each face once")
    bulges = frozenset(Face[letter] for letter in match["bulges"])
    hollows = frozenset(Face[letter] for letter in match["hollows"].upper())
    type = None if match["type"] == "?" else int(match["type"])
    try:
        cube = Cube(type, bulges, hollows)
    except ImpossiblePosition as reason:
        raise notation_error(text, f"{place}: {word!r}: {reason}", "a cube that exists") from None
    # Hollows alone would tell the bulges too, but who writes `3enu` means `3ENU`.
    if type is not None and not match["rest"] and len(bulges) < (count := TYPES[type].bulge_count):
        raise notation_error(
            text,
            f"{place}: {word!r} names {len(bulges)} of {counted(count, 'bulge')}",
            "all of them in capital letters, or `?` at the end if unknown",
        )
    return cube


def parse_hands(word: str, text: str = "") -> Hands:
    """Both hands, such as `33132:33132`, a space or another sign between; whether they can be held is another question.

    Parameters
    ----------
    word : str
    text : str
        The whole notation that it is part of, for the error.

    Raises
    ------
    NotationError
        It is not five digits for each player.
    """
    match = re.fullmatch(r"([0-9]{5})\s*[:;,/\s-]\s*([0-9]{5})", plain_letters(word).strip())
    if match is None:
        raise notation_error(text or word, f"hands {word!r}", "five digits for each player such as `33132:33132`")
    return _hand(match[1]), _hand(match[2])


def _hand(digits: str) -> Hand:
    a, b, c, d, e = map(int, digits)
    return a, b, c, d, e
