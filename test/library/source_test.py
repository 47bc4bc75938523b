"""The source without a repository, as it comes out of the archive, and inside another repository."""

import pathlib
import unittest

from installed import MAKE, run, scratch, source

SHOW = "show:\n\t@env | grep ^SOURCE_DATE_EPOCH= || true\n"
REFUSED = "release: a release is made from a commit, and git finds none for this folder\n"


class Source(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.foreign = scratch()
        run("git", "init", "-q", cls.foreign)
        run("git", "-c", "user.name=N", "-c", "user.email=n@example.org", "-c", "commit.gpgsign=false",
            "commit", "-q", "--allow-empty", "-m", "x", cwd=cls.foreign)
        cls.folders = [source(scratch() / "eleven"), source(cls.foreign / "eleven")]

    def test_nothing_is_published_from_it(self):
        for folder in self.folders:
            for target in "dist", "deb", "release":
                with self.assertRaises(AssertionError) as refused:
                    run(MAKE, "-s", target, "DIST=dist", cwd=folder)
                self.assertIn(REFUSED, str(refused.exception))
                self.assertEqual(list((folder / "dist").iterdir()), [])

    def test_it_has_no_date_of_another_commit(self):
        for folder in self.folders:
            pathlib.Path(folder, "show.mk").write_text(SHOW)
            show = [MAKE, "-s", "-f", "Makefile", "-f", "show.mk", "show"]
            self.assertEqual(run(*show, cwd=folder, SOURCE_DATE_EPOCH="7"), "SOURCE_DATE_EPOCH=7\n")
            self.assertEqual(run("env", "-u", "SOURCE_DATE_EPOCH", *show, cwd=folder), "")


if __name__ == "__main__":
    unittest.main()
