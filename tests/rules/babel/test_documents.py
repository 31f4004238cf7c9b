"""The examples in the documents run."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("document", ["rules/games/babel/README.md", "docs/notation.md"])
def test_every_example_in_the_document_runs(document):
    results = doctest.testfile(str(ROOT / document), module_relative=False, encoding="utf-8")
    assert results.attempted > 0
    assert results.failed == 0
