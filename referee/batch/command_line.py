"""`check --batch` on the command line: progress, what was found in all, and the exit status. Called by `check`."""

from collections import Counter
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from calibration.profile import Profile
from rules.errors import counted
from rules.games.babel import Options

from .groups import find_towers
from .output import ResultsFile
from .running import Result, read_towers

_KINDS = ("legal", "illegal", "undetermined", "unreadable", "failed")


def check_folder(
    folder: Path,
    groups: Path | None,
    output: Path,
    options: Options,
    profile: Profile | None,
    processes: int,
    as_json: bool,
) -> int:
    """Read all towers of a folder that the output file does not have yet; the exit status.

    1 if a tower read by this run is illegal; if none of those that it tried could be read, 3 where a photo shows no
    tower, 2 where no file can be used; otherwise 0.
    """
    towers = find_towers(folder, groups)
    found: Counter[str] = Counter()
    left_out = 0
    with ResultsFile(output, folder, _settings(options, profile)) as results:
        waiting = [tower for tower in towers if not results.has(tower)]
        done = set(towers) - set(waiting)
        before = Counter(map(results.status_of, done))
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        console = Console(stderr=True)
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
            task = progress.add_task("reading towers", total=len(towers), completed=len(done))
            for result in read_towers(waiting, folder, options, profile, processes):
                results.append(result)
                found[_kind(result)] += 1
                left_out += len(result.get("left_out", ()))
                progress.advance(task)
    _print_summary(len(towers), before, found, left_out, output, as_json)
    if found["illegal"]:
        return 1
    if not waiting or found["unreadable"] + found["failed"] < len(waiting):
        return 0
    return 3 if found["unreadable"] else 2


def _settings(options: Options, profile: Profile | None) -> str:
    """What a verdict depends on beside the photos, in words."""
    rules = ", ".join(f"{name} {choice}" for name, choice in asdict(options).items())
    return f"{rules}, profile {profile.name} of {profile.made}" if profile else rules


def _kind(result: Result) -> str:
    return str(result["verdict"] if result["status"] == "read" else result["status"])


def _print_summary(
    towers: int, before: Counter[str], found: Counter[str], left_out: int, output: Path, as_json: bool
) -> None:
    if as_json:
        from referee.json_output import print_json

        counts = {kind: found[kind] for kind in _KINDS}
        document = {"towers": towers, "before": before.total(), **counts, "photos_left_out": left_out}
        print_json({**document, "output": str(output)})
        return
    told = ", ".join(f"{found[kind]} {kind}" for kind in _KINDS if found[kind]) or "nothing new"
    earlier = f" ({before.total()} of them before)" if before else ""
    click.echo(f"{counted(towers, 'tower')}{earlier}: {told}")
    if left_out:
        click.echo(f"{counted(left_out, 'photo')} left out of several of one tower: `left_out` in the results says why")
    if unread := ", ".join(f"{before[kind]} {kind}" for kind in ("unreadable", "failed") if before[kind]):
        remedy = "photograph them anew, or replace what is no photo, under the same names, to have them read again"
        click.echo(f"{unread} before: {remedy}")
    click.echo(f"results: {output}")
