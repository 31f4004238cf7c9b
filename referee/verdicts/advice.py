"""The best next placement for a tower, also where it does not show who placed which cube. Called by the commands."""

from dataclasses import dataclass

from rules import ImpossiblePosition, IncompletePosition
from rules.errors import counted
from rules.games.babel import (
    Hands,
    Judgement,
    Options,
    Outcome,
    Placement,
    Position,
    Suggestion,
    Tower,
    certain_by_hands,
    hands_notation,
    next_player,
    possible_hands,
    solver_for,
)

_REMEDY = "give --hands, what both still hold"


@dataclass(frozen=True, slots=True)
class TowerAdvice:
    """What to play.

    Attributes
    ----------
    to_move : int or None
        The player to move, 1 or 2; None if that is not known.
    outcome : {"win", "loss", "draw"} or None
        For the player to move, both playing best; None if it depends on what is not known.
    plies : int or None
        Placements until the game is over.
    suggestions : tuple of Suggestion
        Best first; every legal placement if the position is known completely.
    remark : str
        Why there is no suggestion, or for what they hold; empty if there is nothing to say.
    """

    to_move: int | None
    outcome: Outcome | None
    plies: int | None
    suggestions: tuple[Suggestion, ...]
    remark: str = ""


def advise(position: Position) -> TowerAdvice:
    """All legal placements of a position, ranked.

    Raises
    ------
    ImpossiblePosition, IncompletePosition
        If tower, hands and turn do not belong together, or a face that matters is not known.
    """
    solver = solver_for(position.options)
    value = solver.value(position)
    suggestions = solver.rank(position)
    remark = "" if suggestions else f"The game is over: {position.result.value}."
    return TowerAdvice(position.to_move, value.outcome, value.plies, suggestions, remark)


def all_certain(judgement: Judgement, hands: Hands | None) -> Tower:
    """The tower with all that follows with certainty, also from what both players hold, if that is known and fits."""
    known = None if hands is None else certain_by_hands(judgement.certain, hands, judgement.options)
    return judgement.certain if known is None else known


def advise_tower(
    tower: Tower, judgement: Judgement, hands: Hands | None, options: Options, all_in_view: bool = True
) -> TowerAdvice:
    """The best placements on a tower that was read from a photo, as far as they are certain.

    Parameters
    ----------
    tower : Tower
    judgement : Judgement
        The verdict on it.
    hands : Hands or None
        What the players still hold. Without it, only what is true for every possible pair of hands is said.
    options : Options
    all_in_view : bool
        False if there may be cubes outside of the picture.
    """
    if judgement.verdict == "illegal":
        return no_advice(None, "No suggestion: the tower breaks a rule.")
    if judgement.arrangements == 0:
        return no_advice(None, "No suggestion: as it was read, the tower breaks a rule; that is not sure.")
    if not all_in_view:
        return no_advice(None, "No suggestion: part of the tower is out of view.")
    known = all_certain(judgement, hands)
    to_move = next_player(tower)
    try:
        choices = (hands,) if hands else possible_hands(known)
    except IncompletePosition as reason:
        return no_advice(to_move, f"No suggestion: {reason}; {_REMEDY}.")
    try:
        advices = [advise(Position(known, pair, to_move, options)) for pair in choices]
    except (IncompletePosition, ImpossiblePosition) as reason:
        return no_advice(to_move, f"No suggestion: {str(reason).rstrip('.')}.")
    if all(advice == advices[0] for advice in advices):
        return advices[0]
    return _common_advice(to_move, advices, choices[0])


def no_advice(to_move: int | None, remark: str) -> TowerAdvice:
    """No placement, and why."""
    return TowerAdvice(to_move, None, None, (), remark)


def _common_advice(to_move: int, advices: list[TowerAdvice], example: Hands) -> TowerAdvice:
    """What all advices agree on: placements legal in each with the same outcome; plies as far as the end can be off."""
    remedy = f"{_REMEDY}, such as {hands_notation(example)}"
    unknown = f"Who placed which cube does not show, {len(advices)} pairs of hands are possible"
    found: dict[Placement, list[Suggestion]] = {}
    for advice in advices:
        for suggestion in advice.suggestions:
            found.setdefault(suggestion.placement, []).append(suggestion)
    suggestions = []
    for placement, options in found.items():
        if len(options) == len(advices) and len({option.outcome for option in options}) == 1:
            longest = max(options, key=lambda option: option.plies)
            reason = f"whichever cubes the players hold, in at most {counted(longest.plies, 'placement')}"
            suggestions.append(Suggestion(placement, longest.outcome, longest.plies, reason))
    if not suggestions:
        return no_advice(to_move, f"No suggestion: {unknown[0].lower()}{unknown[1:]}; {remedy}.")
    suggestions.sort(key=lambda suggestion: -suggestion.score)
    outcomes = {(advice.outcome, advice.plies) for advice in advices}
    outcome, plies = outcomes.pop() if len(outcomes) == 1 else (None, None)
    remark = f"{unknown}; listed is what holds for all of them. For every placement {remedy}."
    return TowerAdvice(to_move, outcome, plies, tuple(suggestions), remark)
