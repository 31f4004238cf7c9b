"""Knows what happens in a filmed game of 012x012: turns, mistakes that are taken back, reaches, a bumped camera.

Called by samples.board_film, which films it. A story is drawn from a random generator; what is legal the rules say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from rules.errors import IncompletePosition
from rules.game import Fault
from rules.games.zero12 import CODES, SQUARES, Mistake, Options, Position, Run, Square, bit, explain, move_faults, start
from rules.games.zero12.runs import supported
from rules.games.zero12.squares import STRAIGHT, Direction, is_on_board

from .board_positions import Cube, with_cube
from .plots import things_before_turns

Generator = np.random.Generator
Kind = Literal["turn", "mistake", "taken_back", "reach", "bump"]
#: What can be wrong with a run: a cube's colour; a cube with fewer than two contacts around an edge; too few cubes by
#: rule 4; a gap; cubes not in one line.
MISTAKES = ("colour", "contact", "short", "gap", "bent")
#: A turn has no more cubes than these, so that films stay short, and a mistake these.
MOST_CUBES, MOST_WRONG = 5, 3
_TRIES = 200


@dataclass(frozen=True, slots=True)
class BoardHappening:
    """One thing that players do, or that happens to the camera.

    Attributes
    ----------
    kind
        "taken_back" follows a mistake; a "reach" is a hand over the board that changes nothing.
    position
        What lies there after it, and whose turn it is.
    player
        Whose hand it is; 0 for a bump.
    cubes
        What is laid or taken away, in this order.
    run
        The run laid, if its cubes are one.
    faults
        The rules that it breaks.
    """

    kind: Kind
    position: Position
    player: int = 0
    cubes: tuple[Cube, ...] = ()
    run: Run | None = None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardPlot:
    """How much of what a story has; ``begun`` is how many cubes lie there before it."""

    turns: int = 6
    mistakes: int = 0
    reaches: int = 0
    bumps: int = 0
    begun: int = 0


def random_board_story(
    rng: Generator, options: Options, plot: BoardPlot
) -> tuple[Position, tuple[BoardHappening, ...]]:
    """How a board lies at first, and a game from there with what a plot asks for, each thing before another turn.

    A mistake is taken back by the player who made it and then has two turns (rule 5).

    Raises
    ------
    ValueError
        There are more things than turns, or no such game is found.
    """
    counts = {"mistake": plot.mistakes, "reach": plot.reaches, "bump": plot.bumps}
    for _ in range(_TRIES):
        extras = things_before_turns(rng, plot.turns, counts)
        begun = _begun(rng, options, plot.begun)
        told = begun and _tell(rng, begun, extras)
        if begun and told:
            return begun, told
    raise ValueError(f"no game of {plot.turns} turns after {plot.begun} cubes was found")


def _begun(rng: Generator, options: Options, count: int) -> Position | None:
    """A position after random turns with so many cubes in all; None where they lead to none."""
    position = start(options)
    while left := count - position.filled.bit_count():
        run = _random_run(rng, position, min(left, MOST_CUBES))
        if run is None:
            return None
        position = position.applied(run)
    return position


def _random_run(rng: Generator, position: Position, most: int) -> Run | None:
    """One of the legal runs of so many cubes at most, each length as likely as the others."""
    runs = [move for move in position.legal_moves() if isinstance(move, Run) and move.length <= most]
    if not runs:
        return None
    length = rng.choice(sorted({run.length for run in runs}))
    alike = [run for run in runs if run.length == length]
    return alike[rng.integers(len(alike))]


def _tell(rng: Generator, position: Position, extras: Sequence[str]) -> tuple[BoardHappening, ...] | None:
    """A story with a thing before each turn, or nothing; None where a turn or a mistake finds no place."""
    story: list[BoardHappening] = []
    for extra in extras:
        player = position.to_move
        if extra == "bump":
            story.append(BoardHappening("bump", position))
        elif extra == "reach":
            story.append(BoardHappening("reach", position, int(rng.integers(position.options.players)) + 1))
        elif extra == "mistake":
            mistake = _random_mistake(rng, position)
            if mistake is None:
                return None
            # Which run was wrong makes no difference to what follows.
            position = position.applied(Mistake(mistake.run or Run(mistake.cubes[0][0])))
            taken_back = BoardHappening("taken_back", position, player, mistake.cubes[::-1], mistake.run)
            story += [mistake, taken_back]
        run = _random_run(rng, position, MOST_CUBES)
        if run is None:
            return None
        position = position.applied(run)
        story.append(BoardHappening("turn", position, player, _as_asked(position, run.squares), run))
    return tuple(story)


def _as_asked(position: Position, squares: Sequence[Square]) -> tuple[Cube, ...]:
    """Cubes on these squares, each as the card asks for it."""
    return tuple((square, position.card.code(square)) for square in squares)


def _random_mistake(rng: Generator, position: Position) -> BoardHappening | None:
    """A wrong run of the player to move which no legal turns explain, of a kind by lot; None if there is none."""
    for kind in rng.permutation(MISTAKES):
        found = list(_wrong_runs(position, str(kind)))
        for number in rng.permutation(len(found)):
            run, cubes = found[number]
            after = _with_cubes(position, cubes)
            told = _faults_of_change(position, after)
            if after and told:
                faults = move_faults(position, run) if run else told
                return BoardHappening("mistake", after, position.to_move, cubes, run, faults)
    return None


def _wrong_runs(position: Position, kind: str) -> Iterator[tuple[Run | None, tuple[Cube, ...]]]:
    """Wrong runs of one of the kinds, each with its cubes; no run where the cubes lie in none."""
    if kind == "colour":
        legal = (move for move in position.legal_moves() if isinstance(move, Run) and move.length <= MOST_WRONG)
        for run in legal:
            asked = _as_asked(position, run.squares)
            for wrong in range(run.length):
                for code in CODES:
                    cubes = tuple((square, code if n == wrong else own) for n, (square, own) in enumerate(asked))
                    if cubes != asked:
                        yield replace(run, colours="".join(str(own) for _, own in cubes)), cubes
        return
    if kind in ("contact", "short"):
        rule = {"contact": "3", "short": "4"}[kind]
        for run in _runs(MOST_WRONG if kind == "contact" else 2):
            if {fault.rule for fault in move_faults(position, run)} == {rule}:
                yield run, _as_asked(position, run.squares)
        return
    for first in SQUARES:
        if supported(position.filled) & bit(first):
            for squares in _gaps(first) if kind == "gap" else _bends(first):
                if all(is_on_board(square) and not position.filled & bit(square) for square in squares):
                    yield None, _as_asked(position, squares)


def _runs(most: int) -> Iterator[Run]:
    """All runs of so many cubes at most, on the board and beyond."""
    for square in SQUARES:
        yield Run(square)
        for direction in STRAIGHT:
            yield from (Run(square, direction, length) for length in range(2, most + 1))


def _gaps(first: Square) -> Iterator[tuple[Square, ...]]:
    """Squares in a line of which one is left out."""
    for direction in STRAIGHT:
        yield first, direction.beside(first, 2)
        yield first, direction.beside(first), direction.beside(first, 3)


def _bends(first: Square) -> Iterator[tuple[Square, ...]]:
    """Squares round a corner, and on a diagonal."""
    for direction in Direction:
        second = direction.beside(first)
        if direction.is_straight:
            across = [way for way in STRAIGHT if way not in (direction, direction.opposite)]
            yield from ((first, second, way.beside(second)) for way in across)
        else:
            yield first, second


def _with_cubes(position: Position, cubes: Sequence[Cube]) -> Position | None:
    """What lies there with these cubes of the player to move too; None if that player has not all of them."""
    stock = list(position.stock)
    after = position
    for square, code in cubes:
        stock[code] -= 1
        after = with_cube(after, square, code)
    if min(stock) < 0:
        return None
    stocks = list(position.stocks)
    stocks[position.to_move - 1] = (stock[0], stock[1], stock[2])
    return replace(after, stocks=tuple(stocks))


def _faults_of_change(before: Position, after: Position | None) -> tuple[Fault, ...]:
    """What is told of a change; empty where it is legal, or may be."""
    try:
        return explain(before, after).faults if after else ()
    except IncompletePosition:
        return ()
