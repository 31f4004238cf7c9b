"""Knows the frames of a filmed game: what stands, whose hand is where, which cube it carries, how the camera moves.

Called by samples.film, which makes the pictures, by samples.sequence for the truth, and for how hands and cameras
move by samples.visits. Knows no pixels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.games.babel import Cell, Placement

from .story import Happening, pile_after
from .towers import Pile

#: Frames at 15 a second: the arm comes, does what it does, goes; the camera moves; nothing happens.
COMING, GOING, BUMP, STILL = 10, 9, 6, 18
_STAYING = {"placement": 6, "undo": 6, "turned": 14, "reach": 10}
#: How high a cube is lifted to be turned in place, in edges.
_LIFT = 1.3


@dataclass(frozen=True, slots=True)
class Moment:
    """One frame.

    Attributes
    ----------
    pile
        What stands.
    camera
        How far the camera has been moved: whole numbers are places where it rests, 0 before the first bump.
    player
        Whose arm is in the picture, 0 for nobody's.
    reach
        Where its finger tips are, from 0 outside the picture to 1 at the cell.
    cell
        The cell that the hand goes to.
    lift
        How high the hand is above the cell, in edges.
    carried
        The cube in the hand.
    """

    pile: Pile
    camera: float = 0.0
    player: int = 0
    reach: float = 0.0
    cell: Cell = (0, 0, 0)
    lift: float = 0.0
    carried: Placement | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """When a happening is in the film, in frames counted from 0.

    Attributes
    ----------
    happening
    first, last
        The frames with the hand in the picture, or the camera in motion.
    changed
        The first frame that shows the tower as it is after; `first` where the tower stays as it is.
    pile
        What stands after it.
    """

    happening: Happening
    first: int
    last: int
    changed: int
    pile: Pile


def timeline(story: Sequence[Happening]) -> tuple[tuple[Moment, ...], tuple[Span, ...]]:
    """All frames of a story, and when each of its happenings is."""
    moments = [Moment(())] * STILL
    spans = []
    for happening in story:
        before = moments[-1]
        pile = pile_after(before.pile, happening)
        first = len(moments)
        moments += _bump(before) if happening.kind == "bump" else _handling(before, happening, pile)
        changed = next((n for n in range(first, len(moments)) if moments[n].pile == pile), first)
        spans.append(Span(happening, first, len(moments) - 1, changed, pile))
        moments += [Moment(pile, camera=round(moments[-1].camera))] * STILL
    return tuple(moments), tuple(spans)


def bumped_places(before: float) -> Iterator[float]:
    """How far the camera has been moved, frame by frame, until it rests in its next place."""
    for step in range(1, BUMP + 1):
        # It is fastest before half of the way and slows down towards its new place.
        share = step / BUMP
        yield before + share + 0.25 * share * (1 - share) * (3 * share - 1)


def _bump(before: Moment) -> Iterator[Moment]:
    return (replace(before, camera=place) for place in bumped_places(before.camera))


def _handling(before: Moment, happening: Happening, after: Pile) -> Iterator[Moment]:
    """A hand comes, does what it does, and goes."""
    removed, added = happening.removed, happening.added
    target = added or removed
    # A reach goes over the middle of the tower's top.
    top = max((placement.cell[2] + 1 for placement in before.pile), default=0)
    hand = replace(before, player=happening.player, cell=target.cell if target else (0, 0, top))
    brought = added if happening.kind == "placement" else None
    taken = removed if happening.kind == "undo" else None
    for step in range(1, COMING + 1):
        yield replace(hand, reach=eased(step / COMING), carried=brought)
    hand = replace(hand, reach=1.0)
    staying = _STAYING[happening.kind]
    without = tuple(one for one in before.pile if one != removed)
    for step in range(1, staying + 1):
        share = step / (staying + 1)
        if happening.kind == "turned":
            lifted = replace(hand, pile=without, lift=_LIFT * min(1.0, 3 * share, 3 * (1 - share)))
            yield replace(lifted, carried=removed if share < 0.5 else added)
        else:
            yield replace(hand, pile=after if share > 0.5 else before.pile, carried=taken if share > 0.5 else brought)
    for step in range(1, GOING + 1):
        yield replace(hand, pile=after, reach=1 - eased(step / (GOING + 1)), carried=taken)


def eased(share: float) -> float:
    """Slow at both ends."""
    return share * share * (3 - 2 * share)
