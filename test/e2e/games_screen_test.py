"""The list of all games, the sheet at the end of a game, and what a new player reads, in a pseudo-terminal."""

import contextlib
import os
import re
import sqlite3
import subprocess
import unittest

from terminal_driver import ELEVEN, Terminal, TerminalCase

LAST_MOVE = "4 8 4 8 / 8 4 8 4 / 4 8 4 8 / 8 4 16 16"
NEAR_WIN = "1024 1024 . . / . . . . / . . . . / . . . ."
LOST = "2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 8"
SMALL, USUAL, LARGE = (60, 12), (80, 24), (200, 60)


class GamesCase(TerminalCase):
    def play_plainly(self, moves, *arguments):
        """Another game, played without a terminal."""
        subprocess.run([ELEVEN, "play", "--plain", "--data", self.folder.name, *arguments], check=True,
                       input="".join(move + "\n" for move in moves).encode(), stdout=subprocess.DEVNULL)

    def some_games(self):
        """Four games: of two sizes and rules; one lost, one with undo; two running, two given up."""
        self.play_plainly(("left", "down") * 6, "--seed", "1")
        self.play_plainly(("left", "undo", "down", "left", "up"), "--seed", "2")
        self.play_plainly(("left", "down", "right"), "--size", "3x3", "--rules", "fibonacci", "--seed", "3")
        self.play_plainly(("left",), "--board", LAST_MOVE, "--seed", "1")

    def listed(self, terminal):
        """The rows of the list, as words."""
        rows = terminal.text().splitlines()
        head = next(i for i, row in enumerate(rows) if "Largest" in row)
        return [row.replace(">", " ").split() for row in rows[head + 1:] if re.search(r"\d{4}-\d\d-\d\d +\dx\d ", row)]

    def open_list(self, terminal):
        terminal.press("g")
        return terminal.wait("by date")

    def choose(self, terminal, score):
        """Moves to the game with this score."""
        terminal.press("\033OH")
        for _ in range(20):
            marked = [row for row in terminal.text().splitlines() if row.strip().startswith("> ")]
            if marked and int(marked[0].split()[1]) == score:
                return terminal
            before = terminal.text()
            terminal.press("j")
            terminal.wait(lambda t, shown=before: t.text() != shown, "another row")
        self.fail(terminal.text())

    def scores(self, condition="1"):
        return [row[0] for row in self.rows(f"select score from game where deleted = 0 and {condition} order by score desc")]


class ListTest(GamesCase):
    def test_it_shows_every_game(self):
        self.some_games()
        for size in (SMALL, USUAL, LARGE):
            for encoding in ("C.UTF-8", "C"):
                terminal = self.start(columns=size[0], rows=size[1], LC_ALL=encoding)
                terminal.wait(lambda t: re.search("(?i)score", t.text()))
                rows = self.listed(self.open_list(terminal))
                stored = self.rows("select score, largest, w || 'x' || h, rules, class from game order by touched desc, id desc")
                classes = ("plain", "undone", "hinted", "helped")
                self.assertEqual([(int(r[0]), int(r[1]), r[3], r[4], r[5]) for r in rows],
                                 [(*row[:4], classes[row[4]]) for row in stored])
                self.assertEqual(sorted(row[6] for row in rows), ["here", "running", "stopped", "stopped"])
                self.assertTrue(all(len(line) <= size[0] for line in terminal.text().splitlines()))
                terminal.press("q")
                terminal.wait(lambda t: "by date" not in t.text(), "the game")
                terminal.kill()

    def test_sort_and_turn_around(self):
        self.some_games()
        terminal = self.start().wait("SCORE")
        self.open_list(terminal).press("sss")
        terminal.wait("by score")
        self.assertEqual([int(row[0]) for row in self.listed(terminal)], self.scores())
        terminal.press("o")
        terminal.wait("turned around")
        self.assertEqual([int(row[0]) for row in self.listed(terminal)], self.scores()[::-1])
        for name in ("largest", "date", "size", "class"):
            terminal.press("s")
            terminal.wait(f"by {name}")

    def test_filter(self):
        self.some_games()
        terminal = self.start().wait("SCORE")
        self.open_list(terminal).press("f")
        terminal.wait("2 of 4, running")
        terminal.press("f")
        terminal.wait("1 of 4, finished")
        self.assertEqual([int(row[0]) for row in self.listed(terminal)], self.scores("status = 'lost'"))
        terminal.press("f")
        terminal.wait("3 of 4, plain").press("f")
        terminal.wait("0 deleted").press("f")
        terminal.wait("4 of 4").press("/")
        terminal.wait("Show games with:").type("fibo")
        terminal.wait('1 of 4  with "fibo"')
        self.assertEqual([row[3:5] for row in self.listed(terminal)], [["3x3", "fibonacci"]])
        terminal.type("x\b\x7f\x7f\r")
        terminal.wait('with "fi"').press("/")
        terminal.wait("Show games with:").press("\033")
        terminal.wait("4 of 4").wait(lambda t: "with" not in t.text(), "no filter")

    def test_another_running_game_continues(self):
        self.some_games()
        terminal = self.start("--size", "4x4").wait("SCORE")
        self.choose(self.open_list(terminal), self.scores("w = 3")[0]).press("\r")
        terminal.wait("3x3 fibonacci").wait_moves(self.rows("select moves from game where w = 3")[0][0])
        before = self.rows("select id, moves from game where w = 4 order by id")
        made = self.play_moves(terminal, 2)
        self.assertEqual(self.rows("select moves from game where w = 3"), [(made,)])
        self.assertEqual(self.rows("select id, moves from game where w = 4 order by id"), before)
        terminal.press("q")
        self.assertEqual(terminal.wait_end(), 0)
        self.start().wait("3x3 fibonacci").wait_moves(made)

    def test_a_game_that_was_given_up_continues_as_the_same_game(self):
        self.some_games()
        first, moves = self.rows("select id, moves from game order by id limit 1")[0]
        terminal = self.start().wait("SCORE")
        self.choose(self.open_list(terminal), self.rows("select score from game order by id")[0][0]).press("p")
        terminal.wait("4x4 classic").wait_moves(moves)
        made = self.play_moves(terminal, 1)
        self.assertEqual(self.rows(f"select moves from game where id = {first}"), [(made,)])
        self.assertEqual(self.rows("select count(*) from game"), [(4,)])

    def test_a_second_window_says_what_it_does(self):
        self.play_plainly(("left", "down") * 5, "--seed", "1")
        played = self.rows("select moves from game")[0][0]
        first = self.start().wait_moves(played)
        second = self.start()
        second.wait("window").wait_moves(0)
        self.play_moves(second, 1)
        self.open_list(second).wait("in use")
        self.choose(second, self.rows("select score from game order by id")[0][0]).press("\r")
        second.wait("another program")
        first.press("q")
        self.assertEqual(first.wait_end(), 0)
        second.press("\r")
        second.wait_moves(played)

    def test_delete_and_undo(self):
        self.some_games()
        terminal = self.start().wait("SCORE")
        chosen = self.rows("select id, score from game order by id limit 1")[0]
        self.choose(self.open_list(terminal), chosen[1]).press("x")
        terminal.wait(f"Game {chosen[0]} is deleted").wait("3 of 3")
        self.assertNotIn(chosen[1], [int(row[0]) for row in self.listed(terminal)])
        terminal.press("u")
        terminal.wait(f"Game {chosen[0]} is back").wait("4 of 4")
        self.choose(terminal, chosen[1]).press("x")
        terminal.wait("3 of 3").press("q")
        terminal.wait("SCORE").press("g")
        terminal.wait("3 of 3").press("ffff")
        terminal.wait("1 deleted").press("u")
        terminal.wait("0 deleted").press("f")
        terminal.wait("4 of 4")

    def test_the_game_that_is_played_is_not_deleted(self):
        self.some_games()
        terminal = self.start().wait("SCORE")
        self.open_list(terminal).press("x")
        terminal.wait("You are playing this game")
        self.assertEqual(len(self.listed(terminal)), 4)

    def test_rename(self):
        self.some_games()
        terminal = self.start(columns=100).wait("SCORE")
        self.open_list(terminal).press("n")
        terminal.wait("Name:").type("on the träin\x7fn\r")
        terminal.wait(lambda t: any("on the träin" in " ".join(row) for row in self.listed(t)), "the name")
        terminal.press("/")
        terminal.wait("Show games with:").type("träi\r")
        terminal.wait("1 of 4")
        self.assertEqual(self.rows("select title from game where title <> ''"), [("on the träin",)])
        terminal.press("n")
        terminal.wait("Name: on the träin").press("\033")
        terminal.wait(lambda t: "Name:" not in t.text())
        self.assertEqual(self.rows("select title from game where title <> ''"), [("on the träin",)])

    def test_a_pasted_title(self):
        self.some_games()
        terminal = self.start(columns=100).wait("SCORE")
        self.open_list(terminal).type("\033[200~qxu\033[201~")
        terminal.wait("Pasted text is ignored.").press("n")
        terminal.wait("Name:").type("\033[200~on the träin\r\n\033OA\x7f\033[201~")
        terminal.wait("Name: on the träin").type(" home\r")
        terminal.wait(lambda t: any("on the träin" in " ".join(row) for row in self.listed(t)), "the name")
        self.assertEqual(self.rows("select title from game where title <> ''"), [("on the träin home",)])
        self.assertNotIn("Pasted", terminal.text())

    def import_text(self, text):
        path = os.path.join(self.folder.name, "import.2048")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        subprocess.run([ELEVEN, "games", "import", path, "--data", self.folder.name], check=True, stdout=subprocess.DEVNULL)

    def test_dates_are_local_and_sorted_as_they_are_shown(self):
        record = "eleven game 1\n{more}rules classic\nsize 4x4\nboard 2 {tile} . . / . . . . / . . . . / . . . .\nboard-score {score}\n{date}\n"
        for tile, score, more, date in ((4, 10, "", "2026-11-21T03:00:00Z"), (8, 20, "; saved 1546300860000\n", ""), (16, 30, "", "2020-01-01T12:00:00Z"),
                                        (32, 40, "; saved 1600000000000\n", "yesterday"), (64, 50, "", "tomorrow")):
            self.import_text(record.format(tile=tile, score=score, more=more, date=f"date {date}\n" if date else ""))
        terminal = self.start("--seed", "1", columns=120, TZ="PST8").wait("SCORE")
        self.open_list(terminal)
        shown = re.findall(r"(?m)^ +>? *(10|20|30|40|50) +\d+ +(\S+) ", terminal.text())
        self.assertEqual(shown, [("10", "2026-11-20"), ("40", "2020-09-13"), ("30", "2020-01-01"), ("20", "2018-12-31"), ("50", "tomorrow")])
        self.choose(terminal, 10).wait("began 2026-11-20 19:00")
        terminal.press("j")
        terminal.wait("began yesterday")

    def test_numbers_that_are_wider_than_their_columns(self):
        self.import_text("eleven game 1\nrules classic\nsize 5x5\nboard 2 2 . . . / . . . . . / . . . . 16777216 / . . . . 1073741824 / . . . . .\n"
                         "board-score 123456789012345\ndate 2026-11-20T02:30:00Z\n\n")
        terminal = self.start(columns=100).wait("SCORE")
        self.open_list(terminal).wait(lambda t: re.search(r" 123456G +1073M +2026-11-", t.text()), "short numbers")

    def test_times_that_no_clock_states(self):
        with open(os.path.join(self.folder.name, "given.2048"), "w", encoding="utf-8") as file:
            file.write("eleven game 1\n; saved 99999999999999999999\n; played 99999999999999999999\n; running\nrules classic\nsize 4x4\nseed 42\n\n1. U\n")
        subprocess.run([ELEVEN, "games", "import", file.name, "--data", self.folder.name], check=True, stdout=subprocess.DEVNULL)
        self.assertEqual(self.rows("select touched, played from game"), [(0, 0)])
        self.rows("update game set played = 9223372036854775807")
        self.play_plainly(("left", "right", "down"))
        (moves, played), = self.rows("select moves, played from game")
        self.assertGreater(moves, 1)
        self.assertLess(played, 1 << 51)
        self.assertEqual([name for name in os.listdir(self.folder.name) if "damaged" in name], [])

    def test_a_title_that_its_column_cuts_is_read_below(self):
        self.some_games()
        self.rows("update game set title = 'the long game on the train to Berlin, 3rd attempt', began = ''")
        terminal = self.start(columns=120).wait("SCORE")
        self.open_list(terminal).wait("the long game on the train to Berlin, 3rd attempt")
        self.assertNotIn("began", terminal.text())
        self.rows("update game set title = 'short'")
        again = self.start(columns=120).wait("SCORE")
        self.assertEqual(self.open_list(again).text().count("short"), 4)

    def test_a_long_title_has_whole_characters(self):
        self.some_games()
        terminal = self.start(columns=100).wait("SCORE")
        self.open_list(terminal).press("n")
        terminal.wait("Name:").type("x" * 61 + "ä" + "y" + "\r")
        terminal.wait(lambda t: "Name:" not in t.text())
        self.assertEqual(self.rows("select title from game where title <> ''"), [("x" * 61 + "y",)])

    def test_a_damaged_game_is_not_exported(self):
        self.play_plainly(("left", "down") * 6, "--seed", "1")
        with contextlib.closing(sqlite3.connect(os.path.join(self.folder.name, "eleven.db"))) as database, database:
            database.execute("update ply set text = 'U2@' where number = 3")
        path = os.path.join(self.folder.name, "x.2048")
        terminal = self.start("--seed", "9", "--size", "3x3", columns=100).wait("SCORE")
        score = self.rows("select score from game where moves > 3")[0][0]
        self.choose(self.open_list(terminal), score).press("e")
        terminal.wait("Write to: game-").type("\x7f" * 30 + path + "\r")
        terminal.wait("has no cell")
        self.assertFalse(os.path.exists(path))

    def test_export(self):
        self.some_games()
        path = os.path.join(self.folder.name, "x.2048")
        terminal = self.start(columns=100).wait("SCORE")
        self.open_list(terminal).press("e")
        terminal.wait("Write to: game-").type("\x7f" * 30 + path + "\r")
        terminal.wait("x.2048 is written")
        number = self.rows("select max(id) from game")[0][0]
        wanted = subprocess.run([ELEVEN, "games", "export", str(number), "--data", self.folder.name], check=True,
                                capture_output=True).stdout
        with open(path, "rb") as file:
            self.assertEqual(file.read(), wanted)
        with open(path, "w", encoding="ascii") as file:
            file.write("mine")
        terminal.press("e")
        terminal.wait("Write to: game-").type("\x7f" * 30 + path + "\r")
        terminal.wait("already a file")
        with open(path, encoding="ascii") as file:
            self.assertEqual(file.read(), "mine")

    def test_replay_and_review_return_to_the_list(self):
        self.some_games()
        moves, score = self.rows("select moves, score from game order by id limit 1")[0]
        terminal = self.start().wait("SCORE")
        self.choose(self.open_list(terminal), score).press("r")
        terminal.wait(f"of {moves}").press("e")
        terminal.wait(f"move {moves} of {moves}").press("q")
        terminal.wait("by date").press("v")
        terminal.wait("move 1 of").press("q")
        terminal.wait("by date").type("vqrq\r")  # at once: the game that is opened is that of the list
        terminal.wait_moves(moves)
        stored = self.rows("select id, moves, score from game order by id")
        self.assertEqual(stored[0][1:], (moves, score))
        self.choose(self.open_list(terminal), 32).press("p")
        terminal.wait("1 move")
        stored = self.rows("select id, moves, score from game order by id")
        terminal.press("u")
        terminal.wait_moves(0)
        self.assertEqual(len(self.rows("select id from game")), 4)
        self.assertEqual(self.rows("select id, moves, score from game order by id")[:3], stored[:3])

    def test_a_lost_game_is_replayed(self):
        self.some_games()
        self.play_plainly(("left",), "--seed", "9")
        terminal = self.start().wait("SCORE")
        self.choose(self.open_list(terminal), 32).press("\r")
        terminal.wait("of 1").press("q")
        terminal.wait("by date")

    def test_the_mouse(self):
        self.some_games()
        terminal = self.start().wait("SCORE")
        rows = self.open_list(terminal).text().splitlines()
        for row in (5, 5):  # the third game: chosen, then opened
            terminal.type(f"\033[<0;10;{row}M\033[<0;10;{row}m")
        terminal.wait(lambda t: "by date" not in t.text(), "the third game")
        self.assertIn(rows[4].split()[3 if ">" not in rows[4] else 4], terminal.text())
        self.open_list(terminal)
        terminal.type("\033[<0;8;2M\033[<0;8;2m")  # the heading "Score"
        terminal.wait("by score")
        for button, row in ((65, 4), (65, 5), (64, 4)):  # the wheel
            terminal.type(f"\033[<{button};10;5M")
            terminal.wait(lambda t, row=row: t.text().splitlines()[row - 1].startswith(">"), f"row {row}")
        column = terminal.text().splitlines()[23].index("q back") + 3
        terminal.type(f"\033[<0;{column};24M\033[<0;{column};24m")
        terminal.wait(lambda t: "by score" not in t.text(), "the game")

    def test_the_mouse_does_not_change_the_game_of_a_prompt(self):
        self.some_games()
        terminal = self.start(columns=100).wait("SCORE")
        self.open_list(terminal).press("n")
        terminal.wait("Name:").type("this one")
        for mouse in ("\033[<65;10;5M", "\033[<0;10;6M\033[<0;10;6m"):
            terminal.type(mouse)
        terminal.type("\r")
        terminal.wait(lambda t: any("this one" in " ".join(row) for row in self.listed(t)), "the name")
        newest = "select id from game order by touched desc, id desc limit 1"
        self.assertEqual(self.rows("select id from game where title <> ''"), self.rows(newest))

    def test_titles_with_wide_characters(self):
        self.some_games()
        self.rows("update game set title = '日本語の名前'")
        terminal = self.start(columns=44, rows=12).wait("Score 32")
        self.open_list(terminal)
        terminal.wait("? help  q back  enter open  s sort  f filter")
        self.assertIn("??????", terminal.text())
        terminal.press("n")
        terminal.wait("Name: ??????_")

    def test_a_window_of_one_column(self):
        self.some_games()
        terminal = self.start().wait("SCORE")
        self.open_list(terminal)
        for columns, rows in ((1, 10), (1, 24), (2, 30), (1, 1), (80, 24)):
            terminal.resize(columns, rows)
            terminal.listen(0.2)
        terminal.wait("by date").press("v")
        for columns, rows in ((1, 30), (3, 30), (1, 22), (80, 24)):
            terminal.resize(columns, rows)
            terminal.listen(0.2)
        terminal.press("q")
        terminal.wait("by date")

    def test_help_and_unknown_keys(self):
        self.some_games()
        terminal = self.start(columns=60, rows=12)
        terminal.wait(lambda t: re.search("(?i)score", t.text()))
        self.open_list(terminal)
        for key in ("up", "z", "1", "left"):
            terminal.press(key)
        terminal.press("?")
        seen = terminal.wait("choose a game").text()
        for _ in range(4):
            before = terminal.text()
            terminal.press("?")
            terminal.wait(lambda t, shown=before: t.text() != shown, "another page")
            seen += terminal.text()
            if "back to the game" in seen:
                break
        for word in ("sort", "replay", "review", "name", "delete", "bring", "export", "finished"):
            self.assertIn(word, seen)

    def test_a_long_list(self):
        self.play_plainly(("left",), "--seed", "1")
        with contextlib.closing(sqlite3.connect(os.path.join(self.folder.name, "eleven.db"))) as database:
            columns = [row[1] for row in database.execute("pragma table_info(game)") if row[1] not in ("id", "sitting", "entry",
                                                                                                        "score")]
            names = ", ".join(columns)
            database.execute(f"insert into game (score, {names}) with recursive n (i) as (select 1 union all select i + 1"
                             f" from n where i < 10000) select 100000 + i, {names} from n, game where id = 1")
            database.commit()
        terminal = self.start().wait("SCORE")
        self.open_list(terminal).wait("10001 of 10001").press("sss")
        terminal.wait("110000").press("\033OF")
        terminal.wait("100001")
        for _ in range(30):
            terminal.press("\033[5~")
        shown = terminal.wait("100600").text()
        terminal.press("\033[6~")
        terminal.wait(lambda t: t.text() != shown, "another page")

    def test_nothing_to_list(self):
        with open(os.path.join(self.folder.name, "file"), "w", encoding="ascii"):
            terminal = Terminal("play", "--data", os.path.join(self.folder.name, "file"))
        self.addCleanup(terminal.close)
        terminal.wait("NOT SAVED").press("g")
        self.play_moves(terminal, 1)

    def test_a_game_that_is_not_saved_is_not_left(self):
        self.some_games()
        terminal = self.start("--size", "4x4", "--rules", "classic", "--seed", "7").wait_moves(0)
        moves = self.play_moves(terminal, 1)
        with contextlib.closing(sqlite3.connect(os.path.join(self.folder.name, "eleven.db"))) as other:
            other.execute("begin immediate")
            terminal.press("wasd")
            terminal.wait("NOT SAVED").wait(lambda t: self.moves_shown(t) > moves)
            shown = self.moves_shown(terminal)
            self.choose(self.open_list(terminal), self.scores("w = 3")[0]).press("\r")
            terminal.listen(0.3)
            terminal.press("q")
            terminal.wait_moves(shown).press("v")  # a retry must not save the copy under the review
            terminal.wait("NOT SAVED")
            other.rollback()
            terminal.wait(lambda t: "NOT SAVED" not in t.text(), "the game to be saved")
        terminal.press("q")
        terminal.wait_moves(shown)
        self.assertEqual(self.rows("select count(*) from game"), [(5,)])
        self.assertEqual(self.rows("select max(moves) from game where id in (select game from running) and w = 4"), [(shown,)])


class EndTest(GamesCase):
    def test_the_sheet_after_a_loss(self):
        for columns, rows in (SMALL, USUAL, LARGE, (40, 30), (34, 16)):
            terminal = self.start("--board", LAST_MOVE, "--seed", "1", columns=columns, rows=rows)
            terminal.wait(lambda t: re.search("(?i)score", t.text())).press("left")
            terminal.wait("Game over!")
            for pattern in (r"Score +32\b", r"Largest +32\b", r"Moves +1\b", r"Time +\d+ s\b", "from a board", r"Rank +\d+ of \d+",
                            "n play again", "v review", "y replay"):
                self.assertRegex(terminal.text(), pattern)
            if columns < 100:  # large tiles have numbers out of pixels
                self.assertEqual(len(re.findall(r"(?m)(?<=  )[48](?= |$)", terminal.text())), 15, terminal.text())
            lines = terminal.text().splitlines()
            row = next(i for i, line in enumerate(lines) if "play again" in line)
            where = f"{lines[row].index('play again') + 3};{row + 1}"
            terminal.type(f"\033[<0;{where}M\033[<0;{where}m")
            terminal.wait(lambda t: "Game over!" not in t.text(), "another game")
            terminal.kill()

    def test_a_window_too_small_for_the_sheet(self):
        terminal = self.start("--board", LOST, columns=34, rows=9)
        terminal.wait("Game over!  Score 0  n play again")
        self.assertEqual(len(re.findall(r"(?m)(?<= )[248](?= |$)", terminal.text())), 16, terminal.text())

    def test_review_and_replay_return_to_the_sheet(self):
        terminal = self.start("--board", NEAR_WIN).wait("SCORE")
        terminal.press("left")
        terminal.wait("You win!").wait("2048").press("v")
        terminal.wait("move 1 of 1").press("q")
        terminal.wait("You win!").press("y")
        terminal.wait("of 1").wait("move 1 of 1").press("q")
        terminal.wait("You win!").wait("c keep playing").press("c")
        terminal.wait(lambda t: "You win!" not in t.text(), "the game")
        self.play_moves(terminal, 1)
        self.assertEqual(self.rows("select moves from game"), [(2,)])

    def test_the_rank_counts_games_of_the_same_kind(self):
        for score in (500, 20, 40):
            self.play_plainly(("left",), "--seed", "1")
        self.play_plainly(("left", "down") * 4, "--size", "3x3")
        self.rows("select 1")
        with contextlib.closing(sqlite3.connect(os.path.join(self.folder.name, "eleven.db"))) as database:
            database.execute("update game set from_board = 1, score = id * 20, moves = 1")
            database.commit()
        terminal = self.start("--board", LAST_MOVE, "--seed", "1").wait("SCORE")
        terminal.press("left")
        terminal.wait("Game over!")
        above = self.rows("select count(*) from game where w = 4 and score > 32")[0][0]
        in_all = self.rows("select count(*) from game where w = 4")[0][0]
        self.assertRegex(terminal.text(), rf"Rank +{above + 1} of {in_all}\b")

    def test_a_new_best_is_announced_once(self):
        self.play_plainly(("left", "down") * 3, "--seed", "1")
        self.play_plainly((), "--seed", "2")
        best = self.rows("select max(plain_score) from game")[0][0]
        self.assertGreater(best, 0)
        terminal = self.start("--no-animation").wait("PLAIN BEST")
        for turn in range(200):
            terminal.press(("left", "down", "right", "up")[turn % 4])
            self.wait_for_keys_quietly(terminal)
            if self.rows("select max(plain_score) from game")[0][0] > best:
                break
        terminal.wait("A new best score in plain play!").wait("NEW BEST")
        for pattern in ("A new best score!$", r"Score +\d+$", r"Time +\d+ s$", "Rank +1 of 2$", "y replay"):
            self.assertRegex(terminal.text(), re.compile(pattern, re.M))
        sent = len(terminal.sent)
        self.play_moves(terminal, 3)
        terminal.wait(lambda t: "A new best score" not in t.text(), "the sentence to go")
        self.assertNotIn(b"A new best", terminal.sent[sent:])
        terminal.press("q")
        terminal.wait_end()
        again = self.start("--no-animation").wait("PLAIN BEST")
        self.play_moves(again, 3)
        self.assertNotIn(b"A new best", again.sent)

    def wait_for_keys_quietly(self, terminal):
        """Until the key has acted, without another key: the notice of the key stays."""
        terminal.listen(0.1)


class FirstTest(GamesCase):
    def test_a_new_player_reads_the_rules_until_the_first_move(self):
        for size in (SMALL, USUAL):
            terminal = self.start(columns=size[0], rows=size[1])
            terminal.wait("Arrow keys slide the tiles; equal ones merge. Reach 2048.")
            terminal.press("z")  # not a key of the game
            terminal.listen(0.2)
            terminal.wait("Arrow keys slide").press("left", "right")  # one of them moves a tile
            terminal.wait(lambda t: "Arrow keys" not in t.text(), "the rules to go")
            terminal.press("n")
            terminal.wait("A new game")
            self.assertNotIn("Arrow keys", terminal.text())
            terminal.press("q")
            terminal.wait_end()
            again = self.start(columns=size[0], rows=size[1])
            again.wait(lambda t: re.search("(?i)score", t.text()))
            self.assertNotIn("Arrow keys", again.text())
            again.kill()
            self.rows("select 1")
            os.remove(os.path.join(self.folder.name, "eleven.db"))

    def test_other_rules(self):
        terminal = self.start("--rules", "fibonacci", "--goal", "none")
        terminal.wait("Arrow keys slide the tiles; some pairs merge.")
        self.assertNotIn("Reach", terminal.text())

    def test_the_best_score_says_what_it_counts(self):
        self.start().wait("PLAIN BEST").kill()
        self.start(columns=60, rows=12).wait("Plain best")


if __name__ == "__main__":
    unittest.main()
