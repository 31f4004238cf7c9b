"""What is drawn is told whatever the light, and what is hidden is not asked."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.tours import Tile
from vision.games.tours.inks import CHANNELS, COARSE, FINE, correlations, ink

seeds = st.integers(0, 2**32)


def inks_of(pictures, smooth=FINE):
    return np.stack([ink(picture, len(picture), smooth) for picture in pictures]).reshape(len(pictures), -1, CHANNELS)


def alike(seen, known, weights=None):
    (piece,) = inks_of([seen])
    weight = np.ones(len(piece), np.float32) if weights is None else weights.astype(np.float32).ravel()
    return float(correlations(piece[None], weight[None], inks_of([known]))[0, 0])


@pytest.fixture(scope="module")
def faces(tile_set):
    return list(tile_set.faces.values())


@pytest.mark.parametrize("light", ["bright", "dim", "one side", "corner", "warm", "hazy"])
def test_the_light_changes_little(faces, light):
    rows, columns = np.indices(faces[0].shape[:2]) / 64
    lit = {
        "bright": 1.12 * np.ones(3),
        "dim": 0.25 * np.ones(3),
        "one side": (0.4 + 0.7 * columns)[..., None] * np.ones(3),
        "corner": (1 - 0.5 * np.hypot(rows, columns))[..., None] * np.ones(3),
        "warm": np.array([0.55, 0.8, 1.0]),
        "hazy": 0.6 * np.ones(3),
    }[light]
    for face in faces:
        seen = np.uint8(np.clip(face * lit + 60 * (light == "hazy"), 0, 255))
        assert alike(seen, face) > 0.93


def test_other_faces_are_less_alike_than_a_face_in_other_light(faces):
    shade = np.linspace(0.4, 1.0, faces[0].shape[1])[:, None]
    seen = inks_of([np.uint8(face * shade) for face in faces])
    table = correlations(seen, np.ones(seen.shape[:2], np.float32), inks_of(faces))
    assert table.shape == (27, 27)
    assert (table.argmax(axis=1) == np.arange(27)).all()
    assert np.diag(table).min() > table[~np.eye(27, dtype=bool)].max()


@given(seeds)
def test_what_has_no_weight_does_not_count(tile_set, seed):
    chance = np.random.default_rng(seed)
    known = inks_of(tile_set.faces.values())
    (seen,) = inks_of([tile_set.faces[Tile("b", 7)]])
    weights = (chance.random(len(seen)) < chance.uniform(0.2, 1)).astype(np.float32)
    other = np.where(weights[:, None] > 0, seen, chance.normal(0, 5, seen.shape)).astype(np.float32)
    first, second = (correlations(piece[None], weights[None], known) for piece in (seen, other))
    np.testing.assert_allclose(first, second, atol=1e-5)
    assert first.argmax() == [*tile_set.faces].index(Tile("b", 7))


@given(seeds, st.integers(1, 4), st.integers(1, 4), st.floats(0.1, 10))
def test_correlations_are_no_more_than_one_and_do_not_ask_for_strength(seed, pieces, faces, strength):
    chance = np.random.default_rng(seed)
    seen, known = (chance.normal(0, 1, (count, 50, CHANNELS)).astype(np.float32) for count in (pieces, faces))
    weights = chance.random((pieces, 50)).astype(np.float32)
    table = correlations(seen, weights, known)
    assert table.shape == (pieces, faces)
    assert abs(table).max() <= 1 + 1e-5
    np.testing.assert_allclose(table, correlations(np.float32(strength) * seen, weights, known), atol=1e-4)
    np.testing.assert_allclose(correlations(-known, np.ones((faces, 50), np.float32), known).diagonal(), -1, atol=1e-5)


def test_where_nothing_is_drawn_or_seen_nothing_is_alike(faces):
    blank = np.full_like(faces[0], 200)
    assert abs(alike(blank, faces[0])) < 0.02
    assert alike(faces[0], faces[0], np.zeros(faces[0].shape[:2])) == 0


@pytest.mark.parametrize("smooth", [FINE, COARSE])
def test_there_is_no_ink_in_light_that_changes_slowly(smooth):
    shade = np.uint8(np.linspace(90, 150, 48) * np.ones((64, 1)))
    assert abs(ink(np.dstack([shade] * 3), 64, smooth)[:, 8:-8]).max() < 0.1


def test_dark_ink_is_dark_and_red_ink_is_red():
    face = np.full((64, 48, 3), 200, np.uint8)
    cv2.line(face, (10, 20), (38, 20), (40, 40, 40), 3)
    cv2.line(face, (10, 44), (38, 44), (60, 60, 190), 3)
    lightness, red, blue = np.moveaxis(ink(face, 64), -1, 0)
    assert lightness[20, 24] < -0.5 and abs(red[20, 24]) < 0.01 and abs(blue[20, 24]) < 0.01
    assert red[44, 24] > 0.5 and blue[44, 24] < -0.2
