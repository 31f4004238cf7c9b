"""The command ``python -m samples.training``."""

from pathlib import Path

import click

FOLDERS = click.argument(
    "folders", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path)
)
OUTPUT = click.option(
    "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="ONNX file to write."
)
SEED = click.option("--seed", default=1, show_default=True)


@click.group()
def main() -> None:
    """Train the reader's networks on photos with truth files."""


@main.command()
@FOLDERS
@OUTPUT
@SEED
@click.option("--epochs", default=16, show_default=True)
@click.option("--copies", default=2, show_default=True, help="Cuts of each photo, each a little misplaced.")
def faces(folders: tuple[Path, ...], output: Path, epochs: int, copies: int, seed: int) -> None:
    """Train the face network: python -m samples.training faces rendered/ --output vision/faces.onnx"""
    from .faces import train_faces

    train_faces(folders, output, epochs, copies, seed)


@main.command()
@FOLDERS
@OUTPUT
@SEED
@click.option("--epochs", default=80, show_default=True)
def types(folders: tuple[Path, ...], output: Path, epochs: int, seed: int) -> None:
    """Train the type network: python -m samples.training types rendered/ --output vision/types.onnx"""
    from .types import train_types

    train_types(folders, output, epochs, seed)


if __name__ == "__main__":
    main()
