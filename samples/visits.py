"""Knows the frames of filmed games whose pieces are laid on what is printed: hands that come, stay and go, and rests.

Called by samples.board_timeline and samples.table_timeline, which say what hands do there. Knows no pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from .timeline import bumped_places, eased

Generator = np.random.Generator
Frames = tuple[int, int]
"""So many frames at least, and at most."""
Piece = TypeVar("Piece")

#: Frames at 15 a second: the arm comes, stays and goes, and after a pause comes with the next piece, so that from piece
#: to piece it takes 1.2 to 2 seconds. A reach stays longer.
COMING, STAYING, GOING, PAUSE, REACHING = (7, 9), (5, 7), (6, 9), (0, 4), (10, 25)
#: Nothing happens at first, after each happening, and after a mistake.
FIRST_REST = 30
REST, LIES = (30, 90), (45, 90)


@dataclass(frozen=True, slots=True)
class HandMoment(Generic[Piece]):
    """One frame; where the hand goes to, each game says in its own.

    Attributes
    ----------
    laid
        The pieces that lie there.
    camera
        How far the camera has been moved: whole numbers are places where it rests, 0 before the first bump.
    player
        Whose arm is in the picture, 0 for nobody's.
    reach
        Where its finger tips are, from 0 outside the picture to 1 at their goal.
    carried
        The piece in the hand.
    """

    laid: frozenset[Piece]
    camera: float = 0.0
    player: int = 0
    reach: float = 0.0
    carried: Piece | None = None


class Told(Protocol):
    """What happens in a story; a "bump" moves the camera, and a "mistake" lies there for a while."""

    @property
    def kind(self) -> str: ...


Moment = TypeVar("Moment", bound=HandMoment[Any])
Happening = TypeVar("Happening", bound=Told)


@dataclass(frozen=True, slots=True)
class HandSpan(Generic[Happening]):
    """When a happening is in the film, in frames counted from 0.

    Attributes
    ----------
    happening
    first, last
        The frames from the first with the hand in the picture, or the camera in motion, to the last.
    changed
        The first frame that shows it, for each change of what lies there.
    """

    happening: Happening
    first: int
    last: int
    changed: tuple[int, ...]


def frames_of_story(
    rng: Generator, start: Moment, story: Sequence[Happening], act: Callable[[Moment, Happening], Iterator[Moment]]
) -> tuple[tuple[Moment, ...], tuple[HandSpan[Happening], ...]]:
    """All frames of a story, and when each of its happenings is.

    Parameters
    ----------
    rng
        Draws how long nothing happens.
    start
        What lies there at first, with no hand.
    act
        The frames of one happening after a frame, but for a bump.
    """
    moments = [start] * FIRST_REST
    spans = []
    for happening in story:
        before, first = moments[-1], len(moments)
        if happening.kind == "bump":
            moments += (replace(before, camera=place) for place in bumped_places(before.camera))
        else:
            moments += act(before, happening)
        last = len(moments) - 1
        changed = (number for number in range(first, last + 1) if moments[number].laid != moments[number - 1].laid)
        spans.append(HandSpan(happening, first, last, tuple(changed)))
        rest = replace(start, laid=moments[last].laid, camera=round(moments[last].camera))
        moments += [rest] * drawn_frames(rng, LIES if happening.kind == "mistake" else REST)
    return tuple(moments), tuple(spans)


def visit(rng: Generator, come: Moment, done: Moment, staying: Frames) -> Iterator[Moment]:
    """A hand comes, halfway through its stay makes of what it found what is there when it goes, and goes."""
    coming, stay, going = drawn_frames(rng, COMING), drawn_frames(rng, staying), drawn_frames(rng, GOING)
    for step in range(1, coming + 1):
        yield replace(come, reach=eased(step / coming))
    yield from [replace(come, reach=1.0)] * (stay // 2)
    yield from [replace(done, reach=1.0)] * (stay - stay // 2)
    for step in range(1, going + 1):
        yield replace(done, reach=1 - eased(step / (going + 1)))


def handling(rng: Generator, hand: Moment, piece: Any) -> Iterator[Moment]:
    """A hand takes away a piece that lies there, or brings one that does not."""
    done = replace(hand, laid=hand.laid ^ {piece})
    if piece in hand.laid:
        return visit(rng, hand, replace(done, carried=piece), STAYING)
    return visit(rng, replace(hand, carried=piece), done, STAYING)


def drawn_frames(rng: Generator, frames: Frames) -> int:
    """How long something takes."""
    least, most = frames
    return int(rng.integers(least, most + 1))
