"""Draws a reading and the verdict on its photo. For `check --annotate`, reports, live pictures and the bench."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import UInt8Array
from rules.games.babel import TYPES, Face, Judgement, Mark
from vision.evidence import CubeEvidence, FaceEvidence, Reading

#: Blue, green, red.
Bgr = tuple[int, int, int]

RED: Bgr = (40, 40, 220)
GREEN: Bgr = (70, 160, 40)
AMBER: Bgr = (0, 160, 230)
WHITE: Bgr = (255, 255, 255)
DARK: Bgr = (30, 30, 30)
BULGE: Bgr = (0, 140, 255)
HOLLOW: Bgr = (230, 200, 60)
#: Outline of a cube by its type number: paler than the paint, so that it shows on it.
TYPE_COLOURS: tuple[Bgr, ...] = ((190, 190, 190), (255, 255, 255), (90, 90, 90), (140, 200, 240), (230, 140, 60))
VERDICT_COLOURS: dict[str, Bgr] = {"legal": GREEN, "illegal": RED, "undetermined": AMBER}
_FONT = cv2.FONT_HERSHEY_DUPLEX


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
    uint8 array of shape (height, width, 3)
        Each face in view outlined in its cube's colour, with the type's number, a ring for a bulge, a cross for a
        hollow and "?" for what is not sure; faults in red with the rule's number; the verdict on top.
    """
    drawn = frame_bgr.copy()
    unit = max(1.0, max(frame_bgr.shape[:2]) / 1000)
    for cube in reading.cubes:
        for face in cube.faces:
            _draw_face(drawn, cube, face, unit)
    for cube in reading.cubes:
        rules = {fault.rule for fault in judgement.faults if fault.cell == cube.cell}
        if rules:
            _draw_fault(drawn, _faulty_faces(cube, judgement), rules, unit)
    _draw_banner(drawn, judgement, unit)
    return drawn


def annotate_views(views: Sequence[tuple[UInt8Array, Reading]], judgement: Judgement) -> UInt8Array:
    """All photos of a tower with what was read and judged on each, side by side, as high as the lowest of them."""
    drawn = [annotate(frame_bgr, reading, judgement) for frame_bgr, reading in views]
    height = min(len(picture) for picture in drawn)
    sizes_wh = [(round(picture.shape[1] * height / len(picture)), height) for picture in drawn]
    scaled = [
        cv2.resize(picture, size, interpolation=cv2.INTER_AREA) for picture, size in zip(drawn, sizes_wh, strict=True)
    ]
    return np.asarray(np.hstack(scaled), np.uint8)


def write_lines(frame_bgr: UInt8Array, lines: Sequence[str]) -> UInt8Array:
    """Add lines of text under a picture, on a dark strip as wide as it."""
    unit = max(1.0, max(frame_bgr.shape[:2]) / 1000)
    step = round(24 * unit)
    strip = np.full((step * len(lines) + step // 2, frame_bgr.shape[1], 3), DARK, np.uint8)
    scale = cv2.getFontScaleFromHeight(_FONT, round(13 * unit))
    for number, line in enumerate(lines, start=1):
        start = (round(14 * unit), step * number)
        cv2.putText(strip, line, start, _FONT, scale, WHITE, max(1, round(unit)), cv2.LINE_AA)
    return np.vstack([frame_bgr, strip])


def _draw_face(drawn: UInt8Array, cube: CubeEvidence, face: FaceEvidence, unit: float) -> None:
    colour = AMBER if cube.type is None else TYPE_COLOURS[cube.type]
    _outline(drawn, face, colour, unit)
    right_xy, down_xy = face.corners_xy[1] - face.corners_xy[0], face.corners_xy[3] - face.corners_xy[0]
    centre_xy = face.corners_xy.mean(axis=0)
    size = float(min(np.linalg.norm(right_xy), np.linalg.norm(down_xy)))
    turns = np.linspace(0, 2 * np.pi, 25)
    ring_xy = centre_xy + 0.3 * (np.outer(np.cos(turns), right_xy) + np.outer(np.sin(turns), down_xy))
    if face.mark is Mark.BULGE:
        draw_lines(drawn, [ring_xy], BULGE, 3 * unit)
    elif face.mark is Mark.HOLLOW:
        cross = [centre_xy + 0.1 * np.array([[-1], [1]]) * arm for arm in (right_xy + down_xy, right_xy - down_xy)]
        draw_lines(drawn, cross, HOLLOW, 1.5 * unit)
    else:
        _text(drawn, "?", centre_xy, AMBER, size * 0.3, unit)
    number = "?" if cube.type is None else str(cube.type)
    place_xy = face.corners_xy[0] + 0.2 * (right_xy + down_xy)
    _text(drawn, number, place_xy, colour, max(size * 0.2, 9 * unit), unit)


def _outline(drawn: UInt8Array, face: FaceEvidence, colour: Bgr, width: float) -> None:
    draw_lines(drawn, [np.vstack([face.corners_xy, face.corners_xy[:1]])], colour, width)


def _faulty_faces(cube: CubeEvidence, judgement: Judgement) -> list[FaceEvidence]:
    """The faces in view that a fault names; all faces in view where it names none of them."""
    named: set[Face] = {face for fault in judgement.faults if fault.cell == cube.cell for face in fault.faces}
    return [evidence for evidence in cube.faces if evidence.face in named] or list(cube.faces)


def _draw_fault(drawn: UInt8Array, faces: list[FaceEvidence], rules: set[int], unit: float) -> None:
    for face in faces:
        _outline(drawn, face, RED, 4 * unit)
    corners_xy = max(faces, key=lambda face: face.visible_share).corners_xy
    centre_xy = corners_xy.mean(axis=0) + 0.28 * (corners_xy[3] - corners_xy[0])
    _text(drawn, f"rule {', '.join(map(str, sorted(rules)))}", centre_xy, WHITE, 18 * unit, unit, ground=RED)


def _draw_banner(drawn: UInt8Array, judgement: Judgement, unit: float) -> None:
    width = drawn.shape[1]
    rules = sorted({fault.rule for fault in judgement.faults})
    words = judgement.verdict.upper() + (f": rule {', '.join(map(str, rules))}" if rules else "")
    height = round(44 * unit)
    cv2.rectangle(drawn, (0, 0), (width, height), VERDICT_COLOURS[judgement.verdict], cv2.FILLED)
    scale = cv2.getFontScaleFromHeight(_FONT, round(22 * unit))
    start = (round(14 * unit), round(33 * unit))
    cv2.putText(drawn, words, start, _FONT, scale, WHITE, max(1, round(1.5 * unit)), cv2.LINE_AA)
    legend = "  ".join(f"{kind.number} {kind.colour}" for kind in TYPES) + "   ring bulge  cross hollow  ? unsure"
    # A letter is half as wide as it is high.
    size = min(14 * unit, 0.95 * width / (0.5 * len(legend)))
    _text(drawn, legend, np.array([width / 2, drawn.shape[0] - 14 * unit]), WHITE, size, unit, ground=DARK)


def draw_lines(drawn: UInt8Array, lines: list[NDArray[np.float64]], colour: Bgr, width: float) -> None:
    """Draw open rows of points of shape (n, 2), in pixels."""
    # Four more bits of precision keep the outlines smooth.
    points = [np.round(line * 16).astype(np.int32).reshape(-1, 1, 2) for line in lines]
    cv2.polylines(drawn, points, False, colour, max(1, round(width)), cv2.LINE_AA, shift=4)


def _text(
    drawn: UInt8Array,
    words: str,
    centre_xy: NDArray[np.float64],
    colour: Bgr,
    height_px: float,
    unit: float,
    ground: Bgr | None = None,
) -> None:
    """Write centred on a point, on a filled box or with an outline that keeps it readable on any paint."""
    scale = cv2.getFontScaleFromHeight(_FONT, max(6, round(height_px)))
    thickness = max(1, round(unit))
    (width, height), baseline = cv2.getTextSize(words, _FONT, scale, thickness)
    x, y = round(centre_xy[0] - width / 2), round(centre_xy[1] + height / 2)
    if ground is not None:
        pad = round(4 * unit)
        cv2.rectangle(drawn, (x - pad, y - height - pad), (x + width + pad, y + baseline), ground, cv2.FILLED)
    else:
        outline = DARK if sum(colour) > 400 else WHITE
        cv2.putText(drawn, words, (x, y), _FONT, scale, outline, thickness + max(2, round(2 * unit)), cv2.LINE_AA)
    cv2.putText(drawn, words, (x, y), _FONT, scale, colour, thickness, cv2.LINE_AA)
