"""Whether a building is a fair board, rules B1 to B4, with reasons. Called by `building check` and for any position."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from rules.errors import counted
from rules.game import Fault

from .building import Block, Building, Pose
from .ground import Ground, cheapest_way, ground_of
from .options import Options
from .squares import Square, neighbours, square_name
from .tiling import colour_surplus, fewest_on_top, overhangs, with_blocks


@dataclass(frozen=True, slots=True)
class Fairness:
    """What is to be said of a building.

    Attributes
    ----------
    faults : tuple of Fault
        Why it is no fair board; empty if it is one.
    warnings : tuple of Fault
        What may spoil the game but breaks no rule.
    """

    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]


@lru_cache(maxsize=256)
def fairness(options: Options) -> Fairness:
    """Judge a rule set's building.

    Examples
    --------
    >>> fairness(Options(building="2232/3441/2322/2222")).faults
    ()
    >>> [fault.message for fault in fairness(Options(building="1221/2222")).faults]
    ['The highest squares b2 c2 a1 b1 c1 d1 are equally high; the goal must be one square or the top of one block.']
    """
    ground = ground_of(options)
    if not max(ground.building.heights):
        return Fairness((Fault("B1", (), "Nothing is built."),), ())
    found = (*_goal(ground, options), *_entries(ground), *_way(ground, options), *_blocks(ground.building, options))
    return Fairness(found, tuple(_many_entries(ground, options)))


def _goal(ground: Ground, options: Options) -> Iterator[Fault]:
    places = tuple(map(square_name, _by_row(ground.summit)))
    if len(places) == 1 or (options.summit == "square_or_block" and _may_be_one_block(ground)):
        return
    goal = "one square" if options.summit == "square" else "one square or the top of one block"
    if len(places) == 2 and options.summit == "square_or_block":
        goal += ", and these two are not the top of one block"
    highest = f"The highest squares {' '.join(places[:8])}{' ...' if len(places) > 8 else ''}"
    yield Fault("B1", places, f"{highest} are equally high; the goal must be {goal}.")


def _may_be_one_block(ground: Ground) -> bool:
    if len(ground.summit) != 2:
        return False
    first, second = sorted(ground.summit)
    if not ground.building.blocks:
        return second in neighbours(first)
    return any(block.pose is not Pose.UPRIGHT and set(block.squares) == ground.summit for block in _tops(ground))


def _tops(ground: Ground) -> Iterator[Block]:
    highest = max(ground.building.heights)
    return (block for block in ground.building.blocks if block.top == highest)


def _entries(ground: Ground) -> Iterator[Fault]:
    if not ground.entries:
        yield Fault("B2", (), "The building has no entry; one square of its edge at least must be one storey high.")


def _many_entries(ground: Ground, options: Options) -> Iterator[Fault]:
    many, edge = len(ground.entries), len(ground.edge)
    if many > 1 and many * options.entries_one_in > edge:
        places = tuple(map(square_name, ground.entries))
        share = f"more than one in {options.entries_one_in}"
        yield Fault("B2", places, f"{' '.join(places)}: {many} entries on an edge of {edge} squares are many, {share}.")


def _way(ground: Ground, options: Options) -> Iterator[Fault]:
    if ground.entries and cheapest_way(options) is None:
        places = tuple(map(square_name, _by_row(ground.summit)))
        steps = f"steps of at most {counted(options.highest_step, 'storey')}"
        yield Fault("B3", places, f"{' '.join(places[:8])}: no way leads there from an entry by {steps}.")


def _blocks(building: Building, options: Options) -> Iterator[Fault]:
    if building.blocks:
        yield from _known_blocks(building, options)
        return
    if options.support == "half":
        # Blocks may bridge hollow space: heights alone prove only that each built square has a block on top.
        least = fewest_on_top(building)
        if least > options.blocks:
            yield Fault("B4", (), f"{counted(least, 'block')} at least must lie on top; there are {options.blocks}.")
        return
    cells = sum(building.heights)
    least = (cells + 1) // 2
    if least > options.blocks:
        yield Fault("B4", (), f"Heights of {cells} storeys in all need {least} blocks; there are {options.blocks}.")
        return
    surplus, _ = colour_surplus(building)
    if surplus or with_blocks(building) is None:
        yield Fault("B4", (), "No blocks make these heights so that each rests fully on the table or on blocks.")


def _known_blocks(building: Building, options: Options) -> Iterator[Fault]:
    if len(building.blocks) > options.blocks:
        yield Fault("B4", (), f"{len(building.blocks)} blocks are used; there are {options.blocks}.")
    if options.support == "full":
        for name, storey in overhangs(building):
            hollow = f"The block over {name} on storey {storey + 1} has nothing under it there"
            yield Fault("B4", (name,), f"{hollow}; each block rests on the table or on blocks.")


def _by_row(squares: frozenset[Square]) -> list[Square]:
    return sorted(squares, key=lambda square: (-square[1], square[0]))
