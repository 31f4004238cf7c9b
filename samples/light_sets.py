"""Renders one set of cubes under six lights: ``python -m samples.light_sets OUT --sets 1 --seed 1``.

For each set and light a tower, ``set_light.jpg``, and photos of the calibration stack, ``set_light_calib.jpg``,
``set_light_calib2.jpg`` and so on: paints, shape of the cubes and tower are those of the set, all else is drawn anew.
``tower-referee bench OUT --profiles`` measures on them. Called by people.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
import numpy as np

from referee.calibrating.colours import STACK
from rules.games.babel import Placement, bulge_sets

from .lights import LIGHT_KINDS, random_light
from .paint import random_palette
from .scene import Scene, random_scene, random_shape
from .towers import Pile, random_pile
from .truth import scene_views

#: Each photo has a hundred seeds to itself, and each light a thousand.
MOST_CALIBRATIONS = 9
_SIZE = (1280, 960)
# Of each cube of the stack some face is in view by this share.
_CLEARLY_SEEN = 0.6


def stack(rng: np.random.Generator) -> Pile:
    """The calibration stack, each cube turned at random."""
    placements = []
    for cell, number in STACK.items():
        turns = bulge_sets(number)
        placements.append(Placement(cell, number, turns[rng.integers(len(turns))]))
    return tuple(placements)


def scenes_of(seed: int, calibrations: int) -> Iterator[tuple[str, str, Scene]]:
    """Name, light and scene of each photo of a set."""
    rng = np.random.default_rng([seed, 8])
    palette, shape = random_palette(rng), random_shape(rng)
    tower = random_pile(rng, int(rng.integers(10, 18)))
    for number, kind in enumerate(LIGHT_KINDS):
        light = random_light(np.random.default_rng([seed, 9, number]), kind)
        for photo in range(calibrations + 1):
            standing = stack(np.random.default_rng([seed, 10, number, photo])) if photo else tower
            suffix = f"_calib{photo if photo > 1 else ''}" if photo else ""
            scene = _well_seen(seed * 10_000 + number * 1000 + photo * 100, standing, kind, photo > 0)
            yield f"set{seed}_{kind}{suffix}", kind, replace(scene, palette=palette, shape=shape, light=light)


def _well_seen(seed: int, standing: Pile, kind: str, is_stack: bool) -> Scene:
    """A scene of these cubes; of the stack one from above 30 degrees with every cube in view, as people are asked."""
    for attempt in range(100):
        scene = random_scene(seed + attempt, standing, kind, _SIZE, True)
        position = scene.camera.position
        is_high = position[2] > np.tan(np.radians(30)) * np.hypot(*position[:2])
        seen = (any(share >= _CLEARLY_SEEN for share, _ in view.values()) for view in scene_views(scene))
        if not is_stack or (is_high and all(seen)):
            return scene
    raise ValueError(f"no camera in a hundred sees all of the stack, from seed {seed} on")


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--sets", default=1, show_default=True, help="How many sets of cubes.")
@click.option("--seed", default=1, show_default=True, help="Seed of the first set; each next one counts up.")
@click.option(
    "--calibrations",
    type=click.IntRange(1, MOST_CALIBRATIONS),
    default=4,
    show_default=True,
    help="Photos of the calibration stack under each light.",
)
@click.option("--samples-per-pixel", default=16, show_default=True, help="Light paths traced for each pixel.")
def light_sets(folder: Path, sets: int, seed: int, calibrations: int, samples_per_pixel: int) -> None:
    """Render sets of cubes under six lights into FOLDER; photos already there are kept."""
    from . import render, sensor
    from .photo_files import take_photo

    folder.mkdir(parents=True, exist_ok=True)
    click.echo(f"rendering with Mitsuba's {render.use_fastest_variant()}")
    for number in range(seed, seed + sets):
        for name, kind, scene in scenes_of(number, calibrations):
            if (folder / f"{name}.jpg").exists():
                continue
            rng = np.random.default_rng([scene.seed, 6])
            (picture_rgb,) = render.render_views((scene,), samples_per_pixel)
            camera_sensor = sensor.random_sensor(rng, kind, max(_SIZE), 95)
            take_photo(folder, name, scene, picture_rgb, camera_sensor, rng)
            click.echo(name)


if __name__ == "__main__":
    light_sets()
