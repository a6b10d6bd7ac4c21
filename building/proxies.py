"""Proxies for tests, and for several workers on this machine: those that are there, or Debian's.

Those are installed where that is possible.

`python building/proxies.py` installs; `--find nginx` only looks, and prints where it is or says what is missing. Where
one is missing its tests are skipped, except where CI is set in the environment.
"""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass

from browsers import Missing, can_install_packages, is_checked_for_others, run_command_line, try_command

#: Debian keeps them where only the path of root leads.
PLACES = "/usr/sbin:/usr/local/sbin"


@dataclass(frozen=True)
class Proxy:
    """One that tests want, and the package that has it."""

    name: str
    package: str

    @property
    def missing(self) -> str:
        return f"tests of snap races want {self.name}, and it was not found: on Debian `apt-get install {self.package}`"

    def find(self) -> str | None:
        return shutil.which(self.name) or shutil.which(self.name, path=PLACES)


#: What tests of snap races need besides: `ip`, which makes networks at a distance.
PROXIES = (Proxy("nginx", "nginx-light"), Proxy("haproxy", "haproxy"), Proxy("ip", "iproute2"))


def install() -> None:
    """Whatever is missing; what can't be had is said, and is an error where it must not be left out."""
    wanted = [proxy for proxy in PROXIES if proxy.find() is None]
    if wanted and can_install_packages():
        try_command(["apt-get", "update"])
        try_command(["apt-get", "install", "-y", "--no-install-recommends", *(proxy.package for proxy in wanted)])
    missing = [proxy.missing for proxy in wanted if proxy.find() is None]
    if missing and is_checked_for_others():
        raise Missing("; ".join(missing))
    for sentence in missing:
        print(f"cambio: {sentence}. Its tests are skipped.", file=sys.stderr, flush=True)


if __name__ == "__main__":
    run_command_line(sys.argv[1:], PROXIES, install)
