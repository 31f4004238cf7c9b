"""Knows how a whole scene is drawn by lot: tower, mat, table, things, light and camera, from one seed.

Called by samples.generate; samples.render makes the picture of it and samples.truth writes down what is in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from typing import Protocol

import numpy as np

from calibration.arrays import FloatArray
from calibration.camera import rotation_about_vertical
from calibration.mat import BABEL_MAT
from referee.bench.truth import CORNERS
from rules.games.babel import Face
from vision.faces import cell_centre

from .camera import Camera, random_camera
from .clutter import Block, Thing, random_thing
from .cube_mesh import CubeShape
from .lights import Light, random_light
from .paint import Palette, random_palette
from .shades import random_shade
from .surfaces import BABEL_PRINT, TABLE_KINDS, MatPrint
from .tile_set import LyingTile, TileSet
from .towers import Pile, random_spares

Generator = np.random.Generator
Azimuths = tuple[float, float]
"""Between which azimuths somebody stands, in radians against the clock from East."""
ANYWHERE: Azimuths = (0.0, 2 * np.pi)
#: How far beside its outline (cube edges), and turned (degrees), a tower is usually set down at most.
USUALLY_BESIDE = (0.05, 1.5)
# People who go to a corner to photograph both sides stand this far beside it, in radians.
_BESIDE_CORNER = np.radians(25.0)


class Marked(Protocol):
    """What can be rendered as a cube: its paint and which faces carry bulges."""

    @property
    def type(self) -> int: ...

    @property
    def bulges(self) -> frozenset[Face]: ...


@dataclass(frozen=True, slots=True, eq=False)
class StandingCube:
    """A cube as it really stands, a little off its cell and a little turned.

    A plain one may be a block: ``times_xyz`` as long, wide and high as a cube.
    """

    cube: Marked
    centre_xyz: FloatArray
    yaw_deg: float
    times_xyz: tuple[float, float, float] = (1.0, 1.0, 1.0)

    @property
    def body(self) -> Block:
        """The cube without its bulges."""
        return Block(self.centre_xyz, np.full(3, 0.5), self.yaw_deg)


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Everything that a photo shows. ``tower`` and ``standing`` run in the order of placement, index by index.

    ``print_scale`` is how much larger the mat was printed than for these cubes, and ``mat_print`` what is on it.
    A scene with a ``tile_set`` has tiles and no cubes.
    """

    seed: int
    tower: Pile
    standing: tuple[StandingCube, ...]
    spares: tuple[StandingCube, ...]
    things: tuple[Thing, ...]
    shape: CubeShape
    palette: Palette
    light: Light
    camera: Camera
    has_mat: bool
    mat_curl: float
    table_kind: str
    table_side: float
    table_middle_xy: tuple[float, float]
    table_roughness: float
    print_scale: float = 1.0
    mat_print: MatPrint = BABEL_PRINT
    tiles: tuple[LyingTile, ...] = ()
    tile_set: TileSet | None = None

    @property
    def surroundings_xyz(self) -> FloatArray:
        """Corners (n, 3) of the tower with its bulges and of the paper next to it."""
        cubes = np.array([cube.centre_xyz for cube in self.standing])
        reach = np.array([[x, y, z] for x in (-0.62, 0.62) for y in (-0.62, 0.62) for z in (-0.5, 0.75)])
        paper = np.array([[x, y, 0.0] for x in (-1.8, 1.8) for y in (-1.8, 1.8)])
        return np.concatenate([(cubes[:, None] + reach).reshape(-1, 3), paper])


def random_scene(seed: int, tower: Pile, light_kind: str, size: tuple[int, int]) -> Scene:
    """Draw all that surrounds a given tower on a mat, seen from one place; see `random_views`."""
    return random_views(seed, tower, light_kind, size, (ANYWHERE,))[0]


def random_views(
    seed: int,
    tower: Pile,
    light_kind: str,
    size: tuple[int, int],
    azimuths: Sequence[Azimuths],
    beside: tuple[float, float] | None = USUALLY_BESIDE,
    farther: tuple[float, float] | None = None,
    clear: float | None = None,
) -> tuple[Scene, ...]:
    """Draw all that surrounds a tower, and places to photograph it from: scenes alike but for the camera.

    Parameters
    ----------
    size
        Width and height of the picture in pixels.
    azimuths
        Where each place lies, at least one.
    beside
        How far at most the tower stands beside the mat's outline, East or West and North or South (cube edges), and how
        far at most it is turned (degrees). None without a mat: the world frame is then the tower's own.
    farther
        See `random_camera`.
    clear
        How far from the tower's middle spare cubes and other things keep (cube edges). None: they lie beside the mat.
    """
    rng = np.random.default_rng([seed, 1])
    has_mat = beside is not None
    shape = random_shape(rng)
    standing = _stand(rng, tower, beside or (0.0, 0.0))
    corners = np.concatenate([_corners(cube, shape.height) for cube in standing])
    half_mat = BABEL_MAT.side / 2
    mat_corners = np.array([[x, y, 0.0] for x in (-half_mat, half_mat) for y in (-half_mat, half_mat)])
    height = corners[:, 2].max()
    middle = np.array([0.0, 0.0, height * rng.uniform(0.25, 0.6)])
    # Further cameras have a generator each: the first view stays the same however many there are.
    generators = [rng, *(np.random.default_rng([seed, 7, view]) for view in range(1, len(azimuths)))]
    cameras = [
        random_camera(own, corners, mat_corners if has_mat else corners, size, middle, bounds, farther)
        for own, bounds in zip(generators, azimuths, strict=True)
    ]
    beside_mat = 3.3 * np.sqrt(2) if has_mat else 2.2
    spares, things = _clutter(rng, tower, cameras, beside_mat if clear is None else clear)
    first = Scene(
        seed=seed,
        tower=tower,
        standing=standing,
        spares=spares,
        things=things,
        shape=shape,
        palette=random_palette(rng),
        light=random_light(rng, light_kind),
        camera=cameras[0],
        has_mat=has_mat,
        mat_curl=float(rng.choice([0.0, rng.uniform(0.02, 0.15)], p=(0.6, 0.4))),
        table_kind=str(rng.choice(TABLE_KINDS, p=(0.26, 0.16, 0.12, 0.1, 0.1, 0.08, 0.08, 0.1))),
        table_side=float(rng.uniform(16, 50)),
        table_middle_xy=(float(rng.uniform(-3, 3)), float(rng.uniform(-3, 3))),
        table_roughness=float(rng.uniform(0.15, 0.9)),
    )
    return tuple(replace(first, camera=camera) for camera in cameras)


def shaded(rng: Generator, light: Light, views: Sequence[Scene]) -> Light:
    """The same lamps with something that shades a part of the tower from the strongest and stands before no view."""
    cameras = [scene.camera for scene in views]
    return replace(light, shades=random_shade(rng, *light.main_lamp, views[0].surroundings_xyz, cameras))


def before_corners(seed: int, count: int) -> tuple[Azimuths, ...]:
    """So many places before corners of a tower: the second opposite the first, then those between."""
    return tuple(_before_corner(seed + turn) for turn in islice(cycle((0, 2, 1, 3)), count))


def _before_corner(quarter: int) -> Azimuths:
    """From where one sees both sides at a corner well."""
    middle = np.pi / 4 + np.pi / 2 * (quarter % 4)
    return middle - _BESIDE_CORNER, middle + _BESIDE_CORNER


def random_shape(rng: Generator) -> CubeShape:
    """Draw the measures of a set of cubes."""
    base_radius = rng.uniform(0.2, 0.32)
    return CubeShape(
        base_radius=float(base_radius),
        height=float(base_radius * rng.uniform(0.72, 1.0)),
        pointedness=float(rng.choice([0.0, rng.uniform(0.1, 0.5)], p=(0.8, 0.2))),
        clearance=float(rng.uniform(1.01, 1.12)),
        bevel=float(rng.uniform(0.008, 0.05)),
    )


def _stand(rng: Generator, tower: Pile, beside: tuple[float, float]) -> tuple[StandingCube, ...]:
    most_edges, most_deg = beside
    offset = rng.uniform(-most_edges, most_edges, 2) if any(beside) else np.zeros(2)
    yaw_deg = float(rng.uniform(-most_deg, most_deg)) if any(beside) else 0.0
    sloppiness = rng.uniform(0.1, 1.0)
    turn = rotation_about_vertical(yaw_deg)
    standing = []
    for placement in tower:
        centre = turn @ cell_centre(placement.cell)
        centre[:2] += offset + sloppiness * rng.uniform(-0.02, 0.02, 2)
        standing.append(StandingCube(placement, centre, yaw_deg + sloppiness * float(rng.uniform(-1, 1))))
    return tuple(standing)


def _corners(cube: StandingCube, bulge_height: float) -> FloatArray:
    """Corners (8, 3) of a cube that is as much larger as its bulges reach out of its outline."""
    side = 2 * (0.5 + 0.6 * bulge_height)
    return side * CORNERS @ rotation_about_vertical(cube.yaw_deg).T + cube.centre_xyz


def _clutter(
    rng: Generator, tower: Pile, cameras: Sequence[Camera], clear_radius: float
) -> tuple[tuple[StandingCube, ...], tuple[Thing, ...]]:
    """Spare cubes and other things around the mat; what would stand before the tower mostly stays away."""
    palette = random_palette(rng)
    table = Table(rng, cameras)
    spares = tuple(_spare_cubes(rng, tower, table, clear_radius))
    return spares, tuple(other_things(rng, palette, table, clear_radius))


def _spare_cubes(rng: Generator, tower: Pile, table: Table, clear_radius: float) -> Iterator[StandingCube]:
    count = int(rng.choice([0, int(rng.integers(1, 4)), int(rng.integers(3, 11))], p=(0.3, 0.35, 0.35)))
    for cube in random_spares(rng, tower, count):
        spot = table.free_spot(0.9, clear_radius, clear_radius + 6)
        if spot is not None:
            yield StandingCube(cube, np.array([*spot, 0.5]), float(rng.uniform(0, 360)))


def other_things(rng: Generator, palette: Palette, table: Table, clear_radius: float) -> Iterator[Thing]:
    """Things of any colour or in the set's paints, at least so far from the scene's middle."""
    for _ in range(int(rng.choice([0, int(rng.integers(1, 4)), int(rng.integers(3, 10))], p=(0.2, 0.4, 0.4)))):
        is_far = rng.random() < 0.4
        grow = float(rng.uniform(1.5, 3.5)) if is_far else float(rng.uniform(0.6, 1.2))
        near = clear_radius + (6 if is_far else 0)
        spot = table.free_spot(2.2 * grow, near, near + 9)
        if spot is None:
            continue
        if rng.random() < 0.35:
            colour = palette.colours_rgb[rng.integers(5)]
        else:
            colour = np.clip(np.exp(rng.uniform(np.log(0.03), np.log(0.8))) * 3 * rng.dirichlet([1.0] * 3), 0.01, 0.9)
        yield random_thing(rng, spot, colour, grow)


class Table:
    """Where things stand already, and from where the tower is photographed."""

    def __init__(self, rng: Generator, cameras: Sequence[Camera]) -> None:
        self._rng = rng
        self._cameras = cameras
        self._taken: list[tuple[FloatArray, float]] = []

    def keep(self, spot: FloatArray, radius: float) -> None:
        """Leave a place (2,) free for what comes there."""
        self._taken.append((spot, radius))

    def free_spot(self, radius: float, near: float, far: float) -> FloatArray | None:
        """A place (2,) for a thing of this radius, so far from the tower (cube edges); None if none was found."""
        for _ in range(30):
            angle, distance = self._rng.uniform(0, 2 * np.pi), self._rng.uniform(near, far) + radius
            spot = distance * np.array([np.cos(angle), np.sin(angle)])
            if any(_is_in_the_way(spot, radius, camera) for camera in self._cameras) and self._rng.random() > 0.03:
                continue
            if all(np.linalg.norm(spot - other) > radius + its_radius for other, its_radius in self._taken):
                self.keep(spot, radius)
                return spot
        return None


def _is_in_the_way(spot: FloatArray, radius: float, camera: Camera) -> bool:
    """Whether a thing there would stand before the tower."""
    to_camera = camera.position[:2]
    along = np.clip(spot @ to_camera / (to_camera @ to_camera), 0, 1.2)
    return bool(np.linalg.norm(spot - along * to_camera) < 1.8 + radius and spot @ to_camera > 0)
