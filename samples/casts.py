"""Develops finished photos anew without part of the light: ``python -m samples.casts PHOTOS OUT --seed 0``.

A candle sends hardly any blue, a coloured lamp hardly any red or green, and a camera that is not set for it keeps it
so. Each photo is developed once for each of these lights. The truth goes along as it is. Called by people.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.colours import linear_light

from .sensor import encode_jpeg, srgb

#: What is left of the photo's red, green and blue.
CASTS = {
    "little-blue": (1.0, 1.0, 0.05),
    "no-blue": (1.0, 1.0, 0.01),
    "little-red": (0.05, 1.0, 1.0),
    "no-red": (0.01, 1.0, 1.0),
    "red-alone": (1.0, 0.01, 0.01),
}
# Standard deviation of the noise on what is left, in linear light; and what a photo is saved with.
_NOISE, _QUALITY = 0.0015, 90


def cast(photo_rgb: NDArray[np.uint8], kind: str, rng: np.random.Generator) -> NDArray[np.uint8]:
    """The photo as under one of `CASTS`.

    Parameters
    ----------
    photo_rgb : uint8 array of shape (height, width, 3)
    kind : str
        One of `CASTS`.
    rng : numpy.random.Generator
    """
    left = np.array(CASTS[kind])
    noise = _NOISE * rng.standard_normal(photo_rgb.shape) * (left < 1)
    return np.rint(255 * srgb(np.clip(linear_light(photo_rgb) * left + noise, 0, 1))).astype(np.uint8)


@click.command()
@click.argument("photos", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--seed", default=0, show_default=True, help="Seed of the first photo; each next one counts up.")
def casts(photos: Path, folder: Path, seed: int) -> None:
    """Develop PHOTOS, with their truth, into FOLDER: each photo once for each light."""
    for number, path in enumerate(sorted(photos.glob("*.jpg")), start=seed):
        photo_rgb = np.asarray(cv2.imread(str(path)), np.uint8)[..., ::-1]
        for kind in CASTS:
            (folder / kind).mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path.with_suffix(".json"), folder / kind / f"{path.stem}.json")
            picture = cast(photo_rgb, kind, np.random.default_rng(number))
            (folder / kind / path.name).write_bytes(encode_jpeg(picture, _QUALITY))
        click.echo(path.stem)


if __name__ == "__main__":
    casts()
