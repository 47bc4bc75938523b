/* The best move on a board, the value of each move, and how the game might continue. */
#include "cli/commands.h"
#include "base/hint.h"
#include "base/json.h"
#include "base/workers.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct options {
    const char *player;
    eleven_rules rules;
    think_limits limits;
    int64_t threads;
    bool as_json;
};

typedef struct best_answer {
    const eleven_rules *rules;
    eleven_board board;
    eleven_advice advice;

    /* Depth 0: the player does not search. */
    eleven_search_result search;
    eleven_search_step line[ELEVEN_SEARCH_DEPTH];
    unsigned length;
    const char *player;

    value_unit unit;

    /* How the player strong looks at the board; and what the network expects after each move, where the values are not
     * points. */
    bool is_strong;
    eleven_strong_view strong;
    eleven_advice network;
} best_answer;

/* The line is searched one move less deep than the move was, which costs a small part of it. Where that search would
 * play another move, no line is shown. */
static void search_board(eleven_search *search, const eleven_budget *budget, best_answer *answer)
{
    eleven_bitboard board = eleven_bitboard_pack(&answer->board);
    if (eleven_search_run(search, board, budget, &answer->search))
        return;
    answer->advice.direction = answer->search.direction;
    memcpy(answer->advice.values, answer->search.values, sizeof answer->advice.values);
    unsigned depth = answer->search.depth > 1 ? answer->search.depth - 1 : 1;
    answer->length = eleven_search_line(search, board, depth, answer->line);
    if (answer->length && answer->line[0].direction != answer->advice.direction)
        answer->length = 0;
}

/* The tables do not search. Their line is as long as the search would look ahead. */
static void follow_tables(const eleven_budget *budget, best_answer *answer)
{
    enum { USUAL_LENGTH = 4 };
    eleven_bitboard board = eleven_bitboard_pack(&answer->board);
    answer->length =
        eleven_endgame_line(answer->strong.endgame, board, budget->depth ? budget->depth : USUAL_LENGTH, answer->line);
}

/* NULL if the player does not search on this board. */
static eleven_search *search_of(eleven_player *player, eleven_budget *budget, best_answer *answer)
{
    const eleven_board *board = &answer->board;
    answer->is_strong = eleven_strong_player_view(player, answer->rules, board, budget, &answer->strong);
    if (!answer->is_strong)
        return eleven_player_search(player, answer->rules, board->w, board->h);
    budget->depth = answer->strong.depth ? answer->strong.depth : budget->depth;
    return answer->strong.search;
}

/* Away from the network, the values of strong are not points. */
static bool has_network(const best_answer *answer)
{
    return answer->is_strong && answer->strong.kind != ELEVEN_STRONG_NETWORK;
}

static bool ask_network(best_answer *answer)
{
    if (!has_network(answer))
        return true;
    eleven_player *network = named_player_open("network", 1);
    bool found = network && !eleven_player_choose(network, answer->rules, &answer->board, NULL, &answer->network);
    eleven_player_close(network);
    return found;
}

static bool think(const struct options *options, eleven_player *player, best_answer *answer)
{
    eleven_budget budget = budget_of(&options->limits);
    budget.threads = (uint32_t)options->threads;
    eleven_budget limits = budget;
    const eleven_board *board = &answer->board;
    if (!limits.depth && !limits.nodes && !(limits.milliseconds > 0))
        limits.milliseconds = 100;
    eleven_search *search = search_of(player, &limits, answer);
    answer->unit = value_unit_of(player, answer->rules, board, &limits);
    if (search) {
        search_board(search, &limits, answer);
        return answer->search.legal != 0 && ask_network(answer);
    }
    if (answer->strong.endgame) {
        follow_tables(&budget, answer);
        /* The tables answer under this budget; under another one strong may ask the network. */
        budget = limits;
    }
    return !eleven_player_choose(player, answer->rules, board, &budget, &answer->advice) && ask_network(answer);
}

/* The first worker thinks. A second one shows how much of the time has passed, or, without a limit in time, how much
 * time. */
typedef struct best_work {
    const struct options *options;
    eleven_player *player;
    best_answer *answer;
    bool has_answer;

    /* Requested when the first worker has ended. */
    eleven_stop ended;
} best_work;

static void show_time(const best_work *work)
{
    progress shown = progress_begin(0, false);
    while (!eleven_stop_is_requested(&work->ended)) {
        double limit = work->options->limits.milliseconds / 1e3;
        progress_show(&shown, limit > 0 ? fmin(progress_seconds(&shown) / limit, 1) : NAN, "thinking, ");
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    progress_end(&shown);
}

static void think_or_show(void *context, unsigned worker)
{
    best_work *work = context;
    if (worker) {
        show_time(work);
        return;
    }
    work->has_answer = think(work->options, work->player, work->answer);
    eleven_stop_request(&work->ended);
}

static bool think_visibly(const struct options *options, eleven_player *player, best_answer *answer)
{
    enum { SHORT = 2000 };
    best_work work = {.options = options, .player = player, .answer = answer};
    const think_limits *limits = &options->limits;
    bool may_be_long = limits->milliseconds > 0 ? limits->milliseconds > SHORT : limits->depth || limits->nodes;
    bool is_shown = may_be_long && isatty(STDERR_FILENO);
    workers *team = workers_open(is_shown ? 2 : 1);
    if (!team)
        fail_no_memory();
    workers_run(team, think_or_show, &work);
    workers_close(team);
    return work.has_answer;
}

static void cell_name(const eleven_board *board, unsigned cell, char name[3])
{
    name[0] = (char)('a' + cell % board->w);
    name[1] = (char)('1' + cell / board->w);
    name[2] = '\0';
}

static void put_json_line(json_out *json, const best_answer *answer)
{
    json_put_array(json, "continuation");
    for (unsigned i = 0; i < answer->length; i++) {
        json_put_object(json, NULL);
        json_put_string(json, "direction", eleven_direction_name(answer->line[i].direction));
        if (answer->line[i].tile.rank) {
            unsigned cell = answer->line[i].tile.cell, w = answer->board.w;
            json_put_number(json, "tile", answer->rules->value[answer->line[i].tile.rank]);
            json_put_pair(json, "at", cell % w, cell / w);
        }
        json_put_end(json);
    }
    json_put_end(json);
}

static void put_json(const best_answer *answer)
{
    json_out json = json_begin(stdout);
    json_put_board(&json, "board", answer->rules, &answer->board);
    json_put_string(&json, "player", answer->player);
    json_put_string(&json, "direction", eleven_direction_name(answer->advice.direction));
    json_put_values(&json, "values", answer->advice.values);
    value_unit_put(&json, answer->unit);
    if (has_network(answer))
        json_put_values(&json, "expected_points", answer->network.values);
    if (answer->search.depth) {
        json_put_number(&json, "depth", answer->search.depth);
        json_put_number(&json, "nodes", answer->search.nodes);
        json_put_decimal(&json, "expected", answer->search.expected);
    }
    if (answer->search.depth || answer->length)
        put_json_line(&json, answer);
    json_finish(&json);
}

enum { NUMBER_TEXT = HINT_NUMBER };

/* How many places after the point leave six digits of the best value. */
static int places_of(const best_answer *answer)
{
    int places = 5;
    for (double best = fabs(answer->advice.values[answer->advice.direction]); best >= 10 && places > 0; best /= 10)
        places--;
    return places;
}

/* "277,475" or "12.4533"; a chance in per cent. */
static const char *number_text(const best_answer *answer, double value, char text[NUMBER_TEXT])
{
    if (answer->unit.chance_of)
        return hint_amount(answer->unit, value, text);
    char digits[NUMBER_TEXT], whole[GROUPED];
    snprintf(digits, sizeof digits, "%.*f", places_of(answer), fmin(fabs(value), 1e18));
    char *point = strchr(digits, '.');
    for (char *last = strchr(digits, '\0'); point && (last[-1] == '0' || last[-1] == '.') && last > point; last--)
        last[-1] = '\0';
    snprintf(text, NUMBER_TEXT, "%s%.24s%.6s", value < 0 && strcmp(digits, "0") != 0 ? "-" : "",
             grouped(strtoull(digits, NULL, 10), whole), point ? point : "");
    return text;
}

static void put_value(const best_answer *answer, eleven_direction direction)
{
    double value = answer->advice.values[direction];
    double best = answer->advice.values[answer->advice.direction], loss = best - value;
    char text[NUMBER_TEXT], lost[NUMBER_TEXT];
    number_text(answer, value, text);
    number_text(answer, loss, lost);
    printf("  %-6s ", eleven_direction_name(direction));
    if (isnan(value))
        puts("moves nothing");
    else if (direction == answer->advice.direction)
        printf("%s, the best\n", text);
    else if (loss > 1e-9 * fabs(best) && strcmp(lost, "0") != 0)
        printf("%s, worse by %s\n", text, lost);
    else
        printf("%s, as good\n", text);
}

static void put_line(const best_answer *answer)
{
    fputs("\nThe game might continue:", stdout);
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

/* "The network expects 312,400 points after left, 301,000 after up and 290,000 after down." */
static void put_network(const best_answer *answer)
{
    unsigned legal = eleven_board_legal(answer->rules, &answer->board);
    const char *before = "The network expects";
    for (unsigned rest = legal; rest; rest &= rest - 1) {
        eleven_direction direction = (eleven_direction)__builtin_ctz(rest);
        char number[HINT_NUMBER];
        printf("%s %s%s after %s", before, hint_number(answer->network.values[direction], number),
               rest == legal ? " points" : "", eleven_direction_name(direction));
        before = (rest & (rest - 1)) & ((rest & (rest - 1)) - 1) ? "," : " and";
    }
    puts(".");
}

/* Only networks search and count points. */
static bool is_seen_lower(const best_answer *answer)
{
    enum { NETWORK_HIGHEST = 14 };
    return answer->unit.in_points && answer->search.depth && eleven_board_largest(&answer->board) > NETWORK_HIGHEST;
}

static void put_meaning(const best_answer *answer)
{
    if (is_seen_lower(answer))
        puts("\nThe values are points that can be expected from a board on which the largest tiles are smaller.");
    else if (answer->unit.in_points)
        puts("\nThe values are points that can be expected from here to the end of the game.");
    else if (answer->unit.chance_of)
        printf("\nThe values are chances to build the next %" PRIu32
               " while %u tiles in a corner stay where they are,\n"
               "from the endgame tables.\n",
               answer->unit.chance_of, answer->strong.locked);
    else if (has_network(answer))
        puts("\nThe values compare how well the moves lead to boards of the endgame tables. They are not points.");
    else
        puts("\nThe values are in the player's own unit.");
    if (has_network(answer))
        put_network(answer);
}

static void put_text(const best_answer *answer)
{
    printf("%s\n\n", eleven_direction_name(answer->advice.direction));
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        put_value(answer, (eleven_direction)d);
    put_meaning(answer);
    if (answer->length > 0)
        put_line(answer);
    if (answer->search.depth)
        printf("%s%s looked %u move%s ahead, at %" PRIu64 " position%s.\n", answer->length ? "" : "\n", answer->player,
               answer->search.depth, plural(answer->search.depth), answer->search.nodes, plural(answer->search.nodes));
}

static int run_best(void *given, word_list words)
{
    struct options *options = given;
    best_answer answer = {.rules = &options->rules, .player = player_title(options->player)};
    rules_or_classic(&options->rules);
    answer.board = board_input(words.at[0], &options->rules);
    eleven_player *player = player_read(options->player, 1);
    player_check_board(options->player, &options->rules, answer.board.w, answer.board.h);
    if (eleven_board_legal(&options->rules, &answer.board) == 0)
        fail_with("no move is possible on this board");
    eleven_problem problem;
    if (player_position_error(options->player, options->player, &answer.board, &problem))
        fail_problem(&problem);
    if (!think_visibly(options, player, &answer))
        fail_player();
    (options->as_json ? put_json : put_text)(&answer);
    eleven_player_close(player);
    return 0;
}

static const cli_option rows[] = {
    OPTIONS_THINK(limits),
    NUMBER(threads, "threads", 'T', 1, 64, "threads that search, 1 to 64 (default: 1)"),
    OPTION(player, "player", 'p', "PLAYER", kind_player, "which player to ask (default: network-large)"),
    OPTION_RULES(rules),
    OPTION_JSON(as_json),
    {0},
};

const cli_command best_command = {
    .name = "best",
    .arguments = "BOARD",
    .summary = "Find the best move on a board, and what the other moves are worth",
    .details = "BOARD is written as for 'eleven show'. The values are points that can be expected from here to the\n"
               "end of the game; some players have a unit of their own, and those of strong are chances where its\n"
               "endgame tables contain the board. A network sees a board with a 32768 as a board with lower tiles,\n"
               "and its values are the points of that board. Moves are called equally good if their values differ\n"
               "only after the sixth digit; --json prints all digits. If a likely continuation begins with the best\n"
               "move, a line shows it. It names cells as game records do: a1 is the upper left corner.\n"
               "Without a limit the player thinks for 100 ms.\n" PLAYER_HELP "\n"
               "  eleven best '2 4 8 16 / . 2 4 8 / . . 2 4 / . . . 2'\n"
               "  eleven best '2 . / 4 2' --player montecarlo --nodes 10000\n",
    .least = 1,
    .most = 1,
    OPTIONS(rows),
    .defaults = &(const struct options){.player = usual_player},
    .run = run_best,
};
