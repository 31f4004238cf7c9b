"""Faces that do not look like one all over: something stands before them, light or shadow ends on them, or the tower
lies beside where it was found.

The networks were taught cubes alone: before a hand, or where a stretched photo puts the pose beside the tower, they
answer all the same. Two signs tell: the face is hardly recognised as one, and its flat rim, which is of one paint,
has not one tint all round. Both say less of a face that is seen flat, and tints less of a dark one, where a
reflection is as bright as the paint, and of a strong colour, which gloss makes paler. Where light ends on a face, the
rim has one tint and two brightnesses. Used by the babel reader.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import BoolArray, Float32Array, FloatArray, IntArray
from calibration.paints import USUAL_PAINTS
from vision.faces import FaceSite
from vision.patches import square_lattice

from .tower_network import TowerAnswers, no_surer
from .tower_picture import COLOUR_PX, TowerPicture, on_rim, open_pixels, quantiles_where

#: A face with more than this (`covered_log_odds`) may be covered: of 4,005 faces of 333 rendered photos with nothing
#: before the towers, 162 of them with faults, 57 have it, of 2,514 that something painted into 577 photos covers by a
#: twentieth or more, 1,753.
MAY_BE_COVERED = 1.2
# Beside one of these, more than this is enough: of 296 rendered photos with something painted before the tower four
# wrong answers fewer are sure, and of 302 with nothing before the towers none is read otherwise.
_BESIDE_COVERED = 0.5
#: A face with more than this is covered for certain: 3 of those 4,005 have it, and 1,120 of those 2,514, in 473 photos.
COVERED = 3.2
# No mark on a face that is covered is surer than this (nats): 199 of 537 are misread; and no type of which
# most faces may mislead than this. At 3, types of some faces with nothing before them were no longer said, 4 of 572.
_MOST_OF_MARKS, _MOST_OF_TYPES = 2.0, 3.5
# What a bulge's log-odds count on a face that may be covered or that an edge of light crosses, never enough to accuse:
# a hollow may look like a bulge there, but hardly a bulge like a hollow. Of such faces, in 414 rendered photos with
# edges of light painted across the tower and 296 with something painted before it, none of 65 said to be bulges with
# more than 8 nats is a hollow, 37 of 112 with 5 to 8; of 793 said to be hollows with more than 2 three are bulges.
_MISLEADING, _COUNTED = (-4.6, 2.0, 6.0, 8.0), (-4.6, 2.0, 2.0, 4.6)
# What is said of a cube's type is less sure if more than this share of its faces in view may be covered, or one is for
# certain: of 296 photos with something painted before the towers 110 of 4,663 sure answers are then wrong, else 119.
_MANY = 0.5
# Logistic regression on those faces: weights of the presence's log-odds, of the logarithms of the spread and of the
# cosine of the view's angle, of lightness where it is low and of the strength of the colour, and constant.
_PRESENCE, _SPREAD, _COSINE, _DARKNESS, _TINT, _CONSTANT = -0.69, 1.94, 1.23, 0.83, -0.66, 7.75
# From this lightness up (natural logarithm of the light over the mat's white) no face is dark.
_DARK = -2.0
# Added to the spread and the cosine, so that rims without any noise, or seen right along, do not count without limit.
_NOISE, _FLAT = 0.05, 0.02
# The rim is looked at in so many sectors; those with fewer pixels in view, and faces with fewer sectors, say nothing.
_SECTORS, _LEAST_PIXELS, _LEAST_SECTORS = 12, 4, 4
# An edge of light parts the rim by so much (natural logarithm of the light), into arcs of at least so many sectors,
# where at least so many are in view. Set on six rendered photos whose legal towers had been accused in hard shadows; of
# 954 faces of 74 rendered photos without such shadows 33 are parted so, as a bulge reaches over its own rim.
_EDGE, _SHORTEST_ARC, _LEAST_SECTORS_OF_TWO = 0.8, 2, 6
# The edge itself may run through a sector at either end of an arc, which is then neither bright nor dark. Arcs without
# these must each be even, but for this share of what parts them, as light is and the shades round a bulge are not. Set
# on one of 294 rendered photos with a shadow or a stripe of sun painted across a legal tower, which was accused; of the
# 3,131 faces of 234 photos without, nine more are parted so, two of them bulges that are sure to 0.9997.
_EVEN = 1 / 3
# Tints (`calibration.colours.opponent`) lie so much farther from grey in the middle of a face, within this radius
# (edges), than on its rim where a coloured spot is on it. Of 409 bulges of pale paints in 190 rendered photos one does,
# of 288 of blue eight.
_SPOT, _INSIDE_MARK = 1.5, 0.2
# How far from grey a strongly coloured paint lies at least: blue 1.3, beige as the next 0.8.
_STRONG = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class RimSectors:
    """The flat rims of n faces, in sectors of equal angle.

    Attributes
    ----------
    colours : float32 array of shape (n, sectors, 3)
        The median of each, on the axes of `calibration.colours.opponent`.
    is_told : bool array of shape (n, sectors)
        Whether enough of each is in view.
    """

    colours: Float32Array
    is_told: BoolArray


def rim_sectors(picture: TowerPicture, is_behind: BoolArray | None = None) -> RimSectors:
    """The rims of the faces in a picture, without what lies behind something (n, COLOUR_PX, COLOUR_PX), if given."""
    sectors, seen = _sectors(), open_pixels(picture.is_open)
    if is_behind is not None:
        seen = seen & ~is_behind
    places = [sectors == sector for sector in range(_SECTORS)]
    colours = [quantiles_where(picture.axes[:, place], seen[:, place], [0.5])[:, 0] for place in places]
    is_told = [seen[:, place].sum(axis=1) >= _LEAST_PIXELS for place in places]
    return RimSectors(np.stack(colours, axis=1), np.stack(is_told, axis=1))


def covered_log_odds(presence_log_odds: FloatArray, rims: RimSectors, cosines: FloatArray | Float32Array) -> FloatArray:
    """How likely something that is no cube covers part of each face.

    Parameters
    ----------
    presence_log_odds : float array of shape (n,)
        Natural logarithm of the odds that each face is there, -6..6 (`face_network`).
    rims : RimSectors
        Of the same n faces.
    cosines : float array of shape (n,), 0..1
        Of the angle between each face's normal and the direction to the camera.

    Returns
    -------
    float64 array of shape (n,)
        Natural logarithm of the odds, were a third of all faces covered.
    """
    lightness, *tint = np.moveaxis(_medians(rims.colours, rims.is_told), -1, 0)
    by_rim = _SPREAD * np.log(rim_spread(rims) + _NOISE) + _COSINE * np.log(cosines + _FLAT)
    by_paint = _DARKNESS * np.minimum(lightness, _DARK) + _TINT * np.hypot(*tint)
    return np.asarray(_PRESENCE * presence_log_odds + by_rim + by_paint + _CONSTANT, np.float64)


def rim_spread(rims: RimSectors) -> FloatArray:
    """How far the tint of a face's flat rim departs from its median on one side: the second most different sector.

    Returns
    -------
    float64 array of shape (n,)
        On the two axes of tint of `calibration.colours.opponent`; 0 where too little of the rim is in view.
    """
    tints, told = rims.colours[..., 1:], rims.is_told
    middle = _medians(tints, told)[:, None]
    departures = np.linalg.norm(np.where(told[..., None], tints - middle, 0.0), axis=2)
    return np.where(told.sum(axis=1) >= _LEAST_SECTORS, np.sort(departures, axis=1)[:, -2], 0.0)


def _medians(values: Float32Array, is_told: BoolArray) -> Float32Array:
    """Medians of the sectors told of each face, shape (n, channels); 0 where none is."""
    return np.nan_to_num(quantiles_where(values, is_told, [0.5])[:, 0])


def is_crossed_by_light(rims: RimSectors) -> BoolArray:
    """Whether an edge of light or shadow seems to run across each face, which may make a hollow look like a bulge.

    Its rim then has two arcs: on one every sector is brighter by `_EDGE` than any on the other, or would be if it were
    not for sectors between them, and each is even.

    Returns
    -------
    bool array of shape (n,)
        False where too little of the rim is in view.
    """
    arcs = _arcs()
    longer_arcs = arcs | np.roll(arcs, 1, axis=1) | np.roll(arcs, -1, axis=1)
    steps, _ = _steps(rims, arcs, ~arcs)
    steps_between, unevenness = _steps(rims, arcs, ~longer_arcs)
    is_parted = (steps > _EDGE) | ((steps_between > _EDGE) & (unevenness <= _EVEN * steps_between))
    return np.asarray(is_parted.any(axis=1) & (rims.is_told.sum(axis=1) >= _LEAST_SECTORS_OF_TWO), np.bool_)


def _steps(rims: RimSectors, bright: BoolArray, dark: BoolArray) -> tuple[FloatArray, FloatArray]:
    """By how much each of some arcs is brighter all over than its counterpart, and how uneven the two are at most.

    Parameters
    ----------
    rims : RimSectors
        Of n faces.
    bright, dark : bool array of shape (arcs, sectors)

    Returns
    -------
    steps, unevenness : float array of shape (n, arcs)
        In natural logarithms of the light; no step, minus infinity, where too little of either is in view.
    """
    lightness = rims.colours[:, None, :, 0]
    least, most, count = [], [], []
    for arcs in (bright, dark):
        on_arc = rims.is_told[:, None] & arcs
        least.append(np.where(on_arc, lightness, np.inf).min(axis=2))
        most.append(np.where(on_arc, lightness, -np.inf).max(axis=2))
        count.append(on_arc.sum(axis=2))
    are_long = np.minimum(*count) >= _SHORTEST_ARC
    return np.where(are_long, least[0] - most[1], -np.inf), np.maximum(most[0] - least[0], most[1] - least[1])


def has_spot(picture: TowerPicture, types: IntArray) -> BoolArray:
    """Whether the middle of each face is far more colourful than its rim: something stuck there looks like a bulge.

    Parameters
    ----------
    picture : TowerPicture
        Of n faces.
    types : int array of shape (cubes,)
        The likeliest type of each cube. On strongly coloured ones nothing is told: gloss makes their rims pale.

    Returns
    -------
    bool array of shape (n,)
    """
    is_middle = _in_the_middle()
    # Nothing is told of a middle that another cube hides: NaN is above no limit.
    middle = quantiles_where(picture.axes[:, is_middle], open_pixels(picture.is_open)[:, is_middle], [0.5])[:, 0]
    colourfulness, of_rim = (np.hypot(*np.moveaxis(tints[:, 1:], -1, 0)) for tints in (middle, picture.rims))
    is_pale = np.hypot(*USUAL_PAINTS[types[picture.cubes], 1:].T) < _STRONG
    return np.asarray(is_pale & (colourfulness - of_rim > _SPOT), np.bool_)


def _in_the_middle() -> BoolArray:
    """Which pixels of a patch of colours lie well inside a mark; shape (COLOUR_PX, COLOUR_PX)."""
    lattice = square_lattice(COLOUR_PX, 1.0)
    return np.asarray(np.hypot(lattice[..., 0], lattice[..., 1]) < _INSIDE_MARK, np.bool_)


def _arcs() -> BoolArray:
    """All arcs of neighbouring sectors that leave some, shape (arcs, _SECTORS)."""
    starts, lengths = np.meshgrid(np.arange(_SECTORS), np.arange(1, _SECTORS))
    return np.asarray((np.arange(_SECTORS) - starts.reshape(-1, 1)) % _SECTORS < lengths.reshape(-1, 1), np.bool_)


def may_mislead(
    covered: FloatArray, is_crossed: BoolArray, is_spotted: BoolArray, sites: Sequence[FaceSite]
) -> BoolArray:
    """Which faces may be covered in part, by `covered_log_odds`, are crossed by a light's edge or have a spot, (n,).

    What covers a face seldom ends with it: beside one that may be covered or crossed, less is enough.
    """
    may_be = is_crossed | (covered > MAY_BE_COVERED)
    those = [site for site, may in zip(sites, may_be, strict=True) if may]
    is_beside = np.array([any(_are_beside(site, other) for other in those) for site in sites], np.bool_)
    return np.asarray(is_spotted | may_be | ((covered > _BESIDE_COVERED) & is_beside))


def _are_beside(one: FaceSite, other: FaceSite) -> bool:
    """Whether two faces look one way and their cubes are neighbours: of faces in view, those that share an edge."""
    return one.face is other.face and sum(abs(a - b) for a, b in zip(one.cell, other.cell, strict=True)) == 1


def tempered(answers: TowerAnswers, misleads: BoolArray, is_covered: BoolArray, cubes: IntArray) -> TowerAnswers:
    """The answers, those on faces that may mislead and on their cubes made less sure; none turns into another.

    Parameters
    ----------
    answers : TowerAnswers
    misleads : bool array of shape (n,)
        Faces that may mislead (`may_mislead`).
    is_covered : bool array of shape (n,)
        Those of them that are covered for certain.
    cubes : int array of shape (n,)
        Which cube each face belongs to.
    """
    of_types = np.full((len(answers.type_log_likelihoods), 1), np.inf)
    for cube in np.unique(cubes[misleads]):
        # The network takes the mean over a cube's faces: few of many that may be covered do not lead it astray.
        if misleads[cubes == cube].mean() > _MANY or is_covered[cubes == cube].any():
            of_types[cube] = _MOST_OF_TYPES
    marks = answers.bulge_log_odds
    marks = np.where(misleads, np.interp(marks, _MISLEADING, _COUNTED), marks)
    of_marks = np.where(is_covered, _MOST_OF_MARKS, np.inf)
    types = no_surer(answers.type_log_likelihoods, of_types)
    return TowerAnswers(types, np.clip(marks, -of_marks, of_marks))


def _sectors() -> IntArray:
    """Which sector of the rim each pixel of a patch of colours lies in; -1 off the rim."""
    right, up = np.moveaxis(square_lattice(COLOUR_PX, 1.0)[..., :2], -1, 0)
    turn = (np.arctan2(up, right) / (2 * np.pi)) % 1
    return np.where(on_rim(), np.floor(turn * _SECTORS).astype(np.int64) % _SECTORS, -1)
