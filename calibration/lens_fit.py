"""Learns a lens from views of a flat target: the simplest model that holds on views kept out of the fit.

Called by `calibrate camera`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from .arrays import FloatArray
from .camera import Lens, plain_lens
from .lens_views import TILTED_DEG, LensView
from .refusal import Refusal
from .rotation import rotation_of

#: Fewer views than this leave none to judge on.
LEAST_VIEWS = 4
_FOLDS = 4
# A model with more freedom must be better by this much on views kept out of the fit, or it learns their noise.
_WORTH_IT = 0.97
# Chosen: a focal length less certain than this shows as a tower that leans.
_LARGEST_FOCAL_DOUBT = 0.01
# Of 18 rendered series of one camera, sheets that bow, blur and noise among them, the views' focal lengths scatter by
# 0.015 at most; those of two zooms that differ by 8 % scatter by 0.038, by 15 % by 0.068.
_LARGEST_FOCAL_SCATTER = 0.025
# No view tells its focal length better than so: corners err together where the sheet bows.
_LEAST_FOCAL_SIGMA = 0.01


@dataclass(frozen=True, slots=True)
class _Model:
    """Which parameters of the lens are free, in words and as OpenCV's flags."""

    name: str
    flags: int


_RADIAL = cv2.CALIB_FIX_K1, cv2.CALIB_FIX_K2, cv2.CALIB_FIX_K3
_PLAIN = cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_FIX_PRINCIPAL_POINT | cv2.CALIB_ZERO_TANGENT_DIST
_CENTRED = cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_ZERO_TANGENT_DIST
#: From the simplest on; each has the freedom of those before it.
_MODELS = (
    _Model("no distortion", _PLAIN | _RADIAL[0] | _RADIAL[1] | _RADIAL[2]),
    _Model("distortion k1", _PLAIN | _RADIAL[1] | _RADIAL[2]),
    _Model("distortion k1, k2", _PLAIN | _RADIAL[2]),
    _Model("distortion k1, k2, own centre", _CENTRED | _RADIAL[2]),
    _Model("distortion k1, k2, k3, p1, p2, own centre", cv2.CALIB_FIX_ASPECT_RATIO),
)
_FIXED = cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_FIX_PRINCIPAL_POINT | cv2.CALIB_FIX_TANGENT_DIST
# All else of the lens is as given.
_FOCAL_ALONE = _Model("focal length alone", _FIXED | _RADIAL[0] | _RADIAL[1] | _RADIAL[2])


@dataclass(frozen=True, slots=True, eq=False)
class LensFit:
    """A lens, and how well it is known.

    Attributes
    ----------
    lens : Lens
    model : str
        Which parameters were free.
    error_px : float
        Root mean square of the reprojection, over views kept out of the fit.
    focal_doubt : float
        Standard deviation of the focal length, as a share of it.
    focal_scatter : float
        Standard deviation between the focal lengths that tilted views tell each by itself, as a share; 0 without any.
    rotations : tuple of float64 array of shape (3, 3)
        Of each view, from target to camera.
    """

    lens: Lens
    model: str
    error_px: float
    focal_doubt: float
    focal_scatter: float
    rotations: tuple[FloatArray, ...]

    @property
    def is_well_known(self) -> bool:
        """Whether the focal length is certain enough to be of use: targets seen straight on tell nothing of it."""
        return self.focal_doubt <= _LARGEST_FOCAL_DOUBT and any(map(_is_tilted, self.rotations))

    @property
    def is_of_one_lens(self) -> bool:
        """Whether the views tell one focal length, as those of one camera at one zoom do."""
        return self.focal_scatter <= _LARGEST_FOCAL_SCATTER


class NoLens(Refusal):
    """Why no lens could be learned."""

    __slots__ = ()


def fit_lens(views: Sequence[LensView]) -> LensFit | NoLens:
    """Learn a lens.

    Parameters
    ----------
    views : sequence of LensView
        All in pictures of the same size.

    Returns
    -------
    LensFit or NoLens
        Of the models from a focal length alone to OpenCV's five distortion coefficients the simplest that is not
        clearly worse, on views kept out of the fit, than the best (cross-validation with four parts).

    Raises
    ------
    ValueError
        If the pictures differ in size.
    """
    if len({view.size_wh for view in views}) > 1:
        raise ValueError("the views are in pictures of different sizes")
    if len(views) < LEAST_VIEWS:
        return NoLens(
            "one view is too few" if len(views) == 1 else f"{len(views)} views are too few",
            f"take {LEAST_VIEWS} or more, better a dozen, in focus: from near, tilted each way, and at each border",
        )
    errors = [_held_out_error_px(views, model) for model in _MODELS]
    best = min(errors)
    chosen = next(i for i, error in enumerate(errors) if error * _WORTH_IT <= best)
    fit = _calibrate(views, _MODELS[chosen]) if np.isfinite(best) else None
    if fit is None:
        return NoLens("the views do not fit one lens", "keep the target flat, and zoom and focus as they are")
    lens, rotations, focal_doubt = fit
    scatter = _focal_scatter([view for view, turn in zip(views, rotations, strict=True) if _is_tilted(turn)], lens)
    return LensFit(lens, _MODELS[chosen].name, errors[chosen], focal_doubt, scatter, rotations)


def _is_tilted(rotation: FloatArray) -> bool:
    """Whether a target turned so, from target to camera, is seen far enough from straight on to tell a focal length."""
    return bool(np.degrees(np.arccos(min(1.0, abs(rotation[2, 2])))) >= TILTED_DEG)


def _focal_scatter(views: Sequence[LensView], lens: Lens) -> float:
    """Standard deviation between the focal lengths that views tell each by itself, all else of the lens as it is."""
    alone = [found for view in views if (found := _calibrate([view], _FOCAL_ALONE, lens))]
    if not alone:
        return 0.0
    logs = np.log([found.matrix[0, 0] for found, _, _ in alone])
    weights = 1 / (np.array([doubt for _, _, doubt in alone]) ** 2 + _LEAST_FOCAL_SIGMA**2)
    return float(np.sqrt(np.average((logs - np.average(logs, weights=weights)) ** 2, weights=weights)))


def _held_out_error_px(views: Sequence[LensView], model: _Model) -> float:
    """Root mean square of the reprojection on views kept out of the fit; infinite if it fails."""
    squares: list[FloatArray] = []
    for fold in range(_FOLDS):
        kept_out = views[fold::_FOLDS]
        fit = _calibrate([view for i, view in enumerate(views) if i % _FOLDS != fold], model)
        if fit is None:
            return float("inf")
        squares += [_squared_misses(view, fit[0]) for view in kept_out]
    return float(np.sqrt(np.concatenate(squares).mean()))


def _squared_misses(view: LensView, lens: Lens) -> FloatArray:
    """Squared distances of a view's points from where the lens puts them in the best pose, shape (n,)."""
    arguments = (view.points_xyz, view.points_xy, lens.matrix, lens.distortion)
    found, rotation, translation = cv2.solvePnP(*arguments, flags=cv2.SOLVEPNP_IPPE)
    if not found:
        return np.full(len(view.points_xy), np.inf)
    rotation, translation = cv2.solvePnPRefineLM(*arguments, rotation, translation)
    projected, _ = cv2.projectPoints(view.points_xyz, rotation, translation, lens.matrix, lens.distortion)
    misses = np.asarray(projected, np.float64).reshape(-1, 2) - view.points_xy
    return np.asarray(np.sum(misses**2, axis=1), np.float64)


def _calibrate(
    views: Sequence[LensView], model: _Model, start: Lens | None = None
) -> tuple[Lens, tuple[FloatArray, ...], float] | None:
    """The lens, each view's rotation, and the focal length's relative standard deviation; None if there is no fit."""
    width, height = views[0].size_wh
    start = start or plain_lens(max(width, height), (width, height))
    try:
        _, matrix, distortion, rotations, _, deviations, _, _ = cv2.calibrateCameraExtended(
            [view.points_xyz.astype(np.float32) for view in views],
            [view.points_xy.astype(np.float32) for view in views],
            (width, height),
            start.matrix.copy(),
            start.distortion.copy(),
            flags=model.flags | cv2.CALIB_USE_INTRINSIC_GUESS,
        )
    except cv2.error:
        return None
    lens = Lens(np.asarray(matrix, np.float64), np.asarray(distortion, np.float64).ravel()[:5], (width, height))
    if not (np.isfinite(lens.matrix).all() and np.isfinite(lens.distortion).all() and lens.matrix[0, 0] > 0):
        return None
    turns = tuple(map(rotation_of, rotations))
    # With one focal length for both directions, OpenCV gives the deviation of the second only.
    doubt = float(np.ravel(deviations)[:2].max() / lens.matrix[0, 0])
    return lens, turns, doubt
