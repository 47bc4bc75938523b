"""Thousands of 4x4 games at once, for learning. Methods have the shapes and names of the vector environments of gymnasium,
which is not needed."""

from typing import Any, Dict, Optional, Tuple, Union

import numpy as np

from ._library import ffi, lib, rules_of
from .boards import table_of

Info = Dict[str, Any]


class VectorEnv:
    """`num_envs` games of classic 2048 or similar rules. They continue after 2048 until no action is legal.

    Observations are ranks (uint8, N x 4 x 4). Actions are 0 up, 1 right, 2 down and 3 left. Rewards are gains (int64). An action
    that is not legal changes nothing. `info["action_mask"]` (bool, N x 4) marks the legal actions, `info["moved"]` the games
    that changed.

    With `autoreset` a game that is over is replaced by a new one in the same step, and the observation shows the new game.
    `info["ended"]` contains the indices of the games that are over. `info["final_observation"]`, `["final_score"]` and
    `["final_moves"]` describe their ends in the same order.

    Game i of reset(seed=s) has the seed random_word(s, i). It is the same game, move for move, wherever this seed is played.
    """

    single_observation_shape = (4, 4)
    single_action_count = 4

    def __init__(self, num_envs: int, rules: str = "classic", autoreset: bool = True) -> None:
        if num_envs < 1:
            raise ValueError(f"expected at least one environment, not {num_envs}")
        rule_set = rules_of(rules)
        if not lib.eleven_envs_suit(rule_set):
            raise ValueError(f"environments do not support the rules '{rules}'; use Game instead")
        self.num_envs, self.autoreset = num_envs, autoreset
        self._table = table_of(rule_set)
        self._envs = ffi.new("eleven_env[]", num_envs)
        self._bytes = np.frombuffer(ffi.buffer(self._envs), np.uint8)
        self._results = ffi.new("eleven_envs_results *", {"starts_again": autoreset})
        self._final = np.zeros((num_envs, 4, 4), np.uint8), np.zeros(num_envs, np.int64), np.zeros(num_envs, np.int64)
        self._truncated = np.zeros(num_envs, bool)
        self._truncated.flags.writeable = False
        kinds = ("final_ranks", "uint8_t[]"), ("final_scores", "int64_t[]"), ("final_moves", "int64_t[]")
        for (name, kind), array in zip(kinds, self._final):
            setattr(self._results, name, ffi.from_buffer(kind, array))
        self._has_begun = False

    def _look(self) -> Tuple[np.ndarray, np.ndarray]:
        ranks, mask = np.empty((self.num_envs, 4, 4), np.uint8), np.empty((self.num_envs, 4), bool)
        lib.eleven_envs_look(self._envs, self.num_envs, ffi.from_buffer("uint8_t[]", ranks),
                             ffi.from_buffer("uint8_t[]", mask))
        return ranks, mask

    def reset(self, seed: Union[None, int, np.ndarray] = None,
              options: Optional[dict] = None) -> Tuple[np.ndarray, Info]:
        """Starts new games. `seed` is one number, from which the seeds of all games follow, or an array (uint64) with one seed
        per game. Without it the games are random."""
        if seed is None:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        if isinstance(seed, (int, np.integer)):
            seeds = np.array([lib.eleven_random(int(seed), i) for i in range(self.num_envs)], np.uint64)
        else:
            seeds = np.ascontiguousarray(seed, dtype=np.uint64)
            if seeds.shape != (self.num_envs,):
                raise ValueError(f"expected {self.num_envs} seeds, one per environment, not the shape {seeds.shape}")
        lib.eleven_envs_start(self._table, self._envs, ffi.from_buffer("uint64_t[]", seeds), self.num_envs)
        self._has_begun = True
        ranks, mask = self._look()
        return ranks, {"action_mask": mask}

    def _checked(self, actions: np.ndarray) -> np.ndarray:
        array = np.asarray(actions)
        if not self._has_begun:
            raise ValueError("call reset before step")
        if array.shape != (self.num_envs,):
            raise ValueError(f"expected {self.num_envs} actions, one per environment, not the shape {array.shape}")
        if array.dtype.kind not in "ui" or array.max() > 3 or (array.dtype.kind == "i" and array.min() < 0):
            raise ValueError("expected actions: whole numbers from 0 to 3")
        return np.ascontiguousarray(array, np.uint8)

    def step(self, actions: np.ndarray) -> Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Info]:
        """Makes one action per game. Returns observations, rewards, terminated, truncated (always false) and info. The arrays
        are new in each call."""
        n = self.num_envs
        array = self._checked(actions)
        ranks, mask = np.empty((n, 4, 4), np.uint8), np.empty((n, 4), bool)
        rewards, moved, over = np.empty(n, np.int64), np.empty(n, bool), np.empty(n, bool)
        view, results = ffi.from_buffer, self._results
        results.rewards, results.moved, results.over = view("int64_t[]", rewards), view("bool[]", moved), view("bool[]", over)
        results.ranks, results.legal = view("uint8_t[]", ranks), view("uint8_t[]", mask)
        lib.eleven_envs_step(self._table, self._envs, n, view("uint8_t[]", array), results)
        ended = over.nonzero()[0]
        boards, scores, moves = self._final
        info: Info = {"action_mask": mask, "moved": moved, "ended": ended, "final_observation": boards[ended],
                      "final_score": scores[ended], "final_moves": moves[ended]}
        return ranks, rewards, over, self._truncated, info

    def afterstates(self) -> Tuple[np.ndarray, np.ndarray]:
        """The boards after each action, before a new tile appears (ranks, N x 4 x 4 x 4), and the gains (N x 4)."""
        after, gains = np.empty((self.num_envs, 4, 4, 4), np.uint8), np.empty((self.num_envs, 4), np.int64)
        lib.eleven_envs_afterstates(self._table, self._envs, self.num_envs, ffi.from_buffer("uint8_t[]", after),
                                    ffi.from_buffer("int64_t[]", gains))
        return after, gains

    @property
    def scores(self) -> np.ndarray:
        """The scores of the running games, int64."""
        return self._bytes.view(np.uint64).reshape(self.num_envs, -1)[:, 4].astype(np.int64)

    def save(self) -> bytes:
        """The state of all games, which restore accepts."""
        return self._bytes.tobytes()

    def restore(self, state: bytes) -> Tuple[np.ndarray, Info]:
        """Restores a state that save returned for the same number of games. Returns observations and info, as reset does."""
        if len(state) != len(self._bytes):
            raise ValueError(f"this is not a state of {self.num_envs} environments")
        self._bytes[:] = np.frombuffer(state, np.uint8)
        self._has_begun = True
        ranks, mask = self._look()
        return ranks, {"action_mask": mask}
