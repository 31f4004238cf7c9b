"""Reads a board of 012x012 from one photo, from above: the pipeline, step by step. Called by the program."""

from collections.abc import Sequence

import numpy as np

from calibration.arrays import BoolArray, Float32Array, FloatArray, UInt8Array
from calibration.board_mat import BOARD_MAT
from calibration.camera import CameraPose
from calibration.card_mat import CUBE_COLOURS_SRGB
from calibration.colourless import NO_COLOUR, has_hardly_colour, is_grey
from calibration.focal_prior import LensKnowledge
from calibration.linear_light import linear_light
from calibration.refusal import Unreadable
from rules.games.zero12 import SIDE
from vision.logs import shares_of
from vision.printed_boards import TOO_FLAT, find_board
from vision.timing import timed

from .board_network import COLOURS_OF_PAINT, COLOURS_OF_TOPS, ask_board, board_planes
from .evidence import EMPTY, KINDS, BoardReading, Doubt
from .light import burnt_share, haze_share

#: What `read` answers where the light cannot be told.
NO_PAPER = Unreadable("hardly any white paper is in view round the board", "photograph the whole sheet, in even light")
#: Two colours that every set has, in the order of the network's answers; the one that sets differ in is the third.
ALWAYS = ("white", "black")
_LOWEST_DEG = 40.0
# With more of the paper burnt out, white cubes may be lost in it.
_MOST_BURNT = 0.3
# With more of the paper's light from the markers' black, black cubes are taken for others. Of 88 rendered photos none
# has more than 0.075, of 24 with a fifth of stray light none more than 0.235, with two fifths none less than 0.255.
_MOST_HAZE = 0.25
# A paint this far from grey (in the network's terms) is colourful; what the most coloured pixels of a board show of it
# is less than this share where there is none, or where a filter took its colour.
_COLOURFUL, _MOST_COLOURED, _FADED = 0.5, 0.995, 0.35
# What paper reflects.
_PAPER = 0.83


def read(frame_bgr: UInt8Array, colours: Sequence[str], lens: LensKnowledge = None) -> BoardReading | Unreadable:
    """See which cubes lie on the board.

    1. find the board by its markers, and with it the camera; 2. set the plane of the cubes' tops and the ground
    straight, in terms of the paper round the board; 3. ask a network of all squares together which cube lies on each,
    and which sign shows.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    colours : sequence of str
        What codes 0, 1 and 2 are called, in any order: those of `ALWAYS`, and another key of
        `calibration.card_mat.CUBE_COLOURS_SRGB`.
    lens : Lens or ClaimedFocal, optional
        The lens, or what the photo's file claims of it, for this picture size.

    Returns
    -------
    BoardReading or Unreadable
    """
    photo = find_board(frame_bgr, lens, BOARD_MAT)
    if isinstance(photo, Unreadable):
        return photo
    picture, pose = photo.picture, photo.located.pose
    if pose.elevation_deg < _LOWEST_DEG:
        return TOO_FLAT
    if is_grey(picture):
        return NO_COLOUR
    (own,) = (name for name in colours if name not in ALWAYS)
    with timed("planes"):
        planes = board_planes(picture, pose, named_paint(own))
    if planes is None:
        return NO_PAPER
    with timed("board"):
        answers = ask_board(planes)
    cubes, signs = (shares_of(part).swapaxes(0, 1) for part in (answers[..., :KINDS], answers[..., KINDS:]))
    cubes = cubes[..., [*((*ALWAYS, own).index(name) for name in colours), EMPTY]]
    cubes[~_is_in_picture(pose)] = 1 / KINDS
    full_pose = pose.scaled_to((frame_bgr.shape[1], frame_bgr.shape[0]))
    return BoardReading(full_pose, cubes, signs, _doubt(picture, pose, planes))


def _doubt(picture: UInt8Array, pose: CameraPose, planes: Float32Array) -> Doubt | None:
    """Why squares may be misjudged surely, if they may."""
    if burnt_share(picture, pose) > _MOST_BURNT:
        return Doubt.BURNT_OUT
    if haze_share(picture, pose) > _MOST_HAZE:
        return Doubt.HAZY
    if has_hardly_colour(picture):
        return Doubt.COLOURLESS
    expected = np.linalg.norm(planes[COLOURS_OF_PAINT, 0, 0])
    seen = np.quantile(np.linalg.norm(planes[COLOURS_OF_TOPS], axis=0), _MOST_COLOURED)
    return Doubt.NO_COLOURED_CUBE if expected > _COLOURFUL and seen < _FADED * expected else None


def named_paint(name: str) -> FloatArray:
    """What a paint of this name is about, linear red, green, blue, against paper, shape (3,)."""
    return linear_light(np.array(CUBE_COLOURS_SRGB[name], np.uint8)) / _PAPER


def _is_in_picture(pose: CameraPose) -> BoolArray:
    """Of which squares all of a cube's top would be in the picture, by column and row."""
    borders = np.arange(SIDE + 1) - SIDE / 2
    corners_xyz = np.stack([*np.meshgrid(borders, borders, indexing="ij"), np.ones((SIDE + 1, SIDE + 1))], axis=-1)
    points_xy = pose.project(corners_xyz)
    is_inside = np.all((points_xy >= 0) & (points_xy <= np.array(pose.lens.size_wh) - 1), axis=-1)
    return np.asarray(is_inside[:-1, :-1] & is_inside[1:, :-1] & is_inside[:-1, 1:] & is_inside[1:, 1:])
