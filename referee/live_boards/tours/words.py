"""The events of a live game of Les Tours de Babel, and their words. Called by `turns`."""

from collections.abc import Iterable

from referee.live.game_events import EventKind
from referee.live_boards.events import BoardEvent
from rules.errors import counted, listed
from rules.game import Fault
from rules.games.tours import FAMILIES, GAME, SQUARES, Fall, Place, Position, Reserve, Tile, position_notation

from .game import TableGame, Turn


def begins(game: TableGame, time: float) -> BoardEvent:
    """A game begins, at a source time in seconds."""
    return BoardEvent(EventKind.START, time, "A game begins.", position=position_notation(game.position))


def joined(game: TableGame, time: float) -> BoardEvent:
    """The first look shows columns."""
    count = sum(map(len, game.laid))
    message = f"A game of {counted(count, 'tile')} was joined; whose turn it is is not known without --start."
    return BoardEvent(EventKind.JOINED, time, message, position=position_notation(game.position))


def laid(game: TableGame, player: int | None, aside: Iterable[int], unseen: Iterable[int], time: float) -> BoardEvent:
    """The last turn, in which a tile was laid; by whom, if that is known. Before it some have put tiles aside, and some
    should have laid one: it fell at once, or they were left out."""
    place = game.turns[-1].moves[-1]
    assert isinstance(place, Place)
    ply, name, height = count_of(game), SQUARES[place.square], len(game.laid[place.square])
    doubtful = [one for square, one in enumerate(SQUARES) if game.doubtful >> square & 1]
    put = f"has put a tile aside, or laid it unseen on {listed(doubtful)}" if doubtful else "puts a tile aside"
    before = "".join(f"Player {other} {put}. " for other in aside)
    before += "".join(f"Player {other} was to lay a tile first, and none was seen. " for other in unseen)
    who = f"Player {player} lays" if player else "Laid:"
    tile = "a tile" if place.tile is None else place.tile.words
    where = f"on {name}, which is {height} high now" if height > 1 else f"on {name}"
    return BoardEvent(
        EventKind.PLACEMENT,
        time,
        f"{ply}. {before}{who} {tile} {where}.",
        ply=ply,
        player=player,
        move=str(place),
        squares=(name,),
        position=position_notation(game.position),
    )


def put_aside(game: TableGame, player: int, tile: Tile | None, time: float) -> BoardEvent:
    """A person says that the player to move puts a tile aside; None if nobody says which."""
    message = f"Player {player} puts {'a tile' if tile is None else tile.words} aside."
    move = "" if tile is None else str(Reserve(tile))
    position = position_notation(game.position)
    return BoardEvent(EventKind.PLACEMENT, time, message, player=player, move=move, position=position)


def fell(game: TableGame, fall: Fall, player: int | None, time: float) -> BoardEvent:
    """Columns have become lower; by whom, if that is known."""
    names = tuple(SQUARES[square] for square, _ in fall.heights)
    taken = f", taken to be player {player}" if player else ""
    message = f"{listed(names)} fell: the tiles go to the reserve of whoever made them fall{taken} (rule 8)."
    position = position_notation(game.position)
    return BoardEvent(EventKind.TOPPLED, time, message, player=player, move=str(fall), squares=names, position=position)


def fault(game: TableGame, broken: Fault, player: int | None, time: float) -> BoardEvent:
    """A rule was broken by the tile that was laid last."""
    return BoardEvent(
        EventKind.FAULT,
        time,
        broken.message,
        ply=count_of(game) + 1,
        player=player,
        squares=broken.places,
        rule=int(broken.rule),
        position=position_notation(Position(game.laid, None, options=game.position.options)),
    )


def withdrawn(game: TableGame, time: float) -> BoardEvent:
    """What was told to be wrong is none, by what stands there now."""
    message = "Corrected: what stands there now breaks no rule."
    rules = tuple(dict.fromkeys(int(broken.rule) for broken in game.faults))
    return BoardEvent(EventKind.CORRECTED, time, message, ply=count_of(game) + 1, rules_withdrawn=rules)


def taken_back(game: TableGame, time: float) -> BoardEvent:
    """The wrong tile is gone."""
    position = position_notation(game.position)
    return BoardEvent(EventKind.UNDO, time, "The wrong tile is taken back.", player=game.player, position=position)


def undone(game: TableGame, turn: Turn, time: float) -> BoardEvent:
    """A tile that was laid is gone again; `game` is the one after it."""
    place = turn.moves[-1]
    assert isinstance(place, Place)
    name = SQUARES[place.square]
    tile = "a tile" if place.tile is None else place.tile.words
    message = f"Taken back: {tile} on {name}. If it fell, it goes to the reserve (rule 8)."
    position = position_notation(game.position)
    return BoardEvent(EventKind.UNDO, time, message, move=str(place), squares=(name,), position=position)


def read_otherwise(game: TableGame, square: int, time: float) -> BoardEvent:
    """What stands on a square is seen to be another column than was told."""
    name, column = SQUARES[square], game.laid[square]
    top = column[-1] if column else None
    what = "nothing" if not column else "a tile that is not known" if top is None else top.words
    high = f", {len(column)} high" if len(column) > 1 else ""
    message = f"Corrected: on {name} lies {what}{high}."
    position = position_notation(game.position)
    return BoardEvent(EventKind.CORRECTED, time, message, squares=(name,), position=position)


def not_followed(why: str, time: float) -> BoardEvent:
    """The columns are others, and nobody knows how that came about."""
    reason = f": {why}" if why else ""
    message = f"What was played could not be followed{reason}; the game goes on from what stands there."
    return BoardEvent(EventKind.RESYNC, time, message)


def not_seen(squares: Iterable[int], time: float) -> BoardEvent:
    """Something has changed on squares, and it cannot be seen what stands there."""
    names = tuple(SQUARES[square] for square in squares)
    message = f"It cannot be seen what stands on {listed(names)} now; nobody is told to be wrong by it."
    return BoardEvent(EventKind.RESYNC, time, message, squares=names)


def game_over(game: TableGame, time: float) -> BoardEvent:
    """All tiles are laid or put aside."""
    message = f"The game is over: {GAME.result(game.position)}."
    winners = game.position.winners
    return BoardEvent(EventKind.GAME_OVER, time, message, player=winners[0] if len(winners) == 1 else None)


def count_of(game: TableGame) -> int:
    """How many tiles were laid since the game was followed."""
    return sum(isinstance(turn.moves[-1], Place) for turn in game.turns)


def whose(position: Position) -> str:
    """Who is to move, with the family.

    Examples
    --------
    >>> whose(Position())
    'Player 1 (bamboo)'
    """
    return f"Player {position.player} ({FAMILIES[position.family]})"
