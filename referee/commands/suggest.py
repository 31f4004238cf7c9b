"""`tower-referee suggest`: the best next placements."""

import click

from referee.notation_argument import NotationCommand, notation_argument, read_notation
from referee.options import game_option, json_option, rule_options, rules_from


@click.command(cls=NotationCommand)
@notation_argument
@game_option
@rule_options
@json_option
def command(words: tuple[str, ...], game: str, type2: str, type3: str, finished: str, as_json: bool) -> int:
    """Rank all legal placements by perfect play; - reads the notation from standard input.

    The hands follow the tower as five digits each, cubes of types 0 to 4: 33132:33132. They may be left out where
    they follow from the tower. A win is better the sooner it comes, a loss the later.

    \b
    Example:
      tower-referee suggest "1E,-,-,- 32132:33132 2"
    """
    from referee.advice import advise
    from rules.games.babel import parse_position

    position = parse_position(read_notation(words), rules_from(type2, type3, finished))
    advice = advise(position)
    if as_json:
        from referee.report import print_json, suggest_document

        click.echo(print_json(suggest_document(advice)))
    else:
        from referee.text_report import OutputConsole, print_advice, print_position

        console = OutputConsole()
        print_position(console, position)
        print_advice(console, advice)
    return 0
