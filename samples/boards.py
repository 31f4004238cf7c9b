"""Renders photos of boards of 012x012 with truth files: ``python -m samples.boards OUT --count 12 --seed 1``.

Called by people, by samples.committed, and by samples.board_film for its scene. A scene has the sheet as large as the
mat of towers, so that lights, tables and cameras are those of towers: a square is shorter than the scene's unit. Truth
files tell all in squares.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
import numpy as np

from calibration.arrays import FloatArray
from calibration.board_mat import BOARD_MAT
from calibration.camera import CameraPose, rotation_about_vertical
from calibration.card_mat import CUBE_COLOURS_SRGB
from calibration.linear_light import linear_light
from calibration.mat import BABEL_MAT
from rules.game import Fault
from rules.games.babel import Face
from rules.games.zero12 import (
    CODES,
    SIDE,
    Card,
    Direction,
    Options,
    Position,
    Square,
    card_notation,
    parse_card,
    position_faults,
    position_notation,
    square_name,
)

from .board_positions import Cube, cubes_on, random_position, scattered_position
from .camera import Camera, random_camera
from .clutter import Block
from .cube_mesh import CubeShape
from .generate import picture_size
from .lights import LIGHT_KINDS, Light, random_light
from .options import samples_per_pixel_option, seed_option
from .paint import Palette, random_palette
from .photo_files import write_photo
from .scene import ANYWHERE, Scene, StandingCube, Table, other_things
from .sensor import BEST_QUALITY, Sensor, develop, distort, random_sensor
from .surfaces import TABLE_KINDS, MatPrint
from .truth import GENERATOR_VERSION, camera_fields, is_hidden, sensor_fields

Generator = np.random.Generator
GAME = "012x012"
#: The colours that a set can have beside white and black.
SET_COLOURS = tuple(name for name in CUBE_COLOURS_SRGB if name not in ("white", "black"))
#: A square's side in the scene's units.
SQUARE = BABEL_MAT.side / BOARD_MAT.side
#: How far at most a cube lies beside its square's middle (squares), and turned (degrees).
MOST_BESIDE, MOST_TURNED_DEG = 0.05, 2.0
_PX_PER_SQUARE = 120
_HALF_SHEET = BABEL_MAT.side / 2
_HALF_BOARD = SQUARE * BOARD_MAT.footprint_side / 2
# From above one sees all squares, and from lower still their signs.
_ELEVATIONS_DEG, _USUAL_ELEVATIONS_DEG, _USUAL_SHARE = (45.0, 88.0), (50.0, 80.0), 0.75
# Most photos show all markers whole; some cut off one or two.
_CUT_SHARE, _FEWEST_WHOLE = 0.2, 6
# The corners of a cube's top round its middle, in cube edges.
_TOP = np.array([[-0.5, -0.5, 0.5], [0.5, -0.5, 0.5], [0.5, 0.5, 0.5], [-0.5, 0.5, 0.5]])


@dataclass(frozen=True, slots=True)
class PlainCube:
    """A cube without bulges; its type is its code, by which the paints of a set are ordered."""

    type: int
    bulges: frozenset[Face] = frozenset()


@dataclass(frozen=True, slots=True)
class BoardOrder:
    """What is asked of one photo of a board; everything else follows from the seed, and so does a colour left out."""

    name: str
    seed: int
    light: str
    size: tuple[int, int]
    colour: str | None = None
    samples_per_pixel: int = 16
    best_quality: int = BEST_QUALITY
    is_scattered: bool = False
    is_glossy: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class BoardScene:
    """A position, and the scene with a standing cube for each of its filled squares, from a1 to l12."""

    position: Position
    scene: Scene


def random_board(order: BoardOrder) -> BoardScene:
    """Draw a position and all that surrounds it."""
    rng = np.random.default_rng([order.seed, 1])
    drawn = str(rng.choice(SET_COLOURS))
    draw = scattered_position if order.is_scattered else random_position
    position = draw(np.random.default_rng([order.seed, 0]), order.colour or drawn)
    scene = random_board_scene(rng, order.seed, position.options, cubes_on(position), order.light, order.size)
    return BoardScene(position, _glossy(scene) if order.is_glossy else scene)


def random_board_scene(
    rng: Generator,
    seed: int,
    options: Options,
    cubes: Sequence[Cube],
    light: str,
    size: tuple[int, int],
    elevations_deg: tuple[float, float] | None = None,
) -> Scene:
    """Draw all that surrounds cubes on a board; those on one square lie there one after the other.

    Parameters
    ----------
    seed
        Of what the renderer draws by lot.
    elevations_deg
        From how high it is seen, with all markers whole; by default as photos are taken, a fifth with markers cut off.
    """
    shape = CubeShape(0.0, 0.0, bevel=float(rng.uniform(0.015, 0.08)), edge=SQUARE * float(rng.uniform(0.9, 0.99)))
    standing = _lie(rng, cubes, shape.edge)
    camera = _random_camera(rng, shape.edge, size, elevations_deg)
    palette = random_palette(rng)
    table = Table(rng, ())
    spares = _spare_cubes(rng, table, shape.edge)
    things = other_things(rng, palette, table, _HALF_SHEET)
    return Scene(
        seed=seed,
        tower=(),
        standing=standing,
        spares=tuple(spare for spare in spares if shows_the_sheet(camera, _body(spare, shape.edge))),
        things=tuple(thing for thing in things if shows_the_sheet(camera, thing.block)),
        shape=shape,
        palette=replace(palette, colours_rgb=_paints(rng, palette, options.colour2)),
        light=light_out_of_view(rng, light, [camera]),
        camera=camera,
        has_mat=True,
        mat_curl=float(rng.choice([0.0, rng.uniform(0.02, 0.15)], p=(0.6, 0.4))),
        table_kind=str(rng.choice(TABLE_KINDS)),
        table_side=float(rng.uniform(16, 50)),
        table_middle_xy=(float(rng.uniform(-3, 3)), float(rng.uniform(-3, 3))),
        table_roughness=float(rng.uniform(0.15, 0.9)),
        print_scale=SQUARE,
        mat_print=MatPrint(BOARD_MAT, _PX_PER_SQUARE, _rows(parse_card(options.card))),
    )


def _glossy(scene: Scene) -> Scene:
    """The same with paints in which lamps and windows are mirrored: then black cubes may look white."""
    roughness, lacquer = np.random.default_rng([scene.seed, 7]).uniform([0.08, 0.0], [0.25, 1.0])
    palette = replace(scene.palette, roughness=float(roughness), roughness_spread=0.02, lacquer=float(lacquer))
    return replace(scene, palette=palette)


def _rows(card: Card) -> tuple[tuple[int, ...], ...]:
    codes = card.codes
    return tuple(codes[row * SIDE : (row + 1) * SIDE] for row in range(SIDE))


def _paints(rng: Generator, palette: Palette, colour: str) -> FloatArray:
    """What white, black, coloured and bare wood reflect, (4, 3): the set's colour is anything that people call so."""
    _, white, black, wood, _ = palette.colours_rgb
    named = linear_light(np.array(CUBE_COLOURS_SRGB[colour], np.uint8))
    faded = named.mean() + rng.uniform(0.7, 1.1) * (named - named.mean())
    own = np.clip(faded, 0.006, None) * np.exp(rng.uniform(-0.5, 0.35) + rng.normal(0, 0.08, 3))
    return np.stack([white, black, np.clip(own, 0.006, 0.92), wood])


def _lie(rng: Generator, cubes: Sequence[Cube], edge: float) -> tuple[StandingCube, ...]:
    """The cubes on their squares, each as far off and turned as its neighbours let it."""
    offs = rng.uniform(-1, 1, (len(cubes), 3)) * [SQUARE * MOST_BESIDE, SQUARE * MOST_BESIDE, MOST_TURNED_DEG]
    lying = {cube: _cube_on(cube, edge, off) for cube, off in zip(cubes, offs, strict=True)}
    shares = dict.fromkeys(cubes, 1.0)
    changed = set(cubes)
    while changed:
        # Two that would meet both give way.
        changed = {both for one in changed for other in _meeting(lying, one, edge) for both in (one, other)}
        for cube in changed:
            shares[cube] *= 0.8
            lying[cube] = _cube_on(cube, edge, shares[cube] * offs[cubes.index(cube)])
    return tuple(lying.values())


def _cube_on(cube: Cube, edge: float, off: FloatArray) -> StandingCube:
    """A cube on its square, off its middle by (East, North) and turned by degrees, (3,)."""
    square, code = cube
    x, y = middle_of(square) + off[:2]
    return StandingCube(PlainCube(code), np.array([x, y, edge / 2]), float(off[2]))


def middle_of(square: Square) -> FloatArray:
    """The middle of a square in the scene, (2,)."""
    return np.asarray(SQUARE * (np.array(square) - (SIDE - 1) / 2))


def _meeting(lying: Mapping[Cube, StandingCube], cube: Cube, edge: float) -> list[Cube]:
    """The cubes on the squares beside one's own, straight or aslant, that would be in its way."""
    beside = ((direction.beside(cube[0]), code) for direction in Direction for code in CODES)
    return [other for other in beside if other in lying and _overlap(lying[cube], lying[other], edge)]


def _overlap(first: StandingCube, second: StandingCube, edge: float) -> bool:
    """Whether a corner of one of two cubes, both turned little, is inside the other."""
    return any(
        (abs((_top(one, edge) - other.centre_xyz) @ rotation_about_vertical(other.yaw_deg))[:, :2] < edge / 2)
        .all(axis=1)
        .any()
        for one, other in ((first, second), (second, first))
    )


def _top(cube: StandingCube, edge: float) -> FloatArray:
    """The corners of its top, (4, 3)."""
    return np.asarray(edge * _TOP @ rotation_about_vertical(cube.yaw_deg).T + cube.centre_xyz)


def _body(cube: StandingCube, edge: float) -> Block:
    return Block(cube.centre_xyz, np.full(3, edge / 2), cube.yaw_deg)


def _random_camera(
    rng: Generator, edge: float, size: tuple[int, int], elevations_deg: tuple[float, float] | None
) -> Camera:
    """A camera with all of the board in its picture, and mostly all of the sheet."""
    board = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (0, 1)]) * [_HALF_BOARD, _HALF_BOARD, edge]
    sheet = _HALF_SHEET * np.array([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]])
    is_cut = not elevations_deg and rng.random() < _CUT_SHARE
    bounds_deg = elevations_deg or (_USUAL_ELEVATIONS_DEG if rng.random() < _USUAL_SHARE else _ELEVATIONS_DEG)
    while True:
        camera = random_camera(rng, board, sheet, size, np.zeros(3), ANYWHERE, elevations_deg=bounds_deg)
        if _FEWEST_WHOLE <= len(whole_markers(camera)) < len(BOARD_MAT.marker_ids) if is_cut else shows_all(camera):
            return camera


def shows_all(camera: Camera) -> bool:
    """Whether the border cuts nothing off any marker."""
    return len(whole_markers(camera)) == len(BOARD_MAT.marker_ids)


def whole_markers(camera: Camera) -> list[int]:
    """The markers of which the border cuts nothing off."""
    return [
        number
        for number in BOARD_MAT.marker_ids
        if camera.is_in_picture(camera.project(SQUARE * BOARD_MAT.marker_corners(number))).all()
    ]


def _spare_cubes(rng: Generator, table: Table, edge: float) -> Iterator[StandingCube]:
    """Cubes on the table, near the sheet."""
    for _ in range(int(rng.choice([0, int(rng.integers(1, 5)), int(rng.integers(5, 31))], p=(0.3, 0.3, 0.4)))):
        spot = table.free_spot(0.75 * edge, _HALF_SHEET, 2 * _HALF_SHEET)
        if spot is not None:
            middle = np.array([*spot, edge / 2])
            yield StandingCube(PlainCube(int(rng.integers(3))), middle, float(rng.uniform(0, 360)))


def shows_the_sheet(camera: Camera, body: Block) -> bool:
    """Whether a body hides nothing of the sheet and does not lie on it."""
    steps = _HALF_SHEET * np.linspace(-1.02, 1.02, 40)
    points = np.stack([grid.ravel() for grid in np.meshgrid(steps, steps, [0.002])], axis=1)
    return not is_hidden(camera.position, points, body).any()


def is_beside(camera: Camera, body: Block, tops: FloatArray) -> bool:
    """Whether a body hides nothing of the sheet nor of what has these tops, (n, 3)."""
    return shows_the_sheet(camera, body) and not is_hidden(camera.position, tops, body).any()


def light_out_of_view(rng: Generator, kind: str, cameras: Sequence[Camera]) -> Light:
    """A light of this kind of which no bulb hangs in a picture, before what is on the sheet."""
    while True:
        light = random_light(rng, kind)
        bulbs = np.array([bulb.centre_xyz for bulb in light.bulbs]).reshape(-1, 3)
        if not any(camera.is_in_picture(camera.project(bulbs), -0.2 * camera.width).any() for camera in cameras):
            return light


def make_photo(order: BoardOrder, folder: Path) -> BoardScene:
    """Render a board and write the photo with its truth file."""
    from . import render

    board = random_board(order)
    rng = np.random.default_rng([order.seed, 6])
    (picture_rgb,) = render.render_views((board.scene,), order.samples_per_pixel)
    sensor = random_sensor(rng, order.light, max(order.size), order.best_quality)
    photo_rgb = develop(distort(picture_rgb, board.scene.camera), sensor, rng)
    write_photo(folder, order.name, photo_rgb, truth_of(board, sensor), sensor.jpeg_quality)
    return board


def truth_of(board: BoardScene, sensor: Sensor) -> dict[str, Any]:
    """The content of the truth file; samples/README.md explains every field."""
    position, scene = board.position, board.scene
    faults = position_faults(position)
    _, _, laid, *_ = position_notation(position).split()
    return {
        "game": GAME,
        "board": laid,
        "card": card_notation(position.card),
        "colour": position.options.colour2,
        "legal": not faults,
        "faults": board_fault_fields(faults),
        "mat": True,
        "camera": camera_fields(pose_in_squares(scene.camera)),
        "light": scene.light.kind,
        "kelvin": round(scene.light.main_kelvin),
        "whole_markers": whole_markers(scene.camera),
        "edge": round(scene.shape.edge / SQUARE, 4),
        "cubes": [
            {"square": square_name(square), **_cube_fields(cube)}
            for (square, _), cube in zip(cubes_on(position), scene.standing, strict=True)
        ],
        "spares": [_cube_fields(spare) for spare in scene.spares],
        "table": scene.table_kind,
        "paints": scene.palette.colours_rgb.round(5).tolist(),
        "sensor": sensor_fields(sensor),
        "seed": scene.seed,
        "generator": GENERATOR_VERSION,
    }


def board_fault_fields(faults: Sequence[Fault]) -> list[dict[str, Any]]:
    """What truth files say of faults."""
    return [{"rule": fault.rule, "squares": list(fault.places), "what": fault.message} for fault in faults]


def pose_in_squares(camera: Camera, square: float = SQUARE) -> CameraPose:
    """A camera as truth files have it, where a square's side is so long in the scene."""
    pose = camera.pose
    return CameraPose(pose.lens, pose.rotation, pose.translation / square)


def _cube_fields(cube: StandingCube) -> dict[str, Any]:
    return {
        "code": cube.cube.type,
        "center": (cube.centre_xyz / SQUARE).round(4).tolist(),
        "yaw_deg": round(cube.yaw_deg, 3),
    }


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--count", type=click.IntRange(1), default=12, show_default=True, help="How many boards.")
@seed_option("Seed of the first board; each next one counts up.")
@click.option(
    "--longest-side", type=click.IntRange(240), default=1280, show_default=True, help="Of the photo, in pixels."
)
@samples_per_pixel_option(16)
@click.option("--colour", type=click.Choice(SET_COLOURS), help="Of all sets; by default each has one of its own.")
@click.option("--scattered", "is_scattered", is_flag=True, help="Any cubes on any squares, as networks learn from.")
@click.option("--glossy", "is_glossy", is_flag=True, help="Paints in which lamps and windows are mirrored.")
def boards(
    folder: Path,
    count: int,
    seed: int,
    longest_side: int,
    samples_per_pixel: int,
    colour: str | None,
    is_scattered: bool,
    is_glossy: bool,
) -> None:
    """Render photos of random boards into FOLDER, each with its truth file; photos already there are kept."""
    from . import render

    folder.mkdir(parents=True, exist_ok=True)
    click.echo(f"rendering with Mitsuba's {render.use_fastest_variant()}")
    for board_seed in range(seed, seed + count):
        order = BoardOrder(
            name=f"board_{board_seed:07d}",
            seed=board_seed,
            light=LIGHT_KINDS[board_seed % len(LIGHT_KINDS)],
            size=picture_size(np.random.default_rng([board_seed, 2]), longest_side),
            colour=colour,
            samples_per_pixel=samples_per_pixel,
            is_scattered=is_scattered,
            is_glossy=is_glossy,
        )
        if not (folder / f"{order.name}.jpg").exists():
            board = make_photo(order, folder)
            click.echo(f"{order.name}: {len(board.scene.standing)} cubes, {order.light}")


if __name__ == "__main__":
    boards()
