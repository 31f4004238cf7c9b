"""Where the program begins, by its name as by `python -m referee`. Loads nothing before it is ready for Ctrl-C."""

import signal
import sys


def run() -> None:
    """Run the program; Ctrl-C ends it without a traceback also while it is being loaded."""
    try:
        # A program that is told to end lets go of its workers and files as after Ctrl-C.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        from .cli import main

        main()
    except KeyboardInterrupt:
        sys.exit(130)  # `cli.INTERRUPTED`, which may not be loaded yet


if __name__ == "__main__":
    run()
