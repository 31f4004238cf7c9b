"""The committed photos and truth files belong together, are unchanged, and agree with the rules."""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import pytest

from rules.games import tours
from rules.games.babel import Cube, Face, Tower, judge
from rules.games.zero12 import parse_position, position_faults

SAMPLES = Path(__file__).parents[2] / "samples"
SPLITS = ("develop", "test")
BOARD_SPLITS = ("board_develop", "board_test")
TILE_SPLITS = ("tile_develop", "tile_test")


def names_in(splits: Sequence[str]) -> list[str]:
    return sorted(
        path.relative_to(SAMPLES / "photos").with_suffix("").as_posix()
        for split in splits
        for path in (SAMPLES / "photos" / split).glob("*.jpg")
    )


NAMES, BOARD_NAMES, TILE_NAMES = names_in(SPLITS), names_in(BOARD_SPLITS), names_in(TILE_SPLITS)
COUNTS = {**dict.fromkeys(SPLITS, 36), **dict.fromkeys(BOARD_SPLITS, 12), **dict.fromkeys(TILE_SPLITS, 6)}


def truth_named(name: str) -> dict[str, Any]:
    return json.loads((SAMPLES / "photos" / f"{name}.json").read_text())


def test_photos_and_truth_files_come_in_pairs() -> None:
    for split, count in COUNTS.items():
        files = list((SAMPLES / "photos" / split).iterdir())
        photos = {file.stem for file in files if file.suffix == ".jpg"}
        truths = {file.stem for file in files if file.suffix == ".json"}
        assert photos == truths
        assert len(files) == 2 * len(photos) == 2 * count


def test_every_file_is_the_one_in_the_checksums() -> None:
    listed = dict(reversed(line.split("  ")) for line in (SAMPLES / "checksums.txt").read_text().splitlines())
    files = {path.relative_to(SAMPLES).as_posix(): path for path in (SAMPLES / "photos").rglob("*") if path.is_file()}
    assert listed == {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}


def test_the_files_are_small_enough_for_a_clone() -> None:
    assert sum(path.stat().st_size for path in (SAMPLES / "photos").rglob("*") if path.is_file()) < 15e6


@pytest.mark.parametrize("name", NAMES)
def test_truth_fits_the_photo_and_the_rules(name: str) -> None:
    truth = truth_named(name)
    photo = cv2.imread(str(SAMPLES / "photos" / f"{name}.jpg"))
    assert photo.shape == (truth["camera"]["height"], truth["camera"]["width"], 3)
    tower = Tower.from_cubes(
        {
            tuple(cube["cell"]): Cube(cube["type"], frozenset(Face[face] for face in cube["bulges"]))
            for cube in truth["cubes"]
        }
    )
    assert len(tower) == len(truth["cubes"])
    assert all(cube.is_known for cube in tower.values())
    judgement = judge(tower)
    assert truth["legal"] == (judgement.verdict == "legal")
    assert Counter(fault["rule"] for fault in truth["faults"]) == Counter(fault.rule for fault in judgement.faults)
    assert (truth["illegality_inferable"] is None) == truth["legal"]
    assert sorted(truth["order"]) == list(range(len(tower)))
    for cube in truth["cubes"]:
        assert cube["visible_faces"] == [face for face, (share, _) in cube["face_view"].items() if share >= 0.35]


@pytest.mark.parametrize("split", SPLITS)
def test_a_split_holds_all_lights_sizes_and_rules(split: str) -> None:
    truths = [truth_named(name) for name in NAMES if name.startswith(split)]
    assert set(Counter(truth["light"] for truth in truths).values()) == {6}
    assert sorted(len(truth["cubes"]) for truth in truths if truth["legal"]) == list(range(1, 25))
    assert {fault["rule"] for truth in truths for fault in truth["faults"]} >= {1, 3, 4, 5, 6, 7}


@pytest.mark.parametrize("name", BOARD_NAMES)
def test_truth_of_a_board_fits_the_photo_and_the_rules(name: str) -> None:
    truth = truth_named(name)
    photo = cv2.imread(str(SAMPLES / "photos" / f"{name}.jpg"))
    assert photo.shape == (truth["camera"]["height"], truth["camera"]["width"], 3)
    position = parse_position(f"{truth['card']} {truth['board']}")
    assert len(truth["cubes"]) == position.filled.bit_count()
    faults = position_faults(position)
    assert truth["legal"] == (not faults)
    assert [fault["rule"] for fault in truth["faults"]] == [fault.rule for fault in faults]


@pytest.mark.parametrize("split", BOARD_SPLITS)
def test_a_split_of_boards_holds_all_lights_and_legal_boards_and_others(split: str) -> None:
    truths = [truth_named(name) for name in BOARD_NAMES if name.startswith(split)]
    assert set(Counter(truth["light"] for truth in truths).values()) == {2}
    assert 2 <= sum(not truth["legal"] for truth in truths) <= 6
    counts = [len(truth["cubes"]) for truth in truths]
    assert min(counts) < 30
    assert max(counts) > 110


@pytest.mark.parametrize("name", TILE_NAMES)
def test_truth_of_a_table_fits_the_photo_and_its_position(name: str) -> None:
    truth = truth_named(name)
    photo = cv2.imread(str(SAMPLES / "photos" / f"{name}.jpg"))
    assert photo.shape == (truth["camera"]["height"], truth["camera"]["width"], 3)
    columns = dict(zip(tours.SQUARES, tours.parse_position(truth["position"]).columns, strict=True))
    for square, column in columns.items():
        assert tuple(tile["tile"] for tile in truth["tiles"] if tile["square"] == square) == tuple(map(str, column))


@pytest.mark.parametrize("split", TILE_SPLITS)
def test_a_split_of_tables_holds_one_set_its_families_and_games_of_low_columns_and_high_ones(split: str) -> None:
    truths = {
        name.removeprefix(f"{split}/{split}_"): truth_named(name) for name in TILE_NAMES if name.startswith(split)
    }
    assert set(truths) == {*tours.FAMILIES.values(), "1", "2", "3"}
    assert len({truth["set"] for truth in truths.values()}) == 1
    heights = [len(column) for game in "123" for column in tours.parse_position(truths[game]["position"]).columns]
    assert min(heights) < 2
    assert max(heights) > 5
