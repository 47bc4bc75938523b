#!/usr/bin/env python3
"""Rejects phrases that section 5 of the design forbids, in all text of the project, and says what to write instead.
Also rejects lines of C that are too long.

    tools/check_english.py [PATH...]           the offences, in all files or in these files and folders
    tools/check_english.py --count [PATH...]   their number by room
"""

import collections
import os
import re
import sys

from sources import IGNORED, LINE_LIMIT, ROOT, STRING, read, room_of, without_comments

SKIPPED_FOLDERS = IGNORED | {".git", "build", "__pycache__", "golden"}
SKIPPED_FILES = {
    "tools/check_english.py",  # contains the phrases
    "bindings/python/eleven/_declarations.py",  # generated from the headers
}
SUFFIXES = {".c", ".h", ".md", ".py", ".js", ".mjs", ".ts", ".html", ".css", ".sh", ".mk", ".in", ".1", ".3", ".5",
            ".el", ".lua", ".vim", ".toml", ".webmanifest", ".recipe", ".yml"}
OTHER_NAMES = {"Makefile", "run", "package.json", ".gitignore", ".editorconfig"}

PERIOD = ("(second|minute|hour|day|millisecond|move|game|position|step|board|cell|thread|core|frame|format|width|"
          "command)")
UNIT = ("(ms|us|ns|kB|MB|GB|seconds|minutes|times|bytes|bits|moves|games|steps|positions|boards|points|lookups|"
        "look-ups|calls|misses)")

# A phrase, and what to write. A space also means an underscore, or the end of a line in a comment or string.
PHRASES = [
    (r"tells?|told|telling", "state, specify, print, report or show; to tell apart: distinguish"),
    (r"should stand", "expected ..."),
    (r"(memory (is|was) short|(is|was) short of memory|not enough memory)", "out of memory"),
    (r"(go|goes|going|gone|went) on", "continue or resume"),
    (r"(come|comes|coming|came) to(?! rest)", "the result, the total; reach"),
    (r"anew", "again"),
    (r"by (itself|themselves)", "automatically, alone"),
    (r"(has|have|had) not (the|an?|its|their|any|that|this|these|enough|such)", "does not have"),
    (r"(has|have|had) not(?=[.,;:)])", "does not have it"),
    (r"(?<!there )(is|are|was|were) no (?!longer|more|less|matter|better|worse|other|one)\w+", "is not a ..."),
    (r"in the way (it knows|they know)", "in a compatible format"),
    (r"(to who wants|wants? no motion)", "if you prefer reduced motion"),
    (r"(stands?|stood|standing)(?!-| for| in for| alone| still)", "is, is in, contains"),
    (rf"{UNIT} an? {PERIOD}", "per ..."),
    (rf"one \w+ a {PERIOD}", "one ... per ..."),
]

# Names that do not say what they hold, in C.
NAMES = [(r"\bwish\w*|\w+_wish\b", "options or request"), (r"\bmade\b|\bmade_\w+|\w+_made\b", "result, or what it is")]

# Lines that may contain a phrase, one per line: FILE, then a part of the line. An unneeded entry is an offence.
EXCEPTIONS = """
"""

# Between two words: a space, or the end of a line and what begins the next one in a comment or a string.
GAP = r"""(?:[ _]|[ \\n]*["']?[ ]*\n[ \t]*(?:\*|//|\#|f?["'])?[ \t]*)"""


def compiled(pattern):
    gap = pattern.replace("(?<!there )", "(?<!THERE)").replace(" ", GAP).replace("(?<!THERE)", "(?<!there )")
    return re.compile(rf"(?<![a-z])(?:{gap})(?![a-z])", re.I)


PATTERNS = [(compiled(phrase), better) for phrase, better in PHRASES]
NAME_PATTERNS = [(re.compile(pattern), better) for pattern, better in NAMES]


def files(places):
    for place in places:
        if os.path.isfile(ROOT / place):
            yield place
        for folder, folders, names in os.walk(ROOT / place):
            folders[:] = sorted(set(folders) - SKIPPED_FOLDERS)
            for name in sorted(names):
                path = os.path.relpath(os.path.join(folder, name), ROOT)
                if (os.path.splitext(name)[1] in SUFFIXES or name in OTHER_NAMES) and path not in SKIPPED_FILES:
                    yield path


def found_in(text, patterns):
    """Triples (line number, words, what to write)."""
    for pattern, better in patterns:
        for match in pattern.finditer(text):
            yield text.count("\n", 0, match.start()) + 1, re.sub(r"\s+", " ", match[0]), better


def offences(path):
    text = read(path)
    found = list(found_in(text, PATTERNS))
    if path.endswith((".c", ".h")):
        found += found_in(STRING.sub('""', without_comments(text)), NAME_PATTERNS)
        found += [(number, f"{len(line)} columns", f"at most {LINE_LIMIT}")
                  for number, line in enumerate(text.split("\n"), 1) if len(line) > LINE_LIMIT]
    return sorted(found)


def is_excepted(path, line, exceptions):
    """The exception that allows the line, or None."""
    return next((entry for entry in exceptions if entry[0] == path and entry[1] in line), None)


def all_offences(paths):
    """Triples (path, line number, sentence). An exception that is not needed is one in the list's own file."""
    exceptions = [tuple(line.split(None, 1)) for line in EXCEPTIONS.strip().splitlines()]
    needed = set()
    for path in paths:
        lines = read(path).split("\n")
        for number, words, better in offences(path):
            exception = is_excepted(path, lines[number - 1], exceptions)
            needed.add(exception)
            if not exception:
                yield path, number, f"'{words}': write {better}"
    for path, part in set(exceptions) - needed:
        if path in paths:
            yield path, 0, f"the exception '{part}' in tools/check_english.py is no longer needed"


def group_of(path):
    return room_of(path) if path.startswith(("src/", "front/", "test/")) else path.split("/")[0]


def main(words):
    is_count = words[:1] == ["--count"]
    paths = list(files([os.path.relpath(word, ROOT) for word in words[is_count:]] or ["."]))
    found = list(all_offences(paths))
    if is_count:
        for group, number in collections.Counter(group_of(path) for path, _, _ in found).most_common():
            print(f"{number:6} {group}")
    else:
        for path, number, sentence in found:
            print(f"{path}:{number}: {sentence}")
    print(f"english: {len(paths)} files, {len(found)} lines to rewrite")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
