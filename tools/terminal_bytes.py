#!/usr/bin/env python3
"""Counts the bytes that the terminal game sends for each move.

    tools/terminal_bytes.py [MOVES]

A seeded game is played in a pseudo-terminal of 80x24, one key every 250 ms, with and without animation, in 24-bit
colours and in 256. Prints the median, the mean and the largest number of bytes per move. The default is 300 moves.
"""

import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import threading
import time

ELEVEN = os.path.join(os.environ.get("B", "build"), "eleven")
PACE = 0.25


def count_until(terminal, until):
    """The bytes that arrive before a moment."""
    count = 0
    while (left := until - time.monotonic()) > 0:
        if select.select([terminal], [], [], left)[0]:
            count += len(os.read(terminal, 65536))
    return count


def play(moves, colours, options):
    with tempfile.TemporaryDirectory() as folder:
        child, terminal = pty.fork()
        if child == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM=colours, LC_ALL="C.UTF-8")
            time.sleep(0.1)
            os.execl(ELEVEN, ELEVEN, "play", "--data", folder, "--seed", "11", *options)
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        count_until(terminal, time.monotonic() + 1)
        counts, turn, still = [], 0, 0
        while len(counts) < moves:
            # Nothing moves any more: the game is over.
            os.write(terminal, b"n" if still >= 8 else b"sdsasdsasw"[turn % 10:turn % 10 + 1])
            count = count_until(terminal, time.monotonic() + PACE)
            turn += 1
            is_move = count > 100 and still < 8
            still = 0 if count > 100 else still + 1
            if is_move:
                counts.append(count)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return counts


def report(name, moves, colours, options):
    counts = play(moves, colours, options)
    print(f"{name:31} {statistics.median(counts):7.0f} {statistics.mean(counts):7.0f} {max(counts):7}", flush=True)


def main(arguments):
    moves = int(arguments[0]) if arguments else 300
    print(f"{'bytes per move':31} {'median':>7} {'mean':>7} {'most':>7}", flush=True)
    games = [(f"{shown}, {words}", moves, colours, options)
             for shown, options in (("animation", []), ("no animation", ["--no-animation"]))
             for words, colours in (("24-bit colours", "truecolor"), ("256 colours", ""))]
    threads = [threading.Thread(target=report, args=game) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main(sys.argv[1:])
