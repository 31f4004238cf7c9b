"""Records as text: what people may write, what is refused, and what a damaged one still tells."""

import pytest

from rules import NotationError
from rules.games import load
from rules.options import with_options
from rules.record import Record, record_notation
from rules.record_reading import parse_record

BABEL = load("babel")
DRAW = with_options(BABEL.default_options, ("finished=draw",))
RECORD = """game babel
option type2=adjacent
option type3=corner
option finished=draw
player 1 Ida
player 2 computer
start babel 0,-,-,- 23132:33132 2

1. player 2: b1.1=3WNU
2. player 1: a2.1=1S

result not over
"""


def test_a_record_has_options_players_start_moves_and_result():
    reading = parse_record(RECORD)
    record = reading.record
    assert BABEL.options(record.position) == DRAW
    assert record.players == ("Ida", "computer")
    assert len(record.moves) == 2
    assert (reading.wrong_move, reading.remarks) == (None, ())
    assert record_notation(record) == RECORD


def test_a_record_written_by_hand_may_be_short():
    reading = parse_record("# at the kitchen table\r\ngame Babel-Pico\r\n\r\n1. a1.1=0\r\n2.b1.1=3WNU\r\n")
    assert [BABEL.move_notation(move) for move in reading.record.moves] == ["a1.1=0", "b1.1=3WNU"]
    assert reading.remarks == ("The record ends without a result, so it may be cut off; it holds 2 whole moves.",)


def test_spaces_around_the_points_of_a_move_do_not_matter():
    reading = parse_record("game babel\n 1 . player 1 : a1.1=0\n2.player 2:b1.1 = 1W\n")
    assert len(reading.record.moves) == 2


@pytest.mark.parametrize("name", ["player 1 Ida", "Player 1: Ida", "PLAYER  1 : Ida"])
def test_capitals_and_a_colon_after_a_player_do_not_matter(name):
    reading = parse_record(f"Game babel\n{name}\nplayer 2\n1. Player 1: a1.1=0\nResult not over\n")
    assert reading.record.players == ("Ida", "")
    assert (len(reading.record.moves), reading.remarks) == (1, ())


def test_colons_tabs_and_other_signs_behind_words_and_numbers_do_not_matter():
    reading = parse_record("Game: babel\nOption:\ttype2=both\n1) a1.1=0\n2: player 2: b1.1=1W\nresult: Not over.\n")
    assert reading.record.game.options(reading.record.position).type2 == "both"
    assert (len(reading.record.moves), reading.remarks) == (2, ())


def test_a_remark_goes_to_the_end_of_its_line_whatever_stands_in_it():
    """Word processors break lines by a letter of their own, U+2028."""
    reading = parse_record("game babel\n# one\u2028two\x0cthree\n1. a1.1=0\nresult not over\n")
    assert (reading.comments, len(reading.record.moves)) == (("# one\u2028two\x0cthree",), 1)


def test_a_first_position_may_call_the_game_by_another_of_its_names():
    reading = parse_record("game pico\nstart Babel Pico 0,-,-,- 23132:33132 2\nresult not over\n")
    assert BABEL.position_notation(reading.record.position) == "babel 0,-,-,- 23132:33132 2"


@pytest.mark.parametrize("name", ["Ida", ":Ida", ": Ida", "1", "1: Ida", "player 2"])
def test_a_name_is_read_as_it_was_written(name):
    record = Record.of(BABEL, BABEL.start(BABEL.default_options), (name, "other"))
    assert parse_record(record_notation(record)).record.players == (name, "other")


def test_some_players_may_have_no_name():
    assert parse_record("game babel\nplayer 2   Ida  Lund\nresult not over\n").record.players == ("", "Ida Lund")


def test_the_last_line_s_end_may_be_missing_where_it_is_the_result():
    assert parse_record(RECORD.rstrip()).remarks == ()


def test_a_comment_is_whole_without_a_line_break():
    reading = parse_record(f"{RECORD}# my note")
    assert (reading.comments, reading.remarks) == (("# my note",), ())


@pytest.mark.parametrize("end", ["\0\0\0\0", "\n2. player 1: a2.1=1\0\0"])
def test_zeros_at_the_end_are_a_cut(end):
    reading = parse_record("game babel\n1. a1.1=0\n" + end)
    assert len(reading.record.moves) == 1
    assert "cut off" in reading.remarks[0]


def test_a_result_that_the_moves_do_not_lead_to_is_remarked():
    reading = parse_record(RECORD.replace("result not over", "result player 1 wins"))
    assert reading.remarks == ("The record says 'player 1 wins', but its moves lead to 'not over'.",)


def test_a_wrong_move_ends_the_reading_with_its_rules():
    reading = parse_record(RECORD.replace("a2.1=1S", "a2.1=1W").replace("result", "3. nonsense\nresult"))
    assert len(reading.record.moves) == 1
    assert (reading.wrong_move.number, reading.wrong_move.notation) == (2, "a2.1=1W")
    assert [fault.rule for fault in reading.wrong_move.faults] == ["5", "6"]
    assert reading.remarks == ()


def test_a_first_position_against_the_rules_is_told_as_move_0():
    reading = parse_record("game babel\nstart babel 1S,-,-,- 32132:33132 2\n1. b1.1=0\nresult not over\n")
    assert reading.record.moves == ()
    assert (reading.wrong_move.number, reading.wrong_move.notation) == (0, "babel 1S,-,-,- 32132:33132 2")
    assert [fault.rule for fault in reading.wrong_move.faults] == ["5"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game babel\nstart babel 1?,-,-,- 32132:33132 2\nresult not over\n", "face . of the cube in a1"),
        ("", "the record is empty; expected the game's name first, such as `game babel`"),
        ("game bab", "the record is empty"),
        ("\n\n# nothing\n", "the record is empty"),
        ("1. a1.1=0\n", "line 1 of the record: '1. a1.1=0' does not name a game"),
        ("game chess\n", "line 1 of the record: no game is called 'chess'; there are: .*babel"),
        ("game babel\noption type2=round\n1. a1.1=0\n", "option type2 is 'round'; it can be adjacent"),
        ("game babel\noption colour=red\nresult not over\n", "'colour=red' is no option"),
        (
            "game babel\nplayer 3 Ida\nresult not over\n",
            "^line 2 of the record: player 3 is named, .* are 1 to 2",
        ),
        ("game babel\nplayer 1 I\x07da\n1. a1.1=1E\n", "^line 2 of the record: 'I.x07da' is no name"),
        (
            "game babel\nplayer 1 Ida\nplayer 1 Ole\n",
            "^line 3 of the record: player 1 is named twice; expected one line",
        ),
        ("game babel\nstart 0,-,-,-\nstart 1E,-,-,-\n", "^line 3 of the record: a second start; expected one first"),
        ("game babel\noption type2=foo\noption type3=t\n1. a1.1=0\n", "^line 2 of the record: .*type2"),
        ("game babel\nstart babel 0,-\n", "^line 2 of the record: level 1"),
        (
            "game tours\noption players=3\nstart tours -,-,-/-,-,-/-,-,- -:-\n",
            "^line 3 of the record: the position is of a game with players=2, but players=3 is asked for",
        ),
        ("game babel\nstart babel 0,-\n1. a1.1=0\n", "^line 2 of the record: level 1"),
        ("game babel\nstart babel 0,-,-,- 99999:33132\n1. a1.1=0\n", "^line 2 of the record: .*at most"),
        ("game babel\n1. a1.1=0\n2. b1\n", "line 3 of the record: .*is no placement"),
        ("game babel\n1. a1.1=0\n3. b1.1=1W\n", "line 3 of the record: move 3 where move 2 was expected"),
        ("game babel\n1. player 2: a1.1=0\n", "move 1 is given to player 2, but it is the turn of player 1"),
        ("game babel\n1. a1.1=0\noption type2=both\n", "line 3 of the record: 'option type2=both' is no move"),
        ("game babel\nnonsense\n", "line 2 of the record: 'nonsense' is not understood"),
        ("game babel\nresult not over\n1. a1.1=0\n", "'1. a1.1=0' after the result; expected nothing more"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(text, message):
    with pytest.raises(NotationError, match=message):
        parse_record(text)


@pytest.mark.parametrize("players", [("Ida",), ("Ida", "two\nlines"), ("Ida", " spaced ")])
def test_names_are_one_line_for_each_player(players):
    with pytest.raises(ValueError, match=r"names are given|is no name"):
        Record.of(BABEL, players=players)


def test_positions_and_moves_stand_side_by_side():
    record = parse_record(RECORD).record
    assert len(record.positions) == len(record.moves) + 1
    assert record.positions[-1] is record.position
