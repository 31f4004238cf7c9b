"""Reads many towers in several processes, one after the other into a file. Called by `check --batch`."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import Any

from calibration.profile import Profile
from referee.errors import RefereeError, UnopenedError, program_fault
from referee.reports.check_document import check_document
from referee.verdicts.checking import Check, advise_check, check_photos
from referee.workers import MEMORY_IS_SHORT, worker_pool
from rules.games.babel import Options

from .groups import TowerPhotos

Result = dict[str, Any]


def read_tower(tower: TowerPhotos, folder: Path, options: Options, profile: Profile | None) -> Result:
    """What is said of one tower: `tower`, `photos` and their `versions`, `status`, `reason`, and if it was read the
    document of `check`.

    Whatever goes wrong is said in the result and stops nothing.
    """
    head = _head(tower, folder)
    names = {folder / photo: photo for photo in tower.photos}
    try:
        check = check_photos(list(names), options, profile)
        if not isinstance(check, Check):
            return {**head, "status": "unreadable", "reason": str(check)}
        advice = advise_check(check, None)
        document = check_document(check, advice, profile.name if profile else None, names.__getitem__)
    except UnopenedError as error:
        return _passing_failure(head, str(error))
    except RefereeError as error:
        return {**head, "status": "failed", "reason": str(error)}
    except MemoryError:
        return _passing_failure(head, "memory is short; close other programs, or run it again with fewer --jobs")
    except Exception as error:
        # One bad file must not stop thousands; its row says what happened.
        return _passing_failure(head, program_fault(error))
    return {**head, "status": "read", "reason": "", **document}


def _passing_failure(head: Result, reason: str) -> Result:
    """The result of photos that are not to blame: without their versions it counts for nothing when a run goes on."""
    return {**head, "versions": [""] * len(head["photos"]), "status": "failed", "reason": reason}


def _head(tower: TowerPhotos, folder: Path) -> Result:
    """Which tower a result is of; made before its photos are read, so that one exchanged meanwhile is read again."""
    return {"tower": tower.name, "photos": list(tower.photos), "versions": tower.versions(folder)}


def read_towers(
    towers: Sequence[TowerPhotos], folder: Path, options: Options, profile: Profile | None, processes: int
) -> Iterator[Result]:
    """The results of all towers, in the order in which they are done.

    Where a worker process dies, the towers that were in hand are read once more, each apart.
    """
    work = partial(read_tower, folder=folder, options=options, profile=profile)
    if processes == 1:
        yield from map(work, towers)
        return
    waiting = list(reversed(towers))
    while waiting:
        running: dict[Future[Result], TowerPhotos] = {}
        with worker_pool(processes) as pool:
            try:
                while waiting or running:
                    # Few at a time: if a process dies, only these are in question.
                    while waiting and len(running) < processes:
                        future = pool.submit(work, waiting[-1])
                        running[future] = waiting.pop()
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for finished in done:
                        result = finished.result()
                        del running[finished]
                        yield result
            except BrokenProcessPool:
                pool.shutdown(cancel_futures=True)
        for tower in running.values():
            yield _read_apart(tower, folder, work)


def _read_apart(tower: TowerPhotos, folder: Path, work: Callable[[TowerPhotos], Result]) -> Result:
    """Read a tower in a process of its own, after it was in hand when one died."""
    head = _head(tower, folder)
    try:
        with worker_pool(1) as pool:
            return pool.submit(work, tower).result()
    except BrokenProcessPool:
        return _passing_failure(head, f"the process that read it died; {MEMORY_IS_SHORT}")
