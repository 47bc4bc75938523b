#!/usr/bin/env python3
"""Finds names that would clash if the library were one translation unit: static functions and variables, types, macros
and enumeration constants that several files of src/ (without the store) define. `make names` runs it.

A header without an include guard is a template: it is compiled once by each file that includes it (a kernel for each
vector width). The macros that it uses and those files define are its parameters, which may differ.
"""

import collections
import re
import sys

from sources import STRING, c_files, functions, read, room_of, without_comments

IDENTIFIER = r"[A-Za-z_]\w*"
MACRO = re.compile(rf"^[ \t]*#[ \t]*define[ \t]+({IDENTIFIER})", re.M)
UNDEFINED = re.compile(rf"^[ \t]*#[ \t]*undef[ \t]+({IDENTIFIER})", re.M)
DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.M)
TAG = re.compile(rf"^(?:typedef )?(?:struct|union|enum) ({IDENTIFIER}) {{", re.M)
TYPE_END = re.compile(rf"^}} ({IDENTIFIER})(?:\[\w*\])*(?:;| = )", re.M)
TYPE = re.compile(rf"^typedef [^{{;]*?({IDENTIFIER})(?:\[\w*\])*;", re.M)
OPAQUE = re.compile(r"^typedef struct (\w+) \1;", re.M)  # the structure itself is in one source file
FUNCTION_TYPE = re.compile(rf"^typedef [^{{;]*?(?:\(\*({IDENTIFIER})\)|\b({IDENTIFIER}))\([^;]*\);", re.M)
ENUM = re.compile(r"^(?:typedef )?enum\b[^{;(]*\{(.*?)\}", re.M | re.S)
VARIABLE = re.compile(rf"^static [^(;={{]*?({IDENTIFIER})(?:\[[^\]]*\])*(?: = |;)", re.M)
ATTRIBUTE = re.compile(r" ?__attribute__\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)")
GUARD = re.compile(r"\A\s*#ifndef (\w+)\n#define \1\n")


def is_template(path):
    return path.endswith(".h") and not GUARD.match(without_comments(read(path)))


def names_of(path):
    """The names that a file defines at the outermost level, with those of functions that other files see."""
    text = STRING.sub('""', without_comments(read(path)))
    guard = GUARD.match(text)
    names = set(MACRO.findall(text)) - set(UNDEFINED.findall(text)) - ({guard[1]} if guard else set())
    text = OPAQUE.sub("", ATTRIBUTE.sub("", DIRECTIVE.sub("", text)))
    for pattern in (TAG, TYPE_END, TYPE, VARIABLE):
        names |= set(pattern.findall(text))
    names |= {name for pair in FUNCTION_TYPE.findall(text) for name in pair if name}
    for body in ENUM.findall(text):
        names |= set(re.findall(rf"(?:^|,)\s*({IDENTIFIER})", re.sub(r"\([^()]*\)", "", body)))
    return names | {name for _, name in functions(path) if not name.isupper()}


def parameters(paths):
    """The macros that templates use."""
    return {word for path in paths if is_template(path) for word in re.findall(IDENTIFIER, read(path))
            if word.isupper()} - {name for path in paths if path.endswith(".h") for name in names_of(path)}


def library_files():
    return [path for path in c_files() if path.startswith("src/") and room_of(path) != "store"]


def main():
    paths = library_files()
    owners = collections.defaultdict(list)
    for path in paths:
        for name in names_of(path):
            owners[name].append(path)
    for name in parameters(paths):
        owners.pop(name, None)
    clashes = {name: files for name, files in sorted(owners.items()) if len(files) > 1}
    for name, files in clashes.items():
        print(f"{name}: {' '.join(files)}")
    print(f"names: {len(paths)} files, {len(clashes)} names that clash")
    return 1 if clashes else 0


if __name__ == "__main__":
    sys.exit(main())
