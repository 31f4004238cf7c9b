"""What all looks so far told of each cube, faces that are covered by now included. Used by live following.

Only physical facts are known here: which cubes exist. A legal tower is not a likelier one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.arrays import FloatArray
from rules.games.babel import TYPES, Cube, Face
from vision.games.babel.telling.belief import ARRANGEMENTS_OF, SHOWS, TYPES_OF, WHOLE_CUBES
from vision.logs import normalised_logs

from .evidence import CubeEvidence, cube_as_likely, said_or_sure

# Looks by one camera at one face err alike: n of them weigh n ** _GAIN as much as one. Chosen: at 0 the tenth look at
# a face tells nothing, at 1 a hundred looks make any error certain.
_GAIN = 0.25
# No single look may weigh more than this (nats): a network that is too sure once must not overrule all other looks.
_MOST_NATS = 6.0


_NO_TYPES = (0.0,) * len(TYPES)


@dataclass(frozen=True, slots=True)
class CubeMemory:
    """All evidence on one cube.

    Attributes
    ----------
    types : tuple of 5 float
        Sum over looks of the natural logarithm of how likely each type is by its colour.
    type_looks : int
    marks : mapping of Face to (float, int)
        For each face ever seen: sum of the log-odds of a bulge, and the number of looks.
    told : Cube or None
        What a person said that it is; overrules all looks.
    """

    types: tuple[float, ...] = _NO_TYPES
    type_looks: int = 0
    marks: Mapping[Face, tuple[float, int]] = field(default_factory=dict)
    told: Cube | None = None

    def seen(self, evidence: CubeEvidence) -> "CubeMemory":
        """The memory after one more look at the cube."""
        marks = dict(self.marks)
        for face in evidence.faces:
            total, looks = marks.get(face.face, (0.0, 0))
            marks[face.face] = (total + min(max(face.bulge_log_odds, -_MOST_NATS), _MOST_NATS), looks + 1)
        alone = evidence.type_log_likelihoods
        types = tuple(
            before + max(now - max(alone), -_MOST_NATS) for before, now in zip(self.types, alone, strict=True)
        )
        return replace(self, types=types, type_looks=self.type_looks + 1, marks=marks)

    def corrected(self, cube: Cube) -> "CubeMemory":
        """The memory once a person has said what the cube is."""
        return replace(self, told=cube)

    def log_likelihoods(self) -> FloatArray:
        """Natural logarithm of how likely each of `WHOLE_CUBES` makes what was seen, up to a constant, shape (n,)."""
        types = np.array([_weighed(total, self.type_looks) for total in self.types])
        odds = np.array([_weighed(*self.marks.get(face, (0.0, 0))) for face in Face])
        logs = types[TYPES_OF] + SHOWS @ odds
        if self.told is not None:
            fits = [self.told.could_be(bulges) for _, bulges in WHOLE_CUBES]
            # A cube that no set holds cannot be weighed; it is only remembered.
            logs = np.where(fits, logs, -np.inf) if any(fits) else logs
        return np.asarray(logs - logs.max())

    def log_probabilities(self) -> FloatArray:
        """Natural logarithm of the probability of each of `WHOLE_CUBES`, all types taken for equally common; (n,)."""
        return normalised_logs(self.log_likelihoods() - np.log(ARRANGEMENTS_OF))

    @property
    def seen_faces(self) -> tuple[Face, ...]:
        """The faces that any look has shown."""
        return tuple(face for face in Face if face in self.marks)

    @property
    def type_probabilities(self) -> FloatArray:
        """Probability of each type, shape (5,)."""
        return np.asarray(np.bincount(TYPES_OF, np.exp(self.log_probabilities()), len(TYPES)), np.float64)

    @property
    def bulge_probabilities(self) -> Mapping[Face, float]:
        """Probability of a bulge on each of the six faces, those never seen included."""
        return dict(zip(Face, (float(p) for p in np.exp(self.log_probabilities()) @ SHOWS), strict=True))

    @property
    def known(self) -> Cube:
        """Type and marks as far as they are likely enough to be said; hidden faces only where they follow."""
        return said_or_sure(self._with_confidence)

    def _with_confidence(self, least: float) -> Cube:
        if self.told is not None and self.told.is_known:
            return self.told
        told = self.told or Cube(None)
        said = [face for face in Face if face in self.marks or told.mark(face) is not None]
        return cube_as_likely(self.type_probabilities, self.bulge_probabilities, said, least)


def _weighed(total: float, looks: int) -> float:
    """The mean over so many looks, made a little surer by each."""
    return total / looks * looks**_GAIN if looks else 0.0
