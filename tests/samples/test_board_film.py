"""Filmed games of 012x012: what truth files say, and pictures, with stills of one colour instead of rendered ones."""

from itertools import combinations

import numpy as np
import pytest
from click.testing import CliRunner

from rules.games.zero12 import Mistake, Options, parse_move, parse_position, play, position_notation
from samples import board_film as module
from samples import laid_film
from samples.board_film import board_film, board_film_truth, board_frames, random_board_set
from samples.board_positions import cubes_on
from samples.board_story import BoardPlot, random_board_story
from samples.board_timeline import board_timeline
from samples.boards import SQUARE, shows_all
from samples.filming import SIZE

PLOT = BoardPlot(turns=4, mistakes=2, reaches=1, bumps=1, begun=12)


def film_of(seed, plot=PLOT, players=2):
    rng = np.random.default_rng(seed)
    options = Options(players=players, colour2="green")
    start, story = random_board_story(rng, options, plot)
    moments, spans = board_timeline(rng, start, story)
    return random_board_set(seed, options, moments, "daylight"), start, moments, spans


@pytest.fixture(scope="module")
def films():
    """Films with their truth."""
    drawn = [film_of(seed) for seed in range(6)]
    return [
        (shot, moments, spans, board_film_truth(shot, start, moments, spans)) for shot, start, moments, spans in drawn
    ]


def test_a_truth_leads_from_position_to_position_by_its_moves(films):
    for _, moments, _, truth in films:
        assert (truth["game"], truth["colour"], truth["players"]) == ("012x012", "green", 2)
        assert truth["frame_count"] == len(moments)
        position, last = parse_position(truth["start"]), -1
        assert truth["card"] in truth["start"]
        for event in truth["events"]:
            frames = [cube["frame"] for cube in event["cubes"]]
            assert last < event["first_frame"] <= min(frames, default=event["last_frame"])
            assert max(frames, default=0) <= event["last_frame"] < truth["frame_count"]
            last = event["last_frame"]
            assert bool(event["faults"]) == (event["event"] == "mistake")
            assert moments[last + 1].laid == set(cubes_on(parse_position(event["position"])))
            if event["event"] == "turn":
                position = play(position, parse_move(event["move"]))
            elif event["event"] == "taken_back":
                if event["move"]:
                    assert play(position, Mistake(parse_move(event["move"]))).turns == 2
                position = parse_position(event["position"])
            if event["event"] != "mistake":
                assert event["position"] == position_notation(position)


def test_a_truth_tells_where_the_camera_rests_in_squares(films):
    for shot, moments, _, truth in films:
        assert len(truth["cameras"]) == len(shot.cameras) == 2
        for place, (camera, told) in enumerate(zip(shot.cameras, truth["cameras"], strict=True)):
            assert shows_all(camera)
            assert moments[told["first_frame"]].camera == place
            np.testing.assert_allclose(np.array(told["t"]) * SQUARE, camera.translation, atol=1e-6)
        # It looks at a point that lies a little beside the board's middle.
        assert 45 < np.degrees(np.arcsin(-shot.cameras[0].rotation[2, 2])) < 90


def test_cubes_keep_their_places_and_those_that_do_not_lie_there_are_out_of_sight(films):
    for shot, moments, _, _ in films:
        for moment in (moments[0], moments[-1]):
            standing = shot.scene(moment.laid, 0).standing
            for cube, now, ever in zip(shot.pieces, standing, shot.whole.standing, strict=True):
                assert now.cube.type == cube[1]
                assert (now is ever) if cube in moment.laid else now.centre_xyz[2] < -100


def test_players_sit_at_different_sides():
    shot, *_ = film_of(3, BoardPlot(turns=1), players=4)
    places = [arm.from_xy - np.array(SIZE) / 2 for arm in shot.arms]
    for first, second in combinations(places, 2):
        assert first @ second < 0.5 * np.linalg.norm(first) * np.linalg.norm(second)


def test_each_board_is_rendered_once_and_shown_under_the_hands(monkeypatch):
    shot, _, moments, _ = film_of(2, BoardPlot(turns=3, mistakes=1, reaches=1, begun=12))
    shown = []

    def rendered(scene, samples_per_pixel):
        shown.append(frozenset(n for n, cube in enumerate(scene.standing) if cube.centre_xyz[2] > 0))
        return np.full((12, 16, 3), 0.2 + 0.01 * len(shown[-1]), np.float32)

    monkeypatch.setattr(laid_film, "rendered", rendered)
    monkeypatch.setattr(laid_film, "developed", lambda pictures, *_: pictures)
    monkeypatch.setattr(laid_film, "with_hand", lambda picture, *_: picture + 1)
    monkeypatch.setattr(module, "with_carried", lambda picture, *_: picture)
    pictures = [picture.mean() for picture in board_frames(shot, moments, 1)]
    boards = {(moment.laid, round(moment.camera)) for moment in moments}
    # A board comes again where a mistake was taken back, which may be long after.
    assert len(boards) <= len(shown) <= len(boards) + 2
    for moment, picture in zip(moments, pictures, strict=True):
        assert picture == pytest.approx(0.2 + 0.01 * len(moment.laid) + bool(moment.player), abs=1e-5)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--turns", "1", "--mistakes", "2"), "has room for 2 other"),
        (("--turns", "0"), "x>=1"),
        (("--begun", "144"), "0<=x<=143"),
        (("--begun", "143", "--turns", "5"), "after 143 cubes was found"),
        (("--players", "5"), "'5' is not one of"),
        (("--light", "moon"), "'moon' is not one of"),
    ],
)
def test_what_no_game_has_is_refused_before_anything_is_made(tmp_path, words, told):
    result = CliRunner().invoke(board_film, [str(tmp_path / "films"), *words])
    assert result.exit_code == 2
    assert told in result.output
    assert not (tmp_path / "films").exists()


def test_the_start_of_a_game_that_has_begun_lies_in_the_first_frame(films):
    for _, moments, _, truth in films:
        assert moments[0].laid == set(cubes_on(parse_position(truth["start"])))
        assert len(moments[0].laid) == PLOT.begun
