/* What there is to see on one board: its tiles, and what every direction would make of it. */
#include "cli/commands.h"
#include "base/input_output.h"
#include "base/json.h"
#include "base/options.h"
#include "base/values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct board_sight {
    eleven_rules rules;
    eleven_board board;
    eleven_status status;
    uint32_t largest; /* face value */
    unsigned empties;
    unsigned legal; /* bits 1 << direction */
} board_sight;

static void look(board_sight *sight)
{
    uint8_t cells[ELEVEN_CELLS_MAX];
    eleven_game game = {.board = sight->board};
    sight->status = eleven_game_status(&sight->rules, &game);
    sight->largest = sight->rules.value[eleven_board_largest(&sight->board)];
    sight->empties = eleven_board_empties(&sight->board, cells);
    sight->legal = eleven_board_legal(&sight->rules, &sight->board);
}

static void show_text(const board_sight *sight)
{
    char text[ELEVEN_BOARD_TEXT];
    eleven_board_print(&sight->rules, &sight->board, ELEVEN_GRID, text, sizeof text);
    printf("%s\nstatus   %s\nlargest  %" PRIu32 "\nempty    %u\n", text, status_name(sight->status), sight->largest,
           sight->empties);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        eleven_board after = sight->board;
        if (!(sight->legal & 1u << d))
            continue;
        eleven_slide slide = eleven_board_slide(&sight->rules, &after, (eleven_direction)d, NULL);
        eleven_board_print(&sight->rules, &after, ELEVEN_LINE, text, sizeof text);
        printf("%-8s gain %-7" PRIu64 " %s\n", eleven_direction_name((eleven_direction)d), slide.gain, text);
    }
    if (!sight->legal)
        puts("no direction changes this board");
}

static void show_move(json_out *json, const board_sight *sight, eleven_direction direction)
{
    eleven_board after = sight->board;
    eleven_slide slide = eleven_board_slide(&sight->rules, &after, direction, NULL);
    json_put_object(json, NULL);
    json_put_string(json, "direction", eleven_direction_name(direction));
    json_put_board(json, "board", &sight->rules, &after);
    json_put_number(json, "gain", slide.gain);
    json_put_end(json);
}

static void show_json(const board_sight *sight)
{
    json_out json = json_put_to(stdout);
    json_put_object(&json, NULL);
    json_put_string(&json, "rules", sight->rules.name);
    json_put_size(&json, "size", sight->board.w, sight->board.h);
    json_put_board(&json, "board", &sight->rules, &sight->board);
    json_put_string(&json, "status", status_name(sight->status));
    json_put_number(&json, "largest", sight->largest);
    json_put_number(&json, "empty", sight->empties);
    json_put_array(&json, "moves");
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (sight->legal & 1u << d)
            show_move(&json, sight, (eleven_direction)d);
    json_put_end(&json);
    json_put_end(&json);
    json_put_line(&json);
}

static int read_input(const eleven_rules *rules, eleven_board *board)
{
    file_text file;
    eleven_problem problem;
    if (input_read("show", "-", &file))
        return STATUS_FAILURE;
    eleven_error error = eleven_board_parse(rules, file.text, file.length, board, &problem);
    free(file.text);
    return error ? complain_of_file("show", "-", &problem) : 0;
}

static int show_run(word_list words)
{
    board_sight sight = {0};
    bool as_json = false;
    const cli_option options[] = {
        {"rules", "RULES", "a shipped rule set or a rule file (classic)", option_rules, &sight.rules, 'r'},
        {"json", NULL, "answer in JSON", NULL, &as_json, 0},
        {0}};
    int status = options_read(&show_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    rules_or_classic(&sight.rules);
    const char *board = words.at[0];
    status = strcmp(board, "-") == 0 ? read_input(&sight.rules, &sight.board)
                                     : board_read("show", "the board", board, &sight.rules, &sight.board);
    if (status)
        return status;
    look(&sight);
    if (as_json)
        show_json(&sight);
    else
        show_text(&sight);
    return 0;
}

const cli_command show_command = {
    .name = "show",
    .arguments = "BOARD",
    .summary = "Show a board and what every move would make of it",
    .details = "A board is its rows separated by '/' (or lines), their cells by blanks, '.' for empty; or sixteen\n"
               "hex ranks. '-' reads it from standard input.\n",
    .least = 1,
    .most = 1,
    .run = show_run,
};
