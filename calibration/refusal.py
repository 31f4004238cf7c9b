"""What is answered where a picture does not tell what it was asked for: by what finds mats, towers and lenses."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why there is no answer; falsy, with advice for the one who took the picture. As text both, in one line."""

    reason: str
    advice: str

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return f"{self.reason}; {self.advice}"


class Unreadable(Refusal):
    """Why a picture could not be read: nothing was located in it, or what was cannot be told."""

    __slots__ = ()
