"""A profile's text can be read back, and a text that is none, broken or of a later version says why."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from calibration.profile import (
    NAME_PATTERN,
    ColourFields,
    LensFields,
    PaintFields,
    Profile,
    ProfileError,
    RuleFields,
    TileFields,
    parse_profile,
    profile_text,
)
from calibration.tile_set import FACE_WH, TileSet, TileSize, faces_as_png
from rules.games.tours import TILES

axes = st.tuples(*[st.floats(-8, 8)] * 3)
shares = st.floats(0, 1)
paints = st.tuples(
    *[
        st.builds(
            PaintFields,
            type=st.just(number),
            deviation=axes,
            information=shares,
            spread=st.tuples(*[st.floats(0, 8)] * 3),
            wear=shares,
            faces=st.integers(0, 99),
        )
        for number in range(5)
    ]
)
colours = st.builds(
    ColourFields,
    paints=paints,
    white_rgb=st.tuples(shares, shares, shares),
    mark_radius=st.none() | st.floats(0.05, 0.5),
    photos=st.integers(0, 9),
    held_out_right=st.integers(0, 9),
    held_out_cubes=st.integers(0, 9),
    worst_pair=st.tuples(st.integers(0, 4), st.integers(0, 4)),
    margin=st.floats(0, 100),
    verdict=st.sampled_from(["good", "usable", "not usable"]),
)
LENS = LensFields(
    (1280, 960), ((900.0, 0.0, 640.0), (0.0, 900.0, 480.0), (0.0, 0.0, 1.0)), (0.1, 0, 0, 0, 0), "k1", 9, 0.2
)
GREYS = {tile: np.full((*FACE_WH[::-1], 3), number, np.uint8) for number, tile in enumerate(TILES)}
FAMILIES = ["b", "c", "w", "bc", "bw", "cw", "bcw"]
PNGS = {
    families: faces_as_png(TileSet(TileSize(1, 1, 1), {tile: GREYS[tile] for tile in TILES if tile.family in families}))
    for families in FAMILIES
}
sides = st.floats(0.1, 1)
tiles = st.sampled_from(FAMILIES).flatmap(
    lambda families: st.builds(
        TileFields,
        length=sides,
        width=sides,
        height=sides,
        families=st.just(families),
        faces_png=st.just(PNGS[families]),
        alike=shares,
    )
)
TILE_FIELDS = TileFields(0.86, 0.65, 0.48, "bc", PNGS["bc"], 0.7)
names = st.from_regex(NAME_PATTERN, fullmatch=True)
profiles = st.builds(
    Profile,
    name=names,
    made=st.just("2026-01-31T12:00:00Z"),
    camera=st.text(max_size=200),
    set=st.text(max_size=200),
    colours=st.none() | colours,
    lens=st.sampled_from([None, LENS]),
    rules=st.none() | st.builds(RuleFields, st.sampled_from([None, "adjacent", "both"]), st.sampled_from([None, "T"])),
    tiles=st.none() | tiles,
)


@given(profiles)
def test_a_profile_is_read_back_as_it_was_written(profile):
    assert parse_profile(profile_text(profile)) == profile


def test_a_lens_comes_back_as_a_lens():
    lens = LENS.lens
    assert lens.size_wh == (1280, 960)
    assert_allclose(lens.matrix[0], [900, 0, 640])


def test_tiles_come_back_as_a_set():
    tile_set = TILE_FIELDS.tile_set
    assert tile_set.size == TileSize(0.86, 0.65, 0.48)
    assert tile_set.families == "bc"
    for tile, face in tile_set.faces.items():
        assert_array_equal(face, GREYS[tile])


def test_a_profile_is_empty_until_something_was_learned():
    assert Profile("kitchen", "2026-01-31T12:00:00Z").is_empty
    assert not Profile("kitchen", "2026-01-31T12:00:00Z", tiles=TILE_FIELDS).is_empty


def changed(**changes):
    """The text of a profile with some fields changed."""
    content = json.loads(profile_text(Profile("kitchen", "2026-01-31T12:00:00Z", lens=LENS, tiles=TILE_FIELDS)))
    return json.dumps(content | changes)


def lens_matrix(skew=0.0, middle_x=640.0, lower_skew=0.0, focal_y=900.0, middle_y=480.0):
    return [[900.0, skew, middle_x], [lower_skew, focal_y, middle_y], [0.0, 0.0, 1.0]]


def with_matrix(matrix):
    return changed(lens={**json.loads(changed())["lens"], "matrix": matrix})


def with_tiles(**changes):
    return changed(tiles=json.loads(changed())["tiles"] | changes)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is no profile"),
        (b"\xff\xfe", "is no profile"),
        ("[]", "is no profile"),
        ("{}", "must say"),
        (changed(version=2), "of version 2.* update"),
        (changed(version=0), "broken"),
        (changed(version="1"), "is no profile"),
        (changed(name="a/b"), "broken.*name: 'a/b' must be up to 60 letters"),
        (changed(made="last week"), "broken.*made.*no date"),
        (changed(colours={}), "broken.*paints"),
        (with_matrix([[1, 0, 0]]), "camera matrix"),
        (with_matrix(lens_matrix(focal_y=-900.0)), "camera matrix"),
        (with_matrix(lens_matrix(skew=80)), "broken.*skew"),
        (with_matrix(lens_matrix(lower_skew=80)), "broken.*skew"),
        (with_matrix(lens_matrix(middle_x=32000)), "broken.*middle"),
        (with_matrix(lens_matrix(middle_y=1000)), "broken.*middle"),
        (changed(lens={**json.loads(changed())["lens"], "size_wh": [0, 0]}), "broken.*size_wh"),
        (changed(rules={"type2": "corner"}), "broken.*type2"),
        (with_tiles(families=""), "broken.*families"),
        (with_tiles(families="cb"), "broken.*families"),
        (with_tiles(families="bb"), "broken.*families"),
        (with_tiles(families="bx"), "broken.*families"),
        (with_tiles(families="b\n"), "broken.*families"),
        (with_tiles(families="bcw"), "broken.*tiles: the faces of its tiles are no picture"),
        (with_tiles(faces_png=""), "broken.*tiles: the faces of its tiles are no picture"),
        (with_tiles(faces_png="AAAA"), "broken.*tiles: the faces of its tiles are no picture"),
        (with_tiles(faces_png="?"), "broken.*faces_png"),
        (with_tiles(length=1.5), "broken.*length"),
        (with_tiles(height=0), "broken.*height"),
        (with_tiles(alike=2), "broken.*alike"),
        (changed()[:-20], "is no profile"),
        ('{"name": ' + "[" * 100_000, "is no profile"),
        ('{\n  "format": "x",\n}', r"trailing comma in object \(line 3\)"),
        (b'{\n"name": \n 1,5}', r"is no profile .*\(line 3\)"),
    ],
)
def test_what_cannot_be_used_says_why(text, message):
    with pytest.raises(ProfileError, match=message):
        parse_profile(text)


def test_paints_must_be_those_of_all_types_in_order():
    paint = PaintFields(0, (0.0, 0.0, 0.0), 0.5, (0.0, 0.0, 0.0), 0.0, 3)
    fields = ColourFields((paint,) * 5, (0.5, 0.5, 0.5), None, 1, 5, 5, (0, 1), 4.0, "good")
    with pytest.raises(ProfileError, match="types 0 to 4"):
        parse_profile(profile_text(Profile("kitchen", "2026-01-31T12:00:00Z", colours=fields)))


def test_fields_of_later_versions_that_change_nothing_are_passed_over():
    assert parse_profile(changed(remark="by the window")).name == "kitchen"
