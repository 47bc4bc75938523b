#!/usr/bin/env python3
"""Asks gcc -fanalyzer and clang-tidy about every source file. Prints what they report and what is not known to be wrong.

    tools/analyze.py [FILE...]     the checks of clang-tidy, and why some are left out, are in .clang-tidy
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLAGS = ["-std=c11", "-Iinclude", "-Isrc", "-Ifront", "-I.", "-D_DEFAULT_SOURCE", "-DELEVEN_HAS_ZSTD", "-DELEVEN_HAS_JANSSON",
         "-DELEVEN_HAS_WEBSOCKETS", "-DELEVEN_HAS_WSLAY"]
# Reports that are wrong: file, check, why.
KNOWN = {
    ("front/cli/duel.c", "analyzer-file-leak"): "fail_with ends the program",
    ("front/cli/duel.c", "analyzer-malloc-leak"): "fail_with ends the program",
    ("front/picture/picture_film.c", "analyzer-possible-null-dereference"): "`failed` is set where the pointer is NULL",
    ("front/serve/kept.c", "analyzer-null-dereference"): "a file that was read without an error is there",
    ("bench/measure.c", "clang-analyzer-core.CallAndMessage"): "there is at least one repetition",
    ("bench/measure.c", "clang-analyzer-core.NullDereference"): "there are as many tasks as the report counts",
}
REPORT = re.compile(r"^(?:\S*?/)?((?:src|front|bench)/\S+?):(\d+):\d+: (?:warning|error): (.*) \[(?:CWE-\d+\] \[)?(?:-W)?([\w.-]+)", re.M)


def reports(path):
    for command in (["gcc", "-fanalyzer", "-O1", *FLAGS, "-c", "-o", "/dev/null", path],
                    ["clang-tidy", "--quiet", path, "--", *FLAGS]):
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        yield from ((match[1], match[2], match[4], match[3]) for match in REPORT.finditer(done.stdout))


def main(*paths):
    every = [str(path.relative_to(ROOT)) for top in ("src", "front", "bench") for path in sorted((ROOT / top).rglob("*.c"))
             if "front/web" not in str(path) and "front/mpi" not in str(path)]
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
