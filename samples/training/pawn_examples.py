"""What the pawn network learns from: squares of buildings, mirrored, in other lights and a little off."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from calibration.arrays import Float32Array, IntArray
from calibration.building_mat import BUILDING_MAT, GROUND_SIDE
from calibration.colours import grey
from calibration.locating import locate_mat
from calibration.refusal import Unreadable
from rules.games.baubylon import parse_building, square_name
from samples.pawns import IN_VIEW
from samples.photo_files import read_picture
from vision.games.baubylon.pawn_colours import MOST_PAWNS, PAWN_COLOURS
from vision.games.baubylon.pawn_network import COLOURS, PATCH_PX, PLANES, StackPatches

from .building_examples import lit_otherwise

#: Squares of each photo that are learned from at once; of these about so many without pawns.
SQUARES_PER_PHOTO, _EMPTY_SHARE = 16, 0.4
_MISPLACED_SHARE = 0.6
# How many pixels at most a patch is off, all of it, and by what stands two and a half storeys higher.
_MOST_OFF_PX, _MOST_LEAN_PX = 1.5, 1.5
# Pawns of which no more is in view are hidden.
_HIDDEN = 0.08
# The colour of a pawn is learned from less.
_COLOUR_IN_VIEW = 0.2
_UNSEEN = COLOURS - 1


@dataclass(frozen=True, slots=True, eq=False)
class PawnExample:
    """One photo of a building with pawns.

    Attributes
    ----------
    patches : StackPatches
        Of all squares, by rows from the South.
    counts : int array of shape (n,)
        How many pawns stand there, PLANES where they would not be in view, -1 where it counts for nothing.
    colours : int array of shape (n, MOST_PAWNS)
        Of each pawn from below, COLOURS - 1 where it is not in view, -1 where there is none, or it counts for nothing.
    """

    patches: StackPatches
    counts: IntArray
    colours: IntArray


def pawn_example(path: Path) -> PawnExample | None:
    """The pawns of a photo that has a truth file with them; None if it has not, or its ground is not found."""
    truth = json.loads(path.with_suffix(".json").read_text())
    if "pawns" not in truth:
        return None
    picture = read_picture(path)
    located = locate_mat(grey(picture), None, BUILDING_MAT)
    if isinstance(located, Unreadable):
        return None
    heights = np.array(parse_building(truth["heights"]).heights)
    counts, colours = true_stacks(truth)
    return PawnExample(StackPatches.of(picture, located.pose, heights), counts, colours)


def true_stacks(truth: Mapping[str, Any]) -> tuple[IntArray, IntArray]:
    """The answers that are right for the photo of a truth file, as `PawnExample` has them."""
    room = np.array(truth["pawn_room"]).ravel()
    counts = np.where(room >= IN_VIEW, 0, np.where(room <= _HIDDEN, PLANES, -1))
    colours = np.full((len(counts), MOST_PAWNS), -1)
    names = [square_name((number % GROUND_SIDE, number // GROUND_SIDE)) for number in range(len(counts))]
    for name, stack in truth["pawns"].items():
        square, in_view = names.index(name), truth["pawns_in_view"][name]
        counts[square] = len(stack) if in_view[-1] >= IN_VIEW else PLANES if max(in_view) <= _HIDDEN else -1
        for level, (colour, share) in enumerate(zip(stack, in_view, strict=True)):
            if share >= _COLOUR_IN_VIEW:
                colours[square, level] = PAWN_COLOURS.index(colour)
            elif share <= _HIDDEN:
                colours[square, level] = _UNSEEN
    return counts, colours


def varied_pawns(example: PawnExample, generator: np.random.Generator) -> tuple[Float32Array, IntArray, IntArray]:
    """The network's input and answers for some squares: maybe mirrored, in other light, a little misplaced."""
    squares = _chosen(example, generator)
    patches = example.patches[squares]
    shown = patches.patches_bgr.reshape(-1, PATCH_PX, PATCH_PX, 3)
    patches = replace(patches, patches_bgr=lit_otherwise(shown, generator).reshape(patches.patches_bgr.shape))
    planes = patches.network_input()
    if generator.random() < _MISPLACED_SHARE:
        planes = _misplaced(planes, generator)
    if generator.random() < 0.5:
        planes = planes[..., ::-1]
    return np.ascontiguousarray(planes), example.counts[squares], example.colours[squares]


def _chosen(example: PawnExample, generator: np.random.Generator) -> IntArray:
    """Squares to learn from: all with pawns in view, and others, so that there are always as many."""
    has_pawns = (example.counts > 0) & (example.counts < PLANES) | (example.colours >= 0).any(axis=1)
    others = np.flatnonzero(~has_pawns & (example.counts >= 0))
    with_pawns = generator.permutation(np.flatnonzero(has_pawns))[: round((1 - _EMPTY_SHARE) * SQUARES_PER_PHOTO)]
    rest = generator.choice(others, SQUARES_PER_PHOTO - len(with_pawns))
    return np.concatenate([with_pawns, rest])


def _misplaced(planes: Float32Array, generator: np.random.Generator) -> Float32Array:
    """The same as a pose that is a little wrong cuts them: the farther up, the farther off."""
    ground = generator.uniform(-_MOST_OFF_PX, _MOST_OFF_PX, (len(planes), 1, 2))
    lean = generator.uniform(-_MOST_LEAN_PX, _MOST_LEAN_PX, (len(planes), 1, 2))
    shifts = np.rint(ground + np.linspace(0, 1, PLANES)[:, None] * lean).astype(int)
    moved = [
        np.roll(plane, shift, (1, 2))
        for square, its_shifts in zip(planes, shifts, strict=True)
        for plane, shift in zip(square, its_shifts, strict=True)
    ]
    return np.stack(moved).reshape(planes.shape)
