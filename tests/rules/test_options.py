"""Options of any game as text."""

from dataclasses import dataclass
from typing import Literal

import pytest

from rules import NotationError
from rules.options import option_choices, options_notation, with_options


@dataclass(frozen=True, slots=True)
class Example:
    kind: Literal["last_mover_wins", "draw"] = "draw"
    card: str = ""
    players: int = 2
    open_stocks: bool = True

    def __post_init__(self):
        if self.kind not in ("last_mover_wins", "draw") or not 1 <= self.players <= 4:
            raise ValueError(f"option kind is {self.kind!r} with {self.players} players")


def test_every_kind_of_value_is_written_and_read_back():
    options = Example("last_mover_wins", "012", 4, False)
    texts = options_notation(options)
    assert texts == ("kind=last_mover_wins", "card=012", "players=4", "open_stocks=no")
    assert with_options(Example(), texts) == options


def test_hyphens_are_as_good_as_underscores_where_a_choice_has_one_and_stay_elsewhere():
    assert with_options(Example(), ("kind=last-mover-wins", "open-stocks=no")) == Example(
        "last_mover_wins", open_stocks=False
    )
    assert with_options(Example(), ("card=my-card", "kind=last-mover-wins")).card == "my-card"


def test_spaces_are_as_good_and_choices_may_be_said_in_other_words():
    assert with_options(Example(), ("kind = last mover wins", "open stocks = false")) == Example(
        "last_mover_wins", open_stocks=False
    )
    assert with_options(Example(open_stocks=False), ("open_stocks=On",)) == Example()


def test_capitals_make_no_difference_in_names_and_among_choices():
    assert with_options(Example(), ("Kind=Last-Mover-Wins", "open_stocks=NO")) == Example(
        "last_mover_wins", open_stocks=False
    )
    assert with_options(Example(), ("card=My Card",)).card == "My Card"


def test_options_that_are_not_named_stay():
    assert with_options(Example(players=3), ("card=1",)) == Example(card="1", players=3)


def test_choices_are_listed_where_there_are_some():
    assert option_choices(Example()) == {
        "kind": ("last_mover_wins", "draw"),
        "card": (),
        "players": (),
        "open_stocks": ("yes", "no"),
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kind", "'kind' is no option; expected name=value, with one of kind, card, players, open_stocks"),
        ("colour=red", "'colour=red' is no option"),
        ("kind=won", "option kind is 'won'"),
        ("kind=won-over", "option kind is 'won-over'"),
        ("players=two", "'players=two' is not a number that fits here; expected a whole one such as 2"),
        ("players=²", "is not a number"),
        ("players=-1", "is not a number"),
        ("players=9", "with 9 players"),
        ("open_stocks=maybe", "expected yes or no"),
    ],
)
def test_what_is_no_option_is_told(text, message):
    with pytest.raises(NotationError, match=message):
        with_options(Example(), (text,))


def test_an_option_is_given_one_value():
    assert with_options(Example(), ("players=3", "players=3")).players == 3
    with pytest.raises(NotationError, match="option players is given as 3 and as 2; give it once"):
        with_options(Example(), ("players=3", "players=2"))
