"""The meter finds each fault of light and view in the picture that has it, and none in a good one."""

import cv2
import numpy as np
import pytest

from calibration.light_meter import measure_light, worst_verdict
from calibration.locating import LocatedMat, Place, locate_mat
from calibration.markers import MatSighting
from calibration.mat import BABEL_MAT


@pytest.fixture
def meter(mat_picture, camera_at):
    """Function (eye, spoil) -> findings by name, of a picture of the mat that `spoil` has changed."""

    def measured(eye=(-6, -6, 7), spoil=lambda frame: frame):
        gray = mat_picture(camera_at(eye))
        frame = np.stack([gray] * 3, axis=-1).astype(float)
        frame[:40] *= [0.4, 0.7, 1.0]  # some of the table has a colour
        frame = spoil(frame)
        frame = np.clip(frame, 0, 255).astype(np.uint8)
        located = locate_mat(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
        return {finding.name: finding for finding in measure_light(frame, located)}

    return measured


def test_a_good_picture_has_no_advice(meter):
    findings = meter()
    assert list(findings) == [
        "exposure", "clipping", "colour cast", "evenness", "stray light",
        "sharpness", "marker size", "markers", "angle",
    ]  # fmt: skip
    assert {finding.verdict for finding in findings.values()} == {"good"}
    assert not any(finding.advice for finding in findings.values())
    assert findings["exposure"].figure == pytest.approx(83, abs=2)  # sRGB code 235
    assert findings["angle"].figure == pytest.approx(39.5, abs=0.5)
    assert findings["markers"].figure == 8


@pytest.mark.parametrize(
    ("name", "verdict", "advice", "spoil"),
    [
        ("exposure", "poor", "too dark", lambda frame: frame * 0.25),
        ("clipping", "poor", "too bright", lambda frame: frame * 1.2),
        ("colour cast", "usable", "white balance", lambda frame: frame * [0.7, 0.9, 1.0]),
        ("colour cast", "poor", "black-and-white", lambda frame: frame.mean(axis=-1, keepdims=True).repeat(3, axis=-1)),
        ("evenness", "usable", "shadow", lambda frame: frame * np.linspace(0.1, 1, 1280)[:, None]),
        ("stray light", "usable", "wipe the lens", lambda frame: frame * 0.6 + 95),
        ("stray light", "poor", "wipe the lens", lambda frame: frame * 0.4 + 140),
        ("sharpness", "usable", "focus", lambda frame: cv2.GaussianBlur(frame, (0, 0), 4)),
    ],
)
def test_each_fault_is_found_with_advice(meter, name, verdict, advice, spoil):
    finding = meter(spoil=spoil)[name]
    assert finding.verdict == verdict
    assert advice in finding.advice


@pytest.mark.parametrize("size_wh", [(15, 1), (1, 13)])
def test_a_camera_that_moved_one_way_only_is_noticed(meter, size_wh):
    assert meter((0, -7, 8))["sharpness"].verdict == "good"
    moved = meter((0, -7, 8), lambda frame: cv2.blur(frame, size_wh))["sharpness"]
    assert moved.verdict != "good"
    assert "hold the camera still" in moved.advice


@pytest.mark.parametrize(
    ("name", "eye", "advice"),
    [("angle", (-7, -7, 2.6), "flat"), ("angle", (-1, -1, 9), "steep"), ("marker size", (-16, -16, 19), "closer")],
)
def test_a_bad_view_is_found_with_advice(meter, name, eye, advice):
    finding = meter(eye)[name]
    assert finding.verdict != "good"
    assert advice in finding.advice


def test_one_channel_that_is_cut_off_does_no_harm(meter):
    assert meter(spoil=lambda frame: frame * [1.0, 1.0, 1.2])["clipping"].verdict == "good"


def test_the_verdict_on_all_is_that_on_the_worst(meter):
    assert worst_verdict(tuple(meter().values())) == "good"
    assert worst_verdict(tuple(meter(spoil=lambda frame: frame * 0.25).values())) == "poor"
    assert worst_verdict(()) == "poor"


def test_light_and_view_are_those_of_the_mat_wherever_the_tower_stands_on_it(mat_picture, camera_at):
    gray = mat_picture(camera_at((-6, -6, 7)))
    located = locate_mat(gray)
    told = [measure_light(np.stack([gray] * 3, axis=-1), mat) for mat in (located, located.told_from(Place(1, 1, 40)))]
    for plain, moved in zip(*told, strict=True):
        assert (moved.name, moved.figure) == (plain.name, pytest.approx(plain.figure, abs=0.5))


def test_what_the_border_cuts_off_tells_nothing_of_the_light(meter, mat_picture, camera_at):
    # Marker 5 is whole in view, and of the paper round it a part.
    pose = camera_at((-6, -6, 7))
    right = int(pose.project(BABEL_MAT.marker_corners(5))[:, 0].max()) + 3
    frame = np.stack([mat_picture(pose)[:, :right].copy()] * 3, axis=-1)
    located = locate_mat(frame[..., 0])
    assert 5 in located.sighting.marker_ids
    findings = {finding.name: finding for finding in measure_light(frame, located)}
    assert findings["exposure"].figure == pytest.approx(83, abs=2)
    assert findings["evenness"].figure == pytest.approx(100, abs=2)


def test_a_marker_without_its_paper_in_view_tells_its_size_alone(mat_picture, camera_at):
    pose = camera_at((0, -2.3, 3), 4000.0, target=(0, -2.25, 0))
    corners = BABEL_MAT.marker_corners(4)
    sighting = MatSighting((4,), pose.project(corners)[None])
    located = LocatedMat(pose, sighting, corners, 0.0, is_lens_known=True)
    findings = measure_light(np.stack([mat_picture(pose)] * 3, axis=-1), located)
    assert [finding.name for finding in findings] == ["marker size", "markers", "angle"]


def test_a_lamp_without_blue_is_a_cast_and_no_failure(meter):
    cast = meter(spoil=lambda frame: frame * [0.0, 1.0, 1.0])["colour cast"]
    assert (cast.verdict, np.isfinite(cast.figure)) == ("poor", True)
