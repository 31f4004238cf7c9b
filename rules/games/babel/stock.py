"""How many cubes of each type are used, packed into one number, so that a set of such counts is one number too."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from .pieces import TYPES, Candidates

COUNT_BITS = 64
"""Bits for one count: a cube has at most 8, 4, 4, 2 arrangements in the cells of a level, in all 2**48."""


@dataclass(frozen=True, slots=True)
class Stock:
    """Which types must be counted to keep rule 1, and how a count of them is packed into one number, the slot.

    A type that cannot exceed its limit is not counted; if all five could, type 0 follows from the number of cubes.
    A set of slots is an int with one bit for each, a count for every slot an int with `COUNT_BITS` for each.
    """

    cubes: int
    limits: tuple[int, ...]
    counted: tuple[int, ...]

    @classmethod
    def of(cls, candidates: Candidates, limits: Sequence[int], only: frozenset[int] | None = None) -> "Stock":
        """The stock for these candidates; `only` restricts which types are counted at all."""
        could_be = [
            sum(any(choice[0] == type for choice in choices) for choices in candidates.values())
            for type in range(len(TYPES))
        ]
        counted = tuple(
            type for type in range(len(TYPES)) if could_be[type] > limits[type] and (only is None or type in only)
        )
        return cls(len(candidates), tuple(limits), counted)

    def add(self, slots: int, type: int) -> int:
        """The slots after one more cube of this type; those already at the limit drop out."""
        return (slots & room_masks(self, 1)[type]) << packing(self)[0][type]

    def remove(self, slots: int, type: int) -> int:
        """The slots from which one more cube of this type leads into these."""
        return (slots >> packing(self)[0][type]) & room_masks(self, 1)[type]

    def final_mask(self, bits: int) -> int:
        """The slots that a finished count may have."""
        return _final(self, bits)


@cache
def packing(stock: Stock) -> tuple[tuple[int, ...], int]:
    """For each type the step from a slot to the next count of it (0 if not counted), and the number of slots."""
    shifts, slots = [0] * len(TYPES), 1
    for type in _packed(stock):
        shifts[type] = slots
        slots *= stock.limits[type] + 1
    return tuple(shifts), slots


def _packed(stock: Stock) -> tuple[int, ...]:
    return stock.counted[1:] if len(stock.counted) == len(TYPES) else stock.counted


def _digits(stock: Stock, slot: int) -> dict[int, int]:
    """The count of each packed type in a slot."""
    digits = {}
    for type in _packed(stock):
        slot, digits[type] = divmod(slot, stock.limits[type] + 1)
    return digits


@cache
def room_masks(stock: Stock, bits: int) -> tuple[int, ...]:
    """For each type the mask of slots that can take one more of it; all ones for a type that is not counted."""
    shifts, slots = packing(stock)
    block = (1 << bits) - 1
    room = [-1] * len(TYPES)
    for type in _packed(stock):
        limit = stock.limits[type]
        free = (slot for slot in range(slots) if slot // shifts[type] % (limit + 1) < limit)
        room[type] = sum(block << (slot * bits) for slot in free)
    return tuple(room)


@cache
def _final(stock: Stock, bits: int) -> int:
    slots = packing(stock)[1]
    block = (1 << bits) - 1
    implied = len(stock.counted) == len(TYPES)
    fits = (
        slot
        for slot in range(slots)
        if not implied or 0 <= stock.cubes - sum(_digits(stock, slot).values()) <= stock.limits[0]
    )
    return sum(block << (slot * bits) for slot in fits)
