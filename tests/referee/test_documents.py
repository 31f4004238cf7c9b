import doctest
import json
import re
import shlex
from pathlib import Path
from typing import Any

import click
import pytest

import referee
from referee.bench.profiles import ProfileScores, profile_document
from referee.bench.summary import summarise
from referee.bench.views import summarise_towers
from referee.cli import main

ROOT = Path(referee.__file__).parents[1]
OPTION = re.compile(r"--[a-z0-9]+(?:-[a-z0-9]+)*")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("rules/games/*/README.md")])
COMMANDS_PAGE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")


def command(name: str) -> click.Command:
    found = main.get_command(click.Context(main), name)
    assert found is not None
    return found


def section(name: str) -> str:
    match = re.search(rf"^## {name}\n(.*?)(?=^## |\Z)", COMMANDS_PAGE, re.MULTILINE | re.DOTALL)
    assert match is not None, f"docs/commands.md has no section on {name}"
    return match[1]


def leaves() -> list[tuple[str, ...]]:
    """Every command that does something, by its words; a group such as `building` by each of its commands."""
    found: list[tuple[str, ...]] = []
    for name in main.list_commands(click.Context(main)):
        group = command(name)
        found += [(name, inner) for inner in group.commands] if isinstance(group, click.Group) else [(name,)]
    return found


@pytest.mark.parametrize("words", leaves(), ids=" ".join)
def test_every_command_has_a_section_that_names_exactly_its_options(words: tuple[str, ...]) -> None:
    begin = f"`tower-referee {' '.join(words)} "
    (usage,) = (line for line in section(words[0]).splitlines() if line.startswith(begin))
    found = command(words[0])
    if isinstance(found, click.Group):
        found = found.commands[words[1]]
    options = {option for param in found.params for option in param.opts if option.startswith("-")}
    assert {option for option in options if option.startswith("--")} - {"--output"} == set(OPTION.findall(usage))
    for option in options:
        assert f"`{option}" in COMMANDS_PAGE or option in usage


def test_the_page_names_no_command_that_does_not_exist() -> None:
    assert sorted(re.findall(r"^## (\w+)$", COMMANDS_PAGE, re.MULTILINE)) == main.list_commands(click.Context(main))


def fields(document: Any) -> set[str]:
    """The names of all fields of a JSON document."""
    if isinstance(document, dict):
        return set(document).union(*map(fields, document.values()))
    return set().union(*map(fields, document)) if isinstance(document, list) else set()


@pytest.mark.parametrize(
    "words",
    [
        ["judge", "1S,0?,-,-"],
        ["judge", "1E,1S,-,-", "--before", "1E,-,-,-"],
        ["suggest", "1E,-,-,-"],
        ["games"],
        ["replay", str(ROOT / "samples" / "games" / "babel.txt")],
        ["profile", "list"],
    ],
    ids=lambda words: words[0],
)
@pytest.mark.usefixtures("own_folder")
def test_every_field_that_a_command_prints_is_in_the_page(run: Any, words: list[str]) -> None:
    faces = set("EWNSUD")
    for field in fields(json.loads(run(*words, "--json").stdout)) - faces:
        assert f"`{field}`" in COMMANDS_PAGE


def test_the_fields_of_bench_are_in_its_section() -> None:
    for document in (summarise([]), summarise_towers([]), profile_document(ProfileScores({}, {}))):
        assert all(f"`{field}`" in section("bench") for field in document)


@pytest.mark.parametrize("document", ["docs/notation.md"])
def test_examples_in_the_documents_run(document: str) -> None:
    results = doctest.testfile(str(ROOT / document), module_relative=False, encoding="utf-8")
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", document.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        linked = (document.parent / path).resolve() if path else document
        assert linked.exists(), f"{document.name} links to {target}"
        if anchor:
            headings = re.findall(r"^#+ (.+)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in [heading.lower().replace(" ", "-") for heading in headings]


def sessions() -> list[tuple[str, str, str]]:
    """Every `$ tower-referee` line of the documents with the output shown under it."""
    found = []
    for document in DOCUMENTS:
        for block in re.findall(r"```console\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                line, _, output = part.partition("\n")
                if line.startswith("tower-referee"):
                    found.append((document.name, line, output))
    return found


@pytest.mark.parametrize(("document", "line", "output"), sessions())
def test_sessions_in_the_documents_print_what_they_show(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, document: str, line: str, output: str
) -> None:
    (tmp_path / "samples").symlink_to(ROOT / "samples", target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    result = run(*shlex.split(line)[1:])
    assert (result.exit_code, result.stderr) in ((0, ""), (1, ""))
    pattern = ".*".join(re.escape(piece) for piece in re.split(r"^\.\.\.\n", output, flags=re.MULTILINE))
    printed = re.sub(r" +$", "", result.stdout, flags=re.MULTILINE)
    assert re.search(pattern, printed, re.DOTALL), printed


def test_the_readme_shows_what_it_is_within_its_first_screen() -> None:
    first = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:25]
    text = "\n".join(first)
    for piece in ("![", "make demo", "make test", "pip install", "$ tower-referee check"):
        assert piece in text
