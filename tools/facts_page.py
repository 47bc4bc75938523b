#!/usr/bin/env python3
"""doc/FACTS.md from the program's own answers.

    build/eleven facts --json | tools/facts_page.py > doc/FACTS.md
"""

import json
import sys

HEAD = """# Questions about 2048, answered

Everything on this page is what `eleven facts` prints: a claim, the argument for it, and what its check found when the page
was made. `eleven facts` checks all of it again, `eleven facts NAME` one; the games that bear witness are in `data/facts/`
and inside the program. Rules are classic, boards 4x4, where nothing else is said.
"""


def table(found):
    head, *rows = found["rows"]
    lines = [head, ["---"] + ["--:"] * (len(head) - 1), *rows]
    return f"{found['caption']}:\n\n" + "\n".join("| " + " | ".join(line) + " |" for line in lines)


def fact(found):
    parts = [f"## {found['question']}", f"**{found['claim']}** ({found['status']}; `eleven facts {found['name']}`)",
             *found["argument"],
             "\n".join(f"- {'' if one['holds'] else 'DOES NOT HOLD: '}{one['sentence']}" for one in found["evidence"]),
             *map(table, found["tables"])]
    return "\n\n".join(parts)


def main():
    print("\n\n".join([HEAD.rstrip(), *map(fact, json.load(sys.stdin))]))


if __name__ == "__main__":
    main()
