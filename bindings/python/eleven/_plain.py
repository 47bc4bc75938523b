"""The few parts of gymnasium that VectorEnv uses, for machines without gymnasium: the same names and meanings, written for
this package. Sampling gives other numbers than gymnasium does."""

import enum
from typing import Any, Dict, Optional, Sequence, Tuple

import numpy as np


class AutoresetMode(enum.Enum):
    """When a game that is over is replaced by a new one."""

    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"
    DISABLED = "Disabled"


class Box:
    """Arrays of one shape, every number from low to high."""

    def __init__(self, low: int, high: int, shape: Sequence[int], dtype: Any) -> None:
        self.shape, self.dtype = tuple(shape), np.dtype(dtype)
        self.low, self.high = np.full(shape, low, dtype), np.full(shape, high, dtype)
        self._random = np.random.default_rng()

    def seed(self, seed: Optional[int] = None) -> None:
        self._random = np.random.default_rng(seed)

    def contains(self, x: Any) -> bool:
        return bool(isinstance(x, np.ndarray) and x.shape == self.shape and np.can_cast(x.dtype, self.dtype)
                    and (x >= self.low).all() and (x <= self.high).all())

    __contains__ = contains

    def sample(self) -> Any:
        return self._random.integers(self.low, self.high, dtype=self.dtype.type, endpoint=True)

    def __eq__(self, other: object) -> bool:
        return (type(other) is type(self) and isinstance(other, Box) and self.shape == other.shape
                and self.dtype == other.dtype and bool((self.low == other.low).all() and (self.high == other.high).all()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"


class MultiDiscrete(Box):
    """Arrays of whole numbers, each from 0 to below its own bound."""

    def __init__(self, nvec: Sequence[int]) -> None:
        super().__init__(0, 0, (len(nvec),), np.int64)
        self.nvec = np.array(nvec, np.int64)
        self.high = self.nvec - 1


class Discrete:
    """Whole numbers from 0 to n - 1."""

    shape: Tuple[int, ...] = ()
    dtype = np.dtype(np.int64)

    def __init__(self, n: int) -> None:
        self.n = np.int64(n)
        self._random = np.random.default_rng()

    def seed(self, seed: Optional[int] = None) -> None:
        self._random = np.random.default_rng(seed)

    def contains(self, x: Any) -> bool:
        return bool(np.ndim(x) == 0 and np.asarray(x).dtype.kind in "ui" and 0 <= int(x) < self.n)

    __contains__ = contains

    def sample(self) -> np.int64:
        return np.int64(self._random.integers(self.n))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Discrete) and bool(self.n == other.n)

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class VectorEnv:
    """What every vector environment has. See gymnasium.vector.VectorEnv."""

    metadata: Dict[str, Any] = {}
    spec: Any = None
    render_mode: Optional[str] = None
    closed: bool = False
    num_envs: int
    observation_space: Any
    action_space: Any
    single_observation_space: Any
    single_action_space: Any
    _np_random: Optional[np.random.Generator] = None
    _np_random_seed: Optional[int] = None

    def _use_seed(self, seed: Optional[int]) -> None:
        sequence = np.random.SeedSequence(seed)
        self._np_random = np.random.Generator(np.random.PCG64(sequence))
        self._np_random_seed = sequence.entropy if isinstance(sequence.entropy, int) else None

    def reset(self, *, seed: Any = None, options: Optional[Dict[str, Any]] = None) -> Any:
        if seed is not None:
            self._use_seed(seed)

    def close(self, **words: Any) -> None:
        if not self.closed:
            self.close_extras(**words)
            self.closed = True

    def close_extras(self, **words: Any) -> None:
        pass

    @property
    def np_random(self) -> np.random.Generator:
        if self._np_random is None:
            self._use_seed(None)
        assert self._np_random
        return self._np_random

    @np_random.setter
    def np_random(self, value: np.random.Generator) -> None:
        self._np_random, self._np_random_seed = value, -1

    @property
    def np_random_seed(self) -> Optional[int]:
        if self._np_random_seed is None:
            self._use_seed(None)
        return self._np_random_seed

    @property
    def unwrapped(self) -> "VectorEnv":
        return self

    def __repr__(self) -> str:
        return f"{type(self).__name__}(num_envs={self.num_envs})"
