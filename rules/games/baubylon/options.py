"""Every decision of Baubylon as a named option: the building, the points of a step, pushing, the 1, and what is fair.

Called by every other module of this folder that asks what a rule is.
"""

from dataclasses import dataclass
from typing import Literal

from rules.options import require_choices

from .building import Building, parse_building

DEFAULT_BUILDING = "2232/3441/2322/2222"
"""A fair building for a short game, as `parse_building` reads it."""

RedSetup = Literal["spread", "anywhere"]
Support = Literal["full", "half"]
Summit = Literal["square_or_block", "square"]
SteppingOff = Literal["climbs_down", "from_its_height"]
PushAt = Literal["any_stack", "full_stack"]
PushWhen = Literal["at_the_end", "in_passing"]
PushLevel = Literal["any", "not_down", "same"]
One = Literal["exchange", "top_goes_back", "nothing"]
Passing = Literal["nothing_can_move", "no_own_pawn_can_move", "always"]

_LIMITS = {
    "players": (3, 6),
    "pawns": (1, 6),
    "red_pawns": (0, 6),
    "blocks": (1, 200),
    "entries_one_in": (1, 100),
    "highest_step": (1, 35),
    "points_up": (1, 6),
    "points_down": (0, 6),
    "points_onto_pawn": (0, 6),
    "points_off_pawn": (0, 6),
    "stack_limit": (1, 42),
}


@dataclass(frozen=True, slots=True)
class Options:
    """The rule set. The defaults are the sheet's, and what the sheet leaves open is decided as most of it suggests.

    Attributes
    ----------
    players : int
        3 to 6.
    building : str
        As `parse_building` reads it; kept as `building_notation` writes it.
    pawns, red_pawns : int
        Pawns of each player, and red ones of all.
    red_setup : {"spread", "anywhere"}
        Whether the red pawns are put on different squares below the summit, or wherever a stack has room.
    blocks : int
        How many there are to build with.
    support : {"full", "half"}
        Whether a lying block rests on something with all of its underside, or with one half at least.
    summit : {"square_or_block", "square"}
        Whether the top of one lying block, two squares, is a summit too.
    entries_one_in : int
        A building is warned of when more than one in so many squares of its edge is an entry.
    highest_step : int
        Storeys between neighbouring squares beyond which there is no way.
    points_up, points_down : int
        For each storey of a step; 1 in editions that count one point for each block's height.
    points_onto_pawn, points_off_pawn : int
        For each pawn of a stack that is climbed, and for each pawn under one that steps off.
    stepping_off : {"climbs_down", "from_its_height"}
        Whether a pawn on pawns comes down to its square first, or goes up from where it stands.
    stack_limit : int
        Pawns of a full stack.
    limit_counts_red : bool
        Whether red ones count for the limit.
    push_at : {"any_stack", "full_stack"}
        At which stacks the top pawn can be pushed off.
    push_when : {"at_the_end", "in_passing"}
        Whether a push ends the move, or the pawn may go on with the points that are left.
    push_level : {"any", "not_down", "same"}
        From which squares it can be pushed: any, none higher than the stack's, or only those equally high.
    turning, squares_again : bool
        Whether a move may change its direction, and pass a square again.
    return_to_start : bool
        Whether a move may end where it began, if squares can be passed again.
    table_passing, table_stopping : bool
        Whether a move may cross the table, and end there: then the pawn is off the building, a red one in the hand of
        the player who moved it.
    one : {"exchange", "top_goes_back", "nothing"}
        What a 1 can do for a pawn that is shut in: take the top pawn's place, have it taken off, or nothing.
    passing : {"nothing_can_move", "no_own_pawn_can_move", "always"}
        When a player may leave a roll unused. What a 1 can do for a pawn that is shut in, the player may always leave.

    Raises
    ------
    ValueError
        For any other value; the message lists those that can be.

    Examples
    --------
    >>> Options(players=2)
    Traceback (most recent call last):
        ...
    ValueError: option players is 2; it can be 3 to 6
    """

    players: int = 3
    building: str = DEFAULT_BUILDING
    pawns: int = 6
    red_pawns: int = 6
    red_setup: RedSetup = "spread"
    blocks: int = 48
    support: Support = "full"
    summit: Summit = "square_or_block"
    entries_one_in: int = 8
    highest_step: int = 2
    points_up: int = 2
    points_down: int = 2
    points_onto_pawn: int = 1
    points_off_pawn: int = 1
    stepping_off: SteppingOff = "climbs_down"
    stack_limit: int = 5
    limit_counts_red: bool = True
    push_at: PushAt = "any_stack"
    push_when: PushWhen = "at_the_end"
    push_level: PushLevel = "any"
    turning: bool = True
    squares_again: bool = True
    return_to_start: bool = True
    table_passing: bool = True
    table_stopping: bool = False
    one: One = "exchange"
    passing: Passing = "nothing_can_move"

    def __post_init__(self) -> None:
        require_choices(self)
        for name, (least, most) in _LIMITS.items():
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= most:
                raise ValueError(f"option {name} is {value!r}; it can be {least} to {most}")
        # One building has one text, so that equal rule sets are equal values.
        object.__setattr__(self, "building", str(parse_building(self.building)))

    @property
    def built(self) -> Building:
        """The building."""
        return parse_building(self.building)


DEFAULT_OPTIONS = Options()
"""The rule set as the sheet is mostly read."""
