"""A lens is learned from views of a flat target, with no more freedom than holds on views kept out."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.testing import assert_allclose

from calibration import lens_fit
from calibration.camera import CameraPose, Lens
from calibration.lens_board import board_cells, find_board
from calibration.lens_fit import NoLens, fit_lens
from calibration.lens_views import LensView, distinct_views, find_view, missing_views

SIZE_WH = (1280, 960)
#: Pitch and yaw of the target in each view, in degrees.
TILTS = ((0, 0), (0, 30), (0, -30), (30, 0), (-30, 0), (20, 20), (-25, 25), (25, -25), (10, 35), (-35, -15))


def lens_of(focal_px, distortion=(0.0,) * 5, centre=(639.5, 479.5)):
    matrix = np.array([[focal_px, 0, centre[0]], [0, focal_px, centre[1]], [0, 0, 1.0]])
    return Lens(matrix, np.array(distortion), SIZE_WH)


def views_with(lens, tilts=TILTS, noise_px=0.1, reach=0.25):
    """Views of the board's corners, each somewhere else in the picture, with noise."""
    random = np.random.default_rng(5)
    grid = np.array([[x, -y, 0.0] for y in range(1, 10) for x in range(1, 7)])
    views = []
    for number, (pitch_deg, yaw_deg) in enumerate(tilts):
        turn = cv2.Rodrigues(np.radians([pitch_deg, yaw_deg, 0.0]))[0] @ np.diag([1.0, -1, -1])
        distance = 10 * lens.matrix[0, 0] / SIZE_WH[1]
        place = np.array([(number % 3 - 1) * reach * 13, (number // 3 % 3 - 1) * reach * 10, distance])
        pose = CameraPose(lens, turn, place - turn @ [3.5, -5, 0])
        points_xy = pose.project(grid) + random.normal(0, noise_px, (len(grid), 2))
        inside = np.all((points_xy > 0) & (points_xy < SIZE_WH), axis=1)
        views.append(LensView(grid[inside], points_xy[inside], SIZE_WH, "board"))
    return views


@pytest.mark.parametrize(
    ("lens", "model"),
    [
        (lens_of(1250), "no distortion"),
        (lens_of(1000, (-0.08, 0, 0, 0, 0)), "distortion k1"),
        (lens_of(1000, (-0.2, 0.1, 0, 0, 0)), "distortion k1, k2"),
        (lens_of(850, (0.1, -0.15, 0.003, -0.003, 0), (650, 465)), "distortion k1, k2, k3, p1, p2, own centre"),
    ],
)
def test_the_simplest_model_that_holds_is_chosen_and_is_right(lens, model):
    fit = fit_lens(views_with(lens))
    assert fit.model == model
    assert fit.lens.matrix[0, 0] == pytest.approx(lens.matrix[0, 0], rel=0.005)
    assert_allclose(fit.lens.matrix[:2, 2], lens.matrix[:2, 2], atol=3)
    assert 0.1 < fit.error_px < 0.3
    assert fit.is_well_known


@pytest.mark.parametrize(
    ("errors_px", "model"),
    [
        ((0.20, 0.199, 0.196, 0.196, 0.195), "no distortion"),
        ((0.20, 0.18, 0.178, 0.177, 0.176), "distortion k1"),
        ((0.40, 0.30, 0.20, 0.20, 0.10), "distortion k1, k2, k3, p1, p2, own centre"),
    ],
)
def test_a_model_with_more_freedom_must_be_clearly_better(monkeypatch, errors_px, model):
    errors = iter(errors_px)
    monkeypatch.setattr(lens_fit, "_held_out_error_px", lambda *_: next(errors))
    assert fit_lens(views_with(lens_of(1000))).model == model


def test_a_lens_is_judged_on_views_that_it_was_not_learned_from(monkeypatch):
    views = views_with(lens_of(1000))[:6]
    learned_from, judged = {}, []
    calibrate, misses = lens_fit._calibrate, lens_fit._squared_misses

    def calibrated(some, *model):
        found = calibrate(some, *model)
        learned_from[id(found[0])] = found, {id(view) for view in some}
        return found

    def missed(view, lens):
        judged.append(id(view))
        assert id(view) not in learned_from[id(lens)][1]
        return misses(view, lens)

    monkeypatch.setattr(lens_fit, "_calibrate", calibrated)
    monkeypatch.setattr(lens_fit, "_squared_misses", missed)
    lens_fit._held_out_error_px(views, lens_fit._MODELS[0])
    assert sorted(judged) == sorted(map(id, views))


def test_views_straight_on_leave_the_focal_length_in_doubt():
    assert not fit_lens(views_with(lens_of(1000), ((0, 0),) * 6)).is_well_known
    assert fit_lens(views_with(lens_of(1000))).focal_doubt < 0.002


def test_too_few_views_or_none_that_fit_are_an_answer():
    views = views_with(lens_of(1000))
    assert "too few" in fit_lens(views[:3]).reason
    assert isinstance(fit_lens([]), NoLens)
    nowhere = [replace(view, points_xy=np.full_like(view.points_xy, 5.0)) for view in views]
    assert "do not fit one lens" in fit_lens(nowhere).reason


def test_views_of_two_cameras_are_missed_by_pixels():
    wide, narrow = views_with(lens_of(1000)), views_with(lens_of(2500))
    both = [*wide[::2], *narrow[1::2]]
    assert fit_lens(both).error_px > 10 * fit_lens(wide).error_px


@pytest.mark.parametrize(("other_px", "is_one"), [(1000, True), (1080, False), (1300, False)])
def test_views_of_two_zooms_tell_two_focal_lengths(other_px, is_one):
    distortion = (-0.2, 0.05, 0, 0, 0)
    wide, narrow = (views_with(lens_of(focal_px, distortion), noise_px=0.4) for focal_px in (1000, other_px))
    assert fit_lens([*wide[::2], *narrow[1::2]]).is_of_one_lens == is_one


def test_views_straight_on_tell_no_focal_lengths():
    assert fit_lens(views_with(lens_of(1000), ((0, 0),) * 6)).focal_scatter == 0


def test_pictures_of_different_sizes_are_refused():
    views = views_with(lens_of(1000))
    other = LensView(views[0].points_xyz, views[0].points_xy, (640, 480), "board")
    with pytest.raises(ValueError, match="different sizes"):
        fit_lens([*views, other])


def test_what_is_missing_is_told_and_nothing_once_all_is_there():
    lens = lens_of(1000)
    everything = views_with(lens, reach=0.35)
    assert missing_views(everything, fit_lens(everything).rotations) == ()
    frontal = views_with(lens, ((0, 0), (0, 30), (0, 25), (0, 20)), reach=0.0)
    missing = missing_views(frontal, fit_lens(frontal).rotations)
    assert [word in " ".join(missing) for word in ("right in", "left in", "upward", "downward")].count(True) == 3
    assert any("left border" in words for words in missing)


@pytest.mark.parametrize(
    ("tilt", "told"),
    [((0, 30), "to the left"), ((0, -30), "to the right"), ((-30, 0), "upward"), ((30, 0), "downward")],
)
def test_a_tilt_that_was_shown_is_not_asked_for_again(tilt, told):
    """The way that the target's face looks in the picture: its normal, told in the camera's frame."""
    turn = cv2.Rodrigues(np.radians([*tilt, 0.0]))[0] @ np.diag([1.0, -1, -1])
    across, down, forward = turn[:, 2]
    assert forward < 0
    looks = {"to the left": across < -0.4, "to the right": across > 0.4, "upward": down < -0.4, "downward": down > 0.4}
    assert [words for words, is_so in looks.items() if is_so] == [told]
    missing = " ".join(missing_views(views_with(lens_of(1000), (tilt,)), [turn]))
    assert [words for words in looks if f"tilted {words}" not in missing] == [told]


@pytest.mark.parametrize(
    ("place_xy", "border"), [((0, 480), "left"), ((1279, 480), "right"), ((640, 0), "upper"), ((640, 959), "lower")]
)
def test_a_border_that_was_reached_is_not_asked_for_again(place_xy, border):
    points_xy = np.array([[640.0, 480.0], place_xy])
    missing = " ".join(missing_views([LensView(np.zeros((2, 3)), points_xy, SIZE_WH, "board")], [np.eye(3)]))
    assert [name for name in ("left", "right", "upper", "lower") if f"{name} border" not in missing] == [border]


def test_of_many_alike_the_different_views_are_kept():
    views = views_with(lens_of(1000), TILTS[:3] + ((1, 0),) * 20)
    # The first three lie apart in the picture and in tilt; all that follow lie at nine places.
    assert len(distinct_views(views, 6)) == 6
    assert distinct_views(views[:4], 6) == tuple(views[:4])
    alike = [views[0]] * 5 + [views[1]] + [views[0]] * 5 + [views[2]]
    assert {id(view) for view in distinct_views(alike, 3)} == {id(view) for view in views[:3]}


def test_a_view_given_twice_counts_once():
    views = views_with(lens_of(1000), TILTS[:3])
    assert distinct_views([*views, *views], 24) == tuple(views)
    assert distinct_views([], 24) == ()


def test_the_board_is_found_and_else_the_mat(mat_picture, camera_at):
    cells = cv2.resize(board_cells(), None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    board = cv2.copyMakeBorder(cells, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=255)
    view = find_view(board)
    assert (view.target, len(view.points_xy)) == ("board", 54)
    assert_allclose(view.points_xyz[:, :2] * [88, -88] + 39.5, view.points_xy, atol=0.6)
    mat = find_view(mat_picture(camera_at((-6, -6, 7))))
    assert (mat.target, len(mat.points_xy)) == ("mat", 32)
    assert find_view(np.full((480, 640), 128, np.uint8)) is None
    assert len(find_board(np.full((480, 640), 128, np.uint8))[0]) == 0


def test_a_board_of_which_one_column_of_corners_is_in_view_is_no_view_of_a_plane():
    cells = cv2.resize(board_cells(), None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    column = cv2.copyMakeBorder(cells[:, : 2 * 88], 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=255)
    places, _ = find_board(column)
    assert len(places) == 9
    assert np.ptp(places[:, 0]) == 0
    assert find_view(column) is None
