"""Knows the pictures on the tiles of a mah-jong set: bamboo, circles and characters, drawn by lot for each set.

Called by samples.tile_set. Makers agree on what is counted and hardly on how it is drawn; so does this. A face is 1
long, from -0.5 to 0.5 from its foot to its head, and as wide as its tile, from the left to the right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from calibration.arrays import Float32Array, FloatArray
from rules.games.tours import Tile

from .strokes import CHARACTERS, DIGITS, FIVE_IN_FULL, TEN_THOUSAND, TEN_THOUSAND_IN_SHORT

Generator = np.random.Generator
Ink = tuple[float, float, float]
"""What an ink reflects, linear RGB."""
Point = tuple[float, float]
#: How many pixels a face's picture is high.
FACE_PX = 320
DOT_STYLES = ("rings", "target", "flower", "wheel", "button")
STICK_STYLES = ("bone", "joints", "plain", "outlined")
_FINER = 3
_SHIFT = 4
# Pictures are smaller where there is a frame or a digit too, and make room for the digit.
_BESIDE_SHARE, _BESIDE_INDEX = 0.74, (0.015, -0.025)
_NO_INK = (0.0, 0.0, 0.0, 0.0)
_GREEN, _RED, _BLUE, _BLACK = range(4)
_INKS = np.array([[0.015, 0.17, 0.06], [0.47, 0.025, 0.02], [0.02, 0.07, 0.32], [0.014, 0.014, 0.016]])

# Where the circles of each value lie in the box of the picture, from -1 to 1, from the head down.
_DOTS: dict[int, tuple[tuple[Point, ...], ...]] = {
    1: (((0, 0),),),
    2: (((0, 0.85), (0, -0.85)), ((0, 0.62), (0, -0.62))),
    3: (((-0.85, 0.95), (0, 0), (0.85, -0.95)), ((0.85, 0.95), (0, 0), (-0.85, -0.95))),
    4: (((-0.8, 0.8), (0.8, 0.8), (-0.8, -0.8), (0.8, -0.8)), ((-0.95, 0.6), (0.95, 0.6), (-0.95, -0.6), (0.95, -0.6))),
    5: (((-0.95, 0.95), (0.95, 0.95), (0, 0), (-0.95, -0.95), (0.95, -0.95)),),
    6: (
        tuple((x, y) for y in (1.0, -0.16, -1.0) for x in (-0.75, 0.75)),
        tuple((x, y) for y in (1.0, 0.0, -1.0) for x in (-0.75, 0.75)),
    ),
    7: (
        ((-1, 1), (0, 0.74), (1, 0.48), *((x, y) for y in (-0.28, -1.0) for x in (-0.6, 0.6))),
        ((1, 1), (0, 0.74), (-1, 0.48), *((x, y) for y in (-0.28, -1.0) for x in (-0.6, 0.6))),
    ),
    8: (tuple((x, y) for y in (1.0, 1 / 3, -1 / 3, -1.0) for x in (-0.62, 0.62)),),
    9: (tuple((x, y) for y in (1.0, 0.0, -1.0) for x in (-1.0, 0.0, 1.0)),),
}
# By value, which of a set's three colours of circles each has.
_DOT_INKS = {
    1: (1,),
    2: (0, 2),
    3: (2, 1, 0),
    4: (2, 0, 0, 2),
    5: (2, 0, 1, 0, 2),
    6: (0, 0, 1, 1, 1, 1),
    7: (0, 0, 0, 1, 1, 1, 1),
    8: (2, 2, 2, 2, 2, 2, 2, 2),
    9: (0, 0, 0, 1, 1, 1, 2, 2, 2),
}
# How many sticks of bamboo stand in each row, from the head down.
_STICK_ROWS = {2: (1, 1), 3: (1, 2), 4: (2, 2), 6: (3, 3), 7: (1, 3, 3), 9: (3, 3, 3)}


@dataclass(frozen=True, slots=True)
class Artwork:
    """How one maker draws the pictures of a set.

    Attributes
    ----------
    seed
        Of all else that is drawn by lot, such as how strokes lie.
    inks
        Green, red, blue and black.
    aspect
        Width of a face by its length.
    share
        Of a face's length and width that its picture fills.
    dot_style, stick_style
        One of DOT_STYLES and of STICK_STYLES.
    dot_inks, stick_inks, character_inks
        Which of the inks circles have in turn (three), sticks mostly and at times (two), numeral and sign have (two).
    stroke, stick
        How wide a stroke of a character is, and how much wider or narrower than usual a stick.
    tilt_deg, flatness
        How a brush is held, and how much narrower it is across.
    is_short
        Whether ten thousand is written as people do nowadays.
    arrangement
        Which of the ways to arrange things this maker has.
    index_ink
        Of small digits in the corner, if there are any.
    frame_ink
        Of a printed frame, if there is one; with digits there is none.
    """

    seed: int
    inks: tuple[Ink, ...]
    aspect: float
    share: float
    dot_style: str
    stick_style: str
    dot_inks: tuple[int, int, int]
    stick_inks: tuple[int, int]
    character_inks: tuple[int, int]
    stroke: float
    stick: float
    tilt_deg: float
    flatness: float
    is_short: bool
    arrangement: int
    index_ink: int | None
    frame_ink: int | None


def random_artwork(rng: Generator, aspect: float) -> Artwork:
    """Draw a maker; `aspect` is the width of a face by its length."""
    faded = rng.choice([0.0, rng.uniform(0.05, 0.3)], p=(0.5, 0.5))
    inks = _INKS * np.exp(rng.normal(0, 0.35, (4, 1)) + rng.normal(0, 0.15, (4, 3)))
    inks = np.clip(inks + faded * (0.5 - inks), 0.006, 0.7)
    dot_inks = [(_GREEN, _RED, _BLUE), (_BLUE, _RED, _GREEN), (_BLUE, _RED, _BLUE), (_BLACK, _RED, _GREEN)]
    plain_dot_inks = [(_BLUE,) * 3, (_GREEN,) * 3, (_RED,) * 3, (_BLACK,) * 3]
    stick_inks = [(_GREEN, _RED), (_GREEN, _BLUE), (_BLUE, _RED), (_GREEN, _GREEN), (_BLACK, _RED)]
    character_inks = [(_BLUE, _RED), (_BLACK, _RED), (_BLACK, _BLACK), (_RED, _RED), (_GREEN, _RED), (_BLUE, _BLUE)]
    return Artwork(
        seed=int(rng.integers(2**31)),
        inks=tuple(cast(Ink, tuple(map(float, ink))) for ink in inks),
        aspect=aspect,
        share=float(rng.uniform(0.66, 0.88)),
        dot_style=str(rng.choice(DOT_STYLES)),
        stick_style=str(rng.choice(STICK_STYLES)),
        dot_inks=_one_of(rng, dot_inks if rng.random() < 0.75 else plain_dot_inks),
        stick_inks=stick_inks[int(rng.choice(len(stick_inks), p=(0.45, 0.15, 0.1, 0.2, 0.1)))],
        character_inks=character_inks[int(rng.choice(len(character_inks), p=(0.3, 0.4, 0.08, 0.07, 0.08, 0.07)))],
        stroke=float(rng.uniform(0.03, 0.055)),
        stick=float(rng.uniform(0.85, 1.35)),
        tilt_deg=float(rng.uniform(-50, -10)),
        flatness=float(rng.uniform(0.45, 1.0)),
        is_short=bool(rng.random() < 0.25),
        arrangement=int(rng.integers(2**16)),
        index_ink=int(rng.integers(4)) if rng.random() < 0.25 else None,
        frame_ink=int(rng.integers(4)) if rng.random() < 0.12 else None,
    )


def _one_of(rng: Generator, choices: Sequence[tuple[int, int, int]]) -> tuple[int, int, int]:
    return choices[int(rng.integers(len(choices)))]


def face_picture(artwork: Artwork, tile: Tile) -> Float32Array:
    """The ink on a tile's face, row 0 at its head, (FACE_PX, FACE_PX * aspect, 4).

    The last of the four says how much of a pixel is inked, and the others what that ink adds to what it reflects.
    """
    canvas = _Canvas(artwork)
    rng = np.random.default_rng([artwork.seed, "bcw".index(tile.family), tile.value])
    if artwork.index_ink is not None:
        _draw_index(canvas, tile.value)
        canvas.middle = _BESIDE_INDEX
    elif artwork.frame_ink is not None:
        canvas.frame(0.045, 0.008, artwork.frame_ink)
    draw = {"b": _draw_bamboo, "c": _draw_circles, "w": _draw_character}[tile.family]
    draw(canvas, tile.value, rng)
    return canvas.picture()


class _Canvas:
    """Takes ink; drawn finer than it is handed out."""

    def __init__(self, artwork: Artwork) -> None:
        self.artwork = artwork
        height = _FINER * FACE_PX
        self._layers = np.zeros((height, round(height * artwork.aspect), 4), np.float32)
        #: Where the picture's middle is.
        self.middle: Point = (0.0, 0.0)
        has_room = artwork.index_ink is None and artwork.frame_ink is None
        share = artwork.share if has_room else min(artwork.share, _BESIDE_SHARE)
        self.half_x, self.half_y = share * artwork.aspect / 2, share / 2

    def picture(self) -> Float32Array:
        """What has been drawn."""
        size = (round(FACE_PX * self.artwork.aspect), FACE_PX)
        return np.asarray(cv2.resize(self._layers, size, interpolation=cv2.INTER_AREA), np.float32)

    def polygon(self, corners: FloatArray, ink: int | None) -> None:
        """Fill an outline (n, 2) with one of the inks, or without one take away what is there."""
        height, width = self._layers.shape[:2]
        pixels = ((corners + self.middle) * [1, -1] + [width / height / 2, 0.5]) * height - 0.5
        colour = _NO_INK if ink is None else (*self.artwork.inks[ink], 1.0)
        cv2.fillPoly(self._layers, [np.rint(pixels * 2**_SHIFT).astype(np.int32)], colour, cv2.LINE_8, _SHIFT)

    def ellipse(self, centre: Point, radii: tuple[float, float], turn_deg: float, ink: int | None) -> None:
        """Fill an ellipse that is turned against the clock."""
        angles = np.linspace(0, 2 * np.pi, 64, endpoint=False)
        outline = np.stack([np.cos(angles), np.sin(angles)], axis=1) * radii
        self.polygon(outline @ _turn(turn_deg).T + centre, ink)

    def disc(self, centre: Point, radius: float, ink: int | None) -> None:
        """Fill a circle."""
        self.ellipse(centre, (radius, radius), 0.0, ink)

    def frame(self, inset: float, thickness: float, ink: int) -> None:
        """A line round the picture with round corners, so far from the rim."""
        half = np.array([self.artwork.aspect / 2, 0.5]) - inset
        radius = 0.06
        for shrunk, filled in ((0.0, ink), (thickness, None)):
            self.polygon(_rounded(half - shrunk, radius - shrunk), filled)

    def brush(self, line: FloatArray, width: float, ink: int, swell: float = 0.0) -> None:
        """A stroke along a line (n, 2); at its ends it is wider by `swell`."""
        artwork = self.artwork
        lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
        steps = np.linspace(0, lengths[-1], max(2, int(lengths[-1] / (0.12 * width)) + 1))
        for step in steps:
            centre = (float(np.interp(step, lengths, line[:, 0])), float(np.interp(step, lengths, line[:, 1])))
            from_end = min(step, lengths[-1] - step) / width
            radius = width / 2 * (1 + swell * np.exp(-(from_end**2)))
            self.ellipse(centre, (radius, radius * artwork.flatness), artwork.tilt_deg, ink)


def _turn(degrees: float) -> FloatArray:
    sine, cosine = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
    return np.array([[cosine, -sine], [sine, cosine]])


def _rounded(half: FloatArray, radius: float) -> FloatArray:
    """The outline (n, 2) of a rectangle with round corners."""
    angles = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    round_xy = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return np.asarray(radius * round_xy + np.sign(round_xy) * (half - radius))


def _draw_circles(canvas: _Canvas, value: int, rng: Generator) -> None:
    artwork = canvas.artwork
    arrangements = _DOTS[value]
    places = np.array(arrangements[(artwork.arrangement >> value) % len(arrangements)])
    if value == 1:
        _draw_large_circle(canvas)
        return
    box = np.array([canvas.half_x, canvas.half_y])
    radius = 0.66 * canvas.half_x
    while True:
        middles = places * (box - radius)
        apart = np.linalg.norm(middles[:, None] - middles, axis=2)[~np.eye(len(places), dtype=bool)]
        if apart.min() >= 2.06 * radius:
            break
        radius *= 0.98
    for middle, turn in zip(middles, _DOT_INKS[value], strict=True):
        ink = artwork.dot_inks[turn]
        other = artwork.dot_inks[1] if artwork.arrangement & 1 else ink
        _draw_dot(canvas, (float(middle[0]), float(middle[1])), radius, artwork.dot_style, ink, other)


def _draw_dot(canvas: _Canvas, middle: Point, radius: float, style: str, ink: int, other: int) -> None:
    """One of several circles on a tile."""
    if style == "rings":
        for share, filled in ((1.0, ink), (0.8, None), (0.62, ink), (0.36, None), (0.22, other)):
            canvas.disc(middle, share * radius, filled)
    elif style == "target":
        for share, filled in ((1.0, ink), (0.86, None), (0.7, other), (0.52, None), (0.36, ink)):
            canvas.disc(middle, share * radius, filled)
    elif style == "flower":
        canvas.disc(middle, radius, ink)
        canvas.disc(middle, 0.84 * radius, None)
        for number in range(8):
            around = np.radians(45 * number)
            petal = (middle[0] + 0.5 * radius * np.cos(around), middle[1] + 0.5 * radius * np.sin(around))
            canvas.ellipse(petal, (0.28 * radius, 0.15 * radius), 45 * number, ink)
        canvas.disc(middle, 0.2 * radius, other)
    elif style == "wheel":
        canvas.disc(middle, radius, ink)
        canvas.disc(middle, 0.74 * radius, None)
        for number in range(4):
            canvas.ellipse(middle, (0.8 * radius, 0.09 * radius), 45 * number, ink)
        canvas.disc(middle, 0.3 * radius, other)
        canvas.disc(middle, 0.13 * radius, None)
    else:
        canvas.disc(middle, radius, ink)
        canvas.disc(middle, 0.5 * radius, None)
        canvas.disc(middle, 0.3 * radius, other)


def _draw_large_circle(canvas: _Canvas) -> None:
    """The one of circles, which is as large as the face lets it."""
    artwork = canvas.artwork
    first, second, third = artwork.dot_inks
    radius = canvas.half_x * (0.98 if artwork.arrangement & 2 else 0.82)
    if artwork.arrangement & 4:
        for share, filled in ((1.0, first), (0.93, None), (0.66, first), (0.6, None)):
            canvas.disc((0, 0), share * radius, filled)
        for number in range(12):
            around = np.radians(30 * number)
            centre = (0.79 * radius * np.cos(around), 0.79 * radius * np.sin(around))
            canvas.disc(centre, 0.1 * radius, third if number % 2 else second)
        _draw_dot(canvas, (0, 0), 0.54 * radius, "flower", second, third)
    elif artwork.arrangement & 8:
        for share, filled in ((1.0, first), (0.84, None), (0.78, third), (0.7, None)):
            canvas.disc((0, 0), share * radius, filled)
        for number in range(16):
            around = np.radians(22.5 * number)
            centre = (0.52 * radius * np.cos(around), 0.52 * radius * np.sin(around))
            canvas.ellipse(centre, (0.17 * radius, 0.06 * radius), 22.5 * number, first)
        canvas.disc((0, 0), 0.3 * radius, second)
        canvas.disc((0, 0), 0.12 * radius, None)
    else:
        inks = (first, None, second, None, first, None, second)
        for share, filled in zip((1.0, 0.88, 0.76, 0.6, 0.48, 0.34, 0.22), inks, strict=True):
            canvas.disc((0, 0), share * radius, filled)


def _draw_bamboo(canvas: _Canvas, value: int, rng: Generator) -> None:
    if value == 1:
        _draw_bird(canvas, rng)
        return
    usual, rare = canvas.artwork.stick_inks
    for start, end, is_rare in _sticks(canvas, value):
        _draw_stick(canvas, start, end, rare if is_rare else usual, _stick_width(canvas, value))


def _stick_width(canvas: _Canvas, value: int) -> float:
    return canvas.half_x * canvas.artwork.stick * (0.36 if value < 6 else 0.3)


def _sticks(canvas: _Canvas, value: int) -> Iterator[tuple[FloatArray, FloatArray, bool]]:
    """From where to where each stick goes, and whether it has the rarer colour."""
    artwork = canvas.artwork
    box = np.array([canvas.half_x, canvas.half_y])
    across = 1 - _stick_width(canvas, value) / 2 / canvas.half_x
    if value == 5:
        half = 0.46
        places = ((-0.8, 0.54), (0.8, 0.54), (0, 0), (-0.8, -0.54), (0.8, -0.54))
        for x, y in places:
            yield box * [x * across / 0.8, y - half], box * [x * across / 0.8, y + half], (x, y) == (0, 0)
        return
    if value == 8 and artwork.arrangement & 16:
        for sign in (1, -1):
            for x in (-across, across):
                yield box * [x, sign * 0.08], box * [x, sign * 0.98], False
            for x in (-1, 1):
                yield box * [x * 0.16, sign * 0.12], box * [x * 0.5, sign * 0.94], False
        return
    rows = ((3, 2, 3) if artwork.arrangement & 32 else (4, 4)) if value == 8 else _STICK_ROWS[value]
    half = 1 / len(rows)
    for row, count in enumerate(rows):
        y = 1 - half * (2 * row + 1)
        for x in np.linspace(-across, across, count) if count > 1 else (0.0,):
            wide = x * (0.72 if count == 2 else 1.0)
            is_middle = row == 1 if artwork.arrangement & 2048 else x == 0
            is_rare = (value == 7 and row == 0) or (value == 9 and is_middle) or (value == 6 and row == 1)
            yield box * [wide, y - 0.92 * half], box * [wide, y + 0.92 * half], is_rare


def _draw_stick(canvas: _Canvas, start: FloatArray, end: FloatArray, ink: int, width: float) -> None:
    """A stick of bamboo between two points (2,)."""
    style = canvas.artwork.stick_style
    along = end - start
    length = float(np.linalg.norm(along))
    turn_deg = float(np.degrees(np.arctan2(along[1], along[0])))
    width = min(width, 0.42 * length)

    def part(first: float, last: float, share: float, filled: int | None) -> None:
        half = np.array([(last - first) * length / 2, share * width / 2])
        middle = start + along * (first + last) / 2
        canvas.polygon(_rounded(half, min(half) * 0.75) @ _turn(turn_deg).T + middle, filled)

    if style == "bone":
        part(0.0, 1.0, 0.5, ink)
        for first, last in ((0.0, 0.18), (0.41, 0.59), (0.82, 1.0)):
            part(first, last, 1.0, ink)
        for first, last in ((0.22, 0.38), (0.62, 0.78)):
            part(first, last, 0.14, None)
    elif style == "joints":
        for first, last in ((0.0, 0.49), (0.51, 1.0)):
            part(first, last, 0.9, ink)
            part(first + 0.1, last - 0.1, 0.2, None)
    elif style == "plain":
        part(0.0, 1.0, 0.62, ink)
        for at in (0.06, 0.5, 0.94):
            part(at - 0.045, at + 0.045, 0.95, ink)
    else:
        part(0.0, 1.0, 0.85, ink)
        part(0.07, 0.46, 0.4, None)
        part(0.54, 0.93, 0.4, None)
        part(0.46, 0.54, 1.0, ink)


def _draw_bird(canvas: _Canvas, rng: Generator) -> None:
    """The one of bamboo: a bird that looks to one side."""
    artwork = canvas.artwork
    usual, rare = artwork.stick_inks
    other = _BLUE if artwork.arrangement & 64 else rare
    side = 1 if artwork.arrangement & 128 else -1
    size = min(canvas.half_x / 0.78, canvas.half_y)
    is_tall = bool(artwork.arrangement & 256)
    lean_deg = float(rng.uniform(35, 65) if is_tall else rng.uniform(10, 35))

    def at(x: float, y: float) -> Point:
        return side * x * size, y * size

    def oval(x: float, y: float, along: float, across: float, turn_deg: float, ink: int | None) -> None:
        canvas.ellipse(at(x, y), (along * size, across * size), side * turn_deg, ink)

    def line(points: Sequence[Point], width: float, ink: int) -> None:
        canvas.brush(_curved(np.array([at(*point) for point in points])), width * size, ink)

    feathers = int(rng.integers(3, 7))
    for number in range(feathers):
        spread = (number / (feathers - 1) - 0.5) * float(rng.uniform(0.5, 0.9))
        if is_tall:
            tip = (-0.34 + spread * 0.75, -0.95 + 0.3 * abs(spread))
            line(((-0.1, -0.15), (-0.26 + spread * 0.25, -0.55), tip), 0.075, usual if number % 2 else other)
            oval(*tip, 0.085, 0.085, 0, usual)
            oval(*tip, 0.04, 0.04, 0, rare)
        else:
            tip = (-0.78 + 0.1 * abs(spread), 0.28 + spread)
            line(((-0.25, -0.02), (-0.5, 0.1 + spread * 0.3), tip), 0.085, usual if number % 2 else other)
    for x in (-0.02, 0.14):
        line(((x, -0.3), (x + 0.02, -0.62), (x + 0.16, -0.66)), 0.05, rare)
    oval(0.0, 0.0, 0.44, 0.27, lean_deg, usual)
    for number in range(3):
        oval(-0.1 + 0.07 * number, 0.02 - 0.06 * number, 0.24 - 0.03 * number, 0.035, lean_deg + 150, None)
    oval(0.08, -0.1, 0.1, 0.07, lean_deg, rare)
    neck_deg = np.radians(lean_deg + 12)
    head = (0.5 * float(np.cos(neck_deg)) + 0.04, 0.5 * float(np.sin(neck_deg)) + 0.12)
    line(((0.24 * float(np.cos(neck_deg)), 0.24 * float(np.sin(neck_deg))), head), 0.24, usual)
    oval(*head, 0.19, 0.17, 0, usual)
    beak = np.array(
        [at(head[0] + 0.15, head[1] + 0.07), at(head[0] + 0.36, head[1]), at(head[0] + 0.15, head[1] - 0.07)]
    )
    canvas.polygon(beak, rare)
    oval(head[0] + 0.05, head[1] + 0.04, 0.06, 0.06, 0, None)
    oval(head[0] + 0.06, head[1] + 0.04, 0.03, 0.03, 0, _BLACK)
    for number in range(int(rng.integers(0, 4))):
        tip = (head[0] - 0.18 + 0.12 * number, head[1] + 0.32)
        line(((head[0] - 0.02, head[1] + 0.1), tip), 0.035, other)
    if artwork.arrangement & 512:
        line(((-0.55, -0.68), (0.1, -0.72), (0.62, -0.66)), 0.08, usual)


def _draw_character(canvas: _Canvas, value: int, rng: Generator) -> None:
    artwork = canvas.artwork
    numeral = FIVE_IN_FULL if value == 5 and artwork.arrangement & 1024 else CHARACTERS[value]
    sign = TEN_THOUSAND_IN_SHORT if artwork.is_short else TEN_THOUSAND
    upper, lower = artwork.character_inks
    # What is common to a set is drawn from the set's own seed, so that all nine signs of it are nearly alike.
    own = np.random.default_rng([artwork.seed, 7])
    border = float(own.uniform(-0.08, 0.14))
    for strokes, low, high, ink in ((numeral, border + 0.04, 1.0, upper), (sign, -1.0, border - 0.04, lower)):
        wide = canvas.half_x * float(own.uniform(0.8, 1.0))
        tall = canvas.half_y * (high - low) / 2
        middle = canvas.half_y * (high + low) / 2
        # Signs of many strokes are written with a finer brush.
        width = artwork.stroke * (0.72 if len(strokes) > 6 else 1.0)
        for stroke in strokes:
            points = np.array(stroke) + own.normal(0, 0.015, (len(stroke), 2)) + rng.normal(0, 0.006, (len(stroke), 2))
            line = (points - 0.5) * [2 * wide, -2 * tall] + [0.0, middle]
            canvas.brush(line, width, ink, swell=0.35)


def _draw_index(canvas: _Canvas, value: int) -> None:
    """A small digit in the corner."""
    artwork = canvas.artwork
    if artwork.index_ink is None:
        return
    for stroke in DIGITS[value]:
        line = np.array(stroke) * [0.055, -0.085] + [-artwork.aspect / 2 + 0.06, 0.44]
        canvas.brush(line, 0.018, artwork.index_ink)


def _curved(points: FloatArray) -> FloatArray:
    """A line (n, 2) without its corners."""
    for _ in range(3):
        firsts, lasts = 0.75 * points[:-1] + 0.25 * points[1:], 0.25 * points[:-1] + 0.75 * points[1:]
        between = np.stack([firsts, lasts], axis=1).reshape(-1, 2)
        points = np.concatenate([points[:1], between, points[-1:]])
    return points
