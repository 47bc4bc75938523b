"""An Eleven installed into a folder of its own, once for all tests, and what they run on it.

B names the build (build), MAKE the make to use.
"""

import atexit
import os
import pathlib
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("B", "build")
MAKE = os.environ.get("MAKE", "make")
CC = os.environ.get("CC", "cc")

# A make that runs the tests must not tell the makes inside them how to run.
ENVIRONMENT = {name: value for name, value in os.environ.items()
               if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "DESTDIR", "PREFIX")}


def run(*command, cwd=ROOT, status=0, **more):
    """The standard output of a command that must end with this status."""
    environment = {**ENVIRONMENT, **more}
    done = subprocess.run([str(word) for word in command], cwd=cwd, env=environment, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)
    if done.returncode != status:
        raise AssertionError(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def make(*words, cwd=ROOT):
    return run(MAKE, "-s", "-j2", f"B={os.environ.get('B', 'build')}", "LDCONFIG=:", *words, cwd=cwd)


def files(folder):
    """Every file and link below it, by its path from there."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*")
                  if path.is_symlink() or not path.is_dir())


def scratch():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="eleven-test-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


_prefix = None


def prefix():
    global _prefix
    if _prefix is None:
        _prefix = scratch() / "prefix of eleven"
        make("install", f"PREFIX={_prefix}")
    return _prefix


def flags(*words):
    """What pkg-config tells a compiler; it escapes the blanks in a path."""
    told = run("pkg-config", *words, "eleven", PKG_CONFIG_PATH=str(prefix() / "lib/pkgconfig"))
    return [word.replace("\0", " ") for word in told.replace("\\ ", "\0").split()]


WARNINGS = ["-std=c11", "-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror"]


def build(source, program):
    """A program made as README tells it: pkg-config and a compiler."""
    run(CC, *WARNINGS, "-D_DEFAULT_SOURCE", *flags("--cflags"), source, "-o", program, *flags("--libs"))
    return program


def run_program(program, *words, **more):
    return run(program, *words, LD_LIBRARY_PATH=str(prefix() / "lib"), **more)
