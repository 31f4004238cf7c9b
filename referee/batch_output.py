"""The file that a batch writes to: a line for each tower as it comes, taken up again after any end of the program.

Called by `batch`.
"""

import csv
import io
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import msgspec

from .errors import InputError, OutputError
from .files import require_writable

SUFFIXES = (".jsonl", ".csv")
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
)


class ResultsFile:
    """Results by tower in a `.jsonl` or `.csv` file.

    A line is written in one go and ends in a line feed. If the program was killed while it wrote, the last line has
    none: it is cut off when the file is opened again, and its tower is read once more.

    Parameters
    ----------
    path : Path

    Raises
    ------
    OutputError
        The ending is another one, or the file cannot be written.
    InputError
        The file holds something else than results.
    """

    def __init__(self, path: Path) -> None:
        if path.suffix.lower() not in SUFFIXES:
            raise OutputError(f"{path}: the ending must be one of {', '.join(SUFFIXES)}")
        require_writable(path)
        self._path = path
        self._is_csv = path.suffix.lower() == ".csv"
        kept = self._kept_bytes()
        self.done: dict[str, tuple[str, ...]] = self._photos_by_tower(kept)
        try:
            self._file: BinaryIO = path.open("ab")
            self._file.truncate(len(kept))
            if self._is_csv and not kept:
                self._append(",".join(CSV_COLUMNS))
        except OSError as error:
            raise OutputError(f"{path}: cannot be written ({error.strerror})") from error

    def __enter__(self) -> "ResultsFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def append(self, result: Mapping[str, Any]) -> None:
        """Write one tower's result so that it outlives the program."""
        self._append(_csv_line(result) if self._is_csv else msgspec.json.encode(result).decode())

    def _append(self, line: str) -> None:
        self._file.write(line.encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _kept_bytes(self) -> bytes:
        """What the file holds, up to the last line that was written whole."""
        try:
            data = self._path.read_bytes() if self._path.exists() else b""
        except OSError as error:
            raise OutputError(f"{self._path}: cannot be read ({error.strerror})") from error
        return data[: data.rfind(b"\n") + 1]

    def _photos_by_tower(self, kept: bytes) -> dict[str, tuple[str, ...]]:
        try:
            text = kept.decode()
            rows = self._csv_rows(text) if self._is_csv else [msgspec.json.decode(line) for line in text.splitlines()]
            return {str(row["tower"]): tuple(_photos(row["photos"])) for row in rows}
        except (UnicodeDecodeError, msgspec.DecodeError, KeyError, TypeError, ValueError) as error:
            raise InputError(
                f"{self._path}: holds something else than results of --batch; name another file"
            ) from error

    def _csv_rows(self, text: str) -> list[dict[str, str]]:
        reader = csv.DictReader(io.StringIO(text))
        if text and tuple(reader.fieldnames or ()) != CSV_COLUMNS:
            raise ValueError("other columns")
        return list(reader)


def _photos(value: Any) -> Sequence[str]:
    return value.split(";") if isinstance(value, str) else [str(photo) for photo in value]


def _csv_line(result: Mapping[str, Any]) -> str:
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
    }
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="")
    writer.writerow([" ".join(str(cells[column]).splitlines()) for column in CSV_COLUMNS])
    return text.getvalue()
