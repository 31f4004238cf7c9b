"""The report on a tower: one HTML page with everything in it, that loads nothing. Called by `check --report`."""

import base64
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from importlib.metadata import version
from typing import Any

import cv2
import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined

from calibration.arrays import FloatArray, UInt8Array
from referee.console import SHOWN_SUGGESTIONS
from referee.drawings.annotate import annotate
from referee.drawings.face_lines import RED, draw_lines, outline
from referee.drawings.flat import hex_colour
from referee.drawings.tower_drawing import PAINTS_RGB
from referee.shown import Shown
from referee.tower_text import beside_in_words
from referee.tower_words import doubt_words, further_view_words, rules_in_words, view_to_add
from referee.verdicts.advice import TowerAdvice, advise_tower
from referee.verdicts.checking import Check, View
from rules.errors import counted
from rules.games.babel import (
    CELLS,
    TYPES,
    CellFace,
    Face,
    Fault,
    Hands,
    Options,
    Tower,
    cell_name,
    face_letters,
    fitting_placements,
    hands_without,
    in_footprint,
    in_words,
    is_outer,
    judge,
    open_cells,
    other_player,
    tower_notation,
)
from vision.faces import FaceSite
from vision.shrinking import shrunk

from .page_drawing import plans, sides

_PHOTO_PX = 1200
_CROP_PX = 320
_QUALITY = 85


def report_page(check: Check, advice: TowerAdvice, hands: Hands | None) -> str:
    """The page as HTML text.

    Parameters
    ----------
    check : Check
    advice : TowerAdvice
        What to play next.
    hands : Hands or None
        What the players still hold.
    """
    environment = Environment(loader=PackageLoader("referee.reports"), autoescape=True, undefined=StrictUndefined)
    return environment.get_template("report.html.jinja").render(page=_page(check, advice, hands))


def _page(check: Check, advice: TowerAdvice, hands: Hands | None) -> dict[str, Any]:
    seen, judgement = check.seen.tower, check.judgement
    certain, shown, options = judgement.certain, check.shown, judgement.options
    faulty = {(fault.cell, face) for fault in judgement.faults for face in _faces_at_fault(fault, certain)}
    names = ", ".join(view.photo.path.name for view in check.views)
    return {
        "title": f"{judgement.verdict}: {names}",
        "verdict": judgement.verdict,
        "summary": _summary(check),
        "photos": [
            {"name": view.photo.path.name, "source": _source(shrunk(_drawn(view, check), _PHOTO_PX))}
            for view in check.views
        ],
        "left_out": [(path.name, reason) for path, reason in check.left_out.items()],
        "faults": [
            {
                "rule": fault.rule,
                "by": fault.by,
                "doubt": doubt_words(sure),
                "message": fault.message,
                "facts": in_words(fault.facts) if all(in_footprint(fact.cell) for fact in fault.facts) else "",
                "crops": list(_crops(fault, check)),
            }
            for fault, sure in zip(judgement.faults, check.fault_confidences, strict=True)
        ],
        "remarks": list(_remarks(check)),
        "sides": sides(check.seen.faces_told, shown, faulty),
        "beside": beside_in_words(seen),
        "notation": tower_notation(seen),
        "kinds": [
            {
                "number": kind.number,
                "colour": kind.colour,
                "fill": hex_colour(PAINTS_RGB[kind.number]),
                "in_box": kind.in_box,
                "count": certain.type_counts()[kind.number],
            }
            for kind in TYPES
        ],
        "levels": _levels(certain),
        "unknown": sum(cube.type is None for cube in certain.values()),
        "plans": () if judgement.verdict == "illegal" else plans(check.seen.faces_told, shown),
        "joints": _joints_in_words(check.seen.faces_told, shown),
        # Of a tower that breaks a rule as it was read there is nothing to go on from.
        "left": _left(certain, hands, options) if judgement.arrangements else [],
        "hands_known": hands is not None,
        "players": _players(check, advice, hands, options),
        "version": version("tower-referee"),
        "rules": f"black cubes {options.type2}, beige cubes {options.type3}, "
        f"finished tower {options.finished.replace('_', ' ')}",
    }


def _summary(check: Check) -> str:
    cubes, hidden = len(check.seen.cubes), len(check.seen.hidden)
    count = f"{counted(cubes, 'cube')} in {counted(len(check.views), 'photo')}"
    count += f", {counted(hidden, 'place')} out of view" if hidden else ""
    match check.judgement.verdict:
        case "illegal":
            return f"{count}; broken: {rules_in_words({fault.rule for fault in check.judgement.faults})}."
        case "legal":
            return f"{count}; nothing speaks against this tower."
        case _:
            return f"{count}; no fault is proven, but not everything is known."


def _remarks(check: Check) -> Iterator[str]:
    contradictions = check.contradictions
    yield from contradictions
    if check.judgement.verdict == "illegal":
        return
    yield from (reason for reason in check.judgement.reasons if reason not in contradictions)
    view = view_to_add(check.seen.tower, check.judgement)
    if view is not None:
        yield further_view_words(view, check.standpoints)


def _drawn(view: View, check: Check) -> UInt8Array:
    return annotate(view.photo.frame_bgr, view.drawn, check.judgement)


def _source(picture: UInt8Array) -> str:
    """The picture as a data URL."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    assert done
    return f"data:image/jpeg;base64,{base64.b64encode(data.tobytes()).decode()}"


def _crops(fault: Fault, check: Check) -> Iterator[dict[str, str]]:
    """The photo round the faces that a fault is about, outlined, of each view that shows one of them."""
    cells = {fault.cell, *(fact.cell for fact in fault.facts)}
    named = {(fact.cell, fact.face) for fact in fault.facts if fact.face is not None}
    named |= {(fault.cell, face) for face in fault.faces}
    for view in check.views:
        faces = [(cube.cell, face) for cube in view.reading.cubes for face in cube.faces if cube.cell in cells]
        faces = [(cell, face) for cell, face in faces if (cell, face.face) in named] or faces
        if faces:
            corners_xy = np.concatenate([face.corners_xy for _, face in faces])
            crop = _cropped(_outlined(view, [FaceSite(cell, face.face) for cell, face in faces]), corners_xy)
            if crop.size:
                yield {"name": view.photo.path.name, "source": _source(shrunk(crop, _CROP_PX))}


def _outlined(view: View, sites: Sequence[FaceSite]) -> UInt8Array:
    """A view's photo with a red line round some faces, fine enough to leave in view what is accused."""
    frame_bgr = view.photo.frame_bgr.copy()
    cells = [cube.cell for cube in view.reading.cubes]
    for site in sites:
        draw_lines(frame_bgr, outline(site, cells, view.reading.pose, RED, 1.0))
    return frame_bgr


def _cropped(frame_bgr: UInt8Array, corners_xy: FloatArray) -> UInt8Array:
    """The picture round some points, with as much again on every side as half of their spread."""
    low, high = corners_xy.min(axis=0), corners_xy.max(axis=0)
    margin = (high - low).max() / 2
    x0, y0 = np.maximum(np.floor(low - margin), 0).astype(int)
    x1, y1 = np.maximum(np.ceil(high + margin), 0).astype(int)
    return frame_bgr[y0:y1, x0:x1]


def _faces_at_fault(fault: Fault, certain: Tower) -> Sequence[Face]:
    """The faces that a fault names and that show; all where none does, as on the photos."""
    return [face for face in fault.faces if face.beside(fault.cell) not in certain] or tuple(Face)


def _joints_in_words(told: Set[CellFace], certain: Shown) -> str:
    """How many faces inside the tower follow without having been seen; nothing where no two cubes touch."""
    inner = [(c, f) for c in certain if c in CELLS for f in Face if not is_outer(c, f) and f.beside(c) in certain]
    deduced = sum(face not in told and certain[face[0]].mark(face[1]) is not None for face in inner)
    unknown = sum(certain[cell].mark(face) is None for cell, face in inner)
    if not inner:
        return ""
    are = "is" if deduced == 1 else "are"
    return f"Of {len(inner)} faces inside the tower {deduced} {are} deduced and {unknown} not known."


def _levels(certain: Tower) -> list[dict[str, Any]]:
    rows = []
    for z in sorted({cell[2] for cell in certain}, reverse=True):
        types = [cube.type for cell, cube in certain.items() if cell[2] == z]
        counts = [types.count(kind.number) for kind in TYPES]
        rows.append({"name": str(z + 1), "counts": counts, "unknown": types.count(None)})
    return rows


def _left(certain: Tower, hands: Hands | None, options: Options) -> list[dict[str, Any]]:
    """For each type what the box still holds, and in how many ways one could be placed now; none if it is finished.

    Cubes of unknown type may be of any: then from how many to how many are left, where the hands do not tell.
    """
    cells = open_cells(certain)
    ways = Counter(fits.type for cell in cells for fits in fitting_placements(certain, cell, options))
    rows = []
    for kind, (least, most) in zip(TYPES, certain.left_in_box(), strict=True):
        held = tuple(hand[kind.number] for hand in hands) if hands else ()
        name = f"{kind.number} {kind.colour}"
        if hands:
            least = most = sum(held)
        left = str(most) if least == most else f"{least} to {most}"
        rows.append({"name": name, "left": left, "ways": ways[kind.number] if most else 0, "held": held})
    return rows if cells else []


def _players(check: Check, first: TowerAdvice, hands: Hands | None, options: Options) -> list[dict[str, Any]]:
    """The best placements of the player to move, and of the other once the best of these is made."""
    judgement = check.judgement
    if judgement.verdict == "illegal":
        return []
    if first.to_move is None or not first.suggestions:
        return [_player("", first)]
    best = first.suggestions[0].placement
    tower = judgement.certain.placed(best.cell, best.cube)
    held = hands and hands_without(hands, first.to_move, best.type)
    second = advise_tower(tower, judge(tower, options), held, options)
    return [
        _player(f"Player {first.to_move}, to move", first),
        _player(f"Player {other_player(first.to_move)}, once the first of these is placed", second),
    ]


def _player(name: str, advice: TowerAdvice) -> dict[str, Any]:
    return {"name": name, "suggestions": _suggestion_rows(advice), "remark": advice.remark}


def _suggestion_rows(advice: TowerAdvice) -> Sequence[dict[str, str]]:
    return [
        {
            "cube": f"{suggestion.placement.type} {TYPES[suggestion.placement.type].colour}",
            "cell": cell_name(suggestion.placement.cell),
            "bulges": " ".join(face_letters(suggestion.placement.bulges)) or "none",
            "outcome": f"{suggestion.outcome} in {suggestion.plies}",
            "reason": suggestion.reason,
        }
        for suggestion in advice.suggestions[:SHOWN_SUGGESTIONS]
    ]
