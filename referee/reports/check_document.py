"""What `check --json` prints; apart from `documents` so that commands without a photo load no reader."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from referee.verdicts.advice import TowerAdvice
from referee.verdicts.checking import Check, cube_confidence

from .documents import judgement_fields, suggestion_fields


def check_document(
    check: Check, advice: TowerAdvice, profile: str | None, name_of: Callable[[Path], str] = str
) -> dict[str, Any]:
    """What `check --json` prints.

    Parameters
    ----------
    check : Check
    advice : TowerAdvice
    profile : str or None
        The name of the one that was asked for.
    name_of : callable
        How each photo is named.
    """
    seen = check.seen
    told = {cube.cell: [face.face for face in cube.faces if face.mark is not None] for cube in seen.cubes}
    confidences = {cube.cell: min(cube_confidence(cube), seen.cell_confidence) for cube in seen.cubes}
    views = [
        {
            "photo": name_of(view.photo.path),
            "pose": view.full_size_pose.as_json(),
            "outline": view.outline_xy.round(2).tolist(),
            "seen": [
                [*cube.cell, face.face.name]
                for cube in view.reading.cubes
                for face in cube.faces
                if face.face in told.get(cube.cell, ())
            ],
        }
        for view in check.views
    ]
    contradictions = [
        {
            "cell": list(found.cell),
            "face": found.face and found.face.name,
            "said": [{"photo": name_of(check.views[number].photo.path), "what": what} for number, what in found.said],
        }
        for found in seen.contradictions
    ]
    uses = [
        {"photo": name_of(path), "used": list(use.used), "remarks": list(use.remarks)}
        for path, use in check.profile_uses.items()
    ]
    return {
        **judgement_fields(
            seen.tower,
            check.judgement,
            check.shown,
            seen=lambda cell: [face.name for face in told.get(cell, ())],
            confidence=lambda cell: confidences.get(cell, 0.0),
            fault_confidences=check.fault_confidences,
            standpoints=check.standpoints,
            likely_types=seen.likely_types,
        ),
        "to_move": advice.to_move,
        "suggestions": [suggestion_fields(suggestion) for suggestion in advice.suggestions],
        "advice": advice.remark,
        "views": views,
        "profile": profile and {"name": profile, "uses": uses},
        "left_out": [{"photo": name_of(path), "reason": reason} for path, reason in check.left_out.items()],
        "contradictions": contradictions,
    }
