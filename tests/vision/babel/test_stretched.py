"""A photo that was made wider or narrower is read as the camera took it; one that was not stays as it is."""

from pathlib import Path
from types import SimpleNamespace

import cv2
import pytest

from calibration.colours import grey
from calibration.locating import locate_mat
from vision.games.babel import stretched
from vision.games.babel.one_view import stand
from vision.games.babel.reader import see
from vision.games.babel.stretched import unstretched

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


def test_what_looks_like_cubes_as_it_is_stays(frame):
    mat = locate_mat(grey(frame))
    standing = stand(frame, mat.pose)
    assert unstretched(frame, mat, standing) == (mat, standing)


@pytest.mark.parametrize(("gain", "is_better"), [(4.0, False), (6.0, True)])
def test_a_stretched_picture_must_explain_clearly_more(frame, monkeypatch, gain, is_better):
    mat = locate_mat(grey(frame))
    standing, there = SimpleNamespace(score=50.0), SimpleNamespace(score=50.0 + gain)
    monkeypatch.setattr(stretched, "stand", lambda *_: there)
    assert unstretched(frame, mat, standing)[1] is (there if is_better else standing)
