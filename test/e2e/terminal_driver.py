"""Drives the real program in a pseudo-terminal and looks at the screen as a person would."""

import fcntl
import os
import pty
import re
import select
import signal
import sqlite3
import struct
import subprocess
import tempfile
import termios
import time
import unittest

import pyte

ELEVEN = os.path.abspath(os.environ.get("ELEVEN", "build/eleven"))
PATIENCE = float(os.environ.get("PATIENCE", "60"))  # seconds until something that should happen has failed

KEYS = {"up": "\033OA", "down": "\033OB", "right": "\033OC", "left": "\033OD"}


class Terminal:
    """A program in a terminal of its own; `screen` is what a person sees."""

    def __init__(self, *arguments, columns=80, rows=24, command=None, **environment):
        self.master, self.slave = pty.openpty()
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.sent = b""
        self.set_size(columns, rows)
        self.settings = termios.tcgetattr(self.slave)
        variables = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "TERM": "xterm-256color",
                     "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8", **environment}
        self.process = subprocess.Popen(command or [ELEVEN, *arguments], stdin=self.slave, stdout=self.slave,
                                        stderr=self.slave, env=variables, preexec_fn=self.own_terminal)

    def own_terminal(self):
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def set_size(self, columns, rows):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns, rows):
        """As a window does it: the size changes, then the program hears of it."""
        self.screen.resize(rows, columns)
        self.set_size(columns, rows)

    def listen(self, seconds=0.0):
        """Reads what the program writes for that long; returns whether it wrote anything."""
        until, heard = time.monotonic() + seconds, False
        while True:
            left = max(0, until - time.monotonic())
            if not select.select([self.master], [], [], left)[0]:
                return heard
            data = os.read(self.master, 65536)
            self.sent += data
            self.stream.feed(data)
            heard = True

    def fill(self):
        """Writes to the terminal, as a program in it would, until it takes nothing more."""
        program = os.open(os.ttyname(self.slave), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            while True:
                os.write(program, b" " * 64)
        except BlockingIOError:
            os.close(program)

    def type(self, text):
        os.write(self.master, text.encode())

    def press(self, *names):
        for name in names:
            self.type(KEYS.get(name, name))

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def numbers(self, pattern):
        return [int(n) for n in re.findall(pattern, self.text())]

    def wait(self, wanted, what=None):
        """Until `wanted` (a text on the screen, or a function of this terminal) is so."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            self.listen(0.02)
            if wanted(self) if callable(wanted) else wanted in self.text():
                return self
        raise AssertionError(f"waited in vain for {what or wanted!r}; the screen shows\n{self.text()}")

    def wait_moves(self, count):
        return self.wait(lambda t: re.search(rf"\b{count} moves?\b", t.text()), f"{count} moves")

    def wait_end(self):
        """Until the program has ended; its exit status (negative: the signal's number)."""
        until = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < until:
            self.listen(0.02)
        self.listen()
        if self.process.returncode is None:
            raise AssertionError(f"the program did not end; the screen shows\n{self.text()}")
        return self.process.returncode

    def kill(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        return self

    def close_window(self):
        for end in (self.slave, self.master):
            if end is not None:
                os.close(end)
        self.slave = self.master = None

    def close(self):
        self.kill()
        self.close_window()

    def is_restored(self):
        """The terminal is as it was found: its settings, the main screen, a visible cursor, no mouse reports."""
        def last(on, off):
            return self.sent.rfind(off) > self.sent.rfind(on) or self.sent.rfind(on) < 0
        return (termios.tcgetattr(self.slave) == self.settings and last(b"\033[?1049h", b"\033[?1049l") and
                last(b"\033[?25l", b"\033[?12l\033[?25h") and last(b"\033[?1000h", b"\033[?1000l"))


def slow_machine(folder):
    """A library to be preloaded; see test/faults/gated.c."""
    layer = os.path.join(folder, "gated.so")
    subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O2", "-o", layer,
                    os.path.join(os.path.dirname(__file__), "..", "faults", "gated.c")], check=True)
    return layer


def data_folder():
    return tempfile.TemporaryDirectory(prefix="eleven-test-")


class TerminalCase(unittest.TestCase):
    """Tests that play the terminal game, each with a store of its own."""

    def setUp(self):
        self.folder = data_folder()
        self.addCleanup(self.folder.cleanup)

    def start(self, *arguments, **options):
        terminal = Terminal("play", "--data", self.folder.name, *arguments, **options)
        self.addCleanup(terminal.close)
        return terminal

    def rows(self, question):
        with sqlite3.connect(os.path.join(self.folder.name, "eleven.db")) as base:
            return base.execute(question).fetchall()

    def notation(self):
        """The newest game's record, from the store."""
        return self.rows("select text from record order by id desc limit 1")[0][0]

    def moves_kept(self):
        return len(re.findall(r"\b[URDL]\d", self.notation()))

    def play_moves(self, terminal, count):
        """Moves until `count` have been made, one key at a time."""
        made = self.moves_shown(terminal)
        goal, turn = made + count, 0
        while made < goal:
            terminal.press(("left", "down", "right", "up")[turn % 4])
            turn += 1
            self.wait_for_keys(terminal)
            made = self.moves_shown(terminal)
            self.assertLess(turn, 40 * count + 40)
        return goal

    def wait_for_keys(self, terminal):
        """Until every key typed so far has acted: the help comes and goes after them."""
        terminal.press("?")
        terminal.wait("as often as you like")
        terminal.press("?")
        terminal.wait(lambda t: "as often" not in t.text(), "the help to go")

    def moves_shown(self, terminal):
        terminal.wait(lambda t: re.search(r"(\d+) moves?\b", t.text()), "the number of moves")
        return int(re.search(r"(\d+) moves?\b", terminal.text()).group(1))
