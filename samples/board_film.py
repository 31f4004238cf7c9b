"""Films games of 012x012 as small videos with truth files: ``python -m samples.board_film OUT --seed 1``.

Called by people. Needs Mitsuba, the denoiser and PyAV.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from referee.bench.truth import CORNERS
from rules.games.zero12 import Options, Position, card_notation, move_notation, position_notation, square_name
from rules.games.zero12.options import PLAYERS

from .board_positions import Cube, usual_card
from .board_story import BoardPlot, random_board_story
from .board_timeline import BoardMoment, BoardSpan, board_timeline
from .boards import GAME, SET_COLOURS, board_fault_fields, middle_of, pose_in_squares, random_board_scene, shows_all
from .filming import FRAMES_PER_SECOND, SIZE, Picture, places_fields, with_carried, write_film
from .laid_film import Shot, Stills, film_frames, random_shot
from .lights import LIGHT_KINDS
from .options import COUNT, film_light_option, quality_option, samples_per_pixel_option, seed_option

BoardSet = Shot[Cube]
"""Where a film is shot, with every cube that ever lies."""

BOARD_FILM_VERSION = 1
_ELEVATIONS_DEG = (50.0, 88.0)


def random_board_set(seed: int, options: Options, moments: Sequence[BoardMoment], light: str) -> BoardSet:
    """Draw where a film is shot."""
    rng = np.random.default_rng([seed, 1])
    cubes = tuple(sorted(frozenset().union(*(moment.laid for moment in moments))))
    whole = random_board_scene(rng, seed, options, cubes, light, SIZE, _ELEVATIONS_DEG)
    return random_shot(np.random.default_rng([seed, 8]), seed, whole, cubes, moments[-1], options.players, shows_all)


def board_frames(shot: BoardSet, moments: Sequence[BoardMoment], samples_per_pixel: int) -> Iterator[UInt8Array]:
    """The film's frames, 8-bit RGB of shape (height, width, 3)."""
    edge = shot.whole.shape.edge

    def over(moment: BoardMoment) -> FloatArray:
        return np.array([*middle_of(moment.square), edge])

    def carry(picture: Picture, stills: Stills[Cube], moment: BoardMoment, moved_xy: FloatArray) -> Picture:
        cube, camera = moment.carried, round(moment.camera)
        if cube is None:
            return picture
        base, shown = stills(moment.laid - {cube}, camera), stills(moment.laid | {cube}, camera)
        lying = shot.whole.standing[shot.pieces.index(cube)]
        corners_xy = shot.cameras[camera].project(lying.centre_xyz + edge * CORNERS)
        return with_carried(picture, base, shown, corners_xy, moved_xy)

    return film_frames(shot, moments, samples_per_pixel, over, carry)


def board_film_truth(
    shot: BoardSet, start: Position, moments: Sequence[BoardMoment], spans: Sequence[BoardSpan]
) -> dict[str, Any]:
    """The content of a film's truth file; samples/README.md explains every field."""
    return {
        "game": GAME,
        "card": card_notation(start.card),
        "colour": start.options.colour2,
        "players": start.options.players,
        "start": position_notation(start),
        "frames_per_second": FRAMES_PER_SECOND,
        "frame_count": len(moments),
        "events": [_event(span) for span in spans],
        "cameras": places_fields(
            [pose_in_squares(camera) for camera in shot.cameras], [moment.camera for moment in moments]
        ),
        "light": shot.whole.light.kind,
        "seed": shot.seed,
        "generator": BOARD_FILM_VERSION,
    }


def _event(span: BoardSpan) -> dict[str, Any]:
    happening = span.happening
    return {
        "event": happening.kind,
        "player": happening.player or None,
        "move": move_notation(happening.run) if happening.run else None,
        "faults": board_fault_fields(happening.faults),
        "first_frame": span.first,
        "last_frame": span.last,
        "cubes": [
            {"square": square_name(square), "code": code, "frame": frame}
            for (square, code), frame in zip(happening.cubes, span.changed, strict=True)
        ],
        "position": position_notation(happening.position),
    }


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@seed_option("Settles the game and all around it.")
@click.option("--name", help="Of the files, without ending; default board_SEED.")
@click.option("--players", type=click.Choice(list(map(str, PLAYERS))), default="2", show_default=True)
@click.option("--turns", type=click.IntRange(1), default=6, show_default=True, help="Legal runs.")
@click.option("--mistakes", type=COUNT, default=0, help="Wrong runs, each taken back.")
@click.option("--reaches", type=COUNT, default=0, help="Hands over the board that change nothing.")
@click.option("--bumps", type=COUNT, default=0, help="How often the camera is moved.")
@click.option("--begun", type=click.IntRange(0, 143), default=0, help="Cubes that lie there at the start.")
@film_light_option()
@samples_per_pixel_option(6)
@quality_option()
def board_film(
    folder: Path,
    seed: int,
    name: str | None,
    players: str,
    turns: int,
    mistakes: int,
    reaches: int,
    bumps: int,
    begun: int,
    light: str | None,
    samples_per_pixel: int,
    quality: int,
) -> None:
    """Film a random game of 012x012 into FOLDER, as NAME.mp4 with its truth in NAME.json."""
    rng = np.random.default_rng([seed, 10])
    card, colour = usual_card(rng), str(rng.choice(SET_COLOURS))
    options = Options(players=int(players), card=card_notation(card), colour2=colour)
    try:
        start, story = random_board_story(rng, options, BoardPlot(turns, mistakes, reaches, bumps, begun))
    except ValueError as reason:
        raise click.UsageError(str(reason)) from None
    from . import render

    folder.mkdir(parents=True, exist_ok=True)
    click.echo(f"rendering with Mitsuba's {render.use_fastest_variant()}")
    moments, spans = board_timeline(rng, start, story)
    shot = random_board_set(seed, options, moments, light or LIGHT_KINDS[seed % len(LIGHT_KINDS)])
    name = name or f"board_{seed:06d}"
    truth = board_film_truth(shot, start, moments, spans)
    write_film(folder, name, truth, board_frames(shot, moments, samples_per_pixel), quality)
    click.echo(f"{name}: {len(moments)} frames, {', '.join(span.happening.kind for span in spans)}")


if __name__ == "__main__":
    board_film()
