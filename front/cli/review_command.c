/* A game looked at afterwards: from its record, or from the games that are kept. */
#include "cli/commands.h"
#include "base/game_file.h"
#include "base/options.h"
#include "cli/review_report.h"
#include "base/storage.h"
#include "base/values.h"

#include "picture/picture.h"
#include "term/term.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct review_wish {
    const char *player, *svg, *data, *theme;
    int64_t depth, nodes;
    double milliseconds;
    bool as_json, is_plain;
} review_wish;

enum { GAME_NAME = 256 };

/* ---- Finding the game ---------------------------------------------------------------------------------- */

static int read_kept(const review_wish *wish, uint64_t id, file_text *file)
{
    eleven_store *store;
    eleven_problem problem;
    int status = storage_open("review", wish->data, &store);
    if (status)
        return status;
    if (!store)
        return complain("review", STATUS_FAILURE, "there is no game %" PRIu64, id);
    if (store_export(store, (int64_t)id, &file->text, &file->length, &problem))
        status = storage_complain("review", &problem);
    store_close(store);
    return status;
}

/* A number is a file only where there is one of that name. `name` becomes what the report calls the game. */
static int load(const review_wish *wish, const char *game, eleven_session *session, char name[GAME_NAME])
{
    file_text file = {0};
    uint64_t id;
    eleven_problem problem;
    bool is_kept = text_is_number(game, INT64_MAX, &id) && access(game, F_OK) != 0;
    snprintf(name, GAME_NAME, "%s%s", is_kept ? "game " : "", file_name(game));
    int status = is_kept ? read_kept(wish, id, &file) : game_file_read("review", game, &file);
    if (status)
        return status;
    eleven_error error = eleven_session_load(session, file.text, file.length, 0, &problem);
    free(file.text);
    return error ? complain_of_file("review", game, &problem) : 0;
}

/* ---- Judging ------------------------------------------------------------------------------------------- */

static volatile sig_atomic_t is_stopped;

static void stop(int signal)
{
    (void)signal;
    is_stopped = 1;
}

static double now_in_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Speaks up after two seconds, then twice a second; returns when it did last. */
static double show_progress(const struct game_review *review, double began, double shown)
{
    double now = now_in_seconds();
    if (now - began < 2 || now - shown < 0.5)
        return shown;
    double left = (now - began) / (double)review->count * (double)(review->in_all - review->count);
    fprintf(stderr, "\r%zu of %zu moves, about %.0f s left; Ctrl-C stops ", review->count, review->in_all, left);
    return now;
}

/* Until all is judged or Ctrl-C is pressed. */
static void judge(struct game_review *review)
{
    struct sigaction action = {.sa_handler = stop}, before;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &before);
    bool is_watched = isatty(STDERR_FILENO);
    double began = now_in_seconds(), shown = 0;
    while (!is_stopped && game_review_step(review))
        if (is_watched)
            shown = show_progress(review, began, shown);
    if (shown > 0)
        fputs("\r\033[K", stderr);
    sigaction(SIGINT, &before, NULL);
    game_review_sum(review);
}

/* ---- The command --------------------------------------------------------------------------------------- */

static int write_svg(const struct game_review *review, const char *path, const char *game)
{
    buffer out = {0};
    review_svg(review, game, &out);
    int status = out.failed ? complain("review", STATUS_FAILURE, "out of memory")
                            : output_write("review", path, out.at, out.length);
    buffer_free(&out);
    return status;
}

static int report(const review_wish *wish, struct game_review *review, const char *game)
{
    judge(review);
    int status = wish->svg ? write_svg(review, wish->svg, game) : 0;
    if (wish->as_json)
        review_put_json(review);
    else
        review_put_text(review, game);
    return status;
}

static int review_game(const review_wish *wish, const char *game, eleven_session *session, eleven_player *player)
{
    struct game_review review;
    eleven_budget budget = {(uint32_t)wish->depth, (uint64_t)wish->nodes, wish->milliseconds};
    char name[GAME_NAME];
    int status = load(wish, game, session, name);
    if (status)
        return status;
    bool is_shown = !wish->is_plain && !wish->as_json && !wish->svg;
    if (is_shown && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
        status = term_review(session, player, &budget, &(term_options){wish->theme, true});
        if (status >= 0)
            return status;
    }
    if (!game_review_open(&review, session, player, &budget))
        return complain("review", STATUS_FAILURE, "there is not enough memory");
    status = report(wish, &review, name);
    game_review_close(&review);
    return status;
}

static int review_run(word_list words)
{
    review_wish wish = {.player = "network"};
    const cli_option options[] = {
        {"player", "PLAYER", "who judges (network)", option_text, &wish.player, 'p'},
        {"depth", "N", "own moves to look ahead (3)", option_number, &wish.depth, 'd'},
        {"nodes", "N", "positions to look at for a move", option_number, &wish.nodes, 0},
        {"time", "TIME", "time for a move: 10ms, 500us, 2s", option_time, &wish.milliseconds, 't'},
        {"svg", "FILE", "draw the game as a picture", option_text, &wish.svg, 0},
        {"json", NULL, "answer in JSON, with every move", NULL, &wish.as_json, 0},
        {"plain", NULL, "the report as text also in a terminal", NULL, &wish.is_plain, 0},
        {"theme", "NAME", "colours for the terminal", option_theme, &wish.theme, 0},
        {"data", "DIR", data_help, option_text, &wish.data, 0},
        {0}};
    int status = options_read(&review_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    if (wish.depth > 1000)
        return complain("review", STATUS_USAGE, "--depth '%" PRId64 "' is more than 1000", wish.depth);
    eleven_player *player;
    status = player_read("review", wish.player, 1, &player);
    if (status)
        return status;
    eleven_session *session = eleven_session_new();
    status = session ? review_game(&wish, words.at[0], session, player)
                     : complain("review", STATUS_FAILURE, "there is not enough memory");
    eleven_session_free(session);
    eleven_player_close(player);
    return status;
}

const cli_command review_command = {
    .name = "review",
    .arguments = "GAME",
    .summary = "Look at a game afterwards: what each move cost, and what decided it",
    .details = "GAME is a file, '-' for standard input, or the number of a kept game ('eleven games').\n"
               "A player is asked what every direction was worth. What a move loses against the best is "
               "measured in\n"
               "what a thoughtless move costs in the same game: good is below a half of that, inaccurate up "
               "to one and\n"
               "a half, a mistake up to four, a blunder beyond. Moves without a choice do not count.\n",
    .least = 1,
    .most = 1,
    .run = review_run,
};
