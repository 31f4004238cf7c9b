"""Verdicts, advice and records of any game as the JSON documents of docs/commands.md. Called by the commands."""

from collections.abc import Sequence
from typing import Any

from referee.games import notation
from referee.players import RANDOM
from referee.requests import Request
from rules.game import Advice, Explanation, Fault, Game
from rules.options import option_choices, option_values
from rules.record import mover
from rules.record_reading import RecordReading


def verdict_document(
    request: Request, position: Any, verdict: str, faults: Sequence[Fault], remark: str
) -> dict[str, Any]:
    """What `judge --json` prints of any game but babel, and of every change."""
    return {
        **judged_fields(request.game, verdict, faults, remark),
        "notation": notation(request.game, position),
        "options": option_values(request.game.options(position)),
    }


def judged_fields(game: Game[Any, Any, Any], verdict: str, faults: Sequence[Fault], remark: str) -> dict[str, Any]:
    """The verdict, whatever is known of the position."""
    return {"game": game.name, "verdict": verdict, "faults": fault_fields(faults), "remark": remark}


def position_fields(game: Game[Any, Any, Any], position: Any) -> dict[str, Any]:
    """Whose turn it is, the points, and how it ended."""
    return {
        "to_move": None if game.is_over(position) else game.to_move(position),
        "scores": list(game.scores(position)),
        "winners": list(game.winners(position)),
        "result": game.result(position),
    }


#: Of a game whose start is wrong, nothing of this can be told.
_NO_POSITION_FIELDS = {"to_move": None, "scores": None, "winners": None, "result": None}


def change_fields(game: Game[Any, Any, Any], before: Any, change: Explanation[Any]) -> dict[str, Any]:
    """Which moves explain a change."""
    return {
        "before": game.position_notation(before),
        "ways": [[game.move_notation(move) for move in way] for way in change.ways],
    }


def advice_document(request: Request, position: Any, advice: Advice[Any]) -> dict[str, Any]:
    """What `suggest --json` prints of any game but babel."""
    game = request.game
    return {
        "game": game.name,
        **position_fields(game, position),
        "unit": advice.unit,
        "is_exact": advice.is_exact,
        "suggestions": [
            {"move": game.move_notation(ranked.move), "value": ranked.value, "reason": ranked.reason}
            for ranked in advice.moves
        ],
        "notation": game.position_notation(position),
    }


def record_document(reading: RecordReading[Any, Any]) -> dict[str, Any]:
    """What `replay --json` prints."""
    record, wrong = reading.record, reading.wrong_move
    game, start = record.game, record.positions[0]
    return {
        "game": game.name,
        "options": option_values(game.options(start)),
        "players": list(record.players),
        "start": game.position_notation(start),
        "moves": [
            {
                "number": number,
                "who": mover(game.to_move(before)),
                "move": game.move_notation(move),
                "notation": game.position_notation(after),
            }
            for number, (before, move, after) in enumerate(
                zip(record.positions, record.moves, record.positions[1:], strict=False), start=1
            )
        ],
        "wrong_move": wrong and {"number": wrong.number, "move": wrong.notation, "faults": fault_fields(wrong.faults)},
        **(_NO_POSITION_FIELDS if wrong and wrong.is_start else position_fields(game, record.position)),
        "remarks": list(reading.remarks),
    }


def games_document(found: Sequence[tuple[Game[Any, Any, Any], Sequence[int]]]) -> list[dict[str, Any]]:
    """What `games --json` prints: each game, and how many can play it."""
    return [
        {
            "name": game.name,
            "aliases": list(game.aliases),
            "summary": game.summary,
            "players": list(players),
            "options": [
                {"name": name, "default": value, "choices": list(option_choices(game.default_options)[name])}
                for name, value in option_values(game.default_options).items()
            ],
            "baselines": [RANDOM, *game.baselines],
        }
        for game, players in found
    ]


def fault_fields(faults: Sequence[Fault]) -> list[dict[str, Any]]:
    """Each fault."""
    return [{"rule": fault.rule, "places": list(fault.places), "message": fault.message} for fault in faults]
