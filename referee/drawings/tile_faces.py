"""Draws the faces of a set of tiles that were learned, to be looked over. For `calibrate tiles --preview`."""

import numpy as np

from calibration.arrays import UInt8Array
from calibration.tile_set import FACE_WH, TileSet
from rules.games.tours import VALUES, Tile

from .annotate import write_text
from .face_lines import WHITE

_ENLARGED = 2
_GAP_PX, _LETTERS_PX = 12, 16
_GROUND = 60


def draw_faces(tile_set: TileSet) -> UInt8Array:
    """All faces, a row for each family, with their names below them; uint8 of shape (height, width, 3), BGR."""
    width, height = (_ENLARGED * side for side in FACE_WH)
    rows, pitch_x, pitch_y = len(tile_set.families), width + _GAP_PX, height + _GAP_PX + 2 * _LETTERS_PX
    drawn = np.full((rows * pitch_y + _GAP_PX, len(VALUES) * pitch_x + _GAP_PX, 3), _GROUND, np.uint8)
    for row, family in enumerate(tile_set.families):
        for column, value in enumerate(VALUES):
            tile = Tile(family, value)
            left, top = column * pitch_x + _GAP_PX, row * pitch_y + _GAP_PX
            face = tile_set.faces[tile].repeat(_ENLARGED, axis=0).repeat(_ENLARGED, axis=1)
            drawn[top : top + height, left : left + width] = face
            below = np.array([left + width / 2, top + height + _LETTERS_PX])
            write_text(drawn, str(tile), below, WHITE, _LETTERS_PX, 1.0)
    return drawn
