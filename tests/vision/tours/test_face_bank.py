import numpy as np
import pytest

from calibration.tile_set import FACE_WH, TileSet
from rules.games.tours import TILES, Tile
from vision.games.tours.face_bank import COARSE_PX, face_bank, ground_bank
from vision.games.tours.inks import CHANNELS

WIDTH, HEIGHT = FACE_WH


@pytest.fixture(scope="module")
def bank(tile_set):
    return face_bank(tile_set)


def test_every_face_is_known_upright_and_upside_down(tile_set, bank):
    assert bank.tiles == (*TILES, *TILES)
    weights = np.ones((HEIGHT, WIDTH), np.float32)
    for number, tile in enumerate(TILES):
        for turned, face in enumerate((tile_set.faces[tile], tile_set.faces[tile][::-1, ::-1])):
            alike = bank.alike(face, weights)
            assert alike[number + turned * len(TILES)] == pytest.approx(1, abs=1e-4)
            assert bank.tiles[alike.argmax()] == tile


def test_coarse_faces_are_as_large_as_on_a_square_of_so_many_pixels(tile_set, bank):
    width, height = bank.coarse_wh
    assert bank.coarse.shape == (2 * len(TILES), width * height, CHANNELS)
    assert height == pytest.approx(HEIGHT * tile_set.size.step * COARSE_PX, abs=0.5)
    assert width == pytest.approx(WIDTH * tile_set.size.step * COARSE_PX, abs=0.5)


def test_of_a_face_of_which_half_is_hidden_the_rest_is_told(tile_set, bank):
    face = tile_set.faces[Tile("w", 6)].copy()
    weights = np.ones((HEIGHT, WIDTH), np.float32)
    weights[:, : WIDTH // 2] = 0
    face[:, : WIDTH // 2] = face[:, WIDTH // 2 : WIDTH // 2 + 1]
    assert bank.tiles[bank.alike(face, weights).argmax()] == Tile("w", 6)


def test_the_cross_is_like_no_face(tile_set, bank):
    ground = ground_bank(tile_set)
    assert ground.tiles == ()
    assert len(ground.fine) == len(ground.outlines) == 1
    weights = np.ones((HEIGHT, WIDTH), np.float32)
    assert max(float(ground.alike(face, weights)[0]) for face in tile_set.faces.values()) < 0.5


def test_of_a_family_that_is_not_known_there_is_no_face(tile_set):
    bamboo = {tile: face for tile, face in tile_set.faces.items() if tile.family == "b"}
    bank = face_bank(TileSet(tile_set.size, bamboo))
    assert set(bank.tiles) == set(bamboo)
    assert len(bank.fine) == len(bank.coarse) == len(bank.outlines) == 18
