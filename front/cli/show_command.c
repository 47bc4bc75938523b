/* Shows one board: its tiles, and the result of each move. */
#include "cli/commands.h"
#include "base/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct options {
    eleven_rules rules;
    bool as_json;
};

typedef struct board_view {
    const eleven_rules *rules;
    eleven_board board;
    eleven_status status;

    /* The largest tile, empty cells, and legal directions as bits 1 << direction. */
    uint32_t largest;
    unsigned empties, legal;
} board_view;

static void look_at(board_view *view)
{
    uint8_t cells[ELEVEN_CELLS_MAX];
    eleven_game game = {.board = view->board};
    view->status = eleven_game_status(view->rules, &game);
    view->largest = view->rules->value[eleven_board_largest(&view->board)];
    view->empties = eleven_board_empties(&view->board, cells);
    view->legal = eleven_board_legal(view->rules, &view->board);
}

static void show_text(const board_view *view)
{
    char text[ELEVEN_BOARD_TEXT];
    eleven_board_print(view->rules, &view->board, ELEVEN_LAYOUT_GRID, text, sizeof text);
    printf("%s\nstatus   %s\nlargest  %" PRIu32 "\nempty    %u\n", text, eleven_status_name(view->status),
           view->largest, view->empties);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        eleven_board after = view->board;
        if (!(view->legal & 1u << d))
            continue;
        eleven_slide slide = eleven_board_slide(view->rules, &after, (eleven_direction)d, NULL);
        eleven_board_print(view->rules, &after, ELEVEN_LAYOUT_LINE, text, sizeof text);
        printf("%-8s gain %-7" PRIu64 " %s\n", eleven_direction_name((eleven_direction)d), slide.gain, text);
    }
    if (!view->legal)
        puts("no move is possible on this board");
}

static void show_json(const board_view *view)
{
    json_out json = json_begin(stdout);
    json_put_look(&json, view->rules, &view->board);
    json_finish(&json);
}

static int run_show(void *given, word_list words)
{
    struct options *options = given;
    board_view view = {.rules = &options->rules};
    const char *text = words.at[0];
    rules_or_classic(&options->rules);
    view.board = board_input(text, view.rules);
    look_at(&view);
    (options->as_json ? show_json : show_text)(&view);
    return 0;
}

static const cli_option rows[] = {
    OPTION_RULES(rules),
    OPTION_JSON(as_json),
    {0},
};

const cli_command show_command = {
    .name = "show",
    .arguments = "BOARD",
    .summary = "Show a board, and the result of each move",
    .details = "BOARD is the rows of a board separated by '/', with tiles separated by blanks and '.' for an empty\n"
               "cell, as in '2 2 . 4 / . . 8 8'. A classic 4x4 board can also be sixteen hexadecimal digits: 0 for\n"
               "an empty cell, 1 for 2, 2 for 4, b for 2048. '-' reads the board from standard input.\n"
               "\n"
               "  eleven show '2 2 . 4 / . . 8 8'\n",
    .least = 1,
    .most = 1,
    OPTIONS(rows),
    .run = run_show,
};
