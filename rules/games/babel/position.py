"""A game in progress: tower, both hands, whose turn it is; placing, and the end.

Positions are values; `rules.record` keeps the row of them that was played. Called by the solver, the
command line and tests.
"""

from dataclasses import dataclass
from enum import Enum

from rules.cubes import Cell, Face
from rules.errors import ImpossiblePosition, IncompletePosition, counted, require_legal

from .hands import FULL_HAND, Hand, Hands, hand_notation, hands_notation, hands_without, other_player, possible_hands
from .judge import certain_by_hands, judge
from .legality import Fault, fitting_placements, open_cells, placement_faults, structural_faults
from .pieces import DEFAULT_OPTIONS, TYPES, Options
from .tower import CELLS, EMPTY_TOWER, Placement, Tower, cell_name, tower_notation


class Result(Enum):
    """How a game stands."""

    OPEN = "not over"
    """Someone can still place a cube."""
    FIRST = "player 1 wins"
    """Player 2 has no cube that fits."""
    SECOND = "player 2 wins"
    """Player 1 has no cube that fits."""
    DRAW = "draw"
    """The tower is finished, under the option that makes this a draw."""


@dataclass(frozen=True, slots=True)
class Position:
    """A tower, both hands and the player to move.

    Attributes
    ----------
    tower : Tower
        Faces that no later cube can touch may be unknown.
    hands : pair of 5 int
        Cubes of types 0 to 4 that player 1 and player 2 still have.
    to_move : int
        1 or 2.
    options : Options
        The rule set.

    Raises
    ------
    ImpossiblePosition
        A hand holds more than a player starts with, or there is no such player. Whether tower and hands belong
        together is asked with `problems`.

    Examples
    --------
    >>> position = Position()
    >>> len(position.legal_placements())
    32
    >>> position = position.place(position.legal_placements()[1])
    >>> str(position)
    '1E,-,-,- 32132:33132 2'
    """

    tower: Tower = EMPTY_TOWER
    hands: Hands = (FULL_HAND, FULL_HAND)
    to_move: int = 1
    options: Options = DEFAULT_OPTIONS

    def __post_init__(self) -> None:
        if self.to_move not in (1, 2):
            raise ImpossiblePosition(f"player {self.to_move} to move; there are players 1 and 2")
        for player, hand in enumerate(self.hands, start=1):
            if len(hand) != len(TYPES) or not all(0 <= n <= most for n, most in zip(hand, FULL_HAND, strict=True)):
                held, most = hand_notation(hand), hand_notation(FULL_HAND)
                raise ImpossiblePosition(f"player {player} holds {held}; a player has at most {most}")

    @property
    def hand(self) -> Hand:
        """The hand of the player to move."""
        return self.hands[self.to_move - 1]

    @property
    def is_over(self) -> bool:
        """Whether the player to move has no legal placement."""
        return not self.legal_placements()

    @property
    def result(self) -> Result:
        """How the game stands; the player who cannot place loses."""
        if not self.is_over:
            return Result.OPEN
        if len(self.tower) == len(CELLS) and self.options.finished == "draw":
            return Result.DRAW
        return Result.SECOND if self.to_move == 1 else Result.FIRST

    def legal_placements(self) -> tuple[Placement, ...]:
        """All legal placements: by cell, then type, then bulges.

        Raises
        ------
        IncompletePosition
            A face that the next cube may touch is not known.
        """
        placements = []
        for cell in open_cells(self.tower):
            _require_known(self.tower, cell)
            placements += [fits for fits in fitting_placements(self.tower, cell, self.options) if self.hand[fits.type]]
        return tuple(placements)

    def faults_of(self, placement: Placement) -> tuple[Fault, ...]:
        """Each rule that a placement breaks here, as far as the known faces prove it; empty if it is legal."""
        return placement_faults(self.tower, placement, self.hand, self.options)

    def place(self, placement: Placement) -> "Position":
        """The position after a placement by the player to move.

        Raises
        ------
        IllegalMove
            With each rule that the placement breaks.
        """
        require_legal(placement, self.faults_of(placement))
        hands = hands_without(self.hands, self.to_move, placement.type)
        tower = self.tower.placed(placement.cell, placement.cube)
        return Position(tower, hands, other_player(self.to_move), self.options)

    def problems(self) -> tuple[str, ...]:
        """Why tower, hands and turn could not come from one game, in sentences; empty if they could.

        Looks at places and numbers, and where types are unknown at whether any that fit what is known leave these
        hands; whether the cubes are turned rightly is `judge`'s question.
        """
        found = [fault.message for fault in structural_faults(self.tower)]
        placed = [len(CELLS) // 2 - sum(hand) for hand in self.hands]
        if sum(placed) != len(self.tower):
            left = len(CELLS) - len(self.tower)
            found.append(f"The players hold {sum(map(sum, self.hands))} of the cubes, but this tower leaves {left}.")
        elif placed[0] - placed[1] not in (0, 1):
            first, second = (counted(count, "cube") for count in placed)
            found.append(f"Player 1 has placed {first} and player 2 {second}; they take turns, and player 1 begins.")
        else:
            found += turn_problems(self.tower, self.to_move)
        counts = zip(TYPES, self.tower.type_counts(), self.tower.left_in_box(), strict=True)
        for kind, standing, (least, most) in counts:
            name = f"{kind.colour} cubes (type {kind.number})"
            held = sum(hand[kind.number] for hand in self.hands)
            if standing > kind.in_box:
                found.append(f"This tower takes {standing} of the {name}, but the box holds {kind.in_box}.")
            elif not least <= held <= most:
                bound = "" if least == most else "at most " if held > most else "at least "
                limit = most if held > most else least
                found.append(f"The players hold {held} of the {name}, but this tower leaves {bound}{limit}.")
        if found:
            return tuple(found)
        if any(cube.type is None for cube in self.tower.values()):
            fits = certain_by_hands(self.tower, self.hands, self.options) is not None
            if not fits and not judge(self.tower, self.options).faults:
                found.append("No types that the unknown cubes can have leave the players these hands.")
        elif self.hands not in possible_hands(self.tower):
            found.append("As the players take turns on each level, nobody is left with these hands by this tower.")
        return tuple(found)

    def __str__(self) -> str:
        return position_notation(self)


def next_player(tower: Tower) -> int:
    """The player to move, which follows from the number of cubes as the players take turns."""
    return 1 + len(tower) % 2


def turn_problems(tower: Tower, to_move: int) -> tuple[str, ...]:
    """Why it cannot be this player's turn, in a sentence; empty if it can."""
    true, cubes = next_player(tower), counted(len(tower), "cube")
    return () if to_move == true else (f"After {cubes} it is the turn of player {true}.",)


_IN_DIGITS = "cubes of types 0 to 4 left to player 1 and player 2"


def position_of(
    tower: Tower, hands: Hands | None = None, to_move: int | None = None, options: Options = DEFAULT_OPTIONS
) -> Position:
    """The position of a tower; hands and turn follow from it where they are not given and only one answer is possible.

    Raises
    ------
    IncompletePosition
        No hands are given, and the tower leaves several possible or a type unknown.
    ImpossiblePosition
        No hands are given, and the tower takes more cubes than there are.
    """
    if hands is None:
        try:
            choices = possible_hands(tower)
        except IncompletePosition as reason:
            raise IncompletePosition(f"{reason}; give the hands, {_IN_DIGITS}") from reason
        if not choices:
            raise ImpossiblePosition("the tower takes more cubes of a type than the two players have")
        if len(choices) > 1:
            example = f"such as {hands_notation(choices[0])}"
            raise IncompletePosition(
                f"who placed which cube does not follow from the tower, {len(choices)} pairs of hands are possible; "
                f"give the hands, {_IN_DIGITS}, {example}"
            )
        hands = choices[0]
    return Position(tower, hands, to_move or next_player(tower), options)


@dataclass(frozen=True, slots=True)
class PositionFields:
    """The fields of a position's notation.

    Attributes
    ----------
    tower : Tower
    hands : Hands or None
        What both players hold; None where it was left out.
    player : int or None
        The player to move; None where it was left out.
    """

    tower: Tower
    hands: Hands | None
    player: int | None

    def __str__(self) -> str:
        hands = () if self.hands is None else (hands_notation(self.hands),)
        player = () if self.player is None else (str(self.player),)
        return " ".join((tower_notation(self.tower), *hands, *player))


def position_notation(position: Position) -> str:
    """Tower, hands and player to move in one line that `parse_position` reads back."""
    return str(PositionFields(position.tower, position.hands, position.to_move))


def _require_known(tower: Tower, cell: Cell) -> None:
    """Raise `IncompletePosition` if a cube in this open cell would touch a face that is not known."""
    for face in Face:
        touched = tower.get(face.beside(cell))
        if touched is not None and touched.mark(face.opposite) is None:
            place = cell_name(face.beside(cell))
            reason = "the next cube may touch it"
            raise IncompletePosition(f"face {face.opposite.name} of the cube in {place} is not known, but {reason}")
