"""Reads photos with what a profile knows, as far as it fits what is seen. Called by `check`, `bench` and `watch`."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from calibration.arrays import UInt8Array
from calibration.camera import Lens
from calibration.colours import grey
from calibration.lens_check import fitting_lens
from calibration.mat import BABEL_MAT, Mat
from calibration.paints import FACE_SPREAD, UNKNOWN_PAINTS, log_evidence
from calibration.refusal import Unreadable
from referee.photos import Photo
from rules.games.babel import DEFAULT_OPTIONS
from vision.games.babel.evidence import Reading
from vision.games.babel.telling.known_tower import known_faces
from vision.games.babel.telling.sight import Sight

if TYPE_CHECKING:
    from calibration.profile import ColourFields, LensFields, Profile

# Pictures of one camera have the same shape, rounded pixels aside.
_SHAPE_TOLERANCE = 0.01
# Cubes this sure without a profile show whether its paints are those of the set; fewer faces than this cannot.
_SURE, _LEAST_FACES = 0.97, 6
# Paints are those of another set from these odds on (natural logarithm). Faces of one photo err alike, so each tells
# less than its spread says. Chosen on rendered photos of five sets under six lights and of `develop`: of 302 pairs with
# a stack of the same set, mostly under another light, 4 are beyond; of 7,159 of different sets, many much alike, 8 %.
_LOG_ODDS_OTHER, _TIMES_SPREAD = 15.0, 1.5
# Without a mat the lens is another one if the focal length that the tower tells differs by more than this (natural
# logarithm), unless its faces look like faces by so much more (nats) through the profile's lens, as through one that
# bends lines. Of 44 rendered photos of towers without a mat the one that they tell is off by 0.08 at most.
_OTHER_FOCAL, _CLEARLY_MORE = 0.1, 10.0

#: What is said of a lens that is not used.
OTHER_LENS = "its lens does not fit this photo (zoom, crop or another camera): calibrate camera anew; it was not used"
#: What is said of paints that are not used.
OTHER_SET = (
    "its colours do not fit these cubes (another set, or a poor photo, now or then): calibrate colours anew in good "
    "light; they were not used"
)
#: What is said beside that where the profile's rules are not those of most sets.
RULES_LEFT_OPEN = "how its cubes' bulges lie may be so with that set alone; it is left open"

Reader = Callable[..., Sight | Unreadable]
"""A game's `see`: takes a frame, and by name what is known of the lens."""


@dataclass(frozen=True, slots=True, eq=False)
class ProfileUse:
    """A photo as it was read with a profile.

    Attributes
    ----------
    reading : Reading or Unreadable
    used : tuple of str
        What of the profile was used: "lens", "colours".
    remarks : tuple of str
        What was not used, and why.
    left_open : tuple of str
        The rules that are left open therefore, as `left_open` tells them.
    """

    reading: Reading | Unreadable
    used: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    left_open: tuple[str, ...] = ()


def left_open(profile: "Profile") -> tuple[str, ...]:
    """The rules, as `name=value`, by which cubes are judged that seem to be of another set than the profile's.

    They may be that set's all the same, or those of most sets: a tower that is legal by one of them is not accused.
    """
    rules = {} if profile.rules is None else {"type2": profile.rules.type2, "type3": profile.rules.type3}
    return tuple(f"{name}=both" for name, value in rules.items() if value not in (None, getattr(DEFAULT_OPTIONS, name)))


def without_overruled(profile: "Profile", type2: str | None, type3: str | None) -> "Profile":
    """The profile without those of its rules that a person has decided otherwise, or as well."""
    given = {"type2": type2, "type3": type3}
    return _without_rules(profile, [name for name, value in given.items() if value])


def with_rules_of_a_game(profile: "Profile", type2: str, type3: str) -> "Profile":
    """The profile without those of its rules that a game, which is gone on with, does not go by.

    By the others it goes on, whoever decided them, and leaves them open once the set is seen to be another one.
    """
    gone_by = {"type2": type2, "type3": type3}
    return _without_rules(
        profile, [name for name, value in gone_by.items() if value != getattr(profile.rules, name, None)]
    )


def _without_rules(profile: "Profile", names: Iterable[str]) -> "Profile":
    if profile.rules is None:
        return profile
    return replace(profile, rules=replace(profile.rules, **dict.fromkeys(names)))


def read_with_profile(see: Reader, photo: Photo, profile: "Profile | None") -> ProfileUse:
    """Read a tower, with the lens and the paints of a profile as far as they fit.

    A profile that does not fit, since the camera or the set is another one, is not used, and the remarks say so; where
    the photo cannot tell of the paints, they are used. Its light never is: the mat's white tells that of each photo.
    """
    remarks: list[str] = []
    lens = None
    if profile and profile.lens:
        lens = lens_for(photo.frame_bgr, photo.full_size_wh, profile.lens)
        if isinstance(lens, str):
            remarks.append(lens)
            lens = None
    sight = see(photo.frame_bgr, lens=lens or photo.claimed_focal)
    if lens and (isinstance(sight, Unreadable) or sight.quarters is None):
        # No mat shows then whether the lens is the right one.
        without = see(photo.frame_bgr, lens=photo.claimed_focal)
        if not isinstance(without, Unreadable) and _is_other_lens(sight, without):
            sight, lens = without, None
            remarks.append(OTHER_LENS)
    used = ("lens",) if lens else ()
    if isinstance(sight, Unreadable):
        return ProfileUse(sight, used, tuple(remarks))
    reading = sight.tell()
    if not (profile and profile.colours):
        return ProfileUse(reading, used, tuple(remarks))
    if is_other_set(photo.frame_bgr, reading, profile.colours):
        return ProfileUse(reading, used, (*remarks, *other_set_remarks(profile)), left_open(profile))
    with_paints = replace(sight, paints=profile.colours.known_paints).tell()
    return ProfileUse(with_paints, (*used, "colours"), tuple(remarks))


def other_set_remarks(profile: "Profile") -> tuple[str, ...]:
    """What is said where cubes seem to be of another set than the profile's."""
    return (OTHER_SET, RULES_LEFT_OPEN) if left_open(profile) else (OTHER_SET,)


def _is_other_lens(known: Sight | Unreadable, without: Sight) -> bool:
    """Whether a photo was taken by another lens than the one that is known, as it is seen by that one and without."""
    if isinstance(known, Unreadable):
        return True
    differs = abs(math.log(known.pose.lens.matrix[0, 0] / without.pose.lens.matrix[0, 0])) > _OTHER_FOCAL
    more = float(known.presence_log_odds.sum() - without.presence_log_odds.sum())
    return differs and more < _CLEARLY_MORE


def lens_for(
    frame_bgr: UInt8Array, full_size_wh: tuple[int, int], fields: "LensFields", mat: Mat = BABEL_MAT
) -> Lens | str:
    """The profile's lens for a picture, or why it cannot be used. A camera may be held upright or lying.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    full_size_wh : tuple of int
        Width and height before it was reduced.
    fields : LensFields
    mat : Mat
        That is in view.
    """
    width, height = full_size_wh
    known_width, known_height = fields.size_wh
    lenses = [lens for lens in _either_way_up(fields.lens) if _is_of_shape(lens, full_size_wh)]
    if not lenses:
        return (
            f"its lens is that of pictures of {known_width} x {known_height}, and this one has {width} x {height}: "
            "calibrate camera with such pictures; it was not used"
        )
    frame_height, frame_width = frame_bgr.shape[:2]
    lens = fitting_lens(grey(frame_bgr), [lens.scaled_to((frame_width, frame_height)) for lens in lenses], mat)
    return lens or OTHER_LENS


def _either_way_up(lens: Lens) -> tuple[Lens, ...]:
    """The lens as learned, or, for pictures of another shape, with the camera turned by a quarter either way."""
    width, height = lens.size_wh
    return (lens,) if width == height else (lens, lens.turned(1), lens.turned(3))


def _is_of_shape(lens: Lens, size_wh: tuple[int, int]) -> bool:
    (width, height), (known_width, known_height) = size_wh, lens.size_wh
    return abs(width * known_height / (height * known_width) - 1) <= _SHAPE_TOLERANCE


def is_other_set(frame_bgr: UInt8Array, reading: Reading, colours: "ColourFields") -> bool | None:
    """Whether the paints of cubes that are sure anyway are far likelier those of any set than the profile's.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    reading : Reading
        Of that picture, without the profile's paints.
    colours : ColourFields

    Returns
    -------
    bool or None
        None where too few faces are sure for that, or no mat shows the light.
    """
    if not reading.on_mat:
        return None
    types = {cube.cell: cube.likeliest_type if cube.confidence >= _SURE else None for cube in reading.cubes}
    faces = known_faces(frame_bgr, reading.pose, reading.place, types, (*types, *reading.hidden))
    if faces is None or len(faces.sites) < _LEAST_FACES:
        return None
    usual, known = (
        log_evidence(faces.colours, faces.types, faces.sides, paints, _TIMES_SPREAD * FACE_SPREAD)
        for paints in (UNKNOWN_PAINTS, colours.known_paints)
    )
    return usual - known > _LOG_ODDS_OTHER
