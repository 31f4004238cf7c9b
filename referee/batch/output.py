"""The file that a batch writes to: a line for each tower as it comes, taken up again after any end of the program.

Called by `batch.command_line`.
"""

import csv
import errno
import io
import os
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from referee.errors import InputError, OutputError
from referee.files import is_device
from referee.json_output import encode_json
from referee.texts import printable
from referee.writing import name_count, open_alone, require_target

from .groups import TowerPhotos

ENDINGS = ("jsonl", "csv")
CSV_COLUMNS = (
    "tower",
    "photos",
    "status",
    "reason",
    "verdict",
    "rules",
    "faults",
    "cubes",
    "arrangements",
    "contradictions",
    "left_out",
    "notation",
    "proof",
    "versions",
    "folder",
    "settings",
)
_CSV_HEADER = ",".join(CSV_COLUMNS).encode()
# How each line of a .jsonl file begins.
_BEGINNING = b'{"tower":'


class _Row(msgspec.Struct, frozen=True):
    """What is asked of a line of the file; the rest of it is left unread."""

    tower: str
    photos: str | tuple[str, ...]
    versions: str | tuple[str, ...]
    status: str
    folder: str
    settings: str


_READ_ROW = msgspec.json.Decoder(_Row)


class ResultsFile:
    """Results by tower in a `.jsonl` or `.csv` file.

    A line is written in one go and ends in a line feed. If the program was killed while it wrote, the last line has
    none: it is cut off when the file is opened again, and its tower is read once more.

    Parameters
    ----------
    path : Path
    folder : Path
        Where the photos lie.
    settings : str
        All else that results depend on, in words. A file is for one folder and one of these.

    Raises
    ------
    OutputError
        The ending is another one, or the file cannot be written.
    InputError
        The file holds something else than results, or those of another folder or other settings.
    """

    def __init__(self, path: Path, folder: Path, settings: str) -> None:
        self._is_csv = require_target(path, ENDINGS) == "csv"
        # What texts are compared by: what the file has of them.
        self._key = _inert_cell if self._is_csv else printable
        if is_device(path):
            raise OutputError(f"{path}: is not a results file that can be continued; name another one")
        self._path, self._folder = path, folder
        # Relative to the file: a folder that holds its own results may be moved.
        self._run = {"folder": _cell(_relative(folder, path.parent)), "settings": _cell(settings)}
        self._file = open_alone(path, "a+b")
        self._counts_names = name_count(self._file) > 0
        try:
            kept = self._kept_bytes()
            self._done = self._before(kept)
            self._file.truncate(len(kept))
            if self._is_csv and not kept:
                self._append(_CSV_HEADER)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> "ResultsFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def has(self, tower: TowerPhotos) -> bool:
        """Whether the file has a result of this tower, read from these photos as they are."""
        row = self._done.get(self._key(tower.name))
        return row is not None and (self._joined(row.photos), self._joined(row.versions)) == (
            self._joined(tower.photos),
            self._joined(tower.versions(self._folder)),
        )

    def status_of(self, tower: TowerPhotos) -> str:
        """The status of a tower that the file has from earlier runs."""
        return self._done[self._key(tower.name)].status

    def _joined(self, texts: str | Sequence[str]) -> str:
        """Texts as one, as a .csv file has them; a .jsonl file has a list."""
        return self._key(texts if isinstance(texts, str) else ";".join(texts))

    def append(self, result: Mapping[str, Any]) -> None:
        """Write one tower's result so that it outlives the program."""
        line = {**result, **self._run}
        self._append(_csv_line(line) if self._is_csv else encode_json(line))

    def _append(self, line: bytes) -> None:
        data = line + b"\n"
        try:
            if self._file.write(data) < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file.fileno())
            is_deleted = self._counts_names and name_count(self._file) == 0
        except OSError as error:
            raise OutputError(
                f"{self._path}: cannot be written ({error.strerror}); what it holds is kept, run it again to go on"
            ) from error
        if is_deleted:
            raise OutputError(f"{self._path}: was deleted or replaced meanwhile; run it again to begin another")

    def _kept_bytes(self) -> bytes:
        """What the file holds, up to the last line that was written whole."""
        try:
            self._file.seek(0)
            data = self._file.read()
        except OSError as error:
            raise OutputError(f"{self._path}: cannot be read ({error.strerror})") from error
        kept = data[: data.rfind(b"\n") + 1]
        rest, own = data[len(kept) :], _CSV_HEADER if self._is_csv else _BEGINNING
        # What comes first in a file may be somebody's own, written without a line feed.
        if not kept and not own.startswith(rest) and not rest.startswith(own):
            raise self._something_else()
        return kept

    def _something_else(self) -> InputError:
        return InputError(f"{self._path}: holds something else than results of --batch; name another file")

    def _before(self, kept: bytes) -> dict[str, _Row]:
        """The last line of each tower that the file has."""
        try:
            text = kept.decode()
            rows = self._csv_rows(text) if self._is_csv else [_READ_ROW.decode(line) for line in _lines(text)]
        except (UnicodeDecodeError, msgspec.DecodeError, csv.Error, ValueError) as error:
            raise self._something_else() from error
        folder, settings = map(self._key, self._run.values())
        if any((self._key(row.folder), self._key(row.settings)) != (folder, settings) for row in rows):
            raise InputError(
                f"{self._path}: holds results of another folder, other rules or another profile; name another file"
            )
        return {self._key(row.tower): row for row in rows}

    def _csv_rows(self, text: str) -> list[_Row]:
        reader = csv.DictReader(io.StringIO(text))
        if text and tuple(reader.fieldnames or ()) != CSV_COLUMNS:
            raise ValueError("other columns")
        return [msgspec.convert(row, _Row) for row in reader]


def _lines(text: str) -> list[str]:
    """The lines that hold something; others than a line feed may end one within a name."""
    return [line for line in text.split("\n") if line.strip()]


def _relative(folder: Path, to: Path) -> str:
    try:
        return Path(os.path.relpath(folder.resolve(), to.resolve())).as_posix()
    except ValueError:  # on another drive
        return folder.resolve().as_posix()


def _cell(text: str) -> str:
    """Text as one line of a table."""
    return " ".join(printable(text).splitlines())


def _inert_cell(text: str) -> str:
    """A cell that no spreadsheet takes for a formula, as OWASP advises: whoever sends photos chooses their names."""
    cell = _cell(text)
    # Some take signs of full width for the same.
    begins_one = unicodedata.normalize("NFKC", cell).lstrip().startswith(("=", "+", "-", "@"))
    return f"'{cell}" if begins_one else cell


def _csv_line(result: Mapping[str, Any]) -> bytes:
    """The result as one line of CSV; what is a list in the JSON document is counted or put into words."""
    faults = result.get("faults", [])
    cells = {
        "tower": result["tower"],
        "photos": ";".join(result["photos"]),
        "status": result["status"],
        "reason": result["reason"],
        "verdict": result.get("verdict", ""),
        "rules": " ".join(map(str, sorted({fault["rule"] for fault in faults}))),
        "faults": " ".join(fault["message"] for fault in faults),
        "cubes": len(result["cubes"]) if "cubes" in result else "",
        "arrangements": result.get("arrangements", ""),
        "contradictions": len(result["contradictions"]) if "contradictions" in result else "",
        "left_out": ";".join(view["photo"] for view in result.get("left_out", [])),
        "notation": result.get("notation", ""),
        "proof": result.get("proof", ""),
        "versions": ";".join(result["versions"]),
        "folder": result["folder"],
        "settings": result["settings"],
    }
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="")
    # The notation of a tower without a1 begins with a hyphen, but no formula has a comma behind it.
    row = {column: str(cells[column]) for column in CSV_COLUMNS}
    writer.writerow([_cell(text) if column == "notation" else _inert_cell(text) for column, text in row.items()])
    return text.getvalue().encode()
