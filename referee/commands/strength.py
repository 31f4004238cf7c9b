"""`tower-referee strength`: how well the computer plays."""

from typing import TYPE_CHECKING

import click

from referee.errors import InputError
from referee.options import game_option, json_option, option_option, seed_option
from referee.parameters import WholeNumber

if TYPE_CHECKING:
    from referee.playing.strength import Contest


@click.command()
@game_option
@option_option
@click.option("--games", type=WholeNumber(1, 1_000_000), default=20, show_default=True, help="Games in each contest.")
@click.option("--against", metavar="PLAYER", help="Only against this simple player.  [default: each in turn]")
@click.option(
    "--rounds",
    type=WholeNumber(0, 10_000_000),
    default=100,
    show_default=True,
    help="Rounds of search for each move, instead of a time.",
)
@seed_option("The same number gives the same games again.", default=1)
@json_option
def command(
    game: str | None,
    option_texts: tuple[str, ...],
    games: int,
    against: str | None,
    rounds: int,
    seed: int,
    as_json: bool,
) -> int:
    """Measure the computer against simple players.

    The seats rotate. Without --game, every game is played. Where one plays alone, both play with the same chance.

    \b
    Example:
      tower-referee strength --game babel --games 20
    """
    from referee.playing.strength import summarise
    from referee.progress import shown

    if game is None and option_texts:
        raise InputError("--option is of one game; name it with --game")
    rows = []
    for contest in _contests(game, option_texts, against, rounds, seed):
        task = f"{contest.game.name} against {contest.baseline}"
        rows.append(summarise(contest, list(shown(contest.play(games), task, games))))
    if as_json:
        from referee.json_output import print_json

        print_json({"rounds": rounds, "seed": seed, "contests": rows})
    else:
        from referee.console import OutputConsole
        from referee.reports.game_text import print_strength

        print_strength(OutputConsole(), rows)
    return 0


def _contests(
    game: str | None, option_texts: tuple[str, ...], against: str | None, rounds: int, seed: int
) -> "list[Contest]":
    """The game, or every game, against each simple player, or one of them."""
    from referee.players import RANDOM
    from referee.playing.strength import Contest
    from referee.requests import first_position
    from rules.games import load, names
    from rules.options import with_options

    contests = []
    for found in map(load, names() if game is None else [game]):
        options = with_options(found.default_options, option_texts)
        first_position(found, options)
        baselines = (RANDOM, *found.baselines)
        if against is not None and against not in baselines and game is not None:
            raise InputError(f"{against!r} is no simple player of {found.name}; there are: {', '.join(baselines)}")
        contests += [
            Contest(found, options, name, rounds, seed) for name in baselines if against is None or name == against
        ]
    if not contests:
        raise InputError(f"{against!r} is no simple player of any game; `tower-referee games` lists them")
    return contests
