"""Writing files so that no half-written one is left, and where they can be written. Used by every command that does."""

import contextlib
import errno
import io
import os
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from .errors import InputError, OutputError
from .files import is_device

# Others change a file within milliseconds; one that was stopped meanwhile may never go on.
_LONGEST_WAIT_SECONDS = 10.0
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def make_folder(folder: Path) -> None:
    """Make a folder to write to, and those that it lies in, unless it is there.

    Raises
    ------
    OutputError
        It cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: no such folder can be made ({error.strerror})") from error


def require_writable(path: Path) -> None:
    """Refuse a target that cannot be written, before any work is done for it.

    Raises
    ------
    OutputError
        If `path` is a folder, a protected file or no name for one, or its folder is missing or not writable.
    """
    if str(path) == "-":
        raise OutputError("-: nothing is written to standard output; name a file to write")
    if "\0" in str(path):
        raise OutputError(f"{str(path)!r}: cannot be written (no name holds a null); choose another name or place")
    try:
        if path.is_dir():
            raise OutputError(f"{path}: is a folder; name a file to write")
        if is_device(path):
            return
        if not path.parent.is_dir():
            raise OutputError(f"{path}: the folder {path.parent} does not exist; make it first")
        if not os.access(path.parent, os.W_OK):
            raise OutputError(f"{path}: the folder {path.parent} is not writable; choose another place")
        # Its folder would let it be replaced all the same.
        if path.exists() and not os.access(path, os.W_OK):
            raise OutputError(f"{path}: is write-protected; take that off, or name another file")
    except OSError as error:  # too long a name, or a folder that may not be entered
        raise OutputError(f"{path}: cannot be written ({error.strerror}); choose another name or place") from error


def require_other(target: Path, sources: Sequence[Path]) -> None:
    """Refuse to write over what is read.

    Raises
    ------
    InputError
        If the target is one of the sources.
    """
    if target.exists() and any(source.exists() and target.samefile(source) for source in sources):
        raise InputError(f"{target}: is the file that is read; name another one to write")


def require_target(path: Path, endings: Collection[str]) -> str:
    """Refuse a target whose ending or folder will not do, before any work is done for it.

    Parameters
    ----------
    path : Path
    endings : collection of str
        Those that will do, in lower case and without a dot.

    Returns
    -------
    str
        The one that it has.

    Raises
    ------
    OutputError
        With the endings there are, or as `require_writable`.
    """
    ending = path.suffix.lower().removeprefix(".")
    if ending not in endings:
        raise OutputError(f"{path}: the ending must be {'one of ' * (len(endings) > 1)}.{', .'.join(endings)}")
    require_writable(path)
    return ending


def open_alone(path: Path, mode: str) -> io.FileIO:
    """Open a file to write to, and keep other runs from it until it is closed.

    Unbuffered, so that a line is one write.

    Parameters
    ----------
    path : Path
    mode : str
        As for `open`, binary.

    Raises
    ------
    OutputError
        It cannot be written, or another run is writing to it.
    FileExistsError
        With a mode for new files: it is there already.
    """
    import portalocker  # only few commands need it

    try:
        file = io.FileIO(path, mode)
    except FileExistsError:
        raise
    except OSError as error:
        raise unwritten(path, error) from error
    try:
        portalocker.lock(file, portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING)
    except portalocker.AlreadyLocked as error:
        file.close()
        raise OutputError(f"{path}: another run is writing to it; wait for its end, or name another file") from error
    except portalocker.LockException:
        pass  # Some file systems know no locks.
    return file


def name_count(file: BinaryIO) -> int:
    """How many names an open file has: one without any, deleted or replaced by another, is gone once it is closed.

    Some file systems count none.
    """
    return os.fstat(file.fileno()).st_nlink


@contextlib.contextmanager
def held_alone(lock: Path) -> Iterator[None]:
    """Let other runs that hold the same lock wait meanwhile, for some seconds; for what is read, changed and written.

    Parameters
    ----------
    lock : Path
        An empty file, which is made and stays: one that is removed would be another one for those who wait for it.

    Raises
    ------
    OutputError
        It cannot be made, or another run holds it for too long.
    """
    import portalocker

    flags = portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING
    holder = portalocker.Lock(lock, "a", timeout=_LONGEST_WAIT_SECONDS, check_interval=0.02, flags=flags)
    try:
        holder.acquire()
    except OSError as error:
        raise unwritten(lock, error) from error
    except portalocker.AlreadyLocked as error:
        raise OutputError(f"{lock}: another run is writing there; wait for its end, and try again") from error
    except portalocker.LockException:
        pass  # Some file systems know no locks.
    try:
        yield
    finally:
        holder.release()


def write_atomically(path: Path, data: bytes) -> None:
    """Write `data` to `path` in one step: others see the old file or the whole new one.

    Raises
    ------
    OutputError
        If the file cannot be written there.
    BrokenPipeError
        It is a pipe that nobody reads any more.
    """
    require_writable(path)
    try:
        if is_device(path):
            path.write_bytes(data)
        else:
            # What a link points to is written, and the link stays.
            _replace(Path(os.path.realpath(path)), data)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unwritten(path, error) from error


def _replace(path: Path, data: bytes) -> None:
    """Write `data` beside `path`, then give that file its name."""
    temporary = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".tower-referee-", delete=False) as handle:
            temporary = Path(handle.name)
            handle.write(data)
            handle.flush()
            # Else a power cut after the file's new name may leave it empty.
            os.fsync(handle.fileno())
        temporary.chmod(path.stat().st_mode if path.exists() else 0o666 & ~_UMASK)
        temporary.replace(path)
    finally:
        # Also where Ctrl-C came in between; once it has its new name, nothing is left here.
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()


def write_each(contents: Mapping[Path, Callable[[], bytes]]) -> dict[Path, OutputError]:
    """Write several files, each as `write_atomically` does; one that cannot be written keeps no other from it.

    Parameters
    ----------
    contents : mapping of Path to function
        What gives the bytes of each file; may raise `OutputError`.

    Returns
    -------
    dict of Path to OutputError
        The files that could not be written, for `require_written` once everything else that was found is told.
    """
    failed = {}
    for path, content in contents.items():
        try:
            write_atomically(path, content())
        except OutputError as error:
            failed[path] = error
    return failed


def require_written(failed: Mapping[Path, OutputError]) -> None:
    """Raise what `write_each` could not write, in one error.

    Raises
    ------
    OutputError
        If there is any.
    """
    if failed:
        raise OutputError("; ".join(map(str, failed.values())))


def unwritten(path: Path, error: OSError) -> OutputError:
    """What to tell of a file or folder that the system did not let be written."""
    remedy = "make room there" if error.errno in _FULL else "see to its permissions"
    return OutputError(f"{path}: cannot be written ({error.strerror}); {remedy}, or choose another place")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


# Once, for a thread that makes a file meanwhile would make it open to everyone.
_UMASK = _umask()
