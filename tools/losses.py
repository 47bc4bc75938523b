#!/usr/bin/env python3
"""Faults and losses: runs the rounds of the fault tests many times and prints the table of doc/SAVING.md.

    make losses                   the usual number of rounds: some minutes
    ROUNDS=10 make losses         fewer
"""

import os
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "test" / "e2e"))
os.environ.setdefault("ELEVEN", str(ROOT / "build" / "eleven"))

import power_test  # noqa: E402
import store_faults  # noqa: E402

ROUNDS = int(os.environ.get("ROUNDS", "100"))


def row(fault, rounds, before, lost, what):
    print(f"| {fault} | {rounds} | {before} | {lost} | {what} |".replace("|  |", "| |"), flush=True)


def kills(folder):
    rounds = [store_faults.kill_round(f"{folder}/kill-{seed}", seed) for seed in range(ROUNDS)]
    row("the program is killed while it plays", ROUNDS, f"{sum(shown for shown, _ in rounds):,} moves on the screen",
        f"{sum(lost for _, lost in rounds)} moves", "")


def two_programs(folder):
    rounds = [store_faults.two_programs_round(f"{folder}/two-{seed}", 10 * seed) for seed in range(ROUNDS // 2)]
    row("two programs play, one is killed", len(rounds), f"{sum(one[0] for one in rounds):,} moves on the screens",
        f"{sum(one[1] for one in rounds)} moves", "")


def full_disks(folder):
    if not store_faults.can_mount():
        return
    rounds = [store_faults.full_disk_round(f"{folder}/full-{number}") for number in range(max(1, ROUNDS // 10))]
    row("the disk is full for a while", len(rounds), f"{sum(one[0] for one in rounds):,} moves on the screen",
        f"{sum(one[1] for one in rounds)} moves", "the screen showed NOT SAVED")


def power_failures(_folder):
    test = power_test.PowerTest("test_a_power_failure_costs_at_most_a_second")
    power_test.CUTS = ROUNDS // 2
    result = test.run()
    lost = re.search(r"the oldest lost move was ([0-9.]+) s old", power_test.PowerTest.figures)
    row("the power fails while it plays", power_test.CUTS, "all moves of up to 3 s",
        f"at most the last {lost.group(1)} s" if lost and result.wasSuccessful() else "FAILED",
        "see below")


def damages(folder):
    data = store_faults.known_store(f"{folder}/known")
    known = store_faults.records(f"{folder}/known")[0]
    pages = len(data) // store_faults.PAGE
    for kind in ("one bit", "twenty bytes", "a page of zeros", "a page of noise", "the end cut off"):
        count = pages if "page" in kind else ROUNDS
        found = [store_faults.damage_round(f"{folder}/damaged", data, known, seed, kind) for seed in range(count)]
        whole, part, lost = (sum(one[key] for one in found) for key in ("whole", "part", "lost"))
        worst = max(one["lost"] for one in found)
        row(f"damage: {kind}", count, f"{len(known) * count:,} games", f"{lost} games; {part} were kept in part",
            f"worst case {worst} of {len(known)}")
        assert whole + part + lost == len(known) * count and not any(one["wrong"] for one in found)


def main():
    print("| fault | rounds | before the fault | lost | remarks |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="eleven-losses-", dir=store_faults.MEMORY) as folder:
        for fault in (kills, two_programs, full_disks, power_failures, damages):
            fault(folder)


if __name__ == "__main__":
    main()
