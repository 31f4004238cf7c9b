"""What `check --json` prints; apart from `report` so that commands without a photo load no reader."""

from typing import Any

from .advice import Advice
from .checking import Check, cube_confidence, seen_marks
from .report import judgement_fields, suggestion_fields


def check_document(check: Check, advice: Advice) -> dict[str, Any]:
    """What `check --json` prints."""
    reading = check.reading
    marks = seen_marks(reading)
    confidences = {cube.cell: cube_confidence(cube) for cube in reading.cubes}
    return {
        **judgement_fields(
            reading.tower,
            check.judgement,
            seen=lambda cell: [face.name for face, mark in marks.get(cell, {}).items() if mark is not None],
            confidence=lambda cell: confidences.get(cell, 0.0),
            fault_confidences=check.fault_confidences,
        ),
        "to_move": advice.to_move,
        "suggestions": [suggestion_fields(suggestion) for suggestion in advice.suggestions],
        "advice": advice.remark,
        "views": [
            {
                "photo": str(check.photo.path),
                "pose": check.full_size_pose.as_json(),
                "seen": [[*cell, face.name] for cell, faces in marks.items() for face in faces],
            }
        ],
    }
