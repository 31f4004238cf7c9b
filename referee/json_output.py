"""JSON documents printed, and as text and bytes that any output takes. Called by the commands."""

import json
import sys
from collections.abc import Mapping
from typing import Any

import click
import msgspec

from .texts import printable


def print_json(document: Mapping[str, Any]) -> None:
    """Print one JSON document."""
    click.echo(printable_json(json_text(document)))


def json_text(document: Mapping[str, Any]) -> str:
    """One JSON document as indented text."""
    return msgspec.json.format(encode_json(document), indent=2).decode()


def printable_json(text: str) -> str:
    """JSON in which letters that standard output cannot show are escaped, so that none is lost."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return "".join(letter if letter.isascii() else json.dumps(letter)[1:-1] for letter in text)
    return text


def encode_json(document: Mapping[str, Any]) -> bytes:
    """One JSON document on one line; file names that are not UTF-8 are told as `printable` tells them."""
    try:
        return msgspec.json.encode(document)
    except UnicodeEncodeError:
        return msgspec.json.encode(_printable(document))


def _printable(value: Any) -> Any:
    """The same with every text in it printable."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, Mapping):
        return {key: _printable(item) for key, item in value.items()}
    return [_printable(item) for item in value] if isinstance(value, list | tuple) else value
