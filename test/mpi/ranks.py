"""What the tests of eleven-mpi share: the start of several ranks on this machine, and their processes."""

import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ELEVEN = str((ROOT / os.environ.get("ELEVEN", "build/eleven")).resolve())
MPI = f"{ELEVEN}-mpi"
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_btl": "^tcp", "OMPI_MCA_btl_base_warn_component_unused": "0"}
LIMIT = 300  # seconds, for a machine with much else to do


def mpirun(ranks, *words, options=()):
    return ["mpirun", "--oversubscribe", *options, "-n", str(ranks), MPI, *words]


def mpirun_each(*commands):
    """Each rank runs a command of its own. With ":" between them, mpirun of Open MPI 5.0.7 crashes."""
    lines = [shlex.join(words) for words in commands]
    return ["mpirun", "--oversubscribe", "-n", str(len(lines)), "sh", "-c", 'shift $OMPI_COMM_WORLD_RANK; eval "exec $1"', "sh",
            *lines]


def was_killed(said):
    """What mpirun says; version 5 breaks the line."""
    return "exited on signal 9" in " ".join(said.split())


def run(command, **more):
    return subprocess.run(command, env=ENVIRONMENT, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=LIMIT, **more)


def start(command, **more):
    return subprocess.Popen(command, env=ENVIRONMENT, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, **more)


def children(parent):
    """The process numbers of the ranks below mpirun, by rank."""
    found = {}
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if f"\nPPid:\t{parent}\n" in (process / "status").read_text():
                rank = re.search(rb"OMPI_COMM_WORLD_RANK=(\d+)", (process / "environ").read_bytes())
                if rank and (process / "exe").resolve().name == pathlib.Path(MPI).name:
                    found[int(rank[1])] = int(process.name)
        except OSError:
            pass
    return found


def wait_until(is_true, running):
    """False where the program ended before."""
    until = time.monotonic() + LIMIT
    while running.poll() is None:
        if is_true():
            return True
        if time.monotonic() > until:
            raise TimeoutError
        time.sleep(0.002)
    return False


def fast_folder():
    """A temporary folder in memory where the system has one: a solve syncs each layer."""
    return tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
