"""Files of weights as players: every command that takes a player takes one, and says what is wrong with a file."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import unittest.mock
import urllib.request

from cli_test import ELEVEN, ROOT, Case, program_copy
from serve_test import started
from terminal_driver import Terminal

BOARD = "2 4 8 16 / . 2 4 8 / . . 2 4 / . . . 2"
LATE = "32768 16384 8192 4096 / 256 512 1024 2048 / . 2 4 8 / . . 2 ."

RECIPE = """eleven recipe 1
name tiny
tuple 0 1 2 3
tuple 4 5 6 7
rate 1
"""

HEAD = """eleven game 1
rules classic
size {}
start 2@a1 2@b1

1. L4@b1
"""


SHIPPED = ROOT / "data/default.weights"
LATE_AT = SHIPPED.read_bytes().index(b"ELEVENN\n", 1)
EARLY_PART, LATE_PART = SHIPPED.read_bytes()[:LATE_AT], SHIPPED.read_bytes()[LATE_AT:]


def train(folder):
    """Weights of a short training, because opening the shipped ones takes a while."""
    (folder / "recipe").write_text(RECIPE)
    subprocess.run([ELEVEN, "train", "--recipe", "recipe", "--moves", "1", "--games", "2", "--seed", "1", "-o", "t.weights"],
                   cwd=folder, check=True, capture_output=True, timeout=300)
    return (folder / "t.weights").read_bytes()


class WeightsCase(Case):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            cls.trained = train(pathlib.Path(folder))

    def setUp(self):
        super().setUp()
        (self.folder / "t.weights").write_bytes(self.trained)

    def values(self, *arguments):
        best = self.data("best", *arguments, "--json", "--depth", "1")
        return best["direction"], best["values"], best.get("unit")


class PlayersTest(WeightsCase):
    def test_the_shipped_weights_are_the_player_network(self):
        shutil.copy(SHIPPED, self.folder / "same.weights")
        for board in BOARD, LATE:
            self.assertEqual(self.values(board, "--player", "same.weights"), self.values(board, "--player", "network"))
        asked = ("--games", "3", "--seed", "5", "--depth", "1", "--scores")
        self.assertEqual(self.good("match", "--player", "same.weights", *asked),
                         self.good("match", "--player", "network", *asked))

    def test_the_contents_decide(self):
        """A path has a dot or a slash; its ending does not matter."""
        shutil.copy(self.folder / "t.weights", self.folder / "t.elx")
        shutil.copy(self.folder / "t.weights", self.folder / "t")
        wanted = self.values(BOARD, "--player", "t.weights")
        self.assertNotEqual(wanted, self.values(BOARD))
        for path in "t.elx", "./t", str(self.folder / "t"):
            self.assertEqual(self.values(BOARD, "--player", path), wanted)
        self.good("solve", "2x2", "-o", "t.elx", "--force")
        shutil.move(self.folder / "t.elx", self.folder / "t.weights")
        self.data("best", "2 . / . 2", "--player", "t.weights", "--json")
        self.bad_start(2, "eleven best: unknown player 't'; expected random, ", "best", BOARD, "--player", "t")

    def test_two_networks_in_a_file(self):
        """The first judges boards up to 8192, the second those from 16384 on."""
        (self.folder / "pair.weights").write_bytes(self.trained + LATE_PART)
        for board, same in (BOARD, "t.weights"), (LATE, "network"):
            self.assertEqual(self.values(board, "--player", "pair.weights"), self.values(board, "--player", same))
        self.assertNotEqual(self.values(LATE, "--player", "pair.weights"), self.values(LATE, "--player", "t.weights"))
        asked = ("--games", "4", "--seed", "3", "--depth", "1", "--scores", "--threads", "2")
        self.assertEqual(self.good("match", "--player", "./pair.weights", *asked),
                         self.good("match", "--player", "t.weights", *asked))

    def test_matches(self):
        scores = [self.good("match", "--player", str(self.folder / f"t.weights{depth}"), "--games", "4", "--seed", "3",
                            "--scores", *more, "--threads", threads)
                  for depth, more, threads in (("@2", (), "1"), ("@2", (), "2"), ("", ("--depth", "2"), "1"),
                                               ("@1", (), "1"))]
        self.assertEqual(sorted(scores[0].split()), sorted(scores[1].split()))
        self.assertEqual(scores[0], scores[2])
        self.assertNotEqual(scores[0], scores[3])
        match = self.data("match", "--player", "./t.weights@1", "--games", "2", "--json")
        self.assertEqual(match["player"], "t.weights")
        duel = self.data("match", "t.weights@2", "against", "t.weights@1", "--games", "300", "--seed", "4", "--json")
        self.assertEqual((duel["decision"], duel["first"], duel["second"]), ("H1", "t.weights@2", "t.weights@1"))
        self.bad(2, "eleven match: 't.weights@2' and --depth both say how far the player looks ahead",
                 "match", "--player", "t.weights@2", "--depth", "1")
        self.bad(2, "eleven match: 't.weights@16' expects a whole number from 1 to 15 after '@'", "match", "--player", "t.weights@16")
        shutil.copy(self.folder / "t.weights", self.folder / "t@2.weights")
        self.good("match", "--player", "t@2.weights@1", "--games", "1", "--seed", "1")

    def test_parts_of_a_match(self):
        asked = ("match", "--player", str(self.folder / "t.weights@1"), "--games", "4", "--seed", "9")
        parts = [self.file(f"part{k}", self.good(*asked, "--part", f"{k}/2")) for k in (1, 2)]
        whole, merged = self.data(*asked, "--json"), self.data("match", "--merge", *parts, "--json")
        for key in "player", "mean_score", "reached", "moves":
            self.assertEqual(merged[key], whole[key])

    def test_games(self):
        self.assertIn("moves, score", self.good("watch", "--plain", "--player", "t.weights", "--seed", "4", "--depth", "1"))
        record = self.file("game", HEAD.format("4x4"))
        review = self.data("review", record, "--player", "t.weights", "--json")
        self.assertEqual((review["player"], review["unit"]), ("t.weights", "points"))
        said = self.good("play", "--plain", "--seed", "3", "--player", "./t.weights", given="hint\nplay\nquit\n")
        self.assertRegex(said, r"Hint: .* the expected final score is ")
        said = self.good("interactive", "2048(seed=7).Begin", "--player", "t.weights", given="Hint\n")
        self.assertRegex(said, r"value -?[\d.]+ points")

    def test_names(self):
        """Reports name the file, without its folders."""
        name = "größe " + "x" * 200 + ".weights"
        path = str(self.folder / name)
        shutil.copy(self.folder / "t.weights", path)
        record = self.file("game", HEAD.format("4x4"))
        match = ("match", "--player", path, "--games", "2", "--seed", "1", "--depth", "1")
        part = self.file("part", self.good(*match, "--part", "1/1"))
        for words in match, ("review", record, "--player", path), ("best", BOARD, "--player", path), ("match", "--merge", part):
            self.assertEqual(self.data(*words, "--json")["player"], name)
        self.assertTrue(self.good(*match).startswith(f"{name}: 2 games, "))
        self.assertIn(f"(100% is the play of {name}, 0% is random play)", self.good("review", record, "--player", path))
        self.assertIn(f"{name} plays classic 4x4", self.good("watch", "--plain", "--player", path, "--moves", "1"))
        self.assertIn(f"{name} looked ", self.good("best", BOARD, "--player", path))
        self.good(*match, "--svg", "match.svg")
        self.good("review", record, "--player", path, "--svg", "review.svg")
        for picture in "match.svg", "review.svg":
            self.assertIn(name, (self.folder / picture).read_text())

    def test_a_server(self):
        _, port = started(self.addCleanup, "--player", str(self.folder / "t.weights"), "--depth", "1")
        board = BOARD.replace(" / ", " ").split()
        digits = "".join("." if tile == "." else f"{int(tile).bit_length() - 1:X}" for tile in board).replace(".", "0")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/values?board={digits}") as answer:
            values = json.load(answer)
        self.assertEqual((values["player"], values["values"]), ("t.weights", self.values(BOARD, "--player", "t.weights")[1]))

    def test_a_terminal(self):
        path = str(self.folder / "t.weights")
        terminal = Terminal("watch", "--player", path, "--seed", "4", "--pace", "10ms", "--moves", "10")
        self.addCleanup(terminal.close)
        terminal.wait("t.weights: ").wait_moves(10)
        terminal = Terminal("play", "--seed", "4", "--player", path, ELEVEN_DATA=str(self.folder / "data"))
        self.addCleanup(terminal.close)
        terminal.wait("0 moves").press("i")
        terminal.wait("by t.weights")
        terminal = Terminal("review", self.file("game", HEAD.format("4x4")), "--player", path)
        self.addCleanup(terminal.close)
        terminal.wait("Accuracy")


class ErrorsTest(WeightsCase):
    COMMANDS = (("best", BOARD), ("match", "--games", "1"), ("match", "greedy", "against"), ("watch",), ("play", "--plain"),
                ("review", "game"), ("serve", "--port", "0"), ("interactive",), ("lsp",))

    def expect(self, status, path, sentence):
        """All commands say the same."""
        self.file("game", HEAD.format("4x4"))
        for name, *words in self.COMMANDS:
            given = (path,) if words[-1:] == ["against"] else ("--player", path)
            self.bad(status, f"eleven {name}: {path}{sentence}", name, *words, *given)

    def test_no_such_file(self):
        self.expect(1, "no.weights", " cannot be read: No such file or directory")
        self.bad(1, "eleven match: /no/where@2.weights cannot be read: No such file or directory", "match", "--player",
                 "/no/where@2.weights@3")
        (self.folder / "folder.weights").mkdir()
        self.expect(1, "folder.weights", " cannot be read: Is a directory")
        self.expect(1, "./", " cannot be read: Is a directory")

    def test_other_files(self):
        sentence = ": this is neither a table written by 'eleven solve' nor a file of network weights"
        for content in "", "ELEVEN", "hello, this is a text\n":
            self.file("x.weights", content)
            self.expect(1, "x.weights", sentence)

    def test_damage(self):
        good = (self.folder / "t.weights").read_bytes()
        for damaged in (good[:8], good[:-1], good[:len(good) // 2], good + b"\0", good + good[:-1], 3 * good,
                        good[:300] + b"\xff\0\xff" + good[303:]):
            (self.folder / "x.weights").write_bytes(damaged)
            self.bad(1, "eleven match: x.weights: the file of network weights is damaged or incomplete", "match", "--player",
                     "x.weights")
        self.expect(1, "x.weights", ": the file of network weights is damaged or incomplete")

    def test_other_rules_and_versions(self):
        """The head: 8 bytes of magic, 4 of the format, 8 of the rules."""
        good = (self.folder / "t.weights").read_bytes()
        (self.folder / "x.weights").write_bytes(good[:12] + bytes(8) + good[20:])
        self.expect(1, "x.weights", ": the network weights are for other rules than classic")
        (self.folder / "x.weights").write_bytes(good[:8] + b"\x09\0\0\0" + good[12:])
        self.expect(1, "x.weights", ": the network weights were written by a newer version of the program")
        (self.folder / "x.weights").write_bytes(good[:8] + b"\x01\0\0\0" + good[12:])
        self.expect(1, "x.weights", ": the network weights were written by an older version of the program; the `eleven train` "
                    "command that trained them writes them again if it ends with --hours 0")

    def test_other_boards(self):
        wrong = "t.weights contains weights for 4x4 boards under the rules classic, not for {} under {}".format
        self.bad(2, "eleven match: " + wrong("3x3", "classic"), "match", "--player", "t.weights@1", "--size", "3x3")
        self.bad(2, "eleven match: " + wrong("4x4", "engine"), "match", "random", "against", "t.weights", "--rules", "engine")
        self.bad(2, "eleven best: " + wrong("2x1", "classic"), "best", "2 2", "--player", "t.weights")
        self.bad(2, "eleven watch: " + wrong("5x5", "classic"), "watch", "--player", "t.weights", "--size", "5x5")
        record = self.file("game", HEAD.format("2x1"))
        self.bad(2, "eleven review: " + wrong("2x1", "classic"), "review", record, "--player", "t.weights")
        self.bad(2, "eleven play: " + wrong("2x1", "classic"), "play", record, "--player", "t.weights")
        self.bad(2, "eleven play: " + wrong("5x4", "classic"), "play", "--size", "5x4", "--player", "t.weights")
        self.bad(2, "eleven play: " + wrong("4x4", "fibonacci"), "play", "--rules", "fibonacci", "--player", "t.weights")
        self.bad(2, "eleven interactive: " + wrong("3x3", "classic"), "interactive", "--size", "3x3", "--player", "t.weights")
        for words in ("watch", "--size", "5x5"), ("review", record), ("play", "--size", "5x5"):
            terminal = Terminal(*words, "--player", str(self.folder / "t.weights"))
            self.addCleanup(terminal.close)
            self.assertEqual(terminal.wait_end(), 2)
            self.assertIn("weights for 4x4 boards", " ".join(terminal.screen.display))

    def test_the_classic_game_with_another_goal(self):
        rules = self.file("rules", self.good("rules", "show", "classic").replace("goal 2048", "goal 512"))
        self.good("match", "--player", "t.weights@1", "--games", "1", "--seed", "1", "--rules", rules)
        self.good("play", "--plain", "--goal", "512", "--player", "t.weights", given="quit\n")


class LargeTest(WeightsCase):
    """The player network-large, with a copy of the program that has the weights in its folder share."""

    def setUp(self):
        super().setUp()
        self.weights = self.folder / "share/eleven/large.weights"
        self.weights.parent.mkdir(parents=True)
        self.weights.write_bytes(EARLY_PART + self.trained)
        patched = unittest.mock.patch("cli_test.ELEVEN", program_copy(self.folder))
        patched.start()
        self.addCleanup(patched.stop)

    LARGE = ("--player", "network-large")

    def test_two_networks(self):
        """The first one judges boards up to 8192, the second one all others."""
        self.assertEqual(self.values(BOARD, *self.LARGE), self.values(BOARD, "--player", "network"))
        self.assertEqual(self.values(LATE, *self.LARGE), self.values(LATE, "--player", "t.weights"))
        self.assertNotEqual(self.values(LATE, *self.LARGE), self.values(LATE, "--player", "network"))
        match = ("match", "--games", "2", "--seed", "3", "--depth", "1", "--threads", "2", "--json")
        self.assertEqual(self.data(*match, *self.LARGE)["player"], "network-large")
        record = self.file("game", HEAD.format("4x4"))
        reviews = [self.data("review", record, "--json", *words) for words in (self.LARGE, ("--player", "network"))]
        self.assertEqual([review["player"] for review in reviews], ["network-large", "network"])
        self.assertEqual(reviews[0]["judgements"], reviews[1]["judgements"])
        self.assertIn("network-large plays classic 4x4", self.good("watch", "--plain", "--moves", "1", *self.LARGE))

    def test_one_network(self):
        self.weights.write_bytes(self.trained)
        for board in BOARD, LATE:
            self.assertEqual(self.values(board, *self.LARGE), self.values(board, "--player", "t.weights"))

    def test_it_is_the_default(self):
        """Where its file is; otherwise network is."""
        match = ("match", "--games", "1", "--depth", "1", "--json")
        self.assertEqual(self.values(LATE), self.values(LATE, *self.LARGE))
        self.assertEqual(self.data(*match)["player"], "network-large")
        self.weights.unlink()
        self.assertEqual(self.values(LATE), self.values(LATE, "--player", "network"))
        self.assertEqual(self.data(*match)["player"], "network")

    def test_games_ask_it(self):
        said = [self.good("play", "--plain", "--board", LATE, "--goal", "none", "--seed", "3", *words, given="hint\nplay\nquit\n",
                          environment={"ELEVEN_DATA": str(self.folder / name)})
                for name, words in (("a", self.LARGE), ("b", ("--player", "./t.weights")), ("c", ("--player", "network")))]
        self.assertEqual(said[0], said[1])
        self.assertNotEqual(said[0], said[2])
        self.assertIn("  network-large says ", self.good("interactive", "2048(seed=7).Begin", *self.LARGE, given="Hint\n"))

    def test_it_plays_all_boards(self):
        """Those that the networks do not know as network does."""
        self.data("best", "2 . . / . 2 .", "--json", "--depth", "1", *self.LARGE)
        self.good("watch", "--plain", "--size", "5x5", "--moves", "2", "--depth", "1", *self.LARGE)
        self.good("match", "--rules", "fibonacci", "--games", "1", "--depth", "1", *self.LARGE)

    def test_without_its_file(self):
        self.weights.unlink()
        sentence = ("the player network-large needs the file large.weights, which is neither in the folder data of the source "
                    "nor in the folder share/eleven of the installation")
        self.file("game", HEAD.format("4x4"))
        for name, *words in ErrorsTest.COMMANDS:
            given = ("network-large",) if words[-1:] == ["against"] else ("--player", "network-large")
            self.bad(1, f"eleven {name}: {sentence}", name, *words, *given)

    def test_a_damaged_file(self):
        self.weights.write_bytes(self.trained[:-1])
        for words in ("best", BOARD), ("match", "--games", "1"), ("watch", "--plain"):
            path = self.folder.resolve() / "bin/../share/eleven/large.weights"
            self.bad(1, f"eleven {words[0]}: {path}: the file of network weights is damaged or incomplete", *words, *self.LARGE)

    def test_nobody_answers_for_it(self):
        """No other network answers, and what was not seen is not believed."""
        self.weights.write_bytes(self.trained[:-1])
        for board in BOARD, LATE:
            said = self.good("play", "--plain", "--board", board, "--goal", "none", "--seed", "3", given="hint\nplay\nquit\n")
            self.assertEqual(said.count("The player has no answer: its file is damaged or memory is out."), 2)
            self.assertNotIn("Hint: ", said)
        terminal = Terminal(command=[self.folder / "bin/eleven", "play", "--board", LATE, "--goal", "none"])
        self.addCleanup(terminal.close)
        terminal.press(" ")
        terminal.wait("The player has no answer")

    def test_a_chosen_player_is_kept(self):
        self.good("play", "--plain", "--player", "network-large", given="quit\n")
        self.weights.unlink()
        self.assertIn("Hint: ", self.good("play", "--plain", "--seed", "2", given="hint\nquit\n"))

    def test_a_source_tree(self):
        (self.folder / "data").mkdir()
        shutil.move(self.weights, self.folder / "data/large.weights")
        self.assertEqual(self.values(LATE, *self.LARGE), self.values(LATE, "--player", "t.weights"))

    def test_the_screen(self):
        terminal = Terminal(command=[self.folder / "bin/eleven", "watch", *self.LARGE])
        self.addCleanup(terminal.close)
        terminal.wait("network-large: ")


class StrongTest(WeightsCase):
    """The player strong with a network that has learned with its tables, in a copy of the program, with tiny tables."""

    STRONG = ("--player", "strong")
    INSIDE = "8192 4096 2048 . / 512 1024 256 4 / 32 16 8 4 / 2 4 . ."
    OUTSIDE = "8192 2 4096 4 / 2 1024 . . / 2048 . . . / 512 . . ."
    LATE = OUTSIDE.replace("8192", "16384")

    def setUp(self):
        super().setUp()
        self.environment["ELEVEN_CACHE"] = str(self.folder / "cache")
        patched = unittest.mock.patch("cli_test.ELEVEN", program_copy(self.folder))
        patched.start()
        self.addCleanup(patched.stop)
        self.assertEqual(self.run_it("endgame", "--size", "tiny", "--threads", "1").returncode, 0)
        self.weights = self.folder / "cache/strong.weights"

    def test_the_tables_and_the_networks(self):
        before = [self.values(board, *self.STRONG) for board in (self.INSIDE, self.OUTSIDE)]
        self.weights.write_bytes(self.trained)
        for board, same in (BOARD, "network"), (self.OUTSIDE, "network"), (self.LATE, "t.weights"):
            for depth in "1", "3":
                answers = [self.data("best", board, "--player", name, "--depth", depth, "--json") for name in ("strong", same)]
                for key in "direction", "values", "unit", "depth", "continuation":
                    self.assertEqual(answers[0][key], answers[1][key])
        self.assertEqual(self.values(self.INSIDE, *self.STRONG)[2], "chance")
        self.assertEqual([unit for _, _, unit in before], ["points"] * 2)  # one move ahead it did not ask the tables
        large = self.folder / "share/eleven/large.weights"
        large.parent.mkdir(parents=True)
        large.write_bytes(self.trained + LATE_PART)
        self.assertEqual(self.values(self.OUTSIDE, *self.STRONG), self.values(self.OUTSIDE, "--player", "t.weights"))

    def test_where_its_file_is(self):
        """Beside the tables, or with the other data of the program."""
        wanted = self.values(self.LATE, "--player", "t.weights")
        for folder in "data", "share/eleven":
            (self.folder / folder).mkdir(parents=True)
            shutil.copy(self.folder / "t.weights", self.folder / folder / "strong.weights")
            self.assertEqual(self.values(self.LATE, *self.STRONG), wanted)
            self.weights.write_bytes(LATE_PART)
            self.assertEqual(self.values(self.LATE, *self.STRONG), self.values(self.LATE, "--player", "network"))
            self.weights.unlink()
            (self.folder / folder / "strong.weights").unlink()

    def test_a_damaged_file(self):
        self.weights.write_bytes(self.trained[:-1])
        for words in ("best", BOARD), ("match", "--games", "1"), ("watch", "--plain"):
            self.bad(1, f"eleven {words[0]}: {self.weights}: the file of network weights is damaged or incomplete", *words,
                     *self.STRONG)

    def test_matches_and_games(self):
        self.weights.write_bytes(self.trained)
        match = ("match", "--games", "2", "--seed", "1", "--depth", "1", "--scores", *self.STRONG)
        self.assertEqual(self.good(*match, "--threads", "2"), self.good(*match, "--threads", "1"))
        said = self.good("play", "--plain", "--board", self.OUTSIDE, "--goal", "none", "--seed", "3", *self.STRONG,
                         given="hint\nplay\nquit\n")
        self.assertRegex(said, r"\nHint: .* points ")
        self.assertIn("strong plays classic 4x4", self.good("watch", "--plain", "--moves", "1", *self.STRONG))

    def test_training_with_the_tables(self):
        """The tables choose moves, of small tiles too, and the same seed learns the same."""
        learned = []
        for more in ("--tables",), (), ("--tables",):
            self.good("train", "--recipe", self.file("recipe", RECIPE), "--moves", "1", "--games", "0", "--output",
                      "n.weights", *more)
            learned.append((self.folder / "n.weights").read_bytes())
            for made in self.folder.glob("n.weights*"):
                made.unlink()
        self.assertEqual(learned[0], learned[2])
        self.assertNotEqual(learned[0], learned[1])

    def test_training_needs_whole_tables(self):
        train = ("train", "--recipe", self.file("recipe", RECIPE), "--moves", "1", "--output", "n.weights", "--tables")
        tables = self.folder / "cache/endgame-tiny"
        whole = tables.read_bytes()
        tables.write_bytes(whole[:4096] + bytes(byte ^ 1 for byte in whole[4096:]))
        self.bad(1, f"eleven train: {tables}: these endgame tables are damaged or from another version of Eleven; 'eleven "
                    "endgame' builds them again", *train)
        tables.unlink()
        self.bad(1, f"eleven train: {tables.parent}: there are no endgame tables in this folder; 'eleven endgame' builds the "
                    "tables for the player strong", *train)
        self.assertFalse((self.folder / "n.weights").exists())


if __name__ == "__main__":
    unittest.main()
