#!/usr/bin/env python3
"""Draws the screens of the terminal game, to be looked at: every theme in windows of 60x12, 80x24 and 200x60, with 24-bit
colours, 256, 16, 8 and none, and the hint, the help, the list of games, the ends and the review.

    tools/screens.py FOLDER [PART]

PART chooses screens by a part of their name, such as board-dark or 80x24. Writes one SVG for each screen, and
FOLDER/index.html, which shows them all. `make screens` writes to build/screens.
"""

import multiprocessing
import os
import subprocess
import sys
import tempfile

import screenshot

ELEVEN = os.path.join(os.environ.get("B", "build"), "eleven")
THEMES = ("original", "dark", "high-contrast", "colour-blind")
SIZES = ((60, 12), (80, 24), (200, 60))
DEPTHS = {"24-bit": {"COLORTERM": "truecolor"}, "256": {"COLORTERM": ""}, "16": {"TERM": "screens-16", "COLORTERM": ""},
          "8": {"TERM": "xterm", "COLORTERM": ""}, "none": {"NO_COLOR": "1"}}
FULL = "2 4 8 16 / 32 64 128 256 / 512 1024 2048 4096 / 8192 16384 . 2"
SCENES = {
    "hint": (["--seed", "4"], "sdsdsasdsasd ~"),
    "help": (["--seed", "4"], "sdsd?"),
    "won": (["--board", "1024 1024 4 2 / 64 8 4 . / 8 2 . . / . . . ."], "~a~~"),
    "lost": (["--board", "2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 8"], "~~"),
    "games": (["--seed", "4"], "sdsdnsdsang~~"),
    "review": (["--seed", "4"], "sdsdsasdsasdsasdsasdv~~~"),
    "autoplay": (["--seed", "4"], "+p~~~"),
}


def describe_16_colours(folder):
    """The usual terminals have no entry with 16 colours."""
    source = "screens-16|for this tool,\n\tcolors#16, pairs#256, use=xterm-256color,\n"
    subprocess.run(["tic", "-x", "-o", folder, "-"], input=source, text=True, check=True)
    os.environ["TERMINFO"] = folder


def shoot(job):
    path, (columns, rows), arguments, keys, environment = job
    environment = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **environment}
    with tempfile.TemporaryDirectory() as data:
        screen = screenshot.record(columns, rows, keys, [ELEVEN, "play", "--data", data, *arguments], environment)
    with open(path, "w", encoding="utf-8") as out:
        out.write(screenshot.draw(screen))


def jobs(folder):
    for theme in THEMES:
        for size in SIZES:
            name = f"{theme}-{size[0]}x{size[1]}"
            for depth, environment in DEPTHS.items():
                if depth in ("24-bit", "256") or theme == THEMES[0]:
                    arguments = ["--theme", theme, "--goal", "none", "--board", FULL]
                    yield os.path.join(folder, f"board-{name}-{depth}.svg"), size, arguments, "~", environment
            for scene, (arguments, keys) in SCENES.items():
                yield (os.path.join(folder, f"{scene}-{name}.svg"), size, ["--theme", theme, *arguments], keys,
                       DEPTHS["24-bit"])


def main(arguments):
    folder = arguments[0]
    os.makedirs(folder, exist_ok=True)
    part = arguments[1] if len(arguments) > 1 else ""
    work = [job for job in jobs(folder) if part in os.path.basename(job[0])]
    with tempfile.TemporaryDirectory() as entries:
        describe_16_colours(entries)
        with multiprocessing.Pool(6) as pool:
            pool.map(shoot, work, chunksize=1)
    names = [os.path.basename(job[0]) for job in work]
    with open(os.path.join(folder, "index.html"), "w", encoding="utf-8") as out:
        out.write('<meta charset="utf-8"><title>Screens</title>\n')
        out.writelines(f'<p>{name[:-4]}<br><img src="{name}" width="100%" style="max-width:60em">\n' for name in names)
    print(f"{len(names)} screens in {folder}/index.html")


if __name__ == "__main__":
    main(sys.argv[1:])
