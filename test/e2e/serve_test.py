"""The server: `eleven serve`, asked with Python's standard library alone."""

import base64
import concurrent.futures
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import struct
import subprocess
import tempfile
import unittest

from convert_test import ELEVEN, slide

HEX = "1100012003000000"


def started(*arguments):
    program = subprocess.Popen([ELEVEN, "serve", "--port", "0", *arguments], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    line = program.stdout.readline()
    if not line:
        said = program.stderr.read()
        program.stdout.close()
        program.stderr.close()
        program.wait()
        if "built without civetweb" in said:
            raise unittest.SkipTest("built without civetweb")
        raise AssertionError(said)
    return program, int(re.search(r"http://127\.0\.0\.1:(\d+)/", line).group(1))


def end(program):
    """Whatever has happened: no server is left running."""
    if program.poll() is None:
        program.kill()
    program.wait()
    program.stdout.close()
    program.stderr.close()


def stop(program):
    program.send_signal(signal.SIGTERM)
    try:
        return program.wait(60)
    finally:
        end(program)


class Socket:
    """As much of RFC 6455 as the tests need."""

    def __init__(self, port):
        self.plug = socket.create_connection(("127.0.0.1", port), 60)
        self.plug.sendall(b"GET /api/v1/play HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          b"Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)) + b"\r\nSec-WebSocket-Version: 13\r\n\r\n")
        self.head = b""
        while b"\r\n\r\n" not in self.head:
            more = self.plug.recv(1)
            if not more:
                break
            self.head += more

    def send(self, text, opcode=1, final=128):
        data = text.encode()
        length = struct.pack("!B", 128 | len(data)) if len(data) < 126 else struct.pack("!BH", 128 | 126, len(data))
        self.plug.sendall(bytes([final | opcode]) + length + b"\0\0\0\0" + data)

    def exactly(self, count):
        data = b""
        while len(data) < count:
            more = self.plug.recv(count - len(data))
            if not more:
                raise EOFError
            data += more
        return data

    def read(self):
        opcode, length = self.exactly(2)
        if length == 126:
            length, = struct.unpack("!H", self.exactly(2))
        data = self.exactly(length)
        if opcode & 15 == 8:
            raise EOFError
        return json.loads(data)

    def ask(self, text):
        self.send(text)
        return self.read()


class ServeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        site = pathlib.Path(cls.folder.name, "site")
        site.mkdir()
        (site / "index.html").write_text("<!doctype html>the page")
        (site / "x.js").write_text("let x")
        (site / ".hidden").write_text("hidden")
        pathlib.Path(cls.folder.name, "secret").write_text("secret")
        cls.program, cls.port = started("--player", "greedy", "--web", str(site), "--connections", "16")
        cls.addClassCleanup(end, cls.program)

    @classmethod
    def tearDownClass(cls):
        status = stop(cls.program)
        cls.folder.cleanup()
        assert status == 0, status

    def ask(self, path, method="GET", status=200, headers={}, body=None):
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        line.request(method, path, body, headers)
        answer = line.getresponse()
        data = answer.read()
        line.close()
        self.assertEqual(answer.status, status, (path, data))
        return answer, data.decode()

    def data(self, path, status=200):
        answer, text = self.ask(path, status=status)
        self.assertEqual(answer.getheader("Content-Type"), "application/json")
        return json.loads(text)

    def test_a_letter_for_other_programs(self):
        for board, letter in (("1100000000000000", "l"), ("1212212112122121", "g"), ("EDC1BA9187611111", None)):
            answer, text = self.ask(f"/move?board={board}")
            self.assertIn(text, [letter] if letter else list("urdl"))
            self.assertEqual(answer.getheader("Access-Control-Allow-Origin"), "*")
        _, text = self.ask("/move?board=xyz", status=400)
        self.assertEqual(text, "board, column 1: no tile of these rules has the number 'xyz'")
        _, text = self.ask("/move", status=400)
        self.assertIn("a board is needed", text)

    def test_boards(self):
        answer = self.data(f"/api/v1/board?board={HEX}")
        self.assertEqual(answer["board"], [[2, 2, 0, 0], [0, 2, 4, 0], [0, 8, 0, 0], [0, 0, 0, 0]])
        self.assertEqual((answer["rules"], answer["largest"], answer["empty"]), ("classic", 8, 11))
        ranks = [int(digit, 16) for digit in HEX]
        for move in answer["moves"]:
            board, gain = slide(ranks, 4, 4, move["direction"][0].upper())
            self.assertEqual(move["board"], [[2 ** r if r else 0 for r in board[i:i + 4]] for i in range(0, 16, 4)])
            self.assertEqual(move["gain"], gain)
        answer = self.data("/api/v1/board?rules=fibonacci&board=1+2+.+%2F+5+8+3")
        self.assertEqual(answer["board"], [[1, 2, 0], [5, 8, 3]])

    def test_the_player(self):
        answer = self.data(f"/api/v1/move?board={HEX}")
        self.assertEqual((answer["player"], answer["values"][answer["move"]]), ("greedy", max(answer["values"].values())))
        self.assertEqual(self.data(f"/api/v1/values?board={HEX}")["values"], answer["values"])
        self.assertEqual(self.data("/api/v1/move?board=1212212112122121", 400), {"error": "no direction changes this board"})

    def test_games(self):
        first = self.data("/api/v1/game?seed=42")
        self.assertEqual((first["seed"], first["moves"], len(first["spawns"])), (42, 0, 2))
        played = self.data("/api/v1/game?seed=42&moves=URDL")
        self.assertEqual((played["moves"], played["status"]), (4, "playing"))
        self.assertEqual(played, self.data("/api/v1/game?moves=urdl&seed=42"))
        self.assertNotEqual(self.data("/api/v1/game")["seed"], self.data("/api/v1/game")["seed"])
        self.assertEqual(self.data("/api/v1/game?size=5x3&rules=provider")["size"], [5, 3])
        for wrong, sentence in (("seed=-1", "seed is not a whole number from 0 to 18446744073709551615"),
                                ("size=9x4", "size is not from 1x1 to 8x8"),
                                ("rules=/etc/passwd", "rules is not the name of a shipped rule set"),
                                ("rules=" + "x" * 99, "rules is not the name of a shipped rule set"),
                                ("seed=42&moves=UX", "moves: number 2 is not possible"),
                                ("seed=42&moves=k", "moves: number 1 is not possible")):
            self.assertEqual(self.data(f"/api/v1/game?{wrong}", 400), {"error": sentence})

    def test_what_is_not_there(self):
        self.assertIn("error", self.data("/api/v1/boards", 404))
        self.assertIn("error", self.data("/api/", 404))
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            answer, _ = self.ask("/api/v1/board", method, 405)
            self.assertEqual(answer.getheader("Allow"), "GET, HEAD")
        answer, text = self.ask(f"/api/v1/board?board={HEX}", "HEAD")
        self.assertEqual(text, "")
        self.assertGreater(int(answer.getheader("Content-Length")), 100)

    def test_the_page(self):
        for path in ("/", "/index.html"):
            answer, text = self.ask(path)
            self.assertEqual((text, answer.getheader("Content-Type")), ("<!doctype html>the page", "text/html; charset=utf-8"))
        self.assertTrue(self.ask("/x.js")[0].getheader("Content-Type").startswith("text/javascript"))
        for path in ("/../secret", "/..%2Fsecret", "/%2e%2e/secret", "/x.js/../../secret", "/.hidden", "/nothing", "//etc/passwd"):
            self.assertNotIn("secret", self.raw(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
            self.assertNotIn("hidden", self.raw(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))

    def raw(self, text):
        with socket.create_connection(("127.0.0.1", self.port), 60) as plug:
            plug.sendall(text.encode("latin-1"))
            said = b""
            while more := plug.recv(65536):
                said += more
            return said.decode("latin-1")

    def test_limits_on_sizes(self):
        self.assertRegex(self.raw("GET /" + "x" * 40000 + " HTTP/1.1\r\n\r\n"), r"^(HTTP/1\.[01] 4|$)")
        self.assertRegex(self.raw("nonsense\r\n\r\n"), r"^(HTTP/1\.[01] 4|$)")
        long = self.raw("GET /api/v1/board?board=" + "2+" * 2000 + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        self.assertIn("the board is too long", long)

    def test_many_at_once(self):
        with concurrent.futures.ThreadPoolExecutor(40) as pool:
            letters = list(pool.map(lambda i: self.ask(f"/move?board=11000000000000{i % 10}{i % 7}")[1], range(200)))
        self.assertEqual(len(letters), 200)

    def test_a_running_game(self):
        game = Socket(self.port)
        self.assertIn(b" 101 ", game.head)
        self.assertEqual(game.ask("up"), {"error": "there is no game yet; 'new' begins one"})
        first = game.ask("new seed=42 size=4x4")
        self.assertEqual(first["board"], self.data("/api/v1/game?seed=42")["board"])
        for letter, word in zip("URDL", ("up", "right", "down", "left")):
            answer = game.ask(word)
        self.assertEqual(answer, self.data("/api/v1/game?seed=42&moves=URDL"))
        undone = game.ask("undo")
        self.assertEqual((undone["moves"], undone["undos"]), (3, 1))
        self.assertEqual(game.ask("redo")["board"], answer["board"])
        hint = game.ask("hint")
        self.assertEqual(hint["values"][hint["hint"]], max(hint["values"].values()))
        self.assertEqual(game.ask("play")["helped"], 1)
        self.assertIn("\nseed 42\n", game.ask("save")["record"])
        self.assertEqual(game.ask("keep"), {"error": "'keep' cannot be done now"})
        self.assertIn("is not a message", game.ask("jump")["error"])
        self.assertEqual(game.ask("new size=9x9"), {"error": "size is not from 1x1 to 8x8"})
        self.assertEqual(game.ask("up" if "up" in hint["legal"] else "undo")["size"], [4, 4])
        other = Socket(self.port)
        self.assertIn("no game yet", other.ask("up")["error"])
        for bad in (lambda: other.send("x" * 400), lambda: game.send("up", opcode=2)):
            bad()
        for line in (other, game):
            with self.assertRaises((EOFError, ConnectionError)):
                line.read()
            line.plug.close()

    def test_limit_on_running_games(self):
        games = [Socket(self.port) for _ in range(12)]
        taken = [game for game in games if b" 101 " in game.head]
        self.assertEqual(len(taken), 8)
        self.ask("/api/v1/game")  # requests are answered all the same
        for game in games:
            game.plug.close()


class LifeTest(unittest.TestCase):
    def started(self, *arguments):
        program, port = started(*arguments)
        self.addCleanup(end, program)
        return program, port

    def test_no_server_is_left_running(self):
        class Failing(LifeTest):
            def runTest(self):
                self.program, _ = self.started("--player", "random")
                self.fail("as a test may")

        failing = Failing()
        result = failing.run(unittest.TestResult())
        self.assertEqual(len(result.failures), 1, result.errors)
        self.assertIsNotNone(failing.program.poll())

    def test_it_ends_at_a_signal_with_lines_open(self):
        for sent in (signal.SIGINT, signal.SIGTERM):
            program, port = self.started("--player", "random")
            game, idle = Socket(port), socket.create_connection(("127.0.0.1", port))
            game.ask("new")
            program.send_signal(sent)
            self.assertEqual(program.wait(60), 0)
            self.assertEqual(program.stderr.read(), "")
            game.plug.close()
            idle.close()

    def test_only_this_machine_by_default(self):
        program, port = self.started("--player", "random")
        with self.assertRaises(OSError):  # another address of this machine, wherever it is
            socket.create_connection(("127.0.0.2", port), 5).close()
        self.assertEqual(stop(program), 0)

    def test_a_port_that_is_taken(self):
        program, port = self.started("--player", "random")
        again = subprocess.run([ELEVEN, "serve", "--player", "random", "--port", str(port)], capture_output=True, text=True,
                               timeout=60)
        self.assertEqual((again.returncode, again.stderr),
                         (1, f"eleven serve: cannot listen on 127.0.0.1:{port}: the port is in use, or the address is "
                             "not one of this machine\n"))
        stop(program)

    def test_what_makes_no_sense(self):
        started_and_stopped, _ = self.started("--player", "random")  # or skipped
        stop(started_and_stopped)
        for words, status, sentence in (
                (["--port", "65536"], 2, "--port expects a number from 0 to 65535, not '65536'"),
                (["--connections", "1"], 2, "--connections expects a number from 2 to 1000, not '1'"),
                (["--depth", "16"], 2, "--depth expects a number from 1 to 15, not '16'"),
                (["--time", "6s"], 2, "--time expects at most 5s"),
                (["--listen", "a,b"], 2, "--listen expects an address such as 127.0.0.1 or ::1, not 'a,b'"),
                (["--player", "nobody"], 2, "unknown player 'nobody'; expected random"),
                (["--web", "/nonexistent"], 1, "--web '/nonexistent' does not contain index.html")):
            done = subprocess.run([ELEVEN, "serve", *words], capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr.split(";")[0]),
                             (status, f"eleven serve: {sentence}".split(";")[0] + ("" if ";" in sentence else "\n")), words)

    def test_the_network_answers(self):
        program, port = self.started()
        with socket.create_connection(("127.0.0.1", port), 60) as plug:
            plug.sendall(b"GET /move?board=EDC1BA9187611111 HTTP/1.0\r\n\r\n")
            said = b""
            while more := plug.recv(4096):
                said += more
        self.assertRegex(said, rb"\r\n\r\n[urdl]$")
        stop(program)


if __name__ == "__main__":
    unittest.main()
