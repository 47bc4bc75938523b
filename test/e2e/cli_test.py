"""The command line, driven from outside: every command, every way it can fail, and what programs read from it.

    /usr/bin/python3 -m unittest -v cli_test        ELEVEN names the program (build/eleven)

Expected answers are written by hand, or worked out by the few lines of `slide` below, which share nothing with the
program.
"""

import json
import os
import pathlib
import pty
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

from answers import check_output
from terminal_driver import Terminal

ROOT = pathlib.Path(__file__).resolve().parents[2]
ELEVEN = str((ROOT / os.environ.get("ELEVEN", "build/eleven")).resolve())

RECORD = """eleven game 1
rules classic
size 4x4
start 2@a1 2@b1

1. L2@d4 R4@a1
"""

RULES = """eleven rules 1
name tiny
values 2 4 8
merge 2 2 4
merge 4 4 8
spawn 2 1
count 1 1
start 2
goal 8
cascade no
goal-ends yes
"""


def slide(row):
    """A row slid to the left: the row and the gain."""
    tiles, out, gain = [tile for tile in row if tile], [], 0
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile:
            tile += tiles.pop(0)
            gain += tile
        out.append(tile)
    return out + [0] * (len(row) - len(out)), gain


def slide_board(rows, direction):
    turn = {"left": lambda b: b, "right": lambda b: [r[::-1] for r in b], "up": lambda b: [list(r) for r in zip(*b)],
            "down": lambda b: [list(r) for r in zip(*b[::-1])]}
    back = {"left": turn["left"], "right": turn["right"], "up": turn["up"],
            "down": lambda b: [list(r) for r in zip(*b)][::-1]}
    slid = [slide(row) for row in turn[direction](rows)]
    return back[direction]([row for row, _ in slid]), sum(gain for _, gain in slid)


def text(rows):
    return " / ".join(" ".join(str(tile) if tile else "." for tile in row) for row in rows)


def program_copy(folder):
    """A copy of the program, which finds no large weights but those that a test puts beside it."""
    program = folder / "bin/eleven"
    program.parent.mkdir()
    shutil.copy(ELEVEN, program)
    if program.read_bytes()[:2] == b"#!":  # it starts a program with sanitizers
        text, real = program.read_text(), folder / "bin/eleven.real"
        named = re.search(r'^exec (\S+) "\$@"$', text, re.M)[1]
        shutil.copy(named, real)
        program.write_text(text.replace(f"exec {named} ", f"exec {real} "))
    return str(program)


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.environment = {name: value for name, value in os.environ.items()
                            if name not in ("ELEVEN_DATA", "XDG_DATA_HOME", "NO_COLOR")}
        self.environment.update(HOME=str(self.folder), ELEVEN_DATA=str(self.folder / "data"), TERM="dumb")

    def file(self, name, content):
        path = self.folder / name
        path.write_text(content)
        return str(path)

    def run_it(self, *arguments, given="", environment=None):
        done = subprocess.run([ELEVEN, *arguments], input=given, capture_output=True, text=True, timeout=300,
                              env={**self.environment, **(environment or {})}, cwd=self.folder)
        check_output(arguments, done.stdout)
        return done

    def good(self, *arguments, given="", **more):
        done = self.run_it(*arguments, given=given, **more)
        self.assertEqual((done.returncode, done.stderr), (0, ""), arguments)
        return done.stdout

    def data(self, *arguments, given=""):
        return json.loads(self.good(*arguments, given=given))

    def bad(self, status, sentence, *arguments, given="", **more):
        """Exactly one sentence on standard error, which is `sentence`; gives standard output."""
        done = self.run_it(*arguments, given=given, **more)
        self.assertEqual((done.stderr, done.returncode), (sentence + "\n", status), arguments)
        return done.stdout

    def bad_start(self, status, start, *arguments, given="", **more):
        done = self.run_it(*arguments, given=given, **more)
        self.assertEqual(done.returncode, status, arguments)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertTrue(done.stderr.startswith(start), done.stderr)

    def start(self, *arguments):
        program = subprocess.Popen([ELEVEN, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, env=self.environment)
        self.addCleanup(self.stop, program)
        return program

    @staticmethod
    def stop(program):
        program.kill()
        program.wait()
        for stream in (program.stdin, program.stdout, program.stderr):
            try:
                stream.close()
            except BrokenPipeError:
                pass

    @staticmethod
    def type_in(program, typed):
        program.stdin.write(typed)
        program.stdin.flush()

    def read_lines(self, program, count):
        """That many lines, which must come although the program's input stays open."""
        said = b""
        while said.count(b"\n") < count:
            ready, _, _ = select.select([program.stdout], [], [], 20)
            self.assertTrue(ready, f"only {said} came")
            byte = os.read(program.stdout.fileno(), 1)
            self.assertTrue(byte, f"only {said} came")
            said += byte
        return said.decode().splitlines()


class FactsTest(Case):
    def test_facts_are_printed_and_are_on_the_page(self):
        self.assertIn("Evidence\n  ok  The game", self.good("facts", "min-win-score"))
        page, pictures = (ROOT / "doc/FACTS.md").read_text(), ROOT / "doc/facts"
        for name in ("min-moves", "min-win-score", "min-loss-score", "random-play", "odds"):
            found = self.data("facts", name, "--json")
            self.assertTrue(found["holds"] and all(one["holds"] for one in found["evidence"]))
            for text in [found["claim"], *found["argument"], *(one["sentence"] for one in found["evidence"])]:
                self.assertIn(text.split("? ")[-1], page)  # the questions are bold
            for table in found["fact_tables"]:
                for row in table["rows"]:
                    self.assertIn("| " + " | ".join(row) + " |", page)
        named = re.findall(r"^!\[.{40,}\]\(facts/([\w-]+)\.svg\)$", page, re.M)
        self.assertEqual(sorted(named), sorted(path.stem for path in pictures.iterdir()))
        self.assertEqual(len(named), page.count("\n## "))
        for path in pictures.iterdir():
            drawn = xml.etree.ElementTree.parse(path).getroot()
            self.assertEqual([part.tag.split("}")[1] for part in drawn][:2], ["title", "desc"])
            self.assertEqual(drawn.get("aria-labelledby").split(), [drawn[0].get("id"), drawn[1].get("id")])

    def test_the_page_and_its_pictures_are_those_of_the_program(self):
        def check(*names):
            return subprocess.run([sys.executable, str(ROOT / "tools/facts_page.py"), "--check", *names], text=True,
                                  capture_output=True, env={**os.environ, "ELEVEN": ELEVEN})
        done = check("min-moves", "min-win-score", "min-loss-score", "random-play", "odds")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertEqual(done.stdout.count("pieces of evidence"), 5)

    def test_a_search_finds_long_games(self):
        def search(*more):
            done = self.run_it("facts", "max-moves", "--search", "--width", "20", *more)
            self.assertEqual(done.returncode, 0)
            self.assertRegex(done.stderr, r"\A(searched up to .*\n)*\Z")  # only on a slow machine
            return done.stdout
        lost, won = search(), search("--win")
        self.assertEqual(lost, search())
        for game, status, largest in [(lost, "lost", 1024), (won, "won", 2048)]:
            found = self.data("replay", "-", "--json", given=game)
            self.assertEqual((found["status"], max(map(max, found["board"]))), (status, largest))
            self.assertGreater(found["moves"], 1000)
            self.assertLess(found["moves"], 3865)
        self.bad(2, "eleven facts: --search is about one fact: eleven facts max-moves --search", "facts", "--search")
        search = "facts", "max-moves", "--search"
        record = "eleven facts: --search and --print-game print a record, without --json and --games"
        self.bad(2, record, *search, "--json")
        self.bad(2, record, "facts", "--print-game", "min-moves", "--games", "G")
        self.bad(2, "eleven facts: --print-game prints one game, without a fact and --search", "facts", "max-moves",
                 "--print-game", "min-moves")
        self.bad(2, "eleven facts: --width and --win are for --search", "facts", "min-moves", "--width", "5")
        self.bad(1, "eleven facts: no game was found; try a larger --width", "facts", "max-moves", "--search", "--width", "1",
                 "--win")

    def test_a_witness_is_an_ordinary_game_and_an_altered_one_is_found_out(self):
        game = self.good("facts", "--print-game", "min-moves")
        self.assertIn("moves   519 of 519", self.good("replay", "-", given=game))
        self.file("min-moves.2048", game.replace("D4@c4", "D2@c4", 1))
        done = self.run_it("facts", "min-win-score", "--games", str(self.folder))
        self.assertEqual((done.returncode, done.stderr), (1, "eleven facts: some of the evidence does not hold\n"))
        self.assertIn("BAD", done.stdout)

    def test_a_terminal_shows_how_far_a_check_is(self):
        terminal = Terminal("facts", "guarantee")
        self.addCleanup(terminal.close)
        terminal.wait(lambda t: re.search(r"checked [\d,]+ positions, [\d.]+%, about [\d.]+ \w+ left", t.text()))

    def test_wrong_names(self):
        self.bad(2, "eleven facts: unknown fact 'min-move'; did you mean 'min-moves'?", "facts", "min-move")
        self.bad_start(2, "eleven facts: no fact has a game 'x'", "facts", "--print-game", "x")


class HelpTest(Case):
    GROUPS = {"play": ["play", "watch", "interactive", "lsp", "serve"],
              "look": ["show", "move", "best", "replay", "review", "render", "convert", "games", "stats", "rules", "help",
                       "version"],
              "study": ["facts", "match", "random", "solve", "bench"],
              "build": ["endgame", "train", "completion"]}
    COMMANDS = [name for names in GROUPS.values() for name in names]

    def test_help_lists_every_command(self):
        for words in (["help"], ["--help"], ["-h"]):
            listed = re.findall(r"^  (\w+) ", self.good(*words), re.M)
            self.assertEqual(listed, self.COMMANDS)

    def test_help_groups_the_commands(self):
        groups = re.findall(r"^(\w+):\n((?:  .*\n)+)", self.good("help"), re.M)
        self.assertEqual({title: re.findall(r"^  (\w+) ", lines, re.M) for title, lines in groups}, self.GROUPS)

    def test_every_command_explains_itself(self):
        for name in self.COMMANDS:
            explained = self.good(name, "--help")
            self.assertTrue(explained.startswith(f"usage: eleven {name}"), explained)
            self.assertIn("\noptions:\n", explained)
            self.assertEqual(explained, self.good(name, "-h"))
            self.assertEqual(explained, self.good("help", name))

    def in_terminal(self, columns, *words):
        last = self.good(*words).split()[-1]
        terminal = Terminal(*words, columns=columns, rows=150)
        try:
            self.assertEqual(terminal.wait_end(), 0)
            terminal.wait(lambda t: t.text().split()[-1:] == [last])
            return "\n".join(line.rstrip() for line in terminal.screen.display).rstrip() + "\n"
        finally:
            terminal.close()

    def test_a_narrow_terminal_divides_no_word(self):
        for words in (["help"], *(["help", name] for name in self.COMMANDS)):
            shown, text = self.in_terminal(80, *words), self.good(*words)
            self.assertEqual(shown.split(), text.split())
            examples = r"^  (?:eleven|curl) .*"
            self.assertEqual(re.findall(examples, shown, re.M), re.findall(examples, text, re.M))
            self.assertEqual(self.in_terminal(110, *words), text)

    def test_what_does_not_fit_continues_below(self):
        shown = self.in_terminal(60, "help", "solve")
        for part in ("Solve a small board: count its positions and compute perfect\nplay.\n",
                     "  reach, reach-TILE          the greatest probability of\n"
                     "                             reaching each tile, or one tile\n"
                     "  forced-score, forced-moves, forced-tile\n"
                     "                             what can be forced when an\n"
                     "                             adversary chooses the new tiles\n  all",
                     "table; with --probe it looks a position up in the table.\n\n  eleven solve 2x2 --for score,reach\n",
                     "  -m, --memory SIZE  memory to use, such as 500M or 2G\n"
                     "                     (default: 3/4 of the machine's)\n"):
            self.assertIn(part, shown)
        self.assertIn("      --data DIR     the folder of saved\n      games (default:\n      ~/.local/share/eleven)\n",
                      self.in_terminal(41, "help", "games"))

    def test_options_are_aligned(self):
        columns = set()
        for line in self.good("play", "--help").split("options:\n")[1].splitlines():
            columns.add(re.match(r" {2}(-\w,| {3}) --[\w-]+( \S+)? +", line).end())
        self.assertEqual(len(columns), 1)

    def test_version(self):
        header = (ROOT / "include/eleven/version.h").read_text()
        version = re.search(r'ELEVEN_VERSION "(.*)"', header).group(1)
        self.assertEqual(self.good("version"), f"eleven {version}\n")
        self.assertEqual(self.good("--version"), f"eleven {version}\n")
        self.assertEqual(self.data("version", "--json"), {"version": version})

    def test_unknown_commands(self):
        self.bad(2, "eleven: unknown command 'mvoe'; did you mean 'move'?", "mvoe", "left")
        self.bad(2, "eleven: unknown command 'reply'; did you mean 'replay'?", "reply")
        self.bad(2, "eleven help: unknown command 'stat'; did you mean 'stats'?", "help", "stat")
        self.bad(2, "eleven: unknown command 'MOVE'; did you mean 'move'?", "MOVE")
        self.bad(2, "eleven: unknown command 'lpay'; did you mean 'play'?", "lpay")
        for far in ("dance", "test", "quit", "x", "board", "list"):
            self.bad(2, f"eleven: unknown command '{far}'; 'eleven help' lists the commands", far)

    def test_unknown_options(self):
        self.bad(2, "eleven move: unknown option '--jsn'; did you mean '--json'?", "move", "left", "--jsn")
        self.bad(2, "eleven play: unknown option '--sede'; did you mean '--seed'?", "play", "--sede=4")
        self.bad(2, "eleven play: unknown option '--palin'; did you mean '--plain'?", "--palin")
        self.bad(2, "eleven version: unknown option '-x'; 'eleven version --help' lists the options", "version", "-x")

    def test_completions_for_every_shell(self):
        for shell in ("bash", "fish", "zsh"):
            self.assertIn("eleven", self.good("completion", shell))
        self.bad(2, "eleven completion: unknown shell 'fisch'; did you mean 'fish'?", "completion", "fisch")

    def offers(self, *words):
        return [line.split("\t")[0] for line in self.good("__complete", *words).splitlines()]

    def test_candidates(self):
        self.assertEqual(self.offers(""), self.COMMANDS)
        self.assertEqual(self.offers("re"), ["replay", "review", "render"])
        self.assertEqual(self.offers("rules", ""), ["list", "show", "check"])
        self.assertEqual(self.offers("rules", "show", ""), ["classic", "provider", "engine", "fibonacci", ":files"])
        self.assertEqual(self.offers("games", ""), ["list", "export", "import", "check"])
        self.assertEqual(self.offers("match", "greedy", ""), ["against"])
        self.assertEqual(self.offers("match", "--depth", "1", "greedy", "against", "ra"), ["random", ":files"])
        self.assertEqual(self.offers("show", "--"), ["--rules", "--json", "--help"])
        self.assertEqual(self.offers("--no"), ["--no-animation"])
        for words in (["--rules", "fib"], ["-r", "fib"], ["--rules", "=", "fib"], ["--rules=fib"]):
            self.assertEqual(self.offers("show", *words), ["fibonacci", ":files"])
        self.assertEqual(self.offers("games", "--data", ""), [":folders"])
        self.assertEqual(self.offers("move", "2 2", "l"), ["left"])
        for words in ([], ["nothing", ""], ["match", "--games", ""], ["best", "="]):
            self.assertEqual(self.offers(*words), [])

    def test_options_and_their_values(self):
        self.bad(2, "eleven play: --seed needs a value: --seed N", "play", "--seed")
        self.bad(2, "eleven move: --json takes no value, but 'yes' is given",
                 "move", "left", "--json=yes")
        self.assertEqual(self.good("move", "1 1", "left", "--rules", "fibonacci"), "2 .\n")
        self.assertEqual(self.good("move", "--rules=fibonacci", "--", "1 1", "left"), "2 .\n")
        self.bad(2, "eleven move: expected a direction (up, right, down or left), not '--json'", "move", "--", "2 2", "--json")

    def test_too_few_and_too_many_arguments(self):
        self.bad(2, "eleven show: an argument is missing; usage: eleven show BOARD", "show")
        self.bad(2, "eleven show: unexpected argument '2'; a board needs quotes around it", "show", "2", "2")
        self.bad(2, "eleven stats: unexpected argument 'all'; usage: eleven stats [OPTION]...", "stats", "all")


class ManualTest(Case):
    def test_the_manual_page_has_every_command_and_option(self):
        """The part of eleven.6 that is generated, as mdoc."""
        page = self.good("completion", "mdoc")
        for command in re.findall(r"^  (\w+) ", self.good("help"), re.M):
            part = page.partition(f".Ss eleven {command}\n")[2].partition("\n.Ss ")[0]
            for option in re.findall(r"^ +(?:-\w, +)?--([\w-]+)", self.good("help", command).partition("\noptions:\n")[2], re.M):
                self.assertIn("Fl \\-" + option, part, command)
        for line in page.splitlines():
            self.assertLessEqual(len(line), 120)
            if line.startswith("."):
                self.assertRegex(line, r"^\.(Ss|Dl|Pp|Bl|It|El|Bd|Ed)\b")


class UsageTest(Case):
    def test_no_name_breaks_the_line_or_controls_the_terminal(self):
        for name, shown in (("a\nb", "a?b"), ("\x1b[31mred", "?[31mred"), ("\u009b31m", "?31m"), ("größe", "größe"),
                            (b"\xff.2048", "\\xff.2048")):
            done = subprocess.run([ELEVEN, "replay", name], capture_output=True, encoding="utf-8", env=self.environment,
                                  cwd=self.folder)
            self.assertEqual((done.returncode, done.stderr),
                             (1, f"eleven replay: {shown} cannot be read: No such file or directory\n"))

    def test_options_that_do_not_go_together(self):
        for words, sentence in (
                (["match", "corner", "greedy"], "match: to compare two players, use: eleven match A against B"),
                (["match", "corner", "against", "greedy", "--p0", "0.6", "--p1", "0.5"], "match: --p0 must be less than --p1"),
                (["match", "corner", "against", "greedy", "--alpha", "0.5"], "match: --alpha and --beta must be less than 0.5"),
                (["match", "corner", "against", "greedy", "--beta", "0.5"],
                 "match: --alpha and --beta must be less than 0.5"),
                (["match", "corner", "against", "greedy", "--beta", "1.5"],
                 "match: --beta expects a number between 0 and 1, not '1.5'"),
                (["match", "--from-scores"], "match: --from-scores compares two files: eleven match A against B"),
                (["games", "import"], "games: 'games import' needs a file"),
                (["games", "list", "--all"], "games: --all needs 'games export'"),
                (["games", "list", "--output", "a"], "games: --output needs 'games export'"),
                (["games", "list", "--force"], "games: --force needs 'games export'"),
                (["games", "export", "--all", "1"],
                 "games: --all exports all games, and '1' is the file to write: write ./1 if you mean that"),
                (["games", "export", "all", "--all"],
                 "games: --all exports all games, and 'all' is the file to write: write ./all if you mean that"),
                (["games", "export", "--all", "a", "--output", "b"],
                 "games: --all a and --output b both name the file to write"),
                (["interactive", "2048()", "--size", "4x4"],
                 "interactive: --size cannot be combined with a chain, which contains a game"),
                (["interactive", "2048()", "--seed", "4"],
                 "interactive: --seed cannot be combined with a chain, which contains a game"),
                (["interactive", "2048()", "--goal", "8"],
                 "interactive: --goal cannot be combined with a chain, which contains a game"),
                (["interactive", "2048()", "--rules", "classic"],
                 "interactive: --rules cannot be combined with a chain, which contains a game"),
                (["match", "corner", "against", "greedy", "--save", "d"],
                 "match: --player, --save, --svg and --scores are for the games of one player"),
                (["match", "--merge", "a", "--scores"], "match: --merge reports the whole match, without --save and --scores"),
                (["match", "--scores", "--json"], "match: --scores prints the scores alone, without --json and --svg"),
                *((["endgame", "--folder", ".", "--remove", *more],
                   "endgame: --remove removes all tables in the folder, and nothing else")
                  for more in (["--check"], ["--size", "tiny"], ["--threads", "2"], ["--json"])),
                (["endgame", "--check", "--threads", "2"], "endgame: --threads has no effect together with --check"),
                (["random", "--one-by-one", "--bits", "128"], "random: --bits has no effect together with --one-by-one"),
                (["convert", "--formats", "a"],
                 "convert: --formats lists the formats and converts nothing, so 'a' is too much"),
                (["solve", "2x2", "--log", "-"],
                 "solve: --log expects a file, because the report goes to standard output"),
                (["train", "--output", "-"], "train: --output expects a file, because the report goes to standard output"),
                (["train", "--hours", "0x1"], "train: --hours expects a number of hours from 0 to 1000000, not '0x1'"),
                (["match", "--p0", "+0.5"], "match: --p0 expects a number between 0 and 1, not '+0.5'"),
                (["endgame", "--folder", ""], "endgame: --folder expects a path, not ''"),
                (["render", "2 2", "-o", ""], "render: --output expects a path, not ''"),
                (["solve", "2x2", "-o", "2x2.foo"], "solve: a table needs a name that ends in .elx, not '2x2.foo'"),
                (["solve", "2x2", "--probe", "2 2 2"], "solve: --probe solves its own board, so '2x2' is too much"),
                (["solve", "2x2.elx", "--for", "moves"],
                 "solve: a table is described as it is, with no other options than --probe and --json"),
                (["best", "2 2", "--player", "greedy@2"],
                 "best: only 'eleven match' takes 'greedy@2'; here it is 'greedy' with --depth 2"),
                (["match", "--player", "greedy@2", "--depth", "1"],
                 "match: 'greedy@2' and --depth both say how far the player looks ahead"),
                (["best", "2 2", "--nodes", "99999999999999999999"],
                 "best: --nodes expects a whole number from 1 to 9223372036854775807, not '99999999999999999999'"),
                (["match", "--player", "greedy", "--svg", "-"],
                 "match: --svg expects a file, because the report goes to standard output"),
                (["review", "game.2048", "--svg", "-"],
                 "review: --svg expects a file, because the report goes to standard output"),
                *((command, f"{command[0]}: --bits expects 128, 256 or 512, and no more than this processor has, not '200'")
                  for command in (["bench", "--bits", "200"], ["random", "--bits", "200"],
                                  ["random", "--one-by-one", "--bits", "200"]))):
            self.bad(2, "eleven " + sentence, *words)

    def test_bench_as_text(self):
        report = self.good("bench", "--only", "line", "--once")
        self.assertRegex(report, r"\Asignature [0-9a-f]{16}\n\n"  # that of the player is of other tasks
                                 r"calibrator +\d+ moves/s\s*\nline +[\d.]+ \S+ +[\d.]+\n\Z")

    def test_completion_offers_what_an_option_takes(self):
        for shell in ("bash", "fish", "zsh"):
            self.assertIn("eleven", self.good("completion", shell))
        self.bad_start(2, "eleven completion: unknown shell 'csh'", "completion", "csh")


class OutputTest(Case):
    """A file that the user names is not replaced without --force."""

    def keeps(self, name, *words, given=""):
        old = pathlib.Path(self.file(name, "keep me"))
        command = words[0]
        self.bad(1, f"eleven {command}: {name} exists; --force replaces it", *words, given=given)
        self.assertEqual(old.read_text(), "keep me")
        self.good(*words, "--force", given=given)
        self.assertNotIn("keep me", old.read_bytes().decode("latin-1"))

    def test_every_command_asks(self):
        game = self.file("game.2048", RECORD)
        self.good("play", "--board", "2 2", given="left")
        match = ("match", "--player", "random", "--games", "3", "--seed", "1")
        self.file("part", self.good(*match, "--part", "1/1"))
        self.keeps("a.2048", "convert", game, "-o", "a.2048")
        self.keeps("a.svg", "render", game, "-o", "a.svg")
        self.keeps("a.svg", "review", game, "--player", "greedy", "--svg", "a.svg")
        self.keeps("a.svg", *match, "--svg", "a.svg")
        self.keeps("b.svg", "match", "--merge", "part", "--svg", "b.svg")
        self.keeps("one.2048", "games", "export", "1", "-o", "one.2048")
        self.keeps("all.2048", "games", "export", "--all", "all.2048")
        self.keeps("a.elx", "solve", "2x2", "-o", "a.elx")

    def test_the_records_of_a_match(self):
        match = ("match", "--player", "random", "--games", "4", "--seed", "1", "--save", "games")
        self.good(*match, "--part", "2/2")
        self.assertEqual(sorted(os.listdir(self.folder / "games")), ["000003.2048", "000004.2048"])
        self.bad(1, "eleven match: games/000003.2048 exists; --force replaces it", *match)
        self.assertEqual(len(os.listdir(self.folder / "games")), 2)
        self.good(*match, "--part", "1/2")
        self.keeps("games/000001.2048", *match, "--part", "1/2")

    def test_what_cannot_be_written_is_found_before_the_work(self):
        match = ("match", "--player", "random", "--games", "100000000")
        self.bad(1, "eleven match: no/a.svg cannot be written: No such file or directory", *match, "--svg", "no/a.svg")
        self.bad(1, "eleven solve: no/a.elx cannot be written: No such file or directory", "solve", "3x4", "-o", "no/a.elx")
        (self.folder / "a.svg").mkdir()
        self.bad(1, "eleven match: a.svg cannot be written: Is a directory", *match, "--svg", "a.svg")

    def test_devices_are_not_replaced(self):
        self.good("convert", self.file("game.2048", RECORD), "-o", "/dev/null")


class PluralTest(Case):
    def test_one_thing_has_no_plural(self):
        one = self.file("one.2048", RECORD.replace(" R4@a1", ""))
        match = ("match", "--player", "random", "--games", "1", "--seed", "1")
        self.good(*match, "--svg", "match.svg")
        self.good("review", one, "--player", "greedy", "--svg", "review.svg")
        said = "".join((self.folder / name).read_text() for name in ("match.svg", "review.svg"))
        for words in (("games", "import", one), ("games", "check"), match, ("match", "random", "against", "greedy", "--games", "1"),
                      ("random", "--games", "1"), ("watch", "--plain", "--player", "random", "--moves", "1"),
                      ("render", one, "--as", "txt"), ("render", one, "--as", "ans"), ("review", one, "--player", "greedy"),
                      ("replay", one, "--at", "2"), ("render", one, "--at", "2"), ("render", one, "--moves", "1..2"),
                      ("best", "2 . . . / 4 . . . / 2 . . . / 4 . . .", "--depth", "1")):
            done = self.run_it(*words)
            said += f"{' '.join(words)}: {done.stdout}{done.stderr}"
        said = re.sub(r"\x1b\[[\d;]*m", "", said)
        for word in "game", "move", "pair", "position":
            self.assertIn(f"1 {word}", said)
            self.assertNotRegex(said, f"(?<![0-9.,])1 {word}s")


class MoveTest(Case):
    def test_rows(self):
        for row, direction, answer in [
            ("2 2 2 8", "left", "4 2 8 ."), ("2 2 2 8", "right", ". 2 4 8"), ("2 2 4 4", "left", "4 8 . ."),
            ("2 2 2 2", "left", "4 4 . ."), ("4 2 2 8", "left", "4 4 8 ."), ("2 2 4 8", "left", "4 4 8 ."),
            ("2 . . 2", "left", "4 . . ."), (". 2 . 4", "right", ". . 2 4"),
        ]:
            self.assertEqual(self.good("move", row, direction), answer + "\n")
        self.assertEqual(self.good("move", "2 2 4 8", "left", "--rules", "engine"), "16 . . .\n")

    def test_boards(self):
        once = self.good("move", "2 2 . . / . 2 4 . / . 8 . . / . . . .", "left")
        self.assertEqual(once, "4 . . . / 2 4 . . / 8 . . . / . . . .\n")
        self.assertEqual(self.good("move", "-", "up", given=once), "4 4 . . / 2 . . . / 8 . . . / . . . .\n")
        self.assertEqual(self.good("move", "2", "up"), "2\n")
        self.assertEqual(self.good("move", " / ".join(["2 2 2 2 2 2 2 2"] * 8), "down").count("4"), 32)

    def test_direction_by_first_letter(self):
        self.assertEqual(self.good("move", "2 .", "r"), ". 2\n")
        self.assertEqual(self.good("move", "2 .", "RIGHT"), ". 2\n")

    def test_hex_answers_in_hex_while_it_can(self):
        self.assertEqual(self.good("move", "1100000000000000", "left"), "2000000000000000\n")
        self.assertEqual(self.good("move", "00000000000000AA", "right"), "000000000000000b\n")
        self.assertEqual(self.good("move", "ff00000000000000", "left"), "65536 . . . / . . . . / . . . . / . . . .\n")
        self.assertEqual(self.good("move", "left", given="1100000000000000\n2 2\n"), "2000000000000000\n4 .\n")

    def test_json(self):
        self.assertEqual(self.data("move", "2 2 . / . 4 4", "left", "--json"), {
            "board": [[4, 0, 0], [8, 0, 0]], "gain": 12, "moved": True,
            "hops": [{"from": [1, 0], "to": [0, 0], "merged": True},
                     {"from": [1, 1], "to": [0, 1], "merged": False},
                     {"from": [2, 1], "to": [0, 1], "merged": True}]})
        self.assertEqual(self.data("move", "2 4", "left", "--json"),
                         {"board": [[2, 4]], "gain": 0, "moved": False, "hops": []})

    def test_json_is_one_object_a_line(self):
        lines = self.good("move", "down", "--json", given="2 / 2\n4 / .\n").splitlines()
        self.assertEqual([json.loads(line)["board"] for line in lines], [[[0], [4]], [[0], [4]]])
        self.assertTrue(lines[0].startswith('{"board":[[0],[4]],"gain":4,"moved":true,"hops":[{"from":[0,0],"to":[0,1],'))

    def test_random_boards_in_a_stream(self):
        chance = random.Random(2048)
        boards = [[[chance.choice([0, 0, 2, 2, 4, 8, 2048]) for _ in range(w)] for _ in range(h)]
                  for w, h in ((chance.randint(1, 8), chance.randint(1, 8)) for _ in range(3000))]
        given = "".join(text(board) + "\n" for board in boards)
        for direction in ("up", "right", "down", "left"):
            expected = [slide_board(board, direction) for board in boards]
            self.assertEqual(self.good("move", direction, given=given).splitlines(),
                             [text(board) for board, _ in expected])
            answers = [json.loads(line) for line in self.good("move", "-", direction, "--json", given=given).splitlines()]
            self.assertEqual([(a["board"], a["gain"]) for a in answers], expected)
            self.assertEqual([a["moved"] for a in answers], [b != e for b, (e, _) in zip(boards, expected)])

    def test_hops_made_one_by_one_give_the_board(self):
        for line in ("2 2 2 2 / . 4 . 4 / 8 . . 2 / 2 . 8 8",):
            for direction in ("up", "right", "down", "left"):
                rows = [[0 if cell == "." else int(cell) for cell in row.split()] for row in line.split("/")]
                answer = self.data("move", line, direction, "--json")
                for hop in answer["hops"]:
                    (x, y), (to_x, to_y) = hop["from"], hop["to"]
                    tile, rows[y][x] = rows[y][x], 0
                    self.assertEqual(rows[to_y][to_x], tile if hop["merged"] else 0)
                    rows[to_y][to_x] += tile
                self.assertEqual(rows, answer["board"])

    def test_input_forms(self):
        self.assertEqual(self.good("move", "left", given=""), "")
        self.assertEqual(self.good("move", "left", given="\n  \n2 2\r\n\n. 2"), "4 .\n2 .\n")
        self.assertEqual(self.good("move", "left", given="0\t2/2 2\n"), "2 . / 4 .\n")
        self.assertEqual(self.good("move", "left", given="\ufeff2 2\n; a comment\n. 2 ; another\n"), "4 .\n2 .\n")

    def test_bad_line_comes_after_the_earlier_answers(self):
        answered = self.bad(1, "eleven move: line 3, column 5: no tile of these rules has the number '3'",
                            "move", "left", given="2 2\n4 4\n2 2 3\n2 2\n")
        self.assertEqual(answered, "4 .\n8 .\n")
        self.bad(1, "eleven move: line 2, column 7: this row is not as long as the first one",
                 "move", "left", given="\n2 2 / 2\n")
        self.bad(1, "eleven move: line 1, column 1: the line is longer than 65536 bytes",
                 "move", "left", given="2 " * 100000)

    def test_bad_arguments(self):
        self.bad(2, "eleven move: an argument is missing; usage: eleven move [BOARD] DIRECTION", "move")
        self.bad(2, "eleven move: expected a direction (up, right, down or left), not '2 2'", "move", "left", "2 2")
        self.bad(2, "eleven move: the board '2 5', column 3: no tile of these rules has the number '5'",
                 "move", "2 5", "left")
        self.bad(2, "eleven move: --rules 'clasic' is neither a rule set nor a rule file; did you mean 'classic'?",
                 "move", "2 2", "left", "--rules", "clasic")

    def test_rule_files(self):
        self.assertEqual(self.good("move", "4 4 8", "left", "--rules", self.file("tiny.rules", RULES)), "8 8 .\n")
        broken = self.file("broken.rules", RULES.replace("merge 4 4 8", "merge 4 5 8"))
        self.bad_start(1, f"eleven move: {broken}:5:9: ", "move", "2 2", "left", "--rules", broken)

    def test_answers_come_at_once(self):
        program = self.start("move", "-", "left", "--json")
        for board, gain in (("2 2", 4), ("4 4", 8), (". 2", 0)):
            self.type_in(program, board + "\n")
            self.assertEqual(json.loads(self.read_lines(program, 1)[0])["gain"], gain)
        program.stdin.close()
        self.assertEqual(program.wait(60), 0)

    def test_a_line_may_come_in_pieces(self):
        program = self.start("move", "left")
        for piece in ("2 ", "2", " / 4 ", ". \n"):
            self.type_in(program, piece)
            time.sleep(0.05)
        self.assertEqual(self.read_lines(program, 1), ["4 . / 4 ."])

    def test_many_boards_through_a_pipe(self):
        answers = self.good("move", "left", given="2 2 . . / . . 4 4 / . . . . / 2 . 2 .\n" * 100000)
        self.assertEqual(answers, "4 . . . / 8 . . . / . . . . / 4 . . .\n" * 100000)

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full")
    def test_a_full_disk(self):
        for words, given in ((["2 2", "left"], ""), (["left"], "2 2\n" * 100000)):
            with open("/dev/full", "w") as full:
                done = subprocess.run([ELEVEN, "move", *words], input=given, stdout=full, stderr=subprocess.PIPE,
                                      text=True, timeout=300, env=self.environment)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr, "eleven move: the output cannot be written: No space left on device\n")


class ShowTest(Case):
    def test_text(self):
        self.assertEqual(self.good("show", "2 2 . 4 / . . 16 16"), """\
 2  2  .  4
 .  . 16 16

status   playing
largest  16
empty    3
up       gain 0       2 2 16 4 / . . . 16
right    gain 36      . . 4 4 / . . . 32
down     gain 0       . . . 4 / 2 2 16 16
left     gain 36      4 4 . . / 32 . . .
""")
        self.assertTrue(self.good("show", "2 4").endswith("no move is possible on this board\n"))

    def test_json(self):
        self.assertEqual(self.data("show", "2 4 / 2 8", "--json"), {
            "rules": "classic", "size": [2, 2], "board": [[2, 4], [2, 8]], "status": "playing", "largest_tile": 8,
            "empty": 0, "legal": ["up", "down"], "slides": [{"direction": "up", "board": [[4, 4], [0, 8]], "gain": 4},
                                                              {"direction": "down", "board": [[0, 4], [4, 8]], "gain": 4}]})
        self.assertEqual(self.data("show", "2 4 / 4 2", "--json")["status"], "lost")
        self.assertEqual(self.data("show", "2048 .", "--json")["status"], "won")
        self.assertEqual(self.data("show", "2 3 5", "--rules", "fibonacci", "--json")["slides"],
                         [{"direction": "right", "board": [[0, 2, 8]], "gain": 8},
                          {"direction": "left", "board": [[5, 5, 0]], "gain": 5}])

    def test_hex_and_standard_input(self):
        self.assertEqual(self.data("show", "1000000000000002", "--json")["board"],
                         [[2, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 4]])
        self.assertEqual(self.data("show", "-", "--json", given="2 .\n. 4\n")["board"], [[2, 0], [0, 4]])

    def test_errors(self):
        self.bad(2, "eleven show: the board '2 3', column 3: no tile of these rules has the number '3'", "show", "2 3")
        self.bad(1, "eleven show: standard input:2:3: no tile of these rules has the number '3'",
                 "show", "-", given="2 2\n2 3\n")


class RulesTest(Case):
    def test_list(self):
        listed = self.good("rules")
        self.assertEqual([line.split()[0] for line in listed.splitlines()],
                         ["classic", "provider", "engine", "fibonacci"])
        self.assertIn("starts with 2; new tiles are 2 (90%) or 4 (10%); goal 2048\n", listed)
        self.assertIn("starts with 1; new tiles are 2; goal 2048\n", listed)
        self.assertEqual(listed, self.good("rules", "list"))
        hashes = [rules["rules_hash"] for rules in self.data("rules", "--json")]
        self.assertEqual(hashes, [line.split()[1] for line in listed.splitlines()])
        self.assertEqual(len(set(hashes)), 4)

    def test_what_show_prints_check_accepts(self):
        for rules in self.data("rules", "--json"):
            shown = self.good("rules", "show", rules["rules"])
            self.assertEqual(self.data("rules", "show", rules["rules"], "--json")["text"], shown)
            path = self.file("copy.rules", shown)
            self.assertEqual(self.good("rules", "check", path),
                             f"{path}: ok, {rules['rules']}, hash {rules['rules_hash']}\n")
            checked = self.data("rules", "check", "-", "--json", given=shown)
            self.assertEqual((checked["ok"], checked["rules_hash"]), (True, rules["rules_hash"]))

    def test_a_broken_file(self):
        path = self.file("broken.rules", RULES.replace("start 2", "start many"))
        self.bad_start(1, f"eleven rules: {path}:8:7: ", "rules", "check", path)
        done = self.run_it("rules", "check", path, "--json")
        found = json.loads(done.stdout)
        self.assertEqual((done.returncode, found["ok"], found["line"], found["column"]), (1, False, 8, 7))

    def test_an_unsound_file_and_a_newer_one(self):
        unsound = self.file("unsound.rules", RULES.replace("merge 4 4 8\n", ""))
        self.bad_start(1, f"eleven rules: {unsound}: ", "rules", "check", unsound)
        newer = self.file("newer.rules", RULES.replace("rules 1", "rules 9"))
        self.bad_start(1, f"eleven rules: {newer}:1:", "rules", "check", newer)

    def test_errors(self):
        self.bad(2, "eleven rules: unknown action 'shw'; did you mean 'show'?", "rules", "shw")
        self.bad(2, "eleven rules: 'rules show' needs a NAME", "rules", "show")
        self.bad(2, "eleven rules: 'rules check' needs a FILE", "rules", "check")
        self.bad(2, "eleven rules: unexpected argument 'classic' after 'rules list'", "rules", "list", "classic")
        self.bad(2, "eleven rules: unknown rule set 'fibonaci'; did you mean 'fibonacci'?",
                 "rules", "show", "fibonaci")
        self.bad(1, "eleven rules: none.rules cannot be read: No such file or directory",
                 "rules", "check", "none.rules")
        self.bad(1, "eleven rules: . cannot be read: Is a directory", "rules", "check", ".")


class ReplayTest(Case):
    def test_the_end(self):
        self.assertEqual(self.good("replay", self.file("game.txt", RECORD)), """\
4 . . 4
. . . .
. . . .
. . . 2

score   4
moves   2 of 2
status  playing
""")

    def test_several_games(self):
        path = self.file("games.txt", RECORD + "\n" + RECORD)
        for command in ("replay", "review", "render", "play"):
            self.bad(1, f"eleven {command}: {path} contains 2 games; 'eleven games import' adds them to the saved games, "
                     "which have numbers", command, path)

    def test_a_move(self):
        path = self.file("game.txt", RECORD)
        self.assertIn("moves   0 of 2\n", self.good("replay", path, "--at", "0"))
        self.assertEqual(self.data("replay", path, "--at=1", "--json"), {
            "rules": "classic", "size": [4, 4], "undos": 0, "helped": 0, "hints": 0, "class": "plain",
            "moves": 1, "moves_in_all": 2, "score": 4, "status": "playing", "board": [[4, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 2]]})
        self.assertEqual(self.data("replay", "-", "--json", given=RECORD)["moves"], 2)

    def test_keep_is_not_a_move(self):
        record = "eleven game 1\nrules classic\nsize 2x1\nboard 1024 1024\n\n1. L2@b1 keep\n"
        path = self.file("won.txt", record)
        self.assertEqual(self.data("replay", path, "--at", "1", "--json")["status"], "won")
        self.assertEqual(self.data("replay", path, "--json")["moves_in_all"], 1)
        self.assertNotEqual(self.data("replay", path, "--json")["status"], "won")

    def test_errors(self):
        path = self.file("game.txt", RECORD)
        self.bad(2, "eleven replay: --at 3 is past the end: the game has 2 moves", "replay", path, "--at", "3")
        self.bad(2, "eleven replay: --at expects a whole number of at least 0, not '-1'", "replay", path, "--at", "-1")
        self.bad(2, "eleven replay: --at expects a whole number of at least 0, not 'x'", "replay", path, "--at=x")
        self.bad(1, "eleven replay: no.txt cannot be read: No such file or directory", "replay", "no.txt")
        self.bad_start(2, "eleven replay: --theme 'no such' is unknown; expected original, ",
                       "replay", path, "--theme", "no such")

    def test_broken_records(self):
        for broken, place in ((RECORD.replace("L2@d4", "U2@d4"), "6:4"), (RECORD.replace("4@a1", "8@a1"), "6:"),
                              (RECORD.replace("size 4x4", "size 9x9"), "3:6"), (RECORD.replace("game 1", "game 7"), "1:"),
                              ("", "1:"), (RECORD + "D2@a1 Q", "7:7")):
            path = self.file("broken.txt", broken)
            self.bad_start(1, f"eleven replay: {path}:{place}", "replay", path)


class BestTest(Case):
    def test_the_values_have_a_unit(self):
        board = "2 4 64 128 / 16 64 512 256 / 4 2 32 8 / . 2 8 2"
        for player, in_points in (("network", True), ("montecarlo", True), ("search", False), ("greedy", False)):
            said = self.good("best", board, "--player", player)
            self.assertEqual("\nThe values are points that can be expected from here to the end of the game.\n" in said,
                             in_points, said)
            self.assertEqual("\nThe values are in the player's own unit.\n" in said, not in_points, said)
            self.assertIs(self.data("best", board, "--player", player, "--json")["unit"] == "points", in_points)

    def test_a_terminal_shows_how_long_a_player_still_thinks(self):
        terminal = Terminal("best", "2 2 / . .", "--player", "search", "--time", "100s")
        self.addCleanup(terminal.close)
        terminal.wait_end()
        self.assertNotIn("thinking", terminal.text())
        board = "2 4 64 128 / 16 64 512 256 / 4 2 32 8 / . 2 8 2"
        terminal = Terminal("best", board, "--player", "montecarlo", "--time", "4s")
        self.addCleanup(terminal.close)
        terminal.wait(lambda t: re.search(r"thinking, [\d.]+%, about [\d.]+ \w+ left", t.text()))
        self.assertEqual(terminal.wait_end(), 0)
        self.assertNotIn("thinking", terminal.text())
        self.assertIn("the best\n", terminal.text())
        terminal = Terminal("best", board, "--player", "montecarlo", "--nodes", "100000000000")
        self.addCleanup(terminal.close)
        terminal.wait(lambda t: re.search(r"thinking, \d+ s", t.text()))
        terminal.type("\003")
        self.assertEqual(terminal.wait_end(), -signal.SIGINT)

    def test_a_board_of_standard_input(self):
        self.assertEqual(self.good("best", "-", "--player", "greedy", given="2 2\n. .\n"),
                         self.good("best", "2 2 / . .", "--player", "greedy"))
        self.bad(1, "eleven best: standard input:1:3: no tile of these rules has the number 'x'", "best", "-",
                 "--player", "greedy", given="2 x\n")

    def test_a_table_does_not_know_what_no_game_reaches(self):
        table = str(self.folder / "2x2.elx")
        self.good("solve", "2x2", "-o", table)
        self.assertIn("points", self.good("best", "2 4 / . 2", "--player", table))
        self.bad(1, f"eleven best: no game reaches this position, so it is not in {table}", "best", "2 1024 / . 2",
                 "--player", table)

    def test_a_table_has_no_values_after_its_goal(self):
        table = str(self.folder / "goal.elx")
        self.good("solve", "2x2", "--goal", "8", "--for", "reach-8", "-o", table)
        self.bad(1, f"eleven best: the games of {table} are over in this position, so it has no move for it",
                 "best", "8 4 / . 4", "--player", table)
        game = self.file("on.2048", "eleven game 1\nrules classic\nsize 2x2\nboard 8 4 / 2 4\n\n1. U2@b2\n")
        found = json.loads(self.good("review", game, "--player", table, "--json"))
        self.assertEqual([(move["loss"], move["grade"]) for move in found["judgements"]], [(0, "best")])

    def test_six_digits_of_the_values(self):
        """Down and left are mirror images here, and the sums of the network differ in the last digits of a float."""
        said = self.good("best", "2 4 8 16 / . 2 4 8 / . . 2 4 / . . . 2", "--player", "network", "--depth", "2")
        self.assertRegex(said, r"(?m)^  down   (\d{3},\d{3}), (the best|as good)\n  left   \1, (the best|as good)$")
        said = self.good("best", "2 2 / . .", "--player", "greedy")
        self.assertRegex(said, r"(?m)^  down   0\.01562, worse by 4\.00781$")

    def test_a_network_sees_a_32768_lower(self):
        lower = "\nThe values are points that can be expected from a board on which the largest tiles are smaller.\n"
        for player, largest, is_lower in (("network", 32768, True), ("network", 16384, False),
                                          ("montecarlo", 32768, False)):
            said = self.good("best", f"{largest} 4 64 128 / 16 64 512 256 / 4 2 32 8 / . 2 8 2", "--player", player)
            self.assertEqual(lower in said, is_lower, said)
            self.assertEqual("from here to the end of the game" in said, not is_lower, said)

    def test_threads_think_together(self):
        board = "2 4 64 128 / 16 64 512 256 / 4 2 32 8 / . 2 8 2"
        words = "best", board, "--player", "network", "--depth", "5", "--json"
        one, several = self.data(*words), self.data(*words, "--threads", "3")
        self.assertEqual(one["depth"], several["depth"])
        self.assertEqual([value is None for value in one["values"].values()],
                         [value is None for value in several["values"].values()])
        self.assertAlmostEqual(one["expected"], several["expected"], delta=0.01 * one["expected"])
        self.bad(2, "eleven watch: --moves expects a whole number of at least 1, not '0'", "watch", "--moves", "0")
        self.bad(2, "eleven best: --threads expects a whole number from 1 to 64, not '0'", "best", board, "--threads", "0")


class WatchTest(Case):
    def test_a_game_continues_after_its_goal(self):
        said = self.good("watch", "--plain", "--player", "corner", "--size", "6x6", "--rules", "provider",
                         "--seed", "2")
        _, board, end = said.rsplit("\n\n", 2)
        self.assertRegex(end, r"\AGame over after \d+ moves, score \d+\.\n\Z")
        self.assertRegex(board, r"(?m)^([ \d]* )?4096( |$)")


class RandomTest(Case):
    def best(self, *words):
        return self.data("random", "--seed", "5", "--json", *words)["best_score"]

    def test_the_best_game_of_all_blocks_is_reported(self):
        """A block has 1048576 games, and the last one only a few."""
        block = self.best("--games", "1048576")
        self.assertGreaterEqual(self.best("--games", "1048600"), block)

    def test_the_standard_error_of_two_games_is_half_their_difference(self):
        both = self.data("random", "--games", "2", "--one-by-one", "--seed", "5", "--json")
        first, second = (self.data("random", "--games", "1", "--one-by-one", "--seed", seed, "--json") for seed in "56")
        for name in "score", "moves":
            one, other = first["mean_" + name], second["mean_" + name]
            self.assertNotEqual(one, other)
            self.assertEqual(both["mean_" + name], (one + other) / 2)
            self.assertAlmostEqual(both["standard_error_" + name], abs(one - other) / 2, delta=1e-3)


class PlainTest(Case):
    def play(self, given, *arguments):
        return self.good("play", "--plain", *arguments, given=given)

    def test_long_lines_keep_their_words(self):
        for blank in " ", ",":
            said = self.play("left" + blank * 4091 + "up\n" + f"up{blank}" + f"left{blank}" * 1200 + "\n", "--seed", "6")
            self.assertNotIn("is not a command", said)
            self.assertNotIn("Right", said)
        said = self.play("u" * 5000 + "z" + "\n", "--seed", "6")
        self.assertEqual(said.count("is not a command"), 1)
        said = self.good("interactive", given="2048()." + "Left.Down." * 1000 + "q\n")
        self.assertNotIn("is not", said)

    def test_the_words_of_a_move(self):
        said = self.play("left\n", "--board", "2 2 . / . 4 4 / . . .")
        self.assertRegex(said, r"(?m)^Left: 2 and 2 make 4 at column 1, row 1; 4 and 4 make 8 at column 1, row 2\. "
                               r"New [24] at column [123], row [123]\. Score 12\.$")
        self.assertTrue(said.startswith("Eleven, classic 3x3. Score 0, best 0.\n2 2 .\n. 4 4\n. . .\n"), said)

    def test_every_word_for_a_direction(self):
        ways = {"Up": ["up", "UP", "w", "W", "k", "\033[A", "\033OA", "\u2191"],
                "Left": ["left", "a", "h", "\033[D", "\u2190"], "Down": ["down", "s", "j", "\033[B", "\u2193"],
                "Right": ["right", "Right", "d", "l", "\033[C", "\u2192"]}
        for name, typed in ways.items():
            for word in typed:
                said = self.play(word, "--board", ". . . / . 2 . / . . .")
                self.assertRegex(said, rf"(?m)^{name}\. New ", word)

    def test_several_moves_in_a_line(self):
        said = self.play("wd left, s\n", "--board", ". . . / . 2 . / . . .", "--seed", "1")
        self.assertEqual(re.findall(r"(?m)^(Up|Right|Left|Down)", said), ["Up", "Right", "Left", "Down"])

    def test_hints(self):
        for word in ("hint", "i", "I"):
            said = self.play(word, "--board", "2 . . . / . . . . / . . . . / . . . .")
            self.assertRegex(said, r"(?m)^Hint: (right|down), equal to (right|down); up moves nothing; left moves nothing; "
                                   r"the expected final score is [\d,]+\.$")
        said = self.play("hint", "--board", "2 4 64 128 / 16 64 512 256 / 4 2 32 8 / . 2 8 2")
        self.assertRegex(said, r"(?m)^Hint: down, [\d,]+ points more than up; right moves nothing; left loses [\d,]+ points; "
                               r"the expected final score is [\d,]+\.$")
        said = self.play("hint", "--board", "2 2 / . .", "--player", "greedy")
        self.assertRegex(said, r"(?m)^Hint: left, equal to right")
        self.assertIn("There is no move to make.", self.play("hint play", "--board", "2 4 / 4 2"))

    def test_the_player_makes_moves(self):
        said = self.play("play pp u p", "--seed", "3", "--player", "corner")
        self.assertEqual(len(re.findall(r"(?m)^(Up|Right|Left|Down)[.:] ", said)), 4)
        self.assertIn("helped 4\n", self.good("games", "export", "1"))

    def test_a_move_that_changes_nothing(self):
        said = self.play("left\n", "--board", "2 . / 4 .")
        self.assertTrue(said.endswith("2 .\n4 .\nLeft: nothing moves.\n"), said)
        self.assertEqual(json.loads(self.good("games", "--json"))[0]["moves"], 0)

    def test_undo_and_redo(self):
        said = self.play("right u r\n", "--board", "2 2")
        moved = re.search(r"^Right: 2 and 2 make 4 at column 2, row 1\. (New [24]) at column 1, row 1\. Score 4\.\n(.*)$",
                          said, re.M)
        self.assertIn("Undone. Score 0.\n2 2\n", said)
        self.assertEqual(said.count(moved.group(0)), 2)
        self.assertIn("Redone. " + moved.group(0), said)
        self.assertIn("There is nothing to undo.", self.play("undo", "--data", "fresh", "--seed", "1"))
        self.assertIn("There is nothing to redo.", self.play("r", "--data", "fresh", "--seed", "1"))

    def test_winning_and_keeping_on(self):
        said = self.play("left up keep c right\n", "--board", "1024 1024 / . .")
        self.assertIn("\nYou win! The goal 2048 is reached. Score 2048. Type keep to continue, or new for another game.\n", said)
        self.assertIn("\nUp: the game is won. Type keep to continue, or new for another game.\n", said)
        self.assertRegex(said, r"\nThe game continues\.\n2048 +[.24]\n")
        self.assertIn("\nThere is no won game to continue.\n", said)
        self.assertRegex(said, r"\nRight[.:]")

    def test_rules_that_end_at_the_goal(self):
        said = self.play("left c\n", "--rules", self.file("tiny.rules", RULES), "--board", "4 4 . ")
        self.assertIn("You win! The goal 8 is reached. Score 8.\n", said)
        self.assertIn("Under these rules the game ends at the goal.\n", said)

    def test_losing(self):
        said = self.play("up\n", "--board", "2 4 / 4 2")
        self.assertIn("\nGame over. Score 0. Type undo to take a move back, or new for another game.\n", said)
        self.assertTrue(said.endswith("Up: the game is over. Type undo to take a move back, or new for another game.\n"))

    def test_new_game_can_be_undone(self):
        said = self.play("left new undo\n", "--board", "2 2")
        self.assertRegex(said, r"New game\.\n(.*\n)+Undone\. Score 4\.\n4 [24]\n")

    def test_unknown_words_do_nothing(self):
        said = self.play("hello\nwxw\n\x00\x1b[2J\n", "--board", ". / 2")
        self.assertEqual(said.count("is not a command. Type ? for help."), 3)
        self.assertNotIn("Up", said)
        self.assertNotIn("\x1b", said)

    def test_help_and_quit(self):
        said = self.play("?\nquit\nleft\n", "--board", "2 2")
        for name in ("up", "left", "down", "right", "undo", "redo", "new", "keep", "help", "quit"):
            self.assertRegex(said, rf"(?m)^  {name} ")
        self.assertNotIn("Left", said)
        self.assertNotIn("> ", said)

    def hear(self, given, *arguments):
        """Playing without seeing the board, from `given` on."""
        said = self.good("play", "--screen-reader", *arguments, given=given)
        self.assertNotRegex(said, r"(?m)^[\d.]+ +[\d.]")
        return said

    def test_a_screen_reader_hears_the_move_and_not_the_board(self):
        said = self.hear("left up\n", "--board", "2 2 . / . 4 4 / 8 . .", "--seed", "1")
        self.assertTrue(said.startswith("Eleven, classic 3x3. Score 0, best 0.\nRow 1: 2, 2, empty.\n"
                                        "Row 2: empty, 4, 4.\nRow 3: 8, empty, empty.\n"), said)
        self.assertRegex(said, r"(?m)^Left: 3 tiles move; 2 and 2 make 4 at column 1, row 1; 4 and 4 make 8 at column 1, "
                               r"row 2\. New [24] at column [123], row [123]\. Gain 12\. Score 12\.$")
        self.assertRegex(said, r"(?m)^Up: \d tiles? moves?; 8 and 8 make 16 at column 1, row 2")
        self.assertEqual(said.count("Row "), 3)
        said = self.hear("right undo new\n", "--board", "2 . . / . . . / . . .")
        self.assertRegex(said, r"(?m)^Right: 1 tile moves\. New [24] at column \d, row \d\. Score 0\.\nUndone\. Score 0\.\n"
                               r"New game\.\nRow 1: ")

    def test_a_screen_reader_reads_what_is_asked(self):
        board = ("--board", "2 . 8 8 / 4 . 2 4 / . . 2 4 / 2 4 8 4")
        for words, answer in (("row 2", "Row 2: 4, empty, 2, 4."), ("column 3", "Column 3: 8, 2, 2, 8."),
                              ("ROW 3, row 1", "Row 3: empty, empty, 2, 4.\nRow 1: 2, empty, 8, 8."),
                              ("largest", "The largest tile is 8 at column 3, row 1; column 4, row 1; column 3, row 4."),
                              ("empty", "4 cells are empty at column 2, row 1; column 2, row 2; column 1, row 3; column 2, row 3."),
                              ("score", "Score 0."), ("row", "Type row and a number from 1 to 4."),
                              ("row 5", "Type row and a number from 1 to 4."), ("row up", "Type row and a number from 1 to 4."),
                              ("column 0", "Type column and a number from 1 to 4."),
                              ("b", "Row 1: 2, empty, 8, 8.\nRow 2: 4, empty, 2, 4.\nRow 3: empty, empty, 2, 4.\nRow 4: 2, 4, 8, 4.")):
            self.assertTrue(self.hear(words, *board).endswith("Row 4: 2, 4, 8, 4.\n" + answer + "\n"), words)
        self.assertIn("0 cells are empty.\n", self.hear("e", "--board", "2 4 / 4 2"))
        self.assertIn("1 cell is empty at column 2, row 2.\n", self.hear("e", "--board", "2 4 / 4 ."))
        self.assertTrue(self.play("row 1 b", "--board", "2 4 / 4 .").endswith("\nRow 1: 2, 4.\n2 4\n4 .\n"))

    def test_goal_and_other_rules(self):
        self.assertIn("You win! The goal 8 is reached", self.play("left", "--board", "4 4", "--goal", "8"))
        self.assertNotIn("You win", self.play("left", "--board", "1024 1024", "--goal", "none"))
        self.assertIn("Eleven, fibonacci 5x3.", self.play("", "--rules", "fibonacci", "--size", "5x3"))

    def test_a_seed_decides_the_game(self):
        one = self.play("wasdwasd", "--seed", "7", "--data", "one")
        self.assertEqual(one, self.play("wasdwasd", "--seed", "7", "--data", "two"))
        self.assertNotEqual(one, self.play("wasdwasd", "--seed", "8", "--data", "three"))

    def test_bad_options(self):
        for words, sentence in [
            (["--size", "9x9"], "--size expects a size from 1x1 to 8x8, not '9x9'"),
            (["--size", "4"], "--size expects a size from 1x1 to 8x8, not '4'"),
            (["--size", "04x4"], "--size expects a size from 1x1 to 8x8, not '04x4'"),
            (["--seed", "-1"], "--seed expects a whole number from 0 to 18446744073709551615, not '-1'"),
            (["--seed", "18446744073709551616"],
             "--seed expects a whole number from 0 to 18446744073709551615, not '18446744073709551616'"),
            (["--goal", "3"], "--goal expects 'none' or a tile of the rules classic that can be reached, not '3'"),
            (["--goal", ""], "--goal expects 'none' or a tile of the rules classic that can be reached, not ''"),
            (["--board", "2 2 / 2"], "--board '2 2 / 2', column 7: this row is not as long as the first one"),
            (["--board", ". ."], "--board '. .' has no tile"),
            (["--board", "2 2", "--size", "3x3"], "--board '2 2' is 2x1, but --size is 3x3"),
            (["--board", "2 2", "--size", "3x1"], "--board '2 2' is 2x1, but --size is 3x1"),
            (["--board", "2 2", "--size", "2x2"], "--board '2 2' is 2x1, but --size is 2x2"),
            (["--seed", "1", "x"], "--seed cannot be combined with a file, which contains a game"),
            (["--goal", "8", "x"], "--goal cannot be combined with a file, which contains a game"),
        ]:
            self.bad(2, "eleven play: " + sentence, "play", "--plain", *words)
        self.bad_start(2, "eleven play: --theme 'orignal' is unknown; did you mean 'original'?",
                       "play", "--theme", "orignal")
        self.assertFalse((self.folder / "data").exists(), "a wrong command line must leave no traces")

    def test_bad_files(self):
        self.bad(1, "eleven play: none.txt cannot be read: No such file or directory", "play", "none.txt")
        path = self.file("broken.txt", RECORD + "Q\n")
        self.bad_start(1, f"eleven play: {path}:7:1: ", "play", path)
        self.assertEqual(self.data("games", "--json"), [])

    def test_a_prompt_only_for_a_terminal(self):
        inside, outside = pty.openpty()
        program = subprocess.Popen([ELEVEN, "play", "--board", "2 2"], stdin=outside, stdout=outside, stderr=outside,
                                   env=self.environment)
        os.close(outside)
        os.write(inside, b"left\nquit\n")
        self.assertEqual(program.wait(60), 0)
        said = os.read(inside, 65536).decode()
        os.close(inside)
        self.assertIn("Type ? for help.", said)
        self.assertIn("> Left: 2 and 2 make 4", said)

    def test_signals_end_it_cleanly(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) == signal.SIG_IGN:
                continue  # as below nohup: what was ignored before stays ignored
            program = self.start("play", "--board", "2 2 / . .")
            self.read_lines(program, 3)
            self.type_in(program, "left\n")
            self.read_lines(program, 3)
            program.send_signal(number)
            self.assertEqual(program.wait(60), 0)
            self.assertEqual(program.stderr.read(), "")
            self.assertEqual(self.data("games", "--json")[0]["score"], 4)

    def test_a_reader_that_goes_away(self):
        program = self.start("play", "--plain")
        program.stdout.close()
        try:
            program.stdin.write("wasd\n" * 10000)
            program.stdin.close()
        except BrokenPipeError:
            pass
        self.assertEqual(program.wait(60), 0)
        self.assertEqual(program.stderr.read(), "")

    def test_closed_streams(self):
        for closed, words, status, said in (
                (">&-", ["version"], 1, "eleven version: the output cannot be written: Bad file descriptor\n"),
                ("<&-", ["move", "-", "left"], 1, "eleven move: standard input cannot be read: Bad file descriptor\n"),
                ("2>&-", ["move", "9", "left"], 2, ""), ("<&- >&- 2>&-", ["move", "2 2", "left"], 1, "")):
            done = subprocess.run(["sh", "-c", f'exec "$@" {closed}', "sh", ELEVEN, *words], capture_output=True, text=True, timeout=300)
            self.assertEqual((done.returncode, done.stderr), (status, said), closed)

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full")
    def test_output_that_is_written_bit_by_bit(self):
        for words in (["match", "--player", "random", "--games", "9", "--scores"], ["watch", "--player", "random"],
                      ["interactive"]):
            with open("/dev/full", "w") as full:
                done = subprocess.run([ELEVEN, *words], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE,
                                      text=True, env=self.environment, timeout=300)
            said = f"eleven {words[0]}: the output cannot be written: No space left on device\n"
            self.assertEqual((done.returncode, done.stderr), (1, said))

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full")
    def test_a_full_disk(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([ELEVEN, "play"], input="wasd", stdout=full, stderr=subprocess.PIPE, text=True,
                                  env=self.environment, timeout=300)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\Aeleven play: .* cannot be written: No space left on device\n\Z")


class KeepingTest(Case):
    def test_the_game_continues(self):
        first = self.good("play", "--seed", "5", given="wasd")
        board = "".join(first.splitlines(True)[-4:])
        self.assertTrue(self.good("play").endswith(board))
        self.assertTrue(self.good("play", "--seed", "5").endswith(board))
        self.assertTrue(self.good("play", "--size", "4x4").endswith(board))
        self.assertEqual(len(self.data("games", "--json")), 1)

    def test_what_was_played_last_continues(self):
        self.good("play", "--size", "5x4", "--rules", "fibonacci", "--goal", "89", given="wasd")
        self.assertTrue(self.good().startswith("Eleven, fibonacci 5x4."))
        self.assertTrue(self.good("--plain").startswith("Eleven, fibonacci 5x4."))
        self.assertTrue(self.good("play", "--size", "4x4").startswith("Eleven, classic 4x4."))

    def test_a_goal_begins_a_classic_game(self):
        self.good("play", "--rules", "fibonacci", given="wasd")
        self.assertTrue(self.good("play", "--goal", "512").startswith("Eleven, classic 4x4."))
        newest = self.data("games", "--json")[0]
        self.assertEqual((newest["rules"], newest["goal"]), ("classic", 512))

    def test_rules_from_a_file_are_saved_with_the_game(self):
        path = self.file("tiny.rules", RULES)
        self.good("play", "--rules", path, given="wasd")
        os.unlink(path)
        self.assertTrue(self.good().startswith("Eleven, tiny 4x4."))

    def test_another_game_can_be_undone(self):
        self.good("play", "--board", "2 2", given="left")
        said = self.good("play", "--board", "8 8", given="u")
        self.assertRegex(said, r"\nUndone\. Score 4\.\n4 [24]\n")

    def test_kill_at_any_moment_loses_nothing(self):
        score = 0
        for word in "wasd" * 3:
            program = self.start("play", "--size", "4x4")
            self.read_lines(program, 5)
            self.type_in(program, word + "\n")
            said = self.read_lines(program, 1)[0]
            program.kill()
            program.wait()
            found = re.search(r"Score (\d+)\.", said)
            score = int(found.group(1)) if found else score
            self.assertIn(f"Score {score},", self.good())

    def test_a_loaded_game_is_marked(self):
        said = self.good("play", self.file("game.txt", RECORD), given="left")
        self.assertTrue(said.startswith("Eleven, classic 4x4. Score 4, best 0.\n4 . . 4\n"), said)
        self.assertIn("Left: 4 and 4 make 8 at column 1, row 1.", said)
        game = self.data("games", "--json")[0]
        self.assertEqual((game["helped"], game["class"], game["moves"], game["score"]), (2, "with a player", 3, 12))

    def test_best_scores_count_plain_play(self):
        self.good("play", "--seed", "3", given="wasd" * 10)
        best = self.data("stats", "--json")[0]["best_score"]
        self.assertGreater(best, 0)
        self.assertIn(f"Score 0, best {best}.", self.good("play", "--seed", "4"))
        self.good("play", "--seed", "9", given="wasd" * 40 + "u" * 200)
        now = self.data("stats", "--json")[0]
        self.assertGreater(now["best_score"], best)
        games = self.data("games", "--json")
        self.assertEqual(now["best_score"], max(game["plain_score"] for game in games))

    def test_undo_and_redo_do_not_lower_the_best_score(self):
        self.good("play", "--seed", "3", given="wasd" * 4)
        score = self.data("games", "--json")[0]["score"]
        self.assertGreater(score, 0)
        for keys in ("u", "r", "u" * 20):
            self.good("play", given=keys)
            self.assertEqual(self.data("stats", "--json")[0]["best_score"], score, keys)
            self.assertIn(f"best {score}.", self.good("play"))
        self.assertEqual(self.data("games", "--json")[0]["class"], "with undo")

    def test_each_help_changes_the_class_and_keeps_the_plain_score(self):
        for seed, (keys, name) in enumerate((("", "plain"), ("i", "with hints"), ("iwasd", "with hints"), ("uwasd", "with undo"),
                                             ("uiwasd", "with hints"), ("pu", "with a player"))):
            self.good("play", "--player", "greedy", "--seed", str(seed + 10), given="wasd" * 6)
            before = self.data("games", "--json")[0]["score"]
            self.good("play", "--player", "greedy", given=keys)
            game = self.data("games", "--json")[0]
            self.assertEqual(game["class"], name, keys)
            self.assertEqual(game["plain_score"], game["score"] if name == "plain" else before, keys)
            copy = self.good("games", "export", str(game["id"]))
            self.assertEqual("\nplain-score " in copy, name != "plain" and before > 0, keys)

    def test_a_hint_counts_even_if_the_game_is_left_before_the_move(self):
        self.good("play", "--player", "greedy", "--seed", "3", given="wasd" * 6)
        before = self.data("games", "--json")[0]["score"]
        self.good("play", "--player", "greedy", given="hint")
        self.good("play", given="wasd" * 6)
        game = self.data("games", "--json")[0]
        self.assertEqual((game["class"], game["hints"], game["plain_score"]), ("with hints", 1, before))
        self.assertGreater(game["score"], before)

    def test_folders(self):
        self.good("play", "--data", str(self.folder / "given"), given="w")
        self.good("play", environment={"ELEVEN_DATA": str(self.folder / "named")})
        self.good("play", environment={"ELEVEN_DATA": "", "XDG_DATA_HOME": str(self.folder / "xdg")})
        self.good("play", environment={"ELEVEN_DATA": ""})
        for place in ("given", "named", "xdg/eleven", ".local/share/eleven"):
            self.assertTrue((self.folder / place / "eleven.db").is_file(), place)

    def test_no_folder_at_all(self):
        nowhere = {"ELEVEN_DATA": "", "HOME": ""}
        said = self.bad(1, "eleven play: the game is not saved: no folder is known, set $HOME or use --data", "play",
                        "--board", "2 2", given="left", environment=nowhere)
        self.assertTrue(said.startswith("NOT SAVED: no folder is known, set $HOME or use --data.\n"))
        self.assertIn("Left: 2 and 2 make 4", said)
        self.bad(1, "eleven stats: no folder of saved games is known: set $HOME or use --data", "stats",
                 environment=nowhere)

    def test_a_folder_that_cannot_be(self):
        below_a_file = self.file("file", "") + "/data"
        done = self.run_it("play", "--data", below_a_file, "--board", "2 2", given="left")
        said = done.stdout
        self.assertEqual(done.returncode, 1)
        self.assertTrue(said.startswith("NOT SAVED: cannot "), said)
        self.assertIn("Left: 2 and 2 make 4", said)
        self.bad_start(1, "eleven games: cannot ", "games", "--data", below_a_file)
        self.bad_start(1, "eleven stats: cannot ", "stats", "--data", below_a_file)

    def test_a_damaged_database(self):
        (self.folder / "data").mkdir()
        database = self.folder / "data" / "eleven.db"
        database.write_bytes(b"this is not a database " * 500)
        done = self.run_it("play", "--board", "2 2", given="left")
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stdout.startswith("NOT SAVED: cannot "), done.stdout)
        self.assertEqual(database.read_bytes(), b"this is not a database " * 500)
        self.bad_start(1, "eleven games: cannot ", "games")

    def test_two_programs_at_once(self):
        one = self.start("play", "--board", "2 2")
        self.read_lines(one, 2)
        two = self.start("play", "--board", "4 4")
        self.read_lines(two, 2)
        for program, gain in ((one, 4), (two, 8)):
            self.type_in(program, "left\n")
            self.assertIn(f"Score {gain}.", self.read_lines(program, 1)[0])
            program.stdin.close()
            self.assertEqual(program.wait(60), 0)
        self.assertEqual(sorted(game["score"] for game in self.data("games", "--json")), [4, 8])


class GamesTest(Case):
    def test_titles_of_an_import(self):
        """They are cut after a character, and cannot control the terminal."""
        head, rest = "eleven game 1\n; title ", "\nrules classic\nsize 4x4\nseed {}\n\n1. U\n"
        titles = ["x" * 62 + "ä", "x" * 61 + "ä", "y" * 70, "\x1b[31mred\x7f", "x" * 60 + "日本"]
        for i, title in enumerate(titles):
            self.good("games", "import", self.file("one.2048", head + title + rest.format(i)))
        found = [game["title"] for game in self.data("games", "--json")]
        self.assertEqual(sorted(found), sorted(["x" * 62, "x" * 61 + "ä", "y" * 63, "\x1b[31mred\x7f", "x" * 60 + "日"]))
        self.assertIn('"?[31mred?"', self.good("games"))

    def test_nothing_played_yet(self):
        self.assertEqual(self.good("games"), "no game has been saved yet\n")
        self.assertEqual(self.good("stats"), "no game with a move has been saved yet\n")
        self.assertEqual(self.data("games", "list", "--json"), [])
        self.assertEqual(self.data("stats", "--json"), [])
        self.assertEqual(self.good("games", "export", "all"), "")
        self.assertFalse((self.folder / "data").exists(), "looking must leave no traces")

    def test_list(self):
        self.good("play", "--board", "1024 1024 / . .", given="left")
        self.good("play", "--board", "2 4 / 8 .", given="")
        games = self.data("games", "--json")
        self.assertEqual([game["id"] for game in games], [2, 1])
        self.assertRegex(games[1].pop("date"), r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        games[1].pop("rules_hash")
        self.assertEqual(games[1], {
            "id": 1, "rules": "classic", "size": [2, 2], "goal": 2048, "status": "won", "won": True, "running": False,
            "score": 2048, "moves": 1, "largest_tile": 2048, "undos": 0, "helped": 0, "from_board": True, "hints": 0,
            "class": "plain", "plain_score": 0, "title": "", "played_seconds": games[1]["played_seconds"]})
        lines = self.good("games", "list").splitlines()
        self.assertEqual(lines[0].split(), ["id", "rules", "size", "score", "moves", "largest", "status", "began"])
        self.assertEqual(lines[2].split()[:7], ["1", "classic", "2x2", "2048", "1", "2048", "won"])
        self.assertTrue(lines[2].endswith(" from a board"))
        self.assertIn(" running", lines[1])
        self.assertEqual((games[0]["largest_tile"], games[0]["goal"]), (8, 2048))
        self.assertEqual(lines[1].split()[5], "8")

    def test_stats(self):
        self.good("play", "--board", "1024 1024 / . .", given="left")
        self.good("play", "--board", "2 4 8", "--goal", "none")
        found = self.data("stats", "--json")
        self.assertEqual(len(found), 1)
        found[0].pop("rules_hash")
        self.assertEqual(found[0], {
            "rules": "classic", "size": [2, 2], "goal": 2048, "games": 1, "games_won": 1, "games_lost": 0, "games_unfinished": 0,
            "moves": 1, "mean_score": 2048, "standard_error_score": 0, "best_score": 0, "best_other_score": 2048, "largest_tile": 2048})
        self.assertEqual(self.good("stats"), """\
classic 2x2, goal 2048
  games       1: 1 won, 0 lost, 0 unfinished
  best score  0 in plain play
              2048 with undo, hints, a player or a given board
  mean score  2048.0
  largest     2048
  moves       1
""")

    def test_export_and_replay(self):
        self.good("play", "--seed", "11", given="wasdwasd")
        record = self.good("games", "export", "1")
        self.assertTrue(record.startswith("eleven game 1\nrules classic\nsize 4x4\nseed 11\n"), record)
        found, listed = self.data("replay", self.file("one.txt", record), "--json"), self.data("games", "--json")[0]
        self.assertEqual((found["score"], found["moves"], found["seed"]), (listed["score"], listed["moves"], 11))
        self.assertEqual(json.loads(self.good("games", "export", "1", "--json")), {"id": 1, "record": record})

    def test_export_all(self):
        self.good("play", "--board", "2 2", given="left")
        self.good("play", "--board", "4 4", given="left")
        self.good("games", "export", "all", "-o", str(self.folder / "all.txt"))
        written = (self.folder / "all.txt").read_text()
        self.assertEqual(written, self.good("games", "export", "all"))
        self.assertEqual(written, self.good("games", "export", "1") + "\n" + self.good("games", "export", "2"))

    def test_export_replaces_a_file_whole(self):
        self.good("play", "--board", "2 2", given="left")
        old = self.file("old.txt", "keep me")
        self.bad_start(1, "eleven games: cannot ", "games", "export", "77", "--output", old, "--force")
        self.assertEqual(pathlib.Path(old).read_text(), "keep me")
        self.good("games", "export", "1", "--output", old, "--force")
        self.assertEqual(pathlib.Path(old).read_text(), self.good("games", "export", "1"))
        self.assertEqual([path.name for path in self.folder.glob("*.tmp")], [])

    def test_export_through_a_link(self):
        self.good("play", "--board", "2 2", given="left")
        target = pathlib.Path(self.file("target.txt", "old"))
        link = self.folder / "link.txt"
        link.symlink_to(target)
        self.good("games", "export", "1", "-o", str(link), "--force")
        self.assertTrue(link.is_symlink())
        self.assertTrue(target.read_text().startswith("eleven game 1\n"))

    def test_errors(self):
        self.bad(2, "eleven games: unknown action 'exprot'; did you mean 'export'?", "games", "exprot", "1")
        self.bad(2, "eleven games: 'games export' needs the number of a game, or 'all'", "games", "export")
        self.bad(2, "eleven games: unexpected argument '1' after 'games list'", "games", "list", "1")
        self.bad(2, "eleven games: --output needs 'games export'", "games", "-o", "x")
        self.bad(2, "eleven games: expected the number of a game or 'all', not 'one'", "games", "export", "one")
        self.bad(1, "eleven games: there is no game 1", "games", "export", "1")
        self.good("play", given="")
        self.bad(1, "eleven games: no/where.txt cannot be written: No such file or directory",
                 "games", "export", "1", "-o", "no/where.txt")


if __name__ == "__main__":
    unittest.main()
