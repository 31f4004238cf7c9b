"""Knows the frames of a filmed game of 012x012: what lies on the board, whose hand is where, how the camera moves.

Called by samples.board_film, which makes the pictures and writes the truth. Knows no pixels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.games.zero12 import Position, Square

from .board_positions import Cube, cubes_on
from .board_story import BoardHappening
from .timeline import bumped_places, eased

Generator = np.random.Generator
Frames = tuple[int, int]
"""So many frames at least, and at most."""

#: Frames at 15 a second. For each cube the arm comes, stays and goes, and after a pause it comes with the next: from
#: cube to cube it takes 1.2 to 2 seconds. A reach stays longer.
COMING, STAYING, GOING, PAUSE, REACHING = (7, 9), (5, 7), (6, 9), (0, 4), (10, 25)
#: Nothing happens at first, after each happening, and after a mistake.
FIRST_REST = 30
REST, LIES = (30, 90), (45, 90)


@dataclass(frozen=True, slots=True)
class BoardMoment:
    """One frame.

    Attributes
    ----------
    laid
        The cubes on the board.
    camera
        How far the camera has been moved: whole numbers are places where it rests, 0 before the first bump.
    player
        Whose arm is in the picture, 0 for nobody's.
    reach
        Where its finger tips are, from 0 outside the picture to 1 at the square.
    square
        The square that the hand goes to.
    carried
        The cube in the hand.
    """

    laid: frozenset[Cube]
    camera: float = 0.0
    player: int = 0
    reach: float = 0.0
    square: Square = (0, 0)
    carried: Cube | None = None


@dataclass(frozen=True, slots=True)
class BoardSpan:
    """When a happening is in the film, in frames counted from 0.

    Attributes
    ----------
    happening
    first, last
        The frames from the first with the hand in the picture, or the camera in motion, to the last.
    changed
        For each of its cubes the first frame in which it lies there, or no longer does.
    """

    happening: BoardHappening
    first: int
    last: int
    changed: tuple[int, ...]


def board_timeline(
    rng: Generator, start: Position, story: Sequence[BoardHappening]
) -> tuple[tuple[BoardMoment, ...], tuple[BoardSpan, ...]]:
    """All frames of a story, and when each of its happenings is; how long everything takes is drawn by lot."""
    moments = [BoardMoment(frozenset(cubes_on(start)))] * FIRST_REST
    spans = []
    for happening in story:
        before, first = moments[-1], len(moments)
        if happening.kind == "bump":
            moments += (replace(before, camera=place) for place in bumped_places(before.camera))
        elif happening.kind == "reach":
            moments += _reach(rng, before, happening.player)
        else:
            moments += _handling(rng, before, happening)
        last, changed = len(moments) - 1, []
        for cube in happening.cubes:
            lies = happening.kind != "taken_back"
            changed.append(next(n for n in range(first, last + 1) if (cube in moments[n].laid) == lies))
        spans.append(BoardSpan(happening, first, last, tuple(changed)))
        rest = BoardMoment(moments[-1].laid, camera=round(moments[-1].camera))
        moments += [rest] * _drawn(rng, LIES if happening.kind == "mistake" else REST)
    return tuple(moments), tuple(spans)


def _reach(rng: Generator, before: BoardMoment, player: int) -> Iterator[BoardMoment]:
    """A hand over any square that comes and goes."""
    column, row = rng.integers(12, size=2)
    yield from _visit(rng, replace(before, player=player, square=(int(column), int(row))), before.laid, REACHING)


def _handling(rng: Generator, before: BoardMoment, happening: BoardHappening) -> Iterator[BoardMoment]:
    """A hand that lays cubes or takes them away, one by one."""
    now = before
    for number, cube in enumerate(happening.cubes):
        if number:
            yield from [now] * _drawn(rng, PAUSE)
        after = now.laid ^ {cube}
        yield from _visit(rng, replace(now, player=happening.player, square=cube[0]), after, STAYING)
        now = replace(now, laid=after)


def _visit(rng: Generator, hand: BoardMoment, after: frozenset[Cube], staying: Frames) -> Iterator[BoardMoment]:
    """A hand comes, halfway through its stay makes the board what it is after, and goes."""
    (brought,) = after - hand.laid or (None,)
    (taken,) = hand.laid - after or (None,)
    coming, stay, going = _drawn(rng, COMING), _drawn(rng, staying), _drawn(rng, GOING)
    for step in range(1, coming + 1):
        yield replace(hand, reach=eased(step / coming), carried=brought)
    come, done = replace(hand, reach=1.0, carried=brought), replace(hand, reach=1.0, laid=after, carried=taken)
    yield from [come] * (stay // 2)
    yield from [done] * (stay - stay // 2)
    for step in range(1, going + 1):
        yield replace(done, reach=1 - eased(step / (going + 1)))


def _drawn(rng: Generator, frames: Frames) -> int:
    least, most = frames
    return int(rng.integers(least, most + 1))
