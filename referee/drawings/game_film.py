"""A game as an animated drawing, one picture after each thing that happened. It knows no game. Called by `export`."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO

import cv2
import numpy as np
from PIL import Image

from calibration.arrays import UInt8Array
from referee.replacing import MADE_BY

from .flat import FAULT_RGB, Drawn, Label, Rgb, hex_colour, paint, svg_marks, text_width_px, wrapped

SECONDS_EACH, SECONDS_LAST = 1.6, 5.0
PAPER_RGB: Rgb = (250, 249, 246)
INK_RGB: Rgb = (40, 40, 40)
# Title and captions in a film that is so many units wide; in others they grow with the width.
_WIDTH = 8.4
_TITLE, _TITLE_LINE, _CAPTION, _LEADING, _MARGIN = 0.42, 0.75, 0.36, 0.52, 0.3
_TITLE_ROOM = 1.05
# A browser writes with letters of its own: DejaVu Sans, usual on Linux, is up to 17 % wider than what is measured here.
_WIDEST_LETTERS = 1.2


@dataclass(frozen=True, slots=True)
class Still:
    """One picture of the film.

    Attributes
    ----------
    marks : tuple of Polygon and Label
        In the film's unit, from (0, 0), y down; at the top `title_room` is left free.
    caption : str
        What has just happened.
    is_fault : bool
        Whether the caption tells a fault.
    """

    marks: tuple[Drawn, ...]
    caption: str
    is_fault: bool = False


@dataclass(frozen=True, slots=True)
class Film:
    """The pictures of a game, one after the other.

    Attributes
    ----------
    width, height : float
        Of the largest drawing, in its unit; the captions are written below.
    px_per_unit : int
    stills : tuple of Still
        At least one.
    """

    width: float
    height: float
    px_per_unit: int
    stills: tuple[Still, ...]

    @property
    def scale(self) -> float:
        """How large the letters are, against those of a film that is 8.4 units wide."""
        return self.width / _WIDTH

    @property
    def room_px(self) -> float:
        """How long a line of text may be."""
        return (self.width - 2 * _MARGIN * self.scale) * self.px_per_unit

    @property
    def whole_height(self) -> float:
        """In units, with the longest caption."""
        lines = max(len(_lines(self, still)) for still in self.stills)
        return self.height + (_LEADING * lines + _MARGIN) * self.scale


def title_room(width: float) -> float:
    """How much a film of this width needs at the top for its title, in units."""
    return _TITLE_ROOM * width / _WIDTH


def film_svg(title: str, film: Film) -> str:
    """The film as SVG that plays in any browser, again and again.

    Parameters
    ----------
    title : str
        Stands over every picture.
    film : Film
    """
    width, height, stills = film.width, film.whole_height, film.stills
    starts, total = _starts(stills)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width:g} {height:g}" '
        f'width="{round(width * film.px_per_unit)}" height="{round(height * film.px_per_unit)}" '
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
        parts += [svg_marks(_marks(title, still, film)), "</g>"]
    return "\n".join([*parts, "</svg>\n"])


def film_gif(title: str, film: Film) -> bytes:
    """The film as an animated GIF that plays again and again; see `film_svg`."""
    starts, total = _starts(film.stills)
    ends = [*starts[1:], total]
    durations_ms = [round(1000 * (end - start)) for start, end in zip(starts, ends, strict=True)]
    # One palette for all pictures, or the paints would flicker.
    chosen = [film.stills[-1], *film.stills[:: max(1, len(film.stills) // 6)]]
    palette = _collage([_picture(title, still, film) for still in chosen]).quantize(64, dither=Image.Dither.NONE)
    # One by one, for those of a long game are too many for the memory before they are made flat.
    flat = [_picture(title, still, film).quantize(palette=palette, dither=Image.Dither.NONE) for still in film.stills]
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


def _picture(title: str, still: Still, film: Film) -> Image.Image:
    shape = round(film.whole_height * film.px_per_unit), round(film.width * film.px_per_unit), 3
    frame_bgr: UInt8Array = np.full(shape, PAPER_RGB[::-1], np.uint8)
    paint(frame_bgr, _marks(title, still, film), scale=film.px_per_unit)
    return Image.fromarray(cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2RGB))


def _collage(pictures: Sequence[Image.Image]) -> Image.Image:
    """Pictures of one size in one, below each other."""
    width, height = pictures[0].size
    collage = Image.new("RGB", (width, height * len(pictures)))
    for number, picture in enumerate(pictures):
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


def _lines(film: Film, still: Still) -> list[str]:
    return wrapped(still.caption, _CAPTION * film.scale * film.px_per_unit * _WIDEST_LETTERS, film.room_px)


def _title_size(title: str, film: Film) -> float:
    """Smaller where long names would leave the picture."""
    size = _TITLE * film.scale
    return size * min(1.0, film.room_px / text_width_px(title, size * film.px_per_unit * _WIDEST_LETTERS))


def _marks(title: str, still: Still, film: Film) -> list[Drawn]:
    scale, left = film.scale, _MARGIN * film.scale
    colour = FAULT_RGB if still.is_fault else INK_RGB
    captions = [
        Label((left, film.height + _LEADING * scale * (number + 0.6)), line, _CAPTION * scale, colour)
        for number, line in enumerate(_lines(film, still))
    ]
    return [Label((left, _TITLE_LINE * scale), title, _title_size(title, film), INK_RGB), *still.marks, *captions]
