"""What the reader looks for: the faces of a set of tiles either way up, and the cross on an empty square."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from calibration.arrays import Float32Array, FloatArray, UInt8Array
from calibration.board_mat import sign_ink
from calibration.tile_mat import SQUARE_SIGN
from calibration.tile_set import FACE_WH, TileSet
from rules.games.tours import Tile

from .aligning import Outline, outline_of
from .inks import CHANNELS, correlations, ink
from .planes import lattice

#: Pixels along a square where faces are looked for coarsely.
COARSE_PX = 24
# Codes of ink and of paper.
_INK, _PAPER = 40, 220


@dataclass(frozen=True, slots=True, eq=False)
class FaceBank:
    """Known faces, coarse and fine.

    Attributes
    ----------
    tile_set : TileSet
    tiles : tuple of Tile
        Of which face each is.
    coarse : float32 array of shape (faces, pixels, CHANNELS)
        `inks.ink` of all faces, at `COARSE_PX`.
    coarse_wh : tuple of int
        Width and height of those in pixels.
    fine : float32 array of shape (faces, FACE_WH pixels, CHANNELS)
        `inks.ink` of all faces.
    outlines : tuple of Outline
        What each is laid over a picture by.
    """

    tile_set: TileSet
    tiles: tuple[Tile, ...]
    coarse: Float32Array
    coarse_wh: tuple[int, int]
    fine: Float32Array
    outlines: tuple[Outline, ...]

    def alike(self, picture: UInt8Array, weights: Float32Array) -> FloatArray:
        """How alike each face is to what is seen, -1 to 1, shape (faces,).

        Parameters
        ----------
        picture : uint8 array of shape (64, 48, 3)
        weights : float32 array of shape (64, 48)
            0 where something hides it.
        """
        seen = ink(picture, len(picture)).reshape(1, -1, CHANNELS)
        return np.asarray(correlations(seen, weights.reshape(1, -1), self.fine)[0])


# A set is looked for time and again in a live game; it is known by being the same object, as its faces are arrays.
@lru_cache(maxsize=4)
def face_bank(tile_set: TileSet) -> FaceBank:
    """The faces of a set, each upright and upside down."""
    faces = list(tile_set.faces.values())
    return _bank(tile_set, (*tile_set.faces, *tile_set.faces), [*faces, *(face[::-1, ::-1] for face in faces)])


@lru_cache(maxsize=4)
def ground_bank(tile_set: TileSet) -> FaceBank:
    """The cross of an empty square, as large a piece of it as a tile would cover."""
    return _bank(tile_set, (), [_cross(tile_set)])


def _cross(tile_set: TileSet) -> UInt8Array:
    points_xyz = lattice(FACE_WH, tile_set.size.step, np.zeros(3))
    printed = sign_ink(SQUARE_SIGN, points_xyz[..., :2])
    codes = _PAPER + (_INK - _PAPER) * cv2.GaussianBlur(printed, (0, 0), 1.0)
    return np.repeat(codes[..., None], 3, axis=2).astype(np.uint8)


def _bank(tile_set: TileSet, tiles: tuple[Tile, ...], faces: list[UInt8Array]) -> FaceBank:
    coarse_wh = round(FACE_WH[0] * tile_set.size.step * COARSE_PX), round(FACE_WH[1] * tile_set.size.step * COARSE_PX)
    small = [cv2.resize(face, coarse_wh, interpolation=cv2.INTER_AREA) for face in faces]
    return FaceBank(
        tile_set,
        tiles,
        np.stack([ink(np.asarray(face, np.uint8), len(face)) for face in small]).reshape(len(faces), -1, CHANNELS),
        coarse_wh,
        np.stack([ink(face, len(face)) for face in faces]).reshape(len(faces), -1, CHANNELS),
        tuple(outline_of(face) for face in faces),
    )
