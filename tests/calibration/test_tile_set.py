import struct
import zlib

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.tile_set import FACE_WH, TileSet, TileSize, faces_as_png, faces_of_png
from rules.games.tours import TILES

SIZE = TileSize(0.86, 0.65, 0.48)


def noisy_set(families: str, seed: int = 1) -> TileSet:
    chance = np.random.default_rng(seed)
    faces = {tile: chance.integers(0, 256, (*FACE_WH[::-1], 3), np.uint8) for tile in TILES if tile.family in families}
    return TileSet(SIZE, faces)


def png_head(width: int, height: int) -> bytes:
    """A PNG file of this size that ends where its pixels should be."""
    chunk = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))


@pytest.mark.parametrize("families", ["b", "c", "w", "bw", "bcw"])
def test_faces_come_back_from_their_picture_as_they_were(families: str) -> None:
    known = noisy_set(families)
    assert known.families == families
    found = faces_of_png(faces_as_png(known), families)
    assert list(found) == list(known.faces)
    for tile, face in known.faces.items():
        np.testing.assert_array_equal(found[tile], face)


@pytest.mark.parametrize("families", ["b", "bc", "cw"])
def test_the_picture_of_other_families_is_refused(families: str) -> None:
    with pytest.raises(ValueError, match="no picture of this size"):
        faces_of_png(faces_as_png(noisy_set("bcw")), families)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no picture",
        faces_as_png(noisy_set("b"))[:-2000],
        faces_as_png(noisy_set("b"))[1:],
        bytes(cv2.imencode(".jpg", np.zeros((64, 432, 3), np.uint8))[1]),
        bytes(cv2.imencode(".png", np.zeros((64, 433, 3), np.uint8))[1]),
        # So large that OpenCV decodes none.
        png_head(200_000, 200_000),
    ],
)
def test_what_is_no_picture_of_faces_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="no picture of this size"):
        faces_of_png(data, "b")


@given(st.floats(0.5, 1), st.floats(0.1, 1), st.floats(0.1, 1))
def test_a_face_s_picture_shows_most_of_its_length(length: float, width: float, height: float) -> None:
    size = TileSize(length, width, height)
    assert 0.7 * length < size.step * FACE_WH[1] < length
    assert size.shown_area == pytest.approx(size.step * FACE_WH[0] * size.step * FACE_WH[1])
