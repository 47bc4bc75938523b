#!/usr/bin/env python3
"""Measures environment steps per second on one core, and the share of the time that is spent in Python. Actions are drawn beforehand."""

import pathlib
import sys
import time

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import eleven
from eleven._library import ffi, lib

ENVS, STEPS, TURNS = 4096, 2000, 5
ACTIONS = np.random.default_rng(1).integers(0, 4, (64, ENVS), dtype=np.uint8)


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


def in_c(env):
    """The same steps without Python around each of them: the time of the library, with all results written."""
    actions = [ffi.from_buffer("uint8_t[]", row) for row in ACTIONS]
    kinds = {"rewards": "int64_t[]", "moved": "bool[]", "over": "bool[]", "ranks": "uint8_t[]", "legal": "uint8_t[]",
             "final_ranks": "uint8_t[]", "final_scores": "int64_t[]", "final_moves": "int64_t[]"}
    arrays = {name: ffi.new(kind, 16 * ENVS) for name, kind in kinds.items()}
    results = ffi.new("eleven_envs_results *", {**arrays, "autoreset": lib.ELEVEN_AUTORESET_NEXT_STEP})
    for step in range(STEPS):
        lib.eleven_envs_step(env._table, env._envs, ENVS, actions[step % len(actions)], results)


def one_by_one(count):
    game = eleven.Game(seed=1)
    for step in range(count):
        game.step(int(ACTIONS[0][step]))
        if game.status != "playing":
            game = eleven.Game(seed=step)


def main():
    env = eleven.VectorEnv(ENVS)
    env.reset(seed=1)
    whole, inside = best(lambda: in_python(env)), best(lambda: in_c(env))
    single = best(lambda: one_by_one(ENVS)) / ENVS
    steps = ENVS * STEPS
    print(f"{ENVS} environments   {steps / whole / 1e6:8.1f} million steps/s, {1 - inside / whole:.0%} of the time in Python")
    print(f"one board per call  {1 / single / 1e6:8.3f} million steps/s, {single / (whole / steps):.0f} times slower")


if __name__ == "__main__":
    main()
