"""The `tower-referee` command: finds its subcommands and turns every known error into one line and an exit status."""

import errno
import importlib
import logging
import os
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn, TextIO

import click

from rules import ImpossiblePosition, IncompletePosition, NotationError

from . import commands
from .command_group import CommandGroup
from .errors import OutputError, PipeClosedError, RefereeError, program_fault
from .slips import told_long_dash, told_notation, told_slip

INTERNAL = 70  # EX_SOFTWARE of sysexits.h
INTERRUPTED = 130  # 128 + SIGINT, as shells report it
# What libraries read when they are imported. OpenCV, also when it opens its first video or window: AV_LOG_QUIET of
# FFmpeg's libavutil/log.h, no warnings of its own, and none of Qt's about fonts. numpy's OpenBLAS: its threads
# keep cores busy while they wait for the next of our small products, a twentieth of what `check` computes.
_LIBRARIES = {
    "OPENBLAS_NUM_THREADS": "1",
    "OPENCV_FFMPEG_LOGLEVEL": "-8",
    "OPENCV_LOG_LEVEL": "SILENT",
    "QT_LOGGING_RULES": "default.warning=false",
}


class Program(CommandGroup):
    """A group whose commands are the modules of `referee.commands`, each exporting `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of all commands, from the modules' names."""
        return sorted(module.name for module in pkgutil.iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command; None if there is no such module."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = importlib.import_module(f"{commands.__name__}.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of a command line; the name of a file is none, nor is a tower."""
        name = args[0]
        if not ctx.resilient_parsing:
            if Path(name).suffix and not name.startswith("-"):
                ctx.fail(f"{name!r} is no command; `check` before it reads a photo, `watch` follows a video")
            if notation := told_notation(name):
                ctx.fail(notation)
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the command line, which is where `--help` and `--version` write."""
        with _told_of_outputs():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        with _told_of_outputs():
            try:
                status = super().invoke(ctx)
            except click.UsageError as error:
                # An option without its value does not say which command it is of.
                name = ctx.invoked_subcommand
                error.ctx = error.ctx or click.Context(click.Command(name), parent=ctx, info_name=name)
                raise
            sys.stdout.flush()
        return status

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run the program and leave with the exit status of docs/commands.md."""
        _open_missing_streams()
        _set_up_libraries()
        if isinstance(sys.stdout, TextIOWrapper):
            # A terminal that lacks a letter shows a question mark instead of failing.
            sys.stdout.reconfigure(errors="replace")
        status, message = 0, ""
        try:
            status = super().main(args, prog_name or "tower-referee", **{**extra, "standalone_mode": False}) or 0
        except click.UsageError as error:
            path = error.ctx.command_path if error.ctx else "tower-referee"
            slip = told_slip(error, args or sys.argv[1:]) if isinstance(error, click.NoSuchOption) else None
            status, message = error.exit_code, f"{slip or error.format_message()} (try: {path} --help)"
        except click.ClickException as error:
            status, message = RefereeError.exit_status, error.format_message()
        except click.Abort:
            status, message = INTERRUPTED, "interrupted"
        except RefereeError as error:
            status, message = error.exit_status, str(error)
        except (NotationError, ImpossiblePosition, IncompletePosition) as error:
            status, message = RefereeError.exit_status, str(error)
        except Exception as error:
            # Status 1 would say that a tower is illegal.
            status, message = INTERNAL, program_fault(error)
        if status == RefereeError.exit_status and (dash := told_long_dash(args or sys.argv[1:])):
            message = f"{message}; {dash}"
        # Only now, when what failed is let go of, does no progress bar stand in the way.
        if message:
            _fail(message, status)
        sys.exit(status)


def _open_missing_streams() -> None:
    """Standard streams that the caller closed are none at all; what is written there goes nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))


@contextmanager
def _told_of_outputs() -> Iterator[None]:
    """Raise `PipeClosedError` or `OutputError` where an output takes no more."""
    try:
        yield
    except BrokenPipeError as error:
        _silence(sys.stdout)
        raise PipeClosedError from error
    except OSError as error:
        _silence(sys.stdout)
        # What Windows says of a pipe that its reader has closed.
        if sys.platform == "win32" and error.errno == errno.EINVAL and error.filename is None:
            raise PipeClosedError from error
        raise OutputError(_refusal_of_the_system(error)) from error


def _refusal_of_the_system(error: OSError) -> str:
    why = error.strerror or error
    if isinstance(error.filename, str | bytes):
        name = os.fsdecode(error.filename)
        return f"{name}: the system refused it: {why}; see to its permissions, or name another place"
    is_full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.ENOMEM)
    remedy = "make room on the disk and in memory" if is_full else "try it again"
    return f"the system refused: {why}; {remedy}, or send the output elsewhere"


def _set_up_libraries() -> None:
    """Quiet, for what goes wrong is told in one line of ours, and quick. What the user set before stays, but for
    matplotlib's backend."""
    for variable, value in _LIBRARIES.items():
        os.environ.setdefault(variable, value)
    # It opens no window; one that the user's notebooks need is not installed here, and nothing would be drawn.
    os.environ["MPLBACKEND"] = "agg"
    logging.getLogger("matplotlib").setLevel(logging.ERROR)


def _silence(stream: TextIO) -> None:
    """Let the interpreter's last flush succeed when a stream cannot take more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _fail(message: str, status: int) -> NoReturn:
    try:
        click.echo(f"error: {' '.join(message.split())}", err=True)
    except OSError:
        # Left to itself, this would end with status 1: illegal.
        _silence(sys.stderr)
    sys.exit(status)


@click.group(
    cls=Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="tower-referee")
@click.pass_context
def main(ctx: click.Context) -> None:
    """A referee for wooden tower games: photos in, verdict by the rules and best move out.

    Exit status: 0 if nothing illegal was found, 1 if something was, 2 if the request or a file cannot be used,
    3 if no tower could be read from the picture, 70 for a fault of this program.

    \b
    Example:
      tower-referee check tower.jpg --annotate read.jpg
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
