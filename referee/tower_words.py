"""What is said of a tower in the same words everywhere: terminal, JSON and report."""

from rules.games.babel import FurtherView


def further_view_words(view: FurtherView, first_from: str | None = None) -> str:
    """What to photograph next, and what for.

    Parameters
    ----------
    view : FurtherView
    first_from : str, optional
        The corner from which the first photo was taken, if there is one.

    Examples
    --------
    >>> further_view_words(FurtherView("North-East", 0, 12, (3, 6)), "South-West")
    'Photograph it from the North-East (the first photo is from the South-West), above level 2: 12 unknown marks \
would come into view.'
    >>> further_view_words(FurtherView("North-East", 1, 6, (1, 1), 43, 1.7))
    'Photograph it from the North-East, level 1: 1 cube of unknown colour and 6 unknown marks would come into view, \
and of 43 legal arrangements 1.7 would be left on average.'
    """
    low, high = view.levels
    first = f" (the first photo is from the {first_from})" if first_from else ""
    where = f", above level {low - 1}" if low > 1 else f", level {high}" if low == high else ""
    cubes = f"{view.cubes} cube{'s' * (view.cubes > 1)} of unknown colour"
    marks = f"{view.faces} unknown mark{'s' * (view.faces > 1)}"
    what = " and ".join([cubes] * (view.cubes > 0) + [marks] * (view.faces > 0))
    left = ""
    if view.arrangements and view.expected and view.arrangements > view.expected:
        left = f", and of {view.arrangements:,} legal arrangements {_rounded(view.expected)} would be left on average"
    return f"Photograph it from the {view.corner}{first}{where}: {what} would come into view{left}."


def _rounded(number: float) -> str:
    """A number of things, to a tenth where there are few."""
    return f"{number:,.0f}" if number > 9.95 or number == 1 else f"{number:.1f}"
