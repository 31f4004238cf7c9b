"""Checks the fields that a journal holds. Used by what every game reads of its events and of what was committed."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

FieldsT = TypeVar("FieldsT", bound=msgspec.Struct)


def checked(fields: Mapping[str, Any], kind: type[FieldsT]) -> FieldsT:
    """Fields as those of this kind.

    Raises
    ------
    ValueError
        One is missing, or is none of this kind.
    """
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error
