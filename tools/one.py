#!/usr/bin/env python3
"""Makes the library one translation unit: one.c, and eleven.h with all its chapters in it.

    tools/one.py FOLDER SOURCE...

Private headers come first, each once; then every source file as it stands, without its includes. Two kinds of things need
care, and are found here rather than marked in the sources:

- Names that several files define for themselves (a static function `parse` in two files): they get the file's name in
  front, wherever the file uses them. Members of structures are not names in this sense and stay.
- Headers that are written once and compiled several times, by what a file defines before it includes them (one kernel a
  vector width): they are put into each of those files.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+(?:"([^"]+)"|<([^>]+)>).*$', re.M)
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)
TOKEN = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|[A-Za-z_]\w*|\.\.\.|->|##|.", re.S)
GUARD = re.compile(r"^#ifndef (\w+_H)\n#define \1\n(.*)^#endif\n*\Z", re.S | re.M)


def find(name, where):
    for base in (where.parent, ROOT / "src", ROOT / "include"):
        if (base / name).is_file():
            return (base / name).resolve()
    raise SystemExit(f"one: {where} includes {name}, which is nowhere")


def includes(path):
    return [find(match[1], path) for match in INCLUDE.finditer(path.read_text()) if match[1]]


def is_public(path):
    return ROOT / "include" in path.parents


def all_headers(sources):
    """Every private header that is reached, those that others need first."""
    found = []

    def visit(path):
        for header in includes(path):
            if not is_public(header) and header not in found:
                visit(header)
                found.append(header)

    for source in sources:
        visit(source)
    return found


def templates(sources, headers):
    """The headers that have no guard or use what a source file defines, and those that come only with them."""
    chosen = {name for source in sources for name in DEFINE.findall(source.read_text())}
    found = set()
    for header in headers:
        text = header.read_text()
        if not GUARD.search(text) or chosen & set(re.findall(r"\w+", text)) - set(DEFINE.findall(text)):
            found.add(header)
    while True:
        more = {header for header in headers if header not in found and (found & set(includes(header)) or (
            any(header in includes(other) for other in found)
            and not any(header in includes(other) for other in [*headers, *sources] if other not in found)))}
        if not more:
            return found
        found |= more


# ---- Names -------------------------------------------------------------------------------------------------


def bare(text):
    """The text without comments, preprocessor lines and the contents of strings."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
    text = re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", "", text, flags=re.M)
    return re.sub(r"\"(?:\\.|[^\"\\])*\"", '""', text)


def declarations(text):
    """What stands at the outermost level, one declaration at a time, and the insides of each pair of braces apart."""
    out, depth, start, inner = [], 0, 0, []
    head = ""
    for i, letter in enumerate(text):
        if letter == "{":
            if depth == 0:
                head += text[start:i] + "{}"
                inner_from = i + 1
            depth += 1
        elif letter == "}":
            depth -= 1
            if depth == 0:
                inner.append(text[inner_from:i])
                start = i + 1
                if re.search(r"\)\s*\{\}$", head) and "=" not in head.split("(")[0]:  # the end of a function
                    out.append((head, inner))
                    head, inner = "", []
        elif letter == ";" and depth == 0:
            out.append((head + text[start:i], inner))
            head, inner, start = "", [], i + 1
    return out


def names_of(text):
    """The names that a text defines for its own file alone: statics, types, constants."""
    names = set()
    for head, inner in declarations(bare(text)):
        head = re.sub(r"__attribute__\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)", " ", head).strip()
        for kind, tag in re.findall(r"\b(struct|enum|union)\s+(\w+)\s*(?=\{)", head):
            names.add(tag)
        if re.match(r"(typedef\s+)?(\w+\s+)*enum\b[^(]*\{\}", head) and inner:
            names |= set(re.findall(r"(?:^|,)\s*(\w+)", re.sub(r"\([^()]*\)", "", inner[0])))
        if head.startswith("typedef"):
            match = re.search(r"\(\s*\*\s*(\w+)\s*\)", head) or re.search(r"(\w+)\s*\([^()]*\)$", head) or \
                re.search(r"(\w+)\s*(\[[^\]]*\]\s*)*$", head)
            names.add(match[1])
        elif re.match(r"(static|KERNEL|LANES_INLINE)\b", head) or re.match(r"[A-Z][A-Z_]+ ", head):
            plain = head.replace("{}", "").split("=")[0] if "(" not in head.split("=")[0] else head.split("(")[0]
            for part in plain.split(","):
                match = re.search(r"(\w+)\s*(\[[^\]]*\]\s*)*$", part.strip())
                if match:
                    names.add(match[1])
    return names - {"static", "const", ""}


def global_names(text):
    """The functions and variables that a private header declares for all files of the library."""
    names = set()
    for head, _ in declarations(bare(text)):
        head = re.sub(r"__attribute__\s*\(\(.*\)\)", " ", head).strip()
        if re.match(r"(typedef|static|struct|enum|union)\b[^(]*(\{\}|$)|typedef\b|static\b|[A-Z][A-Z_]+ ", head):
            continue
        parts = [head.split("(")[0]] if "(" in head else head.split(",") if "{}" not in head and " " in head else []
        for part in parts:
            match = re.search(r"(\w+)\s*(\[[^\]]*\]\s*)*$", part.strip())
            names |= {match[1]} if match and not match[1].startswith(("eleven_", "_")) else set()
    return names


def rename(text, names, prefix):
    """Puts the prefix before the names, but not where they are members of something."""
    out, before, structs, depth = [], "", [], 0
    tokens = TOKEN.findall(text)
    for i, token in enumerate(tokens):
        if token == "{":
            header = "".join(out[-12:])
            depth += 1
            if re.search(r"\b(struct|union)\s*(\w+\s*)?$", header):
                structs.append(depth)
        elif token == "}":
            if structs and structs[-1] == depth:
                structs.pop()
            depth -= 1
        elif token in names and before not in (".", "->", "##"):
            after = next((other for other in tokens[i + 1:] if not other.isspace()), "")
            is_member = structs and structs[-1] == depth and after in (";", ",", "[", ":", ")")
            out.append(token if is_member or after == "##" else f"{prefix}_{token}")
            before = token
            continue
        if not token.isspace() and not token.startswith("/*"):
            before = token
        out.append(token)
    return "".join(out)


# ---- Putting together --------------------------------------------------------------------------------------


def without_includes(text):
    return INCLUDE.sub("", text)


def system_includes(texts):
    """What the files include of the system, each once; those of one processor behind its condition."""
    plain, special = set(), set()
    for text in texts:
        for match in INCLUDE.finditer(text):
            if match[2]:
                (special if "immintrin" in match[2] else plain).add(match[2])
    out = [f"#include <{name}>" for name in sorted(plain)]
    return "\n".join(out + ["#ifdef __x86_64__"] + [f"#include <{name}>" for name in sorted(special)] + ["#endif"])


def expand(path, kept, seen):
    """A source file with the templates that it includes put into it, at their places and each once."""

    def put(match):
        if not match[1]:
            return ""
        header = find(match[1], path)
        if header not in kept or header in seen:
            return ""
        seen.add(header)
        return expand(header, kept, seen)

    text = path.read_text()
    guarded = GUARD.search(text)
    if guarded and path.suffix == ".h":
        text = text[:guarded.start()] + guarded[2]
    return INCLUDE.sub(put, text)


def chunk(path, text, clashes):
    """One source file: its own names apart, and its macros and settings gone after it."""
    text = rename(text, clashes, path.stem)
    macros = sorted(set(DEFINE.findall(text)))
    name = path.relative_to(ROOT).as_posix()
    return "\n".join([f"/* ======== {name} ======== */", "#if defined(__GNUC__) && !defined(__clang__)",
                      "#pragma GCC push_options", "#endif", text.strip(),
                      *(f"#undef {macro}" for macro in macros),
                      "#if defined(__GNUC__) && !defined(__clang__)", "#pragma GCC pop_options", "#endif", ""])


def one_c(sources):
    headers = all_headers(sources)
    kept = templates(sources, headers)
    shared = [header for header in headers if header not in kept]
    texts = {source: expand(source, kept, set()) for source in sources}
    own = {source: names_of(text) for source, text in texts.items()}
    common = set().union(*(names_of(header.read_text()) for header in shared)) if shared else set()
    often = {name for source in sources for name in own[source]
             if name in common or sum(name in names for names in own.values()) > 1}
    system = system_includes([path.read_text() for path in [*sources, *headers]])
    out = ["/* The library Eleven as one translation unit; made from its sources by tools/one.py. Compile it with\n"
           " * eleven.h beside it, in a folder that holds data/, and link with -lm and -pthread. */",
           "#ifndef _DEFAULT_SOURCE\n#define _DEFAULT_SOURCE\n#endif", '#include "eleven.h"', system]
    inner = sorted(set().union(*(global_names(header.read_text()) for header in shared)))
    out += ["/* What the files share among each other, under names that clash with nobody's. */"]
    out += [f"#define {name} eleven_inside_{name}" for name in inner]
    out += [without_includes(header.read_text()).strip() + "\n" for header in shared]
    out += [chunk(source, texts[source], own[source] & often) for source in sources]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out))


def eleven_h():
    """eleven.h with its chapters, each at the place where it is first asked for."""
    seen = set()

    def put(path):
        def chapter(match):
            if not match[1]:
                return match[0]
            header = find(match[1], path)
            if header in seen:
                return ""
            seen.add(header)
            return put(header)

        return INCLUDE.sub(chapter, path.read_text()).strip()

    return re.sub(r"\n{3,}", "\n\n", put(ROOT / "include" / "eleven.h")) + "\n"


def main(words):
    folder, *sources = words
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "one.c").write_text(one_c([(ROOT / source).resolve() for source in sources]))
    (folder / "eleven.h").write_text(eleven_h())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
