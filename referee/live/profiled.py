"""Looks that use what a profile knows of lens and paints, once it is seen to fit. Called by the session."""

from dataclasses import dataclass, field, replace

from calibration.arrays import UInt8Array
from calibration.camera import Lens
from calibration.paints import UNKNOWN_PAINTS, Paints
from calibration.profile import Profile
from referee.profiles.use import is_other_set, left_open, lens_for, other_set_remarks
from vision.games.babel.evidence import Reading

from .inputs import Look, LookRequest
from .looking import take_look


@dataclass(slots=True)
class ProfiledLooks:
    """Takes looks as `take_look` does, one at a time.

    The lens is checked at the first look that finds the mat, and anew when the pictures' size changes. The paints are
    used only after a look without them has shown cubes enough that are sure anyway and whose colours they explain.

    Attributes
    ----------
    profile : Profile
        Without the rules that a person has decided.
    """

    profile: Profile
    _lens: Lens | None = field(default=None, init=False)
    _checked_size_wh: tuple[int, int] | None = field(default=None, init=False)
    _paints: Paints = field(default=UNKNOWN_PAINTS, init=False)
    _are_paints_checked: bool = field(default=False, init=False)
    _remarks: tuple[str, ...] = field(default=(), init=False)
    _left_open: tuple[str, ...] = field(default=(), init=False)

    def __call__(self, frame_bgr: UInt8Array, request: LookRequest) -> Look:
        """Take one look; it says all that does not fit of the profile, also what earlier ones said.

        For a look may be given up, and nobody hears of it.
        """
        self._say(self._check_lens(frame_bgr))
        look = take_look(frame_bgr, request, self._lens, self._paints)
        if look.mat_pose is not None:
            self._checked_size_wh = _size_wh(frame_bgr)
        if look.reading is not None and not request.is_covered and self._finds_other_set(frame_bgr, look.reading):
            self._say(other_set_remarks(self.profile))
            self._left_open = left_open(self.profile)
        return replace(look, remarks=self._remarks, left_open=self._left_open)

    def _say(self, remarks: tuple[str, ...]) -> None:
        self._remarks += tuple(remark for remark in remarks if remark not in self._remarks)

    def _check_lens(self, frame_bgr: UInt8Array) -> tuple[str, ...]:
        size_wh = _size_wh(frame_bgr)
        if self.profile.lens is None or size_wh == self._checked_size_wh:
            return ()
        lens = lens_for(frame_bgr, size_wh, self.profile.lens)
        if isinstance(lens, Lens):
            self._lens = lens
            return ()
        self._lens, self._checked_size_wh = None, size_wh
        return (lens,)

    def _finds_other_set(self, frame_bgr: UInt8Array, reading: Reading) -> bool:
        """Whether this look is the one that tells of another set; from one on that does not, the paints are used."""
        if self.profile.colours is None or self._are_paints_checked:
            return False
        is_other = is_other_set(frame_bgr, reading, self.profile.colours)
        self._are_paints_checked = is_other is not None
        if is_other is False:
            self._paints = self.profile.colours.known_paints
        return bool(is_other)


def _size_wh(frame_bgr: UInt8Array) -> tuple[int, int]:
    return frame_bgr.shape[1], frame_bgr.shape[0]
