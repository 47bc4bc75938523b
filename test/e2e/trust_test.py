"""The promises of doc/TRUST.md that need whole programs: several writers of one file, files that shrink, damage."""

import ctypes
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ELEVEN = str((ROOT / os.environ.get("ELEVEN", "build/eleven")).resolve())


class TrustTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, *words):
        return subprocess.Popen([ELEVEN, *words], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def run_it(self, *words, given=None):
        return subprocess.run([ELEVEN, *words], cwd=self.folder, input=given, capture_output=True, text=True,
                              timeout=300)

    def good(self, *words, given=None):
        done = self.run_it(*words, given=given)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return done.stdout

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())

    def test_two_writers_of_one_file(self):
        sizes = {"2x2": "3x2", "3x2": "2x2"}
        tables = {}
        for size in sizes:
            self.good("solve", size, "-o", "same.elx", "--force")
            tables[size] = (self.folder / "same.elx").read_bytes()
        for pair in range(250):
            running = [self.start("solve", size, "-o", "same.elx", "--force") for size in (sizes if pair % 2 else sizes.values())]
            for program in running:
                _, complaint = program.communicate(timeout=300)
                self.assertEqual((program.returncode, complaint), (0, ""))
            self.assertIn((self.folder / "same.elx").read_bytes(), tables.values())
        self.assertEqual(self.names(), ["same.elx"])

    def shrunk(self, name, *words, **environment):
        """The status and the complaint of a program whose table becomes empty as soon as it is mapped."""
        program = subprocess.Popen([ELEVEN, *words], cwd=self.folder, stdin=subprocess.DEVNULL, text=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={**os.environ, **environment})
        self.addCleanup(program.wait)
        self.addCleanup(program.kill)
        maps = pathlib.Path(f"/proc/{program.pid}/maps")
        while program.poll() is None and name not in maps.read_text():
            time.sleep(0.001)
        os.truncate(self.folder / name, 0)
        _, complaint = program.communicate(timeout=120)
        return program.returncode, complaint

    SENTENCE = "a table became shorter while it was in use, or cannot be read from its disk; write it again\n"

    @unittest.skipUnless(sys.platform == "linux", "needs /proc")
    def test_a_table_that_shrinks_while_in_use(self):
        self.good("solve", "2x2", "-o", "big.elx")
        self.assertEqual(self.shrunk("big.elx", "match", "--player", "big.elx", "--games", "100000000", "--size", "2x2"),
                         (1, "eleven match: " + self.SENTENCE))

    @unittest.skipUnless(sys.platform == "linux", "needs inotify")
    def test_a_table_is_opened_once(self):
        """So what a program checks is what it uses, even if another file takes this name in between."""
        self.good("solve", "2x2", "-o", "small.elx")
        system, opened, closed = ctypes.CDLL(None), 0x20, 0x10
        events = system.inotify_init()
        self.addCleanup(os.close, events)
        system.inotify_add_watch(events, os.fsencode(self.folder / "small.elx"), opened | closed)
        self.good("match", "--player", "small.elx", "--games", "10", "--size", "2x2")
        masks = [mask for _, mask, _, _ in struct.iter_unpack("iIII", os.read(events, 4096))]
        self.assertEqual(masks, [opened, closed])

    @unittest.skipUnless(sys.platform == "linux", "needs /proc")
    def test_endgame_tables_that_shrink_while_in_use(self):
        """A table that is empty before it is checked is not used, and the game is played without it."""
        self.assertEqual(self.run_it("endgame", "--size", "tiny", "--folder", ".").returncode, 0)
        table = (self.folder / "endgame-tiny").read_bytes()
        outcomes = set()
        for _ in range(20):
            (self.folder / "endgame-tiny").write_bytes(table)
            outcomes.add(self.shrunk("endgame-tiny", "match", "--player", "strong", "--games", "1000", "--depth", "3",
                                     ELEVEN_CACHE=str(self.folder)))
            if (1, "eleven match: " + self.SENTENCE) in outcomes:
                break
        outcomes.discard((0, ""))
        self.assertEqual(outcomes, {(1, "eleven match: " + self.SENTENCE)})


if __name__ == "__main__":
    unittest.main()
