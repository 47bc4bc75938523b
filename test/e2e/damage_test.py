"""One wrong bit in a database of 30 games, in each of its pages, for each command that reads saved games. The oracle is what
the commands print about the sound database: an answer with exit status 0 is the same, and any other one says what is wrong
and has every game but the damaged one. Titles, times and settings are not protected, and not compared."""

import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
import unittest

import store_faults
from store_faults import PAGE, run

FLIPS = int(os.environ.get("FLIPS", "1"))
NEWER = range(60, 64)  # where the header states the version of the tables: another number is that of a newer Eleven


def without_times(text):
    return re.sub(r"^; (saved|played|title) .*\n", "", text, flags=re.M)


def records_of(text):
    """The record of each game, by its seed."""
    found = {}
    for record in re.split(r"^(?=eleven game)", without_times(text), flags=re.M)[1:]:
        seed = re.search(r"^seed (\d+)$", record, re.M)
        found[seed.group(1) if seed else None] = record.rstrip("\n")
    return found


def rows_of(text):
    """The rows of a list or of statistics, without what nothing protects, and without what depends on another row."""
    return [{key: value for key, value in row.items() if key not in ("title", "played_seconds")}
            for row in json.loads(text)]


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.TemporaryDirectory(prefix="eleven-damage-", dir=store_faults.MEMORY)
        cls.addClassCleanup(cls.home.cleanup)
        cls.data = os.path.join(cls.home.name, "data")
        cls.out = pathlib.Path(cls.home.name, "all.2048")
        cls.bytes = store_faults.known_store(cls.data, games=30, lengths=(8, 60, 200))
        cls.known = {name: ask(cls) for name, ask in cls.QUESTIONS.items()}
        for status, answer, said in cls.known.values():
            assert (status, said) == (0, "") and answer

    def put(self, data):
        shutil.rmtree(self.data)
        os.makedirs(self.data)
        pathlib.Path(self.data, "eleven.db").write_bytes(data)

    @classmethod
    def ask(cls, *arguments):
        done = run(cls.data, *arguments)
        return done.returncode, done.stdout, done.stderr

    def ask_list(self):
        status, text, said = self.ask("games", "--json")
        return status, rows_of(text) if text.endswith("]\n") else [], said

    def ask_stats(self):
        status, text, said = self.ask("stats", "--json")
        return status, rows_of(text) if text.endswith("]\n") else [], said

    def ask_export(self):
        for path in (self.out, pathlib.Path(f"{self.out}.damaged")):
            path.unlink(missing_ok=True)
        status, _, said = self.ask("games", "export", "--all", str(self.out))
        return status, records_of(self.out.read_text(errors="replace")) if self.out.exists() else {}, said

    def ask_records(self):
        status, text, said = self.ask("games", "export", "all")
        return status, records_of(text), said

    def ask_check(self):
        status, text, said = self.ask("games", "check")
        return status, text, said or text * status

    def ask_one(self):
        status, text, said = self.ask("games", "export", "7")
        return status, text or None, said

    def ask_review(self):
        status, text, said = self.ask("review", "7", "--plain", "--player", "greedy")
        return status, text or None, said

    QUESTIONS = {"list": ask_list, "stats": ask_stats, "export": ask_export, "records": ask_records, "check": ask_check}
    ONE = {"one": ask_one, "review": ask_review}

    def games_kept(self, name, answer):
        """How many games of the answer are as they were."""
        known = self.known[name][1]
        if name == "list":
            rows = {row["id"]: {**row, "running": None} for row in answer}
            return sum(rows.get(row["id"]) == {**row, "running": None} for row in known)
        if name == "stats":
            return sum(row["games"] for row in answer)
        if name in ("export", "records"):
            return sum(re.sub("^; running\n", "", answer.get(seed, ""), flags=re.M) ==
                       re.sub("^; running\n", "", record, flags=re.M) for seed, record in known.items())
        return 29

    def judge(self, name, found, where, least=29):
        status, answer, said = found
        self.assertIn(status, (0, 1), (where, said))
        if status == 0:
            self.assertEqual(answer, self.known[name][1], where)
        else:
            self.assertTrue(said, where)
            if "a newer Eleven" not in said or where[0] != 0 or where[1] not in NEWER:
                self.assertGreaterEqual(self.games_kept(name, answer), least, (where, said))

    def flips(self, seed, count=FLIPS):
        chance = random.Random(seed)
        for page in range(len(self.bytes) // PAGE):
            for _ in range(count):
                at, bit = chance.randrange(PAGE), chance.randrange(8)
                data = bytearray(self.bytes)
                data[page * PAGE + at] ^= 1 << bit
                yield (page, at, bit), bytes(data)


class OneBitTest(Case):
    def test_every_command_finds_it_and_keeps_the_others(self):
        for where, data in self.flips(1):
            for name, ask in self.QUESTIONS.items():
                self.put(data)
                first = ask(self)
                self.judge(name, first, (*where, name))
                status, answer, said = again = ask(self)
                if "the damaged file is now" in first[2]:
                    self.assertEqual((status, said), (0, ""), (*where, name, "repaired"))
                    self.assertEqual(answer, re.sub(", .*", ", 0 damaged", first[1].splitlines()[-1] + "\n") if name == "check"
                                     else first[1])
                else:
                    self.judge(name, again, (*where, name, "again"))

    def test_a_damaged_game_is_in_the_other_file(self):
        """What an export leaves out is in FILE.damaged, or, if the file was repaired, in the file that was moved aside."""
        for where, data in self.flips(2):
            self.put(data)
            status, answer, said = self.ask_export()
            if status == 0 or "a newer Eleven" in said:
                continue
            self.assertLessEqual(29, self.games_kept("export", answer), where)
            aside = re.search(r"the damaged file is now (eleven-damaged-[-\d]+\.db)", said)
            damaged = pathlib.Path(f"{self.out}.damaged")
            self.assertTrue(aside or damaged.exists(), (where, said))
            if aside:
                self.assertEqual(pathlib.Path(self.data, aside.group(1)).read_bytes(), data)
            else:
                self.assertGreater(damaged.stat().st_size, 100, where)
                self.assertEqual(len(answer), 29, where)

    def test_one_game_alone(self):
        known = {name: ask(self) for name, ask in self.ONE.items() if not self.put(self.bytes)}
        for where, data in self.flips(3):
            for name, ask in self.ONE.items():
                self.put(data)
                for _ in range(2):
                    status, answer, said = ask(self)
                    self.assertTrue(status == 0 and answer == known[name][1] or status == 1 and said, (where, name, said))
                    if "the damaged file is now" in said:
                        break


class LookTest(Case):
    """The same where nothing can be repaired: a folder in which nobody may write, and a file that a program uses."""

    @classmethod
    def ask(cls, *arguments):
        command = [*store_faults.OBEYING, store_faults.ELEVEN, *arguments]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False, timeout=300,
                              env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", "ELEVEN_DATA": cls.data})
        return done.returncode, done.stdout, done.stderr

    QUESTIONS = {name: Case.QUESTIONS[name] for name in ("list", "stats", "records", "check")}

    def put(self, data):
        if os.path.isdir(self.data):
            os.chmod(self.data, 0o755)
        super().put(data)
        os.chmod(os.path.join(self.data, "eleven.db"), 0o444)
        os.chmod(self.data, 0o555)
        self.addCleanup(os.chmod, self.data, 0o755)

    def test_nothing_is_written_and_nothing_is_hidden(self):
        for where, data in self.flips(4, 1):
            self.put(data)
            for name, ask in self.QUESTIONS.items():
                self.judge(name, ask(self), (*where, name))
            self.assertEqual(os.listdir(self.data), ["eleven.db"])
            self.assertEqual(pathlib.Path(self.data, "eleven.db").read_bytes(), data)

    def test_a_page_without_a_bit_of_sense(self):
        for page in range(len(self.bytes) // PAGE):
            data = self.bytes[:page * PAGE] + bytes(PAGE) + self.bytes[(page + 1) * PAGE:]
            self.put(data)
            for name, ask in self.QUESTIONS.items():
                self.judge(name, ask(self), (page, -1, name), least=0)

    def test_a_program_plays(self):
        self.put(self.bytes)
        os.chmod(self.data, 0o755)
        os.chmod(os.path.join(self.data, "eleven.db"), 0o644)
        player = store_faults.Player(self.data)
        player.wait_for(text="Score")
        with open(os.path.join(self.data, "eleven.db"), "r+b") as file:
            file.write(bytes(PAGE))
        status, rows, said = rows_and_said = super().ask("games", "--json")
        self.assertEqual(status, 0, rows_and_said)
        self.assertEqual(len(json.loads(rows)), 30, said)
        self.assertIn("damaged", said)
        self.assertFalse([name for name in os.listdir(self.data) if "damaged" in name])
        player.end()


if __name__ == "__main__":
    unittest.main()
