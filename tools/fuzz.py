#!/usr/bin/env python3
"""Runs every fuzz target for some seconds and prints a table; its totals include the runs before.

    tools/fuzz.py FOLDER [SECONDS [TARGET...]]     the targets are the programs in FOLDER, from `make fuzz`

What is learned is kept in FOLDER/corpus, and the totals in FOLDER/totals.json. A finding is kept in FOLDER/found and leads
to exit status 1; it belongs into test/fuzz/corpus, which `make test` replays.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORPUS = ROOT / "test" / "fuzz" / "corpus"
# The server has a thread, whose memory is not a leak while it lives; a checkpoint and a database are large.
SLOW = {"http": ["-detect_leaks=0"], "websocket": ["-detect_leaks=0"], "store": ["-max_len=128"], "checkpoint": ["-max_len=64"]}


def fuzz(folder, name, seconds):
    """The runs, the edges that were reached, and the finding or an empty text."""
    learned, found = folder / "corpus" / name, folder / "found"
    learned.mkdir(parents=True, exist_ok=True)
    found.mkdir(exist_ok=True)
    done = subprocess.run([folder / name, f"-max_total_time={seconds}", "-print_final_stats=1", "-timeout=60",
                           "-rss_limit_mb=3000", f"-artifact_prefix={found}/{name}-", *SLOW.get(name, []), learned,
                           CORPUS / name], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, errors="replace")
    runs = re.search(r"stat::number_of_executed_units: (\d+)", done.stderr)
    edges = re.findall(r"cov: (\d+)", done.stderr)
    why = re.findall(r".*(?:expected: |runtime error: |SUMMARY: |ERROR: ).*", done.stderr)
    finding = (why or ["it ended with status %d" % done.returncode])[0] if done.returncode else ""
    return int(runs[1]) if runs else 0, int(edges[-1]) if edges else 0, finding


def main(folder, seconds="60", *names):
    folder = pathlib.Path(folder).resolve()
    kept = folder / "totals.json"
    totals = json.loads(kept.read_text()) if kept.exists() else {}
    known = sorted(path.name for path in folder.iterdir() if path.is_file() and path.suffix == "" and os.access(path, os.X_OK))
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"fuzz: there is no target '{unknown[0]}'; the targets are {' '.join(known)}", file=sys.stderr)
        return 2
    findings = 0
    print(f"{'target':12} {'runs':>11} {'per second':>11} {'edges':>6} {'all runs':>13}")
    for name in names or known:
        runs, edges, finding = fuzz(folder, name, seconds)
        totals[name] = totals.get(name, 0) + runs
        kept.write_text(json.dumps(totals))
        findings += bool(finding)
        print(f"{name:12} {runs:11,} {runs // int(seconds):11,} {edges:6,} {totals[name]:13,}  {finding}", flush=True)
    print(f"{'all':12} {'':11} {'':11} {'':6} {sum(totals.values()):13,}  {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
