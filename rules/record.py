"""A game as it was played: its positions and moves in memory, and the same written as text that people read.

Its mirror, which reads the text, is `record_reading`; the grammar is in docs/notation.md. Called by the commands that
play and replay, and by tests.
"""

from dataclasses import dataclass, replace
from typing import Any, Generic

from .errors import IllegalMove, NotationError
from .game import CHANCE, Game, MoveT, PositionT
from .options import options_notation


@dataclass(frozen=True, slots=True)
class Record(Generic[PositionT, MoveT]):
    """A row of positions from the first to the present one, with the moves between them.

    Attributes
    ----------
    game : Game
        What is played.
    positions : tuple
        One more than there are moves.
    moves : tuple
        Chance moves included.
    players : tuple of str
        Names of the players, one line each; empty, or one for each, which may be empty.

    Raises
    ------
    ValueError
        A name takes more than one line, or there are not as many names as players.

    Examples
    --------
    >>> from rules.games import load
    >>> babel = load("babel")
    >>> record = Record.of(babel).play(babel.parse_move("a1.1=1E"))
    >>> record.undo() == Record.of(babel)
    True
    """

    game: Game[PositionT, MoveT, Any]
    positions: tuple[PositionT, ...]
    moves: tuple[MoveT, ...] = ()
    players: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        expected = self.game.player_count(self.positions[0])
        if len(self.players) not in (0, expected):
            raise ValueError(f"{len(self.players)} names are given; {expected} play")
        for name in self.players:
            require_name(name)

    @classmethod
    def of(
        cls, game: Game[PositionT, MoveT, Any], start: PositionT | None = None, players: tuple[str, ...] = ()
    ) -> "Record[PositionT, MoveT]":
        """A game before its first move, from its usual start if no other is given."""
        return cls(game, (game.start() if start is None else start,), (), players)

    def named(self, players: tuple[str, ...]) -> "Record[PositionT, MoveT]":
        """The same game with these names of the players."""
        return replace(self, players=players)

    @property
    def position(self) -> PositionT:
        """The present position."""
        return self.positions[-1]

    def play(self, move: MoveT) -> "Record[PositionT, MoveT]":
        """The record with one more move; raises `IllegalMove` as `Game.play`."""
        after = self.game.play(self.position, move)
        return replace(self, positions=(*self.positions, after), moves=(*self.moves, move))

    def undo(self) -> "Record[PositionT, MoveT]":
        """The record without its last move.

        Raises
        ------
        IllegalMove
            There is no move to take back.
        """
        if not self.moves:
            raise IllegalMove("there is no move to take back")
        return replace(self, positions=self.positions[:-1], moves=self.moves[:-1])


def require_name(name: str) -> None:
    """Refuse what is no player's name.

    Raises
    ------
    NotationError
        It takes more than one line, or has spaces that a record does not keep.
    """
    if name != " ".join(name.split()) or not all(map(str.isprintable, name)):
        raise NotationError(f"{name!r} is no name; expected one line of text")


def record_notation(record: Record[Any, Any]) -> str:
    """The text that `parse_record` reads back to the same record.

    Examples
    --------
    >>> from rules.games import load
    >>> babel = load("babel")
    >>> print(record_notation(Record.of(babel, players=("Ida", "")).play(babel.parse_move("a1.1=1E"))), end="")
    game babel
    option type2=adjacent
    option type3=corner
    option finished=last_mover_wins
    player 1 Ida
    <BLANKLINE>
    1. player 1: a1.1=1E
    <BLANKLINE>
    result not over
    """
    game, start = record.game, record.positions[0]
    options = game.options(start)
    lines = [f"game {game.name}"]
    lines += [f"option {option}" for option in options_notation(options)]
    # People write a colon before a name: one that begins with a colon needs it.
    lines += [
        f"player {number}{':' * name.startswith(':')} {name}"
        for number, name in enumerate(record.players, start=1)
        if name
    ]
    if start != game.start(options):
        lines.append(f"start {game.position_notation(start)}")
    lines.append("")
    for number, (position, move) in enumerate(zip(record.positions, record.moves, strict=False), start=1):
        lines.append(f"{number}. {mover(game.to_move(position))}: {game.move_notation(move)}")
    lines += [""] * bool(record.moves)
    lines.append(f"result {game.result(record.position)}")
    return "\n".join(lines) + "\n"


def mover(number: int) -> str:
    """Who moves, in words.

    Examples
    --------
    >>> mover(2)
    'player 2'
    """
    return "chance" if number == CHANCE else f"player {number}"
