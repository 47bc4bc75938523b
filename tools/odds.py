#!/usr/bin/env python3
"""Solves boards again and compares the values with those that `eleven facts odds` records. `make facts-check` runs it.

    tools/odds.py [BOARD...]   3x3 takes half a minute, and "2x5 to 512" five minutes; without BOARD all recorded boards

The exit status is 1 if a value differs by more than its error. $ELEVEN is the program (build/eleven).
"""

import json
import os
import pathlib
import subprocess
import sys

ELEVEN = os.environ.get("ELEVEN") or str(pathlib.Path(__file__).resolve().parent.parent / "build/eleven")
WORTH = ["score", "moves", "forced score", "forced moves", "forced tile"]


def answer(*words):
    return json.loads(subprocess.run([ELEVEN, *words, "--json"], check=True, text=True, stdout=subprocess.PIPE).stdout)


def recorded():
    """{board: {(objective, tile): (value, miss)}}, and {board: positions}."""
    _, _, worth, chances = (table["rows"][1:] for table in answer("facts", "odds")["fact_tables"])
    values = {board: {(name, None): (float(cell), 0) for name, cell in zip(WORTH, cells)} for board, _, *cells in worth}
    for board, tile, value, miss in chances:
        values[board]["reach", int(tile)] = (float(value), float(miss))
    return values, {row[0]: int(row[1].replace(",", "")) for row in worth}


def differences(board, values, positions):
    size, _, goal = board.partition(" to ")
    found = answer("solve", size, "--for", "all", *(["--goal", goal] if goal else []))
    solved = {(one["objective"], one.get("tile")): (one["value"], one.get("miss", 0)) for one in found["objectives"]}
    if found["positions"] != positions:
        yield f"{board}: {found['positions']} positions, not {positions}"
    if solved.keys() != values.keys():
        yield f"{board}: other objectives than recorded"
    for name in solved.keys() & values.keys():
        for new, old in zip(solved[name], values[name]):
            if abs(new - old) > 2 * found["relative_error"] * old:
                yield f"{board}: {name[0]} {name[1] or ''} is {new}, not {old}"


def main(boards):
    values, positions = recorded()
    if not set(boards) <= values.keys():
        sys.exit(f"odds: the recorded boards are {', '.join(values)}")
    offences = 0
    for board in boards or values:
        found = list(differences(board, values[board], positions[board]))
        print("\n".join(found) if found else f"{board}: {len(values[board])} values are as recorded")
        offences += len(found)
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
