"""`tower-referee judge`: the verdict on a position in notation, or on the change between two."""

import click

from referee.notation_argument import NotationCommand, notation_argument, read_notation, without_label
from referee.options import game_option, json_option, option_option, rule_options, rule_texts


@click.command(cls=NotationCommand)
@notation_argument
@game_option
@rule_options
@option_option
@click.option("--before", metavar="NOTATION", help="Judge the change from this position to NOTATION.")
@json_option
def command(
    words: tuple[str, ...],
    game: str | None,
    type2: str | None,
    type3: str | None,
    finished: str | None,
    option_texts: tuple[str, ...],
    before: str | None,
    as_json: bool,
) -> int:
    """Judge a position, or the change between two.

    NOTATION is one line as in docs/notation.md; - reads it from standard input. Its first word names the game; without
    a name it is a tower of babel. In a tower, types and faces may be unknown: the verdict is then about every way to
    fill them in.

    \b
    Example:
      tower-referee judge "1U,3EN?,0,-"
      tower-referee judge "1E,0,-,-" --before "1E,-,-,-"
    """
    from referee.games import own_way
    from referee.playing.judging import judge_change, judge_position
    from referee.requests import read_request

    request = read_request(read_notation(words), game, (*rule_texts(type2, type3, finished), *option_texts))
    if before is not None:
        return judge_change(request, without_label(before), as_json)
    judge = own_way(request.game, "judge") or judge_position
    status: int = judge(request, as_json)
    return status
