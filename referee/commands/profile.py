"""`tower-referee profile`: what was learned of cameras, lights and sets, each under a name."""

from pathlib import Path
from typing import Any

import click

from referee.command_group import CommandGroup
from referee.errors import InputError
from referee.options import json_option
from referee.parameters import FilePath
from referee.texts import plain


@click.group(cls=CommandGroup)
def command() -> None:
    """List, show, delete, export and import profiles.

    A profile is what `calibrate` learned. Each is one file in the user's configuration directory, or in the folder that
    TOWER_REFEREE_PROFILES names.

    \b
    Example:
      tower-referee profile list
      tower-referee profile export kitchen -o kitchen.json
    """


@command.command("list")
@json_option
def list_profiles(as_json: bool) -> int:
    """List all profiles, and what is wrong with broken ones.

    \b
    Example:
      tower-referee profile list
    """
    from referee.profiles.files import load_profile, profile_names, profiles_folder

    entries: list[dict[str, Any]] = []
    for name in profile_names():
        try:
            profile = load_profile(name)
        except InputError as error:
            entries.append({"name": name, "problem": str(error)})
            continue
        parts = {"colours": profile.colours, "lens": profile.lens, "rules": profile.rules, "tiles": profile.tiles}
        holds = [part for part, content in parts.items() if content]
        entries.append(
            {"name": name, "made": profile.made, "camera": profile.camera, "set": profile.set, "holds": holds}
        )
    if as_json:
        from referee.json_output import print_json

        print_json({"folder": str(profiles_folder()), "profiles": entries})
        return 0
    for entry in entries:
        if "problem" in entry:
            click.echo(f"{entry['name']}: cannot be used: {plain(entry['problem'])}")
        else:
            words = (entry["made"], entry["camera"], entry["set"], "holds " + (", ".join(entry["holds"]) or "nothing"))
            click.echo(f"{entry['name']}: {plain('; '.join(word for word in words if word))}")
    if not entries:
        click.echo(f"no profiles in {profiles_folder()}; `tower-referee calibrate` makes one")
    return 0


@command.command()
@click.argument("name")
@json_option
def show(name: str, as_json: bool) -> int:
    """Show what a profile holds.

    \b
    Example:
      tower-referee profile show kitchen
    """
    from calibration.profile import profile_text
    from referee.profiles.files import load_profile

    profile = load_profile(name)
    if as_json:
        click.echo(profile_text(profile), nl=False)
        return 0
    from referee.console import OutputConsole
    from referee.profiles.report import paint_table, profile_lines

    console = OutputConsole()
    for line in profile_lines(profile):
        console.print(line, markup=False)
    if profile.colours:
        console.print(paint_table(profile.colours))
    return 0


@command.command()
@click.argument("name")
def delete(name: str) -> int:
    """Delete a profile, also if its file is broken.

    \b
    Example:
      tower-referee profile delete kitchen
    """
    from referee.profiles.files import delete_profile

    delete_profile(name)
    click.echo(f"{name}: deleted")
    return 0


@command.command()
@click.argument("name")
@click.option("-o", "--output", type=FilePath(), required=True, metavar="FILE", help="Where to write it.")
def export(name: str, output: Path) -> int:
    """Write a profile to a file, to take along or to share.

    \b
    Example:
      tower-referee profile export kitchen -o kitchen.json
    """
    from referee.profiles.files import export_profile

    export_profile(name, output)
    click.echo(f"{output}: profile {name}")
    return 0


@command.command("import")
@click.argument("file", type=FilePath())
@click.option("--name", metavar="NAME", help="The name to keep it under; default its own.")
def import_profile(file: Path, name: str | None) -> int:
    """Take in a profile from a file.

    A profile of the same name is not replaced.

    \b
    Example:
      tower-referee profile import kitchen.json --name office
    """
    from dataclasses import replace

    from referee.profiles.files import add_profile, read_profile

    profile = read_profile(file)
    profile = replace(profile, name=profile.name if name is None else name)
    click.echo(f"{add_profile(profile)}: profile {profile.name}")
    return 0
