"""Measures how filmed games of Les Tours de Babel are followed: ``python -m samples.table_live_bench DIR``.

DIR holds videos as `samples.table_film` makes them, each with the photos by which its set of tiles gets known. Called
by people.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

import click

from calibration.arrays import UInt8Array
from calibration.tile_set import TileSet
from referee.live.recordings import VideoFile
from referee.live_boards.sessions import board_session
from referee.live_boards.state import BoardLook, BoardRequest
from referee.live_boards.tours.follow import following
from referee.live_boards.tours.game import TableGame
from referee.live_boards.tours.looking import TableLooks
from rules.games.tours import GAME, parse_position
from rules.options import with_options

from .film_bench import print_columns, print_misses, scores_of
from .known_sets import family_photos, known_set
from .table_live_score import TableScore, score
from .table_live_truth import TableFilmFields, load_truth


@dataclass(slots=True)
class TimedLooks:
    """Takes looks, and counts them.

    Attributes
    ----------
    looks : TableLooks
    count : int
    seconds : float
        Of processor time.
    """

    looks: TableLooks
    count: int = 0
    seconds: float = 0.0

    def __call__(self, frame_bgr: UInt8Array, request: BoardRequest) -> BoardLook:
        """Take a look as `TableLooks` does."""
        begun = time.process_time()
        look = self.looks(frame_bgr, request)
        self.count, self.seconds = self.count + 1, self.seconds + time.process_time() - begun
        return look


def game_of(truth: TableFilmFields, tile_set: TileSet) -> TableGame:
    """The game as a person tells it to `watch`: what lies there at first, or else how many play."""
    options = with_options(GAME.default_options, (f"players={truth.players}", f"families={truth.families}"))
    start = parse_position(truth.start, options)
    return (
        TableGame.from_position(start) if any(start.columns) else TableGame.of(options, ("players",), tile_set.families)
    )


def measure_film(film: Path, truth_path: Path) -> TableScore:
    """Follow a film as `watch` does; where its set does not get known nothing is told."""
    truth, tile_set = load_truth(truth_path), known_set(family_photos(film.parent, film.stem))
    if tile_set is None:
        return score(truth, ())
    looks, begun = TimedLooks(TableLooks(tile_set)), time.process_time()
    session = board_session(VideoFile(film), game_of(truth, tile_set), following(tile_set), looks)
    told = [event for moment in session.run() for event in moment.events]
    return replace(
        score(truth, told),
        looks=looks.count,
        look_s=looks.seconds,
        other_s=time.process_time() - begun - looks.seconds,
        film_s=truth.frame_count / truth.frames_per_second,
    )


_ROWS = {
    "tiles told": "turns",
    "by the right player too": "players",
    "mistakes told": "mistakes",
    "out of turn noticed": "out_of_turn",
    "taken back told": "taken_back",
    "falls told": "falls",
    "falls as taken back": "falls_as_taken_back",
    "put aside told": "aside",
    "camera moved told": "bumps",
    "false faults": "false_faults",
    "tiles nobody laid": "false_turns",
    "taken back by nobody": "false_undos",
    "other falls": "false_falls",
    "camera not moved": "false_bumps",
    "corrections": "corrections",
    "not followed": "lost",
    "not seen": "not_seen",
    "looks": "looks",
}


def _rows(scores: Mapping[str, TableScore]) -> Iterator[tuple[str, list[str]]]:
    for title, name in _ROWS.items():
        yield title, [str(getattr(each, name)) for each in scores.values()]
    for title, name in (("s to tell, median", "delays"), ("s to tell a fall", "fall_delays")):
        delays = [getattr(each, name) for each in scores.values()]
        yield title, [f"{median(some):.1f}, most {max(some):.1f}" if some else "" for some in delays]
    yield "CPU s a look", [f"{each.look_s / each.looks:.2f}" if each.looks else "" for each in scores.values()]
    works = ((each.look_s + each.other_s, each.film_s) for each in scores.values())
    yield "CPU s a film second", [f"{work / film:.2f}" if film else "" for work, film in works]


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--misses", is_flag=True, help="List what went wrong.")
def table_live_bench(folder: Path, misses: bool) -> None:
    """Print how well the filmed games in FOLDER are followed; exit status 1 if somebody is accused who did no wrong.

    Of two figures the second counts what happens where less than 60 % is in view.
    """
    scores = scores_of(folder, "samples.table_film", measure_film, TableScore())
    print_columns(scores, _rows(scores))
    if misses:
        print_misses((name, each.misses) for name, each in list(scores.items())[:-1])
    if scores["all"].false_faults:
        raise SystemExit(1)


if __name__ == "__main__":
    table_live_bench()
