/* Chance is data: prints every board that can follow a move, with its probability: spawns [BOARD DIRECTION]. */
#include <eleven.h>

#include <stdio.h>
#include <string.h>

int main(int count, char **arguments)
{
    const char *text = count > 2 ? arguments[1] : "2 2 4 8 / 16 32 64 128 / 2 4 8 16 / . 2 4 .";
    const char *name = count > 2 ? arguments[2] : "left";
    eleven_rules rules;
    eleven_board board;
    eleven_direction direction;
    eleven_problem problem;
    eleven_rules_find("classic", &rules);
    if (eleven_board_parse(&rules, text, strlen(text), &board, &problem)) {
        fprintf(stderr, "column %u: %s\n", (unsigned)problem.column, problem.sentence);
        return 1;
    }
    if (!eleven_direction_parse(name, strlen(name), &direction))
        return 1;
    eleven_board_slide(&rules, &board, direction, NULL);

    uint8_t cells[ELEVEN_CELLS_MAX];
    unsigned empties = eleven_board_empties(&board, cells);
    double weights = 0;
    for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++)
        weights += rules.spawn_weight[rank];
    for (unsigned i = 0; i < empties; i++)
        for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++) {
            if (!rules.spawn_weight[rank])
                continue;
            char after[ELEVEN_BOARD_TEXT];
            eleven_board next = board;
            eleven_board_place(&next, (eleven_tile){cells[i], (eleven_rank)rank});
            eleven_board_print(&rules, &next, ELEVEN_LAYOUT_LINE, after, sizeof after);
            printf("%.4f  %s\n", rules.spawn_weight[rank] / weights / empties, after);
        }
    return 0;
}
