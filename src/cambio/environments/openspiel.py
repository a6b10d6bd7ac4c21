"""OpenSpiel: the game ``python_cambio``, with chance as a player of its own.

>>> game = pyspiel.load_game("python_cambio(rules=stick,players=3)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 54)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..core.environment.observation import write_observation
from ..places import seat_named
from ..presets import DEFAULT_RULES
from .chance_nodes import FIRST_SEAT, ExplicitRound
from .missing import require
from .sequential import EnvConfig, fields

if TYPE_CHECKING:
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray
else:
    # This one first: its extra brings NumPy, too.
    pyspiel = require("pyspiel")
    np = require("numpy")

NAME = "python_cambio"  #: How OpenSpiel knows the game.
MOST_SEATS = 26  #: As many as there are letters.
#: Parameters of the game and their defaults. Rules are named by difference, with ``:`` where elsewhere is ``=``.
PARAMETERS: dict[str, Any] = {"rules": DEFAULT_RULES, "players": 2, "slots": 0, "patience": 0}

#: Where seeds end that a uniform number is made into.
SEEDS = 2**31
#: What whoever asks for such a tensor is told.
NO_TENSOR = (
    "expected information_state_string or observation_tensor: python_cambio has no information state tensor, because a "
    "round has no fixed length"
)

#: What OpenSpiel wants to know of the game.
GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Cambio",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_SEATS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=PARAMETERS,
)


class CambioGame(pyspiel.Game):
    """Cambio by any rules: ``python_cambio(rules=cambia snap.penalty:1,players=4)``."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        asked = PARAMETERS | (params or {})
        rules = str(asked["rules"]).replace(":", "=")
        #: What is played.
        self.config = EnvConfig(
            rules, asked["players"], slots=asked["slots"] or None, patience=asked["patience"] or None
        )
        spec = self.config.spec
        info = pyspiel.GameInfo(
            num_distinct_actions=spec.answer_count,
            max_chance_outcomes=FIRST_SEAT + spec.seats,
            num_players=spec.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=spec.max_decisions,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def __reduce__(self) -> tuple[type[CambioGame], tuple[dict[str, Any]]]:
        """OpenSpiel's own pickles would restore its part of the game only."""
        return CambioGame, (self.get_parameters(),)

    def new_initial_state(self) -> CambioState:
        """A round before its deal."""
        return CambioState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The deal; then each decision may be followed by cards of a draw or a penalty, and by whoever is asked."""
        ruleset = self.config.rules.ruleset
        return ruleset.deck_size + self.config.spec.max_decisions * (max(1, ruleset.snap_penalty) + 1)

    def information_state_tensor_shape(self) -> list[int]:
        """There is none: a round has no fixed length."""
        raise pyspiel.SpielError(NO_TENSOR)

    def information_state_tensor_size(self) -> int:
        """There is none: a round has no fixed length."""
        raise pyspiel.SpielError(NO_TENSOR)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CambioObserver | None:
        """What a seat knows now, or (with perfect recall) has ever heard; there is nothing in between."""
        if params:
            raise ValueError(f"expected no parameters of the observation, but found {params}")
        if iig_obs_type is None:
            return CambioObserver(self.config, recall=False)
        is_whole = iig_obs_type.public_info and iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return CambioObserver(self.config, recall=iig_obs_type.perfect_recall) if is_whole else None


class CambioState(pyspiel.State):
    """A round, up to some decision or some outcome of chance."""

    def __init__(self, game: CambioGame) -> None:
        super().__init__(game)
        self.round = ExplicitRound(game.config)  #: The round, with chance as a player.

    def current_player(self) -> int:
        """The seat to act, chance, or nobody when the round is over."""
        if self.round.is_over:
            player: int = pyspiel.PlayerId.TERMINAL
        elif self.round.is_chance:
            player = pyspiel.PlayerId.CHANCE
        else:
            player = self.round.seat
        return player

    def _legal_actions(self, player: int) -> list[int]:
        return self.round.answers if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring, and how likely each of it is."""
        return self.round.outcomes()

    def _apply_action(self, action: int) -> None:
        self.round.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.round.describe(action) if player == self.current_player() else str(action)

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self.round.is_over

    def returns(self) -> list[float]:
        """What the round has brought each seat."""
        return self.round.rewards()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> CambioState:
        """A round that a seat can't tell from this one, with all dealt anew that it has not seen: for ISMCTS."""
        twin: CambioState = self.get_game().new_initial_state()
        for number in self.round.imagine(player, int(sampler() * SEEDS)).history:
            twin.apply_action(number)
        return twin

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """There is none: a round has no fixed length."""
        del player
        raise pyspiel.SpielError(NO_TENSOR)

    def __str__(self) -> str:
        """Everything, for whoever looks for a mistake."""
        return str(self.round)


class CambioObserver:
    """Writes what a seat knows, as a tensor of named parts and as text."""

    def __init__(self, config: EnvConfig, *, recall: bool) -> None:
        self.config = config  #: What is played.
        self.recall = recall  #: Whether it tells all that a seat has ever heard, as text alone.
        self.tensor: NDArray[np.float32] | None = None  #: What was written last; None with perfect recall.
        self.dict: dict[str, NDArray[np.float32]] = {}  #: The parts of the tensor, by name.
        if not recall:
            self.tensor = np.zeros(config.spec.observation_width, np.float32)
            self.dict = {
                part.name: self.tensor[part.start : part.stop].reshape(part.shape) for part in fields(config.spec)
            }
        self._sheet = np.zeros((1, config.spec.observation_width), np.int8)

    def set_from(self, state: CambioState, player: int) -> None:
        """Write what a seat knows."""
        if self.tensor is not None:
            write_observation(state.round.env, player, 0, self._sheet, 0)
            self.tensor[:] = self._sheet[0]

    def string_from(self, state: CambioState, player: int) -> str:
        """What a seat knows, as text."""
        seat = seat_named(player)
        return state.round.describe_past(seat) if self.recall else state.round.describe_now(seat)


pyspiel.register_game(GAME_TYPE, CambioGame)
