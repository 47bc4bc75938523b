"""eleven-mpi with several ranks on this machine: the same results as one process, and ranks that die, stand still, fail, or
compute something else."""

import os
import pathlib
import re
import signal
import tempfile
import time
import unittest

from ranks import ELEVEN, LIMIT, MPI, children, mpirun, mpirun_each, run, start

# Fewer games take as long in a build that is slow.
GAMES = os.environ.get("ELEVEN_TEST_GAMES", "300")
LONG = ["match", "--player", "network", "--nodes", "1", "--games", GAMES, "--seed", "5"]


def without_times(text):
    return [line for line in text.splitlines() if not re.search(r"speed|seconds", line)]


class SameTest(unittest.TestCase):
    def check_same(self, ranks, *words):
        alone, shared = run([ELEVEN, *words]), run(mpirun(ranks, *words))
        self.assertEqual((alone.returncode, shared.returncode), (0, 0), shared.stderr)
        self.assertEqual(without_times(shared.stdout), without_times(alone.stdout))
        return shared.stderr

    def test_a_match_is_the_same_with_any_number_of_ranks(self):
        for ranks in (1, 2, 4):
            said = self.check_same(ranks, "match", "--player", "greedy", "--games", "5000", "--seed", "7")
            games = re.findall(r"^rank (\d) on \S+: (\d+) games, \S+ per second$", said, re.M)
            self.assertEqual([int(rank) for rank, _ in games], list(range(ranks)), said)
            self.assertGreaterEqual(sum(int(count) for _, count in games), 5000)

    def test_a_duel_and_other_boards_and_threads(self):
        self.check_same(3, "match", "corner", "against", "greedy", "--seed", "3", "--threads", "2")
        self.check_same(2, "match", "--player", "corner", "--size", "3x5", "--rules", "fibonacci", "--games", "200", "--seed", "9")

    def test_random_play_is_the_same(self):
        self.check_same(3, "random", "--games", "3500000", "--seed", "1")
        self.check_same(2, "random", "--one-by-one", "--games", "1200000", "--seed", "1")

    def test_records_are_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            words = ["match", "--player", "corner", "--games", "40", "--seed", "2", "--save"]
            self.assertEqual(run([ELEVEN, *words, f"{folder}/one"]).returncode, 0)
            self.assertEqual(run(mpirun(3, *words, f"{folder}/many")).returncode, 0)
            one, many = ({path.name: path.read_bytes() for path in pathlib.Path(folder, name).iterdir()}
                         for name in ("one", "many"))
            self.assertEqual(len(one), 40)
            self.assertEqual(one, many)
            again = run(mpirun(3, *words, f"{folder}/many"))
            self.assertEqual(again.returncode, 1)
            self.assertTrue(again.stderr.startswith(f"eleven match: {folder}/many/000001.2048 exists; --force replaces it\n"))

    def test_other_commands_run_once(self):
        done = run(mpirun(3, "rules"))
        self.assertEqual((done.returncode, done.stdout), (0, run([ELEVEN, "rules"]).stdout))

    def test_a_seed_that_nobody_gave_is_shared(self):
        done = run(mpirun(3, "match", "--player", "greedy", "--games", "2000"))
        seed = re.search(r"seed (\d+)", done.stdout)[1]
        again = run([ELEVEN, "match", "--player", "greedy", "--games", "2000", "--seed", seed])
        self.assertEqual(without_times(done.stdout), without_times(again.stdout))


class FailureTest(unittest.TestCase):
    def start(self, ranks, *words, options=("--enable-recovery",)):
        """A match, and the process numbers of its ranks, once all of them work."""
        running = start(mpirun(ranks, *words, options=options))
        self.addCleanup(lambda: running.poll() is None and running.kill())
        ranks_of = {}
        while len(ranks_of) < ranks or not all(self.has_worked(process) for process in ranks_of.values()):
            self.assertIsNone(running.poll())
            ranks_of = children(running.pid)
            time.sleep(0.02)
        return running, ranks_of

    @staticmethod
    def has_worked(process):
        """Whether a rank has used half a second of processor time, so that it plays."""
        try:
            fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            return False
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") > 0.5

    def test_a_rank_that_dies_costs_its_batch(self):
        whole = run([ELEVEN, *LONG])
        running, ranks = self.start(3, *LONG)
        os.kill(ranks[2], signal.SIGKILL)
        output, said = running.communicate(timeout=LIMIT)
        self.assertEqual(without_times(output), without_times(whole.stdout), said)
        self.assertRegex(said, r"rank 2 .*it was lost, and its last batch was done again")
        self.assertEqual(running.returncode, 0, said)

    def test_a_rank_that_stands_still_costs_its_batch(self):
        whole = run([ELEVEN, *LONG])
        running, ranks = self.start(3, *LONG)
        os.kill(ranks[1], signal.SIGSTOP)
        lines = []
        while not lines or not lines[-1].startswith("  moves "):  # all games are there although the rank stands still
            lines.append(running.stdout.readline())
            self.assertTrue(lines[-1], "the match ended without a report")
        os.kill(ranks[1], signal.SIGCONT)
        lines += running.stdout.readlines()
        said = running.stderr.read()
        self.assertEqual(running.wait(timeout=LIMIT), 0, said)
        self.assertEqual(without_times("".join(lines)), without_times(whole.stdout), said)

    def test_a_signal_ends_a_match_with_the_games_so_far(self):
        words = ["match", "--player", "corner", "--seed", "5", "--games"]
        running, ranks = self.start(3, *words, "10000000", options=())
        os.kill(ranks[0], signal.SIGTERM)
        output, said = running.communicate(timeout=LIMIT)
        self.assertEqual(running.returncode, 1, said)
        self.assertIn("eleven match: stopped before all games were played\n", said)
        games = re.match(r"corner: (\d+) games", output)[1]
        self.assertEqual(without_times(output), without_times(run([ELEVEN, *words, games]).stdout))

    def test_a_rank_that_computes_other_results_is_named(self):
        words = ["match", "--games", "60", "--seed", "5", "--player"]
        done = run(mpirun_each([MPI, *words, "corner"], [MPI, *words, "greedy"]))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"eleven match: rank 1 on \S+ computes other results than rank 0; leave it out\n")

    def test_a_wrong_command_line_is_reported_once(self):
        for words, sentence in ((("match", "--games", "none"), "--games expects a whole number from 1 to 100000000, not 'none'"),
                                (("random", "--bits", "200"), "--bits expects 128, 256 or 512, and no more than this processor has, not '200'")):
            done = run(mpirun(3, *words))
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertEqual(done.stderr.count(sentence), 1)

    def test_parts_are_joined_once(self):
        with tempfile.TemporaryDirectory() as folder:
            parts = [pathlib.Path(folder, f"part{i}") for i in (1, 2)]
            for i, part in enumerate(parts, 1):
                part.write_text(run([ELEVEN, "match", "--player", "corner", "--games", "8", "--seed", "5", "--part", f"{i}/2"]).stdout)
            done = run(["mpirun", "--oversubscribe", "-n", "3", "sh", "-c",
                        'mkdir $OMPI_COMM_WORLD_RANK && cd $OMPI_COMM_WORLD_RANK && exec "$@"', "sh", MPI, "match", "--merge",
                        *map(str, parts), "--svg", "scores.svg"], cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(done.stdout.startswith("corner: 8 games"), done.stdout)
            self.assertEqual([str(path.relative_to(folder)) for path in pathlib.Path(folder).rglob("*.svg")], ["0/scores.svg"])

    def test_a_rank_that_cannot_begin_says_why(self):
        words = ["match", "--games", "40", "--seed", "5", "--player"]
        done = run(mpirun_each([MPI, *words, "corner"], [MPI, *words, "nobody"]))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"rank 1 on \S+: eleven match: .*'nobody'")
        self.assertEqual(without_times(done.stdout), without_times(run([ELEVEN, *words, "corner"]).stdout))


if __name__ == "__main__":
    unittest.main()
