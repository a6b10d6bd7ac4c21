"""OpenSpiel: the game ``python_cambio``, with chance as a player of its own.

>>> game = pyspiel.load_game("python_cambio(rules=stick,players=3)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 54)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.environment.observation import write_observation
from ..places import seat_named
from .chance_nodes import FIRST_SEAT, Dealt
from .missing import wanted
from .sequential import Staged, fields

if TYPE_CHECKING:
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray
else:
    np = wanted("numpy")
    pyspiel = wanted("pyspiel")

NAME = "python_cambio"
MOST_SEATS = 26
#: Parameters of the game and their defaults. Rules are named by difference, with ``:`` where elsewhere is ``=``.
PARAMETERS: dict[str, Any] = {"rules": "cambia", "players": 2, "slots": 0, "patience": 0}

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
        self.staged = Staged(rules, asked["players"], slots=asked["slots"] or None, patience=asked["patience"] or None)
        form = self.staged.form
        info = pyspiel.GameInfo(
            num_distinct_actions=form.answers,
            max_chance_outcomes=FIRST_SEAT + form.seats,
            num_players=form.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=form.patience,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> CambioState:
        return CambioState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The deal; then each decision may be followed by cards of a draw or a penalty, and by whoever is asked."""
        ruleset = self.staged.rules.ruleset
        return ruleset.deck_size + self.staged.form.patience * (max(1, ruleset.snap_penalty) + 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CambioObserver | None:
        """What a seat knows now, or (with perfect recall) has ever heard; there is nothing in between."""
        if params:
            raise ValueError(f"expected no parameters of the observation, but found {params}")
        if iig_obs_type is None:
            return CambioObserver(self.staged, recall=False)
        is_whole = iig_obs_type.public_info and iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return CambioObserver(self.staged, recall=iig_obs_type.perfect_recall) if is_whole else None


class CambioState(pyspiel.State):
    """A round, up to some decision or some outcome of chance."""

    def __init__(self, game: CambioGame) -> None:
        super().__init__(game)
        self.dealt = Dealt(game.staged)

    def current_player(self) -> int:
        if self.dealt.is_over:
            player: int = pyspiel.PlayerId.TERMINAL
        elif self.dealt.is_chance:
            player = pyspiel.PlayerId.CHANCE
        else:
            player = self.dealt.seat
        return player

    def _legal_actions(self, player: int) -> list[int]:
        return self.dealt.answers if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.dealt.outcomes()

    def _apply_action(self, action: int) -> None:
        self.dealt.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.dealt.say(action) if player == self.current_player() else str(action)

    def is_terminal(self) -> bool:
        return self.dealt.is_over

    def returns(self) -> list[float]:
        return self.dealt.rewards()

    def __str__(self) -> str:
        """Everything, for whoever looks for a mistake."""
        return str(self.dealt)


class CambioObserver:
    """Writes what a seat knows, as a tensor of named parts and as text."""

    def __init__(self, staged: Staged, *, recall: bool) -> None:
        self.staged = staged
        self.recall = recall
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if not recall:
            self.tensor = np.zeros(staged.form.width, np.float32)
            self.dict = {
                part.name: self.tensor[part.start : part.stop].reshape(part.shape) for part in fields(staged.form)
            }
        self._sheet = np.zeros((1, staged.form.width), np.int8)

    def set_from(self, state: CambioState, player: int) -> None:
        if self.tensor is not None:
            write_observation(state.dealt.stage, player, 0, self._sheet, 0)
            self.tensor[:] = self._sheet[0]

    def string_from(self, state: CambioState, player: int) -> str:
        seat = seat_named(player)
        return state.dealt.story(seat) if self.recall else state.dealt.sight(seat)


pyspiel.register_game(GAME_TYPE, CambioGame)
