"""How the bulges of a set's black and beige cubes lie, told from views of them. Used by `calibrate rules`."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from rules.games.babel import Face, Options, bulge_sets
from vision.games.babel.evidence import SURE, CubeEvidence

_DECIDED = np.log(100.0)


@dataclass(frozen=True, slots=True)
class ArrangementOdds:
    """What views say of one type.

    Attributes
    ----------
    type : int
        2 or 3.
    choices : tuple of 2 str
        The two ways in which its bulges may lie, as the rules' options call them.
    log_odds : float
        Natural logarithm of the odds first : second.
    views : int
        How many views that rests on.
    """

    type: int
    choices: tuple[str, str]
    log_odds: float
    views: int

    def decided(self) -> str | None:
        """The choice that is likelier by 100 : 1 at least; None if neither is."""
        if abs(self.log_odds) < _DECIDED:
            return None
        return self.choices[0] if self.log_odds > 0 else self.choices[1]


_ALL = {
    2: {"adjacent": Options(type2="adjacent"), "opposite": Options(type2="opposite")},
    3: {"corner": Options(type3="corner"), "T": Options(type3="T")},
}


def arrangement_odds(cubes: Iterable[CubeEvidence]) -> tuple[ArrangementOdds, ArrangementOdds]:
    """Weigh both ways in which the bulges of types 2 and 3 may lie.

    Parameters
    ----------
    cubes : iterable of CubeEvidence
        Views of cubes, each in another position: the same position twice counts twice, but tells nothing new.

    Returns
    -------
    ArrangementOdds of type 2, and of type 3
        Two opposite bulges are never in one view, nor is a view without any: so one clear view can settle that they are
        adjacent, while opposite ones take several views that each show exactly one.
    """
    views = list(cubes)
    one, other = (_odds(number, views) for number in _ALL)
    return one, other


def _odds(number: int, cubes: Iterable[CubeEvidence]) -> ArrangementOdds:
    first, second = ((name, bulge_sets(number, options)) for name, options in _ALL[number].items())
    of_type = [cube for cube in cubes if cube.type_probabilities[number] >= SURE]
    log_odds = sum(_mean_log(cube, number, first[1]) - _mean_log(cube, number, second[1]) for cube in of_type)
    return ArrangementOdds(number, (first[0], second[0]), float(log_odds), len(of_type))


def _mean_log(cube: CubeEvidence, number: int, arrangements: tuple[frozenset[Face], ...]) -> float:
    """Logarithm of the mean probability of what was seen, over arrangements that are as likely as each other."""
    logs = [log for kind, bulges, log in cube.whole if kind == number and bulges in arrangements]
    return float(np.logaddexp.reduce(logs) - np.log(len(arrangements)))
