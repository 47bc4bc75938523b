"""Power failures: a program plays on a disk that keeps only what was synced (test/faults/synced.c) and is cut off at a
random moment. What is left must open, hold a beginning of what was played, and miss at most the last second."""

import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest

ELEVEN = os.path.abspath(os.environ.get("ELEVEN", "build/eleven"))
FAULTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "faults")
CUTS = int(os.environ.get("CUTS", "50"))
PROMISE = 1.0  # seconds
SLOWNESS = 2.0  # seconds that a busy machine may need in addition
SECTOR = 512


class Cut:
    """One program, its folder, and the disk under it."""

    def __init__(self, folder, layer, seed):
        self.chance = random.Random(seed)
        self.folder, self.disk, self.after = (os.path.join(folder, name) for name in ("data", "disk", "after"))
        os.makedirs(self.folder)
        os.makedirs(self.disk)
        self.environment = {"PATH": os.environ["PATH"], "HOME": folder, "LC_ALL": "C.UTF-8"}
        preload = {"LD_PRELOAD": layer, "SYNCED_FROM": os.path.realpath(self.folder), "SYNCED_TO": self.disk}
        self.program = subprocess.Popen([ELEVEN, "play", "--plain", "--seed", "1", "--data", self.folder],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**self.environment, **preload})
        self.shown = []  # when each move was on the screen
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for line in self.program.stdout:
            if re.match(r"(Up|Down|Left|Right)\. New ", line):
                self.shown.append(time.monotonic())

    def play(self):
        """Plays until the power fails. Letters are typed one by one; a lost game is followed by another."""
        until = time.monotonic() + self.chance.uniform(0.05, 3)
        pause = self.chance.choice((0, 0.001, 0.02, 0.1, 0.4))
        while time.monotonic() < until:
            is_new = self.chance.random() < 0.002
            self.program.stdin.write(self.chance.choice("wasd") + "\n" + "n\n" * is_new)
            self.program.stdin.flush()
            time.sleep(min(pause, max(0, until - time.monotonic())))
        self.failed_at = time.monotonic()
        self.program.kill()
        self.program.wait()
        self.reader.join()
        self.program.stdin.close()
        self.program.stdout.close()

    def restart(self, with_some_unsynced):
        """Lays out what the disk has kept."""
        os.makedirs(self.after)
        try:
            with open(os.path.join(self.disk, "names"), encoding="utf-8") as names:
                files = [line.split() for line in names]
        except FileNotFoundError:
            return
        for number, name in files:
            synced = pathlib.Path(self.disk, number)
            data = synced.read_bytes() if synced.exists() else b""
            if with_some_unsynced and name.endswith("-wal"):
                data = self.mixed(data, pathlib.Path(self.folder, name).read_bytes())
            pathlib.Path(self.after, name).write_bytes(data)

    def mixed(self, synced, written):
        """A disk may also have written any of the sectors that nobody has synced."""
        parts = []
        for at in range(0, len(written), SECTOR):
            old = synced[at:at + SECTOR].ljust(len(written[at:at + SECTOR]), b"\0")
            parts.append(self.chance.choice((old, written[at:at + SECTOR])))
        return b"".join(parts)

    def plies(self, folder):
        path = os.path.join(folder, "eleven.db")
        if not os.path.exists(path):
            return []
        database = sqlite3.connect(path)
        try:
            if not database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'ply'").fetchone():
                return []  # the power failed before the tables were there
            return database.execute("SELECT game, number, text FROM ply ORDER BY game, number").fetchall()
        finally:
            database.close()

    def resume(self):
        """The program takes the game up: it replays and checks every move of the timeline."""
        return subprocess.run([ELEVEN, "play", "--plain", "--data", self.after], input="q\n", capture_output=True,
                              text=True, env=self.environment, timeout=300, check=False)


class PowerTest(unittest.TestCase):
    figures = "no cut was made"

    @classmethod
    def tearDownClass(cls):
        print(cls.figures)

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="eleven-power-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.layer = os.path.join(self.folder, "synced.so")
        subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O2", "-o", self.layer,
                        os.path.join(FAULTS, "synced.c")], check=True)

    def one_cut(self, number):
        cut = Cut(os.path.join(self.folder, f"cut-{number}"), self.layer, number)
        cut.play()
        cut.restart(with_some_unsynced=number % 2 == 1)
        return cut

    def check(self, number, cut):
        resumed = cut.resume()
        self.assertEqual((resumed.returncode, resumed.stderr), (0, ""), f"cut {number}")
        self.assertNotIn("Note", resumed.stdout, f"cut {number}")
        played, left = cut.plies(cut.folder), cut.plies(cut.after)
        self.assertEqual(left, played[:len(left)], f"cut {number}: not a beginning of what was played")
        needed = sum(shown < cut.failed_at - PROMISE for shown in cut.shown)
        if len(left) < needed:
            late = cut.failed_at - cut.shown[len(left)]
            self.assertLess(late, PROMISE + SLOWNESS, f"cut {number}: a move of {late:.2f} s ago is lost")
        return len(played) - len(left), cut.failed_at - cut.shown[len(left)] if len(left) < len(cut.shown) else 0

    def test_a_power_failure_costs_at_most_a_second(self):
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            losses = [self.check(*pair) for pair in enumerate(pool.map(self.one_cut, range(CUTS)))]
        late = sum(age > PROMISE for _, age in losses)
        PowerTest.figures = (f"{CUTS} cuts: {sum(count > 0 for count, _ in losses)} lost moves, the oldest lost move "
                             f"was {max(age for _, age in losses):.2f} s old, {late} older than {PROMISE:.0f} s")
        self.assertLessEqual(late, CUTS // 20)


if __name__ == "__main__":
    unittest.main()
