"""eleven-mpi on several hosts with a network between them, which are namespaces of this machine: a slow network makes a
solve slow, not wrong. FIGURES=1 prints what doc/CLUSTER.md states, and writes no tables."""

import json
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "mpi"))

from hosts import Hosts, NotAllowed
from ranks import ELEVEN, MPI, fast_folder, run

FIGURES = bool(os.environ.get("FIGURES"))
AS_USED = ("seconds", "seconds_enumerating", "memory_bytes")


def without_times(text):
    return {name: value for name, value in json.loads(text).items() if name not in AS_USED}


class HostsTest(unittest.TestCase):
    def setUp(self):
        folder = fast_folder()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def hosts(self, count, **link):
        try:
            hosts = Hosts(count, **link)
        except NotAllowed as problem:
            self.skipTest(f"network namespaces are not allowed here: {problem}")
        self.addCleanup(hosts.close)
        return hosts

    def check(self, hosts, *words):
        """Solves on the hosts and on one process; returns the seconds, and the sums of the columns of the log."""
        wanted = run([ELEVEN, "solve", *words, "--json", *([] if FIGURES else ["-o", "one.elx", "--force"])], cwd=self.folder)
        before = hosts.carried()
        done = run(hosts.run(MPI, "solve", *words, "--json", "--log", "log", *([] if FIGURES else ["-o", "many.elx", "--force"])),
                   cwd=self.folder)
        carried = hosts.carried() - before
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stderr)
        self.assertEqual(without_times(done.stdout), without_times(wanted.stdout))
        if not FIGURES:
            self.assertEqual((self.folder / "many.elx").read_bytes(), (self.folder / "one.elx").read_bytes())
        head, *rows = [line.split("\t") for line in (self.folder / "log").read_text().splitlines()]
        sums = {name: sum(float(row[i]) for row in rows) for i, name in enumerate(head) if name != "phase"}
        positions = json.loads(done.stdout)["positions"]
        sums.update(carried=carried / positions, sent=sums["sent"] / positions,
                    waited=sums["waited"] / len(hosts.names) / sums["seconds"])
        if FIGURES:
            print(f"\n{len(hosts.names)} hosts, {' '.join(words)}: {sums['seconds']:.1f} s, {sums['waits']:.0f} waits, "
                  f"{100 * sums['waited']:.0f}% of the time waiting, bytes per position: {sums['sent']:.1f} sent, "
                  f"{sums['carried']:.1f} carried", flush=True)
        return sums

    def test_a_fast_network(self):
        self.check(self.hosts(2), "3x3", "--goal", "64")

    def test_three_hosts(self):
        self.check(self.hosts(3), "2x4", "--goal", "64")

    def test_a_slow_rate_makes_it_slow_but_not_wrong(self):
        found = self.check(self.hosts(2, rate="4mbit"), "2x4", "--goal", "64")
        # Each host sends half of the bytes.
        self.assertGreater(found["seconds"], found["sent"] * 303040 / 2 * 8 / 4e6 * 0.8)

    def test_a_late_network_makes_it_slow_but_not_wrong(self):
        found = self.check(self.hosts(2, delay=10), "2x3", "--goal", "32")
        self.assertGreater(found["seconds"], found["waits"] * 0.010)

    def test_three_hosts_slow_and_late(self):
        self.check(self.hosts(3, rate="20mbit", delay=5), "2x4", "--goal", "32")


if __name__ == "__main__":
    unittest.main()
