"""The example at the top of each installed header: it compiles as C and as C++, and prints what it says.

It is the indented part of the first comment after the line "Example:". Lines that begin with `//` are what it prints.
Functions come first, before an empty line. The rest is the inside of `main`.
"""

import re
import unittest

import installed
from installed import CC, prefix, run, scratch

FOLDER = scratch()
HEAD = "#include <eleven.h>\n\n" + "".join(f"#include <{name}.h>\n" for name in ("stdio", "stdlib", "string")) + "\n"
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def chapters():
    return sorted((prefix() / "include/eleven").glob("*.h"))


def example_of(path):
    """The program of a header, and what it prints."""
    comment = re.match(r"/\*(.*?)\*/", path.read_text(), re.S)[1]
    found = re.search(r"^ \* Example:\n \*\n((?: \*(?:     .*)?\n)+)", comment + "\n", re.M)
    if not found:
        raise AssertionError(f"{path.name} does not begin with an example")
    lines = [line[7:] for line in found[1].rstrip("* \n").split("\n")]
    printed = [line[3:] for line in lines if line.startswith("//")]
    code = [line for line in lines if not line.startswith("//")]
    if not printed or len([line for line in code if line]) > 10:
        raise AssertionError(f"{path.name}: an example has at most ten lines, and prints something")
    functions, _, body = "\n".join(code).rpartition("\n\n")
    return f"{HEAD}{functions}\n\nint main(void)\n{{\n{body}\nreturn 0;\n}}\n", printed


class Headers(unittest.TestCase):
    def test_every_chapter_has_an_example_in_c(self):
        self.assertGreaterEqual(len(chapters()), 17)
        flags, libraries = installed.flags("--cflags"), installed.flags("--libs")
        for path in chapters():
            with self.subTest(path.name):
                program, printed = example_of(path)
                source, made, empty = FOLDER / f"{path.stem}.c", FOLDER / path.stem, FOLDER / f"{path.stem}-empty"
                source.write_text(program)
                empty.mkdir()
                run(CC, "-std=c11", *WARNINGS, *flags, source, "-o", made, *libraries)
                output = run(made, cwd=empty, LD_LIBRARY_PATH=str(prefix() / "lib"))
                self.assertEqual([line.rstrip() for line in output.rstrip("\n").split("\n")], printed)

    def test_they_are_also_cpp(self):
        """C++ has had designated initialisers since 2020."""
        flags = installed.flags("--cflags")
        for path in chapters():
            with self.subTest(path.name):
                source = FOLDER / f"{path.stem}.cpp"
                source.write_text(example_of(path)[0])
                newer = ["-std=c++20", "-Wno-missing-field-initializers"]
                standard = newer if "{." in source.read_text() else ["-std=c++17"]
                run("c++", *standard, *WARNINGS, "-fsyntax-only", *flags, source)


if __name__ == "__main__":
    unittest.main()
