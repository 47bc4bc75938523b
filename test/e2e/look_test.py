"""What the terminal game shows and understands: themes and backgrounds, paste, the wheel, clicks, large windows."""

import os
import re
import subprocess
import time
import unittest

from terminal_driver import ELEVEN, Terminal, TerminalCase

ONE = ". . . . / . 2 . . / . . . . / . . . ."
DARK_PAGE, LIGHT_PAGE = "1b1a18", "faf8ef"


class AnsweringTerminal(Terminal):
    """A terminal that answers questions, as real ones do."""

    def __init__(self, *arguments, answers, **options):
        self.answers, self.answered = answers, 0
        super().__init__(*arguments, **options)

    def listen(self, seconds=0.0):
        heard = super().listen(seconds)
        for question, answer in self.answers.items():
            if question in self.sent[self.answered:]:
                self.answered = len(self.sent)
                self.type(answer)
        return heard


class LookTest(TerminalCase):
    def answering(self, answers, *arguments, **options):
        terminal = AnsweringTerminal("play", "--data", self.folder.name, *arguments, answers=answers, **options)
        self.addCleanup(terminal.close)
        return terminal

    @staticmethod
    def page(terminal):
        return terminal.screen.buffer[5][0].bg

    # ---- The background ------------------------------------------------------------------------------------

    def test_a_dark_background_has_the_dark_theme(self):
        for end in ("\007", "\033\\"):
            for colour, page in (("rgb:1e1e/1e1e/2e2e", DARK_PAGE), ("rgb:1e/1e/2e", DARK_PAGE),
                                 ("rgb:ffff/fbfb/f0f0", LIGHT_PAGE)):
                terminal = self.answering({b"\033[c": f"\033]11;{colour}{end}\033[?2026;2$y\033[?62;22c"})
                terminal.wait("SCORE").wait(lambda t, page=page: self.page(t) == page, page)
                terminal.kill()

    def test_an_answer_is_never_a_key(self):
        answer = "\033]11;rgb:0000/1111/eeee\033\\\033[?2026;0$y\033[?1;2c"
        terminal = self.answering({b"\033[c": "d" + answer + "a"}, "--board", ONE, "--seed", "3")
        terminal.wait_moves(2)  # the keys typed around it act
        self.wait_for_keys(terminal)
        self.assertEqual(self.moves_shown(terminal), 2)
        self.assertNotIn("undone", terminal.text())

    def test_damaged_reports_do_no_harm(self):
        for report in ("\033[<0;99999999999;24M\033[<0;99999999999;24m", "\033[<0;0;0M", "\033[<;;m", "\033]11;\007",
                       "\033]11;rgb:\033\\", "\033]11;rgb:1/2\007", "\033]11;rgb:12345/1/1\007", "\033[?y", "\033[?c",
                       "\033[?" + "1;" * 200 + "c", "\033[201~", "\033[<1;1\001"):
            terminal = self.start("--board", ONE, "--seed", "3").wait_moves(0)
            terminal.type(report)
            self.wait_for_keys(terminal)
            self.assertEqual(self.moves_shown(terminal), 0, repr(report))
            terminal.press("d")
            terminal.wait_moves(1)
            terminal.kill()

    def test_a_chosen_theme_stays(self):
        terminal = self.answering({b"\033[c": "\033]11;rgb:0/0/0\007\033[?1;2c"}, "--theme", "original")
        terminal.wait("SCORE")
        terminal.listen(0.3)
        self.assertEqual(self.page(terminal), LIGHT_PAGE)

    def test_the_environment_names_the_background(self):
        for value, page in (("15;0", DARK_PAGE), ("0;default;15", LIGHT_PAGE), ("12;8", DARK_PAGE), ("0;7", LIGHT_PAGE),
                            ("", LIGHT_PAGE), ("15;x", LIGHT_PAGE), ("15;99", LIGHT_PAGE)):
            terminal = self.start(COLORFGBG=value).wait("SCORE")
            self.assertEqual(self.page(terminal), page, value)
            terminal.kill()

    def test_a_silent_terminal_gets_its_picture(self):
        terminal = self.start(COLORFGBG="").wait("SCORE")
        self.assertEqual(self.page(terminal), LIGHT_PAGE)

    # ---- Pictures at once ----------------------------------------------------------------------------------

    def test_pictures_are_held_only_where_the_terminal_can(self):
        for state, is_held in ((1, True), (2, True), (0, False), (4, False)):
            terminal = self.answering({b"\033[c": f"\033[?2026;{state}$y\033[?1;2c"}, "--board", ONE).wait("SCORE")
            self.wait_for_keys(terminal)
            self.assertEqual(b"\033[?2026h" in terminal.sent, is_held, state)
            self.assertEqual(terminal.sent.count(b"\033[?2026h"), terminal.sent.count(b"\033[?2026l"))
            terminal.kill()

    # ---- Paste, wheel, clicks ------------------------------------------------------------------------------

    def test_pasted_text_makes_no_move(self):
        terminal = self.start("--board", ONE, "--seed", "3").wait_moves(0)
        terminal.type("\033[200~wasd q \033[A\033OB\033")
        terminal.type("more text\nwasd\033[201~")
        terminal.wait("Pasted text is ignored.")
        self.wait_for_keys(terminal)
        self.assertEqual(self.moves_shown(terminal), 0)
        terminal.press("d")
        terminal.wait_moves(1)
        terminal.press("q")
        self.assertEqual(terminal.wait_end(), 0)
        self.assertTrue(terminal.sent.rfind(b"\033[?2004l") > terminal.sent.rfind(b"\033[?2004h") > 0)

    def test_a_paste_without_an_end_is_over_after_a_second(self):
        terminal = self.start("--board", ONE, "--seed", "3").wait_moves(0)
        terminal.type("\033[200~wasd")
        terminal.listen(0.2)
        until = time.monotonic() + 20
        while self.moves_shown(terminal) == 0 and time.monotonic() < until:
            time.sleep(1.1)
            terminal.press("d")
            terminal.listen(0.3)
        self.assertEqual(self.moves_shown(terminal), 1)

    def test_the_wheel_turns_the_help_and_moves_no_tile(self):
        terminal = self.start("--board", ONE, columns=70, rows=12).wait("0 moves")
        terminal.type("\033[<65;35;6M\033[<64;35;6M\033[<65;35;6M")
        terminal.press("?")
        terminal.wait("slide up").type("\033[<65;35;6M")
        terminal.wait(lambda t: "slide up" not in t.text() and "Keys" in t.text(), "the second page")
        terminal.type("\033[<64;35;6M")
        terminal.wait("slide up").press("?", "?", "?")
        terminal.wait("0 moves")

    def test_the_wheel_goes_through_a_replay(self):
        terminal = self.start("--seed", "8").wait_moves(0)
        self.play_moves(terminal, 4)
        terminal.kill()
        record = os.path.join(self.folder.name, "game.2048")
        with open(record, "w", encoding="ascii") as out:
            out.write(self.notation())
        replay = Terminal("replay", record)
        self.addCleanup(replay.close)
        replay.wait("move 0 of 4").type("\033[<65;9;9M" * 3)
        replay.wait("move 3 of 4").type("\033[<64;9;9M")
        replay.wait("move 2 of 4")
        self.click(replay, "left")
        replay.wait("move 1 of 4")
        self.click(replay, "forward")
        replay.wait("move 2 of 4")

    def click(self, terminal, word):
        """On the last place on the screen where the word is."""
        rows = terminal.screen.display
        row = max(y for y, line in enumerate(rows) if re.search(rf"(?<!\S){re.escape(word)}(?!\S)", line))
        column = re.search(rf"(?<!\S){re.escape(word)}(?!\S)", rows[row]).start() + 1
        terminal.type(f"\033[<0;{column};{row + 1}M\033[<0;{column};{row + 1}m")

    def test_the_footer_can_be_clicked(self):
        terminal = self.start("--board", ONE, "--seed", "3", columns=100).wait_moves(0)
        terminal.press("d")
        terminal.wait_moves(1)
        for word, moves in (("undo", 0), ("r", 1), ("u", 0), ("redo", 1)):
            self.click(terminal, word)
            terminal.wait_moves(moves)
        self.click(terminal, "help")
        terminal.wait("slide up")
        terminal.type("\033[<0;40;12M\033[<0;40;12m")  # under the help is the board
        terminal.wait(lambda t: "slide up" not in t.text(), "the help to go")
        for word in ("arrows", "move"):
            self.click(terminal, word)
        self.wait_for_keys(terminal)
        self.assertEqual(self.moves_shown(terminal), 1)
        self.click(terminal, "quit")
        self.assertEqual(terminal.wait_end(), 0)

    def test_a_sentence_in_the_footer_has_no_buttons(self):
        terminal = self.start("--board", ONE, "--seed", "3").wait_moves(0)
        terminal.press("d")
        terminal.wait_moves(1).press("n")
        terminal.wait("A new game; u brings the old one back.")
        self.click(terminal, "u")
        self.click(terminal, "A")
        terminal.press("?")
        terminal.wait("slide up")
        terminal.press("?")
        terminal.wait_moves(0)

    def test_the_banner_can_be_clicked(self):
        terminal = self.start("--board", "1024 1024 . . / . . . . / . . . . / . . . .").wait_moves(0)
        terminal.press("left")
        terminal.wait("keep playing")
        self.click(terminal, "keep")
        terminal.wait(lambda t: "keep playing" not in t.text(), "the banner to go")

    # ---- Windows and themes ---------------------------------------------------------------------------------

    def test_a_narrow_window_shows_whole_numbers(self):
        first = self.start("--seed", "1").wait_moves(0)
        first.press(*("left", "down") * 20)
        first.press("q")
        first.wait_end()
        best = self.rows("select max(score) from game")[0][0]
        self.assertGreater(best, 9)
        for columns in range(20, 40):
            terminal = self.start("--seed", "4", columns=columns, rows=8).wait("Score 0")
            head = terminal.text().splitlines()[0].split("  ")
            self.assertLessEqual(set(head) - {"4x4 classic"}, {"Score 0", f"Plain best {best}"}, (columns, head))
            terminal.kill()

    def test_numbers_of_neighbours_are_apart(self):
        board = " / ".join(["1024 2048 512 512 2 16384 32768 131072"] + [". . . . . . . ."] * 7)
        for environment in ({}, {"NO_COLOR": "1"}):
            terminal = self.start("--board", board, columns=32, rows=14, **environment).wait("Score")
            row = next(line for line in terminal.screen.display if "512" in line)
            self.assertEqual(re.findall(r"[0-9kM]+", row), ["1k", "2k", "512", "512", "2", "16k", "32k", "131k"])
            terminal.kill()
        terminal = self.start("--board", "16384 16384 2048 2048 / . . . . / . . . . / . . . .", columns=20, rows=8)
        self.assertIn("16k", terminal.wait("Score").wait("2048 2048").text())

    def test_every_line_of_the_help_is_whole(self):
        terminal, help_of = self.start(columns=20, rows=8).wait("Arrow keys"), ""
        terminal.press("?")
        terminal.wait("Keys")
        while "Keys" in (page := terminal.text()):
            help_of += " ".join(page[page.index("Keys"):].splitlines()[1:])
            terminal.press("?")
            terminal.wait(lambda t, old=page: t.text() != old, "the next page")
        words = " ".join(help_of.split())
        for sentence in ("up w k slide up", "r redo", "let the player play until the next key", "quit; the game is saved"):
            self.assertIn(sentence, words)

    def test_a_large_window_has_a_large_header(self):
        for columns, rows, is_large in ((200, 60, True), (80, 24, False), (60, 60, False)):
            terminal = self.start("--size", "4x4", columns=columns, rows=rows).wait("SCORE").wait("4x4 classic")
            self.assertEqual("2048" in "".join(terminal.screen.display[:9]), not is_large)
            label = next(y for y, line in enumerate(terminal.screen.display) if "SCORE" in line)
            column = terminal.screen.display[label].index("SCORE")
            ground = terminal.screen.buffer[label][column].bg
            height = sum(terminal.screen.buffer[y][column - 2].bg == ground for y in range(10))
            self.assertEqual(height >= 5, is_large)
            terminal.kill()

    def test_the_large_header_shows_the_score(self):
        terminal = self.start("--board", "64 64 . . / . . . . / . . . . / . . . .", "--no-animation", columns=200,
                              rows=60).wait_moves(0)
        def digits():
            return [self.pixels(terminal)[200 * y:200 * y + 200] for y in range(3, 7)]
        before = digits()
        terminal.press("left")
        terminal.wait_moves(1)
        self.assertNotEqual(digits(), before)

    def test_every_theme_is_named(self):
        for command in ("play", "watch", "replay", "review", "render"):
            help_text = subprocess.run([ELEVEN, command, "--help"], capture_output=True, text=True, check=True).stdout
            for theme in ("original", "dark", "high-contrast", "colour-blind"):
                self.assertIn(theme, help_text)
        done = subprocess.run([ELEVEN, "play", "--theme", "solarized"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (2, "eleven play: --theme 'solarized' is unknown; expected "
                                                             "original, dark, high-contrast or colour-blind\n"))

    # ---- What is sent ---------------------------------------------------------------------------------------

    def test_what_is_sent_in_parts_is_the_whole_picture(self):
        """After some keys, also during an animation, the screen is what a full redraw of the same picture shows, at every depth of colour."""
        for environment in ({}, {"COLORTERM": ""}, {"TERM": "xterm", "COLORTERM": ""}, {"NO_COLOR": "1"},
                            {"LC_ALL": "C"}):
            still = ["--no-animation"] if environment else []
            terminal = self.start("--seed", "11", "--theme", "dark", *still, columns=72, rows=26, **environment)
            terminal.wait("SCORE")
            for key in ("s", "d", "n", "?") if still else ("s", "dsd", "sas", "dn", "u", "?", "? "):
                terminal.type(key)
                self.quieten(terminal)
                before = self.pixels(terminal)
                terminal.type("\014")
                self.quieten(terminal)
                self.assertEqual(self.pixels(terminal), before, (environment, key))
            terminal.kill()

    @staticmethod
    def quieten(terminal):
        until = time.monotonic() + 30
        terminal.listen(0.02)
        while terminal.listen(0.15) and time.monotonic() < until:
            pass

    @staticmethod
    def pixels(terminal):
        """Each cell as what is seen: two pixels, or a character with its colours."""
        seen = []
        for row in range(terminal.screen.lines):
            for column in range(terminal.screen.columns):
                cell = terminal.screen.buffer[row][column]
                if cell.data in "▀▄":
                    seen.append((cell.fg, cell.bg) if cell.data == "▀" else (cell.bg, cell.fg))
                else:
                    seen.append((cell.bg, cell.bg) if cell.data == " " else
                                (cell.bg, cell.fg, cell.bold, cell.data))
        return seen

    def test_moves_take_few_bytes(self):
        """About half of the 1,200 bytes that a move took when every cell was sent in the order of reading."""
        terminal = self.start("--seed", "11", "--no-animation").wait_moves(0)
        made, counts = 0, []
        for key in "sdsdsasdsasw" * 3:
            before = len(terminal.sent)
            terminal.press(key)
            self.quieten(terminal)
            if self.moves_shown(terminal) > made:
                made = self.moves_shown(terminal)
                counts.append(len(terminal.sent) - before)
        counts.sort()
        self.assertGreater(len(counts), 20)
        self.assertLess(counts[len(counts) // 2], 650, counts)


if __name__ == "__main__":
    unittest.main()
