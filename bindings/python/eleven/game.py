"""A single game, of any size and rules, with undo and records."""

from typing import Any, List, Optional, Tuple

import numpy as np

from ._library import fail, ffi, lib, rules_of
from .boards import from_board, to_board

UP, RIGHT, DOWN, LEFT = range(4)
STATUSES = ("playing", "won", "lost")


def random_word(seed: int, ply: int) -> int:
    """The random word of the ply-th move of a game: 64 bits; word 0 places the start tiles."""
    return int(lib.eleven_random(seed, ply))


class Game:
    """One game. `size` is (width, height); `board`, ranks, starts from a position instead of start tiles."""

    def __init__(self, seed: int = 0, rules: str = "classic", size: Tuple[int, int] = (4, 4), board: Any = None,
                 score: int = 0) -> None:
        self._session = ffi.gc(lib.eleven_session_new(), lib.eleven_session_free)
        head = ffi.new("eleven_record *", {"has_seed": True, "seed": seed, "from_board": board is not None})
        head.rules = rules_of(rules)[0]
        if board is not None:
            head.start.board = to_board(board)[0]
            head.start.score = score
        if not all(1 <= side <= 8 for side in size):
            raise ValueError(f"a board has 1 to 8 columns and rows, not {size}")
        if not lib.eleven_session_begin(self._session, head, *size, 0):
            raise MemoryError

    @classmethod
    def load(cls, record: str) -> "Game":
        """The game that a record tells, after its last move; every move is checked."""
        made = cls.__new__(cls)
        made._session = ffi.gc(lib.eleven_session_new(), lib.eleven_session_free)
        text, problem = record.encode(), ffi.new("eleven_problem *")
        if lib.eleven_session_load(made._session, text, len(text), 0, problem):
            fail(problem)
        return made

    def save(self) -> str:
        """The record of the game up to here."""
        size = lib.eleven_session_print(self._session, ffi.NULL, 0) + 1
        text = ffi.new("char[]", size)
        lib.eleven_session_print(self._session, text, size)
        return ffi.string(text).decode()

    @property
    def _game(self) -> Any:
        return lib.eleven_session_game(self._session)

    @property
    def board(self) -> np.ndarray:
        """Ranks, H x W."""
        return from_board(self._game.board)

    @property
    def values(self) -> np.ndarray:
        """Face values, H x W."""
        rules = lib.eleven_session_rules(self._session)
        return np.array([rules.value[rank] for rank in range(lib.ELEVEN_RANKS)], np.uint32)[self.board]

    @property
    def score(self) -> int:
        return int(self._game.score)

    @property
    def moves(self) -> int:
        return int(self._game.ply)

    @property
    def status(self) -> str:
        return STATUSES[lib.eleven_session_status(self._session)]

    @property
    def legal(self) -> List[int]:
        """The actions that change the board; none once the game is won or lost."""
        if self.status != "playing":
            return []
        board = ffi.new("eleven_board *", self._game.board)
        bits = lib.eleven_board_legal(lib.eleven_session_rules(self._session), board)
        return [action for action in range(4) if bits >> action & 1]

    def step(self, action: int) -> Optional[int]:
        """The gain of the move; None, and nothing happens, where it is not legal."""
        if action not in range(4):
            raise ValueError(f"the action {action} is none of 0 to 3")
        before = self.score
        return self.score - before if lib.eleven_session_move(self._session, action, 0) else None

    def keep_playing(self) -> bool:
        """Goes on after the win."""
        return bool(lib.eleven_session_keep_playing(self._session, 0))

    def undo(self) -> bool:
        return bool(lib.eleven_session_undo(self._session, 0))

    def redo(self) -> bool:
        return bool(lib.eleven_session_redo(self._session, 0))
