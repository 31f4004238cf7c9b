"""What the tower network learns from: the faces of a tower, varied, and what may be known of its paints."""

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import BoolArray, Float32Array, FloatArray, IntArray
from calibration.colours import opponent
from calibration.paints import PAINT_SPREAD, UNKNOWN_PAINTS, Paints
from calibration.paper import mat_white
from rules.games.babel import TYPES, Face
from vision.faces import FACE_PLACES, LEAST_SHARE
from vision.games.babel.telling.behind_bulges import behind_other_bulges
from vision.games.babel.telling.tower_picture import (
    OPEN_PX,
    SHAPE_EDGES,
    TowerPicture,
    mirrored,
    tower_picture,
)

from .degrading import blur, degraded
from .photos import TrainingPhoto

#: Upper faces are few, each seen in its own way by every camera, and flat: their marks count this much more.
UPPER_WEIGHT = 1.5
#: What the usual paints reflect, on the axes of `opponent`. Source: mean over 2,000 palettes of
#: `samples.paint.random_palette`.
USUAL_REFLECTANCES = np.array(
    [[-1.54, 0.0, 0.0], [-0.35, 0.04, -0.10], [-3.68, 0.0, 0.01], [-0.84, 0.37, -0.56], [-2.05, -1.34, 1.10]]
)
# No calibration knows more of a paint than this.
_MOST_INFORMATION = 0.97


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """One tower: its picture, the type of each cube, shape (cubes,), and of each face whether it is a bulge, (n,).

    Marks on the sides of legal towers are NaN: there the network would learn what is usual instead of what is there.
    `is_free` says that the marks have nothing to do with the types. `behind` tells what lies behind bulges, on the
    squares of `TowerPicture.is_open`. `reflectances` are those of the paints, shape (5, 3), on the axes of `opponent`.
    """

    picture: TowerPicture
    types: IntArray
    bulges: Float32Array
    is_free: bool
    behind: BoolArray
    reflectances: FloatArray


def example_of(photo: TrainingPhoto) -> Example | None:
    """The faces in view and the types of their cubes; None where there is no face or no paper in view."""
    pose = photo.tower_pose
    white = mat_white(photo.frame_bgr, pose)
    rows = [i for i, share in enumerate(photo.shares) if share >= LEAST_SHARE]
    if white is None or not rows:
        return None
    sites = [photo.lines.sites[i] for i in rows]
    cells = list(dict.fromkeys(site.cell for site in sites))
    picture = tower_picture(photo.frame_bgr, sites, photo.shares[rows], sorted(photo.cubes), pose, white)
    bulges = np.array([site.face.name in photo.cubes[site.cell]["bulges"] for site in sites], np.float32)
    on_side = np.array([site.face is not Face.U for site in sites])
    return Example(
        picture,
        np.array([photo.cubes[cell]["type"] for cell in cells], np.int64),
        np.where(on_side & photo.is_legal & (not photo.is_free), np.float32(np.nan), bulges),
        photo.is_free,
        behind_other_bulges(sites, bulges > 0, pose, OPEN_PX, SHAPE_EDGES),
        opponent(photo.paints_rgb),
    )


def varied(example: Example, generator: np.random.Generator) -> Example:
    """Another tone curve, more or less colour, other light on the whole and on each side, other paints, blur and noise.

    Some cubes and faces are left out, half of the towers are seen in a mirror, and of half what lies behind bulges is
    known.

    The paints vary more than the renderer's: a white may be as neutral as a grey, and a grey as warm as a white. So do
    the shadows in hollows: a white hollow lights itself more than a grey one does, but only in the same room.
    """
    picture = example.picture
    kept = _kept(example, generator)
    shift, paint_shift = _light_and_paints(example, generator)
    contrast = np.float32(generator.uniform(0.8, 1.25))
    saturation = np.exp(generator.normal(0.0, 0.2))
    gain = np.array([contrast, contrast * saturation, contrast * saturation], np.float32)
    is_open = picture.is_open & ~example.behind if generator.random() < 0.5 else picture.is_open
    depths = _shadow_depths(generator)[example.types[picture.cubes]]
    axes = gain * with_shadows(picture, depths) + shift[:, None, None].astype(np.float32)
    axes = shaken(axes, generator)
    if generator.random() < 0.3:
        sigma = generator.uniform(0.4, 1.5)
        axes = np.stack([cv2.GaussianBlur(face, (0, 0), sigma) for face in axes])
    axes += np.float32(generator.exponential(0.03)) * generator.standard_normal(axes.shape, np.float32)
    numbers, cubes = np.unique(picture.cubes[kept], return_inverse=True)
    chosen = TowerPicture(
        axes=axes[kept],
        patches=photographed(shaken(picture.patches[kept][..., None], generator)[..., 0], depths[kept], generator),
        is_open=is_open[kept],
        views=picture.views[kept],
        shares=picture.shares[kept],
        sides=picture.sides[kept],
        levels=picture.levels[kept],
        cubes=cubes,
        facing=picture.facing[kept],
        paper=gain * picture.paper,
    )
    return replace(
        example,
        picture=mirrored(chosen) if generator.random() < 0.5 else chosen,
        types=example.types[numbers],
        bulges=example.bulges[kept],
        behind=example.behind[kept],
        reflectances=gain * example.reflectances + paint_shift,
    )


def _kept(example: Example, generator: np.random.Generator) -> BoolArray:
    """Which faces, (n,), are not left out; at least one is kept."""
    kept_cubes = np.ones(len(example.types), bool)
    if generator.random() < 0.45:
        # Towers of few cubes, which have little to be compared with, are read worst.
        kept_cubes = generator.random(len(kept_cubes)) < np.exp(generator.uniform(np.log(0.1), 0.0))
    cubes = example.picture.cubes
    kept: BoolArray = kept_cubes[cubes] & (generator.random(len(cubes)) > 0.08)
    return kept if kept.any() else np.ones_like(kept)


def _light_and_paints(example: Example, generator: np.random.Generator) -> tuple[FloatArray, FloatArray]:
    """By how much light and paint shift each face, (n, 3), and the paints alone each type, (types, 3)."""
    picture = example.picture
    # Most lamps and sets are usual ones, some are not.
    light_spread, paint_spread = np.exp(generator.normal(0.0, 0.4, 2))
    shift = light_spread * generator.normal(0.0, [0.12, 0.04, 0.05], 3)
    shift = shift + light_spread * generator.normal(0.0, [0.10, 0.05, 0.06], (6, 3))[picture.sides]
    paint_shift = paint_spread * generator.normal(0.0, [0.13, 0.06, 0.09], (len(TYPES), 3))
    shift = shift + paint_shift[example.types[picture.cubes]]
    return shift + generator.normal(0.0, [0.03, 0.01, 0.015], (len(example.types), 3))[picture.cubes], paint_shift


def told_paints(example: Example, generator: np.random.Generator) -> Paints:
    """What a calibration may have found of a tower's paints: nothing in half of the cases, else more or less.

    It errs as it expects to, in part alike for all types, as light that misleads does. Of paints that are not known
    nothing is found.
    """
    if generator.random() < 0.5 or np.isnan(example.reflectances).any():
        return UNKNOWN_PAINTS
    information = generator.uniform(0.0, _MOST_INFORMATION, len(TYPES)) * (generator.random(len(TYPES)) < 0.9)
    shared = generator.random()
    errors = np.sqrt(shared) * generator.normal(size=3) + np.sqrt(1 - shared) * generator.normal(size=(len(TYPES), 3))
    share = information[:, None]
    deviations = share * (example.reflectances - USUAL_REFLECTANCES)
    return Paints(deviations + PAINT_SPREAD * np.sqrt(share * (1 - share)) * errors, information)


def _shadow_depths(generator: np.random.Generator) -> FloatArray:
    """How many times as deep as rendered the shadows of each type become; in half of the towers as they are."""
    if generator.random() < 0.5:
        return np.ones(len(TYPES))
    return np.asarray(np.exp(generator.normal(0.0, 0.2) + generator.normal(0.0, 0.35, len(TYPES))), np.float64)


def with_shadows(picture: TowerPicture, depths: FloatArray) -> Float32Array:
    """`TowerPicture.axes` with what is darker than a face's rim so many times as far below it; `depths` (n,)."""
    rims = picture.rims[:, None, None]
    off_rim = picture.axes - rims
    scale = np.where(off_rim[..., :1] < 0, depths[:, None, None, None], 1.0)
    return np.asarray(rims + scale * off_rim, np.float32)


def photographed(patches: NDArray[Any], depths: FloatArray, generator: np.random.Generator) -> Float32Array:
    """Patches (n, PLANES, side, side), 0..255, as another camera shows them: one tone curve, blur and noise for all.

    The curve of each face is a little steeper if its shadows are deep, `depths` (n,) as in `with_shadows`.

    In two of five towers each face is degraded for itself instead, so that no single cue is relied on.
    """
    values = patches.astype(np.float32)
    if generator.random() < 0.4:
        return degraded(values, generator)
    gamma = generator.uniform(0.6, 1.6) * np.exp(generator.normal(0, 0.06, (len(values), 1, 1, 1)))
    gamma = gamma * np.sqrt(depths)[:, None, None, None]
    values = np.asarray(255 * (values / 255) ** gamma.astype(np.float32), np.float32)
    if generator.random() < 0.3:
        blur(values.reshape(-1, *values.shape[2:]), generator.uniform(0.4, 1.4))
    values += np.float32(generator.exponential(2.5)) * generator.standard_normal(values.shape, np.float32)
    return np.asarray(np.clip(values, 0, 255), np.float32)


def mark_weights(example: Example) -> Float32Array:
    """How much each face's mark counts, shape (n,): within each type, bulges as much as hollows.

    Otherwise the network learns that blue cubes have bulges and white ones hardly any, and looks no further.
    """
    bulges = np.array([kind.bulge_count for kind in TYPES])[example.types[example.picture.cubes]]
    share = np.where(example.bulges == 1, bulges, len(Face) - bulges) / len(Face)
    if example.is_free:
        share = np.full_like(share, 0.5)
    upper = np.where(example.picture.sides == FACE_PLACES[Face.U], UPPER_WEIGHT, 1.0)
    return (upper * 0.5 / np.maximum(share, 1 / len(Face))).astype(np.float32)


def shaken(patches: NDArray[Any], generator: np.random.Generator) -> NDArray[Any]:
    """Patches (n, ..., height, width, channels), each moved by a pixel or none both ways, as misplaced cubes are."""
    moves = generator.integers(-1, 2, (len(patches), 2))
    return np.stack([np.roll(patch, move, axis=(-3, -2)) for patch, move in zip(patches, moves, strict=True)])
