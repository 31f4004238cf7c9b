"""Measures how pawns on a building of Baubylon are read, against their truth: ``python -m samples.pawn_bench DIR``.

DIR holds photos as `samples.buildings --pawns` makes them; those of one building are read together, and by fewer of
them first, with the building known, as it is in a game. Called by people.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
import numpy as np

from calibration.arrays import BoolArray
from calibration.building_mat import GROUND_SIDE
from calibration.refusal import Unreadable
from referee.photos import load_photo
from referee.verdicts.building import ACCUSE, SeenBuilding
from rules.games.baubylon import parse_building, square_name
from vision.games.baubylon.evidence import PawnReading, heights_of
from vision.games.baubylon.pawn_colours import PAWN_COLOURS
from vision.games.baubylon.reader import joined_pawns, see, see_pawns
from vision.games.baubylon.stacks import StackView

from .bench_output import tell_by_views
from .building_bench import buildings_in
from .known_sets import truth_of
from .pawns import IN_VIEW


@dataclass(frozen=True, slots=True)
class PawnScore:
    """How the pawns on one building were read from so many photos.

    Attributes
    ----------
    building, light : str
    views : int
        Photos that were read together; of these `unread` were not.
    empty, empty_right, empty_wrong : int
        Squares without a pawn of which a photo would show one; where none is told, and where some are.
    stacks, counts_right, counts_wrong : int
        Squares of which a photo shows the top pawn.
    pawns, colours_right, colours_wrong : int
        Pawns in view on squares of which the right number is told.
    whole : int
        Stacks in view of which all is told as it is.
    sure, wrong_though_sure : int
        Squares of which all is told with `ACCUSE`.
    """

    building: str
    light: str
    views: int
    unread: int
    empty: int
    empty_right: int
    empty_wrong: int
    stacks: int
    counts_right: int
    counts_wrong: int
    pawns: int
    colours_right: int
    colours_wrong: int
    whole: int
    sure: int
    wrong_though_sure: int


def measure_pawns(name: str, photos: Sequence[Path]) -> Iterator[PawnScore]:
    """Read the pawns of a building from its first photo, from the first two, and so on."""
    truths = [truth_of(photo) for photo in photos]
    names = played_colours(truths[0]["pawns"])
    for count, (seen, pawns) in enumerate(readings(photos, names), start=1):
        yield _scored(name, truths[:count], pawns, len(seen.left_out))


def readings(photos: Sequence[Path], names: Sequence[str]) -> Iterator[tuple[SeenBuilding, PawnReading | None]]:
    """The pawns of some colours as the first photo of a building shows them, the first two, and so on.

    With the photos that were read; no pawns where none was.
    """
    heights = heights_of(parse_building(truth_of(photos[0])["heights"]))
    seen, stacks = SeenBuilding((), (), (), {}), list[StackView]()
    for path in photos:
        photo = load_photo(path)
        sight = see(photo.frame_bgr, photo.claimed_focal)
        if isinstance(sight, Unreadable):
            seen = replace(seen, left_out={**seen.left_out, path: str(sight)})
        else:
            pose, view = sight
            seen = replace(seen, photos=(*seen.photos, photo), poses=(*seen.poses, pose), views=(*seen.views, view))
            stacks.append(see_pawns(photo.frame_bgr, pose, heights))
        yield seen, joined_pawns(stacks, names) if stacks else None


def played_colours(stacks: Mapping[str, Sequence[str]]) -> list[str]:
    """The colours that are told apart: red, those on the building, and further ones if they are less than six."""
    there = colours_on(stacks)
    others = [colour for colour in PAWN_COLOURS[1:] if colour not in there]
    return [PAWN_COLOURS[0], *there, *others][:7]


def colours_on(stacks: Mapping[str, Sequence[str]]) -> list[str]:
    """The players' colours on a building."""
    return [colour for colour in PAWN_COLOURS[1:] if any(colour in stack for stack in stacks.values())]


def _scored(name: str, truths: Sequence[Mapping[str, Any]], reading: PawnReading | None, unread: int) -> PawnScore:
    stacks, counts = truths[0]["pawns"], dict.fromkeys(PawnScore.__slots__[4:], 0)
    room = np.max([np.array(truth["pawn_room"]).T for truth in truths], axis=0)
    for square in np.ndindex(GROUND_SIDE, GROUND_SIDE):
        stack = tuple(stacks.get(square_name(square), ()))
        shares = [truth["pawns_in_view"].get(square_name(square), ()) for truth in truths]
        in_view = np.max(shares, axis=0) >= IN_VIEW if stack else np.zeros(0, bool)
        told = None if reading is None else reading.stack(square)
        if not stack and room[square] >= IN_VIEW:
            counts["empty"] += 1
            counts["empty_right"] += told == ()
            counts["empty_wrong"] += bool(told)
        if stack and in_view[-1]:
            _count_stack(counts, stack, in_view, told)
        sure = None if reading is None else reading.stack(square, ACCUSE)
        if sure is not None and None not in sure:
            counts["sure"] += 1
            counts["wrong_though_sure"] += sure != stack
    return PawnScore(name, truths[-1]["light"], len(truths), unread, **counts)


def _count_stack(
    counts: dict[str, int], stack: tuple[str, ...], in_view: BoolArray, told: tuple[str | None, ...] | None
) -> None:
    """Count what is told of a stack of which the top pawn is in view."""
    counts["stacks"] += 1
    counts["counts_right"] += told is not None and len(told) == len(stack)
    counts["counts_wrong"] += told is not None and len(told) != len(stack)
    if told is None or len(told) != len(stack):
        return
    shown = [(colour, true) for colour, true, is_shown in zip(told, stack, in_view, strict=True) if is_shown]
    counts["pawns"] += len(shown)
    counts["colours_right"] += sum(colour == true for colour, true in shown)
    counts["colours_wrong"] += sum(colour not in (true, None) for colour, true in shown)
    counts["whole"] += all(colour == true for colour, true in shown)


def figures(scores: Sequence[PawnScore]) -> dict[str, str]:
    """All buildings read from so many photos, in words."""

    def total(name: str) -> int:
        return sum(getattr(score, name) for score in scores)

    return {
        "photos": f"{scores[0].views} of each of {len(scores)} buildings, {total('unread')} not read",
        "squares without pawns right": f"{total('empty_right')} of {total('empty')}, {total('empty_wrong')} wrong",
        "pawns counted right": f"{total('counts_right')} of {total('stacks')} stacks, {total('counts_wrong')} wrong",
        "colours right": f"{total('colours_right')} of {total('pawns')} pawns, {total('colours_wrong')} wrong",
        "stacks wholly right": f"{total('whole')} of {total('stacks')}",
        f"wrong though sure to {ACCUSE}": f"{total('wrong_though_sure')} of {total('sure')}",
    }


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--csv", "csv_path", type=click.Path(dir_okay=False, path_type=Path), help="Write one row for each reading."
)
def pawn_bench(folder: Path, csv_path: Path | None) -> None:
    """Read the pawns in FOLDER from one photo of each building, from two and so on, and say how well."""
    groups = [(name, photos) for name, photos in buildings_in(folder) if "pawns" in truth_of(photos[0])]
    if not groups:
        raise click.ClickException(f"{folder}: holds no photo of a building with pawns and a truth file")
    tell_by_views(groups, "pawns", measure_pawns, figures, csv_path)


if __name__ == "__main__":
    pawn_bench()
