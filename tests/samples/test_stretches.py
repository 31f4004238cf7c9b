"""Stretched photos keep their truth: points lie where the picture shows them."""

import json
from pathlib import Path
from shutil import copy

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from samples.stretches import STRETCHES, stretched_truth, stretches

DEVELOP = Path(__file__).parents[2] / "samples" / "photos" / "develop"


def points_xy(content):
    camera = content["camera"]
    cubes = np.array([cube["cell"] for cube in content["cubes"]], np.float64)
    rotation, _ = cv2.Rodrigues(np.array(camera["R"]))
    return cv2.projectPoints(cubes, rotation, np.array(camera["t"]), np.array(camera["K"]), np.array(camera["dist"]))[0]


@pytest.mark.parametrize("factor", STRETCHES.values())
def test_what_is_true_of_a_photo_is_stretched_with_it(factor):
    content = json.loads((DEVELOP / "develop_17.json").read_text())
    width = content["camera"]["width"]
    wide = stretched_truth(content, round(factor * width))
    scale_xy = [wide["camera"]["width"] / width, 1.0]
    np.testing.assert_allclose(points_xy(wide), (points_xy(content) + 0.5) * scale_xy - 0.5)
    assert wide["cubes"] == content["cubes"]


def test_each_photo_is_written_once_for_each_stretch(tmp_path):
    originals = tmp_path / "originals"
    originals.mkdir()
    for ending in ("jpg", "json"):
        copy(DEVELOP / f"develop_17.{ending}", originals)
    result = CliRunner().invoke(stretches, [str(originals), str(tmp_path / "out")], catch_exceptions=False)
    assert result.exit_code == 0
    for kind in STRETCHES:
        height, width = cv2.imread(str(tmp_path / "out" / kind / "develop_17.jpg")).shape[:2]
        camera = json.loads((tmp_path / "out" / kind / "develop_17.json").read_text())["camera"]
        assert (camera["width"], camera["height"]) == (width, height)
