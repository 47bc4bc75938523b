#!/usr/bin/env python3
"""Changes the source by one small mistake at a time, and counts how many of these mutants the unit tests notice.

    tools/mutate.py [ROOM...] [--most N] [--seed S]     rooms: core bitboard session store (default: all); N of each (200)

A mutant is a line with another comparison, sign, operator, number or truth value, or without its statement. It is killed
if a test of the room fails, crashes or takes far too long. The survivors are printed. tools/mutants.txt lists those that
change nothing, with reasons; any other one is a failure.
"""

import argparse
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path("build/mutants")
CC = os.environ.get("CC", "cc").split()
FLAGS = "-O1 -fPIC -DSMALL_TESTS"
# `make test` runs the unit tests with these checks, so a mutant that they find is killed.
TRAPS = ["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]
# The sources of a room, and the tests that find its mistakes, the quickest first.
ROOMS = {
    "core": ("src/core/*.c", "unit/line unit/board unit/game unit/random unit/rules unit/text unit/notation unit/settings "
             "unit/notation_errors unit/rules_text unit/sentence unit/contract property/rows property/boards property/spawns property/games"),
    "bitboard": ("src/fast/bitboard.c src/fast/rowtable.c src/fast/perft.c src/fast/playout.c",
                 "unit/bitboard unit/rowtable property/bitboard property/bitboard_perft"),
    "session": ("src/session/*.c", "unit/session unit/session_events unit/session_limits unit/session_model "
                "unit/session_record unit/frame unit/interactive unit/chain unit/contract"),
    "store": ("src/store/*.c", "unit/store unit/store_look unit/store_manage unit/store_failure unit/store_rescue unit/store_import "
              "unit/store_damage unit/store_sync"),
}
CHANGES = [(r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "), (r" != ", " == "),
           (r" \+ ", " - "), (r" - ", " + "), (r" && ", " || "), (r" \|\| ", " && "), (r" & ", " | "), (r" \| ", " & "),
           (r" << ", " >> "), (r" \+= ", " -= "), (r"\+\+", "--"), (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
           (r"\b(?<![.'])0\b(?![.x'])", "1"), (r"\b1\b(?!['u<])", "2"), (r"if \((?=.*\)$)", "if (!("),
           (r"^( +)([^=;(]*\w+(\[[^]]*\]|->\w+|\.\w+)* [-+|&^]?= [^;]*;)$", r"\1; // \2"),
           (r"^( +)(\w+\(.*\);)$", r"\1; // \2")]


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


def run(command, limit=120, **environment):
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (20, 20)))
    try:
        return process.wait(limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # a test and the programs that it has started
        return process.wait() and "late"


def compile_mutant(path, text, copy):
    """The shared library of one changed file, or None where it cannot be compiled."""
    copy.write_text(text)
    library = copy.with_suffix(".so")
    command = [*CC, "-std=c11", "-w", "-Iinclude", "-Isrc", "-Ifront", "-I.", "-D_DEFAULT_SOURCE", "-DELEVEN_HAS_ZSTD",
               *FLAGS.split(), *TRAPS, "-shared", "-o", library, copy]
    return None if run(command) else library.read_bytes()


def build(tests):
    """Links the tests with one shared library of everything else, so that a mutant only needs to be loaded before it.
    Returns them, the quickest first, each with its time."""
    everything = BUILD / "everything.so"
    objects = [f"{BUILD}/test/{test}_test.o" for test in tests]
    if subprocess.run(["make", "-s", f"B={BUILD}", f"CFLAGS={FLAGS}", "HARDEN=", everything, *objects], cwd=ROOT).returncode:
        sys.exit("mutate: the tests do not compile")
    times = []
    for thing in objects:
        program, before = thing[:-2], time.monotonic()
        if run([*CC, "-o", program, thing, everything, f"-Wl,-rpath,{ROOT / BUILD}", "-lcmocka", "-lsqlite3"]) or run([program]):
            sys.exit(f"mutate: {program} fails without a mistake")
        times.append((time.monotonic() - before, program))
    return sorted(times)


def fate(mutant, tests, copy, originals):
    """'killed', 'survives', 'no program' where it cannot be compiled, or 'no change' where the compiler gives the same."""
    path, number, line = mutant
    text = (ROOT / path).read_text().split("\n")
    if path not in originals:
        originals[path] = compile_mutant(path, "\n".join(text), copy)
    text[number] = line
    program = compile_mutant(path, "\n".join(text), copy)
    if program in (None, originals[path]):
        return "no change" if program else "no program"
    for test in tests:
        if run([test[1]], limit=10 + 10 * test[0], LD_PRELOAD=str(copy.with_suffix(".so"))):
            tests.remove(test)
            tests.insert(0, test)  # the next mutants of the file probably fail it, too
            return "killed"
    return "survives"


def explained():
    """The lines of tools/mutants.txt that are not indented: survivors that change nothing, each with its reason below it."""
    return {line for line in (ROOT / "tools/mutants.txt").read_text().split("\n") if line and line[0] not in " #"}


def try_room(room, most, seed):
    """Whether every survivor of a room has an explanation."""
    files, tests = ROOMS[room]
    tests, known, fine = build(tests.split()), explained(), True
    paths = sorted(str(path.relative_to(ROOT)) for glob in files.split() for path in ROOT.glob(glob))
    every = [mutant for path in paths for mutant in mutants(path)]
    random.Random(seed).shuffle(every)
    counts, originals = dict.fromkeys(("killed", "explained", "survives", "no program", "no change"), 0), {}
    orders = {path: list(tests) for path in paths}
    for mutant in every:
        if counts["killed"] + counts["explained"] + counts["survives"] == most:
            break
        is_known = f"{mutant[0]}: {mutant[2].strip()}" in known
        result = "explained" if is_known else fate(mutant, orders[mutant[0]], ROOT / BUILD / f"{room}.c", originals)
        counts[result] += 1
        if result == "survives":
            print(f"survives: {mutant[0]}:{mutant[1] + 1}: {mutant[2].strip()}", flush=True)
            fine = False
    tried = counts["killed"] + counts["explained"] + counts["survives"]
    print(f"{room}: {counts['killed']} of {tried} mutants killed, {counts['explained']} explained, of {len(every)} possible "
          "ones", flush=True)
    return fine


def main():
    options = argparse.ArgumentParser()
    options.add_argument("rooms", nargs="*")
    options.add_argument("--most", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    return 0 if all([try_room(room, options.most, options.seed) for room in options.rooms or ROOMS]) else 1


if __name__ == "__main__":
    os.environ.pop("MAKEFLAGS", None)
    sys.exit(main())
