"""What is said of a tower in the same words everywhere: terminal, JSON and report."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from rules.errors import counted, listed
from rules.games.babel import FurtherView, Judgement, Tower, further_view

#: As much doubt as this is told with a fault: what would be told as 100.0 % is shown as certain.
_NO_DOUBT = 0.9995


def doubt_words(sure: float) -> str:
    """How sure a fault is, to be said after its rule; nothing where it is as good as certain.

    Examples
    --------
    >>> doubt_words(0.9871), doubt_words(0.9999)
    (', 98.7 % sure', '')
    """
    return f", {100 * sure:.1f} % sure" if sure < _NO_DOUBT else ""


def rules_in_words(numbers: Set[int]) -> str:
    """Rules by their numbers, at least one.

    Examples
    --------
    >>> rules_in_words({5}), rules_in_words({6, 4, 5})
    ('rule 5', 'rules 4, 5 and 6')
    """
    return f"rule{'s' * (len(numbers) > 1)} {listed(sorted(numbers))}"


def view_to_add(tower: Tower, judgement: Judgement) -> FurtherView | None:
    """The look at a judged tower that would settle the most; None if nothing on the outside is unknown.

    Where no legal tower is as this one was read, it says nothing of how many would be left.
    """
    view = further_view(tower, options=judgement.options)
    if view is None or judgement.arrangements:
        return view
    return replace(view, arrangements=None, expected=None)


@dataclass(frozen=True, slots=True)
class Standpoint:
    """From which corner of a tower a photo was taken, such as "North-East"."""

    photo: str
    corner: str


def further_view_words(view: FurtherView, standpoints: Sequence[Standpoint] = ()) -> str:
    """What to photograph next, and what for.

    Parameters
    ----------
    view : FurtherView
    standpoints : sequence of Standpoint
        Of the photos there are; the first tells which corner is which.

    Examples
    --------
    >>> further_view_words(FurtherView("North-East", 0, 12, (3, 6)), [Standpoint("a.jpg", "South-West")])
    'Photograph it from the North-East (a.jpg is from the South-West): 12 unknown marks above level 2 would come into \
view.'
    >>> further_view_words(FurtherView("North-East", 0, 1, (1, 1)), [Standpoint("a.jpg", "North-East")])
    'Photograph it from the North-East again, nearer or from another height: 1 unknown mark on level 1 would come into \
view.'
    >>> further_view_words(FurtherView("North-East", 1, 6, (1, 1), 43, 1.7))
    'Photograph it from the North-East: 1 cube of unknown colour and 6 unknown marks on level 1 would come into view, \
and 1.7 of 43 legal arrangements would be left on average.'
    """
    low, high = view.levels
    known = f" ({standpoints[0].photo} is from the {standpoints[0].corner})" if standpoints else ""
    if view.corner in (standpoint.corner for standpoint in standpoints):
        known = " again, nearer or from another height"
    where = f" above level {low - 1}" if low > 1 else f" on level {high}" if low == high else ""
    cubes = f"{counted(view.cubes, 'cube')} of unknown colour"
    marks = counted(view.faces, "unknown mark")
    what = " and ".join([cubes] * (view.cubes > 0) + [marks] * (view.faces > 0))
    left = ""
    if view.arrangements and view.expected and view.arrangements > view.expected:
        left = f", and {_rounded(view.expected)} of {view.arrangements:,} legal arrangements would be left on average"
    return f"Photograph it from the {view.corner}{known}: {what}{where} would come into view{left}."


def _rounded(number: float) -> str:
    """A number of things, to a tenth where there are few."""
    return f"{number:,.0f}" if number > 9.95 else f"{number:.1f}".removesuffix(".0")
