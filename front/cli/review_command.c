/* Reviews a game: from its record, or from the saved games. */
#include "cli/commands.h"
#include "cli/review_report.h"
#include "base/input_output.h"
#include "base/progress.h"
#include "base/saving.h"
#include "base/stop.h"
#include "picture/picture.h"

#include "term/term.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct review_options {
    const char *player, *svg, *data, *theme;
    think_limits limits;
    bool as_json, is_plain;
} review_options;

enum { GAME_NAME = 256 };

static int read_saved(const review_options *options, uint64_t id, buffer *file)
{
    eleven_store *store;
    eleven_problem problem;
    int status = saved_games_open("review", options->data, &store);
    if (status)
        return status;
    if (!store)
        return complain("review", STATUS_FAILURE, "there is no game %" PRIu64, id);
    if (store_export(store, (int64_t)id, &file->at, &file->length, &problem))
        status = complain("review", STATUS_FAILURE, "%s", problem.sentence);
    store_close(store);
    return status;
}

/* A number is a saved game, unless there is a file of that name. `name` becomes what the report calls the game. */
static int load(const review_options *options, const char *game, eleven_session *session, char name[GAME_NAME])
{
    buffer file = {0};
    uint64_t id;
    eleven_problem problem;
    bool is_saved = eleven_number_parse(game, strlen(game), INT64_MAX, &id) && access(game, F_OK) != 0;
    snprintf(name, GAME_NAME, "%s%s", is_saved ? "game " : "", input_name(game));
    int status = is_saved ? read_saved(options, id, &file) : input_read_game("review", game, &file);
    if (status)
        return status;
    eleven_error error = eleven_session_load(session, file.at, file.length, 0, &problem);
    buffer_free(&file);
    return error ? complain_of_file("review", game, &problem) : 0;
}

/* Judges the moves until all are judged or Ctrl-C is pressed. */
static void judge(struct game_review *review)
{
    progress shown = progress_begin(0, false);
    stop_on_signals();
    while (!stop_requested && game_review_step(review))
        progress_show(&shown, (double)review->count / (double)review->in_all, "%zu of %zu moves (Ctrl-C stops), ",
                      review->count, review->in_all);
    progress_end(&shown);
    stop_end();
    game_review_sum(review);
}

static int write_svg(const struct game_review *review, const char *path, const char *game)
{
    buffer out = {0};
    review_svg(review, game, &out);
    int status = out.failed ? complain_no_memory("review") : output_write("review", path, out.at, out.length);
    buffer_free(&out);
    return status;
}

static int report(const review_options *options, struct game_review *review, const char *game)
{
    judge(review);
    int status = options->svg ? write_svg(review, options->svg, game) : 0;
    if (options->as_json)
        review_put_json(review);
    else
        review_put_text(review, game);
    return status;
}

static int review_game(const review_options *options, const char *game, eleven_session *session, eleven_player *player)
{
    struct game_review review;
    eleven_budget budget = budget_of(&options->limits);
    char name[GAME_NAME];
    int status = load(options, game, session, name);
    if (status)
        return status;
    bool is_shown = !options->is_plain && !options->as_json && !options->svg;
    if (is_shown && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
        status = term_review(session, player, &budget, &(term_options){options->theme, true});
        if (status >= 0)
            return status;
    }
    if (!game_review_open(&review, session, player, &budget))
        return complain_no_memory("review");
    status = report(options, &review, name);
    game_review_close(&review);
    return status;
}

static int run_review(void *given, word_list words)
{
    const review_options *options = given;
    eleven_player *player;
    int status = player_read("review", options->player, 1, &player);
    if (status)
        return status;
    eleven_session *session = eleven_session_new();
    status = session ? review_game(options, words.at[0], session, player) : complain_no_memory("review");
    eleven_session_free(session);
    eleven_player_close(player);
    return status;
}

static const cli_option rows[] = {
    OPTION(review_options, player, "player", 'p', "PLAYER", kind_player, "who judges the moves (default: network)"),
    OPTIONS_THINK(review_options, limits),
    OPTION(review_options, svg, "svg", 0, "FILE", kind_file, "draw the course of the game"),
    FLAG(review_options, is_plain, "plain", 0, "print the report as text, even in a terminal"),
    OPTION_THEME(review_options, theme),
    OPTION_DATA(review_options, data),
    OPTION_JSON(review_options, as_json),
    {0},
};

const cli_command review_command = {
    .name = "review",
    .arguments = "GAME",
    .summary = "Review a game: the cost of each move, and what decided the game",
    .details = "GAME is a file, '-' for standard input, or the number of a saved game ('eleven games' lists them).\n"
               "A player values all four directions at each move. The loss of a move is its distance from the best\n"
               "move. It is compared with the usual loss of a careless move in the same game: less than half of\n"
               "that is good, up to one and a half times is inaccurate, up to four times is a mistake, and more is a\n"
               "blunder. Moves without a choice do not count. Without a limit the player looks 3 moves ahead.\n"
               "\n"
               "  eleven review 7\n"
               "  eleven review game.2048 --svg game.svg\n",
    .least = 1,
    .most = 1,
    .argument = &kind_file,
    .options = rows,
    .size = sizeof(review_options),
    .defaults = &(const review_options){.player = USUAL_PLAYER},
    .run = run_review,
};
