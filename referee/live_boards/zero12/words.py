"""The events of a live game of 012x012, and their words. Called by `turns` and `step`."""

from collections.abc import Sequence

from referee.live.game_events import EventKind
from referee.live_boards.events import BoardEvent
from rules.errors import counted, listed
from rules.game import Fault
from rules.games.zero12 import Position, Run, move_notation, position_notation, square_name

from .game import BoardGame, Turn


def begins(game: BoardGame, time: float) -> BoardEvent:
    """A game begins, at a source time in seconds."""
    message = f"A game begins; player {game.position.to_move} is to move."
    return BoardEvent(EventKind.START, time, message, position=position_notation(game.position))


def joined(game: BoardGame, time: float) -> BoardEvent:
    """The first look shows a board with cubes."""
    count = sum(squares.bit_count() for squares in game.laid)
    message = (
        f"A game of {counted(count, 'cube')} was joined; whose turn it is and what everybody has left is not known "
        "without --start."
    )
    return BoardEvent(EventKind.JOINED, time, message, position=position_notation(game.position))


def turn(game: BoardGame, number: int, time: float) -> BoardEvent:
    """A turn of the likeliest line is over, counted from 0, and who had to pass before it."""
    turns = game.lines[0].turns
    over = turns[number]
    after = turns[number + 1].before if number + 1 < len(turns) else game.position
    name, count = move_notation(over.move), _count(turns[: number + 1])
    passed = "".join(f"Player {player} passes, for nothing fits. " for player in over.passed)
    lays = f"Player {over.player} lays" if over.player else "Laid:"
    return BoardEvent(
        EventKind.PLACEMENT,
        time,
        f"{count}. {passed}{lays} {name} ({_colours(over, after)}).",
        ply=count,
        player=over.player,
        move=name,
        squares=_squares(over),
        position=position_notation(after),
    )


def parted_otherwise(game: BoardGame, same: int, time: float) -> BoardEvent:
    """Turns that were told were parted wrongly, after so many that were not: the turns that follow are told anew."""
    number = _count(game.told[: same + 1])
    message = f"Corrected: turn {number} was another one."
    return BoardEvent(EventKind.CORRECTED, time, message, ply=number)


def fault(game: BoardGame, broken: Fault, time: float) -> BoardEvent:
    """A rule was broken by the turn under way, or by one that was over; `game` has laid what lies there now."""
    return BoardEvent(
        EventKind.FAULT,
        time,
        broken.message,
        ply=_count(game.told) + 1,
        player=game.player,
        squares=broken.places,
        rule=int(broken.rule),
        position=position_notation(Position(game.position.options, game.laid, ())),
    )


def withdrawn(game: BoardGame, time: float) -> BoardEvent:
    """What was told to be wrong is none, by what lies there now."""
    message = "Corrected: with the cubes that lie there now the turn breaks no rule."
    rules = tuple(dict.fromkeys(int(broken.rule) for broken in game.faults))
    return BoardEvent(
        EventKind.CORRECTED,
        time,
        message,
        ply=_count(game.told) + 1,
        player=game.player,
        rules_withdrawn=rules,
    )


def taken_back(game: BoardGame, time: float) -> BoardEvent:
    """The wrong cubes of the turn under way are gone; `game` is the one after it."""
    who = f"Player {game.player}" if game.player else "Whoever laid them"
    again = f" {who} plays, and then once more (rule 5)." if game.position.turns > 1 else ""
    position = position_notation(game.position)
    message = f"The wrong cubes are taken back.{again}"
    return BoardEvent(EventKind.UNDO, time, message, player=game.player, position=position)


def undone(turn: Turn, time: float) -> BoardEvent:
    """A turn that was over is taken back."""
    name = move_notation(turn.move)
    return BoardEvent(
        EventKind.UNDO,
        time,
        f"Player {turn.player} takes back {name}." if turn.player else f"Taken back: {name}.",
        player=turn.player,
        move=name,
        squares=_squares(turn),
        position=position_notation(turn.before),
    )


def restored(game: BoardGame, time: float) -> BoardEvent:
    """Cubes that were gone or exchanged lie there again."""
    message = f"{listed(game.altered)} as before: in step again."
    return BoardEvent(EventKind.RESYNC, time, message, squares=game.altered, position=position_notation(game.position))


def not_followed(why: str, time: float) -> BoardEvent:
    """The board is another one, and nobody knows how it came about."""
    reason = f": {why}" if why else ""
    message = f"What was played could not be followed{reason}; the game goes on from what lies there."
    return BoardEvent(EventKind.RESYNC, time, message)


def game_over(game: BoardGame, time: float) -> BoardEvent:
    """Nobody can lay a cube any more."""
    winner = game.position.winner
    message = f"The game is over: player {winner} wins." if winner else "The game is over."
    return BoardEvent(EventKind.GAME_OVER, time, message, player=winner or None)


def _count(turns: Sequence[Turn]) -> int:
    """How many turns there were, without mistakes that were taken back."""
    return sum(1 for turn in turns if isinstance(turn.move, Run))


def _squares(turn: Turn) -> tuple[str, ...]:
    return tuple(map(square_name, turn.move.squares)) if isinstance(turn.move, Run) else ()


def _colours(turn: Turn, after: Position) -> str:
    """The cubes of a turn in the order of laying."""
    assert isinstance(turn.move, Run)
    codes = (after.cube(square) for square in turn.move.squares)
    return ", ".join(after.options.colours[code] for code in codes if code is not None)
