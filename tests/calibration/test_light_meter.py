"""The meter finds each fault of light and view in the picture that has it, and none in a good one."""

import cv2
import numpy as np
import pytest

from calibration.light_meter import measure_light, worst_verdict
from calibration.locating import locate_mat


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
