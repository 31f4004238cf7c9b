"""The text of a record to the game that was played, as far as it is whole and legal.

Its mirror, which writes the text, is `record.record_notation`; the grammar is in docs/notation.md. Called by the
commands that replay and resume, and by tests.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from .errors import (
    IllegalMove,
    ImpossiblePosition,
    IncompletePosition,
    NotationError,
    counted,
    faults_sentence,
    shortened,
)
from .game import Fault, Game, MoveT, PositionT
from .games import load
from .lines import text_lines
from .options import require_agreement, with_options
from .record import Record, mover, require_name

_UNREADABLE = (NotationError, ImpossiblePosition, IncompletePosition)
_MOVE = re.compile(r"(?P<number>[0-9]{1,6})\s*[.):]\s*(?:(?P<who>player\s+[0-9]+|chance)\s*:\s*)?(?P<move>.*)", re.I)
_PLAYER = re.compile(r"player\s+(?P<number>[0-9]{1,3})(?:\s*:|\b)\s*(?P<name>.*)", re.I)


@dataclass(frozen=True, slots=True)
class WrongMove:
    """A move of a record that is against the rules.

    Attributes
    ----------
    number : int
        Counted from 1, chance moves included; 0 if the first position is already wrong.
    notation : str
        The move, or the first position, as it is written.
    faults : tuple of Fault
        Each rule that it breaks.
    """

    number: int
    notation: str
    faults: tuple[Fault, ...]

    @property
    def is_start(self) -> bool:
        """Whether the first position is already wrong: then nothing of it can be told for certain."""
        return self.number == 0

    @property
    def line(self) -> str:
        """The record's line: the move with its number, or the first position."""
        return f"start {self.notation}" if self.is_start else f"{self.number}. {self.notation}"

    @property
    def message(self) -> str:
        """The line, and each rule that it breaks."""
        return f"{self.line} is not legal. {faults_sentence(self.faults)}"


@dataclass(frozen=True, slots=True)
class RecordReading(Generic[PositionT, MoveT]):
    """What a text tells of a game.

    Attributes
    ----------
    record : Record
        The moves that are whole and legal, up to the first that is not.
    wrong_move : WrongMove or None
        The first move that is not legal; what follows it is not read.
    remarks : tuple of str
        Sentences about what the text lacks, such as its end.
    comments : tuple of str
        The lines that begin with `#`.
    """

    record: Record[PositionT, MoveT]
    wrong_move: WrongMove | None
    remarks: tuple[str, ...]
    comments: tuple[str, ...] = ()


def parse_record(text: str) -> RecordReading[Any, Any]:
    """Read a record as far as it is whole and legal.

    Parameters
    ----------
    text : str
        Lines that begin with `#` are comments. Another last line without an end is taken as cut off, unless it is the
        result that the moves lead to.

    Raises
    ------
    NotationError
        A line cannot be read, or the game is not named; the message has the line's number.

    Examples
    --------
    >>> reading = parse_record("game babel\\n1. a1.1=1E\\n2. b1.1")
    >>> len(reading.record.moves), reading.remarks[0].partition(";")[0]
    (1, "The record is cut off in line 3, '2. b1.1'")
    >>> parse_record("game babel\\n1. a1.1=1S\\n").wrong_move.faults[0].message
    'The cube in a1 on level 1 shows a bulge on the outside, at face S.'
    """
    lines, cut = _whole_lines(text)
    reader = _Reader(cut)
    for number, line in lines:
        if not line.startswith("#"):
            reader.read(number, line)
        if reader.wrong_move:
            break
    return replace(reader.finish(), comments=tuple(line for _, line in lines if line.startswith("#")))


def _whole_lines(text: str) -> tuple[list[tuple[int, str]], tuple[int, str] | None]:
    """The lines that say something, with their numbers, and the last one if it has no end and is no comment."""
    # A file system that lost its power can leave zeros where the end should stand.
    whole = text.rstrip("\0")
    lines = [(number, line.strip()) for number, line in enumerate(text_lines(whole), start=1)]
    cut = None
    if lines and not whole.endswith(("\n", "\r")) and not lines[-1][1].startswith("#"):
        cut = lines.pop()
    elif whole != text:
        cut = (len(lines) + 1, "")
    return [(number, line) for number, line in lines if line], cut


class _InLineError(NotationError):
    """An error that names its line."""


@contextmanager
def _in_line(number: int) -> Iterator[None]:
    """Name the line in whatever cannot be read, unless it names one already."""
    try:
        yield
    except _InLineError:
        raise
    except _UNREADABLE as error:
        raise _InLineError(f"line {number} of the record: {error}") from None


@dataclass(slots=True)
class _Reader:
    """Reads a record line by line: header first, then moves, then the result."""

    cut: tuple[int, str] | None
    game: Game[Any, Any, Any] | None = None
    options: list[tuple[int, str]] = field(default_factory=list)
    names: dict[int, tuple[int, str]] = field(default_factory=dict)
    start: tuple[int, str] | None = None
    begun: Record[Any, Any] | None = None
    positions: list[Any] = field(default_factory=list)
    moves: list[Any] = field(default_factory=list)
    result: str | None = None
    wrong_move: WrongMove | None = None

    def read(self, number: int, line: str) -> None:
        """Take one line; raises `NotationError` with its number."""
        with _in_line(number):
            self._read(number, line)

    def finish(self) -> RecordReading[Any, Any]:
        """What was read, once all lines are taken."""
        try:
            # Once at the end: a record that grows move by move is copied for each.
            record = replace(self._begun(), positions=tuple(self.positions), moves=tuple(self.moves))
            if self.wrong_move:
                return RecordReading(record, self.wrong_move, ())
            true_result = record.game.result(record.position)
        except _UNREADABLE as error:
            raise NotationError(str(error)) from None
        if self.cut and self.cut[1] == f"result {true_result}" and self.result is None:
            self.cut, self.result = None, true_result
        return RecordReading(record, None, tuple(self._remarks(record, true_result)))

    def _remarks(self, record: Record[Any, Any], true_result: str) -> list[str]:
        count = counted(len(record.moves), "whole move")
        if self.cut:
            number, text = self.cut
            if not text:
                return [f"The record is cut off in line {number}; it holds {count}."]
            return [
                f"The record is cut off in line {number}, {shortened(text)!r}; it holds {count}. "
                "If that line is whole, end it with a line break."
            ]
        if self.result is None:
            return [f"The record ends without a result, so it may be cut off; it holds {count}."]
        if self.result.rstrip(".").casefold() != true_result.casefold():
            return [f"The record says {self.result!r}, but its moves lead to {true_result!r}."]
        return []

    def _read(self, number: int, line: str) -> None:
        word, rest = _word_and_rest(line)
        if self.result is not None:
            raise NotationError(f"{shortened(line)!r} after the result; expected nothing more")
        if self.game is None:
            self.game = _game(line)
        elif word == "result":
            self.result = rest
        elif match := _MOVE.fullmatch(line):
            self._play(int(match["number"]), match["who"], match["move"])
        elif self.begun is not None:
            raise NotationError(
                f"{shortened(line)!r} is no move; expected a number, a point and a move such as `1. ...`"
            )
        elif word == "option":
            self.options.append((number, rest))
        elif word == "start":
            if self.start is not None:
                raise NotationError("a second start; expected one first position")
            self.start = (number, rest)
        elif match := _PLAYER.fullmatch(line):
            player = int(match["number"])
            if player in self.names:
                raise NotationError(f"player {player} is named twice; expected one line for each player")
            name = " ".join(match["name"].split())
            require_name(name)
            self.names[player] = (number, name)
        else:
            raise NotationError(
                f"{shortened(line)!r} is not understood; expected option, player, start, a move or result"
            )

    def _begun(self) -> Record[Any, Any]:
        """The record before its first move, once the header is read."""
        if self.begun is None:
            if self.game is None:
                raise NotationError(f"the record is empty; expected {_GAME_EXPECTED}")
            start = self._first_position(self.game)
            self.begun = Record.of(self.game, start, self._players(self.game, self.game.player_count(start)))
            self.positions.append(start)
            if faults := tuple(self.game.faults(start)):
                self.wrong_move = WrongMove(0, self.game.position_notation(start), faults)
        return self.begun

    def _players(self, game: Game[Any, Any, Any], count: int) -> tuple[str, ...]:
        """The names of so many players, none if nobody has one; an error names the line that it is in."""
        for player, (number, _) in self.names.items():
            with _in_line(number):
                if not 1 <= player <= count:
                    is_choice = hasattr(game.default_options, "players")
                    more = f"; `option players={player}` is for more" if is_choice else ""
                    raise NotationError(f"player {player} is named, but the players are 1 to {count}{more}")
        names = {player: name for player, (_, name) in self.names.items()}
        return tuple(names.get(player, "") for player in range(1, count + 1)) if any(names.values()) else ()

    def _first_position(self, game: Game[Any, Any, Any]) -> Any:
        """Where the game begins by its options and its first position; an error names the line that it is in."""
        try:
            options = with_options(game.default_options, tuple(text for _, text in self.options))
        except NotationError:
            for number, text in self.options:
                with _in_line(number):
                    with_options(game.default_options, (text,))
            raise
        if self.start is None:
            return game.start(options)
        number, text = self.start
        with _in_line(number):
            position = game.parse_position(text, options)
            require_agreement(game.options(position), tuple(text for _, text in self.options))
        return position

    def _play(self, number: int, who: str | None, notation: str) -> None:
        game = self._begun().game
        if self.wrong_move:
            return
        position = self.positions[-1]
        if number != len(self.moves) + 1:
            raise NotationError(f"move {number} where move {len(self.moves) + 1} was expected")
        turn = mover(game.to_move(position))
        if who is not None and " ".join(who.lower().split()) != turn:
            raise NotationError(f"move {number} is given to {who}, but it is the turn of {turn}")
        move = game.parse_move(notation)
        try:
            self.positions.append(game.play(position, move))
            self.moves.append(move)
        except IllegalMove:
            self.wrong_move = WrongMove(number, notation, tuple(game.move_faults(position, move)))


def _word_and_rest(line: str) -> tuple[str, str]:
    """The first word in small letters, without a colon behind it, and what follows."""
    word, rest = (*line.split(maxsplit=1), "", "")[:2]
    return word.lower().removesuffix(":"), rest


_GAME_EXPECTED = "the game's name first, such as `game babel`"


def _game(line: str) -> Game[Any, Any, Any]:
    word, name = _word_and_rest(line)
    if word != "game":
        raise NotationError(f"{shortened(line)!r} does not name a game; expected {_GAME_EXPECTED}")
    try:
        return load(name)
    except KeyError as error:
        raise NotationError(str(error.args[0])) from None
