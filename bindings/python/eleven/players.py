"""Players: who chooses a move."""

import os
import pathlib
import threading
from typing import Any, Dict, List, NamedTuple, NoReturn, Optional

import numpy as np

from ._library import Floats, checked, ffi, interruptible, lib, number_of, path_of, rules_of, sized, text_of
from .boards import to_board


# Up to these limits an answer comes so soon that Ctrl-C can wait for it.
SHORT_DEPTH, SHORT_NODES, SHORT_MS = 4, 100_000, 100


def direction_word(action: int) -> str:
    """up, right, down or left."""
    return text_of(lib.eleven_direction_name(action))


class Advice(NamedTuple):
    """The answer of a player: its action, and the value of each action (NaN: the action is illegal). Their unit is "points" still
    to be gained, so that the score plus a value is the expected final score (less from a 32768 on, where a network judges a lower
    board); "chance" to build the next tile, from 0 to 1; or the player's "own"."""

    action: int
    values: Floats
    unit: str = "own"

    @property
    def direction(self) -> str:
        """The action as a word."""
        return direction_word(self.action)


def player_names() -> List[str]:
    """The built-in players."""
    names: List[str] = []
    while lib.eleven_player_name(len(names)) != ffi.NULL:
        names.append(text_of(lib.eleven_player_name(len(names))))
    return names


def budget_of(depth: int, nodes: int, milliseconds: float) -> Any:
    if not milliseconds >= 0:
        raise ValueError(f"expected milliseconds from 0 on, not {milliseconds!r}")
    return sized("eleven_budget", depth=number_of(depth, "a depth", lib.ELEVEN_SEARCH_DEPTH), nodes=number_of(nodes, "nodes"),
                 milliseconds=milliseconds)


def cache_folder() -> str:
    """The folder in which `eleven endgame` keeps its tables."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.environ.get("ELEVEN_CACHE") or os.path.join(cache, "eleven")


class Player:
    """A built-in player by its name, or one that follows a file by its path: a table of the solver (.elx) or weights of a network.
    Equal seeds make equal choices. Use a player in one thread at a time."""

    def __init__(self, name: str = "network", *, seed: int = 1) -> None:
        self.name = name
        self._kept: Any = None
        found = ffi.new("eleven_player **")
        try:
            checked(lib.eleven_player_open, path_of(name), number_of(seed, "a seed"), os.fsencode(cache_folder()), found)
        except (ValueError, OSError) as error:
            if name != "strong":
                raise
            raise ValueError(f"{error}; 'eleven endgame' builds the tables for strong") from None
        self.pointer = ffi.gc(found[0], lib.eleven_player_close)

    @classmethod
    def _of(cls, name: str, pointer: Any, kept: Any) -> "Player":
        """A player that was opened elsewhere, and what it borrows."""
        if pointer == ffi.NULL:
            raise MemoryError
        player = cls.__new__(cls)
        player.name, player._kept = name, kept
        player.pointer = ffi.gc(pointer, lib.eleven_player_close)
        return player

    def choose(self, ranks: Any, *, depth: int = 0, nodes: int = 0, milliseconds: float = 0,
               rules: str = "classic") -> Optional[Advice]:
        """The action for this board, H x W ranks. Without a limit the player uses its default. None if no action is legal."""
        advice, stop = ffi.new("eleven_advice *"), ffi.new("eleven_stop *")
        budget = budget_of(depth, nodes, milliseconds)
        budget.stop = stop
        known = rules_of(rules)
        board = to_board(ranks, known)

        def ask() -> int:
            return int(lib.eleven_player_choose(self.pointer, known, board, budget, advice))
        is_long = depth > SHORT_DEPTH or nodes > SHORT_NODES or milliseconds > SHORT_MS
        error = interruptible(ask, stop) if is_long else ask()
        if error == lib.ELEVEN_IMPOSSIBLE:
            return None
        if error:
            self._fail(known, board, budget)
        return Advice(int(advice.direction), np.array(list(advice.values)), self._unit(known, board, budget))

    def _fail(self, rules: Any, board: Any, budget: Any) -> NoReturn:
        """Raises what keeps the player from an answer: damaged tables, or too little memory."""
        view = ffi.new("eleven_strong_view *")
        if lib.eleven_strong_player_view(self.pointer, rules, board, budget, view) and view.endgame != ffi.NULL:
            checked(lib.eleven_endgame_damage, view.endgame)
        raise MemoryError("out of memory")

    def _unit(self, rules: Any, board: Any, budget: Any) -> str:
        view = ffi.new("eleven_strong_view *")
        if not lib.eleven_strong_player_view(self.pointer, rules, board, budget, view):
            return "points" if lib.eleven_player_counts_points(self.pointer, rules, board.w, board.h) else "own"
        if view.kind == lib.ELEVEN_STRONG_TABLES:
            return "chance"
        return "points" if view.kind == lib.ELEVEN_STRONG_NETWORK and view.search != ffi.NULL else "own"

    def __repr__(self) -> str:
        return f"Player({self.name!r})"


class _Opened(threading.local):
    def __init__(self) -> None:
        self.players: Dict[str, Player] = {}


_opened = _Opened()


def player_of(player: Any) -> Player:
    """The player, or the player with this name, which is opened once in each thread."""
    if isinstance(player, Player):
        return player
    name = str(pathlib.Path(player)) if isinstance(player, os.PathLike) else str(player)
    if name not in _opened.players:
        _opened.players[name] = Player(name)
    return _opened.players[name]


def best_move(ranks: Any, player: Any = "network", *, depth: int = 0, nodes: int = 0, milliseconds: float = 0,
              rules: str = "classic") -> Optional[Advice]:
    """Asks a player, or a player by its name or path, for its move. See Player.choose."""
    return player_of(player).choose(ranks, depth=depth, nodes=nodes, milliseconds=milliseconds, rules=rules)
