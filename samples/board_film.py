"""Films games of 012x012 as small videos with truth files: ``python -m samples.board_film OUT --seed 1``.

Called by people. Needs Mitsuba, the denoiser and PyAV.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import click
import numpy as np

from calibration.arrays import UInt8Array
from referee.bench.truth import CORNERS
from referee.writing import write_atomically
from rules.games.zero12 import Options, Position, card_notation, move_notation, position_notation, square_name
from rules.games.zero12.options import PLAYERS

from .board_positions import Cube, usual_card
from .board_story import BoardPlot, random_board_story
from .board_timeline import BoardMoment, BoardSpan, board_timeline
from .boards import GAME, SET_COLOURS, board_fault_fields, middle_of, pose_in_squares, random_board_scene, shows_all
from .camera import Camera
from .filming import (
    FRAMES_PER_SECOND,
    SIZE,
    Picture,
    arm_from,
    away,
    between_cameras,
    bumped,
    developed,
    film_sensor,
    places_fields,
    rendered,
    tip_at,
    with_carried,
    with_hand,
    write_video,
)
from .hand import Arm
from .lights import LIGHT_KINDS
from .options import COUNT, film_light_option, quality_option, samples_per_pixel_option, seed_option
from .scene import Scene
from .sensor import Sensor

Generator = np.random.Generator
Stills = Callable[[frozenset[Cube], int], Picture]
"""The picture of cubes that lie on the board, from one of the camera's places, without a hand."""

BOARD_FILM_VERSION = 1
_ELEVATIONS_DEG = (50.0, 88.0)
# So far beside the middle of their side players sit at most, in radians.
_BESIDE = np.radians(12)
# A turn shows a few boards, and those of a mistake come again while it is taken back.
_STILLS_KEPT = 8


@dataclass(frozen=True, slots=True, eq=False)
class BoardSet:
    """Where a film is shot: everything that stays the same but the board.

    Attributes
    ----------
    whole
        The scene with every cube that ever lies, in the order of ``cubes``.
    cubes
        All that ever lie, each once.
    cameras
        The places where the camera rests, in their order.
    arms
        Of each player.
    sensor
    seed
    """

    whole: Scene
    cubes: tuple[Cube, ...]
    cameras: tuple[Camera, ...]
    arms: tuple[Arm, ...]
    sensor: Sensor
    seed: int

    def scene(self, laid: frozenset[Cube], camera: int) -> Scene:
        """What lies at one time, from where the camera rests, with what does not lie there out of sight."""
        standing = tuple(
            standing if cube in laid else away(standing)
            for cube, standing in zip(self.cubes, self.whole.standing, strict=True)
        )
        return replace(self.whole, standing=standing, camera=self.cameras[camera])


def random_board_set(seed: int, options: Options, moments: Sequence[BoardMoment], light: str) -> BoardSet:
    """Draw where a film is shot."""
    rng = np.random.default_rng([seed, 1])
    cubes = tuple(sorted(frozenset().union(*(moment.laid for moment in moments))))
    whole = random_board_scene(rng, seed, options, cubes, light, SIZE, _ELEVATIONS_DEG)
    rng = np.random.default_rng([seed, 8])
    cameras = [whole.camera]
    while len(cameras) <= round(moments[-1].camera):
        camera = bumped(rng, cameras[-1])
        if shows_all(camera):
            cameras.append(camera)
    return BoardSet(whole, cubes, tuple(cameras), _arms(rng, options.players), film_sensor(rng, light), seed)


def _arms(rng: Generator, players: int) -> tuple[Arm, ...]:
    """Those of players who sit round the board, clockwise as they play."""
    angles = rng.uniform(0, 2 * np.pi) + 2 * np.pi * np.arange(players) / players
    return tuple(arm_from(rng, angle + rng.uniform(-_BESIDE, _BESIDE)) for angle in angles)


def board_frames(shot: BoardSet, moments: Sequence[BoardMoment], samples_per_pixel: int) -> Iterator[UInt8Array]:
    """The film's frames, 8-bit RGB of shape (height, width, 3)."""

    @lru_cache(_STILLS_KEPT)
    def still(laid: frozenset[Cube], camera: int) -> Picture:
        return rendered(shot.scene(laid, camera), samples_per_pixel)

    return developed((_picture(shot, still, moment) for moment in moments), len(moments), shot.sensor, shot.seed)


def _picture(shot: BoardSet, still: Stills, moment: BoardMoment) -> Picture:
    if moment.camera % 1:
        return between_cameras(shot.cameras, moment.camera, lambda nearer: still(moment.laid, nearer))
    place = round(moment.camera)
    picture = still(moment.laid, place)
    if not moment.player:
        return picture
    camera, arm, edge = shot.cameras[place], shot.arms[moment.player - 1], shot.whole.shape.edge
    top_xyz = np.array([*middle_of(moment.square), edge])
    (top_xy,) = camera.project(top_xyz[None])
    tip_xy = tip_at(arm, top_xy, moment.reach)
    if moment.carried:
        base, shown = still(moment.laid - {moment.carried}, place), still(moment.laid | {moment.carried}, place)
        lying = shot.whole.standing[shot.cubes.index(moment.carried)]
        corners_xy = camera.project(lying.centre_xyz + edge * CORNERS)
        picture = with_carried(picture, base, shown, corners_xy, tip_xy - top_xy)
    return with_hand(picture, camera, arm, top_xyz, tip_xy)


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
    truth = json.dumps(board_film_truth(shot, start, moments, spans), separators=(",", ":"))
    write_atomically(folder / f"{name}.json", f"{truth}\n".encode())
    write_video(folder / f"{name}.mp4", board_frames(shot, moments, samples_per_pixel), quality)
    click.echo(f"{name}: {len(moments)} frames, {', '.join(span.happening.kind for span in spans)}")


if __name__ == "__main__":
    board_film()
