"""Worker processes end with the program, however it ends."""

import os
import signal
import subprocess
import sys
import time

import pytest

from referee.workers import worker_pool

PROGRAM = """
import os, time
from referee.workers import worker_pool

if __name__ == "__main__":
    with worker_pool(1) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        time.sleep(60)
"""


def test_workers_end_when_the_program_is_killed(tmp_path):
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as program:
        assert program.stdout is not None
        assert int(program.stdout.readline())
        program.kill()
        # The end of what they print comes once the worker, which shares it, is gone too.
        assert program.communicate(timeout=30) == (b"", None)


INTERRUPTED = """
import signal, time
from referee.workers import worker_pool

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    print("begun", flush=True)
    try:
        with worker_pool(2) as pool:
            for future in [pool.submit(time.sleep, 60) for _ in range(4)]:
                future.result()
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


@pytest.mark.parametrize("after_s", [0.1, 0.4, 1.5])
def test_an_interrupt_from_the_keyboard_ends_all_at_once_and_quietly(tmp_path, after_s):
    """A terminal sends it to the workers too, which may be about to begin."""
    script = tmp_path / "program.py"
    script.write_text(INTERRUPTED)
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"begun\n"
        time.sleep(after_s)
        os.killpg(program.pid, signal.SIGINT)
        assert program.communicate(timeout=30) == (b"interrupted\n", b"")


def test_workers_hear_of_no_interrupt():
    with worker_pool(1) as pool:
        assert signal.SIGINT in pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, []).result()
        assert pool.submit(signal.getsignal, signal.SIGINT).result() == signal.SIG_IGN
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
