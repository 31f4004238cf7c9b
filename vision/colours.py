"""The colour of each face and the type of each cube, all cubes of a tower together. Used by the readers."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import CameraPose, FloatArray, UInt8Array
from calibration.colours import CubeSet, linear_light

from .faces import GRID, FaceSite, face_points

# The flat rim: outside the mark (radius up to 0.32 edges) and inside the bevel.
_RIM_INNER_RADIUS, _RIM_OUTER = 0.355, 0.46
_FEWEST_POINTS = 5


def rim_reflectances(
    frame_bgr: UInt8Array,
    sites: Sequence[FaceSite],
    visible_bits: NDArray[np.uint64],
    pose: CameraPose,
    white: FloatArray,
) -> FloatArray:
    """Colour of each face's flat rim over the mat's white.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    sites : sequence of FaceSite, length n
    visible_bits : uint64 array of shape (n,)
        Which points of the face's lattice are in view (see `faces.Sightlines`).
    pose : CameraPose
    white : float array of shape (3,), linear red, green, blue

    Returns
    -------
    float64 array of shape (n, 3), linear red, green, blue over white; NaN where too little of the rim is in view.
        Medians, so that highlights, shadow edges and a bulge's overhang count little.
    """
    fine = GRID * 3
    steps = (np.arange(fine) + 0.5) / fine - 0.5
    right, up = np.meshgrid(steps, steps)
    on_rim = (np.hypot(right, up) > _RIM_INNER_RADIUS) & (np.maximum(abs(right), abs(up)) < _RIM_OUTER)
    lattice = np.stack([right[on_rim], up[on_rim], np.zeros(on_rim.sum())], axis=-1)
    coarse = (np.arange(fine) // 3)[:, None] * GRID + (np.arange(fine) // 3)[None, :]
    in_view = (visible_bits[:, None] >> coarse[on_rim].astype(np.uint64)) & np.uint64(1) == 1
    points_xy = pose.project(face_points(sites, lattice)).astype(np.float32)
    samples = cv2.remap(
        cv2.blur(frame_bgr, (3, 3)),
        points_xy[..., 0],
        points_xy[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    colours = linear_light(np.asarray(samples, np.uint8))[..., ::-1] / white
    colours[~in_view] = np.nan
    enough = in_view.sum(axis=1) >= _FEWEST_POINTS * 9 // 4
    result = np.full((len(sites), 3), np.nan)
    result[enough] = np.nanmedian(colours[enough], axis=1)
    return result


@dataclass(frozen=True, slots=True)
class LightPrior:
    """What is expected of the light on a tower's sides, on the axes of `calibration.colours.opponent`.

    Attributes
    ----------
    gain_mean, gain_spread : tuple of 3 floats
        A side's light over the light on the mat.
    slope_spread : tuple of 3 floats
        Change of that light for each level up.
    face_spread : tuple of 3 floats
        What is left for a single face: paint, cast shadows, reflections.
    stray : float
        Stray light and sensor noise over white: makes dark faces' colours uncertain.
    """

    gain_mean: tuple[float, float, float] = (-0.5, 0.0, 0.0)
    gain_spread: tuple[float, float, float] = (0.60, 0.12, 0.16)
    slope_spread: tuple[float, float, float] = (0.08, 0.02, 0.03)
    face_spread: tuple[float, float, float] = (0.16, 0.045, 0.07)
    stray: float = 0.006


@dataclass(frozen=True, slots=True, eq=False)
class FaceColours:
    """The faces that the types are told from.

    Attributes
    ----------
    axes : float64 array of shape (n, 3)
        `opponent` of the rims' reflectances, nowhere NaN.
    sides : int array of shape (n,)
        Which way each face looks, numbered from 0 without gaps.
    levels : float64 array of shape (n,)
    cubes : int array of shape (n,)
        Which cube each face belongs to, numbered from 0 without gaps.
    """

    axes: FloatArray
    sides: NDArray[np.int64]
    levels: FloatArray
    cubes: NDArray[np.int64]


_STARTING_GAINS = (-1.4, -0.8, -0.3, 0.1)
_ROUNDS = 12


def type_log_likelihoods(
    faces: FaceColours, cube_set: CubeSet, in_box: Sequence[int], light: LightPrior | None = None
) -> FloatArray:
    """How likely each cube's colours are for each type, all cubes considered together.

    One unknown gain and slope for each side, one unknown shift of each paint from the reference, all with normal
    priors, are fitted by expectation maximisation from several starting gains; the fits are then averaged by
    their likelihood, so that two readings that explain the tower equally well leave the types uncertain.

    Parameters
    ----------
    faces : FaceColours
    cube_set : CubeSet
        Of k types.
    in_box : sequence of int, length k
        The inventory, a prior that clear evidence overrules.
    light : LightPrior, optional

    Returns
    -------
    float64 array of shape (number of cubes, k), natural logarithms of probabilities that sum to 1 for each cube.
    """
    light = light or LightPrior()
    fits = [_fit(faces, cube_set, in_box, light, gains) for gains in _starts(int(faces.sides.max(initial=-1)) + 1)]
    scores = np.array([score for score, _ in fits])
    weights = np.exp(scores - scores.max())
    mixture = np.einsum("s,sck->ck", weights / weights.sum(), np.array([posterior for _, posterior in fits]))
    return np.asarray(np.log(np.maximum(mixture, 1e-12)))


def _starts(side_count: int) -> list[tuple[float, ...]]:
    return list(product(_STARTING_GAINS, repeat=side_count))


def _fit(
    faces: FaceColours, cube_set: CubeSet, in_box: Sequence[int], light: LightPrior, gains: Sequence[float]
) -> tuple[float, FloatArray]:
    """Expectation maximisation from one start: (log-likelihood with priors, posterior of shape (cubes, k))."""
    kinds, side_count = len(cube_set.paints), len(gains)
    cube_count = int(faces.cubes.max(initial=-1)) + 1
    means = np.array([paint.mean for paint in cube_set.paints])
    variances = _face_variances(faces.axes, light)
    # Unknowns for each axis: gains of the sides, slopes of the sides, shifts of the paints.
    prior_mean = np.zeros((2 * side_count + kinds, 3))
    prior_mean[:side_count] = light.gain_mean
    prior_spread = np.concatenate(
        [
            np.tile(light.gain_spread, (side_count, 1)),
            np.tile(light.slope_spread, (side_count, 1)),
            np.array([paint.spread for paint in cube_set.paints]),
        ]
    )
    design = np.zeros((len(faces.axes), kinds, 2 * side_count + kinds))
    rows = np.arange(len(faces.axes))
    design[rows, :, faces.sides] = 1.0
    design[rows, :, side_count + faces.sides] = (faces.levels - faces.levels.mean())[:, None]
    design[:, np.arange(kinds), 2 * side_count + np.arange(kinds)] = 1.0
    unknowns = prior_mean.copy()
    unknowns[:side_count, 0] = gains
    log_prior = np.log(np.array(in_box) / np.sum(in_box))
    posterior = np.empty((cube_count, kinds))
    score = 0.0
    for _ in range(_ROUNDS):
        misses = faces.axes[:, None] - means - np.einsum("nku,ua->nka", design, unknowns)
        logs = _log_density(misses, variances)
        joint = np.zeros((cube_count, kinds)) + log_prior
        np.add.at(joint, faces.cubes, logs)
        evidence = np.logaddexp.reduce(joint, axis=1)
        score = float(evidence.sum() - 0.5 * np.sum(((unknowns - prior_mean) / prior_spread) ** 2))
        posterior = np.exp(joint - evidence[:, None])
        weights = posterior[faces.cubes][:, :, None] * _robust_weights(misses, variances) / variances[:, None]
        unknowns = _solve(design, faces.axes[:, None] - means, weights, prior_mean, prior_spread)
    return score, posterior


def _face_variances(axes: FloatArray, light: LightPrior) -> FloatArray:
    """Variance of each face's axes, shape (n, 3): what is dark is uncertain."""
    relative = light.stray / np.exp(axes[:, :1])
    return np.asarray(np.square(light.face_spread) + np.square(relative) * [0.5, 1.0, 1.0])


# Student's t with 4 degrees of freedom: a face in a cast shadow or with a highlight must not decide alone.
_DEGREES = 4.0


def _log_density(misses: FloatArray, variances: FloatArray) -> FloatArray:
    """Log density of misses (n, k, 3) by independent Student's t, summed over axes: shape (n, k)."""
    squared = misses**2 / variances[:, None]
    return np.asarray(
        np.sum(-0.5 * (_DEGREES + 1) * np.log1p(squared / _DEGREES) - 0.5 * np.log(variances)[:, None], axis=-1)
    )


def _robust_weights(misses: FloatArray, variances: FloatArray) -> FloatArray:
    return np.asarray((_DEGREES + 1) / (_DEGREES + misses**2 / variances[:, None]))


def _solve(
    design: FloatArray, targets: FloatArray, weights: FloatArray, prior_mean: FloatArray, prior_spread: FloatArray
) -> FloatArray:
    """Weighted ridge regression on each axis: design (n, k, u), targets and weights (n, k, 3), result (u, 3)."""
    flat = design.reshape(-1, design.shape[-1])
    columns = []
    for axis in range(3):
        weight = weights[..., axis].ravel()
        precision = np.diag(prior_spread[:, axis] ** -2)
        left = (flat * weight[:, None]).T @ flat + precision
        right = flat.T @ (weight * targets[..., axis].ravel()) + precision @ prior_mean[:, axis]
        columns.append(np.linalg.solve(left, right))
    return np.stack(columns, axis=-1)
