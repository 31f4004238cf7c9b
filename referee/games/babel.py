"""babel's own way to judge and to suggest, for a tower may have hidden faces."""

from dataclasses import replace

from referee.requests import Request
from rules import ImpossiblePosition
from rules.errors import faults_sentence
from rules.game import after_name
from rules.games.babel import (
    GAME,
    Position,
    PositionFields,
    all_that_is_known,
    parse_fields,
    parse_position,
    position_of,
    tower_notation,
    turn_problems,
)
from rules.games.babel import judge as judge_tower


def notation(position: Position) -> str:
    """The position in notation; of hands that do not fit to the tower nothing is said."""
    return f"{GAME.name} {tower_notation(position.tower)}" if position.problems() else GAME.position_notation(position)


def seen_after(request: Request, before: Position) -> Position:
    """What was seen after a change: a tower needs no hands for that, so they are as before."""
    fields = parse_fields(_tower_notation(request))
    if fields.hands is not None:
        return parse_position(_tower_notation(request), request.options)
    return Position(fields.tower, before.hands, before.to_move, request.options)


def with_seen(end: Position, after: Position) -> Position:
    """The position to which a change leads, with what the later look shows of cubes that stood there before."""
    return replace(end, tower=all_that_is_known(end.tower, after.tower))


def judge(request: Request, as_json: bool) -> int:
    """Judge a tower, hidden faces and unknown types included; with hands or without."""
    fields = parse_fields(_tower_notation(request))
    position = seen_after(request, Position(options=request.options))
    problems = position.problems() if fields.hands is not None else _turn_problems(fields)
    judgement = judge_tower(position.tower, request.options)
    if as_json:
        from referee.json_output import print_json
        from referee.reports.documents import judge_document

        print_json(judge_document(fields, judgement, problems))
    else:
        from referee.console import OutputConsole
        from referee.reports.text import print_judgement
        from referee.tower_text import draw_tower, hands_text, symbols_for

        console = OutputConsole()
        console.print(draw_tower(position.tower, judgement.certain, symbols_for(console)))
        print_judgement(console, position.tower, judgement, str(fields), problems)
        if fields.hands is not None:
            console.print(hands_text(position.hands))
    return 1 if judgement.verdict == "illegal" else 0


def _turn_problems(fields: PositionFields) -> tuple[str, ...]:
    """What does not fit between a tower and the player to move, if one is named."""
    return () if fields.player is None else turn_problems(fields.tower, fields.player)


def suggest(request: Request, seconds: float, seed: int, as_json: bool) -> int:
    """Rank all placements by perfect play, which takes neither time nor chance."""
    from referee.verdicts.advice import advise, all_certain

    fields = parse_fields(_tower_notation(request))
    # Before hands are asked for, which would help no illegal tower.
    judgement = judge_tower(fields.tower, request.options)
    if judgement.faults:
        raise ImpossiblePosition(f"no suggestion: {faults_sentence(judgement.faults)}")
    # Types and faces that are not written may follow with certainty, and from the types the hands, or from hands types.
    position = position_of(all_certain(judgement, fields.hands), fields.hands, fields.player, request.options)
    advice = advise(position)
    if as_json:
        from referee.json_output import print_json
        from referee.reports.documents import suggest_document

        print_json(suggest_document(advice))
    else:
        from referee.boards.babel import board
        from referee.console import OutputConsole
        from referee.reports.text import print_advice

        console = OutputConsole()
        console.print(board(replace(position, tower=fields.tower)))
        print_advice(console, advice)
    return 0


def _tower_notation(request: Request) -> str:
    return after_name(request.notation, (GAME.name,))
