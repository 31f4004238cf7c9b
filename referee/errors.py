"""What can go wrong at the program's edge, with the exit status it leads to. Shown by `cli.main`."""

from pathlib import Path


class RefereeError(Exception):
    """One line that says what is wrong and what to do; `exit_status` follows docs/commands.md."""

    exit_status = 2


class InputError(RefereeError):
    """The request or a file given with it cannot be used."""


class PhotoError(InputError):
    """A photo cannot be loaded."""


class UnopenedError(PhotoError):
    """A photo cannot be opened for now, whatever it holds."""


class OutputError(InputError):
    """A result cannot be written where it was asked for."""


class PipeClosedError(RefereeError):
    """Who reads the output, such as `head`, has seen enough: nothing is to be said."""

    exit_status = 141  # 128 + SIGPIPE, as shells report it


class UnreadableError(RefereeError):
    """The picture is fine but no tower could be read from it."""

    exit_status = 3


def program_fault(error: Exception) -> str:
    """What an error that nobody expected is called, with the place that it comes from."""
    import traceback

    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(place.filename).name}, line {place.lineno}"
    return f"a fault of this program ({type(error).__name__} in {where}: {error}); please report it"
