"""A face is laid over what is seen of it, wherever it lies near the middle, to a fraction of a pixel."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.tile_set import FACE_WH
from rules.games.tours import Tile
from vision.games.tours.aligning import MARGIN_PX, align, outline_of

WIDTH, HEIGHT = FACE_WH
SHAPE = (HEIGHT + 2 * MARGIN_PX, WIDTH + 2 * MARGIN_PX)
CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) * FACE_WH - 0.5
MIDDLE = (np.array(FACE_WH) - 1) / 2
ALL = np.ones(SHAPE, bool)
TILES = [Tile("b", 6), Tile("c", 3), Tile("c", 9), Tile("w", 1), Tile("w", 8)]
# Right and down in pixels, larger, and turned by radians.
LYING = [(0.0, 0.0, 0.0, 0.0), (5.3, -4.6, 0.0, 0.0), (-3.0, 2.0, 0.06, 0.0), (2.0, 3.0, -0.05, 0.06), (7, 6, 0, -0.05)]


def drawn(face, right, down, larger, turned):
    """A piece of a picture in which a face lies so, and where its corners are."""
    linear = np.array([[1 + larger, -turned], [turned, 1 + larger]])
    warp = np.column_stack([linear, MIDDLE + MARGIN_PX + [right, down] - linear @ MIDDLE])
    piece = cv2.warpAffine(face, warp, SHAPE[::-1], flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    noise = np.random.default_rng(1).normal(0, 4, piece.shape)
    return np.uint8(np.clip(piece + noise, 0, 255)), CORNERS @ linear.T + warp[:, 2]


@pytest.mark.parametrize("tile", TILES, ids=str)
@pytest.mark.parametrize("lying", LYING, ids=str)
def test_a_face_is_found_where_it_lies(tile_set, tile, lying):
    face = tile_set.faces[tile]
    piece, corners = drawn(face, *lying)
    laid = align(piece, ALL, outline_of(face))
    assert np.linalg.norm(laid.corners_px - corners, axis=1).max() < 1.0
    assert np.linalg.norm((laid.corners_px - corners).mean(axis=0)) < 0.3
    assert abs(laid.picture.astype(int) - face).mean() < 8
    assert laid.weights.all()


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_a_hidden_part_does_no_harm(tile_set, tile):
    face = tile_set.faces[tile]
    piece, corners = drawn(face, 3.0, -2.0, 0.02, 0.03)
    is_seen = ALL.copy()
    is_seen[:, : MARGIN_PX + WIDTH // 3] = False
    piece[~is_seen] = [30, 200, 90]
    laid = align(piece, is_seen, outline_of(face))
    assert np.linalg.norm(laid.corners_px - corners, axis=1).max() < 2.5
    # It is known what is hidden.
    assert laid.weights.mean() == pytest.approx(2 / 3, abs=0.08)
    assert not laid.weights[:, : WIDTH // 5].any() and laid.weights[:, WIDTH // 2 :].all()


@pytest.mark.parametrize("strength", [0.4, 1.0])
def test_faded_faces_and_uneven_light_change_little(tile_set, strength):
    face = tile_set.faces[Tile("c", 9)]
    piece, corners = drawn(face, 4.0, 3.0, 0.0, 0.02)
    faded = 200 + strength * (piece.astype(float) - 200)
    lit = np.uint8(np.clip(faded * np.linspace(0.4, 1.0, SHAPE[1])[:, None], 0, 255))
    laid = align(lit, ALL, outline_of(face))
    assert np.linalg.norm(laid.corners_px - corners, axis=1).max() < 1.0


def test_where_nothing_is_seen_a_face_stays_in_the_middle(tile_set):
    face = tile_set.faces[Tile("c", 9)]
    blank = np.full((*SHAPE, 3), 200, np.uint8)
    for piece, is_seen in ((blank, ALL), (drawn(face, 5.0, 5.0, 0.0, 0.0)[0], ~ALL)):
        laid = align(piece, is_seen, outline_of(face))
        np.testing.assert_allclose(laid.corners_px, CORNERS + MARGIN_PX, atol=0.1)


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.integers(0, SHAPE[1]), st.integers(0, SHAPE[0]), st.integers(2, SHAPE[1]))
def test_whatever_is_seen_a_face_is_laid_somewhere(tile_set, seed, left, upper, grain):
    chance = np.random.default_rng(seed)
    piece = cv2.resize(chance.integers(0, 256, (grain, grain, 3), np.uint8), SHAPE[::-1])
    is_seen = ALL.copy()
    is_seen[:upper] = is_seen[:, :left] = False
    laid = align(piece, is_seen, outline_of(tile_set.faces[Tile("b", 6)]))
    assert np.isfinite(laid.corners_px).all()
    assert set(np.unique(laid.weights)) <= {0.0, 1.0}


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_dark_things_beside_a_face_do_not_draw_it_away(tile_set, tile):
    face = tile_set.faces[tile]
    piece, corners = drawn(face, 1.5, -1.0, 0.0, 0.02)
    # The sides of its column, and the table behind it.
    piece[MARGIN_PX + HEIGHT + 7 :] = [20, 60, 20]
    piece[:, MARGIN_PX + WIDTH + 6 :] = [10, 30, 10]
    piece[: MARGIN_PX - 7] = [40, 40, 40]
    laid = align(piece, ALL, outline_of(face))
    assert np.linalg.norm(laid.corners_px - corners, axis=1).max() < 2.5
