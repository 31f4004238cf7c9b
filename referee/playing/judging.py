"""The verdict on a position of any game, and on the change between two. Called by `judge`."""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import Any

from referee.games import own_way
from referee.progress import waiting
from referee.reports.standing import standing
from referee.requests import Request, with_name
from rules import ImpossiblePosition, IncompletePosition
from rules.errors import faults_sentence
from rules.game import Explanation, Game, Verdict

#: Ways to explain a change that are printed at most.
SHOWN_WAYS = 20


def judge_position(request: Request, as_json: bool) -> int:
    """Print what is wrong with a position seen without its history; the exit status."""
    game = request.game
    position = request.position()
    try:
        faults, remark = tuple(game.faults(position)), ""
    except IncompletePosition as reason:
        faults, remark = (), str(reason)
    verdict: Verdict = "illegal" if faults else "undetermined" if remark else "legal"
    if verdict == "legal":
        remark = _why_standing_is_unknown(game, position)
    is_standing_told = verdict == "legal" and not remark
    if as_json:
        from referee.json_output import print_json
        from referee.reports.game_documents import position_fields, verdict_document

        state = position_fields(game, position) if is_standing_told else {}
        print_json({**verdict_document(request, position, verdict, faults, remark), **state})
    else:
        from referee.boards import board
        from referee.console import VERDICT_STYLES, OutputConsole
        from referee.games import notation
        from referee.reports.game_text import print_board, print_faults

        console = OutputConsole()
        if is_standing_told:
            print_board(console, game, position)
        else:
            console.print(board(game, position))
        words = "LEGAL: nothing speaks against this position." if verdict == "legal" else verdict.upper()
        console.print(words, style=VERDICT_STYLES[verdict])
        print_faults(console, faults)
        print_lines(console, [remark] if remark else [], notation(game, position))
    return 1 if faults else 0


def _why_standing_is_unknown(game: Game[Any, Any, Any], position: Any) -> str:
    """Why whose turn it is or the points do not follow from what is known; empty if they do."""
    try:
        standing(game, position)
    except IncompletePosition as reason:
        return str(reason)
    return ""


def judge_change(request: Request, before_notation: str, as_json: bool) -> int:
    """Print which moves lead from one position to another, or what is wrong; the exit status.

    Raises
    ------
    ImpossiblePosition
        The position before breaks a rule itself.
    """
    game = request.game
    before = position_before(game, before_notation, request.options)
    # What the later position leaves out, such as how many play, is as before.
    request = replace(request, options=game.options(before))
    seen_after = own_way(game, "seen_after")
    after = seen_after(request, before) if seen_after else request.position()
    with waiting("looking for the moves"):
        change, remark = explained(game, before, after)
    end = end_of(game, before, change)
    if end is not None:
        with_seen = own_way(game, "with_seen")
        after = with_seen(end, after) if with_seen else end
    verdict: Verdict = "legal" if change.ways else "illegal" if change.faults else "undetermined"
    if as_json:
        from referee.json_output import print_json
        from referee.reports.game_documents import change_fields, verdict_document

        fields = change_fields(game, before, change)
        print_json({**verdict_document(request, after, verdict, change.faults, remark), **fields})
    else:
        _print_change(game, after, verdict, change, remark)
    return 1 if change.faults else 0


def end_of(game: Game[Any, Any, Any], before: Any, change: Explanation[Any]) -> Any:
    """The position to which all ways of a change lead; None if there are several, or none."""
    ends = {game.position_notation(end): end for end in (reduce(game.play, way, before) for way in change.ways)}
    return next(iter(ends.values())) if len(ends) == 1 else None


def explained(game: Game[Any, Any, Any], before: Any, after: Any) -> tuple[Explanation[Any], str]:
    """How one position became another; nothing, and why, where too little is known to say."""
    try:
        return game.explain(before, after), ""
    except IncompletePosition as reason:
        return Explanation((), ()), str(reason)


def _print_change(
    game: Game[Any, Any, Any], after: Any, verdict: Verdict, change: Explanation[Any], remark: str
) -> None:
    from referee.boards import board
    from referee.console import VERDICT_STYLES, OutputConsole
    from referee.games import notation
    from referee.reports.game_text import print_faults

    console = OutputConsole()
    console.print(board(game, after))
    console.print(verdict.upper(), style=VERDICT_STYLES[verdict])
    print_faults(console, change.faults)
    print_lines(console, [*ways_shown(game, change), *([remark] if remark else [])], notation(game, after))


def ways_shown(game: Game[Any, Any, Any], change: Explanation[Any]) -> list[str]:
    """The ways to explain a change as lines, the first of them if there are many."""
    from referee.reports.game_text import ways_text

    ways = list(ways_text(game, change.ways[:SHOWN_WAYS]))
    if len(change.ways) > 1:
        ways.insert(0, f"There are {len(change.ways)} ways:")
    if len(change.ways) > SHOWN_WAYS:
        ways.append(f"and {len(change.ways) - SHOWN_WAYS} more (--json lists all)")
    return ways


def position_before(game: Game[Any, Any, Any], before_notation: str, options: Any) -> Any:
    """The position before a change.

    What follows on a position that breaks a rule, no rule says; one that is known in part may well be legal.

    Raises
    ------
    NotationError
        It cannot be read.
    ImpossiblePosition
        It breaks a rule itself.
    """
    before = game.parse_position(with_name(before_notation, game), options)
    try:
        faults = tuple(game.faults(before))
    except IncompletePosition:
        return before
    if faults:
        raise ImpossiblePosition(f"the position before breaks a rule itself: {faults_sentence(faults)}")
    return before


def print_lines(console: Any, lines: Iterable[str], position_notation: str) -> None:
    """What is said of a position below the verdict, and its notation."""
    for line in lines:
        console.print(f"  {line}", markup=False)
    console.print(f"notation: {position_notation}", markup=False, soft_wrap=True)
