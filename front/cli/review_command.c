/* Reviews a game, from its record or from the saved games; the results in words and in JSON. */
#include "cli/commands.h"
#include "base/hint.h"
#include "base/input_output.h"
#include "base/json.h"
#include "base/saving.h"
#include "chart/charts.h"
#include "term/term.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct options {
    const char *player, *svg, *data, *theme;
    think_limits limits;
    bool as_json, is_plain, replaces;
};

enum { GAME_NAME = 256 };

/* `has_lost`: the saved games had to be repaired, and a part of a game is missing. */
static buffer read_saved(const struct options *options, uint64_t id, bool *has_lost)
{
    buffer file = {0};
    eleven_problem problem;
    eleven_store *store = saved_games_open(options->data, false);
    if (!store)
        fail_with("there is no game %" PRIu64, id);
    eleven_error error = store_export(store, (int64_t)id, &file.at, &file.length, &problem);
    *has_lost = store_has_lost(store);
    store_close(store);
    if (store_has_failed(error))
        fail_problem(&problem);
    if (error)
        fail_with("game %" PRIu64 " is damaged: %s", id, problem.sentence);
    return file;
}

/* A number is a saved game, unless there is a file of that name. `name` becomes what the report calls the game. */
static eleven_session *load(const struct options *options, const char *game, char name[GAME_NAME], bool *has_lost)
{
    uint64_t id;
    bool is_saved = eleven_number_parse(game, strlen(game), INT64_MAX, &id) && access(game, F_OK) != 0;
    snprintf(name, GAME_NAME, "%s%s", is_saved ? "game " : "", input_name(game));
    buffer file = is_saved ? read_saved(options, id, has_lost) : input_read_game(game);
    return input_session(game, &file);
}

/* ---- The report ----------------------------------------------------------------------------------------- */
static void put_head(const struct game_review *review, const char *game)
{
    eleven_record record;
    eleven_session_record(review->session, &record);
    const eleven_board *board = &record.start.board;
    printf("%s: %s %ux%u, %" PRIu32 " move%s, score %" PRIu64 ", %s\n", game, record.rules.name, board->w, board->h,
           record.moves, plural(record.moves), record.score, eleven_status_name(record.status));
    if (review->count < review->in_all)
        printf("Stopped after %zu of %zu move%s.\n", review->count, review->in_all, plural(review->in_all));
}

static void put_grades(const struct game_review *review)
{
    static const char *const names[ELEVEN_GRADES] = {"no choice", "best", "good", "inaccurate", "mistakes", "blunders"};
    const eleven_review *sum = &review->sum;
    size_t counted = review->count - sum->count[ELEVEN_GRADE_FORCED];
    if (counted)
        printf("\n  accuracy    %5.1f%%  (100%% is the play of %s, 0%% is random play)\n", sum->accuracy,
               review->player->name);
    else
        puts("\n  No move had a choice, so there is no accuracy.");
    for (unsigned grade = ELEVEN_GRADE_BEST; grade < ELEVEN_GRADES; grade++)
        printf("  %-11s %5zu   %5.1f%%\n", names[grade], sum->count[grade],
               counted ? 100 * (double)sum->count[grade] / (double)counted : 0);
    if (sum->count[ELEVEN_GRADE_FORCED])
        printf("  %-11s %5zu\n", names[ELEVEN_GRADE_FORCED], sum->count[ELEVEN_GRADE_FORCED]);
}

static void put_direction(eleven_direction direction)
{
    const char *name = eleven_direction_name(direction);
    printf("%c%s", toupper((unsigned char)name[0]), name + 1);
}

/* Indented. */
static void put_board(const eleven_rules *rules, const eleven_board *board)
{
    char text[ELEVEN_BOARD_TEXT];
    eleven_board_print(rules, board, ELEVEN_LAYOUT_GRID, text, sizeof text);
    for (const char *line = text; *line; line = strchr(line, '\n') + 1)
        printf("      %.*s\n", (int)strcspn(line, "\n"), line);
}

static void put_point(const struct game_review *review, unsigned index)
{
    const eleven_judgement *move = &review->moves[review->sum.turning_point[index]];
    const eleven_rules *rules = eleven_session_rules(review->session);
    eleven_grade grade = eleven_review_grade(&review->sum, move);
    char reason[ELEVEN_REASON_TEXT];
    printf("\n  %u. Move %" PRIu32 ", score %" PRIu64 "\n\n", index + 1, move->before.ply + 1, move->before.score);
    put_board(rules, &move->before.board);
    fputs("\n     ", stdout);
    put_direction(move->played);
    printf(" was %s %s: ", grade == ELEVEN_GRADE_INACCURACY ? "an" : "a", eleven_grade_name(grade));
    put_direction(move->best);
    char loss[HINT_NUMBER];
    printf(review->in_points ? " is expected to score %s points more.\n" : " is worth %s more.\n",
           hint_number(move->loss, loss));
    eleven_judgement_describe(rules, move, reason, sizeof reason);
    print_paragraph(reason, 80, 5);
}

static void put_text(const struct game_review *review, const char *game)
{
    put_head(review, game);
    if (review->count == 0) {
        puts(review->in_all ? "No move was reviewed." : "No move was made.");
        return;
    }
    put_grades(review);
    review_put_chart(review);
    if (review->sum.turning_points)
        puts("\nWhat decided the game:");
    for (unsigned i = 0; i < review->sum.turning_points; i++)
        put_point(review, i);
}

/* A turning point is a move with its board and a reason. */
static void put_move(json_out *json, const struct game_review *review, const eleven_judgement *move, bool is_point)
{
    const eleven_rules *rules = eleven_session_rules(review->session);
    char reason[ELEVEN_REASON_TEXT];
    json_put_object(json, NULL);
    json_put_number(json, "move_number", move->before.ply + 1);
    json_put_number(json, "score", move->before.score);
    json_put_string(json, "direction", eleven_direction_name(move->played));
    json_put_string(json, "best_direction", eleven_direction_name(move->best));
    json_put_values(json, "values", move->values);
    json_put_decimal(json, "loss", move->loss);
    json_put_decimal(json, "severity", eleven_review_severity(&review->sum, move));
    json_put_string(json, "grade", eleven_grade_name(eleven_review_grade(&review->sum, move)));
    if (is_point) {
        eleven_judgement_describe(rules, move, reason, sizeof reason);
        json_put_board(json, "board", rules, &move->before.board);
        json_put_string(json, "reason", reason);
    }
    json_put_end(json);
}

static void put_json_head(json_out *json, const struct game_review *review)
{
    eleven_record record;
    eleven_session_record(review->session, &record);
    json_put_string(json, "rules", record.rules.name);
    json_put_pair(json, "size", record.start.board.w, record.start.board.h);
    json_put_number(json, "score", record.score);
    json_put_string(json, "status", eleven_status_name(record.status));
    json_put_string(json, "player", review->player->name);
    if (review->budget.depth)
        json_put_number(json, "depth", review->budget.depth);
    if (review->budget.milliseconds > 0)
        json_put_decimal(json, "milliseconds", review->budget.milliseconds);
    json_put_string(json, "unit", value_unit_name((value_unit){.in_points = review->in_points}));
    json_put_number(json, "moves", review->in_all);
    json_put_number(json, "moves_reviewed", review->count);
    json_put_decimal(json, "accuracy", game_review_accuracy(review));
    json_put_decimal(json, "stake", review->sum.stake);
    json_put_decimal(json, "loss", review->sum.loss);
    json_put_object(json, "grades");
    for (unsigned grade = 0; grade < ELEVEN_GRADES; grade++)
        json_put_number(json, eleven_grade_name((eleven_grade)grade), review->sum.count[grade]);
    json_put_end(json);
}

static void put_json(const struct game_review *review)
{
    json_out json = json_begin(stdout);
    put_json_head(&json, review);
    json_put_array(&json, "turning_points");
    for (unsigned i = 0; i < review->sum.turning_points; i++)
        put_move(&json, review, &review->moves[review->sum.turning_point[i]], true);
    json_put_end(&json);
    json_put_array(&json, "judgements");
    for (size_t i = 0; i < review->count; i++)
        put_move(&json, review, &review->moves[i], false);
    json_finish(&json);
}

/* ---- The review ----------------------------------------------------------------------------------------- */
/* Judges the moves until all are judged or Ctrl-C is pressed. */
static void judge(struct game_review *review)
{
    progress shown = progress_begin(0, false);
    stop_on_signals();
    while (!eleven_stop_is_requested(&interrupted) && game_review_step(review))
        progress_show(&shown, (double)review->count / (double)review->in_all, "%zu of %zu moves (Ctrl-C stops), ",
                      review->count, review->in_all);
    progress_end(&shown);
    stop_end();
    if (review->has_failed)
        fail_player();
    game_review_sum(review);
}

static void report(const struct options *options, struct game_review *review, const char *game)
{
    buffer svg = {0};
    judge(review);
    if (options->as_json)
        put_json(review);
    else
        put_text(review, game);
    if (options->svg) {
        review_svg(review, game, &svg);
        output_write_buffer(options->svg, &svg);
    }
}

static int review_game(const struct options *options, const char *game, eleven_session *session)
{
    struct game_review review;
    eleven_budget budget = budget_of(&options->limits);
    bool is_screen = !options->is_plain && !options->as_json && !options->svg;
    int status = -1;
    if (is_screen && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        status = term_review(session, options->player, &budget, &(term_options){options->theme, true});
    if (status >= 0)
        return status;
    eleven_player *player = player_read(options->player, 1);
    if (!game_review_open(&review, session, player, &budget))
        fail_no_memory();
    report(options, &review, game);
    bool is_whole = review.count == review.in_all;
    game_review_close(&review);
    eleven_player_close(player);
    return is_whole ? 0 : STATUS_FAILURE;
}

static int run_review(void *given, word_list words)
{
    const struct options *options = given;
    char name[GAME_NAME];
    bool has_lost = false;
    player_check(options->player);
    if (options->svg)
        output_check(options->svg, options->replaces);
    eleven_session *session = load(options, words.at[0], name, &has_lost);
    const eleven_board *board = &eleven_session_game(session)->board;
    player_check_board(options->player, eleven_session_rules(session), board->w, board->h);
    int status = review_game(options, name, session);
    eleven_session_free(session);
    return status == 0 && has_lost ? STATUS_FAILURE : status;
}

static const cli_option rows[] = {
    OPTION(player, "player", 'p', "PLAYER", kind_player, "who judges the moves (default: network-large)"),
    OPTIONS_THINK(limits),
    OPTION(svg, "svg", 0, "FILE", kind_file_beside, "draw the course of the game"),
    OPTION_FORCE(replaces),
    FLAG(is_plain, "plain", 0, "print the report as text, even in a terminal"),
    OPTION_THEME(theme),
    OPTION_DATA(data),
    OPTION_JSON(as_json),
    {0},
};

const cli_command review_command = {
    .name = "review",
    .arguments = "GAME",
    .summary = "Review a game: the cost of each move, and what decided the game",
    .details =
        "GAME is a file, '-' for standard input, or the number of a saved game ('eleven games' lists them).\n"
        "A player values all four directions at each move. The loss of a move is its distance from the best\n"
        "move. It is compared with the usual loss of a careless move in the same game: less than half of\n"
        "that is good, up to one and a half times is inaccurate, up to four times is a mistake, and more is a\n"
        "blunder. Moves without a choice do not count. Without a limit the player looks 3 moves ahead.\n" PLAYER_HELP
        "\n"
        "  eleven review 7\n"
        "  eleven review game.2048 --svg game.svg\n",
    .least = 1,
    .most = 1,
    .argument = &kind_file,
    OPTIONS(rows),
    .defaults = &(const struct options){.player = usual_player},
    .run = run_review,
};
