"""Several hosts on this machine: network namespaces, each with a name and an address of its own, between which links have
a rate and a delay.

    host 0 --veth--+                    rate: a token bucket (tc) at the end of each veth
                   bridge               delay: netem (tc) where the kernel has it; otherwise each host has a tap device
    host 1 --veth--+                    instead, and a thread here passes frames between them, late

Nothing here can reach another machine."""

import contextlib
import ctypes
import fcntl
import heapq
import os
import pathlib
import select
import struct
import subprocess
import tempfile
import threading
import time

TUNSETIFF, TAP_WITHOUT_HEADER, CLONE_NEWNET = 0x400454CA, 0x1002, 0x40000000


class NotAllowed(Exception):
    """Namespaces or their tools are missing here."""


def system(*words):
    done = subprocess.run(words, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        raise NotAllowed(f"{' '.join(words)}: {done.stdout.strip()}")
    return done.stdout


class Hosts:
    """`rate`: as tc writes it, for example 10mbit. `delay`: milliseconds in one direction."""

    def __init__(self, count, rate=None, delay=0):
        self.names = [f"eleven-{os.getpid()}-{i}" for i in range(count)]
        self.addresses = [f"10.77.0.{i + 1}" for i in range(count)]
        self.switch = f"eleven-{os.getpid()}-switch"
        self.folder = tempfile.TemporaryDirectory()
        self.taps, self.passing, self.is_closed = [], None, False
        try:
            self.build(rate, delay)
        except (NotAllowed, FileNotFoundError, PermissionError) as problem:
            self.close()
            raise NotAllowed(str(problem)) from None

    def build(self, rate, delay):
        for name in [self.switch, *self.names]:
            system("ip", "netns", "add", name)
            system("ip", "-n", name, "link", "set", "lo", "up")
        system("ip", "-n", self.switch, "link", "add", "bridge", "type", "bridge")
        system("ip", "-n", self.switch, "link", "set", "bridge", "up")
        has_netem = self.connect_veths(rate, delay)
        if delay and not has_netem:
            self.connect_taps(delay / 1000, rate)
        self.agent = pathlib.Path(self.folder.name, "agent")
        choices = "".join(f"{address}) name={name} ;;\n" for name, address in zip(self.names, self.addresses))
        self.agent.write_text("#!/bin/sh\nhost=$1\nshift\ncase $host in\n" + choices + "esac\n"
                              "exec ip netns exec \"$name\" unshare --uts sh -c \"hostname $name; $*\"\n")
        self.agent.chmod(0o755)

    def connect_veths(self, rate, delay):
        """False where a delay is needed and the kernel has none."""
        for i, (name, address) in enumerate(zip(self.names, self.addresses)):
            system("ip", "link", "add", "net0", "netns", name, "type", "veth", "peer", "name", f"port{i}", "netns", self.switch)
            system("ip", "-n", self.switch, "link", "set", f"port{i}", "master", "bridge", "up")
            system("ip", "-n", name, "addr", "add", f"{address}/24", "dev", "net0")
            system("ip", "-n", name, "link", "set", "net0", "up")
            self.set_rate(name, "net0", rate)
            try:
                if delay:
                    system("ip", "netns", "exec", name, "tc", "qdisc", "add", "dev", "net0",
                           *(["parent", "1:1"] if rate else ["root"]), "netem", "delay", f"{delay}ms", "limit", "10000")
            except NotAllowed:
                return False
        return True

    @staticmethod
    def set_rate(name, device, rate):
        if rate:
            system("ip", "netns", "exec", name, "tc", "qdisc", "add", "dev", device, "root", "handle", "1:", "tbf", "rate", rate,
                   "burst", "32kb", "latency", "200ms")

    def connect_taps(self, delay, rate):
        for name, address in zip(self.names, self.addresses):
            self.taps.append(self.open_tap(name))
            with contextlib.suppress(NotAllowed):
                system("ip", "-n", name, "link", "del", "net0")
            system("ip", "-n", name, "addr", "add", f"{address}/24", "dev", "tap0")
            system("ip", "-n", name, "link", "set", "tap0", "up")
            self.set_rate(name, "tap0", rate)
        self.passing = threading.Thread(target=self.pass_frames, args=(delay,), daemon=True)
        self.passing.start()

    @staticmethod
    def open_tap(name):
        """A tap device belongs to the namespace of the thread that opens it."""
        made = {}

        def make():
            with open(f"/run/netns/{name}") as space:
                if ctypes.CDLL(None).setns(space.fileno(), CLONE_NEWNET) == 0:
                    made["tap"] = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
                    fcntl.ioctl(made["tap"], TUNSETIFF, struct.pack("16sH22x", b"tap0", TAP_WITHOUT_HEADER))
        thread = threading.Thread(target=make)
        thread.start()
        thread.join()
        if "tap" not in made:
            raise NotAllowed("tap devices cannot be made")
        return made["tap"]

    def pass_frames(self, delay):
        """A switch: frames go to the port of their address, where it is known, and to all others otherwise."""
        waiting, ports, number = [], {}, 0
        while not self.is_closed:
            pause = max(0, waiting[0][0] - time.monotonic()) if waiting else 0.05
            for tap in select.select(self.taps, [], [], min(pause, 0.05))[0]:
                with contextlib.suppress(BlockingIOError):
                    while True:
                        frame = os.read(tap, 65536)
                        ports[frame[6:12]] = tap
                        number += 1
                        heapq.heappush(waiting, (time.monotonic() + delay, number, tap, frame))
            while waiting and waiting[0][0] <= time.monotonic():
                _, _, tap, frame = heapq.heappop(waiting)
                known = ports.get(frame[:6])
                for other in [known] if known else [other for other in self.taps if other != tap]:
                    with contextlib.suppress(OSError):
                        os.write(other, frame)

    def run(self, program, *words, ranks_each=1):
        """mpirun on the first host; the others are started by the agent instead of ssh."""
        net = "10.77.0.0/24"
        settings = {"plm": "rsh", "plm_rsh_agent": str(self.agent), "btl": "tcp,self", "btl_tcp_if_include": net,
                    "oob_tcp_if_include": net, "plm_rsh_no_tree_spawn": "1"}
        mca = [word for name, value in settings.items() for word in ("--mca", name, value)]
        places = ",".join(f"{address}:{ranks_each}" for address in self.addresses)
        count = str(ranks_each * len(self.addresses))
        return ["ip", "netns", "exec", self.names[0], "unshare", "--uts", "sh", "-c", 'hostname "$0"; exec "$@"', self.names[0],
                "mpirun", "--host", places, *mca, "-n", count, program, *words]

    def carried(self):
        """Bytes that have left all hosts, with the headers of all protocols."""
        device = "tap0" if self.taps else "net0"
        return sum(int(system("ip", "netns", "exec", name, "cat", f"/sys/class/net/{device}/statistics/tx_bytes"))
                   for name in self.names)

    def close(self):
        self.is_closed = True
        if self.passing:
            self.passing.join()
        for name in [self.switch, *self.names]:
            subprocess.run(["ip", "netns", "del", name], stderr=subprocess.DEVNULL)
        for tap in self.taps:
            os.close(tap)
        self.taps = []
        self.folder.cleanup()
