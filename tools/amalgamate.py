#!/usr/bin/env python3
"""The library in one file: one.c, its private headers and then its sources as they are, and eleven.h with its chapters.

    tools/amalgamate.py FOLDER SOURCE...

Everything private becomes static, so that one.c defines no name that does not begin with eleven_: a function is static
where its first declaration is, so the word is added to the declarations in private headers and to private constants.
A template (a header without an include guard, see check_names.py) is put into each file that includes it. Macros add
the name of that file to its names.
"""

import pathlib
import re
import sys

from check_names import MACRO, is_template, names_of
from sources import ROOT, read

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)".*\n', re.M)
DECLARATION = re.compile(r"^(?!static\b|typedef\b|extern\b|_Static|(struct|union|enum)\b[^(;]*[{;])(?=[a-z_])", re.M)
CONSTANT = re.compile(r"^(?=const (?!.*\beleven_\w+(\[\w*\])* =)[^(;\n]*(\(\w+\))?(\[\w*\])* =)", re.M)

INSIDE = re.compile(r'^INSIDE_FILE\((\w+), "(.*)"\)\n', re.M)

HEAD = """/* The library Eleven as one translation unit, made from its sources by tools/amalgamate.py. Compile it with eleven.h
 * in the same folder, and link with -lm and -pthread. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64
#endif
#if defined __FAST_MATH__ || (defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__)
#error "compile one.c without -ffast-math and -ffinite-math-only: the value of an illegal move is NAN"
#endif
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
/* Multiplying and adding in one step would give other results. */
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wunneeded-internal-declaration"
#pragma STDC FP_CONTRACT OFF
#elif defined __GNUC__
#pragma GCC optimize("fp-contract=off")
#endif
#include "eleven.h"
"""

# The numbers of inside.h are little-endian.
NUMBERS = """#include <stdint.h>
#define INSIDE_FILE
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define W(word) __builtin_bswap64(UINT64_C(word))
#else
#define W(word) UINT64_C(word)
#endif
"""

# The file of a template chooses instructions for itself alone.
BEFORE = """#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC push_options
#endif
"""
AFTER = BEFORE.replace("push", "pop")


def find(name):
    return next((base + name for base in ("src/", "include/") if (ROOT / (base + name)).is_file()), None)


def includes(path):
    return [find(name) for name in INCLUDE.findall(read(path))]


def private_headers(sources):
    """The headers with a guard, those that others need first."""
    found, seen = [], set()

    def visit(path):
        for header in includes(path):
            if header.startswith("src/") and header not in seen:
                seen.add(header)
                visit(header)
                if not is_template(header):
                    found.append(header)

    for source in sources:
        visit(source)
    return found


def inside(match):
    """A file as numbers of eight bytes, and names for its bytes."""
    name, data = match[1], (ROOT / match[2]).read_bytes()
    padded = data + bytes(-len(data) % 8)
    words = [f"W(0x{int.from_bytes(padded[i:i + 8], 'little'):x})" for i in range(0, len(padded), 8)]
    lines = ",\n".join(",".join(words[i:i + 5]) for i in range(0, len(words), 5))
    return (f"static const uint64_t {name}_words[] = {{\n{lines}}};\n#define {name} ((const unsigned char *){name}_words)\n"
            f"#define {name}_end ({name} + {len(data)})\n")


def title(path):
    return f"\n/* ======== {path} ======== */\n\n"


def header_text(path):
    text = DECLARATION.sub("static ", INCLUDE.sub("", read(path)))
    return title(path) + re.sub(r"^extern const", "static const", text, flags=re.M)


def source_text(path):
    used = set()

    def put(match):
        header = find(match[1])
        if header.startswith("include/") or not is_template(header):
            return ""
        used.add(header)
        return INCLUDE.sub(put, read(header))

    text = INSIDE.sub(inside, CONSTANT.sub("static ", INCLUDE.sub(put, read(path))))
    if not used:
        return title(path) + text
    macros = set(MACRO.findall(text))
    names = sorted(set().union(*map(names_of, used)) - macros)
    suffix = pathlib.Path(path).stem
    return "".join([title(path), BEFORE, *(f"#define {name} {name}_{suffix}\n" for name in names), text,
                    *(f"#undef {name}\n" for name in sorted({*names, *macros})), AFTER])


def one_c(sources):
    headers = [header for header in private_headers(sources) if header != "src/base/inside.h"]
    return HEAD + NUMBERS + "".join([*map(header_text, headers), *map(source_text, sources)])


def eleven_h():
    """eleven.h with its chapters, each at the place where it is first included."""
    seen = set()

    def put(path):
        def chapter(match):
            header = "include/" + (match[1] if "/" in match[1] else f"eleven/{match[1]}")
            if header in seen:
                return ""
            seen.add(header)
            return put(header)

        return INCLUDE.sub(chapter, read(path))

    return put("include/eleven.h")


def main(words):
    folder, *sources = words
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "one.c").write_text(one_c(sources))
    (folder / "eleven.h").write_text(eleven_h())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
