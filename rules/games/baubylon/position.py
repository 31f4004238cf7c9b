"""A game in progress: pawns on squares, at home and held, the roll, whose turn it is; and what a move makes of it.

Positions are values. Whether a move is legal is the question of `legality`; `applied` trusts that it is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rules.errors import ImpossiblePosition, counted_are
from rules.game import CHANCE

from .ground import Ground, ground_of
from .moves import DIE, Exchange, Move, PlaceRed, Roll, Source, Travel
from .options import DEFAULT_OPTIONS, Options
from .squares import Square, square_name

RED = 0
"""A red pawn in a stack; the players' are 1 to 6."""
Stack = tuple[int, ...]
"""Pawns on one square from below upwards."""


def counted_pawns(stack: Stack, options: Options) -> int:
    """How many pawns of a stack count toward `Options.stack_limit` (M5)."""
    return len(stack) if options.limit_counts_red else sum(pawn != RED for pawn in stack)


@dataclass(frozen=True, slots=True)
class Position:
    """All that the next turns depend on.

    Attributes
    ----------
    options : Options
        The rule set, the building included.
    stacks : tuple of Stack
        For each square of the ground, in the order of `Building.squares`.
    home : tuple of int
        Pawns of each player beside the building.
    red_held : tuple of int
        Red pawns that each player has thrown out and may bring back.
    red_left : int
        Red pawns still to be put on the building before the game.
    roll : int
        What the die shows; 0 before it is rolled.
    player : int
        Whose turn it is, or who has won.
    ground : Ground
        What follows from the building; made, not given.

    Raises
    ------
    ImpossiblePosition
        Numbers that do not belong together, such as stacks for another ground. Whether the pawns are as many as there
        are and stand where they may is asked with `faults`.
    """

    options: Options
    stacks: tuple[Stack, ...]
    home: tuple[int, ...]
    red_held: tuple[int, ...]
    red_left: int
    roll: int
    player: int
    ground: Ground = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "ground", ground_of(self.options))
        players = self.options.players
        if len(self.stacks) != len(self.ground.building.heights):
            raise ImpossiblePosition(f"{len(self.stacks)} stacks for {len(self.ground.building.heights)} squares")
        if len(self.home) != players or len(self.red_held) != players:
            raise ImpossiblePosition(f"pawns of {len(self.home)} and {len(self.red_held)} players; {players} play")
        if not 1 <= self.player <= players:
            raise ImpossiblePosition(f"player {self.player} to move; there are players 1 to {players}")
        if self.roll not in (0, *DIE):
            raise ImpossiblePosition(f"a roll of {self.roll}; the die shows 1 to 6")
        if self.roll and self.red_left:
            raise ImpossiblePosition(
                f"a roll of {self.roll} while {counted_are(self.red_left, 'red pawn')} still to be put down"
            )
        if min(*self.home, *self.red_held, self.red_left) < 0:
            raise ImpossiblePosition("fewer than no pawns at home")
        strange = {pawn for stack in self.stacks for pawn in stack if not RED <= pawn <= players}
        if strange:
            raise ImpossiblePosition(f"a pawn of player {min(strange)}; there are players 1 to {players}")

    def stack(self, square: Square) -> Stack:
        """The pawns on a square, from below upwards; none beside the ground."""
        building = self.ground.building
        return self.stacks[building.index(square)] if building.holds(square) else ()

    def occupied(self) -> Iterator[tuple[Square, Stack]]:
        """Each square with pawns and its stack, in the order of the squares."""
        return (
            (square, stack) for square, stack in zip(self.ground.building.squares, self.stacks, strict=True) if stack
        )

    @property
    def winner(self) -> int:
        """The player who has a pawn on the summit; 0 if nobody has."""
        standing = (pawn for square in sorted(self.ground.summit) for pawn in self.stack(square) if pawn != RED)
        return next(standing, 0)

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self.winner > 0

    @property
    def to_move(self) -> int:
        """The player who places a red pawn or uses a roll, or `CHANCE` where the die is to be rolled."""
        return self.player if self.roll or self.red_left or self.is_over else CHANCE

    @property
    def room_for_red(self) -> int:
        """How many more red pawns can be put on the building before the game, of all there are."""
        options, ground = self.options, self.ground
        squares = [square for square in ground.building.squares if not ground.is_table(square)]
        if options.red_setup == "spread":
            return sum(square not in ground.summit and not self.stack(square) for square in squares)
        if not options.limit_counts_red:
            return options.red_pawns
        return sum(max(0, options.stack_limit - len(self.stack(square))) for square in squares)

    def applied(self, move: Move) -> "Position":
        """The position after a legal move; what an illegal one would make is not defined."""
        match move:
            case Roll(points):
                return replace(self, roll=points)
            case PlaceRed(square):
                return self._after_placing(square)
            case Travel():
                return self._after_travel(move)
            case Exchange(square, level):
                return self._after_exchange(square, level)
        return self._turned({}, self.home, self.red_held)

    def thrown_out(self, move: Travel) -> tuple[int, ...]:
        """The pawns that a legal move pushes off, in its order."""
        _, thrown = self._taken_off(move)
        return tuple(thrown)

    def _after_placing(self, square: Square) -> "Position":
        left = self.red_left - 1
        next_player = self.player % self.options.players + 1 if left else 1
        stacks = self.stacks_with({square: (*self.stack(square), RED)})
        return replace(self, stacks=stacks, red_left=left, player=next_player)

    def _after_travel(self, move: Travel) -> "Position":
        home, held = list(self.home), list(self.red_held)
        if move.start is Source.HOME:
            mover = self.player
            home[mover - 1] -= 1
        elif isinstance(move.start, Source):
            mover = RED
            held[self.player - 1] -= 1
        else:
            mover = self.stack(move.start)[-1]
        changed, thrown = self._taken_off(move)
        if isinstance(move.end, Source):
            thrown.append(mover)
        else:
            changed[move.end] = (*changed.get(move.end, self.stack(move.end)), mover)
        for pawn in thrown:
            self._send_back(pawn, home, held)
        return self._turned(changed, tuple(home), tuple(held))

    def _taken_off(self, move: Travel) -> tuple[dict[Square, Stack], list[int]]:
        """The stacks without the pawn that moves and those that it pushes off, and the latter in its order."""
        changed = {} if isinstance(move.start, Source) else {move.start: self.stack(move.start)[:-1]}
        thrown = []
        for square in move.pushed:
            *rest, pawn = changed.get(square, self.stack(square))
            changed[square] = tuple(rest)
            thrown.append(pawn)
        return changed, thrown

    def _after_exchange(self, square: Square, level: int) -> "Position":
        home, held = list(self.home), list(self.red_held)
        *rest, thrown = self.stack(square)
        self._send_back(thrown, home, held)
        if self.options.one == "exchange":
            rest.append(rest.pop(level - 1))
        return self._turned({square: tuple(rest)}, tuple(home), tuple(held))

    def _send_back(self, pawn: int, home: list[int], held: list[int]) -> None:
        """Give a pawn that leaves the building to its owner, a red one to the player who moves."""
        if pawn == RED:
            held[self.player - 1] += 1
        else:
            home[pawn - 1] += 1

    def _turned(self, changed: dict[Square, Stack], home: tuple[int, ...], held: tuple[int, ...]) -> "Position":
        """The next player's turn, or the end with the winner's number."""
        stacks = self.stacks_with(changed)
        player = self.player % self.options.players + 1
        after = Position(self.options, stacks, home, held, 0, 0, player)
        return replace(after, player=after.winner) if after.is_over else after

    def stacks_with(self, changed: Mapping[Square, Stack]) -> tuple[Stack, ...]:
        """The stacks with others on some squares."""
        stacks = list(self.stacks)
        for square, stack in changed.items():
            stacks[self.ground.building.index(square)] = stack
        return tuple(stacks)

    def __str__(self) -> str:
        return position_notation(self)


def start(options: Options = DEFAULT_OPTIONS) -> Position:
    """The empty building, all pawns beside it; the players put the red ones on it in turn, player 1 first.

    Examples
    --------
    >>> start().home, start().red_left, start().to_move
    ((6, 6, 6), 6, 1)
    >>> start(Options(red_pawns=0)).to_move == CHANCE
    True
    """
    heights, players = options.built.heights, options.players
    empty = Position(options, ((),) * len(heights), (options.pawns,) * players, (0,) * players, 0, 0, 1)
    # A small building may not have room for all; those left over stay out of the game.
    return replace(empty, red_left=min(options.red_pawns, empty.room_for_red))


def position_notation(position: Position) -> str:
    """Building, stacks, pawns at home, red pawns, roll and player, each one word.

    Examples
    --------
    >>> print(start().applied(PlaceRed((0, 0))))
    2232/3441/2322/2222 a1:r 666 5:000 - 2
    """
    stacks = ",".join(f"{square_name(square)}:{stack_letters(stack)}" for square, stack in position.occupied())
    red = f"{position.red_left}:{''.join(map(str, position.red_held))}"
    home = "".join(map(str, position.home))
    return f"{position.options.building} {stacks or '-'} {home} {red} {position.roll or '-'} {position.player}"


def stack_letters(stack: Stack) -> str:
    """A stack from below upwards, `r` for a red pawn and the player's number for others.

    Examples
    --------
    >>> stack_letters((RED, 2, 1))
    'r21'
    """
    return "".join("r" if pawn == RED else str(pawn) for pawn in stack)
