"""bindings/python with the installed library. Skipped if numpy or cffi is missing.

The golden games and their ends are those of test/unit/golden_test.c. The results of slides are computed here.
"""

import os
import re
import subprocess
import sys
import unittest

from installed import ROOT, make, prefix, run

try:
    import cffi  # noqa: F401
    import numpy as np
    MISSING = None
except ImportError as error:
    MISSING = str(error)

eleven = None


def setUpModule():
    global eleven
    if MISSING:
        return
    make("bindings/python/eleven/_declarations.py")
    os.environ["ELEVEN_LIBRARY"] = str(prefix() / "lib/libeleven.so")
    sys.path.insert(0, str(ROOT / "bindings/python"))
    import eleven as module
    eleven = module


def slide(row):
    tiles, out, gain = [tile for tile in row if tile], [], 0
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile:
            tiles.pop(0)
            tile += 1
            gain += 2 ** tile
        out.append(tile)
    return out + [0] * (len(row) - len(out)), gain


def slid_board(board, action):
    """The ranks after a slide, and the gain, computed without the library."""
    rows = np.rot90(board, {3: 0, 0: 1, 1: 2, 2: 3}[action]).tolist()
    done = [slide(row) for row in rows]
    return np.rot90([row for row, _ in done], -{3: 0, 0: 1, 1: 2, 2: 3}[action]), sum(gain for _, gain in done)


@unittest.skipIf(MISSING, f"numpy or cffi is missing: {MISSING}")
class Games(unittest.TestCase):
    def test_the_golden_games(self):
        source = (ROOT / "test/unit/golden_test.c").read_text()
        rows = re.findall(r'\{"([\w-]+)", "([\w-]+)", (\d+), (\d+), (\d+), ELEVEN_(\w+),\s*"([^"]*)",', source)
        files = sorted(path.stem for path in (ROOT / "test/golden/games").glob("*.2048"))
        self.assertEqual(sorted(row[0] for row in rows), files)
        for name, _, plies, moves, score, status, board in rows:
            text = (ROOT / f"test/golden/games/{name}.2048").read_bytes().decode()
            game = eleven.Game.load(text)
            values = [[0 if cell == "." else int(cell) for cell in row.split()] for row in board.split(" / ")]
            self.assertEqual(game.values.tolist(), values, name)
            self.assertEqual((game.moves, game.score, game.status), (int(moves), int(score), status.lower()), name)
            self.assertEqual(eleven.Game.load(game.save()).save(), game.save(), name)
            back = 0
            while game.undo():
                back += 1
            self.assertEqual(back, int(plies), name)

    def test_a_game_known_by_hand(self):
        game = eleven.Game(seed=42)
        self.assertEqual(game.values.tolist(), [[0] * 4, [0, 2, 0, 2], [0] * 4, [0] * 4])
        gains = [game.step(action) for action in (0, 0, 0, 1, 0, 1, 0, 0)]
        self.assertEqual(gains, [0, 4, 0, 4, 0, 12, 0, 4])
        self.assertEqual(game.values.tolist(), [[4, 0, 4, 8], [2, 0, 0, 2], [0] * 4, [0] * 4])
        self.assertEqual(game.legal, [1, 2, 3])
        self.assertIsNone(game.step(eleven.UP))
        self.assertTrue(game.undo() and game.redo())

    def test_invalid_arguments_raise_an_error_that_states_the_problem(self):
        for action, words in ((lambda: eleven.Game(rules="clasic"), "unknown rules 'clasic'"),
                              (lambda: eleven.Game(size=(9, 4)), "1 to 8 columns"),
                              (lambda: eleven.Game().step(4), "expected an action from 0 to 3"),
                              (lambda: eleven.Game.load("eleven game 9"), "line 1"),
                              (lambda: eleven.parse_board("2 x"), "line 1, column 3"),
                              (lambda: eleven.print_board([[99]]), "expected ranks"),
                              (lambda: eleven.best_move([[1, 1]], "nobody"), "unknown player 'nobody'"),
                              (lambda: eleven.VectorEnv(2, rules="fibonacci"), "environments do not support"),
                              (lambda: eleven.VectorEnv(2).step([0, 0]), "call reset before step")):
            with self.assertRaisesRegex(ValueError, words):
                action()
        env = eleven.VectorEnv(2)
        env.reset(seed=1)
        for actions in ([0], [0, 4], [0, -1], [0.0, 1.0], [[0, 1]]):
            with self.assertRaises(ValueError):
                env.step(np.array(actions))

    def test_best_move(self):
        advice = eleven.best_move(eleven.parse_board("2 2 . . / . . . . / . . . . / . . . ."), "greedy")
        self.assertIn(advice.action, (eleven.LEFT, eleven.RIGHT))
        self.assertTrue(np.isnan(advice.values[eleven.UP]))
        self.assertIsNone(eleven.best_move([[1, 2], [3, 4]], "greedy"))
        board = eleven.parse_board("2 4 8 16 / . 2 4 8 / . . 2 4 / . . . 2")
        output = run(prefix() / "bin/eleven", "best", "2 4 8 16 / . 2 4 8 / . . 2 4 / . . . 2", "--depth", "2", "--player", "search")
        self.assertIn(("up", "right", "down", "left")[eleven.best_move(board, "search", depth=2).action], output.split("\n")[0])


@unittest.skipIf(MISSING, f"numpy or cffi is missing: {MISSING}")
class Boards(unittest.TestCase):
    def test_afterstates(self):
        boards = np.random.default_rng(3).integers(0, 5, (200, 4, 4)).astype(np.uint8)
        boards[0] = 1
        boards[1, 0] = 15, 15, 16, 16
        after, gains, legal = eleven.afterstates(boards)
        for i, board in enumerate(boards):
            for action in range(4):
                expected, gain = slid_board(board, action)
                self.assertEqual(after[i, action].tolist(), expected.tolist())
                self.assertEqual((gains[i, action], legal[i, action]), (gain, (expected != board).any()))
        one = eleven.afterstates(boards[5])
        self.assertTrue((one[0] == after[5]).all() and (one[1] == gains[5]).all() and one[2].shape == (4,))

    def test_spawns(self):
        boards, chances = eleven.spawns([[1, 0], [0, 3]])
        self.assertEqual(boards.tolist(), [[[1, 1], [0, 3]], [[1, 2], [0, 3]], [[1, 0], [1, 3]], [[1, 0], [2, 3]]])
        np.testing.assert_allclose(chances, [0.45, 0.05, 0.45, 0.05])
        self.assertEqual(eleven.spawns([[1]])[0].shape, (0, 1, 1))

    def test_texts(self):
        board = eleven.parse_board("2 . 4 / . . 8")
        self.assertEqual(board.tolist(), [[1, 0, 2], [0, 0, 3]])
        self.assertEqual(eleven.print_board(board, layout="line"), "2 . 4 / . . 8")


@unittest.skipIf(MISSING, f"numpy or cffi is missing: {MISSING}")
class Vector(unittest.TestCase):
    def test_every_environment_is_the_game_of_its_seed(self):
        env, chance, n = eleven.VectorEnv(64), np.random.default_rng(5), 64
        seen, info = env.reset(seed=11)
        games = [eleven.Game(seed=eleven.random_word(11, i)) for i in range(n)]
        seeds = [eleven.random_word(11, i) for i in range(n)]
        ended = 0
        for _ in range(600):
            for i, game in enumerate(games):
                self.assertEqual(seen[i].tolist(), game.board.tolist())
                self.assertEqual(np.flatnonzero(info["action_mask"][i]).tolist(), game.legal)
            actions = chance.integers(0, 4, n)
            seen, rewards, over, truncated, info = env.step(actions)
            ends = iter(zip(info["ended"], info["final_observation"], info["final_score"], info["final_moves"]))
            for i, game in enumerate(games):
                gain = game.step(int(actions[i]))
                self.assertEqual((rewards[i], info["moved"][i]), (gain or 0, gain is not None))
                self.assertEqual(over[i], game.status == "lost")
                if over[i]:
                    index, board, score, moves = next(ends)
                    self.assertEqual((index, board.tolist(), score, moves), (i, game.board.tolist(), game.score, game.moves))
                    seeds[i] = eleven.random_word(seeds[i], 2 ** 64 - 1)
                    games[i] = eleven.Game(seed=seeds[i])
                    ended += 1
            self.assertFalse(truncated.any())
        self.assertGreater(ended, 50)
        self.assertEqual(env.scores.tolist(), [game.score for game in games])

    def test_shapes_and_types(self):
        env = eleven.VectorEnv(3, rules="provider")
        seen, info = env.reset(seed=np.array([1, 2, 3], np.uint64))
        self.assertEqual((seen.shape, seen.dtype, info["action_mask"].dtype), ((3, 4, 4), np.uint8, np.bool_))
        self.assertEqual((seen > 0).sum(axis=(1, 2)).tolist(), [1, 1, 1])  # provider starts with one tile
        self.assertEqual(seen[1].tolist(), eleven.Game(seed=2, rules="provider").board.tolist())
        kept, rewards, over, truncated, info = env.step([0, 1, 2])
        self.assertEqual((rewards.dtype, over.dtype, truncated.dtype), (np.int64, np.bool_, np.bool_))
        before = kept.copy()
        env.step([3, 3, 3])
        self.assertEqual(before.tolist(), kept.tolist())  # the arrays are the caller's

    def test_save_and_restore(self):
        env, actions = eleven.VectorEnv(50), np.random.default_rng(6).integers(0, 4, (300, 50))
        env.reset(seed=9)
        for row in actions[:100]:
            env.step(row)
        state = env.save()
        first = [env.step(row)[0].tolist() for row in actions[100:]]
        other = eleven.VectorEnv(50)
        other.restore(state)
        self.assertEqual([other.step(row)[0].tolist() for row in actions[100:]], first)
        with self.assertRaises(ValueError):
            eleven.VectorEnv(49).restore(state)

    def test_without_autoreset_a_game_stays_over(self):
        env = eleven.VectorEnv(8, autoreset=False)
        env.reset(seed=4)
        chance, seen, over = np.random.default_rng(1), None, np.zeros(8, bool)
        for _ in range(3000):
            before = over
            seen, rewards, over, _, info = env.step(chance.integers(0, 4, 8))
            self.assertTrue((over >= before).all())
            self.assertTrue((rewards[before] == 0).all())
        self.assertTrue(over.all())
        self.assertFalse(info["action_mask"].any())

    def test_afterstates_of_the_running_games(self):
        env = eleven.VectorEnv(20)
        seen, _ = env.reset(seed=2)
        after, gains = env.afterstates()
        expected = eleven.afterstates(seen)
        self.assertTrue((after == expected[0]).all() and (gains == expected[1]).all())


@unittest.skipIf(MISSING, f"numpy or cffi is missing: {MISSING}")
class Package(unittest.TestCase):
    def test_a_missing_library_is_reported_in_one_sentence(self):
        done = subprocess.run([sys.executable, "-c", "import eleven"], capture_output=True, text=True,
                              env={"PYTHONPATH": str(ROOT / "bindings/python"), "ELEVEN_LIBRARY": "/nowhere/lib.so"})
        self.assertIn("was not found (/nowhere/lib.so); install it with 'make install'", done.stderr)

    def test_the_readme_runs(self):
        code = re.search(r"```python\n(.*?)```", (ROOT / "bindings/python/README.md").read_text(), re.S)[1]
        output = run(sys.executable, "-c", code, PYTHONPATH=str(ROOT / "bindings/python"))
        self.assertTrue(700 < float(output.split()[-1]) < 1500, output)


if __name__ == "__main__":
    unittest.main()
