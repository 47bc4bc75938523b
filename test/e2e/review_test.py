"""Reviews of games: the report, its JSON and its picture, what can go wrong, and the view in a terminal."""

import math
import os
import pathlib
import re
import subprocess
import unittest
import xml.etree.ElementTree

from cli_test import ELEVEN, RECORD, Case, slide_board
from terminal_driver import Terminal

LETTERS = {"U": "up", "R": "right", "D": "down", "L": "left"}

# After Down a new 2 or 4 in the upper left corner leaves no move; after every other move the game continues.
LAST = """eleven game 1
rules classic
size 4x4
board 4 8 2 256 / . 32 8 4 / 2 8 64 16 / 8 2 8 2

1. D2@a1
"""


FORCED = """eleven game 1
rules classic
size 2x1
board . 2

1. L2@b1
"""


class ReviewCase(Case):
    def game(self, player="random", *options):
        """The path of a game of that player, always the same one."""
        self.good("match", "--player", player, "--games", "1", "--seed", "5", "--depth", "1", "--save", "games", "--force",
                  *options)
        return str(self.folder / "games" / "000001.2048")

    def directions(self, path):
        """Of all moves, read from the record itself."""
        moves = re.split(r"\n\n", pathlib.Path(path).read_text(), maxsplit=1)[1]
        return [LETTERS[letter] for letter in re.findall(r"\b([URDL])(?=\d|\b)", moves)]


    def shows(self, text, points, output):
        """The output contains the text with the points; half a point may be rounded either way."""
        self.assertTrue(any(text.format(f"{round_to(points):,}") in output for round_to in (math.floor, math.ceil)),
                        (text, points, output))


class JsonTest(ReviewCase):
    def test_every_move_is_judged(self):
        path = self.game()
        review, played = self.data("review", path, "--json"), self.directions(path)
        self.assertEqual([move["direction"] for move in review["judgements"]], played)
        self.assertEqual([move["move_number"] for move in review["judgements"]], list(range(1, len(played) + 1)))
        self.assertEqual((review["moves_reviewed"], review["moves"]), (len(played), len(played)))
        self.assertEqual((review["player"], review["depth"], review["unit"]), ("network-large", 3, "points"))
        self.assertEqual(review["status"], "lost")

    def test_figures_fit_together(self):
        review = self.data("review", self.game(), "--json")
        grades = {"best": (0, 0.02), "good": (0, 0.5), "inaccuracy": (0.5, 1.5), "mistake": (1.5, 4),
                  "blunder": (4, 1e9), "forced": (0, 1e-9)}
        counted = dict.fromkeys(grades, 0)
        for move in review["judgements"]:
            self.assertEqual(max(move["values"].values()), move["values"][move["best_direction"]])
            self.assertAlmostEqual(move["loss"], move["values"][move["best_direction"]] - move["values"][move["direction"]])
            self.assertAlmostEqual(move["severity"], move["loss"] / review["stake"])
            low, high = grades[move["grade"]]
            self.assertTrue(low <= move["severity"] < high, move)
            self.assertEqual(move["grade"] == "forced", len(move["values"]) == 1)
            counted[move["grade"]] += 1
        self.assertEqual(review["grades"], counted)
        self.assertAlmostEqual(review["loss"], sum(move["loss"] for move in review["judgements"]), places=3)

    def test_the_accuracy_is_that_of_the_definition(self):
        review = self.data("review", self.game("greedy"), "--json")
        mine = dice = 0
        for move in review["judgements"]:
            if move["grade"] == "forced":
                continue
            best = move["values"][move["best_direction"]]
            missed = {name: 1 - 1 / (1 + (best - value) / review["stake"]) for name, value in move["values"].items()}
            mine += missed[move["direction"]]
            dice += sum(missed.values()) / len(missed)
        self.assertAlmostEqual(review["accuracy"], 100 * (1 - mine / dice), places=6)
        self.assertTrue(0 < review["accuracy"] < 100)

    def test_turning_points_are_the_greatest_losses_with_their_boards(self):
        path = self.game()
        review = self.data("review", path, "--json")
        points = review["turning_points"]
        self.assertEqual(len(points), 5)
        self.assertEqual([point["move_number"] for point in points], sorted(point["move_number"] for point in points))
        self.assertIn(max(move["loss"] for move in review["judgements"]), [point["loss"] for point in points])
        for point in points:
            there = self.data("replay", path, "--at", str(point["move_number"] - 1), "--json")
            self.assertEqual(point["board"], there["board"])
            self.assertNotEqual(slide_board(point["board"], point["best_direction"])[0], point["board"])
            self.assertEqual(point["direction"], review["judgements"][point["move_number"] - 1]["direction"])

    def test_a_players_own_game_is_perfect(self):
        review = self.data("review", self.game("search"), "--player", "search", "--depth", "1", "--json")
        self.assertEqual((review["accuracy"], review["unit"]), (100, "own"))
        self.assertEqual(review["turning_points"], [])

    def test_better_players_are_more_accurate(self):
        accuracy = [self.data("review", self.game(player), "--json")["accuracy"]
                    for player in ("random", "greedy", "search")]
        self.assertEqual(accuracy, sorted(accuracy))

    def test_the_same_review_again(self):
        path = self.game()
        for limit in (("--depth", "2"), ("--nodes", "300")):
            first, second = (self.good("review", path, "--json", "--player", "search", *limit) for _ in range(2))
            self.assertEqual(first, second)

    def test_other_rules_and_sizes(self):
        for options in (("--rules", "fibonacci"), ("--size", "3x5"), ("--rules", "engine", "--size", "2x2")):
            path = self.game("random", *options)
            review = self.data("review", path, "--json")
            self.assertEqual(review["moves_reviewed"], len(self.directions(path)))
            self.assertTrue(0 <= review["accuracy"] <= 100)
            self.assertIn("accuracy", self.good("review", path))


class ReportTest(ReviewCase):
    def test_the_report(self):
        path = self.game()
        report = self.good("review", path)
        review = self.data("review", path, "--json")
        self.assertIn(f"{path}: classic 4x4, {review['moves_reviewed']} moves, score {review['score']}, lost\n", report)
        self.assertIn(f"accuracy {review['accuracy']:8.1f}%", report)
        self.assertRegex(report, rf"(?m)^  mistakes +{review['grades']['mistake']} ")
        for index, point in enumerate(review["turning_points"], 1):
            self.assertIn(f"\n  {index}. Move {point['move_number']}, score ", report)
            why = f"{point['best_direction'].capitalize()} is expected to score {{}} points more. {point['reason']}".strip()
            self.shows(why, point["loss"], re.sub(r"\s+", " ", report))
        self.assertLessEqual(max(map(len, report.splitlines()[1:])), 80)

    def test_why_the_last_move_was_wrong(self):
        report = self.good("review", "-", given=LAST)
        self.assertIn("standard input: classic 4x4, 1 move, score ", report)
        self.assertIn("Down was an inaccuracy", report.replace("a mistake", "an inaccuracy"))
        self.assertRegex(re.sub(r"\s+", " ", report), r"After Down, a new tile on the only empty cell could leave no move at "
                                                      r"all; after (Up|Left), none could\.")

    def test_a_game_without_moves(self):
        empty = RECORD.split("1. ")[0]
        self.assertIn("No move was made.\n", self.good("review", "-", given=empty))
        review = self.data("review", "-", "--json", given=empty)
        self.assertEqual((review["accuracy"], review["judgements"], review["turning_points"]), (None, [], []))

    def test_a_game_without_a_choice_has_no_accuracy(self):
        game = self.file("forced.2048", FORCED)
        report = self.good("review", game)
        self.assertIn("No move had a choice, so there is no accuracy.", report)
        self.assertNotIn("100", report)
        self.assertIsNone(self.data("review", game, "--json")["accuracy"])
        for given, path in ((FORCED, "forced.svg"), (RECORD.split("1. ")[0], "empty.svg")):
            self.good("review", "-", "--svg", path, given=given)
            picture = (self.folder / path).read_text()
            self.assertIn("No move had a choice", picture)
            self.assertNotIn("Accuracy", picture)

    def test_a_kept_game_by_its_number(self):
        self.good("play", "--plain", "--seed", "3", given="left\nup\nright\ndown\n")
        kept = self.data("games", "--json")[0]
        review = self.data("review", str(kept["id"]), "--json")
        self.assertEqual(review["moves_reviewed"], kept["moves"])
        self.assertTrue(self.good("review", str(kept["id"])).startswith(f"game {kept['id']}: classic 4x4, "))
        self.file(str(kept["id"]), RECORD)  # a file of that name comes first
        self.assertEqual(self.data("review", str(kept["id"]), "--json")["moves_reviewed"], 2)

    def test_the_picture(self):
        path = self.game()
        self.good("review", path, "--svg", "game.svg")
        picture = xml.etree.ElementTree.parse(self.folder / "game.svg").getroot()
        self.assertTrue(picture.tag.endswith("svg"))
        circles = [element for element in picture.iter() if element.tag.endswith("circle")]
        self.assertEqual(len(circles), 5)
        self.good("review", "-", "--svg", "empty.svg", given=RECORD.split("1. ")[0])
        xml.etree.ElementTree.parse(self.folder / "empty.svg")

    def test_a_picture_of_a_file_with_any_name(self):
        for name in (b"bad\xff.2048", b"<&\x1b>.2048", "Füchse.2048".encode()):
            path = os.path.join(os.fsencode(self.folder), name)
            with open(path, "w") as file:
                file.write(RECORD)
            subprocess.run([ELEVEN, "review", path, "--player", "greedy", "--svg", "any.svg", "--force"], check=True,
                           cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True)
            title = xml.etree.ElementTree.parse(self.folder / "any.svg").getroot()[0].text
            self.assertTrue(title.endswith(name.replace(b"\xff", b"\\xff").replace(b"\x1b", b"").decode()), title)

    def test_what_can_be_wrong(self):
        self.bad(2, "eleven review: an argument is missing; usage: eleven review GAME", "review")
        self.bad(1, "eleven review: nothing.2048 cannot be read: No such file or directory", "review", "nothing.2048")
        self.bad(1, "eleven review: there is no game 7", "review", "7")
        self.bad_start(1, "eleven review: standard input:1:1: ", "review", "-", given="no game\n")
        self.bad(2, "eleven review: --depth expects a whole number from 1 to 15, not '16'", "review", "-", "--depth", "16", given=RECORD)
        self.bad_start(2, "eleven review: unknown player 'nobody'; expected random, ", "review", "-", "--player", "nobody")
        self.bad_start(2, "eleven review: --time expects a time such as 10ms, 500us or 2s, not 'soon'", "review", "-", "--time", "soon")
        self.bad_start(1, "eleven review: /nowhere/x.svg cannot be written: ", "review", "-", "--svg", "/nowhere/x.svg",
                       given=RECORD)

    def test_stopping_reports_what_was_reviewed(self):
        terminal = Terminal("review", self.game("greedy"), "--plain", "--player", "montecarlo", "--time", "100ms", rows=200)
        self.addCleanup(terminal.close)
        terminal.wait("Ctrl-C stops")
        self.assertRegex(terminal.text(), r"\d+ of \d+ moves \(Ctrl-C stops\), [\d.]+%, about [\d.]+ \w+ left")
        terminal.type("\x03")
        self.assertEqual(terminal.wait_end(), 1)
        self.assertRegex(terminal.text(), r"Stopped after \d+ of \d+ moves\.")
        self.assertIn("accuracy", terminal.text())


class ViewTest(ReviewCase):
    def start(self, *arguments, player="search", **options):
        terminal = Terminal("review", "--player", player, *arguments, **options)
        self.addCleanup(terminal.close)
        return terminal

    def test_stepping_through_a_game(self):
        path = self.game()
        count = len(self.directions(path))
        terminal = self.start(path).wait("Accuracy").wait(f"move 1 of {count}")
        terminal.press("right", "right")
        terminal.wait(f"move 3 of {count}")
        terminal.press("left")
        terminal.wait(f"move 2 of {count}")
        terminal.press("e")
        terminal.wait("The end of the game.").wait(f"move {count} of {count}")
        terminal.press("right", "g", "left")
        terminal.wait(f"move 1 of {count}")
        terminal.press("q")
        self.assertEqual(terminal.wait_end(), 0)
        self.assertTrue(terminal.is_restored())

    def test_jumping_between_the_turning_points(self):
        path = self.game()
        review = self.data("review", path, "--json", "--player", "network")
        terminal = self.start(path, player="network").wait("Accuracy")
        for point in review["turning_points"]:
            terminal.press("n")
            terminal.wait(f"move {point['move_number']} of").wait(f"{point['direction'].capitalize()}: a")
            self.shows("-{}", point["loss"], terminal.text())
            self.assertIn("Points of expected final score:", terminal.text())
        terminal.press("n")  # round again
        terminal.wait(f"move {review['turning_points'][0]['move_number']} of")
        terminal.press("p")
        terminal.wait(f"move {review['turning_points'][4]['move_number']} of")

    def test_help(self):
        terminal = self.start(self.game()).wait("Accuracy")
        terminal.press("?")
        terminal.wait("next turning point")
        terminal.press("?")
        terminal.wait(lambda t: "next turning" not in t.text(), "the help to go")

    def test_bars_of_neighbouring_rows_are_apart(self):
        terminal = self.start(self.game()).wait("Accuracy")
        terminal.wait(lambda t: re.search("(up|down|left|right) +▄+", t.text()), "bars of half a row")

    def test_windows_of_any_size(self):
        path = self.game()
        terminal = self.start(path).wait("Accuracy")
        for columns, rows in ((200, 60), (60, 30), (40, 12), (22, 6), (3, 2), (80, 24)):
            terminal.resize(columns, rows)
            terminal.listen(0.1)
        terminal.wait("Accuracy").press("q")
        self.assertEqual(terminal.wait_end(), 0)

    def test_a_small_window_shows_the_verdict(self):
        path = self.game()
        review = self.data("review", path, "--json", "--player", "search")
        point = review["turning_points"][0]
        terminal = self.start(path).wait("Accuracy")
        terminal.press("n")
        terminal.wait(f"move {point['move_number']} of")
        verdict = re.compile(point["direction"].capitalize() + ": an? (inaccuracy|mistake|blunder)")
        for columns, rows in ((20, 8), (40, 12), (60, 13), (60, 15), (40, 24), (80, 10), (80, 13), (80, 14), (80, 16)):
            terminal.resize(columns, rows)
            terminal.wait(lambda t: verdict.search(t.text()), f"the verdict in {columns}x{rows}")
        terminal.resize(60, 15)
        terminal.press("e")
        terminal.wait("Accuracy").wait(f"{review['accuracy']:.1f}%")

    def test_a_reason_that_is_cut_says_so(self):
        terminal = self.start(self.file("last.2048", LAST), player="network").wait("Accuracy")
        self.assertNotIn("...", terminal.text())
        terminal.resize(80, 15)
        terminal.wait("...")

    def test_without_colours_and_without_utf8(self):
        terminal = self.start(self.game(), COLORTERM="", NO_COLOR="1", LC_ALL="C").wait("Accuracy")
        terminal.wait(lambda t: re.search(r"up +#+", t.text()) or re.search(r"down +#+", t.text()), "bars of letters")
        terminal.press("q")
        self.assertEqual(terminal.wait_end(), 0)

    def test_plain_in_a_terminal(self):
        terminal = self.start(self.game(), "--plain", rows=120)
        self.assertEqual(terminal.wait_end(), 0)
        self.assertIn("What decided the game:", terminal.text())

    def test_a_game_without_moves(self):
        terminal = self.start(self.file("empty.2048", RECORD.split("1. ")[0])).wait("The end of the game.")
        terminal.wait("There are no moves to judge.")
        forced = self.start(self.file("forced.2048", FORCED)).wait("There are no moves to judge.")
        self.assertNotIn("Accuracy", forced.text())
        self.assertNotIn("Accuracy", terminal.text())
        terminal.press("n", "p", "right", "left", "q")
        self.assertEqual(terminal.wait_end(), 0)

    def test_from_the_game_that_is_played(self):
        terminal = Terminal("play", "--data", str(self.folder / "data"), "--seed", "1",
                            "--board", "4 8 4 8 / 8 4 8 4 / 4 8 4 8 / 8 4 16 16")
        self.addCleanup(terminal.close)
        terminal.wait_moves(0).press("left")
        terminal.wait_moves(1).press("v")
        terminal.wait("move 1 of 1").wait("Accuracy")
        self.assertIn("> left", terminal.text())
        terminal.press("q")
        terminal.wait_moves(1).press("u")  # back in the game, which is as it was
        terminal.wait_moves(0).press("q")
        self.assertEqual(terminal.wait_end(), 0)
        self.assertTrue(terminal.is_restored())

    def test_a_signal_ends_the_review_and_the_game(self):
        terminal = Terminal("play", "--data", str(self.folder / "data"), "--seed", "1")
        self.addCleanup(terminal.close)
        terminal.wait_moves(0).press("v")
        terminal.wait("The end of the game.")
        terminal.process.terminate()
        self.assertEqual(terminal.wait_end(), 128 + 15)

    def test_a_signal_ends_it(self):
        terminal = self.start(self.game()).wait("Accuracy")
        terminal.process.terminate()
        self.assertEqual(terminal.wait_end(), 128 + 15)
        self.assertTrue(terminal.is_restored())


if __name__ == "__main__":
    unittest.main()
