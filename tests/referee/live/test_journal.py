"""The journal: nothing committed is ever lost, whatever ends the program."""

import errno
import json
import random
import signal
import subprocess
import sys
from codecs import BOM_UTF8
from io import FileIO
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from referee.errors import InputError, OutputError
from referee.live.event_fields import event_fields, event_from, event_line
from referee.live.events import Choice, Event
from referee.live.game_events import EventKind, ViewChange
from referee.live.inputs import Choose, Correct
from referee.live.journal import Journal, read_journal
from referee.live.saving import TOWER_CODEC, game_fields, game_from
from referee.live.state import GameState
from referee.live.towers import resumed
from referee.playing.records import is_journal
from rules.games.babel import Cube, Face, parse_position, parse_tower

#: Plays a game on the table without hardware, writes its journal, and prints each event once it is written.
PLAYER = """
import sys
sys.path[:0] = [{tests!r}]
from fake_table import Table
from tests_camera import look_at
from referee.live.event_fields import event_line
from referee.live.journal import Journal
from referee.live.saving import TOWER_CODEC
from referee.live.state import GameState
from pathlib import Path

table = Table(look_at((8.5, -8.5, 9.0), focal_px=560.0, size_wh=(640, 480), target=(0.0, 0.0, 2.2)))
journal = Journal.create(Path({path!r}), "table", GameState(), TOWER_CODEC)
step = table.step


def written(entry):
    before = len(table.events)
    step(entry)
    events = table.events[before:]
    journal.write(events, table.state.game)
    for event in events:
        print(event_line(event), flush=True)


table.step = written
print("ready", flush=True)
for notation in {game!r}:
    table.move(notation, seconds=0.6)
"""
GAME = ["-,-,-,-", "1E,-,-,-", "1E,0,-,-", "1E,0,1U,-", "1E,0,1U,0", "1E,0,1U,0/1E,-,-,-", "1E,0,1U,0/1E,0,-,-"]


@pytest.fixture
def played(begun):
    for notation in GAME[1:4]:
        begun.move(notation)
    begun.step(Correct((0, 0, 0), parse_tower("3ENU,-,-,-")[0, 0, 0]))
    return begun


def test_a_game_survives_being_saved(played):
    assert game_from(game_fields(played.state.game)) == played.state.game


def test_a_journal_holds_events_and_game(tmp_path, played):
    path = tmp_path / "game.jsonl"
    journal = Journal.create(path, "camera 0", GameState(), TOWER_CODEC)
    journal.write(played.events, played.state.game)
    journal.close()
    assert is_journal(path)
    reading = read_journal(path, TOWER_CODEC)
    assert (reading.source, reading.is_torn, reading.game) == ("camera 0", False, played.state.game)
    assert [*map(event_fields, reading.events)] == [*map(event_fields, played.events)]


@pytest.mark.parametrize(
    "event",
    [
        Event(EventKind.VIEW, 2.5, "It is dark.", view=ViewChange.DARK),
        Event(EventKind.HAND, 2.5, "", is_there=False),
        Event(
            EventKind.FAULT, 3.0, "So not.", ply=4, player=2, cell=(1, -1, 0), type=3, bulges=(Face.E, Face.U),
            unknown=(Face.D,), rule=6, faces=(Face.E,), by="seen", confidence=0.9876, is_order_known=False,
            position="1U,-,-,- +1,-1,0=3EUd?", evidence="game.jsonl.pictures/0001.jpg",
        ),
        Event(EventKind.ASK, 4, "Which?", choices=(Choice((1, 1, 0), Cube(None), 0.3), Choice((0, 0, 1), Cube(0), 1))),
    ],
)  # fmt: skip
def test_an_event_is_read_as_it_was_written(event):
    assert event_from(json.loads(event_line(event))) == event


def test_a_journal_that_an_editor_saved_with_a_byte_order_mark_is_read(tmp_path, played):
    path = tmp_path / "game.jsonl"
    journal = Journal.create(path, "camera 0", GameState(), TOWER_CODEC)
    journal.write(played.events, played.state.game)
    journal.close()
    path.write_bytes(BOM_UTF8 + path.read_bytes())
    assert is_journal(path)
    assert read_journal(path, TOWER_CODEC).game == played.state.game


def test_what_is_committed_is_written_where_it_has_changed_and_nothing_without_an_event(tmp_path, played):
    path, game = tmp_path / "game.jsonl", played.state.game
    with Journal.create(path, "camera 0", GameState(), TOWER_CODEC) as journal:
        journal.write((), game)
        assert len(path.read_bytes().splitlines()) == 1
        for event in played.events[:2]:
            journal.write((event,), game)
    first, second = map(json.loads, path.read_bytes().splitlines()[1:])
    assert first["game"] is not None
    assert second["game"] is None


def test_that_a_journal_is_cut_off_is_told(tmp_path, played):
    path = tmp_path / "game.jsonl"
    with Journal.create(path, "camera 0", GameState(), TOWER_CODEC) as journal:
        journal.write(played.events, played.state.game)
    assert read_journal(path, TOWER_CODEC).remarks == ()
    path.write_bytes(path.read_bytes()[:-1])
    (remark,) = read_journal(path, TOWER_CODEC).remarks
    assert "cut off" in remark


def test_a_torn_last_line_is_removed_on_resume(tmp_path, played):
    path = tmp_path / "game.jsonl"
    journal = Journal.create(path, "camera 0", GameState(), TOWER_CODEC)
    journal.write(played.events[:2], played.state.game)
    whole = path.read_bytes()
    journal.write(played.events[2:], GameState())
    journal.close()
    for length in range(len(whole), path.stat().st_size, 97):
        torn = tmp_path / "torn.jsonl"
        torn.write_bytes(path.read_bytes()[:length])
        resumed, reading = Journal.resume(torn, TOWER_CODEC)
        assert reading.game == played.state.game
        assert torn.read_bytes() == whole
        resumed.write([Event(EventKind.HAND, 1.0, "A hand is at the tower.", is_there=True)], reading.game)
        resumed.close()
        assert len(read_journal(torn, TOWER_CODEC).events) == 3


def test_two_runs_cannot_write_one_journal(tmp_path, played):
    path = tmp_path / "game.jsonl"
    journal = Journal.create(path, "camera 0", GameState(), TOWER_CODEC)
    journal.write(played.events, played.state.game)
    before = path.read_bytes()
    with pytest.raises(OutputError, match="another run is writing to it"):
        Journal.resume(path, TOWER_CODEC)
    assert path.read_bytes() == before
    journal.close()
    Journal.resume(path, TOWER_CODEC)[0].close()


def test_a_journal_that_cannot_be_begun_leaves_nothing_behind(tmp_path, monkeypatch):
    def full(_descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "game.jsonl"
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OutputError, match="No space left"):
        Journal.create(path, "camera 0", GameState(), TOWER_CODEC)
    assert not path.exists()


def test_a_journal_is_never_overwritten(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text("mine")
    with pytest.raises(OutputError, match="--resume"):
        Journal.create(path, "camera 0", GameState(), TOWER_CODEC)
    assert path.read_text() == "mine"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "cut off in its first line, so no game is in it; delete it"),
        ('{"journ', "cut off in its first line"),
        ('{"journal":"tower-referee","version":1,"source":"cam', "cut off in its first line"),
        ("hello\n", "is no journal"),
        ('{"journal":"other","version":1}\n', "another program"),
        ('{"journal":"tower-referee","version":2,"rules":{}}\n', "is of version 2, .* update the program"),
        ('{"journal":"tower-referee","version":1}\n{"events":3}\n', "line 2"),
        (
            '{"journal":"tower-referee","version":1}\n{"events":[{"event":"hand","message":"","source_time":"abc"}]}\n',
            "line 2",
        ),
        (
            '{"journal":"tower-referee","version":1}\n'
            '{"events":[{"event":"placement","message":"","source_time":1,"position":"9,-,-,-"}]}\n',
            "line 2",
        ),
        (
            '{"journal":"tower-referee","version":1}\n'
            '{"events":[{"event":"fault","message":"","source_time":1,"faces":["Q"]}]}\n',
            "line 2",
        ),
    ],
)
def test_what_is_no_journal_is_refused_in_one_line(tmp_path, text, message):
    path = tmp_path / "game.jsonl"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_journal(path, TOWER_CODEC)


@pytest.mark.parametrize(("name", "value"), [("type", 7), ("type", -1), ("player", 3), ("rule", 9)])
def test_an_event_that_cannot_be_is_damage_of_its_line(tmp_path, name, value):
    path = tmp_path / "game.jsonl"
    line = {"events": [{"event": "placement", "message": "", "source_time": 1, name: value}]}
    path.write_text(f'{{"journal":"tower-referee","version":1}}\n{json.dumps(line)}\n')
    with pytest.raises(InputError, match=rf"line 2 is damaged .*{name}"):
        read_journal(path, TOWER_CODEC)


def test_hands_and_rules_that_cannot_be_are_damage_of_their_line(tmp_path, played):
    path = tmp_path / "game.jsonl"
    game = msgspec.to_builtins(game_fields(played.state.game))
    fault = {"rule": 0, "cell": [0, 0, 0], "faces": [], "by": "seen", "message": ""}
    faulty = {**game["plies"][0], "faults": [fault]}
    for changed in ({"start_hands": [[4, 3, 1, 3, 2], [3, 3, 1, 3, 2]]}, {"plies": [faulty, *game["plies"][1:]]}):
        line = {"events": [], "game": game | changed}
        path.write_text(f'{{"journal":"tower-referee","version":1}}\n{json.dumps(line)}\n')
        with pytest.raises(InputError, match="line 2 is damaged"):
            read_journal(path, TOWER_CODEC)


@pytest.mark.parametrize("cell", [[0, 0, 10**9], [0, 0, -1], [100, 0, 0]])
def test_a_cell_that_no_notation_names_is_damage_of_its_line(tmp_path, played, cell):
    path = tmp_path / "game.jsonl"
    game = msgspec.to_builtins(game_fields(played.state.game))
    event = {"event": "placement", "message": "", "source_time": 1, "cell": cell}
    far = {"events": [], "game": game | {"cubes": [{**game["cubes"][0], "cell": cell}]}}
    for line in ({"events": [event]}, far):
        path.write_text(f'{{"journal":"tower-referee","version":1}}\n{json.dumps(line)}\n')
        with pytest.raises(InputError, match=r"line 2 is damaged .*cell"):
            read_journal(path, TOWER_CODEC)


@pytest.mark.parametrize("changed", [{"looks": -1}, {"marks": {"U": [1.5, -1]}}])
def test_a_cube_seen_less_than_never_is_damage_of_its_line(tmp_path, played, changed):
    path = tmp_path / "game.jsonl"
    game = msgspec.to_builtins(game_fields(played.state.game))
    line = {"events": [], "game": game | {"cubes": [{**game["cubes"][0], **changed}]}}
    path.write_text(f'{{"journal":"tower-referee","version":1}}\n{json.dumps(line)}\n')
    with pytest.raises(InputError, match="line 2 is damaged"):
        read_journal(path, TOWER_CODEC)


def test_empty_lines_of_a_journal_are_passed_over(tmp_path, played):
    path = tmp_path / "game.jsonl"
    journal = Journal.create(path, "camera 0", GameState(), TOWER_CODEC)
    journal.write(played.events, played.state.game)
    journal.close()
    first, rest = path.read_bytes().split(b"\n", 1)
    path.write_bytes(first + b"\n\n" + rest + b" \n")
    reading = read_journal(path, TOWER_CODEC)
    assert (reading.game, len(reading.events), reading.is_torn) == (played.state.game, len(played.events), False)


def test_a_journal_without_events_keeps_what_the_game_began_from(tmp_path):
    game = GameState.from_position(parse_position("1E,0,-,- 32132:23132 1"))
    journal = Journal.create(tmp_path / "game.jsonl", "table", game, TOWER_CODEC)
    assert read_journal(tmp_path / "game.jsonl", TOWER_CODEC).game == game
    journal.close()


def test_a_journal_in_which_nothing_happened_leaves_its_name_free(tmp_path):
    path = tmp_path / "game.jsonl"
    for _ in range(2):
        Journal.create(path, "camera \udcfc", GameState(), TOWER_CODEC).close()
        assert not path.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no file that is open can be deleted or moved there")
def test_a_file_that_came_in_the_place_of_a_journal_is_not_removed_with_it(tmp_path):
    path = tmp_path / "game.jsonl"
    journal = Journal.create(path, "camera 0", GameState(), TOWER_CODEC)
    path.rename(tmp_path / "moved.jsonl")
    path.write_text("mine")
    journal.close()
    assert path.read_text() == "mine"


@pytest.mark.skipif(sys.platform == "win32", reason="no file that is open can be deleted or moved there")
def test_a_journal_that_is_deleted_is_told_and_one_that_is_moved_is_written_on(tmp_path, played):
    path, moved = tmp_path / "game.jsonl", tmp_path / "moved.jsonl"
    journal = Journal.create(path, "camera 0", GameState(), TOWER_CODEC)
    path.rename(moved)
    journal.write(played.events, played.state.game)
    assert read_journal(moved, TOWER_CODEC).game == played.state.game
    moved.unlink()
    with pytest.raises(OutputError, match="was deleted"):
        journal.write(played.events, played.state.game)
    journal.close()


def test_a_journal_that_is_resumed_and_brings_nothing_more_is_kept(tmp_path, played):
    path = tmp_path / "game.jsonl"
    journal = Journal.create(path, "camera 0", GameState(), TOWER_CODEC)
    journal.write(played.events, played.state.game)
    journal.close()
    Journal.resume(path, TOWER_CODEC)[0].close()
    assert read_journal(path, TOWER_CODEC).game == played.state.game


def test_a_line_that_a_disk_takes_in_pieces_is_written_whole(tmp_path, played):
    class InPieces(FileIO):
        def write(self, data):
            return super().write(data[:100])

    path = tmp_path / "game.jsonl"
    journal = Journal.create(path, "camera 0", GameState(), TOWER_CODEC)
    journal.write(played.events[:1], GameState())
    journal.close()
    journal = Journal(path, InPieces(path, "ab"), GameState(), TOWER_CODEC)
    journal.write(played.events[1:], played.state.game)
    journal.close()
    reading = read_journal(path, TOWER_CODEC)
    assert (len(reading.events), reading.is_torn, reading.game) == (len(played.events), False, played.state.game)


def test_a_journal_cut_off_in_its_first_line_goes_on(tmp_path, played):
    path = tmp_path / "game.jsonl"
    path.write_text('{"journal":"tower-referee","version":1,"source":"camera 0"}')
    journal, _ = Journal.resume(path, TOWER_CODEC)
    journal.write(played.events, played.state.game)
    journal.close()
    assert read_journal(path, TOWER_CODEC).source == "camera 0"
    assert read_journal(path, TOWER_CODEC).game == played.state.game


def test_a_resumed_game_goes_on_where_it_was(tmp_path, begun, far_pose):
    from fake_table import Table

    from referee.live.state import LiveState

    path = tmp_path / "game.jsonl"
    journal = Journal.create(path, "table", GameState(), TOWER_CODEC)
    for notation in GAME[1:4]:
        begun.move(notation)
    journal.write(begun.events, begun.state.game)
    journal.close()
    journal, reading = Journal.resume(path, TOWER_CODEC)
    journal.close()
    later = Table(far_pose, LiveState(game=reading.game))
    events = [event for event in later.show(GAME[4], seconds=2.0) if event.kind is EventKind.PLACEMENT]
    assert [(event.ply, event.player, event.cell) for event in events] == [(4, 2, (1, 1, 0))]


@pytest.mark.parametrize("then", [[], ["hand"], ["answer"], ["answer", "hand"]])
def test_a_question_that_nobody_has_answered_is_open_again_when_a_game_is_resumed(tmp_path, begun, then):
    path = tmp_path / "game.jsonl"
    journal = Journal.create(path, "table", GameState(), TOWER_CODEC)

    def keep(act):
        before = len(begun.events)
        act()
        journal.write(begun.events[before:], begun.state.game)

    acts = {"hand": begun.hand, "answer": lambda: begun.step(Choose(begun.state.question.choices[0]))}
    keep(lambda: begun.move("1S,-,-,-", nats=3.0))
    asked = begun.state.question
    for name in then:
        keep(acts[name])
    journal.close()
    question = resumed(read_journal(path, TOWER_CODEC)).question
    if "answer" in then:
        assert question is None
    else:
        assert (question.text, [choice.cube for choice in question.choices]) == (
            asked.text,
            [choice.cube for choice in asked.choices],
        )


def test_the_picture_behind_a_placement_is_kept_beside_the_journal(tmp_path, begun):
    journal = Journal.create(tmp_path / "game.jsonl", "table", GameState(), TOWER_CODEC)
    events = journal.with_evidence(tuple(begun.move("1E,-,-,-")), np.full((60, 80, 3), 90, np.uint8))
    journal.close()
    named = {event.kind: event.evidence for event in events}
    assert named == {EventKind.HAND: "", EventKind.PLACEMENT: "game.jsonl.pictures/0001.jpg"}
    assert cv2.imread(str(tmp_path / named[EventKind.PLACEMENT])).shape == (60, 80, 3)


def test_a_journal_of_any_name_is_written_and_read_again(tmp_path, begun):
    path, game = tmp_path / "jr\udcff.jsonl", GameState()
    journal = Journal.create(path, "table", game, TOWER_CODEC)
    journal.write(journal.with_evidence(tuple(begun.move("1E,-,-,-")), np.full((60, 80, 3), 90, np.uint8)), game)
    journal.close()
    assert read_journal(path, TOWER_CODEC).events[-1].evidence == r"jr\udcff.jsonl.pictures/0001.jpg"


@pytest.mark.parametrize("kind", EventKind)
def test_the_picture_is_named_by_what_was_read_from_it(tmp_path, kind):
    with Journal.create(tmp_path / "game.jsonl", "table", GameState(), TOWER_CODEC) as journal:
        (told,) = journal.with_evidence((Event(kind, 1.0, ""),), np.full((60, 80, 3), 90, np.uint8))
    is_read = kind in (EventKind.PLACEMENT, EventKind.FAULT, EventKind.ASK, EventKind.TURNED)
    assert told.evidence == ("game.jsonl.pictures/0001.jpg" if is_read else "")


def test_somebodys_picture_may_lie_beside_those_of_a_journal(tmp_path, begun):
    (tmp_path / "game.jsonl.pictures").mkdir()
    (tmp_path / "game.jsonl.pictures" / "mine.jpg").write_bytes(b"")
    with Journal.create(tmp_path / "game.jsonl", "table", GameState(), TOWER_CODEC) as journal:
        events = journal.with_evidence(tuple(begun.move("1E,-,-,-")), np.full((60, 80, 3), 90, np.uint8))
    assert events[-1].evidence == "game.jsonl.pictures/0001.jpg"


def test_no_picture_takes_the_name_of_another(tmp_path, begun):
    journal = Journal.create(tmp_path / "game.jsonl", "table", GameState(), TOWER_CODEC)
    picture = np.full((60, 80, 3), 90, np.uint8)
    events = tuple(begun.move("1E,-,-,-"))
    names = [journal.with_evidence(events, picture)[-1].evidence for _ in range(3)]
    (tmp_path / names[0]).unlink()
    assert journal.with_evidence(events, picture)[-1].evidence not in names
    journal.close()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_kill_at_any_moment_loses_no_event_that_was_told(tmp_path, seed):
    path = tmp_path / "game.jsonl"
    told = _events_told_before_a_kill(path, random.Random(seed).uniform(0.0, 1.5))
    journal, reading = Journal.resume(path, TOWER_CODEC)
    journal.close()
    kept = [event_fields(event) for event in reading.events]
    assert kept[: len(told)] == told
    placed = [event.cell for event in reading.events if event.kind is EventKind.PLACEMENT]
    assert [ply.cell for ply in reading.game.plies] == placed


def _events_told_before_a_kill(path: Path, seconds: float) -> list[dict]:
    """Play until `seconds` after the first line, kill -9, and return the events that were printed whole."""
    root = Path(__file__).parents[3]
    camera = path.with_name("tests_camera.py")
    camera.write_text((root / "tests" / "conftest.py").read_text())
    script = PLAYER.format(tests=str(Path(__file__).parent), path=str(path), game=GAME)
    search = f"import sys; sys.path[:0] = [{str(root)!r}, {str(path.parent)!r}]\n"
    player = subprocess.Popen([sys.executable, "-c", search + script], stdout=subprocess.PIPE)
    assert player.stdout is not None
    assert player.stdout.readline() == b"ready\n"
    try:
        rest, _ = player.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        player.send_signal(signal.SIGKILL)
        rest, _ = player.communicate()
    return [json.loads(line) for line in rest.splitlines(keepends=True) if line.endswith(b"\n")]


def test_a_first_line_that_is_no_text_is_no_journal(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(b'{"journal":"tower-referee","version":1,"source":"\xff"}\n')
    with pytest.raises(InputError, match="is no journal"):
        read_journal(path, TOWER_CODEC)
