"""Filmed games of Les Tours de Babel: what truth files say, and pictures, with stills of one colour instead of rendered
ones."""

import numpy as np
import pytest
from click.testing import CliRunner

from rules.games.tours import SQUARES, Draw, Options, parse_move, parse_position, play, position_notation
from samples import laid_film
from samples import table_film as module
from samples.table_film import random_table_set, table_film, table_film_truth, table_frames
from samples.table_scene import MOST_BESIDE, MOST_TURNED_DEG, SQUARE, shows_the_table, tops_of
from samples.table_story import TablePlot, random_table_story
from samples.table_timeline import table_timeline, tiles_on
from samples.tile_set import random_set

PLOT = TablePlot(turns=6, mistakes=2, reaches=1, falls=1, bumps=1, begun=20)


def film_of(seed, plot=PLOT):
    rng = np.random.default_rng(seed)
    options = Options(players=3, families="cwb")
    start, story = random_table_story(rng, options, plot)
    moments, spans = table_timeline(rng, start, story)
    return random_table_set(seed, options, moments, "daylight"), start, moments, spans


@pytest.fixture(scope="module")
def films():
    """Films with their truth."""
    drawn = [film_of(seed) for seed in range(4)]
    return [(shot, moments, table_film_truth(shot, start, moments, spans)) for shot, start, moments, spans in drawn]


def test_a_truth_leads_from_position_to_position_by_its_moves(films):
    for _, moments, truth in films:
        assert (truth["game"], truth["players"], truth["families"]) == ("tours", 3, "cwb")
        assert truth["frame_count"] == len(moments)
        options = Options(players=truth["players"], families=truth["families"])
        position, last = parse_position(truth["start"], options), -1
        for event in truth["events"]:
            assert last < event["first_frame"] <= event["last_frame"] < truth["frame_count"]
            last = event["last_frame"]
            assert event["changed_frame"] is None or event["first_frame"] < event["changed_frame"] <= last
            assert moments[last + 1].laid == tiles_on(parse_position(event["position"], options))
            assert [fault["squares"] for fault in event["faults"]] == (
                [event["squares"]] if event["event"] == "mistake" else []
            )
            if event["event"] in ("turn", "aside"):
                move = parse_move(event["move"])
                position = play(play(position, Draw(move.tile)), move)
            elif event["event"] == "fall":
                position = play(position, parse_move(event["move"]))
            if event["event"] in ("turn", "mistake", "taken_back"):
                assert event["move"].split("=")[0] in event["squares"]
            if event["event"] != "mistake":
                assert event["position"] == position_notation(position)


def test_a_truth_tells_what_high_columns_hide(films):
    shares = []
    for _, _, truth in films:
        for event in truth["events"]:
            assert list(event["visible"]) == list(SQUARES)
            columns = parse_position(event["position"]).columns
            highest = max(range(len(SQUARES)), key=lambda square: len(columns[square]))
            assert event["visible"][SQUARES[highest]] > 0.9
            shares += event["visible"].values()
    assert min(shares) < 0.3
    assert np.median(shares) == 1


def test_a_truth_tells_where_the_camera_rests_in_squares(films):
    for shot, moments, truth in films:
        tops = tops_of(shot.whole.tile_set, shot.whole.tiles[: len(shot.pieces)])
        assert len(truth["cameras"]) == len(shot.cameras) == 2
        for place, (camera, told) in enumerate(zip(shot.cameras, truth["cameras"], strict=True)):
            assert shows_the_table(camera, tops)
            assert moments[told["first_frame"]].camera == place
            np.testing.assert_allclose(np.array(told["t"]) * SQUARE, camera.translation, atol=1e-6)
        # It looks at a point that lies a little beside the mat's middle.
        assert 45 < np.degrees(np.arcsin(-shot.cameras[0].rotation[2, 2])) < 85


def test_every_tile_keeps_its_place_on_its_square(films):
    for seed, (shot, moments, truth) in enumerate(films):
        tile_set = random_set(seed)
        size = tile_set.size
        assert truth["set"] == seed
        assert truth["tile_size"] == pytest.approx([size.length, size.width, size.height], abs=1e-4)
        for (square, level, tile), lying in zip(shot.pieces, shot.whole.tiles, strict=False):
            column, row = "abc".index(SQUARES[square][0]), int(SQUARES[square][1]) - 1
            x, y, z = lying.centre_xyz / SQUARE
            assert max(abs(x - column + 1), abs(y - row + 1)) <= sum(MOST_BESIDE) + 1e-9
            assert z == pytest.approx((level + 0.5) * size.height)
            assert abs((lying.yaw_deg + 90) % 180 - 90) <= sum(MOST_TURNED_DEG)
            assert lying.tile == tile
            # Whatever lies on it later, its face is painted.
            assert not lying.is_covered
        for moment in (moments[0], moments[-1]):
            tiles = shot.scene(moment.laid, 0).tiles
            for piece, now, ever in zip(shot.pieces, tiles, shot.whole.tiles, strict=False):
                assert (now is ever) if piece in moment.laid else now.centre_xyz[2] < -100
            # What lies beside the mat stays there.
            assert tiles[len(shot.pieces) :] == shot.whole.tiles[len(shot.pieces) :]


def test_tables_are_rendered_once_and_each_carried_tile_alone(monkeypatch):
    shot, _, moments, _ = film_of(2, TablePlot(turns=4, mistakes=1, reaches=1, falls=1, begun=20))
    shown, lifted = [], []

    def rendered(scene, samples_per_pixel):
        there = zip(shot.pieces, scene.tiles, strict=False)
        shown.append(frozenset(piece for piece, tile in there if tile.centre_xyz[2] > 0))
        return np.full((12, 16, 3), len(shown[-1]), np.float32)

    def with_lifted(picture, alone, corners_xy, moved_xy):
        lifted.append((alone.mean(), np.ptp(corners_xy, axis=0).max()))
        return picture

    monkeypatch.setattr(laid_film, "rendered", rendered)
    monkeypatch.setattr(laid_film, "developed", lambda pictures, *_: pictures)
    monkeypatch.setattr(laid_film, "with_hand", lambda picture, *_: picture + 0.5)
    monkeypatch.setattr(module, "with_lifted", with_lifted)
    pictures = [picture.mean() for picture in table_frames(shot, moments, 1)]
    assert pictures == [len(moment.laid) + 0.5 * bool(moment.player) for moment in moments]
    carried = {moment.carried for moment in moments if moment.carried}
    assert {next(iter(laid)) for laid in shown if len(laid) == 1} == carried
    tables = {(moment.laid, round(moment.camera)) for moment in moments}
    # What lay there before a mistake comes again, which may be after many others.
    assert len(tables) + len(carried) <= len(shown) <= len(tables) + len(carried) + 4
    assert len(lifted) == sum(moment.carried is not None for moment in moments)
    assert all(alone == 1 and 40 < extent < 300 for alone, extent in lifted)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--turns", "1", "--mistakes", "2"), "has room for 2 other"),
        (("--turns", "0"), "x>=1"),
        (("--begun", "-1"), "x>=0"),
        (("--players", "1", "--begun", "36"), "after 36 tiles was found"),
        (("--players", "4"), "1<=x<=3"),
        (("--light", "moon"), "'moon' is not one of"),
    ],
)
def test_what_no_game_has_is_refused_before_anything_is_made(tmp_path, words, told):
    result = CliRunner().invoke(table_film, [str(tmp_path / "films"), *words])
    assert result.exit_code == 2
    assert told in result.output
    assert not (tmp_path / "films").exists()
