"""What columns that have changed mean for a game of Les Tours de Babel: that it goes on, or that somebody is wrong.
Called by `turns`."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from referee.live_boards.following import Outcome, Sight
from rules.game import Fault
from rules.games.tours import SQUARES, Position, position_of_columns

from . import words
from .game import Columns, TableGame, Turn
from .going_on import Ended, gone_on
from .lines import Onward, has_fallen, kept, new_tiles, onward, ways_on

# Against these rules somebody has drawn out of turn, or from a family that nobody plays.
_OF_THE_TURN = ("1", "2")


def grown(game: TableGame, sight: Sight[Columns]) -> Ended:
    """The game once tiles stand there that belong to no turn yet, or are gone."""
    if game.player is None and (found := _only_unread(game, sight.laid)):
        after = replace(as_seen(game, sight), turns=game.turns, knows_players=game.knows_players)
        return Outcome(after, tuple(words.read_otherwise(after, square, sight.time) for square in found))
    if ways := ways_on(game.lines, sight.laid):
        return gone_on(game, ways, sight)
    if game.faults:
        left = _left_lying(game)
        if ways := ways_on(left.lines, sight.laid):
            return gone_on(left, ways, sight)
        # Whether the wrong tiles still lie there.
        return _accused(game if has_fallen(game.laid, sight.laid) else left, sight)
    return _accused(game, sight)


def _only_unread(game: TableGame, laid: Columns) -> list[int]:
    """The squares that differ, if of all of them it was not known what stands there."""
    pairs = enumerate(zip(game.laid, laid, strict=True))
    others = [square for square, (old, new) in pairs if old != new]
    return others if all(game.doubtful >> square & 1 for square in others) else []


def _left_lying(game: TableGame) -> TableGame:
    """The game that goes on with the wrong tiles where they lie."""
    is_turn_known = not any(fault.rule in _OF_THE_TURN for fault in game.faults)
    places = tuple(new_tiles(game.position.columns, game.laid))
    lines = (
        replace(line, columns=game.laid) if is_turn_known else position_of_columns(game.laid, line.options)
        for line in game.lines
    )
    turns = (*game.turns, Turn(game.lines, places, game.faults)) if places else game.turns
    return replace(game, lines=kept(lines), turns=turns, faults=())


def _accused(game: TableGame, sight: Sight[Columns]) -> Ended:
    """What stands there is told to be wrong, as far as anybody can tell."""
    if not sight.may_accuse:
        return Outcome(game, is_open=True)
    found = {line: onward(line, sight.laid) for line in game.lines}
    if weak := _no_proof(game, (fault for one in found.values() for fault in one.faults)):
        return _grown_without(game, weak, sight)
    lines, faults = _plausible(found)
    is_turn_known = game.knows_players and not game.doubtful | sight.doubtful
    if not faults or (not is_turn_known and any(fault.rule in _OF_THE_TURN for fault in faults)):
        # A tile may have been laid where nobody could see it.
        return _judged_by_column(game, sight, next((one.why for one in found.values() if one.why), ""))
    after = replace(game, lines=lines, laid=sight.laid, faults=faults, drawn=None)
    fresh = [fault for fault in faults if fault not in game.faults]
    return Outcome(after, tuple(words.fault(after, fault, after.player, sight.time) for fault in fresh))


def _no_proof(game: TableGame, faults: Iterable[Fault]) -> frozenset[tuple[int, int]]:
    """The tiles, by square and level, that faults may rest on and that are no proof."""
    blamed = {place for fault in faults for place in fault.places}
    return frozenset(tile for tile in game.unproven if SQUARES[tile[0]] in blamed)


def _grown_without(game: TableGame, weak: frozenset[tuple[int, int]], sight: Sight[Columns]) -> Ended:
    """What becomes of the game if tiles that are no proof are taken for such that are not known."""
    lines = kept(replace(line, columns=game.without(weak, line.columns)) for line in game.lines)
    known = replace(game, lines=lines, laid=game.without(weak, game.laid), unproven=game.unproven - weak)
    return grown(known, replace(sight, laid=game.without(weak, sight.laid)))


def _plausible(found: Mapping[Position, Onward]) -> tuple[tuple[Position, ...], tuple[Fault, ...]]:
    """The lines that what is wrong is judged by, and the faults that hold in all of these; none if one explains it.

    Who plays which family is rather another than a tile is drawn out of turn.
    """
    if any(one.why for one in found.values()):
        return tuple(found), ()
    faults = {line: one.faults for line, one in found.items()}
    in_turn = {line: some for line, some in faults.items() if not any(fault.rule in _OF_THE_TURN for fault in some)}
    judged = in_turn or faults
    first, *others = judged.values()
    alike = [{(fault.rule, fault.places) for fault in some} for some in others]
    return tuple(judged), tuple(fault for fault in first if all((fault.rule, fault.places) in one for one in alike))


def _judged_by_column(game: TableGame, sight: Sight[Columns], why: str) -> Ended:
    """The game that goes on without knowing whose turn it is."""
    lines = kept(position_of_columns(line.columns, line.options) for line in game.lines)
    unsure = replace(game, lines=lines[:1])
    found = onward(unsure.position, sight.laid)
    if not found.faults:
        return lost(game, sight, why)
    if weak := _no_proof(game, found.faults):
        return _grown_without(game, weak, sight)
    after = replace(unsure, laid=sight.laid, faults=found.faults, drawn=None)
    return Outcome(after, tuple(words.fault(after, fault, None, sight.time) for fault in found.faults))


def as_seen(game: TableGame, sight: Sight[Columns]) -> TableGame:
    """The game that goes on from columns of which nobody knows how they came about."""
    position = position_of_columns(sight.laid, game.position.options)
    unproven = frozenset(tile for tile in game.unproven if tile[1] < len(sight.laid[tile[0]]))
    fresh = TableGame((position,), sight.laid, has_begun=True)
    return replace(fresh, doubtful=sight.doubtful, unproven=unproven)


def lost(game: TableGame, sight: Sight[Columns], why: str) -> Ended:
    """The game that goes on so, once it is told that nobody could follow."""
    return Outcome(as_seen(game, sight), (words.not_followed(why, sight.time),))
