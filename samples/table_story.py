"""Knows what happens in a filmed game of Les Tours de Babel: turns, mistakes that are taken back, falls, reaches.

Called by samples.table_film, which films it. A story is drawn from a random generator; what is legal the rules say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from rules.errors import IncompletePosition
from rules.game import Fault
from rules.games.tours import (
    SQUARES,
    TILES,
    Draw,
    Fall,
    Move,
    Options,
    Place,
    Position,
    Tile,
    explain,
    may_lie_on,
)

from .plots import things_before_turns
from .table_scene import COPIES

Generator = np.random.Generator
Kind = Literal["turn", "aside", "mistake", "taken_back", "reach", "fall", "bump"]
Piles = tuple[tuple[Tile, ...], ...]
"""Of each player, in the order in which the tiles are drawn."""
#: A column that falls loses so many tiles at most.
MOST_FALLEN = 3
#: The rules that mistakes break: the turn, and what may lie on a tile of another family and of the same one.
RULES = ("2", "4", "5")
# Columns of fewer tiles than these are the more often built on the higher they are.
_HIGH = 5
_TWO_FALL_SHARE = 0.5
_TRIES = 200


@dataclass(frozen=True, slots=True)
class TableHappening:
    """One thing that players do, or that happens to the columns or to the camera.

    Attributes
    ----------
    kind
        "aside": a tile that fits nowhere goes to the reserve, of which the mat shows nothing. "taken_back" follows a
        mistake; a "reach" is a hand over the mat that changes nothing; in a "fall" columns lose tiles under a hand.
    position
        What lies there after it, with the reserves.
    player
        Whose hand it is; 0 for a bump.
    squares
        Where it happens, as numbers in `SQUARES`.
    move
        What is played, wrong or taken back.
    faults
        The rules that a mistake breaks.
    """

    kind: Kind
    position: Position
    player: int = 0
    squares: tuple[int, ...] = ()
    move: Move | None = None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class TablePlot:
    """How much of what a story has.

    Attributes
    ----------
    turns
        How many tiles are drawn; each is laid, or put aside if it fits nowhere.
    mistakes, reaches, falls, bumps
    begun
        How many tiles lie there before it.
    """

    turns: int = 8
    mistakes: int = 0
    reaches: int = 0
    falls: int = 0
    bumps: int = 0
    begun: int = 0


def random_table_story(
    rng: Generator, options: Options, plot: TablePlot
) -> tuple[Position, tuple[TableHappening, ...]]:
    """How a table lies at first, and a game from there with what a plot asks for, each thing before another turn.

    A mistake is taken back by the player who made it. Its tile is the next of that player's pile, and stays so.

    Raises
    ------
    ValueError
        There are more things than turns, or no such game is found.
    """
    counts = {"mistake": plot.mistakes, "reach": plot.reaches, "fall": plot.falls, "bump": plot.bumps}
    for _ in range(_TRIES):
        things = things_before_turns(rng, plot.turns, counts)
        piles = _shuffled(rng, options)
        begun = _begun(rng, options, piles, plot.begun)
        told = begun and _tell(rng, begun, piles, things)
        if begun and told:
            return begun, told
    raise ValueError(f"no game of {plot.turns} turns after {plot.begun} tiles was found")


def _shuffled(rng: Generator, options: Options) -> Piles:
    families = ([tile for tile in TILES if tile.family == family] * COPIES for family in options.families_in_play)
    return tuple(tuple(tiles[number] for number in rng.permutation(len(tiles))) for tiles in families)


def _begun(rng: Generator, options: Options, piles: Piles, count: int) -> Position | None:
    """A position after random turns, when first so many tiles lie there; None if the game ends before."""
    position = Position(reserves=((),) * options.players, options=options)
    while sum(map(len, position.columns)) < count:
        if position.is_over:
            return None
        position = _random_turn(rng, position, piles).position
    return position


def _tell(rng: Generator, position: Position, piles: Piles, things: Sequence[str]) -> tuple[TableHappening, ...] | None:
    """A story with a thing before each turn, or nothing; None where one finds no place."""
    story: list[TableHappening] = []
    for thing in things:
        if position.is_over:
            return None
        if thing:
            told = _random_thing(rng, position, piles, thing)
            if not told:
                return None
            story += told
            position = told[-1].position
        story.append(_random_turn(rng, position, piles))
        position = story[-1].position
    return tuple(story)


def _random_thing(rng: Generator, position: Position, piles: Piles, kind: str) -> tuple[TableHappening, ...]:
    """One thing that is no turn, a mistake with what it leads to; none where it finds no place."""
    if kind == "bump":
        return (TableHappening("bump", position),)
    if kind == "mistake":
        return _random_mistake(rng, position, piles)
    player = int(rng.integers(position.options.players)) + 1
    if kind == "fall":
        return _random_fall(rng, position, player)
    return (TableHappening("reach", position, player, (int(rng.integers(len(SQUARES))),)),)


def _next_tile(position: Position, piles: Piles, player: int) -> Tile:
    """The tile that a player draws next."""
    return piles[player - 1][-position.pile_size(player)]


def _random_turn(rng: Generator, position: Position, piles: Piles) -> TableHappening:
    """The next tile is laid, rather on high columns than on low ones or on none, or put aside if it fits nowhere."""
    player = position.player
    drawn = position.applied(Draw(_next_tile(position, piles, player)))
    moves = drawn.legal_moves()
    places = [move for move in moves if isinstance(move, Place)]
    if not places:
        return TableHappening("aside", drawn.applied(moves[0]), player, (), moves[0])
    heights = np.array([len(position.columns[place.square]) for place in places])
    weights = np.where(heights < _HIGH, 1.0 + 2.0 * heights, 0.5)
    place = places[rng.choice(len(places), p=weights / weights.sum())]
    return TableHappening("turn", drawn.applied(place), player, (place.square,), place)


def _random_mistake(rng: Generator, position: Position, piles: Piles) -> tuple[TableHappening, ...]:
    """A tile that no legal turns explain, wrong by a rule by lot, which is taken back; nothing if there is none."""
    for rule in rng.permutation(RULES):
        found = list(_wrong_places(position, piles, str(rule)))
        for number in rng.permutation(len(found)):
            player, place = found[number]
            after = _with_tile(position, place)
            faults = _faults_of_change(position, after)
            if [fault.rule for fault in faults] == [rule]:
                where = player, (place.square,), place
                return TableHappening("mistake", after, *where, faults), TableHappening("taken_back", position, *where)
    return ()


def _wrong_places(position: Position, piles: Piles, rule: str) -> Iterator[tuple[int, Place]]:
    """Who lays the next tile where against one of the `RULES`."""
    for player in range(1, position.options.players + 1):
        is_out_of_turn = player != position.player
        if is_out_of_turn != (rule == "2") or not position.pile_size(player):
            continue
        tile = _next_tile(position, piles, player)
        for square, column in enumerate(position.columns):
            fits = not column or (column[-1] is not None and may_lie_on(tile, column[-1]))
            if fits == is_out_of_turn:
                yield player, Place(square, tile)


def _with_tile(position: Position, place: Place) -> Position:
    """What lies there with one more tile, whoever laid it."""
    columns = list(position.columns)
    columns[place.square] = (*columns[place.square], place.tile)
    return replace(position, columns=tuple(columns))


def _faults_of_change(before: Position, after: Position) -> tuple[Fault, ...]:
    """What is told of a change; empty where turns explain it to a camera, which sees no reserves."""
    try:
        ways = explain(before, replace(after, reserves=None)).ways
    except IncompletePosition:
        ways = ()
    # By a tile that was laid and fell at once nearly everything can be explained.
    is_explained = any(not any(isinstance(move, Fall) for move in way) for way in ways)
    return () if is_explained else explain(before, after).faults


def _random_fall(rng: Generator, position: Position, player: int) -> tuple[TableHappening, ...]:
    """One column, rather a high one, loses tiles, and maybe one beside it; nothing if no tile lies on another."""
    heights = np.array([len(column) for column in position.columns])
    weights = np.where(heights > 1, heights, 0)
    if not weights.any():
        return ()
    first = int(rng.choice(len(SQUARES), p=weights / weights.sum()))
    beside = [square for square in _neighbours(first) if heights[square]]
    falling = [first, int(rng.choice(beside))] if beside and rng.random() < _TWO_FALL_SHARE else [first]
    left = [(square, int(heights[square]) - _fallen(rng, int(heights[square]))) for square in sorted(falling)]
    fall = Fall(player, tuple(left))
    return (TableHappening("fall", position.applied(fall), player, tuple(sorted(falling)), fall),)


def _fallen(rng: Generator, height: int) -> int:
    """How many tiles a column loses."""
    return int(rng.integers(1, min(height, MOST_FALLEN) + 1))


def _neighbours(square: int) -> list[int]:
    """The squares that share a side with one."""
    row, column = divmod(square, 3)
    return [other for other in range(len(SQUARES)) if abs(other // 3 - row) + abs(other % 3 - column) == 1]
