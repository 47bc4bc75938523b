"""Ctrl-C in long work: what was found so far is reported, and the status says that it is not the whole."""

import os
import pathlib
import re
import signal
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ELEVEN = str((ROOT / os.environ.get("ELEVEN", "build/eleven")).resolve())
RECIPE = "eleven recipe 1\nname small\ntuple 0 1 2 3\ntuple 4 5 6 7\n"


def catches_signals(pid):
    """The program catches SIGINT first, then SIGTERM. While it is being started, SIGINT may still look caught: the
    process was a copy of this one."""
    caught = re.search(r"SigCgt:\s*(\w+)", pathlib.Path(f"/proc/{pid}/status").read_text(encoding="ascii"))
    return int(caught.group(1), 16) >> (signal.SIGTERM - 1) & 1


class StopTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def stop(self, *words):
        """Starts the command, sends the signal as soon as it is caught, and gives status, output and complaints."""
        with subprocess.Popen([ELEVEN, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              cwd=self.folder) as program:
            while program.poll() is None and not catches_signals(program.pid):
                os.sched_yield()
            program.send_signal(signal.SIGINT)
            out, said = program.communicate()
        return program.returncode, out, said

    def test_a_comparison_reports_the_pairs_so_far(self):
        status, out, said = self.stop("match", "greedy", "against", "corner", "--games", "100000000", "--p1", "0.5000001")
        self.assertEqual((status, said), (1, "eleven match: stopped before the test has decided\n"))
        self.assertRegex(out, r"\Agreedy against corner: \d+ pairs? of games, ")

    def test_a_review_reports_the_moves_so_far(self):
        subprocess.run([ELEVEN, "match", "--player", "corner", "--games", "1", "--seed", "1", "--save", "games"],
                       cwd=self.folder, check=True, capture_output=True)
        status, out, said = self.stop("review", "games/000001.2048", "--depth", "6")
        self.assertEqual((status, said), (1, ""))
        self.assertRegex(out, r"Stopped after \d+ of \d+ moves\.")

    def test_a_training_packs_what_it_has_learned(self):
        (self.folder / "small.recipe").write_text(RECIPE, encoding="ascii")
        status, out, said = self.stop("train", "--recipe", "small.recipe", "--moves", "100000", "-o", "small.weights",
                                      "--games", "0")
        self.assertEqual(status, 1)
        self.assertRegex(said, r"\Aeleven train: stopped after [\d.]+ million moves; the same command continues\n\Z")
        self.assertRegex(out, r"\d+ weights\n\Z")
        self.assertTrue((self.folder / "small.weights").exists())


if __name__ == "__main__":
    unittest.main()
