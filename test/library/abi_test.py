"""tools/abi.py, with a copy of the headers that is then changed."""

import shutil
import subprocess
import sys
import unittest

from installed import ENVIRONMENT, ROOT, scratch


class Abi(unittest.TestCase):
    def setUp(self):
        self.folder = scratch()
        shutil.copytree(ROOT / "include", self.folder / "include")
        for name in ("tools/abi.py", "tools/cdefs.py", "package/libeleven.abi", "package/debian/libeleven0.symbols"):
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.folder / name)

    def change(self, name, before, after):
        text = (self.folder / name).read_text()
        self.assertIn(before, text)
        (self.folder / name).write_text(text.replace(before, after, 1))

    def run_abi(self, *words):
        return subprocess.run([sys.executable, "tools/abi.py", *words], cwd=self.folder, capture_output=True, text=True,
                              env=ENVIRONMENT)

    def refused(self, *sentences, breaks=True):
        done = self.run_abi()
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        for sentence in sentences:
            self.assertIn(sentence, done.stdout)
        self.assertEqual("may fail" in done.stdout, breaks, done.stdout)
        self.assertEqual(self.run_abi("write").returncode, 0)
        self.accepted()

    def accepted(self):
        done = self.run_abi()
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)

    def test_the_list_is_that_of_the_headers(self):
        self.accepted()

    def test_a_new_function(self):
        self.change("include/eleven/version.h", "unsigned eleven_abi", "int eleven_added(int x);\nunsigned eleven_abi")
        self.refused("+ int eleven_added(int x)", breaks=False)
        self.assertIn(" eleven_added@Base", (self.folder / "package/debian/libeleven0.symbols").read_text())

    def test_a_removed_function(self):
        self.change("include/eleven/version.h", "unsigned eleven_abi(void);\n", "")
        self.refused("- unsigned eleven_abi(void)")

    def test_another_type(self):
        self.change("include/eleven/game.h", "bool eleven_rules_find(const char *name,", "int eleven_rules_find(const char *name,")
        self.refused("- bool eleven_rules_find(const char *name, eleven_rules *rules)")

    def test_a_member_that_moves_others(self):
        self.change("include/eleven/game.h", "    uint32_t line, column;\n", "    uint64_t line, column;\n")
        self.refused("- struct eleven_problem: 208 bytes", "+ struct eleven_problem: 216 bytes",
                     "+ eleven_problem at 16: char sentence[200]")

    def test_another_number_of_a_constant(self):
        self.change("include/eleven/game.h", "    ELEVEN_END,\n", "    ELEVEN_HALF,\n    ELEVEN_END,\n")
        self.refused("- ELEVEN_END = 1", "+ ELEVEN_END = 2")

    def test_a_structure_with_its_size_may_grow(self):
        self.change("include/eleven/player.h", "    uint32_t threads;\n", "    uint32_t threads;\n    uint64_t patience;\n")
        self.refused("+ eleven_budget at 48: uint64_t patience", breaks=False)

    def test_it_may_not_grow_in_its_middle(self):
        self.change("include/eleven/player.h", "    uint32_t depth;\n", "    uint32_t depth, width;\n")
        self.refused("+ eleven_budget at 8, 12: uint32_t depth, width")

    def test_a_new_abi_may_differ(self):
        self.change("include/eleven/version.h", "#define ELEVEN_ABI 0", "#define ELEVEN_ABI 1")
        self.change("include/eleven/version.h", "unsigned eleven_abi(void);\n", "")
        self.refused("+ libeleven.so.1", "- unsigned eleven_abi(void)", breaks=False)


if __name__ == "__main__":
    unittest.main()
