"""What a sweep can carry along for every frontier, each a `sweep.Algebra`: counts, possible stocks, or best weights."""

from .pieces import Candidate
from .stock import COUNT_BITS, Stock, packing, room_masks
from .sweep import Step


class _Packed:
    """An int with so many bits for each stock."""

    def __init__(self, stock: Stock, bits: int) -> None:
        self.start = 1
        self._shift = tuple(shift * bits for shift in packing(stock)[0])
        self._room = room_masks(stock, bits)

    def extend(self, value: int, step: Step) -> int:
        return (value & self._room[step.type]) << self._shift[step.type]


class Count(_Packed):
    """How many arrangements lead to each stock: an int of packed counts."""

    def __init__(self, stock: Stock) -> None:
        super().__init__(stock, COUNT_BITS)

    def join(self, one: int, other: int) -> int:
        return one + other


class TooMany(Exception):
    """More sums of weights than were allowed."""


_Sums = dict[tuple[int, float], int]


class CountByWeight:
    """How many arrangements lead to each stock and sum of weights."""

    def __init__(self, stock: Stock, most: int) -> None:
        self.start: _Sums = {(0, 0): 1}
        self._shift = packing(stock)[0]
        self._room = room_masks(stock, 1)
        self._most = most

    def extend(self, value: _Sums, step: Step) -> _Sums:
        shift, room, weight = self._shift[step.type], self._room[step.type], step.candidate[2]
        return {(slot + shift, sum_ + weight): count for (slot, sum_), count in value.items() if room >> slot & 1}

    def join(self, one: _Sums, other: _Sums) -> _Sums:
        joined = dict(one)
        for end, count in other.items():
            joined[end] = joined.get(end, 0) + count
        if len(joined) > self._most:
            raise TooMany
        return joined


class Reach(_Packed):
    """Which stocks can be reached: an int with one bit for each."""

    def __init__(self, stock: Stock) -> None:
        super().__init__(stock, 1)

    def join(self, one: int, other: int) -> int:
        return one | other


Chain = tuple["Chain", Candidate] | None
_Ends = dict[int, tuple[float, Chain]]


class Best:
    """The greatest weight for each stock, with the candidates that reach it as a linked list."""

    def __init__(self, stock: Stock) -> None:
        self.start: _Ends = {0: (0.0, None)}
        self._shift = packing(stock)[0]
        self._room = room_masks(stock, 1)

    def extend(self, value: _Ends, step: Step) -> _Ends:
        shift, room, weight = self._shift[step.type], self._room[step.type], step.candidate[2]
        return {
            slot + shift: (sum_ + weight, (chain, step.candidate))
            for slot, (sum_, chain) in value.items()
            if room >> slot & 1
        }

    def join(self, one: _Ends, other: _Ends) -> _Ends:
        joined = dict(one)
        for slot, end in other.items():
            if slot not in joined or joined[slot][0] < end[0]:
                joined[slot] = end
        return joined


def unchain(chain: Chain) -> list[Candidate]:
    """The candidates of a chain, the first one first."""
    found = []
    while chain is not None:
        chain, candidate = chain
        found.append(candidate)
    return found[::-1]
