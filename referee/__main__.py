"""`python -m referee`: the same as `tower-referee`."""

from .cli import main

main()
