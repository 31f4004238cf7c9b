"""What `check --json` prints; apart from `documents` so that commands without a photo load no reader."""

from typing import Any

from referee.verdicts.advice import TowerAdvice
from referee.verdicts.checking import Check, cube_confidence

from .documents import judgement_fields, suggestion_fields


def check_document(check: Check, advice: TowerAdvice, profile: str | None) -> dict[str, Any]:
    """What `check --json` prints; `profile` is the name of the one that was asked for."""
    seen = check.seen
    told = {cube.cell: [face.face for face in cube.faces if face.mark is not None] for cube in seen.cubes}
    confidences = {cube.cell: cube_confidence(cube) for cube in seen.cubes}
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
        "views": [
            {
                "photo": str(view.photo.path),
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
        ],
        "profile": profile
        and {
            "name": profile,
            "uses": [
                {"photo": str(path), "used": list(use.used), "remarks": list(use.remarks)}
                for path, use in check.profile_uses.items()
            ],
        },
        "left_out": [{"photo": str(path), "reason": reason} for path, reason in check.left_out.items()],
        "contradictions": [
            {
                "cell": list(found.cell),
                "face": found.face and found.face.name,
                "said": [{"photo": str(check.views[number].photo.path), "what": what} for number, what in found.said],
            }
            for found in seen.contradictions
        ],
    }
