"""Worker processes end with the program, however it ends."""

import subprocess
import sys

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
