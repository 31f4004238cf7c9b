"""The edge network tells where the sides of faces lie when a pose puts them a little beside, and how surely."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.camera import CameraPose
from referee.bench.truth import load_truth
from rules.games.babel import Face
from samples.training.edge_examples import true_offsets
from vision.edge_network import EDGE_PLANES, ENDS, OPEN_SQUARES, PATCH_PX, SideEnds, ask_edges, cut_edges, edge_planes
from vision.faces import FaceSite, sightlines
from vision.refinement import not_flat

DEVELOP = Path(__file__).parents[2] / "samples" / "photos" / "develop"
SITES = [FaceSite((0, 0, 0), Face.S), FaceSite((1, 1, 2), Face.W), FaceSite((0, 1, 1), Face.U)]


def test_the_ends_go_round_each_face(camera_at):
    ends = SideEnds.of(SITES, camera_at((-6, -7, 4)))
    assert ends.points.shape == ends.along.shape == ends.outward.shape == (3, ENDS, 3)
    first, last = ends.points[:, ::2], ends.points[:, 1::2]
    assert np.roll(first, -1, axis=1) == pytest.approx(last)
    assert first + ends.along[:, ::2] == pytest.approx(last)
    middles = first.mean(axis=1, keepdims=True)
    assert np.sum((ends.points - middles) * ends.outward, axis=-1) == pytest.approx(np.full((3, ENDS), 0.5))


def test_how_bright_a_picture_is_makes_no_difference(camera_at):
    pose = camera_at((-6, -7, 4))
    frame_bgr = cv2.imread(str(DEVELOP / "develop_05.jpg"))
    open_everywhere = np.ones((3, OPEN_SQUARES, OPEN_SQUARES), np.bool_)
    planes, darker = (
        edge_planes(cut_edges(picture, SITES, pose), open_everywhere) for picture in (frame_bgr, frame_bgr // 2)
    )
    assert planes.shape == (3, EDGE_PLANES, PATCH_PX, PATCH_PX)
    assert abs(planes).max() <= 4.0
    assert np.corrcoef(planes.ravel(), darker.ravel())[0, 1] > 0.99


def sides_of(number, shift_xyz):
    """What the network says of the sides of a committed photo's faces, for a pose that is so far off; and the truth."""
    truth = load_truth(DEVELOP / f"develop_{number:02}.json")
    frame_bgr = cv2.imread(str(DEVELOP / f"develop_{number:02}.jpg"))
    cells = [cube.cell for cube in truth.cubes]
    cubes = {cube.cell: {"cell": cube.cell, "center": cube.centre_xyz, "yaw_deg": cube.yaw_deg} for cube in truth.cubes}
    pose = truth.pose.told_from(np.array(shift_xyz), 0.0)
    sites = not_flat(sightlines(cells, pose).sites_in_view(cells, 0.3), pose)
    return ask_edges(frame_bgr, sites, cells, pose), true_offsets(sites, pose, truth.pose, cubes)


@pytest.mark.parametrize("number", [5, 14, 21, 30])
@pytest.mark.parametrize("shift_xyz", [(0.04, 0.02, 0.0), (-0.03, 0.03, 0.0), (0.0, 0.0, 0.05)])
def test_sides_are_told_nearer_than_a_pose_that_is_off_puts_them(number, shift_xyz):
    answers, true = sides_of(number, shift_xyz)
    errors = abs(answers.offsets - true)
    assert np.median(errors) < np.median(abs(true)) / 2
    # Where it expects to be nearer, it is.
    surer = answers.spreads < np.median(answers.spreads)
    assert errors[surer].mean() < errors[~surer].mean()


def test_of_what_is_no_face_hardly_anything_is_said(camera_at):
    pose = camera_at((-6, -7, 4))
    frame_bgr = np.random.default_rng(0).normal(120, 20, (960, 1280, 3)).clip(0, 255).astype(np.uint8)
    answers, (clear, _) = ask_edges(frame_bgr, SITES, [site.cell for site in SITES], pose), sides_of(5, (0.0, 0.0, 0.0))
    assert min(answers.spreads.min(), clear.spreads.min()) > 0
    assert np.median(answers.spreads) > 3 * np.median(clear.spreads)


def test_a_pose_of_any_picture_is_asked_about_in_any_number(camera_at):
    frame_bgr = np.zeros((960, 1280, 3), np.uint8)
    pose: CameraPose = camera_at((-6, -7, 4))
    for count in (1, 2, 3):
        assert ask_edges(frame_bgr, SITES[:count], [], pose).offsets.shape == (count, ENDS)
