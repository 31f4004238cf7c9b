"""A photo that was made wider or narrower, or cropped at one side, is read as the camera took it; others stay."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from calibration.colours import grey
from calibration.locating import NO_MARKER, Edit, LocatedMat, locate_mat
from calibration.markers import MatSighting
from vision.games.babel import camera_and_cubes
from vision.games.babel.finding import edited
from vision.games.babel.finding.edited import in_screenshot, uncropped, unstretched
from vision.games.babel.reader import see
from vision.games.babel.standing.one_view import stand

DEVELOP = Path(__file__).parents[3] / "samples" / "photos" / "develop"


@pytest.fixture(scope="module")
def frame():
    frame_bgr = cv2.imread(str(DEVELOP / "develop_17.jpg"))
    assert frame_bgr is not None, "sample develop_17 is missing"
    return frame_bgr


def types_of(reading):
    return {cube.cell: cube.likeliest_type for cube in reading.cubes}


@pytest.mark.parametrize("factor", [0.75, 1.2, 1.333])
def test_a_stretched_photo_is_read_as_the_true_one(frame, factor):
    height, width = frame.shape[:2]
    wide = cv2.resize(frame, (round(factor * width), height))
    sight = see(wide)
    assert types_of(sight.tell()) == types_of(see(frame).tell())
    assert sight.pose.lens.pixel_aspect == pytest.approx(factor, rel=0.05)


def off_axis(frame, turn_deg):
    """What the same camera would show of mat and tower, turned away from these: as if cropped at one side."""
    pose = see(frame).pose
    matrix = pose.lens.matrix
    warp = matrix @ cv2.Rodrigues(np.radians([0.0, turn_deg, 0.0]))[0] @ np.linalg.inv(matrix)
    around = np.array([[x, y, z] for x in (-3, 3) for y in (-3, 3) for z in (0, 3)], np.float64)
    around_xy = cv2.perspectiveTransform(pose.project(around)[None], warp)[0]
    low, high = np.floor(around_xy.min(axis=0)), np.ceil(around_xy.max(axis=0))
    shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]])
    return cv2.warpPerspective(frame, shift @ warp, (high - low).astype(int).tolist())


@pytest.mark.parametrize("turn_deg", [-14.0, 14.0])
def test_a_photo_cropped_round_a_tower_far_from_the_lens_s_axis_is_read_as_the_true_one(frame, turn_deg):
    sight = see(off_axis(frame, turn_deg))
    assert types_of(sight.tell()) == types_of(see(frame).tell())
    lens = sight.pose.lens
    across = (lens.matrix[0, 2] - (lens.size_wh[0] - 1) / 2) / max(lens.size_wh)
    assert np.sign(turn_deg) * across < -0.1


def test_a_photo_in_a_screenshot_is_read_as_the_true_one_without_looking_elsewhere(frame, monkeypatch):
    monkeypatch.setattr(camera_and_cubes, "placed", lambda *_: pytest.fail("looked for elsewhere"))
    photo = cv2.resize(frame, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    height, width = photo.shape[:2]
    screen = np.full((2 * height, width + 80, 3), (214, 229, 236), np.uint8)
    screen[100 : 100 + height, 60 : 60 + width] = photo
    sight = see(screen)
    assert types_of(sight.tell()) == types_of(see(frame).tell())
    middle_y = sight.pose.lens.matrix[1, 2]
    assert middle_y == pytest.approx(100 + height / 2, abs=0.05 * len(screen))


@pytest.mark.parametrize("search", [in_screenshot, unstretched, uncropped])
def test_what_looks_like_cubes_as_it_is_stays(frame, search):
    mat = locate_mat(grey(frame))
    as_it_is = (mat, stand(frame, mat.pose))
    assert search(frame, as_it_is, mat) == as_it_is


@pytest.mark.parametrize("search", [unstretched, uncropped])
@pytest.mark.parametrize(
    ("gain", "is_like_cubes", "markers", "is_better"),
    [
        pytest.param(4.0, True, 8, False, id="hardly more"),
        pytest.param(6.0, True, 8, True, id="more"),
        pytest.param(29.0, False, 8, False, id="more, but little like cubes"),
        pytest.param(31.0, False, 8, True, id="far more"),
        pytest.param(31.0, True, 1, False, id="by a single marker"),
    ],
)
def test_an_edited_picture_must_explain_clearly_more(
    frame, monkeypatch, search, gain, is_like_cubes, markers, is_better
):
    mat = locate_mat(grey(frame))
    mat = replace(mat, sighting=MatSighting(mat.sighting.marker_ids[:markers], mat.sighting.corners_xy[:markers]))
    standing, there = SimpleNamespace(score=50.0), SimpleNamespace(score=50.0 + gain)
    monkeypatch.setattr(edited, "stand", lambda *_: there)
    monkeypatch.setattr(edited, "looks_like_cubes", lambda *_: is_like_cubes)
    assert search(frame, (mat, standing), mat)[1] is (there if is_better else standing)


@pytest.fixture
def searched(monkeypatch):
    """Function (search, score, error) -> the edit that is found best by what stands there by each and where its markers
    lie, and all edits that were tried."""

    def searched(search, score, error_px=lambda _: 1.0):
        tried = []

        def stand(_, edit):
            tried.append(edit)
            return SimpleNamespace(score=score(edit))

        def fitted(mat, edit):
            off_px = error_px(edit)
            return NO_MARKER if off_px is None else replace(mat, pose=edit, reprojection_error_px=off_px)

        monkeypatch.setattr(edited, "stand", stand)
        monkeypatch.setattr(edited, "edited", fitted)
        mat = LocatedMat(Edit(), MatSighting((0, 1), np.zeros((2, 4, 2))), np.zeros((8, 3)), 1.0, is_lens_known=False)
        found, _ = search(np.zeros((8, 8, 3), np.uint8), (mat, SimpleNamespace(score=score(Edit()))), mat)
        return found.pose, tried

    return searched


@pytest.mark.parametrize("log_stretch", [-0.33, -0.16, 0.12, 0.27])
def test_a_stretch_is_looked_for_in_ever_smaller_steps(searched, log_stretch):
    found, tried = searched(unstretched, lambda edit: -1e3 * abs(np.log(edit.stretch) - log_stretch))
    assert np.log(found.stretch) == pytest.approx(log_stretch, abs=0.03)
    assert (found.across, found.down) == (0.0, 0.0)
    assert len(tried) == len(set(tried)) == 6 + 2 + 2


@pytest.mark.parametrize(("across", "down"), [(0.35, 0.0), (-0.2, 0.05), (0.1, -0.4), (0.2, 0.3)])
def test_where_a_cropped_picture_had_its_lens_is_looked_for_in_ever_smaller_steps(searched, across, down):
    def off(edit):
        return np.hypot(edit.across - across, edit.down - down)

    found, tried = searched(uncropped, lambda edit: -1e3 * off(edit), off)
    assert (found.across, found.down) == pytest.approx((across, down), abs=0.01)
    assert found.stretch == 1.0
    assert len(tried) == len(set(tried))
    # Of those tried at first the markers lie well by each, and the picture as it is has been looked at before.
    assert max(off(edit) for edit in tried[:8]) < 0.5
    assert Edit() not in tried
    assert len(tried) <= 9 + 2 * 4


def test_an_edit_by_which_the_markers_lie_on_no_plane_is_passed_over(searched):
    def score(edit):
        return 1e3 * edit.stretch

    assert searched(unstretched, score)[0].stretch == pytest.approx(np.exp(0.375))
    assert searched(unstretched, score, lambda edit: 1.0 if edit.stretch < 1.3 else None)[0].stretch < 1.3
    nowhere, tried = searched(uncropped, lambda edit: 1e3 * edit.across, lambda edit: None if edit.across else 1.0)
    assert nowhere == Edit()
    assert all(edit.across == 0 for edit in tried)
