#!/usr/bin/env python3
"""Random use of the terminal game, the page, the language server and the HTTP server at the same time. Memory, file
handles and threads must stay flat.

    test/soak/soak.py [--minutes 60] [--seed N] [PART...]      terminal page editor server (default: all)

Each part rests before it is measured: lists and dialogs are left, connections are closed. A figure is flat if its
median in the last quarter of the time is not above that of the second quarter by more than its share and its slack. For
file handles and threads, it is the most in these quarters, without slack. The seed decides what is done, not when.
"""

import argparse
import contextlib
import http.client
import json
import os
import pathlib
import random
import select
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = (ROOT / os.environ.get("B", "build")).resolve()
os.environ["ELEVEN"] = str(BUILD / "eleven")
sys.path[:0] = [str(ROOT / "test" / "e2e"), str(ROOT / "test" / "lsp")]

import client  # noqa: E402
import serve_test  # noqa: E402
import terminal_driver  # noqa: E402

# By figure: (share, slack). 'all kB' is the memory of the whole browser, for information.
GROWTH = {"kB": (0.01, 2048), "heap kB": (0.05, 2048), "nodes": (0.05, 300), "listeners": (0.05, 50), "all kB": (1, 0)}
COUNTS = ("handles", "threads")
TEXTS = ["2048.", "game: 2048(seed=7).Begin Game.", "2048(size=3x3, rules=fibonacci).Begin.", "no game\n" * 9,
         "eleven game 1\nrules classic\nsize 4x4\nseed 42\nresult playing\nscore 8\nmoves 3\n\n1. U2@d4 U2@a3 U2@c1\n",
         "eleven game 1\nsize 4x4\nboard 2 2 4 . / . . . 2 / . . . . / . . . .\n"]
SNIPPETS = ["Up.", "Left.", "Down.", "Right.", ".", "2048.", "\n", " ", "Begin Game.", "x", "seed 1\n", "Undo.",
            "\u00e9\U0001f600", "(size=5x5)", "board 2 4 . .\n", "U2@a1 ", "Lefy."]
WORDS = ["up", "right", "down", "left"] * 3 + ["undo", "redo", "hint", "play", "save", "keep", "jump"]


def status(pid):
    """The resident memory of a process in kB, its file handles, and its threads."""
    lines = dict(line.split(":\t", 1) for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines())
    handles = len(os.listdir(f"/proc/{pid}/fd"))
    return {"kB": int(lines["VmRSS"].split()[0]), "handles": handles, "threads": int(lines["Threads"])}


class Part:
    """A program that is used; `act` does one thing, `rest` ends what is temporary."""

    rate = 20

    def __init__(self, seed):
        self.random, self.lock, self.error, self.count = random.Random(seed), threading.Lock(), None, 0

    def choose(self, actions):
        """Calls one of {function: weight}."""
        self.random.choices(list(actions), actions.values())[0]()

    def rest(self):
        pass

    def use(self, until):
        due = time.monotonic()
        while time.monotonic() < until and not self.error:
            with self.lock:
                self.do(self.act)
            self.count += 1
            due = max(due + 1 / self.rate, time.monotonic() - 1)
            time.sleep(max(0, due - time.monotonic()))

    def do(self, action):
        try:
            return action()
        except Exception as error:  # whatever it is, it ends this part and is reported
            self.error = self.error or f"{type(error).__name__}: {error}"
            return {}

    def measured(self):
        with self.lock:
            return self.do(lambda: self.rest() or status(self.pid))


class Terminal(Part):
    """The terminal game: keys, the mouse, other sizes. 'q' is neither typed nor clicked at the bottom."""

    def open(self, folder):
        self.rows = 24, 24
        self.terminal = terminal_driver.Terminal("play", "--data", folder, HOME=folder)
        self.pid, self.heard = self.terminal.process.pid, 0

    def act(self):
        self.choose({self.move: 60, self.key: 25, self.click: 5, self.escape: 5, self.resize: 1})
        self.listen()
        assert self.terminal.process.poll() is None, f"the game ended: {self.terminal.process.returncode}"

    def listen(self):
        while select.select([self.terminal.master], [], [], 0)[0]:
            self.heard += len(os.read(self.terminal.master, 65536))

    def move(self):
        self.terminal.press(self.random.choice(list(terminal_driver.KEYS)))

    def key(self):
        self.terminal.type(self.random.choice("uuuurr  iip+-ncvygggt?sofv/nxeo\r\r" + "\u00e9\177"))

    def click(self):
        place = f"{self.random.randrange(1, 80)};{self.random.randrange(1, min(self.rows) - 3)}"
        self.terminal.type(f"\033[<{self.random.choice([0, 0, 64, 65])};{place}M\033[<0;{place}m")

    def escape(self):
        self.terminal.type("\033")

    def resize(self):
        self.rows = self.rows[1], self.random.randrange(8, 50)
        self.terminal.set_size(self.random.randrange(20, 140), self.rows[1])

    def rest(self):
        for _ in range(4):
            self.escape()
            time.sleep(0.2)
            self.listen()
        assert self.heard, "the game shows nothing any more"
        self.heard = 0

    def close(self):
        self.terminal.close()


class Editor(Part):
    """The language server: documents are opened, edited, asked about and closed."""

    ASK = ["hover", "definition", "inlayHint", "documentSymbol", "foldingRange", "semanticTokens/full", "codeLens"]

    def open(self, folder):
        self.client = client.Client(player=None)
        self.pid, self.documents, self.opened = self.client.process.pid, {}, 0

    def act(self):
        if not self.documents:
            self.begin()
        self.client.uri = self.random.choice(list(self.documents))
        self.client.text, self.client.version = self.documents[self.client.uri]
        self.choose({self.begin: 2, self.edit: 40, self.complete: 30, self.ask: 20, self.change: 8, self.mistake: 1})
        self.documents[self.client.uri] = self.client.text, self.client.version
        if len(self.documents) > 6 or len(self.client.text) > 8000:
            self.end()
        self.client.notes.clear()

    def begin(self):
        self.opened += 1
        self.client.open(self.random.choice(TEXTS), f"file:///{self.opened}.txt")
        self.documents[self.client.uri] = self.client.text, 1

    def end(self):
        self.client.notify("textDocument/didClose", {"textDocument": {"uri": self.client.uri}})
        del self.documents[self.client.uri]

    def place(self):
        return self.random.choice([len(self.client.text), self.random.randint(0, len(self.client.text))])

    def edit(self):
        begin = self.place()
        self.client.edit(begin, min(len(self.client.text), begin + self.random.choice([0, 0, 0, 1, 5, 50])),
                         self.random.choice(SNIPPETS))

    def complete(self):
        items = self.client.complete(self.place())
        if items:
            item = self.random.choice(items)
            self.client.apply([item["textEdit"], *item.get("additionalTextEdits", [])])

    def ask(self):
        whole = {"start": self.client.place(0), "end": self.client.place(len(self.client.text))}
        self.client.ask(f"textDocument/{self.random.choice(self.ASK)}", self.client.at(self.place(), range=whole))

    def change(self):
        """Formats, or applies an action; not the one that finishes the game, which takes a long time."""
        if self.random.random() < 0.3:
            edits = self.client.ask("textDocument/formatting", self.client.at(0, options={}))
        else:
            found = [action for title, action in self.client.actions(self.place()).items() if "finish" not in title]
            edits = found and self.random.choice(found)["edit"]["changes"][self.client.uri]
        self.client.apply(edits or [])

    def mistake(self):
        self.client.ask_whole(self.random.choice(["textDocument/hover", "no/such/method"]), {"textDocument": 5})

    def rest(self):
        for self.client.uri in list(self.documents):
            self.end()
        self.client.ask_whole("textDocument/documentSymbol", {"textDocument": {"uri": "file:///none"}})

    def close(self):
        assert self.client.close() == 0, "the language server ended with a failure"


class Server(Part):
    """The HTTP server: requests, running games, mistakes, connections that are dropped. It keeps up to 1,000 games in
    memory, so it grows a little until it has them."""

    def open(self, folder):
        self.stack, self.games, self.names = contextlib.ExitStack(), [], []
        self.program, self.port = serve_test.started(self.stack.callback, data=folder)
        self.pid = self.program.pid
        self.base = status(self.pid)["handles"]

    def act(self):
        self.choose({self.get: 20, self.join: 3, self.play: 60, self.drop: 2, self.garbage: 3})
        assert self.program.poll() is None, f"the server ended: {self.program.returncode}"

    def get(self):
        board = "".join(self.random.choice("00001123456x"[:11 + (self.random.random() < 0.1)]) for _ in range(16))
        seed, moves = self.random.randrange(1000), "".join(self.random.choices("URDL", k=self.random.randrange(20)))
        path = self.random.choice([f"/move?board={board}", f"/api/v1/values?board={board}", f"/api/v1/board?board={board}",
                                   f"/api/v1/game?seed={seed}&moves={moves}", "/", f"/{moves}", "/../secret"])
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        line.request(self.random.choice(["GET"] * 9 + ["POST"]), path)
        line.getresponse().read()
        line.close()

    def join(self):
        if len(self.games) < 6:
            game = serve_test.Socket(self.port)
            name = self.random.choice(self.names[-9:] + [None])
            new = f"new seed={self.random.randrange(99)} size={self.random.choice(['4x4', '5x3'])}"
            answer = game.ask(f"open {name}" if name else new)
            self.names += [answer["name"]] if "name" in answer else []
            self.games.append(game)

    def play(self):
        if self.games:
            game = self.random.choice(self.games)
            game.ask(self.random.choice(WORDS))

    def drop(self):
        """Without a word, in the middle of a message, after one that is not allowed, or as it should be."""
        if self.games:
            game = self.games.pop(self.random.randrange(len(self.games)))
            self.random.choice([lambda: None, lambda: game.plug.sendall(b"\x81\x85"), lambda: game.send("x" * 400),
                                lambda: game.send("up", opcode=2), lambda: game.send("", opcode=8)])()
            game.plug.close()

    def garbage(self):
        data = self.random.choice([b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nHost: loc", self.random.randbytes(300),
                                   b"GET /api/v1/play HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n\r\n"])
        with contextlib.suppress(ConnectionError), socket.create_connection(("127.0.0.1", self.port), 60) as plug:
            plug.sendall(data)

    def rest(self):
        """Until the server has noticed that all connections are closed; what is still open after that is a loss."""
        while self.games:
            self.drop()
        until = time.monotonic() + 10
        while status(self.pid)["handles"] > self.base and time.monotonic() < until:
            time.sleep(0.1)

    def close(self):
        assert serve_test.stop(self.program) == 0, "the server ended with a failure"
        self.stack.close()


class Page(Part):
    """The page, in Chromium. page.mjs uses it; it measures for each empty line that it reads."""

    def open(self, folder):
        self.program = subprocess.Popen(["node", str(HERE / "page.mjs"), str(self.random.randrange(2**32))],
                                        text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env={**os.environ, "B": str(BUILD)})
        self.pid = self.program.pid
        assert self.program.stdout.readline() == "ready\n", "the page does not start"

    def use(self, until):
        while time.monotonic() < until and self.program.poll() is None:
            time.sleep(0.2)

    def measured(self):
        def ask():
            self.program.stdin.write("\n")
            self.program.stdin.flush()
            return json.loads(self.program.stdout.readline())
        answer = self.do(ask)
        self.count = answer.pop("actions", self.count)
        return answer

    def close(self):
        self.program.stdin.close()
        assert self.program.wait(60) == 0, "the page had an error"


PARTS = {"terminal": Terminal, "page": Page, "editor": Editor, "server": Server}


def is_flat(name, figures):
    quarter = len(figures) // 4
    second, last = figures[quarter:2 * quarter], figures[-quarter:]
    if name in COUNTS:
        return max(last) <= max(second)
    share, slack = GROWTH[name]
    return statistics.median(last) <= (1 + share) * statistics.median(second) + slack


def report(name, part, samples):
    """Prints the figures of a part; returns its failures."""
    bad = [f"{name}: {part.error}"] if part.error else []
    if len(samples) < 8:
        return bad + [f"{name}: {len(samples)} samples are too few"]
    print(f"\n{name}, {part.count} actions")
    for figure in samples[0]:
        figures = [sample[figure] for sample in samples if figure in sample]
        quarter = len(figures) // 4
        medians = [round(statistics.median(figures[i * quarter:(i + 1) * quarter])) for i in range(4)]
        flat = is_flat(figure, figures)
        print(f"  {figure:10}" + "".join(f"{n:10}" for n in medians) + f"   most {max(figures)}{'' if flat else '   GROWS'}")
        bad += [] if flat else [f"{name}: {figure} grows: {figures}"]
    return bad


def soak(names, minutes, seed, folder):
    parts = {name: PARTS[name](f"{seed} {name}") for name in names}
    samples = {name: [] for name in names}
    with contextlib.ExitStack() as stack:
        for name, part in parts.items():
            home = pathlib.Path(folder, name)
            home.mkdir()
            part.open(str(home))
            stack.callback(part.do, part.close)
        begun, length = time.monotonic(), 60 * minutes
        threads = [threading.Thread(target=part.use, args=(begun + length,)) for part in parts.values()]
        for thread in threads:
            thread.start()
        interval = min(60, length / 20)
        for i in range(1, int(length / interval + 0.5) + 1):
            time.sleep(max(0, begun + i * interval - time.monotonic()))
            for name, part in parts.items():
                samples[name] += [figures] if (figures := part.measured()) else []
                print(f"{i * interval / 60:6.1f} min  {name:9} {figures} {part.error or ''}", flush=True)
        for thread in threads:
            thread.join()
    return [sentence for name, part in parts.items() for sentence in report(name, part, samples[name])]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--minutes", type=float, default=60)
    options.add_argument("--seed", type=int, default=random.randrange(2**32))
    options.add_argument("parts", nargs="*", choices=[*PARTS, []], default=[])
    given = options.parse_args()
    print(f"seed {given.seed}, {given.minutes:g} minutes", flush=True)
    with tempfile.TemporaryDirectory(prefix="eleven-soak-") as folder:
        os.chdir(folder)  # exported games are written there
        bad = soak(given.parts or list(PARTS), given.minutes, given.seed, folder)
        os.chdir("/")
    print("\n" + ("\n".join(bad) or "all figures are flat"))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
