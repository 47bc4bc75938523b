"""The store's promises by force: damage, full disks, killed programs, read-only folders; and backups, settings, games
that are continued from a file."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

import store_faults
from store_faults import Player, records, run
from terminal_driver import Terminal


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="eleven-store-", dir=store_faults.MEMORY)
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.data = str(self.folder / "data")

    def good(self, *arguments, folder=None, given=""):
        done = run(folder or self.data, *arguments, given=given)
        self.assertEqual((done.returncode, done.stderr), (0, ""), arguments)
        return done.stdout

    def play(self, letters, *options, folder=None):
        return self.good("play", "--plain", *options, given=letters, folder=folder)

    def sql(self, text, folder=None):
        with contextlib.closing(sqlite3.connect(os.path.join(folder or self.data, "eleven.db"))) as database:
            found = database.execute(text).fetchall()
            database.commit()
            return found

    def games(self, folder=None):
        """Number, moves and whether it is running."""
        text = self.good("games", folder=folder)
        return [(int(line.split()[0]), int(line.split()[4]), " running" in line) for line in text.splitlines()[1:]]


class DamageTest(Case):
    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.TemporaryDirectory(prefix="eleven-store-", dir=store_faults.MEMORY)
        cls.bytes = store_faults.known_store(os.path.join(cls.home.name, "known"))
        cls.known = records(os.path.join(cls.home.name, "known"))[0]

    @classmethod
    def tearDownClass(cls):
        cls.home.cleanup()

    def round(self, seed, kind):
        found = store_faults.damage_round(self.data, self.bytes, self.known, seed, kind)
        with self.subTest(kind=kind, seed=seed):
            self.assertEqual(found["wrong"], [])
            self.assertIn(found["looked"].returncode, (0, 1))
            self.assertNotIn("cannot", found["looked"].stderr)
            self.assertEqual(found["played"].returncode, 0, found["played"])
            self.assertNotIn("NOT SAVED", found["played"].stdout)
            if found["whole"] < len(self.known):
                self.assertRegex(found["looked"].stderr, "the saved games were damaged: |is damaged: ")
        return found

    def test_one_wrong_bit(self):
        self.assertEqual(len(self.known), 12)
        for seed in range(20):
            found = self.round(seed, "one bit")
            self.assertGreaterEqual(found["whole"], 11)

    def test_each_page_lost(self):
        """Twelve games have their heads on one page; without it nothing is left. Any other page costs few games."""
        pages = len(self.bytes) // store_faults.PAGE
        lost = sorted(self.round(page, "a page of zeros")["lost"] for page in range(pages))
        self.assertLessEqual(sum(count > len(self.known) // 2 for count in lost), 1)
        self.assertLess(sum(lost[:-1]), 3 * pages)

    def test_worse(self):
        for seed in range(4):
            self.round(seed, "twenty bytes")
            self.round(seed, "a page of noise")
            self.round(seed, "the end cut off")

    def test_it_is_said_once_and_the_old_file_is_kept(self):
        os.makedirs(self.data)
        damaged = bytes(4096) + self.bytes[4096:]
        pathlib.Path(self.data, "eleven.db").write_bytes(damaged)
        done = run(self.data, "games")
        self.assertEqual(done.returncode, 0)
        sentence = (r"\Aeleven games: the saved games were damaged: 12 of 12 games recovered; the damaged file is now "
                    r"(eleven-damaged-\d{4}-\d\d-\d\d\.db)\n\Z")
        self.assertRegex(done.stderr, sentence)
        aside = pathlib.Path(self.data, re.match(sentence, done.stderr).group(1))
        self.assertEqual(aside.read_bytes(), damaged)
        self.assertEqual(len(self.games()), 12)
        self.assertEqual(records(self.data)[0], self.known)

    def test_a_review_of_a_whole_game_fails_where_others_are_lost(self):
        os.makedirs(self.data)
        pathlib.Path(self.data, "eleven.db").write_bytes(self.bytes[:-store_faults.PAGE] + bytes(store_faults.PAGE))
        words = "review", "1", "--plain", "--player", "greedy"
        done = run(self.data, *words)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\Aeleven review: the saved games were damaged: (\d|1[01]) of 12 games "
                                      r"recovered, .*\n\Z")
        self.assertEqual(done.stdout, self.good(*words))  # what is left has been repaired

    def test_the_running_game_with_a_wrong_move_continues_before_it(self):
        self.play("wasd" * 20, "--seed", "3")
        self.sql("UPDATE ply SET text = ' U2@a9' WHERE number = 15")
        done = run(self.data, "play", "--plain", given="q\n")
        self.assertIn("the saved games were damaged: 0 of 1 game recovered, 1 up to a damaged move", done.stdout)
        self.assertEqual(self.games(), [(1, 15, True)])


class FaultTest(Case):
    def test_killed_programs_lose_no_move(self):
        for seed in range(8):
            shown, lost = store_faults.kill_round(os.path.join(self.data, str(seed)), seed)
            self.assertEqual(lost, 0, f"of {shown} moves")

    def test_two_programs(self):
        for seed in range(3):
            shown, lost, games = store_faults.two_programs_round(os.path.join(self.data, str(seed)), 10 * seed)
            self.assertEqual((lost, games), (0, 2), f"of {shown} moves")

    def test_a_second_window_says_so(self):
        self.play("wasd", "--seed", "1")
        first = Player(self.data)
        first.wait_for(text="Score")
        self.assertIn("another window plays the last game of this kind; this is another game", self.play("q\n"))
        first.end()

    @unittest.skipUnless(os.path.exists("/proc/self/fd"), "there is no /proc")
    def test_a_log_that_is_removed(self):
        """What is written into it from then on is lost, and the screen says so."""
        player = Player(self.data, "--seed", "1")
        player.move_until(player.has_synced)
        os.remove(os.path.join(self.data, "eleven.db-wal"))
        player.move_until(lambda: player.says("NOT SAVED: cannot sync"))
        self.assertEqual(player.end(), 1)

    @unittest.skipUnless(store_faults.can_mount(), "cannot mount a small disk here")
    def test_a_full_disk(self):
        shown, lost, status, said = store_faults.full_disk_round(self.data)
        self.assertGreater(shown, 20)
        self.assertEqual((lost, status), (0, 0), "".join(said[-20:]))
        self.assertTrue(any("NOT SAVED: cannot save in " in line for line in said))

    def test_something_else_with_the_name_of_the_database(self):
        path = os.path.join(self.data, "eleven.db")
        os.makedirs(self.data)
        for make, remove in ((os.mkfifo, os.remove), (os.mkdir, os.rmdir)):
            make(path)
            for words in (("games",), ("games", "check"), ("play", "--plain"), ("games", "export", "all")):
                done = run(self.data, *words)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr, r"cannot open \S+/eleven\.db: it is not a file\n\Z")
            remove(path)

    @unittest.skipUnless(store_faults.can_mount(), "cannot mount a small disk here")
    def test_an_import_into_a_full_disk_leaves_it_free(self):
        with tempfile.TemporaryDirectory() as folder:
            run(folder, "match", "--player", "corner", "--games", "400", "--seed", "1", "--save", f"{folder}/games")
            records = pathlib.Path(folder, "records.2048")
            records.write_text("\n".join(path.read_text() for path in sorted(pathlib.Path(folder, "games").iterdir())))
            for has_game in (False, True):
                status, said, games = store_faults.full_import_round(self.data, str(records), has_game)
                self.assertEqual((status, games), (1, int(has_game)))
                self.assertRegex(said, r"the disk is full; nothing was imported\n\Z")

    def test_a_limit_on_the_size_of_files(self):
        for limit in ("0", "40"):
            done = subprocess.run(["sh", "-c", f'ulimit -f {limit}; exec "$0" play --plain --seed 1 --data "$1"',
                                   store_faults.ELEVEN, self.data], input="wasd" * 300, capture_output=True, text=True,
                                  check=False, timeout=300)
            self.assertEqual(done.returncode, 1, done)
            self.assertIn("eleven play: the game is not saved: cannot ", done.stderr)
            self.assertIn("NOT SAVED: cannot ", done.stdout)
        shutil.rmtree(self.data)
        self.play("wasd" * 100, "--seed", "1")
        done = subprocess.run(["sh", "-c", 'ulimit -f 0; exec "$0" games export 1 -o x --data "$1"',
                               store_faults.ELEVEN, self.data], capture_output=True, text=True, check=False, timeout=300,
                              cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr),
                         (1, "eleven games: x cannot be written: File too large\n"))


class ReadOnlyTest(Case):
    """A folder in which nobody may write, read by somebody to whom this applies."""

    def look(self, *arguments, status=0):
        command = [*store_faults.OBEYING, store_faults.ELEVEN, *arguments, "--data", self.data]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, input="wasd",
                              env={"PATH": os.environ["PATH"], "HOME": "/nonexistent"})
        self.assertEqual(done.returncode, status, done)
        return done

    def test_everything_can_be_read(self):
        self.play("wasd" * 5, "--seed", "1")
        with contextlib.closing(sqlite3.connect(os.path.join(self.data, "eleven.db"))) as open_still:
            open_still.execute("UPDATE game SET title = 'in the log'")
            open_still.commit()
            copy = str(self.folder / "copy")
            shutil.copytree(self.data, copy, ignore=shutil.ignore_patterns("*-shm"))
        self.data = copy
        self.assertGreater(os.path.getsize(os.path.join(copy, "eleven.db-wal")), 0)
        for name in os.listdir(copy):
            os.chmod(os.path.join(copy, name), 0o444)
        os.chmod(copy, 0o555)
        before = {name: pathlib.Path(copy, name).read_bytes() for name in os.listdir(copy)}
        self.assertIn('"in the log"', self.look("games").stdout)
        self.assertIn("best score", self.look("stats").stdout)
        self.assertIn("eleven game 1", self.look("games", "export", "1").stdout)
        self.assertIn("1 game checked, 0 damaged", self.look("games", "check").stdout)
        self.assertIn("moves", self.look("review", "1", "--plain", "--player", "greedy").stdout)
        self.assertIn("NOT SAVED: cannot ", self.look("play", "--plain", status=1).stdout)
        self.assertEqual(before, {name: pathlib.Path(copy, name).read_bytes() for name in os.listdir(copy)})

    def test_a_folder_that_cannot_be_opened(self):
        self.play("wasd", "--seed", "1")
        os.chmod(self.data, 0)
        self.assertEqual(self.look("games", status=1).stderr,
                         f"eleven games: cannot open the folder {self.data}: Permission denied\n")
        os.chmod(self.data, 0o755)


class CheckTest(Case):
    def test_each_bad_game_is_named(self):
        self.play("wasd" * 5, "--seed", "1")
        self.play("wasd" * 5, "--seed", "2")
        self.assertEqual(self.good("games", "check"), "2 games checked, 0 damaged\n")
        self.sql("UPDATE game SET score = score + 4 WHERE id = 1")
        done = run(self.data, "games", "check")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertRegex(done.stdout, r"\Agame 1, line 7 of its record: .*score.*\n2 games checked, 1 damaged\n\Z")
        done = run(self.data, "games", "check", "--json")
        self.assertEqual(done.returncode, 1)
        self.assertIn('{"games":2,"damaged":[{"id":1,"line":7,"error":"', done.stdout)
        done = run(self.data, "review", "1", "--player", "greedy")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"\Aeleven review: game 1 is damaged: .*score.*\n\Z")

    def test_an_export_contains_what_verifies(self):
        self.play("wasd" * 5, "--seed", "1")
        self.play("wasd" * 5, "--seed", "2")
        self.sql("UPDATE game SET score = score + 4 WHERE id = 1")
        path = self.folder / "all.2048"
        done = run(self.data, "games", "export", "--all", str(path))
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"eleven games: 1 of 2 games does not verify, and is in {path}.damaged\n", done.stderr)
        self.assertEqual(re.findall(r"seed \d", path.read_text()), ["seed 2"])
        self.assertIn("seed 1", pathlib.Path(f"{path}.damaged").read_text())
        self.assertEqual(self.good("games", "import", str(path), folder=str(self.folder / "b")),
                         "1 game added, 0 continued, 0 known already, 0 not imported\n")

    def test_a_file_with_damaged_games_is_not_replaced(self):
        self.play("wasd", "--seed", "1")
        self.sql("UPDATE game SET score = score + 4")
        path = self.folder / "all.2048"
        old = pathlib.Path(f"{path}.damaged")
        old.write_text("keep me")
        done = run(self.data, "games", "export", "--all", str(path))
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr.endswith(f"eleven games: {old} exists; --force replaces it\n"), done.stderr)
        self.assertEqual(old.read_text(), "keep me")
        self.assertFalse(path.exists())
        self.assertEqual(run(self.data, "games", "export", "--all", str(path), "--force").returncode, 1)
        self.assertIn("eleven game 1", old.read_text())


    def test_a_good_export_is_not_replaced_by_a_worse_one(self):
        path = self.folder / "all.2048"
        self.play("wasd" * 5, "--seed", "1")
        self.play("wasd" * 5, "--seed", "2")
        self.good("games", "export", "--all", str(path))
        good = path.read_text()
        done = run(str(self.folder / "typo"), "games", "export", "--all", str(path), "--force")
        self.assertEqual((done.returncode, done.stderr),
                         (1, f"eleven games: {path} is not written, because there is no game\n"))
        new = self.folder / "new.2048"
        done = run(str(self.folder / "typo"), "games", "export", "--all", str(new))
        self.assertEqual((done.returncode, done.stderr),
                         (1, f"eleven games: {new} is not written, because there is no game\n"))
        self.assertFalse(new.exists())
        self.sql("UPDATE game SET score = score + 4 WHERE id = 1")
        for what in (["--all"], ["1", "--output"]):
            done = run(self.data, "games", "export", *what, str(path), "--force")
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"{path} is not replaced, because games are missing; name a new file", done.stderr)
        self.assertEqual(path.read_text(), good)
        done = run(self.data, "games", "export", "--all", "/dev/stdout")  # a pipe is written, not replaced
        self.assertEqual((done.returncode, re.findall(r"seed \d", done.stdout)), (1, ["seed 2"]))
        self.assertNotIn("is not replaced", done.stderr)
        self.assertIn("left out", done.stderr)


class BackupTest(Case):
    def setUp(self):
        super().setUp()
        self.other, self.file = str(self.folder / "other"), str(self.folder / "backup.2048")

    def merge(self, source, target):
        pathlib.Path(self.file).unlink(missing_ok=True)
        self.good("games", "export", "--all", self.file, folder=source)
        return self.good("games", "import", self.file, folder=target).split(" not ")[0]

    def test_a_backup_with_other_games_is_not_replaced(self):
        for seed in (1, 2, 3):
            self.play("wasd" * 4, "--seed", str(seed))
        self.good("games", "export", "--all", self.file)
        backup = pathlib.Path(self.file).read_text()
        self.play("wasd", "--seed", "4", folder=self.other)
        for words in (["--all"], ["1", "-o"]):
            done = run(self.other, "games", "export", *words, self.file, "--force")
            self.assertEqual((done.returncode, done.stderr),
                             (1, f"eleven games: {self.file} is not replaced, because games are missing; name a new file\n"))
            self.assertEqual(pathlib.Path(self.file).read_text(), backup)
        self.good("games", "import", self.file, folder=self.other)
        self.good("games", "export", "--all", self.file, "--force", folder=self.other)
        later = pathlib.Path(self.file).read_text()
        self.play("wasdwasd" * 2, folder=self.other)  # the latest game continues, and is later than the one of the backup
        self.good("games", "export", "--all", self.file, "--force", folder=self.other)
        self.assertNotEqual(pathlib.Path(self.file).read_text(), later)
        (self.folder / "before.2048").write_text(later)
        self.good("games", "import", str(self.folder / "before.2048"))  # of all games, but an earlier state of one
        self.assertEqual(run(self.data, "games", "export", "--all", self.file, "--force").returncode, 1)

    def test_a_game_that_was_played_on_from_its_file_keeps_its_best_score(self):
        """There the moves of the file count as helped, here they were played."""
        self.play("wasd" * 3, "--seed", "3")
        best = re.search(r"best score +[1-9]\d* in plain play", self.good("stats")).group()
        self.good("games", "export", "1", "-o", self.file)
        for folder in (self.other, str(self.folder / "third")):
            self.good("games", "import", self.file, folder=folder)
        self.good("play", self.file, "--plain", folder=str(self.folder / "fourth"), given="wasd")
        self.assertIn("1 continued", self.merge(str(self.folder / "fourth"), self.other))
        self.good("play", self.file, "--plain", folder=str(self.folder / "third"), given="w")
        for folder in (self.other, str(self.folder / "third")):
            self.assertIn(best, self.good("stats", folder=folder))
            self.assertIn("helped", self.good("games", "export", "1", folder=folder))
            self.assertEqual(self.good("games", "check", folder=folder), "1 game checked, 0 damaged\n")

    def test_a_continued_game_keeps_what_undo_left_of_its_best_score(self):
        head = "eleven game 1\nrules classic\nsize 4x4\nseed 42\n"
        for line, moves in (("undos 5\nplain-score 60\n", "U R D L"), ("", "U R D L U"), ("helped 5\n", "U R D L U R")):
            pathlib.Path(self.file).write_text(f"{head}{line}\n{moves}\n")
            self.good("games", "import", self.file)
            self.assertRegex(self.good("stats"), "best score +60 in plain play")
            self.assertEqual(self.good("games", "check"), "1 game checked, 0 damaged\n")

    def test_a_backup_as_json_with_other_games_is_not_replaced(self):
        self.play("wasd" * 4, "--seed", "1")
        self.play("wasd", "--seed", "4", folder=self.other)
        export = "games", "export", "--all", self.file, "--json", "--force"
        self.good(*export)
        backup = pathlib.Path(self.file).read_text()
        self.assertEqual(run(self.other, *export).returncode, 1)
        self.assertEqual(pathlib.Path(self.file).read_text(), backup)
        self.play("wasd" * 4)  # a later state, and one game more
        self.play("wasd", "--seed", "2")
        self.good(*export)
        self.assertEqual([json.loads(line)["id"] for line in pathlib.Path(self.file).read_text().splitlines()], [1, 2])

    def test_a_backup_that_cannot_be_read_is_not_replaced(self):
        self.play("wasd" * 4, "--seed", "1")
        self.good("games", "export", "--all", self.file)
        backup = pathlib.Path(self.file).read_text()
        self.good("games", "export", "--all", self.file, "--json", "--force")
        lines = pathlib.Path(self.file).read_text()
        for text in (backup.replace("eleven game 1", "eleven game 2"), backup[:-10], "\n" + backup[:-10], lines[:-30],
                     lines.replace("record", "verse")):
            pathlib.Path(self.file).write_text(text)
            done = run(self.data, "games", "export", "--all", self.file, "--force")
            self.assertEqual((done.returncode, pathlib.Path(self.file).read_text()), (1, text), done.stderr)
        pathlib.Path(self.file).write_text("something else\n")
        self.good("games", "export", "--all", self.file, "--force")
        self.assertEqual(pathlib.Path(self.file).read_text(), backup)

    def test_what_is_kept_beside_a_backup_is_not_replaced(self):
        for folder in (self.data, self.other):
            self.play("wasd" * 4, "--seed", "1", folder=folder)
            self.play("wasd" * 4, "--seed", "2", folder=folder)
        self.sql("UPDATE game SET score = score + 4 WHERE id = 1")
        self.sql("UPDATE game SET score = score + 4 WHERE id = 2", self.other)
        damaged = pathlib.Path(f"{self.file}.damaged")
        self.assertEqual(run(self.data, "games", "export", "--all", self.file).returncode, 1)
        old = damaged.read_text()
        self.assertIn("seed 1", old)
        done = run(self.other, "games", "export", "--all", self.file, "--force")
        self.assertEqual((done.returncode, damaged.read_text()), (1, old))
        self.assertIn(f"1 of 2 games does not verify, and is left out, because there already is {damaged}\n", done.stderr)

    def test_the_time_of_a_continued_game_is_taken_over(self):
        self.play("wasd", "--seed", "1")
        self.merge(self.data, self.other)
        self.play("wasdwasd")
        self.sql("UPDATE game SET played = 6000, touched = touched + 5000")
        self.assertIn("1 continued", self.merge(self.data, self.other))
        self.assertEqual(*(self.sql("SELECT played, touched FROM game", folder) for folder in (self.data, self.other)))

    def test_no_escape_sequence_is_listed(self):
        record = "eleven game 1\nrules classic\nsize 4x4\nseed 5\ndate \x1b[31mX\n\nL\n"
        pathlib.Path(self.file).write_text("; title a\u009b31mb\n" + record, encoding="utf-8")
        run(self.data, "games", "import", self.file)
        listed = run(self.data, "games").stdout
        self.assertIn("[31mX", listed)
        self.assertNotRegex(listed, "[\x00-\x09\x0b-\x1f\x7f-\x9f]")
        title = "ö" * 31 + "x"  # as long as a title can be
        self.sql(f"UPDATE game SET title = '{title}', began = CAST(X'9b33316d' AS TEXT)")
        listed = subprocess.run([store_faults.ELEVEN, "games", "--data", self.data], capture_output=True).stdout
        self.assertIn(f'"{title}"'.encode(), listed)
        self.assertIn(b" ?31m ", listed)

    @unittest.skipUnless(os.path.exists("/proc/self/fd"), "there is no /proc")
    def test_the_file_may_be_a_symbolic_link(self):
        self.play("wasd", "--seed", "1", folder=self.other)
        moves = self.games(self.other)[0][1]
        os.makedirs(self.data)
        os.rename(os.path.join(self.other, "eleven.db"), os.path.join(self.other, "real.db"))
        os.symlink(os.path.join(self.other, "real.db"), os.path.join(self.data, "eleven.db"))
        player = Player(self.data)
        player.move_until(lambda: player.has_synced() or player.says("NOT SAVED"))
        player.type("wasdwasd")
        self.assertEqual((player.end(), player.says("NOT SAVED")), (0, False), player.said)
        self.assertGreater(self.games()[0][1], moves)

    def test_two_histories_become_one(self):
        for seed in (1, 2, 3):
            self.play("wasd" * 4, "--seed", str(seed))
        self.play("wasd", "--size", "5x5")
        self.sql("UPDATE game SET title = 'Füchse; und Hasen' WHERE id = 2")
        self.assertEqual(self.merge(self.data, self.other), "4 games added, 0 continued, 0 known already, 0")
        self.assertEqual(self.merge(self.data, self.other), "0 games added, 0 continued, 4 known already, 0")
        self.assertEqual(records(self.data)[0], records(self.other)[0])
        self.assertEqual(self.games(), self.games(self.other))
        self.assertEqual(self.sql("SELECT title, touched, played FROM game"),
                         self.sql("SELECT title, touched, played FROM game", self.other))
        self.play("wasdwa", folder=self.other)  # the 5x5 game continues there
        self.play("dsaw", "--size", "4x4")      # another one continues here
        self.play("wasd", "--seed", "9")        # and one is new here
        moves = {**records(self.data)[0], **{key: value for key, value in records(self.other)[0].items()
                                             if len(value) > len(records(self.data)[0].get(key, ""))}}
        self.merge(self.other, self.data)
        self.assertIn("1 game added, 1 continued", self.merge(self.data, self.other))
        self.assertEqual(records(self.data)[0], moves)
        self.assertEqual(records(self.other)[0], moves)
        self.assertEqual(len(self.games()), 5)
        for folder in (self.data, self.other):
            self.assertIn("0 damaged", self.good("games", "check", folder=folder))
            for size in ("4x4", "5x5"):
                self.assertNotIn("cannot", self.play("u", "--size", size, folder=folder))

    def test_the_timeline_around_a_continued_game(self):
        """The game before the current one was continued elsewhere: undo still reaches it."""
        self.play("wasd" * 4, "--seed", "1")
        self.merge(self.data, self.other)
        self.play("wasdwasd", folder=self.other)
        self.play("wasd", "--seed", "2")
        self.assertIn("1 continued", self.merge(self.other, self.data))
        first = max(moves for number, moves, _ in self.games() if number == 1)
        self.assertEqual(first, max(moves for _, moves, _ in self.games(self.other)))
        self.assertEqual(self.games()[0][2], True)
        self.play("u" * 60 + "r" * 3)
        self.assertIn("0 damaged", self.good("games", "check"))

    def test_what_undo_replaced_is_not_another_game(self):
        self.play("wasd" * 4, "--seed", "1")
        self.merge(self.data, self.other)
        self.play("uuuuu" + "dw" * 4)
        self.assertIn("0 games added, 0 continued, 1 known", self.merge(self.other, self.data))
        self.assertIn("0 games added, 1 continued", self.merge(self.data, self.other))
        self.assertEqual(records(self.data)[0], records(self.other)[0])

    def test_a_bad_record_is_named_and_the_others_are_imported(self):
        for seed in (1, 2, 3):
            self.play("wasd" * 4, "--seed", str(seed))
        self.good("games", "export", "--all", self.file)
        text = pathlib.Path(self.file).read_text()
        line = text[:text.index("seed 2")].count("\n") + 1
        pathlib.Path(self.file).write_text(text.replace("seed 2", "seed x"))
        done = run(self.other, "games", "import", self.file)
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr.startswith(f"eleven games: {self.file}:{line}:"), done.stderr)
        self.assertEqual(done.stdout, "2 games added, 0 continued, 0 known already, 1 not imported\n")
        self.assertEqual(len(self.games(self.other)), 2)

    def test_a_file_may_begin_with_a_comment(self):
        self.play("wasd" * 4, "--seed", "1")
        text = "; from a friend\n\n" + self.good("games", "export", "1")
        pathlib.Path(self.file).write_text(text)
        self.assertIn("1 game added, 0 continued, 0 known already, 0 not", self.good("games", "import", self.file, folder=self.other))
        self.assertEqual(records(self.other)[0], records(self.data)[0])

    def test_files_without_games(self):
        for text, sentence in (("", "contains no game"), (" ; a comment\n\n", "contains no game"),
                               ("a diary\n", ":1:1: the text should start with 'eleven game 1'")):
            pathlib.Path(self.file).write_text(text)
            done = run(self.data, "games", "import", self.file)
            self.assertEqual(done.returncode, 1)
            self.assertIn(sentence, done.stderr)

    def test_a_game_that_is_being_played_is_not_changed(self):
        self.play("wasd" * 4, "--seed", "1")
        self.merge(self.data, self.other)
        self.play("wasdwasd", folder=self.other)
        self.good("games", "export", "--all", self.file, "--force", folder=self.other)
        player = Player(self.data)
        player.wait_for(text="Score")
        done = run(self.data, "games", "import", self.file)
        self.assertEqual(done.returncode, 1)
        self.assertIn("another program plays", done.stderr)
        player.type("wasd")
        self.assertEqual(player.end(), 0)
        self.assertIn("0 damaged", self.good("games", "check"))

    def test_play_continues_an_export(self):
        self.play("wasd" * 4, "--seed", "1")
        self.good("games", "export", "1", "--force", "-o", self.file)
        self.play("wasd", "--seed", "2")
        self.play("wasdwasd", self.file)
        self.assertEqual([number for number, _, _ in self.games()], [2, 1])
        helped, score, best, moves = self.sql("SELECT helped, score, plain_score, moves FROM game WHERE id = 1")[0]
        self.assertEqual((helped, score), (0, best))
        self.good("games", "export", "1", "--force", "-o", self.file)
        self.merge(self.data, self.other)
        self.play("wasdwasd", folder=self.other)
        self.good("games", "export", "1", "--force", "-o", self.file, folder=self.other)
        self.play("q\n", self.file)  # continued elsewhere: the file is ahead
        self.assertGreater(self.sql("SELECT moves FROM game WHERE id = 1")[0][0], moves)
        pathlib.Path(self.file).write_text(re.sub(r"(?s)seed 1\n.*", "seed 77\n", pathlib.Path(self.file).read_text()))
        self.play("wasdwasd", self.file)
        self.assertEqual(len(self.games()), 3)


class SettingsTest(Case):
    def kept(self):
        return dict(self.sql("SELECT name, value FROM setting"))

    def test_options_are_remembered(self):
        self.play("q\n", "--size", "3x3", "--rules", "fibonacci", "--theme", "dark", "--no-animation", "--player",
                  "greedy")
        self.assertEqual(self.kept(), {"size": "3x3", "rules": "fibonacci", "theme": "dark", "animation": "no",
                                       "player": "greedy"})
        self.assertTrue(self.play("q\n", "--seed", "4").startswith("Eleven, fibonacci 3x3."))
        self.assertTrue(self.play("q\n", "--seed", "5", "--size", "4x4").startswith("Eleven, classic 4x4."))
        self.assertTrue(self.play("q\n", "--seed", "6").startswith("Eleven, classic 4x4."))
        self.play("q\n", "--animation", "--theme", "original")
        self.assertEqual((self.kept()["animation"], self.kept()["theme"]), ("yes", "original"))
        self.assertTrue(self.play("q\n", "--defaults", "--seed", "7").startswith("Eleven, classic 4x4."))
        self.assertEqual(self.kept(), {})

    def test_the_theme_that_a_key_chose(self):
        for _ in range(2):
            terminal = Terminal("play", "--data", self.data)
            self.addCleanup(terminal.close)
            terminal.wait_moves(0).type("t")
            terminal.type("q")
            self.assertEqual(terminal.wait_end(), 0)
        self.assertEqual(self.kept(), {"theme": "high-contrast"})  # the third: after dark, which was remembered

    def test_a_setting_that_is_no_longer_possible(self):
        self.play("q\n", "--theme", "dark", "--player", "greedy")
        self.sql("UPDATE setting SET value = 'gone'")
        self.play("h\nq\n")


if __name__ == "__main__":
    unittest.main()
