"""A single game of any size and rules, with undo and game records."""

from typing import Any, List, Optional, Tuple

import numpy as np

from ._library import fail, ffi, lib, rules_of
from .boards import from_board, to_board

UP, RIGHT, DOWN, LEFT = range(4)
STATUSES = ("playing", "won", "lost")


def random_word(seed: int, ply: int) -> int:
    """The random word of move `ply` of a game, 64 bits. Word 0 places the start tiles."""
    return int(lib.eleven_random(seed, ply))


class Game:
    """One game. `size` is (width, height). With `board`, an array of ranks, the game starts from this position."""

    def __init__(self, seed: int = 0, rules: str = "classic", size: Tuple[int, int] = (4, 4), board: Any = None,
                 score: int = 0) -> None:
        self._session = ffi.gc(lib.eleven_session_new(), lib.eleven_session_free)
        head = ffi.new("eleven_record *", {"has_seed": True, "seed": seed, "from_board": board is not None})
        head.rules = rules_of(rules)[0]
        if board is not None:
            head.start.board = to_board(board)[0]
            head.start.score = score
        if not all(1 <= side <= 8 for side in size):
            raise ValueError(f"expected a size of 1 to 8 columns and 1 to 8 rows, not {size}")
        if not lib.eleven_session_begin(self._session, head, *size, 0):
            raise MemoryError

    @classmethod
    def load(cls, record: str) -> "Game":
        """Reads a game record. Every move is checked. The game is at the position after the last move."""
        game = cls.__new__(cls)
        game._session = ffi.gc(lib.eleven_session_new(), lib.eleven_session_free)
        text, problem = record.encode(), ffi.new("eleven_problem *")
        if lib.eleven_session_load(game._session, text, len(text), 0, problem):
            fail(problem)
        return game

    def save(self) -> str:
        """The record of the game up to the current position."""
        size = lib.eleven_session_print(self._session, ffi.NULL, 0) + 1
        text = ffi.new("char[]", size)
        lib.eleven_session_print(self._session, text, size)
        return ffi.string(text).decode()

    @property
    def _game(self) -> Any:
        return lib.eleven_session_game(self._session)

    @property
    def board(self) -> np.ndarray:
        """The ranks, H x W."""
        return from_board(self._game.board)

    @property
    def values(self) -> np.ndarray:
        """The values of the tiles, H x W."""
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
        """The actions that change the board. Empty if the game is won or lost."""
        if self.status != "playing":
            return []
        board = ffi.new("eleven_board *", self._game.board)
        bits = lib.eleven_board_legal(lib.eleven_session_rules(self._session), board)
        return [action for action in range(4) if bits >> action & 1]

    def step(self, action: int) -> Optional[int]:
        """Makes a move and returns its gain. If the move is not legal, nothing happens and the result is None."""
        if action not in range(4):
            raise ValueError(f"expected an action from 0 to 3, not {action}")
        before = self.score
        return self.score - before if lib.eleven_session_move(self._session, action, 0) else None

    def keep_playing(self) -> bool:
        """Continues after the win."""
        return bool(lib.eleven_session_keep_playing(self._session, 0))

    def undo(self) -> bool:
        return bool(lib.eleven_session_undo(self._session, 0))

    def redo(self) -> bool:
        return bool(lib.eleven_session_redo(self._session, 0))
