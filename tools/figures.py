#!/usr/bin/env python3
"""The figures of the C code: files and lines by room, lengths of functions, share of comments. `make figures` runs it.

A comment line is a line that contains nothing but a comment; the share is that of all lines. The length of a function
is the number of lines from its declaration to its closing brace.
"""

import sys

from sources import LINE_LIMIT, c_files, functions, read, rooms, without_comments


def comment_lines(path):
    text = read(path)
    pairs = zip(text.split("\n"), without_comments(text).split("\n"))
    return sum(bool(line.strip()) and not code.strip() for line, code in pairs)


def line_count(path):
    return read(path).count("\n")


def percent(part, whole):
    return f"{100 * part / max(whole, 1):.1f}%"


def print_table(paths):
    print(f"{'room':13} {'files':>6} {'headers':>8} {'lines':>7} {'comments':>9} {'functions':>10} {'longest':>8}")
    for room, files in rooms(paths).items():
        lengths = [length for path in files for length, _ in functions(path)]
        lines = sum(map(line_count, files))
        print(f"{room:13} {len(files):6} {sum(path.endswith('.h') for path in files):8} {lines:7} "
              f"{percent(sum(map(comment_lines, files)), lines):>9} {len(lengths):10} {max(lengths, default=0):8}")


def print_functions(paths):
    found = sorted((length, name, path) for path in paths for length, name in functions(path))
    lengths = [length for length, _, _ in found]
    print(f"\n{len(found)} functions: median {lengths[len(found) // 2]} lines, "
          f"90% within {lengths[len(found) * 9 // 10]}, longest {lengths[-1]}")
    for limit in (45, 60):
        over = [entry for entry in found if entry[0] > limit]
        print(f"{len(over)} over {limit} lines")
    for length, name, path in reversed(found[-5:]):
        print(f"  {length:3}  {name} in {path}")


def print_comments(paths):
    print()
    for label, files in (("src/", [path for path in paths if path.startswith("src/")]), ("all", paths)):
        share = percent(sum(map(comment_lines, files)), sum(map(line_count, files)))
        print(f"comments in {label}: {share} of the lines")


def print_long_lines(paths):
    long = [f"{path}:{number}" for path in paths for number, line in enumerate(read(path).split("\n"), 1)
            if len(line) > LINE_LIMIT]
    print(f"{len(long)} lines over {LINE_LIMIT} columns")
    for place in long[:5]:
        print(f"  {place}")


def main():
    paths = c_files()
    private = [path for path in paths if path.endswith(".h") and not path.startswith(("include/", "front/web/libc/"))]
    print_table(paths)
    print(f"\n{len(paths)} files and {sum(map(line_count, paths))} lines of C, {len(private)} private headers")
    print_functions(paths)
    print_comments(paths)
    print_long_lines(paths)
    return 0


if __name__ == "__main__":
    sys.exit(main())
