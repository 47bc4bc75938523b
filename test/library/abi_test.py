"""tools/check_abi.sh, in a small repository with a small library."""

import shutil
import subprocess
import unittest

from installed import ENVIRONMENT, ROOT, scratch

HEADER = """
typedef struct eleven_pair { int a, b; } eleven_pair;
typedef struct eleven_hidden eleven_hidden;
int eleven_sum(const eleven_pair *pair);
int eleven_look(const eleven_hidden *hidden);
"""
SOURCE = """#include "eleven.h"
struct eleven_hidden { int x; };
int eleven_sum(const eleven_pair *pair) { return pair->a + pair->b; }
int eleven_look(const eleven_hidden *hidden) { return hidden->x; }
"""
MAKEFILE = """B ?= build
SONAME = libeleven.so.1
library:
\t@mkdir -p $(B)/stage/lib
\t$(CC) -g -shared -fPIC -Wl,-soname,$(SONAME) -Iinclude -o $(B)/stage/lib/libeleven.so eleven.c
"""


@unittest.skipUnless(shutil.which("abidiff") and shutil.which("git"), "abidiff is missing")
class Abi(unittest.TestCase):
    def setUp(self):
        self.folder = scratch()
        for name, text in (("include/eleven.h", HEADER), ("eleven.c", SOURCE), ("Makefile", MAKEFILE)):
            (self.folder / name).parent.mkdir(exist_ok=True)
            (self.folder / name).write_text(text)
        (self.folder / "tools").mkdir()
        shutil.copy(ROOT / "tools/check_abi.sh", self.folder / "tools")
        self.git("init", "-q")
        self.git("add", "-A")
        self.git("-c", "user.name=n", "-c", "user.email=e", "commit", "-qm", "one")

    def git(self, *words):
        subprocess.run(["git", *words], cwd=self.folder, check=True, capture_output=True)

    def change(self, name, before, after):
        text = (self.folder / name).read_text()
        self.assertIn(before, text)
        (self.folder / name).write_text(text.replace(before, after))

    def check(self, status, sentence):
        done = subprocess.run(["sh", "tools/check_abi.sh"], cwd=self.folder, capture_output=True, text=True,
                              env={**ENVIRONMENT, "B": "build"})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertIn(sentence, done.stdout)

    def test_without_a_tag_nothing_is_compared(self):
        self.check(0, "no version has a tag")

    def test_changes_that_programs_survive(self):
        self.git("tag", "v1.0.0")
        self.check(0, "run with this library")
        self.change("eleven.c", "struct eleven_hidden { int x; }", "struct eleven_hidden { long x, y; }")
        self.change("eleven.c", "hidden->x", "(int)hidden->x")
        self.change("include/eleven.h", "int eleven_look(", "int eleven_more(void);\nint eleven_look(")
        self.change("eleven.c", "int eleven_look(", "int eleven_more(void) { return 1; }\nint eleven_look(")
        self.check(0, "run with this library")

    def test_changes_that_break_programs(self):
        self.git("tag", "v1.0.0")
        self.change("include/eleven.h", "int a, b;", "long a, b;")
        self.change("eleven.c", "return pair->a + pair->b", "return (int)(pair->a + pair->b)")
        self.check(1, "may fail")
        self.change("Makefile", "libeleven.so.1", "libeleven.so.2")
        self.check(0, "a different SONAME")

    def test_a_removed_function(self):
        self.git("tag", "v1.0.0")
        self.change("eleven.c", "int eleven_look(", "static int eleven_look2(")
        self.check(1, "may fail")


if __name__ == "__main__":
    unittest.main()
