"""Several cubes taken back, towers taken down and built up again: nobody is blamed, and the next game is followed."""

from fake_table import kinds

GROUND = "1U,1W,1S,2WS"
#: A game that is over once a grey cube stands on the white one of its second level.
BUILT = ("-,3WNU,-,-", "1U,3WNU,-,-", "1U,3WNU,-,1W", "1U,3WNU,2SU,1W")


def played(table, *towers, seconds=2.5):
    """What is told while a tower becomes each of these, one after the other."""
    return [event for tower in towers for event in table.move(tower, seconds=seconds, nats=6.0)]


def test_a_finished_tower_that_is_taken_down_cube_by_cube_from_the_last_on_accuses_nobody(begun):
    played(begun, *BUILT)
    ground = BUILT[-1]
    told = played(begun, f"{ground}/-,-,2ES,-", f"{ground}/1E,-,2ES,-", f"{ground}/1E,0,2ES,-")
    assert kinds(told)[-1] == "game_over"
    told = played(begun, f"{ground}/1E,-,2ES,-", f"{ground}/-,-,2ES,-", ground, "-,3WNU,2SU,1W", "-,-,2SU,1W")
    assert kinds(told) == ["undo", "undo", "undo", "taken_down"]
    assert begun.state.is_lost


def test_a_last_cube_that_is_taken_back_after_the_end_may_be_placed_otherwise(begun):
    """Once the game goes on, an earlier cube that is taken away is one of rule 3 again."""
    played(begun, *BUILT)
    ground = BUILT[-1]
    played(begun, f"{ground}/-,-,2ES,-", f"{ground}/1E,-,2ES,-", f"{ground}/1E,0,2ES,-", f"{ground}/1E,-,2ES,-")
    assert kinds(played(begun, f"{ground}/1E,1N,2ES,-")) == ["placement"]
    assert kinds(played(begun, f"{ground}/-,1N,2ES,-")) == ["fault"]


def test_of_two_that_came_at_once_either_may_be_taken_back_after_the_end(begun):
    played(begun, *BUILT)
    ground = BUILT[-1]
    told = played(begun, f"{ground}/-,-,2ES,-", f"{ground}/1E,0,2ES,-")
    assert kinds(told)[-1] == "game_over"
    earlier = begun.state.game.plies[-2]
    assert not earlier.is_order_known
    left = f"{ground}/-,0,2ES,-" if earlier.cell == (0, 0, 1) else f"{ground}/1E,-,2ES,-"
    assert kinds(played(begun, left)) == ["undo"]


def test_of_a_joined_tower_two_cubes_of_two_levels_are_taken_back_from_above(table):
    tower = "1N,2WN,1U,1W/3NUD,3WUD,2EU,3SUD"
    played(table, f"{tower}/-,-,-,1S", seconds=4)
    assert kinds(played(table, "1N,2WN,1U,1W/-,3WUD,2EU,3SUD")) == ["undo", "undo"]


def test_the_next_game_may_begin_where_a_cube_of_the_fallen_tower_stood(begun):
    played(begun, "0,-,-,-", "0,1U,-,-", "0,1U,1N,-", "0,1U,1N,0")
    assert kinds(played(begun, "0,-,-,-")) == ["toppled"]
    played(begun, "-,-,-,-", seconds=0.3)
    assert kinds(played(begun, "2NU,-,-,-", seconds=8))[:2] == ["start", "placement"]


def test_what_is_left_of_a_fallen_tower_begins_no_game(begun):
    played(begun, "0,-,-,-", "0,1U,-,-", "0,1U,1N,-", "0,1U,1N,0")
    assert kinds(played(begun, "0,-,-,-")) == ["toppled"]
    assert kinds(played(begun, "0,-,-,-", seconds=8)) == []
    assert kinds(played(begun, "0,1U,1N,0", seconds=4)) == ["resync"]


def test_a_cube_that_was_turned_as_its_tower_was_built_up_again_counts_against_nobody(begun):
    played(begun, "1U,-,-,-", "1U,1W,-,-", "1U,1W,1S,-", GROUND, f"{GROUND}/1E,-,-,-")
    told = played(begun, "1U,1W,-,-", f"{GROUND}/1N,-,-,-", f"{GROUND}/1N,4WNUD,-,-", seconds=3)
    assert kinds(told) == ["toppled", "resync", "placement"]
