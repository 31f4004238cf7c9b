"""Sessions: frames never wait for a camera's looks, and nothing is told before it is kept."""

import threading
from dataclasses import replace
from itertools import count

import cv2
import numpy as np
import pytest
from fake_table import FPS, picture_of, reading_of

from calibration.locating import MIRRORED
from referee.live.event_fields import event_fields
from referee.live.game_events import EventKind
from referee.live.inputs import Look
from referee.live.journal import Journal, read_journal
from referee.live.orders import MoveDone, Resync, Undo
from referee.live.pictures import Frame, Settings, SourceChange
from referee.live.saving import TOWER_CODEC
from referee.live.state import GameState, LiveState
from referee.live.towers import tower_session


class Pictures:
    """A source of these pictures."""

    def __init__(self, entries, is_live, are_stills=False):
        self.entries, self.settings = entries, Settings(is_live=is_live, are_stills=are_stills)

    def pictures(self):
        yield from self.entries


def frames_of(pose, *shown):
    """Frames of towers, each shown for so many pictures."""
    numbers = count()
    return [
        Frame(picture_of(notation, pose) + np.uint8(i % 2), next(numbers) / FPS)
        for notation, pictures in shown
        for i in range(pictures)
    ]


@pytest.fixture
def read_at_once(far_pose):
    """A looker that reads one white cube wherever the picture is not that of the empty mat."""
    empty = picture_of("-,-,-,-", far_pose).astype(int)

    def look(frame_bgr, request):
        is_empty = abs(frame_bgr.astype(int) - empty).max() < 3
        return Look(request, None if is_empty else reading_of("1E,-,-,-", far_pose), far_pose, mat_pose=far_pose)

    return look


GAME = (("-,-,-,-", 15), ("1E,-,-,-", 20))


def test_a_file_brings_the_same_events_each_time(far_pose, read_at_once):
    def told():
        session = tower_session(Pictures(frames_of(far_pose, *GAME), False), LiveState(), look=read_at_once)
        return [event for moment in session.run() for event in moment.events]

    first = told()
    assert [event.kind for event in first if event.kind.is_of_the_game] == [EventKind.START, EventKind.PLACEMENT]
    assert told() == first


def test_a_still_that_shows_that_it_is_mirrored_is_read_the_other_way_round_at_once(far_pose, read_at_once):
    (upright,) = frames_of(far_pose, ("1E,-,-,-", 1))
    mirrored = np.ascontiguousarray(upright.picture_bgr[:, ::-1])

    def look(frame_bgr, request):
        if (frame_bgr == mirrored).all():
            return Look(request, None, None, MIRRORED)
        return read_at_once(frame_bgr, request)

    source = Pictures([replace(upright, picture_bgr=mirrored)], False, are_stills=True)
    (moment,) = tower_session(source, LiveState(), look=look).run()
    assert [event.kind for event in moment.events] == [EventKind.VIEW, EventKind.START, EventKind.PLACEMENT]


def test_frames_of_a_camera_do_not_wait_for_a_look(far_pose, read_at_once):
    may_look = threading.Event()

    def slow(frame_bgr, request):
        may_look.wait()
        return read_at_once(frame_bgr, request)

    session = tower_session(Pictures(frames_of(far_pose, ("-,-,-,-", 30)), True), LiveState(), look=slow)
    moments = session.run()
    waiting = [next(moments) for _ in range(30)]
    assert all(not moment.events for moment in waiting)
    assert waiting[-1].state.wanted is not None
    may_look.set()
    (last,) = moments
    assert [event.kind for event in last.events] == [EventKind.START]
    assert last.picture_bgr is None
    assert last.state.game.has_begun


def test_a_look_that_ends_while_the_camera_is_lost_is_told(far_pose, read_at_once):
    has_looked = threading.Event()

    def look(frame_bgr, request):
        try:
            return read_at_once(frame_bgr, request)
        finally:
            has_looked.set()

    class Lost(Pictures):
        def pictures(self):
            yield from self.entries
            for number in range(50):
                has_looked.wait()
                yield SourceChange(False, 10.0 + number)

    session = tower_session(Lost(frames_of(far_pose, ("-,-,-,-", 10)), True), LiveState(), look=look)
    told = [event.kind for moment in session.run() for event in moment.events]
    assert sorted(kind.value for kind in told) == ["start", "view"]


def test_what_is_told_is_in_the_journal_already(tmp_path, far_pose, read_at_once):
    path = tmp_path / "game.jsonl"
    journal = Journal.create(path, "table", GameState(), TOWER_CODEC)
    session = tower_session(Pictures(frames_of(far_pose, *GAME), False), LiveState(), journal, read_at_once)
    told = []
    for moment in session.run():
        told += moment.events
        assert list(map(event_fields, read_journal(path, TOWER_CODEC).events)) == list(map(event_fields, told))
    journal.close()
    (placement,) = [event for event in told if event.kind is EventKind.PLACEMENT]
    assert (tmp_path / placement.evidence).is_file()
    assert read_journal(path, TOWER_CODEC).game == session.state.game


@pytest.mark.parametrize("last_kept", [EventKind.START, EventKind.HAND])
def test_a_game_goes_on_without_its_journal_once_the_disk_is_full(tmp_path, far_pose, read_at_once, request, last_kept):
    """The next thing to be kept is a line, or a picture."""
    path, complaints, told = tmp_path / "game.jsonl", [], []
    frames = frames_of(far_pose, *GAME, ("-,-,-,-", 20))
    with Journal.create(path, "table", GameState(), TOWER_CODEC) as journal:
        session = tower_session(Pictures(frames, False), LiveState(), journal, read_at_once, complaints.append)
        for moment in session.run():
            told += [event.kind for event in moment.events]
            if told[-1:] == [last_kept]:
                request.getfixturevalue("full_disk")
    assert [kind for kind in told if kind is not EventKind.HAND] == [
        EventKind.START,
        EventKind.PLACEMENT,
        EventKind.UNDO,
    ]
    (complaint,) = complaints
    assert "game.jsonl: cannot be written (No space left" in complaint
    assert complaint.endswith("; the game goes on, but no more of it is kept")
    assert read_journal(path, TOWER_CODEC).events[0].kind is EventKind.START


def test_a_journal_goes_on_where_only_its_pictures_cannot_be_written(tmp_path, far_pose, read_at_once):
    path, complaints = tmp_path / "game.jsonl", []
    path.with_name("game.jsonl.pictures").touch()
    with Journal.create(path, "table", GameState(), TOWER_CODEC) as journal:
        session = tower_session(
            Pictures(frames_of(far_pose, *GAME), False), LiveState(), journal, read_at_once, complaints.append
        )
        told = [event for moment in session.run() for event in moment.events]
    (complaint,) = complaints
    assert complaint.endswith("; the game goes on, and is kept without further pictures")
    assert list(map(event_fields, read_journal(path, TOWER_CODEC).events)) == list(map(event_fields, told))


def test_the_evidence_of_a_placement_shows_no_more_than_the_room_of_a_tower(tmp_path, far_pose, read_at_once):
    journal = Journal.create(tmp_path / "game.jsonl", "table", GameState(), TOWER_CODEC)
    session = tower_session(Pictures(frames_of(far_pose, *GAME), False), LiveState(), journal, read_at_once)
    told = [event for moment in session.run() for event in moment.events]
    journal.close()
    (placement,) = [event for event in told if event.kind is EventKind.PLACEMENT]
    height, width = (2 * np.count_nonzero(session.state.scene.region.any(axis=axis)) for axis in (1, 0))
    assert cv2.imread(str(tmp_path / placement.evidence)).shape == (height, width, 3)
    assert height < 480 and width < 640


def test_a_look_from_before_the_camera_was_lost_answers_nothing_once_it_is_back(far_pose, read_at_once):
    may_look, is_taken = threading.Event(), threading.Event()

    def look(frame_bgr, request):
        may_look.wait()
        is_taken.set()
        return read_at_once(frame_bgr, request)

    class Interrupted(Pictures):
        def pictures(self):
            yield from self.entries
            yield SourceChange(False, 1.0)
            yield SourceChange(True, 2.0)
            may_look.set()
            is_taken.wait()
            for frame in frames_of(far_pose, ("-,-,-,-", 30)):
                yield Frame(frame.picture_bgr, frame.source_time + 3.0)

    session = tower_session(Interrupted(frames_of(far_pose, ("-,-,-,-", 15)), True), LiveState(), look=look)
    told = [event for moment in session.run() for event in moment.events]
    (start,) = [event for event in told if event.kind is EventKind.START]
    assert start.source_time > 3.0


def test_the_key_asks_about_the_picture_that_is_looked_at(far_pose, read_at_once):
    looked = []

    def look(frame_bgr, request):
        looked.append((frame_bgr, request.small_bgr))
        return read_at_once(frame_bgr, request)

    empty = picture_of("-,-,-,-", far_pose)
    session = tower_session(
        Pictures([Frame(empty - np.uint8(10 * i), i / FPS) for i in range(3)], False), LiveState(), look=look
    )
    moments = session.run()
    next(moments)
    next(moments)
    session.order(MoveDone())
    next(moments)
    ((frame_bgr, small_bgr),) = looked
    assert abs(small_bgr.mean() - frame_bgr.mean()) < 2.0


def test_orders_after_the_end_are_taken_and_kept(tmp_path, far_pose, read_at_once):
    path = tmp_path / "game.jsonl"
    journal = Journal.create(path, "film", GameState(), TOWER_CODEC)
    session = tower_session(Pictures(frames_of(far_pose, *GAME), False), LiveState(), journal, read_at_once)
    assert len(list(session.run())[-1].state.game.plies) == 1
    session.order(Undo())
    settled = session.settle()
    journal.close()
    assert ([event.kind for event in settled.events], settled.state.game.plies) == ([EventKind.UNDO], ())
    assert read_journal(path, TOWER_CODEC).events[-1].kind is EventKind.UNDO


def test_after_the_end_no_order_is_taken_that_needs_a_further_look(far_pose, read_at_once):
    session = tower_session(Pictures(frames_of(far_pose, *GAME), False), LiveState(), look=read_at_once)
    list(session.run())
    before = session.state
    for order in (Resync(), MoveDone()):
        session.order(order)
        assert session.settle().events == ()
        assert session.state is before
