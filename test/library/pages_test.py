"""The examples of the manual pages, run in order in a bare folder by a user who has only installed Eleven.

The pages are read as mandoc shows them, so an example that the page spoils fails here."""

import html.parser
import os
import pathlib
import re
import signal
import socket
import subprocess
import unittest
import urllib.request

from installed import CC, ENVIRONMENT, prefix, run, scratch

# Commands that take too long as they are: what is run in their place, and why.
SHORTER = {
    "eleven endgame --size small": ("eleven endgame --size tiny", "a minute and 1.1 GB"),
    "eleven match --player strong --games 10": ("eleven match --player strong --games 1 --depth 1", "ten minutes"),
    "eleven match --player search --depth 2 --games 20": ("eleven match --player search --depth 1 --games 2", "a minute"),
    "eleven match --player search --depth 3 --games 100": ("eleven match --player search --depth 1 --games 2", "an hour"),
    "eleven watch --player corner --pace 100ms": ("eleven watch --player corner --pace 100ms --moves 20", "a minute"),
    "eleven random --games 10000000 --seed 1": ("eleven random --games 100000 --seed 1", "seconds"),
    "eleven train --recipe my.recipe --hours 2 --threads 4 --output my.weights":
        ("eleven train --recipe my.recipe --moves 1 --games 2 --output my.weights", "two hours"),
}
# What the reader of an example is expected to have: the name of the file, and the commands that make it.
GIVEN = """eleven match --player random --games 7 --seed 1 --save games >/dev/null
cat games/*.2048 > all.2048
eleven games import all.2048
cp games/000001.2048 game.2048
eleven convert game.2048 --to league --output replay.txt
"""


class Displays(html.parser.HTMLParser):
    """The texts that a page shows as they are: one in each block, and its lines."""

    def __init__(self, page):
        super().__init__()
        self.blocks, self.is_display, self.depth = [], False, 0
        self.feed(run("mandoc", "-T", "html", page))

    def handle_starttag(self, tag, attributes):
        classes = dict(attributes).get("class", "").split()
        if tag == "div" and "Bd" in classes:
            self.is_display, self.depth = True, 0
            self.blocks.append("")
        self.depth += tag == "div"

    def handle_endtag(self, tag):
        self.depth -= tag == "div"
        self.is_display &= self.depth > 0

    def handle_data(self, data):
        if self.is_display:
            self.blocks[-1] += data


def page(name):
    return prefix() / f"share/man/man{name[-1]}/{name}"


def blocks(name):
    return [block.strip("\n") for block in Displays(page(name)).blocks]


def is_usage(line):
    """`eleven show BOARD`: a line that is not an example, but lists what follows a command."""
    return re.match(r"eleven \w+ ([A-Z]|\[[A-Z\w]+)", line)


def examples(name):
    """The command lines of a page. A display of one line may be broken where the page is narrow."""
    lines = []
    for block in blocks(name):
        lines += [re.sub(r"\s*\n\s*", " ", block)] if re.match(r"(\$ )?(eleven|cc) ", block) else block.splitlines()
    lines = [line.strip().removeprefix("$ ") for line in lines]
    return [line for line in lines if re.match(r"(eleven [a-z]|curl |cc )", line) and not is_usage(line) and
            not re.match(r"eleven (game|rules|recipe) 1$", line)]


class Pages(unittest.TestCase):
    def setUp(self):
        self.folder, root = scratch(), scratch() / "usr"
        root.symlink_to(prefix())  # a path without blanks, as pkg-config needs in a shell
        self.environment = {name: value for name, value in ENVIRONMENT.items() if not name.startswith(("ELEVEN", "XDG"))}
        self.environment.update(HOME=str(self.folder), TERM="dumb", PATH=f"{root / 'bin'}:{os.environ['PATH']}",
                                PKG_CONFIG_PATH=str(root / "lib/pkgconfig"), LD_LIBRARY_PATH=str(root / "lib"))

    def shell(self, line, shell="sh"):
        done = subprocess.run([shell, "-c", line], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
        self.assertEqual(done.returncode, 0, f"{line}\n{done.stdout}")
        return done.stdout

    def test_the_commands_of_eleven_6(self):
        lines = examples("eleven.6")
        self.assertGreater(len(lines), 30)
        self.assertEqual([line for line in SHORTER if line not in lines], [])
        self.recipe("my.recipe")
        self.shell(GIVEN)
        for line in lines:
            if line.startswith("eleven serve"):
                self.serve(line, next(url for url in lines if url.startswith("curl")))
            elif not line.startswith("curl"):
                self.shell(SHORTER.get(line, [line])[0])
        board = self.shell(next(line for line in lines if line.startswith("eleven best \"")))
        self.assertIn("right", board)

    def recipe(self, name):
        text, = [block for block in blocks("eleven-formats.5") if block.startswith("eleven recipe")]
        (self.folder / name).write_text(text + "\n")

    def serve(self, line, curl):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        server = subprocess.Popen(line.replace("8080", str(port)).split(), cwd=self.folder, env=self.environment,
                                  stdout=subprocess.PIPE)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        self.assertIn(str(port).encode(), server.stdout.readline())
        url = re.search(r"'(.*)'", curl)[1].replace("8080", str(port))
        self.assertIn(urllib.request.urlopen(url, timeout=60).read(), (b"u", b"r", b"d", b"l"))
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait(60), 0)

    def test_the_completions_of_eleven_6(self):
        found = re.findall(r"(bash|zsh|fish) +(\S.*?)(?:, in|$)", "\n".join(blocks("eleven.6")), re.M)
        self.assertEqual([shell for shell, _ in found], ["bash", "fish", "zsh"])
        for shell, line in found:
            before = "autoload -Uz compinit; compinit -u; " if shell == "zsh" else ""
            self.shell(before + line, shell)

    def test_the_texts_of_eleven_formats_5(self):
        commands = {"eleven game": "eleven replay", "eleven rules": "eleven rules check", "2 2 .": "eleven show",
                    "2048(": "eleven interactive"}
        seen = set()
        for block in blocks("eleven-formats.5"):
            start = next((start for start in commands if block.startswith(start)), None)
            text = re.sub(r"\s+", " ", block) if start in ("2 2 .", "2048(") else block + "\n"
            (self.folder / "text").write_text(text)
            seen.add(start)
            if start:
                self.shell(f"{commands[start]} " + ("text" if start.startswith("eleven") else '"$(cat text)"'))
        self.assertEqual(seen, {*commands, None})  # the recipe trains a network in another test

    def test_the_program_of_libeleven_3(self):
        line, = examples("libeleven.3")
        program, = [block for block in blocks("libeleven.3") if block.startswith("#include")]
        (self.folder / "program.c").write_text(program + "\n")
        self.shell(re.sub("^cc", f"{CC} -Wall -Werror -o program", line))
        self.assertRegex(self.shell("./program"), r"^[1-9]\d{3,} points\n$")

    def test_every_variable_of_the_environment_is_in_eleven_6(self):
        root = pathlib.Path(__file__).resolve().parents[2]
        text = page("eleven.6").read_text()
        for path in sorted((root / "front").rglob("*.c")):
            for name in re.findall(r'getenv\("(?!OMPI_)(\w+)"\)', path.read_text()):  # Open MPI has its own
                self.assertRegex(text, rf"\.It Ev .*\b{name}\b", f"{path}: {name}")


if __name__ == "__main__":
    unittest.main()
