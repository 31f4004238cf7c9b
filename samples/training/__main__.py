"""The command ``python -m samples.training``."""

from pathlib import Path

import click

from .course import Course

FOLDERS = click.argument(
    "folders", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path)
)
OUTPUT = click.option(
    "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="ONNX file to write."
)
START = click.option(
    "--start", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Go on from this ONNX file."
)
SEED = click.option("--seed", default=1, show_default=True)
KEPT = click.option(
    "--kept", type=click.FloatRange(0, 1), default=0.5, show_default=True, help="Share of --start in the result."
)
JOBS = click.option("--jobs", default=2, show_default=True, help="Processes that work at once.")


@click.group()
def main() -> None:
    """Train the reader's networks on photos with truth files."""


@main.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--count", default=1000, show_default=True, help="How many towers; six photos each.")
@click.option("--seed", default=1_000_000, show_default=True, help="Seed of the first tower; each next one counts up.")
@JOBS
def scenes(folder: Path, count: int, seed: int, jobs: int) -> None:
    """Render photos of towers to learn from, cropped: python -m samples.training scenes rendered/crops"""
    from .scenes import render_scenes

    render_scenes(folder, count, seed, jobs)


@main.command()
@FOLDERS
@OUTPUT
@SEED
@click.option(
    "--look", type=click.Choice(["first", "close"]), default="first", show_default=True, help="Which network."
)
@click.option("--epochs", default=30, show_default=True)
@click.option("--copies", default=2, show_default=True, help="Cuts of each photo, each a little misplaced.")
@JOBS
@START
@KEPT
@click.option(
    "--shapes",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Begin with what a tower network knows of shapes; for the close look.",
)
def faces(
    folders: tuple[Path, ...],
    output: Path,
    look: str,
    epochs: int,
    copies: int,
    seed: int,
    jobs: int,
    start: Path | None,
    kept: float,
    shapes: Path | None,
) -> None:
    """Train a face network: python -m samples.training faces rendered/ --output vision/faces.onnx"""
    from .face_examples import LESSONS
    from .faces import train_faces

    course = Course(folders, output, epochs, seed, jobs, start)
    train_faces(course, LESSONS[look], copies=copies, kept=kept, shapes=shapes)


@main.command()
@FOLDERS
@OUTPUT
@SEED
@click.option("--epochs", default=10, show_default=True)
@click.option("--copies", default=8, show_default=True, help="Poses with which each photo is cut, each a little off.")
@JOBS
@START
def edges(
    folders: tuple[Path, ...], output: Path, epochs: int, copies: int, seed: int, jobs: int, start: Path | None
) -> None:
    """Train the edge network: python -m samples.training edges rendered/ --output vision/edges.onnx"""
    from .edges import train_edges

    train_edges(Course(folders, output, epochs, seed, jobs, start), copies)


@main.command()
@FOLDERS
@OUTPUT
@SEED
@click.option("--epochs", default=60, show_default=True)
@click.option("--members", default=1, show_default=True, help="Networks to train; the reader takes their mean.")
@JOBS
@START
@click.option("--rate", type=float, help="Learning rate at its highest; by default less with --start.")
@KEPT
def towers(
    folders: tuple[Path, ...],
    output: Path,
    epochs: int,
    seed: int,
    members: int,
    jobs: int,
    start: Path | None,
    rate: float | None,
    kept: float,
) -> None:
    """Train the tower networks: python -m samples.training towers rendered/ --output vision/towers.onnx"""
    from .towers import train_towers

    course = Course(folders, output, epochs, seed, jobs, start)
    train_towers(course, members=members, rate=rate, kept=kept)


@main.command()
@FOLDERS
@OUTPUT
@SEED
@click.option("--epochs", default=60, show_default=True)
@JOBS
@START
def boards(folders: tuple[Path, ...], output: Path, epochs: int, seed: int, jobs: int, start: Path | None) -> None:
    """Train the board network: python -m samples.training boards rendered/ --output vision/boards.onnx"""
    from .boards import train_boards

    train_boards(Course(folders, output, epochs, seed, jobs, start))


@main.command()
@FOLDERS
@OUTPUT
@SEED
@click.option("--epochs", default=40, show_default=True)
@JOBS
@START
def buildings(folders: tuple[Path, ...], output: Path, epochs: int, seed: int, jobs: int, start: Path | None) -> None:
    """Train the building network: python -m samples.training buildings rendered/ --output vision/buildings.onnx"""
    from .buildings import train_buildings

    train_buildings(Course(folders, output, epochs, seed, jobs, start))


@main.command()
@FOLDERS
@OUTPUT
@SEED
@click.option("--epochs", default=40, show_default=True)
@JOBS
@START
def pawns(folders: tuple[Path, ...], output: Path, epochs: int, seed: int, jobs: int, start: Path | None) -> None:
    """Train the pawn network: python -m samples.training pawns rendered/ --output vision/pawns.onnx"""
    from .pawns import train_pawns

    train_pawns(Course(folders, output, epochs, seed, jobs, start))


if __name__ == "__main__":
    main()
