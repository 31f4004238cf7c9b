"""`tower-referee games`: what there is to play."""

import click

from referee.options import json_option


@click.command()
@json_option
def command(as_json: bool) -> int:
    """List the games with their players, options and other names.

    \b
    Example:
      tower-referee games --json
    """
    from rules.games import load, names
    from rules.options import player_numbers

    found = [(load(name), player_numbers(load(name))) for name in names()]
    if as_json:
        from referee.json_output import print_json
        from referee.reports.game_documents import games_document

        print_json({"games": games_document(found)})
    else:
        from referee.console import OutputConsole
        from referee.reports.game_text import print_games

        print_games(OutputConsole(), found)
    return 0
