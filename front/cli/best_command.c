/* The best move on a board: what to do, what each move is worth, and how it might go on. */
#include "cli/commands.h"
#include "base/json.h"
#include "base/options.h"
#include "base/tables.h"
#include "base/values.h"

#include "eleven/search.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct best_wish {
    const char *player;
    eleven_rules rules;
    int64_t depth, nodes;
    double milliseconds;
    bool as_json;
} best_wish;

/* What is known in the end. */
typedef struct best_answer {
    const eleven_rules *rules;
    eleven_board board;
    eleven_advice advice;
    eleven_search_result search; /* depth 0: the player does not search */
    eleven_search_step line[ELEVEN_SEARCH_DEPTH];
    unsigned length;
    const char *player;
} best_answer;

/* ---- Thinking ------------------------------------------------------------------------------------------ */

/* The line is looked for one move less deep than the move was, which costs a small part of it. */
static void search_board(eleven_search *search, const eleven_budget *budget, best_answer *answer)
{
    eleven_bitboard board = eleven_bitboard_pack(&answer->board);
    if (!eleven_search_run(search, board, budget, &answer->search))
        return;
    answer->advice.direction = answer->search.direction;
    memcpy(answer->advice.values, answer->search.values, sizeof answer->advice.values);
    unsigned depth = answer->search.depth > 1 ? answer->search.depth - 1 : 1;
    answer->length = eleven_search_line(search, board, depth, answer->line);
    if (answer->length && answer->line[0].direction != answer->advice.direction)
        answer->length = 0; /* the shallower search would play something else */
}

static bool think(const best_wish *wish, eleven_player *player, best_answer *answer)
{
    eleven_budget budget = {(uint32_t)wish->depth, (uint64_t)wish->nodes, wish->milliseconds};
    const eleven_board *board = &answer->board;
    eleven_search *search = eleven_player_search(player, answer->rules, board->w, board->h);
    if (!search)
        return player->choose(player, answer->rules, board, &budget, &answer->advice);
    if (!budget.depth && !budget.nodes && !(budget.milliseconds > 0))
        budget.milliseconds = 100;
    search_board(search, &budget, answer);
    return answer->search.legal != 0;
}

/* ---- In JSON ------------------------------------------------------------------------------------------- */

static void cell_name(const eleven_board *board, unsigned cell, char name[3])
{
    name[0] = (char)('a' + cell % board->w);
    name[1] = (char)('1' + cell / board->w);
    name[2] = '\0';
}

static void put_json_line(json_out *json, const best_answer *answer)
{
    json_put_array(json, "line");
    for (unsigned i = 0; i < answer->length; i++) {
        json_put_object(json, NULL);
        json_put_string(json, "move", eleven_direction_name(answer->line[i].direction));
        if (answer->line[i].tile.rank) {
            char cell[3];
            cell_name(&answer->board, answer->line[i].tile.cell, cell);
            json_put_number(json, "tile", answer->rules->value[answer->line[i].tile.rank]);
            json_put_string(json, "cell", cell);
        }
        json_put_end(json);
    }
    json_put_end(json);
}

static void put_json(const best_answer *answer)
{
    json_out json = json_put_to(stdout);
    json_put_object(&json, NULL);
    json_put_board(&json, "board", answer->rules, &answer->board);
    json_put_string(&json, "player", answer->player);
    json_put_string(&json, "move", eleven_direction_name(answer->advice.direction));
    json_put_object(&json, "values");
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (!isnan(answer->advice.values[d]))
            json_put_decimal(&json, eleven_direction_name((eleven_direction)d), answer->advice.values[d]);
    json_put_end(&json);
    if (answer->search.depth) {
        json_put_number(&json, "depth", answer->search.depth);
        json_put_number(&json, "nodes", answer->search.nodes);
        json_put_decimal(&json, "expected", answer->search.expected);
        put_json_line(&json, answer);
    }
    json_put_end(&json);
    json_put_line(&json);
}

/* ---- In words ------------------------------------------------------------------------------------------ */

enum { NUMBER_TEXT = 32 };

/* With six digits, or all those before the point. */
static const char *number_text(double value, char text[NUMBER_TEXT])
{
    snprintf(text, NUMBER_TEXT, fabs(value) < 1e6 ? "%.6g" : "%.0f", value);
    return text;
}

static void put_value(const best_answer *answer, eleven_direction direction)
{
    double value = answer->advice.values[direction];
    double best = answer->advice.values[answer->advice.direction], loss = best - value;
    char told[NUMBER_TEXT], lost[NUMBER_TEXT];
    number_text(value, told);
    number_text(loss, lost);
    printf("  %-6s ", eleven_direction_name(direction));
    if (isnan(value))
        puts("moves nothing");
    else if (direction == answer->advice.direction)
        printf("%s, the best\n", told);
    else if (loss > 1e-9 * fabs(best))
        printf("%s, worse by %s\n", told, lost);
    else
        printf("%s, as good\n", told);
}

static void put_line(const best_answer *answer)
{
    fputs("\nIt might go on:", stdout);
    for (unsigned i = 0; i < answer->length; i++) {
        const eleven_search_step *step = &answer->line[i];
        printf("%s %s", i ? "," : "", eleven_direction_name(step->direction));
        if (step->tile.rank) {
            char cell[3];
            cell_name(&answer->board, step->tile.cell, cell);
            printf(", a %" PRIu32 " on %s", answer->rules->value[step->tile.rank], cell);
        }
    }
    puts(".");
}

static void put_text(const best_answer *answer)
{
    printf("%s\n\n", eleven_direction_name(answer->advice.direction));
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        put_value(answer, (eleven_direction)d);
    if (answer->length > 0)
        put_line(answer);
    if (answer->search.depth)
        printf("%s%s looked %u moves ahead, at %" PRIu64 " positions.\n", answer->length ? "" : "\n", answer->player,
               answer->search.depth, answer->search.nodes);
}

/* ---- The command --------------------------------------------------------------------------------------- */

static int answer_board(const best_wish *wish, const char *text)
{
    best_answer answer = {.rules = &wish->rules, .player = wish->player};
    int status = board_read("best", "the board", text, &wish->rules, &answer.board);
    if (status)
        return status;
    eleven_player *player;
    status = player_read("best", wish->player, 1, &player);
    if (status)
        return status;
    status =
        table_check("best", wish->player, eleven_player_table(player), &wish->rules, answer.board.w, answer.board.h);
    bool found = !status && think(wish, player, &answer);
    eleven_player_close(player);
    if (status)
        return status;
    if (!found)
        return complain("best", STATUS_FAILURE, "no move is left on this board");
    if (wish->as_json)
        put_json(&answer);
    else
        put_text(&answer);
    return 0;
}

static int best_run(word_list words)
{
    best_wish wish = {.player = "network"};
    const cli_option options[] = {
        {"time", "TIME", "how long to think: 10ms, 500us, 2s (100ms)", option_time, &wish.milliseconds, 't'},
        {"depth", "N", "own moves to look ahead", option_number, &wish.depth, 'd'},
        {"nodes", "N", "positions to look at", option_number, &wish.nodes, 0},
        {"player", "PLAYER", "whom to ask (network)", option_text, &wish.player, 'p'},
        {"rules", "RULES", "a shipped rule set or a rule file (classic)", option_rules, &wish.rules, 'r'},
        {"json", NULL, "answer in JSON", NULL, &wish.as_json, 0},
        {0}};
    int status = options_read(&best_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    if (wish.depth > 1000)
        return complain("best", STATUS_USAGE, "--depth '%" PRId64 "' is more than 1000", wish.depth);
    rules_or_classic(&wish.rules);
    return answer_board(&wish, words.at[0]);
}

const cli_command best_command = {
    .name = "best",
    .arguments = "BOARD",
    .summary = "Tell the best move on a board, what the others are worth, and how it might go on",
    .details = "BOARD is told as for 'eleven move'. A value has the unit of its player: only differences count.\n"
               "The line shows one likely way to go on; cells are named as in game records, a1 at the upper left.\n"
               "Without a limit it thinks for 100 ms.\n",
    .least = 1,
    .most = 1,
    .run = best_run,
};
