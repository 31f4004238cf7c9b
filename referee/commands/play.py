"""`tower-referee play`: a game at the terminal."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.errors import InputError
from referee.options import game_option, option_option, seconds_option, seed_option
from referee.parameters import FilePath

if TYPE_CHECKING:
    from rules.record import Record


@click.command(context_settings={"allow_extra_args": True})
@game_option
@option_option
@click.option(
    "--players",
    metavar="WHO,WHO",
    help="Who plays, in order: you, computer, random or a simple player.  [default: you; the others the computer]",
)
@seconds_option
@seed_option("The same number gives the same dice, tiles and cards again.")
@click.option("--own-dice", is_flag=True, help="Type in what your own dice, tiles or cards bring.")
@click.option("--save", type=FilePath(), metavar="FILE", help="Save the game there after every move.")
@click.option("--resume", type=FilePath(), metavar="FILE", help="Go on with a saved game.")
def command(
    game: str | None,
    option_texts: tuple[str, ...],
    players: str | None,
    seconds: float,
    seed: int | None,
    own_dice: bool,
    save: Path | None,
    resume: Path | None,
) -> int:
    """Play a game in the terminal, against people or the computer.

    Type a move in the game's notation, or help. A move against the rules is refused with its rule, and the game goes
    on. The saved game can be read by people, replayed and resumed; what was played is never lost.

    \b
    Example:
      tower-referee play --game babel --players you,computer --save game.txt
    """
    from random import SystemRandom

    from referee.console import OutputConsole
    from referee.players import Players, kinds_of, names_of
    from referee.playing.clock import seconds as for_seconds
    from referee.playing.terminal import TerminalGame, require_new

    if extra := click.get_current_context().args:
        raise InputError(f"{extra[0]!r} is no option; name a game by --game, a saved one by --resume")
    words = tuple(map(_plain, re.split("[,;]", players))) if players is not None else ()
    if resume is not None and (game is not None or option_texts):
        raise InputError(f"--game and --option stand in the saved game {resume}; leave them out")
    console = OutputConsole()
    comments: tuple[str, ...] = ()
    if resume is None:
        record = _new_game(game, option_texts, len(words))
    else:
        record, comments = _resumed(resume, console)
    if save is not None:
        require_new(save, resume)
    seed = SystemRandom().randrange(2**32) if seed is None else seed
    others = Players(record.game, seed, lambda: for_seconds(seconds))
    names = words or tuple(name if name in others.kinds() else "you" for name in record.players)
    kinds = kinds_of(names, record.game.player_count(record.position), others)
    record = record.named(names_of(record, kinds, others))
    console.print(f"{record.game.name}: {', '.join(kinds)}; seed {seed}", markup=False)
    TerminalGame(console, record, kinds, others, save or resume, own_dice, comments).run()
    return 0


def _plain(name: str) -> str:
    """The name of a kind of players, in which `-`, `_` and blanks are one."""
    return " ".join(name.lower().replace("-", " ").replace("_", " ").split())


def _new_game(name: str | None, option_texts: tuple[str, ...], named: int) -> "Record[Any, Any]":
    """A game before its first move, for as many players as are named if their number is an option."""
    from referee.requests import USUAL_GAME, first_position
    from rules.games import load
    from rules.options import with_options
    from rules.record import Record

    found = load(name or USUAL_GAME)
    texts = option_texts
    if named and hasattr(found.default_options, "players") and not any(text.startswith("players") for text in texts):
        texts = (*texts, f"players={named}")
    return Record.of(found, first_position(found, with_options(found.default_options, texts)))


def _resumed(path: Path, console: Any) -> "tuple[Record[Any, Any], tuple[str, ...]]":
    """A saved game as far as it is whole, and the comments in its file.

    Raises
    ------
    InputError
        A move in it is wrong, it is a journal, or nobody can tell how the game stands.
    """
    from referee.playing.records import is_journal, read_record, told_of
    from referee.reports.standing import standing

    if is_journal(path):
        raise InputError(f"{path}: is the journal of a live game; `export {path} -o game.txt` makes a game to resume")
    reading = read_record(path)
    if wrong := reading.wrong_move:
        raise InputError(f"{path}: {wrong.message} (`tower-referee replay` shows the game)")
    with told_of(path):
        standing(reading.record.game, reading.record.position)
    for remark in reading.remarks:
        console.print(remark, markup=False, style="yellow")
    return reading.record, reading.comments
