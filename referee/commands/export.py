"""`tower-referee export`: a game as a film, as JSON or as text."""

from pathlib import Path

import click

from referee.options import language_option
from referee.parameters import FilePath
from referee.remarks import tell


@click.command()
@click.argument("path", metavar="FILE", type=FilePath())
@click.option(
    "-o",
    "--output",
    type=FilePath(),
    required=True,
    metavar="OUT",
    help="A film as .svg or .gif, the game as .json, or a record for `replay` as .txt.",
)
@language_option("Language of the words in the film.")
def command(path: Path, output: Path, language: str) -> int:
    """Turn a game into a film, JSON or text.

    FILE is the journal or record that `watch --record` or `play --save` wrote.

    \b
    Example:
      tower-referee export game.jsonl -o game.svg
    """
    from referee.phrases import Phrasebook
    from referee.playing.exporting import MARKS, WRITERS, read_game
    from referee.replacing import require_own
    from referee.writing import require_other, require_target, write_atomically

    ending = require_target(output, WRITERS)
    require_other(output, [path])
    require_own(output, MARKS[ending])
    game = read_game(path, Phrasebook(language))
    write_atomically(output, WRITERS[ending](game))
    for remark in game.remarks:
        tell(f"{path}: {remark}")
    click.echo(f"{output}: {game.title}")
    return 0
