"""Films games as small videos with truth files: ``python -m samples.sequence OUT --seed 1``.

Called by people. Needs Mitsuba, the denoiser and PyAV.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

from referee.bench.truth import VISIBLE_SHARE
from rules.games.babel import face_letters, tower_notation

from .film import Set, frames, random_set
from .filming import FRAMES_PER_SECOND, places_fields, write_film
from .lights import LIGHT_KINDS
from .options import COUNT, film_light_option, quality_option, samples_per_pixel_option, seed_option
from .story import Plot, random_story
from .timeline import Moment, Span, timeline
from .towers import Pile, tower_of
from .truth import fault_fields, scene_views

SEQUENCE_VERSION = 1


def sequence_truth(shot: Set, moments: Sequence[Moment], spans: Sequence[Span]) -> dict[str, Any]:
    """The content of a sequence's truth file; samples/README.md explains every field."""
    return {
        "game": "babel",
        "frames_per_second": FRAMES_PER_SECOND,
        "frame_count": len(moments),
        "events": [_event(shot, moments, span) for span in spans],
        "cameras": places_fields([camera.pose for camera in shot.cameras], [moment.camera for moment in moments]),
        "light": shot.whole.light.kind,
        "spares": [
            {"type": spare.cube.type, "center": spare.centre_xyz.round(4).tolist()} for spare in shot.whole.spares
        ],
        "seed": shot.seed,
        "generator": SEQUENCE_VERSION,
    }


def _event(shot: Set, moments: Sequence[Moment], span: Span) -> dict[str, Any]:
    happening = span.happening
    event: dict[str, Any] = {
        "event": happening.kind,
        "player": happening.player or None,
        "first_frame": span.first,
        "last_frame": span.last,
        "changed_frame": span.changed,
    }
    placement = happening.added or happening.removed
    if placement:
        event |= {
            "cell": list(placement.cell),
            "type": placement.type,
            "bulges": list(face_letters(placement.bulges)),
            "faults": fault_fields(happening.faults),
        }
    camera = round(moments[span.last + 1].camera)
    return event | {
        "tower": tower_notation(tower_of(span.pile)),
        "visible_faces": _visible_faces(shot, span.pile, camera),
    }


def _visible_faces(shot: Set, pile: Pile, camera: int) -> list[list[Any]]:
    views = scene_views(shot.scene(pile, camera))
    return [
        [*placement.cell, face]
        for placement, view in zip(pile, views, strict=True)
        for face, (share, _) in view.items()
        if share >= VISIBLE_SHARE
    ]


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@seed_option("Settles the game and all around it.")
@click.option("--name", help="Of the files, without ending; default game_SEED.")
@click.option(
    "--placements", type=click.IntRange(1, 24), default=9, show_default=True, help="Legal placements that stay."
)
@click.option(
    "--fouls", type=COUNT, default=0, help="Illegal placements; each is taken back, but one at the end stays."
)
@click.option("--undos", type=COUNT, default=0, help="Legal placements that are taken back.")
@click.option("--turns", type=COUNT, default=0, help="Cubes turned in place after they were put down.")
@click.option("--reaches", type=COUNT, default=0, help="Hands over the tower that change nothing.")
@click.option("--bumps", type=COUNT, default=0, help="How often the camera is moved.")
@click.option("--reserve", is_flag=True, help="The cubes lie on the mat and beside it before they are placed.")
@film_light_option()
@samples_per_pixel_option(6)
@quality_option()
def sequence(
    folder: Path,
    seed: int,
    name: str | None,
    placements: int,
    fouls: int,
    undos: int,
    turns: int,
    reaches: int,
    bumps: int,
    reserve: bool,
    light: str | None,
    samples_per_pixel: int,
    quality: int,
) -> None:
    """Film a random game into FOLDER, as NAME.mp4 with its truth in NAME.json."""
    plot = Plot(placements, fouls, undos, turns, reaches, bumps)
    try:
        story = random_story(np.random.default_rng([seed, 10]), plot)
    except ValueError as reason:
        raise click.UsageError(str(reason)) from None
    from . import render

    folder.mkdir(parents=True, exist_ok=True)
    click.echo(f"rendering with Mitsuba's {render.use_fastest_variant()}")
    moments, spans = timeline(story)
    shot = random_set(seed, story, moments, light or LIGHT_KINDS[seed % len(LIGHT_KINDS)], reserve)
    name = name or f"game_{seed:06d}"
    write_film(folder, name, sequence_truth(shot, moments, spans), frames(shot, moments, samples_per_pixel), quality)
    click.echo(f"{name}: {len(moments)} frames, {', '.join(span.happening.kind for span in spans)}")


if __name__ == "__main__":
    sequence()
