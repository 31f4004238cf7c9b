"""The console that every command prints to. Called by the commands."""

from rich.console import Console

#: More than these few are in `--json`.
SHOWN_SUGGESTIONS = 5
VERDICT_STYLES = {"legal": "bold green", "illegal": "bold red", "undetermined": "bold yellow"}
_USUAL_WIDTH = 80


class OutputConsole(Console):
    """A console on standard output; plain text when it is no terminal."""

    def __init__(self, width: int | None = None) -> None:
        super().__init__(highlight=False, soft_wrap=False, width=width)
        if self.width < 1:  # some terminals say that they have no columns
            self.width = _USUAL_WIDTH

    def on_broken_pipe(self) -> None:
        """Leave it to the command line: rich would end with status 1, which means that something illegal was found."""
        raise BrokenPipeError
