"""What is announced of a placement: doubt empties no hand, ends no game and asks no needless question."""

import math

import pytest

from referee.live import placing
from referee.live.changing import correct
from referee.live.game_events import EventKind
from referee.live.placement_belief import PlacementBelief, PossibleCube
from referee.live.placing import place_all, said, sure_hand, with_ending
from referee.live.state import GameState, Ply
from rules.games.babel import FULL_HAND, Cube, Face, Options, outer_bulge_fault, parse_cube, parse_position
from vision.games.babel.memory import CubeMemory

CORNER = (0, 0, 0)


@pytest.mark.parametrize(
    ("confidence", "is_order_known", "blacks_left"), [(0.9, True, 1), (0.98, True, 0), (0.98, False, 1)]
)
def test_a_cube_counts_against_a_hand_only_if_its_colour_is_sure_and_whose_it_was(
    confidence, is_order_known, blacks_left
):
    placed = Ply(1, 1, CORNER, Cube(2), confidence, is_order_known=is_order_known)
    assert sure_hand(GameState(), (placed,), 1)[2] == blacks_left


@pytest.mark.parametrize(("chance_up", "is_over"), [(0.9, False), (0.98, True)])
def test_a_game_is_over_only_if_hardly_any_placement_may_be_left(chance_up, is_over):
    """Only greys are left; they fit beside the white cube only if its bulge lies there and not above."""
    odds = math.log(2 * chance_up / (1 - chance_up))
    white = CubeMemory(told=Cube(1, frozenset(), frozenset({Face.W, Face.S, Face.D})), marks={Face.U: (odds, 1)})
    game = GameState(cubes={CORNER: white}, start_hands=((3, 0, 0, 0, 0), FULL_HAND))
    assert with_ending(game, 1.0)[0].is_over == is_over


def test_a_game_is_no_draw_where_nobody_can_go_on_before_the_tower_is_finished():
    """Player 2 holds only a blue cube, which no level begins with."""
    grey = CubeMemory().corrected(Cube(0, frozenset(), frozenset(Face)))
    game = GameState(Options(finished="draw"), start_hands=(FULL_HAND, (0, 0, 0, 0, 1)), has_begun=True)
    over = place_all(game, {CORNER: grey}, 1.0).events[-1]
    assert (over.kind, over.player) == (EventKind.GAME_OVER, 1)
    assert over.message == "Player 2 has no legal placement: player 1 wins."


def test_a_fault_that_is_hardly_likely_is_not_asked_about():
    """A white cube shows neither its bulge nor clearly that its outer side is hollow."""
    white = CubeMemory((-6.0, 0.0, -6.0, -6.0, -6.0), 1, {Face.S: (1.0, 1), Face.E: (0.0, 1), Face.U: (-6.0, 1)})
    placed = place_all(GameState(has_begun=True), {CORNER: white}, 1.0)
    assert 0.05 < placed.game.plies[0].illegal < 0.3
    assert placed.question is None


def test_a_colour_that_is_surely_seen_is_not_told_to_be_another_however_illegal_it_is():
    """No black cube is left, and this one would show a bulge outside as well: that is asked, not told."""
    black = CubeMemory((-6.0, -6.0, 0.0, -6.0, -6.0), 1, dict.fromkeys((Face.S, Face.E, Face.U), (-6.0, 1)))
    game = GameState(start_hands=((3, 3, 0, 3, 2), FULL_HAND), has_begun=True)
    placed = place_all(game, {CORNER: black}, 1.0)
    (ply,) = placed.game.plies
    assert ply.illegal < 0.3
    assert ply.cube == Cube(2, frozenset(), frozenset({Face.S, Face.E, Face.U}))
    assert ply.confidence < 0.3
    assert placed.question.text == "Is the cube in a1 on level 1 black or grey?"


def test_nor_is_one_that_is_only_likely():
    """By its looks alone it is black, 86 % sure, and no black cube is left."""
    black = CubeMemory((-3.6, -3.6, 0.0, -3.6, -3.6), 1, {Face.S: (-3.6, 1), Face.U: (-3.6, 1)})
    game = GameState(start_hands=((3, 3, 0, 3, 2), FULL_HAND), has_begun=True)
    placed = place_all(game, {CORNER: black}, 1.0)
    assert black.known.type == 2
    assert placed.game.plies[0].type == 2
    assert placed.question is not None


def test_of_cubes_that_came_at_once_no_order_is_told_that_breaks_another_rule_beside(begun):
    """The cube above is a level begun early whenever it came; those below it stand in a row if the nearer came last."""
    begun.move("-,-,0,-")
    events = begun.move("-,3WNU,0,2WU/-,-,3ESD,-", seconds=2.0)
    assert [event.rule for event in events if event.kind is EventKind.FAULT] == [4]


def test_of_orders_in_which_a_cube_breaks_a_rule_that_with_a_second_fault_of_it_is_not_told(begun):
    """The black cube shows a bulge outside whenever it came, and stands on a diagonal only if it came first."""
    begun.move("-,-,-,0")
    events = begun.move("2SU,-,2ES,0", seconds=2.0)
    assert [event.cell for event in events if event.kind is EventKind.PLACEMENT] == [(0, 1, 0), (0, 0, 0)]
    assert [event.rule for event in events if event.kind is EventKind.FAULT] == [5]


def test_of_cubes_that_came_at_once_and_both_break_a_rule_none_is_told_to_break_another_for_its_turn():
    """Each shows a bulge outside in any order; the first from the ground up would stand beside no other."""
    game = place_all(GameState(has_begun=True), {(1, 1, 0): CubeMemory(told=parse_cube("1S"))}, 1.0).game
    outside = {CORNER: CubeMemory(told=parse_cube("2ES")), (1, 0, 0): CubeMemory(told=parse_cube("1E"))}
    placed = place_all(game, outside, 2.0).game
    assert _order(placed) == [(1, 1, 0), (1, 0, 0), CORNER]
    assert [{fault.rule for fault in ply.faults} for ply in placed.plies[1:]] == [{5}, {5}]


def test_cubes_that_came_at_once_in_too_many_orders_to_weigh_are_placed_from_the_ground_up_where_each_can_stand():
    """The one across from the cube that stood there did not come first, of three or more: that would be a fault."""
    grey = CubeMemory().corrected(Cube(0, frozenset(), frozenset(Face)))
    game = GameState(cubes={(1, 1, 0): grey}, start_number=1, start_player=2, has_begun=True)
    cells = [CORNER, (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    assert _order(place_all(game, dict.fromkeys(cells[:3], CubeMemory()), 1.0).game)[0] != CORNER
    placed = place_all(game, dict.fromkeys(reversed(cells), CubeMemory()), 1.0).game
    assert _order(placed) == [(1, 0, 0), CORNER, (0, 1, 0), (0, 0, 1)]
    assert not any(ply.is_order_known for ply in placed.plies)


def _order(game):
    return [ply.cell for ply in game.plies]


def test_a_colour_that_is_told_later_breaks_no_hand_where_nobody_knows_who_placed_the_cube():
    """Player 2 holds no black cube, and is taken to have placed the one that turns out to be black."""
    white = CubeMemory().corrected(Cube(1, frozenset({Face.U}), frozenset(Face) - {Face.U}))
    game = GameState(start_hands=(FULL_HAND, (3, 3, 0, 3, 2)), has_begun=True)
    placed = place_all(game, {CORNER: white, (1, 0, 0): CubeMemory()}, 1.0).game
    assert [ply.is_order_known for ply in placed.plies] == [False, False]
    told = correct(placed, (1, 0, 0), Cube(2, frozenset({Face.W, Face.N}), frozenset()), 2.0)
    assert [event.kind for event in told.events] == [EventKind.CORRECTED]


def test_a_game_is_not_over_with_a_cube_that_another_came_with():
    """Player 2 holds only a blue cube, which no level begins with; whose the two are is a guess."""
    grey = CubeMemory().corrected(Cube(0, frozenset(), frozenset(Face)))
    game = GameState(start_hands=(FULL_HAND, (0, 0, 0, 0, 1)), has_begun=True)
    assert EventKind.GAME_OVER in {event.kind for event in place_all(game, {CORNER: grey}, 1.0).events}
    both = place_all(game, {CORNER: grey, (1, 0, 0): CubeMemory()}, 1.0)
    assert EventKind.GAME_OVER not in {event.kind for event in both.events}


def test_a_game_is_not_over_with_a_cube_that_broke_a_rule():
    """Player 2 holds no cube; player 1 may take back the one that shows a bulge outside, and has not won by it."""
    outward = CubeMemory().corrected(Cube(1, frozenset({Face.W}), frozenset(Face) - {Face.W}))
    game = GameState(start_hands=(FULL_HAND, (0, 0, 0, 0, 0)), has_begun=True)
    placed = place_all(game, {CORNER: outward}, 1.0)
    assert [event.kind for event in placed.events] == [EventKind.PLACEMENT, EventKind.FAULT]
    turned = correct(placed.game, CORNER, Cube(1, frozenset({Face.E}), frozenset(Face) - {Face.E}), 2.0)
    assert [event.kind for event in turned.events] == [EventKind.CORRECTED, EventKind.GAME_OVER]


@pytest.mark.parametrize(("illegal", "is_over"), [(0.1, True), (0.5, False)])
def test_a_game_is_not_over_while_it_is_asked_whether_the_last_placement_was_legal(illegal, is_over):
    """Player 2 holds no cube."""
    grey = CubeMemory(told=Cube(0))
    last = Ply(1, 1, CORNER, Cube(0), illegal=illegal)
    game = GameState(cubes={CORNER: grey}, plies=(last,), start_hands=(FULL_HAND, (0, 0, 0, 0, 0)), has_begun=True)
    assert with_ending(game, 2.0)[0].is_over == is_over


@pytest.mark.parametrize("memory", [CubeMemory(), CubeMemory().corrected(Cube(0))])
def test_a_cube_that_is_only_taken_to_stand_somewhere_is_not_accused_of_standing_there(memory):
    """On the second level, with two cubes on the ground; a person may tell that it does."""
    game = GameState.from_position(parse_position("1U,1W,-,- 32132:32132 1"))
    told = [event.rule for event in place_all(game, {(0, 0, 1): memory}, 1.0).events if event.rule]
    assert told == ([] if memory.told is None else [4])


def test_a_game_that_goes_on_after_its_last_cube_was_taken_back_is_not_played_out():
    placed = place_all(GameState(has_begun=True, was_over=True), {CORNER: CubeMemory(told=Cube(0))}, 1.0)
    assert not placed.game.is_played_out


def test_of_places_out_of_view_only_those_below_a_cube_may_have_been_filled_before_it():
    """One beside it may still be filled later."""
    game = GameState.from_position(parse_position("1E,0,-,- 32132:22132 1"))
    upper = {(0, 0, 1): CubeMemory(told=parse_cube("0"))}
    placed = place_all(game, upper, 1.0, unseen=((1, 1, 0), (1, 1, 1))).game
    assert placed.plies[-1].unseen == ((1, 1, 0),)


@pytest.mark.parametrize(
    ("ground", "unseen", "asked"),
    [
        ("1E,0,1D,-", ((1, 1, 0),), "Is b2 on level 1 filled? If not: "),
        ("1E,0,-,-", ((0, 1, 0), (1, 1, 0)), "Are a2 on level 1 and b2 on level 1 filled? If not: "),
    ],
)
def test_whether_places_out_of_view_are_filled_is_asked_by_their_names(ground, unseen, asked):
    game = GameState.from_position(parse_position(f"{ground} 32132:22132 1"))
    placed = place_all(game, {(0, 0, 1): CubeMemory(told=parse_cube("1D"))}, 1.0, unseen=unseen)
    assert (placed.game.plies[-1].faults, placed.game.plies[-1].illegal) == ((), 0.5)
    assert placed.question.text.startswith(asked)
    assert [(choice.cell, choice.cube, choice.probability) for choice in placed.question.choices] == [
        (cell, Cube(None), 0.5) for cell in unseen
    ]


def test_of_a_doubtful_fault_the_likeliest_cubes_that_break_it_and_that_do_not_are_asked_about():
    ways = [("1U", 0.12, True), ("1E", 0.3, True), ("1S", 0.25, False), ("1W", 0.02, True), ("1E", 0.2, False)]
    ways += [("2SU", 0.06, False)]
    ranked = sorted(ways, key=lambda way: -way[1])
    readings = tuple(PossibleCube(parse_cube(cube), chance, is_legal) for cube, chance, is_legal in ranked)
    belief = PlacementBelief(readings, 0.51, (outer_bulge_fault(CORNER, (Face.S,)),))
    question = placing._question(Ply(1, 1, CORNER, Cube(1), 0.4, illegal=0.51), CubeMemory(), belief)
    assert question.text.startswith("Is this so? ")
    # One of them may break the rule or not, by what it hides, and is told once, as likely as both.
    expected = [("1E", 0.5), ("1S", 0.25), ("1U", 0.12)]
    assert [choice.cube for choice in question.choices] == [parse_cube(cube) for cube, _ in expected]
    assert [choice.probability for choice in question.choices] == pytest.approx([chance for _, chance in expected])


def test_of_a_doubtful_colour_the_three_likeliest_are_to_choose_from():
    memory = CubeMemory((-3.0, -0.2, 0.0, -1.0, -6.0), 1)
    belief = PlacementBelief((PossibleCube(Cube(2), 0.6, True), PossibleCube(Cube(1), 0.4, True)), 0.0, ())
    question = placing._question(Ply(1, 1, CORNER, Cube(2), 0.5), memory, belief)
    assert [choice.cube for choice in question.choices] == [Cube(2), Cube(1), Cube(3)]
    assert question.text == "Is the cube in a1 on level 1 black or white?"


def test_where_a_place_out_of_view_could_not_make_it_legal_nothing_is_asked_of_it():
    """A second one below is in view, and empty."""
    game = GameState.from_position(parse_position("1E,0,-,- 32132:22132 1"))
    placed = place_all(game, {(0, 0, 1): CubeMemory(told=parse_cube("1D"))}, 1.0, unseen=((1, 1, 0),))
    assert placed.question is None
    assert [fault.rule for fault in placed.game.plies[-1].faults] == [4]


def test_what_the_rules_alone_would_have_of_a_mark_is_left_open():
    """Legal is only a bulge in the South, and that looks like a hollow."""
    white = CubeMemory((-6.0, 0.0, -6.0, -6.0, -6.0), 1, {Face.S: (-4.0, 1)})
    belief = PlacementBelief((PossibleCube(Cube(1, frozenset({Face.S})), 1.0, True),), 0.0, ())
    cube, confidence = said(white, belief)
    assert (cube.type, cube.mark(Face.S), confidence) == (1, None, 1.0)


@pytest.mark.parametrize(("chance", "type"), [(0.8, None), (0.98, 1)])
def test_what_nobody_has_seen_is_told_only_where_it_surely_follows(chance, type):
    ways = (PossibleCube(Cube(1), chance, True), PossibleCube(Cube(2), 1 - chance, True))
    assert said(CubeMemory(), PlacementBelief(ways, 0.0, ()))[0].type == type
