"""Worker processes for many photos at once. Used by the bench and by batches."""

import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import wait

import cv2

# Windows cannot wait for more processes at once.
_MOST = 61


def worker_pool(processes: int) -> ProcessPoolExecutor:
    """Processes that read photos, each on one core."""
    # Forking a process that has used OpenCV's threads can hang.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(min(processes, _MOST), mp_context=context, initializer=_begin)


def _begin() -> None:
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
