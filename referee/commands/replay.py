"""`tower-referee replay`: a recorded game, move by move."""

from pathlib import Path

import click

from referee.options import json_option
from referee.parameters import FilePath


@click.command()
@click.argument("path", metavar="FILE", type=FilePath())
@click.option("--step", is_flag=True, help="Wait for Enter after each move; q ends.")
@json_option
def command(path: Path, step: bool, as_json: bool) -> int:
    """Show a recorded game move by move.

    The first move against the rules ends it. The record is what `play --save` writes, or what people write by hand
    (docs/notation.md), or the journal of a game that `watch --record` kept.

    \b
    Example:
      tower-referee replay game.txt --step
    """
    from referee.playing.records import is_journal, told_of

    if is_journal(path):
        return _replay_journal(path, step, as_json)
    with told_of(path):
        return _replay_record(path, step, as_json)


def _replay_record(path: Path, step: bool, as_json: bool) -> int:
    from referee.playing.records import read_record

    reading = read_record(path)
    if as_json:
        from referee.json_output import print_json
        from referee.reports.game_documents import record_document

        print_json(record_document(reading))
    else:
        from referee.console import OutputConsole
        from referee.playing.replaying import print_replay

        print_replay(OutputConsole(), reading, step)
    return 1 if reading.wrong_move else 0


def _replay_journal(path: Path, step: bool, as_json: bool) -> int:
    from referee.games import own_way
    from referee.live.events import tell_of_a_foul
    from referee.live.journal import game_of, read_journal
    from referee.live.saving import TOWER_CODEC
    from rules.games import load, names

    game = game_of(path)
    own = own_way(load(game), "replay_journal") if game in names() else None
    if own is not None:
        status: int = own(path, step, as_json)
        return status
    reading = read_journal(path, TOWER_CODEC)
    if as_json:
        from referee.json_output import print_json
        from referee.live.journal_report import journal_document

        print_json(journal_document(reading))
    else:
        from referee.console import OutputConsole
        from referee.playing.journal_replaying import print_journal

        print_journal(OutputConsole(), reading, step)
    return 1 if tell_of_a_foul(reading.events) else 0
