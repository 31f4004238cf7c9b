"""Draws how tiles lie on the mat of nine squares, and all that surrounds them.

Called by samples.tables for photos and by samples.table_film. A scene has the sheet as large as the mat of towers, as
for boards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from calibration.arrays import FloatArray
from calibration.camera import rotation_about_vertical
from calibration.mat import BABEL_MAT
from calibration.tile_mat import SQUARE_SIGN, TILE_MAT, middle_of
from rules.games.tours import SQUARES, TILES, Tile

from .boards import is_beside
from .camera import Camera, random_camera
from .clutter import Block
from .lights import LIGHT_KINDS, Light, random_light
from .paint import random_palette
from .scene import ANYWHERE, Azimuths, Scene, Table, other_things, random_shape
from .surfaces import TABLE_KINDS, MatPrint
from .tile_set import LyingTile, TileSet

Generator = np.random.Generator
Layer = tuple[int, Tile]
"""How many tiles lie under one, and which it is."""
#: A square's side in the scene's units.
SQUARE = BABEL_MAT.side / TILE_MAT.side
#: How far at most a column stands beside its square's middle, and a tile in it beside the column (squares), and how far
#: they are turned (degrees).
MOST_BESIDE, MOST_TURNED_DEG = (0.06, 0.02), (2.5, 1.5)
#: How many of each tile a set has.
COPIES = 4
_PX_PER_SQUARE = 400
_SIGNS = ((SQUARE_SIGN,) * 3,) * 3
_HALF_SHEET = BABEL_MAT.side / 2
_SHEET = _HALF_SHEET * np.array([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]])
_FROM_SOUTH: Azimuths = (np.radians(-120.0), np.radians(-60.0))


@dataclass(frozen=True, slots=True)
class View:
    """From where a table is seen: the picture's width and height, from how high, and how often from the South rather
    than from anywhere."""

    size: tuple[int, int]
    elevations_deg: tuple[float, float]
    from_south_share: float = 0.0


def lying_tiles(
    rng: Generator, tile_set: TileSet, columns: Sequence[Sequence[Layer]], has_turned: bool
) -> list[tuple[LyingTile, ...]]:
    """The tiles on their squares, each column as far off and turned as its neighbours let it.

    Parameters
    ----------
    columns
        For each square what lies there, in films at one time or another: several tiles may be as high as each other.
    has_turned
        Whether half of them lie upside down.
    """
    sloppy = rng.uniform(0.3, 1.0)
    offs: list[tuple[FloatArray, FloatArray]] = []
    for column in columns:
        whole, own = (
            sloppy * rng.uniform(-1, 1, (count, 3)) * [SQUARE * beside, SQUARE * beside, turned]
            for count, beside, turned in zip((1, len(column)), MOST_BESIDE, MOST_TURNED_DEG, strict=True)
        )
        is_turned = rng.random(len(column)) < (0.5 if has_turned else 0.0)
        offs.append((whole + own, np.where(is_turned, 180.0, 0.0)))
    shares = np.ones(len(SQUARES))
    while True:
        lying = [
            tuple(_tiles_on(square, tile_set, column, float(shares[square]) * off, half_turns))
            for square, (column, (off, half_turns)) in enumerate(zip(columns, offs, strict=True))
        ]
        meeting = [
            (first, second)
            for first, second in combinations(range(len(SQUARES)), 2)
            if any(_overlap(one, other, tile_set) for one, other in product(lying[first], lying[second]))
        ]
        if not meeting:
            return lying
        # Two that would meet both give way.
        for square in {square for pair in meeting for square in pair}:
            shares[square] *= 0.8


def _tiles_on(
    square: int, tile_set: TileSet, column: Sequence[Layer], offs: FloatArray, half_turns: FloatArray
) -> Iterator[LyingTile]:
    """A column, each tile off its square's middle by (East, North) and turned by degrees, (n, 3)."""
    height = SQUARE * tile_set.size.height
    for (level, tile), (east, north, yaw), half_turn in zip(column, offs, half_turns, strict=True):
        x, y = SQUARE * middle_of(square)
        centre = np.array([x + east, y + north, height * (level + 0.5)])
        yield LyingTile(tile, centre, float(yaw + half_turn))


def _overlap(first: LyingTile, second: LyingTile, tile_set: TileSet) -> bool:
    """Whether a corner of one of two tiles on one level, both turned little, is inside the other."""
    # Heights are reckoned alike, so those of one level are the same to the last digit.
    if first.centre_xyz[2] != second.centre_xyz[2]:
        return False
    half = SQUARE * tile_set.sizes_xyz[:2] / 2
    corners = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * [*half, 0]
    for one, other in ((first, second), (second, first)):
        points = corners @ rotation_about_vertical(one.yaw_deg).T + one.centre_xyz - other.centre_xyz
        if (abs(points @ rotation_about_vertical(other.yaw_deg))[:, :2] < half).all(axis=1).any():
            return True
    return False


def random_table_scene(
    rng: Generator,
    sitting: int,
    tile_set: TileSet,
    tiles: Sequence[LyingTile],
    view: View,
    light_kind: str | None = None,
) -> Scene:
    """Draw all that surrounds tiles on a mat.

    Parameters
    ----------
    sitting
        Seed of light, table and room, which photos of one sitting share.
    tiles
        Those on the mat; the scene has them first, and then those beside it.
    light_kind
        By default it follows from the sitting.
    """
    common = np.random.default_rng([sitting, 14])
    usual_kind = str(common.choice(LIGHT_KINDS))
    light = random_light(common, light_kind or usual_kind)
    palette = random_palette(common)
    sizes_xyz = SQUARE * tile_set.sizes_xyz
    tops = tops_of(tile_set, tiles)
    camera = _random_view(rng, view, tops, light)
    table = Table(rng, ())
    spares = tuple(_spare_tiles(rng, table, tile_set, tiles))
    things = other_things(rng, palette, table, _HALF_SHEET)
    return Scene(
        seed=sitting,
        tower=(),
        standing=(),
        spares=(),
        things=tuple(thing for thing in things if is_beside(camera, thing.block, tops)),
        shape=random_shape(common),
        palette=palette,
        light=light,
        camera=camera,
        has_mat=True,
        mat_curl=float(common.choice([0.0, common.uniform(0.02, 0.15)], p=(0.6, 0.4))),
        table_kind=str(common.choice(TABLE_KINDS)),
        table_side=float(common.uniform(16, 50)),
        table_middle_xy=(float(common.uniform(-3, 3)), float(common.uniform(-3, 3))),
        table_roughness=float(common.uniform(0.15, 0.9)),
        print_scale=SQUARE,
        mat_print=MatPrint(TILE_MAT, _PX_PER_SQUARE, _SIGNS),
        tiles=(*tiles, *(spare for spare in spares if is_beside(camera, spare.body(sizes_xyz), tops))),
        tile_set=tile_set,
    )


def set_of(scene: Scene) -> TileSet:
    """The set of tiles of a table.

    Raises
    ------
    ValueError
        The scene has none.
    """
    if scene.tile_set is None:
        raise ValueError("a table without a set of tiles")
    return scene.tile_set


def tops_of(tile_set: TileSet, tiles: Iterable[LyingTile]) -> FloatArray:
    """The corners of the tops of tiles, (n, 3)."""
    return np.concatenate([_top(lying.body(SQUARE * tile_set.sizes_xyz)) for lying in tiles])


def _top(body: Block) -> FloatArray:
    """The corners of a block's top, (4, 3)."""
    corners = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]]) * body.half_sizes
    return np.asarray(corners @ rotation_about_vertical(body.yaw_deg).T + body.centre_xyz)


def shows_the_table(camera: Camera, tops: FloatArray) -> bool:
    """Whether all of the mat and all tops of tiles, (n, 3), are in the picture."""
    return bool(camera.is_in_picture(camera.project(np.concatenate([_SHEET, tops]))).all())


def _random_view(rng: Generator, view: View, tops: FloatArray, light: Light) -> Camera:
    """A camera with all of the mat and all columns in its picture, and no bulb before them."""
    is_from_south = view.from_south_share > 0 and rng.random() < view.from_south_share
    azimuths = _FROM_SOUTH if is_from_south else ANYWHERE
    middle = np.array([0.0, 0.0, 0.3 * tops[:, 2].max()])
    bulbs = np.array([bulb.centre_xyz for bulb in light.bulbs]).reshape(-1, 3)
    while True:
        inside = np.concatenate([_SHEET, tops])
        camera = random_camera(rng, inside, _SHEET, view.size, middle, azimuths, elevations_deg=view.elevations_deg)
        if not camera.is_in_picture(camera.project(bulbs), -0.2 * camera.width).any():
            return camera


def _spare_tiles(rng: Generator, table: Table, tile_set: TileSet, tiles: Sequence[LyingTile]) -> Iterator[LyingTile]:
    """Tiles on the table, near the sheet, most with their backs up: piles and reserves."""
    left = Counter(TILES * COPIES) - Counter(lying.tile for lying in tiles)
    rest = list(left.elements())
    order = rng.permutation(len(rest)).tolist()
    sizes_xyz = SQUARE * tile_set.sizes_xyz
    count = int(rng.choice([0, int(rng.integers(1, 5)), int(rng.integers(5, 25))], p=(0.3, 0.3, 0.4)))
    down_share = rng.choice([0.2, 0.9])
    for index in order[:count]:
        spot = table.free_spot(0.55 * float(np.hypot(*sizes_xyz[:2])), _HALF_SHEET, 2 * _HALF_SHEET)
        if spot is not None:
            middle = np.array([*spot, sizes_xyz[2] / 2])
            is_face_down = bool(rng.random() < down_share)
            yield LyingTile(rest[index], middle, float(rng.uniform(0, 360)), is_face_down=is_face_down)
