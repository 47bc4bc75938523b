#!/usr/bin/env python3
"""Lets the system fail at every place, for every command: the sweep that doc/TRUST.md describes.

    test/faults/torture.py [--most N] [COMMAND...]

$ELEVEN is the program that `make torture` links (test/faults/torture.c). For each case of each command, and for each kind
of failure, N counts up until nothing fails any more (or to --most, after which N grows by a quarter each time). Then:

    exit status 0    the output and the files are complete and correct: as they are without a failure
    exit status 1    one sentence on standard error; each file has its old content or the whole new one
    otherwise        wrong: a crash, a hang, a leak (if built with sanitizers)

and no file is left over. After a power failure a file has its old or its whole new content, whether or not the names
survive that were not synced, and as if it had been killed, the program has left no file with another name, except beside
one that it replaced. A command of the program without a case here is a failure too.

It prints `ok NAME` or `not ok NAME` for each command and a sentence for each failure; the last line has the figures. A
function of the C library that the program calls past torture.c is a failure too, unless unwrapped.txt has the reason.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
ELEVEN = str((ROOT / os.environ.get("ELEVEN", "build/torture")).resolve())
KINDS = ("memory", "starve", "scarce", "call", "short", "cut")
CUT = 77
LIMIT = 120  # seconds
MEMORY_DISK = "/dev/shm"

GAME = ("eleven game 1\nrules classic\nsize 4x4\nseed 42\nresult playing\nscore 20\nmoves 6\n"
        "start 2@b2 2@d2\n\n1. U R D L U R\n")
RECIPE = "eleven recipe 1\nname tiny\ntuple 0 1\ncap 9\nround 1\n"
BOARD = "2 4 8 16 / . 2 4 8 / . . 2 4 / . . . 2"
TIMES = rb"\d+(\.\d+)?(e[+-]\d+)?( ms| us| s|M/s|/s| h| min| positions/s| games/s|%)|^  (time|memory|speed) .*$|began.*|\d{4}-\d\d-\d\dT[\d:]+Z"


@dataclasses.dataclass
class Case:
    """One way to run a command. `files` exist before; those of `writes` are its results. `first` are commands that prepare
    the folder. `kinds`: the failures that can be tried."""
    words: tuple
    given: bytes = b""
    files: dict = dataclasses.field(default_factory=dict)
    writes: tuple = ()
    first: tuple = ()
    leaves: tuple = ()  # what may be in the folder afterwards
    says: str = ""  # what may be on standard error besides
    kinds: tuple = KINDS
    mask: bytes = b""
    unlike: str = ""  # status 0 with other output is right where the output says this
    slow: bool = False  # only in the full sweep
    most: int = 0  # a run takes a second: every failure up to this one, then fewer and fewer; 0: every failure
    least: int = 0  # a run is quick: the short sweep, too, tries every failure up to this one
    heavy: bool = False  # the short sweep tries only allocations
    replies: bool = False  # each answer is the right one, or says that memory is out
    loose: bool = False  # it answers requests, and an answer may state an error; so only crashes, hangs, leaks and sentences count

    @property
    def name(self):
        return self.words[0]


def messages(*bodies):
    texts = [json.dumps({"jsonrpc": "2.0", **body}).encode() for body in bodies]
    return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(text), text) for text in texts)


def bodies(text):
    """The messages of a server. The last one may have been cut off."""
    while b"\r\n\r\n" in text:
        head, text = text.split(b"\r\n\r\n", 1)
        length = int(head.split(b":")[1])
        if length <= len(text):
            yield json.loads(text[:length])
        text = text[length:]


DOCUMENT = {"uri": "file:///a.md"}
LSP = messages({"id": 1, "method": "initialize", "params": {"capabilities": {}}},
               {"method": "textDocument/didOpen",
                "params": {"textDocument": {**DOCUMENT, "languageId": "markdown", "version": 1,
                                            "text": "2048(seed=1).Begin.Up.\n"}}},
               {"id": 2, "method": "textDocument/hover",
                "params": {"textDocument": DOCUMENT, "position": {"line": 0, "character": 16}}},
               {"id": 3, "method": "textDocument/completion",
                "params": {"textDocument": DOCUMENT, "position": {"line": 0, "character": 22}}},
               {"id": 4, "method": "shutdown"}, {"method": "exit"})
TEXT = ("2048(seed=1).Begin.Up.Left.Down.Right.Up.Left.Down.Right.Up.Left.Down\n\n2048(seed=2).Begin.Upp.Left\n\n" + GAME.replace("score 20", "score 24")
        + "\n2048(size=3x9).Begin\n2048(see\n2048\n")


def conversation(capabilities, positions):
    """Everything an editor can ask, of two documents."""
    def ask(method, **params):
        asked.append({"id": len(asked), "method": method, "params": {"textDocument": DOCUMENT, **params}})

    asked = [{"id": 0, "method": "initialize",
              "params": {"capabilities": capabilities, "initializationOptions": {"acceptCommand": "go"}}},
             {"method": "textDocument/didOpen",
              "params": {"textDocument": {**DOCUMENT, "languageId": "markdown", "version": 1, "text": TEXT}}},
             {"method": "textDocument/didChange",
              "params": {"textDocument": {**DOCUMENT, "version": 2}, "contentChanges": [
                  {"range": {"start": {"line": 0, "character": 24}, "end": {"line": 0, "character": 24}}, "text": "U"}]}},
             {"method": "textDocument/didChange",
              "params": {"textDocument": {**DOCUMENT, "version": 3}, "contentChanges": [{"text": TEXT}]}}]
    for line, character in positions:
        place = {"line": line, "character": character}
        for method in ("hover", "completion", "definition"):
            ask(f"textDocument/{method}", position=place)
        ask("textDocument/codeAction", range={"start": place, "end": place}, context={"diagnostics": []})
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    for method in ("documentSymbol", "foldingRange", "semanticTokens/full", "codeLens"):
        ask(f"textDocument/{method}")
    ask("textDocument/inlayHint", range=whole)
    ask("textDocument/formatting", options={"tabSize": 4, "insertSpaces": True})
    ask("completionItem/resolve", label="Up", data={"uri": DOCUMENT["uri"], "game": 0, "before": 3, "word": "Down"})
    for action in ("best", "notation", "break"):
        ask("codeAction/resolve", title="x", data={"uri": DOCUMENT["uri"], "at": 0, "action": action})
    ask("workspace/executeCommand", command="eleven.review", arguments=[DOCUMENT["uri"], 0])
    ask("no/such")
    asked.append({"method": "textDocument/didClose", "params": {"textDocument": DOCUMENT}})
    return messages(*asked, {"id": 999, "method": "shutdown"}, {"method": "exit"})


PLAIN_EDITOR = conversation({"textDocument": {"codeAction": {"codeActionLiteralSupport": {}}}},
                            [(0, 16), (0, 22), (2, 20), (5, 4), (13, 5), (15, 12), (16, 8), (17, 4)])
RICH_EDITOR = conversation(
    {"general": {"positionEncodings": ["utf-8"]},
     "textDocument": {"hover": {"contentFormat": ["markdown"]},
                      "completion": {"completionItem": {"documentationFormat": ["markdown"],
                                                        "resolveSupport": {"properties": ["documentation"]}}},
                      "codeAction": {"codeActionLiteralSupport": {}, "resolveSupport": {"properties": ["edit"]}},
                      "documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}}, [(0, 25), (2, 21), (13, 8)])
SAVED = ("play", "--plain", "--seed", "3", "--data", "data", "--player", "random")
UNSAVED = "cannot|not saved|out of memory|is not|no more"

CASES = [
    Case(("play", "--plain", "--seed", "3", "--data", "data", "--player", "random"), b"left\nup\nright\ndown\nundo\n",
         leaves=("data",), says=UNSAVED, unlike=UNSAVED),
    Case(("watch", "--player", "corner", "--pace", "50ms", "--moves", "2", "--seed", "3", "--data", "data", "--plain"),
         leaves=("data",), says=UNSAVED, unlike=UNSAVED),
    Case(("interactive", "2048(seed=7).Begin", "--player", "random"), b"Up\nLeft\nUndo\nHint\n"),
    Case(("lsp", "--player", "corner", "--seed", "1"), LSP, loose=True, replies=True, least=120),
    Case(("lsp", "--player", "greedy", "--seed", "1"), PLAIN_EDITOR, loose=True, replies=True, heavy=True),
    Case(("lsp", "--player", "greedy", "--seed", "1"), RICH_EDITOR, loose=True, replies=True, heavy=True),
    Case(("show", BOARD)),
    Case(("move", BOARD, "left")),
    Case(("best", BOARD, "--depth", "1"), heavy=True),
    Case(("best", "2 . / 4 2", "--player", "montecarlo", "--nodes", "100", "--json")),
    Case(("best", "2 . / 4 2", "--player", "a.elx"), first=(("solve", "2x2", "-o", "a.elx"),), leaves=("a.elx",)),
    Case(("replay", "game"), files={"game": GAME}),
    Case(("review", "game", "--player", "greedy", "--plain", "--svg", "a.svg", "--force"), files={"game": GAME, "a.svg": "old"},
         writes=("a.svg",)),
    Case(("render", "game", "--output", "a.svg", "--force"), files={"game": GAME, "a.svg": "old"}, writes=("a.svg",)),
    Case(("render", "game"), files={"game": GAME}),
    Case(("render", BOARD, "--as", "html")),
    Case(("convert", "game", "--to", "next", "--output", "a", "--force"), files={"game": GAME, "a": "old"},
         writes=("a",), says="left out"),
    Case(("convert", "game", "--to", "next", "--output", "new"), files={"game": GAME}, writes=("new",), says="left out"),
    Case(("games", "list"), first=(SAVED,), leaves=("data",)),
    Case(("games", "export", "all", "--data", "data", "--output", "a", "--force"), files={"a": "old"}, writes=("a",),
         first=(SAVED,), leaves=("data",)),
    Case(("stats", "--data", "data"), first=(SAVED,), leaves=("data",)),
    Case(("facts", "min-moves"), heavy=True),
    Case(("rules", "show", "fibonacci")),
    Case(("match", "--player", "random", "--games", "3", "--seed", "1", "--svg", "a.svg", "--save", "games", "--force"),
         files={"a.svg": "old"}, writes=("a.svg",), leaves=("games",)),
    Case(("match", "corner", "against", "random", "--games", "3", "--seed", "1", "--threads", "2")),
    Case(("random", "--games", "2000", "--seed", "1")),
    Case(("solve", "2x2", "-o", "a.elx", "--force"), files={"a.elx": "old"}, writes=("a.elx",)),
    Case(("solve", "2x2", "--layers", "layers", "-o", "a.elx", "--threads", "2", "--force"),
         files={"a.elx": "old"},
         writes=("a.elx",), leaves=("layers",)),
    Case(("solve", "a.elx", "--probe", "2 . / 4 ."), first=(("solve", "2x2", "-o", "a.elx"),), leaves=("a.elx",)),
    Case(("endgame", "--folder", ".", "--size", "tiny", "--threads", "2"), writes=("endgame-tiny",),
         leaves=("endgame-tiny.part",), says="Building|left", slow=True, most=20),
    Case(("train", "--recipe", "recipe", "--moves", "1", "--games", "2", "-o", "a", "--force"),
         files={"recipe": RECIPE, "a": "old"},
         writes=("a",), leaves=("a.checkpoint", "a.csv", "a.svg"), says="learning curve|a.csv|a checkpoint is missing", slow=True, most=20,
         mask=rb"(?m)^ .* left\n"),
    Case(("train", "--recipe", "recipe", "--moves", "0", "--games", "0", "-o", "a"), files={"recipe": RECIPE},
         first=(("train", "--recipe", "recipe", "--moves", "1", "--games", "0", "-o", "a"),), writes=("a",),
         leaves=("a.checkpoint", "a.csv", "a.svg")),
    Case(("train", "--recipe", "recipe", "--positions", ".", "--moves", "0", "--games", "0", "-o", "a"),
         files={"recipe": RECIPE, "a.2048": GAME},
         first=(("train", "--recipe", "recipe", "--moves", "1", "--games", "0", "-o", "a"),), writes=("a",),
         leaves=("a.checkpoint", "a.csv", "a.svg")),
    Case(("bench", "--only", "line", "--once"), slow=True, most=20, mask=rb".*"),
    Case(("completion", "bash")),
    Case(("help", "play")),
    Case(("version",)),
    Case(("serve", "--port", "0", "--player", "greedy"), kinds=("memory", "starve", "scarce", "call", "short"), loose=True,
         least=50),
]


class Trouble(Exception):
    pass


class Broken(Exception):
    """The sweep itself does not work."""


def environment(**more):
    kept = {name: os.environ[name] for name in ("PATH", "ASAN_OPTIONS", "LSAN_OPTIONS") if name in os.environ}
    kept.setdefault("ASAN_OPTIONS", "verify_asan_link_order=0")  # synced.so comes first
    return {**kept, "HOME": "/nowhere", "XDG_DATA_HOME": "data", "LC_ALL": "C.UTF-8",
            "UBSAN_OPTIONS": "print_stacktrace=1", **more}


# ---- One run ----------------------------------------------------------------------------------------------


class Place:
    """A folder in which a case can be run, with what the case needs."""

    def __init__(self, parent, case):
        self.path = pathlib.Path(tempfile.mkdtemp(dir=parent))
        self.case = case
        self.folder = self.path / "work"
        self.folder.mkdir()
        for name, text in case.files.items():
            (self.folder / name).write_text(text)
        for words in case.first:
            subprocess.run([ELEVEN, *words], cwd=self.folder, env=environment(), input=b"left\nup\n", check=True,
                           capture_output=True)
        self.before = self.contents(self.folder)

    def copy(self, parent):
        """The same place again, for one run."""
        other = object.__new__(Place)
        other.path = pathlib.Path(tempfile.mkdtemp(dir=parent))
        other.case, other.before, other.folder = self.case, self.before, other.path / "work"
        shutil.copytree(self.folder, other.folder)
        return other

    @staticmethod
    def contents(folder):
        return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}

    def run(self, kind=None, number=0):
        fault = {"ELEVEN_FAULT": f"{kind} {number}", "ELEVEN_FAULT_REPORT": str(self.path / "report")} if kind else {}
        if kind == "cut":
            fault.update(self.record_syncs())
        run = serve_once if self.case.name == "serve" else run_once
        return run(self.case, self.folder, environment(**fault))

    def record_syncs(self):
        """The disk as it is before the run."""
        self.disk = self.path / "disk"
        self.disk.mkdir()
        names = [(path.stat().st_ino, path) for path in self.folder.iterdir() if path.is_file()]
        for number, path in names:
            shutil.copyfile(path, self.disk / str(number))
        (self.disk / "names").write_text("".join(f"{number} {path.name}\n" for number, path in names))
        return {"LD_PRELOAD": SYNCED, "SYNCED_FROM": str(self.folder), "SYNCED_TO": str(self.disk)}

    def has_failed(self):
        return (self.path / "report").exists()

    def survivors(self):
        """What a power failure leaves: with the names that were synced, and with the names that there were."""
        synced = [line.split(" ", 1) for line in (self.disk / "names").read_text().splitlines()]
        last = [(str(path.stat().st_ino), path.name) for path in self.folder.iterdir() if path.is_file()]
        for names in (synced, last):
            yield {name: (self.disk / number).read_bytes() if (self.disk / number).exists() else b""
                   for number, name in names}

    def remove(self):
        shutil.rmtree(self.path)


def run_once(case, folder, variables):
    done = subprocess.run([ELEVEN, *case.words], cwd=folder, env=variables, input=case.given, capture_output=True,
                          timeout=LIMIT)
    return done.returncode, done.stdout, done.stderr


def play_once(port):
    """Plays a game over a WebSocket. Its name, once it has a move."""
    def send(plug, text):
        plug.sendall(bytes([0x81, 0x80 | len(text)]) + b"\0\0\0\0" + text)
        head = plug.recv(2, socket.MSG_WAITALL)
        length = int.from_bytes(plug.recv(2, socket.MSG_WAITALL), "big") if head[1] == 126 else head[1]
        return json.loads(plug.recv(length, socket.MSG_WAITALL)) if head[0] == 0x81 else {}

    with socket.create_connection(("127.0.0.1", port), 10) as plug:
        plug.sendall(b"GET /api/v1/play HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                     b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
        head = b""
        while b"\r\n\r\n" not in head:
            more = plug.recv(1)
            if not more:
                return None
            head += more
        if b" 101 " not in head:
            return None
        name = send(plug, b"new seed=42").get("game")
        return name if send(plug, b"up").get("moves") == 1 else None


def serve_once(case, folder, variables):
    """Starts the server, asks it something, and stops it. Status 0: it has kept the game that was played."""
    program = subprocess.Popen([ELEVEN, *case.words], cwd=folder, env=variables, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    line = program.stdout.readline()
    found = re.search(rb"http://[^/]+/", line)
    for path in ("api/v1/answer?board=1100012003000000", "api/v1/game?seed=1&moves=UR", "api/v1/nothing"):
        try:
            found and urllib.request.urlopen(found[0].decode() + path, timeout=10).read()
        except OSError:
            pass  # an answer that states an error, or a connection that the server gave up
    game = None
    try:
        game = found and play_once(int(re.search(rb":(\d+)/", found[0])[1]))
    except (OSError, ValueError, IndexError):
        pass  # the server gave up the connection
    if found:
        program.send_signal(signal.SIGTERM)
    try:
        out, said = program.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        program.kill()
        program.communicate()
        raise
    kept = pathlib.Path(folder, "data/eleven/served.2048")
    if game and program.returncode == 0 and f"; game {game}\n" not in (kept.read_text() if kept.exists() else ""):
        raise Trouble("status 0, but the game is not kept")
    return program.returncode, line + out, said


# ---- What is right ----------------------------------------------------------------------------------------


class Judge:
    """Knows what a case gives without a failure."""

    def __init__(self, case, parent):
        self.case = case
        self.start = Place(parent, case)
        place = self.start.copy(parent)
        status, out, said = place.run()
        if status != 0:
            raise Trouble(f"{' '.join(case.words)}: status {status} without a failure: {said.decode()[-2000:]}")
        self.out = out if case.replies else self.masked(out)
        self.after = Place.contents(place.folder)
        place.remove()

    def masked(self, out):
        out = re.sub(TIMES, b"", out, flags=re.M)
        return re.sub(self.case.mask, b"", out) if self.case.mask else out

    def check_files(self, found):
        for name in self.case.writes:
            if found.get(name) not in (self.start.before.get(name), self.after.get(name)):
                raise Trouble(f"{name} has {len(found.get(name, b''))} bytes, which are neither the old nor the new ones")
        for name, content in self.start.before.items():
            if name not in self.case.writes and name not in self.case.leaves and found.get(name) != content:
                raise Trouble(f"{name} was changed")

    def check_left(self, folder, was_killed=False):
        """A program that was killed may leave a second name of a file that it replaced."""
        known = {*self.start.before, *self.case.writes, *self.case.leaves}
        left = {path.name for path in folder.iterdir()} - known
        if was_killed:
            replaced = set(self.case.writes) & set(self.start.before)
            left = {name for name in left if name.rpartition(".")[0] not in replaced}
        if left:
            raise Trouble(f"left over: {' '.join(sorted(left))}")

    def check(self, place, status, out, said):
        found, text = Place.contents(place.folder), said.decode(errors="replace")
        lines = [line for line in re.split(r"[\r\n]+", text) if line]
        if status not in (0, 1):
            raise Trouble(f"status {status}: {text[-3000:]}")
        if self.case.loose:
            if self.case.replies:
                self.check_replies(out, status)
            if status != 0 and (len(lines) != 1 or not lines[0].startswith("eleven")):
                raise Trouble(f"status {status}, and not one sentence: {text!r}")
            return
        self.check_files(found)
        self.check_left(place.folder)
        others = [line for line in lines if not (self.case.says and re.search(self.case.says, line))]
        if status == 0:
            self.check_complete(found, out, text)
            if others:
                raise Trouble(f"status 0, but: {text}")
        elif len(others) > 1 or not lines or not lines[-1].startswith("eleven"):
            raise Trouble(f"not one sentence: {text!r}")

    def check_replies(self, out, status):
        right = {message["id"]: message for message in bodies(self.out) if "id" in message}
        replies = [message for message in bodies(out) if "id" in message]
        if status == 0 and [message["id"] for message in replies] != list(right):
            raise Trouble("status 0, but not every request is answered")
        for message in replies:
            if message != right.get(message["id"]):
                if message.get("error", {}).get("message") != "out of memory":
                    raise Trouble(f"a wrong answer: {message}, not {right.get(message['id'])}")

    def check_complete(self, found, out, text):
        if self.case.unlike and re.search(self.case.unlike, out.decode(errors="replace") + text):
            return
        if self.masked(out) != self.out:
            raise Trouble(f"status 0, but the output is another one: {out[-300:]!r}")
        for name in self.case.writes:
            if found.get(name) != self.after[name]:
                raise Trouble(f"status 0, but {name} is the old one")


# ---- The sweep --------------------------------------------------------------------------------------------


def numbers(most):
    number = 1
    while True:
        yield number
        number += 1 if not most or number < most else number // 4 + 1


def try_once(judge, parent, kind, number):
    """Whether something failed."""
    place = judge.start.copy(parent)
    try:
        status, out, said = place.run(kind, number)
        if not place.has_failed():
            if status != 0:
                raise Broken(f"status {status}, although nothing failed: {said.decode(errors='replace')[-500:]}")
            return False
        if kind == "cut":
            if status != CUT:
                raise Trouble(f"status {status}: {said.decode(errors='replace')[-3000:]}")
            for found in place.survivors():
                judge.check_files(found)
            judge.check_left(place.folder, was_killed=True)
        else:
            judge.check(place, status, out, said)
        return True
    finally:
        place.remove()


class Sweep:
    def __init__(self, most, parent):
        self.most, self.parent = most, parent
        self.tally = collections.Counter()
        self.troubles = collections.defaultdict(list)
        self.lock = threading.Lock()

    def sweep(self, case, kind, judge):
        for number in numbers(max(self.most, case.least) if self.most else case.most):
            try:
                if not try_once(judge, self.parent, kind, number):
                    return
            except Broken as trouble:
                self.note(case, f"{kind} {number}: {trouble}")
                return
            except subprocess.TimeoutExpired:
                self.note(case, f"{kind} {number}: still running after {LIMIT} s")
            except Trouble as trouble:
                self.note(case, f"{kind} {number}: {trouble}")
            with self.lock:
                self.tally[kind] += 1

    def note(self, case, text):
        with self.lock:
            self.troubles[case.name].append(f"{' '.join(case.words)}: {text}")

    def run(self, cases):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
            jobs = []
            for case in cases:
                try:
                    judge = Judge(case, self.parent)
                except Trouble as trouble:
                    self.note(case, str(trouble))
                    continue
                jobs += [pool.submit(self.sweep, case, kind, judge) for kind in case.kinds]
            for job in jobs:
                job.result()


def commands():
    """As the table of commands has them."""
    listed = subprocess.run([ELEVEN, "help"], env=environment(), capture_output=True, text=True, check=True).stdout
    return re.findall(r"^  (\w+) ", listed, re.M)


# ---- What the sweep can reach ------------------------------------------------------------------------------


def symbols(*arguments):
    """The names that nm prints, each with its version or ''."""
    lines = subprocess.run(["nm", *arguments], capture_output=True, text=True, check=True).stdout.split("\n")
    words = [line.split()[-1] for line in lines if line and not line.endswith(":")]
    return dict((word + "@").split("@", 1) for word in words)


def unwrapped():
    """The functions of the C library that the program calls, that torture.c does not replace, and that have no reason
    in unwrapped.txt. The program itself needs the replaced ones, too, so the calls are those of its object files."""
    build = pathlib.Path(ELEVEN).parent
    objects = [path for top in ("src", "front", "bench") for path in (build / top).rglob("*.o") if "mpi" not in path.parts]
    needed = symbols("-D", "-u", ELEVEN)
    library = {name for name in symbols("-u", *objects) if needed.get(name, "").lstrip("@").startswith("GLIBC")}
    wrapped = {name.removeprefix("__wrap_") for name in symbols("--defined-only", ELEVEN) if name.startswith("__wrap_")}
    known = {word for line in (ROOT / "test/faults/unwrapped.txt").read_text().split("\n")
             if line and line[0] not in " #" for word in line.split()}
    plain = {name: re.sub(r"^_+(?!exit$)|(_chk|64)$", "", name) for name in library}
    return sorted(name for name in library - wrapped if plain[name] not in known)


def main():
    global SYNCED
    parser = argparse.ArgumentParser()
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--kind")
    parser.add_argument("commands", nargs="*")
    options = parser.parse_args()
    parent = tempfile.mkdtemp(dir=MEMORY_DISK if os.path.isdir(MEMORY_DISK) else None)
    SYNCED = f"{parent}/synced.so"
    subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-o", SYNCED, ROOT / "test/faults/synced.c"], check=True)
    names, begun = commands(), time.monotonic()
    cases = [case for case in CASES if case.name in (options.commands or names) and not (case.slow and options.most)]
    if options.most:
        cases = [dataclasses.replace(case, kinds=("memory",)) if case.heavy else case for case in cases]
    if options.kind:
        cases = [dataclasses.replace(case, kinds=(options.kind,)) for case in cases]
    sweep = Sweep(options.most, parent)
    try:
        sweep.run(cases)
    finally:
        shutil.rmtree(parent)
    passing = unwrapped()
    print(f"{'not ok' if passing else 'ok'} seam")
    if passing:
        print(f"not replaced by test/faults/torture.c, and without a reason in unwrapped.txt: {' '.join(passing)}")
    for name in options.commands or names:
        if not any(case.name == name for case in CASES):
            sweep.troubles[name].append(f"{name}: no case in test/faults/torture.py")
        for text in sweep.troubles[name]:
            print(text)
        print(f"{'not ok' if sweep.troubles[name] else 'ok'} {name}")
    counts = ", ".join(f"{sweep.tally[kind]} {kind}" for kind in KINDS)
    print(f"{sum(sweep.tally.values())} failures ({counts}) in {len(cases)} cases: "
          f"{sum(map(len, sweep.troubles.values()))} wrong ({time.monotonic() - begun:.0f} s)")
    return 1 if passing or any(sweep.troubles.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
