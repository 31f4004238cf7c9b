"""Whether the lowest levels of a tower that was found without the mat are its mirror image in a glossy table.

The network that looks at one face at a time takes a face in the mirror for one. But a mirror image is the tower upside
down, much darker, and all of it alike. Called where poses are judged.
"""

import numpy as np

from calibration.arrays import BoolArray, FloatArray, UInt8Array
from calibration.camera import CameraPose
from calibration.linear_light import linear_light
from rules.games.babel import COLUMNS, Cell, Face
from vision.faces import FaceSite, face_corners, in_picture
from vision.games.babel.standing.one_view import Standing
from vision.patches import Pyramid, cut_squares

# Faces are compared by so many pixels and edges of each: rims of bevels and joints are left out.
_SIDE_PX, _SIDE_EDGES = 24, 0.9
#: A polished table sends back a tenth of the light that falls on it at 25 degrees, and a quarter at 15.
_MOST_SENT_BACK = 0.25
#: So well have all faces to agree with those that would be their mirror image (correlation), and the pixels of each
#: face alone: dark cubes below light ones have other marks, light from above, and below them no further image. With
#: their true poses none of 173 rendered towers whose lowest levels send so little has as much of both: the most are
#: 0.60 and -0.27, and 0.44 and 0.22. Of thirteen that were read with their mirror image nine have 0.54 and 0.17, or
#: more.
_LEAST_ALIKE, _LEAST_ALIKE_EACH = 0.5, 0.1
#: A single face may be like another one by chance.
_FEWEST_FACES = 2


def mirrored_levels(frame_bgr: UInt8Array, standing: Standing) -> int:
    """How many of the lowest levels are a mirror image of those above them; 0 where none is.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    standing : Standing
    """
    pyramid = Pyramid(frame_bgr)
    sides = [site for site in standing.faces_in_view if site.cell[:2] in COLUMNS and site.face is not Face.U]
    levels = 1 + max((site.cell[2] for site in sides), default=-1)
    # An image is no higher than what it is one of.
    agreement = {ground: _agreement(pyramid, sides, ground, standing.pose) for ground in range(1, levels // 2 + 1)}
    best = max(agreement, key=lambda ground: agreement[ground], default=0)
    return best if agreement.get(best, 0.0) >= _LEAST_ALIKE else 0


def _agreement(pyramid: Pyramid, sides: list[FaceSite], ground: int, pose: CameraPose) -> float:
    """How well (correlation) the faces above a level agree with what is seen where a mirror there would show them; 0
    where it shows them otherwise than a table does."""
    pairs = [(site, FaceSite(_mirrored(site.cell, ground), site.face)) for site in sides if site.cell[2] >= ground]
    if not pairs:
        return 0.0
    is_shown = _are_in_picture([image for _, image in pairs], pose)
    shown = [pair for pair, is_whole in zip(pairs, is_shown, strict=True) if is_whole]
    if len(shown) < _FEWEST_FACES:
        return 0.0
    faces = _light(pyramid, [site for site, _ in shown], pose)
    images = _light(pyramid, [image for _, image in shown], pose)[:, ::-1]
    # The table's own light is added, in its colour.
    share, alike = _line(_less_mean(faces, (0, 1, 2)), _less_mean(images, (0, 1, 2)))
    _, alike_each = _line(_less_mean(faces, (1, 2)), _less_mean(images, (1, 2)))
    return alike if 0 < share <= _MOST_SENT_BACK and alike_each >= _LEAST_ALIKE_EACH else 0.0


def _mirrored(cell: Cell, ground: int) -> Cell:
    return cell[0], cell[1], 2 * ground - 1 - cell[2]


def _are_in_picture(sites: list[FaceSite], pose: CameraPose) -> BoolArray:
    """Which faces lie in the picture as a whole, (n,)."""
    return np.asarray(in_picture(face_corners(sites), pose).all(axis=1), np.bool_)


def _light(pyramid: Pyramid, sites: list[FaceSite], pose: CameraPose) -> FloatArray:
    return linear_light(cut_squares(pyramid, sites, _SIDE_PX, _SIDE_EDGES, pose))


def _less_mean(light: FloatArray, axes: tuple[int, ...]) -> FloatArray:
    return np.asarray(light - light.mean(axis=axes, keepdims=True), np.float64)


def _line(first: FloatArray, second: FloatArray) -> tuple[float, float]:
    """The slope of the second by the first, and their correlation."""
    both, first_squared, second_squared = (first * second).sum(), (first**2).sum(), (second**2).sum()
    least = np.finfo(np.float64).tiny
    return float(both / max(first_squared, least)), float(both / np.sqrt(max(first_squared * second_squared, least)))
