"""Installs Eleven once, in a temporary folder, for all tests, and runs programs with it.

The environment variable B names the folder of the build (build), MAKE the make to use.
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

# The options of a make that runs the tests must not reach the makes inside the tests.
ENVIRONMENT = {name: value for name, value in os.environ.items()
               if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "DESTDIR", "PREFIX")}


def run(*command, cwd=ROOT, status=0, **more):
    """Runs a command that must end with this status; returns its standard output."""
    environment = {**ENVIRONMENT, **more}
    done = subprocess.run([str(word) for word in command], cwd=cwd, env=environment, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)
    if done.returncode != status:
        raise AssertionError(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def make(*words, cwd=ROOT):
    return run(MAKE, "-s", "-j2", f"B={os.environ.get('B', 'build')}", "LDCONFIG=:", *words, cwd=cwd)


def files(folder):
    """The paths of all files and links in a folder."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*")
                  if path.is_symlink() or not path.is_dir())


def scratch():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="eleven-test-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def source(folder):
    """Fills the folder with a copy of the source, with changes that are not committed, and returns it."""
    for name in run("git", "ls-files", "-co", "--exclude-standard", "-z").split("\0"):
        if name and os.path.lexists(ROOT / name):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name, follow_symlinks=False)
    return folder


_prefix = None


def prefix():
    global _prefix
    if _prefix is None:
        _prefix = scratch() / "prefix of eleven"
        make("install", f"PREFIX={_prefix}")
    return _prefix


def flags(*words):
    """The flags that pkg-config prints; it escapes the blanks in a path."""
    output = run("pkg-config", *words, "eleven", PKG_CONFIG_PATH=str(prefix() / "lib/pkgconfig"))
    return [word.replace("\0", " ") for word in output.replace("\\ ", "\0").split()]


WARNINGS = ["-std=c11", "-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror"]


def build(source, program):
    """Builds a program with pkg-config and a compiler, as in the README."""
    run(CC, *WARNINGS, "-D_DEFAULT_SOURCE", *flags("--cflags"), source, "-o", program, *flags("--libs"))
    return program


def run_program(program, *words, **more):
    return run(program, *words, LD_LIBRARY_PATH=str(prefix() / "lib"), **more)
