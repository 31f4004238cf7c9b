"""Training reads whole photos by their mat and cropped ones by their camera, whatever marks the cubes bear."""

import json
from pathlib import Path

import numpy as np
import pytest

from referee.bench.truth import load_truth
from samples.training.photos import photos_below, training_photo

DEVELOP = Path(__file__).parents[2] / "samples" / "photos" / "develop"


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A folder with one committed photo and its truth file."""
    for ending in ("jpg", "json"):
        (tmp_path / f"tower_1.{ending}").write_bytes((DEVELOP / f"develop_00.{ending}").read_bytes())
    return tmp_path


def test_a_whole_photo_is_located_by_its_mat(photo: Path) -> None:
    (path,) = photos_below([photo])
    read = training_photo(path)
    assert read is not None
    truth = load_truth(photo / "tower_1.json")
    assert set(read.cubes) == {cube.cell for cube in truth.cubes}
    assert not read.is_free
    corners = np.array([[x, y, 0.0] for x in (-1.0, 1.0) for y in (-1.0, 1.0)])
    assert np.abs(read.pose.project(corners) - truth.pose.project(corners)).max() < 5.0


def test_a_cropped_photo_of_cubes_with_marks_as_no_box_has_is_located_by_its_camera(photo: Path) -> None:
    truth_path = photo / "tower_1.json"
    pose = load_truth(truth_path).pose
    content = json.loads(truth_path.read_text()) | {"cropped": True, "free": True}
    for cube in content["cubes"]:
        cube["bulges"] = list("NESWU")
    truth_path.write_text(json.dumps(content))
    (path,) = photos_below([photo])
    read = training_photo(path)
    assert read is not None
    assert read.is_free
    np.testing.assert_allclose(read.pose.translation, pose.translation)
    np.testing.assert_allclose(read.pose.rotation, pose.rotation)
