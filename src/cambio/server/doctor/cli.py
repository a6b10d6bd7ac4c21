"""The command cambio doctor."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict

from ..config_file import ConfigFile
from ..setting_flags import add_settings, read_settings_and_file
from ..settings import Settings
from .findings import Finding, Level, problem


def add_doctor(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    doctor = commands.add_parser(
        "doctor",
        help="say what is wrong with a server's installation, settings, machine or database",
        description="Look at the installation, the machine, the settings and the database of a server that runs or "
        "is to run, and say of each what is wrong and what to do. Nothing is changed. Exit status: 1 if there is a "
        "problem.",
        epilog="examples:\n"
        "  cambio doctor --config /etc/cambio/cambio.toml\n"
        "  cambio doctor --behind-proxy --public-url https://cambio.example --json\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_settings(doctor)
    doctor.add_argument("--json", action="store_true", help="print a list for programs")
    doctor.set_defaults(run=run_doctor)


def run_doctor(options: argparse.Namespace) -> int:
    try:
        settings, file = read_settings_and_file(options)
    except ValueError as error:
        findings = [problem("settings", str(error), "put that right; `cambio serve --print-config` lists all settings")]
    else:
        findings = list(examine(settings, file))
    if options.json:
        print(json.dumps([asdict(finding) for finding in findings], indent=2, ensure_ascii=False))
    else:
        _print(findings)
    return 1 if any(finding.level is Level.PROBLEM for finding in findings) else 0


def examine(settings: Settings, file: ConfigFile) -> Iterator[Finding]:
    from .database import check_database
    from .installation import check_installation
    from .machine import check_machine
    from .network import check_network

    yield from check_installation()
    yield from check_machine(settings)
    yield from check_database(settings, file)
    yield from check_network(settings)


def _print(findings: list[Finding]) -> None:
    width = max(len(finding.about) for finding in findings)
    for finding in findings:
        print(f"{finding.level:8} {finding.about:{width}}  {finding.found}")
        if finding.advice:
            print(f"{'':8} {'':{width}}  -> {finding.advice}")
    problems = sum(finding.level is Level.PROBLEM for finding in findings)
    warnings = sum(finding.level is Level.WARNING for finding in findings)
    print(f"{_count(problems, 'problem')}, {_count(warnings, 'warning')}")


def _count(number: int, word: str) -> str:
    return f"{number or 'no'} {word}{'' if number == 1 else 's'}"
