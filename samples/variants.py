"""What all that make others of finished photos have in common, and their command: `covers`, `casts`, `edits`,
`light_edges`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click
import numpy as np

from calibration.arrays import FloatArray
from referee.bench.truth import load_truth

from .options import seed_option


def tower_corners(photo: Path) -> FloatArray:
    """Corners of all cubes in a photo, by the truth file beside it, shape (n, 2)."""
    truth = load_truth(photo.with_suffix(".json"))
    return truth.pose.project(np.concatenate([cube.corners_xyz for cube in truth.cubes]))


def place_near(corners_xy: FloatArray, rng: np.random.Generator) -> FloatArray:
    """A place on the tower with these corners in the picture, or close by, shape (2,)."""
    return np.asarray(corners_xy.min(axis=0) + rng.random(2) * np.ptp(corners_xy, axis=0), np.float64)


def variants_command(make_variants: Callable[[Path, Path, int], None]) -> click.Command:
    """The command that makes something of every photo in a folder.

    Parameters
    ----------
    make_variants : callable
        Takes a photo, which has its truth file beside it, the folder to write into, and the photo's seed. What it says
        of itself is the command's help.
    """

    @click.command(help=make_variants.__doc__)
    @click.argument("photos", type=click.Path(exists=True, file_okay=False, path_type=Path))
    @click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
    @seed_option("Seed of the first photo; each next one counts up.", default=0)
    def command(photos: Path, folder: Path, seed: int) -> None:
        for number, path in enumerate(sorted(photos.glob("*.jpg")), start=seed):
            if not path.with_suffix(".json").is_file():
                raise click.ClickException(f"{path}: has no truth file beside it")
            make_variants(path, folder, number)
            click.echo(path.stem)

    return command
