"""How a game of Les Tours de Babel goes on once it is known what was done, and what is told of it. Called by `judging`
and `turns`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from referee.live_boards.events import BoardEvent
from referee.live_boards.following import Outcome, Sight
from rules.games.tours import Fall, Place, Position, Reserve, position_of_columns
from rules.games.tours.moves import Move

from . import words
from .game import Columns, TableGame, Turn
from .lines import Way, kept

Ended = Outcome[TableGame]


def gone_on(game: TableGame, ways: Sequence[Way], sight: Sight[Columns]) -> Ended:
    """The game goes on, in one of these ways; what is told is the first."""
    ways = [_as_seen(way, sight.laid) for way in ways]
    events: list[BoardEvent] = []
    if game.faults:
        # As high everywhere as before, a look was wrong; else the wrong tile lies elsewhere now.
        is_misread = list(map(len, sight.laid)) == list(map(len, game.laid))
        say = words.withdrawn if is_misread else words.taken_back
        events.append(say(game, sight.time))
    # Where several tiles came at once, what stood there in between is known of the first way only.
    before, position = kept(way.start for way in ways), ways[0].start
    game = replace(game, faults=(), doubtful=sight.doubtful, drawn=None)
    for number, moves in enumerate(_turns_of(ways[0])):
        after = _played(position, moves)
        players = {_player_of(way, number) for way in ways}
        player = players.pop() if len(players) == 1 else None
        game = replace(game, lines=(after,), laid=after.columns, turns=(*game.turns, Turn(before, moves)))
        events.append(_told(game, position, moves, player, sight.time))
        before, position = game.lines, after
    game = replace(game, lines=kept(way.end for way in ways), laid=sight.laid)
    return ended(game, events, sight.time)


def _as_seen(way: Way, laid: Columns) -> Way:
    """A way that names no tile which nobody has seen: that only one would have been legal proves nothing."""
    moves, below = [], Counter[int]()
    for number, move in reversed(list(enumerate(way.moves))):
        if isinstance(move, Place) and _has_left_a_trace(way, number):
            below[move.square] += 1
            move = Place(move.square, laid[move.square][-below[move.square]])
        moves.append(move)
    return replace(way, end=replace(way.end, columns=laid), moves=tuple(reversed(moves)))


def _turns_of(way: Way) -> Iterator[tuple[Move, ...]]:
    """Rows of moves up to each that left its trace: a tile that lies there, and columns that are lower than before."""
    begun: list[Move] = []
    for number, move in enumerate(way.moves):
        begun.append(move)
        if _has_left_a_trace(way, number):
            yield tuple(begun)
            begun = []


def _has_left_a_trace(way: Way, number: int) -> bool:
    move, later = way.moves[number], way.moves[number + 1 :]
    if isinstance(move, Fall):
        return any(height < len(way.start.columns[square]) for square, height in move.heights)
    falls = (square for fall in later if isinstance(fall, Fall) for square, _ in fall.heights)
    return isinstance(move, Place) and move.square not in falls


def _played(position: Position, moves: Iterable[Move]) -> Position:
    """The position after moves; of a table of which nobody knows whose turn it is only the columns are."""
    for move in moves:
        if position.reserves is None and isinstance(move, Place):
            columns = (*position.columns[: move.square], (*position.columns[move.square], move.tile))
            position = position_of_columns((*columns, *position.columns[move.square + 1 :]), position.options)
        else:
            position = position.applied(move)
    return position


def _player_of(way: Way, number: int) -> int | None:
    """Who laid the tile of a turn, counted from 0, or made columns fall; None if nobody knows or it was no turn."""
    turns = list(_turns_of(way))
    if way.start.reserves is None or number >= len(turns):
        return None
    last = turns[number][-1]
    before = [move for turn in turns[: number + 1] for move in turn][:-1]
    return last.player if isinstance(last, Fall) else _played(way.start, before).player


def _told(game: TableGame, before: Position, moves: Sequence[Move], player: int | None, time: float) -> BoardEvent:
    """What is told of a turn."""
    last = moves[-1]
    if isinstance(last, Fall):
        return words.fell(game, last, player, time)
    owners = [(_played(before, moves[:count]).player, move) for count, move in enumerate(moves[:-1])]
    aside = [owner for owner, move in owners if isinstance(move, Reserve)]
    unseen = [owner for owner, move in owners if isinstance(move, Place)]
    return words.laid(game, player, aside, unseen, time)


def ended(game: TableGame, events: Iterable[BoardEvent], time: float) -> Ended:
    """What was told, and whether the game is over now."""
    is_over = all(line.reserves is not None and line.is_over for line in game.lines)
    over = (words.game_over(game, time),) if is_over and not game.is_over else ()
    return Outcome(replace(game, is_over=is_over), (*events, *over))
