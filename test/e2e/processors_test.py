"""Older processors, as qemu imitates them: the library chooses what the processor has, and plays the same game."""

import os
import pathlib
import platform
import subprocess
import unittest

BUILDS = pathlib.Path(os.environ.get("ELEVEN", "build/eleven")).resolve().parent, pathlib.Path("build").resolve()


def program(test):
    return next(path for path in (build / "test" / test for build in BUILDS) if path.exists())


@unittest.skipUnless(platform.machine() == "x86_64", "these are kinds of x86-64")
class Processors(unittest.TestCase):
    def expect_pass(self, processor, test):
        done = subprocess.run(["qemu-x86_64", "-cpu", processor, program(test)], capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, f"{test} on {processor}: {done.stderr}")

    def test_without_avx2(self):
        for test in ("unit/batch_test", "unit/bitboard_test", "property/envs_test", "unit/network_test"):
            self.expect_pass("Nehalem", test)

    def test_without_avx512(self):
        for test in ("unit/batch_test", "unit/bitboard_test", "property/envs_test"):
            self.expect_pass("Haswell", test)


if __name__ == "__main__":
    unittest.main()
