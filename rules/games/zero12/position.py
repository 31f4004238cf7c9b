"""A position: what lies on the board, what each player has left, and whose turn it is. Immutable.

Called by everything that plays, judges or searches. Whether a move is legal is the question of `legality`; `applied`
trusts that it is.
"""

from dataclasses import dataclass, replace

from rules.errors import ImpossiblePosition, IncompletePosition

from . import sliding
from .card import CODES, Card, parse_card
from .moves import Mistake, Move, Pass, Run, Slide
from .options import DEFAULT_OPTIONS, Options
from .runs import Ground, Stock, can_lay, cubes_of, ground_of, runs
from .squares import ALONE, BOARD, STEPS, STRAIGHT, Square, SquareSet, bit, line, squares_in

Laid = tuple[SquareSet, SquareSet, SquareSet]
"""The squares on which a cube of each code lies."""

_DIRECTIONS = dict(zip((ALONE, *STEPS), (None, *STRAIGHT), strict=True))


def full_stocks(options: Options) -> tuple[Stock, ...]:
    """What each player starts with; nothing in the sliding puzzle, whose cubes all lie on the board."""
    return () if options.mode == "sliding" else ((options.share,) * 3,) * options.players


def cube_on(laid: Laid, square: Square) -> int | None:
    """The code of the cube on a square; None if it is empty."""
    return next((code for code in CODES if laid[code] & bit(square)), None)


@dataclass(frozen=True, slots=True)
class Position:
    """A state of the game.

    Attributes
    ----------
    options : Options
        The rule set, with the card.
    laid : Laid
        The squares on which a cube of each code lies, whether the card asks for it there or not.
    stocks : tuple of (int, int, int)
        Cubes of each code that each player has left; empty if that is not known, as in a photo, and in the sliding
        puzzle.
    to_move : int
        Whose turn it is, from 1.
    turns : int
        Turns that this player has before the next one's; 2 after a mistake (rule 5).
    last : int
        Who laid the last cube; 0 before the first.
    may_pass : bool
        Whether the player named by the option `guesser` still may pass (rule 7).

    Raises
    ------
    ImpossiblePosition
        The stocks are of more or fewer players than play, or there is no such player.

    Examples
    --------
    >>> from .moves import move_notation
    >>> list(map(move_notation, start().legal_moves()))[:6]
    ['a1N2', 'l1N2', 'a1N3', 'l1N3', 'a1N4', 'l1N4']
    """

    options: Options
    laid: Laid
    stocks: tuple[Stock, ...]
    to_move: int = 1
    turns: int = 1
    last: int = 0
    may_pass: bool = False

    def __post_init__(self) -> None:
        players = self.options.players
        if len(self.stocks) not in (0, players):
            raise ImpossiblePosition(f"stocks of {len(self.stocks)} players; {players} play")
        if not (1 <= self.to_move <= players and 0 <= self.last <= players):
            raise ImpossiblePosition(f"player {max(self.to_move, self.last)} is none of {players}")

    @property
    def card(self) -> Card:
        """The grid card."""
        return parse_card(self.options.card)

    @property
    def ground(self) -> Ground:
        """The card and the reading of rule 4 as the run generator wants them."""
        return ground_of(self.options)

    @property
    def filled(self) -> SquareSet:
        """The squares with a cube."""
        return self.laid[0] | self.laid[1] | self.laid[2]

    def cube(self, square: Square) -> int | None:
        """The code of the cube on a square; None if it is empty."""
        return cube_on(self.laid, square)

    @property
    def is_over(self) -> bool:
        """Whether the board is full or nobody can lay a cube; in the sliding puzzle, whether it shows the card."""
        match self.options.mode:
            case "sliding":
                return sliding.is_solved(self.ground.sets, self.laid)
            case "puzzle":
                return not self._puzzle_squares()
        filled = self.filled
        if filled == BOARD:
            return True
        return not any(can_lay(self.ground, filled, stock) for stock in self._known_stocks())

    @property
    def winner(self) -> int:
        """Who laid the last cube, once the game is over; the one player of a puzzle that is solved; otherwise 0."""
        if not self.is_over:
            return 0
        match self.options.mode:
            case "sliding":
                return 1
            case "puzzle":
                return int(self.filled == BOARD)
        return self.last

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves; a mistake is none of them, though it may be played."""
        match self.options.mode:
            case "sliding":
                return () if self.is_over else tuple(map(Slide, sliding.movable(self.laid)))
            case "puzzle":
                return tuple(map(Run, squares_in(self._puzzle_squares())))
        if self.is_over:
            return ()
        moves: list[Move] = [
            Run(start, _DIRECTIONS[step], length)
            for step, length, starts in runs(self.ground, self.filled, self.stock)
            for start in squares_in(starts)
        ]
        return tuple(moves) if moves and not self.has_privilege else (*moves, Pass())

    def applied(self, move: Move) -> "Position":
        """The position after a legal move; what an illegal one would make is not defined."""
        match move:
            case Slide(square):
                return replace(self, laid=sliding.slid(self.laid, square))
            case Mistake():
                return replace(self, turns=2 if self.options.replay == "after_correction" else 1)
            case Pass():
                return replace(self._after_turn(), may_pass=self.may_pass and not self.pass_is_free)
            case Run():
                return self._after_run(move)

    def squares_of(self, run: Run) -> SquareSet:
        """The squares of a run on the board."""
        step = run.direction.shift if run.direction and run.length > 1 else ALONE
        return line(bit(run.start), step, run.length)

    @property
    def stock(self) -> Stock:
        """What the player to move has left."""
        return self._known_stocks()[self.to_move - 1]

    @property
    def has_privilege(self) -> bool:
        """Whether the player to move may pass for having guessed the last picture (rule 7)."""
        return self.may_pass and self.to_move == self.options.guesser

    @property
    def pass_is_free(self) -> bool:
        """Whether a pass now is the one of rule 7: not where it is forced."""
        return self.has_privilege and any(isinstance(move, Run) for move in self.legal_moves())

    def _known_stocks(self) -> tuple[Stock, ...]:
        if not self.stocks:
            raise IncompletePosition("nobody can tell from the board what each player has left; give the stocks too")
        return self.stocks

    def _puzzle_squares(self) -> SquareSet:
        empty = BOARD & ~self.filled
        return sum(empty & self.ground.sets.of_code[code] for code in CODES if self.stock[code])

    def _after_run(self, run: Run) -> "Position":
        squares = self.squares_of(run)
        of_code = self.ground.sets.of_code
        have, used, player = self.stock, cubes_of(self.ground, squares), self.to_move - 1
        left = (have[0] - used[0], have[1] - used[1], have[2] - used[2])
        return replace(
            self._after_turn(),
            laid=(
                self.laid[0] | squares & of_code[0],
                self.laid[1] | squares & of_code[1],
                self.laid[2] | squares & of_code[2],
            ),
            stocks=(*self.stocks[:player], left, *self.stocks[player + 1 :]),
            last=self.to_move,
        )

    def _after_turn(self) -> "Position":
        if self.turns > 1:
            return replace(self, turns=self.turns - 1)
        return replace(self, to_move=self.to_move % self.options.players + 1)


def start(options: Options = DEFAULT_OPTIONS) -> Position:
    """The position before the first move."""
    laid = sliding.shuffled(ground_of(options).sets, options) if options.mode == "sliding" else (0, 0, 0)
    return Position(options, laid, full_stocks(options), may_pass=options.guesser > 0)
