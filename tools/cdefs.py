#!/usr/bin/env python3
"""Makes bindings/python/eleven/_declarations.py: what the headers declare, as cffi reads it.

    tools/cdefs.py            writes it
    tools/cdefs.py --check    says whether it is up to date; exit status 1 if not
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MADE = ROOT / "bindings" / "python" / "eleven" / "_declarations.py"


def chapters(header):
    """The chapters that a header includes, those that others need first."""
    found = []
    for chapter in re.findall(r'^#include "(eleven/\w+\.h)"', (ROOT / "include" / header).read_text(), re.M):
        found += [*chapters(chapter), chapter]
    return list(dict.fromkeys(found))


def declarations():
    eleven = (ROOT / "include" / "eleven.h").read_text()
    texts = []
    for chapter in chapters("eleven.h"):
        text = (ROOT / "include" / chapter).read_text()
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        text = re.sub(r"^#ifdef __cplusplus.*?#endif\n", "", text, flags=re.S | re.M)
        text = re.sub(r"^#(?:\\\n|.)*\n", "", text, flags=re.M)
        texts.append("\n".join(line.rstrip() for line in text.splitlines() if line.strip()))
    version = re.search(r'ELEVEN_VERSION "([^"]+)"', eleven)[1]
    return (f'"""Made from the headers by tools/cdefs.py; change those."""\n\nVERSION = "{version}"\n\n'
            'TEXT = """\n' + "\n".join(texts) + '\n"""\n')


def main(words):
    made = declarations()
    if words == ["--check"]:
        if MADE.exists() and MADE.read_text() == made:
            print("cdefs: the Python declarations are those of the headers")
            return 0
        print("cdefs: the Python declarations are behind the headers; 'make api' writes them again")
        return 1
    MADE.write_text(made)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
