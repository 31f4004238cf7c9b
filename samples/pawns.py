"""Knows the pawns of Baubylon: upright cylinders of painted wood, all of one set alike, that stack on each other.

Called by samples.buildings. A test report of the edition of 1984 describes them as large wooden cylinders, the red ones
of the same form (Spieletest of Baubylon, RWTH Aachen); a climb of one pawn's height costs half of a storey's points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from calibration.arrays import FloatArray
from calibration.building_mat import GROUND_SIDE
from rules.games.baubylon import Building, Square
from vision.games.baubylon.pawn_colours import MOST_PAWNS, PAWN_COLOURS, RED

from .camera import Camera
from .clutter import Block, Thing, cylinder
from .truth import is_hidden

Generator = np.random.Generator
Stacks = Mapping[Square, tuple[str, ...]]
"""The colours of the pawns on each square that has some, from below."""
#: Pawns of which a photo shows so much are in view.
IN_VIEW = 0.3
# Linear RGB reflectances between which the paint of a set lies, for each colour.
_PAINTS = {
    "red": ((0.50, 0.03, 0.03), (0.30, 0.02, 0.02), (0.60, 0.07, 0.05)),
    "orange": ((0.72, 0.21, 0.02), (0.80, 0.28, 0.06), (0.62, 0.15, 0.02)),
    "yellow": ((0.78, 0.56, 0.03), (0.72, 0.46, 0.04), (0.80, 0.66, 0.18)),
    "green": ((0.03, 0.20, 0.06), (0.08, 0.36, 0.08), (0.18, 0.45, 0.10), (0.02, 0.10, 0.05)),
    "blue": ((0.01, 0.03, 0.17), (0.02, 0.13, 0.58), (0.10, 0.24, 0.50), (0.04, 0.08, 0.28)),
    "violet": ((0.16, 0.05, 0.26), (0.24, 0.08, 0.34), (0.10, 0.03, 0.20)),
    "white": ((0.86, 0.84, 0.80), (0.72, 0.69, 0.62), (0.80, 0.80, 0.78)),
    "black": ((0.015, 0.015, 0.015), (0.05, 0.048, 0.046), (0.03, 0.03, 0.033)),
    "natural": ((0.80, 0.62, 0.40), (0.68, 0.45, 0.24), (0.74, 0.54, 0.33)),
}
_MOST_OF_A_COLOUR = 6
_PLAYERS = (3, 6)
# Radii in squares, heights in storeys; how far off the middle of what they stand on they are put, in squares.
_RADII, _HEIGHTS, _MOST_OFF = (0.27, 0.44), (0.45, 0.55), 0.06
# A point of a surface is looked at in so many places across and down.
_ACROSS, _DOWN = 8, 4


@dataclass(frozen=True, slots=True, eq=False)
class Pawns:
    """Pawns on a building: which, as what is rendered, and the form of each, in the scene's units."""

    stacks: Stacks
    things: tuple[Thing, ...]
    radius: float
    height: float


def random_stacks(rng: Generator, building: Building) -> Stacks:
    """Pawns of three to six colours and red ones, on squares of the building, and on the table now and then."""
    count = int(rng.choice([int(rng.integers(1, 9)), int(rng.integers(6, 26))]))
    players = rng.choice(PAWN_COLOURS[1:], int(rng.integers(_PLAYERS[0], _PLAYERS[1] + 1)), replace=False)
    box = rng.permutation([RED] * _MOST_OF_A_COLOUR + list(players) * _MOST_OF_A_COLOUR).tolist()
    built = [square for square in building.squares if building.height(square)]
    stacks: dict[Square, tuple[str, ...]] = {}
    piling = rng.uniform(0.1, 0.7)
    for colour in box[:count]:
        open_stacks = [square for square, stack in stacks.items() if len(stack) < MOST_PAWNS]
        if open_stacks and rng.random() < piling:
            square = open_stacks[int(rng.integers(len(open_stacks)))]
        else:
            where = built if rng.random() < 0.95 else building.squares
            square = where[int(rng.integers(len(where)))]
        if len(stacks.get(square, ())) < MOST_PAWNS:
            stacks[square] = (*stacks.get(square, ()), str(colour))
    return stacks


def stand_pawns(rng: Generator, stacks: Stacks, tops: Mapping[Square, FloatArray], edge: float) -> Pawns:
    """The pawns of one set where they stand.

    Parameters
    ----------
    rng : Generator
    stacks : Stacks
    tops : mapping of Square to float array of shape (3,)
        The middle of the top of each square, in the scene's units.
    edge : float
        A square's side, and a storey's height, in these units.
    """
    radius, height = edge * rng.uniform(*_RADII), edge * rng.uniform(*_HEIGHTS)
    bevel = float(radius * rng.uniform(0.03, 0.15))
    paints = {colour: _paint(rng, colour) for colour in PAWN_COLOURS}
    sloppiness = edge * _MOST_OFF * rng.uniform(0.1, 1.0)
    things = []
    for square, stack in stacks.items():
        spot = tops[square][:2] + 2 * rng.uniform(-sloppiness, sloppiness, 2)
        for level, colour in enumerate(stack):
            beside = spot + rng.uniform(-sloppiness, sloppiness, 2)
            middle = np.array([*beside, tops[square][2] + height * (level + 0.5)])
            shade = np.exp(rng.normal(0, 0.04))
            things.append(cylinder(middle, radius, height, bevel, np.clip(shade * paints[colour], 0.006, 0.92)))
    return Pawns(stacks, tuple(things), float(radius), float(height))


def _paint(rng: Generator, colour: str) -> FloatArray:
    between = np.array(_PAINTS[colour])
    return np.asarray(rng.dirichlet(np.full(len(between), 0.7)) @ between * np.exp(rng.normal(0, 0.08, 3)))


def share_in_view(camera: Camera, pawn: Block, is_topmost: bool, others: list[Block]) -> float:
    """How much of what a cylinder shows the camera is not behind others, 0..1."""
    points, weights = _facing_points(camera.position, pawn, is_topmost)
    in_view = camera.is_in_picture(camera.project(points))
    for other in others:
        in_view &= ~is_hidden(camera.position, points, other)
    return float(weights @ in_view / weights.sum())


def _facing_points(eye: FloatArray, block: Block, is_topmost: bool) -> tuple[FloatArray, FloatArray]:
    """Points (n, 3) of a cylinder's side and, if it is bare, its top, and how large each part looks from the eye."""
    radius, half = block.half_sizes[0], block.half_sizes[2]
    away = eye - block.centre_xyz
    facing = np.arctan2(away[1], away[0])
    across = (np.arange(_ACROSS) + 0.5) / _ACROSS * 2 - 1
    down = half * ((np.arange(_DOWN) + 0.5) / _DOWN * 2 - 1)
    angles, heights = np.meshgrid(facing + np.arcsin(across), down)
    side = np.stack([radius * np.cos(angles), radius * np.sin(angles), heights], axis=-1).reshape(-1, 3)
    way = away / np.linalg.norm(away)
    level = float(np.hypot(way[0], way[1]))
    weights = np.full(len(side), 4 * radius * half * level / len(side))
    if is_topmost:
        x, y = np.meshgrid(across, across)
        inside = np.hypot(x, y) <= 1
        top = np.column_stack([radius * x[inside], radius * y[inside], np.full(inside.sum(), half)])
        side = np.concatenate([side, top])
        weights = np.concatenate([weights, np.full(len(top), np.pi * radius**2 * abs(way[2]) / len(top))])
    return 1.001 * side + block.centre_xyz, weights


def inner_block(block: Block) -> Block:
    """The box that a cylinder fills nearly, of as much cross-section: what hides others."""
    return Block(block.centre_xyz, block.half_sizes * [np.sqrt(np.pi) / 2, np.sqrt(np.pi) / 2, 1.0], block.yaw_deg)


def middle_of(square: Square) -> FloatArray:
    """The middle (2,) of a square, in squares from the ground's."""
    return np.array(square) - (GROUND_SIDE - 1) / 2
