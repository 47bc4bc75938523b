"""eleven endgame from outside: tables that are built, checked, interrupted and removed; the player that needs them."""

import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

from answers import check
from cli_test import ELEVEN, program_copy

BOARD = "8192 4096 2048 . / 512 1024 256 4 / 32 16 8 4 / 2 4 . ."  # of the formation
LOST = " / ".join(["2 4 2 4", "4 2 4 2"] * 2)
NEEDED = "there are no endgame tables in this folder; 'eleven endgame' builds the tables for the player strong"


class EndgameTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.program = ELEVEN

    def test_the_folder_follows_the_environment(self):
        for settings, folder in (({"ELEVEN_CACHE": "/c", "XDG_CACHE_HOME": "/x", "HOME": "/h"}, "/c"),
                                 ({"XDG_CACHE_HOME": "/x", "HOME": "/h"}, "/x/eleven"), ({"HOME": "/h"}, "/h/.cache/eleven")):
            done = subprocess.run([ELEVEN, "endgame", "--check"], env=settings, capture_output=True, text=True, timeout=300)
            self.assertEqual((done.returncode, done.stderr),
                             (1, f"eleven endgame: {folder}: there are no endgame tables in this folder\n"))
        done = subprocess.run([ELEVEN, "best", BOARD, "--player", "strong"], env={}, capture_output=True, text=True, timeout=300)
        self.assertEqual((done.returncode, done.stderr),
                         (1, "eleven best: the player strong needs endgame tables, but no cache folder is known: set "
                             "ELEVEN_CACHE\n"))

    def environment(self):
        return {**os.environ, "HOME": str(self.folder), "ELEVEN_DATA": str(self.folder / "data"), "ELEVEN_CACHE": "cache"}

    def run_it(self, *words, given=""):
        return subprocess.run([self.program, *words], cwd=self.folder, env=self.environment(), input=given, capture_output=True,
                              text=True, timeout=300)

    def good(self, *words):
        done = self.run_it(*words)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return done.stdout

    def bad(self, status, sentence, *words, given=""):
        done = self.run_it(*words, given=given)
        self.assertEqual((done.returncode, done.stderr, done.stdout), (status, sentence + "\n", ""), words)

    def build(self, *words):
        done = self.run_it("endgame", "--size", "tiny", "--threads", "1", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"^Building the tiny endgame tables in \S+, with 1 thread\.\n( +\d.*% *.* left *\n)*$")
        return done.stdout

    def test_tables_are_built_once_and_removed(self):
        printed = "a/b: tiny tables, 0.0105 GB, complete: 4442286 boards around six locked tiles, 1610914 around five.\n"
        size = "--size", "tiny", "--folder", "a/b"
        self.assertEqual(self.build("--folder", "a/b"), printed)
        path = self.folder / "a/b/endgame-tiny"
        self.assertEqual([one.name for one in path.parent.iterdir()], ["endgame-tiny"])
        before = path.stat()
        self.assertEqual(self.good("endgame", *size), printed)
        self.assertEqual(self.good("endgame", "--check", "--folder", "a/b"), printed)
        self.assertEqual((path.stat().st_ino, path.stat().st_mtime_ns), (before.st_ino, before.st_mtime_ns))
        facts = check("endgame", json.loads(self.good("endgame", *size, "--json")))
        self.assertEqual(facts, {"folder": "a/b", "tables": "tiny", "table_bytes": before.st_size,
                                 "boards_around_six": 4442286, "boards_around_five": 1610914})

        whole = path.read_bytes()
        path.write_bytes(whole[:5000000] + b"!" + whole[5000001:])
        damaged = "a/b/endgame-tiny: these endgame tables are damaged or from another version of Eleven"
        self.bad(1, f"eleven endgame: {damaged}", "endgame", "--check", "--folder", "a/b")
        done = self.run_it("endgame", *size, "--threads", "1")
        self.assertEqual((done.returncode, done.stdout, done.stderr.splitlines()[0]), (0, printed, damaged))
        self.assertEqual(path.read_bytes(), whole)

        larger = path.with_name("endgame-full")
        larger.write_bytes(b"damaged")
        self.bad(1, "eleven endgame: a/b/endgame-full: these endgame tables are damaged or from another version of Eleven; "
                 "'eleven endgame --size full' builds them again", "endgame", *size)
        self.assertEqual(path.read_bytes(), whole)
        larger.unlink()

        self.assertEqual(self.good("endgame", "--remove", "--folder", "a/b"), "removed a/b/endgame-tiny\n")
        self.assertEqual(list(path.parent.iterdir()), [])
        self.assertEqual(self.good("endgame", "--remove", "--folder", "a/b"), "")

    def test_an_interrupted_build_continues(self):
        part = self.folder / "cache/endgame-tiny.part"
        building = subprocess.Popen([ELEVEN, "endgame", "--size", "tiny", "--threads", "1"], cwd=self.folder,
                                    env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while building.poll() is None and not (part.exists() and part.stat().st_size):
            time.sleep(0.01)
        building.send_signal(signal.SIGINT)
        out, said = building.communicate(timeout=300)
        self.assertEqual((building.returncode, out), (1, ""))
        self.assertEqual(said.splitlines()[-1], "eleven endgame: stopped; the same command continues the work")
        self.assertTrue(part.exists())
        self.build()
        self.assertFalse(part.exists())
        self.good("endgame", "--check")
        self.good("endgame", "--check", "--size", "tiny")
        self.bad(1, "eleven endgame: there are no huge tables in cache; 'eleven endgame --size huge' builds them", "endgame",
                 "--check", "--size", "huge")

    def test_what_cannot_be(self):
        self.bad(1, "eleven endgame: cache: there are no endgame tables in this folder", "endgame", "--check")
        self.bad(2, "eleven endgame: --size 'vast' is unknown; expected tiny, small, full or huge", "endgame", "--size",
                 "vast")
        self.bad(2, "eleven endgame: --threads expects a whole number from 1 to 64, not '65'", "endgame", "--threads", "65")
        self.bad(2, "eleven endgame: --threads expects a whole number from 1 to 64, not '-1'", "endgame", "--threads", "-1")
        for folder in ("/dev/null/x", "/dev/null/x/y"):
            done = self.run_it("endgame", "--size", "tiny", "--folder", folder)
            self.assertEqual((done.returncode, done.stdout, done.stderr.splitlines()[1:]),
                             (1, "", [f"eleven endgame: {folder} cannot be created: Not a directory"]))
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_the_player_without_its_tables(self):
        game = self.run_it("random", "--seed", "1").stdout
        for command, *words in (["best", BOARD], ["match", "--games", "1"], ["watch", "--moves", "1"], ["review", "-"],
                                ["serve"], ["play"]):
            self.bad(1, f"eleven {command}: cache: {NEEDED}", command, *words, "--player", "strong", given=game)
        self.bad(1, f"eleven match: cache: {NEEDED}", "match", "random", "against", "strong")
        self.bad(2, "eleven best: unknown player 'stronk'; did you mean 'strong'?", "best", BOARD, "--player",
                 "stronk")

    def test_a_damaged_layer_ends_the_player(self):
        self.build()
        path = self.folder / "cache/endgame-tiny"
        whole = path.read_bytes()
        path.write_bytes(whole[:4096] + bytes(byte ^ 1 for byte in whole[4096:]))
        damaged = ("cache/endgame-tiny: these endgame tables are damaged or from another version of Eleven; 'eleven endgame' "
                   "builds them again")
        self.bad(1, f"eleven best: {damaged}", "best", BOARD, "--player", "strong")
        done = self.run_it("match", "--player", "strong", "--games", "20", "--depth", "3", "--seed", "1")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "", f"eleven match: {damaged}\n"))
        self.assertIn("after 3 moves", self.good("watch", "--player", "strong", "--moves", "3", "--seed", "1"))

    def build_without_weights(self):
        self.program = program_copy(self.folder)
        self.build()

    def test_the_player_with_its_tables(self):
        self.build_without_weights()
        printed = json.loads(self.good("best", BOARD, "--player", "strong", "--depth", "3", "--json"))
        self.assertEqual((printed["player"], printed["values"][printed["direction"]]), ("strong", max(printed["values"].values())))
        self.assertTrue(all(0 <= chance <= 1 for chance in printed["values"].values()), printed)
        self.bad(1, "eleven best: no move is possible on this board", "best", LOST, "--player", "strong")
        self.assertEqual((printed["unit"], printed["next_tile"]), ("chance", 64))
        self.assertEqual(set(printed["expected_points"]), set(printed["values"]))
        self.assertEqual(printed["continuation"][0]["direction"], printed["direction"])
        check("best", printed)
        match = "match", "--games", "1", "--depth", "1", "--seed", "1", "--json"
        strong, network = (json.loads(self.good(*match, "--player", name)) for name in ("strong", "network"))
        self.assertEqual((strong["player"], strong["games"]), ("strong", 1))
        self.assertEqual(strong["mean_score"], network["mean_score"])  # one move ahead
        self.assertIn("after 3 moves", self.good("watch", "--player", "strong", "--moves", "3", "--seed", "1"))

    def test_the_player_says_what_its_values_mean(self):
        self.build_without_weights()
        said = self.good("best", BOARD, "--player", "strong")
        self.assertRegex(said, r"(?s)\A(\w+)\n\n.*  \1 +\d+\.\d%, the best\n.*"
                               r"\nThe values are chances to build the next 64 while 6 tiles in a corner stay where they are,\n"
                               r"from the endgame tables\.\nThe network expects [\d,]+ points after \w+, [\d,]+ after \w+ and "
                               r"[\d,]+ after \w+\.\n\nThe game might continue: \1, a 2 on [a-d][1-4], ")
        other = "8192 2 4096 4 / 2 1024 . . / 2048 . . . / 512 . . ."
        said = self.good("best", other, "--player", "strong", "--depth", "4")
        self.assertIn("\nThe values compare how well the moves lead to boards of the endgame tables. They are not points.\n", said)
        self.assertRegex(said, r"\nThe network expects [\d,]+ points after")
        self.assertRegex(said, r"\nstrong looked 4 moves ahead, at \d+ positions\.\n\Z")
        printed = check("best", json.loads(self.good("best", other, "--player", "strong", "--depth", "4", "--json")))
        self.assertEqual((printed["unit"], printed["depth"], "next_tile" in printed), ("own", 4, False))
        early = "2 4 8 16 / . 2 4 8 / . . 2 4 / . . . 2"
        printed = check("best", json.loads(self.good("best", early, "--player", "strong", "--depth", "4", "--json")))
        self.assertEqual((printed["unit"], "expected_points" in printed), ("points", False))
        self.assertIn(printed["depth"], (2, 3, 4))  # two moves, and more in danger

    def test_the_values_fit_their_unit_under_every_budget(self):
        """At a small depth the network plays on this board, otherwise the tables do."""
        self.build_without_weights()
        board = BOARD.replace("8192", "16384")
        for limit in [], ["--time", "20ms"], ["--nodes", "5000"], ["--depth", "5"], ["--depth", "4"]:
            printed = json.loads(self.good("best", board, "--player", "strong", "--json", *limit))
            self.assertEqual(printed["unit"], "points" if limit[1:] == ["4"] else "chance")
            self.assertEqual(printed["unit"] == "chance", all(value <= 1 for value in printed["values"].values()), printed)

    def test_hints_of_the_player_are_chances(self):
        self.build()
        done = self.run_it("play", "--plain", "--player", "strong", "--board", BOARD, given="keep\nhint\n")
        self.assertRegex(done.stdout, r"\nHint: up, 75\.0% more than right; down loses 75\.0%; left moves nothing; the chance to "
                                      r"build the next 64 is 75\.0%\.\n")


if __name__ == "__main__":
    unittest.main()
