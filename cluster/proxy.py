"""The proxy in front of workers: HAProxy or nginx, by the very configurations of docs/proxies."""

from __future__ import annotations

import os
import pwd
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from .processes import NotStarted, Process

ROOT = Path(__file__).parents[1]
DOCUMENTED = ROOT / "docs" / "proxies"
FILES = {"haproxy": "haproxy-workers.cfg", "nginx": "nginx-workers.conf"}
#: The best first: this one asks workers how they are, the other one waits until a request fails.
PROXIES = tuple(FILES)
#: Lines of the configurations that are about one worker. They are repeated for as many as there are.
_WORKER_LINE = re.compile(r"^.*(?:worker|127\.0\.0\.1:800|str )(?P<number>[12])\b.*\n", re.MULTILINE)
_LISTENING = {
    "haproxy": re.compile(r"bind :443 ssl crt \S+"),
    "nginx": re.compile(r"listen 443 ssl;(?P<between>(?:\n.*)*?\n +)ssl_certificate \S+;\n +ssl_certificate_key \S+;"),
}
#: What Debian's own file has around ours; whoever runs it stays who they are.
_NGINX = """daemon off;
user {user};
worker_processes 1;
worker_rlimit_nofile 20000;
pid {folder}/nginx.pid;
error_log {folder}/nginx-errors.log;
events {{ worker_connections 18000; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/workers.conf;
}}
"""
MISSING = "expected a proxy, but found neither HAProxy nor nginx: on Debian `apt-get install haproxy`"


def find_program(name: str) -> str | None:
    """Where a proxy is, as building/proxies.py finds it."""
    command = [sys.executable, str(ROOT / "building" / "proxies.py"), "--find", name]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    return found.stdout.strip() if found.returncode == 0 else None


def choose_proxy() -> str:
    """The best one that is there."""
    found = next((name for name in PROXIES if find_program(name) is not None), None)
    if found is None:
        raise NotStarted(MISSING)
    return found


def configuration(name: str, port: int, workers: Mapping[int, int]) -> str:
    """The documented file for these ports, without TLS: workers are numbers with their ports."""
    text = (DOCUMENTED / FILES[name]).read_text()
    listening = {"haproxy": f"bind 127.0.0.1:{port}", "nginx": f"listen 127.0.0.1:{port};"}[name]
    text, found = _LISTENING[name].subn(
        lambda match: listening + (match.groupdict().get("between") or "").rstrip(" "), text
    )
    assert found == 1, f"{FILES[name]} listens in {found} places"
    return _WORKER_LINE.sub(lambda line: _repeat_line(line, workers), text)


def _repeat_line(line: re.Match[str], workers: Mapping[int, int]) -> str:
    """The line of worker 1 for each of them; the one of worker 2 is among these."""
    if line[0].lstrip().startswith("#"):
        return line[0]
    if line["number"] != "1":
        return ""
    return "".join(_line_of(line[0], number, port) for number, port in workers.items())


def _line_of(line: str, number: int, port: int) -> str:
    line = line.replace("127.0.0.1:8001", f"127.0.0.1:{port}")
    return re.sub(r"(?<=worker)1\b|(?<=str )1\b|(?<=^ {4})1(?= )", str(number), line)


class WorkersProxy(Process):
    """A proxy on a port of this machine."""

    def __init__(self, name: str, port: int, workers: Mapping[int, int], folder: Path) -> None:
        program = find_program(name)
        if program is None:
            raise NotStarted(MISSING)
        self.port = port
        written = configuration(name, port, workers)
        if name == "nginx":
            user = pwd.getpwuid(os.getuid()).pw_name
            (folder / "workers.conf").write_text(written)
            (folder / "nginx.conf").write_text(_NGINX.format(folder=folder, user=user))
            command = [program, "-e", str(folder / "nginx-errors.log"), "-c", str(folder / "nginx.conf")]
        else:
            (folder / "haproxy.cfg").write_text(written)
            command = [program, "-db", "-f", str(folder / "haproxy.cfg")]
        super().__init__(name, command, folder / f"{name}.log", {})

    def start(self) -> None:
        """Run, and wait until a worker answers through it."""
        super().start()
        self.wait_until_answering("/healthz", self.port)
