"""Knows the frames of a filmed game of Les Tours de Babel: what lies on the mat, whose hand is where, how high.

Called by samples.table_film, which makes the pictures and writes the truth. Knows no pixels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.games.tours import Position, Tile

from .table_story import TableHappening
from .visits import REACHING, HandMoment, HandSpan, drawn_frames, frames_of_story, handling, visit

Generator = np.random.Generator
TableSpan = HandSpan[TableHappening]
"""When a happening is in the film; what falls at once is one change."""
LaidTile = tuple[int, int, Tile]
"""On which square a tile lies, how many lie under it, and which it is."""

#: Frames in which a tile is put aside out of sight.
ASIDE = (15, 45)


@dataclass(frozen=True, slots=True)
class TableMoment(HandMoment[LaidTile]):
    """One frame, of tiles on the mat; the hand goes to the middle between ``squares``, so many tiles high."""

    squares: tuple[int, ...] = ()
    height: int = 0


def tiles_on(position: Position) -> frozenset[LaidTile]:
    """What lies on the mat, every tile of it known."""
    return frozenset(
        (square, level, tile)
        for square, column in enumerate(position.columns)
        for level, tile in enumerate(column)
        if tile is not None
    )


def table_timeline(
    rng: Generator, start: Position, story: Sequence[TableHappening]
) -> tuple[tuple[TableMoment, ...], tuple[TableSpan, ...]]:
    """All frames of a story, and when each of its happenings is; how long everything takes is drawn by lot."""

    def act(before: TableMoment, happening: TableHappening) -> Iterator[TableMoment]:
        return _frames(rng, before, happening)

    return frames_of_story(rng, TableMoment(tiles_on(start)), story, act)


def _frames(rng: Generator, before: TableMoment, happening: TableHappening) -> Iterator[TableMoment]:
    """A hand that lays a tile, takes one away, lets columns fall, or does nothing; no hand for what is put aside."""
    if happening.kind == "aside":
        return iter([before] * drawn_frames(rng, ASIDE))
    after = tiles_on(happening.position)
    height = max((level + 1 for square, level, _ in before.laid | after if square in happening.squares), default=0)
    hand = replace(before, player=happening.player, squares=happening.squares, height=height)
    if happening.kind in ("reach", "fall"):
        return visit(rng, hand, replace(hand, laid=after), REACHING)
    (piece,) = before.laid ^ after
    return handling(rng, hand, piece)
