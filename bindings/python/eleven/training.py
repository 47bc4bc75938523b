"""Networks: values of boards, learned from the games that a trainer plays against itself."""

import os
from typing import Any, NamedTuple, Union

import numpy as np
from numpy.typing import NDArray

from ._library import checked, fail, ffi, interruptible, lib, number_of, path_of, text_of
from .boards import to_ranks
from .players import Player

PIECE = 1_000_000


def bitboards(ranks: Any) -> NDArray[np.uint64]:
    """N x 4 x 4 ranks as N of eleven_bitboard."""
    boards = to_ranks(ranks)
    if boards.ndim != 3 or boards.shape[1:] != (4, 4):
        raise ValueError(f"expected boards of the shape N x 4 x 4, not {boards.shape}")
    cells = boards.reshape(-1, 16).astype(np.uint64)
    shifts = np.arange(16, dtype=np.uint64)
    words = np.empty((len(cells), 2), np.uint64)
    words[:, 0] = ((cells & np.uint64(15)) << (shifts * np.uint64(4))).sum(axis=1, dtype=np.uint64)
    words[:, 1] = ((cells >> np.uint64(4)) << shifts).sum(axis=1, dtype=np.uint64)
    return words


class NetworkFacts(NamedTuple):
    """What a network states about itself: its training, and the games that measured it (0: none)."""

    recipe: str
    seed: int
    moves: int
    games: int
    mean_score: float
    standard_error_score: float
    weights: int


class Network:
    """A network in a file of weights. Without a path, one in the library. Where there are two networks, the first is for
    boards up to 8192; the second, with `late`, for boards from 16384 on."""

    def __init__(self, path: Union[None, str, "os.PathLike[str]"] = None, late: bool = False) -> None:
        if path is None:
            self._network = lib.eleven_network_shipped_late() if late else lib.eleven_network_shipped()
            if self._network == ffi.NULL:
                raise MemoryError
            return
        opened = ffi.new("eleven_network **")
        checked(lib.eleven_network_open_late if late else lib.eleven_network_open, path_of(path), opened)
        if opened[0] == ffi.NULL:
            raise ValueError(f"{os.fspath(path)!r} contains one network, without a second one for late boards")
        self._network = ffi.gc(opened[0], lib.eleven_network_close)

    @property
    def facts(self) -> NetworkFacts:
        about = lib.eleven_network_about(self._network)
        return NetworkFacts(text_of(about.recipe), int(about.seed), int(about.moves), int(about.games), about.mean, about.error,
                            int(about.weights))

    def values(self, ranks: Any) -> NDArray[np.float32]:
        """The points still to come after moves that led to these boards, N x 4 x 4 ranks before the new tile appears."""
        words = bitboards(ranks)
        values = np.empty(len(words), np.float32)
        lib.eleven_network_values(self._network, ffi.cast("eleven_bitboard *", ffi.from_buffer(words)), len(words),
                                  ffi.from_buffer("float[]", values))
        return values

    def player(self) -> Player:
        """A player that searches with this network."""
        return Player._of("network", lib.eleven_network_player_new(self._network), self._network)


class TrainerFacts(NamedTuple):
    """The moves of all runs; the games that ended in the last piece of the last run, and their scores; the seconds of all
    runs."""

    moves: int
    games: int
    mean_score: float
    standard_error_score: float
    seconds: float


class Trainer:
    """Learns the values of boards by playing. The recipe is a text, described in the README. With one thread,
    equal seeds learn the same. Use a trainer in one thread at a time."""

    def __init__(self, recipe: str, *, seed: int = 1, threads: int = 1) -> None:
        text, opened = recipe.encode(), ffi.new("eleven_trainer **")
        self.threads = number_of(threads, "threads", 64, 1)
        checked(lib.eleven_trainer_open, text, len(text), number_of(seed, "a seed"), self.threads, opened)
        self._trainer = ffi.gc(opened[0], lib.eleven_trainer_close)

    def run(self, moves: int) -> None:
        """Plays that many moves, rounded up to a multiple of the threads, in pieces of a million per thread. Ctrl-C ends it after a
        piece, and what was learned is kept."""
        moves = number_of(moves, "moves")
        while moves > 0:
            piece = min(moves, PIECE * self.threads)
            if lib.eleven_trainer_run(self._trainer, piece, ffi.NULL):
                raise ValueError("a sparse recipe only corrects weights that are there: adopt a file or resume first")
            moves -= piece

    @property
    def facts(self) -> TrainerFacts:
        about = lib.eleven_trainer_about(self._trainer)
        return TrainerFacts(int(about.moves), int(about.games), about.mean, about.error, about.seconds)

    def checkpoint(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Replaces a file by all that the trainer knows, for this machine and version."""
        checked(lib.eleven_trainer_checkpoint, self._trainer, path_of(path))

    def resume(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Continues from a checkpoint of a trainer with the same recipe. After a ValueError, use a new trainer."""
        checked(lib.eleven_trainer_continue, self._trainer, path_of(path))

    def adopt(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Begins with the weights of a file. The recipe has its cap, stages and tuples, maybe more. Before the first run."""
        checked(lib.eleven_trainer_adopt, self._trainer, path_of(path))

    def begin_at(self, ranks: Any) -> None:
        """Lets games begin at these boards, N x 4 x 4 ranks, in place of what the recipe says. A checkpoint does not contain
        them, so call this after resume as well. Boards without a tile of the recipe's `begin` are left out."""
        words = bitboards(ranks)
        checked(lib.eleven_trainer_begin_at, self._trainer, ffi.cast("eleven_bitboard *", ffi.from_buffer(words)), len(words))

    def save(self, path: Union[str, "os.PathLike[str]"], games: int = 0) -> Network:
        """Replaces a file by a network of what was learned so far, measured by this number of games, and opens it. Ctrl-C
        ends it without a file."""
        count, name, stop = number_of(games, "games"), path_of(path), ffi.new("eleven_stop *")
        found, problem = ffi.new("eleven_network **"), ffi.new("eleven_problem *")
        try:
            error = interruptible(lambda: int(lib.eleven_trainer_pack(self._trainer, count, stop, found, problem)), stop)
            if error:
                fail(error, problem)
            checked(lib.eleven_network_save, found[0], name)
        finally:
            lib.eleven_network_close(found[0])
        return Network(path)
