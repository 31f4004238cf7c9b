"""Cubes taken away, turned or put back, and what is said anew of earlier placements. Called for looks and orders."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import takewhile
from typing import Any

from rules.errors import listed
from rules.games.babel import (
    CELLS,
    FULL_HAND,
    Cell,
    Cube,
    Hands,
    Mark,
    altered,
    cell_name,
    cube_of_both,
    hands_with,
    in_footprint,
    other_player,
    taken_away,
)
from vision.games.babel.evidence import CubeEvidence
from vision.games.babel.memory import CubeMemory

from .events import Choice, Event
from .game_events import EventKind
from .outcome import Outcome, cube_fields, cube_in_words, fault_events, moved_again, ply_of, then, turned_event
from .placing import place_all, said, standing_order, told_faults, weigh, with_ending
from .state import GameState, Ply, Question

#: What was said is taken back once something else is this likely.
CORRECT = 0.97


def take_away(game: GameState, cell: Cell, time: float, by: str = "seen") -> Outcome:
    """A cube is gone: the last placement is taken back; any other may not be, if anything is known of it."""
    outcome = take_one_away(game, cell, time, by)
    return then(outcome, judged_without(game, outcome, time, by))


def judged_without(before: GameState, outcome: Outcome, time: float, by: str = "seen") -> Outcome:
    """The game once cubes were taken back: those that came at once with them were judged with them."""
    after = outcome.game
    is_undone = any(event.kind is EventKind.UNDO for event in outcome.events)
    return _said_anew_each(after, _judged_otherwise(before, after), time, by) if is_undone else Outcome(after)


def take_one_away(game: GameState, cell: Cell, time: float, by: str = "seen") -> Outcome:
    """The same, with nothing judged anew yet: more may be taken back."""
    cubes = {other: memory for other, memory in game.cubes.items() if other != cell}
    last = _last(game, cell)
    if last is not None:
        after = replace(_before_the_last(game, last), cubes=cubes, is_over=False, was_over=game.is_played_out)
        message = f"Player {last.player} takes back the cube in {cell_name(cell)}."
        event = Event(EventKind.UNDO, time, message, by=by, **cube_fields(last), position=after.notation)
        return Outcome(after, (event,))
    if game.cubes[cell] == CubeMemory() or not in_footprint(cell):
        # It was never seen, or came with the last one in exchange for another: nobody is known to have moved it. One
        # that lay beside the tower may be a spare one, and is no part of it.
        return _not_there(game, cell, time, by)
    after = replace(game, cubes=cubes)
    return Outcome(after, (moved_again(after, ply_of(game, cell), taken_away(cell), time),))


def _last(game: GameState, cell: Cell) -> Ply | None:
    """The placement of the cube in a cell as the last one, if it is that or may be; None if it is not.

    Of cubes that came between two looks each may be, and so may, of those that stood there when the game was joined,
    each of the top level. A cube that lies beside the tower may have come at any time.
    """
    ply = ply_of(game, cell)
    if ply is not None or any(in_footprint(one.cell) for one in game.plies):
        since = [] if ply is None else [one for one in game.plies[_index(game, cell) :] if _is_since(one, cell)]
        if ply is None or (len(since) > 1 and any(other.is_order_known for other in since)):
            return None
        return replace(ply, number=since[-1].number, player=since[-1].player)
    if not game.start_number or cell[2] < max(z for *_, z in game.cubes):
        return None
    return Ply(game.start_number, other_player(game.start_player), cell, game.tower[cell])


def _is_since(ply: Ply, cell: Cell) -> bool:
    return ply.cell == cell or in_footprint(ply.cell)


def _before_the_last(game: GameState, last: Ply) -> GameState:
    """The game without the last placement, but with its cube still standing."""
    if ply_of(game, last.cell) is not None:
        return _without(game, _index(game, last.cell))
    hands = game.start_hands and _given_back(game.start_hands, last)
    # What else was told since lies beside the tower.
    plies = tuple(map(_a_turn_earlier, game.plies))
    return replace(game, start_number=last.number - 1, start_player=last.player, start_hands=hands, plies=plies)


def _index(game: GameState, cell: Cell) -> int:
    """Which of the plies is the last placement into a cell, counted from 0; there must be one."""
    return max(index for index, ply in enumerate(game.plies) if ply.cell == cell)


def _without(game: GameState, index: int) -> GameState:
    """The game without one of its plies: those after it were the other player's.

    Those that came at once with it, in an order that nobody knows, get one in which each can stand without it.
    """
    plies = (*game.plies[:index], *map(_a_turn_earlier, game.plies[index + 1 :]))
    first = index - sum(1 for _ in takewhile(_is_order_unknown, reversed(plies[:index])))
    end = index + sum(1 for _ in takewhile(_is_order_unknown, plies[index:]))
    later = {ply.cell for ply in game.plies[first:]}
    stood = {*(cell for cell in game.cubes if cell not in later), *(ply.cell for ply in plies[:first])}
    at_once = plies[first:end]
    order = standing_order([(ply.cell, ply.type) for ply in at_once], stood, game.options)
    turns = zip(at_once, (at_once[place] for place in order), strict=True)
    ordered = (replace(ply, number=turn.number, player=turn.player) for turn, ply in turns)
    return replace(game, plies=(*plies[:first], *ordered, *plies[end:]))


def _is_order_unknown(ply: Ply) -> bool:
    return not ply.is_order_known


def _judged_otherwise(before: GameState, after: GameState) -> tuple[Ply, ...]:
    """The plies from the first on that is not as it was: those before it they were judged by are others now."""
    as_before = takewhile(lambda pair: pair[0] == pair[1], zip(before.plies, after.plies, strict=False))
    return after.plies[sum(1 for _ in as_before) :]


def _given_back(hands: Hands, ply: Ply) -> Hands | None:
    """The hands before a placement; None where its type is not known, or was not that player's to place."""
    if ply.type is None or hands[ply.player - 1][ply.type] >= FULL_HAND[ply.type]:
        return None
    return hands_with(hands, ply.player, ply.type)


def is_exchanged(game: GameState, cell: Cell, now: CubeMemory, is_taken_back: bool) -> bool:
    """Whether the last cube was taken back and another stands in its place: by its type, if nothing else says so."""
    has_other_type = now.known.type not in (None, game.tower[cell].type)
    return (has_other_type or is_taken_back) and _last(game, cell) is not None


def turn(game: GameState, evidence: CubeEvidence, time: float) -> Outcome:
    """A cube in its place lies otherwise, or an earlier one has become another."""
    cell = evidence.cell
    ply, memory = ply_of(game, cell), CubeMemory().seen(evidence)
    message = f"The cube in {cell_name(cell)} has been turned."
    after = _judged_anew(replace(game, cubes={**game.cubes, cell: memory}), ply, memory)
    if _last(game, cell) is None:
        turned = turned_event(after, cell, message, time)
        if _is_seen_otherwise(game.cubes[cell]):
            # It never lay as a person said, so nobody is known to have turned it.
            return Outcome(after, (turned,))
        fault = moved_again(after, ply, altered(cell), time)
        return Outcome(after, (turned, fault) if in_footprint(cell) else (turned,))
    now = ply_of(after, cell)
    faults = () if now is None else fault_events(now, time)
    return _over_anew(game, after, (turned_event(after, cell, message, time), *faults), time)


def _is_seen_otherwise(memory: CubeMemory) -> bool:
    """Whether all looks so far showed another cube, or one that lies otherwise, than a person said stands there."""
    return memory.told is not None and cube_of_both(memory.told, replace(memory, told=None).known) is None


def _judged_anew(game: GameState, ply: Ply | None, memory: CubeMemory) -> GameState:
    """The game with one of its plies read and judged anew."""
    if ply is None:
        return game
    index = game.plies.index(ply)
    belief = weigh(game, ply.cell, memory, ply.player, index, ply.unseen, ply.is_order_known)
    cube, confidence = said(memory, belief)
    now = replace(ply, cube=cube, confidence=confidence, faults=told_faults(memory, belief), illegal=belief.illegal)
    return replace(game, plies=(*game.plies[:index], now, *game.plies[index + 1 :]))


def put_back(game: GameState, cell: Cell, memory: CubeMemory, time: float) -> Outcome:
    """A cube stands again where an earlier one had been taken away."""
    after = replace(game, cubes={**game.cubes, cell: memory})
    message = f"A cube stands in {cell_name(cell)} again."
    return Outcome(after, (Event(EventKind.RESYNC, time, message, cell=cell, position=after.notation),))


def reconsider(game: GameState, time: float) -> Outcome:
    """Take back what was said of placements where later looks know better, and tell faults that show only now."""
    outcome = Outcome(game)
    for ply in game.plies:
        memory = game.cubes.get(ply.cell)
        # A fault may follow from what was said of an earlier cube.
        if memory is not None and (_may_differ(ply, memory) or (ply.faults and outcome.events)):
            outcome = then(outcome, _said_anew(outcome.game, ply, memory, time, "seen"))
    return outcome


def _may_differ(ply: Ply, memory: CubeMemory) -> bool:
    """Whether what is seen by now speaks clearly against what was said: cheap, before anything is weighed."""
    types, bulges = memory.type_probabilities, memory.bulge_probabilities
    if ply.type is None or types[ply.type] < 1 - CORRECT:
        return bool(types.max() >= CORRECT)
    marks = {face: ply.cube.mark(face) for face in memory.seen_faces}
    wrong = {face: bulges[face] if mark is Mark.HOLLOW else 1 - bulges[face] for face, mark in marks.items() if mark}
    return any(chance >= CORRECT for chance in wrong.values())


def _said_anew(game: GameState, ply: Ply, memory: CubeMemory, time: float, by: str) -> Outcome:
    """The game with a placement read and judged anew, and what has to be said about it; nothing if nothing changed."""
    after = _judged_anew(game, ply, memory)
    now = after.plies[game.plies.index(ply)]
    if now.cube == ply.cube and now.faults == ply.faults:
        return Outcome(after)
    ending, withdrawal = _withdrawal(ply, now)
    message = f"Placement {ply.number} in {cell_name(ply.cell)} was {cube_in_words(now.cube)}{ending}."
    event = Event(EventKind.CORRECTED, time, message, by=by, **cube_fields(now), **withdrawal, position=after.notation)
    # The same one may be seen by now where it was deduced, and its sentence name less.
    told = {(fault.rule, fault.cell, fault.faces) for fault in ply.faults}
    fresh = tuple(fault for fault in now.faults if (fault.rule, fault.cell, fault.faces) not in told)
    faults = fault_events(replace(now, faults=fresh), time)
    return _over_anew(game, after, (event, *faults), time)


def _withdrawal(told: Ply, now: Ply) -> tuple[str, dict[str, Any]]:
    """What a placement was told to break and does not: the end of a sentence, and the fields of its event."""
    rules = tuple(sorted({fault.rule for fault in told.faults} - {fault.rule for fault in now.faults}))
    is_withdrawn = bool(rules) and not now.faults
    fields = {"is_withdrawn": is_withdrawn, "rules_withdrawn": rules}
    if is_withdrawn:
        return " and broke no rule after all", fields
    return f" and did not break rule {listed(rules)} after all" if rules else "", fields


def _never_there(game: GameState, cell: Cell, time: float) -> Outcome:
    """The game without a cube that was told and never stood there: those after it were judged with it."""
    outcome = _not_there(game, cell, time, "hand")
    return then(outcome, _said_anew_each(outcome.game, _judged_otherwise(game, outcome.game), time, "hand"))


def _not_there(game: GameState, cell: Cell, time: float, by: str) -> Outcome:
    """The game without a cube: the placements after it were the other player's."""
    ply = ply_of(game, cell)
    after = replace(game, cubes={other: memory for other, memory in game.cubes.items() if other != cell})
    if ply is not None:
        after = _without(after, game.plies.index(ply))
    elif game.start_hands is None:
        number, player = game.start_number - 1, other_player(game.start_player)
        earlier = tuple(map(_a_turn_earlier, game.plies))
        after = replace(after, start_number=number, start_player=player, plies=earlier)
    message = f"Nothing stands in {cell_name(cell)}."
    is_withdrawn = ply is not None and bool(ply.faults)
    position = after.notation
    event = Event(EventKind.CORRECTED, time, message, cell=cell, by=by, is_withdrawn=is_withdrawn, position=position)
    return _over_anew(game, after, (event,), time)


def _said_anew_each(game: GameState, plies: Iterable[Ply], time: float, by: str) -> Outcome:
    """The game with some of its plies read and judged anew, as far as their cubes still stand."""
    outcome = Outcome(game)
    for ply in plies:
        if ply.cell in game.cubes:
            outcome = then(outcome, _said_anew(outcome.game, ply, game.cubes[ply.cell], time, by))
    return outcome


def _a_turn_earlier(ply: Ply) -> Ply:
    return replace(ply, number=ply.number - 1, player=other_player(ply.player))


def is_unseen(game: GameState, cell: Cell) -> bool:
    """Whether a cube may have been placed there out of view, before one on a level above."""
    return cell not in game.cubes and any(cell in ply.unseen for ply in game.plies)


def was_there(
    game: GameState, cell: Cell, memory: CubeMemory, time: float, by: str = "seen", unseen: tuple[Cell, ...] = ()
) -> Outcome:
    """A cube turns out to stand somewhere: of one that `is_unseen`, the placements above it were the other player's."""
    first = next((index for index, ply in enumerate(game.plies) if cell in ply.unseen), len(game.plies))
    earlier = replace(game, plies=game.plies[:first])
    cube, confidence = memory.known, float(memory.type_probabilities.max())
    number, player = earlier.number + 1, earlier.to_move
    ply = Ply(number, player, cell, cube, confidence, is_order_known=False, unseen=unseen)
    later = (replace(_a_turn_later(one), unseen=_but(one.unseen, cell)) for one in game.plies[first:])
    after = replace(game, cubes={**game.cubes, cell: memory}, plies=(*earlier.plies, ply, *later))
    message = f"The cube in {cell_name(cell)} is {cube_in_words(cube)}."
    event = Event(EventKind.CORRECTED, time, message, by=by, **cube_fields(ply), position=after.notation)
    outcome = _over_anew(game, after, (event,), time)
    return then(outcome, _said_anew_each(outcome.game, outcome.game.plies[first + 1 :], time, by))


def _is_empty(game: GameState, cell: Cell, time: float) -> Outcome:
    """A person says that no cube stands in a cell that is empty as far as anybody knew."""
    if not is_unseen(game, cell):
        return Outcome(game)
    after = replace(game, plies=tuple(replace(ply, unseen=_but(ply.unseen, cell)) for ply in game.plies))
    return _said_anew_each(after, after.plies, time, "hand")


def _but(cells: tuple[Cell, ...], cell: Cell) -> tuple[Cell, ...]:
    return tuple(other for other in cells if other != cell)


def _a_turn_later(ply: Ply) -> Ply:
    return replace(ply, number=ply.number + 1, player=other_player(ply.player))


def _over_anew(before: GameState, after: GameState, events: tuple[Event, ...], time: float) -> Outcome:
    """What was corrected, and whether the game is over now; told where it was not before."""
    after, ending = with_ending(replace(after, is_over=False), time)
    return Outcome(after, (*events, *(() if before.is_over else ending)))


def correct(game: GameState, cell: Cell, cube: Cube | None, time: float, is_lost: bool = False) -> Outcome:
    """A person says what stands in a cell; out of step a new cube is not judged: those below it may be told later."""
    ply, is_there = ply_of(game, cell), cell in game.cubes
    if cube is None:
        return _never_there(game, cell, time) if is_there or ply is not None else _is_empty(game, cell, time)
    memory = game.cubes.get(cell, CubeMemory()).corrected(cube)
    if ply is None and not is_there:
        # Of several cubes that were missed, a higher one may be told first.
        below = tuple(other for other in CELLS if other not in game.cubes and other[2] < cell[2])
        if is_unseen(game, cell) or is_lost:
            return was_there(game, cell, memory, time, "hand", below if is_lost else ())
        return place_all(game, {cell: memory}, time, below)
    after = replace(game, cubes={**game.cubes, cell: memory})
    if ply is not None:
        back = Outcome(after) if is_there else put_back(game, cell, memory, time)
        outcome = then(back, _said_anew(back.game, ply, memory, time, "hand"))
        if outcome.events:
            return then(outcome, faults_said_anew(outcome.game, time, "hand"))
        after = outcome.game
    message = f"The cube in {cell_name(cell)} is {cube_in_words(cube)}."
    event = Event(EventKind.CORRECTED, time, message, cell=cell, type=cube.type, by="hand", position=after.notation)
    told = _over_anew(game, after, (event,), time)
    return then(told, faults_said_anew(told.game, time, "hand"))


def ask_of_told(game: GameState, unlike: Iterable[CubeEvidence], time: float) -> Outcome:
    """Ask about cubes that look otherwise than a person told before anybody saw them.

    Till that is answered they are what is seen, and of a slip nobody is accused.
    """
    outcome = Outcome(game)
    for evidence in unlike:
        cell, memory = evidence.cell, CubeMemory().seen(evidence)
        told, seen = game.cubes[cell].told or Cube(None), memory.known
        text = f"Is the cube in {cell_name(cell)} {cube_in_words(seen)}? It was told to be {cube_in_words(told)}."
        chance = float(memory.type_probabilities[seen.type]) if seen.type is not None else 0.5
        question = Question(text, (Choice(cell, seen, chance), Choice(cell, told, 1 - chance)))
        after = replace(outcome.game, cubes={**outcome.game.cubes, cell: memory})
        if seen.type != told.type and ply_of(game, cell) is None:
            # The hands were told with it.
            after = replace(after, start_hands=None)
        event = Event(EventKind.ASK, time, text, cell=cell, choices=question.choices)
        outcome = then(outcome, Outcome(after, (event,), question))
    return outcome


def faults_said_anew(game: GameState, time: float, by: str) -> Outcome:
    """The game with what was told to break a rule judged anew: it may follow from what is known otherwise by now."""
    return _said_anew_each(game, (ply for ply in game.plies if ply.faults), time, by)
