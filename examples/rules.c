/* Your own rule set, filled in by hand: two equal powers of three make the next one. Rules are data, and a check finds
 * unsound rules before they are used.
 */
#include <eleven.h>

#include <inttypes.h>
#include <stdio.h>

static eleven_rules thirds(void)
{
    eleven_rules rules = {.name = "thirds", .start_tiles = 2, .goal = 4, .goal_ends = true};
    uint32_t value = 1;
    for (unsigned rank = 1; rank <= 12; rank++) {
        rules.value[rank] = value *= 3;
        if (rank < 12)
            rules.merge[rank][rank] = (eleven_rank)(rank + 1);
    }
    rules.spawn_weight[1] = 1;
    rules.count_weight[1] = 1;
    return rules;
}

int main(void)
{
    eleven_rules rules = thirds();
    eleven_problem problem;
    if (eleven_rules_check(&rules, &problem)) {
        printf("unsound: %s\n", problem.sentence);
        return 1;
    }
    eleven_game game;
    eleven_game_start(&rules, 3, 3, 7, &game, NULL);
    while (eleven_game_status(&rules, &game) == ELEVEN_STATUS_PLAYING)
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
            if (eleven_game_step(&rules, &game, (eleven_direction)d, eleven_random(7, game.ply + 1), NULL))
                break;
    char text[ELEVEN_BOARD_TEXT];
    eleven_board_print(&rules, &game.board, ELEVEN_LAYOUT_GRID, text, sizeof text);
    printf("%s%s with %" PRIu64 " points\n", text,
           eleven_game_status(&rules, &game) == ELEVEN_STATUS_WON ? "won" : "lost", game.score);

    rules.merge[1][2] = 3; /* but 2 does not merge with 1 */
    if (eleven_rules_check(&rules, &problem))
        printf("unsound: %s\n", problem.sentence);
    return 0;
}
