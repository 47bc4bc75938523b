"""The wheel and the source distribution of the Python package, installed offline in a virtual environment, and the programs of its
README, which run there in a bare folder."""

import importlib.util
import os
import re
import shutil
import tarfile
import unittest
import zipfile

from installed import BUILD, ROOT, make, run, scratch

NEEDED = ("numpy", "cffi", "setuptools", "wheel", "ensurepip")
MISSING = [name for name in NEEDED if not importlib.util.find_spec(name)]
SYSTEM = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else "python3"
DIST = BUILD / "python" / "dist"

# The golden game of python_test.py, played by what is installed.
GAME = """
import pathlib, eleven
from eleven._library import lib
here = pathlib.Path(eleven.__file__).parent
print(here, (here / "libeleven.so").exists(), [line.split()[-1] for line in open("/proc/self/maps") if "libeleven" in line][0])
game = eleven.Game(seed=42)
print([game.step(action) for action in (0, 0, 0, 1, 0, 1, 0, 0)], eleven.best_move(game.board, "network").action)
env = eleven.VectorEnv(100)
env.reset(seed=1)
print(env.step([0] * 100)[1].sum())
"""

environment = None


def setUpModule():
    global environment
    if MISSING:
        return
    # Something that a reader of doc/TOUR.md may have compiled there.
    (BUILD / "one").mkdir(parents=True, exist_ok=True)
    mine = BUILD / "one" / "mine"
    mine.write_text("mine")
    try:
        make("wheel")
    finally:
        mine.unlink()
    environment = scratch()
    run(SYSTEM, "-m", "venv", "--system-site-packages", environment / "venv")


def python(*words, **more):
    """Runs the Python of the virtual environment in a folder that contains nothing of the repository."""
    folder = scratch()
    return run(environment / "venv/bin/python", *words, cwd=folder, PYTHONPATH="", ELEVEN_LIBRARY="", **more)


def pip(*words):
    return python("-m", "pip", "-q", "--disable-pip-version-check", "--no-cache-dir", *words)


def only(pattern):
    found = list(DIST.glob(pattern))
    assert len(found) == 1, found
    return found[0]


@unittest.skipIf(MISSING, f"missing: {' '.join(MISSING)}")
class Wheel(unittest.TestCase):
    def expect_installed(self):
        first, gains, rewards = python("-c", GAME).splitlines()
        folder, has_library, loaded = first.split()
        self.assertTrue(folder.startswith(str(environment)), folder)
        self.assertEqual((has_library, loaded), ("True", f"{folder}/libeleven.so"))
        return gains, rewards

    def test_1_the_wheel(self):
        wheel = only("*.whl")
        self.assertRegex(wheel.name, r"^eleven_2048-[\d.]+-py3-none-linux_\w+\.whl$")
        names = zipfile.ZipFile(wheel).namelist()
        for name in ("eleven/libeleven.so", "eleven/py.typed", "eleven/_declarations.py"):
            self.assertIn(name, names)
        info = next(name.rsplit("/", 1)[0] for name in names if name.endswith("/METADATA"))
        licence = next(name for name in names if name.startswith(info) and name.endswith("/LICENSE"))  # newer: in licenses/
        self.assertEqual(zipfile.ZipFile(wheel).read(licence), (ROOT / "LICENSE").read_bytes())
        text = zipfile.ZipFile(wheel).read(f"{info}/METADATA").decode()
        self.assertRegex(text, "License(-Expression)?: MIT")
        self.assertIn("# eleven for Python", text)
        self.assertFalse([name for name in names if "__pycache__" in name or not name.startswith(("eleven/", info))], names)

    def test_2_the_source_distribution(self):
        names = {name.split("/", 1)[-1] for name in tarfile.open(only("*.tar.gz")).getnames()}
        for name in ("native/one.c", "native/eleven.h", "LICENSE", "README.md", "bench.py",
                     "eleven/_declarations.py", "eleven/vector.py"):
            self.assertIn(name, names)
        self.assertEqual({name for name in names if name.startswith("native/")}, {"native/one.c", "native/eleven.h"})
        member = next(one for one in tarfile.open(only("*.tar.gz")).getmembers() if one.name.endswith("/LICENSE"))
        self.assertTrue(member.isfile())

    def test_3_both_are_installed_and_play_alike(self):
        pip("install", "--no-index", only("*.whl"))
        gains = self.expect_installed()
        self.assertIn("[0, 4, 0, 4, 0, 12, 0, 4]", gains[0])
        pip("uninstall", "-y", "eleven-2048")
        self.assertEqual([path.name for path in environment.rglob("*eleven*")], [])
        pip("install", "--no-index", "--no-build-isolation", only("*.tar.gz"))
        self.assertEqual(self.expect_installed(), gains)

    def test_4_the_programs_of_the_readme_run(self):
        programs = re.findall(r"```python\n(.*?)```", (ROOT / "bindings/python/README.md").read_text(), re.S)
        self.assertEqual(len(programs), 4)
        outputs = [python("-c", program) for program in programs]
        self.assertTrue(700 < float(outputs[0].split()[-1]) < 1500, outputs[0])
        self.assertRegex(outputs[1], r"\d+% \{'forced': ")
        self.assertRegex(outputs[2], r"(?s)^21752 .*Answer\(.*Advice\(")
        self.assertRegex(outputs[3], r"(?s)TrainerFacts\(moves=300000, .*Advice\(")

    def test_5_the_benchmark_prints_the_share_of_python(self):
        bench = shutil.copy(ROOT / "bindings/python/bench.py", scratch())
        self.assertRegex(python(bench, "--quick"), r"million steps/s, +\d+% of the time in Python")


if __name__ == "__main__":
    unittest.main()
