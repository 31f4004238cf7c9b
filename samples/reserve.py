"""Knows where the cubes of a filmed game lie before they are placed: on the mat round the tower, and beside it.

Called by samples.film.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rules.games.babel import Placement, in_footprint
from vision.faces import cell_centre

from .camera import Camera
from .scene import StandingCube, Table
from .story import Happening
from .towers import Pile

Generator = np.random.Generator

# How far from the tower's middle cubes lie (cube edges), and how far from each other at least, as a radius.
_NEAR, _FAR, _RADIUS = 1.85, 4.2, 0.75


@dataclass(frozen=True, slots=True, eq=False)
class Spare:
    """A cube that lies beside the tower while it is neither placed nor in a hand.

    Attributes
    ----------
    placements
        All that is ever placed of it: more than one where it is turned in its place.
    lying
        How it lies there.
    """

    placements: Pile
    lying: StandingCube

    def is_there(self, pile: Pile, carried: Placement | None) -> bool:
        """Whether it lies there while that stands, and that is in a hand."""
        return not {*pile, carried} & {*self.placements}


def random_reserve(
    rng: Generator, story: Sequence[Happening], standing: Mapping[Placement, StandingCube], cameras: Sequence[Camera]
) -> tuple[Spare, ...]:
    """Draw where the cubes of a story lie, as many as find room before no camera's view of the tower.

    Parameters
    ----------
    standing
        How each cube stands once it is placed: it lies with the same face up.
    """
    table = Table(rng, cameras)
    for placement in standing:
        if not in_footprint(placement.cell):
            table.keep(cell_centre(placement.cell)[:2], _RADIUS)
    spares = []
    for placements in _cubes_of(story):
        spot = table.free_spot(_RADIUS, _NEAR - _RADIUS, _FAR - _RADIUS)
        if spot is not None:
            place = np.array([*spot, 0.5])
            lying = StandingCube(standing[placements[0]].cube, place, float(rng.uniform(0, 360)))
            spares.append(Spare(placements, lying))
    return tuple(spares)


def _cubes_of(story: Sequence[Happening]) -> Iterator[Pile]:
    """What is placed of each cube of a story, one after the other, itself turned in its place included."""
    cubes: list[list[Placement]] = []
    for happening in story:
        added, removed = happening.added, happening.removed
        if added is None or any(added in cube for cube in cubes):
            continue
        turned = next((cube for cube in cubes if removed is not None and removed in cube), None)
        if turned is None:
            cubes.append([added])
        else:
            turned.append(added)
    return map(tuple, cubes)
