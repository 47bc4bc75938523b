#!/usr/bin/env python3
"""Runs the tests and counts them.

    tools/run_tests.py [GROUP...]     checks unit e2e checked mpi web library lsp faults builds bare release
    tools/run_tests.py cross|threads|hosts     which are not part of `make test`

It runs all groups unless you name some. The last line is `N passed, N failed`, with `, N skipped` where a tool is missing
(never in CI).
"""

import concurrent.futures
import os
import pathlib
import platform
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(os.environ.get("B", "build"))
MAKE = os.environ.get("MAKE", "make")
os.environ.setdefault("WERROR", "-Werror")
PYTHON = sys.executable
WORKERS = os.cpu_count() or 2

CMOCKA_LINE = re.compile(r"^\[\s+(OK|FAILED|SKIPPED)\s+\] (\w+)$")  # not the summary: "1 test(s), listed below:"
LINE = re.compile(r"^(ok|not ok|skip) (.+)$")
UNITTEST_LINE = re.compile(r"^(test\w+) .*\.\.\. (?:(ok|FAIL|ERROR)|skipped (['\"])(.*)\3)$")
OUTPUT_LINES, OUTPUT_SIZE = 200, 20000

# As `python3 -m unittest`, but a test has its name in one line with its outcome, and no description in a second one.
UNITTEST = "import unittest; unittest.TestCase.shortDescription = lambda test: None; unittest.main(module=None)"
FUZZ_WAYS = "20"


class Tally:
    """Counts the results. The names of skipped tests end with the reason in brackets."""

    def __init__(self):
        self.passed, self.failed, self.skipped = 0, [], []
        self.lock = threading.Lock()

    def skip(self, name, reason):
        self.skipped.append(f"{name} ({reason})")

    def add(self, name, status, output, seconds, tests):
        """One test file: its tests by outcome and name. Its output is printed once, however many of them failed."""
        failed = [test for outcome, test in tests if outcome == "failed"]
        if not tests or (status != 0 and not failed):
            failed = [f"{name} (exit status {status}, {len(tests)} tests)"]
        count = f"{len(tests)} test{'s' * (len(tests) != 1)}"
        with self.lock:
            self.passed += sum(outcome == "passed" for outcome, _ in tests)
            self.skipped += [test for outcome, test in tests if outcome == "skipped"]
            self.failed += failed
            if failed:
                print("".join(f"\n--- FAILED {test}" for test in failed) + f"\n{last_part(output)}\n")
            print(f"{'BAD' if failed else 'ok '} {name}: {count} ({seconds:.1f} s)", flush=True)


def last_part(output):
    """The end of an output. Failures are reported there."""
    lines = output.rstrip().splitlines()
    text = "\n".join(lines[-OUTPUT_LINES:])[-OUTPUT_SIZE:]
    return text if len(text) == len("\n".join(lines)) else f"[the last part of {len(lines)} lines]\n{text}"


def run(command, environment=None, limit=900):
    """The exit status, the output and the duration of a command in seconds."""
    begun = time.monotonic()
    try:
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, **(environment or {})}, text=True,
                              errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=limit)
        return done.returncode, done.stdout, time.monotonic() - begun
    except subprocess.TimeoutExpired as late:
        output = late.stdout or b""
        output = output if isinstance(output, str) else output.decode(errors="replace")
        return 1, f"{output}\nran longer than {limit} s", time.monotonic() - begun


def have(tool):
    return subprocess.run(["sh", "-c", f"command -v {tool}"], stdout=subprocess.DEVNULL).returncode == 0


def missing(tools):
    """Why a test that needs these tools is skipped, or an empty string."""
    absent = [tool for tool in tools if not have(tool)]
    return f"{' and '.join(absent)} {'is' if len(absent) == 1 else 'are'} not installed" if absent else ""


def check(tally, name, command, tool=None, environment=None):
    if tool and missing([tool]):
        tally.skip(name, missing([tool]))
        return False
    status, output, seconds = run(command, environment)
    tally.add(name, status, output, seconds, [("passed" if status == 0 else "failed", name)])
    return status == 0


# ---- Groups -----------------------------------------------------------------------------------------------


def own_profile(build, name):
    """A build that measures coverage counts in a file of the test's own: tests that share one slow each other down."""
    return {"LLVM_PROFILE_FILE": f"{ROOT / build}/profiles/{name}/%c%m.profraw"}


def run_programs(tally, build, label, only="*", emulator=(), limit=900):
    """Every cmocka program below the build folder, several at a time."""
    programs = sorted(p for group in ("unit", "property") for p in (ROOT / build / "test" / group).glob(only)
                      if p.suffix == "" and (ROOT / "test" / group / f"{p.name}.c").exists())
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        runs = pool.map(lambda program: run([*emulator, str(program)], own_profile(build, f"alone/{program.name}"), limit),
                        programs)
        for program, (status, output, seconds) in zip(programs, runs):
            lines = map(CMOCKA_LINE.match, output.splitlines())
            found = dict.fromkeys(match.groups() for match in lines if match)  # failed ones are listed twice
            kinds = {"OK": "passed", "SKIPPED": "skipped"}
            tally.add(f"{label}{program.name}", status, output, seconds,
                      [(kinds.get(outcome, "failed"), f"{label}{program.name}: {test}") for outcome, test in found])


def unit(tally):
    run_programs(tally, BUILD, "")


def checks(tally):
    check(tally, "deps", [MAKE, "-s", "deps"])
    check(tally, "pure", [MAKE, "-s", "pure"])
    check(tally, "api reference", [MAKE, "-s", "api"])
    check(tally, "abi", [MAKE, "-s", "abi"])
    check(tally, "format", [MAKE, "-s", "format"], tool="clang-format")
    check(tally, "english", [MAKE, "-s", "english"])
    check(tally, "versions", [PYTHON, "tools/version.py"])
    check(tally, "schema", [MAKE, "-s", "schema"])


def builds(tally):
    """Everything compiles without a warning with the other compiler, and with flags that could change the arithmetic."""
    native = " -march=native" if platform.machine() == "x86_64" else ""
    check(tally, "build with clang",
          [MAKE, "-s", "-j2", f"B={BUILD}/clang", "CC=clang", f"CFLAGS=-O2 -g{native}", "all", "tests"], tool="clang")
    check(tally, "build with gcc -O3 -DNDEBUG -ffast-math",
          [MAKE, "-s", "-j2", f"B={BUILD}/ndebug", "CC=gcc", f"CFLAGS=-O3 -DNDEBUG -ffast-math{native}", "all"], tool="gcc")
    for name, build in (("", BUILD), (" with clang", BUILD / "clang"), (" with -ffast-math", BUILD / "ndebug")):
        if (ROOT / build).exists():
            check(tally, f"bench signature{name}", ["sh", "tools/check_signature.sh", str(build / "eleven")])


# Of older processors.
EMULATOR = ["qemu-x86_64"] if platform.machine() == "x86_64" else []


def checked(tally):
    """With sanitizers and, for each room, the lines and branches that all of this reaches."""
    reason = missing(["clang", "llvm-cov", "llvm-profdata"])
    build = BUILD / "checked"
    if reason:
        tally.skip("checked", reason)
    elif check(tally, "build with sanitizers", [MAKE, "-s", "checked"]):
        shutil.rmtree(ROOT / build / "profiles", ignore_errors=True)
        run_programs(tally, build, "sanitized ")
        use_checked(tally, ROOT / build, "sanitized ")
        replay_fuzz(tally, build)
        if missing(EMULATOR):
            tally.skip("coverage", missing(EMULATOR))
        else:
            run_lines(tally, "coverage", [PYTHON, "tools/coverage.py", str(build)], limit=1800)


# Many tests give the program an environment of their own, so a script adds what the sanitizers need. They write their
# reports into files: some tests end the program, or do not look at its standard error. Some preload a library.
CHECKED = """#!/bin/sh
export ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0:log_path={reports}/report
export UBSAN_OPTIONS=print_stacktrace=1:log_path={reports}/report
export TSAN_OPTIONS=log_path={reports}/report
exec {build}/eleven "$@"
"""
# An emulator has no room for the memory that AddressSanitizer keeps about all other memory.
NOT_CHECKED = ["processors_test"]


def use_checked(tally, build, label, only=()):
    """End-to-end tests, and those of the language server that need no editor, with the program of this build."""
    reports, program = build / "reports", build / "checked"
    shutil.rmtree(reports, ignore_errors=True)
    reports.mkdir()
    program.write_text(CHECKED.format(build=build, reports=reports))
    program.chmod(0o755)
    environment = {"ELEVEN": str(program), "PATIENCE": "120"}
    end_to_end(tally, environment, label, at_once=WORKERS, only=only, without=NOT_CHECKED)
    run_lines(tally, f"{label}lsp", [PYTHON, "test/lsp/run.py", "interactive", "edits", "protocol"], environment)
    found = [report.read_text(errors="replace") for report in sorted(reports.iterdir())]
    tally.add(f"{label}reports", 0, "\n".join(found), 0, [("failed" if found else "passed", f"{label}reports: {len(found)}")])


# The unit tests that use threads, and the ends of the program that do.
THREADED = ["match", "thinker", "solver", "solver_store", "endgame", "train", "search", "batch", "store"]


def threads(tally):
    """ThreadSanitizer watches the players that think beside the terminal, the editor and the server."""
    build = f"{BUILD}/threads"
    programs = [f"{build}/eleven", *(f"{build}/test/unit/{name}_test" for name in THREADED)]
    if check(tally, "build with ThreadSanitizer", [MAKE, "-s", "-j2", f"B={build}", "CC=clang",
                                                   "CFLAGS=-O1 -g -fsanitize=thread -DSMALL_TESTS", *programs]):
        run_programs(tally, build, "threads ")
        use_checked(tally, ROOT / build, "threads ", ["player_screen_test", "serve_test", "websocket_test"])


def replay_fuzz(tally, build):
    """Gives the corpus to every fuzz target, as it is and damaged; `make fuzz-run` looks for more."""
    corpora = sorted(folder for folder in (ROOT / "test" / "fuzz" / "corpus").iterdir())
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        runs = pool.map(lambda folder: run([f"{build}/test/fuzz/{folder.name}", FUZZ_WAYS, str(folder)],
                                           own_profile(build, f"alone/{folder.name}")), corpora)
        for folder, (status, output, seconds) in zip(corpora, runs):
            name = f"fuzz target {folder.name}"
            tally.add(name, status, output, seconds, [("failed" if status else "passed", name)])


def e2e(tally):
    """A third of the time these wait for programs in terminals, so more of them run at once than there are processors."""
    end_to_end(tally, at_once=2 * WORKERS)


def end_to_end(tally, environment=None, label="", folder="e2e", at_once=1, only=(), without=()):
    scripts = sorted(p for p in (ROOT / "test" / folder).glob("*_test.py")
                     if (not only or p.stem in only) and p.stem not in without)
    program = {"ELEVEN": f"{BUILD}/eleven", **(environment or {})}

    def run_script(script):
        return run([PYTHON, "-c", UNITTEST, "-v", script.stem],
                   {**program, **own_profile(pathlib.Path(program["ELEVEN"]).parent, script.stem),
                    "PYTHONPATH": str(script.parent), "PYTHONDONTWRITEBYTECODE": "1"})
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        for script, (status, output, seconds) in zip(scripts, pool.map(run_script, scripts)):
            found = [match for match in map(UNITTEST_LINE.match, output.splitlines()) if match]
            kinds = {"ok": "passed", None: "skipped"}
            tally.add(f"{label}{script.stem}", status, output, seconds,
                      [(kinds.get(match[2], "failed"),
                        f"{label}{script.stem}: {match[1]}" + (f" ({match[4]})" if match[4] else "")) for match in found])


MACHINES = {"i386": ("i686-linux-gnu-gcc", "qemu-i386"), "arm64": ("aarch64-linux-gnu-gcc", "qemu-aarch64"),
            "s390x": ("s390x-linux-gnu-gcc", "qemu-s390x")}


def cross(tally):
    """The unit and property tests and the signature on other machines, which qemu emulates."""
    for machine, (compiler, qemu) in MACHINES.items():
        build, label = f"{BUILD}/{machine}", f"{machine} "
        if reason := missing(["mmdebstrap", compiler, qemu]):
            tally.skip(machine, reason)
        elif check(tally, f"{label}build", ["sh", "tools/cross.sh", machine, compiler, build]):
            emulator = [qemu, "-L", f"{build}/root"]
            run_programs(tally, build, label, emulator=emulator, limit=3600)
            check(tally, f"{label}signature", ["sh", "-c", f"{' '.join(emulator)} {build}/signature | diff - bench/signature"])


def library(tally):
    end_to_end(tally, folder="library")


def mpi(tally):
    """Several ranks on this machine."""
    reason = missing(["mpicc", "mpirun"])
    if reason:
        tally.skip("mpi", reason)
    elif check(tally, "build for several machines", [MAKE, "-s", "mpi"]):
        end_to_end(tally, folder="mpi")


def hosts(tally):
    """Several hosts with a network between them, which are namespaces of this machine. They need root."""
    reason = missing(["mpicc", "mpirun", "ip", "tc", "unshare"])
    if reason:
        tally.skip("hosts", reason)
    elif check(tally, "build for several hosts", [MAKE, "-s", "all", "mpi"]):
        end_to_end(tally, folder="hosts")


def run_lines(tally, group, command, environment=None, limit=900):
    """A runner of its own: it prints `ok NAME`, `not ok NAME` or `skip NAME (REASON)` for each test."""
    status, output, seconds = run(command, environment, limit)
    kinds = {"ok": "passed", "not ok": "failed", "skip": "skipped"}
    tally.add(group, status, output, seconds, [(kinds[match[1]], f"{group}: {match[2]}")
                                               for match in map(LINE.match, output.splitlines()) if match])


def web(tally):
    reason = missing(["clang", "wasm-ld", "node", "npm", os.environ.get("CHROMIUM", "chromium")])
    if reason:
        tally.skip("web", reason)
    elif check(tally, "build for browsers", [MAKE, "-s", "web-package"]):
        run_lines(tally, "web", ["node", "test/web/run.mjs"], {"B": str(BUILD)})


def lsp(tally):
    reason = missing(["node", "npm"])
    if reason:
        tally.skip("lsp", reason)
        return
    run_lines(tally, "lsp", [PYTHON, "test/lsp/run.py"], {"ELEVEN": f"{BUILD}/eleven"})


def faults(tally):
    """A short sweep of failing calls; `make torture` is the full one."""
    if check(tally, "build with a failing system", [MAKE, "-s", "-j2", f"{BUILD}/torture"]):
        run_lines(tally, "faults", [PYTHON, "test/faults/torture.py", "--most", "10"], {"ELEVEN": f"{BUILD}/torture"})


def bare(tally):
    """The last commit on a Debian with a compiler, make and git: the release of this machine, and the newest one."""
    run_lines(tally, "bare", ["sh", "tools/bare.sh"], limit=1800)
    run_lines(tally, "bare", ["sh", "tools/bare.sh", "play", "stable"], limit=1800)


def release(tally):
    """What is published, built from the last commit and used as a stranger would."""
    reason = missing(["dh", "dh_python3", "lintian", "reuse", "systemd-analyze", "npm", "nvim", "emacs", "wasm-ld"])
    if reason:
        tally.skip("release", reason)
        return
    run_lines(tally, "release", [PYTHON, "test/release/run.py"], limit=1800)


GROUPS = {"checks": checks, "unit": unit, "e2e": e2e, "checked": checked, "mpi": mpi, "web": web, "library": library,
          "lsp": lsp, "faults": faults, "builds": builds, "bare": bare, "release": release}
LONG = {"cross": cross, "threads": threads, "hosts": hosts}
# Most of these use one core, and some wait for downloads. So the first ones and the others run beside each other. Web
# tests and MPI use two cores: beside others, everything would take as long as one after the other.
LANES = [["library", "lsp", "faults", "builds"], ["bare", "release"]]


def run_groups(tally, names):
    known = {**GROUPS, **LONG}

    def run_those(wanted):
        for name in wanted:
            try:
                known[name](tally)
            except Exception:  # such as a program that is missing: one failed test, and the other groups run
                tally.add(name, 1, traceback.format_exc(), 0, [])
    run_those([name for name in names if not any(name in lane for lane in LANES)])
    with concurrent.futures.ThreadPoolExecutor(len(LANES)) as pool:
        list(pool.map(run_those, [[name for name in names if name in lane] for lane in LANES]))


def main(names):
    # Shells let background commands ignore Ctrl-C, and so would the programs that the tests interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    known = {**GROUPS, **LONG}
    for name in names:
        if name not in known:
            print(f"run_tests: there is no group '{name}'; the groups are {' '.join(known)}", file=sys.stderr)
            return 2
    tally = Tally()
    run_groups(tally, names or list(GROUPS))
    for name in tally.skipped:
        print(f"skipped: {name}")
    for name in tally.failed:
        print(f"failed: {name}")
    if os.environ.get("CI") and tally.skipped:
        tally.failed += tally.skipped
        tally.skipped = []
    last = f"{tally.passed} passed, {len(tally.failed)} failed"
    print(last + (f", {len(tally.skipped)} skipped" if tally.skipped else ""))
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
