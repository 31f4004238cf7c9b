"""Levels that are a tower's mirror image in a glossy table are told from those of cubes."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.linear_light import linear_light
from referee.bench.truth import load_truth
from rules.games.babel import Face
from samples.sensor import srgb
from vision.faces import FaceSite, face_corners, sightlines
from vision.games.babel.finding.mirror_image import mirrored_levels
from vision.games.babel.standing.occupancy import FaceOdds, Occupancy
from vision.games.babel.standing.one_view import Standing

PHOTOS = Path(__file__).parents[3] / "samples/photos/develop"
NAMES = ("develop_08", "develop_17", "develop_18")


def stands(pose, cells, levels_below):
    """The tower as found so many levels too low, the image's cells taken for cubes."""
    images = {(x, y, -1 - z) for x, y, z in cells if z < levels_below}
    told = tuple(sorted((x, y, z + levels_below) for x, y, z in {*cells, *images}))
    lowered = pose.told_from(np.array([0.0, 0.0, -levels_below]), 0.0)
    lines = sightlines(told, lowered)
    odds = FaceOdds.alike(np.full(len(lines.sites), 6.0))
    return Standing(lowered, lines, odds, Occupancy(told, (1.0,) * len(told), ()))


def on_glossy_table(frame_bgr, pose, cells, share):
    """The photo with this share of the light of each side face seen in a dark table."""
    light = linear_light(frame_bgr)
    sites = [site for site in sightlines(cells, pose).sites_in_view(cells, 0.4) if site.face is not Face.U]
    height, width = frame_bgr.shape[:2]
    for site in sites:
        (x, y, z), face = site.cell, site.face
        there = pose.project(face_corners([FaceSite((x, y, -1 - z), face)])[0]).astype(np.float32)
        here = pose.project(face_corners([site])[0]).astype(np.float32)
        order = upside_down(face_corners([site])[0])
        warped = cv2.warpPerspective(light, cv2.getPerspectiveTransform(here[order], there), (width, height))
        inside = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(inside, np.round(there).astype(np.int32), 1)
        light = np.where(inside[..., None] > 0, 0.03 + share * warped, light)
    return np.asarray(np.rint(255 * srgb(np.clip(light, 0, 1))), np.uint8)


def upside_down(corners_xyz):
    """For each corner that which lies above or below it."""
    flipped = corners_xyz * (1, 1, -1) + (0, 0, 2 * corners_xyz[:, 2].mean())
    return [int(np.argmin(np.linalg.norm(corners_xyz - corner, axis=1))) for corner in flipped]


def seen(name):
    truth = load_truth(PHOTOS / f"{name}.json")
    return cv2.imread(str(PHOTOS / f"{name}.jpg")), truth.pose, [cube.cell for cube in truth.cubes]


@pytest.mark.parametrize("name", NAMES)
def test_a_mirror_image_is_no_level_of_cubes(name):
    frame_bgr, pose, cells = seen(name)
    glossy_bgr = on_glossy_table(frame_bgr, pose, cells, 0.12)
    assert mirrored_levels(glossy_bgr, stands(pose, cells, levels_below=1)) == 1


@pytest.mark.parametrize("name", NAMES)
def test_cubes_are_no_mirror_image(name):
    frame_bgr, pose, cells = seen(name)
    assert mirrored_levels(frame_bgr, stands(pose, cells, levels_below=0)) == 0


@pytest.mark.parametrize("name", NAMES)
def test_no_table_sends_back_most_of_the_light(name):
    frame_bgr, pose, cells = seen(name)
    bright_bgr = on_glossy_table(frame_bgr, pose, cells, 0.8)
    assert mirrored_levels(bright_bgr, stands(pose, cells, levels_below=1)) == 0
