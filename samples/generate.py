"""Renders sample photos with truth files: ``python -m samples.generate OUT --count 12 --seed 1``.

Called by people; the committed sets are made by ``python -m samples.committed``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
import numpy as np

from .lights import LIGHT_KINDS
from .options import samples_per_pixel_option, seed_option
from .scene import ANYWHERE, USUALLY_BESIDE, Azimuths, before_corners, random_views, shaded
from .sensor import BEST_QUALITY, random_sensor
from .towers import FAULT_NAMES, Pile, random_faulty_tower, random_legal_tower, random_pile

SIZES = ((4, 3), (4, 3), (16, 9), (3, 4), (9, 16))
TOWER_KINDS = ("mixed", "legal", "illegal", "any", "training")


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked of the photos of one tower; see `random_views`. Everything else follows from the seed."""

    name: str
    seed: int
    tower: Pile
    light: str
    size: tuple[int, int]
    azimuths: tuple[Azimuths, ...] = (ANYWHERE,)
    beside: tuple[float, float] | None = USUALLY_BESIDE
    samples_per_pixel: int = 16
    best_quality: int = BEST_QUALITY
    print_scale: float = 1.0
    has_shade: bool = False
    farther: tuple[float, float] | None = None
    clear: float | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its photos, without ending: one for each view."""
        views = len(self.azimuths)
        return (self.name,) if views == 1 else tuple(f"{self.name}_{view + 1}" for view in range(views))


def make_photos(order: Order, folder: Path) -> None:
    """Render the views of one tower and write each with its truth file."""
    from . import render
    from .photo_files import take_photo

    scenes = random_views(
        order.seed,
        order.tower,
        order.light,
        order.size,
        order.azimuths,
        order.beside,
        order.farther,
        order.clear,
    )
    light = scenes[0].light
    if order.has_shade:
        light = shaded(np.random.default_rng([order.seed, 9]), light, scenes)
    rng = np.random.default_rng([order.seed, 6])
    scenes = tuple(replace(scene, light=light, print_scale=order.print_scale) for scene in scenes)
    pictures = render.render_views(scenes, order.samples_per_pixel)
    for name, scene, picture_rgb in zip(order.names, scenes, pictures, strict=True):
        camera_sensor = random_sensor(rng, order.light, max(order.size), order.best_quality)
        take_photo(folder, name, scene, picture_rgb, camera_sensor, rng)


def random_tower(rng: np.random.Generator, kind: str, cubes: tuple[int, int] | None = None) -> Pile:
    """A tower of one of ``TOWER_KINDS``: mixed is one third illegal, training mostly piles, many of them low.

    ``cubes`` are the fewest and the most; a legal game may end a cube or two before.
    """
    low_share, most_when_low = (0.33, 6) if kind == "training" else (0.12, 4)
    if kind == "mixed":
        kind = "illegal" if rng.random() < 1 / 3 else "legal"
    if kind == "training":
        kind = "legal" if rng.random() < 0.2 else "any"
    count = int(rng.integers(1, most_when_low + 1) if rng.random() < low_share else rng.integers(1, 25))
    if cubes:
        count = int(rng.integers(cubes[0], cubes[1] + 1))
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


def _rising(context: click.Context, parameter: click.Parameter, ends: tuple[float, float] | None) -> Any:
    """Two numbers of which the first is not the greater."""
    if ends and ends[0] > ends[1]:
        raise click.BadParameter(f"{ends[0]} is more than {ends[1]}")
    return ends


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--count", type=click.IntRange(1), default=12, show_default=True, help="How many towers.")
@seed_option("Seed of the first tower; each next one counts up.")
@click.option("--towers", type=click.Choice(TOWER_KINDS), default="mixed", show_default=True)
@click.option(
    "--longest-side", type=click.IntRange(240), default=1280, show_default=True, help="Of the photo, in pixels."
)
@samples_per_pixel_option(16)
@click.option(
    "--views", type=click.IntRange(1), default=1, show_default=True, help="Photos of each tower, from different places."
)
@click.option("--at-corners", is_flag=True, help="Take each from before a corner, the second opposite the first.")
@click.option(
    "--cubes",
    type=click.IntRange(1, 24),
    nargs=2,
    callback=_rising,
    metavar="FEWEST MOST",
    help="How many cubes each has.",
)
@click.option("--mat/--no-mat", "has_mat", default=True, help="Whether the tower stands on the printed mat.")
@click.option(
    "--print-scale",
    type=click.FloatRange(0.1),
    default=1.0,
    show_default=True,
    help="At what size the mat was printed.",
)
@click.option("--shade", "has_shade", is_flag=True, help="Shade a part of each tower from the strongest lamp.")
@click.option(
    "--beside",
    type=float,
    nargs=2,
    metavar="EDGES DEGREES",
    help="How far at most each tower stands beside the mat's outline and is turned.",
)
@click.option(
    "--farther",
    type=click.FloatRange(min=1.0),
    nargs=2,
    callback=_rising,
    metavar="LEAST MOST",
    help="How many times as far away as usual each camera stands, the tower anywhere in the picture.",
)
@click.option(
    "--clear",
    type=click.FloatRange(0.6),
    metavar="EDGES",
    help="How far from the tower's middle spare cubes and other things keep; by default they lie beside the mat.",
)
def generate(
    folder: Path,
    count: int,
    seed: int,
    towers: str,
    longest_side: int,
    samples_per_pixel: int,
    views: int,
    at_corners: bool,
    cubes: tuple[int, int] | None,
    has_mat: bool,
    print_scale: float,
    has_shade: bool,
    beside: tuple[float, float] | None,
    farther: tuple[float, float] | None,
    clear: float | None,
) -> None:
    """Render photos of random towers into FOLDER, each with its truth file; photos already there are kept."""
    from . import render

    folder.mkdir(parents=True, exist_ok=True)
    click.echo(f"rendering with Mitsuba's {render.use_fastest_variant()}")
    for tower_seed in range(seed, seed + count):
        rng = np.random.default_rng([tower_seed, 0])
        order = Order(
            name=f"babel_{tower_seed:06d}",
            seed=tower_seed,
            tower=random_tower(rng, towers, cubes),
            light=LIGHT_KINDS[tower_seed % len(LIGHT_KINDS)],
            size=picture_size(rng, longest_side),
            azimuths=before_corners(tower_seed, views) if at_corners else (ANYWHERE,) * views,
            beside=(beside or USUALLY_BESIDE) if has_mat else None,
            samples_per_pixel=samples_per_pixel,
            print_scale=print_scale,
            has_shade=has_shade,
            farther=farther,
            clear=clear,
        )
        if not (folder / f"{order.names[-1]}.jpg").exists():
            make_photos(order, folder)
            click.echo(f"{order.name}: {len(order.tower)} cubes, {order.light}")


if __name__ == "__main__":
    generate()
