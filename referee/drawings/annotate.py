"""Draws a reading and the verdict on its photo. For `check --annotate`, reports and the bench."""

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from referee.tower_words import rules_in_words
from rules.game import Fault as GameFault
from rules.games.babel import TYPES, Face, Judgement
from vision.faces import FaceSite
from vision.games.babel.evidence import CubeEvidence, FaceEvidence, Reading

from .face_lines import (
    AMBER,
    GREEN,
    RED,
    WHITE,
    Bgr,
    PictureLine,
    draw_lines,
    mark_lines,
    outline,
    points_on_face,
    type_colour,
    unit_of,
)
from .flat import ink_on
from .pictures import side_by_side

DARK: Bgr = (30, 30, 30)
VERDICT_COLOURS: dict[str, Bgr] = {"legal": GREEN, "illegal": RED, "undetermined": AMBER}
_FONT = cv2.FONT_HERSHEY_DUPLEX
_LEGEND = "  ".join(f"{kind.number} {kind.colour}" for kind in TYPES) + "   ring bulge  cross hollow  ? unsure"
# Where on a face its number may stand, in cube edges from its middle to the right and up.
_PLACES_UV = ((-0.3, 0.3), (0.3, 0.3), (-0.3, -0.3), (0.3, -0.3))
_MIDDLE_UV = (0.0, 0.0)
# Half of what a number takes of a face, in cube edges.
_HALF_NUMBER = 0.12


def annotate(frame_bgr: UInt8Array, reading: Reading, judgement: Judgement) -> UInt8Array:
    """Draw what was read and judged on a copy of the photo.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
        The photo that the reading comes from.
    reading : Reading
    judgement : Judgement

    Returns
    -------
    uint8 array of shape (more than height, width, 3)
        Each face in view outlined in its cube's colour, with the type's number, a ring for a bulge, a cross for a
        hollow and "?" for what is in doubt, as far as no other cube hides them; faults in red, the rule's number
        beside the tower. The verdict stands above the photo and what the signs mean below it: neither hides a cube.
    """
    drawn = frame_bgr.copy()
    unit = unit_of(drawn)
    for cube in reading.cubes:
        for face in cube.faces:
            _draw_face(drawn, reading, cube, face, unit)
    _draw_faults(drawn, reading, judgement, unit)
    broken = {fault.rule for fault in judgement.faults}
    words = judgement.verdict.upper() + (f": {rules_in_words(broken)}" if broken else "")
    legend = _strip(_LEGEND, drawn.shape[1], round(28 * unit), DARK)
    return np.vstack([verdict_strip(drawn, words, judgement.verdict), drawn, legend])


def verdict_strip(drawn: UInt8Array, words: str, verdict: str) -> UInt8Array:
    """The verdict in words, on a strip in its colour that is as wide as a picture, to stand above it."""
    return _strip(words, drawn.shape[1], round(44 * unit_of(drawn)), VERDICT_COLOURS[verdict])


def under_verdict(drawn: UInt8Array, verdict: str, faults: Sequence[GameFault]) -> UInt8Array:
    """A picture with the verdict on any game but babel above it, and the rules that are broken."""
    rules = sorted({fault.rule for fault in faults})
    words = verdict.upper() + (f": rule {', '.join(rules)}" if rules else "")
    return np.vstack([verdict_strip(drawn, words, verdict), drawn])


def annotate_views(views: Sequence[tuple[UInt8Array, Reading]], judgement: Judgement) -> UInt8Array:
    """All photos of a tower with what was read and judged on each, side by side, as high as the lowest of them."""
    drawn = [annotate(frame_bgr, reading, judgement) for frame_bgr, reading in views]
    return side_by_side(drawn, min(len(picture) for picture in drawn))


def write_lines(frame_bgr: UInt8Array, lines: Sequence[str]) -> UInt8Array:
    """Add lines of text under a picture, each on a dark strip as wide as it."""
    height = round(26 * unit_of(frame_bgr))
    return np.vstack([frame_bgr, *(_strip(line, frame_bgr.shape[1], height, DARK) for line in lines)])


def _strip(words: str, width: int, height: int, ground: Bgr) -> UInt8Array:
    """A line of text on a strip as wide as a picture, in letters half as high as it, or smaller if it is too long."""
    strip = np.full((height, width, 3), ground, np.uint8)
    margin, size = height // 3, height / 2
    scale, thickness = cv2.getFontScaleFromHeight(_FONT, round(size)), max(1, round(size / 14))
    fits = min(1.0, (width - 2 * margin) / cv2.getTextSize(words, _FONT, scale, thickness)[0][0])
    at = (margin, round((height + fits * size) / 2))
    cv2.putText(strip, words, at, _FONT, fits * scale, _ink(ground), thickness, cv2.LINE_AA)
    return strip


def _ink(ground: Bgr) -> Bgr:
    """What is read best on a colour, a grey."""
    blue, green, red = ground
    return ink_on((red, green, blue))


def _draw_face(drawn: UInt8Array, reading: Reading, cube: CubeEvidence, face: FaceEvidence, unit: float) -> None:
    site, cells = FaceSite(cube.cell, face.face), _cells(reading)
    colour = type_colour(cube.type)
    draw_lines(drawn, outline(site, cells, reading.pose, colour, 1.0))
    draw_lines(drawn, mark_lines(site, face.mark, cells, reading.pose))
    sides = np.linalg.norm(np.diff(face.corners_xy[:3], axis=0), axis=1)
    if face.mark is None:
        _text_on_face(drawn, "?", reading, site, (_MIDDLE_UV, *_PLACES_UV), AMBER, 0.3 * float(sides.min()), unit)
    number = ("" if cube.type is None else str(cube.type)) + ("?" if cube.is_type_doubtful else "")
    _text_on_face(drawn, number, reading, site, _PLACES_UV, colour, max(0.2 * float(sides.min()), 9 * unit), unit)


def _cells(reading: Reading) -> list[tuple[int, int, int]]:
    return [cube.cell for cube in reading.cubes]


def _text_on_face(
    drawn: UInt8Array,
    words: str,
    reading: Reading,
    site: FaceSite,
    places_uv: Sequence[tuple[float, float]],
    colour: Bgr,
    height_px: float,
    unit: float,
) -> None:
    """Write on the first of some places of a face that no cube hides; nowhere if all are hidden."""
    ways = _HALF_NUMBER * np.array([[0, 0], [-1, -1], [-1, 1], [1, -1], [1, 1]])
    offsets_uv = np.array(places_uv)[:, None] + ways
    points_xy, shown = points_on_face(site, offsets_uv.reshape(-1, 2), _cells(reading), reading.pose)
    fits = shown.reshape(offsets_uv.shape[:2]).all(axis=1)
    if fits.any():
        write_text(drawn, words, points_xy[:: len(ways)][fits.argmax()], colour, height_px, unit)


def _faulty_faces(cube: CubeEvidence, judgement: Judgement) -> list[FaceEvidence]:
    """The faces in view that a fault names; all faces in view where it names none of them."""
    named: set[Face] = {face for fault in judgement.faults if fault.cell == cube.cell for face in fault.faces}
    return [evidence for evidence in cube.faces if evidence.face in named] or list(cube.faces)


def _draw_faults(drawn: UInt8Array, reading: Reading, judgement: Judgement, unit: float) -> None:
    """Faces at fault in red, and beside the tower, so that what is accused stays in view, the rule that it breaks."""
    faulty = [cube for cube in reading.cubes if any(fault.cell == cube.cell for fault in judgement.faults)]
    if not faulty:
        return
    tower_xy = np.concatenate([face.corners_xy for cube in reading.cubes for face in cube.faces])
    lowest_y = -np.inf
    for cube in sorted(faulty, key=lambda cube: -cube.cell[2]):
        faces = _faulty_faces(cube, judgement)
        for face in faces:
            site = FaceSite(cube.cell, face.face)
            draw_lines(drawn, outline(site, _cells(reading), reading.pose, RED, 4.0))
        corners_xy = max(faces, key=lambda face: face.visible_share).corners_xy
        rules = sorted({fault.rule for fault in judgement.faults if fault.cell == cube.cell})
        lowest_y = _draw_label(drawn, f"rule {', '.join(map(str, rules))}", corners_xy, tower_xy, lowest_y, unit)


def _draw_label(
    drawn: UInt8Array,
    words: str,
    corners_xy: FloatArray,
    tower_xy: FloatArray,
    lowest_y: float,
    unit: float,
) -> float:
    """Write beside the tower, below `lowest_y`, with a line to a face; returns the label's lower end."""
    height, width = 18 * unit, 10 * unit * len(words)
    left, right = float(tower_xy[:, 0].min()), float(tower_xy[:, 0].max())
    at_x, at_y = corners_xy.mean(axis=0)
    # The nearer side of the tower, unless the picture ends there.
    is_left = left > 1.3 * width if at_x - left <= right - at_x else drawn.shape[1] - right < 1.3 * width
    x = np.clip(left - 0.8 * width if is_left else right + 0.8 * width, width / 2, drawn.shape[1] - width / 2)
    middle_xy = np.array([x, max(at_y, lowest_y + height)])
    nearest_xy = min((corners_xy + np.roll(corners_xy, 1, axis=0)) / 2, key=lambda xy: float(abs(xy - middle_xy).sum()))
    draw_lines(drawn, [PictureLine(np.stack([middle_xy, nearest_xy]), RED, 2.0)])
    write_text(drawn, words, middle_xy, WHITE, height, unit, ground=RED)
    return float(middle_xy[1]) + height


def write_text(
    drawn: UInt8Array,
    words: str,
    centre_xy: FloatArray,
    colour: Bgr,
    height_px: float,
    unit: float,
    ground: Bgr | None = None,
) -> None:
    """Write centred on a point, on a filled box or with an outline that keeps it readable on any paint.

    Parameters
    ----------
    drawn : uint8 array of shape (height, width, 3)
        What is written on.
    words : str
    centre_xy : float array of shape (2,), in pixels
    colour : tuple of 3 int
        Blue, green, red.
    height_px : float
        Of the letters.
    unit : float
        The width of a fine line, in pixels.
    ground : tuple of 3 int, optional
        The colour of the box.
    """
    scale = cv2.getFontScaleFromHeight(_FONT, max(6, round(height_px)))
    thickness = max(1, round(unit))
    (width, height), baseline = cv2.getTextSize(words, _FONT, scale, thickness)
    x, y = round(centre_xy[0] - width / 2), round(centre_xy[1] + height / 2)
    if ground is not None:
        pad = round(4 * unit)
        cv2.rectangle(drawn, (x - pad, y - height - pad), (x + width + pad, y + max(baseline, pad)), ground, cv2.FILLED)
    else:
        rim = thickness + max(2, round(2 * unit))
        cv2.putText(drawn, words, (x, y), _FONT, scale, _ink(colour), rim, cv2.LINE_AA)
    cv2.putText(drawn, words, (x, y), _FONT, scale, colour, thickness, cv2.LINE_AA)
