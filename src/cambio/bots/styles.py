"""Styles: each level of the ladder as a policy with its traits; some traits are tuned for each preset.

>>> STYLES["casual"].about
'clean greedy play from memory, which fades a little'
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from importlib.resources import files
from pathlib import Path

from ..core.networks.manners import BEST
from ..core.players import policies, traits
from ..core.players.mind import Mind
from ..languages import SILENCE, Text
from ..rules import PRESETS, Rules
from .networks import Weights, learned_mind, make_rollout_minds, read_weights

#: The traits by name, in the order of their numbers.
TRAITS: tuple[str, ...] = tuple(
    name.lower()
    for name, _ in sorted(
        ((name, number) for name, number in vars(traits).items() if name.isupper() and name != "COUNT"),
        key=lambda item: int(item[1]),
    )
)

#: The traits before any tuning: of a player with sensible values and a perfect memory.
DEFAULT_TRAITS: Mapping[str, float] = {
    "curiosity": 0.5,
    "nosiness": 0.1,
    "spite": 0.6,
    "kept_low": 0.25,
    "known_low": 0.05,
    "lightness": 1.0,
    "secrecy": 0.3,
    "fear": 0.3,
    "race": 0.6,
    "snap_margin": 0.0,
    "theft": 0.3,
    "call_from": 0.65,
    "call_ease": 0.01,
    "last_points": 1.5,
    "last_share": 0.1,
    "doubt": 2.5,
    "call_noise": 0.0,
    "swap_below": 5.0,
    "call_at": 6.0,
    "caution": 7.0,
    "fading": 0.0,
    "confusion": 0.0,
    "reaction": 0.6,
    "spread": 0.25,
    "false_start": 0.0,
}


@dataclass(frozen=True)
class Pace:
    """How fast a bot is at a table where people play: as people of its level are. The laboratory has the traits."""

    #: Seconds from a discard to the bot's snap: the median, and the standard deviation of its logarithm.
    reaction: float = 1.2
    spread: float = 0.3
    #: Seconds for which the bot leaves a snap window open once the discard has landed.
    window: float = 2.0


#: The pace of the levels from the expert up.
STRONG_PACE = Pace(0.7, 0.22, window=1.2)


@dataclass(frozen=True)
class Style:
    """How a player plays: a policy, and the traits that differ from the default ones."""

    about: str
    policy: int
    traits: Mapping[str, float] = field(default_factory=dict)
    is_tuned: bool = False
    #: Worlds that a search tries for a decision; without any there is no search.
    samples: int = 0
    #: Own choices that a search with a critic looks ahead before it asks what that is worth.
    depth: int = 0
    #: The level that decides for one that searches, where a search does not end in time, and snaps for it likewise.
    quick_level: str = ""
    #: The level that a search takes the others for: so they play on in the worlds that it imagines, and what they have
    #: done so far may tell which worlds are likely. Without it, all play on as experts, and nothing is concluded.
    opponents: str = ""
    #: The level that it takes them for as soon as they have done what nobody of that level would.
    strangers: str = ""
    #: Loads the weights of the network that decides in place of the policy, which only gives it advice.
    weights: Callable[[], Weights] | None = None
    #: What those who choose an opponent read about it.
    sentence: Text = SILENCE
    pace: Pace = Pace()

    @property
    def is_slow(self) -> bool:
        """A decision takes milliseconds, because it is searched for."""
        return self.samples > 0

    @property
    def searches_snaps(self) -> bool:
        """It also searches for what to do when a discard may be snapped: only a critic says that soon enough."""
        return self.is_slow and self.weights is not None

    @property
    def decides_by_judgement(self) -> bool:
        """It does what judgement finds best, and forgets nothing: what it does tells what it knows."""
        is_exact = self.policy == policies.EVALUATION and self.weights is None and not self.is_slow
        return is_exact and not self.traits.keys() & {"call_noise", "fading", "confusion"}

    @property
    def plays_offline(self) -> bool:
        """It also plays in a browser, where the engine is interpreted and no weights are brought."""
        return not self.is_slow and self.weights is None

    def make_mind(self, rules: Rules, seats: int) -> Mind:
        """A mind of this style for a table by those rules; one that searches has minds that play its rollouts."""
        mind = self._make_mind(rules, seats)
        if self.opponents:
            rival = quick_style(self.opponents)
            without_search = replace(self, samples=0)._make_mind(rules, seats)
            mind.rollout_minds = [without_search, *(rival.make_mind(rules, seats) for _ in range(seats - 1))]
            mind.gathers_evidence = rival.decides_by_judgement and shows_all_that_happens(rules)
        if self.strangers and mind.gathers_evidence:
            mind.strangers = [quick_style(self.strangers).make_mind(rules, seats) for _ in range(seats - 1)]
        return mind

    def _make_mind(self, rules: Rules, seats: int) -> Mind:
        tuned = expert_traits(rules, seats) if self.is_tuned else {}
        values = trait_values({**tuned, **self.traits})
        if self.weights is not None:
            learned = self.weights()
            network, critic = learned.core_network, learned.core_critic if self.samples else ()
            mind = learned_mind(rules, seats, values, network, manner=BEST, samples=self.samples, critic=critic)
            mind.depth = self.depth
            return mind
        mind = Mind(rules.ruleset, self.policy, values, self.samples)
        if self.samples:
            mind.rollout_minds = make_rollout_minds(rules, seats, values)
        return mind


def network_style(file: Path) -> Style:
    """A player that decides by the network in a file, as ``cambio train`` writes it, with the expert's advice."""
    return Style(f"the network in {file}", policies.EVALUATION, is_tuned=True, weights=partial(read_weights, file))


def trait_values(given: Mapping[str, float]) -> list[float]:
    """The value of every trait, in the order of their numbers: those given, and defaults for the rest."""
    traits = {**DEFAULT_TRAITS, **given}
    return [traits[name] for name in TRAITS]


@cache
def load_weights() -> Weights:
    """The weights that come with Cambio: docs/RESEARCH.md says how they were trained."""
    return read_weights(files(__package__).joinpath("network.weights"))


#: The levels, from the weakest to the strongest.
STYLES: dict[str, Style] = {
    "random": Style(
        "any lawful action",
        policies.RANDOM,
        sentence=Text(
            "Does anything that the rules allow.",
            "Hace cualquier cosa que permitan las reglas.",
        ),
        pace=Pace(1.4),
    ),
    "beginner": Style(
        "simple thresholds, a short memory that mixes things up, slow and sometimes wrong snaps, early calls",
        policies.HEURISTIC,
        {
            "swap_below": 6,
            "call_at": 10,
            "call_noise": 5,
            "caution": 8,
            "fading": 0.8,
            "confusion": 0.08,
            "reaction": 1.2,
            "spread": 0.4,
            "false_start": 0.02,
        },
        sentence=Text(
            "Forgets a lot, mixes things up, and calls too soon.", "Olvida mucho, se confunde y canta demasiado pronto."
        ),
        pace=Pace(1.6, 0.35),
    ),
    "casual": Style(
        "clean greedy play from memory, which fades a little",
        policies.HEURISTIC,
        {
            "call_at": 5,
            "call_noise": 2,
            "fading": 0.5,
            "confusion": 0.03,
            "reaction": 1.0,
            "spread": 0.35,
        },
        sentence=Text(
            "Remembers most of its own cards, and snaps now and then.",
            "Recuerda casi todas sus cartas y caza de vez en cuando.",
        ),
        pace=Pace(1.2, 0.3),
    ),
    "solid": Style(
        "counts cards and weighs every action, but misjudges when to call",
        policies.EVALUATION,
        {"call_from": 0.75, "call_noise": 0.25, "fading": 0.1, "reaction": 0.7, "spread": 0.3},
        sentence=Text(
            "Counts cards, and seldom makes a mistake.",
            "Cuenta las cartas y rara vez se equivoca.",
        ),
        pace=Pace(0.9, 0.25, window=1.6),
    ),
    "expert": Style(
        "the same judgement, tuned for the rule book by self-play",
        policies.EVALUATION,
        is_tuned=True,
        sentence=Text(
            "Weighs what every choice may cost and win.",
            "Calcula lo que puede costar y dar cada jugada.",
        ),
        pace=STRONG_PACE,
    ),
    "search": Style(
        "the expert, who tries every action in imagined worlds first",
        policies.EVALUATION,
        is_tuned=True,
        samples=192,
        quick_level="expert",
        sentence=Text(
            "An expert that thinks every choice through to the end.",
            "Un experto que piensa cada jugada hasta el final.",
        ),
        pace=STRONG_PACE,
    ),
    "master": Style(
        "a network that has taught itself in millions of rounds, with the expert's judgement as advice",
        policies.EVALUATION,
        is_tuned=True,
        weights=load_weights,
        sentence=Text(
            "Has learned from millions of rounds, and reads what you do.",
            "Ha aprendido de millones de rondas y lee lo que haces.",
        ),
        pace=STRONG_PACE,
    ),
    "champion": Style(
        "the master, who tries every promising action in likely worlds first",
        policies.EVALUATION,
        is_tuned=True,
        samples=2000,
        depth=3,
        quick_level="master",
        opponents="expert",
        strangers="master",
        weights=load_weights,
        sentence=Text(
            "The strongest there is: a master that thinks ahead.",
            "El más fuerte que hay: un maestro que piensa por adelantado.",
        ),
        pace=STRONG_PACE,
    ),
}


def shows_all_that_happens(rules: Rules) -> bool:
    """Everybody sees which cards have decided what happened: where wrong snaps are not shown, they have not."""
    return bool(rules["snap.shown"]) or rules["snap.who"] == "off"


def quick_style(level: str) -> Style:
    """A level as it decides without a search."""
    style = STYLES[level]
    return STYLES[style.quick_level] if style.quick_level else style


@cache
def load_tuned_traits() -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    """The tuned traits by preset and number of seats, as ``cambio lab tune`` writes them."""
    text = files(__package__).joinpath("tuned.json").read_text(encoding="utf-8")
    by_preset: dict[str, dict[str, dict[str, float]]] = json.loads(text)
    return by_preset


def tuned_traits(preset: str, seats: int) -> Mapping[str, float]:
    """The tuned traits of a preset, which are those for two seats or for more; empty, if there are none."""
    return load_tuned_traits().get(preset, {}).get("2" if seats == 2 else "4", {})


def expert_traits(rules: Rules, seats: int) -> Mapping[str, float]:
    """The tuned traits of the expert for any rules: those of the nearest preset."""
    return tuned_traits(nearest_preset(rules), seats)


def nearest_preset(rules: Rules) -> str:
    """The preset from which the rules differ in the fewest options."""
    flat = rules.flat()
    return min(
        PRESETS,
        key=lambda name: sum(flat[option] != value for option, value in PRESETS[name].flat().items()),
    )
