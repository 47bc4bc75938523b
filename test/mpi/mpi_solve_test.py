"""eleven-mpi solve with several ranks on this machine: the numbers and tables of one process, bit for bit, also after
ranks were killed, layers were damaged, or disks and memory were full."""

import contextlib
import functools
import json
import os
import pathlib
import re
import shutil
import signal
import unittest

from ranks import ELEVEN, LIMIT, MPI, children, fast_folder, mpirun, mpirun_each, run, start, wait_until, was_killed

LONG = ["3x3", "--goal", "64", "--for", "all"]  # 89 layers
AS_USED = ("seconds", "seconds_enumerating", "memory_bytes")


def without_times(text):
    return {name: value for name, value in json.loads(text).items() if name not in AS_USED}


@functools.cache
def wanted():
    """The long solve by one process: its numbers and its table."""
    with fast_folder() as folder:
        done = run([ELEVEN, "solve", *LONG, "-o", "one.elx", "--json"], cwd=folder)
        return without_times(done.stdout), pathlib.Path(folder, "one.elx").read_bytes()


class SolveRanksTest(unittest.TestCase):
    def setUp(self):
        folder = fast_folder()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def solve(self, ranks, *words, **more):
        """With 0 ranks, by eleven itself."""
        command = ["solve", *words, "--json"]
        return run(mpirun(ranks, *command) if ranks else [ELEVEN, *command], cwd=self.folder, **more)

    def good(self, ranks, *words, said=""):
        done = self.solve(ranks, *words)
        self.assertEqual((done.returncode, done.stderr), (0, said), done.stderr)
        return without_times(done.stdout)

    def content(self, name):
        return (self.folder / name).read_bytes()

    def check_same(self, all_ranks, *words):
        wanted = self.good(0, *words, "-o", "one.elx", "--force")
        for ranks in all_ranks:
            self.assertEqual(self.good(ranks, *words, "-o", "many.elx", "--force"), wanted)
            self.assertEqual(self.content("many.elx"), self.content("one.elx"))
        return wanted

    # ---- The same as one process ------------------------------------------------------------------------------
    def test_all_objectives_of_2x4(self):
        found = self.check_same((1, 2, 3, 4), "2x4", "--goal", "64", "--for", "all")
        self.assertEqual(found["positions"], 303040)

    def test_3x3_and_threads(self):
        self.check_same((2, 3, 4), "3x3", "--goal", "64", "--threads", "2", "--for", "score,forced-moves,reach")

    def test_3x4(self):
        found = self.check_same((2, 4), "3x4", "--goal", "16")
        self.assertEqual(found["positions"], 2427334)

    def test_other_rules_and_one_position(self):
        self.check_same((3,), "2x3", "--rules", "fibonacci")
        words = ["--probe", "2 4 8 / . . 2", "--for", "all"]
        self.assertEqual(self.good(3, *words), self.good(0, *words))

    def test_little_memory(self):
        words = ["2x4", "--goal", "128", "--memory", "2M"]
        wanted = self.good(0, "2x4", "--goal", "128")
        done = self.solve(3, *words)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(without_times(done.stdout), wanted)
        self.assertLessEqual(json.loads(done.stdout)["memory_bytes"], 2 << 20)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_log_of_the_layers(self):
        self.good(0, "2x3", "--log", "one", "--scratch", "L")
        self.good(3, "2x3", "--log", "many", "--scratch", "L")
        one, many = ([line.split("\t") for line in self.content(name).decode().splitlines()] for name in ("one", "many"))
        self.assertEqual(one[0], ["phase", "positions", "seconds", "stored", "sent", "memory", "waits", "waited", "sending"])
        self.assertEqual([line[:2] for line in many], [line[:2] for line in one])
        self.assertEqual({line[4] for line in one[1:]}, {"0"})
        self.assertEqual({line[6] for line in one[1:]}, {"0"})
        self.assertGreater(sum(int(line[4]) for line in many[1:]), 10000)
        self.assertLess(sum(int(line[6]) for line in many[1:]), 4 * len(many) + 40)

    def test_a_text_is_printed_once(self):
        one, many = run([ELEVEN, "solve", "2x3"]), run(mpirun(3, "solve", "2x3"))
        lines = [[line for line in done.stdout.splitlines() if not re.match("  (time|memory) ", line)] for done in (one, many)]
        self.assertEqual(lines[0], lines[1])
        self.assertEqual(many.stderr, "")

    # ---- Ranks that are killed --------------------------------------------------------------------------------
    def names(self, *folders):
        found = {}
        for folder in folders:
            if (self.folder / folder).exists():
                with os.scandir(self.folder / folder) as entries:
                    found.update((entry.name, entry.inode()) for entry in entries)
        return found

    def kill(self, command, rank, moment, *folders):
        """Kills a rank once a layer of this name is there; returns what was stored. If the solve has ended before, it is
        done again."""
        for _ in range(20):
            for folder in folders:
                if (self.folder / folder).exists():
                    shutil.copytree(self.folder / folder, self.folder / f"{folder}.kept")
            is_killed = self.try_kill(command, rank, re.compile(moment), folders)
            for folder in folders:
                kept = self.folder / f"{folder}.kept"
                if not is_killed and kept.exists():
                    kept.rename(self.folder / folder)
                shutil.rmtree(kept, ignore_errors=True)
            if is_killed:
                return self.names(*folders)
        raise AssertionError(f"no kill came in time for {moment}")

    def try_kill(self, command, rank, moment, folders):
        running = start(command, cwd=self.folder)
        ranks = {}
        wait_until(lambda: ranks.update(children(running.pid)) or rank in ranks, running)
        wait_until(lambda: any(map(moment.match, self.names(*folders))), running)
        with contextlib.suppress(ProcessLookupError, KeyError):
            os.kill(ranks[rank], signal.SIGKILL)
        output, said = running.communicate(timeout=LIMIT)
        self.assertTrue(running.returncode == 0 or was_killed(said), said)
        return running.returncode != 0

    def layers_of(self, names, parts, kind="keys"):
        """The layers that so many ranks have stored completely."""
        counts = {}
        for name in names:
            # A file that is not finished has a longer name.
            if match := re.fullmatch(rf"{kind}-(\d+)\.\d+-of-{parts}\.zst", name):
                counts[int(match[1])] = counts.get(int(match[1]), 0) + 1
        return {layer for layer, count in counts.items() if count == parts}

    def long(self, ranks, *more):
        return mpirun(ranks, "solve", *LONG, "--scratch", "L", "-o", "many.elx", "--force", *more)

    def finish(self, ranks, *more):
        """Ends the long solve and compares it with that of one process."""
        said = "eleven solve: continuing with the layers in L\n"
        found = self.good(ranks, *LONG, "--scratch", "L", "-o", "many.elx", "--force", *more, said=said)
        self.assertEqual((found, self.content("many.elx")), wanted())
        self.assertEqual({path.name for path in self.folder.iterdir()} - {"log"}, {"many.elx"})

    def test_a_kill_loses_one_layer_at_most(self):
        before = self.kill(self.long(3), 1, "keys-000040", "L")
        complete = self.layers_of(before, 3)
        self.assertTrue(set(range(40)) <= complete)
        later = self.kill(self.long(3), 2, "keys-0000[67]5", "L")
        for name, inode in before.items():
            match = re.match(r"keys-(\d+)", name)
            if match and int(match[1]) < max(complete):
                self.assertEqual(later.get(name), inode, name)  # not written again
        names = self.kill(self.long(3), 0, "values-000050", "L")
        left = min(self.layers_of(names, 3, "values"))
        self.assertGreaterEqual(min(int(name[7:13]) for name in names if name.startswith("values")), left - 1)
        self.finish(3, "--log", "log")
        self.assertEqual(self.content("log").count(b"\nvalue\t"), left)

    def test_kills_at_many_moments_and_other_numbers_of_ranks(self):
        moments = [(2, 0, "keys-000003"), (3, 2, "keys-000050"), (4, 1, "enumerated"), (2, 1, "values-000070"),
                   (3, 0, "values-000050"), (4, 3, "values-000025")]
        for ranks, rank, moment in moments:
            self.kill(self.long(ranks), rank, moment, "L")
        self.finish(2)

    def test_one_process_continues_with_the_layers_of_three(self):
        self.kill(self.long(3), 0, "values-000060", "L")
        self.finish(0)

    def test_ranks_with_disks_of_their_own(self):
        # In another order of the ranks, each of them reads what another one has stored.
        folders = ("a", "b", "c")

        def command(order):
            words = [MPI, "solve", *LONG, "--scratch", "L", "-o", "many.elx", "--force"]
            return mpirun_each(*(["env", "-C", str(self.folder / name), *words] for name in order))
        for name in folders:
            (self.folder / name).mkdir()
        stores = [f"{name}/L" for name in folders]
        self.kill(command("abc"), 1, "keys-000060", *stores)
        self.assertTrue(all(name.endswith("0-of-3.zst") or "-of-" not in name for name in self.names("a/L")))
        self.kill(command("cab"), 2, "values-000060", *stores)
        done = run(command("bac"), cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.content("b/many.elx"), wanted()[1])
        self.assertEqual([store for store in stores if (self.folder / store).exists()], [])

    def test_a_signal_stops_all_ranks(self):
        running = start(self.long(3), cwd=self.folder)
        self.addCleanup(running.communicate)
        self.assertTrue(wait_until(lambda: any(name.startswith("keys-000050") for name in self.names("L")), running))
        os.kill(children(running.pid)[1], signal.SIGTERM)
        _, said = running.communicate(timeout=LIMIT)
        self.assertEqual(said.splitlines()[0], "eleven solve: stopped; the same command continues with the layers in L")
        self.assertEqual(running.returncode, 1)
        self.finish(2)

    def test_a_layer_of_another_solve_is_kept(self):
        self.kill(self.long(2), 0, "keys-000030", "L")
        done = run(mpirun(3, "solve", "2x2", "--scratch", "L"), cwd=self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn("eleven solve: L contains the layers of another solve; choose another folder with --layers\n", done.stderr)
        self.finish(2)

    # ---- Damage -----------------------------------------------------------------------------------------------
    def finish_damaged(self, moment, part, how, ranks):
        """Kills a long solve at some moment, damages the last part of this name, and continues."""
        self.kill(self.long(3), 0, moment, "L")
        path = max((self.folder / "L").glob(part))
        path.write_bytes(how(path.read_bytes()))
        self.finish(ranks)

    def test_damaged_positions_are_found_again(self):
        for ranks, how in ((3, lambda content: content[:len(content) // 2]), (2, self.with_wrong_bit), (4, lambda content: b"")):
            self.finish_damaged("keys-000060", "keys-000030.1-of-3.zst", how, ranks)

    def test_damaged_positions_are_found_again_while_they_are_valued(self):
        self.finish_damaged("values-000060", "keys-000030.1-of-3.zst", self.with_wrong_bit, 3)
        self.finish_damaged("values-000060", "keys-000030.2-of-3.zst", lambda content: content[:-1], 2)

    def test_damaged_values_are_computed_again(self):
        self.finish_damaged("values-000060", "values-*.2-of-3.zst", self.with_wrong_bit, 3)
        self.finish_damaged("values-000060", "values-*.0-of-3.zst", lambda content: content[:-9], 2)

    @staticmethod
    def with_wrong_bit(content):
        middle = len(content) // 2
        return content[:middle] + bytes([content[middle] ^ 16]) + content[middle + 1:]

    # ---- Limits -----------------------------------------------------------------------------------------------
    def test_a_full_disk(self):
        (self.folder / "D").mkdir()
        mount = "mount -t tmpfs -o size={} none D && exec \"$@\""
        enter = ["unshare", "--map-root-user", "--mount", "sh", "-c"]
        if run([*enter, mount.format("1m"), "sh", "true"], cwd=self.folder).returncode:
            self.skipTest("unshare and mount are not allowed here")
        done = run([*enter, mount.format("300k"), "sh", *mpirun(3, "solve", "2x4", "--scratch", "D/L")], cwd=self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\Aeleven solve: D/L/keys-\d+\.\d-of-3\.zst cannot be written: No space left on device\n")
        self.assertEqual(done.stderr.count("eleven solve"), 1)

    def test_too_little_memory(self):
        done = run(mpirun(2, "solve", "2x4", "--memory", "1M"), cwd=self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\Aeleven solve: the layers that must be in memory at the same time take 1\.\d MB, more "
                         r"than allowed\n")

    def test_a_table_that_cannot_be_written(self):
        (self.folder / "full.elx").symlink_to("/dev/full")
        (self.folder / "old.elx").write_text("keep me")
        for name, sentence in (("/dev/null/t.elx", "/dev/null/t.elx cannot be written: Not a directory"),
                               ("full.elx", "full.elx cannot be written: No space left on device"),
                               ("old.elx", "old.elx exists; --force replaces it")):
            done = run(mpirun(3, "solve", "2x3", "-o", name), cwd=self.folder)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertTrue(done.stderr.startswith(f"eleven solve: {sentence}\n"), done.stderr)
        self.assertEqual((self.folder / "old.elx").read_text(), "keep me")

    def test_a_wrong_command_line_is_reported_once(self):
        done = run(mpirun(3, "solve", "9x9"))
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr.count("expected a size from 1x1 to 8x8 or a file .elx, not '9x9'"), 1)

    def test_a_rank_that_leaves_ends_the_others_and_says_why(self):
        words = [MPI, "solve", "2x3"]
        done = run(mpirun_each(words, [*words, "--memory", "none"], words), cwd=self.folder)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"(?m)^rank 1 on \S+ has ended: eleven solve: --memory .*'none'$")
        self.assertEqual(done.stderr.count("has ended"), 1)

    def test_recovery_is_refused(self):
        if "(Open MPI) 4" not in run(["mpirun", "--version"]).stdout:
            self.skipTest("only mpirun of Open MPI 4 reports it to its ranks")
        for options in (("--enable-recovery",), ("--mca", "orte_enable_recovery", "true")):
            done = run(mpirun(2, "solve", "2x2", options=options))
            self.assertEqual(done.stdout, "")
            self.assertIn("eleven: solve needs all its ranks; start it without --enable-recovery\n", done.stderr)
        done = run(mpirun(2, "solve", "2x2", options=("--mca", "orte_enable_recovery", "false")))
        self.assertEqual(done.returncode, 0)


if __name__ == "__main__":
    unittest.main()
