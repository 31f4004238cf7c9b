"""Renders the committed sets again: ``python -m samples.committed``.

Knows what is in them; the tests and benches read only the files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
import numpy as np

from referee.writing import write_atomically

from . import boards, buildings, tables
from .boards import BoardOrder
from .buildings import BuildingOrder
from .generate import Order, make_photos, picture_size
from .lights import LIGHT_KINDS
from .tables import TableOrder
from .towers import FAULT_NAMES, random_faulty_tower, random_legal_tower

FOLDER = Path(__file__).parent
SPLIT_SEEDS = {"develop": 21_000, "test": 47_000}
PHOTOS_PER_SPLIT = 36
BOARD_SEEDS = {"board_develop": 8_300_000, "board_test": 8_400_000}
BOARDS_PER_SPLIT = 12
TILE_SEEDS = {"tile_develop": 9_110_000, "tile_test": 9_120_000}
TABLES_PER_SPLIT = 3
BUILDING_SEEDS = {"building_develop": 9_310_000, "building_test": 9_320_000}
PAWN_SEEDS = {"pawn_develop": 9_330_001}
BUILDINGS_PER_SPLIT, PAWNS_PER_SPLIT, VIEWS = 4, 1, 3
SPLITS = (*SPLIT_SEEDS, *BOARD_SEEDS, *TILE_SEEDS, *BUILDING_SEEDS, *PAWN_SEEDS)
AnyOrder = Order | BoardOrder | TableOrder | BuildingOrder
LONGEST_SIDE = 1280
SAMPLES_PER_PIXEL = 16
BEST_QUALITY = 84


def orders_of(split: str) -> Iterator[Order]:
    """The 36 photos of a split: 24 legal towers of 1 to 24 cubes and 12 illegal ones, six of them in each light."""
    rng = np.random.default_rng(SPLIT_SEEDS[split])
    legal_counts = rng.permutation(24) + 1
    illegal_counts = rng.permutation(np.linspace(3, 23, 12).round().astype(int))
    faults = rng.permutation(np.resize(FAULT_NAMES, 12))
    legal, illegal = 0, 0
    for index in range(PHOTOS_PER_SPLIT):
        # Six lights take turns, and two in each six are illegal, other ones each time.
        if (index + index // len(LIGHT_KINDS)) % 3 == 2:
            tower = random_faulty_tower(rng, str(faults[illegal]), int(illegal_counts[illegal]))
            illegal += 1
        else:
            tower = random_legal_tower(rng, int(legal_counts[legal]))
            legal += 1
        yield Order(
            name=f"{split}_{index:02d}",
            seed=SPLIT_SEEDS[split] + index,
            tower=tower,
            light=LIGHT_KINDS[index % len(LIGHT_KINDS)],
            size=picture_size(rng, LONGEST_SIDE),
            samples_per_pixel=SAMPLES_PER_PIXEL,
            best_quality=BEST_QUALITY,
        )


def board_orders_of(split: str) -> Iterator[BoardOrder]:
    """The 12 photos of boards of a split, two in each light."""
    rng = np.random.default_rng(BOARD_SEEDS[split])
    for index in range(BOARDS_PER_SPLIT):
        yield BoardOrder(
            name=f"{split}_{index:02d}",
            seed=BOARD_SEEDS[split] + index,
            light=LIGHT_KINDS[index % len(LIGHT_KINDS)],
            size=picture_size(rng, LONGEST_SIDE),
            samples_per_pixel=SAMPLES_PER_PIXEL,
            best_quality=BEST_QUALITY,
        )


def tile_orders_of(split: str) -> Iterator[TableOrder]:
    """The three photos by which a split's set of tiles gets known, and those of games with it."""
    seed = TILE_SEEDS[split]
    for order in tables.orders(seed, TABLES_PER_SPLIT, LONGEST_SIDE, SAMPLES_PER_PIXEL):
        yield replace(order, name=order.name.replace(f"tiles_{seed}", split), best_quality=BEST_QUALITY)


def building_orders_of(split: str) -> Iterator[BuildingOrder]:
    """The four buildings of a split, or one with pawns on it, each from three sides."""
    seed = (BUILDING_SEEDS | PAWN_SEEDS)[split]
    rng = np.random.default_rng(seed)
    for index in range(PAWNS_PER_SPLIT if split in PAWN_SEEDS else BUILDINGS_PER_SPLIT):
        yield BuildingOrder(
            name=f"{split}_{index}",
            seed=seed + index,
            size=picture_size(rng, LONGEST_SIDE),
            views=VIEWS,
            samples_per_pixel=SAMPLES_PER_PIXEL,
            best_quality=BEST_QUALITY,
            has_pawns=split in PAWN_SEEDS,
        )


def _orders_of(split: str) -> Iterator[AnyOrder]:
    if split in TILE_SEEDS:
        return tile_orders_of(split)
    if split in BUILDING_SEEDS | PAWN_SEEDS:
        return building_orders_of(split)
    return board_orders_of(split) if split in BOARD_SEEDS else orders_of(split)


def _make(order: AnyOrder, folder: Path) -> str:
    """Render what is ordered, and say under which light."""
    if isinstance(order, TableOrder):
        return tables.make_photo(order, folder).scene.light.kind
    if isinstance(order, BuildingOrder):
        return buildings.make_photos(order, folder).views[0].light.kind
    if isinstance(order, BoardOrder):
        boards.make_photo(order, folder)
    else:
        make_photos(order, folder)
    return order.light


def checksums() -> str:
    """SHA-256 of every committed photo and truth file, in the format of sha256sum."""
    files = sorted(path for path in (FOLDER / "photos").rglob("*") if path.suffix in (".jpg", ".json"))
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(FOLDER).as_posix()}\n" for path in files
    )


@click.command()
@click.option("--split", type=click.Choice(SPLITS), multiple=True, help="Only this one; default all.")
def committed(split: tuple[str, ...]) -> None:
    """Render the committed photos into samples/photos and write samples/checksums.txt."""
    from . import render

    click.echo(f"rendering with Mitsuba's {render.use_fastest_variant()}")
    for name in split or SPLITS:
        folder = FOLDER / "photos" / name
        folder.mkdir(parents=True, exist_ok=True)
        for order in _orders_of(name):
            click.echo(f"{order.name}: {_make(order, folder)}")
    write_atomically(FOLDER / "checksums.txt", checksums().encode())


if __name__ == "__main__":
    committed()
