#!/usr/bin/env python3
"""Asks gcc -fanalyzer and clang-tidy about every source file. Prints what they report and what is not known to be wrong.

    tools/analyze.py [FILE...]     the checks of clang-tidy, and why some are left out, are in .clang-tidy
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLAGS = ["-std=c11", "-Iinclude", "-Isrc", "-Ifront", "-I.", "-D_DEFAULT_SOURCE", "-DELEVEN_HAS_ZSTD", "-DELEVEN_HAS_JANSSON",
         "-DELEVEN_HAS_WEBSOCKETS", "-DELEVEN_HAS_WSLAY"]
MPI = subprocess.run(["mpicc", "-showme:compile"], capture_output=True, text=True).stdout.split() if shutil.which("mpicc") else []
# Reports that are wrong: file, check, why.
KNOWN = {
    ("front/cli/duel.c", "analyzer-file-leak"): "fail_with ends the program",
    ("front/cli/duel.c", "analyzer-malloc-leak"): "fail_with ends the program",
    ("front/chart/film.c", "analyzer-possible-null-dereference"): "`failed` is set where the pointer is NULL",
    ("front/serve/kept.c", "analyzer-null-dereference"): "a file that was read without an error is there",
    ("front/lsp/message.c", "bugprone-not-null-terminated-result"): "it replaces four digits inside a text",
    ("front/serve/server.c", "clang-analyzer-unix.Malloc"): "`forget` takes the connection out of the list",
    ("src/facts/facts_forced.c", "clang-analyzer-core.DivideZero"): "a board has a column",
    ("src/formats/league.c", "bugprone-not-null-terminated-result"): "five characters, not a text",
    ("src/formats/state.c", "analyzer-use-of-uninitialized-value"): "`formats_fail` returns an error",
    ("src/formats/state.c", "clang-analyzer-core.UndefinedBinaryOperatorResult"): "`formats_fail` returns an error",
    ("bench/measure.c", "clang-analyzer-core.CallAndMessage"): "there is at least one repetition",
    ("bench/measure.c", "clang-analyzer-core.NullDereference"): "there are as many tasks as the report counts",
    ("front/mpi/start.c", "analyzer-malloc-leak"): "the program ends with it",
    ("front/chart/chart.c", "clang-analyzer-security.FloatLoopCounter"): "axes have at most eleven marks",
    ("front/chart/film.c", "clang-analyzer-core.NullDereference"): "`failed` is set where the pointer is NULL",
    ("src/base/hash.h", "clang-analyzer-core.CallAndMessage"): "what is hashed was filled in: `problem_no_memory` returns an error",
    ("src/player/network_file.c", "analyzer-null-dereference"): "a cursor reads or writes",
    ("src/player/network_file.c", "clang-analyzer-core.NullDereference"): "a cursor reads or writes",
    ("src/player/search_player.c", "analyzer-null-dereference"): "a player of this file has its knowledge",
    ("src/solver/elx_write.c", "clang-analyzer-core.NullDereference"): "the writer has as many layers as the job",
    ("src/solver/keyset.c", "analyzer-null-argument"): "a set without cells has no capacity, so it gets cells",
    ("src/solver/solver_keys.c", "clang-analyzer-core.uninitialized.Assign"): "`refuse_damage` returns an error",
    ("src/solver/space.c", "clang-analyzer-core.DivideZero"): "under every rule set some tile appears",
    ("src/solver/value_kernel.h", "clang-analyzer-core.uninitialized.Assign"): "`value_begin` sets every sum",
    ("src/store/open.c", "analyzer-null-argument"): "a store whose folder was not found is not opened",
    ("src/store/open.c", "clang-analyzer-core.NonNullParamChecker"): "likewise",
    ("src/store/schema.c", "clang-analyzer-core.NonNullParamChecker"): "without a copy there is an error",
    ("src/store/schema.c", "clang-analyzer-core.CallAndMessage"): "without an error the format was read",
    ("src/train/train_kernel.h", "clang-analyzer-core.CallAndMessage"): "there are as many places as lookups",
    ("src/train/train_kernel.h", "analyzer-use-of-uninitialized-value"): "the loop above sets all eight",
}
REPORT = re.compile(r"^(?:\S*?/)?((?:src|front|bench)/\S+?):(\d+):\d+: (?:warning|error): (.*) \[(?:CWE-\d+\] \[)?(?:-W)?([\w.-]+)", re.M)


def reports(path):
    """What both report. gcc 12 believes that a comparison that is shifted has one bit, so that check is off."""
    for command in (["gcc", "-fanalyzer", "-Wno-analyzer-shift-count-overflow", "-O1", *FLAGS, "-c", "-o", "/dev/null",
                     path, *MPI],
                    ["clang-tidy", "--quiet", path, "--", *FLAGS, *MPI]):
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        yield from ((match[1], match[2], match[4], match[3]) for match in REPORT.finditer(done.stdout))


def main(*paths):
    every = [str(path.relative_to(ROOT)) for top in ("src", "front", "bench") for path in sorted((ROOT / top).rglob("*.c"))
             if "front/web" not in str(path) and (MPI or "front/mpi" not in str(path))]
    found, used = set(), set()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for report in pool.map(lambda path: list(reports(path)), paths or every):
            found.update(report)
    for path, line, check, sentence in sorted(found):
        if (path, check) in KNOWN:
            used.add((path, check))
        else:
            print(f"{path}:{line}: {sentence} [{check}]")
    if not paths:
        for path, check in sorted(set(KNOWN) - used):
            print(f"note: nothing is reported any more for {path} [{check}]")
    left = sum((path, check) not in KNOWN for path, _, check, _ in found)
    print(f"{len(paths or every)} files, {left} reports, {len(used)} known to be wrong")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
