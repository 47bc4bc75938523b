#!/usr/bin/env python3
"""Keeps the version of all packages equal to the one in include/eleven/version.h.

    tools/version.py            lists the files whose version differs, and fails if there are any
    tools/version.py 0.3.0      writes this version into all of them
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Each file with the text before its version. The first one is what the builds read.
PLACES = {
    "include/eleven/version.h": r'#define ELEVEN_VERSION "',
    "front/web/component/module.js": r"const version = '",
    "front/web/engine/game.js": r"const version = '",
    "front/web/package.json": r'"version": "',
    "front/web/package-lock.json": r'"name": "eleven-2048",\s*"version": "',
    "editors/vscode/package.json": r'"version": "',
    "editors/vscode/package-lock.json": r'"name": "eleven-2048",\s*"version": "',
    "editors/emacs/eleven.el": r";; Version: ",
    "package/io.github.eleven2048.Eleven.metainfo.xml": r'<release version="',
    "package/debian/changelog": r"eleven \(",
}
HEADER = ROOT / "include/eleven/version.h"
MACRO = "#define ELEVEN_VERSION_NUMBER "
NUMBER = r"\d+\.\d+\.\d+"


def version_in(path):
    match = re.search(f"{PLACES[path]}({NUMBER})", (ROOT / path).read_text())
    return match[1] if match else None


def number_of(version):
    major, minor, patch = map(int, version.split("."))
    return 10000 * major + 100 * minor + patch


def write_number(version):
    """The version as a number, below the first place."""
    text = HEADER.read_text()
    HEADER.write_text(re.sub(rf"({MACRO})\d+", rf"\g<1>{number_of(version)}", text))


def write(path, version):
    text = (ROOT / path).read_text()
    (ROOT / path).write_text(re.sub(f"({PLACES[path]}){NUMBER}", rf"\g<1>{version}", text, count=2 if "lock" in path else 1))


def main(words):
    if len(words) > 1 or (words and not re.fullmatch(NUMBER, words[0])):
        print("usage: tools/version.py [MAJOR.MINOR.PATCH]", file=sys.stderr)
        return 2
    for path in PLACES if words else []:
        write(path, words[0])
    if words:
        write_number(words[0])
    expected = version_in("include/eleven/version.h")
    different = [path for path in PLACES if version_in(path) != expected]
    for path in different:
        print(f"{path} has version {version_in(path)}; include/eleven/version.h has {expected}", file=sys.stderr)
    if f"{MACRO}{number_of(expected)}\n" not in HEADER.read_text():
        print(f"include/eleven/version.h: ELEVEN_VERSION_NUMBER of {expected} is {number_of(expected)}", file=sys.stderr)
        return 1
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
