#!/usr/bin/env python3
"""Runs a terminal program in a pseudo-terminal, types keys and draws the final screen as SVG.

    tools/screenshot.py OUT.svg COLUMNSxROWS KEYS COMMAND [ARGUMENT...]

KEYS are typed one by one, 50 ms apart. \\e stands for Escape, and ~ waits for a second. `make picture` uses it for the
README.
"""

import fcntl
import html
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

import pyte

CELL_W, CELL_H, FONT = 9, 18, 15
NAMED = {"black": "000000", "red": "cd0000", "green": "00cd00", "brown": "cdcd00", "blue": "0000ee", "magenta": "cd00cd",
         "cyan": "00cdcd", "white": "e5e5e5", "brightblack": "7f7f7f", "brightred": "ff0000", "brightgreen": "00ff00",
         "brightbrown": "ffff00", "brightyellow": "ffff00", "brightblue": "5c5cff", "brightmagenta": "ff00ff",
         "bfightmagenta": "ff00ff", "brightcyan": "00ffff", "brightwhite": "ffffff"}


def colour(name, default):
    name = default if name == "default" else name
    return "#" + NAMED.get(name, name)


def record(columns, rows, keys, command, environment):
    screen = pyte.Screen(columns, rows)
    stream = pyte.ByteStream(screen)
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe(command[0], command, {**os.environ, **environment})
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    os.kill(child, signal.SIGWINCH)

    def listen(seconds):
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if select.select([terminal], [], [], left)[0]:
                try:
                    stream.feed(os.read(terminal, 65536))
                except OSError:
                    return

    listen(0.7)
    for key in keys.replace("\\e", "\033"):
        if key == "~":
            listen(1)
        else:
            os.write(terminal, key.encode())
            listen(0.05)
    listen(0.1 if keys.endswith("!") else 1)
    os.kill(child, signal.SIGTERM)
    os.waitpid(child, 0)
    return screen


def draw(screen):
    width, height = screen.columns * CELL_W, screen.lines * CELL_H
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
           f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="{FONT}" '
           'shape-rendering="crispEdges">',
           f'<rect width="{width}" height="{height}" fill="#101010"/>']
    for row in range(screen.lines):
        column = 0
        while column < screen.columns:
            cell = screen.buffer[row][column]
            end = column + 1
            while end < screen.columns and screen.buffer[row][end] == cell:
                end += 1
            x, y, w = column * CELL_W, row * CELL_H, (end - column) * CELL_W
            ground, ink = colour(cell.bg, "101010"), colour(cell.fg, "d8d8d8")
            if cell.reverse:
                ground, ink = ink, ground
            out.append(f'<rect x="{x}" y="{y}" width="{w}" height="{CELL_H}" fill="{ground}"/>')
            if cell.data in "▀▄":
                top = y if cell.data == "▀" else y + CELL_H // 2
                out.append(f'<rect x="{x}" y="{top}" width="{w}" height="{CELL_H // 2}" fill="{ink}"/>')
            elif cell.data.strip():
                weight = ' font-weight="bold"' if cell.bold else ""
                for i in range(end - column):
                    out.append(f'<text x="{x + i * CELL_W}" y="{y + 13}" fill="{ink}"{weight}>'
                               f"{html.escape(cell.data)}</text>")
            column = end
    return "\n".join(out + ["</svg>", ""])


def main(arguments):
    if len(arguments) < 4:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    columns, rows = map(int, arguments[1].split("x"))
    environment = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
    environment.update({name[5:]: value for name, value in os.environ.items() if name.startswith("SHOT_")})
    screen = record(columns, rows, arguments[2], arguments[3:], environment)
    with open(arguments[0], "w", encoding="utf-8") as out:
        out.write(draw(screen))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
