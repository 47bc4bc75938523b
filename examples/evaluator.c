/* A search with your own evaluation: a function that the search calls for the boards at the end of every line. This one
 * counts empty cells and equal neighbours. Mirror images of a board must have the same value.
 */
#include <eleven.h>

#include <stdio.h>
#include <stdlib.h>

static float value(eleven_bitboard after)
{
    float sum = 0;
    for (unsigned cell = 0; cell < 16; cell++) {
        eleven_rank rank = eleven_bitboard_get(after, cell);
        sum += rank == 0 ? 4.0f : 0.0f;
        sum += rank && cell % 4 < 3 && rank == eleven_bitboard_get(after, cell + 1) ? 2.0f : 0.0f;
        sum += rank && cell < 12 && rank == eleven_bitboard_get(after, cell + 4) ? 2.0f : 0.0f;
    }
    return sum;
}

static void values(const void *context, const eleven_bitboard *after, size_t count, float *results)
{
    (void)context;
    for (size_t i = 0; i < count; i++)
        results[i] = value(after[i]);
}

int main(void)
{
    const eleven_evaluator evaluator = {.values = values, .lost = -100};
    eleven_search_settings settings = eleven_search_settings_default();
    eleven_rules rules;
    eleven_rowtable *rows = malloc(ELEVEN_ROWTABLE_BYTES);
    eleven_rules_find("classic", &rules);
    if (!rows)
        return 1;
    eleven_rowtable_init(rows, &rules);
    eleven_search *search = eleven_search_new(rows, &evaluator, &settings);
    if (!search)
        return 1;
    eleven_game game;
    eleven_game_start(&rules, 4, 4, 2, &game, NULL);
    eleven_search_result result;
    const eleven_budget budget = {.depth = 2};
    while (game.ply < 1000 && eleven_search_run(search, eleven_bitboard_pack(&game.board), &budget, &result)) {
        eleven_game_step(&rules, &game, result.direction, eleven_random(2, game.ply + 1), NULL);
        eleven_game_keep_playing(&rules, &game);
    }
    printf("largest tile %u\n", (unsigned)rules.value[eleven_board_largest(&game.board)]);
    eleven_search_free(search);
    free(rows);
    return 0;
}
