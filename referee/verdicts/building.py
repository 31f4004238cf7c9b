"""From photos of a building of Baubylon to the verdict on it, in named steps. Called by `check`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from pathlib import Path

import numpy as np

from calibration.arrays import FloatArray
from calibration.building_mat import GROUND_SIDE
from calibration.camera import CameraPose
from calibration.refusal import Unreadable
from referee.photos import Photo, load_photo
from rules.errors import listed_few
from rules.game import Fault, Verdict
from rules.games.baubylon import Building, Options, Square, fairness, height_map, square_name, with_blocks
from vision.games.baubylon.building_network import quarters_to_south
from vision.games.baubylon.evidence import BuildingReading
from vision.games.baubylon.reader import joined, see
from vision.games.baubylon.sightlines import TopsInView
from vision.games.baubylon.standing import HIDDEN, View

from .photo_check import may_be

#: A fault is spoken out only if the camera is so sure of every square.
ACCUSE = 0.999
# So many ways to fill the squares that are not told are looked through at most.
_MOST_FILLINGS = 300
# A photo that denies more of the tops that it would show is of another building: rendered ones of one building deny up
# to 0.29, those of another from 0.41 on.
_MOST_DENIED = 0.35
#: The sides of the ground, by how many quarters the world is turned until a camera there stands in the South.
_SIDES = ("South", "West", "North", "East")
# The way to a camera on each of them that looks down at 45 degrees, of length one.
_WAYS = np.array([[0, -1, 1], [-1, 0, 1], [0, 1, 1], [1, 0, 1]]) / np.sqrt(2)


@dataclass(frozen=True, slots=True, eq=False)
class BuildingCheck:
    """A building as its photos show it, and the verdict on it.

    Attributes
    ----------
    photos : tuple of Photo
        Those that were read, at least one, as `reading.poses`.
    left_out : mapping of Path to str
        Those that were not, with the reason.
    reading : BuildingReading
    options : Options
        The rule set with the building; a square that is not sure is the table there.
    unknown : tuple of Square
        The squares that are not sure.
    verdict : Verdict
    faults : tuple of Fault
        What is proven.
    warnings : tuple of Fault
        What may spoil the game but breaks no rule.
    reasons : tuple of str
        What could not be told, in sentences.
    """

    photos: tuple[Photo, ...]
    left_out: Mapping[Path, str]
    reading: BuildingReading
    options: Options
    unknown: tuple[Square, ...]
    verdict: Verdict
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class SeenBuilding:
    """Photos of one building, at least one, with where each was taken and what it tells of heights.

    ``left_out`` holds those that cannot be read, with the reason.
    """

    photos: tuple[Photo, ...]
    poses: tuple[CameraPose, ...]
    views: tuple[View, ...]
    left_out: Mapping[Path, str]


def check_building(paths: Sequence[Path], options: Options) -> BuildingCheck | Unreadable:
    """Load photos of one building, taken from different sides, read it and judge it.

    Parameters
    ----------
    paths : sequence of Path
        At least one.
    options : Options
        The rule set; its building gives way to that of the photos.

    Returns
    -------
    BuildingCheck or Unreadable
        Photos that cannot be read are left out; if none is left, why the first one cannot.

    Raises
    ------
    PhotoError
        If a file cannot be used as a photo.
    """
    seen = see_building(paths)
    if isinstance(seen, Unreadable):
        return seen
    return judge_building(seen.photos, seen.left_out, joined(seen.poses, seen.views), options)


def see_building(paths: Sequence[Path]) -> SeenBuilding | Unreadable:
    """Load photos of one building and see what each of them tells; why the first one cannot be read if none can.

    Raises
    ------
    PhotoError
        If a file cannot be used as a photo.
    """
    photos, poses, views = [], [], []
    unread: dict[Path, Unreadable] = {}
    for path in paths:
        photo = load_photo(path)
        seen = see(photo.frame_bgr, photo.claimed_focal)
        if isinstance(seen, Unreadable):
            unread[path] = seen
            continue
        photos.append(photo)
        poses.append(seen[0])
        views.append(seen[1])
    if not photos:
        return next(iter(unread.values()))
    return SeenBuilding(tuple(photos), tuple(poses), tuple(views), {path: str(why) for path, why in unread.items()})


def judge_building(
    photos: Sequence[Photo], left_out: Mapping[Path, str], reading: BuildingReading, options: Options
) -> BuildingCheck:
    """The verdict on what photos show of a building; see `check_building`."""
    options = replace(options, building=str(seen_building(reading)))
    told = BuildingCheck(tuple(photos), left_out, reading, options, reading.unsure(), "undetermined")
    strange = tuple(strange_in_words(photos, reading))
    if told.unknown and not strange and _is_fair_anyway(told):
        return replace(told, verdict="legal", reasons=(_anyway_in_words(told.unknown),))
    unknown = _unknown_in_words(reading, told.unknown) if told.unknown else ()
    if reasons := (*strange, *unknown):
        return replace(told, reasons=reasons)
    judged = fairness(options)
    if not judged.faults:
        return replace(told, verdict="legal", warnings=judged.warnings)
    if reading.unsure(ACCUSE):
        return replace(told, warnings=judged.warnings, reasons=may_be(judged.faults))
    return replace(told, verdict="illegal", faults=judged.faults, warnings=judged.warnings)


def _is_fair_anyway(told: BuildingCheck) -> bool:
    """Whether a building is fair however high the squares are that are not told, as far as blocks make such heights."""
    likely = [np.flatnonzero(told.reading.chances[square] >= 1 - ACCUSE).tolist() for square in told.unknown]
    if prod(map(len, likely)) > _MOST_FILLINGS:
        return False
    heights = dict(zip(told.options.built.squares, told.options.built.heights, strict=True))
    filled = [
        Building(GROUND_SIDE, GROUND_SIDE, tuple((heights | ways).values())) for ways in _ways(told.unknown, likely)
    ]
    made = [building for building in filled if told.options.support == "half" or with_blocks(building)]
    return bool(made) and not any(fairness(replace(told.options, building=str(one))).faults for one in made)


def _ways(squares: Sequence[Square], heights: Sequence[Sequence[int]]) -> Iterator[dict[Square, int]]:
    """All ways to give squares one of their heights each."""
    return (dict(zip(squares, way, strict=True)) for way in product(*heights))


def seen_building(reading: BuildingReading) -> Building:
    """The heights of the whole printed ground, the table where they are not sure."""
    return height_map([[height or 0 for height in row] for row in height_rows(reading)])


def height_rows(reading: BuildingReading) -> list[list[int | None]]:
    """The storeys of each square, the Northern row first, None where they are not sure."""
    return [[reading.height((x, y)) for x in range(GROUND_SIDE)] for y in reversed(range(GROUND_SIDE))]


def strange_in_words(photos: Sequence[Photo], reading: BuildingReading) -> Iterator[str]:
    """Which photos hardly show the building of a reading, in sentences."""
    for photo, denied in zip(photos, reading.denied, strict=True):
        if denied > _MOST_DENIED:
            yield (
                f"{photo.path.name} hardly fits the others, and seems to show another building, or this one before or "
                "after a change; take all photos anew."
            )


def _anyway_in_words(unknown: Sequence[Square]) -> str:
    it = "that is" if len(unknown) == 1 else "they are"
    return f"It is not sure how high {_are(unknown)}; however high {it}, the building is fair."


def _unknown_in_words(reading: BuildingReading, unknown: Sequence[Square]) -> Iterator[str]:
    """Of which squares it is not told how high they are, and which photo would tell, in sentences."""
    hidden = [square for square in unknown if reading.shares[square] < HIDDEN]
    unclear = [square for square in unknown if square not in hidden]
    if hidden:
        side = side_that_shows(reading, hidden)
        advice = f"take one from the {side}" if side else "take one from higher up"
        yield f"No photo shows how high {_are(hidden)}; {advice}."
    if unclear:
        side = side_that_shows(reading, unclear)
        advice = f"another photo, from the {side}, tells more" if side else "a sharper photo tells more"
        yield f"It is not sure how high {_are(unclear)}; {advice}."


def _are(squares: Sequence[Square]) -> str:
    return f"{listed_few(list(map(square_name, squares)))} {'is' if len(squares) == 1 else 'are'}"


def side_that_shows(reading: BuildingReading, squares: Sequence[Square]) -> str | None:
    """From which side a photo would show most of some squares, of those without one; None if that is nothing."""
    shown = {side: sum(float(shares[square]) for square in squares) for side, shares in _further_views(reading).items()}
    best = max(shown, key=lambda side: shown[side], default=None)
    return best if best is not None and shown[best] > 0 else None


def _further_views(reading: BuildingReading) -> dict[str, FloatArray]:
    """For each side from which there is no photo, how much of each top would be in view from there, by column and row,
    if the building stands as is likeliest; sides opposite to a photo first, which show the most that is new."""
    taken = {quarters_to_south(pose.centre) for pose in reading.poses}
    distance = float(np.mean([np.linalg.norm(pose.centre) for pose in reading.poses]))
    heights = reading.chances.argmax(axis=-1).T.ravel()
    free = sorted({*range(4)} - taken, key=lambda side: (side + 2) % 4 not in taken)
    return {
        _SIDES[side]: TopsInView.of(distance * _WAYS[side]).shares(heights).reshape(GROUND_SIDE, GROUND_SIDE).T
        for side in free
    }
