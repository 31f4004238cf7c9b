"""Placements: in which order they came, what was placed, and whether it was legal.

Called by `committing` and `changing`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations

from referee.verdicts.verdict import ABOUT_PLACES
from rules.games.babel import (
    CELLS,
    TYPES,
    Cell,
    Cube,
    Fault,
    Options,
    cell_name,
    from_the_ground,
    in_footprint,
    other_player,
)
from vision.games.babel.evidence import SAID
from vision.games.babel.memory import CubeMemory

from .ending import chance_of_end
from .events import Choice, Event
from .game_events import EventKind
from .outcome import Outcome, fault_events, placement_event, then
from .placement_belief import FOUL_SHARE, PlacementBelief, places_broken, weigh_placement
from .state import GameState, Ply, Question
from .surroundings import Before

#: A rule is said to be broken from this probability on. Chosen: one false accusation in ten doubtful cases at the most,
#: and doubtful cases are few.
TELL_FAULT = 0.9
#: From this probability of a fault on, below `TELL_FAULT`, the players are asked, and the game is not over yet.
ASK_FAULT = 0.3
#: The game is said to be over from this probability on.
OVER = 0.95
#: A cube counts against a hand only if its type is this sure: one misread cube must not empty a hand.
COUNTED = 0.97
#: A placement order less likely than the best by more than this factor is ruled out.
_OTHER_ORDER = 0.05
#: An order at least this likely against the best is as likely as it.
_AS_LIKELY = 0.95
#: More cubes at once have too many orders to weigh while a camera waits: they are taken from the ground up, as far as
#: each can stand.
_MOST_ORDERED = 3


def place_all(
    game: GameState,
    placed: Mapping[Cell, CubeMemory],
    time: float,
    unseen: tuple[Cell, ...] = (),
    turns_open: Collection[Cell] = (),
) -> Outcome:
    """Commit new cubes, in the likeliest order if there are several; cells out of view below them may hold others.

    Whose turn it was is not known either where `turns_open` says so.
    """
    order, is_known = _likeliest_order(game, placed)
    outcome = Outcome(game)
    for cell in order:
        below = tuple(other for other in unseen if other[2] < cell[2])
        is_turn_known = is_known and cell not in turns_open
        outcome = then(outcome, _place(outcome.game, cell, placed[cell], time, is_turn_known, below))
    # Only now, for where others came after a cube the game was not over with it.
    over, ending = with_ending(outcome.game, time)
    return then(outcome, Outcome(over, ending))


@dataclass(frozen=True, slots=True)
class _Order:
    """An order in which cubes may have come: how likely it is, and how many faults would be told."""

    cells: tuple[Cell, ...]
    chance: float
    faults: int


def _likeliest_order(game: GameState, placed: Mapping[Cell, CubeMemory]) -> tuple[tuple[Cell, ...], bool]:
    """The order in which cubes were placed, and whether no other is about as likely."""
    cells = sorted(placed, key=from_the_ground)
    if len(cells) == 1:
        return tuple(cells), True
    if len(cells) > _MOST_ORDERED:
        order = standing_order([(cell, placed[cell].known.type) for cell in cells], game.cubes, game.options)
        return tuple(cells[index] for index in order), False
    orders = [_weighed(game, placed, order) for order in permutations(cells) if _can_be_built(order)]
    likeliest = max(order.chance for order in orders)
    possible = [order for order in orders if order.chance >= _OTHER_ORDER * likeliest]
    # Nobody is accused of more than need be. Of about equally likely orders the first is from the ground up.
    best = min(possible, key=lambda order: (order.faults, order.chance < _AS_LIKELY * likeliest))
    others = (order.chance for order in orders if order is not best)
    return best.cells, max(others, default=0.0) < _OTHER_ORDER * best.chance


def _weighed(game: GameState, placed: Mapping[Cell, CubeMemory], cells: tuple[Cell, ...]) -> _Order:
    trial, chance = game, 1.0
    for cell in cells:
        belief = weigh(trial, cell, placed[cell], trial.to_move)
        chance *= _chance_of(belief)
        trial = _with_ply(trial, cell, placed[cell], belief, True)
    return _Order(cells, chance, sum(len(ply.faults) for ply in trial.plies[len(game.plies) :]))


def standing_order(cubes: Sequence[tuple[Cell, int | None]], stood: Iterable[Cell], options: Options) -> list[int]:
    """The order in which cubes, of cells and types, can come: theirs, but one that cannot stand yet comes later.

    That is, as soon as rules 2, 3, 4 and 7 allow it; where none can stand, the next one comes.
    """
    left, standing, order = list(range(len(cubes))), list(stood), list[int]()
    while left:
        able = (index for index in left if _can_stand(*cubes[index], standing, options))
        order.append(next(able, left[0]))
        left.remove(order[-1])
        standing.append(cubes[order[-1]][0])
    return order


def _can_stand(cell: Cell, type: int | None, standing: Collection[Cell], options: Options) -> bool:
    return not places_broken(cell, standing, options) and (bool(standing) or type != 4)


def _can_be_built(order: Sequence[Cell]) -> bool:
    """Whether no cube of several comes below one that stands already."""
    return not any(below[:2] == cell[:2] and below[2] < cell[2] for cell, below in combinations(order, 2))


def _chance_of(belief: PlacementBelief) -> float:
    """How likely a placement is, at the least as a foul: one that also stands where none may is another foul."""
    legal = max(FOUL_SHARE, sum(reading.probability for reading in belief.readings if reading.is_legal))
    is_out_of_place = any(fault.rule in ABOUT_PLACES for fault in belief.faults)
    return legal * max(FOUL_SHARE, 1 - belief.illegal) if is_out_of_place else legal


def _place(
    game: GameState,
    cell: Cell,
    memory: CubeMemory,
    time: float,
    is_order_known: bool,
    unseen: tuple[Cell, ...] = (),
) -> Outcome:
    """A cube placed by the player to move, judged by what is seen of it, at a source time in seconds."""
    belief = weigh(game, cell, memory, game.to_move, unseen=unseen, is_turn_known=is_order_known)
    after = _with_ply(game, cell, memory, belief, is_order_known, unseen)
    ply = after.plies[-1]
    events = [placement_event(after, ply, time), *fault_events(ply, time)]
    question = _question(ply, memory, belief)
    if question is not None:
        events.append(Event(EventKind.ASK, time, question.text, ply.number, ply.player, cell, choices=question.choices))
    return Outcome(after, tuple(events), question)


def weigh(
    game: GameState,
    cell: Cell,
    memory: CubeMemory,
    player: int,
    number: int | None = None,
    unseen: tuple[Cell, ...] = (),
    is_turn_known: bool = True,
) -> PlacementBelief:
    """The belief of a placement after the first `number` plies; of the next one if that is None."""
    plies = game.plies if number is None else game.plies[:number]
    later = {ply.cell for ply in game.plies[len(plies) :]}
    others = {other: seen for other, seen in game.cubes.items() if other not in later and other != cell}
    if number is not None:
        # One that was taken away since stood there then, whatever it was.
        others = {**{ply.cell: CubeMemory() for ply in plies if ply.cell != cell}, **others}
    # Where another may have come unseen before this one, nobody knows whose it is either.
    hand = sure_hand(game, plies, player) if is_turn_known and not unseen else None
    return weigh_placement(cell, memory, Before(others, game.waived, hand, game.options, unseen))


def sure_hand(game: GameState, plies: Sequence[Ply], player: int) -> tuple[int, ...] | None:
    """What a player holds at the most: cubes of which the type is not sure are not counted against him.

    None if that is not known: of a game that was joined, once another may have come unseen before one of `plies`, and
    while one of them lies beside the tower, which may be a spare cube and nobody's turn.
    """
    if game.start_hands is None or any(ply.unseen or not in_footprint(ply.cell) for ply in plies):
        return None
    hand = list(game.start_hands[player - 1])
    for ply in plies:
        is_sure = ply.confidence >= COUNTED and ply.is_order_known
        if ply.player == player and ply.type is not None and is_sure:
            hand[ply.type] = max(0, hand[ply.type] - 1)
    return tuple(hand)


def _with_ply(
    game: GameState,
    cell: Cell,
    memory: CubeMemory,
    belief: PlacementBelief,
    is_known: bool,
    unseen: tuple[Cell, ...] = (),
) -> GameState:
    cube, confidence = said(memory, belief)
    faults = told_faults(memory, belief)
    ply = Ply(game.number + 1, game.to_move, cell, cube, confidence, faults, belief.illegal, is_known, unseen)
    return replace(game, cubes={**game.cubes, cell: memory}, plies=(*game.plies, ply), was_over=False)


def told_faults(memory: CubeMemory, belief: PlacementBelief) -> tuple[Fault, ...]:
    """The rules that a placement is said to break; of a cube that nobody saw none about where it stands."""
    faults = belief.faults if belief.illegal >= TELL_FAULT else ()
    return tuple(fault for fault in faults if fault.rule not in ABOUT_PLACES or memory != CubeMemory())


def said(memory: CubeMemory, belief: PlacementBelief) -> tuple[Cube, float]:
    """What is announced of a cube, and how sure its type is; of one that a person told of, what was seen as well.

    What nobody has seen is announced only where it surely follows, the type as it looks, and no mark as the other one
    than it looks: what is legal may leave a mark open, not change it.
    """
    types, looks = memory.type_probabilities, memory.bulge_probabilities
    if memory.told is not None:
        return memory.known, float(types.max())
    cube = belief.said(memory.seen_faces, SAID if memory.seen_faces else COUNTED)
    if types.max() >= SAID and cube.type != types.argmax():
        cube = memory.known
    # What of other faces follows from these is told with them.
    bulges = frozenset(face for face in memory.seen_faces if face in cube.bulges and looks[face] > 1 - SAID)
    hollows = frozenset(face for face in memory.seen_faces if face in cube.hollows and looks[face] < SAID)
    chances = belief.type_probabilities
    return Cube(cube.type, bulges, hollows), float(chances.max() if cube.type is None else chances[cube.type])


def _question(ply: Ply, memory: CubeMemory, belief: PlacementBelief) -> Question | None:
    """What to ask about a placement; None if it is clear enough."""
    if ASK_FAULT <= belief.illegal < TELL_FAULT and belief.faults:
        if belief.faults[0].rule in ABOUT_PLACES:
            # Where a cube stands is seen: what is not is whether another one does.
            names = " and ".join(map(cell_name, ply.unseen))
            choices = tuple(Choice(cell, Cube(None), 1 - belief.illegal) for cell in ply.unseen)
            are = "Is" if len(ply.unseen) == 1 else "Are"
            return Question(f"{are} {names} filled? If not: {belief.faults[0].message}", choices)
        legal = [reading.cube for reading in belief.readings if reading.is_legal][:2]
        illegal = [reading.cube for reading in belief.readings if not reading.is_legal][:2]
        # The same cube may break a rule or not, by what it hides.
        chances = {
            cube: sum(reading.probability for reading in belief.readings if reading.cube == cube)
            for cube in (*legal, *illegal)
        }
        chosen = sorted(chances, key=lambda cube: -chances[cube])
        choices = tuple(Choice(ply.cell, cube, chances[cube]) for cube in chosen)
        return Question(f"Is this so? {belief.faults[0].message}", choices)
    if ply.confidence < SAID:
        # What was seen counts by itself too: it may be what the rules make unlikely.
        types = (memory.type_probabilities + belief.type_probabilities) / 2
        likeliest = sorted(range(len(types)), key=lambda number: -types[number])[:3]
        choices = tuple(Choice(ply.cell, Cube(number), float(types[number])) for number in likeliest)
        colours = " or ".join(TYPES[number].colour for number in likeliest[:2])
        return Question(f"Is the cube in {cell_name(ply.cell)} {colours}?", choices)
    return None


def with_ending(game: GameState, time: float) -> tuple[GameState, tuple[Event, ...]]:
    """The game, ended if the player to move has no legal placement; not while it is open whether the last was legal."""
    if game.is_over or (game.plies and game.plies[-1].illegal >= ASK_FAULT):
        return game, ()
    hand = sure_hand(game, game.plies, game.to_move)
    if chance_of_end(Before(game.cubes, game.waived, hand, game.options)) < OVER:
        return game, ()
    if all(cell in game.cubes for cell in CELLS) and game.options.finished == "draw":
        message, winner = "The tower is finished: a draw.", None
    else:
        winner = other_player(game.to_move)
        message = f"Player {game.to_move} has no legal placement: player {winner} wins."
    over = replace(game, is_over=True)
    return over, (Event(EventKind.GAME_OVER, time, message, game.number, winner, position=over.notation),)
