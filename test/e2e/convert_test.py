"""Games in the formats of other programs: `eleven convert`, and the commands that read such files.

The encoders here follow the formats' descriptions and share nothing with the program; the games are played here, by a
few lines of 2048.
"""

import json
import os
import pathlib
import random
import re
import struct
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ELEVEN = str((ROOT / os.environ.get("ELEVEN", "build/eleven")).resolve())

# ---- A game -------------------------------------------------------------------------------------------------

SLIDES = "URDL"


def slide_line(line):
    tiles, out, gain = [t for t in line if t], [], 0
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile:
            tiles.pop(0)
            tile += 1
            gain += 2 ** tile
        out.append(tile)
    return out + [0] * (len(line) - len(out)), gain


def slide(board, w, h, letter):
    """A board is a list of ranks, row by row."""
    lines = {"L": [[y * w + x for x in range(w)] for y in range(h)],
             "R": [[y * w + x for x in reversed(range(w))] for y in range(h)],
             "U": [[y * w + x for y in range(h)] for x in range(w)],
             "D": [[y * w + x for y in reversed(range(h))] for x in range(w)]}[letter]
    out, gain = list(board), 0
    for cells in lines:
        line, more = slide_line([board[c] for c in cells])
        gain += more
        for cell, rank in zip(cells, line):
            out[cell] = rank
    return out, gain


class Game:
    """Random moves from two start tiles; `boards[i]` is the one before move i."""

    def __init__(self, seed, w=4, h=4, most=10 ** 9):
        chance = random.Random(seed)
        self.w, self.h, self.score = w, h, 0
        self.start, self.moves, self.boards = [], [], []
        board = [0] * (w * h)
        for _ in range(2):
            tile = self.new(chance, board)
            self.start.append(tile)
            board[tile[0]] = tile[1]
        self.start.sort()
        while len(self.moves) < most:
            choices = [d for d in SLIDES if slide(board, w, h, d)[0] != board]
            if not choices:
                break
            letter = chance.choice(choices)
            self.boards.append(board)
            board, gain = slide(board, w, h, letter)
            self.score += gain
            cell, rank = self.new(chance, board)
            board = list(board)
            board[cell] = rank
            self.moves.append((letter, cell, rank))
        self.last = board

    @staticmethod
    def new(chance, board):
        return chance.choice([i for i, t in enumerate(board) if not t]), 2 if chance.random() < 0.1 else 1

    def tile(self, cell, rank):
        return f"{2 ** rank}@{'abcdefgh'[cell % self.w]}{cell // self.w + 1}"

    def words(self):
        """What its record contains: the start tiles and the moves, as words."""
        return ["start"] + [self.tile(*t) for t in self.start] + [m + self.tile(c, r) for m, c, r in self.moves]


def moves_of(record):
    """The same, read from a record."""
    head, _, moves = record.partition("\n\n")
    start = next(line for line in head.splitlines() if line.startswith("start")).split()
    return start + [word for word in moves.split() if not re.fullmatch(r"\d+\.|keep", word)]


# ---- The formats, written by their descriptions ----------------------------------------------------------------

LEAGUE = "".join(map(chr, range(32, 127))) + "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒá"
VERSE = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" + "".join(map(chr, range(0xC0, 0x100))) + "¤¾"
NEXT = [chr(c) for c in (*range(33, 127), *range(161, 173), *range(174, 196))]


def league(game, head="replay_"):
    def symbol(direction, cell, rank):
        return LEAGUE[direction << 5 | (rank == 2) << 4 | cell % game.w << 2 | cell // game.w]
    return head + "".join(symbol(0, *t) for t in game.start) + \
        "".join(symbol("URDL".index(m), c, r) for m, c, r in game.moves)


def verse(game, time_bits=0x7FF):
    def step(move, cell, rank):
        code = time_bits << 10 | cell // game.w << 7 | cell % game.w << 4 | (rank == 2) << 2 | move
        return VERSE[code >> 14] + VERSE[code >> 7 & 127] + VERSE[code & 127]
    return f"{game.h}x{game.w}-abc12_" + "".join(step(0, *t) for t in game.start) + \
        "".join(step("UDLR".index(m), c, r) for m, c, r in game.moves)


def rpl(game, rates=(0, 0, 0, 0), from_top=False, last=False, x0=0, y0=0, filled=0):
    def place(cell):
        return 15 - ((cell // game.w + y0) * 4 + cell % game.w + x0)

    def packed(board):
        return filled | sum(rank << 4 * place(cell) for cell, rank in enumerate(board))
    steps = b""
    for board, (move, cell, rank) in zip(game.boards, game.moves):
        written = 15 - place(cell) if from_top else place(cell)
        steps += struct.pack("<QB4I", packed(board), "LRUD".index(move) << 5 | written << 1 | rank - 1, *rates)
    return steps + struct.pack("<QB4I", packed(game.last) if last else 0, 88, 666666666, 233333333, 314159265, 987654321)


def next_move(move, cell, rank):
    code = "URDL".index(move) << 5 | (rank == 2) << 4 | cell
    return NEXT[code] + (NEXT[0] if code == 127 else "")


def next4c(game, mode="S"):
    board = [0] * 16
    for cell, rank in game.start:
        board[cell] = rank
    return "REPLAY_v4C_" + mode + "".join(NEXT[r] for r in board) + "".join(next_move(*m) for m in game.moves)


def state(board, w, h, score=0, won=False, keeps=False):
    cells = [[{"position": {"x": x, "y": y}, "value": 2 ** board[y * w + x]} if board[y * w + x] else None
              for y in range(h)] for x in range(w)]
    return {"grid": {"size": w, "cells": cells}, "score": score, "over": False, "won": won, "keepPlaying": keeps}


# ---- Tests ----------------------------------------------------------------------------------------------------


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def convert(self, given, *arguments, status=0):
        given = given.encode() if isinstance(given, str) else given
        done = subprocess.run([ELEVEN, "convert", "-", *arguments], input=given, capture_output=True, timeout=120,
                              cwd=self.folder)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout, done.stderr.decode()

    def records(self, given, *arguments, loses=""):
        out, said = self.convert(given, *arguments)
        self.assertEqual(said, f"eleven convert: {loses}\n" if loses else "")
        return ["eleven game" + part for part in out.decode().split("eleven game")[1:]]

    def one(self, given, *arguments, loses=""):
        [record] = self.records(given, *arguments, loses=loses)
        return record

    def bad(self, given, sentence, *arguments):
        out, said = self.convert(given, *arguments, status=1)
        self.assertEqual((out, said), (b"", f"eleven convert: standard input{sentence}\n"))


ENCODERS = {"league": lambda g: league(g).encode(), "verse": lambda g: verse(g).encode(), "rpl": rpl,
            "next": lambda g: next4c(g).encode()}


class ReadingTest(Case):
    def test_a_byte_order_mark_is_skipped(self):
        """Windows writes it before a text."""
        record = "eleven game 1\nrules classic\nsize 4x4\nseed 1\n\n1. U\n"
        for to in "record", "state", "next":
            text, _ = self.convert(record, "--to", to)
            self.assertEqual(self.convert(b"\xef\xbb\xbf" + text), self.convert(text))

    def test_whole_games_are_read_and_recognised(self):
        for seed in range(20):
            game = Game(seed)
            for name, encode in ENCODERS.items():
                record = self.one(encode(game))
                self.assertEqual(moves_of(record), game.words(), (name, seed))
                self.assertIn(f"\nscore {game.score}\nmoves {len(game.moves)}\n", record)
                self.assertIn("\nresult lost\n", record)

    def test_smaller_boards(self):
        for (w, h), filled, y0 in (((4, 2), 0xFFFF00000000FFFF, 1), ((3, 3), 0x000F000F000FFFFF, 0),
                                   ((4, 3), 0x000000000000FFFF, 0)):
            game = Game(w * h, w, h)
            for head in (f"replay_{h}x{w}", f"Replay{h}x{w} "):
                self.assertEqual(moves_of(self.one(league(game, head))), game.words())
            self.assertEqual(moves_of(self.one(rpl(game, y0=y0, filled=filled))), game.words())
            self.assertIn(f"\nsize {w}x{h}\n", self.one(verse(game)))
        game = Game(5, 6, 5, 300)
        self.assertEqual(moves_of(self.one(verse(game))), game.words())

    def test_a_league_file_in_a_code_page(self):
        game = Game(8)
        self.assertEqual(moves_of(self.one(league(game).encode("cp850"))), game.words())
        other = league(game).translate(str.maketrans("øØ×", "¢¥₧"))
        self.assertEqual(moves_of(self.one(other.encode("cp437"))), game.words())
        self.assertEqual(moves_of(self.one(other)), game.words())

    def test_a_league_file_with_any_head_when_it_is_named(self):
        game = Game(9)
        self.assertEqual(moves_of(self.one(league(game, "x1y2z3w"), "--from", "league")), game.words())

    def test_several_games_in_one_file(self):
        games = [Game(seed) for seed in range(3)]
        for name, encode in ENCODERS.items():
            joined = (b"" if name == "rpl" else b"\n").join(map(encode, games))
            self.assertEqual([moves_of(r) for r in self.records(joined)], [g.words() for g in games], name)

    def test_both_ways_of_counting_places_in_rpl(self):
        for seed in range(4):
            game = Game(seed)
            for last in (False, True):
                self.assertEqual(moves_of(self.one(rpl(game, from_top=True, last=last))), game.words())
                self.assertEqual(moves_of(self.one(rpl(game, last=last))), game.words())

    def test_an_rpl_that_begins_in_the_middle(self):
        game = Game(3)
        game.boards, game.moves = game.boards[40:], game.moves[40:]
        record = self.one(rpl(game, rates=(4000000000, 1, 2, 3)), loses="left out: the success rates")
        rows = [" ".join(str(2 ** r) if r else "." for r in game.boards[0][y * 4:y * 4 + 4]) for y in range(4)]
        self.assertIn("\nboard " + " / ".join(rows) + "\n", record)
        self.assertEqual(re.findall(r"[URDL]\d+@..", record), [m + game.tile(c, r) for m, c, r in game.moves])

    def test_times_of_verse(self):
        game = Game(4)
        self.assertEqual(moves_of(self.one(verse(game, 77), loses="left out: the times of the moves")), game.words())

    def test_undone_moves_of_next(self):
        game = Game(6, most=30)
        letter, cell, rank = game.moves[-1]
        undo = NEXT[127] + NEXT[1]
        record = self.one(next4c(game, "C") + undo + undo + "".join(next_move(*m) for m in game.moves[-2:]),
                          loses="left out: the undone moves")
        self.assertEqual(moves_of(record), game.words())
        self.assertIn("\nundos 2\n", record)

    def test_the_mode_of_next_follows_from_the_game(self):
        game = Game(6, most=30)
        undone = next4c(game, "S") + NEXT[127] + NEXT[1]
        for text, mode in ((next4c(game, "C"), "S"), (undone, "C")):
            record = self.one(text, loses="left out: the undone moves" if mode == "C" else "")
            again, _ = self.convert(record, "--to", "next")
            self.assertTrue(again.decode().startswith("REPLAY_v4C_" + mode))

    def test_tiles_put_down_by_hand_in_next(self):
        edit = NEXT[127] + NEXT[2] + NEXT[3 << 2 | 1] + NEXT[7]  # x 3, y 1: a 128
        text = "REPLAY_v4C_P" + NEXT[1] * 2 + NEXT[0] * 14
        record = self.one(text + edit)
        self.assertIn("\nboard 2 2 . . / . . . 128 / . . . . / . . . .\n", record)
        record = self.one(text + next_move("L", 15, 1) + edit,
                          loses="left out: the score and the moves before the last edit")
        self.assertIn("\nboard 4 . . . / . . . 128 / . . . . / . . . 2\n", record)

    def test_the_originals_state(self):
        board = [11, 1, 0, 3] + [0] * 12
        record = self.one(json.dumps(state(board, 4, 4, 23456, True)))
        self.assertIn("\nresult won\nscore 23456\nmoves 0\nboard 2048 2 . 8 / . . . . / . . . . / . . . .\n"
                      "board-score 23456\n", record)
        self.assertIn("\nkeep\n", self.one(json.dumps(state(board, 4, 4, 23456, True, True), indent=2)))
        self.assertIn("\nboard 4 . / 8 .\n", self.one(json.dumps(state([2, 0, 3, 0], 2, 2, 5))))

    def test_the_score_of_a_state_with_two_small_tiles_is_kept(self):
        """It may come after a move, with as many tiles as at the start."""
        given = state([2, 0, 0, 1] + [0] * 12, 4, 4, 4)
        record = self.one(json.dumps(given))
        self.assertIn("\nboard 4 . . 2 / . . . . / . . . . / . . . .\nboard-score 4\n", record)
        self.assertEqual(json.loads(self.convert(record, "--to", "state")[0]), given)

    def test_positions(self):
        first, second = self.records("0123456789abcdef\r\nAA00000000000000\n")
        self.assertIn("\nboard . 2 4 8 / 16 32 64 128 / 256 512 1024 2048 / 4096 8192 16384 32768\n", first)
        self.assertIn("\nboard 1024 1024 . . /", second)

    def test_continuing_after_the_win(self):
        board = "REPLAY_v4C_S" + NEXT[10] * 2 + NEXT[0] * 14
        record = self.one(board + next_move("L", 3, 1) + next_move("R", 0, 2))
        self.assertTrue(record.endswith("1. L2@d1 keep R4@a1\n"), record)
        out, _ = self.convert(record, "--to", "next")
        self.assertEqual(out.decode().strip(), board + next_move("L", 3, 1) + next_move("R", 0, 2))

    def test_other_commands_read_them(self):
        game = Game(2, most=50)
        path = self.folder / "game.rpl"
        path.write_bytes(rpl(game))
        shown = json.loads(subprocess.run([ELEVEN, "replay", str(path), "--json"], capture_output=True, check=True).stdout)
        self.assertEqual((shown["score"], shown["moves"]), (game.score, 50))

    def test_a_hundred_thousand_moves(self):
        games, moves, seed = [], 0, 0
        game = Game(1)
        while moves < 100_000:
            games.append(rpl(game))
            moves += len(game.moves)
        begun = time.monotonic()
        out, _ = self.convert(b"".join(games))
        print(f"{moves} moves: {time.monotonic() - begun:.2f} s ", end="", flush=True)  # printed, not judged
        self.assertEqual(len(re.findall(rb"[URDL]\d@", out)), moves)


class WritingTest(Case):
    def record(self, game):
        return "eleven game 1\nrules classic\nsize %dx%d\n%s\n\n%s\n" % (
            game.w, game.h, " ".join(game.words()[:3]), " ".join(game.words()[3:]))

    def test_what_is_written_is_what_the_descriptions_say(self):
        for seed in range(10):
            game = Game(seed)
            for name, head in (("league", "replay_"), ("verse", "4x4-eleven_"), ("next", "REPLAY_v4C_S")):
                out, said = self.convert(self.record(game), "--to", name)
                want = {"league": league, "verse": verse, "next": next4c}[name](game)
                self.assertEqual(out.decode(), want.replace("4x4-abc12_", "4x4-eleven_") + "\n")
                self.assertEqual(said, "")
            out, said = self.convert(self.record(game), "--to", "rpl")
            self.assertEqual((out, said), (rpl(game), ""))
            out, said = self.convert(self.record(game), "--to", "state")
            want = state(game.last, 4, 4, game.score)
            want["over"] = True
            self.assertEqual(json.loads(out), want)
            self.assertEqual(said, "eleven convert: left out: the moves\n")
            out, said = self.convert(self.record(game), "--to", "hex")
            self.assertEqual(out.decode(), "".join(f"{r:x}" for r in game.last) + "\n")
            self.assertEqual(said, "eleven convert: left out: the moves and the score\n")

    def test_smaller_boards(self):
        for w, h, filled, y0 in ((4, 2, 0xFFFF00000000FFFF, 1), (3, 3, 0x000F000F000FFFFF, 0), (4, 3, 0xFFFF, 0)):
            game = Game(1, w, h)
            self.assertEqual(self.convert(self.record(game), "--to", "league")[0].decode(),
                             league(game, f"replay_{h}x{w}") + "\n")
            self.assertEqual(self.convert(self.record(game), "--to", "rpl")[0], rpl(game, y0=y0, filled=filled))

    def test_records_come_back_as_they_were(self):
        game = Game(11)
        text = self.record(game)
        once = self.one(text)
        self.assertEqual(once, self.one(once))
        two = text + "\n" + self.record(Game(12))
        self.assertEqual(len(self.records(two)), 2)
        for name in ENCODERS:
            out, _ = self.convert(two, "--to", name)
            self.assertEqual([moves_of(r) for r in self.records(out)], [game.words(), Game(12).words()])

    def test_what_is_lost_is_reported(self):
        seeded = "eleven game 1\nrules classic\nsize 4x4\nseed 42\ndate 2026-01-01\nundos 3\n\nU\n"
        _, said = self.convert(seeded, "--to", "verse")
        counts = "left out: the seed, the date and the numbers of undone moves, helped moves and hints\n"
        self.assertEqual(said, f"eleven convert: {counts}")
        self.assertIn(counts, self.convert(seeded.replace("undos 3", "hints 3\nplain-score 0"), "--to", "next")[1])
        _, said = self.convert(seeded.replace("classic\n", "classic\ngoal 4096\n"), "--to", "hex")
        self.assertIn("left out: the rules' own tiles or goal, the seed", said)

    def test_a_given_position_that_looks_like_a_start_is_reported(self):
        head = "eleven game 1\nrules classic\nsize 4x4\nboard {} / . . . . / . . . . / . . . .\n\n1. {}2@a4\n"
        for name in ("league", "verse", "next", "rpl"):
            out, said = self.convert(head.format("2 2 . .", "L"), "--to", name)
            self.assertEqual(said, "eleven convert: left out: the start from a given position\n", name)
            self.assertIn("start ", self.records(out)[0])
        _, said = self.convert(head.format("4 8 . .", "R"), "--to", "rpl")
        self.assertNotIn("given position", said)

    def test_what_a_format_cannot_hold(self):
        def refused(record, name, sentence):
            self.bad(record, f" cannot be written as '{name}': {sentence}", "--to", name)
        head = "eleven game 1\nrules classic\nsize 4x4\n"
        for name in ("league", "verse"):
            refused(head + "board 2 2 2 . / . . . . / . . . . / . . . .\n", name,
                    "the format needs a game that begins with two start tiles")
        refused(head + "board 65536 2 2 . / . . . . / . . . . / . . . .\n\nkeep L2@d4\n", "rpl",
                "the format has no tile above 32768")
        refused(head + "board 2 2 . . / . . . . / . . . . / 32768 32768 32768 32768\n\nkeep L2@d1\n", "rpl",
                "in the format this position is one on a smaller board")
        refused(head + "start 2@a1 2@b1\n", "rpl", "the format cannot hold a game without a move")
        refused(head.replace("4x4", "5x4") + "start 2@a1 2@b1\n", "league",
                "the format has boards of 4x4, 4x3, 3x3 and 4x2 only")
        refused(head.replace("4x4", "5x4") + "start 2@a1 2@b1\n", "next", "the format has boards of 4x4 only")
        refused(head.replace("4x4", "5x4") + "start 2@a1 2@b1\n", "state", "the format has square boards only")
        refused(head.replace("4x4", "5x4") + "start 2@a1 2@b1\n", "hex",
                "the format has boards of 4x4 without a tile above 32768 only")
        refused(head.replace("classic", "fibonacci") + "seed 1\n", "next",
                "the format knows only tiles that merge as in the classic game")

    def test_formats_that_know_a_new_2_and_4_refuse_a_new_8(self):
        rules = subprocess.run([ELEVEN, "rules", "show", "classic"], capture_output=True, text=True, check=True).stdout
        own = rules.replace("name classic\n", "name eights\n").replace("spawn 4 1\n", "spawn 4 1\nspawn 8 1\n")
        game = "eleven game 1\n" + "".join(f"rule {line}\n" for line in own.splitlines()[1:]) + \
            "size 4x4\nstart 2@a1 2@b1\n\n1. L{}@d4\n"
        for name in "verse", "league", "next", "rpl":
            self.convert(game.format(4), "--to", name)
            self.bad(game.format(8), f" cannot be written as '{name}': the format knows only moves after which one "
                                     "tile appears, a 2 or a 4", "--to", name)

    def test_files(self):
        (self.folder / "in").write_text(self.record(Game(1)))
        run = lambda *words: subprocess.run([ELEVEN, "convert", *words], capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(run("in", "-o", "out", "--to", "verse").returncode, 0)
        self.assertEqual((self.folder / "out").read_text().strip(), verse(Game(1)).replace("abc12", "eleven"))
        again = run("in", "-o", "out", "--to", "next")
        self.assertEqual((again.returncode, again.stderr), (1, "eleven convert: out exists; --force replaces it\n"))
        self.assertEqual(run("in", "-o", "out", "--to", "next", "--force").returncode, 0)
        self.assertTrue((self.folder / "out").read_text().startswith("REPLAY_v4C_S"))
        wrong = run("in", "--to", "vers")
        self.assertEqual((wrong.returncode, wrong.stderr),
                         (2, "eleven convert: --to 'vers' is unknown; did you mean 'verse'?\n"))
        self.assertEqual(run().returncode, 2)
        self.assertEqual(len(run("--formats").stdout.splitlines()), 7)


class DamageTest(Case):
    """The byte and a sentence."""

    def test_league(self):
        self.bad("replay_ ", ": byte 8: the line ends before the two start tiles", "--from", "league")
        self.bad("replay_  ", ": byte 8: a tile appears on an occupied cell")
        self.bad("replay_ $\x07", ": byte 9: expected a symbol of the alphabet", "--from", "league")
        self.bad("replay_ $ ", ": byte 9: nothing moves up")
        self.bad("replay_3x3,$", ": byte 10: a tile appears outside the board")

    def test_verse(self):
        self.bad("4x4-_00", ": byte 7: a step of three symbols ends here too early")
        self.bad("4x4-_000", ": byte 8: the line ends before the two start tiles")
        self.bad("4x4-_000000", ": byte 8: a tile appears on an occupied cell")
        self.bad("4x4-_008", ": byte 5: a tile appears that is neither a 2 nor a 4")
        self.bad("2x2-_00w", ": byte 5: a tile appears outside the board")
        self.bad("nothing", ": byte 0: expected a head like '4x4-..._'", "--from", "verse")

    def test_rpl(self):
        whole = rpl(Game(1))
        self.bad(whole[:-1], f": byte {len(whole) - 1}: the file ends before the closing record of 25 bytes")
        self.bad(whole[:-25], f": byte {len(whole) - 25}: the file ends before the closing record of 25 bytes")
        self.bad(whole[-25:], ": byte 0: a game without a single move")
        self.bad(whole[:8] + b"\xff" + whole[9:], ": byte 8: there is no such move")
        self.bad(whole[:50] + bytes([whole[50] ^ 3]) + whole[51:],
                 ": byte 50: this board does not follow from the move before")
        twisted = whole[25 + 8] ^ 2  # another place for the tile
        self.bad(whole[:33] + bytes([twisted]) + whole[34:], ": byte 33: the new tile appears elsewhere on the next board")

    def test_next(self):
        board = "REPLAY_v4C_S" + NEXT[1] * 2 + NEXT[0] * 14
        self.bad("REPLAY_v4C_X", ": byte 11: expected the letter of a mode: S, C, K or P")
        self.bad("REPLAY_v4C_S!!!", ": byte 15: expected a symbol of the alphabet")
        self.bad(board + NEXT[127], f": byte {len(board) + 2}: expected a symbol of the alphabet")
        self.bad(board + NEXT[127] + NEXT[1], f": byte {len(board)}: there is no move to take back")
        self.bad(board + NEXT[127] + NEXT[3], f": byte {len(board)}: there is no such action")
        self.bad(board + NEXT[127] + NEXT[2] + NEXT[16] + NEXT[1], f": byte {len(board)}: there is no such cell or tile")
        self.bad(board + next_move("U", 3, 1), f": byte {len(board)}: nothing moves up")
        self.bad("REPLAY_v4C_S" + NEXT[40] * 16, ": byte 12: there is no such tile")

    def test_state(self):
        good = json.dumps(state([1] + [0] * 15, 4, 4))
        self.bad("{}", ": byte 0: the state has no cells")
        self.bad(good[:-1], f": byte {len(good) - 1}: expected a ',' or a '}}'")
        self.bad(good.replace('"value": 2', '"value": 3'), f": byte {good.index('{', 30)}: "
                 "this tile has no value that a tile can have")
        self.bad(good.replace('"size": 4', '"size": 5'), ": byte 0: the size in the state is not that of the cells")
        short = good.replace("null, ", "", 1)
        self.bad(short, f": byte {short.index(']', short.index(']') + 1) + 1}: the columns are not equally long")
        self.bad('{"x": ' + "[" * 40, ": byte 39: this is nested too deeply")
        self.bad('{"score": -1}', ": byte 10: expected a whole number")

    def test_hex(self):
        self.bad("0123456789abcdef\n0123456789abcde\n", ": byte 17: expected sixteen hex digits")

    def test_what_is_none_of_them(self):
        self.bad("hello\n", ":1:1: the text should start with 'eleven game 1'")


class ForeignFilesTest(unittest.TestCase):
    """Files that other programs wrote, see test/golden/foreign/README.md. The results were worked out from the formats."""

    def read(self, name):
        done = subprocess.run([ELEVEN, "convert", str(ROOT / "test/golden/foreign" / name), "--to", "record"], text=True,
                              capture_output=True, check=True)
        head, moves = done.stdout.split("\n\n", 1)
        return dict(line.split(" ", 1) for line in head.splitlines()[1:]), re.findall(r"[URDL][24]@[a-d][1-4]", moves)

    def test_league(self):
        head, moves = self.read("league.txt")
        self.assertEqual((head["start"], moves), ("2@c1 2@a2", ["L2@a4", "D2@b3", "R2@a4"]))

    def test_league_of_a_person(self):  # a wrong direction or cell makes a later move illegal
        head, moves = self.read("league-played.txt")
        self.assertEqual((head["start"], len(moves), moves[:4]), ("2@b1 2@d3", 298, ["U2@c4", "U2@c2", "R2@d3", "U4@a4"]))

    def test_verse(self):
        head, moves = self.read("verse.vrs")
        self.assertEqual((head["start"], moves), ("2@a1 2@b1", ["R2@a1"]))


if __name__ == "__main__":
    unittest.main()
