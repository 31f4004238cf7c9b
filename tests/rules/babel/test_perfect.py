"""Perfect play: pinned figures, and agreement with a plain search that knows nothing of shapes."""

import importlib.resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import ImpossiblePosition, IncompletePosition
from rules.games.babel import Options, Position, Solver, Value, parse_position

CHOICES = st.lists(st.integers(0, 10_000), max_size=24)


@pytest.fixture(scope="module")
def solvers():
    """One solver for each set of options that the tests ask for."""
    known = {}
    return lambda options=Options(): known.setdefault(options, Solver(options))  # noqa: B008


def search(position, known):
    """Outcome and plies by trying everything; `known` keeps what was found, by the tower's two highest levels."""
    top = max((cell[2] for cell in position.tower), default=0)
    seen = frozenset((cell, cube) for cell, cube in position.tower.items() if cell[2] >= top - 1)
    key = (seen, position.hands, position.to_move)
    if key not in known:
        replies = [search(position.place(placement), known) for placement in position.legal_placements()]
        if not replies:
            finished = len(position.tower) == 24 and position.options.finished == "draw"
            known[key] = ("draw" if finished else "loss", 0)
        elif lost := [plies for outcome, plies in replies if outcome == "loss"]:
            known[key] = ("win", 1 + min(lost))
        elif drawn := [plies for outcome, plies in replies if outcome == "draw"]:
            known[key] = ("draw", 1 + max(drawn))
        else:
            known[key] = ("loss", 1 + max(plies for _, plies in replies))
    return known[key]


def test_the_pinned_figures_of_the_whole_game():
    text = (importlib.resources.files("rules.games.babel") / "counts.txt").read_text(encoding="utf-8")
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    solver = Solver()
    assert solver.solve() == Value("win", int(figures["plies"]))
    assert solver.positions_solved == int(figures["positions"])


def test_the_first_player_wins_but_not_with_a_type_2(solvers):
    suggestions = solvers().rank(Position())
    assert len(suggestions) == 32
    assert (suggestions[0].outcome, suggestions[0].plies) == ("win", 15)
    assert {s.outcome for s in suggestions if s.placement.type == 2} == {"loss"}


@pytest.mark.parametrize(
    ("options", "value"),
    # Found by this solver, which agrees with the plain search below; pinned so that a change shows.
    [
        (Options(finished="draw"), Value("win", 15)),
        (Options(type2="both", type3="both"), Value("win", 19)),
        (Options(type2="opposite", type3="T"), Value("win", 3)),
    ],
)
def test_options_have_their_own_solutions(solvers, options, value):
    assert solvers(options).solve() == value


@given(
    st.lists(st.integers(0, 10_000), min_size=24, max_size=24),
    st.sampled_from([Options(), Options("both", "both", "draw"), Options("opposite", "T"), Options("both")]),
)
@settings(max_examples=60, deadline=None)
def test_values_agree_with_a_plain_search(play, solvers, choices, options):
    game = play(choices, options)
    # With more cubes than this in hand, trying everything takes too long.
    last = [position for position in game.positions[-4:] if sum(map(sum, position.hands)) <= 8]
    for position in [game.position, *last]:
        value = solvers(options).value(position)
        assert (value.outcome, value.plies) == search(position, {})


@given(CHOICES, st.sampled_from([Options(), Options("both", "both", "draw")]))
@settings(max_examples=60, deadline=None)
def test_ranking_lists_each_legal_placement_best_first_with_what_it_leads_to(play, solvers, choices, options):
    position = play(choices, options).position
    solver = solvers(options)
    suggestions = solver.rank(position)
    assert {s.placement for s in suggestions} == set(position.legal_placements())
    assert len(suggestions) == len(position.legal_placements())
    order = {"win": 0, "draw": 1, "loss": 2}
    ranks = [(order[s.outcome], s.plies if s.outcome == "win" else -s.plies) for s in suggestions]
    assert ranks == sorted(ranks)
    turned = {"win": "loss", "loss": "win", "draw": "draw"}
    for suggestion in suggestions:
        after = solver.value(position.place(suggestion.placement))
        assert (suggestion.outcome, suggestion.plies) == (turned[after.outcome], after.plies + 1)
        assert suggestion.reason
    if suggestions:
        value = solver.value(position)
        assert (value.outcome, value.plies) == (suggestions[0].outcome, suggestions[0].plies)


@given(CHOICES)
@settings(max_examples=40, deadline=None)
def test_the_square_s_symmetries_leave_values_and_ranks_unchanged(play, solvers, symmetries, choices):
    position = play(choices).position
    solver = solvers()
    ranks = [(s.outcome, s.plies) for s in solver.rank(position)]
    for symmetry in symmetries:
        turned = Position(symmetry(position.tower), position.hands, position.to_move)
        assert solver.value(turned) == solver.value(position)
        assert [(s.outcome, s.plies) for s in solver.rank(turned)] == ranks


@given(st.lists(st.integers(0, 10_000), min_size=8, max_size=24))
@settings(max_examples=40, deadline=None)
def test_faces_that_no_later_cube_can_touch_may_be_hidden(play, solvers, hide, choices):
    position = play(choices).position
    level = max(cell[2] for cell in position.tower)
    masks = [0 if cell[2] < level - 1 else 63 for cell in position.tower]
    hidden = Position(hide(position.tower, masks), position.hands, position.to_move)
    assert solvers().rank(hidden) == solvers().rank(position)


def test_reasons_say_what_is_left(solvers):
    best = solvers().rank(parse_position("0,3WNU,-,- 23132:33122 1"))[0]
    assert best.reason == "leaves player 2 with 2 replies, each answered by a win"
    ending = solvers(Options("opposite", "T")).rank(parse_position("0,1W,-,- 23132:32132 1", Options("opposite", "T")))[
        0
    ]
    assert ending.plies == 1
    assert ending.reason == "ends the game: player 2 has no cube that fits"


def test_a_position_that_cannot_be_is_refused(solvers):
    with pytest.raises(ImpossiblePosition, match="this tower leaves"):
        solvers().rank(parse_position("0,-,-,- 33132:33132"))
    with pytest.raises(ImpossiblePosition, match="played under"):
        solvers().rank(Position(options=Options(type2="both")))


def test_a_hidden_face_that_counts_is_asked_for(solvers):
    with pytest.raises(IncompletePosition, match="not known"):
        solvers().value(parse_position("1?,-,-,- 32132:33132"))
