"""The examples in the documents run."""

import doctest
from pathlib import Path


def test_every_example_in_the_readme_runs():
    readme = Path(__file__).parents[3] / "rules" / "games" / "zero12" / "README.md"
    results = doctest.testfile(str(readme), module_relative=False, encoding="utf-8")
    assert results.attempted > 0
    assert results.failed == 0
