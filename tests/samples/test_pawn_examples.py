"""What the pawn network learns from stays true however it is varied."""

import json
from pathlib import Path

import numpy as np
import pytest

import samples
from samples.training.pawn_examples import SQUARES_PER_PHOTO, pawn_example, true_stacks, varied_pawns
from vision.games.baubylon.pawn_colours import MOST_PAWNS, PAWN_COLOURS
from vision.games.baubylon.pawn_network import CHANNELS, COLOURS, PATCH_PX, PLANES

FOLDER = Path(samples.__file__).parent / "photos"
PHOTO = FOLDER / "pawn_develop" / "pawn_develop_0_1.jpg"


@pytest.fixture(scope="module")
def example():
    return pawn_example(PHOTO)


def test_answers_are_the_pawns_that_are_in_view(example) -> None:
    truth = json.loads(PHOTO.with_suffix(".json").read_text())
    for name, stack in truth["pawns"].items():
        square = "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)
        if truth["pawns_in_view"][name][-1] > 0.5:
            assert example.counts[square] == len(stack)
            assert example.colours[square, len(stack) - 1] == PAWN_COLOURS.index(stack[-1])
        assert (example.colours[square, len(stack) :] == -1).all()
    assert (example.counts == 0).sum() > 20


def test_what_is_hidden_is_learned_as_hidden() -> None:
    truth = {
        "pawn_room": [[0.9] * 8, [0.0] * 8, *[[0.2] * 8] * 6],
        "pawns": {"a1": ["red", "blue"], "b1": ["green"], "c1": ["white", "black"]},
        "pawns_in_view": {"a1": [0.0, 0.9], "b1": [0.02], "c1": [0.15, 0.15]},
    }
    counts, colours = true_stacks(truth)
    assert counts[:4].tolist() == [2, PLANES, -1, 0]
    assert counts[8] == PLANES
    assert counts[16] == -1
    assert colours[0].tolist() == [COLOURS - 1, PAWN_COLOURS.index("blue"), -1, -1, -1]
    assert colours[1, 0] == COLOURS - 1
    assert (colours[2] == -1).all()


@pytest.mark.parametrize("seed", range(3))
def test_so_many_squares_are_learned_from_at_once(example, seed: int) -> None:
    planes, counts, colours = varied_pawns(example, np.random.default_rng(seed))
    assert planes.shape == (SQUARES_PER_PHOTO, PLANES, CHANNELS, PATCH_PX, PATCH_PX)
    assert planes.dtype == np.float32
    assert counts.shape == (SQUARES_PER_PHOTO,)
    assert colours.shape == (SQUARES_PER_PHOTO, MOST_PAWNS)
    assert (counts > 0).any()
    assert (counts >= 0).sum() > SQUARES_PER_PHOTO / 2
    again, *_ = varied_pawns(example, np.random.default_rng(seed))
    assert np.array_equal(planes, again)


def test_a_photo_without_pawns_teaches_nothing() -> None:
    assert pawn_example(FOLDER / "building_develop" / "building_develop_1_1.jpg") is None
