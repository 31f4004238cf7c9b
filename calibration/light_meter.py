"""The light meter: whether light, sharpness and view of a picture are good enough to play. Used by the program.

Everything is measured on the markers in view and on the paper right beside them: a tower may hide any other paper.
"""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from .arrays import FloatArray, UInt8Array
from .colourless import is_grey
from .colours import DARKEST
from .locating import LocatedMat
from .markers import longest_sides_px
from .paper import light_at
from .stray_light import ink_light, ink_share

Verdict = Literal["good", "usable", "poor"]

#: Paper is looked at from here to there beyond a marker's outline, in cube edges: nothing else is printed there.
_RING = (0.08, 0.2)
#: A channel of at least this linear light (sRGB code 252) may have been cut off.
_CLIPPED = 0.97


@dataclass(frozen=True, slots=True)
class LightFinding:
    """One thing that the meter measured.

    Attributes
    ----------
    name : str
        What it is: exposure, clipping, colour cast, evenness, stray light, sharpness, marker size, markers, angle.
    figure : float
    unit : str
        What the figure counts; follows it in print.
    verdict : {"good", "usable", "poor"}
    advice : str
        What to do about it; empty if it is good.
    """

    name: str
    figure: float
    unit: str
    verdict: Verdict
    advice: str


@dataclass(frozen=True, slots=True)
class _Scale:
    """From where to where a figure is good, and from where to where it is at least usable."""

    name: str
    unit: str
    usable: tuple[float, float]
    good: tuple[float, float]
    too_low: str
    too_high: str

    def judge(self, figure: float) -> LightFinding:
        verdict: Verdict = "poor"
        if self.good[0] <= figure <= self.good[1]:
            verdict = "good"
        elif self.usable[0] <= figure <= self.usable[1]:
            verdict = "usable"
        advice = "" if verdict == "good" else self.too_low if figure < self.good[0] else self.too_high
        return LightFinding(self.name, figure, self.unit, verdict, advice)


# Chosen limits: one that is too strict sends people after lamps for nothing, one that is too lax lets a game begin
# whose dark paints cannot be told apart. Below 8 % of full light the reader itself is not sure of anything. Where a
# single channel of most paper is cut off it reads as well as elsewhere (225 rendered photos, `develop` among them, half
# in shade or with a fault: 230 of 231 types), with all three it does not (74 exposed 1.5 stops more: 542 instead of 569
# of 572).
_EXPOSURE = _Scale(
    "exposure",
    "% of full light on the mat",
    (8.0, np.inf),
    (25.0, np.inf),
    "too dark: add light, or let the camera expose longer",
    "",
)
_CLIPPING = _Scale(
    "clipping",
    "% of the paper burnt out",
    (0.0, 40.0),
    (0.0, 5.0),
    "",
    "too bright: take light away, shorten the exposure, or move what dazzles it",
)
_CAST = _Scale(
    "colour cast",
    "times the weakest colour in the strongest",
    (1.0, 4.0),
    (1.0, 2.0),
    "",
    "the light is strongly coloured: set the camera's white balance, or use a whiter lamp",
)
# Of the same photos' types 63 of 68 are right below 6 %, 181 of 184 up to 25 %, 1,519 of 1,533 above.
_EVENNESS = _Scale(
    "evenness",
    "% of the brightest part's light on the darkest",
    (6.0, 100.0),
    (25.0, 100.0),
    "hard shadows: put a second light on the other side, or move the lamp up and away",
    "",
)
_STRAY_LIGHT = _Scale(
    "stray light",
    "% of the paper's light from its black ink",
    (0.0, 25.0),
    (0.0, 11.0),
    "",
    "black looks grey: wipe the lens, and keep lamps and windows out of the camera's view",
)
_SHARPNESS = _Scale(
    "sharpness",
    "% of a cube's edge blurred",
    (0.0, 14.0),
    (0.0, 7.0),
    "",
    "blurred: hold the camera still, wipe the lens, and focus on the mat",
)
_MARKER_SIZE = _Scale(
    "marker size",
    "px, a cube's edge",
    (32.0, np.inf),
    (55.0, np.inf),
    "the mat is small in the picture: come closer or take larger pictures",
    "",
)
_MARKERS = _Scale(
    "markers",
    "of the mat in view",
    (2.0, np.inf),
    (3.0, np.inf),
    "keep three or more of the mat's black markers in the picture",
    "",
)
_ANGLE = _Scale(
    "angle",
    "degrees above the table",
    (12.0, 78.0),
    (22.0, 65.0),
    "the camera looks too flat: raise it, so that upper faces show",
    "the camera looks too steeply: lower it, so that the sides show",
)


def measure_light(frame_bgr: UInt8Array, located: LocatedMat) -> tuple[LightFinding, ...]:
    """Measure whether a picture is good enough to be read, and say what would make it better.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    located : LocatedMat
        The mat as found in this very picture.

    Returns
    -------
    tuple of LightFinding
        Always the same names in the same order, except that what no paper or ink in view can tell is left out.
    """
    papers = [light for light in _paper_by_marker(frame_bgr, located) if len(light) >= 8]
    findings: list[LightFinding] = []
    if papers:
        everything = np.concatenate(papers)
        white = np.maximum(np.median(everything, axis=0), DARKEST)
        levels = np.array([np.median(light.mean(axis=1)) for light in papers])
        findings += [
            _EXPOSURE.judge(100 * float(white.max())),
            _CLIPPING.judge(100 * float((everything.min(axis=1) >= _CLIPPED).mean())),
            _cast(frame_bgr, float(white.max() / white.min())),
            _EVENNESS.judge(100 * float(levels.min() / max(levels.max(), DARKEST))),
        ]
        ink = ink_light(frame_bgr, located.own_pose)
        if ink is not None:
            findings.append(_STRAY_LIGHT.judge(100 * ink_share(ink, white)))
    blur = _blur_edges(frame_bgr, located)
    if blur is not None:
        findings.append(_SHARPNESS.judge(100 * blur))
    findings += [
        _MARKER_SIZE.judge(_marker_px(located)),
        _MARKERS.judge(float(len(located.sighting.marker_ids))),
        _ANGLE.judge(located.own_pose.elevation_deg),
    ]
    return tuple(findings)


def _cast(frame_bgr: UInt8Array, cast: float) -> LightFinding:
    found = _CAST.judge(cast)
    if not is_grey(frame_bgr):
        return found
    return replace(found, verdict="poor", advice="the photo is black-and-white: take a colour photo, without a filter")


def worst_verdict(findings: tuple[LightFinding, ...]) -> Verdict:
    """The verdict on all of them together, which is that on the worst.

    Examples
    --------
    >>> worst_verdict((LightFinding("markers", 2.0, "", "usable", ""), LightFinding("angle", 40.0, "", "good", "")))
    'usable'
    """
    order: tuple[Verdict, ...] = ("good", "usable", "poor")
    return max((finding.verdict for finding in findings), key=order.index, default="poor")


def _paper_by_marker(frame_bgr: UInt8Array, located: LocatedMat) -> list[FloatArray]:
    """The light of the paper right round each marker in view, each of shape (n, 3), linear red, green, blue."""
    papers = []
    for corners in located.corners_xyz.reshape(-1, 4, 3):
        half = np.linalg.norm(corners[1] - corners[0]) / 2
        reach = half + _RING[1]
        steps = np.linspace(-reach, reach, 25)
        x, y = (axis.ravel() for axis in np.meshgrid(steps, steps))
        beyond = np.maximum(abs(x), abs(y)) >= half + _RING[0]
        points = corners.mean(axis=0) + np.stack([x[beyond], y[beyond], np.zeros(beyond.sum())], axis=-1)
        light = light_at(frame_bgr, located.pose, points)
        papers.append(light[~np.isnan(light[:, 0])])
    return papers


def _blur_edges(frame_bgr: UInt8Array, located: LocatedMat) -> float | None:
    """Median width of the step from a marker's black to the white paper (10 to 90 %), in cube edges; None if unseen.

    Of the steps North and South and those East and West the wider: a camera that moved blurs one way only.
    """
    across = np.linspace(-0.14, 0.14, 57)
    widths: tuple[list[float], list[float]] = ([], [])
    for corners in located.corners_xyz.reshape(-1, 4, 3):
        middle = corners.mean(axis=0)
        for side, (start, end) in enumerate(zip(corners, np.roll(corners, -1, axis=0), strict=True)):
            outward = (start + end) / 2 - middle
            outward /= np.linalg.norm(outward)
            starts = start + np.linspace(0.15, 0.85, 12)[:, None] * (end - start)
            points = starts[:, None] + across[:, None] * outward
            light = light_at(frame_bgr, located.pose, points).mean(axis=-1)
            widths[side % 2].extend(width for row in light if (width := _rise(row, across)) is not None)
    return max((float(np.median(ways)) for ways in widths if len(ways) >= 12), default=None)


def _rise(light: FloatArray, across: FloatArray) -> float | None:
    """Between where a profile last has 10 % and first has 90 % of its rise; None if it does not rise clearly."""
    dark, bright = np.median(light[:8]), np.median(light[-8:])
    # Also false for what lies outside the picture, which is NaN.
    if not bright > 1.5 * dark + 0.01:
        return None
    share = (light - dark) / (bright - dark)
    begins, ends = np.flatnonzero(share <= 0.1), np.flatnonzero(share >= 0.9)
    return float(across[ends[0]] - across[begins[-1]]) if len(begins) and len(ends) and ends[0] > begins[-1] else None


def _marker_px(located: LocatedMat) -> float:
    """The longest side of a marker in the picture, the median over those in view, in pixels."""
    return float(np.median(longest_sides_px(located.sighting.corners_xy)))
