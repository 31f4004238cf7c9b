"""The mat is found from any of its markers, and the pose and focal length that follow are right."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration import locating, markers
from calibration.camera import plain_lens
from calibration.focal_prior import ClaimedFocal
from calibration.locating import Edit, Place, edited, locate_mat
from calibration.markers import MatSighting, find_markers
from calibration.mat import BABEL_MAT, MARKER_DICTIONARY
from calibration.refusal import Unreadable

TOWER = np.array([[x, y, z] for x in (-1, 0, 1) for y in (-1, 0, 1) for z in range(5)], float)


def worst_px(located, truth):
    return np.linalg.norm(located.pose.project(TOWER) - truth.project(TOWER), axis=-1).max()


@pytest.mark.parametrize(
    ("eye", "focal_px", "k1"),
    [((-6, -6, 4), 1000, 0.0), ((7, -2, 3), 900, -0.1), ((1, 8, 9), 1400, 0.05), ((-9, 3, 3.5), 1300, -0.05)],
)
def test_pose_and_focal_length_from_all_markers(mat_picture, camera_at, eye, focal_px, k1):
    truth = camera_at(eye, focal_px, k1=k1)
    located = locate_mat(mat_picture(truth))
    assert located
    assert located.pose.lens.matrix[0, 0] == pytest.approx(focal_px, rel=0.02)
    # 3 px is what the reader needs; see docs/conventions.md.
    assert worst_px(located, truth) < 3


@pytest.mark.parametrize("hidden_ids", [(2, 3, 6), (0, 1, 4, 5), (1, 2, 3, 5, 6, 7)])
def test_any_subset_of_markers_will_do(mat_picture, camera_at, hidden_ids):
    truth = camera_at((-6, -5, 5))
    located = locate_mat(mat_picture(truth, hidden_ids))
    assert set(located.sighting.marker_ids) == set(range(8)) - set(hidden_ids)
    assert worst_px(located, truth) < 6


def test_a_mat_scaled_lies_where_it_does_in_the_smaller_picture(mat_picture, camera_at):
    located = locate_mat(mat_picture(camera_at((-6, -5, 5)))).scaled_to((640, 480))
    assert worst_px(located, camera_at((-6, -5, 5)).scaled_to((640, 480))) < 2
    placed = located.pose.project(located.corners_xyz)
    assert np.sqrt(np.mean(np.sum((placed - located.corners_xy) ** 2, axis=1))) == pytest.approx(
        located.reprojection_error_px, rel=1e-6
    )


def test_one_marker_is_enough_with_a_known_lens(mat_picture, camera_at):
    truth = camera_at((-6, -5, 5))
    located = locate_mat(mat_picture(truth, (0, 1, 2, 3, 5, 6, 7)), truth.lens)
    assert located.sighting.marker_ids == (4,)
    assert worst_px(located, truth) < 12


def test_where_one_marker_hardly_tells_the_focal_length_what_the_file_claims_counts(mat_picture, camera_at):
    picture = mat_picture(camera_at((-6, -5, 5), 1000), (0, 1, 2, 3, 5, 6, 7))
    for claimed_px in (800.0, 1250.0):
        located = locate_mat(picture, ClaimedFocal(claimed_px, (1280, 960)))
        assert located.pose.lens.matrix[0, 0] == pytest.approx(claimed_px, rel=0.12)


@pytest.mark.parametrize("shift_px", [(1.0, 0.0), (-1.0, 0.0), (-1.0, 1.0)])
def test_one_corner_that_is_off_by_a_pixel_bends_no_lens(camera_at, shift_px):
    pose = camera_at((-6, -5, 5))
    corners_xy = pose.project(BABEL_MAT.marker_corners(4))
    corners_xy[0] += shift_px
    located = locating._fitted(
        MatSighting((4,), corners_xy[None]), pose.lens.size_wh, ClaimedFocal(1000.0, pose.lens.size_wh)
    )
    assert abs(located.pose.lens.distortion[0]) < 0.08


@pytest.mark.parametrize("is_lens_known", [False, True])
def test_no_camera_is_below_the_table(camera_at, is_lens_known):
    below = camera_at((-6, -6, -1))
    sighting = MatSighting((0, 4), np.array([below.project(BABEL_MAT.marker_corners(number)) for number in (0, 4)]))
    assert not locating._fitted(sighting, below.lens.size_wh, below.lens if is_lens_known else None)


def test_markers_are_found_across_the_shadows_of_slats(mat_picture, camera_at):
    truth = camera_at((-6, -5, 5))
    sunny = 25 + 0.9 * mat_picture(truth)
    slats = np.where(np.arange(sunny.shape[1]) // 140 % 2, 1.0, 0.3)
    located = locate_mat(np.uint8(cv2.GaussianBlur(sunny * slats, (0, 0), 3)))
    assert len(located.sighting.marker_ids) >= 3
    assert worst_px(located, truth) < 6


def test_a_marker_found_only_when_evenly_lit_takes_nothing_away(mat_picture, camera_at):
    truth = camera_at((-6, -5, 5))
    picture = mat_picture(truth, (0, 1, 2, 3, 5, 6, 7))
    # Too faint to be seen as it is, and where the mat has none: as if something hid a corner of it.
    stray = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY), 7, 150)
    picture[10:200, 10:200] = 28
    picture[30:180, 30:180] = np.where(stray > 0, 28, 20)
    evenly_lit = markers._evenly_lit(picture)
    assert (find_markers(picture).marker_ids, 7 in find_markers(evenly_lit).marker_ids) == ((4,), True)
    located = locate_mat(picture, truth.lens)
    assert located.sighting.marker_ids == (4,)
    assert worst_px(located, truth) < 12


@pytest.mark.parametrize("is_lens_known", [False, True])
def test_markers_that_lie_elsewhere_are_passed_over_where_most_lie_on_one_plane(mat_picture, camera_at, is_lens_known):
    truth = camera_at((-6, -5, 5))
    others = camera_at((-2, -5, 7))
    # As of a second mat, of which the first one covers a part.
    picture = np.hstack([mat_picture(truth, (2, 6)), mat_picture(others, (0, 1, 3, 4, 5, 7))])
    assert len(find_markers(picture).marker_ids) == 8
    lens = replace(truth.lens, size_wh=(picture.shape[1], picture.shape[0])) if is_lens_known else None
    located = locate_mat(picture, lens)
    assert located.sighting.marker_ids == (0, 1, 3, 4, 5, 7)
    assert not is_lens_known or worst_px(located, truth) < 3


def test_one_marker_of_three_that_a_shadow_cuts_askew_bends_no_lens(mat_picture, camera_at, monkeypatch):
    truth = camera_at((-6, -5, 5))
    corners_xy = np.array([truth.project(BABEL_MAT.marker_corners(number)) for number in (2, 3, 6)])
    # As it was seen in a photo.
    corners_xy[0] += [(-9.8, 18.8), (-17.7, 6.9), (-3.3, -12.5), (9.4, 5.0)]
    monkeypatch.setattr(locating, "sightings", lambda *_: iter([MatSighting((2, 3, 6), corners_xy)]))
    located = locate_mat(mat_picture(truth))
    assert located.sighting.marker_ids == (3, 6)
    assert located.pose.lens.matrix[0, 0] == pytest.approx(truth.lens.matrix[0, 0], rel=0.02)
    assert worst_px(located, truth) < 3


def test_two_whole_mats_in_a_picture_are_said_to_be_two(mat_picture, camera_at):
    one = mat_picture(camera_at((-9, -9, 10), size_wh=(640, 480), focal_px=500.0))
    assert locating.locate_mat(np.hstack([one, one])) is locating.TWO_MATS


def test_of_two_mats_in_part_in_view_neither_is_taken_for_the_one(mat_picture, camera_at):
    # As of photos of two towers, each of which hides other markers.
    views = ((-6, -5, 5), (2, 6, 5)), ((4, -6, 6), (0, 1, 7))
    picture = np.hstack([mat_picture(camera_at(eye), hidden) for eye, hidden in views])
    assert find_markers(picture).marker_ids
    assert locate_mat(picture) is locating.TWO_MATS


def test_markers_of_which_most_lie_on_no_plane_are_no_mat(mat_picture, camera_at):
    ids = ((0, 1, 2), (3, 4, 5), (6, 7))
    eyes = ((-6, -5, 5), (-2, -5, 7), (4, -6, 6))
    shown = zip(eyes, ids, strict=True)
    picture = np.hstack([mat_picture(camera_at(eye), set(range(8)) - set(kept)) for eye, kept in shown])
    answer = locate_mat(picture)
    assert isinstance(answer, Unreadable)
    assert "flat" in answer.reason


@pytest.mark.parametrize("factor", [0.75, 1.0, 1.3])
def test_the_mat_is_found_as_a_stretched_picture_shows_it(mat_picture, camera_at, factor):
    truth = camera_at((-6, -5, 5))
    width, height = truth.lens.size_wh
    wide_wh = (round(factor * width), height)
    place = Place(0.2, -0.1, 30.0)
    mat = locate_mat(cv2.resize(mat_picture(truth), wide_wh)).told_from(place)
    found = edited(mat, Edit(factor))
    assert found.place == place
    assert found.pose.lens.pixel_aspect == pytest.approx(factor, rel=1e-3)
    miss_px = found.own_pose.project(TOWER) - truth.scaled_to(wide_wh).project(TOWER)
    assert np.linalg.norm(miss_px, axis=-1).max() < 3


def test_a_picture_that_no_camera_takes_so_was_edited(mat_picture, camera_at):
    truth = camera_at((3, -3, 9), 800, (1000, 750))
    narrow = cv2.resize(mat_picture(truth), (750, 750))
    assert "flat" in locate_mat(narrow, plain_lens(800.0, (750, 750))).reason
    assert locate_mat(narrow).reprojection_error_px < 3


@pytest.mark.parametrize("is_lens_known", [False, True])
def test_the_mat_is_found_in_a_picture_that_was_cropped_at_one_side(mat_picture, camera_at, is_lens_known):
    truth = camera_at((-6, -5, 5), 1000, (2000, 960), target=(3.5, -3.0, 0.5))
    left = 1000 - 220
    cropped = np.ascontiguousarray(mat_picture(truth)[:, :left])
    lens = truth.lens.cropped(np.zeros(2), (left, 960))
    expected = replace(truth, lens=lens)
    mat = locate_mat(cropped, lens if is_lens_known else None)
    if not is_lens_known:
        mat = edited(mat, Edit(1.0, (999.5 - (left - 1) / 2) / 960, 0.0))
    miss_px = mat.pose.project(TOWER) - expected.project(TOWER)
    assert np.linalg.norm(miss_px, axis=-1).max() < 3


def test_no_mat_is_an_answer_with_advice():
    answer = locate_mat(np.full((480, 640), 128, np.uint8))
    assert isinstance(answer, Unreadable)
    assert not answer
    assert "marker" in answer.reason
    assert answer.advice


@pytest.mark.parametrize("hidden_ids", [(), (0, 1, 3, 4, 6, 7)])
def test_a_mirrored_picture_is_said_to_be_one(mat_picture, camera_at, hidden_ids):
    picture = cv2.flip(mat_picture(camera_at((-6, -5, 5)), hidden_ids), 1)
    answer = locate_mat(picture)
    assert isinstance(answer, Unreadable)
    assert "mirrored" in answer.reason


def test_one_marker_seen_in_a_mirror_may_be_chance(mat_picture, camera_at):
    picture = cv2.flip(mat_picture(camera_at((-6, -5, 5)), (0, 1, 2, 3, 5, 6, 7)), 1)
    assert len(find_markers(cv2.flip(picture, 1)).marker_ids) == 1
    assert locate_mat(picture) is locating.NO_MARKER


@pytest.mark.parametrize(("shift_x", "shift_y", "turn_deg"), [(0.0, 0.0, 0.0), (0.3, -0.2, 0.0), (-0.1, 0.4, -17.0)])
def test_what_stands_on_the_mat_shifted_and_turned_has_a_frame_of_its_own(
    mat_picture, camera_at, shift_x, shift_y, turn_deg
):
    located = locate_mat(mat_picture(camera_at((-6, -5, 5))))
    told = located.told_from(Place(shift_x, shift_y, turn_deg))
    cos, sin = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    x, y, z = TOWER.T
    on_mat = np.stack([shift_x + cos * x - sin * y, shift_y + sin * x + cos * y, z], axis=-1)
    np.testing.assert_allclose(told.pose.project(TOWER), located.pose.project(on_mat), atol=1e-6)
    np.testing.assert_allclose(told.own_pose.project(TOWER), located.pose.project(TOWER), atol=1e-6)
    in_picture = located.pose.project(located.corners_xyz)
    np.testing.assert_allclose(told.pose.project(told.corners_xyz), in_picture, atol=1e-6)


def test_places_told_from_places_add_up_and_the_mats_own_frame_is_kept(mat_picture, camera_at):
    located = locate_mat(mat_picture(camera_at((-6, -5, 5))))
    twice = located.told_from(Place(0.3, 0.1, 90.0)).told_from(Place(0.2, 0.0, -30.0))
    assert (twice.place.x, twice.place.y, twice.place.turn_deg) == pytest.approx((0.3, 0.3, 60.0))
    np.testing.assert_allclose(twice.own_pose.project(TOWER), located.pose.project(TOWER), atol=1e-6)
    once = located.told_from(twice.place)
    np.testing.assert_allclose(once.pose.project(TOWER), twice.pose.project(TOWER), atol=1e-6)


@pytest.mark.parametrize("place", [Place(), Place(0.3, -0.2, 12.0), Place(-0.1, 0.4, -100.0)])
def test_what_is_told_in_the_mats_frame_and_back_is_the_same(place):
    np.testing.assert_allclose(place.from_mat(place.on_mat(TOWER)), TOWER, atol=1e-12)


@pytest.mark.parametrize(("doubled", "answer"), [(1, locating.NO_MARKER), (2, locating.TWO_MATS)])
def test_one_marker_that_is_seen_twice_may_be_chance_and_two_are_two_mats(doubled, answer):
    nothing = MatSighting((), np.empty((0, 4, 2)), doubled)
    assert locating._fitted(nothing, (640, 480), None) is answer
