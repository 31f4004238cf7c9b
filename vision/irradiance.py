"""How much light falls on each face of a tower: a second opinion on the types of cubes of which the first is not sure.

Light comes from all over the sky. The mat's paper shows how much from where, as the tower casts a shadow for each part
of it; so do the faces of the other cubes, whose paints are told. From the sky that explains both follows how dark the
paint of one more face is. The tower network guesses this from examples; here it is worked out. Used by the babel
reader where a mat is in view.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import FloatArray, IntArray, UInt8Array
from calibration.camera import CameraPose
from calibration.colours import DARKEST, opponent, white_balanced
from calibration.locating import Place
from calibration.paints import Paints
from calibration.paper import is_blank_paper, light_at
from rules.games.babel import Cell

from .faces import FaceSite, hidden_by
from .logs import normalised_logs
from .sky import brightness, faces_under_sky, ground_under_sky, points_of_squares
from .tower_picture import TowerPicture

# Of a square so many points must show paper, and so many squares are enough to tell of the sky.
_LEAST_POINTS, _LEAST_SQUARES = 3, 20
# Of each type: logarithm of how much light its paint sends back, over paper's, light that strays into it included; and
# how far sets differ in it (standard deviation). Source: 374 rendered sets.
_PAINTS = np.array([-1.26, -0.13, -2.91, -0.61, -1.63])
_SPREAD = np.array([0.31, 0.10, 0.24, 0.15, 0.23])
# How far faces of one paint are off what a sky tells (standard deviation, natural logarithm).
_FACE_SPREAD = 0.3
# The same for a face that was not asked; what is added where the sky misses the paper, by how much it does; and how
# heavy the tails of the distribution are (degrees of freedom of Student's t).
_LEFT_OPEN, _MISSED, _TAILS = 0.25, 0.6, 3.0
# Gloss, and stray light, add up to this share of the light to what a paint sends: dark ones may look lighter by it.
_GLOSS = 0.05
# All paper counts as much as so many faces. Darker than this, paper and faces count as if they were as light.
_PAPER_COUNTS, _DARKEST_PAPER, _DARKEST_FACE = 60.0, 0.1, 0.01
# Cubes less sure than this are asked about; others that are less sure than that count less.
_SURE, _LIKELY, _COUNTS_LESS = 0.999, 0.5, 0.1
# How much it counts beside the network, which sees the same faces. Chosen, as are spreads and tails: of 5,536 cubes in
# 709 rendered photos 31 instead of 38 likeliest types are wrong, and the surprise is a ninth less; 0.3 to 0.6 are
# alike.
_BELIEF = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class SeenPaper:
    """The blank paper in view, square by square, m of them.

    Attributes
    ----------
    squares : int array of shape (m,)
        Which of all squares of the ground.
    lightness : float64 array of shape (m,)
        What each sends, over the mat's white, as mean logarithm (first axis of `calibration.colours.opponent`).
    """

    squares: IntArray
    lightness: FloatArray


def see_paper(
    frame_bgr: UInt8Array, cells: Sequence[Cell], pose: CameraPose, place: Place, white: FloatArray
) -> SeenPaper:
    """Measure the mat's blank paper round a tower.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    cells : sequence of cell
        Where cubes stand.
    pose : CameraPose
        For this picture size, in the tower's frame.
    place : Place
        Where on the mat the cells lie.
    white : float array of shape (3,), linear red, green, blue
        What the mat's paper sends (`calibration.paper.mat_white`).
    """
    points = points_of_squares()
    is_blank = is_blank_paper(place.on_mat(points)[..., :2]) & ~hidden_by(points, cells, pose.centre).any(axis=1)
    light = light_at(frame_bgr, pose, points)
    is_seen = is_blank & ~np.isnan(light[..., 0])
    squares = np.flatnonzero(is_seen.sum(axis=1) >= _LEAST_POINTS)
    lightness = opponent(white_balanced(light[squares], white))[..., 0]
    return SeenPaper(squares, np.mean(lightness, axis=1, where=is_seen[squares]))


def told_by_irradiance(
    types: FloatArray,
    picture: TowerPicture,
    sites: Sequence[FaceSite],
    cells: Sequence[Cell],
    paper: SeenPaper,
    paints: Paints,
) -> FloatArray:
    """What cubes in doubt may be, once the light that falls on their faces is known.

    Parameters
    ----------
    types : float array of shape (c, 5)
        Natural logarithm of each type's probability, by colours alone.
    picture : TowerPicture
        Of the n faces in view.
    sites : sequence of FaceSite, length n
    cells : sequence of cell
        Where cubes stand, those out of view too.
    paper : SeenPaper
    paints : Paints
        What is known of the set's paints.

    Returns
    -------
    float64 array of shape (c, 5)
        `types` for cubes that are not in doubt, and where too little paper is in view.
    """
    probabilities = np.exp(types)
    confidence = probabilities.max(axis=1)
    doubtful = np.flatnonzero(confidence < _SURE)
    if not len(doubtful) or len(paper.squares) < _LEAST_SQUARES:
        return types
    ground, lightness, cubes = ground_under_sky(cells), picture.rims[:, 0].astype(np.float64), picture.cubes
    under_sky = faces_under_sky(sites, cells, ground)
    rows, light = ground[paper.squares], np.exp(paper.lightness)
    weights = picture.shares * np.where(confidence > _LIKELY, 1.0, _COUNTS_LESS)[cubes]
    told = types.copy()
    for cube in doubtful:
        own = cubes == cube
        others = _Faces(under_sky[~own], lightness[~own], weights[~own], probabilities[cubes[~own]])
        told[cube] += _BELIEF * _evidence(under_sky[own], lightness[own], _sky_over(rows, light, others, paints))
    return normalised_logs(told)


@dataclass(frozen=True, slots=True, eq=False)
class _Faces:
    """Faces by which the sky is told.

    What each catches of each light, shape (n, lights), its lightness and how much it counts, shape (n,), and how likely
    it is of each type, shape (n, 5).
    """

    under_sky: FloatArray
    lightness: FloatArray
    weights: FloatArray
    types: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class _Sky:
    """How bright its lights are, shape (lights,); which paints go with them, as logarithms, and the variances of these,
    shape (5,); and how far off the paper is with these lights (median, natural logarithm)."""

    lights: FloatArray
    paints: FloatArray
    variances: FloatArray
    missed: float


def _sky_over(rows: FloatArray, light: FloatArray, faces: _Faces, paints: Paints) -> _Sky:
    """The sky that explains what paper sends, shape (m,), with what it catches, (m, lights), and what faces send."""
    usual, variances = _PAINTS + paints.deviations[:, 0], _SPREAD**2 * (1 - paints.information)
    noise = _FACE_SPREAD**2 + _by_gloss(usual)
    sent = np.concatenate([light, np.exp(faces.lightness)])
    relied_on = faces.weights * _FACE_SPREAD**2 / (faces.types @ noise)
    weights = np.concatenate(
        [
            _PAPER_COUNTS / len(light) / np.maximum(light, _DARKEST_PAPER),
            relied_on / np.maximum(np.exp(faces.lightness), _DARKEST_FACE),
        ]
    )
    logs, sum_of_variances = usual, variances * faces.types.sum(axis=0) + noise
    # The paints follow from the lights, and these from the paints.
    for _ in range(2):
        painted = faces.under_sky * np.exp(faces.types @ logs)[:, None]
        lights = brightness(np.concatenate([rows, painted]), sent, weights)
        unexplained = faces.lightness - _logs(faces.under_sky @ lights) - faces.types @ usual
        logs = usual + variances * (faces.types.T @ unexplained) / sum_of_variances
    missed = np.median(abs(_logs(rows @ lights) - _logs(light)))
    return _Sky(lights, logs, variances * noise / sum_of_variances, float(missed))


def _evidence(under_sky: FloatArray, lightness: FloatArray, sky: _Sky) -> FloatArray:
    """Log-likelihoods of the types, shape (5,), for a cube of which these faces are in view.

    Of Student's distribution, wider upward than downward.
    """
    unexplained = np.mean(lightness - _logs(under_sky @ sky.lights)) - sky.paints
    darker = (_LEFT_OPEN + _MISSED * sky.missed) ** 2 / len(lightness) + sky.variances
    lighter = darker + _by_gloss(sky.paints)
    tails = np.log1p(unexplained**2 / np.where(unexplained > 0, lighter, darker) / _TAILS)
    return np.asarray(-np.log(np.sqrt(darker) + np.sqrt(lighter)) - (_TAILS + 1) / 2 * tails)


def _by_gloss(paints: FloatArray) -> FloatArray:
    """Variance that gloss adds to the lightness of paints of these logarithms."""
    return np.asarray((_GLOSS / np.exp(paints)) ** 2)


def _logs(light: FloatArray) -> FloatArray:
    return np.log(np.maximum(light, DARKEST))
