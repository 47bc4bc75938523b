"""A training that is killed continues from its last checkpoint as if nothing had happened."""

import contextlib
import os
import pathlib
import random
import re
import signal
import subprocess
import tempfile
import time
import unittest

from terminal_driver import Terminal

ROOT = pathlib.Path(__file__).resolve().parents[2]
ELEVEN = str((ROOT / os.environ.get("ELEVEN", "build/eleven")).resolve())

RECIPE = """eleven recipe 1
name tiny
tuple 0 1 2 3
tuple 0 1 4 5
cap 9
stages 2
restart 10
round 2
"""

DAMAGED = "is damaged or incomplete; delete it to start again, or use a copy"
LIMIT = 300  # seconds, for a machine with much else to do


class TrainTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path("recipe").write_text(RECIPE)

    def path(self, name):
        return self.folder / name

    def start(self, name, moves, *more):
        return subprocess.Popen([ELEVEN, "train", "--recipe", "recipe", "--moves", str(moves), "--checkpoint", "1",
                                 "--games", "2", "-o", name, *more], cwd=self.folder, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def train(self, *words):
        program = self.start(*words)
        output, errors = program.communicate(timeout=LIMIT)
        return program.returncode, output, errors

    def good(self, *words):
        status, output, errors = self.train(*words)
        self.assertEqual((status, errors), (0, ""))
        self.assertNotIn(" 0.00 M/s", output)
        return output

    def moves_before(self, output):
        """Millions of moves after which a training continued."""
        found = re.match(r"continuing after \d+ s and (\d+)\.0 million moves\n", output)
        return int(found.group(1)) if found else 0

    def wait_for_checkpoint(self, program, name):
        """Until there is another one than now; False where the program ended before."""
        path, until = self.path(f"{name}.checkpoint"), time.monotonic() + LIMIT
        before = path.stat().st_ino if path.exists() else None
        while program.poll() is None:
            if path.exists() and path.stat().st_ino != before:
                return True
            self.assertLess(time.monotonic(), until)
            time.sleep(0.002)
        return False

    def kill_late(self, name, moves, chance):
        """Trains until a checkpoint has been written and a moment longer; returns after how many moves it continued."""
        program = self.start(name, moves)
        waited = self.wait_for_checkpoint(program, name)
        time.sleep(chance.random() / 16)
        program.kill()
        output, _ = program.communicate()
        self.assertTrue(waited, "the training was over before it could be killed")
        return self.moves_before(output)

    def test_a_terminal_shows_how_long_a_training_takes(self):
        terminal = Terminal(command=[ELEVEN, "train", "--recipe", str(self.path("recipe")), "--hours", "1", "-o",
                                     str(self.path("one"))], columns=160)
        self.addCleanup(terminal.close)
        terminal.wait(lambda t: re.search(r"^ +[2-9] s .* about \d+ min left$", t.text(), re.M))

    def test_a_file_of_another_training_is_not_replaced(self):
        self.path("one").write_text("keep me")
        self.assertEqual(self.train("one", 1), (1, "", "eleven train: one exists; --force replaces it\n"))
        self.assertEqual(self.path("one").read_text(), "keep me")
        for ending in (".csv", ".svg"):
            self.path(f"two{ending}").write_text("keep me")
            self.assertEqual(self.train("two", 1), (1, "", f"eleven train: two{ending} exists; --force replaces it\n"))
            self.assertEqual(self.path(f"two{ending}").read_text(), "keep me")
            self.path(f"two{ending}").unlink()
        self.good("one", 1, "--force")
        self.good("one", 2)

    def test_the_mean_of_one_game_is_its_score(self):
        self.good("one", 1)
        command = [ELEVEN, "train", "--recipe", str(self.path("recipe")), "--moves", "1", "--games", "1", "-o", str(self.path("one"))]
        output = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT).stdout
        self.assertGreater(int(re.search(r"one move ahead, 1 game: mean (\d+) ", output)[1]), 0)

    def test_nothing_is_printed_into_the_curve(self):
        self.good("one", 1)
        curve = self.path("one.csv").read_text()
        command = [ELEVEN, "train", "--recipe", str(self.path("recipe")), "--moves", "2", "--games", "0", "-o", str(self.path("one"))]
        done = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", *command], stderr=subprocess.PIPE, text=True, timeout=LIMIT)
        self.assertEqual((done.returncode, done.stderr), (1, "eleven train: the output cannot be written: Bad file descriptor\n"))
        after = self.path("one.csv").read_text()
        self.assertTrue(after.startswith(curve), after)
        self.assertRegex(after, r"^seconds,.*\n([\d.,]+\n)+$")

    def test_a_killed_training_continues_exactly(self):
        moves, kills, chance = 10, 4, random.Random(3)
        self.good("whole", moves)
        found = [self.kill_late("killed", moves, chance) for _ in range(kills)]
        found.append(self.moves_before(self.good("killed", moves)))
        self.assertEqual(found[0], 0)
        for before, after in zip(found, found[1:]):
            self.assertGreater(after, before)  # a checkpoint was seen before each kill
        self.assertEqual(self.path("killed").read_bytes(), self.path("whole").read_bytes())
        whole, killed = (self.path(f"{name}.checkpoint").read_bytes() for name in ("whole", "killed"))
        self.assertEqual(len(whole), len(killed))
        differing = [i for i, (a, b) in enumerate(zip(whole, killed)) if a != b]
        differing = [i for i in differing if i < len(whole) - 8]  # not the checksum
        self.assertTrue(not differing or differing[-1] - differing[0] < 8, differing[:20])  # the seconds it took

    def test_one_training_at_a_time_has_an_output(self):
        first = self.start("one", 1000000)
        self.addCleanup(first.communicate)
        self.addCleanup(first.kill)
        self.assertTrue(self.wait_for_checkpoint(first, "one"))
        for more in ([], ["--force"]):
            self.assertEqual(self.train("one", 2, *more),
                             (1, "", "eleven train: another training writes one; choose another --output\n"))
        self.good("other", 1)
        first.kill()
        first.communicate()
        self.assertGreater(self.moves_before(self.good("one", 1)), 0)

    def test_a_reader_that_ends_stops_the_training(self):
        """Ctrl-C in a terminal ends `tee` sooner than the training."""
        for signals in (), (signal.SIGINT,):
            program = self.start("one", 1000000, "--force")
            self.assertTrue(self.wait_for_checkpoint(program, "one"))
            program.stdout.close()
            for number in signals:
                program.send_signal(number)
            errors = program.stderr.read()
            program.stderr.close()
            self.assertEqual(program.wait(LIMIT), 1)
            self.assertRegex(errors, r"eleven train: stopped after [\d.]+ million moves; the same command continues\n$")
            self.good("one", 0)
            self.assertIn("\n", self.path("one.csv").read_text())

    def test_a_checkpoint_that_cannot_be_written_costs_no_training(self):
        path = self.path("one.checkpoint")
        for is_mended in (True, False):
            program = self.start("one", 1000000, "--force")
            self.assertTrue(self.wait_for_checkpoint(program, "one"))
            while not path.is_dir():
                path.unlink(missing_ok=True)
                with contextlib.suppress(FileExistsError):
                    path.mkdir()
            said = program.stderr.readline()
            self.assertRegex(said, r"eleven train: a checkpoint is missing: one.checkpoint .*; the training continues\n$")
            if is_mended:
                path.rmdir()
                self.assertTrue(self.wait_for_checkpoint(program, "one"))
            program.send_signal(signal.SIGINT)
            _, errors = program.communicate(timeout=LIMIT)
            self.assertEqual(program.returncode, 1)
            self.assertIn("the same command continues" if is_mended else "eleven train: a checkpoint is missing: one.checkpoint ", errors)
            self.assertEqual("the same command continues" in errors, is_mended)
            self.assertTrue(self.path("one").is_file())

    def test_a_training_without_a_checkpoint_can_begin_again(self):
        command = [ELEVEN, "train", "--recipe", str(self.path("recipe")), "--moves", "1", "--games", "2", "-o", str(self.path("one"))]
        limited = subprocess.run(["sh", "-c", 'ulimit -f 4; exec "$@"', "sh", *command], capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(limited.returncode, 1)
        self.assertIn("eleven train: a checkpoint is missing: ", limited.stderr)
        self.assertFalse(self.path("one.checkpoint").exists())
        self.good("one", 1)
        self.assertEqual(len(self.path("one.csv").read_text().splitlines()), 2)

    def test_what_a_kill_leaves_behind_does_no_harm(self):
        self.good("one", 2)
        self.good("two", 1)
        self.path("two.checkpoint.AbCdEf").write_bytes(b"half a checkpoint")
        with self.path("two.csv").open("a") as curve:
            curve.write("99.0,1900000,10,1.0,1.0,0,0,0\n100.0,19")  # of moves that are lost
        self.assertEqual(self.moves_before(self.good("two", 2)), 1)
        self.assertEqual(self.path("two").read_bytes(), self.path("one").read_bytes())
        moves = [int(row.split(",")[1]) for row in self.path("two.csv").read_text().splitlines()[1:]]
        self.assertEqual(moves, [1000000, 2000000])

    def test_a_damaged_checkpoint_is_reported_and_kept(self):
        self.good("one", 1)
        whole = self.path("one.checkpoint").read_bytes()
        for damaged, sentence in ((whole[:-9], DAMAGED), (whole[:999] + b"x" + whole[1000:], DAMAGED), (whole[:-8], DAMAGED),
                                  (b"x" + whole[1:], "is not a checkpoint of this version of the program")):
            self.path("one.checkpoint").write_bytes(damaged)
            self.assertEqual(self.train("one", 2), (1, "", f"eleven train: one.checkpoint {sentence}\n"))
            self.assertEqual(self.path("one.checkpoint").read_bytes(), damaged)

    def test_other_numbers_of_threads_continue(self):
        self.good("one", 1)
        for threads, moves, before in ((3, 4, 1), (2, 6, 4), (1, 7, 6)):
            self.assertEqual(self.moves_before(self.good("one", moves, "--threads", str(threads))), before)
        self.assertEqual(self.moves_before(self.good("one", 7)), 7)

    def test_it_begins_with_weights(self):
        """A checkpoint goes before them."""
        self.good("first", 1)
        self.assertIn("2 games: mean", self.good("second", 1, "--start", "first"))
        self.assertIn("continuing after", self.good("second", 1, "--start", "missing"))
        self.path("recipe").write_text(RECIPE.replace("stages 2", "stages 1"))
        for name, sentence in ("missing", "missing cannot be read"), ("first", "lacks a tuple of first, or has another"):
            status, output, errors = self.train("third", 1, "--start", name)
            self.assertEqual((status, output), (1, ""))
            self.assertIn(sentence, errors)
            self.assertFalse(self.path("third").exists() or self.path("third.checkpoint").exists())
            self.assertEqual(self.path("third.csv").read_bytes(), b"")  # which hinders no other attempt

    def test_a_sparse_training_needs_weights(self):
        self.path("recipe").write_text(RECIPE + "sparse 1\n")
        status, output, errors = self.train("one", 1)
        self.assertEqual((status, output), (2, ""))
        self.assertIn("a sparse recipe only corrects weights that are there: add --start FILE", errors)
        self.assertFalse(self.path("one").exists() or self.path("one.checkpoint").exists())
        self.path("recipe").write_text(RECIPE)
        self.good("first", 1)
        self.path("recipe").write_text(RECIPE + "sparse 1\n")
        self.good("one", 1, "--start", "first")
        self.assertEqual(self.moves_before(self.good("one", 2)), 1)

    def test_games_begin_at_positions_of_records(self):
        """All games reach the tile that the positions have, which no game of so weak a network does."""
        self.path("records").mkdir()
        status, _, errors = self.train("one", 1, "--positions", "records")
        self.assertEqual(status, 1)
        self.assertIn("records: no position is there at which a game of the recipe can begin", errors)
        status, _, errors = self.train("one", 1, "--positions", "nowhere")
        self.assertEqual(status, 1)
        self.assertIn("nowhere cannot be read: No such file or directory", errors)
        for options in (["--depth", "2", "--seed", "4"], ["--size", "3x3", "--player", "greedy"],
                        ["--rules", "fibonacci", "--player", "greedy"]):
            subprocess.run([ELEVEN, "match", "--games", "1", "--save", "records", "--force", *options], cwd=self.folder, check=True,
                           capture_output=True)
            status, output, errors = self.train("one", 1, "--positions", "records")
            if "--player" in options:
                self.assertEqual(status, 1)
                self.assertIn("records/000001.2048 is not a game of the classic rules on a board of 4x4", errors)
            else:
                self.assertEqual((status, errors), (0, ""))
                self.assertRegex(output, r"8192 +[1-9]")

    def test_an_end_is_needed(self):
        done = subprocess.run([ELEVEN, "train", "--recipe", "recipe", "-o", "one"], cwd=self.folder, text=True,
                              capture_output=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (2, "", "eleven train: --recipe, --output and one of --hours and --moves are needed\n"))

    def test_no_hours_need_a_checkpoint(self):
        done = subprocess.run([ELEVEN, "train", "--recipe", "recipe", "--hours", "0", "-o", "none"], cwd=self.folder,
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (1, "", "eleven train: there is no checkpoint 'none.checkpoint' to make a network from\n"))
        self.assertFalse(self.path("none").exists())



if __name__ == "__main__":
    unittest.main()
