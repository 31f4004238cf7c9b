"""What is said beside a result, on standard error. Called by the commands."""

from contextlib import suppress

import click


def tell(sentence: str) -> None:
    """Say it on standard error; where that takes no more, as on a full disk, the work goes on all the same."""
    with suppress(OSError):
        click.echo(sentence, err=True)
