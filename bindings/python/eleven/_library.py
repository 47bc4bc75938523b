"""Loads the C library: the file that $ELEVEN_LIBRARY names, or the one in this package, or the one built in the repository that
contains this file, or the installed one."""

import ctypes.util
import os
import pathlib
import threading
from typing import Any, Callable, Iterator, List, NoReturn, Tuple

import cffi
import numpy as np
from numpy.typing import NDArray

from ._declarations import ABI, TEXT, VERSION, VERSION_NUMBER

Ranks = NDArray[np.uint8]
Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Booleans = NDArray[np.bool_]

ffi: Any = cffi.FFI()
ffi.cdef(TEXT)

HERE = pathlib.Path(__file__).resolve().parent


def _places() -> Iterator[str]:
    named = os.environ.get("ELEVEN_LIBRARY")
    if named:
        yield named
        return
    for file in (HERE / "libeleven.so", HERE.parents[2] / "build" / "stage" / "lib" / f"libeleven.so.{ABI}"):
        if file.exists():
            yield str(file)
    yield f"libeleven.so.{ABI}"
    found = ctypes.util.find_library("eleven")
    if found:
        yield found


def _suitable(library: Any, place: str) -> Any:
    """The library, if this package can use it."""
    need = f"this package needs Eleven {VERSION}, or a later version with the ABI {ABI}; set ELEVEN_LIBRARY to its path"
    try:
        version, number, abi = library.eleven_version, library.eleven_version_number(), library.eleven_abi()
    except AttributeError:
        raise ImportError(f"{place} is not Eleven, or is older than 0.2.0; {need}") from None
    if abi != ABI or number < VERSION_NUMBER:
        raise ImportError(f"{place} is Eleven {ffi.string(version()).decode()} with the ABI {abi}; {need}")
    return library


def _open() -> Any:
    tried = []
    for place in _places():
        try:
            return _suitable(ffi.dlopen(place), place)
        except OSError:
            tried.append(place)
    raise ImportError(f"the library Eleven {VERSION} was not found ({', '.join(tried)}); install it with 'make install', "
                      "or set ELEVEN_LIBRARY to its path")


lib = _open()


def sized(kind: str, **members: Any) -> Any:
    """A struct of the caller, whose first member is its size."""
    return ffi.new(f"{kind} *", {"size": ffi.sizeof(kind), **members})


def text_of(pointer: Any) -> str:
    return str(ffi.string(pointer).decode())


def sentence_of(problem: Any) -> str:
    place = f"line {problem.line}, column {problem.column}: " if problem.line else ""
    return place + text_of(problem.sentence)


def fail(error: int, problem: Any) -> NoReturn:
    """Raises the error that the library reported."""
    kinds = {lib.ELEVEN_NO_MEMORY: MemoryError, lib.ELEVEN_NO_STORAGE: OSError}
    raise kinds.get(error, ValueError)(sentence_of(problem))


def checked(function: Any, *arguments: Any) -> None:
    """Calls a function of the library that returns an error and fills in a problem, its last argument."""
    problem = ffi.new("eleven_problem *")
    error = function(*arguments, problem)
    if error:
        fail(error, problem)


def interruptible(call: Callable[[], int], stop: Any) -> int:
    """The result of a call that may take long. It runs in a thread of its own, so that Ctrl-C has an effect here, and then ends
    through its stop."""
    results: List[int] = []
    has_ended = threading.Event()

    def run() -> None:
        results.append(call())
        has_ended.set()
    thread = threading.Thread(target=run)
    try:
        thread.start()
        has_ended.wait()  # after an interrupted join(), Python 3.11 takes a thread that runs for one that has ended
    except BaseException:
        lib.eleven_stop_request(stop)
        if thread.is_alive():
            has_ended.wait()
        raise
    return results[0]


def path_of(path: Any) -> bytes:
    """A path as the library reads it. For the library it would end at a NUL."""
    name = os.fsencode(path)
    if b"\0" in name:
        raise ValueError(f"{path!r} contains a NUL")
    return name


def rules_of(rules: str) -> Any:
    """A built-in rule set by its name, or a rule set as text."""
    result = ffi.new("eleven_rules *")
    text = rules.encode()
    if "\0" not in rules and lib.eleven_rules_find(text, result):
        return result
    if "\n" not in rules:
        names: List[str] = []
        while lib.eleven_rules_name(len(names)) != ffi.NULL:
            names.append(text_of(lib.eleven_rules_name(len(names))))
        raise ValueError(f"unknown rules '{rules}': expected {', '.join(names)}, or a rule set as text")
    checked(lib.eleven_rules_parse, text, len(text), result)
    return result


def number_of(value: Any, what: str, most: int = 2 ** 64 - 1, least: int = 0) -> int:
    """Checks a whole number, such as "a seed"."""
    if not isinstance(value, (int, np.integer)) or not least <= value <= most:
        limit = "2^64 - 1" if most == 2 ** 64 - 1 else str(most)
        raise ValueError(f"expected {what}, a whole number from {least} to {limit}, not {value!r}")
    return int(value)


def size_of(size: Tuple[int, int]) -> Tuple[int, int]:
    """Checks a size, (width, height)."""
    if len(size) != 2 or not all(isinstance(side, (int, np.integer)) and 1 <= side <= 8 for side in size):
        raise ValueError(f"expected a size of 1 to 8 columns and 1 to 8 rows, not {size}")
    return size
