"""The server: `eleven serve`, asked with Python's standard library alone."""

import base64
import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import re
import resource
import select
import signal
import socket
import struct
import subprocess
import tempfile
import time
import unittest

from answers import check_http
from convert_test import ELEVEN, slide

HEX = "1100012003000000"
PLAYED = "a connection plays this game; if it is lost, the game can be opened in 5 seconds"


def started(cleanup, *arguments, data=None, **more):
    """Starts a server, which ends with the test whose addCleanup is given, whatever happens there. Returns it and its
    port."""
    if data is None:
        folder = tempfile.TemporaryDirectory()
        cleanup(folder.cleanup)
        data = folder.name
    program = subprocess.Popen([ELEVEN, "serve", "--port", "0", "--data", data, *arguments], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, **more)
    cleanup(end, program)
    line = program.stdout.readline()
    assert line, program.stderr.read()
    return program, int(re.search(r":(\d+)/ ", line).group(1))


def end(program):
    program.kill()
    program.wait(60)
    program.stdout.close()
    program.stderr.close()


def stop(program):
    program.send_signal(signal.SIGTERM)
    return program.wait(60)


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

    @staticmethod
    def frame(text, opcode=1, final=128):
        data = text.encode()
        length = struct.pack("!B", 128 | len(data)) if len(data) < 126 else struct.pack("!BH", 128 | 126, len(data))
        return bytes([final | opcode]) + length + b"\0\0\0\0" + data

    def send(self, text, opcode=1, final=128):
        self.plug.sendall(self.frame(text, opcode, final))

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
        if opcode & 15 == 9:  # a ping, after a pause
            self.send(data.decode(), opcode=10)
            return self.read()
        return check_http("play", json.loads(data))

    def ask(self, text):
        self.send(text)
        return self.read()

    def reason(self):
        """Why the server closes, from its close frame."""
        opcode, length = self.exactly(2)
        assert opcode & 15 == 8
        return self.exactly(length)[2:].decode()


class ServeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        site = pathlib.Path(cls.folder.name, "site")
        site.mkdir()
        (site / "index.html").write_text("<!doctype html>the page")
        (site / "x.js").write_text("let x")
        (site / "font.woff2").write_bytes(b"wOF2")
        (site / ".hidden").write_text("hidden")
        pathlib.Path(cls.folder.name, "secret").write_text("secret")
        cls.program, cls.port = started(cls.addClassCleanup, "--player", "greedy", "--web", str(site), "--connections", "16")

    @classmethod
    def tearDownClass(cls):
        status = stop(cls.program)
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
        return check_http(path, json.loads(text))

    def test_a_letter_for_other_programs(self):
        for board, letter in (("1100000000000000", "l"), ("1212212112122121", "g"), ("EDC1BA9187611111", None)):
            answer, text = self.ask(f"/move?board={board}")
            self.assertIn(text, [letter] if letter else list("urdl"))
        self.assertEqual(self.data("/move?board=xyz", 400),
                         {"error": "board, column 1: no tile of these rules has the number 'xyz'"})
        self.assertIn("a board is needed", self.data("/move", 400)["error"])

    def test_boards(self):
        answer = self.data(f"/api/v1/board?board={HEX}")
        self.assertEqual(answer["board"], [[2, 2, 0, 0], [0, 2, 4, 0], [0, 8, 0, 0], [0, 0, 0, 0]])
        self.assertEqual((answer["rules"], answer["largest_tile"], answer["empty"]), ("classic", 8, 11))
        ranks = [int(digit, 16) for digit in HEX]
        for move in answer["slides"]:
            board, gain = slide(ranks, 4, 4, move["direction"][0].upper())
            self.assertEqual(move["board"], [[2 ** r if r else 0 for r in board[i:i + 4]] for i in range(0, 16, 4)])
            self.assertEqual(move["gain"], gain)
        answer = self.data("/api/v1/board?rules=fibonacci&board=1+2+.+%2F+5+8+3")
        self.assertEqual(answer["board"], [[1, 2, 0], [5, 8, 3]])
        for code in ("%0a", "%0A", "%0d%0a"):
            self.assertEqual(self.data(f"/api/v1/board?board=2+2{code}4+4", 400)["error"], "the first line of the request ends "
                             "before 'HTTP/1.1'; in a board write '/' instead of '%0A'")

    def test_the_player(self):
        answer = self.data(f"/api/v1/move?board={HEX}")
        self.assertEqual((answer["player"], answer["values"][answer["direction"]]), ("greedy", max(answer["values"].values())))
        self.assertEqual(self.data(f"/api/v1/values?board={HEX}")["values"], answer["values"])
        self.assertEqual(self.data("/api/v1/move?board=1212212112122121", 400), {"error": "no direction changes this board"})

    def test_boards_that_the_player_does_not_know(self):
        table = pathlib.Path(self.folder.name, "2x2.elx")
        subprocess.run([ELEVEN, "solve", "2x2", "-o", table], check=True, stdout=subprocess.DEVNULL)
        _, self.port = started(self.addCleanup, "--player", str(table))
        self.addCleanup(delattr, self, "port")  # that of the class again
        self.assertEqual(self.data("/api/v1/move?board=2+2+%2F+.+.")["unit"], "points")
        refused = {"error": "2x2.elx is a table of 2x2 boards under the rules classic, not of 4x4 under classic"}
        for path in ("/api/v1/move", "/api/v1/values", "/move"):
            self.assertEqual(self.data(f"{path}?board={HEX}", 400), refused)
        for board, sentence in (("1+1+%2F+.+.&rules=fibonacci", "2x2.elx is a table of 2x2 boards under the rules classic, "
                                 "not of 2x2 under fibonacci"),
                                ("128+128+%2F+.+.", "no game reaches this position, so it is not in 2x2.elx")):
            self.assertEqual(self.data(f"/api/v1/move?board={board}", 400), {"error": sentence})
        line = Socket(self.port)
        self.addCleanup(line.plug.close)
        line.ask("new seed=42")
        for message in ("hint", "play"):
            self.assertEqual(line.ask(message), refused)

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

    def test_unknown_parameters_are_refused(self):
        game, board = "expected seed=, size=, rules= or moves=, not", "expected board= or rules=, not"
        for path, sentence in (("game?seed=1&goal=16", f"{game} 'goal=16'"), ("game?Seed=1", f"{game} 'Seed=1'"),
                               ("game?see=1", f"{game} 'see=1'"), ("game?eed=1", f"{game} 'eed=1'"),
                               ("game?seed", f"{game} 'seed'"), ("game?=1", f"{game} '=1'"),
                               ("game?&foo=1", f"{game} 'foo=1'"), ("game?seed=1&&foo=1", f"{game} 'foo=1'"),
                               ("game?or=1", f"{game} 'or=1'"), ("game?or+moves=1", f"{game} 'or moves=1'"),
                               ("game?g%6fal=16", f"{game} 'goal=16'"),
                               ("game?seed=1&" + "x" * 99, f"{game} '{'x' * 40}'"),
                               (f"board?board={HEX}&size=4x4", f"{board} 'size=4x4'"),
                               (f"move?board={HEX}&depth=9", f"{board} 'depth=9'"),
                               (f"values?board={HEX}&seed=7", f"{board} 'seed=7'"),
                               ("play?rules=fibonacci", "expected no parameters before 'new', not 'rules=fibonacci'")):
            self.assertEqual(self.data(f"/api/v1/{path}", 400), {"error": sentence})
        for query in ("game?seed=1&seed=2", "game?seed=1&size=4x4&seed=1", "game?seed=1&%73eed=2"):
            self.assertEqual(self.data(f"/api/v1/{query}", 400), {"error": "seed is given twice"})
        for query in ("?seed=8&", "?&seed=8", "?size=4x4&&seed=8&&"):
            self.assertEqual(self.data(f"/api/v1/game{query}")["seed"], 8)
        self.assertIn("seed", self.data("/api/v1/game?"))
        self.assertEqual(self.ask(f"/move?board={'11' + '0' * 14}&foo=1")[1], "l")  # as other programs have it
        line = Socket(self.port)
        for words, wrong in (("goal=8", "goal=8"), ("foo=1 seed=7", "foo=1"), ("seed=7  size=4x4 x", "x"), ("seed", "seed"),
                             ("seed=7 or=1", "or=1")):
            self.assertEqual(line.ask(f"new {words}"), {"error": f"expected seed=, size= or rules=, not '{wrong}'"})
        self.assertEqual(line.ask("new size=3x3 seed=7 size=3x3"), {"error": "size is given twice"})
        self.assertEqual(line.ask("new  rules=fibonacci size=5x3 seed=7 ")["seed"], 7)
        line.plug.close()

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
        self.assertEqual(self.ask("/font.woff2")[0].getheader("Content-Type"), "font/woff2")
        for path in ("/../secret", "/..%2Fsecret", "/%2e%2e/secret", "/x.js/../../secret", "/.hidden", "/nothing", "//etc/passwd"):
            self.assertNotIn("secret", self.raw(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
            self.assertNotIn("hidden", self.raw(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))

    def test_files_one_after_another(self):
        ask = "{} {} HTTP/1.1\r\nHost: localhost\r\n{}\r\n".format
        said = self.raw(ask("GET", "/x.js", "") * 3 + ask("HEAD", "/x.js", "") + ask("GET", "/nothing.js", "") +
                        ask("HEAD", "/", "") + ask("GET", "/", "Connection: close\r\n"))
        self.assertEqual(re.findall(r"HTTP/1\.1 (\d+) ", said), ["200"] * 4 + ["404"] + ["200"] * 2)
        self.assertEqual(re.findall("(?i)content-length: (.*)\r", said), ["5"] * 4 + ["77"] + ["23"] * 2)
        self.assertEqual((said.count("let x"), said.count("<!doctype html>")), (3, 1))

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
        long = self.raw("GET /api/v1/board?board=" + "2+" * 2000 + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        self.assertIn("the board is too long", long)

    def test_many_at_once(self):
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
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
        self.assertEqual(hint["values"][hint["direction"]], max(hint["values"].values()))
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

    def test_every_message_before_the_close_is_answered(self):
        for messages in (["save"] * 300, ["hint"] * 10, ["up"]):
            game = Socket(self.port)
            game.ask("new seed=42")
            game.plug.sendall(b"".join(map(game.frame, messages)) + game.frame("", opcode=8))
            for message in messages:
                self.assertIn("board", game.read(), message)
            self.assertRaises(EOFError, game.read)
            game.plug.close()

    def test_limit_on_running_games(self):
        games = [Socket(self.port) for _ in range(12)]
        taken = [game for game in games if b" 101 " in game.head]
        self.assertEqual(len(taken), 8)
        self.ask("/api/v1/game")  # requests are answered all the same
        for game in games:
            game.plug.close()


class GuardTest(unittest.TestCase):
    """Who may ask: hosts and origins; requests that are not requests."""

    def asked(self, port, fields, line="GET /api/v1/game?seed=1 HTTP/1.1"):
        with socket.create_connection(("127.0.0.1", port), 60) as plug:
            plug.sendall((line + "\r\n" + "".join(f"{field}\r\n" for field in fields) + "Connection: close\r\n\r\n").encode())
            answer = http.client.HTTPResponse(plug)
            answer.begin()
            return answer, answer.read().decode()

    def statuses(self, port, expected, prefix):
        for value, status in expected.items():
            answer, text = self.asked(port, prefix + [value])
            self.assertEqual(answer.status, status, value)
            self.assertEqual("error" in json.loads(text), status != 200, value)

    def test_hosts(self):
        _, port = started(self.addCleanup, "--player", "random", "--host", "game.example, other.example")
        self.statuses(port, {f"Host: {name}": 200 for name in (
            "localhost", f"localhost:{port}", "LocalHost.", "a.localhost", "127.0.0.1", "127.9.9.9:80", "[::1]", "[::1]:80",
            "game.example", "GAME.example:443", "other.example.", "localhost \t ", "\tlocalhost", "   localhost:80 ")}, [])
        self.statuses(port, {f"Host: {name}": 403 for name in (
            "evil.com", "evil.com:2048", "localhost.evil.com", "notlocalhost", "127.0.0.1.evil.com", "192.168.1.1", "[::2]",
            "game.example.evil.com", "localhost:x", "localhost@evil.com", "[::1", "::1", "[]", "", "xgame.example")}, [])
        answer, _ = self.asked(port, [], "GET /api/v1/game?seed=1 HTTP/1.0")
        self.assertEqual(answer.status, 200)
        self.statuses(port, {"Host: localhost": 400}, ["Host: localhost"])

    def test_hosts_of_a_server_for_everybody(self):
        program, port = started(self.addCleanup, "--player", "random", "--listen", "0.0.0.0")
        self.statuses(port, {"Host: 192.168.1.1": 200, "Host: evil.com": 403}, [])
        self.statuses(port, {f"Origin: http://{name}": status for name, status in
                             (("192.168.1.1:80", 200), ("10.0.0.1", 403))}, ["Host: 192.168.1.1:80"])

    def test_other_spellings_of_all_addresses(self):
        for spelling, usual in (("::0", "[::]"), ("0:0::0", "[::]"), ("::ffff:127.0.0.1", "[::ffff:127.0.0.1]")):
            program = subprocess.Popen([ELEVEN, "serve", "--port", "0", "--listen", spelling, "--player", "random"],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.addCleanup(end, program)
            if said := program.stdout.readline():  # nothing if this machine has no IPv6
                self.assertIn(f"http://{usual}:", said)
                if usual != "[::]":
                    port = int(re.search(r":(\d+)/ ", said)[1])
                    self.statuses(port, {f"Host: {name}": 200 for name in (usual, "[::ffff:7f00:1]")}, [])

    def test_a_refused_request_ends_the_connection_and_says_so(self):
        _, port = started(self.addCleanup, "--player", "random")
        for head in ("GET / HTTP/1.1\r\nHost: evil.com", "GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.com",
                     "GET / HTTP/1.1", "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost", "GET / HTTP/1.2"):
            with socket.create_connection(("127.0.0.1", port), 60) as plug:
                plug.sendall(f"{head}\r\n\r\n".encode())
                answer = http.client.HTTPResponse(plug)
                answer.begin()
                self.assertGreaterEqual(answer.status, 400)
                self.assertEqual((answer.getheader("Connection") or "").lower(), "close", head)

    def test_a_client_can_ask_in_a_list_that_the_connection_ends(self):
        _, port = started(self.addCleanup, "--player", "random")
        for fields, ends in (("Connection: close", True), ("Connection: TE, close", True), ("Connection: Close , TE", True),
                             ("Connection: TE\r\nConnection: close", True), ("Connection: keep-alive, TE", False),
                             ("Connection: " + "TE, " * 200 + "close", True)):
            with socket.create_connection(("127.0.0.1", port), 60) as plug:
                plug.sendall(f"GET /api/v1/game?seed=1 HTTP/1.1\r\nHost: localhost\r\n{fields}\r\n\r\n".encode())
                answer = http.client.HTTPResponse(plug)
                answer.begin()
                self.assertEqual(answer.status, 200)
                self.assertEqual(answer.getheader("Connection") == "close", ends, fields)

    def test_hosts_with_mistakes(self):
        _, port = started(self.addCleanup, "--player", "random")
        self.statuses(port, {f"Host: {name}": 403 for name in (
            ":80", "[]", "[::1", "[::1]x", "[::1]:8x", "localhost:8x", "a" * 290)}, [])
        self.statuses(port, {f"Host: {name}": 200 for name in ("[::1]", "[::1]:80", "localhost.:80")}, [])

    def test_hosts_of_ipv6(self):
        try:
            socket.create_server(("::", 0), family=socket.AF_INET6).close()
        except OSError:
            self.skipTest("this machine has no IPv6")
        program = subprocess.Popen([ELEVEN, "serve", "--port", "0", "--listen", "::", "--player", "random"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(end, program)
        port = int(re.search(r"http://\[::\]:(\d+)/ ", program.stdout.readline()).group(1))
        with socket.create_connection(("::1", port), 60) as plug:
            plug.sendall(b"GET /api/v1/game?seed=1 HTTP/1.1\r\nHost: [fe80::1]\r\nConnection: close\r\n\r\n")
            self.assertIn(b" 200 ", plug.recv(100))
        self.assertEqual(stop(program), 0)

    def test_origins(self):
        _, port = started(self.addCleanup, "--player", "random", "--origin", "https://page.example,chrome-extension://abc")
        good = ("http://localhost", "http://localhost:3000", "https://127.0.0.1", "http://[::1]:8", "https://page.example",
                "chrome-extension://abc")
        self.statuses(port, {f"Origin: {name}": 200 for name in good}, ["Host: localhost"])
        for name in good:
            answer, _ = self.asked(port, ["Host: localhost", f"Origin: {name}"])
            self.assertEqual((answer.getheader("Access-Control-Allow-Origin"), answer.getheader("Vary")), (name, "Origin"))
        with socket.create_connection(("127.0.0.1", port), 60) as plug:
            plug.sendall(b"GET /api/v1/game HTTP/1.0\r\nHost: localhost\r\nOrigin: \t http://localhost \t\r\n\r\n")
            self.assertIn(b"\r\naccess-control-allow-origin: http://localhost\r\n", plug.makefile("rb").read().lower())
        self.statuses(port, {f"Origin: {name}": 403 for name in (
            "http://evil.com", "null", "http://localhost.evil.com", "http://page.example", "https://page.example:8",
            "file://", "", "ftp://localhost", "capacitor://localhost", "chrome-extension://localhost")},
                      ["Host: localhost"])

        self.statuses(port, {f"Origin: {name}": 403 for name in ("http://localhost", "http://evil.com")},
                      ["Host: localhost", "Origin: http://localhost"])

    def test_an_origin_longer_than_any_name_is_refused(self):
        _, port = started(self.addCleanup, "--player", "random")
        origin = "Origin: https://" + ".".join(["a" * 60] * 4) + ".evil.example"
        for line, more in (("GET /api/v1/game?seed=1 HTTP/1.1", []),
                           ("GET /api/v1/play HTTP/1.1",
                            ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                             "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="])):
            answer, text = self.asked(port, ["Host: localhost", origin, *more], line)
            self.assertEqual((answer.status, json.loads(text)["error"]),
                             (403, "pages of 'a long name' may not ask; --origin allows origins"))

    def test_pages_without_an_origin_ask_where_that_is_allowed(self):
        _, port = started(self.addCleanup, "--player", "random", "--origin", "null")
        answer, _ = self.asked(port, ["Host: localhost", "Origin: null"])
        self.assertEqual((answer.status, answer.getheader("Access-Control-Allow-Origin")), (200, "null"))

    def test_no_answer_is_kept_or_taken_for_another_kind_of_file(self):
        _, port = started(self.addCleanup, "--player", "random")
        for host in "localhost", "evil.com":
            answer, _ = self.asked(port, [f"Host: {host}"])
            self.assertEqual((answer.getheader("Cache-Control"), answer.getheader("X-Content-Type-Options")),
                             ("no-store", "nosniff"))

    def test_requests_with_mistakes(self):
        _, port = started(self.addCleanup, "--player", "random")
        host = ["Host: localhost"]
        for line, fields, status in (
                ("GET / HTTP/1.1", [], 400), ("GET / HTTP/1.1", host * 2, 400), ("GET / HTTP/3.0", host, 505),
                ("GET /", host, 400), ("G(T / HTTP/1.1", host, 400), ("x", host, 400), ("TRACE / HTTP/1.1", host, 400),
                ("PRI * HTTP/2.0", host, 400), ("GET / HTTP/1.1", ["Host : localhost"], 400),
                ("GET / HTTP/1.1", host + ["Content-Length: 5"], 400), ("POST / HTTP/1.1", host + ["Content-Length: 5"], 405),
                ("GET / HTTP/1.1", host + ["Transfer-Encoding: chunked"], 400),
                ("GET / HTTP/1.1", host + ["Upgrade: h2c"], 400),
                ("GET /api/v1/game?seed=1 HTTP/1.1", host + ["Upgrade: h2c"], 200),
                ("GET /move?board=1100000000000000 HTTP/1.1", host + ["Upgrade: h2c"], 200), ("DELETE /x HTTP/1.1", host, 405),
                ("GET /nothing HTTP/1.1", host, 404), ("GET /" + "x" * 20000 + " HTTP/1.1", host, 414),
                ("GET /?board=" + "x" * 20000 + " HTTP/1.1", host, 414),
                ("GET / HTTP/1.1", host + ["Content-Length: 0"], 200), ("GET / HTTP/1.1", host + ["Content-Length: 0 \t"], 200),
                ("GET / HTTP/1.1", host + ["Content-Length:  5 "], 400), ("GET / HTTP/1.1", host + ["Content-Length: 0"] * 2, 400)):
            answer, text = self.asked(port, fields, line)
            self.assertEqual(answer.status, status, (line[:40], fields))
            if status != 200:
                self.assertEqual(answer.getheader("Content-Type"), "application/json")
                self.assertEqual(list(json.loads(text)), ["error"])
        for line in ("GET x HTTP/1.1", "GET /%zz HTTP/1.1", "OPTIONS * HTTP/1.1", "GET http://evil.com/ HTTP/1.1"):
            self.assertEqual(self.asked(port, host, line)[0].status, 403)  # the library refuses them itself

    def test_requests_one_after_another(self):
        _, port = started(self.addCleanup, "--player", "greedy")
        with socket.create_connection(("127.0.0.1", port), 60) as plug:
            one = b"GET /api/v1/move?board=1100000000000000 HTTP/1.1\r\nHost: localhost\r\n\r\n"
            plug.sendall(one * 50 + one[:-20])
            plug.sendall(one[-20:-2] + b"Connection: close\r\n\r\n")
            said = b""
            while more := plug.recv(65536):
                said += more
        self.assertEqual((said.count(b"HTTP/1.1 200 OK\r\n"), said.count(b'"direction":"left","values"')), (51, 51))


class CrowdTest(unittest.TestCase):
    """More connections than there are places."""

    def setUp(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if hard != resource.RLIM_INFINITY and hard < 3000:
            self.skipTest("too few files may be open")
        resource.setrlimit(resource.RLIMIT_NOFILE, (3000, hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))

    def crowd(self, port, count, text):
        plugs = []
        for _ in range(count):
            plugs.append(socket.create_connection(("127.0.0.1", port), 60))
            self.addCleanup(plugs[-1].close)
            plugs[-1].sendall(text)
        return plugs

    def test_a_thousand_connections(self):
        _, port = started(self.addCleanup, "--player", "greedy", "--connections", "200")
        begin = time.monotonic()
        plugs = self.crowd(port, 1000, b"GET /move?board=1100000000000000 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        served = refused = 0
        for plug in plugs:
            answer = http.client.HTTPResponse(plug)
            answer.begin()
            text = answer.read()
            if answer.status == 200:
                served += text == b"l"
            else:
                self.assertEqual((answer.status, answer.getheader("Retry-After")), (503, "1"))
                self.assertIn("too many connections", json.loads(text)["error"])
                refused += 1
        self.assertEqual(served + refused, 1000)
        self.assertGreaterEqual(served, 200)
        self.assertLess(time.monotonic() - begin, 8)  # half a second on a busy machine

    def test_half_open_requests_delay_nobody(self):
        _, port = started(self.addCleanup, "--player", "greedy", "--connections", "50")
        self.crowd(port, 80, b"GET /move?board=11000000")
        begin = time.monotonic()
        while True:
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            line.request("GET", "/move?board=1100000000000000")
            status = line.getresponse().status
            line.close()
            if status == 200:
                break
            self.assertEqual(status, 503)
        self.assertLess(time.monotonic() - begin, 4)  # they lose their places after a second

    def test_half_open_requests_end(self):
        _, port = started(self.addCleanup, "--player", "greedy")
        plug, = self.crowd(port, 1, b"GET /move?board=11000000")
        answer = http.client.HTTPResponse(plug)
        answer.begin()
        self.assertEqual((answer.status, list(json.loads(answer.read()))), (408, ["error"]))


class KeepTest(unittest.TestCase):
    """Games outlive their connections and the server."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data = str(pathlib.Path(folder.name, "deep", "data"))

    def socket(self, port):
        line = Socket(port)
        self.addCleanup(line.plug.close)
        return line

    def serve(self, *arguments):
        return started(self.addCleanup, *arguments, data=self.data)

    def stopped_in(self, program):
        begin = time.monotonic()
        self.assertEqual(stop(program), 0)
        return time.monotonic() - begin

    def test_sigterm_keeps_all_games(self):
        program, port = self.serve("--player", "greedy", "--connections", "1000")
        games = {}
        for seed in range(150):
            line = self.socket(port)
            name = line.ask(f"new seed={seed} size={'4x4' if seed % 2 else '5x3'}")["game"]
            for _ in range(seed + 1):
                answer = line.ask("play")
                if "error" in answer:  # it is over
                    break
                games[name] = answer
            if seed % 10 == 0:
                line.plug.close()
        self.assertLess(self.stopped_in(program), 5)  # 0.4 s on a busy machine
        _, port = self.serve("--player", "random")
        line = self.socket(port)
        for name, before in games.items():
            after = line.ask(f"open {name}")
            self.assertEqual((after["game"], after["board"], after["score"], after["moves"], after["helped"]),
                             (name, before["board"], before["score"], before["moves"], before["helped"]))
        self.assertGreater(after["moves"], line.ask("undo")["moves"])
        self.assertEqual(line.ask("open " + "0" * 32), {"error": "no game of this name is kept; 'new' begins one"})
        line.plug.close()

    def test_a_player_that_thinks_delays_nothing(self):
        program, port = self.serve("--player", "montecarlo", "--time", "5s")
        line = self.socket(port)
        name = line.ask("new seed=42")["game"]
        line.ask("up")
        line.send("play")
        other = self.socket(port)
        self.assertEqual(other.ask("new seed=1")["moves"], 0)
        self.assertLess(self.stopped_in(program), 5)
        _, port = self.serve("--player", "random")
        self.assertEqual(self.socket(port).ask(f"open {name}")["moves"], 1)

    def test_a_connection_that_breaks(self):
        _, port = self.serve("--player", "random")
        line = self.socket(port)
        name = line.ask("new seed=42")["game"]
        line.ask("up")
        line.plug.close()
        line = self.socket(port)
        while "error" in (answer := line.ask(f"open {name}")):
            pass
        self.assertEqual(answer["moves"], 1)
        line.ask("left")
        other = line.ask("new seed=7")["game"]  # the game before is kept too
        self.assertNotEqual(name, other)
        self.assertEqual(line.ask(f"open {name}")["moves"], 2)

    def test_a_game_that_a_connection_plays_is_not_opened(self):
        played = {"error": PLAYED}
        program, port = self.serve("--player", "greedy")
        first, second, third = (self.socket(port) for _ in range(3))
        name = first.ask("new seed=7")["game"]
        for moves in range(1, 5):
            self.assertEqual(first.ask("play")["moves"], moves)
            self.assertEqual(second.ask(f"open {name}"), played)  # it is not kept yet
        self.assertEqual(first.ask(f"open {name}"), {"error": "this connection plays this game already"})
        self.close(first)
        self.assertEqual(second.ask(f"open {name}")["moves"], 4)
        self.assertEqual(third.ask(f"open {name}"), played)
        self.assertEqual(third.ask("up"), {"error": "there is no game yet; 'new' begins one"})
        self.assertEqual(third.ask("open "), {"error": "no game of this name is kept; 'new' begins one"})
        self.assertEqual(second.ask("play")["moves"], 5)
        second.ask("new seed=8")
        self.assertEqual(third.ask(f"open {name}")["moves"], 5)
        self.assertEqual(second.ask(f"open {name}"), played)
        self.stopped_in(program)

    def test_a_connection_that_is_lost_gives_its_game_up(self):
        _, port = self.serve("--player", "greedy")
        lost, there, other = (self.socket(port) for _ in range(3))
        names = [line.ask("new")["game"] for line in (lost, there)]
        for line in (lost, there):
            line.ask("play")
        begin = time.monotonic()
        for name in names:
            self.assertEqual(other.ask(f"open {name}"), {"error": PLAYED})
        self.assertEqual((lost.exactly(2), there.exactly(2)), (b"\x89\0",) * 2)  # a ping
        there.send("", opcode=10)
        other.ask(f"open {names[0]}")  # to ask again gives no more time
        self.assertEqual(lost.plug.recv(1), b"")  # it does not answer
        self.assertLess(time.monotonic() - begin, 20)
        self.assertEqual(other.ask(f"open {names[0]}")["moves"], 1)
        self.assertEqual(other.ask(f"open {names[1]}"), {"error": PLAYED})
        self.assertEqual(there.ask("play")["moves"], 2)

    def test_a_connection_that_reads_nothing_gives_its_game_up(self):
        _, port = self.serve("--player", "greedy")
        deaf, other = self.socket(port), self.socket(port)
        name = deaf.ask("new seed=42 size=8x8")["game"]
        for word in ("left", "up") * 20:
            deaf.ask(word)
        deaf.plug.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while True:
                deaf.send("save")
        end = select.poll()
        end.register(deaf.plug, select.POLLRDHUP)
        self.assertEqual(other.ask(f"open {name}"), {"error": PLAYED})
        self.assertTrue(end.poll(90000))  # milliseconds; without the question, two minutes
        self.assertIn("moves", other.ask(f"open {name}"))

    def test_a_game_that_was_undone_to_its_beginning_is_kept(self):
        program, port = self.serve("--player", "greedy")
        line = self.socket(port)
        name = line.ask("new seed=9")["game"]
        for word in ("left", "up"):
            line.ask(word)
        self.close(line)
        line = self.socket(port)
        line.ask(f"open {name}")
        for word in ("hint", "undo", "hint", "undo"):
            line.ask(word)
        self.close(line)
        line = self.socket(port)
        opened = line.ask(f"open {name}")
        self.assertEqual([opened[key] for key in ("moves", "undos", "hints", "class")], [0, 2, 2, "with hints"])
        other = line.ask("new seed=10")["game"]
        line.ask("left")
        line.ask("undo")
        third = line.ask("new seed=11")["game"]
        line.ask("hint")
        self.stopped_in(program)
        program, port = self.serve("--player", "greedy")
        self.assertEqual(self.socket(port).ask(f"open {other}")["undos"], 1)
        self.assertEqual(self.socket(port).ask(f"open {third}")["hints"], 1)

    def test_undo_ends_at_the_beginning_of_a_game(self):
        _, port = self.serve("--player", "greedy")
        line = self.socket(port)
        names, boards = [], []
        for seed in (1, 2):
            first = line.ask(f"new seed={seed}")
            names.append(first["game"])
            for _ in range(3):
                boards.append(line.ask("play")["board"])
        for moves in (2, 1, 0):
            undone = line.ask("undo")
            self.assertEqual((undone["seed"], undone["moves"]), (2, moves))
        self.assertEqual(undone["board"], first["board"])
        self.assertEqual(line.ask("undo"), {"error": "'undo' cannot be done now"})
        for _ in range(3):
            last = line.ask("redo")
        self.assertEqual((last["seed"], last["board"]), (2, boards[5]))
        self.assertEqual(line.ask("redo"), {"error": "'redo' cannot be done now"})
        self.close(line)
        line = self.socket(port)
        for i, name in enumerate(names):
            opened = line.ask(f"open {name}")
            self.assertEqual((opened["seed"], opened["moves"], opened["board"]), (i + 1, 3, boards[3 * i + 2]))

    def close(self, line):
        """Closes the connection, and waits for the server to do so too."""
        line.send("", opcode=8)
        self.assertRaises(EOFError, line.read)
        line.plug.close()

    def test_a_connection_that_breaks_while_a_player_thinks(self):
        program, port = self.serve("--player", "montecarlo", "--time", "500ms")
        line = self.socket(port)
        name = line.ask("new seed=42")["game"]
        line.ask("up")
        line.send("hint")
        line.plug.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.plug.close()
        line = self.socket(port)
        line.ask("new seed=1")
        line.ask("hint")
        self.assertEqual(line.ask(f"open {name}")["moves"], 1)
        self.stopped_in(program)

    def test_the_newest_thousand_games_stay(self):
        record = "eleven game 1\nrules classic\nsize 4x4\nseed 42\n\n1. U\n"
        names = [f"{i:032x}" for i in range(1000)]
        os.makedirs(self.data)
        kept = pathlib.Path(self.data, "served.2048")
        kept.write_text("".join(f"; game {name}\n{record}" for name in names))
        program, port = self.serve("--player", "random")
        line = self.socket(port)
        self.assertEqual(line.ask(f"open {names[0]}")["moves"], 1)
        line.ask("left")
        other = line.ask("new seed=7")["game"]
        line.ask("left")
        self.stopped_in(program)
        found = re.findall(r"^; game (\w+)$", kept.read_text(), re.M)
        self.assertEqual(found, names[2:] + [names[0], other])

    def test_without_a_folder_games_are_lost(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        program = subprocess.Popen([ELEVEN, "serve", "--port", "0", "--player", "random"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, cwd=folder.name, env={})
        self.addCleanup(end, program)
        line = self.socket(int(re.search(r":(\d+)/ ", program.stdout.readline()).group(1)))
        name = line.ask("new seed=42")["game"]
        line.ask("up")
        self.assertEqual(line.ask("open " + "1" * 32), {"error": "no game of this name is kept; 'new' begins one"})
        line.ask("new seed=1")
        self.assertEqual(line.ask(f"open {name}")["moves"], 1)
        self.assertEqual(stop(program), 0)
        self.assertEqual(line.reason(), "the server ends; the game cannot be kept")
        self.assertIn("Games are not kept", program.stdout.read())
        self.assertEqual(os.listdir(folder.name), [])

    def test_servers_share_the_file(self):
        names = []
        servers = [self.serve("--player", "random") for _ in range(2)]
        for _, port in servers:
            line = self.socket(port)
            names.append(line.ask("new seed=42")["game"])
            line.ask("up")
        for program, _ in servers:
            self.stopped_in(program)
        _, port = self.serve("--player", "random")
        line = self.socket(port)
        for name in names:
            self.assertEqual(line.ask(f"open {name}")["moves"], 1)

    def test_a_connection_that_is_lost_while_a_player_thinks(self):
        _, port = self.serve("--player", "montecarlo", "--time", "1s")
        lost, other = self.socket(port), self.socket(port)
        name = lost.ask("new")["game"]
        for word in ("up", "left", "down"):
            lost.ask(word)
        self.assertEqual(lost.ask(f"open {name}"), {"error": "this connection plays this game already"})
        lost.send("play")
        self.assertEqual(other.ask(f"open {name}"), {"error": PLAYED})
        self.assertIn("board", lost.read())
        self.assertEqual(lost.exactly(2), b"\x89\0")  # the ping comes after the answer
        self.assertEqual(lost.plug.recv(1), b"")
        self.assertIn("moves", other.ask(f"open {name}"))

    def test_two_servers_never_have_the_same_game(self):
        elsewhere = {"error": "another server has this game; it can be opened when that server ends"}
        program, port = self.serve("--player", "random")
        line, names = self.socket(port), []
        for seed in (42, 43):
            names.append(line.ask(f"new seed={seed}")["game"])
            line.ask("up")
        self.stopped_in(program)
        (first, port), (second, other) = (self.serve("--player", "random") for _ in range(2))
        line, guest = self.socket(port), self.socket(other)
        self.assertEqual(line.ask(f"open {names[0]}")["moves"], 1)
        line.ask("left")
        self.assertEqual(guest.ask(f"open {names[0]}"), elsewhere)
        self.assertEqual(guest.ask(f"open {names[1]}")["moves"], 1)
        guest.ask("left")
        line.ask(f"open {'0' * 32}")  # a name that nobody has is not taken
        self.assertIn("no game of this name", guest.ask(f"open {'0' * 32}")["error"])
        for wrong in (f"{names[0]} ", f" {names[0]}", names[0].upper(), names[0][:31], names[0] + "0", "-1", "-2"):
            self.assertIn("no game of this name", line.ask(f"open {wrong}")["error"])
        line.ask("new")
        self.assertEqual(guest.ask(f"open {names[0]}"), elsewhere)  # the first server has the last move
        self.stopped_in(first)
        self.assertEqual(guest.ask(f"open {names[0]}")["moves"], 2)
        guest.ask("right")
        third, port = self.serve("--player", "random")
        line = self.socket(port)
        self.assertEqual(line.ask(f"open {names[0]}"), elsewhere)
        self.stopped_in(second)
        for name, moves in zip(names, (3, 2)):
            self.assertEqual(line.ask(f"open {name}")["moves"], moves)
        third.kill()  # the system releases what it had
        third.wait(60)
        _, port = self.serve("--player", "random")
        self.assertEqual(self.socket(port).ask(f"open {names[0]}")["moves"], 3)

    def test_games_that_cannot_be_kept(self):
        pathlib.Path(self.data, "served.2048").mkdir(parents=True)
        program, port = self.serve("--player", "random")
        played, untouched = self.socket(port), self.socket(port)
        for line in (played, untouched):
            line.ask("new seed=42")
        played.ask("up")
        self.assertEqual(stop(program), 1)
        for line in (played, untouched):
            self.assertEqual(line.reason(), "the server ends; the game cannot be kept")
        self.assertIn("eleven serve: the games could not be kept: ", program.stderr.read())

    def test_the_end_of_the_server_is_reported(self):
        program, port = self.serve("--player", "random")
        line = self.socket(port)
        line.ask("new seed=42")
        line.ask("up")
        self.stopped_in(program)
        self.assertEqual(line.reason(), "the server ends; the game is kept")


class LifeTest(unittest.TestCase):
    def test_no_server_is_left_running(self):
        class Failing(LifeTest):
            def runTest(self):
                self.program, _ = started(self.addCleanup, "--player", "random")
                self.fail("as a test may")

        failing = Failing()
        result = failing.run(unittest.TestResult())
        self.assertEqual(len(result.failures), 1, result.errors)
        self.assertIsNotNone(failing.program.poll())

    def test_it_ends_at_a_signal_with_lines_open(self):
        for sent in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            program, port = started(self.addCleanup, "--player", "random",
                                    preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))  # not as under nohup
            game, idle = Socket(port), socket.create_connection(("127.0.0.1", port))
            game.ask("new")
            program.send_signal(sent)
            self.assertEqual(program.wait(60), 0)
            self.assertEqual(program.stderr.read(), "")
            game.plug.close()
            idle.close()

    def test_nohup_keeps_it_when_the_terminal_closes(self):
        program, port = started(self.addCleanup, "--player", "random",
                                preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        program.send_signal(signal.SIGHUP)
        game = Socket(port)
        self.assertEqual(game.ask("new")["moves"], 0)
        game.plug.close()
        self.assertEqual(stop(program), 0)

    def test_only_this_machine_by_default(self):
        program, port = started(self.addCleanup, "--player", "random")
        with self.assertRaises(OSError):  # another address of this machine, wherever it is
            socket.create_connection(("127.0.0.2", port), 5).close()
        self.assertEqual(stop(program), 0)

    def test_too_few_open_files(self):
        refused = subprocess.run([ELEVEN, "serve", "--player", "random", "--port", "0"], capture_output=True, text=True,
                                 timeout=300, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (15, 15)))
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertEqual(refused.stderr, "eleven serve: too few open files are allowed: 'ulimit -n' must be at least 16\n")

    def test_a_port_that_is_taken(self):
        program, port = started(self.addCleanup, "--player", "random")
        again = subprocess.run([ELEVEN, "serve", "--player", "random", "--port", str(port)], capture_output=True, text=True,
                               timeout=300)
        self.assertEqual((again.returncode, again.stderr),
                         (1, f"eleven serve: cannot listen on 127.0.0.1:{port}: the port is in use, or the address is "
                             "not one of this machine\n"))
        stop(program)

    def test_an_address_that_nobody_can_read(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([ELEVEN, "serve", "--player", "random", "--port", "0"], stdout=full,
                                  stderr=subprocess.PIPE, text=True, timeout=300)
        self.assertEqual((done.returncode, done.stderr),
                         (1, "eleven serve: the output cannot be written: No space left on device\n"))

    def test_an_address_that_is_known_anyway(self):
        """The server answers, and says at the end that its line could not be written."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        with open("/dev/full", "w") as full:
            program = subprocess.Popen([ELEVEN, "serve", "--player", "random", "--port", str(port)], stdout=full,
                                       stderr=subprocess.PIPE, text=True)
        self.addCleanup(program.kill)
        answers = False
        while not answers and program.poll() is None:
            with contextlib.suppress(ConnectionRefusedError), \
                    contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as line:
                line.request("GET", "/api/v1/game?seed=1")
                answers = line.getresponse().status == 200
        program.terminate()
        said = program.communicate(timeout=300)[1]
        self.assertEqual((program.returncode, said),
                         (1, "eleven serve: the output cannot be written: No space left on device\n"))

    def test_what_makes_no_sense(self):
        for words, status, sentence in (
                (["--port", "65536"], 2, "--port expects a whole number from 0 to 65535, not '65536'"),
                (["--connections", "1"], 2, "--connections expects a whole number from 2 to 1000, not '1'"),
                (["--depth", "16"], 2, "--depth expects a whole number from 1 to 15, not '16'"),
                (["--time", "6s"], 2, "--time expects at most 5s"),
                *((["--listen", wrong], 2, f"--listen expects an address such as 127.0.0.1 or ::1, not '{wrong}'")
                  for wrong in ("a,b", "*", "0", "localhost", "127.1", "", "0x7f000001")),
                *((["--origin", f"https://a.example,{wrong}"], 2, "--origin expects origins such as https://example.org or "
                   f"http://localhost:8080, not '{wrong}'")
                  for wrong in ("https://b.example/", "https://b.example:443", "http://b.example:80", "b.example", "://b")),
                (["--player", "nobody"], 2, "unknown player 'nobody'; expected random"),
                (["--web", "/nonexistent"], 1, "--web '/nonexistent' does not contain index.html")):
            done = subprocess.run([ELEVEN, "serve", *words], capture_output=True, text=True, timeout=300)
            self.assertEqual((done.returncode, done.stderr.split(";")[0]),
                             (status, f"eleven serve: {sentence}".split(";")[0] + ("" if ";" in sentence else "\n")), words)

    def test_the_network_answers(self):
        program, port = started(self.addCleanup)
        with socket.create_connection(("127.0.0.1", port), 60) as plug:
            plug.sendall(b"GET /move?board=EDC1BA9187611111 HTTP/1.0\r\n\r\n")
            said = b""
            while more := plug.recv(4096):
                said += more
        self.assertRegex(said, rb"\r\n\r\n[urdl]$")
        stop(program)


class EndTest(unittest.TestCase):
    def test_signals_while_it_ends(self):
        for _ in range(200):
            program, _ = started(self.addCleanup, "--player", "greedy")
            while program.poll() is None:
                program.send_signal(signal.SIGTERM)
            self.assertEqual(program.returncode, 0)


if __name__ == "__main__":
    unittest.main()
