"""The light meter's findings as a person or a program wants them. Called by `calibrate`."""

from collections.abc import Sequence
from typing import Any

from rich.table import Table

from calibration.colours import grey
from calibration.light_meter import LightFinding, worst_verdict
from calibration.locating import LocatedMat, locate_mat
from calibration.refusal import Unreadable
from referee.errors import UnreadableError
from referee.photos import Photo

_STYLES = {"good": "green", "usable": "yellow", "poor": "red"}


def located_in(photo: Photo) -> LocatedMat:
    """The mat in a photo.

    Raises
    ------
    UnreadableError
        If none is found.
    """
    gray = grey(photo.frame_bgr)
    located = locate_mat(gray, lens=photo.claimed_focal)
    if isinstance(located, Unreadable):
        raise UnreadableError(f"{photo.path}: {located}")
    return located


def main_advice(findings: Sequence[LightFinding]) -> str:
    """The advice on the worst finding; empty if all are good."""
    for verdict in ("poor", "usable"):
        for finding in findings:
            if finding.verdict == verdict:
                return finding.advice
    return ""


def light_table(findings: Sequence[LightFinding]) -> Table:
    """One row for each finding."""
    table = Table("", "figure", "verdict", "advice", show_edge=False)
    for finding in findings:
        style = _STYLES[finding.verdict]
        figure = f"{finding.figure:.3g} {finding.unit}"
        table.add_row(finding.name, figure, f"[{style}]{finding.verdict}[/]", finding.advice)
    return table


def light_document(findings: tuple[LightFinding, ...]) -> dict[str, Any]:
    """What `calibrate check --json` prints."""
    return {
        "verdict": worst_verdict(findings),
        "findings": [
            {
                "name": finding.name,
                "figure": finding.figure,
                "unit": finding.unit,
                "verdict": finding.verdict,
                "advice": finding.advice,
            }
            for finding in findings
        ],
    }
