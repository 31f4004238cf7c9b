"""Learns a set's paints from photos of known towers, and reads the same photos again to see how well that does.

Called by `calibrate colours` and `bench --profiles`. The profile that comes of it is used in `profiles.use`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from calibration.arrays import FloatArray, IntArray
from calibration.colour_margin import face_spreads, worst_pair
from calibration.light_meter import Verdict, measure_light, worst_verdict
from calibration.paints import Paints, estimate_paints
from calibration.profile import ColourFields, PaintFields
from rules.games.babel import TYPES, Cell, Face
from vision.games.babel.telling.known_tower import worn_share

from .known_photos import KnownPhoto
from .light import main_advice

#: Cubes are kept out of the learning in at most so many parts.
_FOLDS = 6
# Types as far apart as this, in standard deviations of one face, are told apart; nearer than the second they are not.
_GOOD_MARGIN, _LEAST_MARGIN = 3.0, 1.5
# Chosen: of more cubes than this wrong, the colours cannot be relied on.
_MOST_WRONG = 0.2
# Chosen: with fewer types learned, most of what the margin is taken from is only usual.
_LEAST_TYPES = 3
# Radii of the marks (edges) that are told of one set lie within this: 0.03 at most in 57 rendered photos of ten sets.
_SAME_MARKS = 0.05


@dataclass(frozen=True, slots=True)
class HeldOut:
    """A cube that was kept out of the learning and read again.

    Attributes
    ----------
    true, said : int
        Its type, and the likeliest one as read.
    """

    true: int
    said: int

    @property
    def is_right(self) -> bool:
        """Whether it was read rightly."""
        return self.said == self.true


@dataclass(frozen=True, slots=True)
class LearnedColours:
    """The paints of a set, and how well they are known.

    Attributes
    ----------
    fields : ColourFields
        As they are kept in a profile.
    verdict : str
        In plain words, with what to do about it.
    doubts : tuple of str
        Sentences about photos that may teach little, or seem to be of different sets.
    """

    fields: ColourFields
    verdict: str
    doubts: tuple[str, ...]


def learn_colours(photos: Sequence[KnownPhoto], held_out: Sequence[HeldOut]) -> LearnedColours:
    """Everything that photos teach of a set.

    Parameters
    ----------
    photos : sequence of KnownPhoto
        At least one.
    held_out : sequence of HeldOut
        Their cubes, each read by what the others teach.
    """
    lights = [_light_of(photo) for photo in photos]
    fields = _colour_fields(photos, held_out, is_well_lit=any(verdict != "poor" for verdict, _ in lights))
    of_the_worst = (advice for worst in ("poor", "usable") for verdict, advice in lights if verdict == worst)
    poor = (
        f"{photo.photo.path}: the photo is poor, and may teach little: {advice}"
        for photo, (verdict, advice) in zip(photos, lights, strict=True)
        if verdict == "poor"
    )
    return LearnedColours(fields, verdict_line(fields, next(of_the_worst, "")), (*_mixed_sets(photos), *poor))


def _light_of(known: KnownPhoto) -> tuple[Verdict, str]:
    """Whether a photo is good enough to learn paints from, and the advice on what is worst about it."""
    if known.reading.colourless:
        return "poor", "hardly any colour shows: use no filter, and white light"
    findings = measure_light(known.photo.frame_bgr, known.mat)
    return worst_verdict(findings), main_advice(findings)


def learn_paints(photos: Sequence[KnownPhoto], kept_out: frozenset[tuple[int, Cell]] = frozenset()) -> Paints:
    """The paints of the set, cubes that are kept out (number of the photo and cell) left aside."""
    return estimate_paints(*_gathered(photos, kept_out))


def _gathered(
    photos: Sequence[KnownPhoto], kept_out: frozenset[tuple[int, Cell]] = frozenset()
) -> tuple[FloatArray, IntArray, IntArray]:
    """Colours, types and lights of all faces: one light for each side in each photo."""
    colours, types, lights = [np.empty((0, 3))], [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for number, photo in enumerate(photos):
        keep = np.array([(number, site.cell) not in kept_out for site in photo.faces.sites], np.bool_)
        colours.append(photo.faces.colours[keep])
        types.append(photo.faces.types[keep])
        lights.append(photo.faces.sides[keep] + len(Face) * number)
    return np.concatenate(colours), np.concatenate(types), np.concatenate(lights)


def held_out_parts(photos: Sequence[KnownPhoto]) -> tuple[frozenset[tuple[int, Cell]], ...]:
    """Cubes to keep out of the learning together: each photo of several, else each cube of one, in a few parts."""
    if len(photos) > 1:
        return tuple(frozenset((number, cell) for cell in photo.types) for number, photo in enumerate(photos))
    cubes = sorted({(0, site.cell) for site in photos[0].faces.sites})
    return tuple(frozenset(cubes[part::_FOLDS]) for part in range(min(_FOLDS, len(cubes))))


def read_held_out(photos: Sequence[KnownPhoto], part: frozenset[tuple[int, Cell]]) -> tuple[HeldOut, ...]:
    """Read the cubes of one part with what the others teach."""
    paints = learn_paints(photos, part)
    answers = []
    for number in sorted({number for number, _ in part}):
        photo = photos[number]
        for cube in replace(photo.sight, paints=paints).tell().cubes:
            true = photo.types.get(cube.cell)
            if (number, cube.cell) in part and true is not None:
                answers.append(HeldOut(true, cube.likeliest_type))
    return tuple(answers)


def _colour_fields(photos: Sequence[KnownPhoto], held_out: Sequence[HeldOut], is_well_lit: bool) -> ColourFields:
    """Everything that the photos teach of the set, as it is kept in a profile; good only if one is not poor itself."""
    gathered = _gathered(photos)
    paints = estimate_paints(*gathered)
    spreads = face_spreads(*gathered, paints)
    one, other, margin = worst_pair(paints, spreads)
    right = sum(answer.is_right for answer in held_out)
    faces = np.bincount(gathered[1], minlength=len(TYPES))
    seen = [photo.faces for photo in photos]
    return ColourFields(
        paints=tuple(
            PaintFields(
                type=kind.number,
                deviation=_three(paints.deviations[kind.number]),
                information=float(paints.information[kind.number]),
                spread=_three(spreads[kind.number]),
                wear=round(worn_share(seen, paints.colours, kind.number), 3),
                faces=int(faces[kind.number]),
            )
            for kind in TYPES
        ),
        white_rgb=_three(np.clip(np.mean([photo.faces.white for photo in photos], axis=0), 0, 1)),
        mark_radius=_radius(photos),
        photos=len(photos),
        held_out_right=right,
        held_out_cubes=len(held_out),
        worst_pair=(one, other),
        margin=margin,
        verdict=_verdict(right, len(held_out), margin, int((faces > 0).sum()), is_well_lit),
    )


def _three(values: FloatArray) -> tuple[float, float, float]:
    one, two, three = (round(float(value), 4) for value in values)
    return one, two, three


def _radius(photos: Sequence[KnownPhoto]) -> float | None:
    radii = _radii(photos)
    return round(float(np.median(radii)), 4) if radii else None


def _radii(photos: Sequence[KnownPhoto]) -> list[float]:
    """The radius of the marks in each photo that tells one, in cube edges."""
    return [photo.mark_radius for photo in photos if photo.mark_radius is not None]


def _mixed_sets(photos: Sequence[KnownPhoto]) -> Iterator[str]:
    """That the photos seem to be of different sets, by the size of their marks."""
    radii = _radii(photos)
    if radii and max(radii) - min(radii) > _SAME_MARKS:
        yield (
            f"the photos seem to be of different sets: their marks have a radius of {min(radii):.2f} to "
            f"{max(radii):.2f} of an edge; give those of one set"
        )


def _verdict(
    right: int, cubes: int, margin: float, types: int, is_well_lit: bool
) -> Literal["good", "usable", "not usable"]:
    """On so many cubes right, when kept out of the learning, and so many types learned."""
    if right == cubes and margin >= _GOOD_MARGIN and types == len(TYPES) and is_well_lit:
        return "good"
    is_usable = cubes - right <= _MOST_WRONG * cubes and margin >= _LEAST_MARGIN and types >= _LEAST_TYPES
    return "usable" if is_usable else "not usable"


def verdict_line(colours: ColourFields, advice: str) -> str:
    """The verdict in plain words, with what to do about it.

    Parameters
    ----------
    colours : ColourFields
    advice : str
        What the light meter advises; empty if the light is good.
    """
    if colours.verdict == "good":
        return "good"
    reasons, remedy = [], advice or "add a photo from another side, or move the lamp"
    if colours.margin < _GOOD_MARGIN:
        reasons.append(f"{' and '.join(colours.closest)} are close")
    if unseen := colours.unseen:
        reasons.append(
            f"{', '.join(unseen)} {'was' if len(unseen) == 1 else 'were'} not in view, or cut off by the exposure"
        )
        remedy = advice or "add a photo from another side, or exposed otherwise"
    wrong = colours.held_out_cubes - colours.held_out_right
    if wrong:
        reasons.append(f"{wrong} of {colours.held_out_cubes} cubes {'was' if wrong == 1 else 'were'} read wrongly")
        remedy = f"see whether the cubes stand as was told; {remedy}"
    if not reasons:
        reasons.append("the photo is poor" if colours.photos == 1 else "the photos are poor")
    return f"{colours.verdict}: {'; '.join((*reasons, remedy))}"
