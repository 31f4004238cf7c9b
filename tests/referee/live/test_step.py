"""Following a game by the pure step: what each change of the table is reported as."""

import numpy as np
import pytest
from fake_table import Table, kinds, picture_of, placements, with_hand

from referee.live.game_events import EventKind
from referee.live.orders import Resync
from referee.live.pictures import Frame
from referee.live.placing import sure_hand
from referee.live.state import Phase
from referee.live.step import step
from rules.games.babel import CELLS, FULL_HAND, GAME, Face, parse_tower


def test_a_game_begins_with_an_empty_mat(table):
    assert kinds(table.show("-,-,-,-")) == ["start"]
    assert table.state.phase is Phase.WAITING
    assert table.state.game.notation == "-,-,-,- 33132:33132 1"


def test_a_placement_is_reported_once_when_the_hand_has_left(begun):
    events = begun.move("1E,-,-,-")
    assert [event.kind.value for event in events] == ["hand", "hand", "placement"]
    assert placements(events) == [(1, 1, (0, 0, 0), 1)]
    assert events[-1].bulges == (Face.E,)
    assert events[-1].position == "1E,-,-,- 32132:33132 2"
    assert kinds(begun.show("1E,-,-,-", seconds=4)) == []


def test_the_verdict_comes_within_a_second_of_the_first_still_frame(begun):
    begun.hand()
    first_still = begun.time
    (event,) = (event for event in begun.show("1E,-,-,-") if event.kind is EventKind.PLACEMENT)
    assert event.source_time - first_still < 0.5  # leaves half a second for the look itself


def test_a_hand_that_rested_over_the_tower_delays_no_verdict(begun):
    resting = [with_hand(picture_of("-,-,-,-", begun.pose), reach) for reach in (0.1, 0.3, 0.5, *[0.55] * 7)]
    leaving = [with_hand(picture_of("1E,-,-,-", begun.pose), reach) for reach in (0.3, 0.1)]
    assert kinds(begun.frames([*resting, *leaving], "1E,-,-,-")) == []
    looks, first_still = begun.looks, begun.time
    (event,) = (event for event in begun.show("1E,-,-,-") if event.kind is EventKind.PLACEMENT)
    assert looks > 1  # the resting hand was looked at, in vain
    assert event.source_time - first_still < 0.5


def test_a_hand_that_comes_while_a_look_is_under_way_is_not_sent_away_by_it(begun):
    begun.step(Resync())
    while begun.state.wanted is None:
        begun.step(Frame(picture_of("-,-,-,-", begun.pose), begun.time))
        begun.time += 0.1
    request, before = begun.state.wanted, len(begun.events)
    for reach in (0.1, 0.3, 0.5, 0.55, 0.6):
        begun.step(Frame(with_hand(picture_of("-,-,-,-", begun.pose), reach), begun.time))
        begun.time += 0.1
    begun.step(begun.look(request, "-,-,-,-", 6.0))
    hands = [event.is_there for event in begun.events[before:] if event.kind is EventKind.HAND]
    assert hands == [True]


def test_a_whole_legal_game_is_followed_placement_by_placement(begun, legal_game):
    for placement, tower in legal_game:
        events = begun.move(str(tower), seconds=0.6, nats=6.0)
        assert [(cell, type) for _, _, cell, type in placements(events)] == [(placement.cell, placement.type)]
        assert EventKind.FAULT not in {event.kind for event in events}
    assert [event.ply for event in begun.events if event.kind is EventKind.PLACEMENT] == list(range(1, len(CELLS) + 1))
    assert kinds(begun.events)[-1] == "game_over"
    assert begun.state.phase is Phase.OVER


@pytest.fixture(scope="module")
def legal_game():
    """A legal game of 24 placements, found by always taking one of those that leave the other the most."""
    game, found = GAME.start(), []

    def play(position):
        if len(position.tower) == len(CELLS):
            return True
        moves = sorted(position.legal_placements(), key=lambda move: -len(position.place(move).legal_placements()))
        for move in moves[:4]:
            after = position.place(move)
            found.append((move, after.tower))
            if play(after):
                return True
            found.pop()
        return False

    assert play(game)
    return found


@pytest.mark.parametrize(
    ("before", "after", "rule", "cell"),
    [
        ("-,-,-,-", "1S,-,-,-", 5, (0, 0, 0)),
        ("-,-,-,-", "4ENUD,-,-,-", 2, (0, 0, 0)),
        ("1E,-,-,-", "1E,-,-,0", 7, (1, 1, 0)),
        ("1E,0,-,-", "1E,0,-,-/1D,-,-,-", 4, (0, 0, 1)),
        ("1E,0,-,-", "1E,0,-,- +2,0,0=0", 3, (2, 0, 0)),
    ],
)
def test_a_foul_is_reported_with_its_rule_at_its_placement(far_pose, before, after, rule, cell):
    table = Table(far_pose)
    for notation in ("-,-,-,-", "1E,-,-,-", before):
        if len(parse_tower(notation)) <= len(parse_tower(before)):
            table.show(notation, nats=6.0)
    events = table.move(after, nats=6.0)
    assert kinds(events)[:2] == ["placement", "fault"]
    fault = next(event for event in events if event.kind is EventKind.FAULT)
    assert (fault.rule, fault.cell) == (rule, cell)
    assert fault.ply == len(parse_tower(after))
    assert set(table.state.game.tower) == set(parse_tower(after))


def test_a_hand_that_changes_nothing_brings_no_placement(begun):
    begun.move("1E,-,-,-")
    assert kinds(begun.move("1E,-,-,-")) == []


def test_light_that_drifts_is_no_change(begun):
    begun.move("1E,-,-,-")
    for light in np.linspace(1.0, 0.7, 20):
        assert kinds(begun.show("1E,-,-,-", seconds=0.2, light=light)) == []


def test_a_cube_taken_back_is_an_undo_by_its_player(begun):
    begun.move("1E,-,-,-")
    begun.move("1E,0,-,-")
    events = begun.move("1E,-,-,-")
    assert kinds(events) == ["undo"]
    assert (begun.state.game.to_move, len(begun.state.game.plies)) == (2, 1)
    assert placements(begun.move("1E,-,3ENU,-")) == [(2, 2, (0, 1, 0), 3)]


def test_an_earlier_cube_taken_away_breaks_rule_3(begun):
    begun.move("1E,-,-,-")
    begun.move("1E,0,-,-")
    events = begun.move("-,0,-,-")
    assert [(event.rule, event.cell) for event in events if event.kind is EventKind.FAULT] == [(3, (0, 0, 0))]
    assert kinds(begun.move("1E,0,-,-")) == ["resync"]
    assert begun.state.game.to_move == 1


def test_two_cubes_between_two_looks_are_both_explained(begun):
    begun.move("1E,-,-,-")
    events = begun.move("1E,0,1U,-", nats=6.0)
    assert {(cell, type) for _, _, cell, type in placements(events)} == {((1, 0, 0), 0), ((0, 1, 0), 1)}
    assert [event.ply for event in events if event.kind is EventKind.PLACEMENT] == [2, 3]
    assert not any(event.is_order_known for event in events if event.kind is EventKind.PLACEMENT)


def test_who_placed_a_cube_is_no_guess_that_empties_a_hand(begun):
    begun.move("1E,-,-,-", nats=6.0)
    begun.move("1E,0,1U,-", nats=6.0)
    game = begun.state.game
    assert [sure_hand(game, game.plies, player) for player in (1, 2)] == [(3, 2, 1, 3, 2), FULL_HAND]


def test_a_look_that_shows_a_new_cube_counts_once(begun):
    begun.move("1E,-,-,-")
    assert begun.state.game.cubes[0, 0, 0].type_looks == 1


def test_a_question_about_one_cube_stays_open_though_another_came_with_it(begun):
    events = begun.move("1S,-,1S,-")
    assert kinds(events) == ["placement", "ask", "placement"]
    assert begun.state.phase is Phase.ASKING


def test_a_tower_that_grows_from_look_to_look_is_believed(begun):
    for notation in ("1E,-,-,-", "1E,0,-,-", "1E,0,1U,-", "1E,0,1U,0"):
        begun.move(notation, nats=6.0)
    begun.move("-,-,-,-")
    towers = ("0,-,0,-", "0,1W,0,-", "0,1W,0,1U")
    assert [kinds(begun.move(tower)) for tower in towers] == [[], [], ["resync"]]
    assert len(begun.state.game.cubes) == 4


def test_a_tower_that_grew_too_fast_is_followed_from_the_tower_as_a_whole(begun):
    begun.move("1E,-,-,-")
    events = begun.move("1E,0,1U,0/1E,0,-,-", seconds=6.0)
    assert kinds(events) == ["out_of_step", "resync"]
    assert len(begun.state.game.cubes) == 6


def test_steps_are_pure(begun):
    state = begun.state
    small, reference = state.scene.small_bgr.copy(), state.scene.reference_bgr.copy()
    frame = Frame(picture_of("1E,-,-,-", begun.pose), begun.time)
    first, second = step(state, frame), step(state, frame)
    assert first[1] == second[1]
    np.testing.assert_array_equal(state.scene.small_bgr, small)
    np.testing.assert_array_equal(state.scene.reference_bgr, reference)
