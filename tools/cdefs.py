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


def text():
    """All declarations, without comments and lines of the preprocessor."""
    texts = []
    for chapter in chapters("eleven.h"):
        code = (ROOT / "include" / chapter).read_text()
        code = re.sub(r"/\*.*?\*/", "", code, flags=re.S)
        code = re.sub(r"^#ifdef __cplusplus.*?#endif\n", "", code, flags=re.S | re.M)
        code = re.sub(r"^#(?:\\\n|.)*\n", "", code, flags=re.M)
        texts.append("\n".join(line.rstrip() for line in code.splitlines() if line.strip()))
    return "\n".join(texts)


def declarations():
    header = (ROOT / "include" / "eleven" / "version.h").read_text()
    version = "\n".join(f"{name.removeprefix('ELEVEN_')} = {value}"
                        for name, value in re.findall(r"^#define (ELEVEN_\w+) (\S+)$", header, re.M))
    return f'"""Generated from the headers by tools/cdefs.py."""\n\n{version}\n\nTEXT = """\n{text()}\n"""\n'


if __name__ == "__main__":
    TARGET.write_text(declarations())
