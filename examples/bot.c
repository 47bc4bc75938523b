/* A small bot. Of the legal moves it chooses the one that leaves the most empty cells, and of equal ones the one that
 * gains the most. */
#include <eleven.h>

#include <inttypes.h>
#include <stdio.h>

/* A board is a value: copy it and try each direction. A direction without hops is not legal. */
static eleven_direction choose(const eleven_rules *rules, const eleven_board *board)
{
    eleven_direction best = ELEVEN_UP;
    uint64_t most = 0;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        uint8_t cells[ELEVEN_CELLS_MAX];
        eleven_board after = *board;
        eleven_slide slide = eleven_board_slide(rules, &after, (eleven_direction)d, NULL);
        uint64_t value = 1 + slide.gain + ((uint64_t)eleven_board_empties(&after, cells) << 32);
        if (slide.hops && value > most)
            most = value, best = (eleven_direction)d;
    }
    return best;
}

/* Every new tile follows from the seed and the number of the move. */
int main(void)
{
    const uint64_t seed = 42;
    eleven_rules rules;
    eleven_rules_find("classic", &rules);
    eleven_game game;
    eleven_game_start(&rules, 4, 4, seed, &game, NULL);
    while (eleven_game_status(&rules, &game) == ELEVEN_STATUS_PLAYING)
        eleven_game_step(&rules, &game, choose(&rules, &game.board), eleven_random(seed, game.ply + 1), NULL);
    printf("%" PRIu64 " points in %" PRIu32 " moves\n", game.score, game.ply);
}
