"""Every public function that can ask for memory is among those that memory_test.c lets run out of it."""

import collections
import os
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = ROOT / os.environ.get("ELEVEN", "build/eleven") / "../libeleven.a"
ALLOCATORS = {"memory_new", "memory_zeroed", "memory_resize", "memory_pages_new"}
FUNCTION = re.compile(r"^[0-9a-f]+ <([\w.]+)>:")
# What an instruction refers to: a place in the same file, unless the next line has a relocation.
PLACE = re.compile(r"<([\w.]+?)(?:\+0x[0-9a-f]+)?>$")
RELOCATION = re.compile(r"R_\w+\s+([\w.]+)")


def references():
    """What each function calls or takes the address of. The compiler's copies, name.part.0, count as the function."""
    found, function = collections.defaultdict(set), ""
    text = subprocess.run(["objdump", "-dr", "--no-show-raw-insn", os.path.normpath(LIBRARY)], check=True, capture_output=True,
                          text=True).stdout
    place = None
    for line in text.split("\n"):
        if match := RELOCATION.search(line):
            found[function].add(match[1].split(".")[0])
            place = None
            continue
        if place:
            found[function].add(place[1].split(".")[0])
        place = PLACE.search(line)
        if match := FUNCTION.match(line):
            function, place = match[1].split(".")[0], None
    return found


def reaching(found, wanted):
    """The functions from which one of these can be reached."""
    size = 0
    while len(wanted) > size:
        size = len(wanted)
        wanted = wanted | {function for function, others in found.items() if others & wanted}
    return wanted


class AllocationTest(unittest.TestCase):
    def test_every_function_that_allocates_is_tested(self):
        headers = "".join(path.read_text() for path in (ROOT / "include/eleven").glob("*.h"))
        public = set(re.findall(r"^\w[\w *]*?(eleven_\w+)\(", headers, re.M))
        allocating = public & reaching(references(), ALLOCATORS)
        self.assertIn("eleven_session_new", allocating)
        tested = set(re.findall(r"\w+", (ROOT / "test/unit/memory_test.c").read_text()))
        self.assertEqual(allocating - tested, set())


if __name__ == "__main__":
    unittest.main()
