"""The type of each cube by its colour and the mark of each face by its shape, all faces of a tower together.

One white cube in the shade is as dark as a grey one in the light: only the others tell. Each face sends its colours,
in linear light over the mat's white, and its shape; it then looks at the faces of its own cube, of its own side and of
the whole tower (attention). So the network works out the light on each side for itself, and one light makes all
hollows of a side alike: a bulge among them is lit the other way round. The paper round the tower helps: where the
tower's shadow lies, no light comes from the other side. It is told which pixels show another cube that stands before
the face, and what is known of this set's paints. Used by the babel reader; samples/training makes the network and
prepares its input with the same functions.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import BoolArray, Float32Array, FloatArray
from calibration.paints import PAINT_SPREAD, UNKNOWN_PAINTS, Paints
from rules.games.babel import TYPES, Face
from vision.face_network import PLANES, normalised
from vision.faces import FACE_PLACES
from vision.games.babel.cues import ALL_CUES, Cue
from vision.logs import normalised_logs
from vision.networks import TOWERS, load_network
from vision.patches import enlarged

from .tower_picture import BLACK, PAPER_PATCHES, PAPER_PER_SIDE, SHAPE_EDGES, SHAPE_PX, TowerPicture, open_pixels

#: Planes of the network's input: colours and shapes, each with what is open to view.
COLOUR_PLANES, SHAPE_PLANES = 4, PLANES + 1
#: Numbers that come along for each face: its own, of the paper, and what is known of the five paints.
FEATURES = 12 + 4 * PAPER_PATCHES + 20
#: Attention heads: the first ones see all faces, the next those of the same side, the last those of the same cube.
HEADS_FOR_ALL, HEADS_FOR_SIDE, HEADS_FOR_CUBE = 2, 2, 2
#: Added to an attention score: as good as nothing.
UNSEEN = -30.0
# What the network was trained with: about the mean, and one over the spread, of the axes of colour; the mean level
# and the spread of levels; in rendered photos.
_MEAN_AXES, _SCALE_AXES = np.array([-1.5, 0.0, 0.0], np.float32), np.array([0.7, 1.5, 1.5], np.float32)
_MEAN_LEVEL, _LEVEL_SPREAD = 2, 3
# A face of a lower grey level sends less than 1 % of the light that the camera can take: compression is all that shows.
_DARKEST_GREY = 25
# No mark is surer than this in the dark (nats): of 676 such faces of fresh rendered photos 16 were misread, 1 : 41.
_MOST_IN_THE_DARK = 3.6
# No type is likelier than another by more than this (nats) where hardly any colour shows: of 1,144 cubes in 148
# rendered photos turned into one tone, 63 % of types were right. Of all answers said to be sure 8 % were wrong, and
# 0.2 % are with this.
_MOST_WITHOUT_COLOUR = 1.5


@dataclass(frozen=True, slots=True, eq=False)
class TowerAnswers:
    """What the network says of a tower.

    Attributes
    ----------
    type_log_likelihoods : float64 array of shape (number of cubes, 5)
        Natural logarithms, normalised over the types.
    bulge_log_odds : float64 array of shape (n,)
        For each face: natural logarithm of the odds that its mark is a bulge.
    """

    type_log_likelihoods: FloatArray
    bulge_log_odds: FloatArray


def ask_tower(picture: TowerPicture, paints: Paints = UNKNOWN_PAINTS, cues: Collection[Cue] = ALL_CUES) -> TowerAnswers:
    """Ask the network about the faces of one tower, at least one.

    Of what is too dark it is not believed to be sure.

    Parameters
    ----------
    picture : TowerPicture
    paints : Paints
        What is known of the set's paints.
    cues : collection of Cue
        What to go by.
    """
    picture = _only_with(picture, cues)
    network = load_network(TOWERS)
    inputs = network_input(picture, paints)
    if Cue.OTHERS not in cues:
        inputs["attention"] = np.where(_of_same_cube(picture), inputs["attention"], UNSEEN)
    for name, values in inputs.items():
        network.setInput(values, name)
    types, bulges = (np.asarray(answer, np.float64) for answer in network.forward(["types", "bulges"]))
    types = normalised_logs(types.reshape(-1, len(TYPES)))
    return TowerAnswers(types, unsure_in_the_dark(bulges.ravel(), picture.grey_levels))


def mean_answers(*answers: TowerAnswers) -> TowerAnswers:
    """The mean of several answers about the same faces: what only one of them says is chance."""
    types = np.mean([one.type_log_likelihoods for one in answers], axis=0)
    bulges = np.mean([one.bulge_log_odds for one in answers], axis=0)
    return TowerAnswers(normalised_logs(types), bulges)


def unsure_without_colour(answers: TowerAnswers) -> TowerAnswers:
    """The answers about a picture in which hardly any colour shows: lightness alone tells little of types."""
    return replace(answers, type_log_likelihoods=no_surer(answers.type_log_likelihoods, _MOST_WITHOUT_COLOUR))


def no_surer(types: FloatArray, most: FloatArray | float) -> FloatArray:
    """Log-likelihoods of types, shape (cubes, 5), none below a cube's likeliest by more than this (nats), scaled anew.

    Parameters
    ----------
    types : float array of shape (cubes, 5)
    most : float, or float array of shape (cubes, 1)
    """
    return normalised_logs(np.maximum(types, types.max(axis=1, keepdims=True) - most))


def unsure_in_the_dark(log_odds: FloatArray, grey_levels: FloatArray) -> FloatArray:
    """Log-odds of the marks of n faces, (n,), no farther from 0 than faces of these grey levels, (n,), 0..255, tell."""
    most = np.select([grey_levels <= BLACK, grey_levels < _DARKEST_GREY], [0.0, _MOST_IN_THE_DARK], np.inf)
    return np.clip(log_odds, -most, most)


def _only_with(picture: TowerPicture, cues: Collection[Cue]) -> TowerPicture:
    """The picture without what is not among the cues."""
    if Cue.PAPER not in cues:
        picture = replace(picture, paper=np.full_like(picture.paper, np.nan))
    if Cue.TINT not in cues:
        picture = replace(picture, axes=picture.axes * np.array([1, 0, 0], np.float32))
    if Cue.SHAPES not in cues:
        picture = replace(picture, patches=np.full_like(picture.patches, 128))
    if Cue.VEIL not in cues:
        picture = replace(picture, is_open=np.ones_like(picture.is_open))
    return picture


def network_input(picture: TowerPicture, paints: Paints = UNKNOWN_PAINTS) -> dict[str, Float32Array]:
    """The network's input by name, in the order of its arguments.

    Parameters
    ----------
    picture : TowerPicture
    paints : Paints

    Returns
    -------
    dict
        "colours" (n, COLOUR_PLANES, COLOUR_PX, COLOUR_PX); "shapes" (n, SHAPE_PLANES, SHAPE_PX, SHAPE_PX); "views"
        (n, 3); "features" (n, FEATURES); "attention" (heads, n, n), added to the scores; "pooling" (cubes, n), the mean
        over the faces of each cube.
    """
    open_shapes = enlarged(picture.is_open, SHAPE_PX)[:, None]
    members = np.arange(picture.cubes.max() + 1)[:, None] == picture.cubes
    return {
        "colours": _colour_planes(picture),
        "shapes": np.concatenate([normalised(picture.patches, SHAPE_EDGES), open_shapes], axis=1).astype(np.float32),
        "views": picture.views,
        "features": _features(picture, paints),
        "attention": _attention(picture),
        "pooling": (members / members.sum(axis=1, keepdims=True)).astype(np.float32),
    }


def _colour_planes(picture: TowerPicture) -> Float32Array:
    """Colours of each face, scaled, 0 where another cube hides it, and where none does; (n, COLOUR_PLANES, ...)."""
    is_open = open_pixels(picture.is_open)[:, None]
    colours = ((picture.axes - _MEAN_AXES) * _SCALE_AXES).transpose(0, 3, 1, 2)
    return np.concatenate([colours * is_open, is_open], axis=1).astype(np.float32)


def _features(picture: TowerPicture, paints: Paints) -> Float32Array:
    """Numbers that come along for each face, shape (n, FEATURES)."""
    known = np.concatenate([(paints.deviations / PAINT_SPREAD).ravel(), paints.information])
    features = [
        picture.rims,
        picture.views,
        picture.lightness,
        picture.shares[:, None],
        (picture.sides == FACE_PLACES[Face.U])[:, None],
        (picture.levels[:, None] - _MEAN_LEVEL) / _LEVEL_SPREAD,
        _paper_features(picture),
        np.tile(known, (len(picture.axes), 1)),
    ]
    return np.concatenate(features, axis=1).astype(np.float32)


def _of_same_cube(picture: TowerPicture) -> BoolArray:
    """Which faces are of one cube, shape (n, n)."""
    return np.asarray(picture.cubes[:, None] == picture.cubes)


def _attention(picture: TowerPicture) -> Float32Array:
    """Which faces each head sees, (heads, n, n), added to the scores."""
    same_side = picture.sides[:, None] == picture.sides
    all_faces = np.ones_like(same_side)
    heads = [all_faces] * HEADS_FOR_ALL + [same_side] * HEADS_FOR_SIDE + [_of_same_cube(picture)] * HEADS_FOR_CUBE
    return np.where(np.stack(heads), 0.0, UNSEEN).astype(np.float32)


def _paper_features(picture: TowerPicture) -> Float32Array:
    """For each face the colour of the paper round the tower, and whether it is in view, from where the face looks to.

    Shape (n, 4 * PAPER_PATCHES); against the clock, for an upper face from the side before the camera.
    """
    seen = ~np.isnan(picture.paper)
    ring = np.concatenate([np.where(seen, picture.paper, 0.0), seen[:, :1]], axis=1)
    places = np.arange(PAPER_PATCHES) + PAPER_PER_SIDE * picture.facing[:, None]
    return np.asarray(ring[places % PAPER_PATCHES].reshape(len(picture.facing), -1), np.float32)
