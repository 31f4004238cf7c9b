"""Files that matplotlib draws: the same figure is the same file. Called by sheets and by pictures of buildings."""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

from referee.replacing import MADE_BY

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# No dates, no versions of programs and no random identifiers.
_METADATA: dict[str, dict[str, Any]] = {
    "pdf": {"CreationDate": None, "Producer": None, "Creator": MADE_BY},
    "svg": {"Date": None, "Creator": MADE_BY},
    "png": {"Software": MADE_BY},
}
FILE_FORMATS = tuple(_METADATA)


@contextmanager
def drawing(svg_letters: Literal["path", "none"]) -> Iterator[None]:
    """Within it figures are made and kept, whatever the user's own settings of matplotlib are.

    With one font, whose letters are outlines in an SVG, or text ("none").
    """
    import matplotlib as mpl

    settings: dict[Any, Any] = {
        "svg.hashsalt": "tower-referee",
        "svg.fonttype": svg_letters,
        "pdf.fonttype": 42,
        "font.family": "DejaVu Sans",
    }
    # matplotlib refuses what is no number there, though no date is written.
    date = os.environ.pop("SOURCE_DATE_EPOCH", None)
    try:
        with mpl.rc_context():
            mpl.rcdefaults()
            mpl.rcParams.update(settings)
            yield
    finally:
        if date is not None:
            os.environ["SOURCE_DATE_EPOCH"] = date


def file_of(figure: "Figure", file_format: str, dpi: float, title: str) -> bytes:
    """A figure as a file of one of `FILE_FORMATS`, with its title in it; call it within `drawing`."""
    target = io.BytesIO()
    figure.savefig(target, format=file_format, dpi=dpi, metadata={**_METADATA[file_format], "Title": title})
    return target.getvalue()
