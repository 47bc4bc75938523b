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

from installed import files, prefix, run, scratch


def have(tool):
    return unittest.skipUnless(shutil.which(tool), f"{tool} is missing")


def commands():
    return re.findall(r"^  (\w+) ", run(prefix() / "bin/eleven", "help"), re.M)


def options(command):
    return re.findall(r"^ +(?:-\w, )?(--[\w-]+)", run(prefix() / "bin/eleven", "help", command), re.M)


def path():
    """The shells call the installed program."""
    return f"{prefix() / 'bin'}:{os.environ['PATH']}"


class Shell:
    """The test cases. A class for each shell defines `offers`, which returns the words for an unfinished line."""

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

    def test_value_after_an_equals_sign(self):
        self.assertEqual(self.after_equals(self.offers("eleven show --rules=fib")), ["fibonacci"])

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


@have("bash")
class Bash(Shell, unittest.TestCase):
    def offers(self, line):
        script = """
            source "$1"
            line=$2
            IFS=' ' read -r -a COMP_WORDS <<< "${line//=/ = }"
            [[ $line == *' ' ]] && COMP_WORDS+=('')
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _eleven eleven "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            [[ ${#COMPREPLY[@]} == 0 ]] || printf '%s\\n' "${COMPREPLY[@]}"
        """
        return run("bash", "-c", script, "bash", prefix() / "share/bash-completion/completions/eleven", line,
                   cwd=self.folder, PATH=path()).splitlines()


@have("fish")
class Fish(Shell, unittest.TestCase):
    def offers(self, line):
        found = run("fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]",
                   prefix() / "share/fish/vendor_completions.d/eleven.fish", line, cwd=self.folder,
                   HOME=str(self.folder), PATH=path())
        return [word.split("\t")[0] for word in found.splitlines()]


@have("zsh")
class Zsh(Shell, unittest.TestCase):
    """zsh completes only in a terminal. There it lists the words that it would insert."""

    START = """
        PS1='ready> ' LISTMAX=1000 PROMPT_EOL_MARK='' zle_highlight=(none)
        fpath=({functions} $fpath)
        autoload -Uz compinit && compinit -u -d {dump}
        bindkey '^I' list-choices
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

    def offers(self, line):
        hits = self.folder / "hits"
        hits.unlink(missing_ok=True)
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
            os.write(terminal, line.encode() + b"\t")
            os.write(terminal, b"\x15echo do''ne\n")
            self.wait_for(terminal, b"done")
        finally:
            os.close(terminal)
            os.waitpid(process, 0)
        words = hits.read_text().splitlines() if hits.exists() else []
        return sorted({word for word in words if not word.startswith(".") and word != "hits"})

    def wait_for(self, terminal, sign):
        seen, limit = b"", time.monotonic() + 60
        while sign not in seen:
            ready, _, _ = select.select([terminal], [], [], limit - time.monotonic())
            self.assertTrue(ready, seen)
            seen += os.read(terminal, 4096)


if __name__ == "__main__":
    unittest.main()
