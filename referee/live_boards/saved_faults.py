"""Faults as JSON and back, for the journals of all games on boards."""

from collections.abc import Iterable

import msgspec

from rules.game import Fault


class FaultFields(msgspec.Struct, frozen=True):
    """A fault as it is saved; see `rules.game.Fault`."""

    rule: str
    places: tuple[str, ...]
    message: str


def fault_fields(faults: Iterable[Fault]) -> tuple[FaultFields, ...]:
    """Faults as they are saved."""
    return tuple(FaultFields(fault.rule, fault.places, fault.message) for fault in faults)


def faults_from(fields: Iterable[FaultFields]) -> tuple[Fault, ...]:
    """The faults of which `fault_fields` made these."""
    return tuple(Fault(fault.rule, fault.places, fault.message) for fault in fields)
