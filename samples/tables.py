"""Renders photos of tables of Les Tours de Babel with truth files: ``python -m samples.tables OUT --count 6 --seed 1``.

Called by people. For each set of tiles there are three photos by which a reader gets to know it, with the nine values
of a family on the nine squares, and photos of games. Truth files tell all in squares.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import click
import numpy as np

from calibration.camera import rotation_about_vertical
from calibration.tile_mat import middle_of
from rules.games.tours import FAMILIES, SQUARES, TILES, Options, Position, Tile, position_notation

from .boards import pose_in_squares
from .generate import picture_size
from .options import samples_per_pixel_option, seed_option
from .photo_files import write_photo
from .scene import Scene
from .sensor import BEST_QUALITY, Sensor, develop, distort, random_sensor
from .table_scene import COPIES, SQUARE, View, lying_tiles, random_table_scene, set_of
from .tile_set import LyingTile, TileSet, random_set
from .truth import GENERATOR_VERSION, camera_fields, is_hidden, sensor_fields

Generator = np.random.Generator
GAME = "tours"
MOST_TILES = 10
# From how high games are photographed, and tiles that a reader is to know; those mostly from the South.
_GAME_ELEVATIONS_DEG, _KNOWN_ELEVATIONS_DEG = (45.0, 80.0), (50.0, 85.0)
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
    layers = [[(level, tile) for level, tile in enumerate(column) if tile] for column in position.columns]
    columns = lying_tiles(rng, tile_set, layers, has_turned=order.family is None)
    tiles = [replace(lying, is_covered=lying is not column[-1]) for column in columns for lying in column]
    return TableScene(position, random_table_scene(rng, _sitting(order), tile_set, tiles, _view(order)))


def _sitting(order: TableOrder) -> int:
    """Half of the sets are played with elsewhere than where they get known."""
    is_elsewhere = np.random.default_rng([order.set_seed, 12]).random() < 0.5
    return 2 * order.set_seed + (is_elsewhere and order.family is None)


def _view(order: TableOrder) -> View:
    if order.family is None:
        return View(order.size, _GAME_ELEVATIONS_DEG)
    return View(order.size, _KNOWN_ELEVATIONS_DEG, _FROM_SOUTH_SHARE)


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
    tiles = [tile for tile in TILES if tile.family in families for _ in range(COPIES)]
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


def shares_in_view(table: TableScene) -> dict[str, float]:
    """How much of each square's top tile, or of its ground, is in the picture and not behind other columns."""
    camera, columns = table.scene.camera, table.columns
    sizes_xyz = SQUARE * set_of(table.scene).sizes_xyz
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
    tile_set = set_of(scene)
    return {
        "game": GAME,
        "position": position_notation(table.position),
        "tile_size": tile_size_field(tile_set),
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


def tile_size_field(tile_set: TileSet) -> list[float]:
    """What truth files say of how long, wide and high a set's tiles are, in squares."""
    size = tile_set.size
    return [round(side, 4) for side in (size.length, size.width, size.height)]


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


def orders(
    set_seed: int, photos: int, longest_side: int, samples_per_pixel: int, name: str | None = None
) -> Iterator[TableOrder]:
    """Of a set: its three families, and then so many games; their names begin with tiles_SEED, or another name."""
    families = ((words, family, 0) for family, words in FAMILIES.items())
    games = ((str(game), None, game) for game in range(1, photos + 1))
    for number, (words, family, game) in enumerate((*families, *games)):
        size = picture_size(np.random.default_rng([set_seed, 2, number]), longest_side)
        yield TableOrder(f"{name or f'tiles_{set_seed}'}_{words}", set_seed, size, family, game, samples_per_pixel)


if __name__ == "__main__":
    tables()
