#!/usr/bin/env python3
"""Writes the reference of the library, one page of Markdown, from the comments and declarations of the headers.

    tools/api.py TARGET
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

CHAPTER = re.compile(r'^#include "(eleven/\w+\.h)" */\* (.*) \*/$', re.M)
SECTION = re.compile(r"^/\* -+ (.*?) -+ \*/$")
NOT_SHOWN = re.compile(r"^#(ifndef|ifdef|endif|include|define ELEVEN_\w+_H$).*|^extern \"C\" \{$|^\}$")
COMMENT = re.compile(r"/\*(.*?)\*/", re.S)
NAMES = [re.compile(r"^[\w ]*?\**(eleven_\w+)\(", re.M),             # a function, or a type of functions
         re.compile(r"^\} (eleven_\w+);", re.M),                     # the end of a type
         re.compile(r"^typedef [\w ]+ \**(eleven_\w+);", re.M)]     # another name for a type


def prose(comment):
    """The text of a comment as Markdown. Indented lines are a drawing or a table and keep their form."""
    lines = [re.sub(r"^ ?\* ?", "", line) for line in comment.strip("\n").split("\n")]
    lines[0] = lines[0].strip()
    out = []
    for line in lines:
        drawn = line.startswith("  ")
        if drawn and out and out[-1].strip() and not out[-1].startswith("    "):
            out.append("")
        plain = re.sub(r"[*<](?![^`]*`[^`]*$)", r"\\\g<0>", line)
        out.append(("    " + line[2:] if drawn else plain).rstrip())
    return "\n".join(out).strip("\n")


def blocks(text):
    """The blocks of a header: they are separated by blank lines outside of comments and braces."""
    block, depth, inside = [], 0, False
    for line in text.split("\n"):
        if not line and depth == 0 and not inside:
            if block:
                yield "\n".join(block)
            block = []
            continue
        block.append(line)
        bare = re.sub(r"/\*.*?\*/", "", line)
        inside = "/*" in bare if not inside else "*/" not in line
        depth += bare.count("{") - bare.count("}") if not inside and "/*" not in bare else 0
    if block:
        yield "\n".join(block)


def names_of(code):
    found = [match for name in NAMES for match in name.finditer(code)]
    return list(dict.fromkeys(match[1] for match in sorted(found, key=lambda match: match.start())))


def block_page(block, index, header):
    """One block as Markdown: its names as anchors, its comment as text, its code."""
    match = SECTION.match(block)
    if match:
        return [f"### {match[1]}", *(block_page(block[match.end():].strip("\n"), index, header)
                                     if block[match.end():].strip() else [])]
    text, code = "", block
    match = COMMENT.match(block)
    if match:
        text, code = prose(match[1]), block[match.end():].strip("\n")
    out = []
    names = names_of(code)
    for name in names:
        index.setdefault(name, header)
    if names:
        out.append("".join(f'<a id="{name}"></a>' for name in names))
    if text:
        out.append(text)
    if code.strip():
        out.append(f"```c\n{code}\n```")
    return out


def chapter_page(header, summary, index):
    lines = (ROOT / "include" / header).read_text().split("\n")
    text = "\n".join("" if NOT_SHOWN.match(line) else line for line in lines)
    text = re.sub(r"\n{3,}", "\n\n", text)
    out = [f"## {header}", f"*{summary[0].upper()}{summary[1:]}.*"]
    for block in blocks(text):
        out += block_page(block.strip("\n"), index, header)
    return out


def page():
    eleven = (ROOT / "include" / "eleven.h").read_text()
    index = {}
    body = []
    chapters = CHAPTER.findall(eleven)
    for header, summary in chapters:
        body += chapter_page(header, summary, index)
    out = ["# The library's reference",
           "Generated from the headers by `make api`. Start with `doc/TOUR.md`, which leads through the library."]
    out.append("\n".join(f"- [{header}](#{re.sub('[^a-z]', '', header)}): {summary}" for header, summary in chapters))
    out += body
    out.append("## Names")
    out.append(" ·\n".join(f"[{name}](#{name})" for name in sorted(index, key=str.lower)))
    return "\n\n".join(out) + "\n"


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).write_text(page())
