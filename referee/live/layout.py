"""How the window of every live game is laid out: the camera's picture, a strip of words under it, a panel beside it.

It knows no game. Used by the views of the games.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, Literal, TypeVar

import cv2
import numpy as np

from calibration.arrays import UInt8Array
from referee.drawings.flat import LIGHT_RGB, Polygon, Rgb, ink_on, paint, text_width_px, wrapped, write

SIZE_WH = (1280, 720)
PANEL_WIDTH = 400
PICTURE_WH = (SIZE_WH[0] - PANEL_WIDTH, 560)
#: Between words and the border of what they stand on.
PAD = 16

_GROUND_RGB: Rgb = (34, 36, 40)
_PANEL_RGB: Rgb = (236, 234, 228)
INK_RGB: Rgb = (30, 30, 30)
FAINT_RGB: Rgb = (96, 96, 94)
Tone = Literal["plain", "good", "bad", "unsure"]
"""How a verdict is meant."""
TONES_RGB: dict[Tone, Rgb] = {
    "plain": (70, 74, 82),
    "good": (34, 120, 58),
    "bad": (190, 32, 32),
    "unsure": (143, 94, 0),
}

_Made = TypeVar("_Made")


class Kept(Generic[_Made]):
    """Keeps what was made of some values until one of them changes."""

    def __init__(self) -> None:
        self._values: tuple[object, ...] = ()
        self._size_wh = (0, 0)
        self._made: _Made | None = None

    def of(self, values: tuple[object, ...], make: Callable[[], _Made], size_wh: tuple[int, int] = PICTURE_WH) -> _Made:
        """What is made of these values, for a picture of this size."""
        if self._made is None or size_wh != self._size_wh or not _are_same(values, self._values):
            self._values, self._size_wh, self._made = values, size_wh, make()
        return self._made


def _are_same(first: Sequence[object], second: Sequence[object]) -> bool:
    """Whether two rows hold the very same objects: quicker than comparing what is in them, and enough for values."""
    return len(first) == len(second) and all(one is other for one, other in zip(first, second, strict=True))


def empty_window() -> UInt8Array:
    """The window before anything is in it, uint8 array of shape (720, 1280, 3)."""
    return np.full((SIZE_WH[1], SIZE_WH[0], 3), _GROUND_RGB[::-1], np.uint8)


def fit_picture(canvas: UInt8Array, frame_bgr: UInt8Array) -> UInt8Array:
    """Put a picture of any size into the window; the part of the window that it fills, to draw on."""
    height, width = frame_bgr.shape[:2]
    scale = min(PICTURE_WH[0] / width, PICTURE_WH[1] / height)
    size_wh = max(1, round(width * scale)), max(1, round(height * scale))
    left, top = (PICTURE_WH[0] - size_wh[0]) // 2, (PICTURE_WH[1] - size_wh[1]) // 2
    shown = canvas[top : top + size_wh[1], left : left + size_wh[0]]
    cv2.resize(frame_bgr, size_wh, dst=shown, interpolation=cv2.INTER_LINEAR)
    return shown


def draw_bars(canvas: UInt8Array, sentences: Iterable[str]) -> None:
    """What is wrong with the picture, over it."""
    y = 0
    for sentence in sentences:
        for line in wrapped(sentence, 20, PICTURE_WH[0] - 2 * PAD):
            fill(canvas, (0, y), (PICTURE_WH[0], y + 32), TONES_RGB["unsure"])
            write(canvas, line, (PAD, y + 23), 20, LIGHT_RGB)
            y += 32


def draw_strip(canvas: UInt8Array, tone: Tone, verdict: str, below: Iterable[str]) -> None:
    """The strip under the picture: the verdict in large letters, then what else is to be read."""
    top, width = PICTURE_WH[1], PICTURE_WH[0]
    fill(canvas, (0, top), (width, SIZE_WH[1]), TONES_RGB[tone])
    room = width - 2 * PAD
    small = [part for text in below for part in wrapped(text, 18, room)]
    y = float(top + 12)
    for line in _fitted(wrapped(verdict, 24, room), 2 if small else 4):
        y += 29
        write(canvas, line, (PAD, y), 24, LIGHT_RGB, 600)
    y += 6
    for line in _fitted(small, 4):
        y += 22
        write(canvas, line, (PAD, y), 18, LIGHT_RGB)


def draw_heading(canvas: UInt8Array, turn: str, doing: str) -> None:
    """The panel beside the picture, so far with whose turn it is, and what the referee does."""
    left = PICTURE_WH[0]
    fill(canvas, (left, 0), SIZE_WH, _PANEL_RGB)
    write(canvas, turn, (left + PAD, 38), 26, INK_RGB, 700)
    write(canvas, doing, (left + PAD, 64), 16, FAINT_RGB)


def draw_count(canvas: UInt8Array, at_xy: tuple[float, float], side: float, count: int, paint_rgb: Rgb) -> None:
    """How many cubes of a paint there are, on a square with this side and upper left corner; none are pale."""
    x, y = at_xy
    paint_rgb = paint_rgb if count else _PANEL_RGB
    border = INK_RGB if count else FAINT_RGB
    corners = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
    paint(canvas, [Polygon(corners, paint_rgb, border, 1.5)])
    ink, size = ink_on(paint_rgb) if count else border, 22 / 38 * side
    left = x + side / 2 - text_width_px(str(count), size, 600) / 2
    write(canvas, str(count), (left, y + 27 / 38 * side), size, ink, 600)


def draw_keys(canvas: UInt8Array, at_xy: tuple[float, float], words: Iterable[str]) -> None:
    """What the keys do, in as many lines as it takes."""
    x, y = at_xy
    for text in words:
        width = text_width_px(text, 15)
        if x + width > SIZE_WH[0] - 6:
            x, y = at_xy[0], y + 20
        write(canvas, text, (x, y + 12), 15, FAINT_RGB)
        x += width + 18


def fill(canvas: UInt8Array, start: tuple[float, float], end: tuple[float, float], colour_rgb: Rgb) -> None:
    """Fill a rectangle between two corners, as far as it lies in the window."""
    left, top, right, bottom = (round(value) for value in (*start, *end))
    canvas[max(top, 0) : bottom, max(left, 0) : right] = colour_rgb[::-1]


def _fitted(lines: Sequence[str], most: int) -> list[str]:
    """So many lines at most, the last one marked where more are left out."""
    kept = [line for line in lines if line]
    return kept if len(kept) <= most else [*kept[: most - 1], f"{kept[most - 1]} …"]
