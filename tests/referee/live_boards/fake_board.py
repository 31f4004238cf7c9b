"""A board without a camera: flat pictures for the frames, and looks that say what lies there."""

from dataclasses import replace

import numpy as np

from calibration.camera import CameraPose, Lens
from referee.live.game_events import EventKind
from referee.live.pictures import Frame, Settings
from referee.live_boards.events import BoardEvent
from referee.live_boards.state import BoardLook, BoardState
from referee.live_boards.step import step
from referee.live_boards.zero12.follow import FOLLOWING
from referee.live_boards.zero12.game import BoardGame
from rules.games.zero12 import (
    DEFAULT_OPTIONS,
    SQUARES,
    Laid,
    Options,
    Run,
    bit,
    move_notation,
    parse_move,
    start,
)
from vision.games.zero12.evidence import EMPTY, KINDS, BoardReading

FPS = 10
SIDE_PX = 256
_HEIGHT = 20.0
_SHADES = (240, 10, 120)
EMPTY_BOARD: Laid = (0, 0, 0)


def camera(size_px: int = SIDE_PX) -> CameraPose:
    """A camera above the board's middle; the board fills most of its picture."""
    rotation = np.array([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]])
    matrix = np.array([[size_px, 0.0, size_px / 2], [0.0, size_px, size_px / 2], [0.0, 0.0, 1.0]])
    return CameraPose(Lens(matrix, np.zeros(5), (size_px, size_px)), rotation, np.array([0.0, 0.0, _HEIGHT]))


def laid_by(*moves: str, on: Laid = EMPTY_BOARD, options: Options = DEFAULT_OPTIONS) -> Laid:
    """What lies there once these runs are laid, as the card asks or as they say, legal or not."""
    laid, card = list(on), start(options).card
    for move in map(parse_move, moves):
        assert isinstance(move, Run)
        codes = map(int, move.colours) if move.colours else map(card.code, move.squares)
        for square, code in zip(move.squares, codes, strict=True):
            laid[code] |= bit(square)
    return laid[0], laid[1], laid[2]


def reading_of(laid: Laid, chance: float = 0.9995, unsure: tuple[str, ...] = ()) -> BoardReading:
    """A reading that is as sure of every square as this, but of those in doubt."""
    chances = np.full((12, 12, KINDS), (1 - chance) / (KINDS - 1))
    for square in SQUARES:
        kind = next((code for code, squares in enumerate(laid) if squares & bit(square)), EMPTY)
        chances[square][kind] = chance
    for name in unsure:
        chances[parse_move(name).start] = 1 / KINDS
    return BoardReading(camera(), chances, np.full((12, 12, 3), 1 / 3))


class Board:
    """A board that is watched: what is shown is looked at as `Session` would, and what happened is collected."""

    def __init__(self, game: BoardGame | None = None, settings: Settings | None = None) -> None:
        self.state = BoardState(game=game or BoardGame.of(), settings=settings or Settings())
        self.events: list[BoardEvent] = []
        self.time = 0.0
        self.chance, self.unsure = 0.9995, ()
        self.laid = EMPTY_BOARD

    def take(self, entry) -> None:
        """One input, and the look that it asks for."""
        self.state, events = step(self.state, entry, FOLLOWING)
        self.events += events

    def frame(self, laid: Laid, arm: bool = False) -> None:
        """One frame of what lies there, perhaps under an arm that moves on with each."""
        picture = np.full((SIDE_PX, SIDE_PX, 3), 200, np.uint8)
        for square in SQUARES:
            for code, shade in enumerate(_SHADES):
                if laid[code] & bit(square):
                    x, y = camera().project(np.array([[square[0] - 5.5, square[1] - 5.5, 0.5]]))[0]
                    picture[round(y) - 5 : round(y) + 6, round(x) - 5 : round(x) + 6] = shade
        if arm:
            left = 40 + int(37 * self.time) % 120
            picture[:150, left : left + 40] = (90, 120, 190)
        self.take(Frame(picture, self.time))
        if self.state.wanted is not None:
            self.take(BoardLook(self.state.wanted, reading_of(laid, self.chance, self.unsure)))
        self.time += 1 / FPS

    def show(self, laid: Laid, seconds: float = 1.5) -> list[EventKind]:
        """Still frames for so long, once an arm has come and gone; what kinds of events that brings, hands left out."""
        count = len(self.events)
        for _ in range(3):
            self.frame(laid, arm=True)
        for _ in range(round(seconds * FPS)):
            self.frame(laid)
        return [event.kind for event in self.events[count:] if event.kind is not EventKind.HAND]

    def lay(self, move: str, seconds: float = 1.5) -> list[EventKind]:
        """The cubes of a run one by one, each followed by so much rest."""
        run, kinds = parse_move(move), []
        for count in range(1, run.length + 1):
            part = replace(run, length=count, colours=run.colours[:count])
            kinds += self.show(laid_by(move_notation(part), on=self.laid), seconds)
        self.laid = laid_by(move, on=self.laid)
        return kinds
