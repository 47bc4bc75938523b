"""Every answer for programs, against its schema: all commands with --json, the HTTP server and its WebSockets.

The helpers of the other tests check all answers too. Here every answer is got at least once, with all its keys."""

import http.client
import json
import pathlib
import unittest

import jsonschema

import answers
from answers import SEEN, check_http, schema
from cli_test import RECORD, RULES, Case
from serve_test import HEX, Socket, started, stop

BOARD = "2 4 8 16 / . 2 4 8 / . . 2 4 / . . . 2"
FORMATION = "8192 4096 2048 . / 512 1024 256 4 / 32 16 8 4 / 2 4 . ."  # in the endgame tables
ELSEWHERE = {"endgame", "facts"}  # too long for here: endgame_test and cli_test check them


def keys(part):
    """All keys of a schema."""
    if isinstance(part, list):
        return set().union(*map(keys, part)) if part else set()
    if not isinstance(part, dict):
        return set()
    inner = set().union(*map(keys, part.values())) if part else set()
    return inner | set(part["properties"]) if isinstance(part.get("properties"), dict) else inner


class CommandsTest(Case):
    def test_every_answer_with_every_key(self):
        game = self.file("game.2048", RECORD.replace("rules", "date 2026-01-02\nrules", 1))
        self.file("scores", "3\n5\n")
        self.good("match", "--player", "random", "--games", "1", "--seed", "5", "--save", "games")
        network = ("--player", "network", "--depth", "3")
        self.assertEqual(self.run_it("endgame", "--size", "tiny", "--threads", "1").returncode, 0)
        for words in (("version",), ("show", BOARD), ("move", BOARD, "left"), ("best", BOARD, *network),
                      ("best", FORMATION, "--player", "strong"), ("rules",),
                      ("rules", "show", "fibonacci"), ("rules", "check", self.file("tiny", RULES)), ("replay", game),
                      ("replay", "games/000001.2048"),
                      ("match", "--player", "greedy", "--games", "3"), ("random", "--games", "1000"),
                      ("match", "scores", "against", "scores", "--from-scores"), ("facts", "min-moves"),
                      ("games", "import", game), ("games",), ("games", "export", "1"), ("games", "check"), ("stats",),
                      ("bench", "--once", "--only", "line"), ("bench", "--once", "--only", "search"), ("solve", "2x2", "--for", "all", "--output", "two.elx"),
                      ("solve", "2x2", "--for", "reach-16", "--output", "two.elx", "--force"), ("solve", "two.elx"),
                      ("solve", "--probe", "2 . / . 2", "--for", "all"), ("solve", "two.elx", "--probe", "2 . / . 2")):
            done = self.run_it(*words, "--json")
            if done.returncode == 0:
                self.assertTrue(done.stdout, words)
        self.good("review", "games/000001.2048", "--depth", "1", "--time", "1ms", "--json")
        self.run_it("rules", "check", self.file("bad", "eleven rules 1\nnonsense\n"), "--json")
        self.serve()
        for name in sorted(path.name.split(".")[0] for path in pathlib.Path(answers.FOLDER.name).glob("*.schema.json")):
            if name not in ELSEWHERE:
                missing = keys(schema(name)) - SEEN[name] - {"id", "line", "error", "up", "right", "down", "left"}
                missing -= {"next_tile"} if name == "message" else set()  # strong, after thousands of moves
                self.assertFalse(missing, name)

    def serve(self):
        program, port = started(self.addCleanup, "--player", "greedy")
        for path in (f"board?board={HEX}", f"move?board={HEX}", f"values?board={HEX}", "game?seed=7&moves=uldr", "nothing"):
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            self.addCleanup(line.close)
            line.request("GET", f"/api/v1/{path}")
            check_http(path, json.loads(line.getresponse().read()))
        plug = Socket(port)
        self.addCleanup(plug.plug.close)
        for message in ("new seed=7", "up", "left", "hint", "play", "save", "undo", "nonsense"):
            check_http("play", plug.ask(message))
        self.assertEqual(stop(program), 0)


class SchemaTest(unittest.TestCase):
    def test_an_unknown_key_is_an_error(self):
        answers.check("version", {"version": "1"})
        for wrong in ({"version": "1", "more": 1}, {}, {"version": 1}):
            with self.assertRaises(jsonschema.ValidationError):
                answers.check("version", wrong)

    def test_schemas_are_valid(self):
        for path in pathlib.Path(answers.FOLDER.name).glob("*.schema.json"):
            jsonschema.Draft202012Validator.check_schema(json.loads(path.read_text()))

    def test_the_server_is_described_as_it_is(self):
        described = answers.openapi()
        for part in described["components"]["schemas"].values():
            jsonschema.Draft202012Validator.check_schema(part)
        self.assertEqual(set(described["paths"]), {"/move", *(f"/api/v1/{name}" for name in answers.PATHS)})


if __name__ == "__main__":
    unittest.main()
