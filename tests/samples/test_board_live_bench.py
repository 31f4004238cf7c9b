"""What was told of a filmed game of 012x012 is counted against its truth."""

import msgspec

from referee.live.game_events import EventKind
from referee.live_boards.events import BoardEvent
from samples.board_live_bench import FilmScore, load_truth, score

TRUTH = {
    "card": "",
    "colour": "red",
    "players": 2,
    "start": "",
    "frames_per_second": 10,
    "events": [
        {"event": "turn", "player": 1, "move": "a1N2", "first_frame": 10, "last_frame": 40},
        {"event": "mistake", "player": 2, "first_frame": 60, "last_frame": 70, "faults": [{"rule": "3"}]},
        {"event": "taken_back", "player": 2, "first_frame": 100, "last_frame": 110},
        {"event": "turn", "player": 2, "move": "l1N2", "first_frame": 130, "last_frame": 160},
    ],
}


def told(kind: EventKind, time: float, **more) -> BoardEvent:
    return BoardEvent(kind, time, "", **more)


def test_what_was_told_is_counted(tmp_path) -> None:
    path = tmp_path / "film.json"
    path.write_bytes(msgspec.json.encode(TRUTH))
    truth = load_truth(path)
    events = [
        told(EventKind.PLACEMENT, 9.0, move="a2S2", player=1),
        told(EventKind.FAULT, 7.5, rule=2),
        told(EventKind.UNDO, 11.5),
        told(EventKind.PLACEMENT, 20.0, move="l1N2", player=1),
        told(EventKind.PLACEMENT, 25.0, move="f6"),
        told(EventKind.FAULT, 30.0, rule=3),
        told(EventKind.CORRECTED, 31.0),
    ]
    assert score(truth, events) == FilmScore(
        turns=2,
        turns_told=2,
        players_told=1,
        mistakes=1,
        mistakes_told=1,
        rules_told=0,
        taken_back=1,
        taken_back_told=1,
        false_faults=1,
        false_turns=1,
        corrections=1,
    )
    assert score(truth, ()) == FilmScore(turns=2, mistakes=1, taken_back=1)
