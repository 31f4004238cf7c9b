"""Renders photos of tables of Les Tours de Babel with truth files: ``python -m samples.tables OUT --count 6 --seed 1``.

Called by people. For each set of tiles there are three photos by which a reader gets to know it, with the nine values
of a family on the nine squares, and photos of games. As for boards, a scene has the sheet as large as the mat of
towers. Truth files tell all in squares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from pathlib import Path
from random import Random
from typing import Any

import click
import numpy as np

from calibration.arrays import FloatArray
from calibration.camera import rotation_about_vertical
from calibration.mat import BABEL_MAT
from calibration.tile_mat import SQUARE_SIGN, TILE_MAT, middle_of
from rules.games.tours import FAMILIES, SQUARES, TILES, Options, Position, Tile, position_notation

from .boards import pose_in_squares, shows_the_sheet
from .camera import Camera, random_camera
from .clutter import Block
from .generate import picture_size
from .lights import LIGHT_KINDS, Light, random_light
from .options import samples_per_pixel_option, seed_option
from .paint import random_palette
from .photo_files import write_photo
from .scene import ANYWHERE, Azimuths, Scene, Table, other_things, random_shape
from .sensor import BEST_QUALITY, Sensor, develop, distort, random_sensor
from .surfaces import TABLE_KINDS, MatPrint
from .tile_set import LyingTile, TileSet, random_set
from .truth import GENERATOR_VERSION, camera_fields, is_hidden, sensor_fields

Generator = np.random.Generator
GAME = "tours"
#: A square's side in the scene's units.
SQUARE = BABEL_MAT.side / TILE_MAT.side
#: How far at most a column stands beside its square's middle, and a tile in it beside the column (squares), and how far
#: they are turned (degrees).
MOST_BESIDE, MOST_TURNED_DEG = (0.06, 0.02), (2.5, 1.5)
MOST_TILES = 10
_COPIES = 4
_PX_PER_SQUARE = 400
_SIGNS = ((SQUARE_SIGN,) * 3,) * 3
_HALF_SHEET = BABEL_MAT.side / 2
# From how high games are photographed, and tiles that a reader is to know.
_GAME_ELEVATIONS_DEG, _KNOWN_ELEVATIONS_DEG = (45.0, 80.0), (50.0, 85.0)
_FROM_SOUTH: Azimuths = (np.radians(-120.0), np.radians(-60.0))
_FROM_SOUTH_SHARE = 0.8
_POINTS_PER_SIDE = 14


@dataclass(frozen=True, slots=True)
class TableOrder:
    """What is asked of one photo of a table: of a set's seed, a family whose values lie there, or a game's number."""

    name: str
    set_seed: int
    size: tuple[int, int]
    family: str | None = None
    game: int = 0
    samples_per_pixel: int = 16
    best_quality: int = BEST_QUALITY


@dataclass(frozen=True, slots=True, eq=False)
class TableScene:
    """A position, and the scene with a lying tile for each of its tiles, square by square from the ground up, and then
    those beside the mat."""

    position: Position
    scene: Scene

    @property
    def columns(self) -> list[tuple[LyingTile, ...]]:
        """What lies on each square."""
        rest = iter(self.scene.tiles)
        return [tuple(next(rest) for _ in column) for column in self.position.columns]


def random_table(order: TableOrder) -> TableScene:
    """Draw how a set's tiles lie, and all that surrounds them."""
    tile_set = random_set(order.set_seed)
    number = order.game if order.family is None else -1 - tuple(FAMILIES).index(order.family)
    rng = np.random.default_rng([order.set_seed, 13, number % 2**16])
    position = random_columns(rng) if order.family is None else known_columns(order.family)
    columns = _lie(rng, tile_set, position, has_turned=order.family is None)
    return TableScene(position, _random_scene(rng, order, tile_set, columns))


def known_columns(family: str) -> Position:
    """The nine values of a family, one on each square."""
    tiles = [tile for tile in TILES if tile.family == family]
    return Position(tuple((tile,) for tile in tiles), None, options=_options(tiles))


def random_columns(rng: Generator) -> Position:
    """Columns as a camera sees them in a game: built by the rules, or of any tiles on any."""
    families = rng.permutation(list(FAMILIES))[: rng.integers(1, 4)].tolist()
    columns = _played(rng, families) if rng.random() < 0.4 else _piled(rng, families)
    return Position(columns, None, options=_options([tile for column in columns for tile in column]))


def _options(tiles: Sequence[Tile]) -> Options:
    """As many players as it takes."""
    shown = [family for family in Options().families if any(tile.family == family for tile in tiles)]
    return Options(players=max(1, Options().families.index(shown[-1]) + 1))


def _piled(rng: Generator, families: Sequence[str]) -> tuple[tuple[Tile, ...], ...]:
    """Any tiles of these families on each other, there being four of each."""
    tiles = [tile for tile in TILES if tile.family in families for _ in range(_COPIES)]
    order = iter(rng.permutation(len(tiles)).tolist())
    middle, spread = rng.uniform(0.8, min(7.5, len(tiles) / 11)), rng.uniform(0.3, 2.5)
    heights = np.clip(np.rint(rng.normal(middle, spread, len(SQUARES))), 0, MOST_TILES).astype(int)
    heights[rng.random(len(SQUARES)) < rng.choice([0.0, 0.25])] = 0
    heights[rng.integers(len(SQUARES))] += not heights.any()
    return tuple(tuple(tiles[index] for index in islice(order, height)) for height in heights)


def _played(rng: Generator, families: Sequence[str]) -> tuple[tuple[Tile, ...], ...]:
    """Columns of a game in which everybody places tiles by the rules, and anywhere among these."""
    chance = Random(int(rng.integers(2**32)))
    position = Position(reserves=((),) * len(families), options=Options(players=len(families), families=_all(families)))
    for _ in range(int(rng.integers(2, 24 * len(families)))):
        draws = position.legal_moves()
        position = position.applied(chance.choices(draws, list(map(float, position.chances())))[0])
        after = position.applied(chance.choice(position.legal_moves()))
        if max(map(len, after.columns)) > MOST_TILES:
            break
        position = after
    return tuple(tuple(tile for tile in column if tile is not None) for column in position.columns)


def _all(families: Sequence[str]) -> Any:
    """These families first, and then the others."""
    return "".join([*families, *(family for family in FAMILIES if family not in families)])


def _lie(rng: Generator, tile_set: TileSet, position: Position, has_turned: bool) -> list[tuple[LyingTile, ...]]:
    """The tiles on their squares, each column as far off and turned as its neighbours let it."""
    sloppy = rng.uniform(0.3, 1.0)
    offs: list[tuple[FloatArray, FloatArray]] = []
    for column in position.columns:
        whole, own = (
            sloppy * rng.uniform(-1, 1, (count, 3)) * [SQUARE * beside, SQUARE * beside, turned]
            for count, beside, turned in zip((1, len(column)), MOST_BESIDE, MOST_TURNED_DEG, strict=True)
        )
        is_turned = rng.random(len(column)) < (0.5 if has_turned else 0.0)
        offs.append((whole + own, np.where(is_turned, 180.0, 0.0)))
    shares = np.ones(len(SQUARES))
    while True:
        columns = [
            tuple(_tiles_on(square, tile_set, column, float(shares[square]) * off, half_turns))
            for square, (column, (off, half_turns)) in enumerate(zip(position.columns, offs, strict=True))
        ]
        meeting = [
            pair
            for pair in combinations(range(len(SQUARES)), 2)
            if any(_overlap(one, other, tile_set) for one, other in zip(*map(columns.__getitem__, pair), strict=False))
        ]
        if not meeting:
            return columns
        # Two that would meet both give way.
        for square in {square for pair in meeting for square in pair}:
            shares[square] *= 0.8


def _tiles_on(
    square: int, tile_set: TileSet, column: Sequence[Tile | None], offs: FloatArray, half_turns: FloatArray
) -> Iterator[LyingTile]:
    """A column, each tile off its square's middle by (East, North) and turned by degrees, (n, 3)."""
    height = SQUARE * tile_set.size.height
    for level, (tile, (east, north, yaw), half_turn) in enumerate(zip(column, offs, half_turns, strict=True)):
        if tile is not None:
            x, y = SQUARE * middle_of(square)
            centre = np.array([x + east, y + north, height * (level + 0.5)])
            yield LyingTile(tile, centre, float(yaw + half_turn), is_covered=level < len(column) - 1)


def _overlap(first: LyingTile, second: LyingTile, tile_set: TileSet) -> bool:
    """Whether a corner of one of two tiles on one level, both turned little, is inside the other."""
    half = SQUARE * tile_set.sizes_xyz[:2] / 2
    corners = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * [*half, 0]
    for one, other in ((first, second), (second, first)):
        points = corners @ rotation_about_vertical(one.yaw_deg).T + one.centre_xyz - other.centre_xyz
        if (abs(points @ rotation_about_vertical(other.yaw_deg))[:, :2] < half).all(axis=1).any():
            return True
    return False


def _random_scene(
    rng: Generator, order: TableOrder, tile_set: TileSet, columns: Sequence[tuple[LyingTile, ...]]
) -> Scene:
    """All that surrounds tiles on a mat. Photos of one sitting share light, table and room."""
    is_elsewhere = np.random.default_rng([order.set_seed, 12]).random() < 0.5
    sitting = 2 * order.set_seed + (is_elsewhere and order.family is None)
    common = np.random.default_rng([sitting, 14])
    light = random_light(common, str(common.choice(LIGHT_KINDS)))
    palette = random_palette(common)
    sizes_xyz = SQUARE * tile_set.sizes_xyz
    bodies = [lying.body(sizes_xyz) for column in columns for lying in column]
    tops = np.concatenate([_corners(body) for body in bodies])
    camera = _random_camera(rng, order, tops, light)
    table = Table(rng, ())
    spares = tuple(_spare_tiles(rng, table, tile_set, columns))
    things = other_things(rng, palette, table, _HALF_SHEET)
    return Scene(
        seed=sitting,
        tower=(),
        standing=(),
        spares=(),
        things=tuple(thing for thing in things if _is_beside(camera, thing.block, tops)),
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
        tiles=(
            *(lying for column in columns for lying in column),
            *(spare for spare in spares if _is_beside(camera, spare.body(sizes_xyz), tops)),
        ),
        tile_set=tile_set,
    )


def _corners(body: Block) -> FloatArray:
    """The corners of a block's top, (4, 3)."""
    corners = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]]) * body.half_sizes
    return np.asarray(corners @ rotation_about_vertical(body.yaw_deg).T + body.centre_xyz)


def _random_camera(rng: Generator, order: TableOrder, tops: FloatArray, light: Light) -> Camera:
    """A camera with all of the mat and all columns in its picture, and no bulb before them."""
    sheet = _HALF_SHEET * np.array([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]])
    is_known = order.family is not None
    azimuths = _FROM_SOUTH if is_known and rng.random() < _FROM_SOUTH_SHARE else ANYWHERE
    elevations_deg = _KNOWN_ELEVATIONS_DEG if is_known else _GAME_ELEVATIONS_DEG
    middle = np.array([0.0, 0.0, 0.3 * tops[:, 2].max()])
    bulbs = np.array([bulb.centre_xyz for bulb in light.bulbs]).reshape(-1, 3)
    while True:
        inside = np.concatenate([sheet, tops])
        camera = random_camera(rng, inside, sheet, order.size, middle, azimuths, elevations_deg=elevations_deg)
        if not camera.is_in_picture(camera.project(bulbs), -0.2 * camera.width).any():
            return camera


def _spare_tiles(
    rng: Generator, table: Table, tile_set: TileSet, columns: Sequence[tuple[LyingTile, ...]]
) -> Iterator[LyingTile]:
    """Tiles on the table, near the sheet, most with their backs up: piles and reserves."""
    left = Counter(TILES * _COPIES) - Counter(lying.tile for column in columns for lying in column)
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


def _is_beside(camera: Camera, body: Block, tops: FloatArray) -> bool:
    """Whether a body hides nothing of the sheet nor of the tiles' tops, (n, 3)."""
    return shows_the_sheet(camera, body) and not is_hidden(camera.position, tops, body).any()


def shares_in_view(table: TableScene) -> dict[str, float]:
    """How much of each square's top tile, or of its ground, is in the picture and not behind other columns."""
    camera, columns = table.scene.camera, table.columns
    sizes_xyz = SQUARE * table.scene.tile_set.sizes_xyz if table.scene.tile_set else np.ones(3)
    steps = (np.arange(_POINTS_PER_SIDE) + 0.5) / _POINTS_PER_SIDE - 0.5
    grid = np.stack([axis.ravel() for axis in np.meshgrid(steps, steps, [0.5])], axis=1)
    shares = {}
    for square, column in enumerate(columns):
        if column:
            turn = rotation_about_vertical(column[-1].yaw_deg)
            points = grid * sizes_xyz @ turn.T + column[-1].centre_xyz
        else:
            points = SQUARE * (grid * [1.0, 1.0, 0.0] + [*middle_of(square), 0.0])
        in_view = camera.is_in_picture(camera.project(points))
        for other, obstacles in enumerate(columns):
            for lying in obstacles if other != square else ():
                in_view &= ~is_hidden(camera.position, points, lying.body(sizes_xyz))
        shares[SQUARES[square]] = round(float(in_view.mean()), 3)
    return shares


def make_photo(order: TableOrder, folder: Path) -> TableScene:
    """Render a table and write the photo with its truth file."""
    from . import render

    table = random_table(order)
    rng = np.random.default_rng([order.set_seed, 6, *order.name.encode()])
    (picture_rgb,) = render.render_views((table.scene,), order.samples_per_pixel)
    sensor = random_sensor(rng, table.scene.light.kind, max(order.size), order.best_quality)
    photo_rgb = develop(distort(picture_rgb, table.scene.camera), sensor, rng)
    write_photo(folder, order.name, photo_rgb, truth_of(table, sensor), sensor.jpeg_quality)
    return table


def truth_of(table: TableScene, sensor: Sensor) -> dict[str, Any]:
    """The content of the truth file; samples/README.md explains every field."""
    scene = table.scene
    tile_set = scene.tile_set
    if tile_set is None:
        raise ValueError("a table without a set of tiles")
    size = tile_set.size
    return {
        "game": GAME,
        "position": position_notation(table.position),
        "tile_size": [round(side, 4) for side in (size.length, size.width, size.height)],
        "tiles": [
            {"square": name, "level": level, **_tile_fields(lying)}
            for name, column in zip(SQUARES, table.columns, strict=True)
            for level, lying in enumerate(column)
        ],
        "visible": shares_in_view(table),
        "mat": True,
        "camera": camera_fields(pose_in_squares(scene.camera, SQUARE)),
        "light": scene.light.kind,
        "kelvin": round(scene.light.main_kelvin),
        "spares": [
            {**_tile_fields(spare), "is_face_down": spare.is_face_down}
            for spare in scene.tiles[sum(map(len, table.columns)) :]
        ],
        "table": scene.table_kind,
        "sensor": sensor_fields(sensor),
        "seed": scene.seed,
        "generator": GENERATOR_VERSION,
        "set": tile_set.seed,
    }


def _tile_fields(lying: LyingTile) -> dict[str, Any]:
    is_turned = 90 < lying.yaw_deg % 360 < 270
    return {
        "tile": str(lying.tile),
        "center": (lying.centre_xyz / SQUARE).round(4).tolist(),
        "yaw_deg": round(lying.yaw_deg - 180 * is_turned, 3),
        "is_turned": is_turned,
    }


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--count", type=click.IntRange(1), default=6, show_default=True, help="How many sets.")
@seed_option("Seed of the first set; each next one counts up.")
@click.option("--photos", type=click.IntRange(0), default=3, show_default=True, help="Of games, with each set.")
@click.option(
    "--longest-side", type=click.IntRange(240), default=1600, show_default=True, help="Of the photo, in pixels."
)
@samples_per_pixel_option(16)
def tables(folder: Path, count: int, seed: int, photos: int, longest_side: int, samples_per_pixel: int) -> None:
    """Render photos of sets of tiles and of games with them into FOLDER, each with its truth file; photos already there
    are kept."""
    from . import render

    folder.mkdir(parents=True, exist_ok=True)
    click.echo(f"rendering with Mitsuba's {render.use_fastest_variant()}")
    for set_seed in range(seed, seed + count):
        for order in orders(set_seed, photos, longest_side, samples_per_pixel):
            if not (folder / f"{order.name}.jpg").exists():
                table = make_photo(order, folder)
                click.echo(f"{order.name}: {position_notation(table.position)}, {table.scene.light.kind}")


def orders(set_seed: int, photos: int, longest_side: int, samples_per_pixel: int) -> Iterator[TableOrder]:
    """Of a set: its three families, and then so many games."""
    families = ((words, family, 0) for family, words in FAMILIES.items())
    games = ((str(game), None, game) for game in range(1, photos + 1))
    for number, (words, family, game) in enumerate((*families, *games)):
        size = picture_size(np.random.default_rng([set_seed, 2, number]), longest_side)
        yield TableOrder(f"tiles_{set_seed}_{words}", set_seed, size, family, game, samples_per_pixel)


if __name__ == "__main__":
    tables()
