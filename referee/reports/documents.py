"""What is found of a babel tower, as the JSON documents of docs/commands.md. Called by the commands."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from referee.shown import Shown
from referee.tower_words import Standpoint, further_view_words, view_to_add
from referee.verdicts.advice import TowerAdvice
from rules.games.babel import (
    Cell,
    Face,
    Fact,
    FurtherView,
    Judgement,
    Mark,
    PositionFields,
    Suggestion,
    Tower,
    tower_notation,
)
from rules.options import option_values

_WORDS = {Mark.BULGE: "bulge", Mark.HOLLOW: "hollow", None: "unknown"}
_NONE_LIKELY: Mapping[Cell, int] = MappingProxyType({})


def judge_document(fields: PositionFields, judgement: Judgement, problems: Sequence[str]) -> dict[str, Any]:
    """What `judge --json` prints."""
    tower = fields.tower
    return {
        **judgement_fields(
            tower,
            judgement,
            judgement.certain,
            seen=lambda cell: [face.name for face in Face if tower[cell].mark(face) is not None],
            confidence=lambda cell: 1.0,
            fault_confidences=(1.0,) * len(judgement.faults),
        ),
        "notation": str(fields),
        "problems": list(problems),
    }


def suggest_document(advice: TowerAdvice) -> dict[str, Any]:
    """What `suggest --json` prints."""
    return {
        "to_move": advice.to_move,
        "outcome": advice.outcome,
        "plies": advice.plies,
        "suggestions": [suggestion_fields(suggestion) for suggestion in advice.suggestions],
    }


def judgement_fields(
    tower: Tower,
    judgement: Judgement,
    shown: Shown,
    seen: Callable[[Cell], list[str]],
    confidence: Callable[[Cell], float],
    fault_confidences: Sequence[float],
    standpoints: Sequence[Standpoint] = (),
    likely_types: Mapping[Cell, int] = _NONE_LIKELY,
) -> dict[str, Any]:
    """The fields that `check` and `judge` share, seen faces and confidences given by cell.

    `shown` is what is known of each cube, or follows; `standpoints` say from which corners photos were taken,
    `likely_types` which types are told that were not judged.
    """
    cubes = []
    for cell, cube in shown.items():
        cubes.append(
            {
                "cell": list(cell),
                "type": likely_types.get(cell) if cube.type is None else cube.type,
                "faces": {face.name: _WORDS[cube.mark(face)] for face in Face},
                "seen": seen(cell),
                "confidence": round(confidence(cell), 4),
            }
        )
    return {
        "game": "babel",
        "verdict": judgement.verdict,
        "faults": [
            {
                "rule": fault.rule,
                "cell": list(fault.cell),
                "faces": [face.name for face in fault.faces],
                "by": fault.by,
                "confidence": round(sure, 4),
                "message": fault.message,
                "facts": [_fact_fields(fact) for fact in fault.facts],
            }
            for fault, sure in zip(judgement.faults, fault_confidences, strict=True)
        ],
        "cubes": cubes,
        "notation": tower_notation(tower),
        "arrangements": judgement.arrangements,
        "witness": None if judgement.witness is None else tower_notation(judgement.witness),
        "proof": judgement.proof,
        "options": option_values(judgement.options),
        "further_view": _further_view_fields(view_to_add(tower, judgement), standpoints),
    }


def _further_view_fields(view: FurtherView | None, standpoints: Sequence[Standpoint]) -> dict[str, Any] | None:
    if view is None:
        return None
    return {
        "from": view.corner,
        "cubes": view.cubes,
        "faces": view.faces,
        "levels": list(view.levels),
        "arrangements": view.arrangements,
        "expected_arrangements": view.expected,
        "message": further_view_words(view, standpoints),
    }


def _fact_fields(fact: Fact) -> dict[str, Any]:
    said = fact.said.value if isinstance(fact.said, Mark) else fact.said
    return {"cell": list(fact.cell), "face": fact.face and fact.face.name, "said": said}


def suggestion_fields(suggestion: Suggestion) -> dict[str, Any]:
    """One placement with what it leads to."""
    placement = suggestion.placement
    return {
        "cell": list(placement.cell),
        "type": placement.type,
        "bulges": [face.name for face in Face if face in placement.bulges],
        "outcome": suggestion.outcome,
        "plies": suggestion.plies,
        "reason": suggestion.reason,
    }
