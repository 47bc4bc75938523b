#!/usr/bin/env python3
"""Writes bindings/python/eleven/_declarations.py: the declarations of the headers in the form that cffi reads.

`make library` and the installation of the Python package run this script.
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "bindings" / "python" / "eleven" / "_declarations.py"


def chapters(header):
    """The chapters that a header includes, each after the chapters that it needs."""
    found = []
    for chapter in re.findall(r'^#include "(eleven/\w+\.h)"', (ROOT / "include" / header).read_text(), re.M):
        found += [*chapters(chapter), chapter]
    return list(dict.fromkeys(found))


def declarations():
    version = (ROOT / "include" / "eleven" / "version.h").read_text()
    texts = []
    for chapter in chapters("eleven.h"):
        text = (ROOT / "include" / chapter).read_text()
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        text = re.sub(r"^#ifdef __cplusplus.*?#endif\n", "", text, flags=re.S | re.M)
        text = re.sub(r"^#(?:\\\n|.)*\n", "", text, flags=re.M)
        texts.append("\n".join(line.rstrip() for line in text.splitlines() if line.strip()))
    version = "\n".join(f"{name.removeprefix('ELEVEN_')} = {value}"
                        for name, value in re.findall(r"^#define (ELEVEN_\w+) (\S+)$", version, re.M))
    return (f'"""Generated from the headers by tools/cdefs.py."""\n\n{version}\n\n'
            'TEXT = """\n' + "\n".join(texts) + '\n"""\n')


if __name__ == "__main__":
    TARGET.write_text(declarations())
