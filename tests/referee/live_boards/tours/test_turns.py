"""What columns that were seen mean for a game of Les Tours de Babel; pure, without pictures."""

from dataclasses import replace
from random import Random

import pytest

from referee.live.game_events import EventKind
from referee.live_boards.events import BoardEvent, tell_of_a_foul
from referee.live_boards.following import Sight
from referee.live_boards.tours.game import EMPTY, Columns, TableGame
from referee.live_boards.tours.orders import PutAside, TellDrawn
from referee.live_boards.tours.turns import begin, give_up, order, pause, see
from rules.games.tours import FAMILIES, GAME, TILES, Fall, Options, Place, Position, Reserve, Tile, parse_position

START, JOINED, PLACEMENT, FAULT, UNDO, CORRECTED, TOPPLED, RESYNC, OVER = (
    EventKind.START,
    EventKind.JOINED,
    EventKind.PLACEMENT,
    EventKind.FAULT,
    EventKind.UNDO,
    EventKind.CORRECTED,
    EventKind.TOPPLED,
    EventKind.RESYNC,
    EventKind.GAME_OVER,
)
TWO = Options(players=2)
#: Nothing fits here but a 1, 2, 8 or 9.
FULL = "9b,9c,9b/9c,1b,1c/1b,1c,1b"


def table(text: str) -> Columns:
    """The columns of a notation; only the first squares may be named."""
    words = text.replace("/", ",").split(",")
    words += ["-"] * (9 - len(words))
    return parse_position("/".join(",".join(words[row : row + 3]) for row in (0, 3, 6))).columns


class Followed:
    """A game that is followed from look to look."""

    def __init__(self, game: TableGame) -> None:
        self.game = game
        self.events: list[BoardEvent] = []
        self.is_open = False

    def see(self, text: str, **how) -> list[EventKind]:
        """What kinds of events a look at these columns brings."""
        sight = Sight(table(text), float(len(self.events)), **how)
        outcome = see(self.game, sight) if self.game.has_begun else begin(self.game, sight)
        return self.take(outcome)

    def take(self, outcome) -> list[EventKind]:
        """What kinds of events an outcome has."""
        self.game, self.is_open = outcome.game, outcome.is_open
        self.events += outcome.events
        return [event.kind for event in outcome.events]


def followed(options: Options = TWO, *told: str) -> Followed:
    """A game that has begun on empty squares."""
    one = Followed(TableGame.of(options, told))
    assert one.see("-") == [START]
    return one


def known(notation: str, options: Options = TWO) -> Followed:
    """A game that goes on from a position that a person told."""
    return Followed(TableGame.from_position(parse_position(notation, options)))


def random_turn(chance: Random, position: Position) -> Position:
    """The position after a tile is drawn and laid, rather on a column than on an empty square, or put aside."""
    draws = position.legal_moves()
    position = position.applied(chance.choices(draws, list(map(float, position.chances())))[0])
    moves = position.legal_moves()
    built = [move for move in moves if isinstance(move, Place) and position.columns[move.square]]
    return position.applied(chance.choice(built if built and chance.random() < 0.7 else moves))


def random_fall(chance: Random, position: Position) -> Position:
    """The position after a column has fallen in the last turn."""
    square = chance.choice([square for square, column in enumerate(position.columns) if column])
    height = chance.randrange(len(position.columns[square]))
    return position.applied(Fall((position.tiles_out - 1) % position.options.players + 1, ((square, height),)))


@pytest.mark.parametrize("told", [(), ("players",), ("players", "families")])
@pytest.mark.parametrize("seed", range(4))
def test_nobody_is_accused_in_a_legal_game_however_little_was_told_of_it(seed: int, told: tuple[str, ...]) -> None:
    chance = Random(seed)
    families = "".join(chance.sample(list(FAMILIES), 3))
    position = GAME.start(Options(players=chance.choice([1, 2, 3]), families=families))
    one = followed(position.options if told else Options(), *told)
    while not position.is_over:
        position = random_turn(chance, position)
        if chance.random() < 0.03 and any(position.columns):
            position = random_fall(chance, position)
        one.take(see(one.game, Sight(position.columns, 0.0)))
        assert not one.is_open
    assert FAULT not in {event.kind for event in one.events}
    assert one.game.laid == position.columns


def misread(chance: Random, game: TableGame, columns: Columns) -> Sight[Columns]:
    """A look that now and then sees nothing of a square that has changed, or takes its tile for another."""
    laid, doubtful, unproven = list(game.laid), 0, 0
    for square, (old, new) in enumerate(zip(game.laid, columns, strict=True)):
        is_same = old[-1:] == new[-1:] or (square, len(new) - 1) in game.unproven
        if len(old) == len(new) and is_same:
            continue
        if chance.random() < 0.05:
            doubtful |= 1 << square
            continue
        is_misread = chance.random() < 0.1
        unproven |= is_misread << square
        top = chance.choice(TILES) if is_misread else (*new, None)[len(new) - 1]
        laid[square] = (*(*old, *(None,) * len(new))[: len(new) - 1], top) if new else ()
    return Sight(tuple(laid), 0.0, doubtful, may_accuse=not unproven, unproven=unproven)


@pytest.mark.parametrize("seed", [3, 24, 29])
def test_nobody_is_accused_in_a_legal_game_of_which_tiles_are_missed_and_misread(seed: int) -> None:
    chance = Random(seed)
    position = GAME.start(Options(players=chance.choice([1, 2, 3])))
    one = followed(Options())
    while not position.is_over:
        position = random_turn(chance, position)
        if chance.random() < 0.03 and any(position.columns):
            position = random_fall(chance, position)
        if chance.random() < 0.9:
            one.take(see(one.game, misread(chance, one.game, position.columns)))
    assert FAULT not in {event.kind for event in one.events}


def test_who_plays_which_family_shows_as_the_game_goes_on() -> None:
    one = followed(Options())
    assert one.see("5w") == [PLACEMENT]
    assert one.game.player is None
    one.see("5w,2b")
    one.see("5w,2b,3w")
    assert (one.game.player, one.game.family) == (2, "b")
    assert [event.player for event in one.events[1:]] == [1, 2, 1]
    assert one.see("5w,2b,3w,1b") == [PLACEMENT]
    assert {line.options.families_in_play for line in one.game.lines} == {"wb"}


def test_a_tile_that_was_put_aside_unseen_shows_by_whose_tile_comes_next() -> None:
    one = known(f"tours {FULL} -:? -")
    assert one.game.player == 1
    assert one.see("9b,9c,9b,9c,1b,1c,1b,1c2c,1b") == [PLACEMENT]
    laid = "Player 2 lays the 2 of circles on b3, which is 2 high now."
    assert one.events[-1].message == f"1. Player 1 puts a tile aside. {laid}"
    first, second = one.game.position.known_reserves
    assert (first, len(second)) == ((None,), 1)


def test_where_a_tile_may_lie_unseen_it_is_not_told_to_be_put_aside() -> None:
    one = known(f"tours {FULL} -:? -")
    assert one.see("9b,9c,9b,9c,1b,1c,1b,1c2c,1b", doubtful=1) == [PLACEMENT]
    assert "Player 1 has put a tile aside, or laid it unseen on a1. Player 2 lays" in one.events[-1].message


def test_a_tile_against_a_rule_is_told_with_its_square_and_remembered_once_taken_back() -> None:
    one = followed()
    one.see("5b")
    assert one.see("5b7c", may_accuse=False) == []
    assert one.is_open
    assert one.see("5b7c") == [FAULT]
    told = one.events[-1]
    assert (told.rule, told.squares, told.ply, told.player) == (4, ("a1",), 2, 2)
    assert parse_position(told.position).columns == table("5b7c")
    assert one.see("5b7c") == []
    assert one.see("5b") == [UNDO]
    assert one.see("5b,7c") == [PLACEMENT]
    assert tell_of_a_foul(one.events)


def test_a_wrong_tile_that_is_laid_elsewhere_is_taken_back_and_one_that_was_misread_was_none() -> None:
    for after, kinds, is_foul in (("5b,7c", [UNDO, PLACEMENT], True), ("5b5c", [CORRECTED, PLACEMENT], False)):
        one = followed()
        one.see("5b")
        one.see("5b7c")
        assert one.see(after) == kinds
        assert tell_of_a_foul(one.events) == is_foul


def test_a_wrong_tile_that_is_left_lying_lets_the_game_go_on() -> None:
    one = followed()
    one.see("5b")
    one.see("5b7c")
    assert one.see("5b7c,2b") == [PLACEMENT]
    assert (one.game.faults, one.game.player, one.events[-1].ply) == ((), 2, 3)
    assert [bool(turn.faults) for turn in one.game.turns] == [False, True, False]
    assert one.see("5b7c2b,2b") == [FAULT]
    assert one.see("5b7c,2b") == [UNDO]


def test_of_a_turn_that_is_left_out_it_is_told_that_no_tile_was_seen() -> None:
    one = followed(TWO, "players")
    one.see("5b")
    one.see("5b,5c")
    # The tile of player 1 may have been laid and fallen at once, so nobody is accused.
    assert one.see("5b,5c,6c") == [PLACEMENT]
    assert "Player 1 was to lay a tile first, and none was seen. Player 2 lays" in one.events[-1].message
    assert one.game.player == 1


@pytest.mark.parametrize(
    ("told", "doubtful", "kinds"), [(("players",), 0, [FAULT]), (("players",), 1 << 8, [RESYNC]), ((), 0, [PLACEMENT])]
)
def test_a_family_that_nobody_plays_is_told_where_it_is_said_how_many_play(told, doubtful: int, kinds: list) -> None:
    one = followed(Options(), *told)
    one.see("5b")
    assert one.see("5b,5c", doubtful=doubtful) == kinds
    assert [event.rule for event in one.events if event.kind is FAULT] == [1] * (kinds == [FAULT])
    # What is wrong with a column is wrong all the same.
    assert one.see("5b8w,5c", doubtful=doubtful) == [FAULT]


def test_columns_that_are_lower_fell_once_nobody_picks_up_tiles_any_more() -> None:
    one = known("tours 5b4b3b,2c,-/-,-,-/-,-,- -:- -")
    assert one.see("5b,2c", is_at_rest=False) == []
    assert one.is_open
    assert one.see("5b,2c") == [TOPPLED]
    assert (one.events[-1].squares, one.events[-1].player) == (("a1",), 2)
    assert one.game.position.known_reserves == ((), (Tile("b", 3), Tile("b", 4)))


def test_a_tile_that_is_gone_again_was_taken_back_or_fell() -> None:
    one = followed(TWO, "players", "families")
    one.see("5b")
    one.see("5b,5c")
    assert one.see("5b") == [UNDO]
    assert one.events[-1].squares == ("b1",)
    again, fell = replace(one.game), Followed(one.game)
    assert fell.see("5b,6b") == [PLACEMENT]
    assert fell.game.position.known_reserves == ((), (Tile("c", 5),))
    one = Followed(again)
    assert one.see("5b,-,6c") == [PLACEMENT]
    assert one.game.position.known_reserves == ((), ())


def test_a_tile_that_is_seen_to_be_another_one_is_corrected_and_its_turn_judged_anew() -> None:
    one = followed()
    one.see("5b")
    one.see("5b5c")
    assert one.see("5b5c,2b") == [PLACEMENT]
    assert one.see("5b5c,3b") == [CORRECTED, PLACEMENT]
    assert one.see("5b7c,3b", may_accuse=False) == []
    assert not one.is_open
    assert one.see("5b6c,3b") == [CORRECTED]
    assert not tell_of_a_foul(one.events)
    one.see("5b6c,3b,2c")
    assert one.see("5b6c,3b,9c") == [CORRECTED, PLACEMENT]


def test_nobody_is_accused_by_a_tile_that_may_have_been_misread() -> None:
    one = followed(TWO, "players", "families")
    one.see("9b", unproven=1)
    one.see("9b,5c", unproven=2)
    one.see("9b,5c,1b")
    assert one.see("9b7c,5c,1b") == [PLACEMENT]
    assert one.events[-1].player == 2
    # Of the other tiles nothing is forgotten.
    assert one.game.position.columns[:2] == ((None, Tile("c", 7)), (Tile("c", 5),))
    assert one.game.unproven == {(1, 0)}
    # What is wrong whatever lies below is told.
    assert one.see("?7c9b,5c,1b") == [FAULT]
    assert one.see("?7c,5c,1b") == [UNDO]
    assert one.see("?7c7b,5c,1b", unproven=1) == [PLACEMENT]
    assert one.see("?7c,5c,1b") == [UNDO]
    assert one.game.unproven == {(1, 0)}


def test_of_tiles_that_may_have_been_misread_there_are_never_too_many() -> None:
    one = Followed(TableGame.of(Options()))
    one.see("5b,5b,5b,5b", unproven=1)
    assert one.see("5b,5b,5b,5b,5b") == [PLACEMENT]
    one = Followed(TableGame.of(Options()))
    one.see("5b,5b,5b,5b")
    assert one.see("5b,5b,5b,5b,5b") == [FAULT]


def test_what_is_no_proof_stays_none_when_a_game_is_lost_track_of() -> None:
    one = followed(TWO, "players", "families")
    one.see("5b", unproven=1)
    one.see("5b5c", unproven=1)
    assert one.take(give_up(one.game, Sight(table("5b,9b8w"), 1.0, may_accuse=False))) == [RESYNC]
    assert one.game.unproven == {(0, 0)}


def test_a_turn_that_is_judged_anew_may_turn_out_wrong() -> None:
    one = followed()
    one.see("5b")
    one.see("5b5c")
    assert one.see("5b8c") == [CORRECTED, FAULT]


def test_a_cleared_table_is_the_next_game() -> None:
    one = known("tours 5b4b3b,2c,-/-,-,-/-,-,- -:- -")
    assert one.see("-", is_at_rest=False) == []
    assert one.see("-") == [START]
    assert one.game.position == GAME.start(TWO)


def test_what_stands_there_at_first_is_joined_with_what_is_proven_wrong() -> None:
    one = Followed(TableGame.of(Options()))
    faults = GAME.faults(parse_position("tours 5b8b,-,-/-,-,-/-,-,-"))
    assert one.take(begin(one.game, Sight(table("5b8b,?3c"), 0.0), faults)) == [JOINED, FAULT]
    assert (one.game.player, one.events[-1].rule) == (None, 5)
    assert one.see("5b8b,?3c3w") == [PLACEMENT]
    assert one.events[-1].message == "1. Laid: the 3 of characters on b1, which is 3 high now."
    assert one.see("5b8b,?3c3w5w") == [FAULT]


def test_what_could_not_be_read_of_a_joined_table_is_nobodys_turn_once_it_can_be() -> None:
    one = Followed(TableGame.of(Options()))
    one.see("5b,3c", doubtful=1 << 8)
    assert one.see("5b,3c,-,-,-,-,-,-,?7w") == [CORRECTED]
    assert one.game.laid[8] == (None, Tile("w", 7))


def test_a_square_that_cannot_be_read_is_looked_at_again_and_told_once() -> None:
    one = followed()
    assert one.see("-", doubtful=1) == []
    assert one.is_open
    assert one.take(give_up(one.game, Sight(EMPTY, 1.0, doubtful=1))) == [RESYNC]
    assert one.events[-1].squares == ("a1",)
    assert one.see("-", doubtful=1) == []
    assert not one.is_open
    assert one.see("5b") == [PLACEMENT]
    assert one.game.doubtful == 0


def test_a_table_that_cannot_be_explained_is_gone_on_with_as_it_stands() -> None:
    one = followed(TWO, "players", "families")
    assert one.see("5b,5c,2b,2c,3b") == [RESYNC]
    assert (one.game.player, one.game.laid) == (None, table("5b,5c,2b,2c,3b"))
    assert one.take(give_up(one.game, Sight(table("5b9b"), 1.0, may_accuse=False))) == [RESYNC]
    one.game = replace(one.game, laid=table("5b"))
    read_anew = begin(one.game, Sight(table("5b"), 2.0))
    assert (read_anew.game, read_anew.events) == (one.game, ())
    assert one.take(begin(one.game, Sight(table("6b"), 2.0))) == [RESYNC]


def test_a_tile_that_is_never_seen_clearly_is_laid_whichever_it_is() -> None:
    one = followed(TWO, "players", "families")
    one.see("5b")
    unclear = Sight(table("5b8c"), 2.0, may_accuse=False, unproven=1)
    assert see(one.game, unclear).is_open
    assert one.take(give_up(one.game, unclear)) == [PLACEMENT]
    assert one.events[-1].message == "2. Player 2 lays a tile on a1, which is 2 high now."
    assert one.game.position.columns[0] == (Tile("b", 5), None)
    assert one.see("5b5c", may_accuse=False) == [CORRECTED, PLACEMENT]
    assert one.events[-1].move == "a1=5c"


def test_once_the_game_is_over_the_table_is_cleared() -> None:
    position = GAME.start(TWO)
    chance = Random(7)
    while not position.is_over:
        position = random_turn(chance, position)
    one = Followed(replace(TableGame.from_position(position), is_over=True))
    for square in range(9):
        laid = (*EMPTY[: square + 1], *position.columns[square + 1 :])
        assert one.take(see(one.game, Sight(laid, 1.0))) == [START] * (laid == EMPTY)


def test_reading_anew_keeps_the_hidden_tiles_of_columns_that_look_as_before() -> None:
    one = known("tours 5b4b3b,2c,-/-,-,-/-,-,- -:- -")
    assert begin(one.game, Sight(table("??3b,2c"), 0.0)).game == one.game
    assert begin(one.game, Sight(table("??3b"), 0.0, doubtful=2)).game == one.game


def test_a_person_tells_what_is_put_aside() -> None:
    one = known(f"tours {FULL} -:? -")
    told = order(one.game, TellDrawn(Tile("b", 5)), 1.0)
    assert told.game.drawn == Tile("b", 5)
    after = order(told.game, PutAside(), 2.0)
    (event,) = after.events
    assert (event.kind, event.player, event.move) == (PLACEMENT, 1, "reserve=5b")
    assert after.game.position.known_reserves == ((Tile("b", 5),), (None,))
    assert (after.game.player, after.game.drawn) == (2, None)
    unknown = order(one.game, PutAside(), 2.0)
    assert unknown.events[0].message == "Player 1 puts a tile aside."
    assert (unknown.game.position.known_reserves, unknown.game.player) == (((None,), (None,)), 2)
    assert isinstance(after.game.turns[-1].moves[-1], Reserve)


def test_the_last_tile_ends_the_game() -> None:
    position = GAME.start(TWO)
    chance = Random(7)
    before = position
    while not position.is_over:
        before, position = position, random_turn(chance, position)
    one = Followed(TableGame.from_position(before))
    assert one.take(see(one.game, Sight(position.columns, 1.0))) == [PLACEMENT, OVER]
    assert one.events[-1].message == f"The game is over: {GAME.result(position)}."
    assert pause(one.game, 9.0).events == ()
