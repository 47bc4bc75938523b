"""Hints and autoplay in the terminal game, and `eleven watch`, in a pseudo-terminal."""

import os
import re
import signal
import subprocess
import unittest

from terminal_driver import ELEVEN, Terminal, TerminalCase, slow_machine

CORNER = "2 . . . / . . . . / . . . . / . . . ."  # up and left move nothing
UNEQUAL = "2 4 64 128 / 16 64 512 256 / 4 2 32 8 / . 2 8 2"
NEAR_WIN = "1024 1024 . . / . . . . / . . . . / . . . ."
NEAR_LOSS = "2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 8"  # already lost
QUICK = ("--player", "search")  # there at once, where it does not matter who plays
SLOW = ("--player", "montecarlo", "--nodes", "1000000000000")  # thinks longer than any test runs
HINT = r"Hint: (up|left|down|right)\b"


def rests(terminal):
    return not terminal.listen(1)


class PlayerCase(TerminalCase):
    def wait_for(self, terminal, pattern):
        terminal.wait(lambda t: re.search(pattern, t.text()), pattern)
        return re.search(pattern, terminal.text())

    def wait_beyond(self, terminal, moves):
        """Until more moves than that have been made."""
        terminal.wait(lambda t: self.moves_shown(t) > moves, f"more than {moves} moves")

    def wait_kept(self, terminal, moves):
        """Until the store has so many moves of the newest game: it is written before the screen shows them."""
        terminal.wait(lambda t: self.moves_kept() == moves, f"{moves} moves in the store")


class HintTest(PlayerCase):
    def test_a_hint_shows_the_best_move_and_the_value_of_each(self):
        terminal = self.start("--board", CORNER).wait_moves(0)
        terminal.press(" ")
        best = self.wait_for(terminal, HINT).group(1)
        self.assertIn(best, ("right", "down"))
        other = "down" if best == "right" else "right"
        text = terminal.text()
        self.assertIn("by network", text)
        self.assertIn(f"equal to {other}", text)  # the board is symmetrical
        self.assertRegex(text, rf"{best} +▄▄▄▄▄▄▄ +\d")
        self.assertRegex(text, rf"{other} +▄▄▄▄▄▄▄ +equal")
        for direction in ("up", "left"):
            self.assertRegex(text, rf"{direction} +moves nothing")
        self.assertRegex(text, r"(?s)points of expected.*final score")
        self.assertEqual(self.moves_shown(terminal), 0)

    def test_it_says_how_many_points_the_next_best_move_loses(self):
        terminal = self.start("--board", UNEQUAL).wait_moves(0)
        terminal.press(" ")
        best = self.wait_for(terminal, HINT).group(1)
        self.wait_for(terminal, "by network")
        text = terminal.text()
        found = re.search(r"([\d,]+) points more +than (\w+)", re.sub(r"[^\w,.-]+", " ", text))
        loss, other = found.groups()
        self.assertRegex(text, rf"{other} +▄+▖? +-{loss}\b")
        bars = {name: 2 * len(bar) - bar.count("▖") for name, bar in re.findall(r"(up|left|down|right) +([▄▖]+)", text)}
        self.assertEqual(bars[best], 14)
        for name, bar in bars.items():
            self.assertTrue(name == best or bar <= 13, bars)
        self.assertGreater(len(set(bars.values())), 2, bars)

    def test_arrows_are_on_the_tiles_that_move(self):
        for environment, arrow in (({}, "→"), ({"LC_ALL": "C", "NO_COLOR": "1"}, ">")):
            terminal = self.start("--board", "2 . . . / 4 . . . / 2 . . . / 4 . . .", **environment).wait_moves(0)
            terminal.press(" ")
            self.wait_for(terminal, HINT + r"(.|\n)*the only move")
            terminal.wait(lambda t, arrow=arrow: t.text().count(arrow) == 4, "four arrows to the right")
            terminal.press("t")
            terminal.wait(lambda t, arrow=arrow: arrow not in t.text(), "no arrows")
            terminal.kill()

    def test_it_goes_away_with_the_next_action(self):
        terminal = self.start("--board", CORNER).wait_moves(0)
        for key, moves in (("up", 0), ("t", 0), ("right", 1), ("u", 0)):
            terminal.press(" ")
            self.wait_for(terminal, HINT)
            terminal.press(key)
            self.wait_for_keys(terminal)
            self.assertNotIn("Hint:", terminal.text())
            self.assertEqual(self.moves_shown(terminal), moves)

    def test_a_hint_does_not_count_as_help(self):
        terminal = self.start("--board", CORNER).wait_moves(0)
        terminal.press(" ")
        self.wait_for(terminal, HINT)
        terminal.press("right")
        terminal.wait_moves(1)
        self.wait_for_keys(terminal)
        self.assertNotIn("helped", terminal.text() + self.notation())

    def test_a_hint_counts_even_if_the_game_is_left_before_the_move(self):
        terminal = self.start("--seed", "5", *QUICK).wait_moves(0)
        terminal.press(" ")
        self.wait_for(terminal, HINT + r"(.|\n)*by search")
        terminal.wait("hinted").kill()  # not even the quitting is needed
        terminal = self.start().wait_moves(0).wait("hinted")
        self.play_moves(terminal, 1)
        self.assertEqual(self.rows("select hints from game"), [(1,)])

    def test_a_hint_follows_the_position(self):
        terminal = self.start("--seed", "5").wait_moves(0)
        for made in range(1, 6):
            terminal.press(" ")
            best = self.wait_for(terminal, HINT).group(1)
            terminal.press(best)
            terminal.wait_moves(made)
            self.wait_for_keys(terminal)

    def test_in_a_narrow_window_it_is_one_line(self):
        for columns, rows, pattern in ((40, 16, "Hint: (right|down), equal to (right|down)  U- L- D█ R█"),
                                       (30, 10, "Hint: (right|down), equal to (right|down)"),
                                       (20, 6, "(right|down), equal to (right|down)")):
            terminal = self.start("--board", CORNER, *QUICK, columns=columns, rows=rows).wait("2")
            terminal.press(" ")
            self.wait_for(terminal, pattern)
            terminal.kill()

    def test_without_unicode_and_colours(self):
        terminal = self.start("--board", CORNER, columns=40, rows=16, NO_COLOR="1", LC_ALL="C").wait("Score")
        terminal.press(" ")
        self.wait_for(terminal, HINT + ", equal to (down|right)  U- L- D9 R9")
        terminal.resize(80, 24)
        self.wait_for(terminal, r"(right|down) +####### +\d")

    def test_every_size_and_rule_set(self):
        for options in (("--size", "1x3"), ("--size", "8x8"), ("--size", "3x5", "--rules", "engine"),
                        ("--rules", "fibonacci"), ("--rules", "provider")):
            terminal = self.start(*options, "--seed", "4").wait_moves(0)
            terminal.press(" ")
            terminal.press(self.wait_for(terminal, HINT).group(1))
            terminal.wait_moves(1)
            terminal.kill()

    def test_every_player(self):
        for name in ("random", "greedy", "corner", "montecarlo", "search", "network"):
            terminal = self.start("--player", name, "--board", CORNER).wait_moves(0)
            terminal.press(" ")
            self.wait_for(terminal, HINT)
            terminal.wait(f"by {name}")
            terminal.kill()

    def test_no_hint_where_nothing_moves(self):
        terminal = self.start("--board", NEAR_LOSS).wait("Game over!")
        terminal.press(" ")
        terminal.wait("There is no move to make.")

    def test_unknown_player(self):
        for command in ("play", "watch"):
            done = subprocess.run([ELEVEN, command, "--player", "netwrk"], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn("unknown player 'netwrk'; did you mean 'network'?", done.stderr)


class SlowOpeningTest(PlayerCase):
    """The player opens only once the gate is there, so every answer before that is given without it."""

    def start_gated(self, seed="5"):
        self.gate = os.path.join(self.folder.name, "gate")
        terminal = self.start("--seed", seed, LD_PRELOAD=slow_machine(self.folder.name), GATE=self.gate).wait_moves(0)
        self.play_moves(terminal, 2)
        return terminal

    def open_gate(self):
        with open(self.gate, "w", encoding="utf-8"):
            pass

    def test_a_hint_shows_that_it_is_coming_and_keys_act(self):
        terminal = self.start_gated()
        terminal.press(" ")
        terminal.wait("network-large thinks")
        self.play_moves(terminal, 2)
        self.assertNotIn("network-large thinks", terminal.text())
        terminal.press(" ")
        terminal.wait("network-large thinks")
        self.open_gate()
        self.wait_for(terminal, HINT)

    def test_a_review_shows_that_it_is_coming_and_keys_act(self):
        terminal = self.start_gated()
        terminal.press("v")
        terminal.wait("Judging: 0 of 2").wait("move 1 of 2").press("right")
        terminal.wait("move 2 of 2").wait("This move is not judged yet.").press("q")
        terminal.wait_moves(2).press("v")
        terminal.wait("Judging: 0 of 2")
        self.open_gate()
        terminal.wait("Accuracy")

    def test_quitting_while_the_player_opens(self):
        for seed, key, sign in (("5", " ", "network-large thinks"), ("6", "v", "Judging: 0 of")):
            terminal = self.start_gated(seed)
            terminal.press(key)
            terminal.wait(sign).press("q" if key == " " else "\003")
            self.assertIn(terminal.wait_end(), (0, 128 + signal.SIGINT))
            self.assertTrue(terminal.is_restored())


class AutoplayTest(PlayerCase):
    def autoplay(self, terminal, moves):
        """Lets the player make so many moves more, then stops it; how many moves there are."""
        before = self.moves_shown(terminal)
        terminal.press("p")
        self.wait_beyond(terminal, before + moves - 1)
        terminal.press("p")
        self.wait_for_keys(terminal)
        return self.moves_shown(terminal)

    def test_it_plays_until_the_key_comes_again(self):
        terminal = self.start("--seed", "5").wait_moves(0)
        made = self.autoplay(terminal, 3)
        terminal.wait("helped").wait(rests, "the game to rest")
        self.assertEqual(self.moves_shown(terminal), made)
        self.assertEqual(self.moves_kept(), made)
        self.assertIn(f"helped {made}\n", self.notation())

    def test_undo_works_after_it(self):
        terminal = self.start("--seed", "5").wait_moves(0)
        made = self.autoplay(terminal, 2)
        terminal.press(*"u" * made)
        terminal.wait_moves(0)
        self.wait_kept(terminal, 0)

    def test_any_key_stops_it_and_acts(self):
        terminal = self.start("--seed", "5", *QUICK).wait_moves(0)
        for key, seen in (("x", None), (" ", HINT), ("t", "dark"), ("u", "helped"), ("?", "as often")):
            terminal.press("p")
            self.wait_beyond(terminal, self.moves_shown(terminal))
            terminal.press(key)
            if seen:
                self.wait_for(terminal, seen)
            terminal.wait(rests, f"the game to rest after {key!r}")

    def test_the_speed_is_set_without_stopping(self):
        terminal = self.start("--seed", "5").wait_moves(0)
        terminal.press("p", "+", "+")
        terminal.wait("16 moves/s")
        terminal.press("-", "-", "-")
        terminal.wait("2 moves/s")
        self.wait_beyond(terminal, self.moves_shown(terminal))
        terminal.press(*"+" * 9)
        self.wait_beyond(terminal, 200)

    def test_it_stops_at_the_win_and_continues_on_request(self):
        terminal = self.start("--board", NEAR_WIN).wait_moves(0)
        terminal.press("p", *"+++")
        terminal.wait("You win!").wait(rests, "the game to rest")
        won = self.moves_shown(terminal)
        terminal.press("p")
        self.wait_beyond(terminal, won)
        self.assertRegex(self.notation(), r"\bkeep\b")

    def test_it_plays_to_the_end(self):
        terminal = self.start("--size", "2x2", "--seed", "5").wait_moves(0)
        terminal.press("p", *"+++")
        terminal.wait("Game over!").wait(rests, "the game to rest")
        terminal.press("p")
        terminal.wait("The game is over.")
        self.assertEqual(self.moves_kept(), self.moves_shown(terminal))

    def test_keys_act_while_the_player_thinks(self):
        terminal = self.start("--player", "montecarlo", "--size", "8x8", "--seed", "5").wait("Arrow keys")
        terminal.press(*" down up left right".split(" "))
        self.wait_for_keys(terminal)
        self.assertGreaterEqual(self.moves_shown(terminal), 1)

    def test_kill_loses_nothing(self):
        terminal = self.start("--seed", "5").wait_moves(0)
        terminal.press("p", *"++++")
        self.wait_beyond(terminal, 20)
        terminal.kill()
        kept = self.moves_kept()
        self.assertGreaterEqual(kept, self.moves_shown(terminal))
        self.start().wait_moves(kept).wait("helped")

    def test_control_c(self):
        terminal = self.start("--seed", "5").wait_moves(0)
        terminal.press("p")
        self.wait_beyond(terminal, 1)
        terminal.type("\003")
        self.assertEqual(terminal.wait_end(), 128 + signal.SIGINT)
        self.assertTrue(terminal.is_restored())


class WatchTest(PlayerCase):
    def watch(self, *arguments, **options):
        terminal = Terminal("watch", "--data", self.folder.name, *arguments, **options)
        self.addCleanup(terminal.close)
        return terminal

    def pause(self, terminal):
        """How many moves have been made when it has paused."""
        terminal.press(" ")
        terminal.wait("paused")
        return self.moves_shown(terminal)

    def test_it_plays_automatically_and_saves_nothing(self):
        terminal = self.watch("--seed", "5").wait("SCORE")
        self.wait_beyond(terminal, 3)
        self.wait_for(terminal, r"network-large: (up|left|down|right)\b")
        self.wait_for(terminal, r"(up|left|down|right) +▄▄▄▄▄▄▄ +\d+")
        terminal.press("q")
        self.assertEqual(terminal.wait_end(), 0)
        self.assertTrue(terminal.is_restored())
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_pause_and_single_step(self):
        terminal = self.watch("--seed", "5").wait("SCORE")
        made = self.pause(terminal)
        terminal.wait(rests, "the game to rest")
        for step in range(1, 6):
            terminal.press(".")
            terminal.wait(lambda t, n=made + step: self.moves_shown(t) == n, "one move more")
            terminal.wait("paused")
        terminal.press("u")
        terminal.wait(lambda t: self.moves_shown(t) == made + 4, "one move less")
        terminal.press(" ")
        self.wait_beyond(terminal, made + 6)

    def test_speed(self):
        terminal = self.watch("--seed", "5", "--pace", "500ms").wait("2 moves/s")
        terminal.press("+", "+", "+")
        terminal.wait("16 moves/s")
        terminal.press("-")
        terminal.wait("8 moves/s")
        terminal.press(*"+" * 9)
        self.wait_beyond(terminal, 300)

    def test_the_budget_is_shown(self):
        for options, wanted in ((("--depth", "1"), "1 move ahead"), (("--time", "3ms"), "3 ms per move"),
                              (("--nodes", "500"), "500 positions"), ((), "100 ms per move")):
            terminal = self.watch("--seed", "5", *options).wait(wanted)
            terminal.kill()

    def test_it_stops_after_so_many_moves(self):
        terminal = self.watch("--seed", "5", "--moves", "4", "--pace", "5ms").wait("paused")
        self.assertEqual(self.moves_shown(terminal), 4)
        terminal.press(" ")
        self.wait_beyond(terminal, 10)

    def test_take_over(self):
        mine = self.start("--seed", "31").wait_moves(0)
        self.play_moves(mine, 3)
        mine.press("q")
        self.assertEqual(mine.wait_end(), 0)
        terminal = self.watch("--seed", "5").wait("SCORE")
        self.wait_beyond(terminal, 2)
        watched = self.pause(terminal)
        self.assertEqual(self.rows("select count(*) from game")[0][0], 1)
        terminal.press("up")
        terminal.wait("You play now; press p to let network-large continue.")
        terminal.press("left", "down")  # one of them moves
        self.wait_beyond(terminal, watched)
        self.wait_for_keys(terminal)
        made = self.moves_shown(terminal)
        self.assertIn("helped", terminal.text())
        self.assertIn("BEST", terminal.text())
        self.assertEqual(self.moves_kept(), made)
        self.assertIn(f"helped {watched}\n", self.notation())
        terminal.press("p")  # handed back
        self.wait_beyond(terminal, made + 2)
        terminal.press("q")
        self.assertEqual(terminal.wait_end(), 0)
        kept = self.moves_kept()
        self.assertGreater(kept, made + 2)
        again = self.start().wait_moves(kept)
        again.press(*"u" * (kept + 1))
        again.wait_moves(3)

    def test_take_over_without_a_store(self):
        with open(os.path.join(self.folder.name, "file"), "w", encoding="ascii"):
            terminal = self.watch("--seed", "5", "--data", os.path.join(self.folder.name, "file")).wait("SCORE")
        watched = self.pause(terminal)
        terminal.press("up")
        terminal.wait("NOT SAVED")
        terminal.press("left", "down")
        self.wait_beyond(terminal, watched)

    def test_the_end_offers_the_next_game(self):
        terminal = self.watch("--size", "2x2", "--pace", "5ms", "--seed", "5").wait("Game over!")
        terminal.wait("n next game").wait(rests, "the game to rest")
        over = self.moves_shown(terminal)
        terminal.press(*"-" * 9, "n")
        terminal.wait(lambda t: "Game over!" not in t.text() and self.moves_shown(t) < over, "the next game")

    def test_it_continues_after_the_win(self):
        rules = subprocess.run([ELEVEN, "rules", "show", "classic"], capture_output=True, text=True, check=True).stdout
        path = os.path.join(self.folder.name, "soon.rules")
        with open(path, "w", encoding="ascii") as out:
            out.write(re.sub(r"(?m)^goal .*", "goal 16", rules))
        terminal = self.watch("--rules", path, "--seed", "5", *QUICK).wait("You win!")
        self.wait_beyond(terminal, self.moves_shown(terminal) + 2)

    def test_keys_act_while_the_player_thinks(self):
        for key, statuses in (("q", (0,)), ("\003", (128 + signal.SIGINT, -signal.SIGINT))):
            terminal = self.watch(*SLOW, "--seed", "5").wait("montecarlo thinks")
            terminal.press("?")
            terminal.wait("one move back")
            terminal.press("?", key)
            self.assertIn(terminal.wait_end(), statuses)
            self.assertTrue(terminal.is_restored())

    def test_take_over_while_the_player_thinks(self):
        terminal = self.watch(*SLOW, "--seed", "5").wait("montecarlo thinks")
        terminal.press("up", "left", "down")
        self.wait_beyond(terminal, 0)
        terminal.press("q")
        self.assertEqual(terminal.wait_end(), 0)

    def test_signals(self):
        for number in (signal.SIGTERM, signal.SIGHUP):
            terminal = self.watch("--seed", "5", "--pace", "5ms", *QUICK).wait("SCORE")
            self.wait_beyond(terminal, 3)
            terminal.process.send_signal(number)
            self.assertIn(terminal.wait_end(), (128 + number, -number))
            self.assertTrue(terminal.is_restored(), terminal.sent[-200:])

    def test_windows_and_colours(self):
        for columns, rows, environment in ((40, 16, {}), (200, 60, {}), (30, 10, {"NO_COLOR": "1"}),
                                           (80, 24, {"TERM": "linux", "COLORTERM": ""}),
                                           (80, 24, {"NO_COLOR": "1", "LC_ALL": "C"})):
            terminal = self.watch("--seed", "5", *QUICK, columns=columns, rows=rows, **environment)
            self.wait_for(terminal, r"(?m)(search: |^ *)(up|left|down|right)\b")
            if environment.get("NO_COLOR"):
                self.assertNotRegex(terminal.sent, rb"\033\[[0-9;]*(3[0-9]|4[0-9]|9[0-7]|10[0-7])[0-9;]*m")
            terminal.resize(80, 24)
            terminal.wait("SCORE")
            terminal.kill()

    def test_plain_text_where_it_is_wanted(self):
        for options, environment in ((("--plain",), {}), ((), {"TERM": "dumb"})):
            terminal = self.watch("--seed", "5", "--moves", "3", "--pace", "1ms", *QUICK, *options, **environment)
            self.assertEqual(terminal.wait_end(), 0)
            self.assertNotIn(b"\033", terminal.sent)
            self.assertIn("Stopped after 3 moves", terminal.text())
        piped = subprocess.run([ELEVEN, "watch", "--seed", "5", "--moves", "3"], capture_output=True, text=True,
                               check=True)
        self.assertIn("network-large plays classic 4x4, seed 5.", piped.stdout)
        self.assertIn("Stopped after 3 moves", piped.stdout)


if __name__ == "__main__":
    unittest.main()
