"""Renders sample photos with truth files: ``python -m samples.generate OUT --count 12 --seed 1``.

Called by people; the committed sets are made by ``python -m samples.committed``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np

from .lights import LIGHT_KINDS
from .towers import FAULT_NAMES, Pile, random_faulty_tower, random_legal_tower, random_pile

SIZES = ((4, 3), (4, 3), (16, 9), (3, 4), (9, 16))
TOWER_KINDS = ("mixed", "legal", "illegal", "any", "training")


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked of one photo; everything else follows from the seed."""

    name: str
    seed: int
    tower: Pile
    light: str
    size: tuple[int, int]
    has_mat: bool = True
    samples_per_pixel: int = 16
    best_quality: int = 95


def make_photo(order: Order, folder: Path) -> None:
    """Render one photo and write it and its truth file; the photo last, so that a photo always has its truth."""
    from . import render, sensor, truth
    from .scene import random_scene

    scene = random_scene(order.seed, order.tower, order.light, order.size, order.has_mat)
    rng = np.random.default_rng([order.seed, 6])
    camera_sensor = sensor.random_sensor(rng, order.light, max(order.size), order.best_quality)
    linear_rgb = sensor.distort(render.render_rgb(scene, order.samples_per_pixel), scene.camera)
    photo_rgb = sensor.develop(linear_rgb, camera_sensor, rng)
    content = json.dumps(truth.truth_of(scene, camera_sensor), separators=(",", ":"))
    (folder / f"{order.name}.json").write_text(content + "\n")
    (folder / f"{order.name}.jpg").write_bytes(sensor.encode_jpeg(photo_rgb, camera_sensor.jpeg_quality))


def draw_tower(rng: np.random.Generator, kind: str) -> Pile:
    """A tower of one of ``TOWER_KINDS``: mixed is one third illegal, training mostly piles."""
    if kind == "mixed":
        kind = "illegal" if rng.random() < 1 / 3 else "legal"
    if kind == "training":
        kind = "legal" if rng.random() < 0.2 else "any"
    count = int(rng.integers(1, 5) if rng.random() < 0.12 else rng.integers(1, 25))
    if kind == "legal":
        return random_legal_tower(rng, count)
    if kind == "any":
        return random_pile(rng, count)
    return random_faulty_tower(rng, str(rng.choice(FAULT_NAMES)), max(3, count))


def picture_size(rng: np.random.Generator, longest_side: int) -> tuple[int, int]:
    """Width and height of a usual picture format, upright or across."""
    wide, high = SIZES[rng.integers(len(SIZES))]
    scale = longest_side / max(wide, high)
    return round(wide * scale), round(high * scale)


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--count", default=12, show_default=True, help="How many photos.")
@click.option("--seed", default=1, show_default=True, help="Seed of the first photo; each next one counts up.")
@click.option("--towers", type=click.Choice(TOWER_KINDS), default="mixed", show_default=True)
@click.option("--longest-side", default=1280, show_default=True, help="Of the photo, in pixels.")
@click.option("--samples-per-pixel", default=16, show_default=True, help="Light paths traced for each pixel.")
@click.option("--mat/--no-mat", "has_mat", default=True, help="Whether the tower stands on the printed mat.")
def generate(
    folder: Path, count: int, seed: int, towers: str, longest_side: int, samples_per_pixel: int, has_mat: bool
) -> None:
    """Render photos of random towers into FOLDER, each with its truth file; photos already there are kept."""
    from . import render

    folder.mkdir(parents=True, exist_ok=True)
    click.echo(f"rendering with Mitsuba's {render.use_fastest_variant()}")
    for photo_seed in range(seed, seed + count):
        name = f"babel_{photo_seed:06d}"
        if (folder / f"{name}.jpg").exists():
            continue
        rng = np.random.default_rng([photo_seed, 0])
        order = Order(
            name=name,
            seed=photo_seed,
            tower=draw_tower(rng, towers),
            light=LIGHT_KINDS[photo_seed % len(LIGHT_KINDS)],
            size=picture_size(rng, longest_side),
            has_mat=has_mat,
            samples_per_pixel=samples_per_pixel,
        )
        make_photo(order, folder)
        click.echo(f"{name}: {len(order.tower)} cubes, {order.light}")


if __name__ == "__main__":
    generate()
