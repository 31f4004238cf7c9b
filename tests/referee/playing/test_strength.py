"""The bench of playing strength, with tiny figures: what it counts, and that it counts the same again."""

import json
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from referee.playing.strength import Contest, GameOutcome, summarise
from referee.reports.game_text import print_strength
from rules.games import load, names
from rules.options import player_numbers, with_options

BABEL = load("babel")


def contest_of(game: Any, options: Any, against: str = "random") -> Contest:
    return Contest(game, options, against, thinking_rounds=1, seed=5)


@pytest.mark.parametrize("name", names())
def test_every_game_is_measured_the_same_again(name: str) -> None:
    game = load(name)
    options = game.default_options
    if hasattr(options, "players"):
        options = with_options(options, (f"players={player_numbers(game)[0]}",))
    (outcome,) = contest_of(game, options).play(1)
    (again,) = contest_of(game, options).play(1)
    assert (outcome.winners, outcome.scores, outcome.seat) == (again.winners, again.scores, 1)
    assert outcome.seconds


def test_seats_are_rotated() -> None:
    outcomes = list(contest_of(BABEL, BABEL.default_options).play(4))
    assert [outcome.seat for outcome in outcomes] == [1, 2, 1, 2]
    # Perfect play from the first seat wins whatever the other does.
    assert [outcome.winners for outcome in outcomes if outcome.seat == 1] == [(1,), (1,)]


def test_each_game_has_its_own_chance_and_only_the_computers_moves_are_timed() -> None:
    tours = load("tours")
    options = with_options(tours.default_options, ("players=2",))
    outcomes = list(contest_of(tours, options).play(3))
    assert outcomes[0].scores != outcomes[2].scores
    # Both list their moves at each turn.
    assert all(len(outcome.listing_seconds) == 2 * len(outcome.seconds) for outcome in outcomes)


def test_a_game_that_only_others_won_is_not_shared() -> None:
    outcomes = [GameOutcome(1, (2, 3), (1, 2, 2), 2.0, None, (0.5,), ())]
    assert summarise(contest_of(BABEL, BABEL.default_options), outcomes)["shared"] == 0


def test_the_rivals_score_is_that_of_the_others() -> None:
    tours = load("tours")
    (outcome,) = contest_of(tours, with_options(tours.default_options, ("players=2",))).play(1)
    own, other = outcome.scores
    assert (outcome.seat, outcome.rival_score) == (1, other)
    assert own != other


def test_wins_shared_wins_and_draws_are_counted_apart() -> None:
    def outcome(seat: int, *winners: int) -> GameOutcome:
        return GameOutcome(seat, winners, (), None, None, (0.5,), (0.001, 0.003))

    row = summarise(
        contest_of(BABEL, BABEL.default_options),
        [outcome(1, 1), outcome(2, 1), outcome(1, 1, 2), outcome(2), outcome(2, 2)],
    )
    assert (row["games"], row["won"], row["shared"], row["rival_won"]) == (5, 2, 2, None)
    # Wilson's interval for 2 of 5, by its formula.
    assert row["interval"] == pytest.approx([0.1176, 0.7693], abs=1e-4)
    assert (row["score"], row["lead"]) == (None, None)
    assert row["seconds_per_move"] == 0.5
    assert (row["listing_ms"], row["slowest_listing_ms"]) == pytest.approx((2.0, 3.0))


def test_points_are_compared_with_those_of_the_others() -> None:
    outcomes = [
        GameOutcome(1, (1,), (7, 4), 4.0, None, (1.0,), ()),
        GameOutcome(2, (1,), (8, 7), 8.0, None, (1.0,), ()),
    ]
    row = summarise(contest_of(BABEL, BABEL.default_options), outcomes)
    assert (row["score"], row["lead"]) == (7, 1)
    # Mean 1, standard deviation 2.83, two games: half width 1.96 * 2.83 / sqrt 2.
    assert row["lead_interval"] == pytest.approx([-2.92, 4.92], abs=1e-9)


def test_a_game_alone_is_compared_with_the_simple_player_alone() -> None:
    outcomes = [
        GameOutcome(1, (1,), (16,), 12.0, False, (1.0,), ()),
        GameOutcome(1, (), (14,), 15.0, True, (1.0,), ()),
    ]
    row = summarise(contest_of(BABEL, BABEL.default_options), outcomes)
    assert (row["won"], row["shared"], row["rival_won"]) == (1, 0, 1)
    assert row["lead"] == 1.5


def test_the_command_prints_a_table_or_json(run: Any) -> None:
    words = ("strength", "--game", "babel", "--games", "2", "--rounds", "1")
    table = run(*words)
    assert table.exit_code == 0
    assert "babel" in table.stdout
    assert "random" in table.stdout
    document = json.loads(run(*words, "--json").stdout)
    assert (document["rounds"], document["seed"]) == (1, 1)
    (row,) = document["contests"]
    assert (row["game"], row["against"], row["players"], row["games"]) == ("babel", "random", 2, 2)


def test_each_game_has_a_table_that_fits_into_80_columns() -> None:
    tours = load("tours")
    outcome = GameOutcome(1, (1,), (22,), 19.5, True, (1.0,), (0.001,))
    contests = [contest_of(tours, tours.default_options, name) for name in ("random", *tours.baselines)]
    rows = [summarise(contest, [outcome, outcome]) for contest in contests]
    rows.append(summarise(contest_of(BABEL, BABEL.default_options), [GameOutcome(1, (1,), (), None, None, (), ())]))
    written = StringIO()
    print_strength(Console(file=written, width=80), rows)
    lines = written.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].split("  ")[0] == "tours, 1 player"
    assert [line.split() for line in lines if line.startswith(("lead", "babel", "s/move"))] == [
        ["lead", *["+2.5"] * len(contests)],
        ["lead,", "95", "%", *["+2.5..+2.5"] * len(contests)],
        ["s/move", *["1.000"] * len(contests)],
        ["babel,", "2", "players", "against", "random"],
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--games", "0"], "not in the range"),
        (["--game", "babel", "--against", "champion"], "'champion' is no simple player of babel; there are: random"),
        (["--against", "champion"], "is no simple player of any game"),
        (["--option", "finished=draw"], "name it with --game"),
        (["--game", "babel", "--option", "finished=won"], "it can be last_mover_wins, draw"),
    ],
)
def test_a_request_that_cannot_be_used_is_one_line(run: Any, refused: Any, words: list[str], message: str) -> None:
    refused(run("strength", *words), message)
