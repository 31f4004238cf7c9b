"""Options that several of these commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


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
