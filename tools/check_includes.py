#!/usr/bin/env python3
"""The include law of doc/ARCHITECTURE.md: which room may include which. Prints offences; exit status 1 if any."""

import pathlib
import re
import sys

# room -> what it may include besides itself: public chapters (eleven/...), other rooms, libraries
LAW = {
    "src/core": ["eleven/game.h"],
    "src/fast": ["eleven/game.h", "eleven/bitboard.h", "eleven/batch.h", "eleven/envs.h"],
    "src/player": ["eleven/", "src/core", "src/fast", "math", "stdlib"],
    "src/solver": ["eleven/", "src/core", "src/fast", "libc"],
    "src/endgame": ["eleven/", "src/core", "src/fast", "src/player", "src/solver", "libc"],
    "src/session": ["eleven/game.h", "eleven/player.h", "eleven/session.h", "eleven/interactive.h", "libc"],
    "src/formats": ["eleven/game.h", "eleven/formats.h", "libc"],
    "src/store": ["eleven.h", "eleven/game.h", "eleven/session.h", "sqlite3.h", "libc"],
    "front/term": ["eleven.h", "eleven/", "src/store", "curses", "libc"],
    "front/cli": ["eleven.h", "eleven/", "src/player", "src/store", "front/term", "front/lsp", "front/serve", "bench",
                  "libc"],
    "front/lsp": ["eleven.h", "eleven/", "front/cli", "jansson", "libc"],  # of front/cli only nearest.h
    "front/serve": ["eleven.h", "eleven/", "front/cli", "civetweb", "libc"],
    "front/web": ["eleven.h", "eleven/", "bench", "src/player", "libc"],  # the bench's signature; the network's kernel
    "bench": ["eleven.h", "eleven/", "src/player", "libc"],
    "include": ["eleven/"],
}

# What a freestanding room may take from the C library: no allocation, no input or output, no clock.
PURE_HEADERS = {"assert.h", "stdbool.h", "stddef.h", "stdint.h", "string.h", "limits.h"}
PURE_ROOMS = {"src/core", "src/fast"}

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')


def room_of(path):
    name = path.relative_to(ROOT).as_posix()
    return next((room for room in LAW if name.startswith(room + "/")), None)


def target(path, name):
    """The included file as a path inside the repository, or None for a system header."""
    for base in (path.parent, ROOT, ROOT / "src", ROOT / "include"):
        found = (base / name).resolve()
        if found.is_file() and ROOT in found.parents:
            return found
    return None


def allowed(room, path, quote, name):
    if quote == "<":
        if room in PURE_ROOMS:
            return name in PURE_HEADERS or name.endswith("intrin.h") or name in ("arm_neon.h", "wasm_simd128.h")
        if name.startswith("sqlite3"):
            return "sqlite3.h" in LAW[room]
        if name == "civetweb.h":
            return "civetweb" in LAW[room]
        if "curses" in name or name == "term.h":
            return "curses" in LAW[room]
        return True
    found = target(path, name)
    if found is None:
        return False
    own = room_of(found)
    if own == room:
        return True
    if own == "include":
        public = found.relative_to(ROOT / "include").as_posix()
        return any(public == law or (law.endswith("/") and public.startswith(law)) for law in LAW[room])
    return found.relative_to(ROOT).parts[0] in LAW[room] or own in LAW[room]


def main():
    offences = 0
    files = [f for top in ("src", "front", "bench", "include") for f in (ROOT / top).rglob("*.[ch]")]
    for path in sorted(files):
        room = room_of(path)
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if match and (room is None or not allowed(room, path, *match.groups())):
                print(f"{path.relative_to(ROOT)}:{number}: {room} may not include {match.group(2)}")
                offences += 1
    names = {}
    for path in files:
        if names.setdefault(path.name, path) != path and path.suffix == ".c":
            print(f"{path.relative_to(ROOT)}: the file name is taken by {names[path.name].relative_to(ROOT)}")
            offences += 1
    if not offences:
        print(f"deps: {len(files)} files keep the include law")
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main())
