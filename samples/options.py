"""Options that several of these commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from .lights import LIGHT_KINDS

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

#: How many of a thing a film has.
COUNT = click.IntRange(0)


def seed_option(help_text: str | None = None, default: int = 1) -> Decorator:
    """`--seed`, passed as `seed`, not below zero."""
    return click.option("--seed", type=click.IntRange(0), default=default, show_default=True, help=help_text)


def samples_per_pixel_option(default: int) -> Decorator:
    """`--samples-per-pixel`, passed as `samples_per_pixel`, at least one."""
    return click.option(
        "--samples-per-pixel",
        type=click.IntRange(1),
        default=default,
        show_default=True,
        help="Light paths traced for each pixel.",
    )


def film_light_option() -> Decorator:
    """`--light`, passed as `light`, one of the kinds or None."""
    return click.option("--light", type=click.Choice(LIGHT_KINDS), help="By default it follows from the seed.")


def quality_option() -> Decorator:
    """`--quality` of a video, passed as `quality`."""
    return click.option(
        "--quality",
        type=click.IntRange(0, 51),
        default=30,
        show_default=True,
        help="Rate factor of H.264: less is larger and better.",
    )
