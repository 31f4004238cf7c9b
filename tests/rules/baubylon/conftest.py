"""Positions to test on, and a second, literal reading of the rules of moving that shares no code with the first."""

import random
from itertools import product

import pytest

from rules.games.baubylon import Options, parse_position, start
from rules.games.baubylon.legality import legal_moves

SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def name(square):
    return f"{LETTERS[square[0]]}{square[1] + 1}"


class Sheet:
    """The sheet's sentences, one after another, by writing down every way step by step. Slow."""

    def __init__(self, heights, stacks, player, roll, homes, held, rules):
        """Heights by square, pawns by square from below, whose roll it is, own pawns at home, red ones held."""
        self.heights, self.stacks, self.player, self.roll = heights, stacks, player, roll
        self.homes, self.held, self.rules = homes, held, rules
        self.outside = self.table_that_surrounds()

    def table_that_surrounds(self):
        xs, ys = zip(*self.heights, strict=True)
        empty = {
            square
            for square in product(range(min(xs) - 2, max(xs) + 3), range(min(ys) - 2, max(ys) + 3))
            if self.heights.get(square, 0) == 0
        }
        outside = {(min(xs) - 2, min(ys) - 2)}
        while True:
            more = {(x + dx, y + dy) for x, y in outside for dx, dy in SIDES} & empty - outside
            if not more:
                return outside
            outside |= more

    def is_entry(self, square):
        x, y = square
        beside = {(x + dx, y + dy) for dx, dy in SIDES}
        return self.heights.get(square, 0) == 1 and bool(beside & self.outside)

    def storeys(self, storeys_up):
        if storeys_up > 0:
            return storeys_up * self.rules.points_up
        return -storeys_up * self.rules.points_down

    def ways(self, start, pawn):
        """All (last square, pushed squares) after spending exactly the roll; None is the table outside."""
        stacks = {square: list(stack) for square, stack in self.stacks.items()}
        if start is not None:
            stacks[start].pop()
        found = set()
        if start is None:
            for entry in filter(self.is_entry, self.heights):
                self.arrive(None, entry, 1 + self.rules.points_up, stacks, pawn, (None, entry), (), found)
        else:
            self.go_on(start, 0, stacks, pawn, (start,), (), found)
        return found

    def go_on(self, square, spent, stacks, pawn, way, pushed, found):
        here, under = self.heights.get(square, 0), len(stacks.get(square, ()))
        end = square if here > 0 else None
        may_stop = here > 0 or self.rules.table_stopping
        if spent == self.roll and may_stop and (self.rules.return_to_start or end != way[0]):
            found.add((end, tuple(sorted(pushed))))
        if spent >= self.roll or (here == 0 and not self.rules.table_passing):
            return
        for dx, dy in SIDES:
            target = (square[0] + dx, square[1] + dy)
            there = self.heights.get(target, 0)
            if there == 0 and not self.rules.table_passing and not self.rules.table_stopping:
                continue
            if here == 0 and there > 0 and not self.is_entry(target):
                continue
            if abs(there - here) > self.rules.highest_step:
                continue
            if not self.rules.squares_again and target in way:
                continue
            came_from = way[-2] if len(way) > 1 else None
            straight_on = came_from and (2 * square[0] - came_from[0], 2 * square[1] - came_from[1])
            if not self.rules.turning and straight_on and target != straight_on:
                continue
            points = 1 + self.storeys(there - here) + under * self.rules.points_off_pawn
            if self.rules.stepping_off == "from_its_height" and there > here:
                points = 1 + abs(self.storeys(there - here) - under * self.rules.points_off_pawn)
            self.arrive(square, target, spent + points, stacks, pawn, (*way, target), pushed, found)

    def arrive(self, square, target, spent, stacks, pawn, way, pushed, found):
        stack = stacks.get(target, [])
        counted = [other for other in stack if other != 0 or self.rules.limit_counts_red]
        full = len(counted) >= self.rules.stack_limit and (pawn != 0 or self.rules.limit_counts_red)
        if not full:
            self.go_on(target, spent + len(stack) * self.rules.points_onto_pawn, stacks, pawn, way, pushed, found)
        if not stack or stack[-1] == self.player or (self.rules.push_at == "full_stack" and not full):
            return
        if full and stack[-1] == 0 and not self.rules.limit_counts_red:
            return  # one more pawn that counts would stand there
        came_from = 0 if square is None else self.heights.get(square, 0)
        if self.rules.push_level == "same" and came_from != self.heights[target]:
            return
        if self.rules.push_level == "not_down" and came_from > self.heights[target]:
            return
        spent += (len(stack) - 1) * self.rules.points_onto_pawn
        if self.rules.push_when == "in_passing":
            thinner = {**stacks, target: stack[:-1]}
            self.go_on(target, spent, thinner, pawn, way, (*pushed, target), found)
        elif spent == self.roll and (self.rules.return_to_start or target != way[0]):
            found.add((target, (target,)))

    def moves(self):
        """Every legal move as text."""
        texts, own = set(), False
        starts = [(None, self.player, "home")] * (self.homes > 0) + [(None, 0, "red")] * (self.held > 0)
        starts += [(at, s[-1], name(at)) for at, s in self.stacks.items() if s and s[-1] in (0, self.player)]
        for begin, pawn, word in starts:
            for end, pushed in self.ways(begin, pawn):
                others = list(pushed)
                if end in others:
                    others.remove(end)
                tail = f":{','.join(map(name, others))}" if others else ""
                texts.add(f"{word}{'x' if end in pushed else '-'}{'home' if end is None else name(end)}{tail}")
                own |= pawn == self.player
        nothing = {"nothing_can_move": not texts, "no_own_pawn_can_move": not own, "always": True}
        if self.roll == 1 and self.rules.one != "nothing":
            for at, stack in self.stacks.items():
                if self.player in stack and stack[-1] != self.player:
                    levels = [level + 1 for level, pawn in enumerate(stack) if pawn == self.player]
                    wanted = levels if self.rules.one == "exchange" else levels[-1:]
                    texts |= {f"swap={name(at)}.{level}" for level in wanted}
        return texts | {"pass"} if nothing[self.rules.passing] else texts


@pytest.fixture(scope="session")
def literal_moves():
    """The legal moves of a rolled position by the letter of the sheet, as a set of texts."""

    def literal_moves(position):
        building = position.options.built
        heights = dict(zip(building.squares, building.heights, strict=True))
        stacks = dict(zip(building.squares, position.stacks, strict=True))
        homes, held = position.home[position.player - 1], position.red_held[position.player - 1]
        return Sheet(heights, stacks, position.player, position.roll, homes, held, position.options).moves()

    return literal_moves


@pytest.fixture(scope="session")
def random_position():
    """A rolled position with pawns in stacks here and there, on a hilly building with holes, from a seed."""

    def random_position(seed, rules=Options()):  # noqa: B008
        chance = random.Random(seed)
        width, depth = chance.randint(2, 5), chance.randint(1, 5)
        rows = [
            "".join(chance.choice(chance.choice(("0123", "1123", "1222"))) for _ in range(width)) for _ in range(depth)
        ]
        rows[-1] = "4" + rows[-1][1:]
        words = []
        home, held = [6, 6, 6], [0, 0, 0]
        red = 6
        squares = [(x, y) for y in range(depth) for x in range(width) if rows[depth - 1 - y][x] not in "04"]
        for square in chance.sample(squares, min(len(squares), chance.randint(0, 7))):
            stack = ""
            for _ in range(chance.choice((1, 1, 2, 3, 5))):
                pawn = chance.choice("r1123")
                if pawn == "r" and red:
                    red -= 1
                elif pawn != "r" and home[int(pawn) - 1]:
                    home[int(pawn) - 1] -= 1
                else:
                    continue
                stack += pawn
            if stack:
                words.append(f"{name(square)}:{stack}")
        for _ in range(red):
            held[chance.randrange(3)] += 1
        homes, reds = "".join(map(str, home)), "".join(map(str, held))
        roll, player = chance.randint(1, 6), chance.randint(1, 3)
        return parse_position(f"{'/'.join(rows)} {','.join(words) or '-'} {homes} 0:{reds} {roll} {player}", rules)

    return random_position


@pytest.fixture(scope="session")
def play_randomly():
    """The positions of a game: each number chooses among the legal moves; numbers past the end are left."""

    def play_randomly(choices, rules=Options()):  # noqa: B008
        positions = [start(rules)]
        for choice in choices:
            moves = legal_moves(positions[-1])
            if not moves:
                break
            positions.append(positions[-1].applied(moves[choice % len(moves)]))
        return positions

    return play_randomly
