/* Plays a game with a built-in player: play [PLAYER [SEED]]. A game is a value, and a move is a function of it. */
#include <eleven.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments)
{
    uint64_t seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    eleven_player *player;
    eleven_problem problem;
    if (eleven_player_open(count > 1 ? arguments[1] : "corner", seed, NULL, &player, &problem)) {
        fprintf(stderr, "%s\n", problem.sentence);
        return 1;
    }
    eleven_rules rules;
    eleven_rules_find("classic", &rules);
    eleven_game game;
    eleven_game_start(&rules, 4, 4, seed, &game, NULL);
    /* Without a limit the player uses its default. */
    eleven_budget budget = {0};
    eleven_advice advice;
    while (player->choose(player, &rules, &game.board, &budget, &advice)) {
        eleven_game_keep_playing(&rules, &game); /* a won game continues */
        eleven_game_step(&rules, &game, advice.direction, eleven_random(seed, game.ply + 1), NULL);
    }
    eleven_player_close(player);

    char text[ELEVEN_BOARD_TEXT];
    eleven_board_print(&rules, &game.board, ELEVEN_LAYOUT_GRID, text, sizeof text);
    printf("%sscore %" PRIu64 ", moves %" PRIu32 "\n", text, game.score, game.ply);
    return 0;
}
