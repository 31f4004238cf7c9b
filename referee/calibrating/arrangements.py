"""Learns how the bulges of a set's black and beige cubes lie. Called by `calibrate rules`."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from calibration.profile import RuleFields
from calibration.refusal import Unreadable
from referee.errors import InputError, UnreadableError
from referee.photos import load_photo, require_distinct
from rules.errors import counted
from rules.games.babel import TYPES
from vision.evidence import CubeEvidence
from vision.games.babel.reader import read
from vision.games.babel.set_arrangements import ArrangementOdds, arrangement_odds


def rule_fields(
    photos: Sequence[Path], type2: str | None, type3: str | None, before: RuleFields | None
) -> tuple[RuleFields, tuple[str, ...]]:
    """How bulges lie: as typed, else as photos show, else as it was known before; and what to say about it.

    Raises
    ------
    UnreadableError
        If a photo shows no tower.
    InputError
        If nothing is typed and the photos settle nothing.
    """
    known = {2: before and before.type2, 3: before and before.type3} | {
        number: typed for number, typed in ((2, type2), (3, type3)) if typed is not None
    }
    remarks = []
    settled = type2 is not None or type3 is not None
    if photos:
        require_distinct(photos)
        for odds in arrangement_odds([cube for path in photos for cube in _cubes(path)]):
            choice = odds.decided()
            remarks.append(_remark(odds, choice))
            if choice is not None and (type2, type3)[odds.type - 2] is None:
                known[odds.type] = choice
                settled = True
    if not settled:
        raise InputError(f"the photos settle nothing: {'; '.join(remarks)}; add photos of other sides, or type it")
    return msgspec.convert({"type2": known[2], "type3": known[3]}, RuleFields), tuple(remarks)


def _cubes(path: Path) -> Sequence[CubeEvidence]:
    photo = load_photo(path)
    reading = read(photo.frame_bgr, focal_hint_px=photo.focal_hint_px)
    if isinstance(reading, Unreadable):
        raise UnreadableError(f"{path}: {reading}")
    return reading.cubes


def _remark(odds: ArrangementOdds, choice: str | None) -> str:
    colour = TYPES[odds.type].colour
    return f"{colour}: {choice or 'not settled'}, from {counted(odds.views, 'view')}"
