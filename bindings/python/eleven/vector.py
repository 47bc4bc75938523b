"""Thousands of 4x4 games at once, for learning: a vector environment as gymnasium documents them."""

import functools
from typing import TYPE_CHECKING, Any, Dict, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._library import Booleans, Integers, Ranks, checked, ffi, lib, number_of, rules_of, sized
from .boards import print_board, table_of

if TYPE_CHECKING:
    from ._plain import AutoresetMode as AutoresetMode
    from ._plain import Box, Discrete, MultiDiscrete
    from ._plain import VectorEnv as Base
else:
    try:
        from gymnasium.spaces import Box, Discrete, MultiDiscrete
        from gymnasium.vector import AutoresetMode
        from gymnasium.vector import VectorEnv as Base
    except ImportError:
        from ._plain import AutoresetMode, Box, Discrete, MultiDiscrete
        from ._plain import VectorEnv as Base

Info = Dict[str, Any]
Seeds = Union[None, int, Sequence[int], NDArray[np.uint64]]

MODES = {AutoresetMode.DISABLED: "ELEVEN_AUTORESET_DISABLED", AutoresetMode.SAME_STEP: "ELEVEN_AUTORESET_SAME_STEP",
         AutoresetMode.NEXT_STEP: "ELEVEN_AUTORESET_NEXT_STEP"}
WORDS = 2 ** 64


def _mode_of(mode: Union[str, AutoresetMode]) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        expected = ", ".join(repr(known.value) for known in AutoresetMode)
        raise ValueError(f"unknown autoreset_mode {mode!r}: expected {expected}") from None


def _seed_of(seed: Any) -> int:
    if not isinstance(seed, (int, np.integer)) or seed < 0:
        raise ValueError(f"expected a seed, a whole number from 0 on, not {seed!r}")
    return int(seed) % WORDS


class VectorEnv(Base):
    """`num_envs` games of classic 2048 or similar rules. They continue after 2048 until no action is legal. Use them in one
    thread at a time.

    Observations are ranks (uint8, N x 4 x 4). Actions are 0 up, 1 right, 2 down and 3 left. Rewards are gains (int64). An action
    that is not legal changes nothing. Arrays in `info` have a mask of the same name after an underscore, which marks the games
    for which they contain something:

        action_mask  (bool, N x 4)  the legal actions
        moved        (bool, N)      the action changed the board

    `autoreset_mode` decides when a new game replaces one that is over:

        "NextStep"   in the next step, which ignores the action. `scores` and `moves` are those of the ended game until then
        "SameStep"   in the step that ends it. If a game ended, info["final_obs"] contains its last board, and
                     info["final_info"] its last info, its score and its moves
        "Disabled"   with reset(options={"reset_mask": mask})

    Game i of reset(seed=s) has the seed random_word(s, i). The game that follows it has the seed random_word(seed, 2**64 - 1), in
    every mode and after a reset without a seed.
    """

    def __init__(self, num_envs: int, rules: str = "classic", *, autoreset_mode: Union[str, AutoresetMode] = "NextStep",
                 render_mode: Optional[str] = None) -> None:
        num_envs = number_of(num_envs, "environments", 2 ** 32, 1)
        if not lib.eleven_envs_suits(rules_of(rules)):
            raise ValueError(f"environments do not support the rules '{rules}'; use Game instead")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"unknown render_mode {render_mode!r}: expected 'ansi' or None")
        self.autoreset_mode = _mode_of(autoreset_mode)
        self.metadata = {"render_modes": ["ansi"], "autoreset_mode": self.autoreset_mode}
        self.num_envs, self.rules, self.render_mode = num_envs, rules, render_mode
        self.single_observation_space = Box(0, 31, (4, 4), np.uint8)
        self.observation_space = Box(0, 31, (num_envs, 4, 4), np.uint8)
        self.single_action_space = Discrete(4)
        self.action_space = MultiDiscrete([4] * num_envs)
        self._table = table_of(rules)
        self._envs = ffi.new("eleven_env[]", num_envs)
        self._words: NDArray[np.uint64] = np.frombuffer(ffi.buffer(self._envs), np.uint64).reshape(num_envs, -1)
        self._results = sized("eleven_envs_results", autoreset=getattr(lib, MODES[self.autoreset_mode]))
        self._final = np.zeros((num_envs, 4, 4), np.uint8), np.zeros(num_envs, np.int64), np.zeros(num_envs, np.int64)
        kinds = ("final_ranks", "uint8_t[]"), ("final_scores", "int64_t[]"), ("final_moves", "int64_t[]")
        for (name, kind), array in zip(kinds, self._final):
            setattr(self._results, name, ffi.from_buffer(kind, array))
        self._none, self._all = np.zeros(num_envs, bool), np.ones(num_envs, bool)
        self._none.flags.writeable = self._all.flags.writeable = False
        self._describes_ends = self.autoreset_mode == AutoresetMode.SAME_STEP
        self._is_ready = False

    def _look(self) -> Tuple[Ranks, Info]:
        ranks, mask = np.empty((self.num_envs, 4, 4), np.uint8), np.empty((self.num_envs, 4), bool)
        lib.eleven_envs_look(self._envs, self.num_envs, ffi.from_buffer("uint8_t[]", ranks),
                             ffi.from_buffer("uint8_t[]", mask))
        return ranks, {"action_mask": mask, "_action_mask": self._all}

    def _seeds(self, seed: Seeds) -> Optional[NDArray[np.uint64]]:
        """One seed per game; None: those that follow the present ones."""
        if seed is None:
            if self._is_ready:
                return None
            seed = int(self.np_random.integers(2 ** 63))
        elif isinstance(seed, (int, np.integer)):
            super().reset(seed=_seed_of(seed))
        if isinstance(seed, (int, np.integer)):
            word = _seed_of(seed)
            return np.array([lib.eleven_random(word, i) for i in range(self.num_envs)], np.uint64)
        words = [_seed_of(one) for one in np.asarray(seed, object).ravel()]
        if len(words) != self.num_envs:
            raise ValueError(f"expected {self.num_envs} seeds, one per environment, not {len(words)}")
        self.np_random = np.random.default_rng(words)
        return np.array(words, np.uint64)

    def _mask(self, options: Optional[Dict[str, Any]]) -> Optional[Booleans]:
        """The games to reset; None: all."""
        for name in options or ():
            if name != "reset_mask":
                raise ValueError(f"unknown option {name!r}: expected 'reset_mask'")
        if not options:
            return None
        mask = options["reset_mask"]
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError("expected options['reset_mask'] to be a numpy array of bool")
        if mask.shape != (self.num_envs,):
            raise ValueError(f"expected options['reset_mask'] to have the shape ({self.num_envs},), not {mask.shape}")
        if not mask.any():
            raise ValueError("expected options['reset_mask'] to contain True at least once")
        return np.ascontiguousarray(mask)

    def reset(self, *, seed: Seeds = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Ranks, Info]:
        """Starts new games. `seed` is one number (modulo 2^64), from which the seeds of all games follow, or one per game. Without
        it, the first games are random, and later ones follow from the games that they replace. With the option `reset_mask`
        (bool, N), only the games that it marks are replaced; the results show all games."""
        mask = self._mask(options)
        if self.closed:
            raise ValueError("the environments are closed")
        if mask is not None and not self._is_ready:
            raise ValueError("reset all environments before some of them")
        seeds = self._seeds(seed)
        lib.eleven_envs_restart(self._table, self._envs, ffi.NULL if seeds is None else ffi.from_buffer("uint64_t[]", seeds),
                                ffi.NULL if mask is None else ffi.from_buffer("bool[]", mask), self.num_envs)
        self._is_ready = True
        return self._look()

    def _require_games(self) -> None:
        if not self._is_ready:
            raise ValueError("the environments are closed" if self.closed else "call reset first")

    def _checked(self, actions: Any) -> Ranks:
        array = np.asarray(actions)
        self._require_games()
        if array.shape != (self.num_envs,):
            raise ValueError(f"expected {self.num_envs} actions, one per environment, not the shape {array.shape}")
        if array.dtype != np.uint8:
            if array.dtype.kind not in "ui" or array.min() < 0 or array.max() > 3:
                raise ValueError("expected actions: whole numbers from 0 to 3")
            array = array.astype(np.uint8)
        elif np.maximum.reduce(array) > 3:
            raise ValueError("expected actions: whole numbers from 0 to 3")
        return np.ascontiguousarray(array)

    def step(self, actions: Any) -> Tuple[Ranks, Integers, Booleans, Booleans, Info]:
        """Makes one action per game. Returns observations, rewards, terminated, truncated (always false) and info. The arrays are
        new in each call; those that are always the same are read-only."""
        n, array = self.num_envs, self._checked(actions)
        ranks, mask = np.empty((n, 4, 4), np.uint8), np.empty((n, 4), bool)
        rewards, moved, over = np.empty(n, np.int64), np.empty(n, bool), np.empty(n, bool)
        view, results = ffi.from_buffer, self._results
        results.rewards, results.moved, results.over = view("int64_t[]", rewards), view("bool[]", moved), view("bool[]", over)
        results.ranks, results.legal = view("uint8_t[]", ranks), view("uint8_t[]", mask)
        lib.eleven_envs_step(self._table, self._envs, n, view("uint8_t[]", array), results)
        info: Info = {"action_mask": mask, "_action_mask": self._all, "moved": moved, "_moved": self._all}
        if self._describes_ends and over.any():
            self._describe_ends(over, info)
        return ranks, rewards, over, self._none, info

    def _describe_ends(self, over: Booleans, info: Info) -> None:
        """What the last step wrote about the games that it ended."""
        boards, scores, moves = self._final
        ended = over.nonzero()[0]
        observations = np.empty(self.num_envs, object)
        observations[ended] = np.fromiter(boards[ended], object, len(ended))
        ends: Info = {"action_mask": np.zeros((self.num_envs, 4), bool), "moved": info["moved"] & over}
        for name, values in ("score", scores), ("moves", moves):
            ends[name] = np.zeros(self.num_envs, np.int64)
            ends[name][ended] = values[ended]
        ends.update({"_" + name: over for name in tuple(ends)})
        info.update(_moved=~over, final_obs=observations, _final_obs=over, final_info=ends, _final_info=over)

    def render(self) -> Optional[Tuple[str, ...]]:
        """With the render mode "ansi", the boards as texts."""
        if self.render_mode is None:
            return None
        self._require_games()
        return tuple(print_board(ranks, self.rules) for ranks in self._look()[0])

    def close_extras(self, **words: Any) -> None:
        self._is_ready = False

    def afterstates(self) -> Tuple[Ranks, Integers]:
        """The boards after each action, before a new tile appears (ranks, N x 4 x 4 x 4), and the gains (N x 4)."""
        self._require_games()
        after, gains = np.empty((self.num_envs, 4, 4, 4), np.uint8), np.empty((self.num_envs, 4), np.int64)
        lib.eleven_envs_afterstates(self._table, self._envs, self.num_envs, ffi.from_buffer("uint8_t[]", after),
                                    ffi.from_buffer("int64_t[]", gains))
        return after, gains

    @property
    def scores(self) -> Integers:
        """The scores of the games, int64."""
        return self._words[:, 4].astype(np.int64)

    @property
    def moves(self) -> Integers:
        """How many moves the games have, int64."""
        return self._words[:, 5].astype(np.int64)

    def __reduce__(self) -> Tuple[Any, ...]:
        """A copy, with copy or pickle, has games of its own at the same positions."""
        make = functools.partial(type(self), autoreset_mode=self.autoreset_mode, render_mode=self.render_mode)
        return make, (self.num_envs, self.rules), (self.save() if self._is_ready else None, self.closed, self.action_space)

    def __setstate__(self, state: Tuple[Optional[bytes], bool, MultiDiscrete]) -> None:
        games, is_closed, self.action_space = state
        if games is not None:
            self.restore(games)
        self.closed = is_closed

    def save(self) -> bytes:
        """The state of all games, which restore accepts: the same bytes on all machines. They name the rules."""
        self._require_games()
        state = ffi.new("uint8_t[]", lib.eleven_envs_state_size(self.num_envs))
        lib.eleven_envs_save(self._table, self._envs, self.num_envs, state)
        return bytes(ffi.buffer(state))

    def restore(self, state: bytes) -> Tuple[Ranks, Info]:
        """Restores a state that save returned for the same number of games under the same rules. Everything is checked; after a
        ValueError nothing is changed. Returns observations and info, as reset does."""
        if self.closed:
            raise ValueError("the environments are closed")
        checked(lib.eleven_envs_restore, self._table, self._envs, self.num_envs, ffi.from_buffer("uint8_t[]", state), len(state))
        self._is_ready = True
        return self._look()
