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
from .visits import PAUSE, REACHING, HandMoment, HandSpan, drawn_frames, frames_of_story, handling, visit

Generator = np.random.Generator
BoardSpan = HandSpan[BoardHappening]
"""When a happening is in the film; each of its cubes is a change of its own."""


@dataclass(frozen=True, slots=True)
class BoardMoment(HandMoment[Cube]):
    """One frame, of cubes on the board; the hand goes to a ``square``."""

    square: Square = (0, 0)


def board_timeline(
    rng: Generator, start: Position, story: Sequence[BoardHappening]
) -> tuple[tuple[BoardMoment, ...], tuple[BoardSpan, ...]]:
    """All frames of a story, and when each of its happenings is; how long everything takes is drawn by lot."""

    def act(before: BoardMoment, happening: BoardHappening) -> Iterator[BoardMoment]:
        return (_reach if happening.kind == "reach" else _handling)(rng, before, happening)

    return frames_of_story(rng, BoardMoment(frozenset(cubes_on(start))), story, act)


def _reach(rng: Generator, before: BoardMoment, happening: BoardHappening) -> Iterator[BoardMoment]:
    """A hand over any square that comes and goes."""
    column, row = rng.integers(12, size=2)
    hand = replace(before, player=happening.player, square=(int(column), int(row)))
    yield from visit(rng, hand, hand, REACHING)


def _handling(rng: Generator, before: BoardMoment, happening: BoardHappening) -> Iterator[BoardMoment]:
    """A hand that lays cubes or takes them away, one by one."""
    now = before
    for number, cube in enumerate(happening.cubes):
        if number:
            yield from [now] * drawn_frames(rng, PAUSE)
        yield from handling(rng, replace(now, player=happening.player, square=cube[0]), cube)
        now = replace(now, laid=now.laid ^ {cube})
