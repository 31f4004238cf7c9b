"""Reads a building of Baubylon, and the pawns on it, from photos from several sides: the pipeline, step by step.

Called by the program.
"""

from collections.abc import Sequence

import numpy as np

from calibration.arrays import FloatArray, IntArray, UInt8Array
from calibration.building_mat import BUILDING_MAT, GROUND_SIDE
from calibration.camera import CameraPose
from calibration.focal_prior import LensKnowledge
from calibration.refusal import Unreadable
from vision.printed_boards import find_board
from vision.timing import timed

from .building_network import HEIGHTS, ask_building, cut_planes, network_input
from .evidence import BuildingReading, PawnReading
from .pawn_network import StackPatches, ask_stacks
from .sightlines import TopsInView
from .stacks import StackView, joined_colours, joined_counts
from .standing import View, best_heights, chances


def see(frame_bgr: UInt8Array, lens: LensKnowledge = None) -> "tuple[CameraPose, View] | Unreadable":
    """What one photo tells: 1. find the ground by its markers, and with it the camera; 2. cut the photo in the plane of
    each height, and ask a network how high each square is.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    lens : Lens or ClaimedFocal, optional
        The lens, or what the photo's file claims of it, for this picture size.

    Returns
    -------
    tuple of CameraPose and View, or Unreadable
        The pose is for the photo as it was given.
    """
    photo = find_board(frame_bgr, lens, BUILDING_MAT)
    if isinstance(photo, Unreadable):
        return photo
    pose = photo.located.pose
    with timed("heights"):
        planes = network_input(cut_planes(photo.picture, pose), pose.centre)
        log_chances = ask_building(planes, pose.centre).reshape(GROUND_SIDE * GROUND_SIDE, -1)
    return pose.scaled_to((frame_bgr.shape[1], frame_bgr.shape[0])), View(log_chances, TopsInView.of(pose.centre))


def joined(poses: Sequence[CameraPose], views: Sequence[View]) -> BuildingReading:
    """The building that explains all photos together; at least one."""
    with timed("building"):
        heights = best_heights(views)
        likely = chances(views, heights)
        shares = np.max([view.tops.shares(heights) for view in views], axis=0)
    denied = tuple(view.denied_share(heights) for view in views)
    return BuildingReading(tuple(poses), _by_column(likely), _by_column(shares), denied)


def as_known(poses: Sequence[CameraPose], views: Sequence[View], heights: IntArray) -> BuildingReading:
    """A building that is known, as `joined` would have read it; heights are as for `see_pawns`."""
    in_rows = heights.T.ravel()
    shares = np.max([view.tops.shares(in_rows) for view in views], axis=0)
    denied = tuple(view.denied_share(in_rows) for view in views)
    return BuildingReading(tuple(poses), np.eye(HEIGHTS)[heights], _by_column(shares), denied)


def see_pawns(frame_bgr: UInt8Array, pose: CameraPose, heights: IntArray) -> StackView:
    """What one photo tells of the pawns on a building that is known.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    pose : CameraPose
        For this photo, as `see` found it.
    heights : int array of shape (GROUND_SIDE, GROUND_SIDE)
        Storeys by column and row.
    """
    with timed("pawns"):
        patches = StackPatches.of(frame_bgr, pose, heights.T.ravel())
        return StackView(*ask_stacks(patches.network_input()))


def joined_pawns(views: Sequence[StackView], names: Sequence[str]) -> PawnReading:
    """The pawns of some colours as all photos together tell; at least one."""
    colours = joined_colours(views, names)
    return PawnReading(tuple(names), _by_column(joined_counts(views)), _by_column(colours))


def _by_column(of_squares: FloatArray) -> FloatArray:
    """What is told of squares by rows from the South, (n, ...), by column and row."""
    return np.asarray(of_squares.reshape(GROUND_SIDE, GROUND_SIDE, *of_squares.shape[1:]).swapaxes(0, 1))
