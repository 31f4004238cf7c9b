"""Photos that were edited: made wider or narrower, as by web pages and cameras that fill another format, cropped
round a tower that the camera did not look straight at, or shown in a part of a screenshot. Called by the reader.

Of the mat, which lies flat, such a picture is hardly another than one taken from elsewhere; of cubes it is.
"""

from collections.abc import Iterable

import numpy as np

from calibration.arrays import UInt8Array
from calibration.locating import CROPS, Edit, LocatedMat, edited
from calibration.refusal import Unreadable
from vision.games.babel.standing.one_view import Standing, stand
from vision.screenshots import photo_in_screenshot
from vision.timing import timed

from .tower_place import LEAST_GAIN, looks_like_cubes

# The stretches tried, as logarithms: from 3:4 to 4:3, and then twice round the best.
_LOG_STRETCHES = (-0.3, -0.2, -0.1, 0.1, 0.2, 0.3)
_FINER = (0.05, 0.025)
# Of `CROPS` so many are tried, by which markers lie best, and then the lens's middle twice round the best.
_MOST_CROPS = 9
_FINER_OFFSETS = (0.1, 0.05)
# An edit that explains more by `LEAST_GAIN` is taken if what stands there looks so much like cubes (log-odds of a face,
# in the mean), or if it explains far more (nats): in seven of 842 photos as they are another edit explains up to 18
# more, looking less like cubes, but for two that show a single marker, which tells nothing of edits.
_LIKE_CUBES, _FAR_MORE = 4.5, 30.0
# A part of a screenshot whose middle is no farther off (share of the longer side) makes cubes look hardly otherwise.
_LEAST_OFF = 0.03
_FEWEST_MARKERS = 2


Way = tuple[LocatedMat, Standing]
"""Where a mat lies, and what stands there then."""


def unstretched(frame_bgr: UInt8Array, as_it_is: Way, mat: LocatedMat) -> Way:
    """The mat as it lies if the picture was stretched by as much as lets what stands there look most like cubes.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    as_it_is : LocatedMat and Standing
        What seems to stand where on the mat, in the picture as it is.
    mat : LocatedMat
        As found in this very picture, by a lens that is not known.

    Returns
    -------
    LocatedMat and Standing
        As they were where no edited picture shows clearly more of a tower.
    """
    if not _tells_of_edits(mat):
        return as_it_is
    search = _Search(frame_bgr, as_it_is, mat)
    with timed("search"):
        log_stretch = np.log(search.best_with(Edit(float(np.exp(log))) for log in _LOG_STRETCHES).stretch)
        for step in _FINER:
            finer = (Edit(float(np.exp(log_stretch + change))) for change in (-step, step))
            log_stretch = np.log(search.best_with(finer).stretch)
    return search.found()


def in_screenshot(frame_bgr: UInt8Array, as_it_is: Way, mat: LocatedMat) -> Way:
    """The same if it is a screenshot, and a part of it the photo; see `unstretched`."""
    if not _tells_of_edits(mat):
        return as_it_is
    with timed("search"):
        part, size = photo_in_screenshot(frame_bgr), np.array(frame_bgr.shape[1::-1])
        off_xy = (2 * np.array([part.left, part.top]) + (part.width, part.height) - size) / (2 * size.max())
        if abs(off_xy).max() < _LEAST_OFF:
            return as_it_is
        search = _Search(frame_bgr, as_it_is, mat)
        search.best_with([Edit(1.0, *off_xy.tolist())])
    return search.found()


def uncropped(frame_bgr: UInt8Array, as_it_is: Way, mat: LocatedMat) -> Way:
    """The same if it was cropped more at one side than at the other; see `unstretched`."""
    if not _tells_of_edits(mat):
        return as_it_is
    search = _Search(frame_bgr, as_it_is, mat)
    with timed("search"):
        fits = ((edit, search.fitted(edit)) for edit in CROPS)
        errors_px = {edit: fit.reprojection_error_px for edit, fit in fits if isinstance(fit, LocatedMat)}
        best = search.best_with(sorted(errors_px, key=errors_px.__getitem__)[:_MOST_CROPS])
        for step in _FINER_OFFSETS:
            around = [(best.across - step, best.down), (best.across + step, best.down)]
            around += [(best.across, best.down - step), (best.across, best.down + step)]
            best = search.best_with(Edit(1.0, *off) for off in around)
    return search.found()


def _tells_of_edits(mat: LocatedMat) -> bool:
    """Whether markers enough are seen: what a single one shows fits every edit."""
    return len(mat.sighting.marker_ids) >= _FEWEST_MARKERS


class _Search:
    """What stands on a mat by each edit that was tried, the picture as it is being the first."""

    def __init__(self, frame_bgr: UInt8Array, as_it_is: Way, mat: LocatedMat) -> None:
        self._frame_bgr, self._mat, self._as_it_is = frame_bgr, mat, as_it_is
        self._ways: dict[Edit, Way] = {Edit(): as_it_is}
        self._fits: dict[Edit, LocatedMat | Unreadable] = {}

    def fitted(self, edit: Edit) -> LocatedMat | Unreadable:
        """The mat as it lies by an edit, fitted once."""
        if edit not in self._fits:
            self._fits[edit] = edited(self._mat, edit)
        return self._fits[edit]

    def best_with(self, edits: Iterable[Edit]) -> Edit:
        """The edit by which what stands there looks most like a tower, of those tried and these."""
        for edit in edits:
            if edit not in self._ways and isinstance(there := self.fitted(edit), LocatedMat):
                self._ways[edit] = (there, stand(self._frame_bgr, there.pose))
        return max(self._ways, key=lambda edit: self._ways[edit][1].score)

    def found(self) -> Way:
        """The mat and what stands there by the best edit, or as it is where none is clearly better."""
        best = max(self._ways.values(), key=lambda way: way[1].score)
        gain = best[1].score - self._as_it_is[1].score
        is_clear = gain > _FAR_MORE or (gain > LEAST_GAIN and looks_like_cubes(best[1], _LIKE_CUBES))
        return best if is_clear else self._as_it_is
