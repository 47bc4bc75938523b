"""eleven-mpi train with several ranks on this machine: one rank learns what eleven learns, several ranks learn the same
each time, and a training continues after a kill, with any number of ranks."""

import contextlib
import os
import pathlib
import re
import signal
import unittest

from ranks import ELEVEN, LIMIT, MPI, children, fast_folder, mpirun, mpirun_each, run, start, wait_until, was_killed

RECIPE = """eleven recipe 1
name tiny
tuple 0 1 2 3
tuple 0 1 4 5
cap 9
stages 2
restart 10
round 2
"""
DAMAGED = "eleven train: one.checkpoint is damaged or incomplete; delete it to start again, or use a copy"


class TrainRanksTest(unittest.TestCase):
    def setUp(self):
        folder = fast_folder()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path("recipe").write_text(RECIPE)

    def path(self, name):
        return self.folder / name

    def words(self, name, moves, *more):
        return ["train", "--recipe", "recipe", "--moves", str(moves), "--checkpoint", "1", "--games", "2", "-o", name, *more]

    def train(self, ranks, *words):
        """With 0 ranks, by eleven itself."""
        command = self.words(*words)
        return run(mpirun(ranks, *command) if ranks else [ELEVEN, *command], cwd=self.folder)

    def good(self, *words):
        done = self.train(*words)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def moves_before(self, output):
        """Millions of moves after which a training continued."""
        found = re.match(r"continuing after \d+ s and (\d+)\.\d million moves\n", output)
        return int(found[1]) if found else 0

    def rows(self, name):
        return [[float(number) for number in row.split(",")] for row in self.path(f"{name}.csv").read_text().splitlines()[1:]]

    def test_one_rank_learns_what_eleven_learns(self):
        self.good(0, "alone", 2)
        self.good(1, "ranks", 2)
        self.assertEqual(self.path("ranks").read_bytes(), self.path("alone").read_bytes())
        alone, ranks = (self.path(f"{name}.checkpoint").read_bytes() for name in ("alone", "ranks"))
        self.assertEqual(len(alone), len(ranks))
        differing = [i for i, (a, b) in enumerate(zip(alone, ranks)) if a != b and i < len(alone) - 8]  # not the checksum
        self.assertTrue(not differing or differing[-1] - differing[0] < 8, differing[:20])  # the seconds it took
        self.assertEqual(self.rows("alone")[0][1:], self.rows("ranks")[0][1:])

    def test_several_ranks_learn_the_same_each_time(self):
        output = self.good(2, "one", 2)
        self.good(2, "two", 2)
        self.assertEqual(self.path("one").read_bytes(), self.path("two").read_bytes())
        self.assertRegex(output, r"(?s)\A.*  2\.0 M moves .*\n\d+ weights; one move ahead, 2 games: mean .*\Z")
        self.assertEqual(output.count("weights;"), 1)
        self.assertEqual([row[1] for row in self.rows("one")], [2000000])
        self.good(0, "alone", 2)
        self.assertNotEqual(self.path("one").read_bytes(), self.path("alone").read_bytes())
        self.assertGreater(self.rows("one")[0][3], 4000)  # random play: 1095

    def test_other_numbers_of_ranks_and_threads_continue(self):
        self.assertEqual(self.moves_before(self.good(2, "one", 2)), 0)
        self.assertEqual(self.moves_before(self.good(1, "one", 3)), 2)
        self.assertEqual(self.moves_before(self.good(3, "one", 6)), 3)
        self.assertEqual(self.moves_before(self.good(2, "one", 10, "--threads", "2")), 6)
        self.assertEqual(self.moves_before(self.good(0, "one", 11)), 10)
        self.assertEqual([row[1] for row in self.rows("one")], [2e6, 3e6, 6e6, 10e6, 11e6])

    def test_a_killed_training_continues_exactly(self):
        self.good(2, "whole", 8)
        for rank in (1, 0):
            path = self.path("killed.checkpoint")
            before = path.stat().st_ino if path.exists() else None
            running = start(mpirun(2, *self.words("killed", 8)), cwd=self.folder)
            wait_until(lambda: path.exists() and path.stat().st_ino != before, running)
            with contextlib.suppress(ProcessLookupError, KeyError):  # where it has ended already
                os.kill(children(running.pid)[rank], signal.SIGKILL)
            _, said = running.communicate(timeout=LIMIT)
            self.assertTrue(running.returncode == 0 or was_killed(said), said)
        self.assertGreater(self.moves_before(self.good(2, "killed", 8)), 3)  # two checkpoints were kept
        self.assertEqual(self.path("killed").read_bytes(), self.path("whole").read_bytes())

    def test_a_signal_ends_all_ranks_with_a_network(self):
        running = start(mpirun(3, *self.words("one", 1000)), cwd=self.folder)
        self.assertTrue(wait_until(self.path("one.checkpoint").exists, running))
        os.kill(children(running.pid)[2], signal.SIGTERM)
        output, said = running.communicate(timeout=LIMIT)
        self.assertEqual(running.returncode, 1, said)
        self.assertRegex(said, r"eleven train: stopped after [\d.]+ million moves; the same command continues\n")
        self.assertIn("weights; one move ahead", output)
        self.assertTrue(self.path("one").exists())
        self.assertGreaterEqual(self.moves_before(self.good(1, "one", 0)), 3)

    def test_only_the_first_rank_has_the_files(self):
        for name in ("a", "b"):
            self.path(name).mkdir()
            self.path(f"{name}/recipe").write_text(RECIPE)

        def command(moves):
            words = [MPI, *self.words("one", moves)]
            return mpirun_each(*(["env", "-C", str(self.path(name)), *words] for name in ("a", "b")))
        for moves in (2, 4):
            done = run(command(moves))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.moves_before(done.stdout), 2)
        self.assertEqual([path.name for path in self.path("b").iterdir()], ["recipe"])
        self.path("recipe").write_text(RECIPE)
        self.good(2, "one", 2)
        self.good(2, "one", 4)
        self.assertEqual(self.path("one").read_bytes(), self.path("a/one").read_bytes())

    def test_a_damaged_checkpoint_is_reported_and_kept(self):
        self.good(2, "one", 2)
        whole = self.path("one.checkpoint").read_bytes()
        for damaged in (whole[:-9], whole[:999] + b"x" + whole[1000:]):
            self.path("one.checkpoint").write_bytes(damaged)
            done = self.train(2, "one", 4)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertEqual(done.stderr.splitlines()[0], DAMAGED)
            self.assertEqual(done.stderr.count("eleven train"), 1)
            self.assertEqual(self.path("one.checkpoint").read_bytes(), damaged)

    def test_a_wrong_command_line_is_reported_once(self):
        for words, status, sentence in ((["train"], 2, "--recipe, --output and one of --hours and --moves are needed"),
                                        (self.words("none", 0), 1, "there is no checkpoint 'none.checkpoint' to make a network "
                                         "from")):
            done = run(mpirun(3, *words), cwd=self.folder)
            self.assertEqual((done.returncode, done.stdout), (status, ""))
            self.assertEqual(done.stderr.count(f"eleven train: {sentence}\n"), 1)


if __name__ == "__main__":
    unittest.main()
