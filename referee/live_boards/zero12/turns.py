"""What a board that was seen means for the game: a turn goes on, is over, is wrong, or is taken back. Pure.

Called by `step`, once what lies on the board is settled. A run is laid cube by cube, so the beginning of one is no
fault, and where one turn ends and the next begins may stay open: all ways to part the cubes into turns are followed,
and only what fits none of them is wrong. What is told is the likeliest: a turn is over when cubes come that belong to
no run with it, after a pause, or when a person says so.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from referee.live_boards.following import Outcome, Sight
from referee.playing.judging import explained
from rules.game import Fault
from rules.games.zero12 import GAME, Laid, Position, Run, position_faults, start
from rules.games.zero12.runs import runs_by_rule_4
from rules.games.zero12.squares import bits_in

from . import words
from .game import BoardGame, Line, Turn, filled, lies_within
from .lines import kept, next_to_lay, once_over, turns_before, ways_on, with_mistake, with_wrong_turn

#: More cubes that are gone or exchanged at once are no slip of a hand.
_FEW_ALTERED = 3
# The next cube of a run comes within so many seconds, if what comes then is no run with it.
_NEXT_CUBE_SECONDS = 3.0
# With more squares in doubt than these nobody is accused.
_MOST_DOUBTFUL = 4


def begin(game: BoardGame, laid: Laid, time: float, faults: Sequence[Fault] = ()) -> Outcome[BoardGame]:
    """The game that the first sight shows, with these faults, or that goes on from what lies there, however that came
    about."""
    if game.has_begun:
        return Outcome(game) if laid == game.laid else Outcome(_as_seen(game, laid), (words.not_followed("", time),))
    if not filled(laid):
        return Outcome(replace(game, has_begun=True), (words.begins(game, time),))
    game = _as_seen(game, laid)
    return Outcome(game, (words.joined(game, time), *(words.fault(game, fault, time) for fault in faults)))


def give_up(game: BoardGame, sight: Sight[Laid]) -> Outcome[BoardGame]:
    """The game that goes on from a board that was seen again and again, and never clearly enough to be explained."""
    why = "it is not sure enough what lies there"
    return Outcome(_as_seen(game, sight.laid), (words.not_followed(why, sight.time),))


def see(game: BoardGame, sight: Sight[Laid]) -> Outcome[BoardGame]:
    """The game once a board was seen."""
    if sight.laid == game.laid and not game.altered:
        return Outcome(game)
    if not lies_within(game.position.laid, sight.laid):
        return _taken_away(game, sight)
    game = replace(game, lines=tuple(line for line in game.lines if lies_within(line.position.laid, sight.laid)))
    if game.altered:
        return _then(Outcome(replace(game, altered=()), (words.restored(game, sight.time),)), sight)
    if sight.laid == game.position.laid:
        return _corrected_by_hand(game, sight.time) if game.faults else Outcome(_withdrawn(game))
    return _grown(game, sight)


def pause(game: BoardGame, time: float) -> Outcome[BoardGame]:
    """The game after a pause: the turn under way is over if it may be, most likely."""
    if game.is_rested or game.laid == game.position.laid:
        return Outcome(game)
    if game.faults:
        return Outcome(replace(game, is_rested=True))
    over = once_over(game.lines, game.laid)
    return _told(replace(game, lines=kept((*over, *game.lines)), is_rested=True), time)


def end_turn(game: BoardGame, time: float) -> Outcome[BoardGame]:
    """The game once a person says that the turn is over."""
    if game.faults or game.laid == game.position.laid:
        return Outcome(game)
    over = once_over(game.lines, game.laid)
    return _told(replace(game, lines=over, is_rested=True), time) if over else _accused(game, Sight(game.laid, time))


def _as_seen(game: BoardGame, laid: Laid) -> BoardGame:
    """The game that goes on from a board of which nobody knows how it came about."""
    position = replace(game.position, laid=laid, stocks=(), turns=1)
    return BoardGame((Line(position),), laid, has_begun=True)


def _then(first: Outcome[BoardGame], sight: Sight[Laid]) -> Outcome[BoardGame]:
    """What a sight leads to after what it has led to already."""
    return first.then(see(first.game, sight))


def _told(game: BoardGame, time: float) -> Outcome[BoardGame]:
    """The game with its likeliest turns told, as far as they were not."""
    turns, told = game.lines[0].turns, game.told
    same = sum(1 for _ in _alike(turns, told))
    numbers = (number for number in range(same, len(turns)) if isinstance(turns[number].move, Run))
    events = tuple(words.turn(game, number, time) for number in numbers)
    if same < len(told):
        events = (words.parted_otherwise(game, same, time), *events)
    game = replace(game, told=turns)
    if not game.is_over and game.lines[0].is_sure and game.position.is_over:
        return Outcome(replace(game, is_over=True), (*events, words.game_over(game, time)))
    return Outcome(game, events)


def _alike(first: Iterable[Turn], second: Iterable[Turn]) -> Iterator[Turn]:
    """The turns with which two rows begin alike."""
    for one, other in zip(first, second, strict=False):
        if one != other:
            return
        yield one


def _grown(game: BoardGame, sight: Sight[Laid]) -> Outcome[BoardGame]:
    """Other cubes lie beside those of the last turn than before."""
    if game.faults and not lies_within(game.laid, sight.laid):
        if lies_within(sight.laid, game.laid) and not sight.is_at_rest:
            # Wrong cubes are taken back one by one.
            return Outcome(game, is_open=True)
        return _then(_corrected_by_hand(game, sight.time), sight)
    is_later = game.is_rested or sight.time - game.changed_at >= _NEXT_CUBE_SECONDS
    over = () if game.faults else once_over(game.lines, game.laid)
    # What comes later is most likely of the next turn; a pause has seen to that already.
    lines = kept((*over, *game.lines)) if is_later and not game.is_rested else game.lines
    for lying in (filled(game.laid),) if game.is_rested else (filled(game.laid), 0):
        # In which order cubes came within moments may have been seen wrongly.
        ways = [way for line in lines for way in ways_on(line, lying, sight.laid)]
        if ways:
            return _gone_on(game, kept(ways), sight)
    if not lies_within(game.laid, sight.laid):
        return _accused(game, sight)
    if game.faults:
        return _then(Outcome(_left_lying(game)), sight) if is_later else _accused(game, sight)
    if over and is_later:
        return _then(_told(replace(game, lines=over, is_rested=True), sight.time), sight)
    if game.is_rested and game.laid != game.position.laid:
        accused = _accused(game, replace(sight, laid=game.laid))
        if accused.game.faults:
            accused = replace(accused, game=_left_lying(accused.game))
        return accused if accused.is_open else _then(accused, sight)
    return _accused(game, sight)


def _gone_on(game: BoardGame, lines: tuple[Line, ...], sight: Sight[Laid]) -> Outcome[BoardGame]:
    """The game goes on, in one of these lines."""
    events = (words.withdrawn(game, sight.time),) if game.faults else ()
    game = replace(game, lines=lines, laid=sight.laid, faults=(), is_rested=False, changed_at=sight.time)
    told = _told(game, sight.time)
    return replace(told, events=(*events, *told.events))


def _accused(game: BoardGame, sight: Sight[Laid]) -> Outcome[BoardGame]:
    """What lies there beside the position's cubes is told to be wrong, as far as anybody can tell."""
    if not sight.may_accuse or _may_be_right(game, sight):
        return Outcome(game, is_open=True)
    position = next_to_lay(game.lines[0]).position
    change, why = explained(GAME, position, _board(position, sight.laid))
    if why:
        return Outcome(_as_seen(game, sight.laid), (words.not_followed(why, sight.time),))
    faults = change.faults if _is_length_known(game.lines) else _proven(position, sight.laid)
    fresh = [fault for fault in faults if fault not in game.faults]
    game = replace(game, laid=sight.laid, faults=faults, is_rested=False, changed_at=sight.time)
    if not faults:
        return _told(_left_lying(game), sight.time)
    return Outcome(game, tuple(words.fault(game, fault, sight.time) for fault in fresh))


def _may_be_right(game: BoardGame, sight: Sight[Laid]) -> bool:
    """Whether a legal board is seen if cubes lie on some of the squares that are in doubt."""
    doubtful = tuple(bits_in(sight.doubtful))
    if len(doubtful) > _MOST_DOUBTFUL:
        return True
    of_code = game.position.ground.sets.of_code
    for count in range(1, len(doubtful) + 1):
        for more in map(sum, combinations(doubtful, count)):
            first, second, third = (lying | (more & asked) for lying, asked in zip(sight.laid, of_code, strict=True))
            if any(True for line in game.lines for _ in ways_on(line, 0, (first, second, third))):
                return True
    return False


def _is_length_known(lines: Iterable[Line]) -> bool:
    """Whether it is certain how long the next run has to be: by rule 4, or by rule 6 if it is known what is left."""
    return all(
        line.is_sure or runs_by_rule_4(line.position.ground, line.position.filled, line.judged_at_least_from.stock)
        for line in lines
    )


def _proven(position: Position, laid: Laid) -> tuple[Fault, ...]:
    """What is wrong with further cubes whoever laid them, and whatever is left."""
    before = {fault.message for fault in position_faults(_board(position, position.laid))}
    return tuple(fault for fault in position_faults(_board(position, laid)) if fault.message not in before)


def _left_lying(game: BoardGame) -> BoardGame:
    """The game that goes on with the wrong cubes where they lie."""
    lines = tuple(with_wrong_turn(line, game.laid, game.faults) for line in game.lines)
    return replace(game, lines=lines, told=lines[0].turns, faults=(), is_rested=False)


def _withdrawn(game: BoardGame) -> BoardGame:
    """The game once the cubes of a turn that was not over are taken up again: whether that was a mistake is open."""
    lines = game.lines
    if game.position.options.mode == "game" and not once_over(game.lines, game.laid):
        lines = kept((*lines, *(with_mistake(line, game.laid, game.faults) for line in lines)))
    return replace(game, lines=lines, laid=game.position.laid, is_rested=False)


def _corrected_by_hand(game: BoardGame, time: float) -> Outcome[BoardGame]:
    """The wrong cubes are taken back: by rule 5 whoever laid them plays, and once more."""
    lines = game.lines
    if game.position.options.mode == "game":
        lines = tuple(with_mistake(line, game.laid, game.faults) for line in lines)
    after = replace(game, lines=lines, laid=game.position.laid, told=lines[0].turns, faults=(), is_rested=False)
    return Outcome(after, (words.taken_back(after, time),))


def _taken_away(game: BoardGame, sight: Sight[Laid]) -> Outcome[BoardGame]:
    """Cubes of turns that are over are gone, or have become others."""
    counts = (turns_before(line, sight.laid) for line in game.lines)
    before = {line: count for line, count in zip(game.lines, counts, strict=True) if count is not None}
    if before:
        return _undone(game, before, sight.time)
    if not sight.is_at_rest or not sight.may_accuse:
        # Cubes are taken back one by one.
        return Outcome(game, is_open=True)
    if not filled(sight.laid):
        game = BoardGame.from_position(start(game.position.options))
        return Outcome(game, (words.begins(game, sight.time),))
    line = game.lines[0]
    position = line.position
    change, _ = explained(GAME, line.judged_from, _board(position, sight.laid))
    altered = tuple(name for fault in change.faults for name in fault.places)
    if len(altered) > _FEW_ALTERED:
        return Outcome(_as_seen(game, sight.laid), (words.not_followed("", sight.time),))
    if altered != game.altered:
        game, lying = replace(game, altered=altered), replace(game, laid=sight.laid)
        return Outcome(game, tuple(words.fault(lying, fault, sight.time) for fault in change.faults))
    if filled(sight.laid) & ~filled(game.laid):
        # The game goes on without the cubes that are gone.
        first, second, third = (squares & position.filled for squares in sight.laid)
        line = replace(line, position=replace(position, laid=(first, second, third)))
        return _then(Outcome(replace(game, lines=(line,), laid=line.position.laid, faults=(), altered=())), sight)
    return Outcome(game)


def _undone(game: BoardGame, before: dict[Line, int], time: float) -> Outcome[BoardGame]:
    """Turns are taken back; if the first of these was wrong, it was a mistake."""
    line, count = next(iter(before.items()))
    first, *later = line.turns[count:]
    undone = [turn for turn in reversed(later) if isinstance(turn.move, Run)]
    lines = tuple(dict.fromkeys(Line(line.turns[n].before, line.turns[:n]) for line, n in before.items()))
    laid = later[0].before.laid if later else line.position.laid
    game = replace(game, lines=lines, laid=laid, faults=first.faults, altered=(), is_rested=False, is_over=False)
    if first.faults:
        cleared = _corrected_by_hand(game, time)
        return Outcome(cleared.game, (*(words.undone(turn, time) for turn in undone), *cleared.events))
    game = replace(game, laid=first.before.laid, told=lines[0].turns)
    return Outcome(game, tuple(words.undone(turn, time) for turn in (*undone, first)))


def _board(position: Position, laid: Laid) -> Position:
    return Position(position.options, laid, ())
