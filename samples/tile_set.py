"""Knows what the tiles of one mah-jong set look like: their size, their two colours, their pictures, how worn they are.

Called by samples.table_scene, which lays them, and by samples.render. Colours are linear RGB reflectances, 0 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from scipy.ndimage import gaussian_filter

from calibration.arrays import FloatArray
from calibration.tile_set import TileSize
from rules.games.tours import Tile

from .clutter import Block
from .tile_faces import FACE_PX, Artwork, face_picture, random_artwork

Generator = np.random.Generator
#: How many pixels the picture of a tile's four sides is wide and high.
SIDE_PX = (48, 64)
_FACES = np.array([[0.84, 0.82, 0.77], [0.8, 0.74, 0.6], [0.78, 0.68, 0.47], [0.86, 0.86, 0.86]])
_BACKS = np.array(
    [
        [0.02, 0.22, 0.07],
        [0.01, 0.09, 0.05],
        [0.02, 0.1, 0.4],
        [0.1, 0.32, 0.5],
        [0.42, 0.25, 0.1],
        [0.6, 0.42, 0.2],
        [0.018, 0.018, 0.02],
        [0.75, 0.74, 0.72],
        [0.62, 0.34, 0.03],
        [0.35, 0.03, 0.03],
    ]
)
_BACK_CHANCES = (0.22, 0.1, 0.12, 0.06, 0.14, 0.12, 0.06, 0.06, 0.08, 0.04)
_BAMBOO = (4, 5)


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """A set as a maker made it and as it was used.

    Attributes
    ----------
    seed
        Of the set.
    size
        In squares of the mat.
    artwork
        Its pictures.
    bevel
        Radius of the rounded edges, in heights of a tile.
    face_rgb, back_rgb
        The colours of its two layers, (3,).
    split
        How much of its height, from the face down, has the first colour.
    grain
        How strong the back's fibres are, if it is of bamboo.
    spread
        How much tiles differ in colour.
    roughness
        Of the surface; less is glossier.
    coat
        How much it mirrors besides.
    wear
        How much ink has gone, and how dirty tiles are.
    engraving
        How deep pictures are cut.
    misprint
        How far at most pictures lie beside the middle of their tiles, in lengths of a tile; they are turned too.
    """

    seed: int
    size: TileSize
    artwork: Artwork
    bevel: float
    face_rgb: FloatArray
    back_rgb: FloatArray
    split: float
    grain: float
    spread: float
    roughness: float
    coat: float
    wear: float
    engraving: float
    misprint: float

    @property
    def sizes_xyz(self) -> FloatArray:
        """A tile's width, length and height, (3,), in squares of the mat."""
        return np.array([self.size.width, self.size.length, self.size.height])


@dataclass(frozen=True, slots=True, eq=False)
class PaintedTile:
    """Colours of a tile's ``sides`` (height, width, 3), and of what shows ``above`` (FACE_PX, width, 3) with its
    ``roughness`` (FACE_PX, width), if anything does."""

    sides: FloatArray
    above: FloatArray | None
    roughness: FloatArray | None


@dataclass(frozen=True, slots=True, eq=False)
class LyingTile:
    """A tile as it really lies, with its picture's head to the North before it is turned by ``yaw_deg``.

    ``centre_xyz`` (3,) is in the scene's units. A tile under another one ``is_covered``, and one that shows its back
    ``is_face_down``.
    """

    tile: Tile
    centre_xyz: FloatArray
    yaw_deg: float
    is_covered: bool = False
    is_face_down: bool = False

    def body(self, sizes_xyz: FloatArray) -> Block:
        """The room it takes, if it is as large as that, (3,)."""
        return Block(self.centre_xyz, sizes_xyz / 2, self.yaw_deg)


def random_set(seed: int) -> TileSet:
    """Draw a set; the ranges are wide because sets differ from maker to maker."""
    rng = np.random.default_rng([seed, 11])
    # Measures in mm; larger tiles are larger all over.
    large = rng.uniform()
    length = 34 + 5 * np.clip(large + rng.normal(0, 0.08), 0, 1)
    width = 25 + 5 * np.clip(large + rng.normal(0, 0.12), 0, 1)
    height = 19 + 4 * np.clip(large + rng.normal(0, 0.25), 0, 1)
    square = rng.uniform(max(38.0, length + 2), 44)
    face = _FACES[int(rng.choice(len(_FACES), p=(0.35, 0.3, 0.15, 0.2)))] * np.exp(rng.normal(0, [0.05, 0.05, 0.08]))
    drawn = int(rng.choice(len(_BACKS), p=_BACK_CHANCES))
    is_of_one_tone = rng.random() < 0.12
    back = face if is_of_one_tone else _BACKS[drawn] * np.exp(rng.normal(0, 0.2) + rng.normal(0, 0.08, 3))
    return TileSet(
        seed=seed,
        size=TileSize(float(length / square), float(width / square), float(height / square)),
        artwork=random_artwork(rng, float(width / length)),
        bevel=float(rng.uniform(0.03, 0.12)),
        face_rgb=np.clip(face, 0.02, 0.9),
        back_rgb=np.clip(back, 0.01, 0.9),
        split=float(rng.uniform(0.5, 0.75)),
        grain=float(rng.uniform(0.15, 0.5)) if drawn in _BAMBOO and not is_of_one_tone else 0.0,
        spread=float(rng.uniform(0.0, 0.05)),
        roughness=float(rng.uniform(0.15, 0.6)),
        coat=float(rng.choice([0.0, rng.uniform(0.2, 1.0)], p=(0.7, 0.3))),
        wear=float(rng.choice([0.0, rng.uniform(0.1, 1.0)], p=(0.45, 0.55))),
        engraving=float(rng.choice([0.0, rng.uniform(0.2, 0.7)], p=(0.3, 0.7))),
        misprint=float(rng.choice([0.0, rng.uniform(0.005, 0.02)], p=(0.3, 0.7))),
    )


class TilePainter:
    """Paints the tiles of a set one by one; rows of its pictures run northward and upward."""

    def __init__(self, tile_set: TileSet, rng: Generator) -> None:
        self._set = tile_set
        self._rng = rng
        #: Width and height of what shows above, in pixels.
        self.size = (round(FACE_PX * tile_set.artwork.aspect), FACE_PX)

    def paint(self, lying: LyingTile) -> PaintedTile:
        """The next tile."""
        tile_set, rng = self._set, self._rng
        tint = np.exp(rng.normal(0, tile_set.spread) + rng.normal(0, tile_set.spread / 3, 3))
        face_rgb, back_rgb = np.clip(tile_set.face_rgb * tint, 0, 0.92), np.clip(tile_set.back_rgb * tint, 0, 0.92)
        sides = self._sides(face_rgb, back_rgb)
        if lying.is_covered:
            return PaintedTile(sides, None, None)
        clouds = _clouds(rng, self.size, 24)
        rough = np.full(clouds.shape, tile_set.roughness)
        if lying.is_face_down:
            fibres = _clouds(rng, self.size, 3, long=24) if tile_set.grain else 0 * clouds
            tone = 1 + 0.02 * clouds + tile_set.grain * 0.4 * fibres
            back = back_rgb * np.clip(tone, 0.3, 1.6)[..., None]
            return PaintedTile(sides, np.clip(back, 0.004, 0.95), rough)
        picture = self._printed(lying.tile)
        specks = _clouds(rng, self.size, 5)
        # Ink goes in flakes, and dirt stays in what is cut.
        kept = 1 - tile_set.wear * np.clip(0.35 * clouds + 0.65 * specks - 0.55, 0, 1)
        ink = picture[..., 3] * kept
        colour = face_rgb * (1 + (0.012 + 0.02 * tile_set.wear) * clouds[..., None])
        colour = colour * (1 - ink[..., None]) + picture[..., :3] * kept[..., None]
        colour = colour * self._cut(picture[..., 3])[..., None]
        dirt = 0.08 * tile_set.wear * gaussian_filter(picture[..., 3], 6) * (1 + specks)
        colour = colour * np.clip(1 - dirt, 0.5, 1)[..., None] ** np.array([0.8, 1.0, 1.3])
        rough = rough + 0.12 * ink + 0.05 * tile_set.wear * specks
        return PaintedTile(sides, np.clip(colour, 0.004, 0.95), np.clip(rough, 0.1, 0.95))

    def _printed(self, tile: Tile) -> FloatArray:
        """A face's ink as it came out on one tile."""
        width, height = self.size
        picture = face_picture(self._set.artwork, tile)[::-1]
        east, north, turn = self._set.misprint * self._rng.uniform(-1, 1, 3)
        # A picture that is a hundredth of a tile off is turned by about a degree.
        placed = cv2.getRotationMatrix2D((width / 2, height / 2), 100 * turn, 1.0)
        placed[:, 2] += height * east, height * north
        return np.asarray(cv2.warpAffine(picture, placed, self.size), np.float64)

    def _cut(self, ink: FloatArray) -> FloatArray:
        """How bright the walls of what is cut are: one is in the shade and the other is lit."""
        smooth = gaussian_filter(ink, 1.2)
        down, across = np.gradient(smooth)
        angle = self._rng.uniform(0, 2 * np.pi)
        slope = np.cos(angle) * across + np.sin(angle) * down
        return np.asarray(np.clip(1 + self._set.engraving * (1.2 * slope - 0.5 * np.hypot(across, down)), 0.4, 1.5))

    def _sides(self, face_rgb: FloatArray, back_rgb: FloatArray) -> FloatArray:
        """The sides' colour, (height, width, 3): the back's below, the face's above."""
        width, height = SIDE_PX
        tone = np.ones((height, width))
        if self._set.grain:
            tone += self._set.grain * 0.35 * _clouds(self._rng, SIDE_PX, 2, long=16)
        is_face = (np.arange(height) + 0.5) / height > 1 - self._set.split
        return np.where(is_face[:, None, None], face_rgb, back_rgb * np.clip(tone, 0.3, 1.6)[..., None])


def _clouds(rng: Generator, size: tuple[int, int], lump_px: int, long: int | None = None) -> FloatArray:
    """Smooth noise of about unit deviation, (height, width), with lumps so large, or so long from West to East."""
    width, height = size
    cells = (max(2, height // lump_px), max(2, width // (long or lump_px)))
    return np.asarray(cv2.resize(rng.normal(0, 1, cells), size, interpolation=cv2.INTER_CUBIC), np.float64)
