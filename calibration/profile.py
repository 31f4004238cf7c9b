"""A profile: what was learned of a camera, a light, a set and its rules, as one readable text. Made by `calibrate`.

The text is JSON with a version. A text that cannot be used says why; one of a later version is never guessed at.
"""

import re
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Annotated, Any, Literal, TypeVar

import msgspec
import numpy as np

from rules.games.babel import TYPES, Type2, Type3

from .camera import Lens
from .paints import Paints
from .tile_set import TileSet, TileSize, faces_of_png

#: Stands in every profile, so that no other file is taken for one.
FORMAT = "tower-referee profile"
#: Grows whenever a file of before could be misunderstood.
VERSION = 1

_Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
# An opponent axis of paint over paper: natural logarithms, a factor of e**8 or 3000 at most.
_Axis = Annotated[float, msgspec.Meta(ge=-8, le=8)]
_Spread = Annotated[float, msgspec.Meta(ge=0, le=8)]
_Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
_Pixels = Annotated[int, msgspec.Meta(ge=16, le=100_000)]
_Length = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]
# A tile lies on a square of the mat.
_Squares = Annotated[float, msgspec.Meta(ge=0.1, le=1)]
MOST_LETTERS = 200
"""Of what people call a camera or set."""
_Text = Annotated[str, msgspec.Meta(max_length=MOST_LETTERS)]
NAME_PATTERN = r"^\w([\w .,'\u2019()+&#-]{0,58}[\w,'\u2019()+&#-])?\Z"
"""What a profile can be called, for it is a file's name too."""
NAME_RULE = "up to 60 letters, digits, spaces and - . , ' ( ) + & #, first a letter or digit, and no dot or space last"
"""The same in words."""


class ProfileError(ValueError):
    """A text is no profile that can be used; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class PaintFields:
    """One type's paint in this set.

    Attributes
    ----------
    type : int, 0..4
    deviation : tuple of 3 floats
        How far it lies from the type's usual paint on the axes of `calibration.colours.opponent`, over the mat's white.
    information : float, 0..1
        0 if nothing was learned of this type, 1 if it is known as well as can be.
    spread : tuple of 3 floats
        Standard deviation from cube to cube and face to face on the same axes.
    wear : float, 0..1
        Share of the paint near the edges that is worn off.
    faces : int
        How many faces that was learned from.
    """

    type: Annotated[int, msgspec.Meta(ge=0, le=4)]
    deviation: tuple[_Axis, _Axis, _Axis]
    information: _Share
    spread: tuple[_Spread, _Spread, _Spread]
    wear: _Share
    faces: _Count


@dataclass(frozen=True, slots=True)
class ColourFields:
    """What `calibrate colours` learned.

    Attributes
    ----------
    paints : tuple of PaintFields
        One for each type, in their order.
    white_rgb : tuple of 3 floats, 0..1
        The mat's white in the photos, linear red, green, blue: the light. It is measured anew in each photo that is
        read; here it tells under which light the profile was made.
    mark_radius : float or None
        Radius of the marks' outline, in cube edges; None if it could not be measured.
    photos : int
    held_out_right, held_out_cubes : int
        Of how many cubes the type was read rightly when they were kept out of the learning.
    worst_pair : tuple of 2 ints
        The two types that are hardest to tell apart.
    margin : float
        How far apart those two are, in standard deviations.
    verdict : {"good", "usable", "not usable"}
    """

    paints: Annotated[tuple[PaintFields, ...], msgspec.Meta(min_length=5, max_length=5)]
    white_rgb: tuple[_Share, _Share, _Share]
    mark_radius: Annotated[float, msgspec.Meta(ge=0.05, le=0.5)] | None
    photos: _Count
    held_out_right: _Count
    held_out_cubes: _Count
    worst_pair: tuple[Annotated[int, msgspec.Meta(ge=0, le=4)], Annotated[int, msgspec.Meta(ge=0, le=4)]]
    margin: Annotated[float, msgspec.Meta(ge=0, le=1e6)]
    verdict: Literal["good", "usable", "not usable"]

    @property
    def known_paints(self) -> Paints:
        """The paints as the reader takes them."""
        return Paints(
            np.array([paint.deviation for paint in self.paints], np.float64),
            np.array([paint.information for paint in self.paints], np.float64),
        )

    @property
    def unseen(self) -> tuple[str, ...]:
        """The colours of the types of which no face was in view."""
        return tuple(TYPES[paint.type].colour for paint in self.paints if not paint.faces)

    @property
    def closest(self) -> tuple[str, str]:
        """The colours of `worst_pair`."""
        one, other = self.worst_pair
        return TYPES[one].colour, TYPES[other].colour


@dataclass(frozen=True, slots=True)
class LensFields:
    """What `calibrate camera` learned.

    Attributes
    ----------
    size_wh : tuple of 2 ints
        Width and height in pixels of the pictures that it holds for, and for others of the same shape.
    matrix : 3 x 3 floats
        OpenCV's camera matrix.
    distortion : tuple of 5 floats
        OpenCV's k1, k2, p1, p2, k3.
    model : str
        Which of them were free.
    views : int
    error_px : float
        Root mean square of the reprojection, on views that were kept out of the fit.
    """

    size_wh: tuple[_Pixels, _Pixels]
    matrix: tuple[tuple[_Length, _Length, _Length], ...]
    distortion: tuple[_Length, _Length, _Length, _Length, _Length]
    model: _Text
    views: _Count
    error_px: Annotated[float, msgspec.Meta(ge=0, le=1e6)]

    @property
    def lens(self) -> Lens:
        """The lens for pictures of `size_wh`."""
        return Lens(np.array(self.matrix, np.float64), np.array(self.distortion, np.float64), self.size_wh)


@dataclass(frozen=True, slots=True)
class RuleFields:
    """What `calibrate rules` learned: how the bulges of types 2 and 3 lie in this set; None if it is not known."""

    type2: Type2 | None = None
    type3: Type3 | None = None


@dataclass(frozen=True, slots=True)
class TileFields:
    """What `calibrate tiles` learned of a set of mah-jong tiles.

    Attributes
    ----------
    length, width, height : float
        As in `calibration.tile_set.TileSize`.
    families : str
        The letters of the families of which the faces were learned, in the order of `rules.games.tours.FAMILIES`.
    faces_png : bytes
        All faces in one picture, see `calibration.tile_set.faces_as_png`; Base64 in the file.
    alike : float, 0..1
        How alike the two faces are that are hardest to tell apart; 1 if they are the same.
    """

    length: _Squares
    width: _Squares
    height: _Squares
    families: Annotated[str, msgspec.Meta(pattern=r"^(?=.)b?c?w?\Z")]
    faces_png: bytes
    alike: _Share

    @property
    def tile_set(self) -> TileSet:
        """The set as the reader takes it.

        Raises
        ------
        ValueError
            If `faces_png` is no picture of these families.
        """
        return TileSet(TileSize(self.length, self.width, self.height), faces_of_png(self.faces_png, self.families))


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything that is kept of a camera, a light and a set, under one name.

    Attributes
    ----------
    name : str
    made : str
        When it was last changed: date and time in UTC, as ISO 8601.
    camera, set : str
        What people call them.
    colours : ColourFields or None
    lens : LensFields or None
    rules : RuleFields or None
    tiles : TileFields or None
    """

    name: str
    made: _Text
    camera: _Text = ""
    set: _Text = ""
    colours: ColourFields | None = None
    lens: LensFields | None = None
    rules: RuleFields | None = None
    tiles: TileFields | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing was learned yet."""
        return not (self.colours or self.lens or self.rules or self.tiles)


@dataclass(frozen=True, slots=True)
class _Header:
    format: str = ""
    version: int = 0


_DecodedT = TypeVar("_DecodedT")


def parse_profile(text: bytes | str) -> Profile:
    """Read a profile's text; the counterpart of `profile_text`.

    Raises
    ------
    ProfileError
        If it is no profile, broken, or of a later version.
    """
    header = _decoded(text, _Header, "is no profile")
    if header.format != FORMAT:
        raise ProfileError(f'is no profile (the field "format" must say "{FORMAT}")')
    if header.version > VERSION:
        raise ProfileError(f"is of version {header.version}, and this program knows {VERSION}: update the program")
    if header.version < 1:
        raise ProfileError(f"is a broken profile (there is no version {header.version})")
    profile = _decoded(text, Profile, "is a broken profile")
    _require_sense(profile)
    return profile


def _decoded(text: bytes | str, kind: type[_DecodedT], wrong: str) -> _DecodedT:
    try:
        return msgspec.json.decode(text, type=kind)
    except (RecursionError, msgspec.DecodeError, UnicodeError) as error:
        raise ProfileError(f"{wrong} ({_with_line(str(error), text)})") from error


def _with_line(problem: str, text: bytes | str) -> str:
    """What a decoder says is wrong, with the line in place of its "byte 17"."""
    data = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    return re.sub(r"\(byte ([0-9]+)\)", lambda byte: f"(line {len(data[: int(byte[1]) + 1].splitlines())})", problem)


def _require_sense(profile: Profile) -> None:
    """What the fields' types do not tell."""
    if not re.match(NAME_PATTERN, profile.name):
        raise ProfileError(f"is a broken profile (name: {profile.name[:60]!r} must be {NAME_RULE})")
    try:
        datetime.fromisoformat(profile.made)
    except ValueError as error:
        raise ProfileError(f"is a broken profile (made: {profile.made!r} is no date and time)") from error
    if profile.colours and [paint.type for paint in profile.colours.paints] != [kind.number for kind in TYPES]:
        raise ProfileError("is a broken profile (paints: must be those of types 0 to 4 in this order)")
    if profile.tiles:
        try:
            _ = profile.tiles.tile_set
        except ValueError as error:
            raise ProfileError(f"is a broken profile (tiles: {error})") from error
    if profile.lens is None:
        return
    matrix, (width, height) = profile.lens.matrix, profile.lens.size_wh
    if len(matrix) != 3 or matrix[0][0] <= 0 or matrix[1][1] <= 0 or matrix[2] != (0, 0, 1):
        raise ProfileError("is a broken profile (lens: matrix is no camera matrix)")
    if matrix[0][1] or matrix[1][0]:
        raise ProfileError("is a broken profile (lens: matrix has skew, which no camera of today has)")
    if not (0 <= matrix[0][2] < width and 0 <= matrix[1][2] < height):
        raise ProfileError("is a broken profile (lens: its middle lies outside of the picture)")


def profile_text(profile: Profile) -> str:
    """A profile as text, readable line by line; the counterpart of `parse_profile`.

    Examples
    --------
    >>> parse_profile(profile_text(Profile("kitchen", "2026-01-31T12:00:00Z"))).name
    'kitchen'
    """
    content: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    content |= {field.name: getattr(profile, field.name) for field in fields(profile)}
    return msgspec.json.format(msgspec.json.encode(content), indent=2).decode() + "\n"
