"""2048 for researchers: the rules and the speed of the C library, with boards as numpy arrays.

    env = eleven.VectorEnv(4096)
    observations, info = env.reset(seed=1)
    observations, rewards, terminated, truncated, info = env.step(actions)

Boards are arrays of ranks (uint8): 0 is an empty cell, n is the tile 2^n. Actions are UP, RIGHT, DOWN and LEFT, 0 to 3. The C
library plays, so the same seed and the same moves give the same game in C, in Python and in the browser.
"""

from ._declarations import VERSION as __version__
from .boards import afterstates, draw, parse_board, print_board, spawns
from .game import DOWN, LEFT, RIGHT, UP, Game, random_word
from .players import Advice, Player, best_move, player_names
from .reviews import Judgement, Review, review
from .solver import Answer, Progress, Solution, Table, solve
from .training import Network, NetworkFacts, Trainer, TrainerFacts
from .vector import AutoresetMode, VectorEnv

__all__ = ["Advice", "Answer", "AutoresetMode", "DOWN", "Game", "Judgement", "LEFT", "Network", "NetworkFacts", "Player",
           "Progress", "RIGHT", "Review", "Solution", "Table", "Trainer", "TrainerFacts", "UP", "VectorEnv", "__version__",
           "afterstates", "best_move", "draw", "parse_board", "player_names", "print_board", "random_word", "review", "solve", "spawns"]
