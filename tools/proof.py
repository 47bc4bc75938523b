#!/usr/bin/env python3
"""Proves with Frama-C that files of src/core have no run-time error and keep to their contracts, which are in test/proof.

    tools/proof.py BUILD [NAME...]     prints what could not be proved

Needs Debian's frama-c-base, why3, z3 and cvc4. doc/TRUST.md explains what is proved and what is not.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# How many goals must be proved at least: a few less than on a busy machine, since the time for each is limited.
LEAST = {"line": 126, "board": 230}
# Without the last two, each goal is simplified for seconds instead of milliseconds.
OPTIONS = ["-wp", "-wp-rte", "-wp-prover", "z3,cvc4", "-wp-timeout", "60", "-wp-par", "2",
           "-wp-no-pruning", "-wp-no-core", f"-cpp-extra-args=-I{ROOT}/include -I{ROOT}/src -I{ROOT} -D_DEFAULT_SOURCE"]


# Why3 finds this script as z3. Without models for quantifiers, Z3 proved in a second what it did not prove in 30.
Z3 = """#!/bin/sh
exec {z3} smt.mbqi=false auto_config=false "$@"
"""


def annotate(name):
    """The source with each part of the contract in front of the next line that begins like the words after `before`."""
    lines, at = (ROOT / "src" / "core" / f"{name}.c").read_text().splitlines(), 0
    for part in re.split(r"^before ", (ROOT / "test" / "proof" / f"{name}.acsl").read_text(), flags=re.M)[1:]:
        where, text = part.split("\n", 1)
        at = next((i for i in range(at, len(lines)) if lines[i].startswith(where)), None)
        if at is None:
            sys.exit(f"test/proof/{name}.acsl: no further line of src/core/{name}.c begins like {where!r}")
        added = text.rstrip().splitlines()
        lines[at:at] = added
        at += len(added) + 1
    return "\n".join(lines) + "\n"


def prove(build, name, environment):
    """How many goals were proved, and how many there are; None where Frama-C does not accept the contract."""
    (build / f"{name}.c").write_text(annotate(name))
    log = build / f"{name}.log"
    with open(log, "w") as out:
        status = subprocess.run(["frama-c", *OPTIONS, str(build / f"{name}.c")], env=environment, stdin=subprocess.DEVNULL,
                                stdout=out, stderr=subprocess.STDOUT).returncode
    text = log.read_text(errors="replace")
    for goal in re.findall(r"^\[wp\] \[\w+\] Goal typed_(\w+)(?: : (?!Valid)|$)", text, re.M):
        print(f"not proved: {goal}")
    count = re.search(r"^\[wp\] Proved goals: +(\d+) / (\d+)", text, re.M)
    return (int(count[1]), int(count[2])) if count and not status else None


def main(build, *names):
    build = pathlib.Path(build)
    absent = [tool for tool in ("frama-c", "why3", "z3", "cvc4") if not shutil.which(tool)]
    if absent:
        print(f"proof: skipped, because {', '.join(absent)} cannot be found (Debian: frama-c-base why3 z3 cvc4)")
        return 0
    (build / "bin").mkdir(parents=True, exist_ok=True)
    (build / "bin" / "z3").write_text(Z3.format(z3=shutil.which("z3")))
    (build / "bin" / "z3").chmod(0o755)
    environment = {**os.environ, "WHY3CONFIG": str((build / "why3.conf").resolve()),
                   "PATH": f"{(build / 'bin').resolve()}:{os.environ['PATH']}"}
    subprocess.run(["why3", "config", "detect"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    status = 0
    for name in names or LEAST:
        found = prove(build, name, environment)
        enough = found and found[0] >= LEAST[name]
        status |= not enough
        print(f"{'ok' if enough else 'not ok'} {name}.c: " +
              (f"{found[0]} of {found[1]} goals are proved, at least {LEAST[name]}" if found else f"see {build}/{name}.log"))
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
