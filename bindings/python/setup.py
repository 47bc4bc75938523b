"""Builds the package. Its declarations of the C library are generated from the headers of the repository."""

import pathlib
import subprocess
import sys

from setuptools import setup

GENERATOR = pathlib.Path(__file__).resolve().parents[2] / "tools" / "cdefs.py"

# A source distribution is outside of the repository and already contains the declarations.
if GENERATOR.exists():
    subprocess.run([sys.executable, str(GENERATOR)], check=True)

setup()
