"""Functions on boards: texts, the boards after a slide, the possible new tiles."""

import functools
from typing import Any, Tuple

import numpy as np

from ._library import Booleans, Floats, Integers, Ranks, checked, ffi, lib, rules_of, sized, text_of

LAYOUTS = {"line": 0, "grid": 1, "hex": 2}
FORMS = {"svg": 0, "text": 1, "ansi": 2}


def to_ranks(ranks: Any) -> Ranks:
    """An array of ranks in the order of C."""
    array = np.asarray(ranks)
    if array.dtype.kind not in "ui" or (array.size and (array.max() > 31 or (array.dtype.kind == "i" and array.min() < 0))):
        raise ValueError("expected ranks: whole numbers from 0 to 31")
    return np.ascontiguousarray(array, np.uint8)


def to_board(ranks: Any, rules: Any) -> Any:
    """Makes an eleven_board from rows of ranks, for an eleven_rules."""
    array = np.asarray(ranks)
    if array.ndim != 2 or not all(1 <= side <= 8 for side in array.shape):
        raise ValueError(f"expected a board of 1 to 8 rows of 1 to 8 ranks, not the shape {array.shape}")
    board = ffi.new("eleven_board *")
    board.h, board.w = array.shape
    ffi.memmove(board.cells, to_ranks(array), array.size)
    for rank in set(array.flat) - {0}:
        if not rules.value[rank]:
            raise ValueError(f"the rules have no tile of rank {rank}")
    return board


def from_board(board: Any) -> Ranks:
    cells: Ranks = np.frombuffer(ffi.buffer(board.cells, board.w * board.h), dtype=np.uint8)
    return cells.reshape(board.h, board.w).copy()


def parse_board(text: str, rules: str = "classic") -> Ranks:
    """Reads a board from a text: rows of tile values separated by '/' or line breaks, '.' for an empty cell; or sixteen
    hexadecimal ranks."""
    board, data = ffi.new("eleven_board *"), text.encode()
    checked(lib.eleven_board_parse, rules_of(rules), data, len(data), board)
    return from_board(board)


def print_board(ranks: Any, rules: str = "classic", layout: str = "grid") -> str:
    """Writes a board as text. The layouts line and grid contain tile values, hex contains ranks."""
    if layout not in LAYOUTS:
        raise ValueError(f"unknown layout '{layout}': expected {', '.join(LAYOUTS)}")
    text, rule_set = ffi.new("char[]", lib.ELEVEN_BOARD_TEXT), rules_of(rules)
    if not lib.eleven_board_print(rule_set, to_board(ranks, rule_set), LAYOUTS[layout], text, len(text)):
        raise ValueError("the layout hex is for boards of 4x4 with ranks up to 15")
    return text_of(text)


def drawn(picture: Any, form: str) -> str:
    """An eleven_picture as text."""
    if form not in FORMS:
        raise ValueError(f"unknown form '{form}': expected {', '.join(FORMS)}")
    text = ffi.gc(ffi.new("eleven_bytes *"), lib.eleven_bytes_free)
    error = lib.eleven_picture_draw(picture, FORMS[form], text)
    if error == lib.ELEVEN_NO_MEMORY:
        raise MemoryError
    if error:
        raise ValueError(f"unknown theme '{text_of(picture.theme)}'")
    return bytes(ffi.buffer(text.at, text.length)).decode()


def draw(ranks: Any, rules: str = "classic", form: str = "svg", theme: str = "original") -> str:
    """A picture of a board: an SVG document, text, or with the form ansi text with the colours of a terminal. The themes are
    original, dark, high-contrast and colour-blind."""
    rule_set, name = rules_of(rules), ffi.new("char[]", theme.replace("\0", "?").encode())
    picture = sized("eleven_picture", rules=rule_set, theme=name)
    picture.game.board, picture.game.keeps_playing = to_board(ranks, rule_set)[0], True
    return drawn(picture, form)


@functools.lru_cache(maxsize=8)
def table_of(rules: str) -> Any:
    """The row table of these rules, 1 MiB."""
    memory = ffi.new("uint64_t[]", lib.ELEVEN_ROWTABLE_BYTES // 8)
    # The table, which keeps its memory alive.
    return ffi.gc(lib.eleven_rowtable_init(memory, rules_of(rules)), lambda _, kept=memory: None)


def afterstates(ranks: Any, rules: str = "classic") -> Tuple[Ranks, Integers, Booleans]:
    """The boards after each action, before a new tile appears. For N x 4 x 4 ranks the results are the boards, N x 4 x 4 x 4
    (the second index is the action), the gains, N x 4 (int64), and whether the action is legal, N x 4 (bool). For a single
    board, 4 x 4, the results have no first dimension N."""
    boards = to_ranks(ranks)
    if boards.shape[-2:] != (4, 4) or boards.ndim not in (2, 3):
        raise ValueError(f"expected boards of the shape 4 x 4 or N x 4 x 4, not {boards.shape}")
    shape = boards.shape[:-2]
    after, gains, legal = np.empty((*shape, 4, 4, 4), np.uint8), np.empty((*shape, 4), np.int64), np.empty((*shape, 4), bool)
    view = ffi.from_buffer
    lib.eleven_ranks_afterstates(table_of(rules), view("uint8_t[]", boards), boards.size // 16, view("uint8_t[]", after),
                                 view("int64_t[]", gains), view("uint8_t[]", legal))
    return after, gains, legal


def spawns(ranks: Any, rules: str = "classic") -> Tuple[Ranks, Floats]:
    """Every board that a new tile can make of this board, K x H x W, and the probability of each, K (float64). The rules add
    one tile after a move."""
    rule_set = rules_of(rules)
    board = to_board(ranks, rule_set)
    if any(weight for count, weight in enumerate(rule_set.count_weight) if count != 1):
        raise ValueError("these rules may add several tiles after a move")
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
