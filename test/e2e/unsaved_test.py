"""While a game cannot be saved, the screen says so; when it can be saved again, everything that was played is saved."""

import contextlib
import os
import re
import resource
import shutil
import sqlite3
import subprocess
import unittest

from terminal_driver import ELEVEN, Terminal, TerminalCase

ALL = resource.RLIM_INFINITY


class UnsavedCase(TerminalCase):
    def play(self, *arguments, **options):
        terminal = Terminal("play", "--seed", "1", "--no-animation", "--data", self.data, *arguments, **options)
        self.addCleanup(terminal.close)
        return terminal

    def setUp(self):
        super().setUp()
        self.data = os.path.join(self.folder.name, "data")

    def kept(self, name="eleven.db"):
        with contextlib.closing(sqlite3.connect(os.path.join(self.data, name))) as database:
            return database.execute("SELECT max(moves) FROM game").fetchone()[0]

    def moves(self, terminal, count):
        """Makes moves until the title shows so many."""
        while self.moves_shown(terminal) < count:
            shown = self.moves_shown(terminal)
            for key in "wasd":
                terminal.type(key)
                terminal.listen(0.2)
                if self.moves_shown(terminal) > shown:
                    break

    def check_that_it_stays(self, terminal, reason):
        def is_said(at):
            return "NOT SAVED" in at.text() and re.search(reason, at.text())
        terminal.wait(is_said, reason)
        terminal.type("t")
        shown = self.moves_shown(terminal)
        self.moves(terminal, shown + 5)
        terminal.wait(is_said, reason)


class UnsavedTest(UnsavedCase):
    def test_a_full_disk(self):
        terminal = self.play().wait_moves(0)
        self.moves(terminal, 3)
        resource.prlimit(terminal.process.pid, resource.RLIMIT_FSIZE, (0, ALL))
        self.moves(terminal, 5)
        self.check_that_it_stays(terminal, "disk I/O error|File too large")  # older and newer versions of SQLite
        self.assertEqual(self.kept(), 3)
        resource.prlimit(terminal.process.pid, resource.RLIMIT_FSIZE, (ALL, ALL))
        terminal.wait("Everything is saved again")  # without a key
        self.assertEqual(self.kept(), self.moves_shown(terminal))
        terminal.type("q")
        self.assertEqual(terminal.wait_end(), 0)

    def test_a_database_that_is_locked(self):
        terminal = self.play().wait_moves(0)
        with contextlib.closing(sqlite3.connect(os.path.join(self.data, "eleven.db"))) as other:
            other.execute("BEGIN IMMEDIATE")
            terminal.type("wasd")
            self.check_that_it_stays(terminal, "another program keeps it locked")
            other.rollback()
            terminal.wait("Everything is saved again")
        self.assertEqual(self.kept(), self.moves_shown(terminal))

    def test_a_folder_that_appears_later(self):
        with open(self.data, "w", encoding="ascii"):
            terminal = self.play().wait_moves(0)
        self.check_that_it_stays(terminal, "Not a directory")
        os.remove(self.data)
        terminal.wait("Everything is saved again")
        self.assertEqual(self.kept(), self.moves_shown(terminal))

    def test_a_file_or_folder_that_is_moved_away(self):
        for old, new, moved in (("/eleven.db", "/moved.db", "moved.db"), ("", ".old", "../data.old/eleven.db")):
            terminal = self.play().wait_moves(0)
            self.moves(terminal, 3)
            os.rename(self.data + old, self.data + new)
            self.moves(terminal, 5)
            self.assertEqual((self.kept(), self.kept(moved)), (5, 3), new)
            terminal.type("q")
            self.assertEqual(terminal.wait_end(), 0)
            shutil.rmtree(self.data)

    def test_a_file_that_is_replaced(self):
        terminal = self.play().wait_moves(0)
        terminal.type("q")
        self.assertEqual(terminal.wait_end(), 0)
        terminal = self.play().wait_moves(0)
        self.moves(terminal, 3)
        with contextlib.closing(sqlite3.connect(os.path.join(self.data, "eleven.db"))) as database:
            database.execute("VACUUM INTO ?", (os.path.join(self.data, "copy.db"),))
        os.rename(os.path.join(self.data, "copy.db"), os.path.join(self.data, "eleven.db"))
        self.moves(terminal, 5)
        self.assertEqual(self.kept(), 5)
        terminal.type("q")
        self.assertEqual(terminal.wait_end(), 0)
        done = subprocess.run([ELEVEN, "games", "check", "--data", self.data], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_saved_on_quitting(self):
        terminal = self.play().wait_moves(0)
        resource.prlimit(terminal.process.pid, resource.RLIMIT_FSIZE, (0, ALL))
        self.moves(terminal, 5)
        terminal.wait("NOT SAVED")
        resource.prlimit(terminal.process.pid, resource.RLIMIT_FSIZE, (ALL, ALL))
        terminal.type("q")
        self.assertEqual(terminal.wait_end(), 0)
        self.assertEqual(self.kept(), 5)

    def test_the_end_says_what_is_lost(self):
        terminal = self.play().wait_moves(0)
        resource.prlimit(terminal.process.pid, resource.RLIMIT_FSIZE, (0, ALL))
        self.moves(terminal, 2)
        terminal.type("q")
        self.assertEqual(terminal.wait_end(), 1)
        self.assertIn(b"eleven play: the game is not saved: cannot save in ", terminal.sent)


class PlainTest(UnsavedCase):
    def test_each_answer_says_it(self):
        with open(self.data, "w", encoding="ascii"):
            done = subprocess.run([ELEVEN, "play", "--plain", "--seed", "1", "--data", self.data], input="wasd\n",
                                  capture_output=True, text=True, env={"PATH": os.environ["PATH"]}, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.count("NOT SAVED: cannot "), 5)
        self.assertTrue(done.stderr.startswith("eleven play: the game is not saved: cannot "), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
