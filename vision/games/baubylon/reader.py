"""Reads a building of Baubylon from photos from several sides: the pipeline, step by step. Called by the program."""

from collections.abc import Sequence

import numpy as np

from calibration.arrays import UInt8Array
from calibration.building_mat import BUILDING_MAT, GROUND_SIDE
from calibration.camera import CameraPose
from calibration.focal_prior import LensKnowledge
from calibration.refusal import Unreadable
from vision.printed_boards import find_board
from vision.timing import timed

from .building_network import ask_building, cut_planes, network_input
from .evidence import BuildingReading
from .sightlines import TopsInView
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
    by_column = likely.reshape(GROUND_SIDE, GROUND_SIDE, -1).transpose(1, 0, 2)
    by_square = shares.reshape(GROUND_SIDE, GROUND_SIDE).T
    return BuildingReading(tuple(poses), by_column, by_square, tuple(view.denied_share(heights) for view in views))
