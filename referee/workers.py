"""Worker processes for many photos at once. Used by the bench, by batches and by training."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import ParamSpec, TypeVar

import cv2

#: What to do where the system has killed one.
MEMORY_IS_SHORT = "is memory short? Then run it again with --jobs 1"
# Windows cannot wait for more processes at once.
_MOST = 61


ArgsP = ParamSpec("ArgsP")
ResultT = TypeVar("ResultT")


@contextmanager
def worker_pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that read photos, each on one core; whatever ends this early ends them at once."""
    # Forking a process that has used OpenCV's threads can hang.
    context = multiprocessing.get_context("spawn")
    with _Pool(min(processes, _MOST), mp_context=context, initializer=_begin) as pool:
        try:
            yield pool
        except BaseException:
            for process in multiprocessing.active_children():
                process.kill()
            raise


class _Pool(ProcessPoolExecutor):
    """Its processes hear of no interrupt from the keyboard, of which each would write a traceback."""

    def submit(self, fn: Callable[ArgsP, ResultT], /, *args: ArgsP.args, **kwargs: ArgsP.kwargs) -> "Future[ResultT]":
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(fn, *args, **kwargs)
        # A process that is begun meanwhile keeps this mask.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    # Where no mask can be inherited, as on Windows, this is all there is.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Several processes with threads of their own would crowd each other.
    cv2.setNumThreads(1)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this worker once the program is gone: killed, it cannot tell its workers, and they would wait for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def all_cores() -> int:
    """How many cores this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
