"""What was told of a filmed game of Les Tours de Babel is counted against its truth."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.live.game_events import EventKind, ViewChange
from referee.live_boards.events import BoardEvent
from samples.table_live_score import Share, TableScore, score
from samples.table_live_truth import TableFilmFields, load_truth

FPS = 10
HIDDEN = "c3"
VISIBLE = {f"{letter}{row}": 1.0 for letter in "abc" for row in "123"} | {HIDDEN: 0.2}


def happening(number: int, event: str, player: int, squares: list[str], move: str | None, rule: str = "") -> dict:
    """The hand comes in the ten-fold second of its number, and has left two seconds later."""
    return {
        "event": event,
        "player": player or None,
        "move": move,
        "squares": squares,
        "faults": [{"rule": rule}] if rule else [],
        "first_frame": 10 * FPS * number,
        "last_frame": 10 * FPS * number + 2 * FPS,
        "visible": VISIBLE,
    }


EVENTS = [
    happening(1, "turn", 1, ["a1"], "a1=5b"),
    happening(2, "turn", 2, [HIDDEN], "c3=4w"),
    happening(3, "mistake", 1, ["a1"], "a1=1b", rule="5"),
    happening(4, "taken_back", 1, ["a1"], "a1=1b"),
    happening(5, "aside", 1, [], "reserve=1b"),
    happening(6, "turn", 2, ["b2"], "b2=4w"),
    happening(7, "mistake", 2, ["b2"], "b2=5w", rule="2"),
    happening(8, "taken_back", 2, ["b2"], "b2=5w"),
    happening(9, "bump", 0, [], None),
    happening(10, "fall", 1, ["a1", "b2"], "fall=1:a1.0,b2.0"),
    happening(11, "reach", 1, ["a1"], None),
]
#: Each told at once as it should be.
RIGHT = [
    (EventKind.PLACEMENT, 12.5, {"move": "a1=5b", "squares": ("a1",), "player": 1}),
    (EventKind.PLACEMENT, 23.0, {"move": "c3=4w", "squares": ("c3",), "player": 2}),
    (EventKind.FAULT, 33.0, {"rule": 5, "squares": ("a1",)}),
    (EventKind.UNDO, 43.0, {}),
    (
        EventKind.PLACEMENT,
        63.0,
        {"move": "b2=4w", "squares": ("b2",), "player": 2, "message": "Player 1 puts a tile aside. Player 2 lays."},
    ),
    (
        EventKind.PLACEMENT,
        73.0,
        {
            "move": "b2=5w",
            "squares": ("b2",),
            "player": 2,
            "message": "Player 1 was to lay a tile first, and none was seen. Player 2 lays.",
        },
    ),
    (EventKind.UNDO, 83.0, {"squares": ("b2",)}),
    (EventKind.VIEW, 93.0, {"view": ViewChange.MOVED}),
    (EventKind.TOPPLED, 108.0, {"squares": ("a1", "b2")}),
]
BEST = {
    "turns": Share(2, 2, 1, 1),
    "players": Share(2, 2, 1, 1),
    "mistakes": Share(1, 1),
    "out_of_turn": Share(1, 1),
    "taken_back": Share(2, 2),
    "falls": Share(1, 1),
    "aside": Share(1, 1),
    "bumps": Share(1, 1),
}


def told(kind: EventKind, time: float, more: dict[str, Any]) -> BoardEvent:
    return BoardEvent(kind, time, more.get("message", ""), **{k: v for k, v in more.items() if k != "message"})


@pytest.fixture
def truth(tmp_path: Path) -> TableFilmFields:
    """That of a film in which everything happens."""
    film = {"players": 2, "families": "bwc", "start": "", "frames_per_second": FPS, "frame_count": 1200}
    (tmp_path / "film.json").write_bytes(msgspec.json.encode({**film, "events": EVENTS}))
    return load_truth(tmp_path / "film.json")


@pytest.fixture
def score_of(truth: TableFilmFields):
    """The score of what should be told, without some of it, with more or something else."""

    def score_of(*more: tuple, without: tuple[int, ...] = ()) -> TableScore:
        rest = (entry for number, entry in enumerate(RIGHT) if number not in without)
        return score(truth, [told(*entry) for entry in sorted((*rest, *more), key=lambda entry: entry[1])])

    return score_of


def figures(measured: TableScore) -> dict[str, Any]:
    """All that is not none, but for delays and words."""
    names = (name for name in TableScore.__slots__ if name not in ("delays", "fall_delays", "misses"))
    return {name: value for name in names if (value := getattr(measured, name)) != getattr(TableScore(), name)}


def test_all_that_is_told_as_it_should_be_counts_as_told(score_of) -> None:
    measured = score_of()
    assert figures(measured) == BEST
    assert measured.misses == ()
    assert measured.delays == (0.5, *[1.0] * 6)
    assert measured.fall_delays == (6.0,)


def test_what_is_not_told_is_missed_and_named(truth: TableFilmFields) -> None:
    measured = score(truth, ())
    assert figures(measured) == {name: Share(0, share.of, 0, share.hidden) for name, share in BEST.items()}
    # All but the reach.
    assert len(measured.misses) == len(EVENTS) - 1
    assert "32.0 s: mistake a1=1b (1.00 in view) told as: nothing" in measured.misses


def test_a_turn_without_its_player_counts_by_its_tile_alone(score_of) -> None:
    measured = score_of((EventKind.PLACEMENT, 12.5, {"move": "a1=5b", "squares": ("a1",)}), without=(0,))
    assert figures(measured) == BEST | {"players": Share(1, 2, 1, 1)}


def test_a_tile_that_nobody_laid_is_told_apart_from_one_that_is_not_made_out(score_of) -> None:
    other = score_of((EventKind.PLACEMENT, 12.5, {"move": "a1=6b", "squares": ("a1",)}), without=(0,))
    assert figures(other) == BEST | {"turns": Share(1, 2, 1, 1), "players": Share(1, 2, 1, 1), "false_turns": 1}
    unread = score_of((EventKind.PLACEMENT, 12.5, {"move": "a1", "squares": ("a1",)}), without=(0,))
    assert figures(unread) == BEST | {"turns": Share(1, 2, 1, 1), "players": Share(1, 2, 1, 1)}


@pytest.mark.parametrize("move", ["a1=1b", "a1"])
def test_a_wrong_tile_that_is_told_as_if_it_were_none_was_laid_all_the_same(score_of, move) -> None:
    measured = score_of((EventKind.PLACEMENT, 33.0, {"move": move, "squares": ("a1",), "player": 1}), without=(2,))
    assert figures(measured) == {**BEST, "mistakes": Share(0, 1)}


@pytest.mark.parametrize(
    ("time", "rule", "square", "false"),
    [(25.0, 5, "a1", 1), (34.0, 4, "a1", 0), (34.0, 5, "b1", 1), (44.0, 5, "a1", 0), (47.0, 5, "a1", 1)],
    ids=["before", "by another rule", "elsewhere", "soon after it is gone", "long after it is gone"],
)
def test_a_fault_is_false_unless_a_mistake_lies_there(score_of, time, rule, square, false) -> None:
    measured = score_of((EventKind.FAULT, time, {"rule": rule, "squares": (square,)}))
    assert measured.mistakes == Share(1, 1)
    assert measured.false_faults == false


def test_a_fault_by_another_rule_does_not_tell_the_mistake(score_of) -> None:
    measured = score_of((EventKind.FAULT, 33.0, {"rule": 4, "squares": ("a1",)}), without=(2,))
    assert figures(measured) == {**BEST, "mistakes": Share(0, 1)}


def test_a_tile_out_of_turn_is_noticed_by_whom_it_is_told_of(score_of) -> None:
    by_the_other = {"move": "b2=5w", "squares": ("b2",), "player": 1, "message": "Player 1 lays."}
    measured = score_of((EventKind.PLACEMENT, 73.0, by_the_other), without=(5,))
    assert figures(measured) == {**BEST, "out_of_turn": Share(0, 1)}


def test_a_fall_may_be_told_as_tiles_taken_back(score_of) -> None:
    measured = score_of((EventKind.UNDO, 103.0, {"squares": ("b2",)}), without=(8,))
    assert figures(measured) == {**BEST, "falls": Share(0, 1), "falls_as_taken_back": 1}
    measured = score_of((EventKind.TOPPLED, 103.0, {"squares": ("b2",)}), without=(8,))
    assert figures(measured) == {**BEST, "falls": Share(0, 1), "false_falls": 1}


@pytest.mark.parametrize(
    ("kind", "more", "name"),
    [
        (EventKind.UNDO, {"squares": ("a1",)}, "false_undos"),
        (EventKind.UNDO, {}, "false_undos"),
        (EventKind.TOPPLED, {"squares": ("b2",)}, "false_falls"),
        (EventKind.VIEW, {"view": ViewChange.MOVED}, "false_bumps"),
        (EventKind.CORRECTED, {"squares": ("a1",)}, "corrections"),
        (EventKind.RESYNC, {"squares": ("a1",)}, "not_seen"),
        (EventKind.RESYNC, {}, "lost"),
    ],
)
def test_what_is_told_besides_is_counted(score_of, kind, more, name) -> None:
    assert figures(score_of((kind, 98.0, more))) == {**BEST, name: 1}


def test_what_the_camera_sees_besides_is_not_counted(score_of) -> None:
    more = [(EventKind.HAND, 98.0, {"is_there": True}), (EventKind.VIEW, 98.0, {"view": ViewChange.DARK})]
    assert figures(score_of(*more)) == BEST


def test_tiles_put_aside_in_a_game_of_one_leave_no_trace(truth: TableFilmFields) -> None:
    assert score(msgspec.structs.replace(truth, players=1), ()).aside == Share(0, 0, 0, 1)


def test_scores_of_films_add_up(score_of) -> None:
    measured = score_of()
    both = measured + score_of(without=(0,))
    assert both.turns == Share(3, 4, 2, 2)
    assert str(both.turns) == "3 of 4, 2 of 2"
    assert str(both.falls) == "2 of 2"
    assert len(both.delays) == 13
