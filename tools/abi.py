#!/usr/bin/env python3
"""The binary interface of the library, as a list: package/libeleven.abi.

    tools/abi.py            compares the headers with the list, and fails if they differ
    tools/abi.py write      writes the list, and the symbols of the Debian package

The list contains every function and function type, the size of every public structure, the place of each of its
members, and the value of every constant, on a 64-bit system. It comes from the headers and a C compiler, and does not
depend on the compiler's version. Tests compare the exported names with the headers.
"""

import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

from cdefs import ROOT, text

LIST = ROOT / "package/libeleven.abi"
SYMBOLS = ROOT / "package/debian/libeleven0.symbols"
HEADER = (ROOT / "include/eleven/version.h").read_text()
ABI = re.search(r"^#define ELEVEN_ABI (\d+)", HEADER, re.M)[1]
VERSION = re.search(r'^#define ELEVEN_VERSION "(.*)"', HEADER, re.M)[1]


def statements(code):
    """The parts of the code that end with a semicolon outside of braces, on one line each."""
    depth, begin = 0, 0
    for i, letter in enumerate(code):
        depth += (letter == "{") - (letter == "}")
        if letter == ";" and depth == 0:
            yield " ".join(code[begin:i].split())
            begin = i + 1


def member_names(declaration):
    """The names that the declaration of a member declares: `uint64_t low, high`, `char name[32]`, `bool (*stop)(int)`."""
    pointer = re.search(r"\(\*(\w+)\)", declaration)
    if pointer:
        return [pointer[1]]
    return [re.findall(r"\w+", re.sub(r"\[.*", "", part))[-1] for part in declaration.split(",")]


def lines_of(statement):
    """The lines of the list for a statement; {} stands for what the compiler computes. Yields (line, expressions)."""
    structure = re.match(r"(?:typedef )?struct (\w+) \{(.*)\}", statement)
    constants = re.match(r"(?:typedef )?enum (?:\w+ )?\{(.*)\}", statement)
    if structure:
        name = structure[1]
        yield f"struct {name}: {{}} bytes", [f"sizeof(struct {name})"]
        for declaration in statements(structure[2]):
            places = [f"offsetof(struct {name}, {member})" for member in member_names(declaration)]
            yield f"{name} at {', '.join(['{}'] * len(places))}: {declaration}", places
    elif constants:
        for constant in constants[1].split(","):
            if constant.strip():
                name = constant.split("=")[0].strip()
                yield f"{name} = {{}}", [name]
    else:
        yield statement, []


def listed():
    """The lines of the list. A C program computes the numbers."""
    parts = sorted(list(lines_of(statement)) for statement in statements(text()))
    lines = [line for part in parts for line in part]
    numbers = [number for _, numbers in lines for number in numbers]
    code = "#include <eleven.h>\n#include <stdio.h>\nint main(void)\n{\n"
    code += "".join(f'    printf("%lld\\n", (long long)({number}));\n' for number in numbers) + "}\n"
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "abi.c"
        source.write_text(code)
        subprocess.run([os.environ.get("CC", "cc"), f"-I{ROOT / 'include'}", source, "-o", source.with_suffix("")], check=True)
        found = subprocess.run([source.with_suffix("")], check=True, capture_output=True, text=True).stdout.split()
    values = iter(found)
    filled = [line.format(*(next(values) for _ in numbers)) if numbers else line for line, numbers in lines]
    return [f"libeleven.so.{ABI}", *filled]


def write(lines):
    LIST.write_text("\n".join(lines) + "\n")
    names = sorted({name for line in lines for name in re.findall(r"^(?!typedef|eleven_\w+ at)[^(]*?\b(eleven_\w+)\(", line)})
    old = SYMBOLS.read_text()
    since = dict(re.findall(r"^ (\w+)@Base (\S+)$", old, re.M))
    head = "".join(old.splitlines(True)[:2])
    SYMBOLS.write_text(head + "".join(f" {name}@Base {since.get(name, VERSION)}\n" for name in names))


def may_grow(line, lines):
    """Whether the line is the size of a structure that begins with its size, and that has only become larger: new members
    are behind the old size."""
    match = re.match(r"struct (\w+): (\d+) bytes$", line)
    if not match or f"{match[1]} at 0: size_t size" not in lines:
        return False
    old = set(LIST.read_text().splitlines())
    places = [int(place) for new in lines if new not in old for place in re.findall(rf"^{match[1]} at (\d+)", new)]
    return bool(places) and min(places) >= int(match[2])


def compare(lines):
    old = LIST.read_text().splitlines()
    gone, new = [line for line in old if line not in set(lines)], [line for line in lines if line not in set(old)]
    lost = [line for line in gone if not may_grow(line, lines)]
    for sign, changed in (("-", gone), ("+", new)):
        for line in changed:
            print(sign, line)
    if lost and old[0] == lines[0]:
        print(f"abi: programs that were built before may fail: {len(lost)} lines of {LIST.relative_to(ROOT)} are no longer "
              "true; undo the change, or increase ELEVEN_ABI in include/eleven/version.h")
    if gone or new:
        print("abi: record what is intended with 'make abi-write'")
    return 1 if gone or new else 0


def main(words):
    if struct.calcsize("P") != 8:
        print("abi: skipped, since the list is for 64-bit systems")
        return 0
    if words not in ([], ["write"]):
        print("usage: tools/abi.py [write]", file=sys.stderr)
        return 2
    return write(listed()) if words else compare(listed())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
