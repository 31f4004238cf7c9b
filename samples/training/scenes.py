"""Renders what the tower network learns from: ``python -m samples.training scenes OUT --count 1000``.

Called by people. Light adds up, so each view is traced under two lights and shown under either and under both; only
the surroundings of the tower are traced; two pictures in five are developed by a badly set camera; and most towers have
marks anyhow, so that no paint tells of them. In some rooms hardly any light comes from the walls, or surfaces hardly
light each other: else a network tells white from grey by how dark its hollows are, which is another thing in every
room and with every depth of the hollows. Most sets are worn, with round rims and with hollows less or more deep, and
half are lacquered: else a network knows the marks of one workshop. Something shades a part of most towers: else it
takes paint in a hard-edged shadow for darker paint. A photo takes a sixth of the time that a whole one takes, and a
network learns more from it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

from calibration.arrays import Float32Array, FloatArray
from referee.workers import all_cores, worker_pool
from rules.games.babel import Face, face_letters, judge
from samples import render, sensor, truth
from samples.camera import Camera
from samples.cube_mesh import CubeShape
from samples.generate import picture_size, random_tower
from samples.lights import LIGHT_KINDS, Light, random_light
from samples.paint import Palette
from samples.photo_files import write_photo
from samples.scene import ANYWHERE, Scene, StandingCube, random_views, shaded
from samples.towers import tower_of

#: Longest sides of the photos, in pixels: an edge is then 40 to 120 pixels long.
LONGEST_SIDES = (512, 608, 704, 896, 1088)
SAMPLES_PER_PIXEL, GUIDE_SAMPLES = 6, 4
VIEWS = 2
#: Share of the towers, of those that are no legal ones, whose marks have nothing to do with their paint.
FREE_SHARE = 0.7
#: Share of the lights that something shades a part of the tower from.
SHADE_SHARE = 0.6
#: Share of the cameras that are badly set, and of these whose lens scatters light.
BADLY_SET_SHARE, GLARE_SHARE = 0.4, 0.4
_MARGIN_PX, _WINDOW_STEP_PX = 14, 256
# Half of the scenes have less light from surface to surface than there is, a quarter none.
_MAX_DEPTHS = (2, 3, render.MAX_DEPTH, render.MAX_DEPTH)
# Of half of the lights no less than this share of what comes from the walls is left.
_DARKEST_WALLS = 0.02
# Dust and wear, on half of the sets: up to this share of a surface, seldom so much, and its reflectance.
_MOST_DUST, _DUST = 0.3, 0.45
# Share of the sets whose hollows are less or more deep, within these factors, and of those whose rims are worn round,
# up to this spread (edges); the marks of half are lower, down to this factor.
_WORN_SHARE, _DEPTHS, _MOST_WORN, _LOWEST = 0.75, (0.75, 1.15), 0.025, 0.8


@dataclass(frozen=True, slots=True)
class FreeCube:
    """A cube such as no box holds: any marks under any paint."""

    type: int
    bulges: frozenset[Face]


def render_scene(seed: int, folder: Path) -> None:
    """Six photos of one tower, each with its truth file: two views under each of two lights and under both."""
    rng = np.random.default_rng([seed, 0])
    pile = random_tower(rng, "training")
    kinds = LIGHT_KINDS[seed % len(LIGHT_KINDS)], str(rng.choice(LIGHT_KINDS))
    size = picture_size(rng, LONGEST_SIDES[seed % len(LONGEST_SIDES)])
    scenes = random_views(seed, pile, kinds[0], size, (ANYWHERE,) * VIEWS)
    is_free = bool(judge(tower_of(pile)).faults) and rng.random() < FREE_SHARE
    if is_free:
        standing = _freely_marked(rng, scenes[0].standing)
        scenes = tuple(replace(scene, standing=standing) for scene in scenes)
    palette = _lacquered(rng, _faded(rng, scenes[0].palette))
    shape = _worn(rng, scenes[0].shape)
    scenes = tuple(replace(scene, palette=palette, shape=shape) for scene in scenes)
    lights = [
        _mostly_shaded(rng, _with_dark_walls(rng, light), scenes)
        for light in (scenes[0].light, random_light(rng, kinds[1]))
    ]
    windows = [_window_px(scene) for scene in scenes]
    depth = int(rng.choice(_MAX_DEPTHS))
    rendered = render.render_lights(scenes, lights, SAMPLES_PER_PIXEL, windows, GUIDE_SAMPLES, depth)
    for view, (scene, pictures) in enumerate(zip(scenes, rendered, strict=True)):
        distorted = [sensor.distort(picture_rgb, scene.camera) for picture_rgb in pictures]
        shown = (*distorted, _sum_of_lights(rng, *distorted))
        sensors = [sensor.random_sensor(rng, kind, max(size)) for kind in (*kinds, "mixed")]
        left, top, right, bottom = _surroundings_px(scene)
        content = _truth(scene, sensors[0]) | {"free": is_free}
        for way, picture_rgb, camera_sensor in zip("abc", shown, sensors, strict=True):
            if rng.random() < BADLY_SET_SHARE:
                camera_sensor = _badly_set(rng, camera_sensor)
                picture_rgb = sensor.with_glare(picture_rgb, rng) if rng.random() < GLARE_SHARE else picture_rgb
            photo_rgb = sensor.develop(picture_rgb, camera_sensor, rng)
            name = f"{'free' if is_free else 'tower'}_{seed:07d}_{view + 1}{way}"
            crop_rgb = np.ascontiguousarray(photo_rgb[top:bottom, left:right])
            of_photo = content | {"sensor": truth.sensor_fields(camera_sensor)}
            write_photo(folder, name, crop_rgb, of_photo, camera_sensor.jpeg_quality)


def _freely_marked(rng: np.random.Generator, standing: Sequence[StandingCube]) -> tuple[StandingCube, ...]:
    """The cubes with a bulge on each face or not, whatever their type; none on the face that stands on the table."""
    share = rng.uniform(0.3, 0.6)
    marked = []
    for cube in standing:
        on_table = cube.centre_xyz[2] < 1.0
        bulges = frozenset(face for face in Face if rng.random() < share and not (on_table and face is Face.D))
        marked.append(replace(cube, cube=FreeCube(cube.cube.type, bulges)))
    return tuple(marked)


def _with_dark_walls(rng: np.random.Generator, light: Light) -> Light:
    """The same lamps, half of them in a room whose walls are dark or far away."""
    share = np.exp(rng.uniform(np.log(_DARKEST_WALLS), 0.0)) if rng.random() < 0.5 else 1.0
    return replace(light, walls_rgb=share * light.walls_rgb)


def _mostly_shaded(rng: np.random.Generator, light: Light, scenes: Sequence[Scene]) -> Light:
    """The same lamps, most of them with something that shades a part of the tower from the strongest."""
    if rng.random() >= SHADE_SHARE:
        return light
    return shaded(rng, light, scenes)


def _faded(rng: np.random.Generator, palette: Palette) -> Palette:
    """The same paints, some of them faded: all are a little nearer to the same light grey."""
    share = _MOST_DUST * rng.random() ** 1.5 if rng.random() < 0.5 else 0.0
    return replace(palette, colours_rgb=(1 - share) * palette.colours_rgb + share * _DUST)


def _lacquered(rng: np.random.Generator, palette: Palette) -> Palette:
    """The same paints, of half of the sets under lacquer."""
    if rng.random() < 0.5:
        return palette
    return replace(palette, lacquer=float(rng.uniform(0.2, 1.0)), lacquer_gloss=float(rng.uniform(0.5, 1.0)))


def _worn(rng: np.random.Generator, shape: CubeShape) -> CubeShape:
    """The same cubes, of most sets with hollows of another depth and with rims worn round, of half with lower marks."""
    depth = rng.uniform(*_DEPTHS) if rng.random() < _WORN_SHARE else 1.0
    rim = rng.uniform(0.0, _MOST_WORN) if rng.random() < _WORN_SHARE else 0.0
    lower = rng.uniform(_LOWEST, 1.0) if rng.random() < 0.5 else 1.0
    return replace(shape, height=float(shape.height * lower), depth=float(depth), rim=float(rim))


def _badly_set(rng: np.random.Generator, camera_sensor: sensor.Sensor) -> sensor.Sensor:
    """A camera that exposes for something else than the tower, or amplifies what little light there is."""
    noise = camera_sensor.noise * np.exp(rng.uniform(0.0, 0.7))
    return replace(camera_sensor, exposure_ev=float(rng.uniform(-1.8, 1.2)), noise=float(noise))


def _sum_of_lights(rng: np.random.Generator, *pictures_rgb: Float32Array) -> Float32Array:
    """All lights switched on, each as bright as another up to a factor of two or so."""
    gains = [np.exp(rng.normal(0.0, 0.5)) / max(1e-6, float(np.median(picture))) for picture in pictures_rgb]
    total = np.sum([gain * picture for gain, picture in zip(gains, pictures_rgb, strict=True)], axis=0)
    return np.asarray(total, np.float32)


def _surroundings_px(scene: Scene) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the surroundings in the photo."""
    points_xy = scene.camera.project(scene.surroundings_xyz)
    left, top = np.maximum(np.floor(points_xy.min(axis=0)), 0).astype(int)
    right, bottom = np.minimum(np.ceil(points_xy.max(axis=0)), [scene.camera.width, scene.camera.height]).astype(int)
    return int(left), int(top), int(right), int(bottom)


def _window_px(scene: Scene) -> render.Window:
    """The surroundings in the undistorted picture; of few sizes, as Mitsuba compiles anew for each."""
    size = np.array(render.undistorted_size(scene.camera))
    points_xy = _seen_through_plain_lens(scene.camera, scene.surroundings_xyz) + size / 2
    low, high = points_xy.min(axis=0) - _MARGIN_PX, points_xy.max(axis=0) + _MARGIN_PX
    extent = np.minimum(np.ceil((high - low) / _WINDOW_STEP_PX) * _WINDOW_STEP_PX, size).astype(int)
    corner = np.clip((low + high - extent) / 2, 0, size - extent).astype(int)
    return int(corner[0]), int(corner[1]), int(extent[0]), int(extent[1])


def _seen_through_plain_lens(camera: Camera, points_xyz: FloatArray) -> FloatArray:
    """Pixels (n, 2) from the picture's middle, without the lens's distortion."""
    in_camera = points_xyz @ camera.rotation.T + camera.translation
    return np.asarray(camera.focal_px * in_camera[:, :2] / in_camera[:, 2:])


def _truth(scene: Scene, camera_sensor: sensor.Sensor) -> dict[str, Any]:
    """The truth file's content, for the photo cut to the surroundings."""
    content = truth.truth_of(scene, camera_sensor)
    for fields, standing in zip(content["cubes"], scene.standing, strict=True):
        fields["bulges"] = list(face_letters(standing.cube.bulges))
    left, top, right, bottom = _surroundings_px(scene)
    lens = scene.camera.lens.cropped(np.array([left, top], np.float64), (right - left, bottom - top))
    return content | {"camera": truth.camera_fields(replace(scene.camera.pose, lens=lens)), "cropped": True}


def render_scenes(folder: Path, count: int, seed: int, jobs: int) -> None:
    """Render six photos of each of `count` towers into `folder`, so many towers at once; those there are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    there = {path.stem.partition("_")[2] for path in folder.glob("*.jpg")}
    wanted = [one for one in range(seed, seed + count) if f"{one:07d}_{VIEWS}c" not in there]
    render_one = partial(_render_with, threads=max(1, all_cores() // jobs), folder=folder)
    with worker_pool(jobs) as pool:
        for _ in track(pool.map(render_one, wanted), "rendering", len(wanted)):
            pass


def _render_with(seed: int, threads: int, folder: Path) -> None:
    """`render_scene` in a process that renders with so many threads."""
    _begin_to_render(threads)
    render_scene(seed, folder)


@cache
def _begin_to_render(threads: int) -> None:
    render.use_fastest_variant(threads)
