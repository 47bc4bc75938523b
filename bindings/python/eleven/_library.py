"""Loads the C library: $ELEVEN_LIBRARY, or the one built in the repository that contains this file, or the installed one."""

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
    raise ImportError(f"the library Eleven {VERSION} was not found ({', '.join(tried)}); install it with 'make install', "
                      "or set ELEVEN_LIBRARY to its path")


lib = _open()


def fail(problem: Any) -> None:
    """Raises the error that the library reported."""
    sentence = ffi.string(problem.sentence).decode()
    place = f"line {problem.line}, column {problem.column}: " if problem.line else ""
    raise ValueError(place + sentence)


def rules_of(rules: str) -> Any:
    """A built-in rule set by its name, or a rule set as text."""
    result = ffi.new("eleven_rules *")
    if lib.eleven_rules_find(rules.encode(), result):
        return result
    if "\n" not in rules:
        names = []
        while lib.eleven_rules_name(len(names)) != ffi.NULL:
            names.append(ffi.string(lib.eleven_rules_name(len(names))).decode())
        raise ValueError(f"unknown rules '{rules}': expected {', '.join(names)}, or a rule set as text")
    problem = ffi.new("eleven_problem *")
    text = rules.encode()
    if lib.eleven_rules_parse(text, len(text), result, problem):
        fail(problem)
    return result
