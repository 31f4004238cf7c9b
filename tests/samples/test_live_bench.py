"""The bench of filmed games counts what was told against what happened; films and readers are left out."""

import json
from pathlib import Path

import pytest

from referee.live.events import Event
from referee.live.game_events import EventKind
from referee.live.session import Moment
from referee.live.state import GameState, LiveState
from rules.games.babel import Cube, Face, parse_position, parse_tower
from samples.live_bench import as_csv, figures, listen
from samples.live_score import Followed, Told, load_film_truth, score
from vision.scene import Scene

#: A bulge outside is placed and taken back, then a legal cube; the first cube's East face is covered at the end.
EVENTS = [
    ("placement", [0, 0, 0], 3, [], "3ENU,-,-,-", ["000E", "000N", "000U"]),
    ("placement", [1, 0, 0], 1, [(5, [1, 0, 0])], "3ENU,1E,-,-", ["000N", "000U", "100E"]),
    ("undo", [1, 0, 0], 1, [], "3ENU,-,-,-", ["000E", "000N", "000U"]),
    ("placement", [1, 0, 0], 0, [], "3ENU,0,-,-", ["000N", "000U", "100U"]),
]
#: Frames from one happening to the next; the hand is there for the first half.
FRAMES, FPS = 30, 15


@pytest.fixture
def truth(tmp_path):
    events = [
        {
            "event": kind,
            "first_frame": FRAMES * (i + 1),
            "last_frame": FRAMES * (i + 1) + FRAMES // 2 - 1,
            "cell": cell,
            "type": type,
            "faults": [{"rule": rule, "cell": where} for rule, where in faults],
            "tower": tower,
            "visible_faces": [[*map(int, face[:3]), face[3]] for face in faces],
        }
        for i, (kind, cell, type, faults, tower, faces) in enumerate(EVENTS)
    ]
    path = tmp_path / "film.json"
    document = {"frames_per_second": FPS, "frame_count": FRAMES * (len(EVENTS) + 1), "events": events}
    path.write_text(json.dumps(document))
    return load_film_truth(path)


def told(truth, number, kind, delay=0.5, **more) -> Told:
    """An event that is told so long after a happening is stable."""
    at = truth[number].is_stable + delay
    return Told(Event(kind, at - 0.2, "", **more), at)


def faultless(truth) -> list[Told]:
    return [
        told(truth, 0, EventKind.PLACEMENT, cell=(0, 0, 0), type=3),
        told(truth, 1, EventKind.PLACEMENT, cell=(1, 0, 0), type=1),
        told(truth, 1, EventKind.FAULT, cell=(1, 0, 0), rule=5),
        told(truth, 2, EventKind.UNDO, cell=(1, 0, 0)),
        told(truth, 3, EventKind.PLACEMENT, 0.7, cell=(1, 0, 0), type=0),
    ]


def towers(truth):
    return tuple((happening.is_stable + 0.4, happening.tower) for happening in truth)


def test_times_are_those_of_the_frames(truth):
    assert (truth[0].begins, truth[0].is_stable, truth[0].ends) == (2.0, 3.0, 4.0)
    assert truth[-1].ends == FRAMES * (len(EVENTS) + 1) / FPS


def test_a_game_followed_without_a_fault_has_all_its_counts(truth):
    measured = score(truth, Followed(tuple(faultless(truth)), towers(truth)))
    document = figures(measured)
    for name in ("once", "in_order", "cells", "types_at_once"):
        assert document[name] == {"right": 3, "unknown": 0, "of": 3, "share": 1.0}
    assert (measured.types.right, measured.types.of) == (3, 3)
    assert (measured.faults.right, measured.false_faults, measured.questions, measured.misses) == (1, 0, 0, ())
    # The beige cube's three faces count once each, however often they were in view.
    assert (measured.bulges.right, measured.bulges.of, measured.hollows.right, measured.hollows.of) == (4, 4, 1, 1)
    assert (measured.changes.right, measured.changes.of) == (1, 1)
    assert measured.delays == pytest.approx((0.5, 0.5, 0.5, 0.7))
    assert document["delay_median"] == pytest.approx(0.5)


def test_a_face_that_is_covered_by_now_counts_as_it_is_remembered(truth):
    forgotten = {(0, 0, 0): Cube(3, frozenset({Face.N, Face.U})), (1, 0, 0): Cube(None)}
    measured = score(truth, Followed(tuple(faultless(truth)), (*towers(truth)[:3], (9.4, forgotten))))
    assert (measured.bulges.right, measured.bulges.unknown, measured.bulges.of) == (3, 1, 4)
    assert measured.misses == (
        "bulge a1 on level 1 E: said nothing",
        "type of b1 on level 1: 0, said None",
        "hollow b1 on level 1 U: said nothing",
    )


def test_what_was_taken_back_counts_as_it_was_known_before(truth):
    wrong = parse_tower("3ENU,1N,-,-")
    known = (towers(truth)[0], (towers(truth)[1][0], wrong), *towers(truth)[2:])
    measured = score(truth, Followed(tuple(faultless(truth)), known))
    assert measured.misses == ("bulge b1 on level 1 E: said hollow",)


def test_placements_missed_told_twice_or_wrong_are_counted_so(truth):
    events = faultless(truth)
    events[3] = told(truth, 2, EventKind.UNDO, cell=(0, 0, 0))
    events[0] = told(truth, 0, EventKind.PLACEMENT, cell=(0, 1, 0), type=None)
    events.append(told(truth, 1, EventKind.PLACEMENT, cell=(1, 0, 0), type=1))
    del events[4]
    measured = score(truth, Followed(tuple(events), towers(truth)))
    assert (measured.once.right, measured.cells.right, measured.changes.right) == (1, 0, 0)
    assert (measured.types_at_once.right, measured.types_at_once.unknown, measured.types_at_once.of) == (0, 1, 3)
    assert len(measured.delays) == 1


def test_placements_of_which_the_order_does_not_show_are_counted_so(truth):
    events = faultless(truth)
    events[0] = told(truth, 0, EventKind.PLACEMENT, cell=(0, 0, 0), type=3, is_order_known=False)
    measured = score(truth, Followed(tuple(events), towers(truth)))
    assert (measured.once.right, measured.in_order.right, measured.in_order.of) == (3, 2, 3)


def test_a_fault_too_many_too_late_or_twice_is_a_false_one(truth):
    events = [each for each in faultless(truth) if each.event.kind is not EventKind.FAULT]
    events.append(told(truth, 3, EventKind.FAULT, cell=(1, 0, 0), rule=5))
    late = score(truth, Followed(tuple(events), towers(truth)))
    assert (late.faults.right, late.faults.of, late.false_faults) == (0, 1, 1)
    twice = [*faultless(truth), told(truth, 1, EventKind.FAULT, cell=(1, 0, 0), rule=5)]
    assert score(truth, Followed(tuple(twice), towers(truth))).false_faults == 1


def test_questions_and_losses_are_counted_and_films_add_up(truth):
    events = [*faultless(truth), told(truth, 3, EventKind.ASK), told(truth, 3, EventKind.OUT_OF_STEP)]
    one = score(truth, Followed(tuple(events), towers(truth)))
    both = one + score(truth, Followed((), ()))
    assert (both.questions, both.lost, both.once.right, both.once.of, both.faults.of) == (1, 1, 3, 6, 2)
    assert figures(both)["questions_share"] == pytest.approx(1 / 6)
    lines = as_csv({"film": one, "all": both}).decode().splitlines()
    assert [line.split(",")[:3] for line in lines[1:]] == [["film", "3", "0"], ["all", "3", "0"]]


def test_work_holds_up_what_comes_behind_it_until_it_is_caught_up():
    event = Event(EventKind.PLACEMENT, 1.0, "")
    game = GameState.from_position(parse_position("1E,-,-,- 32132:33132 2"))

    def moment(time, events=()):
        return Moment(None, LiveState(game=game, scene=Scene(source_time=time)), events)

    spent = [(moment(1.0, (event,)), 0.5), (moment(1.1, (event,)), 0.2), (moment(3.0, (event,)), 0.1)]
    followed = listen(spent)
    assert [each.at for each in followed.told] == pytest.approx([1.5, 1.7, 3.1])
    assert [since for since, _ in followed.towers] == [1.0]
    assert set(followed.known_at(2.0)) == {(0, 0, 0)}
    assert followed.known_at(1.0) == {}


def test_the_committed_films_have_a_truth_to_count_by():
    folder = Path(__file__).parents[2] / "samples" / "sequences"
    films = [load_film_truth(path) for path in sorted(folder.glob("*.json"))]
    assert [sum(happening.kind == "placement" for happening in film) for film in films] == [9, 9]
    assert all(happening.visible for film in films for happening in film)
