"""The journal of a live game: one line of JSON for each step that brought something, kept whatever happens.

Each line holds the events of a step and, where it changed, all that was committed so far; it is written in one go and
forced to the disk before anybody is told. So a game goes on after its last whole line, whenever the program was ended.
Called by the session and by `replay`.
"""

import os
from codecs import BOM_UTF8
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Generic, TypeVar

import msgspec

from calibration.arrays import UInt8Array
from referee.drawings.pictures import encode_picture
from referee.errors import InputError, OutputError, RefereeError
from referee.files import read_limited, refuse_device
from referee.replacing import MADE_BY
from referee.texts import printable
from referee.writing import name_count, open_alone, require_writable, unwritten, write_atomically

from .game_events import EventKind, EventT

_VERSION = 1
_BEGINNING = f'{{"journal":"{MADE_BY}",'.encode()
_READ_FROM_A_PICTURE = (EventKind.PLACEMENT, EventKind.FAULT, EventKind.ASK, EventKind.TURNED)
#: A file beyond this is taken for something else: a game of an hour has a hundredth of it.
_MOST_BYTES = 200_000_000

GameT = TypeVar("GameT")


@dataclass(frozen=True, slots=True)
class Codec(Generic[EventT, GameT]):
    """How the events of one game, and what is committed of it, become JSON objects, and are read from such again.

    Attributes
    ----------
    game : str
        The game's name.
    start : GameT
        What is committed before anything has happened.
    event_fields, game_fields : function
    event_from, game_from : function
        Their opposites; they raise `ValueError` where the fields tell what cannot be.
    """

    game: str
    start: GameT
    event_fields: Callable[[EventT], Mapping[str, Any]]
    event_from: Callable[[Mapping[str, Any]], EventT]
    game_fields: Callable[[GameT], Mapping[str, Any]]
    game_from: Callable[[Mapping[str, Any]], GameT]


class _Header(msgspec.Struct, frozen=True):
    journal: str
    version: int
    source: str = ""
    # Journals of earlier versions do not say it.
    game: str = "babel"


class _Line(msgspec.Struct, frozen=True):
    events: Sequence[Mapping[str, Any]]
    game: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class JournalReading(Generic[EventT, GameT]):
    """What a journal holds.

    Attributes
    ----------
    source : str
        Where the pictures came from.
    events : tuple of GameEvent
        Every whole one.
    game : GameT
        As last committed.
    asked : GameEvent or None
        The question that nobody has answered yet.
    whole_bytes : int
        Length of the file up to the end of its last whole line.
    is_torn : bool
        Whether something was cut off behind that.
    """

    source: str
    events: tuple[EventT, ...]
    game: GameT
    asked: EventT | None
    whole_bytes: int
    is_torn: bool

    @property
    def remarks(self) -> tuple[str, ...]:
        """Sentences about what the file lacks."""
        return ("The journal is cut off; what is whole of it is here.",) if self.is_torn else ()


class Journal(Generic[EventT, GameT]):
    """A journal that is being written, until it is left as a context or closed.

    Raises
    ------
    OutputError
        The file cannot be written.
    """

    def __init__(self, path: Path, file: BinaryIO, game: GameT, codec: Codec[EventT, GameT]) -> None:
        self._path = path
        self._file = file
        self._game = game
        self._codec = codec
        self._holds_events = False
        self._counts_names = name_count(file) > 0

    def __enter__(self) -> "Journal[EventT, GameT]":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @classmethod
    def create(cls, path: Path, source: str, game: GameT, codec: Codec[EventT, GameT]) -> "Journal[EventT, GameT]":
        """A new journal of a game that begins like this; a file that is there already is never overwritten."""
        require_writable(path)
        refuse_device(path)
        try:
            file = open_alone(path, "xb")
        except FileExistsError as error:
            raise OutputError(f"{path}: is there already; go on with it by --resume, or name another file") from error
        journal = cls(path, file, game, codec)
        try:
            journal._write(_Header(MADE_BY, _VERSION, printable(source), codec.game))
            if game != codec.start:
                journal._write(_Line([], codec.game_fields(game)))
        except BaseException:
            journal.close()
            raise
        return journal

    @classmethod
    def resume(
        cls, path: Path, codec: Codec[EventT, GameT]
    ) -> "tuple[Journal[EventT, GameT], JournalReading[EventT, GameT]]":
        """Go on with a journal after its last whole line; what is cut off behind it is removed."""
        _bytes_of(path)  # before a file that cannot be one is opened to be written
        file = open_alone(path, "r+b")
        try:
            reading = _reading(file.readall(), path, codec)
            file.truncate(reading.whole_bytes)
            file.seek(0, os.SEEK_END)
            journal = cls(path, file, reading.game, codec)
            journal._holds_events = True
            if not reading.whole_bytes:
                journal._write(_Header(MADE_BY, _VERSION, reading.source, codec.game))
        except OSError as error:
            file.close()
            raise unwritten(path, error) from error
        except RefereeError:
            file.close()
            raise
        return journal, reading

    def write(self, events: Sequence[EventT], game: GameT) -> None:
        """Keep the events of one step and what is committed after it; nothing is written where there are none."""
        if not events:
            return
        changed = self._codec.game_fields(game) if game != self._game else None
        self._write(_Line([self._codec.event_fields(event) for event in events], changed))
        self._game = game
        self._holds_events = True

    def with_evidence(self, events: tuple[EventT, ...], picture_bgr: UInt8Array) -> tuple[EventT, ...]:
        """Keep a picture of what was read beside the journal, and name it in the events that rest on it."""
        if not any(event.kind in _READ_FROM_A_PICTURE for event in events):
            return events
        folder = self._path.with_name(f"{self._path.name}.pictures")
        try:
            folder.mkdir(exist_ok=True)
            last = max((int(path.stem) for path in folder.glob("*.jpg") if path.stem.isdecimal()), default=0)
            path = folder / f"{last + 1:04d}.jpg"
        except OSError as error:
            raise unwritten(folder, error) from error
        write_atomically(path, encode_picture(picture_bgr, path))
        name = printable(f"{folder.name}/{path.name}")
        return tuple(replace(event, evidence=name) if event.kind in _READ_FROM_A_PICTURE else event for event in events)

    def close(self) -> None:
        """Write nothing more; a new journal in which nothing has happened is removed, so that its name is free."""
        is_to_go = not self._holds_events and self._is_at_its_place()
        self._file.close()
        if is_to_go:
            self._path.unlink(missing_ok=True)

    def _is_at_its_place(self) -> bool:
        """Whether the file has its name still; another one of that name is somebody's."""
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), self._path.stat())
        except OSError:
            return False

    def _write(self, line: msgspec.Struct) -> None:
        data = msgspec.json.encode(line) + b"\n"
        try:
            while data:
                data = data[self._file.write(data) :]
            os.fsync(self._file.fileno())
            is_deleted = self._counts_names and name_count(self._file) == 0
        except OSError as error:
            raise unwritten(self._path, error) from error
        if is_deleted:
            # One that was moved is written on.
            raise OutputError(f"{self._path}: was deleted or replaced meanwhile; begin another by --record")


def game_of(path: Path) -> str:
    """The name of the game that a journal is of; raises `InputError` as `read_journal` does."""
    return _header(_bytes_of(path).partition(b"\n")[0], path).game


def read_journal(path: Path, codec: Codec[EventT, GameT]) -> JournalReading[EventT, GameT]:
    """Read a journal up to its last whole line; empty lines, as editors leave them, are passed over.

    Raises
    ------
    InputError
        It cannot be read, is no journal, or that of another game, or is damaged; the message names the line.
    """
    return _reading(_bytes_of(path), path, codec)


def _bytes_of(path: Path) -> bytes:
    return read_limited(path, _MOST_BYTES, "the journal of a game")


def _reading(data: bytes, path: Path, codec: Codec[EventT, GameT]) -> JournalReading[EventT, GameT]:
    whole = data[: data.rfind(b"\n") + 1]
    lines = whole.splitlines()
    if not lines and _is_torn(data):
        raise InputError(
            f"{path}: was cut off in its first line, so no game is in it; delete it, and begin by --record"
        )
    header = _header(lines[0] if lines else data, path)
    if header.game != codec.game:
        raise InputError(f"{path}: is the journal of a game of {header.game}, not of {codec.game}")
    events: list[EventT] = []
    game, asked = codec.start, None
    for number, text in enumerate(lines[1:], start=2):
        try:
            if text.strip():
                line = msgspec.json.decode(text, type=_Line)
                told = tuple(map(codec.event_from, line.events))
                events += told
                asked = _asked_after(told, asked)
                game = game if line.game is None else codec.game_from(line.game)
        except (RecursionError, msgspec.DecodeError, ValueError) as error:
            raise InputError(
                f"{path}: line {number} is damaged ({error}); remove it and what comes after it to go on from there"
            ) from error
    return JournalReading(header.source, tuple(events), game, asked, len(whole), len(whole) < len(data))


def _asked_after(events: Sequence[EventT], before: EventT | None) -> EventT | None:
    """The question that is open after the events of one step: whatever happens in the game settles an earlier one."""
    if all(event.kind in (EventKind.HAND, EventKind.VIEW) for event in events):
        return before
    return next((event for event in reversed(events) if event.kind is EventKind.ASK), None)


def _is_torn(first_line: bytes) -> bool:
    """Whether a journal's first line has no end; an empty file's is one."""
    return _BEGINNING.startswith(first_line[: len(_BEGINNING)]) and not first_line.endswith(b"}")


def _header(text: bytes, path: Path) -> _Header:
    try:
        header = msgspec.json.decode(text.removeprefix(BOM_UTF8), type=_Header)
    except (RecursionError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: is no journal; expected what `watch --record` writes ({error})") from error
    if header.journal == MADE_BY and header.version > _VERSION:
        raise InputError(
            f"{path}: is of version {header.version}, and this program knows {_VERSION}; update the program"
        )
    if header.journal != MADE_BY or header.version < _VERSION:
        raise InputError(f"{path}: is a journal of another program ({header.journal} {header.version})")
    return header
