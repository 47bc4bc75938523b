#!/usr/bin/env python3
"""Tests which of two revisions plays better.

    tools/match.py [--player PLAYER] [--depth N] [--games N] [--seed N] A B        make match A=REV B=REV

Both are built in a temporary folder and play games with the same seeds. The program of the working tree (--referee)
reads their scores and ends the match when its sequential test has decided. Two programs that play alike tie every game.
"""

import argparse
import contextlib
import os
import pathlib
import random
import select
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def fail(sentence, status=1):
    print(f"match: {sentence}", file=sys.stderr)
    sys.exit(status)


def commit_of(repository, revision):
    found = subprocess.run(["git", "-C", repository, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"],
                           stdout=subprocess.PIPE, text=True)
    if found.returncode or revision.startswith("-"):
        fail(f"there is no revision '{revision}' here (git fetch --unshallow completes a shallow clone)", 2)
    return found.stdout.strip()


def build(repository, commit, folder):
    """Builds the program of a commit. The variables of the outer make are not passed on."""
    folder.mkdir()
    print(f"building {commit[:10]}", file=sys.stderr)
    archive = subprocess.Popen(["git", "-C", repository, "archive", commit], stdout=subprocess.PIPE)
    unpacked = subprocess.run(["tar", "-x", "-C", folder], stdin=archive.stdout).returncode
    if archive.wait() or unpacked:
        fail(f"{commit[:10]} cannot be unpacked")
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES", "MAKELEVEL", "A", "B")}
    done = subprocess.run([os.environ.get("MAKE", "make"), "-s", f"-j{os.cpu_count() or 1}", "B=build", "build/eleven"],
                          cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        fail(f"{commit[:10]} cannot be built:\n{done.stdout.rstrip()}")
    return folder / "build" / "eleven"


class Side:
    """A running program. It writes its scores to a pipe. The reading end stays open here until the match is over, so
    that the program does not end early. The referee opens the pipe through a link with the name of the side."""

    def __init__(self, name, program, arguments, folder):
        self.name, self.out = name, None
        self.out, end = os.pipe()
        self.errors = tempfile.TemporaryFile("w+", dir=folder)
        self.process = subprocess.Popen([program, "match", "--scores", *arguments], stdin=subprocess.DEVNULL,
                                        stdout=end, stderr=self.errors)
        os.close(end)
        (folder / name).symlink_to(f"/dev/fd/{self.out}")

    def has_ended(self):
        watch = select.poll()
        watch.register(self.out, select.POLLHUP)
        return any(event & select.POLLHUP for _, event in watch.poll(0))

    def close(self):
        """Ends the program. Returns None or a sentence about its failure."""
        if not self.has_ended():
            self.process.terminate()
            self.process.wait()
            return None
        if self.process.wait() == 0:
            return None
        self.errors.seek(0)
        return f"the program of {self.name} has failed: {self.errors.read().strip() or self.process.returncode}"


def hold(referee, options, programs, folder):
    """Plays the match and returns the exit status."""
    arguments = [word for name in ("player", "depth", "games", "seed")
                 for word in (f"--{name}", str(getattr(options, name))) if getattr(options, name) is not None]
    sides = [Side(f"{letter} {commit[:10]}", program, arguments, folder) for letter, commit, program in programs]
    try:
        command = [referee, "match", sides[0].name, "against", sides[1].name, "--from-scores"]
        command += ["--games", str(options.games)] if options.games is not None else []
        command += ["--json"] if options.json else []
        status = subprocess.run(command, cwd=folder, pass_fds=[side.out for side in sides]).returncode
    finally:
        troubles = [trouble for trouble in [side.close() for side in sides] if trouble]
    for trouble in troubles:
        fail(trouble)
    return status


def main():
    parser = argparse.ArgumentParser(description="Test which of two revisions plays better.")
    parser.add_argument("--player", help="the player of both (default: that of each program)")
    parser.add_argument("--depth", help="moves to look ahead")
    parser.add_argument("--games", help="the maximum number of pairs of games (20000)", default="20000")
    parser.add_argument("--seed", help="the seed of the whole match (random)", default=str(random.randrange(10**9)))
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--referee", default=str(ROOT / "build" / "eleven"), help=argparse.SUPPRESS)
    parser.add_argument("--repository", default=str(ROOT), help=argparse.SUPPRESS)
    parser.add_argument("A", help="the first revision")
    parser.add_argument("B", help="the second revision")
    options = parser.parse_args()
    if not options.A or not options.B:
        fail("expected two revisions: make match A=REV B=REV", 2)
    commits = [commit_of(options.repository, revision) for revision in (options.A, options.B)]
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="eleven-match-")))
        programs = {commit: build(options.repository, commit, folder / commit) for commit in dict.fromkeys(commits)}
        print(f"playing, seed {options.seed}", file=sys.stderr)
        return hold(str(pathlib.Path(options.referee).resolve()), options,
                    [(letter, commit, programs[commit]) for letter, commit in zip("AB", commits)], folder)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
