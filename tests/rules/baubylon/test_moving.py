"""Rules M1 to M8: the worked figures of the sheet, each wrong move with its rule, and a second checker."""

from dataclasses import replace

import pytest

from rules import IllegalMove
from rules.games.baubylon import Options, legal_moves, move_faults, parse_move, parse_position, play

#: c1 is the entry, e1 the summit; d1 is one storey up, b1 two, a1 equal to b1.
ROW = "33124"


def position(stacks="-", roll=3, player=1, rules=None, building=ROW, held="000", homes="444"):
    return parse_position(f"{building} {stacks} {homes} 0:{held} {roll} {player}", rules)


def is_legal(move, *words, **more):
    return not move_faults(position(*words, **more), parse_move(move))


def points(move, stacks, **more):
    """The rolls with which a move is legal."""
    return [roll for roll in range(1, 7) if is_legal(move, stacks, roll, **more)]


def rules_broken(move, *words, **more):
    return [fault.rule for fault in move_faults(position(*words, **more), parse_move(move))]


def options_of(**changes):
    return replace(Options(), **changes)


@pytest.mark.parametrize(
    ("move", "stacks", "rolls"),
    [
        ("a1-b1", "a1:1", [1, 3, 5]),  # M2: across costs 1; there and back twice costs 2 more each time
        ("c1-d1", "c1:1", [3]),  # one storey up and across costs 3
        ("d1-c1", "d1:1", [3]),  # and as many down
        ("c1-b1", "c1:1", [5]),  # two storeys 5
        ("b1-c1", "b1:1", [5]),
        ("home-c1", "-", [3]),  # M3: entering costs 3
        ("homexc1", "c1:2", [3]),  # M4: pushing one pawn off costs nothing
        ("home-c1", "c1:2", [4]),  # and climbing it 1
        ("home-c1", "c1:122", [6]),
        ("a1xb1", "a1:1,b1:2222r", [5]),  # M5: 4 points up at a full stack, then across
        ("a1-b1", "a1:1,b1:2222r", []),
        ("a1-b1", "a1:1,b1:222r", [5]),
        ("a1-b1", "a1:221", [3]),  # one point down for each pawn under it
        ("c1-d1", "c1:21", [4]),
        ("a1-b1", "a1:r", [1, 3, 5]),  # M7: red pawns by everybody
    ],
)
def test_the_points_of_the_sheet(move, stacks, rolls):
    assert points(move, stacks) == rolls


def test_passing_over_a_stack_costs_its_pawns_up_and_down():
    assert points("a1-c1", "a1:1,b1:2", building="111114") == [4, 6]
    assert points("a1-c1", "a1:1", building="111114") == [2, 4, 6]


def test_the_start_can_be_returned_to_unless_the_option_says_no():
    assert is_legal("a1-a1", "a1:1", 2)
    assert not is_legal("a1-a1", "a1:1", 2, rules=options_of(return_to_start=False))


def test_the_table_is_crossed_but_never_stopped_on():
    court = "101/224"
    assert is_legal("a2-c2", "a2:1", 6, building=court)
    assert not is_legal("a2-c2", "a2:1", 6, building=court, rules=options_of(table_passing=False))
    assert rules_broken("a2-b2", "a2:1", 3, building=court) == ["M3"]


def test_where_no_square_is_passed_twice_a_pawn_may_go_a_long_way_round_on_the_table():
    rules = options_of(squares_again=False, points_up=1, points_down=0)
    assert points("b1-c1", "b1:1", building="5995/5115", rules=rules) == [1, 4, 6]


def test_who_may_stop_on_the_table_is_home_again():
    stopping = options_of(table_stopping=True)
    assert rules_broken("a1-home", "a1:1", 3, building="114") == ["M3"]
    assert points("a1-home", "a1:1", building="114", rules=stopping) == [3, 4, 5, 6]
    assert rules_broken("a1-home", "a1:1", 2, building="114", rules=stopping) == ["M1"]
    position = parse_position("114 a1:1,b1:r 566 0:000 3 1", stopping)
    assert str(play(position, parse_move("a1-home"))) == "114 b1:r 666 0:000 - 2"
    assert str(play(position, parse_move("b1-home"))) == "114 a1:1 566 0:100 - 2"


@pytest.mark.parametrize(
    ("move", "words", "rule", "part"),
    [
        ("a1-b1", ("a1:1", 2), "M1", "with 1 or 3 or 5 it can"),
        ("home-c1", ("-", 2), "M3", "with 3 it can"),
        ("home-a1", ("-", 4), "M1", "with no other number"),
        ("a1-b1", ("a1:2", 1), "M1", "belongs to player 2"),
        ("a1-b1", ("a1:12", 2), "M6", "shut in under one of player 2"),
        ("a1-b1", ("-", 1), "M1", "No pawn stands on a1"),
        ("a1-b1", ("a1:1,b1:22222", 6), "M5", "b1 holds 5 pawns and is full"),
        ("a1-b1", ("a1:1,b1:22221", 6), "M5", "your own, so nothing can come here"),
        ("a1xb1", ("a1:1,b1:21", 2), "M4", "own"),
        ("a1xb1", ("a1:1", 1), "M4", "no pawn that could be pushed"),
        ("a1xb1", ("a1:1,b1:2", 2), "M4", "by climbing the stack (a1-b1)"),
        ("a1-b1", ("a1:1,b1:2", 1), "M4", "by pushing (a1xb1)"),
        ("a1-a2", ("a1:1", 1), "M3", "a2 is no square of the building"),
        ("red-c1", ("-", 3), "M5", "no red pawn"),
        ("swap=a1.1", ("a1:12", 2), "M6", "only with a 1"),
        ("swap=a1.1", ("a1:21", 1), "M6", "not one of player 1"),
        ("swap=a1.1", ("a1:121", 1), "M6", "nobody shuts it in"),
        ("pass", ("-", 3), "M1", "home-c1"),
        ("roll=3", ("-", 3), "M1", "rolled once a turn"),
        ("red=a1", ("-", 3), "B5", "before the game"),
        ("home-c1", ("-", "-"), "M1", "rolls the die first"),
        ("home-c1", ("e1:2", 3), "M8", "Player 2 stands on the summit"),
    ],
)
def test_a_wrong_move_is_refused_with_its_rule_in_a_sentence(move, words, rule, part):
    before = position(*words)
    with pytest.raises(IllegalMove, match=f"Rule {rule}: ") as refusal:
        play(before, parse_move(move))
    assert part in str(refusal.value)
    assert before == position(*words)


def test_without_a_pawn_at_home_none_enters():
    assert rules_broken("home-c1", "-", 3, homes="044") == ["M3"]


def test_a_pawn_thrown_out_goes_home_and_a_red_one_to_the_player():
    pushed = play(position("a1:1,b1:2", 1), parse_move("a1xb1"))
    assert (pushed.home, pushed.stack((1, 0)), pushed.stack((0, 0)), pushed.player) == ((4, 5, 4), (1,), (), 2)
    red = play(position("a1:1,b1:r", 1), parse_move("a1xb1"))
    assert (red.home, red.red_held) == ((4, 4, 4), (1, 0, 0))
    back = play(position("-", 3, held="100"), parse_move("red-c1"))
    assert (back.stack((2, 0)), back.red_held) == ((0,), (0, 0, 0))


def test_a_red_pawn_pushes_like_its_mover():
    assert not is_legal("a1xb1", "a1:r,b1:1", 1)
    assert is_legal("a1xb1", "a1:r,b1:2", 1)
    assert is_legal("a1xb1", "a1:r,b1:r", 1)


def test_with_a_1_a_shut_in_pawn_takes_the_place_of_the_top_one():
    after = play(position("a1:1232", 1), parse_move("swap=a1.1"))
    assert (after.stack((0, 0)), after.home) == ((2, 3, 1), (4, 5, 4))
    edition = options_of(one="top_goes_back")
    assert play(position("a1:1232", 1, rules=edition), parse_move("swap=a1.1")).stack((0, 0)) == (1, 2, 3)
    assert rules_broken("swap=a1.1", "a1:12", 1, rules=options_of(one="nothing")) == ["M6"]


def test_the_first_own_pawn_on_the_summit_wins_at_once():
    won = play(position("d1:2", 5, player=2), parse_move("d1-e1"))
    assert (won.is_over, won.winner, won.player, legal_moves(won)) == (True, 2, 2, ())
    red = play(position("d1:r", 5, player=2), parse_move("d1-e1"))
    assert not red.is_over


def test_a_roll_that_nothing_can_use_is_passed():
    assert [str(move) for move in legal_moves(position("-", 2))] == ["pass"]
    assert play(position("-", 2), parse_move("pass")).player == 2


def test_options_of_pushing():
    full = options_of(push_at="full_stack")
    assert rules_broken("a1xb1", "a1:1,b1:2", 1, rules=full) == ["M5"]
    assert is_legal("a1xb1", "a1:1,b1:22222", 5, rules=full)
    same, not_down = options_of(push_level="same"), options_of(push_level="not_down")
    assert not is_legal("d1xc1", "d1:1,c1:2", 3, rules=not_down)
    assert is_legal("c1xd1", "c1:1,d1:2", 3, rules=not_down)
    assert not is_legal("c1xd1", "c1:1,d1:2", 3, rules=same)
    assert is_legal("a1xb1", "a1:1,b1:2", 1, rules=same)


def test_an_exchange_with_a_1_is_no_duty():
    """The rule sheet says that the player may (M6)."""
    shut_in = parse_position("22/41 a2:1r321 455 0:203 1 2")
    assert set(map(str, legal_moves(shut_in))) == {"pass", "swap=a2.4"}
    # Where a pawn can move there is no passing, and an exchange is not what has to be done.
    able = parse_position("1111/1141 a1:12,b1:1 455 0:203 1 1")
    (fault,) = move_faults(able, parse_move("pass"))
    assert "swap" not in fault.message
    assert any("swap" in str(move) for move in legal_moves(able))


def test_pushing_in_passing_goes_on():
    row, rules = "111114", options_of(push_when="in_passing")
    after = play(position("a1:1,b1:2", 2, building=row, rules=rules), parse_move("a1-c1:b1"))
    assert (after.stack((1, 0)), after.stack((2, 0)), after.home) == ((), (1,), (4, 5, 4))
    assert rules_broken("a1-c1:b1", "a1:1,b1:2", 2, building=row) == ["M4"]


def test_other_editions_count_one_point_for_each_storey():
    rules = options_of(points_up=1, points_down=1)
    assert points("home-c1", "-", rules=rules) == [2, 6]
    assert points("c1-d1", "c1:1", rules=rules)[0] == 2


def test_stepping_up_from_its_height_saves_what_the_pawns_give():
    assert points("c1-d1", "c1:21", rules=options_of(stepping_off="from_its_height"))[0] == 2


def test_red_pawns_need_not_count_for_the_limit():
    stacks = "a1:1,b1:2222r"
    assert not points("a1-b1", stacks)
    assert points("a1-b1", stacks, rules=options_of(limit_counts_red=False)) == [6]


VARIANTS = [
    {},
    {"points_up": 1, "points_down": 1},
    {"points_down": 0},
    {"points_onto_pawn": 0, "points_off_pawn": 0},
    {"stepping_off": "from_its_height"},
    {"stack_limit": 3, "limit_counts_red": False},
    {"push_at": "full_stack", "stack_limit": 3},
    {"push_when": "in_passing"},
    {"push_when": "in_passing", "squares_again": False},
    {"push_level": "same"},
    {"push_level": "not_down", "push_when": "in_passing"},
    {"turning": False},
    {"squares_again": False},
    {"return_to_start": False, "table_passing": False},
    {"table_stopping": True},
    {"table_stopping": True, "table_passing": False, "return_to_start": False},
    {"table_stopping": True, "turning": False, "push_when": "in_passing"},
    {"highest_step": 1},
    {"one": "top_goes_back", "passing": "always"},
    {"one": "nothing", "passing": "no_own_pawn_can_move"},
]


@pytest.mark.parametrize("changes", VARIANTS, ids=lambda changes: " ".join(changes) or "default")
def test_a_second_checker_agrees_on_thousands_of_positions(changes, random_position, literal_moves):
    rules = options_of(**changes)
    for seed in range(100 if changes else 1000):
        found = random_position(seed, rules)
        listed = [str(move) for move in legal_moves(found)]
        assert len(listed) == len(set(listed))
        assert set(listed) == literal_moves(found), str(found)


def test_exactly_the_listed_moves_are_not_refused(random_position):
    for seed in range(40):
        found = random_position(seed)
        legal = set(legal_moves(found))
        for text in ("home", "red", "a1", "b1", "c2"):
            for end in ("a1", "b1", "b2", "c1"):
                for joint in "-x":
                    move = parse_move(f"{text}{joint}{end}")
                    assert (not move_faults(found, move)) == (move in legal)
