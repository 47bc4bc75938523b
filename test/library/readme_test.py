"""The commands of README.md and doc/TOUR.md, run in order in a fresh copy, as a reader pastes them."""

import os
import re
import subprocess
import unittest

from installed import ENVIRONMENT, MAKE, ROOT, run, scratch, source

TOO_LONG = {"make test": "make -n test"}


def pages(*names):
    return [(name, (ROOT / name).read_text()) for name in names]


def commands(text):
    """The lines of indented blocks and of fenced blocks of sh."""
    fenced = re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S)
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    lines = re.findall(r"^    (\S.*)$", prose, re.M) + "".join(fenced).splitlines()
    return [TOO_LONG.get(line, line) for line in lines]


class Readme(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = scratch()
        cls.clone = source(cls.home / "eleven")

    def test_every_command_works_when_pasted_in_order(self):
        lines = [line for _, text in pages("README.md", "doc/TOUR.md") for line in commands(text)]
        self.assertGreater(len(lines), 10)
        self.assertEqual(lines[:2], ["make play", "make -n test"])
        script = self.home / "commands"
        script.write_text("set -e\n" + "".join(f"echo '>' {i}\n{line}\n" for i, line in enumerate(lines)))
        environment = {name: value for name, value in ENVIRONMENT.items()
                       if name not in ("B", "CC", "ELEVEN_DATA", "XDG_DATA_HOME", "PKG_CONFIG_PATH", "LD_LIBRARY_PATH")}
        done = subprocess.run(["sh", script], cwd=self.clone, text=True, timeout=900,
                              input="left\nright\nup\ndown\n" * 3,
                              env={**environment, "HOME": str(self.home), "TERM": "dumb"}, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        parts = re.split(r"^> (\d+)\n", done.stdout, flags=re.M)
        last = lines[int(parts[-2])]
        self.assertEqual(done.returncode, 0, f"{last}\n{parts[-1]}")
        said = dict(zip(lines, parts[2::2]))
        self.assertTrue(said["make play"].endswith("\nPlay again: build/eleven\n"), said["make play"])
        self.assertRegex(said["eleven version"], r"^eleven \d")
        self.assertRegex(said["build/bot"], r"^\d+ points in \d+ moves\n$")
        self.assertEqual(said["build/bot-of-one"], said["build/bot"])

    def test_commands_in_sentences_exist(self):
        for name, text in pages("README.md"):
            for target in set(re.findall(r"`make (\w+)", text)):
                run(MAKE, "-n", target)
            for command in set(re.findall(r"build/eleven (\w+)", text)):
                run(ROOT / os.environ.get("ELEVEN", "build/eleven"), "help", command)

    def test_links_lead_somewhere(self):
        for name, text in pages("README.md", "doc/TOUR.md"):
            for link in re.findall(r"\]\(([^)#]+)", text):
                self.assertTrue(link.startswith("http") or ((ROOT / name).parent / link).exists(), f"{name}: {link}")

    def test_it_fits_on_two_screens(self):
        self.assertLessEqual(len((ROOT / "README.md").read_text().splitlines()), 60)


if __name__ == "__main__":
    unittest.main()
