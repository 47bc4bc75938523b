"""The C files of the project, their rooms, and their text without comments. Used by the checks beside it."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOPS = ("src", "front", "include", "bench")
IGNORED = {"node_modules", "dist"}
LINE_LIMIT = 120

STRING = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'")
COMMENT = re.compile(rf"/\*.*?\*/|//[^\n]*|({STRING.pattern})", re.S)  # strings can contain the signs of a comment


def c_files():
    """All .c and .h files of src, front, include and bench as paths below the root, sorted."""
    files = (file for top in TOPS for file in (ROOT / top).rglob("*.[ch]") if not IGNORED & set(file.parts))
    return sorted(file.relative_to(ROOT).as_posix() for file in files)


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def room_of(path):
    """The room of a file: `core` for src/core/line.c, `front/cli` for front/cli/main.c, `bench` for bench/bench.h."""
    parts = path.split("/")
    return parts[1] if parts[0] == "src" else "/".join(parts[:2 if parts[0] in ("front", "test") else 1])


def rooms(paths):
    """The files of each room, in the order of the paths."""
    found = {}
    for path in paths:
        found.setdefault(room_of(path), []).append(path)
    return found


def without_comments(text):
    """The text with every comment replaced by a space, or by as many line ends as it contains."""
    return COMMENT.sub(lambda match: match[1] or "\n" * match[0].count("\n") or " ", text)


def functions(path):
    """Pairs (lines, name) of a file's functions. The style puts both braces of a body into the first column."""
    lines = without_comments(read(path)).split("\n")
    start = None
    for number, line in enumerate(lines):
        if line == "{":
            start = number
            while lines[start - 1].strip() and not re.match(r"[#}]|.*[;}]$", lines[start - 1]):
                start -= 1
        elif line == "}" and start is not None:
            declaration = re.sub(r"__attribute__\(\(.*?\)\)", "", " ".join(lines[start:number]))
            yield number - start + 1, re.search(r"(\w+)\(", declaration)[1]
            start = None
