"""Knows the flat pictures in a scene: the printed mat, table tops, and the room seen all round.

Called by samples.render. Pictures are linear RGB reflectances or radiances, float32 (height, width, 3).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from calibration.arrays import BoolArray, Float32Array, FloatArray
from calibration.board_mat import sign_ink
from calibration.mat import BABEL_MAT, MARKER_CELLS, Mat, marker_cells

from .lights import Window

Picture = Float32Array
Generator = np.random.Generator
_TABLE_PX = 1024
# Lines are thinner where the mat's unit is smaller: so many pixels of its picture for each of a line's.
_PX_PER_LINE_PX = 240


@dataclass(frozen=True, slots=True)
class MatPrint:
    """What is printed on the sheet under the cubes.

    Attributes
    ----------
    mat
        Its markers and its outline.
    px_per_edge
        Pixels of its picture for each of the mat's units; a whole number for each cell of a marker.
    codes
        The codes of a board's squares, whose signs are printed there, (rows, columns) from the South-West; none for
        the mat of towers.
    """

    mat: Mat
    px_per_edge: int
    codes: tuple[tuple[int, ...], ...] = ()


BABEL_PRINT = MatPrint(BABEL_MAT, 40 * MARKER_CELLS)


def mat_picture(rng: Generator, mat_print: MatPrint = BABEL_PRINT) -> Picture:
    """The printed mat, row 0 in the North, as a printer and a sheet of paper of some kind would give it."""
    mat, per_edge = mat_print.mat, mat_print.px_per_edge
    side = round(mat.side * per_edge)
    marker_px = round(mat.marker_side * per_edge)
    ink = np.zeros((side, side))
    for identity, east, north in mat.marker_centres:
        is_black = np.kron(marker_cells(identity) == 0, np.ones((marker_px // MARKER_CELLS,) * 2))
        left = round((mat.side / 2 + east) * per_edge - marker_px / 2)
        top = round((mat.side / 2 - north) * per_edge - marker_px / 2)
        ink[top : top + marker_px, left : left + marker_px] = is_black
    half = mat.footprint_side / 2
    low, high = (round((mat.side / 2 + offset) * per_edge) for offset in (-half, half))
    thickness = round(int(rng.integers(3, 7)) * per_edge / _PX_PER_LINE_PX)
    if mat_print.codes:
        ink[low:high, low:high] = _signs(mat_print)
        for line in range(low + per_edge, high, per_edge):
            cv2.line(ink, (low, line), (high, line), 0.5, thickness)
            cv2.line(ink, (line, low), (line, high), 0.5, thickness)
    cv2.rectangle(ink, (low, low), (high, high), 0.5, thickness)
    ink = np.asarray(cv2.GaussianBlur(ink, (0, 0), 1.0), np.float64)[..., None]
    paper = rng.uniform(0.75, 0.9) * np.array([1.0, rng.uniform(0.97, 1.0), rng.uniform(0.92, 1.02)])
    black = rng.uniform(0.025, 0.07) * np.ones(3)
    fibres = 1 + 0.012 * _cloud(rng, side, 3)[..., None]
    return np.clip((paper * (1 - ink) + black * ink) * fibres, 0, 0.95).astype(np.float32)


def _signs(mat_print: MatPrint) -> FloatArray:
    """The ink on all squares of a board, row 0 in the North."""
    steps = (np.arange(mat_print.px_per_edge) + 0.5) / mat_print.px_per_edge - 0.5
    points_xy = np.stack(np.meshgrid(steps, -steps), axis=-1)
    signs = [sign_ink(code, points_xy) for code in range(3)]
    return np.block([[signs[code] for code in row] for row in reversed(mat_print.codes)])


def table_picture(rng: Generator, kind: str, side_edges: float) -> Picture:
    """A table top of ``side_edges`` cube edges in one of ``TABLE_KINDS``."""
    if kind not in _TABLES:
        raise ValueError(f"no table called {kind!r}; there are {', '.join(TABLE_KINDS)}")
    return np.asarray(np.clip(_TABLES[kind](rng, _random_top(rng, side_edges)), 0.005, 0.92), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Top:
    """A table top before its pattern is on it.

    Attributes
    ----------
    side_edges
        How long it is, in cube edges.
    turn
        How far the pattern is turned, in radians.
    along, across
        Where each of its pixels is along the pattern and across it, in cube edges, (_TABLE_PX, _TABLE_PX).
    first_rgb, second_rgb
        Its colours, (3,).
    """

    side_edges: float
    turn: float
    along: FloatArray
    across: FloatArray
    first_rgb: FloatArray
    second_rgb: FloatArray

    def where(self, is_first: BoolArray) -> FloatArray:
        """The first colour where told so, and the second elsewhere, (_TABLE_PX, _TABLE_PX, 3)."""
        return np.where(is_first[..., None], self.first_rgb, self.second_rgb)


def _random_top(rng: Generator, side_edges: float) -> _Top:
    steps = (np.arange(_TABLE_PX) + 0.5) / _TABLE_PX * side_edges
    turn = rng.uniform(0, np.pi)
    grid_x, grid_y = np.meshgrid(steps, steps)
    along = np.cos(turn) * grid_x + np.sin(turn) * grid_y
    across = -np.sin(turn) * grid_x + np.cos(turn) * grid_y
    return _Top(side_edges, turn, along, across, _table_colour(rng), _table_colour(rng))


def _plain(rng: Generator, _: _Top) -> FloatArray:
    # White, grey and dark tops are common and hard: cubes of the same colour stand on them.
    colour = rng.choice([0.04, 0.18, 0.45, 0.8]) * rng.uniform(0.7, 1.1) * np.exp(rng.normal(0, 0.03, 3))
    return np.asarray(colour * (1 + 0.02 * _table_cloud(rng, 2) + 0.03 * _table_cloud(rng, 40))[..., None])


def _wood(rng: Generator, top: _Top) -> FloatArray:
    wood_rgb, _ = _wood_and_width(rng)
    return np.asarray(wood_rgb * np.clip(_grain(rng, top, 0.0), 0.1, 1.5)[..., None])


def _planks(rng: Generator, top: _Top) -> FloatArray:
    wood_rgb, width = _wood_and_width(rng)
    plank = np.floor(top.across / width).astype(int)
    shades = rng.uniform(0.75, 1.15, 400)[plank % 400]
    shifts = rng.uniform(0, 100, 400)[plank % 400]
    gaps = np.where(np.abs(top.across / width - plank - 0.5) > 0.49, 0.4, 1.0)
    return np.asarray(wood_rgb * np.clip(shades * _grain(rng, top, shifts) * gaps, 0.1, 1.5)[..., None])


def _wood_and_width(rng: Generator) -> tuple[FloatArray, float]:
    """A wood's colour (3,), and how wide planks of it are, in cube edges."""
    woods = np.array([[0.62, 0.42, 0.23], [0.33, 0.16, 0.07], [0.12, 0.06, 0.03]])
    return rng.dirichlet([1, 1, 1]) @ woods, rng.uniform(3, 8)


def _grain(rng: Generator, top: _Top, shifts: FloatArray | float) -> FloatArray:
    """How bright wood is, about 1; ``shifts`` give each plank its own rings."""
    field = _table_cloud(rng, 6)
    warped = top.across * rng.uniform(1.0, 3.0) + 0.5 * _table_cloud(rng, 60) + 0.12 * field + shifts
    rings = 0.5 + 0.5 * np.sin(2 * np.pi * (warped + 0.15 * np.sin(top.along / rng.uniform(3, 8) + shifts)))
    size = (_TABLE_PX, _TABLE_PX)
    streaks = cv2.warpAffine(
        cv2.resize(rng.normal(0, 1, (_TABLE_PX, _TABLE_PX // 24)).astype(np.float32), size),
        cv2.getRotationMatrix2D((_TABLE_PX / 2, _TABLE_PX / 2), -np.degrees(top.turn), 1.5),
        size,
    )
    return np.asarray(1 - rng.uniform(0.1, 0.45) * rings + 0.06 * streaks)


def _cloth(rng: Generator, top: _Top) -> FloatArray:
    weave = np.sin(2 * np.pi * top.along * 9) * np.sin(2 * np.pi * top.across * 9)
    tone = 1 + 0.12 * weave + 0.1 * _table_cloud(rng, 3) + 0.08 * _table_cloud(rng, 30)
    return np.asarray(top.first_rgb * tone[..., None])


def _checker(rng: Generator, top: _Top) -> FloatArray:
    period = rng.uniform(0.7, 3.0)
    is_first = (np.floor(top.along / period) + np.floor(top.across / period)) % 2 > 0
    return np.asarray(top.where(is_first) * (1 + 0.05 * _table_cloud(rng, 4))[..., None])


def _stripes(rng: Generator, top: _Top) -> FloatArray:
    period = rng.uniform(1.0, 5.0)
    share = rng.uniform(0.2, 0.8)
    is_first = (top.across / period) % 1 < share
    return np.asarray(top.where(is_first) * (1 + 0.06 * _table_cloud(rng, 3))[..., None])


def _stone(rng: Generator, top: _Top) -> FloatArray:
    mask = np.clip(0.5 + 0.5 * _table_cloud(rng, 2) + 0.3 * _table_cloud(rng, 12), 0, 1)[..., None]
    return np.asarray(top.first_rgb * mask + top.second_rgb * (1 - mask))


def _print(rng: Generator, top: _Top) -> FloatArray:
    picture = np.ones((_TABLE_PX, _TABLE_PX, 3)) * top.first_rgb
    for _ in range(int(rng.integers(60, 260))):
        centre = tuple(int(value) for value in rng.integers(0, _TABLE_PX, 2))
        colour = _table_colour(rng).tolist()
        radius = int(rng.uniform(0.15, 1.4) * _TABLE_PX / top.side_edges)
        if rng.random() < 0.5:
            cv2.circle(picture, centre, radius, colour, -1, cv2.LINE_AA)
        else:
            box = cv2.boxPoints((centre, (radius, radius * rng.uniform(0.5, 3)), rng.uniform(0, 90)))
            cv2.fillPoly(picture, [box.astype(np.int32)], colour, cv2.LINE_AA)
    return picture


_TABLES: dict[str, Callable[[Generator, _Top], FloatArray]] = {
    "plain": _plain,
    "wood": _wood,
    "planks": _planks,
    "cloth": _cloth,
    "checker": _checker,
    "stripes": _stripes,
    "stone": _stone,
    "print": _print,
}
TABLE_KINDS = tuple(_TABLES)


def room_picture(rng: Generator, windows: Sequence[Window], walls_rgb: FloatArray) -> Picture:
    """The room all round as a latitude-longitude picture (512, 1024, 3), blurred a little as behind a focus.

    It begins in the North and goes round by East.
    """
    height, width = 512, 1024
    picture = np.ones((height, width, 3))
    ceiling, floor = rng.uniform(0.8, 1.4), rng.uniform(0.2, 0.8)
    picture[: height // 2] *= ceiling * walls_rgb
    horizon = int(height * rng.uniform(0.5, 0.6))
    wall_top = int(height * rng.uniform(0.2, 0.38))
    start = 0
    while start < width:
        stop = start + int(rng.integers(80, 360))
        picture[wall_top:horizon, start:stop] = walls_rgb * rng.uniform(0.55, 1.05)
        start = stop
    picture[horizon:] = walls_rgb.mean() * floor * _table_colour(rng)
    for _ in range(int(rng.integers(8, 40))):
        left, top = rng.integers(0, width), int(rng.normal(horizon - 40, 60))
        size = rng.integers(8, 110, 2)
        colour = walls_rgb.mean() * _table_colour(rng) * rng.uniform(0.2, 1.3)
        cv2.rectangle(picture, (int(left), top), (int(left + size[0]), int(top + size[1])), colour.tolist(), -1)
    blur = rng.uniform(1.0, 4.0)
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur, borderType=cv2.BORDER_REPLICATE), np.float64)
    bright = np.zeros_like(picture)
    for window in windows:
        around, down = window.azimuth_deg, 90 - window.elevation_deg
        columns = [int((around + side * window.width_deg / 2) / 360 * width) for side in (-1, 1)]
        rows = [int((down + side * window.height_deg / 2) / 180 * height) for side in (-1, 1)]
        bars = int(rng.integers(1, 4))
        edges = np.linspace(columns[0], columns[1], bars + 1).astype(int)
        for left, right in pairwise(edges):
            pane = np.zeros((height, width), dtype=np.uint8)
            for shift in (-width, 0, width):
                cv2.rectangle(pane, (left + 2 + shift, rows[0]), (right - 2 + shift, rows[1]), 1, -1)
            bright[pane > 0] = window.radiance_rgb
    bright = np.asarray(cv2.GaussianBlur(bright, (0, 0), 1.2), np.float64)
    return (picture + bright).astype(np.float32)


def _table_colour(rng: Generator) -> FloatArray:
    """A colour such as cloth, furniture and things on tables have: often dull, at times strong."""
    value = np.exp(rng.uniform(np.log(0.03), np.log(0.85)))
    chroma = rng.choice([0.05, 0.25, 0.7], p=(0.4, 0.4, 0.2))
    return np.asarray(np.clip(value * (1 - chroma + chroma * 2 * rng.dirichlet([0.8, 0.8, 0.8])), 0.01, 0.9))


def _table_cloud(rng: Generator, scale_px: float) -> Float32Array:
    return _cloud(rng, _TABLE_PX, scale_px)


def _cloud(rng: Generator, side: int, scale_px: float) -> Float32Array:
    """Smooth noise of about unit deviation with lumps of the given size."""
    cells = max(2, int(side / scale_px))
    coarse = rng.normal(0, 1, (cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)
