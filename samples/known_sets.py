"""Gets to know rendered sets of tiles, each by photos of its families. Called by tile_bench and table_live_bench."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from calibration.tile_set import TileSet, TileSize
from referee.calibrating.tiles import learn_tiles
from referee.errors import UnreadableError
from rules.games.tours import FAMILIES

#: A square with as much of its top, or of its ground, in view counts as such; the others are hidden.
IN_VIEW = 0.6


def family_photos(folder: Path, name: str) -> dict[str, Path]:
    """Where the photos lie by which a set of this name gets known, by the families' letters.

    Raises
    ------
    click.ClickException
        If one of them is missing, or its truth file.
    """
    photos = {letter: folder / f"{name}_{words}.jpg" for letter, words in FAMILIES.items()}
    for photo in photos.values():
        if not (photo.is_file() and photo.with_suffix(".json").is_file()):
            raise click.ClickException(f"{photo}: is missing, or its truth file; the set gets known by it")
    return photos


def known_set(families: Mapping[str, Path]) -> TileSet | None:
    """Get to know a set whose tiles' true size is given; None, and why on standard error, if a photo does not do."""
    size = TileSize(*truth_of(families["b"])["tile_size"])
    try:
        return learn_tiles(families.items(), size)
    except UnreadableError as error:
        click.echo(error, err=True)
        return None


def truth_of(photo: Path) -> dict[str, Any]:
    """The content of a photo's truth file."""
    truth: dict[str, Any] = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))
    return truth
