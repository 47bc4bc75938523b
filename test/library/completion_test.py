"""The completions of the real shells. The expected words are read from the help of the program."""

import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import time
import unittest

from installed import ROOT, prefix, run, scratch


def have(tool):
    return unittest.skipUnless(shutil.which(tool), f"{tool} is missing")


def commands():
    return re.findall(r"^  (\w+) ", run(prefix() / "bin/eleven", "help"), re.M)


def options(command):
    return re.findall(r"^ +(?:-\w, )?(--[\w-]+)", run(prefix() / "bin/eleven", "help", command), re.M)


def path():
    """The shells call the installed program."""
    return f"{prefix() / 'bin'}:{os.environ['PATH']}"


PATHS, FOLDERS = ["game.2048", "saved games"], ["saved games"]
PLAYERS = ["random", "greedy", "corner", "montecarlo", "search", "network", "strong", "network-large", *PATHS]
# What a shell offers for the value of an option, by what the help calls it.
VALUES = {
    "FILE": PATHS, "OUT": PATHS, "DIR": FOLDERS, "PLAYER": PLAYERS,
    "RULES": ["classic", "provider", "engine", "fibonacci", *PATHS],
    "FORMAT": ["record", "league", "verse", "rpl", "next", "state", "hex"], "FORM": ["svg", "txt", "ans", "html"],
    "NAME": ["original", "dark", "high-contrast", "colour-blind"], "WxH": ["3x3", "4x4", "4x5", "5x5", "6x6", "8x8"],
    "TILE": ["none", "512", "1024", "2048", "4096", "8192"], "TIME": ["10ms", "100ms", "1s"],
    "LIST": ["score", "moves", "reach", "forced-score", "forced-moves", "forced-tile", "all"],
    "TASK": ["line", "board-random", "bitboard-random", "bitboard-afterstates", "batch-random", "notation", "search",
             "evaluate", "train"],
    "GAME": sorted(path.stem for path in (ROOT / "data/facts").glob("*.2048")),
}
# The value of these can be anything, so no shell offers a word.
FREE = {"N", "H", "SHARE", "BOARD", "ADDRESS", "NAMES", "ORIGINS", "A", "K"}
OTHERS = {("endgame", "--size"): ["tiny", "small", "full", "huge"], ("solve", "--memory"): [],
          ("interactive", "--player"): [*PLAYERS, "none"]}
FACTS = ["min-moves", "min-win-score", "max-moves", "min-loss-score", "guarantee", "counts", "random-play", "odds"]
ARGUMENTS = {"facts ": FACTS, "convert ": PATHS, "games export ": ["all", *PATHS], "games import ": PATHS + ["all"],
             "match greedy ": ["against"], "match greedy against ": PLAYERS, "solve ": ["2x2", "2x3", "2x4", "3x3", *PATHS],
             "rules show ": VALUES["RULES"], "move '2 2' ": ["up", "right", "down", "left"], "play ": PATHS}


def options_with_values():
    """The command, the option and the name of its value."""
    for command in commands():
        for option, value in re.findall(r"^ +(?:-\w, )?(--[\w-]+) ([A-Z][\w-]*)", run(prefix() / "bin/eleven", "help", command), re.M):
            yield command, option, value


def plain(words):
    """Without what a shell adds to the names of folders."""
    return sorted({word.replace("\\", "").rstrip("/") for word in words})


class Shell:
    """The test cases. A class for each shell defines `offers_all`, which returns the words for each of several unfinished
    lines."""

    def offers(self, line):
        return self.offers_all([line])[0]

    def setUp(self):
        self.folder = scratch()
        (self.folder / "game.2048").write_text("")
        (self.folder / "saved games").mkdir()

    def test_commands(self):
        self.assertEqual(sorted(self.offers("eleven ")), sorted(commands()))
        self.assertEqual(sorted(self.offers("eleven re")), sorted(name for name in commands() if name.startswith("re")))

    def test_options_of_every_command(self):
        for command in commands():
            offered = self.offers(f"eleven {command} --")
            self.assertEqual(sorted(offered), sorted(options(command)), command)

    def test_options_without_a_command_are_those_of_play(self):
        self.assertIn("--theme", self.offers("eleven --t"))

    def test_values(self):
        self.assertEqual(sorted(self.offers("eleven play --theme ")),
                         ["colour-blind", "dark", "high-contrast", "original"])
        self.assertEqual(self.offers("eleven watch --player mon"), ["montecarlo"])
        self.assertEqual(self.offers("eleven best -p mon"), ["montecarlo"])

    def test_the_value_of_every_option(self):
        expected = {f"eleven {command} {option} ": OTHERS.get((command, option), VALUES.get(value, []))
                    for command, option, value in options_with_values()}
        self.assertEqual({value for _, _, value in options_with_values()} - {"SIZE"}, FREE | VALUES.keys())
        expected.update((f"eleven {line}", words) for line, words in ARGUMENTS.items())
        self.assertGreater(len(expected), 80)
        for line, found in zip(expected, self.offers_all(list(expected))):
            self.assertEqual(plain(found), sorted(expected[line]), line)

    def test_value_after_an_equals_sign(self):
        self.assertEqual(self.after_equals(self.offers("eleven show --rules=fib")), ["fibonacci"])
        self.assertEqual(self.after_equals(self.offers("eleven render --output=ga")), ["game.2048"])

    @staticmethod
    def after_equals(words):
        return [word.split("=")[-1] for word in words]

    def test_rules_or_a_file(self):
        self.assertEqual(self.offers("eleven play --rules pro"), ["provider"])
        self.assertEqual(self.offers("eleven play --rules gam"), ["game.2048"])

    def test_arguments(self):
        self.assertEqual(sorted(self.offers("eleven help co")), sorted(name for name in commands() if name.startswith("co")))
        self.assertEqual(self.offers("eleven rules ch"), ["check"])
        self.assertEqual(self.offers("eleven replay ga"), ["game.2048"])
        self.assertEqual(self.offers("eleven completion fi"), ["fish"])

    def test_the_program_in_the_home_folder(self):
        (self.folder / "bin").mkdir()
        (self.folder / "bin/eleven").symlink_to(prefix() / "bin/eleven")
        self.assertEqual(self.offers_all(["~/bin/eleven convert --fr", "~/bin/nothing convert --fr"]), [["--from"], []])


@have("bash")
class Bash(Shell, unittest.TestCase):
    def offers_all(self, lines):
        script = """
            source "$1"
            for line in "${@:2}"; do
                IFS=' ' read -r -a COMP_WORDS <<< "${line//=/ = }"
                [[ $line == *' ' ]] && COMP_WORDS+=('')
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _eleven eleven "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                [[ ${#COMPREPLY[@]} == 0 ]] || printf '%s\\n' "${COMPREPLY[@]}"
                echo ----
            done
        """
        found = run("bash", "-c", script, "bash", prefix() / "share/bash-completion/completions/eleven", *lines,
                    cwd=self.folder, HOME=str(self.folder), PATH=path())
        return [part.splitlines() for part in found.split("----\n")[:-1]]


@have("fish")
class Fish(Shell, unittest.TestCase):
    def offers_all(self, lines):
        script = "source $argv[1]; for line in $argv[2..]; complete -C $line; echo ----; end"
        found = run("fish", "--no-config", "-c", script, prefix() / "share/fish/vendor_completions.d/eleven.fish", *lines,
                    cwd=self.folder, HOME=str(self.folder), PATH=path())
        return [[word.split("\t")[0] for word in part.splitlines()] for part in found.split("----\n")[:-1]]

    def test_names_that_need_quotes(self):
        for name in ("my game.2048", "a$b.2048"):
            (self.folder / name).write_text("")
        self.assertEqual(self.offers_all(["eleven replay my\\ g", "eleven replay 'my g", "eleven replay a\\$", "eleven render --output=my\\ g"]),
                         [["my game.2048"], ["my game.2048"], ["a$b.2048"], ["--output=my game.2048"]])


@have("zsh")
class Zsh(Shell, unittest.TestCase):
    """zsh completes only in a terminal. There it lists the words that it would insert."""

    START = """
        PS1='ready> ' LISTMAX=1000 PROMPT_EOL_MARK='' zle_highlight=(none)
        fpath=({functions} $fpath)
        autoload -Uz compinit && compinit -u -d {dump}
        offer () {{ zle list-choices; BUFFER=; print -n listed. }}
        zle -N offer
        bindkey '^I' offer
        zstyle ':completion:*' verbose no
        zstyle ':completion:*' list-packed no
        compadd () {{
            if [[ ${{@[1,(i)(-|--)]}} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
            local -a hits
            builtin compadd -O hits "$@"
            (( $#hits )) && print -rl -- $hits >> {hits}
            builtin compadd "$@"
        }}
        unset zle_bracketed_paste
    """

    def offers_all(self, lines):
        hits = self.folder / ".hits"
        start = self.folder / ".zshrc"
        start.write_text(self.START.format(functions=f"'{prefix() / 'share/zsh/site-functions'}'",
                                           dump=self.folder / ".dump", hits=hits))
        search = path()
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.folder)
            os.environ.update(ZDOTDIR=str(self.folder), HOME=str(self.folder), TERM="dumb", COLUMNS="200", PATH=search)
            os.execvp("zsh", ["zsh", "-d", "-i"])
        try:
            self.wait_for(terminal, b"ready> ")
            return [self.hits_of(terminal, line, hits) for line in lines]
        finally:
            os.close(terminal)
            os.waitpid(process, 0)

    def hits_of(self, terminal, line, hits):
        hits.unlink(missing_ok=True)
        os.write(terminal, line.encode() + b"\t")
        self.wait_for(terminal, b"listed.")
        words = hits.read_text().splitlines() if hits.exists() else []
        return sorted({word for word in words if not word.startswith(".")})

    def wait_for(self, terminal, sign):
        seen, limit = b"", time.monotonic() + 60
        while sign not in seen:
            ready, _, _ = select.select([terminal], [], [], limit - time.monotonic())
            self.assertTrue(ready, seen)
            seen += os.read(terminal, 4096)


if __name__ == "__main__":
    unittest.main()
