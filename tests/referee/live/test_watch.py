"""`watch` without a window: real pictures in, events and a journal out."""

import errno
import json
import os
import shutil
from pathlib import Path

import click
import cv2
import numpy as np
import pytest

from referee.cli import INTERRUPTED
from referee.live.cameras import FoundCamera
from referee.live.events import Event
from referee.live.game_events import EventKind
from referee.live.journal import Journal
from referee.live.saving import TOWER_CODEC
from referee.live.state import GameState

PHOTO = Path(__file__).parents[3] / "samples" / "photos" / "develop" / "develop_17.jpg"


@pytest.fixture
def folder(tmp_path):
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    shutil.copy(PHOTO, pictures / "1.jpg")
    return pictures


def test_a_game_is_joined_recorded_resumed_and_replayed(run, folder, tmp_path):
    journal = tmp_path / "game.jsonl"
    watched = run("watch", str(folder), "--json-lines", "--record", str(journal))
    events = [json.loads(line) for line in watched.stdout.splitlines()]
    assert watched.exit_code == 0
    assert [event["event"] for event in events] == ["joined"]
    cubes = len(json.loads(PHOTO.with_suffix(".json").read_text())["cubes"])
    assert f"{cubes} cubes" in events[0]["message"]
    resumed = run("watch", str(folder), "--headless", "--resume", str(journal))
    assert resumed.exit_code == 0
    assert "fault" not in resumed.stdout
    replayed = run("replay", str(journal))
    assert replayed.exit_code == 0
    assert events[0]["message"] in replayed.stdout
    assert json.loads(run("replay", str(journal), "--json").stdout)["events"][0] == events[0]


def test_a_fault_before_a_game_was_resumed_is_in_the_exit_status_too(run, folder, tmp_path):
    path = tmp_path / "game.jsonl"
    with Journal.create(path, "table", GameState(), TOWER_CODEC) as journal:
        journal.write([Event(EventKind.FAULT, 1.0, "It shows a bulge outside.", cell=(0, 0, 0), rule=5)], GameState())
    assert run("watch", str(folder), "--headless", "--resume", str(path)).exit_code == 1
    assert run("replay", str(path)).exit_code == 1


def test_a_game_goes_on_where_standard_error_takes_no_more(run, folder, monkeypatch):
    (folder / "0.jpg").write_text("no photo")
    says = click.echo

    def echo(message, err=False, **more):
        if err:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        says(message, **more)

    monkeypatch.setattr(click, "echo", echo)
    watched = run("watch", str(folder), "--headless")
    assert watched.exit_code == 0
    assert "#1" in watched.stdout


def test_a_game_begins_from_the_line_that_the_program_prints(run, folder):
    line = next(line for line in run("check", str(PHOTO)).stdout.splitlines() if line.startswith("notation: "))
    told = [run("watch", str(folder), "--json-lines", "--start", f"{line}{hands}") for hands in ("", " 10012 30001")]
    assert told[0].exit_code == 2
    assert "give the hands" in told[0].stderr
    assert told[1].exit_code == 0


def test_a_source_may_be_the_address_of_a_folder(run, folder):
    assert run("watch", folder.as_uri(), "--headless").stdout == run("watch", str(folder), "--headless").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("watch",), "name a SOURCE"),
        (("watch", ""), "name a SOURCE"),
        (("watch", "0", "--list"), "give no SOURCE"),
        (("watch", "none", "--headless"), "is not a file, folder, stream or camera"),
        (("watch", "0", "--record", "a", "--resume", "b"), "give one of them"),
        (("watch", "0", "--resume", "a", "--type3", "both"), "by the rules of its journal"),
        (("watch", "0", "--resume", "a", "--start", "-,-,-,-"), "has no place"),
        (("watch", "0", "--headless", "--wait-for-key"), "needs the window"),
        (("watch", "0", "--preview", "a.png"), "without"),
        (("watch", "a.jpg", "b.jpg"), "b.jpg: is one SOURCE too many; put pictures into a folder"),
        (("watch", ".", "--fps", "nan"), "is not a number"),
        (("watch", "0", "--start", "-,-,-,- 00000:00000 1"), "no game leads there. The players hold 0 of the cubes"),
        (("watch", "0", "--start", "0,0,-,- 23132:23132 1"), "the tower breaks a rule. Rule 6"),
        (("watch", "0", "--start", "tours -,-,-/-,-,-/-,-,- - -"), "is a position of tours"),
    ],
)
def test_a_request_that_cannot_be_used_is_refused(run, refused, words, message):
    refused(run(*words), message)


def test_a_journal_that_is_there_is_kept(run, refused, folder, tmp_path):
    journal = tmp_path / "game.jsonl"
    journal.write_text("mine")
    refused(run("watch", str(folder), "--headless", "--record", str(journal)), "is there already")
    refused(run("watch", str(folder), "--headless", "--resume", str(journal)), "is no journal")
    assert journal.read_text() == "mine"


def test_a_journal_in_which_nothing_has_happened_is_not_left_behind(run, folder, tmp_path, monkeypatch):
    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr("vision.networks.load_ahead", interrupted)
    journal = tmp_path / "game.jsonl"
    assert run("watch", str(folder), "--headless", "--record", str(journal)).exit_code == INTERRUPTED
    assert not journal.exists()


def test_a_source_of_which_nothing_was_read_says_so(run, refused, folder):
    refused(run("watch", str(folder), "--headless", "--fps", "30"), "nothing was still long enough", 3)


def test_hidden_files_are_no_pictures(run, folder):
    (folder / "._a.jpg").write_bytes(b"no photo")
    assert run("watch", str(folder), "--headless").exit_code == 0


def test_a_source_without_anything_to_read_is_unreadable(run, tmp_path):
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((240, 320, 3), 120, np.uint8))
    result = run("watch", str(tmp_path), "--headless")
    assert result.exit_code == 3
    assert "neither a tower nor an empty mat" in result.stderr


def test_the_cameras_of_this_computer_are_listed_for_people_and_for_programs(run, monkeypatch):
    camera = FoundCamera(2, "Desk view", np.zeros((480, 640, 3), np.uint8))
    monkeypatch.setattr("referee.live.cameras.list_cameras", lambda: (camera,))
    assert run("watch", "--list").stdout == "2  640x480  Desk view\n"
    listed = json.loads(run("watch", "--list", "--json-lines").stdout)
    assert listed == {"camera": 2, "size": [640, 480], "name": "Desk view"}


def test_that_there_is_no_camera_is_no_line_for_programs(run, monkeypatch):
    monkeypatch.setattr("referee.live.cameras.list_cameras", tuple)
    assert run("watch", "--list").stdout == "no camera was found\n"
    listed = run("watch", "--list", "--json-lines")
    assert (listed.stdout, listed.stderr) == ("", "no camera was found\n")
