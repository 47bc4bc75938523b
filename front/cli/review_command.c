/* Reviews a game: from its record, or from the saved games. */
#include "cli/commands.h"
#include "base/input_output.h"
#include "base/saving.h"
#include "picture/picture.h"

#include "term/term.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct options {
    const char *player, *svg, *data, *theme;
    think_limits limits;
    bool as_json, is_plain;
};

enum { GAME_NAME = 256 };

static buffer read_saved(const struct options *options, uint64_t id)
{
    buffer file = {0};
    eleven_store *store;
    eleven_problem problem;
    if (saved_games_open("review", options->data, &store))
        exit(STATUS_FAILURE);
    if (!store)
        fail_with("there is no game %" PRIu64, id);
    eleven_error error = store_export(store, (int64_t)id, &file.at, &file.length, &problem);
    store_close(store);
    if (error)
        fail_problem(&problem);
    return file;
}

/* A number is a saved game, unless there is a file of that name. `name` becomes what the report calls the game. */
static eleven_session *load(const struct options *options, const char *game, char name[GAME_NAME])
{
    uint64_t id;
    bool is_saved = eleven_number_parse(game, strlen(game), INT64_MAX, &id) && access(game, F_OK) != 0;
    snprintf(name, GAME_NAME, "%s%s", is_saved ? "game " : "", input_name(game));
    buffer file = is_saved ? read_saved(options, id) : input_read_game(game);
    return input_session(game, &file);
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

static void report(const struct options *options, struct game_review *review, const char *game)
{
    buffer svg = {0};
    judge(review);
    if (options->as_json)
        review_put_json(review);
    else
        review_put_text(review, game);
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
    game_review_close(&review);
    eleven_player_close(player);
    return 0;
}

static int run_review(void *given, word_list words)
{
    const struct options *options = given;
    char name[GAME_NAME];
    player_check(options->player);
    eleven_session *session = load(options, words.at[0], name);
    int status = review_game(options, name, session);
    eleven_session_free(session);
    return status;
}

static const cli_option rows[] = {
    OPTION(player, "player", 'p', "PLAYER", kind_player, "who judges the moves (default: network)"),
    OPTIONS_THINK(limits),
    OPTION(svg, "svg", 0, "FILE", kind_file, "draw the course of the game"),
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
    OPTIONS(rows),
    .defaults = &(const struct options){.player = USUAL_PLAYER},
    .run = run_review,
};
