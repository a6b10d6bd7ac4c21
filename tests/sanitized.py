"""Random play in a build that watches every memory access: AddressSanitizer and UndefinedBehaviorSanitizer.

It is built from unchanged C, as Cython wrote it and with calls through pointers, and plays what the usual build plays:
a build where the generated C is not as expected would be the same. `make soak` watches direct calls instead.

python -m tests.sanitized
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.properties.digest import digests
from tests.soaking import IS_SOAK

BUILD = Path("build/sanitized")
FLAGS = "-Og -g1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all"
DIRECT_CALLS = "yes" if IS_SOAK else "no"
#: What the sanitized interpreter plays: random rounds of every rule book and of random house rules, logged and copied.
PLAY = """
import random
from dataclasses import replace
from cambio.bots.styles import STYLES
from cambio.core import is_compiled
from cambio.core.players.batch import play_deals
from cambio.core.engine.rng import Rng
from cambio.core.environment.env_spec import EnvSpec
from cambio.core.players.redeal import redeal
from cambio.core.environment.observation import write_mask, write_observation
from cambio.core.engine.deal import deal_new_table
from cambio.core.playout import play_out, step
from cambio.core.environment.env_state import EnvState
from cambio.core.environment import env_step
from cambio.rules import PRESETS
from cambio.training.random_rules import random_rules, random_seats

assert is_compiled()
rng = random.Random(5)
rounds = 0
levels = [replace(style, samples=style.samples and 2) for style in STYLES.values()]
for rules in [*PRESETS.values(), *(random_rules(rng) for _ in range(400))]:
    for _ in range(8):
        seats = random_seats(rules.but("deal.max_seats=26"), rng)
        chance = Rng(rng.getrandbits(60))
        table = deal_new_table(rules.ruleset, seats, chance)
        table.listening = rng.randrange(2)
        while step(table, chance):
            if rng.random() < 0.05:
                world = table.copy()
                redeal(world, rng.randrange(seats), chance)
                play_out(world, chance)
        rounds += 1
    for slots in (1, 8):
        seats = random_seats(rules.but("deal.max_seats=26"), rng)
        spec = EnvSpec(rules.ruleset, seats, slots, 1, 300)
        env = EnvState(spec, Rng(rng.getrandbits(60)))
        widths = spec.observation_width, spec.answer_count
        seen, masks = (memoryview(bytearray(width)).cast("b", (1, width)) for width in widths)
        env_step.start_round(env)
        while not env.end:
            write_mask(env, masks, 0)
            for seat in range(seats):
                write_observation(env.copy() if rng.random() < 0.05 else env, seat, rng.randrange(2), seen, 0)
            env_step.step(env, env.legal_answer_at(rng.randrange(env.legal_count)))
        rounds += 1
    seats = min(8, random_seats(rules, rng))
    minds = [level.make_mind(rules, seats) for level in rng.choices(levels, k=seats)]
    play_deals(rules.ruleset, minds, 1, rng.getrandbits(60), 0, 1)
    rounds += 1
print(f"{rounds} random rounds without a fault")
"""


def find_library() -> str | None:
    """What watches, if there is a compiler that has it."""
    if shutil.which(os.environ.get("CC", "gcc")) is None:
        return None
    library = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True).stdout.strip()
    return library if Path(library).is_absolute() else None


def main() -> int:
    library = find_library()
    if library is None:
        print("no C compiler here that has AddressSanitizer: the sanitized build is left out")
        return 0
    build()
    environment = os.environ | {
        "LD_PRELOAD": library,
        "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=0",
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": os.pathsep.join([str(BUILD / "lib"), "."]),
    }
    environment.pop("CAMBIO_ENGINE", None)
    subprocess.run([sys.executable, "-c", PLAY], env=environment, check=True)
    command = [sys.executable, "-m", "tests.properties.digest"]
    told = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    if json.loads(told.stdout) != {"is compiled": True, "digests": digests()}:
        print("the sanitized build plays otherwise than the usual one")
        return 1
    return 0


def build() -> None:
    """Compile a copy of the package, so that the ordinary build stays as it is."""
    shutil.rmtree(BUILD, ignore_errors=True)
    BUILD.mkdir(parents=True)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy2(name, BUILD)
    shutil.copytree("building", BUILD / "building")
    shutil.copytree("src", BUILD / "src", ignore=shutil.ignore_patterns("*.so", "*.egg-info", "__pycache__"))
    if Path("build/cython").is_dir():
        # Times are kept, so that what has been translated to C is only compiled again.
        shutil.copytree("build/cython", BUILD / "build" / "cython")
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", "lib"],
        cwd=BUILD,
        check=True,
        env=os.environ | {"CAMBIO_BUILD": "compiled", "CAMBIO_CFLAGS": FLAGS, "CAMBIO_DIRECT_CALLS": DIRECT_CALLS},
    )
    shutil.copytree(BUILD / "src" / "cambio", BUILD / "lib" / "cambio", dirs_exist_ok=True)


if __name__ == "__main__":
    sys.exit(main())
