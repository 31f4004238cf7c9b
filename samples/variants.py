"""The command that makes others of finished photos, whatever becomes of them: that of `covers`, `casts` and `edits`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click


def variants_command(make_variants: Callable[[Path, Path, int], None]) -> click.Command:
    """The command that makes something of every photo in a folder.

    Parameters
    ----------
    make_variants : callable
        Takes a photo, which has its truth file beside it, the folder to write into, and the photo's seed. What it says
        of itself is the command's help.
    """

    @click.command(help=make_variants.__doc__)
    @click.argument("photos", type=click.Path(exists=True, file_okay=False, path_type=Path))
    @click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
    @click.option("--seed", default=0, show_default=True, help="Seed of the first photo; each next one counts up.")
    def command(photos: Path, folder: Path, seed: int) -> None:
        for number, path in enumerate(sorted(photos.glob("*.jpg")), start=seed):
            if not path.with_suffix(".json").is_file():
                raise click.ClickException(f"{path}: has no truth file beside it")
            make_variants(path, folder, number)
            click.echo(path.stem)

    return command
