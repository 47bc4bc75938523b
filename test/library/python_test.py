"""bindings/python with the installed library. Skipped if numpy or cffi is missing.

The golden games and their ends are those of test/unit/golden_test.c. The results of slides are computed here.
"""

import copy
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import timeit
import unittest
from unittest import mock
from xml.etree import ElementTree

from installed import CC, ROOT, make, prefix, run, scratch

try:
    import cffi  # noqa: F401
    import numpy as np
    MISSING = None
except ImportError as error:
    MISSING = str(error)

eleven = None
ACTIONS = ("up", "right", "down", "left")


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


FEW_TILES = "eleven rules 1\nname few\nvalues 2 4 8\nmerge 2 2 4\nmerge 4 4 8\nspawn 2 1\ncount 1 1\nstart 2\ngoal 8\n"


@unittest.skipIf(MISSING, f"numpy or cffi is missing: {MISSING}")
class Games(unittest.TestCase):
    def test_the_golden_games(self):
        source = (ROOT / "test/unit/golden_test.c").read_text()
        rows = re.findall(r'\{"([\w-]+)", "([\w-]+)", (\d+), (\d+), (\d+), ELEVEN_STATUS_(\w+),\s*"([^"]*)",', source)
        files = sorted(path.stem for path in (ROOT / "test/golden/games").glob("*.2048"))
        self.assertEqual(sorted(row[0] for row in rows), files)
        for name, _, plies, moves, score, status, board in rows:
            text = (ROOT / f"test/golden/games/{name}.2048").read_bytes().decode()
            game = eleven.Game.load(text)
            values = [[0 if cell == "." else int(cell) for cell in row.split()] for row in board.split(" / ")]
            self.assertEqual(game.tiles.tolist(), values, name)
            self.assertEqual((game.moves, game.score, game.status), (int(moves), int(score), status.lower()), name)
            self.assertEqual(eleven.Game.load(game.save()).save(), game.save(), name)
            back = 0
            while game.undo():
                back += 1
            self.assertEqual(back, int(plies), name)

    def test_a_game_known_by_hand(self):
        game = eleven.Game(seed=42)
        self.assertEqual(game.tiles.tolist(), [[0] * 4, [0, 2, 0, 2], [0] * 4, [0] * 4])
        gains = [game.step(action) for action in (0, 0, 0, 1, 0, 1, 0, 0)]
        self.assertEqual(gains, [0, 4, 0, 4, 0, 12, 0, 4])
        self.assertEqual(game.tiles.tolist(), [[4, 0, 4, 8], [2, 0, 0, 2], [0] * 4, [0] * 4])
        self.assertEqual(game.legal, [1, 2, 3])
        self.assertIsNone(game.step(eleven.UP))
        self.assertTrue(game.undo() and game.redo())

    def test_invalid_arguments_raise_an_error_that_states_the_problem(self):
        for action, words in ((lambda: eleven.Game(rules="clasic"), "unknown rules 'clasic'"),
                              (lambda: eleven.Game(size=(9, 4)), "1 to 8 columns"),
                              (lambda: eleven.Game().step(4), "expected an action from 0 to 3"),
                              (lambda: eleven.Game.load("eleven game 9"), "line 1"),
                              (lambda: eleven.Game(seed=2 ** 64), "a seed, a whole number from 0 to 2"),
                              (lambda: eleven.Game(score=4), "a score .0 without a board., a whole number from 0 to 0"),
                              (lambda: eleven.Game(board=[[1, 1]], score=2 ** 63), "a score"),
                              (lambda: eleven.Player("random", seed=-1), "a seed"),
                              (lambda: eleven.random_word(-1, 0), "a seed"),
                              (lambda: eleven.VectorEnv(0), "environments, a whole number from 1"),
                              (lambda: eleven.Game(size=(4.0, 4)), "1 to 8 columns"),
                              (lambda: eleven.solve((2, 2), threads=-1), "threads, a whole number from 1 to 64"),
                              (lambda: eleven.parse_board("2 x"), "line 1, column 3"),
                              (lambda: eleven.print_board([[99]]), "expected ranks"),
                              (lambda: eleven.print_board([[1]], layout="hex"), "layout hex is for boards of 4x4"),
                              (lambda: eleven.print_board([[9, 1]], FEW_TILES), "no tile of rank 9"),
                              (lambda: eleven.draw([[9, 1]], FEW_TILES), "no tile of rank 9"),
                              (lambda: eleven.Game(board=[[9, 1]], rules=FEW_TILES), "no tile of rank 9"),
                              (lambda: eleven.solve(start=[[9, 1]], rules=FEW_TILES), "no tile of rank 9"),
                              (lambda: eleven.Player("random").choose([[9, 1]], rules=FEW_TILES), "no tile of rank 9"),
                              (lambda: eleven.spawns([[1, 0]], rules="engine"), "may add several tiles"),
                              (lambda: eleven.best_move([[1, 1]], "nobody"), "expected a player, random, .* not 'nobody'"),
                              (lambda: eleven.VectorEnv(2, rules="fibonacci"), "environments do not support"),
                              (lambda: eleven.VectorEnv(2).step([0, 0]), "call reset first")):
            with self.assertRaisesRegex(ValueError, words):
                action()
        env = eleven.VectorEnv(2)
        env.reset(seed=1)
        for actions in ([0], [0, 4], [0, -1], [0.0, 1.0], [[0, 1]]):
            with self.assertRaises(ValueError):
                env.step(np.array(actions))


@unittest.skipIf(MISSING, f"numpy or cffi is missing: {MISSING}")
class Training(unittest.TestCase):
    RECIPE = "eleven recipe 1\nname small\ntuple 0 1 2 3\ntuple 4 5 6 7\ntuple 0 1 4 5\ncap 9\n"

    def test_a_sparse_recipe_needs_weights(self):
        trainer = eleven.Trainer(self.RECIPE + "sparse 1\n")
        with self.assertRaisesRegex(ValueError, "a sparse recipe only corrects weights that are there"):
            trainer.run(1000)

    def test_ctrl_c_ends_long_calls(self):
        trainer, path = eleven.Trainer(self.RECIPE), scratch() / "stopped.weights"
        trainer.run(1000)
        board = np.array([[1, 2, 3, 4], [0, 1, 0, 2], [0, 0, 0, 0], [0, 1, 0, 0]])
        interruptible = eleven.players.interruptible

        def with_key(call, stop):
            """Ctrl-C comes when the thread of the call is there."""
            return interruptible(lambda: os.kill(os.getpid(), signal.SIGINT) or call(), stop)
        for call in (lambda: eleven.best_move(board, "montecarlo", milliseconds=3.6e6),
                     lambda: trainer.save(path, games=10 ** 9)):
            with mock.patch("eleven.players.interruptible", with_key), \
                    mock.patch("eleven.training.interruptible", with_key), self.assertRaises(KeyboardInterrupt):
                call()
        self.assertFalse(path.exists())
        self.assertEqual(trainer.save(path, games=3).facts.games, 3)

    def test_numbers_of_numpy(self):
        trainer = eleven.Trainer(self.RECIPE)
        with mock.patch("eleven.training.PIECE", 1000):
            trainer.run(np.uint64(3000))
        self.assertEqual(trainer.facts.moves, 3000)
        self.assertIs(type(eleven.VectorEnv(np.int8(3)).num_envs), int)

    def test_a_trainer_after_fork(self):
        trainer = eleven.Trainer(self.RECIPE, threads=3)
        trainer.run(3000)
        child = os.fork()
        if child == 0:
            signal.alarm(60)  # it waited for threads that it does not have
            trainer.run(3000)
            moves, used = trainer.facts.moves, len(os.listdir("/proc/self/task"))
            del trainer
            os._exit(0 if (moves, used) == (6000, 3) else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        trainer.run(3000)
        self.assertEqual(trainer.facts.moves, 6000)

    def test_a_trainer_after_fork_is_closed(self):
        trainer = eleven.Trainer(self.RECIPE, threads=3)
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            del trainer
            os._exit(0)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_a_trainer_learns(self):
        trainer, again = (eleven.Trainer(self.RECIPE, seed=3) for _ in range(2))
        trainer.run(300000)
        again.run(100000)
        checkpoint = scratch() / "checkpoint"
        again.checkpoint(checkpoint)
        again = eleven.Trainer(self.RECIPE)
        with self.assertRaises(OSError):
            again.resume(checkpoint.with_name("missing"))
        again.resume(checkpoint)
        self.assertGreater(again.facts.seconds, 0)
        again.run(200000)
        self.assertEqual((trainer.facts.moves, again.facts.moves), (300000, 300000))
        self.assertGreater(again.facts.mean_score, 3000)  # random play: 1095
        folder = scratch()
        network, other = trainer.save(folder / "small.weights", games=20), again.save(folder / "again.weights")
        self.assertEqual((network.facts.recipe, network.facts.seed, network.facts.moves, network.facts.games),
                         ("small", 3, 300000, 20))
        self.assertGreater(network.facts.mean_score, 3000)
        boards = np.random.default_rng(1).integers(0, 6, (50, 4, 4))
        self.assertEqual(network.values(boards).tolist(), other.values(boards).tolist())
        self.assertEqual(other.facts.games, 0)
        self.assertEqual(other.player().choose(boards[0]).action, network.player().choose(boards[0]).action)
        heir = eleven.Trainer(self.RECIPE)
        heir.adopt(folder / "small.weights")
        np.testing.assert_array_equal(heir.save(folder / "heir.weights").values(boards), network.values(boards))
        heir.begin_at([[[9, 1, 2, 0], [1, 3, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]]])
        heir.run(50000)
        with self.assertRaisesRegex(ValueError, "before the first run"):
            heir.adopt(folder / "small.weights")
        self.assertGreater(heir.facts.mean_score, 1000)
        with self.assertRaisesRegex(ValueError, "no position is there"):
            heir.begin_at(np.zeros((0, 4, 4), int))
        with self.assertRaisesRegex(ValueError, "has another cap or other stages"):
            eleven.Trainer(self.RECIPE.replace("cap 9", "cap 10")).adopt(folder / "small.weights")
        with self.assertRaisesRegex(ValueError, "small.weights' contains one network, without a second one"):
            eleven.Network(folder / "small.weights", late=True)
        for path in str(folder / "small.weights"), folder / "small.weights":
            found = eleven.best_move(boards[0], path, depth=1)
            np.testing.assert_equal(found.values, network.player().choose(boards[0], depth=1).values)
            self.assertEqual(found.unit, "points")

    def test_weights_that_cannot_be_opened(self):
        folder = scratch()
        with self.assertRaisesRegex(OSError, "no.weights cannot be read: No such file or directory"):
            eleven.Player(str(folder / "no.weights"))
        with self.assertRaisesRegex(OSError, "Is a directory"):
            eleven.Player(f"{folder}/")
        whole = (ROOT / "data/default.weights").read_bytes()
        for damaged in whole[:-1], whole[:2000] + b"\xff\0\xff" + whole[2003:]:
            (folder / "x.weights").write_bytes(damaged)
            with self.assertRaisesRegex(ValueError, "x.weights: the file of network weights is damaged or incomplete"):
                eleven.Player(str(folder / "x.weights"))

    def test_the_network_of_the_library(self):
        network, boards = eleven.Network(), eleven.VectorEnv(20).reset(seed=1)[0]
        after, gains, legal = eleven.afterstates(boards)
        for i, board in enumerate(boards):
            values = np.where(legal[i], gains[i] + network.values(after[i]), np.nan)
            advice = eleven.best_move(board, "network", depth=1)
            np.testing.assert_allclose(values, advice.values, rtol=1e-5)
        file, late = ROOT / "data/default.weights", eleven.Network(late=True)
        self.assertFalse((late.values(after[0]) == network.values(after[0])).all())
        for one, same in (eleven.Network(file), network), (eleven.Network(file, late=True), late):
            np.testing.assert_equal(one.values(after[0]), same.values(after[0]))
        high = np.full((1, 4, 4), 16)
        self.assertEqual(network.values(high), network.values(high - 1))  # those above 15 count as 15

    def test_mistakes(self):
        for action, kind, words in ((lambda: eleven.Trainer("eleven recipe 1\ntuple 0 16\n"), ValueError, "line 2, column 9"),
                                    (lambda: eleven.Trainer(self.RECIPE, threads=0), ValueError, "threads, .* from 1 to 64"),
                                    (lambda: eleven.Network("/nowhere"), OSError, "/nowhere"),
                                    (lambda: eleven.Trainer(self.RECIPE).save("/nowhere/x"), OSError, "/nowhere/x"),
                                    (lambda: eleven.Network().values([[1]]), ValueError, "N x 4 x 4")):
            with self.assertRaisesRegex(kind, words):
                action()


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
        with self.assertRaisesRegex(ValueError, "whole numbers from 0 to 31"):
            eleven.afterstates(boards + 30)
        one = eleven.afterstates(boards[5])
        self.assertTrue((one[0] == after[5]).all() and (one[1] == gains[5]).all() and one[2].shape == (4,))

    def test_afterstates_of_many_boards_are_one_call(self):
        """As fast as those of the running games, which were always one call; before, they were 20 times slower."""
        env = eleven.VectorEnv(4096)
        boards, _ = env.reset(seed=1)
        alone = min(timeit.repeat(env.afterstates, number=10, repeat=20))
        given = min(timeit.repeat(lambda: eleven.afterstates(boards), number=10, repeat=20))
        self.assertLess(given, 4 * alone)

    def test_spawns(self):
        boards, chances = eleven.spawns([[1, 0], [0, 3]])
        self.assertEqual(boards.tolist(), [[[1, 1], [0, 3]], [[1, 2], [0, 3]], [[1, 0], [1, 3]], [[1, 0], [2, 3]]])
        np.testing.assert_allclose(chances, [0.45, 0.05, 0.45, 0.05])
        self.assertEqual(eleven.spawns([[1]])[0].shape, (0, 1, 1))

    def test_texts(self):
        board = eleven.parse_board("2 . 4 / . . 8")
        self.assertEqual(board.tolist(), [[1, 0, 2], [0, 0, 3]])
        self.assertEqual(eleven.print_board(board, layout="line"), "2 . 4 / . . 8")

    def test_pictures(self):
        """An XML parser reads the SVG."""
        space = "{http://www.w3.org/2000/svg}"
        for theme, page in ("original", "#faf8ef"), ("dark", "#1b1a18"):
            root = ElementTree.fromstring(eleven.draw([[1, 0, 11], [0, 3, 3]], theme=theme))
            self.assertEqual(root.find(f"{space}rect").get("fill"), page)
            self.assertEqual(root.findtext(f"{space}title"), "2048: 2 . 2048 / . 8 8")
            self.assertEqual([text.text for text in root.iter(f"{space}text")], ["2", "8", "2048"])
            places = sorted(tuple(map(float, re.findall(r"[\d.]+", group.get("transform")))) for group in root.iter(f"{space}g")
                            if group.find(f"{space}use") is not None)
            self.assertEqual(places, [(54.5, 54.5), (151.5, 151.5), (248.5, 54.5), (248.5, 151.5)])
        self.assertEqual(eleven.draw([[1, 0], [0, 7]], form="text"), "  2   .\n  . 128\n")
        coloured = eleven.draw([[1, 0], [0, 17]], form="ansi", rules="classic")
        self.assertEqual(re.sub(r"\033\[[\d;]*m|[\u2580\u2584]", "", coloured).split(), ["2", "131072"])
        self.assertIn("\033[48;2;238;228;218m", coloured)
        self.assertIn("Game over!", eleven.draw([[1]], form="text"))
        game = eleven.Game(seed=17)
        game.step(eleven.LEFT)
        root = ElementTree.fromstring(game._repr_svg_())
        self.assertEqual(root.findtext(f"{space}title"), "2048: . . . . / 4 . . . / 2 . . . / . . . ., score 4")
        for words, mistake in (({"form": "gif"}, "unknown form 'gif'"), ({"theme": "blue"}, "unknown theme 'blue'")):
            with self.assertRaisesRegex(ValueError, mistake):
                eleven.draw([[1, 0], [0, 0]], **words)


@unittest.skipIf(MISSING, f"numpy or cffi is missing: {MISSING}")
class States(unittest.TestCase):
    """What VectorEnv has beyond the contract of gymnasium_test.py."""

    def test_other_rules(self):
        env = eleven.VectorEnv(3, rules="provider")
        seen, _ = env.reset(seed=np.array([1, 2, 3], np.uint64))
        self.assertEqual((seen > 0).sum(axis=(1, 2)).tolist(), [1, 1, 1])  # provider starts with one tile
        self.assertEqual(seen[1].tolist(), eleven.Game(seed=2, rules="provider").board.tolist())

    def test_the_arrays_are_the_callers(self):
        env = eleven.VectorEnv(3)
        env.reset(seed=1)
        kept = env.step([0, 1, 2])
        copies = [array.copy() for array in (*kept[:4], kept[4]["action_mask"])]
        env.step([3, 3, 3])
        for array, copy in zip((*kept[:4], kept[4]["action_mask"]), copies):
            self.assertEqual(array.tolist(), copy.tolist())

    def test_save_and_restore(self):
        actions = np.random.default_rng(6).integers(0, 4, (300, 50))
        for mode in eleven.AutoresetMode:
            env, other = (eleven.VectorEnv(50, autoreset_mode=mode) for _ in range(2))
            env.reset(seed=9)
            for row in actions[:100]:
                env.step(row)
            state = env.save()
            first = [env.step(row)[0].tolist() for row in actions[100:]]
            other.restore(bytearray(state))
            self.assertEqual(other.save(), state)
            self.assertEqual([other.step(row)[0].tolist() for row in actions[100:]], first)
            self.assertEqual(env.reset()[0].tolist(), other.reset()[0].tolist())

    def test_copies_are_games_of_their_own(self):
        game = eleven.Game(seed=7)
        for action in (3, 0, 3, 2):
            game.step(action)
        for again in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
            self.assertEqual(again.save(), game.save())
            before = game.save()
            while again.status == "playing" and again.moves < 60:
                again.step(int(again.legal[0]))
            self.assertEqual((game.save(), game.moves), (before, 4))
        envs = eleven.VectorEnv(2, "classic", autoreset_mode="SameStep", render_mode="ansi")
        self.assertEqual(copy.copy(envs).num_envs, 2)  # before the first reset
        envs.reset(seed=3)
        envs.step([0, 1])
        for again in (copy.copy(envs), copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))):
            self.assertEqual((again.save(), again.autoreset_mode, again.render()),
                             (envs.save(), envs.autoreset_mode, envs.render()))
            again.step([1, 2])
            self.assertNotEqual(again.save(), envs.save())
        envs.close()
        self.assertTrue(copy.copy(envs).closed)

    def test_a_path_with_a_nul_is_no_other_path(self):
        folder = scratch()
        trainer = eleven.Trainer("eleven recipe 1\nname t\ntuple 0 1 2\n")
        for call in (trainer.checkpoint, trainer.resume, trainer.adopt, trainer.save, eleven.Network, eleven.Table,
                     lambda path: eleven.solve((2, 2), table=path)):
            with self.assertRaisesRegex(ValueError, "NUL"):
                call(f"{folder}/x\0.weights")
        self.assertEqual(os.listdir(folder), [])
        with self.assertRaisesRegex(ValueError, "NUL"):
            eleven.Player("greedy\0zzz")
        with self.assertRaisesRegex(ValueError, "unknown theme"):
            eleven.draw([[1, 2], [0, 1]], theme="dark\0x")

    def test_a_state_names_its_rules_and_its_size(self):
        env = eleven.VectorEnv(5)
        env.reset(seed=1)
        state = env.save()
        for other, words in ((eleven.VectorEnv(5, rules="provider"), "under the rules classic, not under the rules provider"),
                             (eleven.VectorEnv(6), "contains 5 environments, not 6")):
            with self.assertRaisesRegex(ValueError, words):
                other.restore(state)
            with self.assertRaisesRegex(ValueError, "call reset first"):
                other.step([0] * other.num_envs)

    def test_a_damaged_state_is_refused(self):
        chance, env = np.random.default_rng(8), eleven.VectorEnv(5)
        env.reset(seed=1)
        state = env.save()
        for _ in range(200):
            damaged = bytearray(state)
            damaged[chance.integers(len(state))] ^= int(chance.integers(1, 256))
            cut = state[:chance.integers(len(state))]
            for wrong in (damaged, cut, chance.bytes(len(state)), chance.bytes(240)):
                with self.assertRaisesRegex(ValueError, "state"):
                    env.restore(wrong)
        self.assertEqual(env.save(), state)


@unittest.skipIf(MISSING, f"numpy or cffi is missing: {MISSING}")
class Players(unittest.TestCase):
    BOARD = "2 4 8 16 / . 2 4 8 / . . 2 4 / . . . 2"

    def test_best_move(self):
        advice = eleven.best_move(eleven.parse_board("2 2 . . / . . . . / . . . . / . . . ."), "greedy")
        self.assertIn(advice.action, (eleven.LEFT, eleven.RIGHT))
        self.assertTrue(np.isnan(advice.values[eleven.UP]))
        self.assertIsNone(eleven.best_move([[1, 2], [3, 4]], "greedy"))
        output = run(prefix() / "bin/eleven", "best", self.BOARD, "--depth", "2", "--player", "search")
        action = eleven.best_move(eleven.parse_board(self.BOARD), "search", depth=2).action
        self.assertIn(ACTIONS[action], output.split("\n")[0])

    def test_values_have_the_unit_that_the_program_states(self):
        for name, rules in (("network", "classic"), ("search", "classic"), ("montecarlo", "classic"), ("network", "fibonacci")):
            stated = json.loads(run(prefix() / "bin/eleven", "best", "1 1 . . / . . . . / . . . . / . . . ." if rules == "fibonacci"
                                    else self.BOARD, "--player", name, "--nodes", "50", "--rules", rules, "--json"))["unit"]
            board = [[1, 1, 0, 0], [0] * 4, [0] * 4, [0] * 4] if rules == "fibonacci" else eleven.parse_board(self.BOARD)
            self.assertEqual(eleven.best_move(board, name, nodes=50, rules=rules).unit, stated, (name, rules))

    def test_players_are_opened_by_name(self):
        board = eleven.parse_board(self.BOARD)
        self.assertIn("network", eleven.player_names())
        first, second = (eleven.Player("random", seed=5) for _ in range(2))
        self.assertEqual([first.choose(board).action for _ in range(20)], [second.choose(board).action for _ in range(20)])
        os.environ["ELEVEN_CACHE"] = "/nowhere"
        with self.assertRaisesRegex(ValueError, "/nowhere.*'eleven endgame' builds the tables"):
            eleven.Player("strong")
        with self.assertRaisesRegex(OSError, "/nowhere.elx"):
            eleven.Player("/nowhere.elx")
        with self.assertRaisesRegex(ValueError, "a depth, a whole number from 0 to 15"):
            first.choose(board, depth=-1)

    def test_damaged_tables_are_reported(self):
        """The loop of a game does not take them for its end."""
        folder = scratch()
        os.environ["ELEVEN_CACHE"] = str(folder)
        run(prefix() / "bin/eleven", "endgame", "--size", "tiny", "--threads", "1", ELEVEN_CACHE=str(folder))
        game = eleven.Game(board=eleven.parse_board("8192 4096 2048 . / 512 1024 256 4 / 32 16 8 4 / 2 4 . ."))
        board = game.board
        game.keep_playing()
        game.step(1)
        self.assertEqual(eleven.Player("strong").choose(board).unit, "chance")
        path = folder / "endgame-tiny"
        whole = path.read_bytes()
        path.write_bytes(whole[:4096] + bytes(byte ^ 1 for byte in whole[4096:]))
        damaged = self.assertRaisesRegex(ValueError, "endgame-tiny: these endgame tables are damaged")
        with damaged:
            eleven.Player("strong").choose(board)
        with damaged:
            eleven.review(game, eleven.Player("strong"))

    def test_each_thread_has_its_players(self):
        board, found = eleven.parse_board(self.BOARD), []

        def ask():
            for _ in range(200):
                found.append(eleven.best_move(board, "search", depth=1).action)

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((len(found), len(set(found))), (800, 1))

    def test_a_review_is_that_of_the_program(self):
        for name in ("board", "classic", "custom-rules"):
            file = ROOT / f"test/golden/games/{name}.2048"
            expected = json.loads(run(prefix() / "bin/eleven", "review", file, "--player", "search", "--depth", "1", "--json"))
            found = eleven.review(file.read_bytes().decode(), "search", depth=1)
            self.assertEqual(found.grades, expected["grades"])
            np.testing.assert_allclose([found.accuracy, found.stake, found.loss],
                                       [expected[key] for key in ("accuracy", "stake", "loss")])
            self.assertEqual(len(found.turning_points), len(expected["turning_points"]))
            for i, point in zip(found.turning_points, expected["turning_points"]):
                move = found.judgements[i]
                self.assertEqual((i + 1, move.direction, move.best_direction, move.grade, move.reason),
                                 (point["move_number"], point["direction"], point["best_direction"], point["grade"], point.get("reason", "")))
                self.assertAlmostEqual(move.severity, point["severity"])

    def test_a_review_of_a_game(self):
        game, actions = eleven.Game(seed=1), []
        self.assertEqual(eleven.review(game, "greedy").judgements, ())
        for action in (0, 1, 2, 3, 0, 1):
            if game.step(action) is not None:
                actions.append(action)
        found = eleven.review(game, eleven.Player("greedy"))
        self.assertEqual([move.direction for move in found.judgements], [ACTIONS[action] for action in actions])
        self.assertTrue(all(move.severity == 0 for move in found.judgements if move.direction == move.best_direction))
        with self.assertRaisesRegex(ValueError, "line 1"):
            eleven.review("eleven game 9")


@unittest.skipIf(MISSING, f"numpy or cffi is missing: {MISSING}")
class Solver(unittest.TestCase):
    def test_a_solve_is_that_of_the_program(self):
        answer = json.loads(run(prefix() / "bin/eleven", "solve", "2x2", "--for", "all", "--json"))
        expected = {value["objective"].replace(" ", "-") + (f"-{value['tile']}" if "tile" in value else ""): value["value"]
                    for value in answer["objectives"]}
        found = eleven.solve((2, 2), objectives=list(expected))
        self.assertEqual((found.positions, found.positions_in_all, found.largest_tile),
                         (answer["positions"], answer["positions_in_all"], answer["largest_tile"]))
        self.assertEqual(found.value.keys(), expected.keys())
        for name, value in expected.items():
            self.assertAlmostEqual(found.value[name], value, places=12)

    def test_a_table_is_written_opened_and_followed(self):
        path = scratch() / "2x3.elx"
        steps = []
        solved = eleven.solve((2, 3), objectives=["moves", "score"], goal=64, table=path, progress=steps.append)
        self.assertEqual(steps[-1].share, 1)
        table = eleven.Table(path)
        self.assertEqual((sorted(table.size), table.rules, table.objective, table.positions),
                         ([2, 3], "classic", "moves", solved.positions))
        self.assertAlmostEqual(table.value, solved.value["moves"])
        board = [[1, 1, 0], [0, 0, 0]]
        exact = eleven.solve(start=board, objectives=["moves"], goal=64)
        answer, advice = table.probe(board), eleven.Player(str(path)).choose(board)
        np.testing.assert_allclose(answer.values, exact.values["moves"], rtol=1e-3)
        self.assertEqual(answer.action, advice.action)
        self.assertAlmostEqual(exact.values["moves"][answer.action], np.nanmax(exact.values["moves"]))
        self.assertIsNone(table.probe([[5, 5, 5], [5, 5, 5]]))
        with self.assertRaisesRegex(ValueError, "not of 4x4"):
            table.probe(np.zeros((4, 4), int))
        path.write_bytes(path.read_bytes()[:-9])
        with self.assertRaisesRegex(ValueError, "2x3.elx"):
            eleven.Table(path)

    def test_a_solve_can_be_interrupted_and_refuses_what_it_cannot_solve(self):
        def stop(progress):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            eleven.solve((3, 3), progress=stop)
        for words, more in (("unknown objective 'scores'", {"objectives": ["scores"]}), ("no tile has the number 3", {"goal": 3}),
                            ("no tile has the number -16", {"goal": -16}),
                            ("no tile has the number 99999999999999999999", {"objectives": ["reach-99999999999999999999"]}),
                            ("1 to 8 columns", {"size": (0, 2)}), ("at most 40", {"objectives": ["score"] * 41})):
            with self.assertRaisesRegex(ValueError, words):
                eleven.solve(**more)
        with self.assertRaises((ValueError, MemoryError)):
            eleven.solve((4, 4), memory=100000)
        with self.assertRaisesRegex(ValueError, "a position without a tile"):
            eleven.solve(start=[[0, 0], [0, 0]])


@unittest.skipIf(MISSING, f"numpy or cffi is missing: {MISSING}")
class Package(unittest.TestCase):
    def test_a_missing_library_is_reported_in_one_sentence(self):
        done = subprocess.run([sys.executable, "-c", "import eleven"], capture_output=True, text=True,
                              env={"PYTHONPATH": str(ROOT / "bindings/python"), "ELEVEN_LIBRARY": "/nowhere/lib.so"})
        self.assertIn("was not found (/nowhere/lib.so); install it with 'make install'", done.stderr)

    def test_an_unsuitable_library_is_refused_in_one_sentence(self):
        """Libraries that state other versions, and one that is not Eleven."""
        functions = ('const char *eleven_version(void) { return "%s"; } unsigned eleven_version_number(void) { return %d; } '
                     "unsigned eleven_abi(void) { return %d; }")
        for code, sentence in ((functions % ("0.1.9", 109, 0), "is Eleven 0.1.9 with the ABI 0; this package needs Eleven 0."),
                               (functions % ("9.0.0", 90000, 9), "is Eleven 9.0.0 with the ABI 9; this package needs Eleven 0."),
                               ("int x;", "is not Eleven, or is older than 0.2.0; this package needs Eleven 0.")):
            folder = scratch()
            (folder / "other.c").write_text(code)
            run(CC, "-shared", "-fPIC", "-o", folder / "libeleven.so", folder / "other.c")
            done = subprocess.run([sys.executable, "-c", "import eleven"], capture_output=True, text=True,
                                  env={"PYTHONPATH": str(ROOT / "bindings/python"), "ELEVEN_LIBRARY": str(folder / "libeleven.so")})
            self.assertRegex(done.stderr, f"ImportError: .*{re.escape(sentence)}")

    def test_the_version_is_the_one_of_the_headers(self):
        from eleven._library import ffi, lib
        header = (ROOT / "include/eleven/version.h").read_text()
        version = re.search(r'ELEVEN_VERSION "(.*)"', header)[1]
        major, minor, patch = map(int, version.split("."))
        self.assertEqual(ffi.string(lib.eleven_version()).decode(), version)
        self.assertEqual(lib.eleven_version_number(), 10000 * major + 100 * minor + patch)
        self.assertEqual(eleven.__version__, version)

    def test_the_readme_runs(self):
        code = re.search(r"```python\n(.*?)```", (ROOT / "bindings/python/README.md").read_text(), re.S)[1]
        output = run(sys.executable, "-c", code, PYTHONPATH=str(ROOT / "bindings/python"))
        self.assertTrue(700 < float(output.split()[-1]) < 1500, output)


if __name__ == "__main__":
    unittest.main()
