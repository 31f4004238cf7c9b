"""A game as an animated drawing, one picture after each thing that happened. Called by `export`."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from io import BytesIO

import cv2
import numpy as np
from PIL import Image

from calibration.arrays import UInt8Array
from referee.replacing import MADE_BY
from rules.games.babel import CellFace, Tower

from .flat import Drawn, Label, Rgb, hex_colour, paint, svg_marks, text_width_px, wrapped
from .tower_drawing import FAULT_RGB, WIDTH, draw_tower, drawing_height

SECONDS_EACH, SECONDS_LAST = 1.6, 5.0
PAPER_RGB: Rgb = (250, 249, 246)
INK_RGB: Rgb = (40, 40, 40)
PX_PER_EDGE = 48
_TITLE, _CAPTION, _LEADING, _MARGIN = 0.42, 0.36, 0.52, 0.3
_ROOM_PX = (WIDTH - 2 * _MARGIN) * PX_PER_EDGE
# A browser writes with letters of its own: DejaVu Sans, usual on Linux, is up to 17 % wider than what is measured here.
_WIDEST_LETTERS = 1.2


@dataclass(frozen=True, slots=True)
class Still:
    """One picture of the film.

    Attributes
    ----------
    tower : Tower
    caption : str
        What has just happened.
    faulty : frozenset of (Cell, Face)
        Faces at fault.
    is_fault : bool
        Whether the caption tells a fault.
    """

    tower: Tower
    caption: str
    faulty: frozenset[CellFace] = field(default_factory=frozenset)
    is_fault: bool = False


def film_svg(title: str, stills: Sequence[Still]) -> str:
    """The film as SVG that plays in any browser, again and again.

    Parameters
    ----------
    title : str
    stills : sequence of Still
        At least one.
    """
    width, height = _size(stills)
    starts, total = _starts(stills)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width:g} {height:g}" '
        f'width="{round(width * PX_PER_EDGE)}" height="{round(height * PX_PER_EDGE)}" '
        # No wider than the screen of a phone.
        'style="max-width: 100%; height: auto" font-family="sans-serif" stroke-linejoin="round">',
        f"<metadata>made by {MADE_BY}</metadata>",
        f"<title>{escape(f'{title}: {stills[-1].caption}')}</title>",
        f'<rect width="{width:g}" height="{height:g}" fill="{hex_colour(PAPER_RGB)}"/>',
    ]
    for start, end, still in zip(starts, [*starts[1:], total], stills, strict=True):
        # Where animations are not played, the last picture is shown.
        shown = "visible" if still is stills[-1] else "hidden"
        parts += [f'<g visibility="{shown}">', _shown_between(start / total, end / total, total)]
        parts += [svg_marks(_marks(title, still, stills)), "</g>"]
    return "\n".join([*parts, "</svg>\n"])


def film_gif(title: str, stills: Sequence[Still]) -> bytes:
    """The film as an animated GIF that plays again and again; see `film_svg`."""
    width, height = _size(stills)
    pictures = []
    for still in stills:
        shape = round(height * PX_PER_EDGE), round(width * PX_PER_EDGE), 3
        frame_bgr: UInt8Array = np.full(shape, PAPER_RGB[::-1], np.uint8)
        paint(frame_bgr, _marks(title, still, stills), scale=PX_PER_EDGE)
        pictures.append(Image.fromarray(cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2RGB)))
    starts, total = _starts(stills)
    ends = [*starts[1:], total]
    durations_ms = [round(1000 * (end - start)) for start, end in zip(starts, ends, strict=True)]
    # One palette for all pictures, or the paints would flicker.
    palette = _collage(pictures).quantize(64, dither=Image.Dither.NONE)
    flat = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    file = BytesIO()
    flat[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=flat[1:],
        duration=durations_ms,
        loop=0,
        optimize=True,
        comment=MADE_BY,
    )
    return file.getvalue()


def _collage(pictures: Sequence[Image.Image]) -> Image.Image:
    """Some of the pictures, the last among them, in one."""
    chosen = [pictures[-1], *pictures[:: max(1, len(pictures) // 6)]]
    width, height = chosen[0].size
    collage = Image.new("RGB", (width, height * len(chosen)))
    for number, picture in enumerate(chosen):
        collage.paste(picture, (0, height * number))
    return collage


def _starts(stills: Sequence[Still]) -> tuple[list[float], float]:
    """When each picture comes and when the film ends, in seconds."""
    return [SECONDS_EACH * number for number in range(len(stills))], SECONDS_EACH * (len(stills) - 1) + SECONDS_LAST


def _shown_between(start: float, end: float, total_s: float) -> str:
    """The animation that shows a group from one share of the film to another."""
    values, times = ["hidden", "visible", "hidden"], [0.0, start, end]
    if start == 0:
        values, times = values[1:], [0.0, end]
    if end == 1:
        values, times = values[:-1], times[:-1]
    listed = ";".join(f"{time:.5g}" for time in times)
    return (
        f'<animate attributeName="visibility" values="{";".join(values)}" keyTimes="{listed}" '
        f'dur="{total_s:g}s" calcMode="discrete" repeatCount="indefinite"/>'
    )


def _levels(stills: Sequence[Still]) -> int:
    return max([2, *(cell[2] + 1 for still in stills for cell in still.tower)])


def _lines(caption: str) -> list[str]:
    return wrapped(caption, _CAPTION * PX_PER_EDGE * _WIDEST_LETTERS, _ROOM_PX)


def _title_size(title: str) -> float:
    """Smaller where long names would leave the picture."""
    return _TITLE * min(1.0, _ROOM_PX / text_width_px(title, _TITLE * PX_PER_EDGE * _WIDEST_LETTERS))


def _size(stills: Sequence[Still]) -> tuple[float, float]:
    """Width and height in edges: as large as the largest picture needs."""
    lines = max(len(_lines(still.caption)) for still in stills)
    return WIDTH, drawing_height(_levels(stills)) + _LEADING * lines + _MARGIN


def _marks(title: str, still: Still, stills: Sequence[Still]) -> list[Drawn]:
    levels = _levels(stills)
    marks: list[Drawn] = [Label((_MARGIN, 0.75), title, _title_size(title), INK_RGB)]
    marks += draw_tower(still.tower, levels, still.faulty)
    colour = FAULT_RGB if still.is_fault else INK_RGB
    top = drawing_height(levels)
    marks += [
        Label((_MARGIN, top + _LEADING * (number + 0.6)), line, _CAPTION, colour)
        for number, line in enumerate(_lines(still.caption))
    ]
    return marks
