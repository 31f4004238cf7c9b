"""Where the program begins, by its name as by `python -m referee`. Loads nothing before it is ready for Ctrl-C."""

import sys


def run() -> None:
    """Run the program; Ctrl-C ends it without a traceback also while it is being loaded."""
    try:
        from .cli import main

        main()
    except KeyboardInterrupt:
        sys.exit(130)  # `cli.INTERRUPTED`, which may not be loaded yet


if __name__ == "__main__":
    run()
