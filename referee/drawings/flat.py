"""Flat drawings as values, and the same painted on a picture or written as SVG. Used by all that draws."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from typing import Literal

import cv2
import numpy as np

from calibration.arrays import UInt8Array
from calibration.linear_light import LINEAR_LIGHT

Point = tuple[float, float]
Rgb = tuple[int, int, int]
Anchor = Literal["start", "middle"]

DARK_RGB: Rgb = (24, 24, 24)
LIGHT_RGB: Rgb = (245, 245, 245)
FAULT_RGB: Rgb = (220, 30, 30)
"""What is against a rule, in every drawing."""

#: OpenCV's older letters stop at ASCII; this font comes with it and has Chinese and Japanese ones too.
FONT_NAME = "uni"


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled shape with an outline.

    Attributes
    ----------
    points_xy : tuple of points
        In the drawing's unit, y down.
    fill_rgb, line_rgb : tuple of 3 int, or None
        0 to 255; None: not filled, no outline.
    line_width : float
        In the drawing's unit.
    """

    points_xy: tuple[Point, ...]
    fill_rgb: Rgb | None
    line_rgb: Rgb | None = None
    line_width: float = 1.0


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text; `size` is the height of its letters, `at_xy` lies on its base line."""

    at_xy: Point
    text: str
    size: float
    colour_rgb: Rgb
    anchor: Anchor = "start"


Drawn = Polygon | Label


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing with its size.

    Attributes
    ----------
    width, height : float
        In the drawing's unit.
    marks : tuple of Polygon and Label
        From (0, 0) to (`width`, `height`), y down; the later ones over the earlier ones.
    """

    width: float
    height: float
    marks: tuple[Drawn, ...]


def moved(marks: Iterable[Drawn], by_xy: Point) -> Iterator[Drawn]:
    """A drawing so far to the right and down, in its unit."""
    for mark in marks:
        if isinstance(mark, Label):
            yield replace(mark, at_xy=_sum(mark.at_xy, by_xy))
        else:
            yield replace(mark, points_xy=tuple(_sum(point, by_xy) for point in mark.points_xy))


def _sum(one_xy: Point, other_xy: Point) -> Point:
    return one_xy[0] + other_xy[0], one_xy[1] + other_xy[1]


def paint(frame_bgr: UInt8Array, marks: Iterable[Drawn], origin_xy: Point = (0.0, 0.0), scale: float = 1.0) -> None:
    """Paint a drawing on a picture.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
        Is painted on.
    marks : polygons and labels
        The later ones over the earlier ones.
    origin_xy : point
        Where the drawing's (0, 0) comes to lie, in pixels.
    scale : float
        Pixels for one unit of the drawing.
    """
    for mark in marks:
        if isinstance(mark, Label):
            x, y = (start + scale * value for start, value in zip(origin_xy, mark.at_xy, strict=True))
            if mark.anchor == "middle":
                x -= text_width_px(mark.text, mark.size * scale) / 2
            write(frame_bgr, mark.text, (x, y), mark.size * scale, mark.colour_rgb)
        else:
            _paint_polygon(frame_bgr, mark, origin_xy, scale)


def write(frame_bgr: UInt8Array, text: str, at_xy: Point, size_px: float, colour_rgb: Rgb, weight: int = 400) -> None:
    """Write one line of text, Japanese too; `at_xy` lies on its base line."""
    place = round(at_xy[0]), round(at_xy[1])
    cv2.putText(frame_bgr, text, place, colour_rgb[::-1], _font(), max(6, round(size_px)), weight)


def text_width_px(text: str, size_px: float, weight: int = 400) -> int:
    """How wide `write` makes a line of text."""
    # A line is broken at the picture's border, so it is measured on one that is wide enough.
    far = 1_000_000
    x, _, width, _ = cv2.getTextSize((far, far), text, (0, 0), _font(), max(6, round(size_px)), weight)
    return int(x + width)


def wrapped(text: str, size_px: float, width_px: float) -> list[str]:
    """Lines of text that are at most so wide; broken at spaces, or anywhere in text that has none."""
    lines: list[str] = []
    line = ""
    for piece in _pieces(text):
        if line and text_width_px((line + piece).rstrip(), size_px) > width_px:
            lines.append(line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    return [*lines, line.rstrip()] if line.strip() else lines


def svg_marks(marks: Iterable[Drawn]) -> str:
    """A drawing as SVG elements, one a line."""
    return "\n".join(_svg_label(mark) if isinstance(mark, Label) else _svg_polygon(mark) for mark in marks)


@cache
def _font() -> "cv2.FontFace":
    return cv2.FontFace(FONT_NAME)


def _pieces(text: str) -> Iterable[str]:
    """Where a line may be broken: after spaces, and after each letter of a script that has none."""
    piece = ""
    for letter in text:
        piece += letter
        if letter == " " or ord(letter) > 0x2E80:
            yield piece
            piece = ""
    if piece:
        yield piece


def _paint_polygon(frame_bgr: UInt8Array, polygon: Polygon, origin_xy: Point, scale: float) -> None:
    # Four more bits of precision keep the outlines smooth.
    points = np.round((np.array(polygon.points_xy) * scale + origin_xy) * 16).astype(np.int32).reshape(-1, 1, 2)
    if polygon.fill_rgb:
        cv2.fillPoly(frame_bgr, [points], polygon.fill_rgb[::-1], cv2.LINE_AA, shift=4)
    if polygon.line_rgb:
        width = max(1, round(polygon.line_width * scale))
        cv2.polylines(frame_bgr, [points], True, polygon.line_rgb[::-1], width, cv2.LINE_AA, shift=4)


def _svg_polygon(polygon: Polygon) -> str:
    points = " ".join(f"{x:.4g},{y:.4g}" for x, y in polygon.points_xy)
    stroke = (
        f' stroke="{hex_colour(polygon.line_rgb)}" stroke-width="{polygon.line_width:.3g}"' if polygon.line_rgb else ""
    )
    return f'<polygon points="{points}" fill="{hex_colour(polygon.fill_rgb)}"{stroke}/>'


def _svg_label(label: Label) -> str:
    x, y = label.at_xy
    anchor = ' text-anchor="middle"' if label.anchor == "middle" else ""
    place = f'x="{x:.4g}" y="{y:.4g}" font-size="{label.size:.3g}"'
    return f'<text {place} fill="{hex_colour(label.colour_rgb)}"{anchor}>{escape(label.text)}</text>'


def ink_on(ground_rgb: Rgb) -> Rgb:
    """`DARK_RGB` or `LIGHT_RGB`, whichever is read better on a ground: that with the greater contrast, as in WCAG 2.2.

    Examples
    --------
    >>> ink_on((216, 176, 120)) == DARK_RGB, ink_on((44, 96, 178)) == LIGHT_RGB
    (True, True)
    """
    return max((DARK_RGB, LIGHT_RGB), key=lambda ink: _contrast(ink, ground_rgb))


def _contrast(one_rgb: Rgb, other_rgb: Rgb) -> float:
    """The contrast ratio, 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio)."""
    darker, lighter = sorted((_luminance(one_rgb), _luminance(other_rgb)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour_rgb: Rgb) -> float:
    """The relative luminance of an sRGB colour, 0 to 1 (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance)."""
    red, green, blue = (float(LINEAR_LIGHT[channel]) for channel in colour_rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def hex_colour(colour_rgb: Rgb | None) -> str:
    """A colour as SVG and CSS write it.

    Examples
    --------
    >>> hex_colour((255, 0, 16))
    '#ff0010'
    """
    return "none" if colour_rgb is None else "#{:02x}{:02x}{:02x}".format(*colour_rgb)
