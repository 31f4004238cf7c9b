import errno
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from calibration.profile import Profile, RuleFields
from referee.errors import InputError
from referee.profiles.files import load_profile, profile_names, profile_path, profiles_folder, update_profile

pytestmark = pytest.mark.usefixtures("own_folder")


def test_without_the_variable_profiles_lie_in_the_users_configuration_directory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("TOWER_REFEREE_PROFILES")
    assert profiles_folder().parts[-2:] == ("tower-referee", "profiles")


def test_no_profiles_is_an_answer(run: Any) -> None:
    result = run("profile", "list")
    assert result.exit_code == 0
    assert "no profiles" in result.stdout
    assert json.loads(run("profile", "list", "--json").stdout)["profiles"] == []


def test_a_folder_of_profiles_that_may_not_be_read_is_not_one_without_any(
    run: Any, refused: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(folder: Path) -> list[Path]:
        raise PermissionError(errno.EACCES, "Permission denied", str(folder))

    monkeypatch.setattr(Path, "iterdir", refuse)
    for words in (("profile", "list"), ("profile", "show", "kitchen")):
        refused(run(*words), "cannot be read .Permission denied.; see to its permissions")


def test_what_is_saved_is_listed_shown_and_deleted(run: Any) -> None:
    update_profile("kitchen", set="babel pico", rules=RuleFields("adjacent", None))
    assert "kitchen" in run("profile", "list").stdout
    shown = run("profile", "show", "kitchen").stdout
    assert "babel pico" in shown
    assert "bulges of black cubes lie side by side" in shown
    assert "beige" not in shown
    document = json.loads(run("profile", "show", "kitchen", "--json").stdout)
    assert (document["version"], document["name"], document["rules"]["type2"]) == (1, "kitchen", "adjacent")
    assert run("profile", "delete", "kitchen").exit_code == 0
    assert profile_names() == ()


def test_a_profile_that_holds_nothing_is_shown_as_empty(run: Any) -> None:
    update_profile("kitchen")
    assert run("profile", "show", "kitchen").stdout.splitlines()[-1] == "empty"


def test_a_profile_that_cannot_be_deleted_is_told_in_one_line(
    run: Any, refused: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    update_profile("kitchen", camera="phone")
    monkeypatch.setattr(Path, "unlink", refuse)
    refused(run("profile", "delete", "kitchen"), "kitchen.json: cannot be deleted .Permission denied.")


def test_updating_keeps_what_is_not_changed() -> None:
    update_profile("kitchen", rules=RuleFields("adjacent", "T"))
    update_profile("kitchen", camera="phone")
    profile = load_profile("kitchen")
    assert (profile.camera, profile.rules) == ("phone", RuleFields("adjacent", "T"))
    assert profile.made.endswith("Z")


def test_changes_at_the_same_time_are_all_kept() -> None:
    changes = ({"camera": "phone"}, {"set": "pico"}, {"rules": RuleFields("both")}, {"rules": RuleFields(None, "T")})
    update_profile("kitchen")
    everybody = Barrier(len(changes))

    def change(fields: dict[str, Any]) -> None:
        everybody.wait(60)
        update_profile("kitchen", **fields)

    with ThreadPoolExecutor(len(changes)) as pool:
        list(pool.map(change, changes))
    profile = load_profile("kitchen")
    assert (profile.camera, profile.set, profile.rules) == ("phone", "pico", RuleFields("both", "T"))


def test_a_file_of_brackets_without_end_is_no_profile(run: Any, refused: Any, tmp_path: Path) -> None:
    file = tmp_path / "deep.json"
    file.write_text('{"format":"tower-referee profile","version":1,"extra":' + "[" * 100_000)
    refused(run("profile", "import", str(file)), "is no profile")


def test_export_and_import_carry_a_profile_over(run: Any, refused: Any, tmp_path: Path) -> None:
    update_profile("kitchen", camera="phone")
    file = tmp_path / "taken along.json"
    assert run("profile", "export", "kitchen", "-o", str(file)).exit_code == 0
    refused(run("profile", "import", str(file)), "there is a profile 'kitchen' already")
    assert run("profile", "import", str(file), "--name", "office").exit_code == 0
    assert load_profile("office").camera == "phone"
    run("profile", "delete", "kitchen")
    run("profile", "import", str(file))
    assert profile_names() == ("kitchen", "office")


def test_export_replaces_a_profile_and_nothing_else(run: Any, refused: Any, tmp_path: Path) -> None:
    update_profile("kitchen", camera="phone")
    file = tmp_path / "taken along.json"
    for _ in range(2):
        assert run("profile", "export", "kitchen", "-o", str(file)).exit_code == 0
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"a photo")
    refused(run("profile", "export", "kitchen", "-o", str(photo)), "is there already and no profile")
    assert photo.read_bytes() == b"a photo"
    refused(run("profile", "export", "kitchen", "-o", str(tmp_path)), "is a folder; name a file to write")
    assert run("profile", "export", "kitchen", "-o", os.devnull).exit_code == 0


def test_a_profile_is_called_as_its_file_is_and_other_files_are_none(run: Any, own_folder: Path) -> None:
    update_profile("kitchen", camera="phone")
    (own_folder / "kitchen.json").rename(own_folder / "office.json")
    (own_folder / "kitchen.txt").write_text("buy milk")
    assert profile_names() == ("office",)
    assert run("profile", "show", "office").stdout.startswith("office: made")


def test_a_file_in_place_of_the_folder_is_told(
    run: Any, refused: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kitchen.json"
    file.touch()
    monkeypatch.setenv("TOWER_REFEREE_PROFILES", str(file))
    refused(run("profile", "list"), "is no folder of profiles; TOWER_REFEREE_PROFILES must name one")


def test_what_an_editor_or_the_system_adds_is_no_matter(run: Any, own_folder: Path) -> None:
    update_profile("desk", camera="phone")
    file = own_folder / "desk.json"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    (own_folder / "._desk.json").write_bytes(b"something of the system's own")
    listed = json.loads(run("profile", "list", "--json").stdout)["profiles"]
    assert [(profile["name"], "problem" in profile) for profile in listed] == [("desk", False)]


def test_a_profile_that_is_not_there_is_named_with_those_that_are(run: Any, refused: Any) -> None:
    refused(run("profile", "show", "kitchen"), "no profile 'kitchen'.*none yet")
    update_profile("office")
    refused(run("profile", "show", "kitchen"), "no profile 'kitchen'; there are: office")
    refused(run("profile", "delete", "kitchen"), "no profile 'kitchen'")


@pytest.mark.parametrize("name", ["../kitchen", ".kitchen", "a/b", "", " ", "a" * 61, "nul\0", "kitchen."])
def test_a_name_that_is_no_file_name_is_refused(run: Any, refused: Any, name: str) -> None:
    refused(
        run("profile", "show", name), "no profile can be called .*first a letter or digit, and no dot or space last"
    )


@pytest.mark.parametrize("name", ["Mum's set", "Küche (2)", "Ida & Max, attic", "set #1", "A+B"])
def test_a_profile_may_be_called_as_people_call_things(run: Any, name: str) -> None:
    assert run("calibrate", "rules", "--type2", "both", "--save", name).exit_code == 0
    assert run("profile", "list").stdout.startswith(f"{name}: ")


def test_a_link_to_nothing_is_told_as_such(run: Any, refused: Any, own_folder: Path) -> None:
    own_folder.mkdir(parents=True)
    (own_folder / "kitchen.json").symlink_to("gone.json")
    refused(run("profile", "show", "kitchen"), "kitchen.json: there is no such file")
    assert "kitchen: cannot be used: " in run("profile", "list").stdout
    update_profile("kitchen", camera="phone")
    assert load_profile("kitchen").camera == "phone"


def test_what_people_call_things_does_nothing_to_the_terminal(run: Any) -> None:
    update_profile("kitchen", camera="a\x1b[2Jb", set="c\rd")
    for words in (["list"], ["show", "kitchen"]):
        shown = run("profile", *words).stdout
        assert r"a\x1b[2Jb" in shown
        assert r"c\rd" in shown


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is no profile"),
        (b"{}", "is no profile"),
        (b'{"format": "tower-referee profile", "version": 2}', "version 2.*update"),
        (b'{"format": "tower-referee profile", "version": 1, "name": "kitchen"}', "broken.*made"),
        (b'{"format": "tower-referee profile", "version": 1, "set": "G\xfcnter"}', "broken|is no profile"),
        (
            b'{"format": "tower-referee profile", "version": 1, "name": "kitchen", "made": "now", "set": "G\xfcnter"}',
            "broken|is no profile",
        ),
    ],
)
def test_a_file_that_cannot_be_used_says_so_and_is_left_alone(
    run: Any, refused: Any, own_folder: Path, content: bytes, message: str
) -> None:
    own_folder.mkdir(parents=True)
    file = own_folder / "kitchen.json"
    file.write_bytes(content)
    refused(run("profile", "show", "kitchen"), message)
    assert "cannot be used" in run("profile", "list").stdout
    refused(run("profile", "import", str(file), "--name", "office"), message)
    with pytest.raises(InputError, match="left as it is"):
        update_profile("kitchen", camera="phone")
    assert file.read_bytes() == content
    assert run("profile", "delete", "kitchen").exit_code == 0
    assert not file.exists()


def test_a_folder_that_cannot_be_made_is_one_line(run: Any, refused: Any, tmp_path: Path) -> None:
    (tmp_path / "settings").write_text("a file")
    with pytest.raises(InputError, match="no such folder can be made"):
        update_profile("kitchen")
    # What is learned would be lost: it is told before a photo is looked for.
    for command in ("colours", "camera", "rules"):
        refused(run("calibrate", command, "none.jpg", "--save", "kitchen"), "no such folder can be made")


def test_no_half_written_file_is_left(own_folder: Path) -> None:
    path = update_profile("kitchen")
    assert path == profile_path("kitchen")
    assert [file for file in own_folder.iterdir() if file.name != ".lock"] == [path]
    assert isinstance(load_profile("kitchen"), Profile)


@pytest.mark.parametrize("words", ["x" * 201, "\udcff"])
def test_what_could_not_be_read_back_does_not_replace_a_profile(words: str) -> None:
    update_profile("kitchen", set="babel pico")
    with pytest.raises(InputError, match="was left as it was"):
        update_profile("kitchen", set=words)
    assert load_profile("kitchen").set == "babel pico"


@pytest.mark.parametrize("command, option", [("colours", "--set"), ("camera", "--camera")])
def test_words_that_no_profile_holds_are_refused_before_a_photo_is_read(
    command: str, option: str, run: Any, refused: Any
) -> None:
    wanted = ("calibrate", command, "no.jpg", "--save", "kitchen", option)
    refused(run(*wanted, "x" * 201), "has 201 letters; a profile holds 200")
    refused(run(*wanted, "\udcff"), "is not UTF-8 text")
