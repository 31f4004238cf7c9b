"""Learns a lens from photos or a video of a board or mat. Called by `calibrate camera`."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.arrays import UInt8Array
from calibration.camera import Lens
from calibration.colours import grey
from calibration.lens_fit import LensFit, NoLens, fit_lens
from calibration.lens_views import LensView, distinct_views, find_view, missing_views
from calibration.locating import MIRRORED
from calibration.profile import LensFields
from referee.errors import InputError, UnreadableError
from referee.photos import load_photo
from referee.videos import is_video_name, open_video, with_square_pixels
from rules.errors import counted

#: Pictures looked at in a video, and views that the fit uses: more make it slower and hardly better.
VIDEO_PICTURES, MOST_LENS_VIEWS = 80, 24


@dataclass(frozen=True, slots=True, eq=False)
class LearnedLens:
    """A lens and what it was learned from.

    Attributes
    ----------
    fields : LensFields
        For pictures as they lie on disk.
    fit : LensFit
    target : str
        "board" or "mat".
    pictures, found : int
        How many pictures were looked at, and in how many of them the target was found.
    missing : tuple of str
        What more pictures should show; nothing if all is there.
    """

    fields: LensFields
    fit: LensFit
    target: str
    pictures: int
    found: int
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture to learn from: grey, its size before it was reduced, and the photo or video that it is of."""

    frame_gray: UInt8Array
    full_size_wh: tuple[int, int]
    path: Path


def count_pictures(paths: Sequence[Path]) -> int:
    """How many pictures `pictures_of` gives at most; for a progress bar."""
    return sum(VIDEO_PICTURES if is_video_name(path) else 1 for path in paths)


def pictures_of(paths: Sequence[Path]) -> Iterator[Picture]:
    """The photos, and pictures from all over each video.

    Raises
    ------
    InputError
        If a file is no photo or video.
    """
    for path in paths:
        if is_video_name(path):
            yield from _video_pictures(path)
        else:
            photo = load_photo(path)
            gray = grey(photo.frame_bgr)
            yield Picture(gray, photo.full_size_wh, path)


def _video_pictures(path: Path) -> Iterator[Picture]:
    if not path.is_file():
        raise InputError(f"{path}: there is no such file")
    video = open_video(path)
    try:
        count = int(video.get(cv2.CAP_PROP_FRAME_COUNT))
        # Some files do not say how long they are: then every tenth of their first 800 pictures.
        step = -(-count // VIDEO_PICTURES) if count > 0 else 10
        given = 0
        for number in range(step * VIDEO_PICTURES):
            if not video.grab():
                break
            if number % step == 0:
                done, frame = video.retrieve()
                if done:
                    given += 1
                    gray = grey(with_square_pixels(np.asarray(frame, np.uint8), video))
                    yield Picture(gray, (gray.shape[1], gray.shape[0]), path)
        if not given:
            raise InputError(f"{path}: no picture of this video can be read; give a whole one such as .mp4, or photos")
    finally:
        video.release()


# A lens that misses views kept out of the fit by more than this, against the picture's longer side, is none: views of
# one camera on a flat sheet are missed by a quarter of it, of two zooms that differ by a third by more.
_WORST = 0.0008


def learn_lens(pictures: Iterable[Picture]) -> LearnedLens:
    """Learn the lens that took these pictures.

    Raises
    ------
    InputError
        If the pictures differ in size.
    UnreadableError
        If too few show a board or mat, or they fit no lens; the message says what to do.
    """
    views, count = _views_in(pictures)
    boards = [view for view in views if view.target == "board"]
    mats = [view for view in views if view.target == "mat"]
    used = boards if len(boards) >= len(mats) else mats
    chosen = distinct_views(used, MOST_LENS_VIEWS)
    fit = fit_lens(chosen)
    if isinstance(fit, NoLens):
        shown = f"the board or the mat is found in {len(views)} of {counted(count, 'picture')}"
        alike = f", {len(used) - len(chosen)} of them from where another is" if len(used) > len(chosen) else ""
        raise UnreadableError(f"no lens can be learned: {shown}{alike}; {fit}")
    missing = missing_views(chosen, fit.rotations)
    fields = _fields(fit, len(chosen))
    _require_one_lens(fit, fields, missing)
    return LearnedLens(fields, fit, chosen[0].target, count, len(used), missing)


def _views_in(pictures: Iterable[Picture]) -> tuple[list[LensView], int]:
    """The views that pictures of one size show, and how many pictures there are; refuses those of a mirror alone."""
    count = 0
    first: Picture | None = None
    views: list[LensView] = []
    is_mirrored = False
    for picture in pictures:
        count += 1
        first = first or picture
        if picture.full_size_wh != first.full_size_wh:
            size, first_size = ("{} x {}".format(*each.full_size_wh) for each in (picture, first))
            remedy = "take all with the same camera held the same way"
            raise InputError(f"{picture.path}: is {size}, and {first.path.name} {first_size}; {remedy}")
        view = find_view(picture.frame_gray)
        if view is not None:
            views.append(view.scaled_to(picture.full_size_wh))
        elif not views and not is_mirrored:
            is_mirrored = find_view(np.asarray(cv2.flip(picture.frame_gray, 1), np.uint8)) is not None
    if is_mirrored and not views:
        raise UnreadableError(f"no lens can be learned: {MIRRORED}")
    return views, count


def _require_one_lens(fit: LensFit, fields: LensFields, missing: Sequence[str]) -> None:
    """Refuse a fit that no single lens explains, or that leaves the focal length open, with what to do about it."""
    if not fit.is_of_one_lens:
        raise UnreadableError(
            f"no lens can be learned: these views tell focal lengths that differ by {fit.focal_scatter:.0%}; take all "
            "with one camera at one zoom, of a sheet that is printed as it is, and stretch none"
        )
    if fields.error_px > _WORST * max(fields.size_wh):
        raise UnreadableError(
            f"no lens can be learned: one lens does not explain these views, {fields.error_px:.1f} px off on some kept "
            "out; lay the sheet flat, and take sharp pictures of it with one camera"
        )
    if not fit.is_well_known:
        wanted = f"still missing: {'; '.join(missing)}" if missing else "add views tilted more strongly"
        raise UnreadableError(f"no lens can be learned: these views leave the focal length open; {wanted}")


def _fields(fit: LensFit, views: int) -> LensFields:
    return LensFields(
        size_wh=fit.lens.size_wh,
        matrix=tuple(_three(row) for row in fit.lens.matrix),
        distortion=_five(fit.lens),
        model=fit.model,
        views=views,
        error_px=round(fit.error_px, 4),
    )


def _three(row: np.ndarray) -> tuple[float, float, float]:
    one, two, three = (float(value) for value in row)
    return one, two, three


def _five(lens: Lens) -> tuple[float, float, float, float, float]:
    k1, k2, p1, p2, k3 = (float(value) for value in lens.distortion)
    return k1, k2, p1, p2, k3
