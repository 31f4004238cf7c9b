"""The state of a live game, as values: what was committed, and what the picture shows just now.

Made by `step`, saved by `journal`, drawn by the window. All of it is immutable; the game's part goes to JSON and back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from calibration.camera import CameraPose
from rules.games.babel import (
    DEFAULT_OPTIONS,
    EMPTY_TOWER,
    FULL_HAND,
    Cell,
    Fault,
    Hands,
    Options,
    Position,
    Tower,
    hands_notation,
    tower_notation,
)
from rules.games.babel.position import without_one
from vision.games.babel.memory import CubeMemory
from vision.scene import Scene

from .events import Choice


class Phase(Enum):
    """What the referee is doing."""

    LOOKING = "looking"
    """Nothing was read yet."""
    WAITING = "waiting"
    """All is still, and the tower is as it was last read."""
    MOVING = "moving"
    """A hand is there, or something moves."""
    READING = "reading"
    """All is still again, and the tower is being read."""
    ASKING = "asking"
    """A question is open: `LiveState.question`."""
    OUT_OF_STEP = "out of step"
    """The tower is not the one that was followed; a resync is due."""
    OVER = "over"
    """The game is over."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One placement that was committed.

    Attributes
    ----------
    number : int
        Counted from 1, those before the first look included.
    player : {1, 2}
    cell : Cell
    type : int or None
        As it was counted against the player's hand.
    faults : tuple of Fault
        The rules it broke.
    is_order_known : bool
    """

    number: int
    player: int
    cell: Cell
    type: int | None
    faults: tuple[Fault, ...] = ()
    is_order_known: bool = True


@dataclass(frozen=True, slots=True)
class GameState:
    """All that was committed.

    Attributes
    ----------
    options : Options
    cubes : mapping of Cell to CubeMemory
        The tower as it was seen, legal or not.
    plies : tuple of Ply
        The placements that were followed, in order.
    start_hands : Hands or None
        Before the first of `plies`; None if they are not known, as when the game was joined.
    start_number : int
        Placements before the first of `plies`.
    start_player : {1, 2}
        Whose turn it was then.
    has_begun : bool
        Whether a first look, or a person, has told the position.
    is_over : bool
    """

    options: Options = DEFAULT_OPTIONS
    cubes: Mapping[Cell, CubeMemory] = field(default_factory=dict)
    plies: tuple[Ply, ...] = ()
    start_hands: Hands | None = (FULL_HAND, FULL_HAND)
    start_number: int = 0
    start_player: int = 1
    has_begun: bool = False
    is_over: bool = False

    @property
    def tower(self) -> Tower:
        """What is known of the tower."""
        return (
            Tower.from_cubes({cell: memory.known for cell, memory in self.cubes.items()}) if self.cubes else EMPTY_TOWER
        )

    @property
    def number(self) -> int:
        """Placements so far."""
        return self.start_number + len(self.plies)

    @property
    def to_move(self) -> int:
        """Whose turn it is, 1 or 2: players alternate, whatever they place."""
        return self.start_player if len(self.plies) % 2 == 0 else 3 - self.start_player

    @property
    def hands(self) -> Hands | None:
        """What both players still hold; None if not known. A cube too many leaves a hand at zero."""
        if self.start_hands is None:
            return None
        hands = list(self.start_hands)
        for ply in self.plies:
            if ply.type is None:
                return None
            if hands[ply.player - 1][ply.type]:
                hands[ply.player - 1] = without_one(hands[ply.player - 1], ply.type)
        return hands[0], hands[1]

    @property
    def position(self) -> Position | None:
        """Tower, hands and turn for the rules; None where the hands are not known."""
        hands = self.hands
        return None if hands is None else Position(self.tower, hands, self.to_move, self.options)

    @property
    def notation(self) -> str:
        """The tower in notation, with the hands if they are known, and the player to move."""
        hands = self.hands
        words = [tower_notation(self.tower), *([hands_notation(hands)] if hands else []), str(self.to_move)]
        return " ".join(words)

    @staticmethod
    def from_position(position: Position) -> "GameState":
        """A game that goes on from a known position."""
        cubes = {cell: CubeMemory().corrected(cube) for cell, cube in position.tower.items()}
        return GameState(
            options=position.options,
            cubes=cubes,
            start_hands=position.hands,
            start_number=len(cubes),
            start_player=position.to_move,
            has_begun=True,
        )


@dataclass(frozen=True, slots=True)
class Question:
    """A question that is open.

    Attributes
    ----------
    text : str
    choices : tuple of Choice
        Likeliest first.
    """

    text: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, eq=False)
class LiveState:
    """The whole state of `step`.

    Attributes
    ----------
    game : GameState
        What was committed: this part is saved.
    phase : Phase
    scene : Scene
        What the last pictures showed: movement, light, what has changed since the last look.
    pose : CameraPose or None
        In full pictures of the source, as last found.
    question : Question or None
    """

    game: GameState = field(default_factory=GameState)
    phase: Phase = Phase.LOOKING
    scene: Scene = field(default_factory=Scene)
    pose: CameraPose | None = None
    question: Question | None = None

    def with_game(self, game: GameState) -> "LiveState":
        """The same picture, another game."""
        return replace(self, game=game)
