#!/usr/bin/env python3
"""Writes doc/FACTS.md and its pictures, doc/facts/NAME.svg, from the output of the program.

    tools/facts_page.py                     writes them
    tools/facts_page.py --check [NAME...]   compares them with the program: all, or the parts of these facts

All evidence is checked on the way: a minute for all facts. $ELEVEN is the program (build/eleven).
"""

import json
import os
import pathlib
import re
import subprocess
import sys

from facts_pictures import PICTURES

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE, FOLDER = ROOT / "doc/FACTS.md", ROOT / "doc/facts"

HEAD = """# Questions about 2048, answered

Each section asks a question about 2048, gives the answer, and explains why it is so and how it was found. Nothing here
has to be believed: this page is the output of `eleven facts`, which produces the evidence again each time. `eleven facts
NAME` does so for one question. The games that serve as evidence are in `data/facts/` and inside the program. Unless
stated otherwise, the rules are classic and the boards are 4x4."""

CERTAINTY = {
    "proved": "**How sure is it?** It is proved, and a computer has checked every case.",
    "bracketed": "**How sure is it?** Both limits are proved. Where the answer is between them is an open question.",
    "measured": "**How sure is it?** What is measured has an error, which is stated with it; the rest is exact.",
}


def program():
    return os.environ.get("ELEVEN") or str(ROOT / "build/eleven")


def facts(names):
    """The facts with these names, or all. The exit status of the program does not matter: they state what holds."""
    outputs = [subprocess.run([program(), "facts", *name, "--json"], text=True, stdout=subprocess.PIPE).stdout
               for name in ([[name] for name in names] or [[]])]
    if not all(outputs):
        sys.exit(2)  # the program has said why
    found = [json.loads(output) for output in outputs]
    return found if names else found[0]


def table(found):
    head, *rows = found["rows"]
    lines = [head, ["---"] + ["--:"] * (len(head) - 1), *rows]
    return (f"<details><summary>{found['caption']}</summary>\n\n" +
            "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n\n</details>")


def paragraph(words):
    """The question with which it begins is bold."""
    question, rest = words.split("? ", 1)
    return f"**{question}?** {rest}"


def described(svg):
    return re.search(r"<desc[^>]*>(.*)</desc>", svg)[1]


def section(found, svg):
    name = found["fact"]
    parts = [f"## {found['question']}", f"**{found['claim']}**", f"![{described(svg)}](facts/{name}.svg)",
             *map(paragraph, found["argument"]),
             f"{CERTAINTY[found['certainty']]} `eleven facts {name}` finds:",
             "\n".join(f"- {'' if one['holds'] else 'DOES NOT HOLD: '}{one['sentence']}" for one in found["evidence"]),
             *map(table, found["fact_tables"])]
    return "\n\n".join(parts)


def write(drawn):
    FOLDER.mkdir(exist_ok=True)
    for found, svg in drawn:
        (FOLDER / f"{found['fact']}.svg").write_text(svg)
    PAGE.write_text("\n\n".join([HEAD, *(section(found, svg) for found, svg in drawn)]) + "\n")


def differences(drawn, is_all):
    """What does not hold, and the files that differ from the program."""
    page = PAGE.read_text()
    for found, svg in drawn:
        name = found["fact"]
        if not found["holds"]:
            yield f"{name}: some of the evidence does not hold; 'eleven facts {name}' shows it"
        if section(found, svg) + "\n" not in page:
            yield f"{name}: its part of doc/FACTS.md is not what the program prints; run tools/facts_page.py"
        path = FOLDER / f"{name}.svg"
        if not path.exists() or path.read_text() != svg:
            yield f"{name}: doc/facts/{name}.svg is not the picture of it; run tools/facts_page.py"
    whole = "\n\n".join([HEAD, *(section(found, svg) for found, svg in drawn)]) + "\n"
    if is_all and page != whole:
        yield "doc/FACTS.md has more or other parts than the program; run tools/facts_page.py"


def main(words):
    is_check = words[:1] == ["--check"]
    if words and not is_check:
        sys.exit(__doc__)
    drawn = [(found, PICTURES[found["fact"]](found, program())) for found in facts(words[1:])]
    if not is_check:
        write(drawn)
    offences = list(differences(drawn, is_all=not words[1:]))
    print("\n".join([*offences, *(f"{found['fact']}: {len(found['evidence'])} pieces of evidence, {found['certainty']}"
                                  for found, _ in drawn)]))
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
