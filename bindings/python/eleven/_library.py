"""The C library, loaded as it is: $ELEVEN_LIBRARY, or the one built in the repository around this file, or the system's."""

import ctypes.util
import os
import pathlib
from typing import Any, Iterator

import cffi

from ._declarations import TEXT, VERSION

ffi = cffi.FFI()
ffi.cdef(TEXT)

ABI = ".".join(VERSION.split(".")[:2]) if VERSION.startswith("0.") else VERSION.split(".")[0]


def _places() -> Iterator[str]:
    named = os.environ.get("ELEVEN_LIBRARY")
    if named:
        yield named
        return
    built = pathlib.Path(__file__).resolve().parents[3] / "build" / "stage" / "lib" / f"libeleven.so.{ABI}"
    if built.exists():
        yield str(built)
    yield f"libeleven.so.{ABI}"
    found = ctypes.util.find_library("eleven")
    if found:
        yield found


def _open() -> Any:
    tried = []
    for place in _places():
        try:
            return ffi.dlopen(place)
        except OSError:
            tried.append(place)
    raise ImportError(f"the library Eleven {VERSION} is not found ({', '.join(tried)}); install it with 'make install', "
                      "or name it in ELEVEN_LIBRARY")


lib = _open()


def fail(problem: Any) -> None:
    """Raises what the library says."""
    sentence = ffi.string(problem.sentence).decode()
    place = f"line {problem.line}, column {problem.column}: " if problem.line else ""
    raise ValueError(place + sentence)


def rules_of(rules: str) -> Any:
    """A shipped rule set by name, or one as text."""
    made = ffi.new("eleven_rules *")
    if lib.eleven_rules_find(rules.encode(), made):
        return made
    if "\n" not in rules:
        names = []
        while lib.eleven_rules_name(len(names)) != ffi.NULL:
            names.append(ffi.string(lib.eleven_rules_name(len(names))).decode())
        raise ValueError(f"there are no rules '{rules}': {', '.join(names)}, or a rule set as text")
    problem = ffi.new("eleven_problem *")
    text = rules.encode()
    if lib.eleven_rules_parse(text, len(text), made, problem):
        fail(problem)
    return made
