"""What an agent is trained with: sb3-contrib and PyTorch, where PyTorch does not bring gigabytes of CUDA along.

``python building/training.py`` in the environment of the tests. What would be installed is asked for first: where the
package index has a build of PyTorch for the processor alone, or the platform has no other, it is installed. Where not,
nothing is, this says so, and the test of the training example is skipped with the same words.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec

#: An exact version also finds a build for the processor alone, which index servers mark as this version and more.
NEEDED = ("torch==2.13.0", "cambio-game[train]")
#: What only a build for graphics cards needs.
CUDA = ("nvidia-", "cuda-")
TOO_MUCH = (
    "PyTorch would bring gigabytes of CUDA, so agents are not trained here: "
    "install a build of torch for the processor alone (pytorch.org says how), and sb3-contrib"
)


def main() -> None:
    if find_spec("sb3_contrib") is not None:
        return
    if brings_cuda(json.loads(pip("--dry-run", "--quiet", "--report", "-", *NEEDED))):
        print(TOO_MUCH)
        return
    pip("--no-compile", *NEEDED)


def brings_cuda(report: dict[str, list[dict[str, dict[str, str]]]]) -> bool:
    """Whether something for graphics cards is among what pip would install."""
    return any(item["metadata"]["name"].lower().startswith(CUDA) for item in report["install"])


def pip(*arguments: str) -> str:
    command = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--progress-bar=off"]
    return subprocess.run([*command, *arguments], stdout=subprocess.PIPE, text=True, check=True).stdout


if __name__ == "__main__":
    main()
