"""What is found of a babel tower, as a person wants to read it in a terminal. Called by the commands."""

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from referee.console import SHOWN_SUGGESTIONS, VERDICT_STYLES
from referee.tower_text import TYPE_STYLES
from referee.tower_words import Standpoint, doubt_words, further_view_words, view_to_add
from referee.verdicts.advice import TowerAdvice
from rules.errors import counted
from rules.games.babel import (
    TYPES,
    Judgement,
    Placement,
    Suggestion,
    Tower,
    cell_name,
    face_letters,
)

_VERDICT_WORDS = {
    "legal": "LEGAL: nothing speaks against this tower.",
    "illegal": "ILLEGAL",
    "undetermined": "UNDETERMINED: no fault is proven, but not everything is known.",
}
# A narrower one breaks its words.
_NARROWEST_TABLE = 72


def print_judgement(
    console: Console,
    tower: Tower,
    judgement: Judgement,
    notation: str,
    problems: Sequence[str] = (),
    standpoints: Sequence[Standpoint] = (),
    fault_confidences: Sequence[float] | None = None,
) -> None:
    """Print the verdict and what it rests on, below the tower, and the notation to go on with."""
    console.print()
    console.print(Text(_VERDICT_WORDS[judgement.verdict], VERDICT_STYLES[judgement.verdict]))
    for fault, sure in zip(judgement.faults, fault_confidences or (1.0,) * len(judgement.faults), strict=True):
        deduced = " (deduced)" if fault.by == "deduced" else ""
        console.print(f"  rule {fault.rule}{doubt_words(sure)}: {escape(fault.message)}{deduced}", style="red")
    if judgement.verdict != "illegal":
        console.print(escape(f"  {judgement.proof}"))
    if judgement.arrangements > 1:
        console.print(Text(f"  one arrangement: {judgement.witness}"), soft_wrap=True)
    view = None if judgement.verdict == "illegal" else view_to_add(tower, judgement)
    if view is not None:
        console.print(escape(f"  {further_view_words(view, standpoints)}"))
    told = {fault.message for fault in judgement.faults}
    for problem in (problem for problem in problems if problem not in told):
        console.print(escape(f"  note: {problem}"), style="yellow")
    console.print(Text(f"notation: {notation}"), soft_wrap=True)


def print_advice(console: Console, advice: TowerAdvice) -> None:
    """Print who is to move, how it stands and the best placements."""
    is_over = advice.outcome is not None and not advice.suggestions
    if advice.to_move is not None and not is_over:
        console.print(Text(f"to move: player {advice.to_move}{_standing(advice)}"))
    if advice.suggestions:
        rows = [_row(suggestion) for suggestion in advice.suggestions[:SHOWN_SUGGESTIONS]]
        if console.width < _NARROWEST_TABLE:
            for number, (cube, place, bulges, outcome, reason) in enumerate(rows, start=1):
                told = f"in {place}, bulges {bulges}: {outcome}; {reason}"
                console.print(Text.assemble(f"{number} ", cube, told))
        else:
            table = Table(box=None, pad_edge=False, header_style="bold")
            for header in ("", "place", "in", "bulges to", "outcome", "why"):
                table.add_column(header, overflow="fold")
            for number, (cube, *words) in enumerate(rows, start=1):
                table.add_row(str(number), cube, *map(escape, words))
            console.print(table)
        rest = len(advice.suggestions) - SHOWN_SUGGESTIONS
        if rest > 0:
            console.print(Text(f"and {rest} more (--json lists all)", "dim"))
    if advice.remark:
        console.print(Text(advice.remark))


def _standing(advice: TowerAdvice) -> str:
    if advice.outcome is None or advice.plies is None or not advice.suggestions:
        return ""
    words = {"win": "wins", "loss": "loses", "draw": "draws"}[advice.outcome]
    return f", who {words} with best play in {counted(advice.plies, 'placement')}"


def _row(suggestion: Suggestion) -> tuple[Text, str, str, str, str]:
    """What to place, where, with its bulges where to, what comes of it, and why."""
    placement = suggestion.placement
    return (
        _cube(placement),
        cell_name(placement.cell),
        " ".join(face_letters(placement.bulges)) or "none",
        f"{suggestion.outcome} in {suggestion.plies}",
        suggestion.reason,
    )


def _cube(placement: Placement) -> Text:
    kind = TYPES[placement.type]
    return Text(f" {kind.number} {kind.colour} ", TYPE_STYLES[placement.type])
