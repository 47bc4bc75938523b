#!/usr/bin/env python3
"""Checks the public headers: each verb of the vocabulary at the top of include/eleven.h has one shape, the values of an
enum begin with its name, and nothing large is returned by value. `make names` runs it.
"""

import re
import sys

from abi import LIST, ROOT, statements
from cdefs import text

# What a declaration whose name ends with the verb matches. `is` and `has` begin the last part of a name.
SHAPES = {
    "new": r"\w+ \*\w+\(.*\)",
    "free": r"void \w+\((\w+) \*\w+\)",
    "init": r"\w+ \*\w+\(void \*memory, .*\)",
    "open": r"eleven_error .*, eleven_problem \*problem\)",
    "open_bytes": r"eleven_error \w+\(const void \*bytes, size_t length, .*, eleven_problem \*problem\)",
    "close": r"void \w+\(\w+ \*\w+\)",
    "parse": r"(bool|eleven_error) \w+\(.*\bconst char \*text, size_t length, .*\w+\)",
    "print": r"size_t \w+\(.*, char \*text, size_t size\)",
    "describe": r"size_t \w+\(.*, char \*text, size_t size\)",
    "name": r"const char \*\w+\(\w+ \w+\)",
    "about": r"const (eleven_\w+)_facts \*\1_about\(const \1 \*\w+\)",
    "suits": r"bool \w+\(.*const eleven_rules \*rules.*\)",
    "run": r"eleven_error \w+\(.*\)",
    "from": r"eleven_\w+ \w+\(.+\)",
}

# Other words for the same meanings.
SYNONYMS = {"create": "new", "destroy": "free", "delete": "free", "read": "open or _parse", "load": "open or _parse",
            "of": "from", "make": "from", "text": "print or _describe", "detail": "describe", "info": "about",
            "facts": "about", "suit": "suits", "supports": "suits", "execute": "run", "start": "run"}

# A game starts, and a session loads, as people say.
KEPT = {"eleven_game_start", "eleven_bitboard_start", "eleven_envs_start", "eleven_session_load"}

# Values without the name of their type, because programs are full of them.
SHORT = {"eleven_error", "eleven_direction"}

VALUE_MOST = 64

# Structs that a caller fills in for a function, and that can grow.
GROWING = ("allocator budget endgame_build envs_results evaluator fact_listener knowledge layer_store long_search match "
           "picture player search_settings solve peers").split()


def complaints():
    sizes = {name: int(size) for name, size in re.findall(r"^struct (\w+): (\d+) bytes$", LIST.read_text(), re.M)}
    for statement in statements(text()):
        constants = re.match(r"typedef enum \w+ \{(.*)\} (\w+)$", statement)
        function = re.match(r"(?!typedef)((?:const )?\w+) \**(eleven_\w+)\(", statement)
        if constants and constants[2] not in SHORT:
            prefix = re.sub(r"_(KIND|SIZE|STATUS)$", "", constants[2].upper()) if constants[2] != "eleven_status" else "ELEVEN_STATUS"
            for value in re.findall(r"(\w+)(?: = [^,]*)?(?:,|$)", constants[1].strip()):
                if not value.startswith(prefix + "_"):
                    yield f"{value} does not begin with {prefix}_"
        growing = re.match(r"(?:typedef )?struct eleven_(\w+) \{ (size_t size;)?", statement)
        if growing and bool(growing[2]) != (growing[1] in GROWING):
            yield f"eleven_{growing[1]} and GROWING do not agree on whether it begins with its size"
        if re.search(r"\bvoid \*state\b", statement):
            yield f"the caller's pointer is named context, not state: {statement}"
        if not function:
            continue
        name = function[2]
        verb = next((verb for verb in ("open_bytes", name.rsplit("_", 1)[1]) if name.endswith("_" + verb)), None)
        if verb in SHAPES and not re.fullmatch(SHAPES[verb], statement):
            yield f"_{verb} has another shape: {statement}"
        if verb in SYNONYMS and name not in KEPT:
            yield f"{name}: the vocabulary has _{SYNONYMS[verb]}, not _{verb}"
        if sizes.get(function[1], 0) > VALUE_MOST and f"{function[1]} *" not in statement.split("(")[0]:
            yield f"{name} returns {sizes[function[1]]} bytes, more than {VALUE_MOST}"


def main():
    found = list(complaints())
    vocabulary = set(re.findall(r"(?<=[ *])_(\w+)", (ROOT / "include/eleven.h").read_text()))
    found += [f"include/eleven.h does not explain _{verb}" for verb in SHAPES if verb not in vocabulary]
    for line in found:
        print(line)
    print(f"names: {len(found)} offences in the public headers")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
