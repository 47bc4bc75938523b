"""The programs in examples/, built with the installed library. Their output is checked independently."""

import itertools
import re
import subprocess
import unittest

import installed
from installed import ROOT, prefix, run_program, scratch

FOLDER = scratch()


def example(name, *words):
    program = FOLDER / name
    if not program.exists():
        installed.build(ROOT / "examples" / f"{name}.c", program)
    return run_program(program, *words)


def slide(row):
    tiles, out = [tile for tile in row if tile], []
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile:
            tile += tiles.pop(0)
        out.append(tile)
    return out + [0] * (len(row) - len(out))


def moved(rows, letter):
    if letter in "UD":
        return [list(row) for row in zip(*moved([list(row) for row in zip(*rows)], "LR"["UD".index(letter)]))]
    return [slide(row) if letter == "L" else slide(row[::-1])[::-1] for row in rows]


def rows_of(text):
    return [[0 if cell == "." else int(cell) for cell in row.split()] for row in re.split(r"[/\n]", text) if row.strip()]


def replay(record):
    """The board at the end of a game record. Every move is checked."""
    head, moves = record.split("\n\n")
    rows = [[0] * 4 for _ in range(4)]

    def place(tiles):
        for value, column, row in re.findall(r"(\d+)@([a-d])([1-4])", tiles):
            x, y = "abcd".index(column), int(row) - 1
            assert rows[y][x] == 0, tiles
            rows[y][x] = int(value)

    place(re.search(r"^start (.*)$", head, re.M)[1])
    found = re.findall(r"([URDL])(\S+)", moves)
    for letter, tiles in found:
        after = moved(rows, letter)
        assert after != rows, (rows, letter)
        rows[:] = after
        place(tiles)
    return rows, [letter for letter, _ in found]


def is_stuck(rows):
    return all(moved(rows, letter) == rows for letter in "URDL")


class Examples(unittest.TestCase):
    def test_every_example_has_a_test(self):
        names = {path.stem for path in (ROOT / "examples").glob("*.c")}
        self.assertGreaterEqual(len(names), 12)
        self.assertEqual({f"test_{name}" for name in names} - set(dir(self)), set())

    def test_every_example_is_named_in_the_tour(self):
        tour = (ROOT / "doc/TOUR.md").read_text()
        self.assertEqual({f"{path.stem}.c" for path in (ROOT / "examples").glob("*.c")},
                         set(re.findall(r"`(\w+\.c)`", tour)))

    def test_play(self):
        output = example("play", "greedy", "9")
        *board, last = output.splitlines()
        score, moves = map(int, re.fullmatch(r"score (\d+), moves (\d+)", last).groups())
        rows = rows_of("\n".join(board))
        self.assertTrue(is_stuck(rows))
        # Every move adds 2 or 4 to the sum of the tiles.
        self.assertTrue(2 * moves <= sum(map(sum, rows)) - 4 <= 4 * (moves + 1))
        self.assertGreater(score, 100)
        self.assertEqual(output, example("play", "greedy", "9"))
        self.assertNotEqual(output, example("play", "greedy", "10"))

    def test_bot(self):
        points = int(re.fullmatch(r"(\d+) points in \d+ moves\n", example("bot"))[1])
        self.assertGreater(points, 300)

    def test_spawns(self):
        lines = [line.split("  ", 1) for line in example("spawns").splitlines()]
        after = moved(rows_of("2 2 4 8 / 16 32 64 128 / 2 4 8 16 / . 2 4 ."), "L")
        empty = [(x, y) for y in range(4) for x in range(4) if not after[y][x]]
        expected = {}
        for (x, y), (value, chance) in itertools.product(empty, [(2, 0.9), (4, 0.1)]):
            rows = [list(row) for row in after]
            rows[y][x] = value
            expected[str(rows)] = f"{chance / len(empty):.4f}"
        self.assertEqual({str(rows_of(board)): chance for chance, board in lines}, expected)

    def test_rules(self):
        output = example("rules").splitlines()
        for row in rows_of("\n".join(output[:3])):
            for tile in row:
                self.assertIn(tile, (0, 3, 9, 27, 81))
        self.assertRegex(output[3], r"^(won|lost) with \d+ points$")
        self.assertEqual("won" in output[3], any(81 in row for row in rows_of("\n".join(output[:3]))))
        self.assertRegex(output[4], r"^unsound: ")

    def test_player(self):
        record = example("player")
        rows, letters = replay(record)
        self.assertTrue(is_stuck(rows))
        self.assertEqual(letters[:4], ["U", "R", "D", "L"])
        self.assertIn(f"helped {len(letters)}\n", record)

    def test_best(self):
        output = example("best").splitlines()
        values = {line.split()[0]: float(line.split()[1]) for line in output[1:]}
        rows = rows_of("2 4 8 16 / . 2 4 8 / . . 2 4 / . . . 2")
        legal = {name for name in ("up", "right", "down", "left") if moved(rows, name[0].upper()) != rows}
        self.assertEqual(set(values), legal)
        self.assertEqual(values[output[0].removeprefix("best: ")], max(values.values()))
        self.assertEqual(example("best", "2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2"), "no direction changes this board\n")

    def test_batch(self):
        output = example("batch", "20000", "3")
        self.assertGreaterEqual(int(re.search(r"games (\d+)", output)[1]), 20000)
        shares = [float(share) for share in re.findall(r"^ *\d+ +([\d.]+)%$", output, re.M)]
        self.assertAlmostEqual(sum(shares), 100, delta=0.01)
        mean = float(re.search(r"mean score ([\d.]+)", output)[1])
        self.assertTrue(1060 < mean < 1130, mean)  # random play has a mean of 1095

    def test_replay(self):
        golden = ROOT / "test/golden/games"
        self.assertRegex(example("replay", golden / "classic.2048"), r"^132 moves, score 1264, best move 128\n$")
        bad = FOLDER / "bad.2048"
        bad.write_text("eleven game 1\nrules classic\nsize 4x4\nstart 2@a1 2@b1\n\n1. U2@d4\n")
        program = FOLDER / "replay"
        done = subprocess.run([program, bad], capture_output=True, text=True,
                              env={"LD_LIBRARY_PATH": str(prefix() / "lib")})
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stdout.startswith(f"{bad}:6:"), done.stdout)

    def test_loop(self):
        program = installed.build(ROOT / "examples/loop.c", FOLDER / "loop")
        loop = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
                                env={"LD_LIBRARY_PATH": str(prefix() / "lib")})
        self.assertEqual(loop.communicate("adwsaduq", timeout=60)[0].splitlines()[-1].split(" with ")[0], "finished")
        self.assertEqual(loop.returncode, 0)

    def test_undo(self):
        lines = {line.split()[0]: line.split(None, 1)[1] for line in example("undo").splitlines()}
        self.assertEqual(lines["played"], lines["redone"])
        self.assertEqual(lines["played"], lines["loaded"])
        before, after = (rows_of(lines[name].split(", ")[1]) for name in ("undone", "played"))
        reached = [moved(before, letter) for letter in "URDL"]
        self.assertTrue(any(sum(a != b for row, other in zip(after, rows) for a, b in zip(row, other)) == 1
                            for rows in reached))

    def test_evaluator(self):
        tile = int(re.fullmatch(r"largest tile (\d+)\n", example("evaluator"))[1])
        self.assertGreaterEqual(tile, 256)

    def test_match(self):
        output = example("match")
        corner, chance = (int(re.search(rf"{name} +mean score (\d+)", output)[1]) for name in ("corner", "random"))
        self.assertGreater(corner, 2 * chance)
        self.assertRegex(output, r"corner wins \d+ of \d+ pairs: better\n$")

    def test_frames(self):
        lines = example("frames").splitlines()
        places = [float(re.findall(r"x ([\d.]+)", line)[1]) for line in lines if line.count(" 2 at") == 2]
        self.assertEqual(places[0], 3)
        self.assertEqual(sorted(places, reverse=True), places)
        self.assertRegex(lines[-1], r"^600 ms .*4 at x 0\.00 size 1\.00.*  still$")

    def test_chain(self):
        output = example("chain", "2048(seed=7).Begin")
        board = [re.sub("[│ ]+", " ", line).replace("·", ".") for line in output.splitlines() if line.startswith("│")]
        rows = rows_of("\n".join(board))
        legal = {name for name in ("Up", "Right", "Down", "Left") if moved(rows, name[0]) != rows}
        self.assertEqual(set(re.findall(r"^\.(\w+)", output, re.M)) - {"Grid", "Undo"}, legal)

    def test_network(self):
        output = example("network", "2 2 4 8 / 16 32 64 128 / 2 4 8 16 / . 2 4 .")
        gains = dict(re.findall(r"^(\w+) +gains (\d+), and then about -?\d+$", output, re.M))
        self.assertEqual(gains["left"], "4")
        self.assertEqual(gains["right"], "4")


if __name__ == "__main__":
    unittest.main()
