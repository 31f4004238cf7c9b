"""Records of games as files, told from journals. Called by `play`, `replay` and `export`."""

from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from referee.errors import InputError
from referee.files import as_utf8, read_limited, refuse_device
from referee.writing import write_atomically
from rules import IncompletePosition, NotationError
from rules.record import Record, record_notation
from rules.record_reading import RecordReading, parse_record

MOST_BYTES = 10_000_000
"""A file beyond this is taken for something else: a record of a thousand moves has a hundredth of it."""

_JOURNAL_BEGINNING = b'{"journal":'


def read_record(path: Path) -> RecordReading[Any, Any]:
    """The game that a file holds.

    Raises
    ------
    InputError
        The file is missing, a folder, empty, too large, no text, or no record; the message says which and where.
    """
    text = _text(path)
    if not text.strip("\0 \r\n"):
        raise InputError(f"{path}: is empty; there is no game in it")
    try:
        return parse_record(text)
    except NotationError as error:
        raise InputError(f"{path}: {error}") from error


@contextmanager
def told_of(path: Path) -> Iterator[None]:
    """Tell of which file it is that a position is not known well enough.

    Raises
    ------
    InputError
        Instead of `IncompletePosition`.
    """
    try:
        yield
    except IncompletePosition as error:
        raise InputError(f"{path}: {error}") from error


def is_journal(path: Path) -> bool:
    """Whether a file begins as a journal does, which is no record; a pipe is refused by `InputError`."""
    refuse_device(path)
    try:
        with path.open("rb") as file:
            beginning = file.read(len(BOM_UTF8) + len(_JOURNAL_BEGINNING))
            return beginning.removeprefix(BOM_UTF8).startswith(_JOURNAL_BEGINNING)
    except OSError:
        return False


def write_record(path: Path, record: Record[Any, Any], comments: Sequence[str] = ()) -> bytes:
    """Write a game in one step, so that a file is never half a game; raises `OutputError`.

    Comments, lines that begin with `#`, come first. What was written is returned.
    """
    data = commented(record, comments).encode()
    write_atomically(path, data)
    return data


def commented(record: Record[Any, Any], comments: Sequence[str]) -> str:
    """The text of a game's file: its comments, each a line of its own, and the record."""
    return "".join(f"{comment}\n" for comment in comments) + record_notation(record)


def _text(path: Path) -> str:
    data = as_utf8(read_limited(path, MOST_BYTES, "the record of a game"))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if error.reason != "unexpected end of data":
            advice = "if it is the record of a game, save it again as UTF-8"
            raise InputError(f"{path}: is not UTF-8 text; {advice}") from error
        # The file ends within a letter: its last line counts as cut off, unless it is a comment.
        return data[: error.start].decode("utf-8-sig")
