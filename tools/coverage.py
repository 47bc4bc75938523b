#!/usr/bin/env python3
"""Measures which lines and branches the tests reach, per room, and compares them with the floors below.

    tools/coverage.py BUILD [report | TEST...]     BUILD is from `make coverage`; `report` measures what was run last

The tests are those of C, the corpora of the fuzz targets, and the end-to-end tests in Python. Programs count while they run,
so one that is killed counts too. Branches of assertions do not count.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Lines and branches in percent: what must be reached, a little below what was measured last; and the goal.
FLOORS = {
    "src/base": (96, 78, 97, 90), "src/core": (99, 99, 100, 100), "src/fast": (98, 96, 100, 100),
    "src/player": (96, 89, 97, 90), "src/train": (97, 83, 97, 90), "src/review": (97, 96, 97, 90),
    "src/solver": (95, 85, 97, 90), "src/facts": (93, 86, 97, 90), "src/endgame": (96, 88, 97, 90),
    "src/players": (87, 78, 97, 90), "src/session": (97, 92, 97, 90), "src/formats": (98, 90, 97, 90),
    "src/store": (84, 61, 97, 90), "front/base": (93, 79, 93, 85), "front/picture": (98, 86, 93, 85),
    "front/cli": (83, 71, 93, 85), "front/term": (92, 80, 93, 85), "front/lsp": (79, 64, 93, 85),
    "front/serve": (94, 78, 93, 85),
}


def run(command, **environment):
    """One test. Some fail because of the build: what they reached counts all the same."""
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode


def run_tests(build, only):
    """Runs the tests whose names contain one of the words, or all."""
    profiles = (build / "profiles").resolve()
    profiles.mkdir(exist_ok=True)
    for old in profiles.glob("*.profraw") if not only else []:
        old.unlink()
    where = {"ELEVEN": str(build / "eleven"), "PYTHONPATH": "test/e2e", "PYTHONDONTWRITEBYTECODE": "1"}
    units = [[str(build / path.with_suffix("").relative_to(ROOT))] for group in ("unit", "property")
             for path in sorted((ROOT / "test" / group).glob("*.c"))]
    fuzz = [[str(build / "test" / "fuzz" / folder.name), "0", str(folder)]
            for folder in sorted((ROOT / "test" / "fuzz" / "corpus").iterdir())]
    scripts = [[sys.executable, "-m", "unittest", path.stem] for path in sorted((ROOT / "test" / "e2e").glob("*_test.py"))]
    scripts += [[sys.executable, "test/lsp/run.py", name] for name in ("interactive", "edits", "protocol")]
    wanted = [test for test in units + fuzz + scripts if not only or any(word in test[-1] for word in only)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for test, status in zip(wanted, pool.map(lambda test: run(test, **where), wanted)):
            if status:
                print(f"failed: {' '.join(test)}", flush=True)


def measure(build):
    """Per file: lines, covered lines, branches, covered branches."""
    data = build / "profiles" / "all"
    subprocess.run(["llvm-profdata", "merge", "-sparse", "-o", data, *(build / "profiles").glob("*.profraw")], check=True)
    objects = [path for top in ("src", "front") for path in sorted((build / top).rglob("*.o"))]
    text = subprocess.run(["llvm-cov", "export", "-skip-expansions", "-skip-functions", f"-instr-profile={data}", objects[0],
                           *(word for path in objects[1:] for word in ("-object", path))],
                          check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    for entry in json.loads(text)["data"][0]["files"]:
        path = pathlib.Path(entry["filename"])
        path = path.relative_to(ROOT) if path.is_absolute() and path.is_relative_to(ROOT) else path
        if not str(path).startswith(("src/", "front/", "./src/", "./front/")):
            continue
        source = (ROOT / path).read_text().split("\n")
        branches = {}
        for line, column, _, _, yes, no, *_ in entry["branches"]:
            if "assert(" not in source[line - 1]:
                taken = branches.setdefault((line, column), [False, False])
                branches[line, column] = [taken[0] or yes > 0, taken[1] or no > 0]
        lines = entry["summary"]["lines"]
        yield path, lines["count"], lines["covered"], 2 * len(branches), sum(map(sum, branches.values())), branches


def percent(part, whole):
    return 100 * part / whole if whole else 100


def report(build):
    rooms, below = {}, 0
    with open(build / "missed.txt", "w") as missed:
        for path, *counts, branches in measure(build):
            room = rooms.setdefault("/".join(path.parts[:2]), [0, 0, 0, 0])
            for i, count in enumerate(counts):
                room[i] += count
            for (line, column), taken in sorted(branches.items()):
                if not all(taken):
                    missed.write(f"{path}:{line}:{column}: never {'true' if not taken[0] else ''}{'false' if not taken[1] else ''}\n")
    print(f"{'room':15} {'lines':>7} {'branches':>9}   floors  goal")
    for room, (*floor, line_goal, branch_goal) in FLOORS.items():
        lines, covered, branches, taken = rooms.get(room, [0, 0, 0, 0])
        found = percent(covered, lines), percent(taken, branches)
        low = any(value < least for value, least in zip(found, floor))
        below += low
        print(f"{room:15} {found[0]:6.1f}% {found[1]:8.1f}%   {floor[0]}/{floor[1]}   {line_goal}/{branch_goal}"
              f"{'  BELOW' if low else ''}")
    print(f"the branches that were not taken: {build}/missed.txt")
    return 1 if below else 0


def main(build, *names):
    build = pathlib.Path(build)
    if list(names) != ["report"]:
        run_tests(build, names)
    return report(build)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
