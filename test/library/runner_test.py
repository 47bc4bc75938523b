"""The test runner itself: what it prints for a file of tests, and what it counts."""

import contextlib
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import run_tests  # noqa: E402


def added(*arguments):
    tally, said = run_tests.Tally(), io.StringIO()
    with contextlib.redirect_stdout(said):
        tally.add(*arguments)
    return tally, said.getvalue()


class Results(unittest.TestCase):
    def test_the_output_of_a_failing_file_is_printed_once_and_only_its_end(self):
        output = "".join(f"line {i}\n" for i in range(1000))
        tests = [("failed", "one"), ("failed", "two"), ("passed", "three")]
        tally, said = added("file", 1, output, 0, tests)
        self.assertEqual((tally.passed, tally.failed), (1, ["one", "two"]))
        self.assertEqual(said.count("line 999\n"), 1)
        self.assertEqual(said.count("FAILED"), 2)
        self.assertLess(len(said.splitlines()), 220)
        _, said = added("file", 1, "x" * 1000000, 0, tests)
        self.assertLess(len(said), 30000)

    def test_a_file_that_passes_prints_one_line(self):
        _, said = added("file", 0, "much\n" * 50, 0.25, [("passed", "one")])
        self.assertEqual(said, "ok  file: 1 test (0.2 s)\n")

    def test_a_file_without_tests_or_with_a_failing_exit_fails(self):
        for status, tests in ((0, []), (3, []), (3, [("passed", "one")])):
            tally, _ = added("file", status, "", 0, tests)
            self.assertEqual(len(tally.failed), 1)
            self.assertIn(f"exit status {status}", tally.failed[0])

    def test_every_test_has_a_line_also_one_with_a_description(self):
        text = ("import unittest\nclass A(unittest.TestCase):\n"
                "    def test_one(self):\n        'What it shows.'\n    def test_two(self):\n        'More.'\n        self.fail()\n"
                "    @unittest.skip('no fish')\n    def test_three(self):\n        'Fish.'\n")
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "described_test.py").write_text(text)
            done = subprocess.run([sys.executable, "-c", run_tests.UNITTEST, "-v", "described_test"], capture_output=True,
                                  text=True, env={**os.environ, "PYTHONPATH": folder})
        found = [match.groups() for match in map(run_tests.UNITTEST_LINE.match, done.stderr.splitlines()) if match]
        self.assertEqual(found, [("test_one", "ok", None, None), ("test_three", None, "'", "no fish"), ("test_two", "FAIL", None, None)])
        self.assertEqual(done.returncode, 1)

    def test_skips_state_their_reason(self):
        match = run_tests.UNITTEST_LINE.match("test_x (a.B.test_x) ... skipped 'fish is missing'")
        self.assertEqual(match[4], "fish is missing")
        self.assertEqual(run_tests.missing(["sh", "no-such-tool"]), "no-such-tool is not installed")
        self.assertEqual(run_tests.missing(["sh"]), "")

    def test_every_group_runs_once_whichever_are_named(self):
        for names in (list(run_tests.GROUPS), ["release"], ["bare", "library"], ["release", "unit"]):
            ran = []
            groups = {name: lambda _, name=name: ran.append(name) for name in run_tests.GROUPS}
            with unittest.mock.patch.object(run_tests, "GROUPS", groups):
                run_tests.run_groups(run_tests.Tally(), names)
            self.assertEqual(sorted(ran), sorted(names))

    def test_an_error_in_a_group_is_one_failed_test(self):
        def broken(_):
            raise RuntimeError("it broke")
        ran, said = [], io.StringIO()
        groups = {"unit": broken, "bare": broken, "library": lambda _: ran.append("library")}
        with unittest.mock.patch.dict(run_tests.GROUPS, groups), contextlib.redirect_stdout(said):
            tally = run_tests.Tally()
            run_tests.run_groups(tally, ["unit", "library", "bare"])
        self.assertEqual(tally.failed, ["unit (exit status 1, 0 tests)", "bare (exit status 1, 0 tests)"])
        self.assertEqual(ran, ["library"])
        self.assertEqual(said.getvalue().count("RuntimeError: it broke"), 2)


if __name__ == "__main__":
    unittest.main()
