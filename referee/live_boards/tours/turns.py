"""What columns that were seen mean for a game of Les Tours de Babel: a tile is laid, is wrong, is taken back, or
columns fell. Pure.

Called by `step` by way of `follow`, once what stands there is settled. No camera sees whose hand lays a tile, nor what
is put aside: all that may have come about is followed, and only what fits none of it is wrong.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.live_boards.following import Outcome, Sight
from rules.game import Fault
from rules.games.tours import Draw, Fall, Place, Position, Reserve, Tile
from rules.games.tours.tiles import aside

from . import words
from .game import EMPTY, Columns, TableGame, Turn
from .going_on import Ended, ended, gone_on
from .judging import as_seen, grown, lost
from .lines import agree, count_of, has_fallen, kept, new_tiles, onward, ways_on
from .orders import PutAside, TellDrawn

# Of the last turns so many may be taken back.
_MOST_BACK = 3
# Fewer tiles than these that are gone at once are no cleared table.
_FEW_TILES = 3


def begin(game: TableGame, sight: Sight[Columns], faults: Sequence[Fault] = ()) -> Ended:
    """The game that the first sight shows, with these faults, or that goes on from what stands there."""
    if game.has_begun:
        anew = replace(sight, laid=_with_hidden(sight, game.laid))
        return Outcome(game) if anew.laid == game.laid else lost(game, anew, "")
    if sight.laid == EMPTY:
        game = replace(game, has_begun=True, doubtful=sight.doubtful)
        return Outcome(game, (words.begins(game, sight.time),))
    game = _with_unproven(as_seen(game, sight), sight)
    blamed = (words.fault(game, fault, None, sight.time) for fault in faults)
    return Outcome(game, (words.joined(game, sight.time), *blamed))


def _with_hidden(sight: Sight[Columns], known: Columns) -> Columns:
    """What was seen if nothing was known, with the hidden tiles of columns that look as before, and with what is not
    seen."""
    pairs = enumerate(zip(known, sight.laid, strict=True))
    return tuple(
        old if sight.doubtful >> square & 1 or (len(old) == len(new) and old[-1:] == new[-1:]) else new
        for square, (old, new) in pairs
    )


def give_up(game: TableGame, sight: Sight[Columns]) -> Ended:
    """The game that goes on from a table that was seen again and again, and never clearly enough."""
    if sight.laid != game.laid:
        # That a tile lies there is surer than which.
        outcome = see(game, replace(sight, laid=_without_tops(sight), unproven=0))
        return lost(game, sight, "it is not sure enough what stands there") if outcome.is_open else outcome
    fresh = sight.doubtful & ~game.doubtful
    game = replace(game, doubtful=game.doubtful | sight.doubtful)
    return Outcome(game, (words.not_seen(_squares(fresh), sight.time),) if fresh else ())


def _without_tops(sight: Sight[Columns]) -> Columns:
    """The columns that were seen, without the tiles on top that are not proven."""
    return tuple(
        (*column[:-1], None) if column and sight.unproven >> square & 1 else column
        for square, column in enumerate(sight.laid)
    )


def see(game: TableGame, sight: Sight[Columns]) -> Ended:
    """The game once columns were seen."""
    outcome = _seen(game, sight)
    return outcome if outcome.is_open else replace(outcome, game=_with_unproven(outcome.game, sight))


def _with_unproven(game: TableGame, sight: Sight[Columns]) -> TableGame:
    """The game with which of its tiles are no proof, those that are gone left out."""
    there = (one for one in game.unproven if one[1] < len(game.laid[one[0]]))
    fresh = ((square, len(game.laid[square]) - 1) for square in _squares(sight.unproven) if game.laid[square])
    return replace(game, unproven=frozenset((*there, *fresh)))


def _seen(game: TableGame, sight: Sight[Columns]) -> Ended:
    if sight.laid == game.laid:
        is_open = bool(sight.doubtful & ~game.doubtful)
        return Outcome(game if is_open else replace(game, doubtful=game.doubtful & sight.doubtful), is_open=is_open)
    if game.faults and agree(game.position.columns, sight.laid):
        game = replace(game, laid=sight.laid, faults=(), doubtful=sight.doubtful)
        return Outcome(game, (words.taken_back(game, sight.time),))
    if sight.laid == EMPTY and sum(map(len, game.laid)) >= _FEW_TILES:
        return _cleared(game, sight)
    if (square := _read_otherwise(game, sight.laid)) is not None:
        return _corrected(game, square, sight)
    if (count := _turns_back(game, sight.laid)) is not None:
        return _undone(game, count, sight)
    if has_fallen(game.laid, sight.laid):
        if game.is_over:
            # The table is being cleared.
            return Outcome(replace(game, laid=sight.laid))
        if not sight.is_at_rest and not any(new_tiles(game.laid, sight.laid)):
            # A tile may be on its way to another square, and what fell is picked up one by one.
            return Outcome(game, is_open=True)
        if (again := _laid_elsewhere(game, sight)) is not None:
            return again
    return grown(game, sight)


def pause(game: TableGame, _time: float) -> Ended:
    """The game after a pause: a turn is over as soon as its tile is let go."""
    return Outcome(game)


def order(game: TableGame, asked: TellDrawn | PutAside, time: float) -> Ended:
    """The game once a person has told what no camera sees."""
    if isinstance(asked, TellDrawn):
        return Outcome(replace(game, drawn=asked.tile))
    player, tile, before = game.player, game.drawn, game.lines
    if player is None or game.faults:
        return Outcome(game)
    game = replace(game, lines=kept(_with_aside(line, player, tile) for line in before), drawn=None)
    if tile is not None:
        # No move names a tile that is not known.
        game = replace(game, turns=(*game.turns, Turn(before, (Draw(tile), Reserve(tile)))))
    return ended(game, (words.put_aside(game, player, tile, time),), time)


def _with_aside(line: Position, player: int, tile: Tile | None) -> Position:
    reserves = list(line.known_reserves)
    reserves[player - 1] = aside(*reserves[player - 1], tile)
    return replace(line, reserves=tuple(reserves))


def _cleared(game: TableGame, sight: Sight[Columns]) -> Ended:
    """The table is cleared for the next game, by the same players."""
    if not sight.is_at_rest:
        return Outcome(game, is_open=True)
    starts = dict.fromkeys(Position(reserves=((),) * line.options.players, options=line.options) for line in game.lines)
    game = TableGame(tuple(starts), has_begun=True, knows_players=game.knows_players)
    return Outcome(game, (words.begins(game, sight.time),))


def _read_otherwise(game: TableGame, laid: Columns) -> int | None:
    """The one square on which nothing but the tile on top is another than was told; None if it is not so."""
    pairs = zip(game.laid, laid, strict=True)
    others = [square for square, (old, new) in enumerate(pairs) if old != new]
    if len(others) != 1 or game.faults:
        return None
    (old, new), (square,) = (game.laid[others[0]], laid[others[0]]), others
    return square if old and len(old) == len(new) and old[:-1] == new[:-1] and new[-1] is not None else None


def _corrected(game: TableGame, square: int, sight: Sight[Columns]) -> Ended:
    """A tile that was told is another one: a look was wrong, for hardly anybody exchanges a tile."""
    if not sight.may_accuse and game.laid[square][-1] is not None:
        # That look may be as wrong.
        return Outcome(game)
    last = game.turns[-1] if game.turns else None
    if last is not None and isinstance(last.moves[-1], Place) and last.moves[-1].square == square:
        # The turn is judged anew.
        before = replace(game, lines=last.before, laid=last.before[0].columns, turns=game.turns[:-1])
        again = grown(before, sight)
        event = words.read_otherwise(replace(again.game, laid=sight.laid), square, sight.time)
        return replace(again, events=(event, *again.events)) if not again.is_open else Outcome(game, is_open=True)
    lines = tuple(replace(line, columns=sight.laid) for line in game.lines)
    after = replace(game, lines=kept(lines), laid=sight.laid)
    return Outcome(after, (words.read_otherwise(after, square, sight.time),))


def _turns_back(game: TableGame, laid: Columns) -> int | None:
    """After how many turns just these columns stood there, of the last ones; None if they never did."""
    if game.faults:
        return None
    counts = range(len(game.turns) - 1, max(-1, len(game.turns) - 1 - _MOST_BACK), -1)
    for count in counts:
        if not isinstance(game.turns[count].moves[-1], Place):
            return None
        if agree(game.turns[count].before[0].columns, laid):
            return count
    return None


def _undone(game: TableGame, count: int, sight: Sight[Columns]) -> Ended:
    """The last tiles are gone: most likely they were taken back, or else they fell."""
    undone = game.turns[:count:-1], game.turns[count]
    fallen = (way.end for line in game.lines for way in onward(line, sight.laid).ways)
    lines = kept((*undone[1].before, *fallen))
    after = replace(
        game, lines=lines, laid=sight.laid, turns=game.turns[:count], doubtful=sight.doubtful, drawn=None, is_over=False
    )
    return Outcome(after, tuple(words.undone(after, turn, sight.time) for turn in (*undone[0], undone[1])))


def _laid_elsewhere(game: TableGame, sight: Sight[Columns]) -> Ended | None:
    """The game once the tile that was laid last lies on another square; None if it does not."""
    if game.faults or not game.turns or not isinstance(game.turns[-1].moves[-1], Place):
        return None
    last = game.turns[-1]
    ways = [way for way in ways_on(last.before, sight.laid) if not count_of(way, Fall)]
    if not ways:
        return None
    back = _undone(game, len(game.turns) - 1, replace(sight, laid=last.before[0].columns))
    return back.then(gone_on(replace(back.game, lines=last.before), ways, sight))


def _squares(bits: int) -> Iterator[int]:
    return (square for square in range(bits.bit_length()) if bits >> square & 1)
