"""Paints things before the towers of finished photos: ``python -m samples.covers PHOTOS OUT --seed 0``.

A hand, a glass or a leaf before the tower is nothing that the reader was taught. Each photo gets an arm, and again
one spot, two, and four, in colours of skin, of wood or any. The truth goes along as it is: faces that it calls visible
may be covered. `tower-referee bench OUT` then shows whether anything is accused or surely wrong. Called by people.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from referee.drawings.pictures import encode_picture

from .photo_files import read_picture, write_variant
from .variants import place_near, tower_corners, variants_command

#: What is painted: how many spots, 0 for an arm, and the size of each against the tower's longer side in the picture.
COVERS = {"arm": (0, 0.22), "spot": (1, 0.3), "spots": (2, 0.15), "many": (4, 0.1)}
# Blue, green, red.
_SKIN, _WOOD = (110, 140, 200), (90, 130, 170)


def covered(photo_bgr: UInt8Array, corners_xy: FloatArray, cover: str, rng: np.random.Generator) -> UInt8Array:
    """The photo with something before the tower.

    Parameters
    ----------
    photo_bgr : uint8 array of shape (height, width, 3)
    corners_xy : float array of shape (n, 2)
        Corners of the tower in the picture.
    cover : str
        One of `COVERS`.
    rng : numpy.random.Generator
    """
    size_px = np.ptp(corners_xy, axis=0).max()
    spots, size = COVERS[cover]
    picture = photo_bgr.astype(np.float64)
    for _ in range(max(1, spots)):
        mask = np.zeros(photo_bgr.shape[:2], np.float32)
        place = place_near(corners_xy, rng)
        turn_deg = rng.uniform(0, 360)
        if spots:
            longer = size * size_px * rng.uniform(0.6, 1.4)
            axes = (max(1, int(longer)), max(1, int(longer * rng.uniform(0.3, 1))))
            cv2.ellipse(mask, tuple(map(int, place)), axes, turn_deg, 0, 360, 1.0, -1)
        else:
            away = place + sum(mask.shape) * np.array([np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))])
            width = max(8, int(size * size_px))
            cv2.line(mask, tuple(map(int, place)), tuple(map(int, away)), 1.0, width)
        alpha = cv2.GaussianBlur(mask, (0, 0), 1.5)[..., None]
        colour = (_SKIN, _WOOD, tuple(rng.uniform(0, 255, 3)))[rng.integers(3)]
        grain = 1 + 0.15 * np.sin(np.arange(len(mask)) / 9)[:, None, None]
        picture = picture * (1 - alpha) + np.array(colour) * grain * alpha
    return np.clip(picture, 0, 255).astype(np.uint8)


def _make_covers(photo: Path, folder: Path, seed: int) -> None:
    """Paint things before the towers of PHOTOS, with their truth, into FOLDER: each photo once for each kind."""
    photo_bgr, corners_xy = read_picture(photo), tower_corners(photo)
    for kind, cover in enumerate(COVERS):
        picture = covered(photo_bgr, corners_xy, cover, np.random.default_rng([seed, kind]))
        write_variant(folder, f"{photo.stem}_{cover}", encode_picture(picture, photo), photo)


covers = variants_command(_make_covers)

if __name__ == "__main__":
    covers()
