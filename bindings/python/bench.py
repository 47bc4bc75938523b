#!/usr/bin/env python3
"""Measures environment steps per second on one core, and the share of the time that is spent in Python. Actions are drawn
beforehand.

    bench.py [--quick]
"""

import pathlib
import sys
import time

import numpy as np

try:
    import eleven
except ImportError:
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
    import eleven

from eleven._library import ffi, lib, sized

IS_QUICK = "--quick" in sys.argv
ENVS, STEPS, TURNS = 4096, 20 if IS_QUICK else 2000, 1 if IS_QUICK else 5
ACTIONS = np.random.default_rng(1).integers(0, 4, (64, ENVS), dtype=np.uint8)
MODES = {mode: getattr(lib, f"ELEVEN_AUTORESET_{mode.name}") for mode in eleven.AutoresetMode if mode.name != "DISABLED"}


def best(action):
    """The shortest processor time of several turns, in seconds."""
    times = []
    for _ in range(TURNS):
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    return min(times)


def in_python(env):
    for step in range(STEPS):
        env.step(ACTIONS[step % len(ACTIONS)])


def in_c(env, mode):
    """The same steps without Python around each of them: the time of the library, with all results written."""
    actions = [ffi.from_buffer("uint8_t[]", row) for row in ACTIONS]
    kinds = {"rewards": "int64_t[]", "moved": "bool[]", "over": "bool[]", "ranks": "uint8_t[]", "legal": "uint8_t[]",
             "final_ranks": "uint8_t[]", "final_scores": "int64_t[]", "final_moves": "int64_t[]"}
    arrays = {name: ffi.new(kind, 16 * ENVS) for name, kind in kinds.items()}
    results = sized("eleven_envs_results", **arrays, autoreset=mode)
    for step in range(STEPS):
        lib.eleven_envs_step(env._table, env._envs, ENVS, actions[step % len(actions)], results)


def one_by_one(count):
    game = eleven.Game(seed=1)
    for step in range(count):
        game.step(int(ACTIONS[0][step]))
        if game.status != "playing":
            game = eleven.Game(seed=step)


def main():
    for mode, number in MODES.items():
        env = eleven.VectorEnv(ENVS, autoreset_mode=mode)
        env.reset(seed=1)
        whole, inside = best(lambda: in_python(env)), best(lambda: in_c(env, number))
        rate = ENVS * STEPS / whole / 1e6
        print(f"{ENVS} environments, {mode.value}  {rate:8.1f} million steps/s, {1 - inside / whole:4.0%} of the time in Python")
    boards = env.reset(seed=1)[0]
    print(f"afterstates of {ENVS} boards   {ENVS / best(lambda: eleven.afterstates(boards)) / 1e6:8.1f} million boards/s")
    single = best(lambda: one_by_one(ENVS)) / ENVS
    print(f"one board per call           {1 / single / 1e6:8.3f} million steps/s, {single * rate * 1e6:.0f} times slower")


if __name__ == "__main__":
    main()
