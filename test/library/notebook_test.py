"""The notebook runs from top to bottom and draws its figures, each with labelled axes."""

import json
import os
import pathlib
import subprocess
import sys
import unittest

from installed import ROOT, make, prefix, scratch

NOTEBOOK = ROOT / "examples" / "research.ipynb"
TAIL = """
figures = [plt.figure(number) for number in plt.get_fignums()]
assert len(figures) == 3, figures
for number, figure in enumerate(figures):
    for axes in figure.axes:
        assert axes.get_ylabel() and axes.get_title()
    figure.savefig(f"figure{number}.png")
"""


def have_matplotlib():
    return subprocess.run([sys.executable, "-c", "import matplotlib, numpy, cffi"], capture_output=True).returncode == 0


class Notebook(unittest.TestCase):
    def setUp(self):
        self.notebook = json.loads(NOTEBOOK.read_text())
        self.cells = [cell for cell in self.notebook["cells"] if cell["cell_type"] == "code"]

    def test_it_is_a_notebook_without_outputs(self):
        self.assertEqual(self.notebook["nbformat"], 4)
        self.assertTrue(all(not cell["outputs"] and cell["execution_count"] is None for cell in self.cells))

    @unittest.skipUnless(have_matplotlib(), "matplotlib, numpy or cffi is not installed")
    def test_it_runs(self):
        make("bindings/python/eleven/_declarations.py")
        folder = scratch()
        script = folder / "notebook.py"
        script.write_text("\n\n".join("".join(cell["source"]) for cell in self.cells) + TAIL)
        environment = {**os.environ, "MPLBACKEND": "Agg", "MPLCONFIGDIR": str(folder), "PYTHONPATH": str(ROOT / "bindings/python"),
                       "ELEVEN_LIBRARY": str(prefix() / "lib/libeleven.so")}
        done = subprocess.run([sys.executable, str(script)], cwd=folder, env=environment, capture_output=True, text=True,
                              timeout=600)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(len(list(pathlib.Path(folder).glob("figure*.png"))), 3)


if __name__ == "__main__":
    unittest.main()
