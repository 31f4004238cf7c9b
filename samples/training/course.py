"""What every training is told. Made by the command line."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Course:
    """How a network is trained, whichever it is.

    Attributes
    ----------
    folders
        Below them lie the photos that it learns from.
    output
        The ONNX file that is written for OpenCV.
    epochs
        How often it sees each example.
    seed
    jobs
        Processes that work at once.
    start
        The ONNX file that it goes on from, if any.
    """

    folders: tuple[Path, ...]
    output: Path
    epochs: int
    seed: int
    jobs: int
    start: Path | None
