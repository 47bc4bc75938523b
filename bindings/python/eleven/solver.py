"""Perfect play on small boards: solving, and the tables that a solve writes."""

import os
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from ._library import Floats, checked, fail, ffi, lib, number_of, path_of, rules_of, size_of, sized, text_of
from .boards import to_board
from .players import direction_word

KINDS = {"score": "ELEVEN_OBJECTIVE_EXPECT_SCORE", "moves": "ELEVEN_OBJECTIVE_EXPECT_MOVES", "forced-score": "ELEVEN_OBJECTIVE_FORCE_SCORE",
         "forced-moves": "ELEVEN_OBJECTIVE_FORCE_MOVES", "forced-tile": "ELEVEN_OBJECTIVE_FORCE_RANK"}


class Progress(NamedTuple):
    """How far a solve is: positions are enumerated first and then valued. `share` is that of the present half."""

    is_solving: bool
    positions: int
    share: float
    memory_bytes: int


class Solution(NamedTuple):
    """`value` contains the value of each objective from the start (of forced-tile the tile), `values` that of each action (NaN:
    illegal) if a start position was given. `positions` are canonical: mirror images count once."""

    positions: int
    positions_in_all: int
    largest_tile: int
    value: Dict[str, float]
    values: Dict[str, Floats]
    relative_error: float
    memory_bytes: int


def _rank_of(rules: Any, tile: int) -> int:
    rank = int(lib.eleven_rules_rank(rules, tile)) if 0 <= tile < 2 ** 64 else 0
    if not rank:
        raise ValueError(f"no tile has the number {tile}")
    return rank


def _objective_of(rules: Any, name: str) -> Tuple[int, int]:
    """The kind and the rank of an objective."""
    if name in KINDS:
        return getattr(lib, KINDS[name]), 0
    if name.startswith("reach-") and name[6:].isdecimal():
        return lib.ELEVEN_OBJECTIVE_REACH, _rank_of(rules, int(name[6:]))
    raise ValueError(f"unknown objective '{name}': expected {', '.join(KINDS)} or reach-TILE")


def _name_of(rules: Any, objective: Any) -> str:
    if objective.kind == lib.ELEVEN_OBJECTIVE_REACH:
        return f"reach-{rules.value[objective.rank]}"
    return next(name for name, kind in KINDS.items() if getattr(lib, kind) == objective.kind)


def _value_of(rules: Any, kind: int, worth: Any) -> float:
    return float(rules.value[int(worth.value)] if kind == lib.ELEVEN_OBJECTIVE_FORCE_RANK else worth.value)


def _per_action(rules: Any, kind: int, legal: int, worths: Sequence[Any]) -> Floats:
    return np.array([_value_of(rules, kind, worths[action]) if legal >> action & 1 else np.nan for action in range(4)])


def _run(request: Any, progress: Optional[Callable[[Progress], Any]]) -> Any:
    """Solves. An exception in `progress`, such as that of Ctrl-C, ends the solve and is raised here."""
    raised: List[BaseException] = []

    def report(_: Any, now: Any) -> None:
        if progress:
            progress(Progress(bool(now.phase), int(now.done), now.share, int(now.memory)))

    def keep(_: Any, error: BaseException, __: Any) -> None:
        raised.append(error)
        lib.eleven_stop_request(stop)

    stop = ffi.new("eleven_stop *")
    callback = ffi.callback("void(void *, eleven_progress *)", report, onerror=keep)
    request.progress, request.stop = callback, stop
    solution, problem = ffi.new("eleven_solution *"), ffi.new("eleven_problem *")
    error = lib.eleven_solve_run(request, solution, problem)
    if raised:
        raise raised[0]
    if error:
        fail(error, problem)
    return solution


def solve(size: Tuple[int, int] = (2, 2), rules: str = "classic", objectives: Sequence[str] = ("score",), *,
          goal: Optional[int] = None, start: Any = None, threads: int = 1, memory: int = 0,
          table: Union[None, str, "os.PathLike[str]"] = None, progress: Optional[Callable[[Progress], Any]] = None) -> Solution:
    """Counts the positions of a small board, (width, height), and computes perfect play for each objective: score, moves,
    reach-TILE, forced-score, forced-moves, forced-tile. With `start`, ranks, it solves this position. Without `goal`, a tile,
    games continue until no move is left. `memory` is a limit in bytes. `table` names a file for a table of the first objective."""
    rule_set = rules_of(rules)
    if goal is not None or not rule_set.goal_ends:
        rule_set.goal = 0 if goal is None else _rank_of(rule_set, goal)
    chosen = [_objective_of(rule_set, name) for name in objectives]
    if len(chosen) > lib.ELEVEN_OBJECTIVES_MAX:
        raise ValueError(f"expected at most {lib.ELEVEN_OBJECTIVES_MAX} objectives")
    board = to_board(start, rule_set) if start is not None else ffi.NULL
    request = sized("eleven_solve", rules=rule_set[0], start=board, objectives=chosen, objective_count=len(chosen),
                    threads=number_of(threads, "threads", 64, 1), memory=number_of(memory, "bytes of memory"))
    request.w, request.h = (board.w, board.h) if start is not None else size_of(size)
    path = ffi.NULL if table is None else ffi.new("char[]", path_of(table))
    request.table = path
    found = _run(request, progress)
    value = {name: _value_of(rule_set, chosen[i][0], found.values[i]) for i, name in enumerate(objectives)}
    values = {name: _per_action(rule_set, chosen[i][0], found.legal, [found.moves[action][i] for action in range(4)])
              for i, name in enumerate(objectives) if start is not None}
    return Solution(int(found.counts.positions), int(found.counts.all), int(rule_set.value[found.largest]), value, values,
                    found.error, int(found.memory))


class Answer(NamedTuple):
    """What a table contains about a position: its value, the best action (None: the game is over), and the value of each action
    (NaN: illegal), including its gain."""

    value: float
    action: Optional[int]
    values: Floats

    @property
    def direction(self) -> Optional[str]:
        """The best action as a word."""
        return None if self.action is None else direction_word(self.action)


class Table:
    """An open table of best moves (.elx). Several threads can share it."""

    def __init__(self, path: Union[str, "os.PathLike[str]"]) -> None:
        opened = ffi.new("eleven_table **")
        checked(lib.eleven_table_open, path_of(path), opened)
        self._table = ffi.gc(opened[0], lib.eleven_table_close)
        self._facts = facts = lib.eleven_table_about(self._table)
        self.size = (int(facts.w), int(facts.h))
        self.rules = text_of(facts.rules.name)
        self.objective = _name_of(facts.rules, facts.objective)
        self.positions = int(facts.positions)
        self.value, self.relative_error = _value_of(facts.rules, facts.objective.kind, facts.start), float(facts.error)

    def probe(self, ranks: Any) -> Optional[Answer]:
        """Looks a position up. None if no game reaches it."""
        board, answer = to_board(ranks, self._facts.rules), ffi.new("eleven_table_answer *")
        if sorted((board.w, board.h)) != sorted(self.size):
            raise ValueError(f"the table is for boards of {self.size[0]}x{self.size[1]}, not of {board.w}x{board.h}")
        if not lib.eleven_table_probe(self._table, board, answer):
            return None
        rules, kind = self._facts.rules, self._facts.objective.kind
        return Answer(_value_of(rules, kind, answer.worth), int(answer.best) if answer.legal else None,
                      _per_action(rules, kind, answer.legal, answer.moves))
