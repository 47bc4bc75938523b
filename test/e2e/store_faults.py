"""Faults that a store must survive, one round each: killed programs, full disks, damaged files, two programs at once.
store_test.py runs a few rounds and judges them; tools/losses.py runs many and prints a table. A round gives how much was
on the screen or in the file, and how much of it was lost."""

import contextlib
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import threading
import time

ELEVEN = os.path.abspath(os.environ.get("ELEVEN", "build/eleven"))
MOVE = re.compile(r"(Up|Down|Left|Right)[.:].* New ")
PAGE = 4096
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # where syncing costs nothing
# what makes the modes of files bind a program, which root alone may pass over: the same user, who can open its program
OBEYING = (("setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner", "--inh-caps=-all")
           if os.geteuid() == 0 else ())


def run(folder, *arguments, given="", command=(ELEVEN,), **more):
    environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "ELEVEN_DATA": folder,
                   "ELEVEN": ELEVEN}
    return subprocess.run([*command, *arguments], input=given, capture_output=True, timeout=300, check=False,
                          encoding="utf-8", errors="replace", env=environment, **more)


class Player:
    """A program that plays in plain text and is watched: `shown` counts the moves that were on the screen."""

    def __init__(self, folder, *arguments, command=()):
        self.shown, self.said = 0, []
        environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "ELEVEN_DATA": folder,
                       "ELEVEN": ELEVEN}
        self.program = subprocess.Popen([*(command or (ELEVEN, "play", "--plain")), *arguments], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        env=environment)
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for line in self.program.stdout:
            self.said.append(line)
            self.shown += bool(MOVE.match(line))

    def type(self, letters):
        with contextlib.suppress(BrokenPipeError):
            self.program.stdin.write(letters + "\n")
            self.program.stdin.flush()

    def wait_for(self, moves=0, text=""):
        until = time.monotonic() + 60
        while self.shown < moves or not any(text in line for line in self.said):
            if time.monotonic() > until or (self.program.poll() is not None and not self.reader.is_alive()):
                raise AssertionError(f"waited in vain for {moves} moves and {text!r}: {''.join(self.said[-5:])}")
            time.sleep(0.005)

    def move_until(self, condition):
        """Moves, and undoes every move, until it is so."""
        until = time.monotonic() + 60
        while not condition():
            if time.monotonic() > until or self.program.poll() is not None:
                raise AssertionError(f"waited in vain: {''.join(self.said[-5:])}")
            self.type("wasd"[self.shown % 4] + "u")
            time.sleep(0.005)

    def has_synced(self):
        """Whether the log has been opened twice: by SQLite, and to be synced."""
        count = 0
        for file in os.listdir(f"/proc/{self.program.pid}/fd"):
            with contextlib.suppress(FileNotFoundError):  # closed in the meantime
                count += os.readlink(f"/proc/{self.program.pid}/fd/{file}").endswith(".db-wal")
        return count >= 2

    def says(self, text):
        return any(text in line for line in self.said)

    def end(self, kill=False):
        if kill:
            self.program.kill()
        with contextlib.suppress(BrokenPipeError):
            self.program.stdin.close()
        self.program.wait(60)
        self.reader.join()
        self.program.stdout.close()
        return self.program.returncode


def moves_kept(folder):
    """Of each game, straight from the file."""
    with contextlib.closing(sqlite3.connect(os.path.join(folder, "eleven.db"))) as database:
        return [row[0] for row in database.execute("SELECT moves FROM game ORDER BY id")]


# ---- Programs that are killed, and two programs ------------------------------------------------------------


def kill_round(folder, seed):
    """Kills the program while it plays. Gives the moves on the screen and those of them that were lost."""
    chance = random.Random(seed)
    player = Player(folder, "--seed", str(seed))
    player.wait_for(text="Score")
    for _ in range(chance.randrange(1, 60)):
        player.type(chance.choice("wasd"))
        time.sleep(chance.choice((0, 0, 0.001, 0.005)))
    player.end(kill=True)
    kept = moves_kept(folder) or [0]
    return player.shown, max(0, player.shown - kept[-1])


def two_programs_round(folder, seed):
    """Two programs in one folder; one of them is killed. Gives the moves on both screens and those that were lost."""
    chance = random.Random(seed)
    players = [Player(folder, "--seed", str(seed + number)) for number in range(2)]
    for player in players:
        player.wait_for(text="Score")
    for _ in range(40):
        for player in players:
            player.type(chance.choice("wasd"))
    players[0].end(kill=True)
    players[1].end()
    shown, kept = sorted(player.shown for player in players), sorted(moves_kept(folder))
    return sum(shown), sum(max(0, one - other) for one, other in zip(shown, kept + [0] * 2)), len(kept)


# ---- Full disks --------------------------------------------------------------------------------------------

SMALL_DISK = """mount -t tmpfs -o size=8m none "$ELEVEN_DATA" || exit 9
"$ELEVEN" play --plain --seed 1
status=$?
"$ELEVEN" games --json
exit $status"""


def can_mount():
    return subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode == 0


def full_disk_round(folder):
    """Plays on a small disk, which is filled, and from which the filler is removed again. Gives the moves on the screen,
    those that were lost, and what the program said."""
    os.makedirs(folder, exist_ok=True)
    player = Player(folder, command=("unshare", "-m", "sh", "-c", SMALL_DISK))
    player.type("wasdwasd")
    player.wait_for(moves=3)
    filler = f"/proc/{player.program.pid}/root{os.path.realpath(folder)}/filler"
    with contextlib.suppress(OSError), open(filler, "wb", buffering=0) as file:
        while file.write(bytes(PAGE)):
            pass
    player.type("wasd" * 150)
    player.wait_for(text="NOT SAVED")
    os.remove(filler)
    player.type("wasdwasd")
    status = player.end()
    games = json.loads(player.said[-1])
    return player.shown, max(0, player.shown - games[0]["moves"]), status, player.said


IMPORT = """mount -t tmpfs -o size=2m none "$ELEVEN_DATA" || exit 9
[ -z "$1" ] || printf 'w\na\n' | "$ELEVEN" play --plain --seed 1 >"$0.log"
"$ELEVEN" games import "$0"
status=$?
head -c 1000000 /dev/zero >"$ELEVEN_DATA/later" || exit 9
"$ELEVEN" games --json
exit $status"""


def full_import_round(folder, records, has_game):
    """Imports a file into a disk that is too small for it, with or without a game. Another file must have space there
    afterwards. Gives what the import said, and how many games there are then."""
    os.makedirs(folder, exist_ok=True)
    done = run(folder, records, "yes" if has_game else "", command=("unshare", "-m", "sh", "-c", IMPORT))
    assert done.returncode != 9, done.stderr
    return done.returncode, done.stderr, len(json.loads(done.stdout))


# ---- Damage ------------------------------------------------------------------------------------------------


def known_store(folder, games=12, lengths=(8, 200, 700)):
    """A store with games of several kinds. Gives the file's bytes."""
    chance = random.Random(1)
    for number in range(games):
        size, rules = chance.choice(("4x4", "4x4", "5x5", "3x3")), chance.choice(("classic", "classic", "fibonacci"))
        letters = "wasd" + "".join(chance.choice("wasdwasdwasdu") for _ in range(chance.choice(lengths)))
        done = run(folder, "play", "--plain", "--seed", str(number), "--size", size, "--rules", rules, given=letters)
        assert done.returncode == 0, done.stderr
    with open(os.path.join(folder, "eleven.db"), "rb") as file:
        return file.read()


def records(folder):
    """The exported records: (what identifies the game, its moves)."""
    done = run(folder, "games", "export", "all")
    found = {}
    for record in re.split(r"^(?=eleven game)", done.stdout, flags=re.M):
        head, _, moves = record.partition("\n\n")
        seed = re.search(r"^seed (\d+)$", head, re.M)
        if seed:
            found[seed.group(1)] = re.sub(r"\d+\. ", "", " ".join(moves.split()))
    return found, done


def damage(data, seed, kind):
    """The bytes of a damaged file."""
    chance, data = random.Random(seed), bytearray(data)
    if kind == "one bit":
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    elif kind == "twenty bytes":
        for _ in range(20):
            data[chance.randrange(len(data))] = chance.randrange(256)
    elif kind == "a page of zeros":
        at = seed % (len(data) // PAGE) * PAGE
        data[at:at + PAGE] = bytes(PAGE)
    elif kind == "a page of noise":
        at = seed % (len(data) // PAGE) * PAGE
        data[at:at + PAGE] = chance.randbytes(PAGE)
    elif kind == "the end cut off":
        del data[chance.randrange(len(data)):]
    return bytes(data)


def damage_round(folder, data, known, seed, kind):
    """Damages the file and looks. Gives how many games are whole, kept in part and lost, and what the program said."""
    os.makedirs(folder)
    with open(os.path.join(folder, "eleven.db"), "wb") as file:
        file.write(damage(data, seed, kind))
    found, done = records(folder)
    whole = sum(found.get(key) == moves for key, moves in known.items())
    beginnings = sum(key in found and found[key] != moves and moves.startswith(found[key])
                     for key, moves in known.items())
    wrong = [key for key, moves in found.items() if key not in known or not known[key].startswith(moves)]
    after = run(folder, "play", "--plain", given="wasd")
    shutil.rmtree(folder)
    return {"whole": whole, "part": beginnings, "lost": len(known) - whole - beginnings, "wrong": wrong, "looked": done,
            "played": after}
