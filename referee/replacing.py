"""Which files may be replaced: those that this program made. Called by the commands that write one."""

import mmap
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from .errors import InputError
from .writing import require_other, require_target

#: The program's name, which all pictures, sheets, films and pages that it makes have in them.
MADE_BY = "tower-referee"


def require_own_target(path: Path, endings: Collection[str], sources: Sequence[Path] = (), mark: str = MADE_BY) -> str:
    """Refuse a target that cannot be written or holds something of somebody's, before any work is done for it.

    Parameters
    ----------
    path : Path
    endings : collection of str
        Those that will do, as for `require_target`.
    sources : sequence of Path
        What is read.
    mark : str, optional
        What every file of this kind that the program makes has in it.

    Returns
    -------
    str
        The ending that it has.

    Raises
    ------
    InputError
        As `require_target`, it is one of the sources, or a file is there that lacks the mark: people mistake a name,
        and nothing of theirs is lost by that.
    """
    ending = require_target(path, endings)
    require_other(path, sources)
    require_own(path, mark)
    return ending


def require_own(path: Path, mark: str | None) -> None:
    """Refuse a target that holds something of somebody's: the part of `require_own_target` for any ending.

    The mark is None where people may have gone on with such a file: then none is replaced.
    """
    if path.is_file() and path.stat().st_size:
        if mark is None:
            raise InputError(f"{path}: is there already; name another file to write")
        if not _holds(path, mark.encode()):
            raise InputError(f"{path}: is there already, and not made by this program; name another file to write")


def require_as_made(path: Path, made_again: Callable[[Path], str]) -> None:
    """Refuse a target where a text lies that people write and change by hand too.

    Parameters
    ----------
    path : Path
    made_again : callable
        What the program would write of all that such a file says; raises `InputError` if it is none.

    Raises
    ------
    InputError
        A file is there that is not letter by letter as the program would write it.
    """
    if not path.is_file() or not path.stat().st_size:
        return
    try:
        is_as_made = path.read_bytes() == made_again(path).encode()
    except (InputError, OSError):
        is_as_made = False
    if not is_as_made:
        raise InputError(
            f"{path}: is there already, and not made by this program, or changed since; name another file to write"
        )


def _holds(path: Path, mark: bytes) -> bool:
    """Whether these bytes stand anywhere in a file, which may be large; not if it cannot be read."""
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as held:
            return held.find(mark) >= 0
    except (OSError, ValueError):
        return False
