"""Pictures of boards and games: `eleven render`. A moving picture is played here, by its keyframes, and compared with the
game as convert_test plays it."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as xml

from convert_test import ELEVEN, Game, rpl, slide

SVG = "{http://www.w3.org/2000/svg}"
BEFORE, SLIDE, GROW = 700, 100, 200  # milliseconds
BOARD = "2 4 8 . / . . . . / . 1024 . . / 131072 . . 2"


def keyframes(style):
    """Name -> property -> [(percent, value)], sorted."""
    found = {}
    for name, body in re.findall(r"@keyframes (\w+)\{((?:[^{}]+\{[^{}]*\})*)\}", style):
        steps = found.setdefault(name, {})
        for times, declarations in re.findall(r"([^{}]+)\{([^{}]*)\}", body):
            for time in times.split(","):
                percent = 100.0 if time == "to" else float(time.rstrip("%"))
                for declaration in declarations.split(";"):
                    key, value = declaration.split(":")
                    steps.setdefault(key, []).append((percent, value))
        for frames in steps.values():
            assert frames == sorted(frames, key=lambda frame: frame[0]), (name, frames)
    return found


def numbers(value):
    parts = [float(re.sub(r"[a-z]+$", "", part)) for part in value.split()]
    return parts + [0.0] * (2 - len(parts))


def at(frames, percent, rest):
    """The value at a moment, halfway between two frames in proportion; `rest` is the value without animation."""
    frames = [(0.0, rest)] * (not frames or frames[0][0] > 0) + frames + [(100.0, rest)] * (not frames or frames[-1][0] < 100)
    for (a, before), (b, after) in zip(frames, frames[1:]):
        if a <= percent <= b:
            part = (percent - a) / (b - a) if b > a else 1
            return [p + (q - p) * part for p, q in zip(numbers(before), numbers(after))]
    raise AssertionError((frames, percent))


class Film:
    def __init__(self, text, w):
        self.root, self.w = xml.fromstring(text), w
        style = self.root.find(f".//{SVG}style").text
        self.frames = keyframes(style)
        self.length = float(re.search(r"animation:([\d.]+)s", style).group(1)) * 1000

    def board(self, time, h):
        """The tiles that can be seen at rest, as ranks."""
        board = [0] * (self.w * h)
        for group in self.root.iter(f"{SVG}g"):
            place = re.match(r"translate\(([\d.]+) ([\d.]+)\)", group.get("transform", ""))
            for use in group.findall(f"{SVG}use"):
                frames = self.frames.get(use.get("style", "").removeprefix("animation-name:"), {})
                percent = 100 * time / self.length
                scale = at(frames.get("scale", []), percent, "1")[0]
                x, y = at(frames.get("translate", []), percent, "0")
                if scale < 0.5:
                    continue
                assert abs(scale - 1) < 0.1 and abs(x - round(x)) < 0.05 and abs(y - round(y)) < 0.05, (scale, x, y)
                cell = [round((float(part) - 54.5) / 97 + offset) for part, offset in zip(place.groups(), (x, y))]
                assert board[cell[1] * self.w + cell[0]] == 0, "two tiles on a cell"
                board[cell[1] * self.w + cell[0]] = int(use.get("href")[2:])
        return board


class RenderTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_it(self, *arguments, given=b""):
        return subprocess.run([ELEVEN, "render", *arguments], input=given, capture_output=True, timeout=300, cwd=self.folder)

    def good(self, *arguments, given=b""):
        done = self.run_it(*arguments, given=given)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout.decode()

    def bad(self, status, sentence, *arguments, given=b""):
        done = self.run_it(*arguments, given=given)
        self.assertEqual((done.stderr.decode(), done.returncode, done.stdout), (f"eleven render: {sentence}\n", status, b""))

    def test_a_missing_file_is_named(self):
        for name in ("missing.2048", "./no-folder/game.2048", "my game.2048"):
            self.bad(1, f"{name} cannot be read: No such file or directory", name)
        self.bad(2, "the board '2 4 / x', column 7: no tile of these rules has the number 'x'", "2 4 / x")

    def test_a_film_shows_the_game(self):
        for seed, w, h, pace in ((1, 4, 4, 350), (2, 3, 3, 1000), (3, 4, 2, 350)):
            game = Game(seed, w, h, 120)
            y0, filled = {(4, 4): (0, 0), (3, 3): (0, 0x000F000F000FFFFF), (4, 2): (1, 0xFFFF00000000FFFF)}[w, h]
            film = Film(self.good("-", "--pace", str(pace), given=rpl(game, y0=y0, filled=filled)), w)
            boards = game.boards + [game.last]
            for i, board in enumerate(boards):
                time = BEFORE + i * pace - (pace - SLIDE - GROW) / 3
                self.assertEqual(film.board(time, h), board, (seed, i))
            scores = [int(t.text) for t in film.root.iter(f"{SVG}tspan")]
            score, want = 0, [0]
            for before, (move, _, _) in zip(game.boards, game.moves):
                score += slide(before, w, h, move)[1]
                want.append(score)
            self.assertEqual(scores, want)

    def test_a_film_of_cascading_merges(self):
        record = (b"eleven game 1\nrules engine\nsize 4x3\nboard 2 2 4 8 / . . . . / 2 . . 4\n\nD2@a1 U2@a3 L2@d3\n")
        film = Film(self.good("-", given=record), 4)
        for move in range(4):
            shown = self.good("-", "--as", "txt", "--at", str(move), given=record)
            rows = [line.split() for line in shown.splitlines()[:3]]
            ranks = [0 if tile == "." else int(tile).bit_length() - 1 for row in rows for tile in row]
            self.assertEqual(film.board(BEFORE + move * 350 - (350 - SLIDE - GROW) / 3, 3), ranks, move)

    def test_a_game_that_its_player_kept_is_not_won(self):
        won = b"eleven game 1\nrules classic\nsize 4x4\nboard 1024 1024 . . / . . . . / . . . . / . . . .\n\nL2@a3"
        for form in ("txt", "ans", "svg", "html"):
            for more in ([], ["--moves", "1..1"]):
                self.assertIn("You win!", self.good("-", "--as", form, *more, given=won + b"\n"), form)
                self.assertNotIn("You win!", self.good("-", "--as", form, *more, given=won + b" keep\n"), form)
        self.assertIn("You win!", self.good("-", "--as", "txt", "--at", "1", given=won + b" keep\n"))

    def test_some_moves_of_a_game(self):
        game = Game(4)
        film = Film(self.good("-", "--moves", "11..20", given=rpl(game)), 4)
        self.assertEqual(film.board(0, 4), game.boards[10])
        self.assertEqual(film.board(film.length, 4), game.boards[20])
        self.assertEqual(len(list(film.root.iter(f"{SVG}tspan"))), 11)
        long = b"eleven game 1\nrules classic\nsize 8x8\nseed 1\n\n" + b"U R D L " * 151
        self.assertEqual(len(list(Film(self.good("-", given=long), 8).root.iter(f"{SVG}tspan"))), 501)

    def test_stills(self):
        root = xml.fromstring(self.good(BOARD))
        self.assertEqual(root.find(f"{SVG}title").text, "2048: 2 4 8 . / . . . . / . 1024 . . / 131072 . . 2")
        used = [use.get("href") for use in root.iter(f"{SVG}use")]
        self.assertEqual(used, ["#t1", "#t2", "#t3", "#t10", "#t17", "#t1"])
        kinds = {g.get("id"): g.find(f"{SVG}text").text for g in root.iter(f"{SVG}g") if g.get("id")}
        self.assertEqual(kinds, {"t1": "2", "t2": "4", "t3": "8", "t10": "1024", "t17": "131072"})
        self.assertIn("#eee4da", self.good(BOARD))
        self.assertNotIn("#eee4da", self.good(BOARD, "--theme", "colour-blind"))
        game = Game(5)
        last = self.good("-", "--at", str(len(game.moves)), given=rpl(game))
        self.assertNotIn("keyframes", last)
        self.assertIn("Game over!", last)
        self.assertIn(f">{game.score}<", last)

    def test_text(self):
        self.assertEqual(self.good("2 . / 16 4", "--as", "txt"), " 2  .\n16  4\n")
        game = Game(6, most=5)
        text = self.good("-", "--as", "txt", given=rpl(game))
        self.assertIn(f"score {game.score}, 5 moves\n", text)
        self.assertEqual(self.good("-", "--as", "txt", "--moves", "1..5", given=rpl(game)).count("score"), 6)
        plain = re.sub(r"\x1b\[[\d;]*m", "", self.good("2 . / 16 4", "--as", "ans"))
        self.assertEqual(len(set(map(len, plain.splitlines()))), 1)
        self.assertEqual(re.findall(r"\d+", plain), ["2", "16", "4"])

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full")
    def test_a_full_disk(self):
        record = "eleven game 1\nrules classic\nsize 4x4\nseed 42\n\nL U L\n"
        for words in (["render", "-"], ["render", "-", "--as", "txt"], ["convert", "-", "--to", "league"]):
            with open("/dev/full", "w") as full:
                done = subprocess.run([ELEVEN, *words], input=record, stdout=full, stderr=subprocess.PIPE, text=True, timeout=300)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, rf"eleven {words[0]}: the output cannot be written: No space left on device\n\Z")

    def test_files_and_forms(self):
        for form, begin in (("svg", "<svg "), ("html", "<!doctype html>"), ("ans", "\x1b["), ("txt", " ")):
            self.good(BOARD, "-o", f"out.{form}")
            self.assertTrue((self.folder / f"out.{form}").read_text().startswith(begin))
        self.bad(1, "out.svg exists; --force replaces it", BOARD, "-o", "out.svg")
        self.good(BOARD, "-o", "out.svg", "--force")
        page = (self.folder / "out.html").read_text()
        self.assertIn("<svg ", page)
        self.assertNotIn("<script", page)

    def test_what_makes_no_sense(self):
        given = rpl(Game(7, most=9))
        self.bad(2, "the name 'out.png' should end in .svg, .txt, .ans or .html; or use --as FORM", BOARD, "-o", "out.png")
        self.bad(2, "--as 'sgv' is unknown; did you mean 'svg'?", BOARD, "--as", "sgv")
        self.bad(2, "--at 10 is past the end: the game has 9 moves", "-", "--at", "10", given=given)
        self.bad(2, "--moves 3..10 is past the end: the game has 9 moves", "-", "--moves", "3..10", given=given)
        for words in ("0..3", "4..3", "3", "..3", "3..", "a..b"):
            self.bad(2, f"--moves expects a range of moves such as 1..50, not '{words}'", "-", "--moves", words, given=given)
        self.bad(2, "--at draws one position and --moves several, so they cannot be combined", "-", "--at", "1", "--moves",
                 "1..2", given=given)
        self.bad(2, "--at cannot be combined with a board, which has no moves", BOARD, "--at", "0")
        self.bad(2, "--moves cannot be combined with a board, which has no moves", BOARD, "--moves", "1..2")
        self.bad(2, "--rules cannot be combined with a file, which contains a game", "-", "--rules", "fibonacci", given=given)
        self.bad(2, "--theme cannot be combined with txt, which has no colours", BOARD, "--as", "txt", "--theme", "dark")
        for words in ([BOARD], ["-", "--as", "txt"], ["-", "--as", "ans"], ["-", "--at", "1"]):
            self.bad(2, "--pace needs a moving picture: a game as svg or html, without --at", *words, "--pace", "350",
                     given=given)
        self.bad(2, "--pace expects a whole number from 50 to 10000, not '49'", BOARD, "--pace", "49")
        self.bad(2, "the board 'nonsense', column 1: no tile of these rules has the number 'nonsense'", "nonsense")
        self.bad(1, "standard input:1:1: the text should start with 'eleven game 1'", "-")


if __name__ == "__main__":
    unittest.main()
