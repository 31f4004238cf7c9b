"""Renders photos of buildings of Baubylon with truth files: ``python -m samples.buildings OUT --count 6 --seed 1``.

Called by people. Each building stands on the printed ground and is photographed from several sides. Truth files tell
all in squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import click
import numpy as np

from calibration.arrays import FloatArray
from calibration.building_mat import BUILDING_MAT, GROUND_SIDE, SQUARE_SIGN
from calibration.camera import rotation_about_vertical
from calibration.mat import BABEL_MAT
from rules.games.baubylon import Building, Options, Pose, Square, building_notation, propose, square_name, stack_blocks

from .boards import PlainCube, is_beside, light_out_of_view, pose_in_squares
from .camera import Camera, random_camera
from .clutter import Block
from .cube_mesh import CubeShape
from .generate import picture_size
from .lights import LIGHT_KINDS
from .options import samples_per_pixel_option, seed_option
from .paint import random_palette
from .pawns import Pawns, inner_block, middle_of, random_stacks, share_in_view, stand_pawns
from .photo_files import write_photo
from .scene import Scene, StandingCube, Table, other_things
from .sensor import BEST_QUALITY, Sensor, develop, distort, random_sensor
from .surfaces import TABLE_KINDS, MatPrint
from .truth import GENERATOR_VERSION, camera_fields, is_hidden, sensor_fields

Generator = np.random.Generator
GAME = "baubylon"
#: A square's side in the scene's units.
SQUARE = BABEL_MAT.side / BUILDING_MAT.side
#: How far at most a building stands beside the printed squares (squares), and turned (degrees).
MOST_BESIDE, MOST_TURNED_DEG = 0.05, 0.8
#: How long a block's short side is at least, and at most (squares).
EDGES = (0.96, 1.0)
#: Buildings are at most so high.
MOST_STOREYS = 9
#: How many blocks a box has.
_BLOCKS = 48
_PX_PER_SQUARE = 120
_HALF_SHEET = BABEL_MAT.side / 2
_ELEVATIONS_DEG = (28.0, 68.0)
_WOOD, _PAINTED = 3, (0, 1, 2, 4)
_TIMES = {Pose.EAST: (2.0, 1.0, 1.0), Pose.NORTH: (1.0, 2.0, 1.0), Pose.UPRIGHT: (1.0, 1.0, 2.0)}
_POINTS_PER_SIDE = 12


@dataclass(frozen=True, slots=True)
class BuildingOrder:
    """What is asked of the photos of one building, from so many sides; all else follows from the seed."""

    name: str
    seed: int
    size: tuple[int, int]
    views: int = 1
    samples_per_pixel: int = 16
    best_quality: int = BEST_QUALITY
    has_pawns: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class BuildingScene:
    """A building, its blocks known, and scenes that are alike but for the camera, a standing block for each of its.

    The pawns on it are things of the scenes too.
    """

    building: Building
    views: tuple[Scene, ...]
    pawns: Pawns | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Shift:
    """How far a whole building lies off the printed squares: (3,), in the scene's units, and turned."""

    beside_xyz: FloatArray
    yaw_deg: float

    def moved(self, point: FloatArray) -> FloatArray:
        return np.asarray(rotation_about_vertical(self.yaw_deg) @ point + self.beside_xyz)


def random_building_scene(order: BuildingOrder) -> BuildingScene:
    """Draw a building and all that surrounds it."""
    building = random_building(np.random.default_rng([order.seed, 0]))
    rng = np.random.default_rng([order.seed, 1])
    light_kind = str(rng.choice(LIGHT_KINDS))
    edge = SQUARE * float(rng.uniform(*EDGES))
    colours = _random_colours(rng)
    shift = _random_shift(rng)
    standing = _stand(rng, building, edge, colours, shift)
    pawns = _pawns(order.seed, building, edge, shift) if order.has_pawns else None
    on_it = () if pawns is None else pawns.things
    tops = np.array(
        [
            corner
            for body in [*(_body(b, edge) for b in standing), *(p.block for p in on_it)]
            for corner in _corners(body)
        ]
    )
    cameras = _cameras_round(rng, order, tops)

    def are_beside(body: Block) -> bool:
        return all(is_beside(camera, body, tops) for camera in cameras)

    light = light_out_of_view(rng, light_kind, cameras)
    table = Table(rng, cameras)
    palette = random_palette(rng)
    spares = _spare_blocks(rng, table, standing, edge)
    things = other_things(rng, palette, table, _HALF_SHEET)
    scene = Scene(
        seed=order.seed,
        tower=(),
        standing=standing,
        spares=tuple(spare for spare in spares if are_beside(_body(spare, edge))),
        things=(*on_it, *(thing for thing in things if are_beside(thing.block))),
        shape=CubeShape(0.0, 0.0, bevel=float(rng.uniform(0.01, 0.06)), edge=edge),
        palette=palette,
        light=light,
        camera=cameras[0],
        has_mat=True,
        mat_curl=float(rng.choice([0.0, rng.uniform(0.02, 0.1)], p=(0.7, 0.3))),
        table_kind=str(rng.choice(TABLE_KINDS)),
        table_side=float(rng.uniform(16, 50)),
        table_middle_xy=(float(rng.uniform(-3, 3)), float(rng.uniform(-3, 3))),
        table_roughness=float(rng.uniform(0.15, 0.9)),
        print_scale=SQUARE,
        mat_print=MatPrint(BUILDING_MAT, _PX_PER_SQUARE, ((SQUARE_SIGN,) * GROUND_SIDE,) * GROUND_SIDE),
    )
    return BuildingScene(building, tuple(replace(scene, camera=camera) for camera in cameras), pawns)


def random_building(rng: Generator) -> Building:
    """A building as people put one up: fair, or any heap of blocks that rest on the table or on each other."""
    if rng.random() < 0.4:
        width, depth = rng.integers(3, GROUND_SIDE + 1, 2).tolist()
        blocks = int(rng.integers(8, _BLOCKS + 1))
        fair = propose(Options(), blocks, width, depth, int(rng.integers(2**31)))
        if fair is not None and max(fair.heights) <= MOST_STOREYS:
            beyond = np.array([GROUND_SIDE - width, GROUND_SIDE - depth])
            shift = rng.integers(0, beyond + 1)
            placed = [((b.square[0] + int(shift[0]), b.square[1] + int(shift[1])), b.pose) for b in fair.blocks]
            return stack_blocks(GROUND_SIDE, GROUND_SIDE, placed)
    return _heap(rng)


def _heap(rng: Generator) -> Building:
    """Blocks on each other, more of them near some middle; each rests fully."""
    chance = Random(int(rng.integers(2**32)))
    middle, spread = rng.uniform(1.5, GROUND_SIDE - 2.5, 2), rng.uniform(0.8, 2.5)
    upright_share = rng.uniform(0.0, 0.6)
    heights = np.zeros((GROUND_SIDE, GROUND_SIDE), int)
    placed: list[tuple[tuple[int, int], Pose]] = []
    count = int(rng.integers(4, _BLOCKS + 1))
    for _ in range(60 * count):
        if len(placed) == count:
            break
        x, y = np.rint(rng.normal(middle, spread)).astype(int).tolist()
        pose = Pose.UPRIGHT if chance.random() < upright_share else chance.choice((Pose.EAST, Pose.NORTH))
        covered = {Pose.EAST: ((x, y), (x + 1, y)), Pose.NORTH: ((x, y), (x, y + 1)), Pose.UPRIGHT: ((x, y),)}[pose]
        if any(not (0 <= a < GROUND_SIDE and 0 <= b < GROUND_SIDE) for a, b in covered):
            continue
        under = {int(heights[square]) for square in covered}
        top = max(under) + (2 if pose is Pose.UPRIGHT else 1)
        if len(under) > 1 or top > MOST_STOREYS:
            continue
        for square in covered:
            heights[square] = top
        placed.append(((x, y), pose))
    return stack_blocks(GROUND_SIDE, GROUND_SIDE, placed)


def _random_colours(rng: Generator) -> list[int]:
    """Those of a set's blocks."""
    if rng.random() >= 0.35:
        return [_WOOD]
    # Some editions have blocks of two colours, some sets none of bare wood.
    return [_WOOD if rng.random() < 0.6 else int(rng.choice(_PAINTED)), int(rng.choice(_PAINTED))]


def _random_shift(rng: Generator) -> _Shift:
    *beside, yaw_deg = rng.uniform(-1, 1, 3) * [SQUARE * MOST_BESIDE, SQUARE * MOST_BESIDE, MOST_TURNED_DEG]
    return _Shift(np.array([*beside, 0.0]), float(yaw_deg))


def _stand(
    rng: Generator, building: Building, edge: float, colours: list[int], shift: _Shift
) -> tuple[StandingCube, ...]:
    """The blocks in their places, the whole a little off, and each as far as its neighbours let it."""
    # Half of what a block is smaller than its place: by so much it may lie off, and so far may its corners turn.
    room = (SQUARE - edge) / 2
    standing = []
    for block in building.blocks:
        x, y = SQUARE * (np.array(block.squares).mean(axis=0) - (GROUND_SIDE - 1) / 2)
        off = rng.uniform(-0.5, 0.5, 3) * room
        middle = np.array([x + off[0], y + off[1], edge * (block.storey + block.top) / 2])
        own_deg = float(np.degrees(off[2] / edge))
        colour = PlainCube(int(rng.choice(colours)))
        standing.append(StandingCube(colour, shift.moved(middle), shift.yaw_deg + own_deg, _TIMES[block.pose]))
    return tuple(standing)


def _pawns(seed: int, building: Building, edge: float, shift: _Shift) -> Pawns:
    rng = np.random.default_rng([seed, 8])
    tops = {
        square: shift.moved(np.array([*(SQUARE * middle_of(square)), edge * building.height(square)]))
        for square in building.squares
    }
    return stand_pawns(rng, random_stacks(rng, building), tops, edge)


def _spare_blocks(rng: Generator, table: Table, standing: Sequence[StandingCube], edge: float) -> list[StandingCube]:
    """Blocks that were not needed, lying or standing on the table."""
    spares = []
    for _ in range(int(rng.choice([0, int(rng.integers(1, 12))]))):
        spot = table.free_spot(1.2 * edge, _HALF_SHEET, 2 * _HALF_SHEET)
        times = _TIMES[Pose.UPRIGHT if rng.random() < 0.3 else Pose.EAST]
        if spot is not None:
            middle = np.array([*spot, edge * times[2] / 2])
            cube = standing[int(rng.integers(len(standing)))].cube
            spares.append(StandingCube(cube, middle, float(rng.uniform(0, 360)), times))
    return spares


def _body(block: StandingCube, edge: float) -> Block:
    return Block(block.centre_xyz, edge * np.array(block.times_xyz) / 2, block.yaw_deg)


def _corners(body: Block) -> FloatArray:
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    return np.asarray(body.centre_xyz + signs * body.half_sizes)


def _cameras_round(rng: Generator, order: BuildingOrder, tops: FloatArray) -> list[Camera]:
    """Cameras on sides that are spread evenly round the building, with all of the sheet and of it in their pictures."""
    sheet = _HALF_SHEET * np.array([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]])
    inside = np.concatenate([sheet, tops])
    middle = np.array([0.0, 0.0, 0.3 * tops[:, 2].max()])
    first = rng.uniform(0, 2 * np.pi)
    sides = [first + 2 * np.pi * view / order.views + rng.uniform(-0.4, 0.4) for view in range(order.views)]
    return [
        random_camera(rng, inside, sheet, order.size, middle, (side, side), elevations_deg=_ELEVATIONS_DEG)
        for side in sides
    ]


def shares_in_view(built: BuildingScene, scene: Scene) -> FloatArray:
    """How much of each square's top, or of its ground, is not behind others, by row from the South and column.

    The pawns on it do not count.
    """
    building, edge, camera = built.building, scene.shape.edge, scene.camera
    steps = (np.arange(_POINTS_PER_SIDE) + 0.5) / _POINTS_PER_SIDE - 0.5
    east, north = (grid.ravel() for grid in np.meshgrid(steps, steps))
    columns = _columns(building, edge)
    shares = np.zeros((GROUND_SIDE, GROUND_SIDE))
    for x, y in building.squares:
        middle = SQUARE * middle_of((x, y))
        above = edge * building.height((x, y)) + 0.01
        points = np.column_stack([middle[0] + SQUARE * east, middle[1] + SQUARE * north, np.full(len(east), above)])
        in_view = camera.is_in_picture(camera.project(points))
        for body in [*columns, *_pawn_bodies(built.pawns, (x, y))]:
            in_view &= ~is_hidden(camera.position, points, body)
        shares[y, x] = in_view.mean()
    return shares


def _columns(building: Building, edge: float) -> list[Block]:
    """What stands on each square, as one body."""
    return [
        Block(
            np.array([*(SQUARE * middle_of(square)), edge * height / 2]),
            np.array([edge / 2, edge / 2, edge * height / 2]),
            0.0,
        )
        for square in building.squares
        if (height := building.height(square))
    ]


def _pawn_bodies(pawns: Pawns | None, but: Square) -> list[Block]:
    """What of all pawns hides others, but for those on one square."""
    if pawns is None:
        return []
    squares = [square for square, stack in pawns.stacks.items() for _ in stack]
    return [inner_block(pawn.block) for square, pawn in zip(squares, pawns.things, strict=True) if square != but]


def pawn_fields(built: BuildingScene, scene: Scene) -> dict[str, Any]:
    """What a truth file tells of pawns: which stand where, and how much of each, and of one more, is in view."""
    pawns = built.pawns
    assert pawns is not None
    columns = _columns(built.building, scene.shape.edge)
    in_view: dict[str, list[float]] = {}
    things = iter(pawns.things)
    for square, stack in pawns.stacks.items():
        others = [*columns, *_pawn_bodies(pawns, square)]
        in_view[square_name(square)] = [
            round(share_in_view(scene.camera, next(things).block, level == len(stack) - 1, others), 3)
            for level in range(len(stack))
        ]
    room = np.zeros((GROUND_SIDE, GROUND_SIDE))
    for x, y in built.building.squares:
        foot = scene.shape.edge * built.building.height((x, y))
        middle = np.array([*(SQUARE * middle_of((x, y))), foot + pawns.height / 2])
        pawn = Block(middle, np.array([pawns.radius, pawns.radius, pawns.height / 2]), 0.0)
        room[y, x] = share_in_view(scene.camera, pawn, True, [*columns, *_pawn_bodies(pawns, (x, y))])
    return {
        "pawns": {square_name(square): list(stack) for square, stack in pawns.stacks.items()},
        "pawns_in_view": in_view,
        "pawn_room": room.round(3).tolist(),
    }


def make_photos(order: BuildingOrder, folder: Path) -> BuildingScene:
    """Render a building from its sides and write the photos with their truth files."""
    from . import render

    built = random_building_scene(order)
    rng = np.random.default_rng([order.seed, 6])
    light_kind = built.views[0].light.kind
    sensor = random_sensor(rng, light_kind, max(order.size), order.best_quality)
    pictures = render.render_views(built.views, order.samples_per_pixel)
    for number, (picture_rgb, scene) in enumerate(zip(pictures, built.views, strict=True), start=1):
        photo_rgb = develop(distort(picture_rgb, scene.camera), sensor, rng)
        name = f"{order.name}_{number}" if order.views > 1 else order.name
        write_photo(folder, name, photo_rgb, truth_of(built, scene, sensor), sensor.jpeg_quality)
    return built


def truth_of(built: BuildingScene, scene: Scene, sensor: Sensor) -> dict[str, Any]:
    """The content of the truth file; samples/README.md explains every field."""
    building = built.building
    return {
        "game": GAME,
        "heights": building_notation(replace(building, blocks=())),
        "building": building_notation(building),
        "storey": round(scene.shape.edge / SQUARE, 4),
        "visible": shares_in_view(built, scene).round(3).tolist(),
        **({} if built.pawns is None else pawn_fields(built, scene)),
        "mat": True,
        "camera": camera_fields(pose_in_squares(scene.camera, SQUARE)),
        "light": scene.light.kind,
        "kelvin": round(scene.light.main_kelvin),
        "table": scene.table_kind,
        "sensor": sensor_fields(sensor),
        "seed": scene.seed,
        "generator": GENERATOR_VERSION,
    }


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--count", type=click.IntRange(1), default=6, show_default=True, help="How many buildings.")
@seed_option("Seed of the first building; each next one counts up.")
@click.option("--views", type=click.IntRange(1), default=1, show_default=True, help="Of each building.")
@click.option(
    "--longest-side", type=click.IntRange(240), default=1280, show_default=True, help="Of the photos, in pixels."
)
@samples_per_pixel_option(16)
@click.option("--pawns", "has_pawns", is_flag=True, help="With pawns on them, as in a game.")
def buildings(
    folder: Path, count: int, seed: int, views: int, longest_side: int, samples_per_pixel: int, has_pawns: bool
) -> None:
    """Render photos of buildings into FOLDER, each with its truth file; photos already there are kept."""
    from . import render

    folder.mkdir(parents=True, exist_ok=True)
    click.echo(f"rendering with Mitsuba's {render.use_fastest_variant()}")
    for building_seed in range(seed, seed + count):
        size = picture_size(np.random.default_rng([building_seed, 2]), longest_side)
        order = BuildingOrder(
            f"building_{building_seed:07d}", building_seed, size, views, samples_per_pixel, has_pawns=has_pawns
        )
        last = order.name if views == 1 else f"{order.name}_{views}"
        if not (folder / f"{last}.jpg").exists():
            built = make_photos(order, folder)
            click.echo(f"{order.name}: {len(built.building.blocks)} blocks, {built.views[0].light.kind}")


if __name__ == "__main__":
    buildings()
