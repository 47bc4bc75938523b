"""eleven solve from outside: what it prints, tables as players, and solves that are interrupted."""

import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import tempfile
import time
import unittest

from answers import check_output

ROOT = pathlib.Path(__file__).resolve().parents[2]
ELEVEN = str((ROOT / os.environ.get("ELEVEN", "build/eleven")).resolve())


class SolveTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_it(self, *words, **more):
        return subprocess.run([ELEVEN, *words], cwd=self.folder, capture_output=True, text=True, timeout=300, **more)

    def good(self, *words):
        done = self.run_it(*words)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return done.stdout

    def data(self, *words):
        text = self.good(*words, "--json")
        check_output([*words, "--json"], text)
        return json.loads(text)

    def bad(self, status, sentence, *words):
        done = self.run_it(*words)
        self.assertEqual((done.returncode, done.stderr, done.stdout), (status, sentence + "\n", ""), words)

    def test_the_smallest_square(self):
        found = self.data("solve", "2x2")
        self.assertEqual(found["positions"], 110)
        self.assertEqual(found["size"], [2, 2])
        self.assertEqual(found["positions_terminal"], found["positions_lost"] + found["positions_won"])
        self.assertAlmostEqual(found["objectives"][0]["value"], 66.96, delta=0.005)
        self.assertLess(found["relative_error"], 1e-12)
        text = self.good("solve", "2x2")
        self.assertIn("110 up to mirror images", text)
        self.assertIn("66.964", text)

    def test_every_objective(self):
        values = self.data("solve", "2x2", "--for", "all")["objectives"]
        found = {(one["objective"], one.get("tile")): one for one in values}
        self.assertEqual(set(found), {("score", None), ("moves", None), ("forced score", None), ("forced moves", None),
                                     ("forced tile", None), ("reach", 8), ("reach", 16), ("reach", 32)})
        for one in values:
            if one["objective"] == "reach":
                self.assertAlmostEqual(one["value"] + one["miss"], 1, delta=1e-12)
        self.assertEqual(found["reach", 8]["miss"], 0)  # with an 8 that can be forced
        self.assertEqual(found["forced tile", None]["value"], 8)
        one = self.data("solve", "2x2", "--for", "reach-16,score")["objectives"]
        self.assertEqual([o["objective"] for o in one], ["reach", "score"])
        self.assertEqual(one[0]["value"], found["reach", 16]["value"])

    def test_goals_and_rules(self):
        found = self.data("solve", "2x3", "--goal", "16", "--for", "reach-16")
        self.assertEqual((found["goal"], found["largest_tile"]), (16, 16))
        self.assertGreater(found["positions_won"], 0)
        self.assertEqual(self.data("solve", "2x2", "--rules", "fibonacci")["rules"], "fibonacci")
        self.assertEqual(self.data("solve", "2x3", "--threads", "2")["positions"],
                         self.data("solve", "3x2")["positions"])

    def test_a_position(self):
        found = self.data("solve", "--probe", "2 2 / . .", "--for", "score")["objectives"][0]
        self.assertEqual(set(found["values"]), {"left", "right", "down"})
        self.assertEqual(found["value"], max(found["values"].values()))
        self.assertIn("moves nothing", self.good("solve", "--probe", "2 2 / . ."))

    def test_a_table(self):
        self.good("solve", "2x3", "-o", "t.elx")
        exact = self.data("solve", "2x3")["objectives"][0]["value"]
        facts = self.data("solve", "t.elx")
        self.assertEqual((facts["size"], facts["value"]), ([2, 3], exact))
        self.assertIn("21,752 positions", self.good("solve", "t.elx"))
        board = "2 4 / 8 . / . 2"
        asked = self.data("solve", "t.elx", "--probe", board)
        solved = self.data("solve", "--probe", board)["objectives"][0]
        self.assertEqual(set(asked["values"]), set(solved["values"]))
        for move, value in asked["values"].items():
            self.assertAlmostEqual(value, solved["values"][move], delta=0.05)
        self.assertEqual(solved["values"][asked["direction"]], solved["value"])
        best = self.data("best", board, "--player", "t.elx")
        self.assertEqual((best["direction"], best["values"]), (asked["direction"], asked["values"]))
        match = self.data("match", "--player", "t.elx", "--size", "2x3", "--games", "3000", "--seed", "1")
        self.assertLess(abs(match["mean_score"] - exact), 4 * match["standard_error_score"])
        self.assertIn("t.elx", match["player"])
        duel = self.data("match", "t.elx", "against", "random", "--size", "2x3", "--seed", "1")
        self.assertEqual(duel["decision"], "H1")
        self.good("watch", "--player", "t.elx", "--size", "2x3", "--seed", "4")

    def test_a_table_in_the_wrong_place(self):
        self.good("solve", "2x2", "-o", "t.elx")
        wrong = "t.elx is a table of 2x2 boards under the rules classic, not of 4x4 under classic"
        board = " / ".join(["2 . . ."] * 4)
        self.bad(2, f"eleven match: {wrong}", "match", "--player", "t.elx")
        self.bad(2, f"eleven best: {wrong}", "best", board, "--player", "t.elx")
        self.bad(2, f"eleven watch: {wrong}", "watch", "--player", "t.elx")
        self.bad(2, f"eleven solve: {wrong}", "solve", "t.elx", "--probe", board)
        self.bad(1, "eleven solve: no game reaches this position", "solve", "t.elx", "--probe", "32 32 / 32 32")
        self.bad(1, "eleven match: no.elx cannot be read: No such file or directory", "match", "--player", "no.elx")
        bytes_ = bytearray((self.folder / "t.elx").read_bytes())
        bytes_[len(bytes_) // 2] ^= 1
        (self.folder / "t.elx").write_bytes(bytes_)
        self.bad(1, "eleven solve: t.elx: this table is damaged", "solve", "t.elx")
        (self.folder / "x.elx").write_text("hello")
        self.bad(1, "eleven match: x.elx: this is not a table written by 'eleven solve'", "match", "--player",
                 "x.elx")

    def test_what_cannot_be(self):
        self.bad(2, "eleven solve: a size such as 3x3 is needed, or --probe BOARD", "solve")
        self.bad(2, "eleven solve: expected a size from 1x1 to 8x8 or a file .elx, not '9x9'", "solve", "9x9")
        self.bad(2, "eleven solve: a board of 4x4 with tiles up to 131072 is too large to be solved", "solve", "4x4")
        self.bad(2, "eleven solve: --threads expects a whole number from 1 to 64, not '65'", "solve", "2x2", "--threads", "65")
        for amount in "3X", "0", "0K":
            self.bad(2, f"eleven solve: --memory expects an amount of memory such as 500M or 2G, not '{amount}'",
                     "solve", "2x2", "--memory", amount)
        self.bad(2, "eleven solve: --for expects score, moves, reach, reach-TILE, forced-score, forced-moves, forced-tile or "
                 "all, not 'luck'", "solve", "2x2", "--for", "score,luck")
        self.bad(2, "eleven solve: --for expects score, moves, reach, reach-TILE, forced-score, forced-moves, forced-tile or "
                 "all, not ''", "solve", "2x2", "--for", "")
        self.bad(2, "eleven solve: --for expects score, moves, reach, reach-TILE, forced-score, forced-moves, forced-tile or "
                 "all, not ''", "solve", "2x2", "--for", "score,")
        self.bad(1, "eleven solve: the layers that must be in memory at the same time take 0.1 MB, more than allowed", "solve",
                 "2x2", "--memory", "1K")
        for size, *more in (("1x1",), ("2x2", "--goal", "4")):
            self.bad(2, "eleven solve: a table needs something to play for, and on this board 'reach' is nothing", "solve", size,
                     "-o", "t.elx", "--for", "reach", *more)
        for more in (["--rules", "fibonacci"], ["--layers", "L"], ["--memory", "1M"], ["--goal", "8"], ["--log", "log"]):
            self.bad(2, "eleven solve: a table is described as it is, with no other options than --probe and --json", "solve",
                     "t.elx", *more)
        self.bad(1, "eleven solve: /dev/null/t.elx cannot be written: Not a directory", "solve", "2x2", "-o",
                 "/dev/null/t.elx")
        self.bad(2, "eleven solve: --output writes a table of a whole board, not of one position", "solve", "--probe", "2 2", "-o",
                 "t.elx")

    def test_an_interrupted_solve_continues(self):
        wanted = self.data("solve", "2x3", "--for", "all")
        stopped = 0
        for delay in (0.02, 0.05, 0.1):
            solving = subprocess.Popen([ELEVEN, "solve", "2x3", "--for", "all", "--layers", "L", "--json"],
                                       cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            time.sleep(delay)
            solving.send_signal(signal.SIGINT)
            out, said = solving.communicate(timeout=300)
            if "the same command continues" in said:
                self.assertEqual(solving.returncode, 1)
                stopped += 1
        done = self.run_it("solve", "2x3", "--for", "all", "--layers", "L", "--json")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(json.loads(done.stdout)["objectives"], wanted["objectives"])
        self.assertFalse((self.folder / "L").exists())

    def test_a_log_of_the_layers(self):
        for _ in range(2):  # the second solve is added
            found = json.loads(self.good("solve", "2x3", "--log", "log", "--layers", "L", "--json"))
        head, *rows = [line.split("\t") for line in (self.folder / "log").read_text().splitlines()]
        self.assertEqual(head, ["phase", "positions", "seconds", "stored", "sent", "memory", "waits", "waited", "sending"])
        for phase in "find", "value":
            self.assertEqual(sum(int(row[1]) for row in rows if row[0] == phase), 2 * found["positions"])
        self.assertGreater(min(int(row[3]) for row in rows), 0)
        self.assertEqual({row[4] for row in rows}, {"0"})
        done = self.run_it("solve", "2x2", "--log", "no/log")
        self.assertEqual((done.returncode, done.stderr), (1, "eleven solve: no/log cannot be written: No such file or directory\n"))
        if os.path.exists("/dev/full"):
            done = self.run_it("solve", "2x2", "--log", "/dev/full")
            self.assertEqual((done.returncode, done.stderr), (1, "eleven solve: /dev/full cannot be written: No space left on device\n"))
            self.assertIn("positions", done.stdout)

    def test_a_row_of_the_log_that_does_not_fit_leaves_none_of_it(self):
        def limit(size):
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

        log, whole = self.folder / "log", b""
        for more in (0, 10, 100, 5, 30, 60):  # bytes that the disk takes
            done = self.run_it("solve", "2x2", "--log", "log", preexec_fn=lambda: limit(len(whole) + more))
            self.assertEqual((done.returncode, done.stderr), (1, "eleven solve: log cannot be written: File too large\n"))
            self.assertTrue(log.read_bytes().startswith(whole))
            self.assertLessEqual({line.count("\t") for line in log.read_text().splitlines()}, {8})
            self.assertIn(log.read_bytes()[-1:], (b"", b"\n"))
            self.good("solve", "2x2", "--log", "log")
            whole = log.read_bytes()
        self.assertEqual(whole.count(b"phase"), 1)

    def test_what_a_killed_solve_was_writing_is_removed(self):
        os.mkdir(self.folder / "L")
        for name in "keys-000003.zst.4711-0", "values-000003.1-of-2.zst.12-345":
            (self.folder / "L" / name).write_text("half")
        self.good("solve", "2x2", "--layers", "L")
        self.assertFalse((self.folder / "L").exists())
        os.mkdir(self.folder / "L")
        (self.folder / "L" / "keys-000003.zst.old").write_text("not ours")
        self.good("solve", "2x2", "--layers", "L")
        self.assertEqual(os.listdir(self.folder / "L"), ["keys-000003.zst.old"])

    def solve_a_part(self):
        """A solve that has some layers in the folder L."""
        solving = subprocess.Popen([ELEVEN, "solve", "2x4", "--layers", "L"], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        while not (self.folder / "L" / "keys-000010.zst").exists():
            time.sleep(0.01)
        return solving

    def test_layers_of_another_solve(self):
        (self.folder / "L").mkdir()
        solving = self.solve_a_part()
        solving.kill()
        solving.communicate()
        done = self.run_it("solve", "2x2", "--layers", "L")
        self.assertEqual((done.returncode, done.stderr.splitlines()[-1]),
                         (1, "eleven solve: L contains the layers of another solve; choose another folder with --layers"))

    def test_two_solves_with_one_folder(self):
        solving = self.solve_a_part()
        solving.send_signal(signal.SIGSTOP)
        self.bad(1, "eleven solve: another solve uses L; choose another folder with --layers", "solve", "2x4", "--layers", "L")
        solving.send_signal(signal.SIGCONT)
        solving.communicate(timeout=300)
        self.assertEqual(solving.returncode, 0)
        self.assertFalse((self.folder / "L").exists())

    def test_many_new_tiles_need_little_memory(self):
        rules = self.good("rules", "show", "classic").replace("name classic", "name eight")
        rules = re.sub(r"(?m)^count .*\n", "", re.sub(r"(?m)^goal .*$", "goal none", rules)).rstrip("\n") + "\ncount 8 1\n"
        (self.folder / "eight.rules").write_text(rules)
        self.assertLess(self.data("solve", "2x3", "--rules", "eight.rules", "--for", "moves")["memory_bytes"], 50 << 20)

    def test_a_position_that_is_over(self):
        self.assertIn("\n  the game is over\n", self.good("solve", "--probe", "2 8 / 2 2", "--goal", "8"))
        self.assertNotIn("moves nothing", self.good("solve", "--probe", "2 4 / 4 2"))

    def test_a_table_of_chances_says_of_what(self):
        self.good("solve", "2x3", "--for", "reach-64", "-o", "r.elx")
        facts, solved = self.data("solve", "r.elx"), self.data("solve", "2x3", "--for", "reach-64")["objectives"][0]
        self.assertEqual({name: facts[name] for name in solved}, solved)
        asked = self.data("solve", "r.elx", "--probe", "2 4 . / . 2 .")
        self.assertEqual(asked["tile"], 64)
        self.assertAlmostEqual(asked["value"] + asked["miss"], 1)
        for move, miss in asked["misses"].items():
            self.assertAlmostEqual(asked["values"][move] + miss, 1)

    def test_little_memory(self):
        found = self.data("solve", "2x4", "--goal", "64", "--memory", "4M")
        self.assertEqual(found["positions"], 303040)
        self.assertLessEqual(found["memory_bytes"], 4 << 20)
        self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
