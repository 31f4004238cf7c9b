"""What the building network learns from stays true however it is varied."""

import json
from pathlib import Path

import numpy as np
import pytest

import samples
from calibration.building_mat import GROUND_SIDE
from rules.games.baubylon import parse_building
from samples.training.building_examples import BuildingExample, building_example, varied_building
from vision.games.baubylon.building_network import CHANNELS, HEIGHTS, SIDE_PX, SQUARE_PX

PHOTO = Path(samples.__file__).parent / "photos" / "building_develop" / "building_develop_1_1.jpg"


def test_a_photo_becomes_planes_and_answers() -> None:
    example = building_example(PHOTO)
    assert example is not None
    assert example.planes_bgr.shape == (HEIGHTS, SIDE_PX, SIDE_PX, 3)
    assert example.answers.shape == (GROUND_SIDE, GROUND_SIDE)
    truth = json.loads(PHOTO.with_suffix(".json").read_text())
    heights = np.array(parse_building(truth["heights"]).heights).reshape(GROUND_SIDE, GROUND_SIDE)
    shares = np.array(truth["visible"])
    from_the_south = example.answers[::-1]
    assert (from_the_south == heights)[shares >= 0.5].all()
    assert (from_the_south == HEIGHTS)[shares < 0.1].all()
    assert 20 < (shares >= 0.5).sum() < GROUND_SIDE**2
    true_xyz = -np.array(truth["camera"]["R"]).T @ truth["camera"]["t"]
    assert np.linalg.norm(example.camera_xyz - true_xyz) < 0.5


@pytest.mark.parametrize("seed", range(8))
def test_answers_turn_with_their_squares(seed: int) -> None:
    chance = np.random.default_rng(3)
    answers = chance.integers(0, HEIGHTS, (GROUND_SIDE, GROUND_SIDE))
    planes = np.full((HEIGHTS, SIDE_PX, SIDE_PX, 3), 60, np.uint8)
    inside = slice(SQUARE_PX, -SQUARE_PX)
    for height in range(HEIGHTS):
        shown = np.kron(answers == height, np.ones((SQUARE_PX, SQUARE_PX)))
        planes[height, inside, inside] += (150 * shown[..., None]).astype(np.uint8)
    camera = np.array([(9.0, 1.0, 9.0), (-2.0, 9.0, 9.0), (-9.0, 1.0, 9.0), (1.0, -9.0, 9.0)][seed % 4])
    shown, told = varied_building(BuildingExample(planes, camera, answers), np.random.default_rng(seed))
    assert shown.shape == (HEIGHTS, CHANNELS, SIDE_PX, SIDE_PX)
    lightness = shown[:, 0, inside, inside].reshape(HEIGHTS, GROUND_SIDE, SQUARE_PX, GROUND_SIDE, SQUARE_PX)
    assert (lightness[:, :, 4:-4, :, 4:-4].mean(axis=(2, 4)).argmax(axis=0) == told).all()
    # Whichever side it is photographed from, the network sees it from the South.
    assert shown[0, 4].mean() < 0
