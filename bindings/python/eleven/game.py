"""A single game of any size and rules, with undo and game records."""

from typing import Any, List, Optional, Tuple

import numpy as np

from numpy.typing import NDArray

from ._library import Ranks, checked, ffi, lib, number_of, rules_of, size_of, sized, text_of
from .boards import drawn, from_board, to_board

UP, RIGHT, DOWN, LEFT = range(4)
STATUSES = ("playing", "won", "lost")


def random_word(seed: int, ply: int) -> int:
    """The random word of move `ply` of a game, 64 bits. Word 0 places the start tiles."""
    return int(lib.eleven_random(number_of(seed, "a seed"), number_of(ply, "a move")))


class Game:
    """One game. `size` is (width, height). With `board`, an array of ranks, the game starts from this position.
    Use a game in one thread at a time."""

    def __init__(self, seed: int = 0, rules: str = "classic", size: Tuple[int, int] = (4, 4), board: Any = None,
                 score: int = 0) -> None:
        self._session = self._new_session()
        number_of(score, "a score (0 without a board)", 0 if board is None else 2 ** 62)
        head = ffi.new("eleven_record *", {"has_seed": True, "seed": number_of(seed, "a seed"), "from_board": board is not None})
        head.rules = rules_of(rules)[0]
        if board is not None:
            head.start.board = to_board(board, head.rules)[0]
            head.start.score = score
        if not lib.eleven_session_begin(self._session, head, *size_of(size), 0):
            raise MemoryError

    @staticmethod
    def _new_session() -> Any:
        session = lib.eleven_session_new()
        if session == ffi.NULL:
            raise MemoryError
        return ffi.gc(session, lib.eleven_session_free)

    @classmethod
    def load(cls, record: str) -> "Game":
        """Reads a game record. Every move is checked. The game is at the position after the last move."""
        game = cls.__new__(cls)
        game._session = cls._new_session()
        text = record.encode()
        checked(lib.eleven_session_load, game._session, text, len(text), 0)
        return game

    def __reduce__(self) -> Tuple[Any, ...]:
        """A copy, with copy or pickle, is another game that has been loaded from the record of this one."""
        return type(self).load, (self.save(),)

    def save(self) -> str:
        """The record of the game up to the current position."""
        size = lib.eleven_session_print(self._session, ffi.NULL, 0) + 1
        text = ffi.new("char[]", size)
        lib.eleven_session_print(self._session, text, size)
        return text_of(text)

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        rules = lib.eleven_session_rules(self._session)
        return drawn(sized("eleven_picture", rules=rules, game=self._game[0], has_score=True), "svg")

    @property
    def _game(self) -> Any:
        return lib.eleven_session_game(self._session)

    @property
    def board(self) -> Ranks:
        """The ranks, H x W."""
        return from_board(self._game.board)

    @property
    def tiles(self) -> NDArray[np.uint32]:
        """The values of the tiles, H x W."""
        rules = lib.eleven_session_rules(self._session)
        numbers: NDArray[np.uint32] = np.array([rules.value[rank] for rank in range(lib.ELEVEN_RANKS)], np.uint32)
        return numbers[self.board]

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
