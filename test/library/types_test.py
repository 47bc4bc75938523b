"""The types of the Python package: mypy --strict and pyright find nothing in it, and they find a mistake in a program that uses it.

pyright is installed from npm into test/library/node_modules on the first run.
"""

import importlib.util
import pathlib
import shutil
import subprocess
import sys
import unittest

from installed import ROOT, make, run, scratch

PACKAGE = ROOT / "bindings/python"
HERE = pathlib.Path(__file__).resolve().parent
MISSING = [name for name in ("numpy", "cffi") if not importlib.util.find_spec(name)]

GOOD = """import numpy as np
from numpy.typing import NDArray

import eleven

env = eleven.VectorEnv(2, autoreset_mode=eleven.AutoresetMode.SAME_STEP)
boards: NDArray[np.uint8] = env.reset(seed=1, options={"reset_mask": np.ones(2, bool)})[0]
rewards: NDArray[np.int64] = env.step([0, 1])[1]
gain = eleven.Game(seed=1).step(eleven.UP)
advice = eleven.Player("greedy").choose(boards[0])
if gain is not None and advice is not None:
    print(gain + advice.action, eleven.review(eleven.Game(), "greedy").accuracy / 2, eleven.solve((2, 2)).value["score"])
"""
BAD = "import eleven\n\nprint(eleven.Game().step(0) + 1)\n"  # None if the action is not legal


def setUpModule():
    make("bindings/python/eleven/_declarations.py")


def program(text, name="right.py"):
    path = scratch() / name
    path.write_text(text)
    return path


@unittest.skipIf(MISSING, f"missing: {' '.join(MISSING)}")
class Types(unittest.TestCase):
    @unittest.skipIf(not importlib.util.find_spec("mypy"), "mypy is missing")
    def test_mypy_strict(self):
        words = [sys.executable, "-m", "mypy", "--config-file", PACKAGE / "pyproject.toml", "--cache-dir", scratch()]
        output = run(*words, "eleven", program(GOOD), program(BAD, "wrong.py"), cwd=PACKAGE, status=1)
        self.assertRegex(output, r"(?s)^[^\n]*wrong.py:3: error: .*Found 1 error in 1 file")

    @unittest.skipIf(not shutil.which("npm"), "npm is missing")
    def test_pyright(self):
        if not (HERE / "node_modules/.package-lock.json").exists():
            subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=HERE, check=True, stdin=subprocess.DEVNULL)
        words = [HERE / "node_modules/.bin/pyright", "--pythonpath", sys.executable]
        output = run(*words, "eleven", program(GOOD), program(BAD, "wrong.py"), cwd=PACKAGE, status=1)
        self.assertIn("wrong.py:3:7 - error", output)
        self.assertIn("1 error, 0 warnings", output)


if __name__ == "__main__":
    unittest.main()
