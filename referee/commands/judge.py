"""`tower-referee judge`: the verdict on a tower in notation."""

import click

from referee.notation_argument import NotationCommand, notation_argument, read_notation
from referee.options import game_option, json_option, rule_options, rules_from


@click.command(cls=NotationCommand)
@notation_argument
@game_option
@rule_options
@json_option
def command(words: tuple[str, ...], game: str, type2: str, type3: str, finished: str, as_json: bool) -> int:
    """Judge a tower written in notation (docs/notation.md); - reads it from standard input.

    Unknown types and faces are allowed: the verdict is then about every way to fill them in.

    \b
    Example:
      tower-referee judge "1U,3EN?,0,-"
    """
    from rules.games.babel import judge, parse_position, parse_tower

    options = rules_from(type2, type3, finished)
    text = read_notation(words)
    # Hands are optional here: a tower is judged with or without them.
    position = parse_position(text, options) if ":" in text else None
    tower = position.tower if position else parse_tower(text)
    problems = position.problems() if position else ()
    judgement = judge(tower, options)
    if as_json:
        from referee.report import judge_document, print_json

        click.echo(print_json(judge_document(tower, judgement, problems)))
    else:
        from referee.text_report import OutputConsole, print_hands, print_judgement

        console = OutputConsole()
        print_judgement(console, tower, judgement, problems)
        if position:
            print_hands(console, position.hands)
    return 1 if judgement.verdict == "illegal" else 0
