"""How the paints of one set differ from the usual ones, learned from faces of cubes whose types are known.

A face's colour is its paint times the light on its side: on the opponent axes a sum. What light does to all faces of a
side is taken out; what is left belongs to the set, and helps under another lamp too.
"""

from dataclasses import dataclass

import numpy as np

from rules.games.babel import TYPES

from .arrays import FloatArray, IntArray

#: The usual paint of each type: colour of a face's flat rim on the axes of `colours.opponent`, over the mat's white.
#: Source: mean over 1,300 rendered training photos, the light of each side taken out.
USUAL_PAINTS = np.array(
    [[-1.91, 0.04, -0.04], [-0.86, 0.05, -0.12], [-3.21, 0.05, -0.05], [-1.46, 0.41, -0.63], [-2.32, -0.84, 0.94]]
)
#: Standard deviations on the three axes, from the same photos: of paints between sets, faded ones among them; of the
#: light between sides of towers; of faces of one paint in one light.
PAINT_SPREAD = np.array([0.35, 0.15, 0.15])
LIGHT_SPREAD = np.array([0.75, 0.25, 0.25])
FACE_SPREAD = np.array([0.30, 0.14, 0.13])


@dataclass(frozen=True, slots=True, eq=False)
class Paints:
    """The paints of one set.

    Attributes
    ----------
    deviations : float64 array of shape (5, 3)
        For each type, how far its paint lies from `USUAL_PAINTS`, shrunk toward 0 the less is known.
    information : float64 array of shape (5,), 0..1
        Share of what one did not know about each paint before that is known now.
    """

    deviations: FloatArray
    information: FloatArray

    @property
    def colours(self) -> FloatArray:
        """The most probable colour of each type's paint on the opponent axes, float64 array of shape (5, 3)."""
        return np.asarray(USUAL_PAINTS + self.deviations, np.float64)


#: Nothing is known about the set.
UNKNOWN_PAINTS = Paints(np.zeros((len(TYPES), 3)), np.zeros(len(TYPES)))


def estimate_paints(colours: FloatArray, types: IntArray, lights: IntArray) -> Paints:
    """Estimate a set's paints from faces of known types.

    Parameters
    ----------
    colours : float array of shape (n, 3)
        Colour of each face's rim on the opponent axes, over the mat's white (the reader's `TowerPicture.rims`).
    types : int array of shape (n,)
        Type number of each face's cube.
    lights : int array of shape (n,)
        Faces with the same number share their light: one side of a tower in one photo. Numbered from 0.

    Returns
    -------
    Paints
        The most probable ones of a linear Gaussian model: colour = usual paint + deviation + light + noise of the face
        (Bayesian linear regression).

    Examples
    --------
    >>> colours = USUAL_PAINTS[[1, 1, 2]] + [[0.1, 0, 0], [0.1, 0, 0], [0, 0, 0]]
    >>> paints = estimate_paints(colours, np.array([1, 1, 2]), np.array([0, 0, 0]))
    >>> bool(0 < paints.deviations[1, 0] < 0.1), paints.information[3].item()
    (True, 0.0)
    """
    if not len(colours):
        return UNKNOWN_PAINTS
    of_type = np.eye(len(TYPES))[types]
    of_light = np.eye(int(lights.max()) + 1)[lights]
    design = np.concatenate([of_type, of_light], axis=1)
    deviations, shares = np.empty((len(TYPES), 3)), np.empty((len(TYPES), 3))
    for axis in range(3):
        prior = np.concatenate(
            [np.full(len(TYPES), PAINT_SPREAD[axis]), np.full(of_light.shape[1], LIGHT_SPREAD[axis])]
        )
        covariance = np.linalg.inv(design.T @ design / FACE_SPREAD[axis] ** 2 + np.diag(prior**-2))
        residual = colours[:, axis] - USUAL_PAINTS[types, axis]
        mean = covariance @ design.T @ residual / FACE_SPREAD[axis] ** 2
        deviations[:, axis] = mean[: len(TYPES)]
        shares[:, axis] = 1 - np.diag(covariance)[: len(TYPES)] / PAINT_SPREAD[axis] ** 2
    information = np.where(np.bincount(types, minlength=len(TYPES)) > 0, shares.mean(axis=1), 0.0)
    return Paints(deviations, np.clip(information, 0.0, 1.0))


def log_evidence(
    colours: FloatArray, types: IntArray, lights: IntArray, paints: Paints, face_spread: FloatArray
) -> float:
    """Natural logarithm of the probability density of faces' colours, if a set's paints are these.

    The difference between two paints is a log Bayes factor: what is not known of a paint, of the light of each side
    and of each face is averaged over, in the model of `estimate_paints`.

    Parameters
    ----------
    colours : float array of shape (n, 3)
        As for `estimate_paints`, like the next two.
    types, lights : int arrays of shape (n,)
    paints : Paints
    face_spread : float array of shape (3,)
        Standard deviations of faces of one paint in one light, on the three axes.

    Examples
    --------
    >>> known = Paints(np.full((5, 3), 0.3), np.full(5, 0.9))
    >>> seen = (USUAL_PAINTS + 0.3, np.arange(5), np.zeros(5, np.int64))
    >>> log_evidence(*seen, known, FACE_SPREAD) > log_evidence(*seen, UNKNOWN_PAINTS, FACE_SPREAD)
    True
    """
    same_type, same_light = types[:, None] == types, lights[:, None] == lights
    unknown = (1 - paints.information)[types]
    left = colours - paints.colours[types]
    total = 0.0
    for axis in range(3):
        covariance = (
            face_spread[axis] ** 2 * np.eye(len(types))
            + LIGHT_SPREAD[axis] ** 2 * same_light
            + PAINT_SPREAD[axis] ** 2 * unknown * same_type
        )
        _, log_determinant = np.linalg.slogdet(2 * np.pi * covariance)
        total -= (log_determinant + left[:, axis] @ np.linalg.solve(covariance, left[:, axis])) / 2
    return float(total)
