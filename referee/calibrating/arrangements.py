"""Learns how the bulges of a set's black and beige cubes lie. Called by `calibrate rules`."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import msgspec

from calibration.profile import RuleFields
from calibration.refusal import Unreadable
from referee.errors import UnreadableError
from referee.photo_paths import require_no_copies
from referee.photos import load_photo
from referee.progress import shown
from rules.errors import counted
from rules.games.babel import TYPES
from vision.games.babel.evidence import CubeEvidence
from vision.games.babel.reader import read
from vision.games.babel.telling.set_arrangements import ArrangementOdds, arrangement_odds


def rule_fields(
    photos: Sequence[Path], type2: str | None, type3: str | None, before: RuleFields | None
) -> tuple[RuleFields, tuple[str, ...]]:
    """How bulges lie: as typed, else as photos show; and what to say about it, with what was known before.

    Raises
    ------
    UnreadableError
        If a photo shows no tower, or nothing is typed and the photos settle nothing.
    """
    typed = {2: type2, 3: type3}
    kept = {2: before.type2, 3: before.type3} if before else {2: None, 3: None}
    require_no_copies(photos)
    cubes_in = {path: _cubes(path) for path in shown(photos, "reading")}
    unturned = _unturned(cubes_in)
    told = arrangement_odds([cube for path, cubes in cubes_in.items() if path not in unturned for cube in cubes])
    seen = {odds.type: odds.decided() for odds in told}
    remarks = [_remark(odds, typed[odds.type], kept[odds.type]) for odds in told]
    remarks += [
        f"{path}: shows what {before} does, so it was left out; turn cubes over in between"
        for path, before in unturned.items()
    ]
    if not any((*typed.values(), *seen.values())):
        raise UnreadableError(f"the photos settle nothing: {'; '.join(remarks)}; add photos of other sides, or type it")
    known = {f"type{number}": typed[number] or seen[number] for number in typed}
    return msgspec.convert(known, RuleFields), tuple(remarks)


def _cubes(path: Path) -> Sequence[CubeEvidence]:
    photo = load_photo(path)
    reading = read(photo.frame_bgr, lens=photo.claimed_focal)
    if isinstance(reading, Unreadable):
        raise UnreadableError(f"{path}: {reading}")
    return reading.cubes


def _unturned(cubes_in: Mapping[Path, Sequence[CubeEvidence]]) -> dict[Path, Path]:
    """The photos that show nothing but what the one before each does: opposite bulges would soon seem to be settled."""
    positions = {path: _positions(cubes) for path, cubes in cubes_in.items()}
    return {path: before for before, path in pairwise(positions) if positions[before] == positions[path] != frozenset()}


def _positions(cubes: Sequence[CubeEvidence]) -> frozenset[object]:
    """Where the cubes of types that tell something stand, and on which of the faces in view each has its bulges."""
    return frozenset(
        (cube.cell, cube.likeliest_type, frozenset((face.face, face.bulge_probability > 0.5) for face in cube.faces))
        for cube in cubes
        if cube.likeliest_type in (2, 3)
    )


def _remark(odds: ArrangementOdds, typed: str | None, kept: str | None) -> str:
    """How a type's bulges lie from now on, and what the photos say of it."""
    colour, seen, views = TYPES[odds.type].colour, odds.decided(), counted(odds.views, "view")
    if typed is not None:
        against = f"; but the photos say {seen}, from {views}" if seen not in (None, typed) and typed != "both" else ""
        return f"{colour}: {typed}, as typed{against}"
    if seen is not None:
        return f"{colour}: {seen}, from {views}"
    told = f"{colour}: not settled" if kept is None else f"{colour}: {kept}, as before"
    return f"{told}; {views} did not settle it" if odds.views else told
