"""Looks with a profile: what of it is used, what is not, and that this is said once."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from fake_table import reading_of

import referee.live.profiled
from calibration.locating import NO_MARKER
from calibration.paints import UNKNOWN_PAINTS, USUAL_PAINTS
from calibration.profile import ColourFields, LensFields, PaintFields, Profile, RuleFields
from referee.live.game_events import EventKind, ViewChange
from referee.live.inputs import Look, LookRequest
from referee.live.journal import read_journal
from referee.live.placing import place_all
from referee.live.profiled import ProfiledLooks
from referee.live.saving import TOWER_CODEC
from referee.live.state import GameState, LiveState
from referee.live.step import step
from referee.profiles.files import update_profile
from referee.profiles.use import OTHER_SET
from rules.games.babel import Face, Options
from vision.games.babel.memory import CubeMemory

PHOTO = Path(__file__).parents[3] / "samples" / "photos" / "develop" / "develop_17.jpg"
MATRIX = ((600.0, 0, 319.5), (0, 600.0, 239.5), (0.0, 0.0, 1.0))
LENS = LensFields((640, 480), MATRIX, (0, 0, 0, 0, 0), "k1", 9, 0.2)
FRAME = np.zeros((480, 640, 3), np.uint8)


def colours_of(deviations: np.ndarray) -> ColourFields:
    paints = [
        PaintFields(number, (float(a), float(b), float(c)), 0.8, (0.2, 0.1, 0.1), 0.0, 3)
        for number, (a, b, c) in enumerate(deviations)
    ]
    return ColourFields(tuple(paints), (0.8, 0.8, 0.8), 0.25, 1, 5, 5, (0, 1), 4.0, "good")


COLOURS = colours_of(np.full((5, 3), 0.01))


@pytest.fixture
def asked(monkeypatch, table):
    """What `take_look` is asked with; it finds the same tower always, and the colours are known from its third look."""
    calls = []

    def take_look(frame_bgr, request, lens, paints):
        calls.append((lens, paints))
        return Look(request, reading_of("1E,0,-,-", table.pose), table.pose, mat_pose=table.pose)

    monkeypatch.setattr(referee.live.profiled, "take_look", take_look)
    monkeypatch.setattr(referee.live.profiled, "is_other_set", lambda *_: None if len(calls) < 3 else False)
    return calls


def request(**more) -> LookRequest:
    return replace(LookRequest(0.0, FRAME, None), **more)


def test_the_lens_is_used_at_once_and_paints_once_they_are_seen_to_fit(asked):
    looks = ProfiledLooks(Profile("kitchen", "", colours=COLOURS, lens=LENS))
    assert [looks(FRAME, request()).remarks for _ in range(4)] == [(), (), (), ()]
    assert [lens.size_wh for lens, _ in asked] == [(640, 480)] * 4
    assert [paints is UNKNOWN_PAINTS for _, paints in asked] == [True, True, True, False]
    np.testing.assert_allclose(asked[-1][1].deviations, COLOURS.known_paints.deviations)


def test_what_does_not_fit_is_said_once_and_never_used(asked, monkeypatch):
    monkeypatch.setattr(referee.live.profiled, "is_other_set", lambda *_: True)
    looks = ProfiledLooks(Profile("kitchen", "", colours=COLOURS, lens=replace(LENS, size_wh=(640, 640))))
    first, second = looks(FRAME, request()), looks(FRAME, request())
    assert len(first.remarks) == 2
    assert "pictures of 640 x 640" in first.remarks[0]
    assert first.remarks[1] == OTHER_SET
    assert second.remarks == first.remarks
    # The first look may be given up, as where the camera is bumped.
    for taken in ((first, second), (second,)):
        state, told = LiveState(), []
        for look in taken:
            state, events = step(replace(state, wanted=look.request), look)
            told += [event for event in events if event.view is ViewChange.PROFILE]
        assert [event.message for event in told] == [f"Not all of the profile is used: {it}." for it in first.remarks]
    assert [(lens, paints) for lens, paints in asked] == [(None, UNKNOWN_PAINTS)] * 2


def test_the_lens_is_checked_at_the_first_look_that_finds_the_mat(asked, monkeypatch, mat_picture, camera_at):
    picture = mat_picture(camera_at((-6, -5, 5), focal_px=1000.0, size_wh=(640, 480)))
    looks = ProfiledLooks(Profile("kitchen", "", lens=LENS))
    with monkeypatch.context() as hidden:
        hidden.setattr(referee.live.profiled, "take_look", lambda _, request, *__: Look(request, None, None, NO_MARKER))
        assert looks(FRAME, request()).remarks == ()
    (remark,) = looks(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), request()).remarks
    assert "its lens does not fit" in remark


def test_the_rules_of_another_set_are_left_open_for_the_rest_of_the_game(asked, table, monkeypatch):
    monkeypatch.setattr(referee.live.profiled, "is_other_set", lambda *_: True)
    looks = ProfiledLooks(Profile("kitchen", "", colours=COLOURS, rules=RuleFields("opposite", "T")))
    first, second = looks(FRAME, request()), looks(FRAME, request())
    assert first.left_open == second.left_open == ("type2=both", "type3=both")
    # The first look may be given up, as where the camera is bumped.
    for taken in ((first, second), (second,)):
        state = LiveState(game=GameState(options=Options("opposite", "T")))
        for look in taken:
            state, _ = step(replace(state, wanted=look.request), look)
            assert state.game.options == Options("both", "both")


def test_a_fault_by_the_rules_of_another_set_is_withdrawn(asked, table, monkeypatch):
    """The bulge opposite the one above lies on the ground, by that set's rules."""
    monkeypatch.setattr(referee.live.profiled, "is_other_set", lambda *_: True)
    looks = ProfiledLooks(Profile("kitchen", "", colours=COLOURS, rules=RuleFields("opposite", None)))
    black = CubeMemory((-16.0, -16.0, 0.0, -16.0, -16.0), 3, {Face.U: (16.0, 3), Face.E: (-16.0, 3)})
    begun = GameState(options=Options("opposite"), has_begun=True)
    game = place_all(begun, {(0, 0, 0): black}, 1.0).game
    assert [fault.rule for fault in game.plies[0].faults] == [5]
    look = looks(FRAME, request())
    after, events = step(LiveState(game=game, wanted=look.request), look)
    assert after.game.plies[0].faults == ()
    assert [event.kind for event in events][:3] == [EventKind.VIEW, EventKind.VIEW, EventKind.CORRECTED]


def test_nothing_is_learned_of_paints_while_an_arm_lies_over_the_tower(asked, monkeypatch):
    monkeypatch.setattr(referee.live.profiled, "is_other_set", lambda *_: True)
    looks = ProfiledLooks(Profile("kitchen", "", colours=COLOURS))
    assert looks(FRAME, request(is_covered=True)).remarks == ()
    assert looks(FRAME, request()).remarks == (OTHER_SET,)


@pytest.fixture
def folder(tmp_path, own_folder):
    """A folder with the same photo twice, and a folder for profiles."""
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for number in range(2):
        shutil.copy(PHOTO, pictures / f"{number}.jpg")
    return pictures


def test_a_stale_profile_is_told_once_while_the_game_is_followed(run, folder):
    update_profile("kitchen", lens=LENS, colours=colours_of(USUAL_PAINTS[::-1] - USUAL_PAINTS))
    result = run("watch", str(folder), "--json-lines", "--profile", "kitchen")
    events = [json.loads(line) for line in result.stdout.splitlines()]
    told = [event["message"] for event in events if event.get("view") == "profile"]
    assert len(told) == 2
    assert "its lens" in told[0]
    assert "colours do not fit these cubes" in told[1]
    assert [event["event"] for event in events if event["event"] != "view"] == ["joined"]


def test_a_profile_that_holds_nothing_and_the_rules_of_one_are_told(run, folder, tmp_path):
    update_profile("empty")
    assert "profile empty: it holds nothing" in run("watch", str(folder), "--headless", "--profile", "empty").stderr
    update_profile("kitchen", rules=RuleFields("opposite", None))
    journal = str(tmp_path / "game.jsonl")
    watch = ("watch", str(folder), "--headless", "--profile", "kitchen")
    assert "kitchen: rules: bulges of black cubes lie opposite" in run(*watch, "--record", journal).stderr
    assert "rules:" not in run(*watch, "--type2", "both").stderr
    # A game that is gone on with keeps its own rules.
    assert "rules:" not in run(*watch, "--resume", journal).stderr


def test_the_rules_of_another_set_are_left_open_also_where_it_is_seen_only_once_a_game_is_resumed(
    run, folder, tmp_path, monkeypatch
):
    update_profile("kitchen", colours=COLOURS, rules=RuleFields("opposite", "T"))
    journal = tmp_path / "game.jsonl"
    watch = ("watch", str(folder), "--headless", "--profile", "kitchen")
    monkeypatch.setattr(referee.live.profiled, "is_other_set", lambda *_: None)
    run(*watch, "--type3", "corner", "--record", str(journal))
    assert read_journal(journal, TOWER_CODEC).game.options == Options("opposite", "corner")
    monkeypatch.setattr(referee.live.profiled, "is_other_set", lambda *_: True)
    assert "left open" in run(*watch, "--resume", str(journal)).stdout
    # A person decided the other one.
    assert read_journal(journal, TOWER_CODEC).game.options == Options("both", "corner")


def test_a_profile_that_is_not_there_is_one_line(run, refused, folder):
    refused(run("watch", str(folder), "--headless", "--profile", "kitchen"), "there is no profile 'kitchen'")
