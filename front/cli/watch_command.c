/* Shows a player at play: in a terminal until a person takes over; otherwise as plain text, one board after another. */
#include "cli/commands.h"
#include "base/input_output.h"
#include "base/saving.h"
#include "term/term.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct options {
    const char *player, *theme, *data;
    eleven_rules rules;
    board_size size;
    seed_value seed;
    think_limits limits;

    /* `moves`: -1 is unlimited; `pace`: milliseconds, negative is the usual pace. */
    int64_t moves;
    double pace;
    bool is_still, is_plain;
};

/* Gives a session with a game of this seed; NULL when out of memory. */
static eleven_session *begin_game(const struct options *options, uint64_t seed)
{
    eleven_session *session = eleven_session_new();
    eleven_record head = {.rules = options->rules, .has_seed = true, .seed = seed};
    date_now(head.date);
    if (session && eleven_session_begin(session, &head, options->size.w, options->size.h, -1e9))
        return session;
    eleven_session_free(session);
    return NULL;
}

static void pause_for(double milliseconds)
{
    struct timespec rest = {(time_t)(milliseconds / 1e3), 0};
    rest.tv_nsec = (long)((milliseconds - (double)rest.tv_sec * 1e3) * 1e6);
    nanosleep(&rest, NULL);
}

/* False where the reader has gone away. */
static bool put_board(const eleven_session *session)
{
    char text[ELEVEN_BOARD_TEXT];
    const eleven_game *game = eleven_session_game(session);
    eleven_board_print(eleven_session_rules(session), &game->board, ELEVEN_LAYOUT_GRID, text, sizeof text);
    fputs(text, stdout);
    return output_push();
}

/* The direction of the last move. */
static eleven_direction last_direction(const eleven_session *session)
{
    return eleven_session_entry(session, eleven_session_position(session) - 1)->ply.direction;
}

static bool make_move(const struct options *options, eleven_session *session, eleven_player *player)
{
    eleven_budget budget = budget_of(&options->limits);
    if (eleven_session_status(session) == ELEVEN_STATUS_WON && !eleven_session_keep_playing(session, 0))
        return false;
    if (!eleven_session_autoplay(session, player, &budget, 0)) {
        if (eleven_session_status(session) != ELEVEN_STATUS_LOST)
            fail_player();
        return false;
    }
    putchar('\n');
    announce_move(session, last_direction(session), false);
    return put_board(session);
}

static void watch_plainly(const struct options *options, eleven_session *session, eleven_player *player)
{
    double pace = options->pace >= 0 ? options->pace : isatty(STDOUT_FILENO) ? 500 : 0;
    printf("%s plays %s %ux%u, seed %" PRIu64 ".\n", player->name, options->rules.name, options->size.w,
           options->size.h, options->seed.seed);
    bool continues = put_board(session);
    for (int64_t i = 0; continues && (options->moves < 0 || i < options->moves); i++) {
        if (pace > 0)
            pause_for(pace);
        continues = make_move(options, session, player);
    }
    uint32_t moves = eleven_session_game(session)->ply;
    bool is_lost = eleven_session_status(session) == ELEVEN_STATUS_LOST;
    printf("\n%s after %" PRIu32 " move%s, score %" PRIu64 ".\n", is_lost ? "Game over" : "Stopped", moves,
           plural(moves), eleven_session_game(session)->score);
}

static void open_and_watch(const struct options *options, eleven_session *session)
{
    eleven_player *player = player_read(options->player, options->seed.seed);
    watch_plainly(options, session, player);
    eleven_player_close(player);
}

/* Nothing is saved before a person takes over. */
typedef struct watcher {
    game_saver saver;

    const struct options *options;
    eleven_session *session;
} watcher;

static eleven_session *replace_session(watcher *self, eleven_session *session)
{
    if (session) {
        eleven_session_free(self->session);
        self->session = session;
    }
    return session;
}

static eleven_session *next_game(void *context)
{
    watcher *self = context;
    return replace_session(self, begin_game(self->options, random_seed()));
}

/* The game follows the earlier games of the session, as one from a file does, so that none of them is lost. */
static eleven_session *take_over(void *context, const char **notice)
{
    watcher *self = context;
    game_saver *saver = &self->saver;
    saver_open(saver, self->options->data);
    eleven_session *session = saver_resume(saver, &self->options->rules, self->options->size);
    if (!session || !term_append_game(self->session, session)) {
        eleven_session_free(session);
        saver_close(saver);
        return NULL;
    }
    eleven_session_mark_helped(session);
    *notice = saver->notice[0] ? saver->notice : NULL;
    return replace_session(self, session);
}

/* -1 where this terminal cannot show it. */
static int watch_screen(watcher *self)
{
    const struct options *options = self->options;
    term_watch watch = {options->pace, options->moves, self, next_game, take_over};
    term_game game = {.session = self->session,
                      .saver = &self->saver,
                      .player = {options->player, options->seed.seed, budget_of(&options->limits)}};
    return term_watch_play(&game, &watch, &(term_options){options->theme, !options->is_still});
}

static int run_watch(void *given, word_list words)
{
    struct options *options = given;
    (void)words;
    player_check(options->player);
    rules_or_classic(&options->rules);
    player_check_board(options->player, &options->rules, options->size.w, options->size.h);
    options->seed.seed = seed_or_random(options->seed);
    watcher self = {.options = options, .session = begin_game(options, options->seed.seed)};
    if (!self.session)
        fail_no_memory();
    int status = options->is_plain || terminal_is_plain() ? -1 : watch_screen(&self);
    if (status < 0)
        open_and_watch(options, self.session);
    if (self.saver.closed.sentence[0])
        status = saver_end(&self.saver, "watch", self.session, status < 0 ? 0 : status);
    eleven_session_free(self.session);
    saver_close(&self.saver);
    return status < 0 ? 0 : status;
}

static const cli_option rows[] = {
    OPTION(player, "player", 'p', "PLAYER", kind_player, "who plays (default: network-large)"),
    OPTION(pace, "pace", 0, "TIME", kind_time, "time from move to move: 1s, 50ms (default: 250ms)"),
    NUMBER(moves, "moves", 'n', 1, 0, "stop after N moves"),
    OPTIONS_THINK(limits),
    OPTION(seed, "seed", 0, "N", kind_seed, "watch the game with this seed (default: random)"),
    OPTION_SIZE(size),
    OPTION_RULES(rules),
    OPTION_THEME(theme),
    OPTION_STILL(is_still),
    FLAG(is_plain, "plain", 0, "plain text, one board per move"),
    OPTION_DATA(data),
    {0},
};

const cli_command watch_command = {
    .name = "watch",
    .summary = "Watch a player play, and take over when you like",
    .details = "The game continues after 2048, until no move is possible. In the terminal, + and - change the speed,\n"
               "space pauses, '.' makes one move, n begins the next game, and ? shows all keys. Press an arrow key to\n"
               "take over: from then on you play, and p lets the player continue.\n"
               "\n"
               "A game that is only watched is not saved. A game that you take over becomes your latest game and\n"
               "counts as helped; undo returns to the game that you played before.\n"
               "\n"
               "Without --depth, --nodes and --time the player thinks for half of the pace, at most 100 ms. As plain\n"
               "text, and in a pipe, the player looks as far ahead as usual.\n" PLAYER_HELP "\n"
               "  eleven watch --player corner --pace 100ms\n",
    OPTIONS(rows),
    .defaults = &(const struct options){.player = usual_player, .size = {4, 4}, .moves = -1, .pace = -1},
    .run = run_watch,
};
