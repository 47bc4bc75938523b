#!/usr/bin/env python3
"""Writes doc/FACTS.md from the output of the program.

    build/eleven facts --json | tools/facts_page.py > doc/FACTS.md
"""

import json
import sys

HEAD = """# Questions about 2048, answered

This page is the output of `eleven facts`: for each question a claim, the argument for it and the results of the checks.
`eleven facts` repeats all checks, `eleven facts NAME` those of one question. The games that serve as evidence are in
`data/facts/` and inside the program. Unless stated otherwise, the rules are classic and the boards are 4x4.
"""


def table(found):
    head, *rows = found["rows"]
    lines = [head, ["---"] + ["--:"] * (len(head) - 1), *rows]
    return f"{found['caption']}:\n\n" + "\n".join("| " + " | ".join(line) + " |" for line in lines)


def fact(found):
    parts = [f"## {found['question']}", f"**{found['claim']}** ({found['certainty']}; `eleven facts {found['fact']}`)",
             *found["argument"],
             "\n".join(f"- {'' if one['holds'] else 'DOES NOT HOLD: '}{one['sentence']}" for one in found["evidence"]),
             *map(table, found["fact_tables"])]
    return "\n\n".join(parts)


def main():
    print("\n\n".join([HEAD.rstrip(), *map(fact, json.load(sys.stdin))]))


if __name__ == "__main__":
    main()
