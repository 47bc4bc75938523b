"""What each move of a game cost, compared with what a player would have done."""

from typing import Any, Dict, List, NamedTuple, Tuple, Union

import numpy as np

from ._library import Floats, Ranks, checked, fail, ffi, lib, text_of
from .boards import from_board
from .game import Game
from .players import budget_of, direction_word, player_of


class Judgement(NamedTuple):
    """A move and what the player thinks of it. `loss` and `values` (NaN: illegal) are in the player's own unit; `severity` is the
    loss in stakes of the game: 0 is the best move, 1 is as bad as not looking usually is."""

    board: Ranks
    direction: str
    best_direction: str
    values: Floats
    loss: float
    severity: float
    grade: str
    reason: str


class Review(NamedTuple):
    """`accuracy` is in per cent. `stake` is the cost of a thoughtless move in this game. `grades` counts the moves of each grade.
    `turning_points` are indices of `judgements`."""

    accuracy: float
    stake: float
    loss: float
    grades: Dict[str, int]
    turning_points: Tuple[int, ...]
    judgements: Tuple[Judgement, ...]


def _judge(record: str, player: Any, budget: Any) -> Tuple[Any, List[Any]]:
    """The rules, and the judgement of each move that the player knows something about."""
    text = record.encode()
    data = ffi.from_buffer("char[]", text)
    reader, ply, problem = ffi.new("eleven_reader *"), ffi.new("eleven_ply *"), ffi.new("eleven_problem *")
    checked(lib.eleven_reader_open, reader, data, len(text))
    rules = ffi.new("eleven_rules *", reader.record.rules)
    judged: List[Any] = []
    while True:
        before = ffi.new("eleven_game *", reader.game)
        error = lib.eleven_reader_next(reader, ply, ffi.NULL, problem)
        if error == lib.ELEVEN_END:
            return rules, judged
        if error:
            fail(error, problem)
        one = ffi.new("eleven_judgement *")
        if ply.keeps_playing:
            continue
        if lib.eleven_review_judge(player.pointer, budget, rules, before, ply.direction, one):
            player._fail(rules, ffi.addressof(before, "board"), budget)
        judged.append(one)


def _describe(rules: Any, review: Any, one: Any) -> Judgement:
    text = ffi.new("char[]", lib.ELEVEN_REASON_TEXT)
    lib.eleven_judgement_describe(rules, one, text, len(text))
    return Judgement(from_board(one.before.board), direction_word(one.played), direction_word(one.best), np.array(list(one.values)), one.loss,
                     lib.eleven_review_severity(review, one), text_of(lib.eleven_grade_name(lib.eleven_review_grade(review, one))),
                     text_of(text))


def review(game: Union[Game, str], player: Any = "network", *, depth: int = 0, nodes: int = 0,
           milliseconds: float = 0) -> Review:
    """Reviews a game, or a game record as text, with a player or a built-in player by its name."""
    record = game.save() if isinstance(game, Game) else game
    rules, judged = _judge(record, player_of(player), budget_of(depth, nodes, milliseconds))
    moves = ffi.new("eleven_judgement[]", [one[0] for one in judged])
    summed = ffi.new("eleven_review *")
    lib.eleven_review_sum(moves, len(judged), ffi.new("double[]", len(judged) + 1), summed)
    grades = {text_of(lib.eleven_grade_name(grade)): int(summed.count[grade]) for grade in range(lib.ELEVEN_GRADES)}
    points = tuple(int(summed.turning_point[i]) for i in range(summed.turning_points))
    return Review(summed.accuracy, summed.stake, summed.loss, grades, points,
                  tuple(_describe(rules, summed, moves + i) for i in range(len(judged))))
