"""A set of mah-jong tiles: how large they are, and what each bears on its face. Learned by `calibrate tiles`."""

import struct
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from rules.games.tours import FAMILIES, VALUES, Tile

from .arrays import UInt8Array

#: Width and height in pixels of the picture of a face.
FACE_WH = (48, 64)
# So much of a face's length is in its picture: without its rim, which light and shade draw anew in each photo.
_SHOWN = 0.82
# What a PNG file begins with; its width and height follow.
_PNG_START = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR"


@dataclass(frozen=True, slots=True)
class TileSize:
    """The measures of a set's tiles, in sides of the mat's squares.

    Attributes
    ----------
    length, width : float
        Of the face: along the picture on it, which stands upright, and across.
    height : float
        From the back to the face of a tile that lies.
    """

    length: float
    width: float
    height: float

    @property
    def step(self) -> float:
        """How far neighbouring pixels of a face's picture lie apart on it, in squares."""
        return _SHOWN * self.length / FACE_WH[1]

    @property
    def shown_area(self) -> float:
        """How large the part of a face in its picture is, in areas of squares."""
        width, height = FACE_WH
        return width * height * self.step**2


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """A set as a camera knows it.

    Attributes
    ----------
    size : TileSize
    faces : mapping of Tile to uint8 array of shape (64, 48, 3)
        Each face seen straight on and upright; blue, green, red. All nine of a family are known, or none of it.
    """

    size: TileSize
    faces: Mapping[Tile, UInt8Array]

    @property
    def families(self) -> str:
        """The letters of the families that are known.

        Examples
        --------
        >>> TileSet(TileSize(0.86, 0.65, 0.48), {Tile("w", 1): np.zeros((64, 48, 3), np.uint8)}).families
        'w'
        """
        return "".join(letter for letter in FAMILIES if Tile(letter, 1) in self.faces)


def faces_as_png(tile_set: TileSet) -> bytes:
    """All faces in one picture, a row for each family, as `faces_of_png` takes it apart."""
    rows = [np.hstack([tile_set.faces[Tile(family, value)] for value in VALUES]) for family in tile_set.families]
    _, data = cv2.imencode(".png", np.vstack(rows))
    return bytes(data)


def faces_of_png(data: bytes, families: str) -> dict[Tile, UInt8Array]:
    """The faces that `faces_as_png` put together.

    Raises
    ------
    ValueError
        If it is no such picture.
    """
    width, height = FACE_WH
    # Of a PNG file that is larger nothing is decoded.
    start = _PNG_START + struct.pack(">II", width * len(VALUES), height * len(families))
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data.startswith(start) else None
    if picture is None:
        raise ValueError("the faces of its tiles are no picture of this size")
    cells = np.asarray(picture, np.uint8).reshape(len(families), height, len(VALUES), width, 3).swapaxes(1, 2)
    return {
        Tile(family, value): cells[row, column]
        for row, family in enumerate(families)
        for column, value in enumerate(VALUES)
    }
