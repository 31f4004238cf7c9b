"""Covers hide part of the tower, and nothing else changes."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from samples.covers import COVERS, covered, covers

DEVELOP = Path(__file__).parents[2] / "samples" / "photos" / "develop"
CORNERS_XY = np.array([[200.0, 100.0], [400.0, 100.0], [400.0, 400.0], [200.0, 400.0]])


@pytest.mark.parametrize("cover", COVERS)
def test_part_of_the_tower_is_hidden_the_same_each_time(cover):
    photo = np.full((480, 640, 3), 40, np.uint8)
    picture = covered(photo, CORNERS_XY, cover, np.random.default_rng(3))
    changed = (picture != photo).any(axis=2)[100:400, 200:400]
    assert 0.01 < changed.mean() < 0.9
    np.testing.assert_array_equal(picture, covered(photo, CORNERS_XY, cover, np.random.default_rng(3)))


def test_each_photo_is_written_once_for_each_cover_with_its_truth(tmp_path):
    photos, folder = tmp_path / "photos", tmp_path / "covered"
    photos.mkdir()
    for ending in ("jpg", "json"):
        (photos / f"develop_00.{ending}").write_bytes((DEVELOP / f"develop_00.{ending}").read_bytes())
    assert CliRunner().invoke(covers, [str(photos), str(folder)]).exit_code == 0
    for cover in COVERS:
        assert (
            cv2.imread(str(folder / f"develop_00_{cover}.jpg")).shape
            == cv2.imread(str(photos / "develop_00.jpg")).shape
        )
        assert (folder / f"develop_00_{cover}.json").read_text() == (photos / "develop_00.json").read_text()


def test_a_seed_below_zero_is_refused_before_anything_is_written(tmp_path):
    folder = tmp_path / "covered"
    result = CliRunner().invoke(covers, [str(DEVELOP), str(folder), "--seed", "-1"])
    assert result.exit_code == 2
    assert "x>=0" in result.output
    assert not folder.exists()
