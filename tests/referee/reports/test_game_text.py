"""What a terminal shows of any game's moves and standing."""

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from referee.console import SHOWN_SUGGESTIONS
from referee.reports.game_text import print_game_advice, print_strength
from rules.game import Advice, RankedMove
from rules.games import load


def printed(show: Any, *arguments: Any) -> str:
    console = Console(width=100, file=StringIO())
    show(console, *arguments)
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


@pytest.mark.parametrize(("more", "told"), [(0, None), (2, "and 2 more (? lists all)")])
def test_how_many_moves_are_not_shown_is_told_where_any_is(more: int, told: str | None) -> None:
    game = load("012x012")
    moves = game.legal_moves(game.start())[: SHOWN_SUGGESTIONS + more]
    advice = Advice(tuple(RankedMove(move, 0.5, "why not") for move in moves), "chance to win", True, True)
    text = printed(print_game_advice, game, advice, "?")
    assert "chance to win" in text
    assert [line.split()[:2] for line in text.splitlines()[1 : SHOWN_SUGGESTIONS + 1]] == [
        [str(number), game.move_notation(move)] for number, move in enumerate(moves[:SHOWN_SUGGESTIONS], start=1)
    ]
    assert (told in text) if told else "more" not in text


def test_the_figures_of_each_contest_stand_in_a_column_and_what_no_game_counts_has_no_row() -> None:
    row = {
        "game": "chess", "players": 2, "against": "random", "games": 9, "won": 5, "interval": (0.25, 0.75), "shared": 1,
        "rival_won": None, "score": 2.5, "lead": 1.25, "lead_interval": (-0.5, 3.0), "seconds_per_move": 0.25,
        "listing_ms": 1.5, "slowest_listing_ms": 4.5,
    }  # fmt: skip
    other = {**row, "against": "greedy", "lead_interval": None, "won": 2}
    alone = {**row, "players": 1, "rival_won": 3, "score": None}
    pair, single = (
        [" ".join(line.split()) for line in table.splitlines()]
        for table in printed(print_strength, [row, other, alone]).strip().split("\n\n")
    )
    assert pair == [
        "chess, 2 players against random against greedy",
        "games 9 9",
        "won 5 (25..75 %) 2 (25..75 %)",
        "shared 1 1",
        "points 2.5 2.5",
        "lead +1.2 +1.2",
        "lead, 95 % -0.5..+3.0 -",
        "s/move 0.250 0.250",
        "list ms 1.50 1.50",
        "at most 4.5 4.5",
    ]
    assert single[0] == "chess, 1 player against random"
    assert "other won 3" in single
    assert not any(line.startswith("points") for line in single)
