"""The state of a live game of 012x012, as values: the turns that are over, and what lies there beside them.

Made by `turns`, saved by `saving`, drawn by the window.
"""

from dataclasses import dataclass, replace

from rules.game import Fault
from rules.games.zero12 import DEFAULT_OPTIONS, FAIR_COUNT, Laid, Move, Options, Position, start
from rules.games.zero12.squares import SquareSet


def filled(laid: Laid) -> SquareSet:
    """The squares with a cube."""
    return laid[0] | laid[1] | laid[2]


def lies_within(fewer: Laid, more: Laid) -> bool:
    """Whether all cubes of one board lie on another too."""
    return all(not one & ~other for one, other in zip(fewer, more, strict=True))


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that is over.

    Attributes
    ----------
    before : Position
    move : Move
        Of a wrong run that was left lying, the run that comes nearest to it.
    player : int or None
        Who played; None if that is not known.
    faults : tuple of Fault
        The rules that it broke.
    passed : tuple of int
        Who had to pass before it.
    """

    before: Position
    move: Move
    player: int | None
    faults: tuple[Fault, ...] = ()
    passed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One way to part what was laid into turns.

    Attributes
    ----------
    position : Position
        After the last turn that is over; without stocks where nobody knows who has what left.
    turns : tuple of Turn
        Those that are over, since the game was followed.
    """

    position: Position
    turns: tuple[Turn, ...] = ()

    @property
    def is_sure(self) -> bool:
        """Whether it is known who is to move and what everybody has left."""
        return bool(self.position.stocks)

    @property
    def judged_from(self) -> Position:
        """The position that the next turn is judged from: where it is not known who has what left, everybody may have
        all that does not lie there."""
        if self.is_sure:
            return self.position
        left = (FAIR_COUNT - squares.bit_count() for squares in self.position.laid)
        return self._with_stocks(*(max(0, min(self.position.options.share, count)) for count in left))

    @property
    def judged_at_least_from(self) -> Position:
        """The same, with what everybody has left at least."""
        if self.is_sure:
            return self.position
        laid = (squares.bit_count() for squares in self.position.laid)
        return self._with_stocks(*(max(0, self.position.options.share - count) for count in laid))

    def after(self, turn: Turn, position: Position) -> "Line":
        """The line once a turn is over; what is not known of the position stays so."""
        line = Line(position, (*self.turns, turn))
        return line if self.is_sure else line.unsure

    @property
    def unsure(self) -> "Line":
        """The same if nobody knows who is to move and what everybody has left."""
        return replace(self, position=replace(self.position, stocks=(), to_move=1, turns=1, last=0))

    def _with_stocks(self, first: int, second: int, third: int) -> Position:
        return replace(self.position, stocks=((first, second, third),) * self.position.options.players)


@dataclass(frozen=True, slots=True)
class BoardGame:
    """All that was committed.

    Attributes
    ----------
    lines : tuple of Line
        The ways to part what was laid into turns, likeliest first; one at least.
    laid : Laid
        What lies there: also the cubes of the turn under way.
    told : tuple of Turn
        The turns that were told.
    faults : tuple of Fault
        What was told to be wrong with the cubes beside the position's.
    altered : tuple of str
        The squares whose cubes were told to be gone or exchanged.
    is_rested : bool
        Whether a pause has come since the last cube.
    changed_at : float
        Source time of the last cube.
    has_begun : bool
        Whether a first look, or a person, has told the position.
    is_over : bool
        Whether it was told that the game is over.
    """

    lines: tuple[Line, ...]
    laid: Laid
    told: tuple[Turn, ...] = ()
    faults: tuple[Fault, ...] = ()
    altered: tuple[str, ...] = ()
    is_rested: bool = False
    changed_at: float = 0.0
    has_begun: bool = False
    is_over: bool = False

    @staticmethod
    def of(options: Options = DEFAULT_OPTIONS) -> "BoardGame":
        """A game of which nothing was seen yet."""
        position = start(options)
        return BoardGame((Line(position),), position.laid)

    @staticmethod
    def from_position(position: Position) -> "BoardGame":
        """A game that goes on from a known position."""
        return BoardGame((Line(position),), position.laid, has_begun=True)

    @property
    def position(self) -> Position:
        """After the last turn that is over, as far as is known."""
        return self.lines[0].position

    @property
    def player(self) -> int | None:
        """Whose turn it is; None if that is not known."""
        return self.position.to_move if self.lines[0].is_sure else None
