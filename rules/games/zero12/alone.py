"""What to do next in the puzzles of one player (rule 8). Called by the game."""

from collections.abc import Mapping, Sequence

from rules.errors import counted
from rules.game import Advice, Budget, RankedMove

from .card import CardSets
from .moves import Move, Run, Slide
from .position import Position
from .sliding import Laid, hole, misplaced, movable, slid
from .squares import Square, SquareSet, square_name, squares_in

BEAM = 150
"""Boards kept after each slide; with fewer, mixtures of 60 slides are solved less often."""


def advise(position: Position, may_go_on: Budget) -> Advice[Move]:
    """All legal moves ranked: each cube fits in the puzzle; slides by how near they come to the card."""
    moves = position.legal_moves()
    if position.options.mode == "puzzle":
        fits: list[RankedMove[Move]] = []
        for move in moves:
            if isinstance(move, Run):
                asked = position.options.colours[position.card.code(move.start)]
                fits.append(RankedMove(move, 1.0, f"{square_name(move.start)} asks for {asked}"))
        return Advice(tuple(fits), "cubes that fit", is_exact=True, is_settled=True)
    return _advise_slides(position, may_go_on)


def _advise_slides(position: Position, may_go_on: Budget) -> Advice[Move]:
    """Slides by the best board that a beam search over all boards finds behind each; one round is one slide deeper."""
    card = position.ground.sets
    firsts = () if position.is_over else movable(position.laid)
    beam = [(slid(position.laid, square), square) for square in firsts]
    seen = {position.laid, *(laid for laid, _ in beam)}
    best = {square: (misplaced(card, laid).bit_count(), 1) for laid, square in beam}
    depth = 1
    while _may_come_nearer(beam, best) and may_go_on():
        depth += 1
        layer = []
        for laid, first in beam:
            for square in movable(laid):
                after = slid(laid, square)
                if after not in seen:
                    seen.add(after)
                    layer.append((after, first))
        layer.sort(key=lambda one: _distance(card, one[0]))
        beam = layer[:BEAM]
        for laid, first in beam:
            best[first] = min(best[first], (misplaced(card, laid).bit_count(), depth))
    now = misplaced(card, position.laid).bit_count()
    vain = "" if any(count < now for count, _ in best.values()) else "; nothing better was found"
    # Of two ways to equally good boards the shorter is better.
    ranked = (_ranked_slide(square, *best[square], vain) for square in sorted(firsts, key=lambda square: best[square]))
    return Advice(tuple(ranked), "minus the squares out of place", position.is_over, not _may_come_nearer(beam, best))


def _may_come_nearer(beam: Sequence[tuple[Laid, Square]], best: Mapping[Square, tuple[int, int]]) -> bool:
    """Whether boards are left to look behind, and no slide leads to one that shows the card."""
    return bool(beam) and all(count for count, _ in best.values())


def _ranked_slide(square: Square, count: int, depth: int, vain: str) -> RankedMove[Move]:
    found = f"{counted(count, 'square')} out of place" if count else "shows the card"
    return RankedMove(Slide(square), -count, f"{found} after {counted(depth, 'slide')}{vain}")


def _distance(card: CardSets, laid: Laid) -> int:
    """How far a board seems from the card: a square out of place counts as much as four slides of the empty one."""
    wrong = misplaced(card, laid)
    return 4 * wrong.bit_count() + _nearest(hole(laid), wrong)


def _nearest(empty: SquareSet, wrong: SquareSet) -> int:
    column, row = next(squares_in(empty))
    return min((abs(column - one[0]) + abs(row - one[1]) for one in squares_in(wrong)), default=0)
