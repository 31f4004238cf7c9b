"""Edited photos keep their truth: points lie where the picture shows them."""

import json
from pathlib import Path
from shutil import copy

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.markers import find_markers
from calibration.mat import BABEL_MAT
from referee.bench.truth import load_pose
from samples.edits import OFF_AXIS, STRETCHES, THUMBNAILS, edits, off_axis, stretched, thumbnail

DEVELOP = Path(__file__).parents[2] / "samples" / "photos" / "develop"


@pytest.fixture
def photo_rgb():
    return np.ascontiguousarray(cv2.imread(str(DEVELOP / "develop_17.jpg"))[..., ::-1])


@pytest.fixture
def pose():
    return load_pose(DEVELOP / "develop_17.json")


def worst_marker_px(picture_rgb, pose):
    """How far the markers that are seen lie from where the truth has them."""
    assert pose.lens.size_wh == picture_rgb.shape[1::-1]
    sighting = find_markers(cv2.cvtColor(picture_rgb, cv2.COLOR_RGB2GRAY))
    assert len(sighting.marker_ids) >= 4
    corners = np.concatenate([BABEL_MAT.marker_corners(number) for number in sighting.marker_ids])
    rotation, _ = cv2.Rodrigues(pose.rotation)
    expected, *_ = cv2.projectPoints(corners, rotation, pose.translation, pose.lens.matrix, pose.lens.distortion)
    return np.linalg.norm(expected.reshape(-1, 2) - sighting.corners_xy.reshape(-1, 2), axis=1).max()


@pytest.mark.parametrize("factor", STRETCHES.values())
def test_what_is_true_of_a_photo_is_stretched_with_it(photo_rgb, pose, factor):
    assert worst_marker_px(photo_rgb, pose) < 3
    picture, truth = stretched(photo_rgb, pose, factor)
    assert picture.shape[1] == round(factor * photo_rgb.shape[1])
    assert worst_marker_px(picture, truth) < 3


def test_what_is_true_of_a_photo_is_made_small_with_it(photo_rgb, pose):
    picture, truth = thumbnail(photo_rgb, pose, 400)
    assert max(picture.shape[:2]) == 400
    assert worst_marker_px(picture, truth) < 2


@pytest.mark.parametrize("seed", range(3))
def test_what_is_true_of_a_photo_turned_off_axis_moves_with_it(photo_rgb, pose, seed):
    picture, truth = off_axis(photo_rgb, pose, 4.0, np.random.default_rng(seed))
    assert worst_marker_px(picture, truth) < 3
    across = abs(truth.lens.matrix[0, 2] - (picture.shape[1] - 1) / 2)
    assert across > 0.1 * max(picture.shape[:2])


def test_each_photo_is_written_once_for_each_edit(tmp_path):
    originals = tmp_path / "originals"
    originals.mkdir()
    for ending in ("jpg", "json"):
        copy(DEVELOP / f"develop_17.{ending}", originals)
    result = CliRunner().invoke(edits, [str(originals), str(tmp_path / "out")], catch_exceptions=False)
    assert result.exit_code == 0
    written = {path.relative_to(tmp_path / "out") for path in (tmp_path / "out").rglob("develop_17.*")}
    original = json.loads((originals / "develop_17.json").read_text())
    kinds = (*STRETCHES, *THUMBNAILS, OFF_AXIS)
    for kind in kinds:
        truth = json.loads((tmp_path / "out" / kind / "develop_17.json").read_text())
        assert truth["cubes"] == original["cubes"]
        picture = cv2.imread(str(tmp_path / "out" / kind / "develop_17.jpg"))
        assert (truth["camera"]["width"], truth["camera"]["height"]) == picture.shape[1::-1]
    assert written == {Path(kind, f"develop_17.{end}") for kind in kinds for end in ("jpg", "json")}
