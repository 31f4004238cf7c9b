"""Learns a set of mah-jong tiles from photos of its families. Called by `calibrate tiles`."""

from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

import numpy as np

from calibration.arrays import UInt8Array
from calibration.profile import TileFields
from calibration.refusal import Unreadable
from calibration.tile_mat import TILE_MAT
from calibration.tile_set import TileSet, TileSize, faces_as_png
from referee.errors import InputError, UnreadableError
from referee.photos import load_photo
from rules.errors import listed
from rules.games.tours import FAMILIES, VALUES, Tile
from vision.games.tours.face_bank import face_bank
from vision.games.tours.inks import correlations
from vision.games.tours.learning import learned_faces
from vision.printed_boards import TOO_FLAT, find_board

# From lower down the far tiles are seen too much aslant.
_LOWEST_DEG = 45.0
# Two faces that are more alike are most probably one tile that was laid twice, and from so much on alike they will
# often be mistaken for each other.
_SAME, _CLOSE = 0.97, 0.85
# With more of its family's faces burnt out, lines are lost in them; a pixel is from this code on.
_MOST_BURNT, _BURNT_CODE = 0.2, 250
# What is printed round a square's cross takes up some of it.
_LEAST_ROOM_MM = 1.0


def tile_size(tile_mm: tuple[float, float, float], square_mm: float) -> TileSize:
    """A tile's length, width and height in squares of this side.

    Raises
    ------
    InputError
        If no tile is like that, or it does not fit the squares.

    Examples
    --------
    >>> tile_size((39.0, 30.0, 21.0), 42.0)
    TileSize(length=0.9285714285714286, width=0.7142857142857143, height=0.5)
    """
    length_mm, width_mm, height_mm = tile_mm
    if not height_mm < width_mm < length_mm:
        raise InputError(
            f"a tile of {length_mm:g}x{width_mm:g}x{height_mm:g} mm is none that lies on its back: give its length, "
            "its width and its height, the longest first"
        )
    if length_mm > square_mm - _LEAST_ROOM_MM:
        raise InputError(
            f"a tile {length_mm:g} mm long does not fit squares of {square_mm:g} mm; print the mat with --edge "
            f"{length_mm + 2:g}, or give the --edge that it was printed with"
        )
    if height_mm < square_mm / 10:
        raise InputError(f"a tile {height_mm:g} mm high cannot be told by its height; measure it in millimetres")
    return TileSize(length_mm / square_mm, width_mm / square_mm, height_mm / square_mm)


def learn_tiles(photos: Iterable[tuple[str, Path]], size: TileSize) -> TileSet:
    """Learn the faces of families from a photo of each: its values 1 to 9 on the squares, in their order.

    Parameters
    ----------
    photos : iterable of (family, path)
        A letter of `rules.games.tours.FAMILIES`, and the photo of its nine tiles.
    size : TileSize

    Raises
    ------
    PhotoError
        If a file cannot be used as a photo.
    UnreadableError
        If the mat is not found in it, or is seen from too low.
    """
    faces: dict[Tile, UInt8Array] = {}
    for family, path in photos:
        faces |= {Tile(family, value): face for value, face in zip(VALUES, _faces_in(path, size), strict=True)}
    return TileSet(size, faces)


def _faces_in(path: Path, size: TileSize) -> list[UInt8Array]:
    photo = load_photo(path)
    found = find_board(photo.frame_bgr, photo.claimed_focal, TILE_MAT)
    if isinstance(found, Unreadable):
        raise UnreadableError(f"{path}: {found}")
    pose = found.located.pose
    if pose.elevation_deg < _LOWEST_DEG:
        raise UnreadableError(f"{path}: {TOO_FLAT}")
    return learned_faces(found.picture, pose, size)


def tile_fields(tile_set: TileSet) -> tuple[TileFields, tuple[Tile, Tile]]:
    """What a profile keeps of a set, and its two faces that are hardest to tell apart."""
    pair, alike = closest_pair(tile_set)
    size = tile_set.size
    return TileFields(
        size.length, size.width, size.height, tile_set.families, faces_as_png(tile_set), round(alike, 3)
    ), pair


def closest_pair(tile_set: TileSet) -> tuple[tuple[Tile, Tile], float]:
    """The two faces that look most alike, either way up, and how much, 0 to 1."""
    bank = face_bank(tile_set)
    count = len(tile_set.faces)
    weights = np.ones(bank.fine.shape[:2], np.float32)
    either_way_up = correlations(bank.fine[:count], weights[:count], bank.fine).reshape(count, 2, count).max(axis=1)
    one, other = max(combinations(range(count), 2), key=lambda pair: either_way_up[pair])
    return (bank.tiles[one], bank.tiles[other]), float(np.clip(either_way_up[one, other], 0.0, 1.0))


def verdict_on(tile_set: TileSet, fields: TileFields, pair: tuple[Tile, Tile]) -> str:
    """Whether the faces will do, in words; it begins with good, usable or not usable."""
    names = f"{pair[0].words} and {pair[1].words}"
    if fields.alike >= _SAME:
        return f"not usable: {names} look the same; lay each tile once, in the order of the squares"
    burnt = [FAMILIES[family] for family in tile_set.families if _burnt_share(tile_set, family) > _MOST_BURNT]
    if burnt:
        return f"usable: {listed(burnt)} burnt out in the photo; take light away, or shorten the exposure"
    if fields.alike >= _CLOSE:
        return f"usable: {names} look much alike; photograph them sharply and in even light"
    return "good"


def _burnt_share(tile_set: TileSet, family: str) -> float:
    """How much of a family's faces is burnt out."""
    faces = np.stack([tile_set.faces[Tile(family, value)] for value in VALUES])
    return float((faces.min(axis=-1) >= _BURNT_CODE).mean())
