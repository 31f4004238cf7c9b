"""Renders one set of cubes under six lights: ``python -m samples.light_sets OUT --sets 1 --seed 1``.

For each set and light a tower, ``set_light.jpg``, and photos of the calibration stack, ``set_light_calib.jpg``,
``set_light_calib2.jpg`` and so on: paints, shape of the cubes and tower are those of the set, all else is drawn anew.
``tower-referee bench OUT --profiles`` measures on them. Called by people.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import click
import numpy as np

from referee.calibrating.known_photos import STACK
from rules.games.babel import Placement, bulge_sets

from .lights import LIGHT_KINDS, random_light
from .options import samples_per_pixel_option, seed_option
from .paint import random_palette
from .scene import Scene, random_scene, random_shape
from .sensor import random_sensor
from .towers import Pile, random_legal_tower, random_pile
from .truth import scene_views

# How many seeds each set, light and photo has to itself; of a photo of the stack so many scenes are tried.
_SEEDS_OF_SET, _SEEDS_OF_LIGHT, _SEEDS_OF_PHOTO = 10_000, 1000, 100
MOST_CALIBRATIONS = _SEEDS_OF_LIGHT // _SEEDS_OF_PHOTO - 1
_SIZE = (1280, 960)
#: By the name people give them; how many cubes they have, from and below.
TOWERS = {"any": random_pile, "legal": random_legal_tower}
_CUBES = (10, 18)
# As people are asked to take them: from above this angle, and of each cube some face is in view by this share.
_LEAST_ELEVATION_DEG, _CLEARLY_SEEN = 30.0, 0.6


def stack(rng: np.random.Generator) -> Pile:
    """The calibration stack, each cube turned at random."""
    placements = []
    for cell, number in STACK.items():
        turns = bulge_sets(number)
        placements.append(Placement(cell, number, turns[rng.integers(len(turns))]))
    return tuple(placements)


def scenes_of(seed: int, calibrations: int, towers: str = "any") -> Iterator[tuple[str, Scene]]:
    """Name and scene of each photo of a set; for the kind of tower, one of `TOWERS`."""
    rng = np.random.default_rng([seed, 8])
    palette, shape = random_palette(rng), random_shape(rng)
    tower = TOWERS[towers](rng, int(rng.integers(*_CUBES)))
    for number, kind in enumerate(LIGHT_KINDS):
        light = random_light(np.random.default_rng([seed, 9, number]), kind)
        first_seed = seed * _SEEDS_OF_SET + number * _SEEDS_OF_LIGHT
        of_set = partial(replace, palette=palette, shape=shape, light=light)
        yield f"set{seed}_{kind}", of_set(random_scene(first_seed, tower, kind, _SIZE))
        for photo in range(1, calibrations + 1):
            pile = stack(np.random.default_rng([seed, 10, number, photo]))
            scene = _clear_scene(first_seed + photo * _SEEDS_OF_PHOTO, pile, kind)
            yield f"set{seed}_{kind}_calib{photo if photo > 1 else ''}", of_set(scene)


def _clear_scene(seed: int, standing: Pile, kind: str) -> Scene:
    """The first scene of these cubes, from a seed on, that shows them as people are asked to show the stack."""
    for attempt in range(_SEEDS_OF_PHOTO):
        scene = random_scene(seed + attempt, standing, kind, _SIZE)
        if _is_clear(scene):
            return scene
    raise ValueError(f"no camera in {_SEEDS_OF_PHOTO} sees all of the stack, from seed {seed} on")


def _is_clear(scene: Scene) -> bool:
    """Whether the camera looks from above and every cube is in view."""
    position = scene.camera.position
    is_high = position[2] > np.tan(np.radians(_LEAST_ELEVATION_DEG)) * np.hypot(*position[:2])
    return bool(is_high) and all(
        any(share >= _CLEARLY_SEEN for share, _ in view.values()) for view in scene_views(scene)
    )


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--sets", type=click.IntRange(1), default=1, show_default=True, help="How many sets of cubes.")
@seed_option("Seed of the first set; each next one counts up.")
@click.option(
    "--calibrations",
    type=click.IntRange(1, MOST_CALIBRATIONS),
    default=4,
    show_default=True,
    help="Photos of the calibration stack under each light.",
)
@click.option(
    "--towers",
    type=click.Choice(list(TOWERS)),
    default="any",
    show_default=True,
    help="Cubes turned anyhow, or towers as people build them.",
)
@samples_per_pixel_option(16)
def light_sets(folder: Path, sets: int, seed: int, calibrations: int, towers: str, samples_per_pixel: int) -> None:
    """Render sets of cubes under six lights into FOLDER; photos already there are kept."""
    from . import render
    from .photo_files import take_photo

    folder.mkdir(parents=True, exist_ok=True)
    click.echo(f"rendering with Mitsuba's {render.use_fastest_variant()}")
    for number in range(seed, seed + sets):
        for name, scene in scenes_of(number, calibrations, towers):
            if (folder / f"{name}.jpg").exists():
                continue
            rng = np.random.default_rng([scene.seed, 6])
            (picture_rgb,) = render.render_views((scene,), samples_per_pixel)
            camera_sensor = random_sensor(rng, scene.light.kind, max(_SIZE))
            take_photo(folder, name, scene, picture_rgb, camera_sensor, rng)
            click.echo(name)


if __name__ == "__main__":
    light_sets()
