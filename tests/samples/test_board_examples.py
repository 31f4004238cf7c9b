"""What the board network learns from stays true however it is varied."""

from pathlib import Path

import numpy as np
import pytest

import samples
from rules.games.zero12 import SIDE
from samples.training.board_examples import BoardExample, board_example, varied_board
from vision.games.zero12.board_network import CAMERA, PLANES, SEEN, SIDE_PX, SQUARE_PX
from vision.games.zero12.evidence import EMPTY, KINDS

PHOTO = sorted((Path(samples.__file__).parent / "photos" / "board_develop").glob("*.jpg"))[0]


def painted() -> BoardExample:
    """A board whose planes show what its labels say, each kind and sign in a shade of its own."""
    chance = np.random.default_rng(3)
    kinds = chance.integers(0, KINDS, (SIDE, SIDE))
    signs = np.where(kinds == EMPTY, chance.integers(0, 3, (SIDE, SIDE)), -1)
    planes = np.zeros((PLANES, SIDE_PX, SIDE_PX), np.float32)
    inside = slice(SQUARE_PX, -SQUARE_PX)
    planes[SEEN, inside, inside] = np.kron(kinds, np.ones((SQUARE_PX, SQUARE_PX)))
    planes[CAMERA.start] = 1.0
    return BoardExample(planes, np.moveaxis(np.eye(KINDS, dtype=np.float32)[kinds], -1, 0), signs)


def test_a_photo_becomes_planes_and_labels() -> None:
    example = board_example(PHOTO)
    assert example.planes.shape == (PLANES, SIDE_PX, SIDE_PX)
    assert (example.kinds.sum(axis=0) == 1).all()
    assert ((example.signs == -1) == (example.kinds[EMPTY] == 0)).all()


@pytest.mark.parametrize("seed", range(12))
def test_labels_turn_with_their_squares(seed: int) -> None:
    example = painted()
    varied = varied_board(example, np.random.default_rng(seed))
    counts = varied.kinds.sum(axis=0)
    known = counts == 1
    plain = known & (varied.kinds.max(axis=0) == 1)
    # Where nothing lies over the board, its shades follow the kinds: brighter for later ones, whatever the light.
    top = varied.planes[0, SQUARE_PX:-SQUARE_PX, SQUARE_PX:-SQUARE_PX]
    middles = top.reshape(SIDE, SQUARE_PX, SIDE, SQUARE_PX)[:, 4:-4, :, 4:-4].mean(axis=(1, 3))
    kinds = varied.kinds.argmax(axis=0)
    assert plain.sum() > 40
    assert np.corrcoef(middles[plain], kinds[plain])[0, 1] > 0.8
    assert ((varied.signs >= 0) <= (kinds == EMPTY)).all()
    # The camera stays on one side, whichever that is then.
    assert abs(varied.planes[CAMERA]).sum(axis=0) == pytest.approx(1)


def test_what_is_covered_tells_nothing_for_sure() -> None:
    example = painted()
    seen = [varied_board(example, np.random.default_rng(seed)) for seed in range(30)]
    shares = np.concatenate([one.kinds.max(axis=0).ravel() for one in seen])
    assert {0.0, 1 / KINDS, 1.0} == {round(float(share), 6) for share in np.unique(shares)}
    assert 0.01 < (shares < 1).mean() < 0.4


def test_the_same_chance_varies_alike() -> None:
    first, again = (varied_board(painted(), np.random.default_rng(5)) for _ in range(2))
    assert np.array_equal(first.planes, again.planes)
    assert np.array_equal(first.kinds, again.kinds)
