#!/usr/bin/env python3
"""Measures which lines and branches the tests reach, per room, and compares them with the floors below.

    tools/coverage.py BUILD [report]     BUILD is from `make checked`; `report` runs no test

`tools/run_tests.py checked` has run most tests of this build: those of C, the end-to-end tests in Python, and the corpora
of the fuzz targets. Some more run here, whose results do not count: short ones of eleven-mpi where it was built, and the
short sweep of failing calls. Programs count while they run, so one that is killed counts too. Those that run at once
share their counters without locks and lose some counts, so that a branch that is taken twice can seem never taken. Each
test in C is therefore also measured alone: all of them have the same library, and with it the same file of counters.
Branches of assertions do not count, nor those where the processor is asked what it has: qemu imitates older ones
(test/e2e/processors_test.py), but no machine has every combination. The widest vectors run where the processor has
AVX-512; elsewhere they do not count. It prints `ok ROOM` or `not ok ROOM` for each room.
"""

import concurrent.futures
import json
import os
import pathlib
import platform
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CPU = pathlib.Path("/proc/cpuinfo")
HAS_512 = CPU.exists() and "avx512vl" in CPU.read_text()
UNCOUNTED = re.compile(r"assert\(|__builtin_cpu_supports\(" + ("" if HAS_512 else r"|_512\b"))
# Lines and branches in percent: what must be reached, a little below what was measured last; and the goal.
FLOORS = {
    "src/base": (99, 92, 97, 90), "src/core": (100, 100, 100, 100), "src/fast": (100, 100, 100, 100),
    "src/player": (98, 93, 97, 90), "src/train": (98, 89, 97, 90), "src/review": (97, 96, 97, 90),
    "src/solver": (97, 91, 97, 90), "src/facts": (97, 93, 97, 90), "src/endgame": (97, 92, 97, 90),
    "src/players": (98, 95, 97, 90), "src/session": (99, 95, 97, 90), "src/formats": (98, 90, 97, 90),
    "src/picture": (98, 94, 97, 90), "src/store": (98, 92, 97, 90), "front/base": (95, 86, 93, 85),
    "front/chart": (98, 88, 93, 85), "front/cli": (94, 85, 93, 85), "front/term": (95, 84, 93, 85),
    "front/lsp": (96, 85, 93, 85), "front/serve": (96, 85, 93, 85), "front/mpi": (96, 85, 93, 85),
}
# Most tests in test/mpi, which take minutes, reach nothing that these do not.
MPI_TESTS = {
    "mpi_test": ["FailureTest", "SameTest.test_other_commands_run_once", "SameTest.test_a_duel_and_other_boards_and_threads"],
    "mpi_solve_test": ["SolveRanksTest.test_other_rules_and_one_position", "SolveRanksTest.test_recovery_is_refused",
                       "SolveRanksTest.test_a_rank_that_leaves_ends_the_others_and_says_why"],
}


def has_mpi(build):
    return (build / "eleven-mpi").exists()


def reach_more(build):
    """What fails first in the sweep is the profile itself, which needs mmap. MPI keeps some memory until it ends."""
    tests = [[sys.executable, "-m", "unittest", *(f"{file}.{name}" for name in names)]
             for file, names in MPI_TESTS.items() if has_mpi(build)]
    tests += [["env", f"ELEVEN={build / 'torture'}", sys.executable, "test/faults/torture.py", "--most", "10"]]
    tests += [["qemu-x86_64", "-cpu", processor, path] for path in (build.parent / "emulated/test").glob("*/*_test")
              for processor in ("Nehalem", "Haswell") if platform.machine() == "x86_64"]
    environment = {**os.environ, "ELEVEN": str(build / "eleven"), "ASAN_OPTIONS": "detect_leaks=0",
                   "ELEVEN_TEST_GAMES": "60", "PYTHONPATH": "test/e2e:test/mpi", "PYTHONDONTWRITEBYTECODE": "1"}

    def run(test):
        subprocess.run(test, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(run, tests))


def export(*arguments):
    return subprocess.run(["llvm-cov", "export", *arguments], check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True).stdout


def lines_of(lcov):
    """Per file, how often each line ran."""
    found = {}
    for line in lcov.split("\n"):
        if line.startswith("SF:"):
            counts = found.setdefault(line[3:], {})
        elif line.startswith("DA:"):
            number, count = line[3:].split(",")[:2]
            counts[int(number)] = int(count)
    return found


def branches_of(report):
    """Per file: line, column, and how often each branch was taken and not taken."""
    return {entry["filename"]: [(line, column, yes, no) for line, column, _, _, yes, no, *_ in entry["branches"]]
            for entry in json.loads(report)["data"][0]["files"]}


def measure(build):
    """Per file: lines, covered lines, branches, covered branches, and what was missed. The line after an assertion counts as
    covered: clang gives it the count of the failure."""
    profiles = build / "profiles"
    objects = [path for top in ("src", "front") for path in sorted((build / top).rglob("*.o"))]
    objects = [objects[0], *(word for path in objects[1:] for word in ("-object", path))]

    def branches_in(folder):
        counts = list(folder.rglob("*.profraw"))
        subprocess.run(["llvm-profdata", "merge", "-sparse", "-o", folder / "counts", *counts], check=True)
        return branches_of(export("-skip-expansions", "-skip-functions", f"-instr-profile={folder / 'counts'}", *objects))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        alone = {path.parent for path in (profiles / "alone").rglob("*.profraw")}
        found = list(pool.map(branches_in, [profiles, *sorted(alone)]))
    lines = lines_of(export("-format=lcov", f"-instr-profile={profiles / 'counts'}", *objects))
    for name in found[0]:
        path = pathlib.Path(name)
        path = path.relative_to(ROOT) if path.is_absolute() and path.is_relative_to(ROOT) else path
        if not str(path).startswith(("src/", "front/", "./src/", "./front/")):
            continue
        if path.name == "vectors_512.c" and not HAS_512:
            continue
        source = (ROOT / path).read_text().split("\n")
        branches = {}
        for line, column, yes, no in [branch for part in found for branch in part.get(name, [])]:
            if not UNCOUNTED.search(source[line - 1]):
                taken = branches.setdefault((line, column), [False, False])
                branches[line, column] = [taken[0] or yes > 0, taken[1] or no > 0]
        counts = lines[name]
        missed = [line for line, count in counts.items()
                  if count == 0 and "assert(" not in source[line - 2] and not UNCOUNTED.search(source[line - 1])]
        yield path, len(counts), len(counts) - len(missed), 2 * len(branches), sum(map(sum, branches.values())), branches, missed


def percent(part, whole):
    return 100 * part / whole if whole else 100


def report(build):
    rooms, below = {}, 0
    with open(build / "missed.txt", "w") as missed:
        for path, *counts, branches, lines in measure(build):
            room = rooms.setdefault("/".join(path.parts[:2]), [0, 0, 0, 0])
            for i, count in enumerate(counts):
                room[i] += count
            missed.writelines(f"{path}:{line}: never run\n" for line in lines)
            for (line, column), taken in sorted(branches.items()):
                if not all(taken):
                    missed.write(f"{path}:{line}:{column}: never {'true' if not taken[0] else ''}{'false' if not taken[1] else ''}\n")
    for room, (*floor, line_goal, branch_goal) in FLOORS.items():
        if room == "front/mpi" and not has_mpi(build):
            print("skip front/mpi (mpicc is not installed)")
            continue
        lines, covered, branches, taken = rooms.get(room, [0, 0, 0, 0])
        found = percent(covered, lines), percent(taken, branches)
        low = any(value < least for value, least in zip(found, floor))
        below += low
        print(f"{'not ok' if low else 'ok'} {room}: {found[0]:.1f}% of the lines and {found[1]:.1f}% of the branches, "
              f"at least {floor[0]}% and {floor[1]}%, goal {line_goal}% and {branch_goal}%")
    print(f"the branches that were not taken: {build}/missed.txt")
    return 1 if below else 0


def main(build, *names):
    build = pathlib.Path(build)
    if list(names) != ["report"]:
        reach_more(build)
    return report(build)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
