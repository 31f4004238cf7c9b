"""What a game on a printed board adds to how all of them are followed. Made by each game, asked by `step`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from calibration.mat import Mat
from referee.live.game_events import ViewChange

from .events import BoardEvent
from .state import BoardRequest

GameT = TypeVar("GameT")
"""All that was committed of a game."""
LaidT = TypeVar("LaidT")
"""What lies on a board; comparable."""
ReadingT = TypeVar("ReadingT")
"""What a look shows before it is judged."""


@dataclass(frozen=True, slots=True)
class SeenBoard(Generic[LaidT]):
    """What lies on the board by a look.

    Attributes
    ----------
    laid : what lies on the board
        What cannot be told is as it was.
    doubtful : int
        The squares, a bit each as the game counts them, of which that cannot be told.
    is_plain : bool
        Whether the look is all but certain of all that has changed.
    may_accuse : bool
        Whether it is sure enough of that to tell that somebody is wrong, once another look shows the same.
    unproven : int
        The squares that were looked at of which it is told what lies there, but not so surely.
    """

    laid: LaidT
    doubtful: int
    is_plain: bool
    may_accuse: bool
    unproven: int = 0


@dataclass(frozen=True, slots=True)
class Sight(Generic[LaidT]):
    """What was seen to lie on the board, once it is settled.

    Attributes
    ----------
    laid : what lies on the board
    time : float
        Source time.
    doubtful : int
        As in `SeenBoard`.
    may_accuse : bool
        Whether it was seen so clearly that somebody may be told to be wrong.
    is_at_rest : bool
        Whether nothing has moved for so long that nobody is about to take anything back.
    unproven : int
        As in `SeenBoard`.
    """

    laid: LaidT
    time: float
    doubtful: int = 0
    may_accuse: bool = True
    is_at_rest: bool = True
    unproven: int = 0


@dataclass(frozen=True, slots=True)
class Outcome(Generic[GameT]):
    """What a sight leads to.

    Attributes
    ----------
    game : committed game
    events : tuple of BoardEvent
    is_open : bool
        Whether the sight is too poor, or too early, for what it shows, so that the game is as it was.
    """

    game: GameT
    events: tuple[BoardEvent, ...] = ()
    is_open: bool = False

    def then(self, second: "Outcome[GameT]") -> "Outcome[GameT]":
        """What two things lead to, one after the other."""
        return Outcome(second.game, (*self.events, *second.events), second.is_open)


@dataclass(frozen=True, slots=True)
class Following(Generic[GameT, ReadingT, LaidT]):
    """How one game is followed: what it lies on, and pure functions of what was committed of it.

    Attributes
    ----------
    mat : Mat
        What the board's sheet bears.
    room : function
        How high a piece that comes next may lie, in squares.
    poor : function
        What is wrong with the light of a look, with advice.
    seen : function
        What lies on the board by a look that was asked for.
    adds_only : function
        Whether all that lay on the board lies there still.
    begin : function
        The game that a first look shows, or that goes on from what lies there, however that came about.
    see : function
        The game once a board was seen.
    give_up : function
        The game that goes on from a board that was never seen clearly enough.
    pause, end_turn : function
        The game after a pause, and once a person says that the turn is over; at a source time.
    order : function
        The game once a person has ordered something of this game alone; at a source time.
    """

    mat: Mat
    room: Callable[[GameT], float]
    poor: Callable[[ReadingT], Mapping[ViewChange, str]]
    seen: Callable[[GameT, ReadingT, BoardRequest], SeenBoard[LaidT]]
    adds_only: Callable[[GameT, LaidT], bool]
    begin: Callable[[GameT, ReadingT, Sight[LaidT]], Outcome[GameT]]
    see: Callable[[GameT, Sight[LaidT]], Outcome[GameT]]
    give_up: Callable[[GameT, Sight[LaidT]], Outcome[GameT]]
    pause: Callable[[GameT, float], Outcome[GameT]]
    end_turn: Callable[[GameT, float], Outcome[GameT]]
    order: Callable[[GameT, Any, float], Outcome[GameT]]
