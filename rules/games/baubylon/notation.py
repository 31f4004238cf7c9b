"""Text to positions; its mirror is `position_notation`. Called by the game and by tests."""

import re
from dataclasses import replace

from rules.errors import ImpossiblePosition, notation_error
from rules.game import notation_words

from .building import parse_building
from .ground import ground_of
from .options import DEFAULT_OPTIONS, Options
from .position import RED, Position, Stack
from .squares import square_name, square_of

_FIELDS = "building, stacks, pawns at home, red pawns, roll and player"
_STACK = re.compile(r"([a-z][1-9][0-9]?):([r0-9]+)")


def parse_position(text: str, options: Options | None = None) -> Position:
    """The position that a line of text describes.

    Parameters
    ----------
    text : str
        Building, stacks, pawns at home, red pawns, roll and player; from the end, what is not said may be left out:
        then player 1 is to roll, or the game is over; no red pawn is held or to be put down, and all pawns not on the
        building are at home.
    options : Options, optional
        The rule set; its building and its number of players give way to the text's. The default without it.

    Raises
    ------
    NotationError
        With the place, what was expected there, and the whole text.

    Examples
    --------
    >>> str(parse_position("12/23 a2:1"))
    '12/23 a2:1 566 0:000 - 1'
    >>> parse_position("12/23 a2:12 565 0:000 7 1")
    Traceback (most recent call last):
        ...
    rules.errors.NotationError: roll '7'; expected 1 to 6, or `-` before the roll; in '12/23 a2:12 565 0:000 7 1'
    """
    words = notation_words(text)
    if not words:
        raise notation_error(text, "nothing is written", _FIELDS)
    if len(words) > 6:
        raise notation_error(text, f"{words[6]!r} after the player", f"nothing more than {_FIELDS}")
    try:
        return _position(text, words, options)
    except ImpossiblePosition as reason:
        raise notation_error(text, str(reason), "numbers that belong together") from None


def _position(text: str, words: list[str], given: Options | None) -> Position:
    building, stacks, home, red, roll, player = (*words, *[""] * (6 - len(words)))
    options = replace(given or DEFAULT_OPTIONS, building=str(parse_building(building)))
    if home:
        if re.fullmatch(r"[0-9]{3,6}", home) is None:
            raise notation_error(text, f"pawns at home {home!r}", "a digit for each of 3 to 6 players such as `666`")
        options = replace(options, players=len(home))
    standing = _stacks(text, options, stacks or "-")
    left, held = _red(text, options, red or f"0:{'0' * options.players}")
    if roll not in ("", "-", *"123456"):
        raise notation_error(text, f"roll {roll!r}", "1 to 6, or `-` before the roll")
    if player not in ("", *map(str, range(1, options.players + 1))):
        raise notation_error(text, f"player {player!r}", f"1 to {options.players}")
    pawns = tuple(map(int, home)) if home else _at_home(standing, options)
    points = int(roll) if roll not in ("", "-") else 0
    position = Position(options, standing, pawns, held, left, points, int(player or 1))
    return position if player or not position.is_over else replace(position, player=position.winner)


def _stacks(text: str, options: Options, word: str) -> tuple[Stack, ...]:
    building = ground_of(options).building
    standing: dict[int, Stack] = {}
    for name in [] if word == "-" else word.lower().split(","):
        match = _STACK.fullmatch(name)
        square = square_of(match[1]) if match else None
        if match is None or square is None:
            raise notation_error(
                text, f"stack {name!r}", "a square and pawns from below, r or a player, such as `b2:r13`"
            )
        if not building.holds(square):
            raise notation_error(text, f"stack {name!r}", f"a square up to {square_name(building.squares[-1])}")
        if building.index(square) in standing:
            raise notation_error(text, f"square {match[1]} is given twice", "each square once")
        if "0" in match[2]:
            raise notation_error(text, f"stack {name!r}", "r for a red pawn and 1 to 6 for the players'")
        standing[building.index(square)] = tuple(RED if letter == "r" else int(letter) for letter in match[2])
    return tuple(standing.get(index, ()) for index in range(len(building.heights)))


def _red(text: str, options: Options, word: str) -> tuple[int, tuple[int, ...]]:
    match = re.fullmatch(r"([0-9]):([0-9]+)", word)
    if match is None or len(match[2]) != options.players:
        example = f"`0:{'0' * options.players}`"
        raise notation_error(
            text, f"red pawns {word!r}", f"those to be put down, and those that each player holds: {example}"
        )
    return int(match[1]), tuple(map(int, match[2]))


def _at_home(standing: tuple[Stack, ...], options: Options) -> tuple[int, ...]:
    """All pawns that are not on the building; none where more are on it than there are."""
    on_building = [sum(stack.count(player) for stack in standing) for player in range(1, options.players + 1)]
    return tuple(max(0, options.pawns - count) for count in on_building)
