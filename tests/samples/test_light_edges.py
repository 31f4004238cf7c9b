"""Edges of light change the brightness of part of the tower, and nothing else."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from samples.light_edges import LIGHT_EDGES, light_edges, with_light_edge

DEVELOP = Path(__file__).parents[2] / "samples" / "photos" / "develop"
CORNERS_XY = np.array([[200.0, 100.0], [400.0, 100.0], [400.0, 400.0], [200.0, 400.0]])
PHOTO = np.full((480, 640, 3), 120, np.uint8)


@pytest.mark.parametrize("kind", LIGHT_EDGES)
def test_light_changes_over_a_part_of_the_tower_the_same_each_time(kind):
    picture = with_light_edge(PHOTO, CORNERS_XY, kind, np.random.default_rng(3))
    changed = (picture != PHOTO).any(axis=2)[100:400, 200:400]
    assert 0.01 < changed.mean() < 0.99
    np.testing.assert_array_equal(picture, with_light_edge(PHOTO, CORNERS_XY, kind, np.random.default_rng(3)))


@pytest.mark.parametrize(("kind", "is_brighter"), [("shadow", False), ("stripe", False), ("flare", True)])
def test_shadows_take_light_away_and_discs_add_some(kind, is_brighter):
    picture = with_light_edge(PHOTO, CORNERS_XY, kind, np.random.default_rng(3)).astype(int)
    assert (picture >= PHOTO if is_brighter else picture <= PHOTO).all()


def test_each_photo_is_written_once_for_each_kind_with_its_truth(tmp_path):
    photos, folder = tmp_path / "photos", tmp_path / "lit"
    photos.mkdir()
    for ending in ("jpg", "json"):
        (photos / f"develop_00.{ending}").write_bytes((DEVELOP / f"develop_00.{ending}").read_bytes())
    assert CliRunner().invoke(light_edges, [str(photos), str(folder)]).exit_code == 0
    for kind in LIGHT_EDGES:
        written = folder / kind / "develop_00"
        assert cv2.imread(str(written.with_suffix(".jpg"))).shape == cv2.imread(str(photos / "develop_00.jpg")).shape
        assert written.with_suffix(".json").read_text() == (photos / "develop_00.json").read_text()
