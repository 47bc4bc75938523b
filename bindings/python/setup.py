"""Builds the package with the C library inside.

In the repository, the declarations are generated from the headers, and make builds the library. A source distribution contains
the declarations and the library as one file, native/one.c, which the C compiler of the system compiles.
"""

import os
import pathlib
import shlex
import shutil
import subprocess
import sys

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:
    from wheel.bdist_wheel import bdist_wheel

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = ROOT / os.environ.get("B", "build")
IS_REPOSITORY = not (HERE / "native").exists()

if IS_REPOSITORY:
    subprocess.run([sys.executable, str(ROOT / "tools" / "cdefs.py")], check=True)


def make(target):
    subprocess.run([*shlex.split(os.environ.get("MAKE", "make")), "-s", "-C", str(ROOT), f"B={BUILD.relative_to(ROOT)}", target],
                   check=True)


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        target = pathlib.Path(self.build_lib).resolve() / "eleven" / "libeleven.so"
        if IS_REPOSITORY:
            make("library")
            shutil.copy((BUILD / "stage" / "lib" / "libeleven.so").resolve(), target)
            return
        compiler = shlex.split(os.environ.get("CC", "cc"))
        flags = shlex.split(os.environ.get("CFLAGS", "-O2"))
        # These would change the arithmetic of the whole interpreter.
        flags = ["-O3" if flag == "-Ofast" else flag for flag in flags
                 if flag not in ("-ffast-math", "-funsafe-math-optimizations")]
        command = [*compiler, "-std=c11", *flags, "-fno-fast-math", "-fPIC", "-shared", "one.c", "-o", str(target), "-lm",
                   "-pthread"]
        print(" ".join(command), flush=True)
        subprocess.run(command, cwd=HERE / "native", check=True)


class DistributionWithLibrary(Distribution):
    def has_ext_modules(self):
        return True


class WheelOfThisMachine(bdist_wheel):
    """The library is for this kind of machine and for every version of Python."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class SourceWithLibrary(sdist):
    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        if IS_REPOSITORY:
            make("one")
        native = pathlib.Path(base_dir) / "native"
        native.mkdir(exist_ok=True)
        for name in "one.c", "eleven.h":
            shutil.copy((BUILD / "one" if IS_REPOSITORY else HERE / "native") / name, native)


setup(distclass=DistributionWithLibrary,
      cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": WheelOfThisMachine, "sdist": SourceWithLibrary})
