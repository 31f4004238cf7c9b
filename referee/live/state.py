"""The state of a live game, as values: what was committed, and what the picture shows just now.

Made by `step`, saved by `journal`, drawn by the window. All of it is immutable; the game's part goes to JSON and back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from calibration.camera import CameraPose
from calibration.locating import ON_OUTLINE, Place
from rules.games.babel import (
    DEFAULT_OPTIONS,
    EMPTY_TOWER,
    FULL_HAND,
    Cell,
    Cube,
    Face,
    Fault,
    Hands,
    Options,
    Position,
    PositionFields,
    Tower,
    hands_without,
    other_player,
)
from vision.games.babel.memory import CubeMemory

from .events import Choice
from .inputs import LookRequest
from .watched import Watched


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
    cube : Cube
        As it was announced: type and seen marks, as far as they were likely enough to be said.
    confidence : float, 0..1
        Of the type.
    faults : tuple of Fault
        The rules it broke.
    illegal : float, 0..1
        How likely it is that it broke one.
    is_order_known : bool
        False if it came between two looks together with others.
    unseen : tuple of Cell
        Cells on levels below, out of view when it was placed and empty as far as anybody knew.
    """

    number: int
    player: int
    cell: Cell
    cube: Cube
    confidence: float = 1.0
    faults: tuple[Fault, ...] = ()
    illegal: float = 0.0
    is_order_known: bool = True
    unseen: tuple[Cell, ...] = ()

    @property
    def type(self) -> int | None:
        """The type that was counted against the player's hand."""
        return self.cube.type


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
    was_over : bool
        Whether the game was over until cubes were taken back, and none was placed since.
    """

    options: Options = DEFAULT_OPTIONS
    cubes: Mapping[Cell, CubeMemory] = field(default_factory=dict)
    plies: tuple[Ply, ...] = ()
    start_hands: Hands | None = (FULL_HAND, FULL_HAND)
    start_number: int = 0
    start_player: int = 1
    has_begun: bool = False
    is_over: bool = False
    was_over: bool = False

    @property
    def tower(self) -> Tower:
        """The tower as announced: what stands there, legal or not."""
        said = {ply.cell: ply.cube for ply in self.plies}
        cubes = {cell: said.get(cell) or memory.known for cell, memory in self.cubes.items()}
        return Tower.from_cubes(cubes) if cubes else EMPTY_TOWER

    @property
    def is_played_out(self) -> bool:
        """Whether the game is over, or was until cubes were taken back: its tower may be taken down."""
        return self.is_over or self.was_over

    @property
    def taken_away(self) -> tuple[Cell, ...]:
        """Where cubes were placed that are gone though others came after them."""
        return tuple(ply.cell for ply in self.plies if ply.cell not in self.cubes)

    @property
    def waived(self) -> frozenset[tuple[Cell, Face]]:
        """The faces of which it is known that they break rule 5 or 6: what follows is not blamed for them."""
        faults = (fault for ply in self.plies for fault in ply.faults if fault.rule in (5, 6))
        return frozenset((fault.cell, face) for fault in faults for face in fault.faces)

    @property
    def number(self) -> int:
        """Placements so far."""
        return self.start_number + len(self.plies)

    @property
    def to_move(self) -> int:
        """Whose turn it is, 1 or 2: players alternate, whatever they place."""
        return self.start_player if len(self.plies) % 2 == 0 else other_player(self.start_player)

    @property
    def hands(self) -> Hands | None:
        """What both players still hold; None if not known. A cube too many leaves a hand at zero."""
        if self.start_hands is None:
            return None
        hands = self.start_hands
        for ply in self.plies:
            if ply.type is None:
                return None
            if hands[ply.player - 1][ply.type]:
                hands = hands_without(hands, ply.player, ply.type)
        return hands

    @property
    def notation(self) -> str:
        """The tower in notation, with the hands if they are known, and the player to move."""
        return str(PositionFields(self.tower, self.hands, self.to_move))

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


Accusation = tuple[int | None, Cell | None]
"""The rule of a fault, and the cell that it is told of."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What looks have shown without being committed yet.

    Attributes
    ----------
    cells : tuple of frozenset of Cell
        New, gone and altered cells of the last look: `Difference.cells`.
    looks : int
        Looks since the tower was last clear; out of step, looks in a row that have shown these cells, and each no less.
    accused : frozenset of Accusation
        The faults that would have been told by the last look.
    """

    cells: tuple[frozenset[Cell], ...]
    looks: int
    accused: frozenset[Accusation]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LiveState(Watched):
    """The whole state of `step`; the pose is that of the tower.

    Attributes
    ----------
    game : GameState
        What was committed: this part is saved.
    mat_pose : CameraPose or None
        Of the mat, by its markers alone.
    place : Place
        Where on the mat the tower stands, as last found.
    question : Question or None
        The question that is open.
    wanted : LookRequest or None
    doubt : Doubt or None
    moves : tuple of CameraPose
        Of the mat, in the last looks that show the camera moved by little, which another one must confirm.
    remarks : tuple of str
        What of a profile does not fit and was said.
    is_lost : bool
        Whether the game is out of step.
    may_hide : bool
        Whether a cube may have been placed out of view: a hand came and left nothing new in sight, and no cube was
        counted for that yet, or the first look showed more than one.
    """

    game: GameState = field(default_factory=GameState)
    mat_pose: CameraPose | None = None
    place: Place = ON_OUTLINE
    question: Question | None = None
    wanted: LookRequest | None = None
    doubt: Doubt | None = None
    moves: tuple[CameraPose, ...] = ()
    remarks: tuple[str, ...] = ()
    is_lost: bool = False
    may_hide: bool = True

    @property
    def is_unsettled(self) -> bool:
        """Whether the last look has left something open that another has to settle."""
        return self.doubt is not None or bool(self.moves) or self.is_lost

    @property
    def lacks_its_end(self) -> bool:
        """Whether what happened last could not be followed, and no tower is merely taken down."""
        return self.is_lost and not self.game.is_played_out

    @property
    def phase(self) -> Phase:
        """What the referee is doing."""
        if self.is_lost:
            return Phase.OUT_OF_STEP
        if self.question is not None:
            return Phase.ASKING
        if self.game.is_over:
            return Phase.OVER
        if self.wanted is not None or self.doubt is not None:
            return Phase.READING
        if not self.game.has_begun:
            return Phase.LOOKING
        return Phase.WAITING if self.hand_since is None else Phase.MOVING
