"""Two programs compared: `eleven match --from-scores` on files, and tools/match.py on a repository of its own, whose
programs are a line of shell around ours."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

from answers import check_output

ROOT = pathlib.Path(__file__).resolve().parents[2]
ELEVEN = str((ROOT / os.environ.get("ELEVEN", "build/eleven")).resolve())

MAKEFILE = "build/eleven: program\n\tmkdir -p build\n\tcp program $@\n\tchmod +x $@\n"
PROGRAMS = {"greedy": f'exec {ELEVEN} "$@" --player greedy', "random": f'exec {ELEVEN} "$@" --player random',
            "crash": "echo 4; echo it broke >&2; exit 3", "words": "echo hello"}


class ScoresTest(unittest.TestCase):
    def compare(self, first, second, *words):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("one", first), ("two", second)):
                if text is not None:
                    pathlib.Path(folder, name).write_text(text)
            return subprocess.run([ELEVEN, "match", "one", "against", "two", "--from-scores", *words], cwd=folder,
                                  text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def counts(self, *words):
        done = self.compare(*words, "--json")
        check_output(["match", "against", "--json"], done.stdout)
        found = json.loads(done.stdout)
        return [found[key] for key in ("first", "second", "wins", "losses", "ties", "decision")]

    def test_scores_are_counted_in_pairs(self):
        self.assertEqual(self.counts("3\n5\n4\n", "1\n9\n4"), ["one", "two", 1, 1, 1, "undecided"])
        self.assertEqual(self.counts("3\n5\n4\n", "1\n9\n", "--games", "1"), ["one", "two", 1, 0, 0, "undecided"])
        self.assertEqual(self.counts("18446744073709551615\n", "18446744073709551614\n")[2], 1)
        self.assertEqual(self.counts("1\n2\n" * 12000, "2\n1\n" * 12000, "--p1", "0.501")[2:4], [12000, 12000])

    def test_the_test_stops_at_its_bounds(self):
        # 1.1 ^ 31 is the first power above 19 = 0.95 / 0.05, and 0.9 ^ 28 the first below 1 / 19
        self.assertEqual(self.counts("2\n" * 100, "1\n" * 100)[2:], [31, 0, 0, "H1"])
        self.assertEqual(self.counts("1\n" * 100, "2\n" * 100)[2:], [0, 28, 0, "H0"])

    def test_wrong_files_are_reported(self):
        for first, second, sentence in ((None, "1\n", "one cannot be read: No such file or directory"),
                                        ("1\n-2\n", "1\n1\n", "one:2: '-2' is not a score"),
                                        ("1\n", "\n", "two:1: '' is not a score"),
                                        ("1\n2\n", "1\n", "two has fewer scores than one"),
                                        ("", "1\n", "one has fewer scores than two"),
                                        ("", "", "one and two contain no scores")):
            done = self.compare(first, second)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "", f"eleven match: {sentence}\n"))
        done = subprocess.run([ELEVEN, "match", "--from-scores"], text=True, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 2)


class PartTest(unittest.TestCase):
    WORDS = ("--player", "corner", "--games", "101", "--seed", "7", "--size", "4x3", "--rules", "fibonacci")

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def match(self, *words):
        return subprocess.run([ELEVEN, "match", *words], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)

    def part(self, number, parts, *words):
        done = self.match(*(words or self.WORDS), "--part", f"{number}/{parts}")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        (self.folder / f"p{number}").write_text(done.stdout)
        return f"p{number}"

    def fails(self, sentence, *words, status=1):
        done = self.match(*words)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (status, "", f"eleven match: {sentence}\n"))

    def test_merged_parts_are_the_whole_match(self):
        for parts in (1, 3, 101, 150):
            names = [self.part(number, parts) for number in range(1, parts + 1)]
            found = json.loads(self.match("--merge", *reversed(names), "--json").stdout)
            whole = json.loads(self.match(*self.WORDS, "--json").stdout)
            for answer in (found, whole):
                answer.pop("moves_per_second", None)
                del answer["microseconds_per_move"]
            self.assertEqual(found, whole)

    def test_parts_under_the_rules_of_a_file_are_merged(self):
        rules = subprocess.run([ELEVEN, "rules", "show", "classic"], capture_output=True, text=True).stdout
        (self.folder / "my.rules").write_text(rules.replace("classic", "mine").replace("goal 2048", "goal 4096"))
        words = ("--player", "corner", "--games", "6", "--seed", "7", "--rules", "my.rules")
        names = [self.part(number, 2, *words) for number in (1, 2)]
        merged = self.match("--merge", *names, "--rules", "my.rules")
        self.assertEqual((merged.returncode, merged.stderr), (0, ""))
        self.assertIn("corner: 6 games, seed 7", merged.stdout)
        for more in ([], ["--rules", "fibonacci"]):
            self.fails("p1 was played by the rules 'mine'; state their file with --rules", "--merge", *names, *more)

    def test_parts_of_players_from_different_files_are_refused(self):
        recipe = "eleven recipe 1\nname t\ntuple 0 1 2 3\n"
        (self.folder / "r.recipe").write_text(recipe)
        for number, moves in ((1, "1"), (2, "2")):
            (self.folder / str(number)).mkdir()
            made = subprocess.run([ELEVEN, "train", "--recipe", "r.recipe", "--moves", moves, "--games", "0", "-o", f"{number}/net.w"],
                                  cwd=self.folder, capture_output=True, text=True)
            self.assertEqual((made.returncode, made.stderr), (0, ""))
        words = ("--games", "4", "--seed", "1", "--depth", "1", "--player")
        names = [self.part(number, 2, *words, f"{number}/net.w") for number in (1, 2)]
        self.fails("p2 is a part of another match than p1", "--merge", *names)
        self.part(1, 2, *words, "2/net.w")
        merged = self.match("--merge", *names)
        self.assertEqual((merged.returncode, merged.stderr), (0, ""))
        self.assertIn("net.w: 4 games, seed 1\n", merged.stdout)

    def test_the_speed_of_merged_games(self):
        self.part(1, 1, "--player", "greedy", "--size", "1x1", "--games", "3", "--seed", "1")
        merged = self.match("--merge", "p1")
        self.assertIn("us per move (processor time)\n", merged.stdout)
        self.assertNotRegex(merged.stdout, "nan|inf")
        self.assertNotIn("moves_per_second", json.loads(self.match("--merge", "p1", "--json").stdout))

    def test_what_is_not_the_whole_match_is_refused(self):
        names = [self.part(number, 3) for number in (1, 2, 3)]
        self.fails("games 34 to 67 of 101 are in no file", "--merge", "p1", "p3")
        text = (self.folder / "p2").read_text()
        for damaged in ("", text[:-30], text.replace("count", "bount"), text + "\n"):
            (self.folder / "bad").write_text(damaged)
            self.fails("bad is not a whole part of a match: 'eleven match --part' prints one", "--merge", "p1", "bad", "p3")
        self.part(2, 3, *self.WORDS[:5], "8", *self.WORDS[6:])
        self.fails("p2 is a part of another match than p1", "--merge", *names)
        self.part(1, 2)
        self.assertEqual(self.match("--merge", "p1", self.part(2, 2), "p3").returncode, 0)  # a game may be in two files

    def test_wrong_words(self):
        self.fails("--part expects a part and the number of parts, such as 3/10, not '4/3'", "--part", "4/3", status=2)
        self.fails("--part needs --seed, the same one for all parts", "--part", "1/3", status=2)
        self.fails("--part prints the games of one player for --merge, and nothing else", "--part", "1/3", "--json",
                   status=2)
        how = "that were played, without options about how to play"
        for option, value in (("--games", "9"), ("--seed", "9"), ("--player", "corner"), ("--size", "4x4"), ("--threads", "1"),
                              ("--depth", "1"), ("--nodes", "1"), ("--time", "1ms"), ("--rules", "classic")):
            if option != "--rules":
                self.fails(f"--merge reports games {how}", "--merge", "p1", option, value, status=2)
            if option not in ("--games", "--player"):
                self.fails(f"--from-scores compares games {how}", "a", "against", "b", "--from-scores", option, value, status=2)
        self.fails("--player, --save, --svg and --scores are for the games of one player", "corner", "against", "greedy",
                   "--player", "random", status=2)
        for option in ("--p0", "--p1", "--alpha", "--beta"):
            self.fails("--p0, --p1, --alpha and --beta are for comparing two players", option, "0.3", status=2)
        self.fails("--merge needs the files that 'eleven match --part' printed", "--merge", status=2)


class StopTest(unittest.TestCase):
    def test_a_signal_ends_a_match_after_its_first_games(self):
        words = [ELEVEN, "match", "--player", "random", "--games", "1000000", "--threads", "2", "--scores"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as match:
            self.assertRegex(match.stdout.readline(), r"^\d+$")
            match.send_signal(signal.SIGINT)
            scores, sentence = match.communicate()
        self.assertEqual(match.returncode, 1)
        self.assertEqual(sentence, "eleven match: stopped before all games were played\n")
        self.assertRegex(scores, r"\A(\d+\n)*\Z")

    def test_a_signal_that_is_ignored_does_not_end_it(self):
        """As nohup starts a program whose terminal will go away."""
        words = ["sh", "-c", "trap '' HUP; exec \"$@\"", "sh", ELEVEN, "match", "--player", "random", "--games", "20000",
                 "--scores"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as match:
            first = match.stdout.readline()
            match.send_signal(signal.SIGHUP)
            scores, _ = match.communicate()
        self.assertEqual(match.returncode, 0)
        self.assertRegex(first + scores, r"\A(\d+\n){20000}\Z")


class RevisionsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.repository, self.temporary = pathlib.Path(folder.name, "repository"), pathlib.Path(folder.name, "tmp")
        self.repository.mkdir()
        self.temporary.mkdir()
        self.git("init", "-q")
        (self.repository / "Makefile").write_text(MAKEFILE)
        for name, line in PROGRAMS.items():
            (self.repository / "program").write_text(f"#!/bin/sh\n{line}\n")
            self.commit(name)
        (self.repository / "Makefile").write_text("build/eleven:\n\techo no compiler; false\n")
        self.commit("unbuilt")

    def git(self, *words):
        done = subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *words], cwd=self.repository,
                              env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull}, text=True, stdout=subprocess.PIPE)
        self.assertEqual(done.returncode, 0, words)
        return done.stdout

    def commit(self, tag):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", tag)
        self.git("tag", tag)

    def match(self, *words):
        done = subprocess.run([sys.executable, str(ROOT / "tools" / "match.py"), "--referee", ELEVEN, "--repository",
                               str(self.repository), "--seed", "5", *words], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env={**os.environ, "TMPDIR": str(self.temporary)}, timeout=300)
        self.assertEqual(self.git("status", "--porcelain", "--ignored"), "")
        self.assertEqual(list(self.temporary.iterdir()), [])
        return done

    def decision(self, *words):
        return json.loads(self.match("--json", *words).stdout)

    def test_a_revision_ties_itself(self):
        found = self.decision("--games", "60", "greedy", "greedy")
        self.assertEqual([found[key] for key in ("wins", "losses", "ties", "decision")], [0, 0, 60, "undecided"])
        self.assertIn("the two play alike", self.match("--games", "5", "greedy", "greedy").stdout)

    def test_a_changed_one_is_recognised(self):
        found = self.decision("greedy", "random")
        self.assertEqual(found["decision"], "H1")
        self.assertLess(found["wins"] + found["losses"], 200)
        self.assertEqual(self.decision("random", "greedy")["decision"], "H0")

    def test_failures_are_reported(self):
        for a, b, status, sentence in (
                ("greedy", "nobody", 2, "there is no revision 'nobody'"), ("greedy", "unbuilt", 1, "no compiler"),
                ("greedy", "crash", 1, "the program of B"), ("words", "greedy", 1, "'hello' is not a score")):
            done = self.match("--games", "20", a, b)
            self.assertEqual((done.returncode, done.stdout if status == 2 else ""), (status, ""), done.stderr)
            self.assertIn(sentence, done.stderr)
            self.assertNotIn("Traceback", done.stderr)
        self.assertIn("it broke", self.match("crash", "greedy").stderr)

    def test_make_takes_two_letters(self):  # B is the folder of the build everywhere else
        done = subprocess.run(["make", "-n", "match", "A=one", "B=no/two", "GAMES=7"], cwd=ROOT, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertRegex(done.stdout, r"tools/match\.py .*--games '7'(\s|\\)*-- 'one' 'no/two'")
        self.assertFalse((ROOT / "no").exists())


if __name__ == "__main__":
    unittest.main()
