"""Films games of Les Tours de Babel as small videos with truth files: ``python -m samples.table_film OUT --seed 1``.

Called by people. Needs Mitsuba, the denoiser and PyAV.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from calibration.camera import rotation_about_vertical
from calibration.tile_mat import middle_of
from referee.bench.truth import CORNERS
from rules.games.tours import FAMILIES, SQUARES, Options, Position, position_notation

from .boards import board_fault_fields, pose_in_squares
from .filming import FRAMES_PER_SECOND, SIZE, Picture, places_fields, with_lifted, write_film
from .laid_film import Shot, Stills, film_frames, random_shot
from .lights import LIGHT_KINDS
from .options import COUNT, film_light_option, quality_option, samples_per_pixel_option, seed_option
from .table_scene import SQUARE, View, lying_tiles, random_table_scene, set_of, shows_the_table, tops_of
from .table_story import TablePlot, random_table_story
from .table_timeline import LaidTile, TableMoment, TableSpan, table_timeline, tiles_on
from .tables import GAME, TableScene, make_photo, orders, shares_in_view, tile_size_field
from .tile_set import LyingTile, TileSet, random_set

Generator = np.random.Generator
TableSet = Shot[LaidTile]
"""Where a film is shot, with every tile that ever lies."""

TABLE_FILM_VERSION = 1
_ELEVATIONS_DEG = (50.0, 80.0)
# Of the photos by which a set gets to know.
_PHOTO_SIDE_PX, _PHOTO_SAMPLES_PER_PIXEL = 1600, 16


def random_table_set(seed: int, options: Options, moments: Sequence[TableMoment], light: str) -> TableSet:
    """Draw where a film is shot: with the set of tiles of this seed, elsewhere than where that gets known."""
    rng = np.random.default_rng([seed, 1])
    tile_set = random_set(seed)
    laid = sorted(frozenset().union(*(moment.laid for moment in moments)))
    columns = [[(level, tile) for on, level, tile in laid if on == square] for square in range(len(SQUARES))]
    tiles = [lying for column in lying_tiles(rng, tile_set, columns, has_turned=True) for lying in column]
    whole = random_table_scene(rng, 2 * seed + 1, tile_set, tiles, View(SIZE, _ELEVATIONS_DEG), light)
    tops = tops_of(tile_set, tiles)
    return random_shot(
        np.random.default_rng([seed, 8]),
        seed,
        whole,
        tuple(laid),
        moments[-1],
        options.players,
        lambda camera: shows_the_table(camera, tops),
    )


def table_frames(shot: TableSet, moments: Sequence[TableMoment], samples_per_pixel: int) -> Iterator[UInt8Array]:
    """The film's frames, 8-bit RGB of shape (height, width, 3)."""
    tile_set = set_of(shot.whole)

    def over(moment: TableMoment) -> FloatArray:
        middle_xy = np.mean([middle_of(square) for square in moment.squares], axis=0)
        return SQUARE * np.array([*middle_xy, tile_set.size.height * moment.height])

    def carry(picture: Picture, stills: Stills[LaidTile], moment: TableMoment, moved_xy: FloatArray) -> Picture:
        if moment.carried is None:
            return picture
        camera = round(moment.camera)
        lying = shot.whole.tiles[shot.pieces.index(moment.carried)]
        outline_xy = shot.cameras[camera].project(_outline(tile_set, lying))
        # Where it lies, other columns may hide some of it, which in the hand is in view.
        return with_lifted(picture, stills(frozenset({moment.carried}), camera), outline_xy, moved_xy)

    return film_frames(shot, moments, samples_per_pixel, over, carry)


def _outline(tile_set: TileSet, lying: LyingTile) -> FloatArray:
    """Points of a tile, (24, 3), between which all of it is but a little of its rounding."""
    sizes_xyz = SQUARE * tile_set.sizes_xyz
    rounding = tile_set.bevel * sizes_xyz[2]
    # Three for each corner, on the faces that meet there.
    points = [2 * CORNERS * (sizes_xyz / 2 - rounding * (1 - axis)) for axis in np.eye(3)]
    return np.asarray(np.concatenate(points) @ rotation_about_vertical(lying.yaw_deg).T + lying.centre_xyz)


def table_film_truth(
    shot: TableSet, start: Position, moments: Sequence[TableMoment], spans: Sequence[TableSpan]
) -> dict[str, Any]:
    """The content of a film's truth file; samples/README.md explains every field."""
    tile_set = set_of(shot.whole)
    return {
        "game": GAME,
        "players": start.options.players,
        "families": start.options.families,
        "start": position_notation(start),
        "frames_per_second": FRAMES_PER_SECOND,
        "frame_count": len(moments),
        "events": [_event(shot, moments, span) for span in spans],
        "cameras": places_fields(
            [pose_in_squares(camera, SQUARE) for camera in shot.cameras], [moment.camera for moment in moments]
        ),
        "tile_size": tile_size_field(tile_set),
        "set": tile_set.seed,
        "light": shot.whole.light.kind,
        "seed": shot.seed,
        "generator": TABLE_FILM_VERSION,
    }


def _event(shot: TableSet, moments: Sequence[TableMoment], span: TableSpan) -> dict[str, Any]:
    happening = span.happening
    return {
        "event": happening.kind,
        "player": happening.player or None,
        "move": str(happening.move) if happening.move else None,
        "faults": board_fault_fields(happening.faults),
        "first_frame": span.first,
        "last_frame": span.last,
        "changed_frame": span.changed[0] if span.changed else None,
        "squares": [SQUARES[square] for square in happening.squares],
        "position": position_notation(happening.position),
        "visible": shares_in_view(_table(shot, happening.position, round(moments[span.last + 1].camera))),
    }


def _table(shot: TableSet, position: Position, camera: int) -> TableScene:
    """What a position looks like in a film, from where the camera rests."""
    tiles = tuple(shot.whole.tiles[shot.pieces.index(piece)] for piece in sorted(tiles_on(position)))
    return TableScene(position, replace(shot.whole, tiles=tiles, camera=shot.cameras[camera]))


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@seed_option("Settles the game, the set of tiles and all around them.")
@click.option("--name", help="Of the files, without ending; default table_SEED.")
@click.option("--players", type=click.IntRange(1, len(FAMILIES)), default=2, show_default=True)
@click.option("--turns", type=click.IntRange(1), default=8, show_default=True, help="Tiles drawn.")
@click.option("--mistakes", type=COUNT, default=0, help="Tiles laid against the rules, each taken back.")
@click.option("--reaches", type=COUNT, default=0, help="Hands over the mat that change nothing.")
@click.option("--falls", type=COUNT, default=0, help="How often columns lose tiles.")
@click.option("--bumps", type=COUNT, default=0, help="How often the camera is moved.")
@click.option("--begun", type=COUNT, default=0, help="Tiles that lie there at the start.")
@film_light_option()
@samples_per_pixel_option(6)
@quality_option()
def table_film(
    folder: Path,
    seed: int,
    name: str | None,
    players: int,
    turns: int,
    mistakes: int,
    reaches: int,
    falls: int,
    bumps: int,
    begun: int,
    light: str | None,
    samples_per_pixel: int,
    quality: int,
) -> None:
    """Film a random game of Les Tours de Babel into FOLDER, as NAME.mp4 with its truth in NAME.json, and photograph its
    set of tiles, as NAME_bamboo.jpg, NAME_circles.jpg and NAME_characters.jpg."""
    rng = np.random.default_rng([seed, 10])
    families: Any = "".join(rng.permutation(list(FAMILIES)))
    options = Options(players=players, families=families)
    try:
        plot = TablePlot(turns, mistakes, reaches, falls, bumps, begun)
        start, story = random_table_story(rng, options, plot)
    except ValueError as reason:
        raise click.UsageError(str(reason)) from None
    from . import render

    folder.mkdir(parents=True, exist_ok=True)
    click.echo(f"rendering with Mitsuba's {render.use_fastest_variant()}")
    name = name or f"table_{seed:06d}"
    for order in orders(seed, 0, _PHOTO_SIDE_PX, _PHOTO_SAMPLES_PER_PIXEL, name):
        make_photo(order, folder)
    moments, spans = table_timeline(rng, start, story)
    shot = random_table_set(seed, options, moments, light or LIGHT_KINDS[seed % len(LIGHT_KINDS)])
    truth = table_film_truth(shot, start, moments, spans)
    write_film(folder, name, truth, table_frames(shot, moments, samples_per_pixel), quality)
    click.echo(f"{name}: {len(moments)} frames, {', '.join(span.happening.kind for span in spans)}")


if __name__ == "__main__":
    table_film()
