/* Prints the best move on a board, and the values of all legal moves: best [BOARD [MILLISECONDS]]. */
#include <eleven.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **arguments)
{
    const char *text = count > 1 ? arguments[1] : "2 4 8 16 / . 2 4 8 / . . 2 4 / . . . 2";
    eleven_rules rules;
    eleven_board board;
    eleven_problem problem;
    eleven_rules_find("classic", &rules);
    if (eleven_board_parse(&rules, text, strlen(text), &board, &problem)) {
        fprintf(stderr, "column %u: %s\n", (unsigned)problem.column, problem.sentence);
        return 1;
    }
    eleven_player *player;
    eleven_budget budget = {
        .size = sizeof(eleven_budget), .milliseconds = count > 2 ? strtod(arguments[2], NULL) : 0, .depth = 3};
    eleven_advice advice;
    if (eleven_player_open("network", 1, NULL, &player, &problem)) {
        fprintf(stderr, "%s\n", problem.sentence);
        return 1;
    }
    /* The values of directions that are not legal are NAN. */
    if (!eleven_player_choose(player, &rules, &board, &budget, &advice)) {
        printf("best: %s\n", eleven_direction_name(advice.direction));
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
            if (!isnan(advice.values[d]))
                printf("%-6s %.1f\n", eleven_direction_name((eleven_direction)d), advice.values[d]);
    } else {
        puts("no direction changes this board");
    }
    eleven_player_close(player);
    return 0;
}
