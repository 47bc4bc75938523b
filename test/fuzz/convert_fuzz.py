#!/usr/bin/env python3
"""Gives damaged games to `eleven convert`. It must never crash or hang. A game that it accepts must be the same when converted
back.

    ELEVEN=build/sanitize/eleven test/fuzz/convert_fuzz.py [FILES [SEED]]

The program should be built with AddressSanitizer and UBSan, which end it at the first fault.
"""

import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))
from convert_test import ENCODERS, ELEVEN, NEXT, Game, state  # noqa: E402

FORMATS = ["record", "league", "verse", "rpl", "next", "state", "hex"]
SPLICES = [b"\0", b"\xff", b"\n", b" ", b"replay_", b"REPLAY_v4C_S", b"4x4-_", b"eleven game 1\n", b"{", b"[", b'"', b"9" * 30,
           b"\xc3", "ÿ".encode(), NEXT[127].encode() + b'"', b"null", b"8x8-", b"\x58"]


def seeds():
    import json
    games = [Game(seed, most=40) for seed in range(4)]
    yield from (encode(game) for game in games for encode in ENCODERS.values())
    yield from (json.dumps(state(game.last, 4, 4, game.score)).encode() for game in games)
    yield b"0123456789abcdef\n1100000000000000\n"
    yield b"eleven game 1\nrules classic\nsize 4x4\nseed 42\n\nU R D L\n"


def mutate(chance, text, others):
    text = bytearray(text)
    for _ in range(chance.randint(1, 4)):
        at, kind = chance.randint(0, len(text)), chance.random()
        if kind < 0.3 and at < len(text):
            text[at] ^= 1 << chance.randint(0, 7)
        elif kind < 0.5:
            text[at:at + chance.randint(1, 9)] = b""
        elif kind < 0.7:
            text[at:at] = chance.choice(SPLICES)
        elif kind < 0.85:
            del text[at:]
        else:
            other = chance.choice(others)
            text[at:] = other[chance.randint(0, len(other)):]
    return bytes(text)


def run(given, *arguments):
    done = subprocess.run([ELEVEN, "convert", "-", *arguments], input=given, capture_output=True, timeout=60)
    if done.returncode not in (0, 1):
        pathlib.Path(tempfile.gettempdir(), "convert_fuzz.crash").write_bytes(given)
        sys.exit(f"status {done.returncode} of convert {arguments}; the file is convert_fuzz.crash\n{done.stderr.decode()[-3000:]}")
    if done.returncode == 1 and done.stderr.count(b"\n") != 1:
        sys.exit(f"not one sentence: {done.stderr}")
    return done


def main():
    count, seed = (int(sys.argv[i]) if len(sys.argv) > i else default for i, default in ((1, 2000), (2, 1)))
    chance, whole, taken = random.Random(seed), list(seeds()), 0
    for _ in range(count):
        given = mutate(chance, chance.choice(whole), whole)
        read = run(given, *(["--from", chance.choice(FORMATS)] if chance.random() < 0.3 else []))
        if read.returncode == 0:
            taken += 1
            if run(read.stdout).stdout != read.stdout:
                sys.exit(f"not the same again: {given}")
            run(read.stdout, "--to", chance.choice(FORMATS))
    print(f"{count} files, {taken} of them taken")


if __name__ == "__main__":
    main()
