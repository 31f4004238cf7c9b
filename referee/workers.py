"""Worker processes for many photos at once. Used by the bench and by batches."""

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor

import cv2


def worker_pool(processes: int) -> ProcessPoolExecutor:
    """Processes that read photos, each on one core."""
    # Forking a process that has used OpenCV's threads can hang.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, mp_context=context, initializer=use_one_thread)


def use_one_thread() -> None:
    """Keep OpenCV to one thread in each worker process, so that several don't crowd each other."""
    cv2.setNumThreads(1)


def all_cores() -> int:
    """How many cores this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
