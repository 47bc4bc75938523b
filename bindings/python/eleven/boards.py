"""Functions on single boards: the boards after a slide, the possible new tiles, the move that a player chooses."""

import os
from typing import Any, NamedTuple, Optional, Tuple

import numpy as np

from ._library import fail, ffi, lib, rules_of

LAYOUTS = {"line": 0, "grid": 1, "hex": 2}


def to_board(ranks: Any) -> Any:
    """Makes an eleven_board from rows of ranks."""
    array = np.asarray(ranks)
    if array.ndim != 2 or not all(1 <= side <= 8 for side in array.shape):
        raise ValueError(f"expected a board of 1 to 8 rows of 1 to 8 ranks, not the shape {array.shape}")
    if not np.issubdtype(array.dtype, np.integer) or array.min() < 0 or array.max() > 31:
        raise ValueError("expected ranks: whole numbers from 0 to 31")
    board = ffi.new("eleven_board *")
    board.h, board.w = array.shape
    ffi.memmove(board.cells, np.ascontiguousarray(array, dtype=np.uint8), array.size)
    return board


def from_board(board: Any) -> np.ndarray:
    return np.frombuffer(ffi.buffer(board.cells, board.w * board.h), dtype=np.uint8).reshape(board.h, board.w).copy()


def parse_board(text: str, rules: str = "classic") -> np.ndarray:
    """Reads a board from a text: rows of tile values separated by '/' or line breaks, '.' for an empty cell; or sixteen
    hexadecimal ranks."""
    board, problem = ffi.new("eleven_board *"), ffi.new("eleven_problem *")
    data = text.encode()
    if lib.eleven_board_parse(rules_of(rules), data, len(data), board, problem):
        fail(problem)
    return from_board(board)


def print_board(ranks: Any, rules: str = "classic", layout: str = "grid") -> str:
    """Writes a board as text. The layouts line and grid contain tile values, hex contains ranks."""
    if layout not in LAYOUTS:
        raise ValueError(f"unknown layout '{layout}': expected {', '.join(LAYOUTS)}")
    text = ffi.new("char[]", lib.ELEVEN_BOARD_TEXT)
    lib.eleven_board_print(rules_of(rules), to_board(ranks), LAYOUTS[layout], text, len(text))
    return ffi.string(text).decode()


def table_of(rules: Any) -> Any:
    """Builds the row table of these rules, 1 MiB."""
    table = ffi.new("eleven_rowtable *")
    lib.eleven_rowtable_build(rules, table)
    return table


_tables: dict = {}


def afterstates(ranks: Any, rules: str = "classic") -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The boards after each action, before a new tile appears. For N x 4 x 4 ranks the results are the boards, N x 4 x 4 x 4
    (the second index is the action), the gains, N x 4 (int64), and whether the action is legal, N x 4 (bool). For a single
    board, 4 x 4, the results have no first dimension N."""
    array = np.asarray(ranks)
    if array.shape[-2:] != (4, 4) or array.ndim not in (2, 3):
        raise ValueError(f"expected boards of the shape 4 x 4 or N x 4 x 4, not {array.shape}")
    if rules not in _tables:
        _tables[rules] = table_of(rules_of(rules))
    boards = np.ascontiguousarray(array.reshape(-1, 16))
    count = len(boards)
    envs = ffi.new("eleven_env[]", count)
    for i in range(count):
        envs[i].board = lib.eleven_bitboard_pack(to_board(boards[i].reshape(4, 4)))
    after = np.empty((count, 4, 4, 4), np.uint8)
    gains = np.empty((count, 4), np.int64)
    lib.eleven_envs_afterstates(_tables[rules], envs, count, ffi.from_buffer("uint8_t[]", after),
                                ffi.from_buffer("int64_t[]", gains))
    legal = (after != boards.reshape(count, 1, 4, 4)).any(axis=(2, 3))
    if array.ndim == 2:
        return after[0], gains[0], legal[0]
    return after, gains, legal


def spawns(ranks: Any, rules: str = "classic") -> Tuple[np.ndarray, np.ndarray]:
    """Every board that a new tile can make of this board, K x H x W, and the probability of each, K (float64)."""
    board, rule_set = to_board(ranks), rules_of(rules)
    cells = ffi.new("uint8_t[]", lib.ELEVEN_CELLS_MAX)
    empties = [cells[i] for i in range(lib.eleven_board_empties(board, cells))]
    weights = np.array([rule_set.spawn_weight[rank] for rank in range(lib.ELEVEN_RANKS)], np.float64)
    kinds = np.flatnonzero(weights)
    boards = np.repeat(from_board(board)[None], len(empties) * len(kinds), axis=0)
    flat = boards.reshape(len(boards), board.w * board.h)
    chances = np.empty(len(boards))
    for i, (cell, rank) in enumerate((cell, rank) for cell in empties for rank in kinds):
        flat[i, cell] = rank
        chances[i] = weights[rank] / weights.sum() / len(empties)
    return boards, chances


class Advice(NamedTuple):
    """The answer of a player: its action, and the value of each action in its own unit (NaN: the action is illegal)."""
    action: int
    values: np.ndarray


_players: dict = {}


def _open_strong() -> Any:
    """The player strong with the endgame tables that `eleven endgame` keeps in the cache folder."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = os.environ.get("ELEVEN_CACHE") or os.path.join(cache, "eleven")
    opened, problem = ffi.new("eleven_endgame **"), ffi.new("eleven_problem *")
    if lib.eleven_endgame_open(folder.encode(), opened, problem):
        raise ValueError(f"{ffi.string(problem.sentence).decode()}; 'eleven endgame' builds the tables for strong")
    return lib.eleven_strong_player_new(opened[0])  # the tables stay open, like the player


def best_move(ranks: Any, player: str = "network", *, depth: int = 0, nodes: int = 0, milliseconds: float = 0,
              rules: str = "classic") -> Optional[Advice]:
    """Asks a built-in player for its move. Without a limit the player uses its default. None if no action is legal."""
    if player not in _players:
        opened = _open_strong() if player == "strong" else lib.eleven_player_open(player.encode(), 1)
        if opened == ffi.NULL:
            raise ValueError(f"unknown player '{player}'")
        _players[player] = ffi.gc(opened, lib.eleven_player_close)
    budget = ffi.new("eleven_budget *", {"depth": depth, "nodes": nodes, "milliseconds": milliseconds})
    advice = ffi.new("eleven_advice *")
    chooser = _players[player]
    if not chooser.choose(chooser, rules_of(rules), to_board(ranks), budget, advice):
        return None
    return Advice(int(advice.direction), np.array([advice.values[d] for d in range(4)]))
