#!/usr/bin/env python3
"""Tests the language server with real clients. Prints `ok NAME`, `not ok NAME` or `skip NAME (reason)` per test. The exit
status is 1 if a test failed.

    ELEVEN=build/eleven test/lsp/run.py [NAME...]

`make test` calls it. The clients from npm are installed into test/lsp/node_modules on the first run.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
ELEVEN = str((ROOT / os.environ.get("ELEVEN", "build/eleven")).resolve())
UNITTEST_LINE = re.compile(r"^(test_\w+) .*\.\.\. (ok|FAIL|ERROR|skipped.*)$", re.MULTILINE)


def run(command, limit=300, folder=HERE, **environment):
    """Runs a command; returns its exit status and its output."""
    try:
        done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", timeout=limit,
                              env={**os.environ, "ELEVEN": ELEVEN, "PYTHONDONTWRITEBYTECODE": "1", **environment})
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired as late:
        output = late.stdout or b""
        return 1, (output if isinstance(output, str) else output.decode(errors="replace")) + "\nthe time limit is exceeded"


def have(*tools):
    return next((f"{tool} is not installed" for tool in tools if not shutil.which(tool)), None)


def have_browser():
    names = ("chromium", "chromium-browser", "google-chrome")
    return None if os.environ.get("CHROMIUM") or any(map(shutil.which, names)) else "chromium is not installed"


def have_clients():
    """Installs the clients from npm if they are missing."""
    missing = have("node", "npm")
    if missing or (HERE / "node_modules" / ".package-lock.json").exists():
        return missing
    status, output = run(["npm", "ci", "--no-audit", "--no-fund"], 300)
    return f"npm ci failed: {output.strip().splitlines()[-1:]}" if status else None


def have_eglot():
    probe = ["emacs", "-q", "--batch", "--eval", "(progn (package-initialize) (require 'eglot))"]
    return have("emacs") or (run(probe)[0] and "eglot is not installed") or None


def have_ale():
    found = have("vim") or run(["vim", "-u", "NONE", "-Nes", "-c", "silent! packadd! ale",
                                "-c", "if empty(globpath(&rtp, 'autoload/ale.vim')) | cquit | endif", "-c", "qall!"])[0]
    return found if isinstance(found, str) else "the Vim plugin ALE is not installed" if found else None


# ---- Tests: each returns [(name, passed, output)], or a sentence that states why it cannot run


def unittests(module, needs=lambda: None):
    missing = needs()
    if missing:
        return missing
    status, output = run([sys.executable, "-m", "unittest", "-v", module])
    found = [(f"{module}: {name}", outcome == "ok", output) for name, outcome in UNITTEST_LINE.findall(output)]
    if not found or status and all(passed for _, passed, _ in found):
        found.append((module, False, output))
    return found


def program(name, command, missing=None, **more):
    if missing:
        return missing
    status, output = run(command, **more)
    return [(name, status == 0, output)]


TESTS = {
    "interactive": lambda: unittests("interactive_test"),
    "edits": lambda: unittests("edits_test"),
    "protocol": lambda: unittests("protocol_test"),
    "neovim": lambda: unittests("neovim_test", lambda: have("nvim")),
    "vim": lambda: unittests("vim_test", have_ale),
    "kate": lambda: unittests("kate_test", lambda: have("kate", "dbus-run-session")),
    "emacs": lambda: program("emacs", ["emacs", "-q", "--batch", "--eval", "(package-initialize)", "-l", str(HERE / "emacs.el")],
                             have_eglot(), ELEVEN_ROOT=str(ROOT)),
    "jsonrpc": lambda: program("jsonrpc", ["node", "session.mjs"], have_clients()),
    "monaco": lambda: program("monaco", ["node", "monaco.mjs", *picture()], have_browser() or have_clients()),
}


def picture():
    path = os.environ.get("PICTURE")
    return [str(ROOT / path), "9"] if path else []


def main(names):
    failed, names = 0, names or list(TESTS)
    unknown = [name for name in names if name not in TESTS]
    if unknown:
        print(f"run.py: unknown test '{unknown[0]}': expected {' '.join(TESTS)}", file=sys.stderr)
        return 2
    if {"jsonrpc", "monaco"} & set(names):
        have_clients()  # once, before two tests use them
    pool = concurrent.futures.ThreadPoolExecutor(2)
    for name, results in zip(names, pool.map(lambda name: TESTS[name](), names)):
        if isinstance(results, str):
            print(f"skip {name} ({results})", flush=True)
            continue
        for test, passed, output in results:
            failed += not passed
            print(f"{'ok' if passed else 'not ok'} {test}", flush=True)
        bad = [output for _, passed, output in results if not passed]
        if bad:
            print("".join(f"# {line}\n" for line in bad[0].splitlines()), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
