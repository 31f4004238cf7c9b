"""`tower-referee suggest`: the best next moves."""

import click

from referee.notation_argument import NotationCommand, notation_argument, read_notation
from referee.options import (
    game_option,
    json_option,
    option_option,
    rule_options,
    rule_texts,
    seconds_option,
    seed_option,
)


@click.command(cls=NotationCommand)
@notation_argument
@game_option
@rule_options
@option_option
@seconds_option
@seed_option("The same number gives the same dice, tiles and cards again.")
@json_option
def command(
    words: tuple[str, ...],
    game: str | None,
    type2: str | None,
    type3: str | None,
    finished: str | None,
    option_texts: tuple[str, ...],
    seconds: float,
    seed: int | None,
    as_json: bool,
) -> int:
    """Rank all legal moves of a position, the best first.

    NOTATION is one line as in docs/notation.md; - reads it from standard input. Its first word names the game; without
    a name it is a tower of babel, which is played perfectly in no time. Its hands follow the tower as five digits each,
    cubes of types 0 to 4: 33132:33132. They may be left out where they follow from the tower. A win is better the
    sooner it comes, a loss the later.

    \b
    Example:
      tower-referee suggest "1E,-,-,- 32132:33132 2"
    """
    from referee.games import own_way
    from referee.playing.suggesting import suggest
    from referee.requests import read_request

    request = read_request(read_notation(words), game, (*rule_texts(type2, type3, finished), *option_texts))
    status: int = (own_way(request.game, "suggest") or suggest)(request, seconds, seed or 0, as_json)
    return status
