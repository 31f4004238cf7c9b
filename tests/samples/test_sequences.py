"""Filmed games: the story, the frames it becomes, and the committed videos with their truth."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from rules.games.babel import Placement, Position, parse_tower
from samples.hand import random_arm, with_arm
from samples.sequence import sequence
from samples.story import Happening, Plot, pile_after, random_story
from samples.timeline import timeline
from samples.towers import tower_of

FOLDER = Path(__file__).parents[2] / "samples" / "sequences"
NAMES = ("foul_game", "legal_game")
FULL = Plot(placements=9, fouls=1, undos=1, turns=1, reaches=1, bumps=1)


def story(seed: int = 1, plot: Plot = FULL) -> tuple[Happening, ...]:
    return random_story(np.random.default_rng(seed), plot)


@pytest.mark.parametrize("seed", range(4))
def test_a_story_has_all_that_its_plot_asks_for(seed: int) -> None:
    kinds = [happening.kind for happening in story(seed)]
    assert [kinds.count(kind) for kind in ("turned", "reach", "bump")] == [1, 1, 1]
    faulty = [happening for happening in story(seed) if happening.faults]
    assert len(faulty) == 1
    assert faulty[0].kind == "placement"


@pytest.mark.parametrize("seed", range(4))
def test_what_a_story_says_of_legality_is_what_the_rules_say(seed: int) -> None:
    position = Position()
    for happening in story(seed):
        if happening.kind == "placement":
            assert happening.added is not None
            assert happening.player == position.to_move
            assert happening.faults == position.faults_of(happening.added)
            before = position
            position = position if happening.faults else position.place(happening.added)
        elif happening.kind == "undo":
            position = before
        elif happening.kind == "turned":
            assert happening.added is not None
            position = before.place(happening.added)


def test_too_much_for_so_few_placements_is_refused() -> None:
    with pytest.raises(ValueError, match="no game of 2 placements"):
        story(plot=Plot(placements=2, undos=2))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--placements", "2", "--undos", "2"), "has room for 2 other"),
        (("--fouls", "-1"), "x>=0"),
        (("--placements", "25"), "1<=x<=24"),
        (("--seed", "-1"), "x>=0"),
        (("--samples-per-pixel", "0"), "x>=1"),
        (("--quality", "52"), "0<=x<=51"),
    ],
)
def test_a_plot_that_no_game_has_is_refused_before_anything_is_made(
    tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    result = CliRunner().invoke(sequence, [str(tmp_path / "films"), *words])
    assert result.exit_code == 2
    assert told in result.output
    assert not (tmp_path / "films").exists()


def test_the_frames_show_what_the_story_tells() -> None:
    told = story()
    moments, spans = timeline(told)
    assert [span.happening for span in spans] == list(told)
    pile: tuple[Placement, ...] = ()
    for span in spans:
        assert moments[span.first - 1].pile == pile
        pile = pile_after(pile, span.happening)
        assert moments[span.changed].pile == moments[span.last + 1].pile == pile == span.pile
        # Nobody's hand is there before and after, and one is in between unless the camera moves.
        assert not moments[span.first - 1].player
        assert not moments[span.last + 1].player
        between = {moment.player for moment in moments[span.first : span.last + 1]}
        assert between == {span.happening.player}


def test_a_tower_changes_only_under_a_hand() -> None:
    moments, _ = timeline(story())
    for before, after in pairwise(moments):
        if before.pile != after.pile:
            assert before.player == after.player != 0
            assert after.reach > 0.9


def test_the_camera_moves_once_and_rests_in_its_new_place() -> None:
    moments, spans = timeline(story())
    (bump,) = (span for span in spans if span.happening.kind == "bump")
    assert {moment.camera for moment in moments[: bump.first]} == {0.0}
    assert {moment.camera for moment in moments[bump.last :]} == {1.0}


def test_an_arm_covers_where_it_reaches_and_nothing_far_away() -> None:
    rng = np.random.default_rng(4)
    picture = np.full((240, 320, 3), 0.4, np.float32)
    arm = random_arm(rng, np.array([700.0, 120.0]))
    light = np.ones(3)
    there = with_arm(picture, arm, np.array([160.0, 120.0]), 20.0, light)
    assert np.abs(there[120, 200:] - 0.4).max(axis=1).min() > 0.02
    assert np.allclose(there[:, :60], 0.4, atol=0.01)
    outside = with_arm(picture, arm, np.array([900.0, 120.0]), 20.0, light)
    assert np.array_equal(outside, picture)


def truth_named(name: str) -> dict[str, Any]:
    return json.loads((FOLDER / f"{name}.json").read_text())


def test_the_videos_are_small_and_each_has_its_truth() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.{end}" for name in NAMES for end in ("mp4", "json")}
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 3e6


@pytest.mark.parametrize("name", NAMES)
def test_a_video_has_the_frames_that_its_truth_tells(name: str) -> None:
    truth = truth_named(name)
    video = cv2.VideoCapture(str(FOLDER / f"{name}.mp4"))
    try:
        assert video.get(cv2.CAP_PROP_FRAME_COUNT) == truth["frame_count"]
        assert video.get(cv2.CAP_PROP_FPS) == truth["frames_per_second"]
        assert (video.get(cv2.CAP_PROP_FRAME_WIDTH), video.get(cv2.CAP_PROP_FRAME_HEIGHT)) == (960, 720)
        is_read, frame_bgr = video.read()
    finally:
        video.release()
    assert is_read
    assert frame_bgr.std() > 10


@pytest.mark.parametrize("name", NAMES)
def test_the_events_of_a_truth_lead_from_tower_to_tower(name: str) -> None:
    truth = truth_named(name)
    standing: dict[tuple[int, ...], str] = {}
    last = -1
    for event in truth["events"]:
        assert last < event["first_frame"] <= event["changed_frame"] <= event["last_frame"]
        last = event["last_frame"]
        if event["event"] in ("placement", "turned"):
            cell = tuple(event["cell"])
            assert (cell in standing) == (event["event"] == "turned")
            standing[cell] = "".join(event["bulges"])
        elif event["event"] == "undo":
            del standing[tuple(event["cell"])]
        tower = parse_tower(event["tower"])
        assert {cell: "".join(sorted(letters)) for cell, letters in standing.items()} == {
            cell: "".join(sorted(face.name for face in cube.bulges)) for cell, cube in tower.items()
        }
        assert {tuple(place[:3]) for place in event["visible_faces"]} <= set(tower)
    assert last < truth["frame_count"]


def test_one_game_is_legal_and_in_the_other_each_foul_is_taken_back() -> None:
    faults = {name: [bool(event.get("faults")) for event in truth_named(name)["events"]] for name in NAMES}
    assert not any(faults["legal_game"])
    events = truth_named("foul_game")["events"]
    fouls = [number for number, event in enumerate(events) if event.get("faults")]
    assert len(fouls) == 2
    assert all(events[number + 1]["event"] == "undo" for number in fouls)
    assert {fault["rule"] for number in fouls for fault in events[number]["faults"]} == {4, 5}


def test_the_same_seed_tells_the_same_story() -> None:
    assert story(7) == story(7)
    assert story(7) != story(8)
    assert len(tower_of(timeline(story(7))[1][-1].pile)) == 9
