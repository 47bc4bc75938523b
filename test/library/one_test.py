"""one.c, the library as one file: it compiles alone, and plays like the library."""

import platform
import re
import shutil
import subprocess
import unittest

from installed import BUILD, ROOT, make, prefix, run, run_program, scratch
import installed

FOLDER = scratch()


def setUpModule():
    make("one")
    shutil.copytree(BUILD / "one", FOLDER, dirs_exist_ok=True)


def compiled(compiler, *words):
    """Compiles one.o in a folder outside of the repository."""
    made = FOLDER / f"one-{compiler}.o"
    if not made.exists():
        run(compiler, "-std=c11", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-c", "one.c", "-o", made, cwd=FOLDER)
    return made


class One(unittest.TestCase):
    COMPILERS = [compiler for compiler in ("gcc", "clang") if shutil.which(compiler)]

    def test_it_is_two_files(self):
        self.assertEqual({path.name for path in (BUILD / "one").rglob("*")}, {"one.c", "eleven.h"})
        text = (FOLDER / "one.c").read_text() + (FOLDER / "eleven.h").read_text()
        self.assertEqual(re.findall(r'#\s*include "(.*)"', text), ["eleven.h"])
        self.assertNotIn(str(ROOT), text)

    def test_its_names_are_those_of_the_library(self):
        library = {line.split()[2] for line in run("nm", "-D", "--defined-only", prefix() / "lib/libeleven.so").splitlines()}
        for compiler in self.COMPILERS:
            names = {line.split()[2] for line in run("nm", "-g", "--defined-only", compiled(compiler)).splitlines()}
            public = {name for name in names if not name.startswith("eleven_inside_")}
            self.assertEqual(public - library, set())
            self.assertEqual(library - public, set())

    def test_its_arithmetic_is_the_same_with_other_flags(self):
        machine = ["-march=x86-64-v3"] if platform.machine() == "x86_64" else []  # which multiplies and adds in one step
        for compiler in self.COMPILERS:
            run(compiler, "-O2", *machine, "-S", "one.c", "-o", "one.s", cwd=FOLDER)
            self.assertNotRegex((FOLDER / "one.s").read_text(), r"\sv?fn?m(add|sub)|\sfml[as]", compiler)
            for flag in ("-ffast-math", "-Ofast", "-ffinite-math-only"):
                done = subprocess.run([compiler, "-O2", flag, "-c", "one.c"], cwd=FOLDER, capture_output=True, text=True)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn("compile one.c without -ffast-math", done.stderr)

    def test_it_plays_like_the_library(self):
        for name, words in [("play", ["greedy", "1"]), ("play", ["corner", "2"]), ("play", ["montecarlo", "3"]),
                            ("spawns", []), ("undo", []), ("chain", []), ("match", []),
                            ("batch", ["5000", "4"]), ("best", []), ("network", []), ("evaluator", [])]:
            source = ROOT / "examples" / f"{name}.c"
            expected = run_program(installed.build(source, FOLDER / f"{name}-library"), *words)
            for compiler in self.COMPILERS:
                program = FOLDER / f"{name}-{compiler}"
                (FOLDER / source.name).write_text(source.read_text().replace("<eleven.h>", '"eleven.h"'))
                run(compiler, "-std=c11", f"{name}.c", compiled(compiler), "-o", program, "-lm", "-pthread", cwd=FOLDER)
                self.assertEqual(run(program, *words), expected, (name, compiler))


if __name__ == "__main__":
    unittest.main()
