#!/usr/bin/env python3
"""Changes the source by one small mistake at a time, and counts how many of these mutants the unit tests notice.

    tools/mutate.py [ROOM...] [--most N] [--seed S]     rooms: core bitboard session store (default: all); N of each (40)

A mutant is a line with another comparison, sign, operator, number or truth value, or without its statement. It is killed
if a test of the room fails, crashes or takes far too long. The survivors are printed; doc/TRUST.md explains them.
"""

import argparse
import os
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path("build/mutants")
FLAGS = "-O1 -DSMALL_TESTS"
# The sources of a room, and the tests that find its mistakes, the quickest first.
ROOMS = {
    "core": ("src/core/*.c", "unit/line unit/board unit/game unit/random unit/rules unit/text unit/notation unit/settings "
             "unit/notation_errors unit/rules_text unit/sentence property/rows property/boards property/spawns property/games"),
    "bitboard": ("src/fast/bitboard.c src/fast/rowtable.c src/fast/perft.c src/fast/playout.c",
                 "unit/bitboard unit/rowtable property/bitboard property/bitboard_perft"),
    "session": ("src/session/*.c", "unit/session unit/session_events unit/session_limits unit/session_model "
                "unit/session_record unit/frame unit/interactive unit/chain unit/contract"),
    "store": ("src/store/*.c", "unit/store unit/store_look unit/store_manage unit/store_failure unit/store_rescue"),
}
CHANGES = [(r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "), (r" != ", " == "),
           (r" \+ ", " - "), (r" - ", " + "), (r" && ", " || "), (r" \|\| ", " && "), (r" & ", " | "), (r" \| ", " & "),
           (r" << ", " >> "), (r" \+= ", " -= "), (r"\+\+", "--"), (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
           (r"\b(?<![.'])0\b(?![.x'])", "1"), (r"\b1\b(?!['u<])", "2"), (r"if \((?=.*\)$)", "if (!("),
           (r"^( +)[^=;(]*\w+(\[[^]]*\]|->\w+|\.\w+)* [-+|&^]?= [^;]*;$", r"\1;"), (r"^( +)\w+\(.*\);$", r"\1;")]


def code_lines(text):
    """The numbers of the lines inside functions, without comments, assertions and declarations."""
    inside, comment = False, False
    for number, line in enumerate(text):
        comment = comment or line.lstrip().startswith("/*")
        if not comment and inside and not re.search(r"\bassert\(|^\s*(static |const |enum |\w+ \*?\w+(\[.*\])?( = .*)?;)", line):
            yield number
        comment = comment and "*/" not in line
        inside = (inside or line == "{") and line != "}"


def mutants(path):
    text = (ROOT / path).read_text().split("\n")
    for number in code_lines(text):
        for pattern, change in CHANGES:
            for match in re.finditer(pattern, text[number]):
                line = text[number][:match.start()] + match.expand(change) + text[number][match.end():]
                line += ")" if change.endswith("(!(") else ""
                yield path, number, line


def run(command, limit=600):
    try:
        return subprocess.run(command, cwd=ROOT, shell=isinstance(command, str), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=limit).returncode
    except subprocess.TimeoutExpired:
        return "late"


def make(*targets):
    return run(["make", "-s", f"B={BUILD}", f"CFLAGS={FLAGS}", *targets])


def fate(mutant, tests):
    """'killed', 'survives', or 'no program' where it cannot be compiled."""
    path, number, line = mutant
    text = (ROOT / path).read_text().split("\n")
    text[number] = line
    copy, thing = ROOT / BUILD / "mutant.c", ROOT / BUILD / f"{path[:-2]}.o"
    copy.write_text("\n".join(text))
    if run(f"${{CC:-cc}} -std=c11 -w -Iinclude -D_DEFAULT_SOURCE -DELEVEN_HAS_ZSTD {FLAGS} -Isrc -Ifront -I. -c -o {thing} {copy}"):
        return "no program"
    for test in tests:
        if make(f"{BUILD}/test/{test}_test") or run([f"{BUILD}/test/{test}_test"], limit=60):
            return "killed"
    return "survives"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("rooms", nargs="*")
    options.add_argument("--most", type=int, default=40)
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    for room in options.rooms or ROOMS:
        files, tests = ROOMS[room]
        tests = tests.split()
        if make(*(f"{BUILD}/test/{test}_test" for test in tests)):
            sys.exit("mutate: the tests do not compile")
        paths = sorted(str(path.relative_to(ROOT)) for glob in files.split() for path in ROOT.glob(glob))
        every = [mutant for path in paths for mutant in mutants(path)]
        random.Random(options.seed).shuffle(every)
        counts = {"killed": 0, "survives": 0, "no program": 0}
        for mutant in every:
            if counts["killed"] + counts["survives"] == options.most:
                break
            result = fate(mutant, tests)
            counts[result] += 1
            if result == "survives":
                print(f"survives: {mutant[0]}:{mutant[1] + 1}: {mutant[2].strip()}", flush=True)
            thing = ROOT / BUILD / f"{mutant[0][:-2]}.o"
            thing.unlink(missing_ok=True)
        tried = counts["killed"] + counts["survives"]
        print(f"{room}: {counts['killed']} of {tried} mutants killed, of {len(every)} possible ones", flush=True)


if __name__ == "__main__":
    os.environ.pop("MAKEFLAGS", None)
    main()
