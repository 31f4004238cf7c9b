"""Makes finished photos wider or narrower, as web pages and cameras do that fill another format.

    python -m samples.stretches PHOTOS OUT

The truth goes along, with pixels that are as much wider. Called by people.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np

from calibration.camera import Lens

from .photo_files import read_picture, write_photo

#: How many times as wide each kind is made.
STRETCHES = {"narrow-0.75": 0.75, "narrow-0.8": 0.8, "wide-1.2": 1.2, "wide-1.33": 4 / 3}
_QUALITY = 95


def stretched_truth(content: Mapping[str, Any], width: int) -> dict[str, Any]:
    """What is true of a photo that was made `width` pixels wide, of what is true of it as it was taken."""
    camera = content["camera"]
    lens = Lens(np.array(camera["K"]), np.array(camera["dist"]), (camera["width"], camera["height"]))
    matrix = lens.scaled_to((width, camera["height"])).matrix
    return {**content, "camera": {**camera, "K": matrix.tolist(), "width": width}}


@click.command()
@click.argument("photos", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def stretches(photos: Path, folder: Path) -> None:
    """Write PHOTOS, with their truth, into FOLDER: each photo once for each stretch."""
    for path in sorted(photos.glob("*.jpg")):
        photo_rgb = np.ascontiguousarray(read_picture(path)[..., ::-1])
        content = json.loads(path.with_suffix(".json").read_text())
        height, width = photo_rgb.shape[:2]
        for kind, factor in STRETCHES.items():
            (folder / kind).mkdir(parents=True, exist_ok=True)
            size_wh = (round(factor * width), height)
            how = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
            picture = np.asarray(cv2.resize(photo_rgb, size_wh, interpolation=how), np.uint8)
            write_photo(folder / kind, path.stem, picture, stretched_truth(content, size_wh[0]), _QUALITY)
        click.echo(path.stem)


if __name__ == "__main__":
    stretches()
