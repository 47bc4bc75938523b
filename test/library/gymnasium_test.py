"""VectorEnv against the contract that gymnasium documents for vector environments, point by point.

Gymnasium is not needed. `Model` is the contract in plain Python: one Game per environment, reset and stepped as the
documentation of the autoreset modes says. Where gymnasium is installed, its own SyncVectorEnv and wrappers are used as well.
"""

import os
import sys
import unittest

from installed import ROOT, make, prefix

try:
    import cffi  # noqa: F401
    import numpy as np
    MISSING = None
except ImportError as error:
    MISSING = str(error)

try:
    import gymnasium
    import gymnasium.wrappers.vector as wrappers
except ImportError:
    gymnasium = None

eleven = None
NEXT, SAME, DISABLED = MODES = ("NextStep", "SameStep", "Disabled")
NEXT_SEED = 2 ** 64 - 1


def setUpModule():
    global eleven
    if MISSING:
        return
    make("bindings/python/eleven/_declarations.py")
    os.environ["ELEVEN_LIBRARY"] = str(prefix() / "lib/libeleven.so")
    sys.path.insert(0, str(ROOT / "bindings/python"))
    import eleven as module
    eleven = module


class OneGame:
    """One environment: what reset and step of a single environment return."""

    def reset(self, seed=None):
        self.seed = eleven.random_word(self.seed, NEXT_SEED) if seed is None else seed
        self.game = eleven.Game(seed=self.seed)
        return self.game.board, {"action_mask": self.mask()}

    def mask(self):
        return np.isin(np.arange(4), self.game.legal)

    def step(self, action):
        gain = self.game.step(int(action))
        if self.game.status == "won":
            self.game.keep_playing()
        return self.game.board, gain or 0, self.game.status == "lost", {"action_mask": self.mask(), "moved": gain is not None}


class Model:
    """Several environments in one of the modes."""

    def __init__(self, count, mode):
        self.count, self.mode = count, mode
        self.games = [OneGame() for _ in range(count)]
        self.over = np.zeros(count, bool)

    def reset(self, seeds=None, mask=None):
        for i, game in enumerate(self.games):
            if mask is None or mask[i]:
                game.reset(None if seeds is None else int(seeds[i]))
                self.over[i] = False
        return np.array([game.game.board for game in self.games])

    def one_step(self, i, action):
        """The observation, the reward, the end, the info, and the last observation and info of a game replaced in this step."""
        game = self.games[i]
        if self.mode == NEXT and self.over[i]:
            board, info = game.reset()
            return board, 0, False, info, None
        board, reward, over, info = game.step(action)
        if self.mode == SAME and over:
            final = board, {**info, "score": game.game.score, "moves": game.game.moves}
            board, info = game.reset()
            return board, reward, True, info, final
        return board, reward, over, info, None

    def step(self, actions):
        results = [self.one_step(i, action) for i, action in enumerate(actions)]
        self.over = np.array([over for _, _, over, _, _ in results])
        return results


@unittest.skipIf(MISSING, f"numpy or cffi is missing: {MISSING}")
class Contract(unittest.TestCase):
    def expect_infos(self, info, results):
        """Every key of an environment's info is an array, with a mask of the environments that have it."""
        for i, (_, _, _, one, final) in enumerate(results):
            for key, value in one.items():
                self.assertTrue(info["_" + key][i])
                np.testing.assert_array_equal(info[key][i], value)
            self.assertEqual("moved" in one, info["_moved"][i])
            if "final_obs" in info:
                self.assertEqual(info["_final_obs"][i], final is not None)
                self.assertEqual(info["_final_info"][i], final is not None)
                self.assertEqual(info["final_obs"][i] is None, final is None)
            if final:
                np.testing.assert_array_equal(info["final_obs"][i], final[0])
                for key, value in final[1].items():
                    self.assertTrue(info["final_info"]["_" + key][i])
                    np.testing.assert_array_equal(info["final_info"][key][i], value)

    def play(self, mode, steps):
        n, chance = 16, np.random.default_rng(5)
        env, model = eleven.VectorEnv(n, autoreset_mode=mode), Model(n, mode)
        seen, _ = env.reset(seed=11)
        np.testing.assert_array_equal(seen, model.reset([eleven.random_word(11, i) for i in range(n)]))
        ends = 0
        for _ in range(steps):
            actions = chance.integers(0, 4, n)
            seen, rewards, over, truncated, info = env.step(actions)
            results = model.step(actions)
            for name, found, i in ("observations", seen, 0), ("rewards", rewards, 1), ("terminated", over, 2):
                np.testing.assert_array_equal(found, np.array([result[i] for result in results]), name)
            self.assertFalse(truncated.any())
            self.assertEqual("final_obs" in info, mode == SAME and bool(over.any()))
            if mode == SAME:
                self.expect_infos(info, results)
            else:
                np.testing.assert_array_equal(info["action_mask"], [one["action_mask"] for _, _, _, one, _ in results])
                np.testing.assert_array_equal(info["moved"], [one.get("moved", False) for _, _, _, one, _ in results])
                self.assertTrue(info["_action_mask"].all() and info["_moved"].all())
            np.testing.assert_array_equal(env.scores, [game.game.score for game in model.games])
            np.testing.assert_array_equal(env.moves, [game.game.moves for game in model.games])
            ends += int(over.sum())
            if mode == DISABLED and over.any():
                seen, info = env.reset(options={"reset_mask": over})
                np.testing.assert_array_equal(seen, model.reset(mask=over))
                np.testing.assert_array_equal(info["action_mask"], [game.mask() for game in model.games])
        self.assertGreater(ends, 30)

    def test_next_step_same_step_and_disabled(self):
        for mode in MODES:
            with self.subTest(mode):
                self.play(mode, 400)

    def test_spaces(self):
        env = eleven.VectorEnv(3)
        seen, _ = env.reset(seed=1)
        self.assertEqual((env.num_envs, env.single_observation_space.shape, env.observation_space.shape), (3, (4, 4), (3, 4, 4)))
        self.assertEqual((env.observation_space.dtype, env.single_action_space.n), (np.uint8, 4))
        self.assertEqual(env.action_space.nvec.tolist(), [4, 4, 4])
        self.assertIn(seen, env.observation_space)
        self.assertIn(seen[0], env.single_observation_space)
        self.assertNotIn(seen + 32, env.observation_space)
        self.assertNotIn(seen, env.single_observation_space)
        for _ in range(20):
            self.assertIn(env.single_action_space.sample(), env.single_action_space)
            actions = env.action_space.sample()
            self.assertIn(actions, env.action_space)
            self.assertIn(env.step(actions)[0], env.observation_space)
            self.assertIn(env.observation_space.sample(), env.observation_space)
        env.action_space.seed(4)
        first = [env.action_space.sample().tolist() for _ in range(5)]
        env.action_space.seed(4)
        self.assertEqual([env.action_space.sample().tolist() for _ in range(5)], first)
        self.assertNotIn(4, env.single_action_space)
        other = eleven.VectorEnv(3)
        self.assertEqual((env.action_space, env.single_action_space, env.observation_space),
                         (other.action_space, other.single_action_space, other.observation_space))
        self.assertNotEqual(env.action_space, eleven.VectorEnv(4).action_space)

    def test_metadata_and_attributes(self):
        for mode in eleven.AutoresetMode:
            for given in (mode, mode.value):
                self.assertIs(eleven.VectorEnv(1, autoreset_mode=given).metadata["autoreset_mode"], mode)
        self.assertEqual({mode.name: mode.value for mode in eleven.AutoresetMode},
                         {"NEXT_STEP": "NextStep", "SAME_STEP": "SameStep", "DISABLED": "Disabled"})
        env = eleven.VectorEnv(5)
        self.assertIs(env.metadata["autoreset_mode"], eleven.AutoresetMode.NEXT_STEP)  # gymnasium's default
        self.assertEqual((env.render_mode, env.spec, env.closed, str(env)), (None, None, False, "VectorEnv(num_envs=5)"))
        self.assertIs(env.unwrapped, env)
        with self.assertRaisesRegex(ValueError, "unknown autoreset_mode 'Never': expected 'NextStep', 'SameStep', 'Disabled'"):
            eleven.VectorEnv(1, autoreset_mode="Never")

    def test_reset_returns_observations_and_info(self):
        env = eleven.VectorEnv(6)
        seen, info = env.reset(seed=1)
        self.assertEqual((seen.shape, seen.dtype, info["action_mask"].shape), ((6, 4, 4), np.uint8, (6, 4)))
        with self.assertRaises(TypeError):
            env.reset(1)  # only by name
        env.reset(options={})
        env.reset(options=None)

    def test_reset_is_reproducible(self):
        first, second = eleven.VectorEnv(6), eleven.VectorEnv(6)
        pairs = [(first.reset(seed=7)[0], second.reset(seed=7)[0])]
        pairs += [(first.reset()[0], second.reset()[0]) for _ in range(3)]
        for a, b in pairs:
            np.testing.assert_array_equal(a, b)
        self.assertEqual(len({a.tobytes() for a, _ in pairs}), 4)
        np.testing.assert_array_equal(first.reset(seed=7)[0], pairs[0][0])
        seeds = [eleven.random_word(7, i) for i in range(6)]
        np.testing.assert_array_equal(first.reset(seed=seeds)[0], pairs[0][0])
        np.testing.assert_array_equal(first.reset(seed=np.array(seeds, np.uint64))[0], pairs[0][0])
        np.testing.assert_array_equal(first.reset()[0], pairs[1][0])
        random = [eleven.VectorEnv(6).reset()[0].tobytes() for _ in range(5)]
        self.assertGreater(len(set(random)), 1)

    def test_the_random_generator_follows_from_the_seed(self):
        env, draws = eleven.VectorEnv(2), []
        for seed in (3, 3, 4):
            env.reset(seed=seed)
            self.assertEqual(env.np_random_seed, seed)
            draws.append(env.np_random.random())
        self.assertEqual((draws[0] == draws[1], draws[0] == draws[2]), (True, False))
        env.np_random = np.random.default_rng(1)
        self.assertEqual(env.np_random_seed, -1)
        chosen = []
        for _ in range(2):
            fresh = eleven.VectorEnv(2)
            fresh.np_random = np.random.default_rng(1)
            chosen.append(fresh.reset()[0].tobytes())
        self.assertEqual(chosen[0], chosen[1])

    def test_chosen_environments_are_reset(self):
        env, n = eleven.VectorEnv(8, autoreset_mode=DISABLED), 8
        mask = np.array([True, False] * 4)
        with self.assertRaisesRegex(ValueError, "reset all environments before"):
            env.reset(options={"reset_mask": mask})
        env.reset(seed=1)
        before = env.step(np.zeros(n, int))[0]
        options = {"reset_mask": mask}
        after, _ = env.reset(seed=2, options=options)
        self.assertEqual(list(options), ["reset_mask"])
        np.testing.assert_array_equal(after[~mask], before[~mask])
        np.testing.assert_array_equal(after[mask], eleven.VectorEnv(n).reset(seed=2)[0][mask])
        self.assertEqual(env.moves[mask].sum(), 0)
        for wrong, kind in (([True] * n, TypeError), (np.ones(n, int), TypeError), (np.ones(n + 1, bool), ValueError),
                            (np.ones((n, 1), bool), ValueError), (np.zeros(n, bool), ValueError)):
            with self.assertRaisesRegex(kind, "reset_mask"):
                env.reset(options={"reset_mask": wrong})
        with self.assertRaisesRegex(ValueError, "unknown option 'mask'"):
            env.reset(options={"mask": mask})

    def test_seeds_that_are_not_seeds(self):
        env = eleven.VectorEnv(2)
        for seed in (-1, 0.5, "1", [1], [1, 2, 3], [1, -1], [1.5, 2], np.array([1, -2])):
            with self.assertRaisesRegex(ValueError, "seed"):
                env.reset(seed=seed)
        np.testing.assert_array_equal(env.reset(seed=2 ** 64 + 5)[0], env.reset(seed=5)[0])
        env.reset(seed=[0, 2 ** 64 - 1])

    def test_step_returns_arrays_of_the_documented_kinds(self):
        env = eleven.VectorEnv(4)
        env.reset(seed=1)
        seen, rewards, terminated, truncated, info = env.step([0, 1, 2, 3])
        for array, shape, kind in ((seen, (4, 4, 4), np.uint8), (rewards, (4,), np.int64), (terminated, (4,), np.bool_),
                                   (truncated, (4,), np.bool_), (info["action_mask"], (4, 4), np.bool_)):
            self.assertEqual((array.shape, array.dtype), (shape, kind))
        self.assertTrue(all(isinstance(value, (np.ndarray, dict)) for value in info.values()))
        self.assertTrue(all("_" + key in info for key in info if not key.startswith("_")))

    def test_render(self):
        env = eleven.VectorEnv(2, render_mode="ansi")
        env.reset(seed=1)
        self.assertIn("ansi", env.metadata["render_modes"])
        self.assertEqual([eleven.parse_board(text).tolist() for text in env.render()], env.restore(env.save())[0].tolist())
        self.assertIsNone(eleven.VectorEnv(2).render())
        with self.assertRaisesRegex(ValueError, "unknown render_mode 'human'"):
            eleven.VectorEnv(2, render_mode="human")

    def test_close(self):
        env = eleven.VectorEnv(2)
        env.reset(seed=1)
        state = env.save()
        env.close()
        env.close()
        self.assertTrue(env.closed)
        for action in (env.reset, lambda: env.step([0, 0]), env.afterstates, env.save, lambda: env.restore(state)):
            with self.assertRaisesRegex(ValueError, "the environments are closed"):
                action()


# Debian has no package of gymnasium. So this test exists only where it is installed.
if gymnasium and not MISSING:
    class Gymnasium(unittest.TestCase):
        def test_it_is_a_vector_environment_of_gymnasium(self):
            self.assertTrue(issubclass(eleven.VectorEnv, gymnasium.vector.VectorEnv))
            self.assertIs(eleven.AutoresetMode, gymnasium.vector.AutoresetMode)
            for mode in MODES:
                env = wrappers.RecordEpisodeStatistics(eleven.VectorEnv(8, autoreset_mode=mode))
                env.reset(seed=1)
                env.action_space.seed(1)
                for _ in range(300):
                    scores = env.unwrapped.scores
                    _, rewards, over, _, info = env.step(env.action_space.sample())
                    if over.any():
                        np.testing.assert_array_equal(info["episode"]["r"][over], (scores + rewards)[over])
                        if mode == DISABLED:
                            env.reset(options={"reset_mask": over})


if __name__ == "__main__":
    unittest.main()
