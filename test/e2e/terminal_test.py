"""The terminal game, played in a pseudo-terminal."""

import os
import re
import signal
import sqlite3
import subprocess
import unittest

from terminal_driver import ELEVEN, PATIENCE, Terminal, TerminalCase, data_folder, slow_machine

NEAR_WIN = "1024 1024 . . / . . . . / . . . . / . . . ."
NEAR_LOSS = "2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 8"  # already lost
LAST_MOVE = "4 8 4 8 / 8 4 8 4 / 4 8 4 8 / 8 4 16 16"


class TerminalTest(TerminalCase):
    # ---- A game --------------------------------------------------------------------------------------------

    def test_starts_at_once_into_the_game(self):
        terminal = self.start("--seed", "42").wait("SCORE").wait_moves(0)
        self.assertIn("BEST", terminal.text())
        self.assertNotRegex(terminal.text(), "(?i)cannot|error|missing")
        self.assertEqual(len(re.findall(r"(?m)^.{15,65}\b2\b", terminal.text())) > 0, True)

    def test_every_key_of_a_direction_moves(self):
        for keys in (("up", "left", "down", "right"), "wasd", "khjl", "WASD"):
            terminal = self.start("--board", ". . . . / . 2 . . / . . . . / . . . .", "--seed", "3")
            terminal.wait_moves(0)
            for made, key in enumerate(keys, 1):
                terminal.press(key)
                terminal.wait_moves(made)
            terminal.kill()

    def test_a_key_that_moves_nothing_makes_no_move(self):
        terminal = self.start("--board", "2 . . . / . . . . / . . . . / . . . .").wait_moves(0)
        terminal.press("left", "up")
        terminal.listen(0.3)
        terminal.wait_moves(0)
        self.assertEqual(len(re.findall(r"\b2\b", terminal.text())), 1)

    def test_gain_floats_beside_the_score(self):
        terminal = self.start("--board", "64 64 . . / . . . . / . . . . / . . . .").wait_moves(0)
        terminal.press("left")
        terminal.wait("+128").wait(lambda t: "+128" not in t.text(), "the gain to fade")
        terminal.wait("128")

    def test_win_keep_playing_and_continue(self):
        terminal = self.start("--board", NEAR_WIN).wait_moves(0)
        terminal.press("left")
        terminal.wait("You win!")
        terminal.press("right")  # a won game does not move
        terminal.listen(0.3)
        terminal.wait_moves(1)
        terminal.press("c")
        terminal.wait(lambda t: "You win!" not in t.text(), "the banner to go")
        terminal.press("right")
        terminal.wait_moves(2)
        self.assertIn(" keep ", self.notation())

    def test_lose_and_begin_again(self):
        terminal = self.start("--board", NEAR_LOSS).wait("Game over!")
        terminal.press("n")
        terminal.wait(lambda t: "Game over!" not in t.text(), "the banner to go").wait_moves(0)

    def test_lose_by_a_move(self):
        terminal = self.start("--board", LAST_MOVE, "--seed", "1").wait_moves(0)
        terminal.press("left")
        terminal.wait(lambda t: "32" in t.text() and self.moves_shown(t) == 1)

    def test_win_before_loss(self):
        terminal = self.start("--board", "1024 1024 8 4 / 8 4 8 4 / 4 8 4 8 / 8 4 8 4").wait_moves(0)
        terminal.press("left")
        terminal.wait("You win!")

    # ---- Undo ----------------------------------------------------------------------------------------------

    def test_undo_and_redo(self):
        terminal = self.start("--seed", "5").wait_moves(0)
        self.play_moves(terminal, 5)
        terminal.listen(0.8)
        before = self.board_lines(terminal)
        terminal.press("u")
        terminal.wait_moves(4).wait("undone")
        terminal.press("r")
        terminal.wait_moves(5)
        terminal.listen(0.8)
        self.assertEqual(self.board_lines(terminal), before)
        terminal.press(*"uuuuu")
        terminal.wait_moves(0)
        terminal.press("u")
        terminal.wait("nothing to undo")

    def board_lines(self, terminal):
        return terminal.text().replace("▄", "▀").split("\n")[4:-1]

    def test_undo_over_a_new_game(self):
        terminal = self.start("--seed", "6").wait_moves(0)
        self.play_moves(terminal, 4)
        terminal.listen(0.8)
        before = self.board_lines(terminal)
        terminal.press("n")
        terminal.wait_moves(0)
        self.play_moves(terminal, 2)
        terminal.press(*"uuu")
        terminal.wait_moves(4)
        terminal.listen(0.8)
        self.assertEqual(self.board_lines(terminal), before)
        terminal.press(*"rrr")
        terminal.wait_moves(2)

    def test_undo_cannot_reroll_a_tile(self):
        terminal = self.start("--seed", "7").wait_moves(0)
        terminal.press("down")
        terminal.listen(0.8)
        first = self.board_lines(terminal)
        for _ in range(3):
            terminal.press("u", "down")
            terminal.listen(0.8)
            self.assertEqual(self.board_lines(terminal), first)

    # ---- Nothing is lost -----------------------------------------------------------------------------------

    def test_forty_keys_at_once_are_all_obeyed(self):
        terminal = self.start("--board", ". . . . / . 2 . . / . . . . / . . . .", "--seed", "11").wait_moves(0)
        terminal.type("adwsadwsadwsadwsadwsadwsadwsadwsadwsadws")
        game = subprocess.run([ELEVEN, "play", "--plain", "--data", os.path.join(self.folder.name, "other"), "--board",
                               ". . . . / . 2 . . / . . . . / . . . .", "--seed", "11"],
                              input="adws" * 10, capture_output=True, text=True, check=True,
                              env={**os.environ, "HOME": "/nonexistent"})
        with sqlite3.connect(os.path.join(self.folder.name, "other", "eleven.db")) as base:
            expected = base.execute("select moves from game order by id desc limit 1").fetchone()[0]
        self.assertGreater(expected, 20, game.stdout)
        terminal.wait_moves(expected)

    def test_kill_after_each_of_fifty_moves_loses_nothing(self):
        made = 0
        for run in range(50):
            terminal = self.start(*(["--seed", "21"] if run == 0 else []))
            terminal.wait_moves(made)
            made = self.play_moves(terminal, 1)
            terminal.kill()
            self.assertEqual(self.moves_kept(), made)
        terminal = self.start().wait_moves(50)
        terminal.press(*"u" * 50)
        terminal.wait_moves(0)

    def test_two_programs_at_once(self):
        one = self.start("--seed", "31").wait_moves(0)
        two = self.start("--seed", "32").wait_moves(0)
        self.play_moves(one, 3)
        self.play_moves(two, 5)
        self.play_moves(one, 1)
        for terminal in (one, two):
            terminal.press("q")
            self.assertEqual(terminal.wait_end(), 0)
        self.assertEqual(sorted(self.rows("select moves from game")), [(4,), (5,)])
        again, other = self.start(), None
        shown = [self.moves_shown(again)]
        other = self.start()
        shown.append(self.moves_shown(other))
        self.assertEqual(sorted(shown), [4, 5])

    # ---- The terminal is left as it was found ---------------------------------------------------------------

    def test_quit(self):
        terminal = self.start().wait("SCORE")
        terminal.press("q")
        self.assertEqual(terminal.wait_end(), 0)
        self.assertTrue(terminal.is_restored())

    def end_by(self, number):
        terminal = self.start("--seed", "9").wait_moves(0)
        made = self.play_moves(terminal, 3)
        if number == signal.SIGINT:
            terminal.type("\003")
        else:
            terminal.process.send_signal(number)
        status = terminal.wait_end()
        self.assertIn(status, (128 + number, -number))
        self.assertTrue(terminal.is_restored(), terminal.sent[-200:])
        self.assertEqual(self.moves_kept(), made)

    def test_control_c(self):
        self.end_by(signal.SIGINT)

    def test_sigterm(self):
        self.end_by(signal.SIGTERM)

    def test_sighup(self):
        self.end_by(signal.SIGHUP)

    def test_sigquit(self):
        self.end_by(signal.SIGQUIT)

    def test_crash(self):
        """The program itself handles these signals. AddressSanitizer would report a defect where one is only sent."""
        for number in (signal.SIGSEGV, signal.SIGABRT):
            terminal = self.start(ASAN_OPTIONS="handle_segv=0").wait("SCORE")
            terminal.process.send_signal(number)
            self.assertNotEqual(terminal.wait_end(), 0)
            self.assertTrue(terminal.is_restored(), terminal.sent[-200:])

    def test_window_closed(self):
        terminal = self.start("--seed", "9").wait_moves(0)
        made = self.play_moves(terminal, 2)
        terminal.close_window()
        self.assertIsNotNone(terminal.process.wait(60))
        self.assertEqual(self.moves_kept(), made)

    def test_ctrl_c_while_another_key_is_read(self):
        """The system then discards the other key, so that there is nothing left to read."""
        keys = os.path.join(self.folder.name, "keys")
        terminal = self.start(LD_PRELOAD=slow_machine(self.folder.name), KEYS=keys).wait("SCORE")
        with open(keys + ".closed", "w", encoding="utf-8"):
            pass
        terminal.press("t")
        terminal.wait(lambda _: os.path.exists(keys + ".reached"), "the program to read")
        terminal.press("\003")
        os.remove(keys + ".closed")
        self.assertIn(terminal.wait_end(), (128 + signal.SIGINT, -signal.SIGINT))
        self.assertTrue(terminal.is_restored())

    def test_a_signal_ends_it_while_the_terminal_takes_nothing(self):
        """After Ctrl-S, or where nobody reads what is written, as over a connection that hangs."""
        for stop in ("\023", ""):
            terminal = Terminal("watch", "--data", self.folder.name, "--player", "greedy", "--pace", "1ms", "--seed", "5")
            self.addCleanup(terminal.close)
            terminal.wait("SCORE").press(stop)
            terminal.fill()
            terminal.process.send_signal(signal.SIGTERM)
            self.assertIn(terminal.process.wait(PATIENCE), (128 + signal.SIGTERM, -signal.SIGTERM))
            terminal.listen()
            self.assertTrue(terminal.is_restored(), terminal.sent[-200:])

    def test_suspend_and_resume(self):
        shell = Terminal(command=["bash", "--norc", "-i"], PS1="ready> ", PROMPT_COMMAND="")
        self.addCleanup(shell.close)
        shell.wait("ready>")
        shell.type(f"{ELEVEN} play --data {self.folder.name} --seed 4\n")
        shell.wait_moves(0)
        shell.press("down")
        shell.wait(lambda t: re.search(r"\b1 move\b", t.text()))
        shell.type("\032")
        shell.wait("Stopped")
        shell.type("stty -a | grep -o -- '-*echo ' ; stty -a | grep -o -- '-*icanon'\n")
        shell.wait(lambda t: re.search(r"(?m)^echo", t.text()) and re.search(r"(?m)^icanon", t.text()))
        shell.type("fg\n")
        shell.wait("SCORE").wait_moves(1)
        shell.press("u")
        shell.wait_moves(0)
        shell.press("q")
        shell.wait(lambda t: t.sent.rfind(b"ready>") > t.sent.rfind(b"\033[?1049l") > t.sent.rfind(b"\033[?1049h"),
                   "the main screen with a prompt")

    def test_a_stop_that_cannot_be_caught(self):
        shell = Terminal(command=["bash", "--norc", "-i"], PS1="ready> ", PROMPT_COMMAND="")
        self.addCleanup(shell.close)
        shell.wait("ready>")
        shell.type(f"{ELEVEN} play --data {self.folder.name} --seed 4 & echo process $!\n")
        process = shell.wait(lambda t: re.search(r"process (\d+)", t.text())) and re.search(r"process (\d+)", shell.text())[1]
        shell.type("fg\n")
        shell.wait("SCORE").wait_moves(0)
        os.kill(int(process), signal.SIGSTOP)
        shell.wait("Stopped")
        shell.type("fg\n")
        shell.wait("SCORE")
        shell.press("down")
        shell.wait_moves(1)
        shell.press("q")
        shell.wait(lambda t: t.sent.rfind(b"ready>") > t.sent.rfind(b"\033[?1049l") > t.sent.rfind(b"\033[?1049h"),
                   "the main screen with a prompt")

    # ---- Windows and colours --------------------------------------------------------------------------------

    def test_window_sizes(self):
        for columns, rows in ((80, 24), (40, 16), (200, 60), (30, 10), (25, 8), (300, 100)):
            terminal = self.start("--seed", "42", columns=columns, rows=rows)
            terminal.wait(lambda t: re.search("(?i)score", t.text()))
            terminal.listen(0.3)
            colours = {cell.bg for row in terminal.screen.buffer.values() for cell in row.values()}
            self.assertIn("eee4da", colours, f"a tile at {columns}x{rows}")
            terminal.kill()

    def test_resize(self):
        terminal = self.start("--seed", "42").wait("SCORE").wait_moves(0)
        for columns, rows in ((40, 16), (120, 40), (60, 20), (80, 24)):
            terminal.resize(columns, rows)
            terminal.wait(lambda t: re.search("(?i)score", t.text()))
            terminal.listen(0.2)
            self.assertEqual(len(re.findall("(?i)score", terminal.text())), 1, terminal.text())
        made = self.play_moves(terminal, 1)
        self.assertEqual(made, 1)

    def test_too_small_says_so_and_recovers(self):
        terminal = self.start("--seed", "42", columns=80, rows=24).wait("SCORE")
        terminal.resize(14, 3)
        terminal.wait("Too small")
        terminal.resize(80, 24)
        terminal.wait("SCORE").wait_moves(0)

    def test_no_color(self):
        terminal = self.start("--seed", "42", NO_COLOR="1").wait("SCORE").wait_moves(0)
        self.play_moves(terminal, 2)
        self.assertNotRegex(terminal.sent, rb"\033\[[0-9;]*(3[0-9]|4[0-9]|9[0-7]|10[0-7])[0-9;]*m")

    def test_fewer_colours(self):
        for name, pattern in (("xterm-256color", rb"\033\[48;5;\d+m"), ("xterm", rb"\033\[4[0-7]m"), ("linux", rb"4[0-7]m")):
            terminal = self.start("--seed", "42", TERM=name, COLORTERM="").wait("SCORE").wait_moves(0)
            self.assertRegex(terminal.sent, pattern)
            self.assertNotIn(b"48;2;", terminal.sent)
            terminal.kill()

    def test_dumb_terminal_gets_plain_text(self):
        terminal = self.start("--seed", "42", TERM="dumb")
        terminal.wait("Score")
        self.assertNotIn(b"\033", terminal.sent)
        terminal.type("down\n")
        terminal.wait("Down")
        terminal.type("q\n")
        self.assertEqual(terminal.wait_end(), 0)
        self.assertNotIn(b"\033", terminal.sent)

    def test_every_theme(self):
        for name in ("original", "dark", "high-contrast", "colour-blind"):
            terminal = self.start("--theme", name, "--seed", "42").wait("SCORE").wait_moves(0)
            terminal.kill()

    def test_no_animation_shows_the_end_at_once(self):
        terminal = self.start("--no-animation", "--board", "64 64 . . / . . . . / . . . . / . . . .").wait_moves(0)
        terminal.press("left")
        terminal.wait("128")
        self.assertNotIn("+128", terminal.text())

    def test_animation_ends_and_rests(self):
        terminal = self.start("--seed", "42").wait_moves(0)
        terminal.press("down")
        terminal.listen(1.5)
        self.assertFalse(terminal.listen(0.5), "a resting game must not draw")

    # ---- Mouse, help, options -------------------------------------------------------------------------------

    def test_mouse_click_and_drag(self):
        terminal = self.start("--board", ". . . . / . 2 . . / . . . . / . . . .", "--seed", "3").wait_moves(0)
        terminal.type("\033[<0;56;14M\033[<0;56;14m")  # a click on the right side
        terminal.wait_moves(1)
        terminal.type("\033[<0;50;14M\033[<0;30;14m")  # a drag to the left
        terminal.wait_moves(2)

    def test_the_mouse_is_read_in_pieces_of_any_size(self):
        board = ". . . . / . 2 . . / . . . . / . . . ."
        terminal = self.start("--board", board, "--seed", "3", "--no-animation", ESCDELAY="60000").wait_moves(0)
        sides = {"right": (56, 14), "left": (24, 14), "up": (40, 6), "down": (40, 21)}
        typed = 0
        for turn in range(40):
            name = ("right", "down", "left", "up")[turn % 4]
            column, row = sides[name]
            report = f"\033[<0;{column};{row}M\033[<0;{column};{row}m"
            for piece in ([report], [report[:4], report[4:11], report[11:]])[turn % 2]:
                terminal.type(piece)
                typed += 1
                terminal.listen(0.01)
            self.wait_for_keys(terminal)
        letters = re.findall(r"\b([URDL])\d", self.notation())
        self.folder = data_folder()
        self.addCleanup(self.folder.cleanup)
        same = self.start("--board", board, "--seed", "3", "--no-animation").wait_moves(0)
        same.press(*("right", "down", "left", "up") * 10)
        self.wait_for_keys(same)
        self.assertEqual(letters, re.findall(r"\b([URDL])\d", self.notation()))
        self.assertGreater(len(letters), 20)

    def test_only_the_board_reacts_to_the_mouse(self):
        terminal = self.start("--board", ". . . . / . 2 . . / . . . . / . . . .", "--seed", "3").wait_moves(0)
        for column, row in ((1, 1), (2, 14), (79, 14), (40, 1), (40, 24), (61, 14), (19, 14)):
            terminal.type(f"\033[<0;{column};{row}M\033[<0;{column};{row}m")
        for button in (1, 2, 64, 65):  # others, and the wheel
            terminal.type(f"\033[<{button};56;14M\033[<{button};56;14m")
        terminal.type("\033[<0;56;14m")  # a release alone
        self.wait_for_keys(terminal)
        self.assertEqual(self.moves_shown(terminal), 0)

    def test_keys_only_leave_the_help(self):
        terminal = self.start("--board", ". . . . / . 2 . . / . . . . / . . . .").wait_moves(0)
        for key in ("q", "left", "u", " "):
            terminal.press("?")
            terminal.wait("as often as you like")
            terminal.press(key)
            terminal.wait(lambda t: "as often" not in t.text(), "the help to go")
        self.assertEqual(self.moves_shown(terminal), 0)
        self.assertIsNone(terminal.process.poll())

    def test_the_help_has_pages_in_a_low_window(self):
        for rows in (24, 16, 12, 8):
            terminal = self.start(columns=70, rows=rows).wait(lambda t: re.search("(?i)score", t.text()))
            terminal.press("?")
            seen = terminal.wait("slide up").text()
            for _ in range(8):
                if "undo, as often" in seen and "quit; the game is saved" in seen and "click a side" in seen:
                    break
                terminal.press("?")
                terminal.listen(0.3)
                seen += terminal.text()
            else:
                self.fail(f"{rows} rows: {seen}")
            terminal.kill()

    def test_keys_leave_a_help_of_many_pages(self):
        for key in ("q", "\033"):
            terminal = self.start(columns=70, rows=8).wait(lambda t: re.search(r"\b2\b", t.text()))
            terminal.press("?")
            terminal.wait("? shows more")
            terminal.press(key)
            terminal.wait(lambda t: "? shows more" not in t.text(), "the help to go")
            terminal.press("q")
            self.assertEqual(terminal.wait_end(), 0)

    def test_the_help_in_a_window_that_is_too_small(self):
        terminal = self.start(columns=12, rows=4).wait("Too small")
        terminal.press("?")
        terminal.wait("Keys")
        terminal.press("q", "q")
        self.assertEqual(terminal.wait_end(), 0)

    def test_the_title_leaves_the_score_alone(self):
        terminal = self.start("--size", "5x5", "--rules", "fibonacci", "--seed", "3", "--no-animation").wait_moves(0)
        self.play_moves(terminal, 35)
        terminal.press("u")
        terminal.wait("34 moves, undone").wait("5x5 fibonacci")
        score = self.rows("select score from game")[0][0]
        self.assertGreaterEqual(score, 100)
        self.assertRegex(terminal.text(), rf"(?<!\d){score}(?!\d)")

    def test_a_notice_is_cut_between_words(self):
        with open(os.path.join(self.folder.name, "file"), "w", encoding="ascii"):
            terminal = Terminal("play", "--data", os.path.join(self.folder.name, "file"), columns=40, rows=16)
        self.addCleanup(terminal.close)
        terminal.wait("NOT SAVED")
        footer = terminal.text().splitlines()[-1].strip()
        whole = Terminal("play", "--data", os.path.join(self.folder.name, "file"), columns=200, rows=16)
        self.addCleanup(whole.close)
        sentence = whole.wait("NOT SAVED").text().splitlines()[-1].strip()
        self.assertEqual(footer.split(), sentence.split()[:len(footer.split())])

    def test_rows_without_unicode_are_even(self):
        terminal = self.start("--board", "2 4 8 16 / 2 4 8 16 / 2 4 8 16 / 2 4 8 .", LC_ALL="C").wait_moves(0)
        column = next(x for x in range(80) if terminal.screen.buffer[11][x].bg == "f2b179")
        rows = [terminal.screen.buffer[y][column].bg for y in range(24)]
        runs = [len(run) for run in "".join("#" if colour == "f2b179" else " " for colour in rows).split()]
        self.assertEqual(len(runs), 4, rows)
        self.assertEqual(len(set(runs)), 1, rows)

    def test_terminals_that_the_database_lacks(self):
        for name in ("xterm-kitty", "foot", "wezterm", "xterm-ghostty"):
            terminal = self.start(TERM=name, TERMINFO="/nonexistent").wait("SCORE")
            terminal.press("q")
            self.assertEqual(terminal.wait_end(), 0)
            self.assertTrue(terminal.is_restored())
        terminal = self.start(TERM="no-such-terminal")
        terminal.wait("Score")

    def test_help_shows_and_goes(self):
        terminal = self.start().wait("SCORE")
        terminal.press("?")
        terminal.wait("undo, as often as you like")
        terminal.press("?")
        terminal.wait(lambda t: "as often" not in t.text(), "the help to go")

    def test_options(self):
        terminal = self.start("--size", "5x5", "--rules", "fibonacci", "--seed", "42", "--goal", "34")
        terminal.wait("5x5 fibonacci").wait_moves(0)

    def test_sizes_keep_their_own_games(self):
        for size, count in (("4x4", 3), ("5x5", 2)):
            terminal = self.start("--size", size).wait_moves(0)
            self.play_moves(terminal, count)
            terminal.kill()
        self.start("--size", "4x4").wait_moves(3).kill()
        self.start("--size", "5x5").wait_moves(2)

    def test_without_options_the_last_played_game_continues(self):
        for size in ("4x4", "5x5", "4x4"):
            terminal = self.start("--size", size)
            terminal.wait("SCORE")
            self.play_moves(terminal, 1)
            terminal.kill()
        self.start().wait("4x4").wait_moves(2)

    def test_damaged_store_still_plays(self):
        path = os.path.join(self.folder.name, "eleven.db")
        with open(path, "wb") as base:
            base.write(b"this is not a database at all" * 100)
        terminal = self.start("--seed", "42").wait("SCORE")
        terminal.wait(lambda t: re.search("eleven.db|cannot|damaged", t.text()), "a sentence about the store")
        self.play_moves(terminal, 2)
        with open(path, "rb") as base:
            self.assertEqual(base.read(), b"this is not a database at all" * 100)

    def test_the_replay_of_a_continued_game_reaches_its_end(self):
        terminal = self.start("--board", NEAR_WIN).wait_moves(0)
        terminal.press("left")
        terminal.wait("You win!").press("c")
        terminal.wait(lambda t: "You win!" not in t.text(), "the banner to go")
        moves = self.play_moves(terminal, 3)
        terminal.kill()
        record = os.path.join(self.folder.name, "game.2048")
        with open(record, "w", encoding="ascii") as out:
            out.write(self.notation())
        replay = Terminal("replay", record)
        self.addCleanup(replay.close)
        replay.wait(f"move 0 of {moves}").press("e")
        replay.wait(f"move {moves} of {moves}")

    def test_replay(self):
        terminal = self.start("--seed", "8").wait_moves(0)
        self.play_moves(terminal, 6)
        terminal.kill()
        record = os.path.join(self.folder.name, "game.2048")
        with open(record, "w", encoding="ascii") as out:
            out.write(self.notation())
        replay = Terminal("replay", record)
        self.addCleanup(replay.close)
        replay.wait("move 0 of 6")
        replay.press("right", "right")
        replay.wait("move 2 of 6")
        replay.press("left")
        replay.wait("move 1 of 6")
        replay.press("e")
        replay.wait("move 6 of 6")
        replay.press("g", " ")
        replay.wait("move 6 of 6")
        replay.press("q")
        self.assertEqual(replay.wait_end(), 0)
        self.assertTrue(replay.is_restored())


if __name__ == "__main__":
    unittest.main()
