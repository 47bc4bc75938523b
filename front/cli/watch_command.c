/* A player at play: in a terminal as the game is drawn there, until a person takes over; in a pipe as plain text, board
 * after board. */
#include "cli/commands.h"
#include "base/keeper.h"
#include "base/options.h"
#include "base/storage.h"
#include "base/tables.h"
#include "base/values.h"

#include "term/term.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

typedef struct watch_wish {
    const char *player, *theme, *data;
    eleven_rules rules;
    board_size size;
    seed_value seed;
    int64_t depth, nodes, moves;
    double milliseconds, pace;
    bool is_still, is_plain;
} watch_wish;

static eleven_budget budget_of(const watch_wish *wish)
{
    return (eleven_budget){(uint32_t)wish->depth, (uint64_t)wish->nodes, wish->milliseconds};
}

/* Gives a session with a game of this seed; NULL when memory is short. */
static eleven_session *begin_game(const watch_wish *wish, uint64_t seed)
{
    eleven_session *session = eleven_session_new();
    eleven_record head = {.rules = wish->rules, .has_seed = true, .seed = seed};
    date_now(head.date);
    if (session && eleven_session_begin(session, &head, wish->size.w, wish->size.h, -1e9))
        return session;
    eleven_session_free(session);
    return NULL;
}

/* ---- As plain text ------------------------------------------------------------------------------------- */

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
    eleven_board_print(eleven_session_rules(session), &game->board, ELEVEN_GRID, text, sizeof text);
    fputs(text, stdout);
    return fflush(stdout) == 0;
}

/* The direction of the move that was made last. */
static eleven_direction last_direction(const eleven_session *session)
{
    return eleven_session_entry(session, eleven_session_position(session) - 1).ply.direction;
}

static bool make_move(const watch_wish *wish, eleven_session *session, eleven_player *player)
{
    eleven_budget budget = budget_of(wish);
    if (eleven_session_status(session) == ELEVEN_WON && !eleven_session_keep_playing(session, 0))
        return false;
    if (!eleven_session_autoplay(session, player, &budget, 0))
        return false;
    putchar('\n');
    announce_move(session, last_direction(session));
    return put_board(session);
}

static int watch_plainly(const watch_wish *wish, eleven_session *session, eleven_player *player)
{
    double pace = wish->pace >= 0 ? wish->pace : isatty(STDOUT_FILENO) ? 500 : 0;
    printf("%s plays %s %ux%u, seed %" PRIu64 ".\n", player->name, wish->rules.name, wish->size.w, wish->size.h,
           wish->seed.seed);
    bool goes_on = put_board(session);
    for (int64_t made = 0; goes_on && (wish->moves < 0 || made < wish->moves); made++) {
        if (pace > 0)
            pause_for(pace);
        goes_on = make_move(wish, session, player);
    }
    bool is_lost = eleven_session_status(session) == ELEVEN_LOST;
    printf("\n%s after %" PRIu32 " moves, score %" PRIu64 ".\n", is_lost ? "Game over" : "Stopped",
           eleven_session_game(session)->ply, eleven_session_game(session)->score);
    return 0;
}

static int open_and_watch(const watch_wish *wish, eleven_session *session)
{
    eleven_player *player;
    int status = player_read("watch", wish->player, wish->seed.seed, &player);
    if (!status)
        status =
            table_check("watch", wish->player, eleven_player_table(player), &wish->rules, wish->size.w, wish->size.h);
    if (!status)
        status = watch_plainly(wish, session, player);
    eleven_player_close(player);
    return status;
}

/* ---- In the terminal ----------------------------------------------------------------------------------- */

/* Nothing is kept before a person takes over. */
typedef struct watcher {
    const watch_wish *wish;
    eleven_session *session;
    game_keeper keeper;
} watcher;

static eleven_session *exchange(watcher *self, eleven_session *session)
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
    return exchange(self, begin_game(self->wish, random_seed()));
}

/* Appends the game of one session to another. */
static bool append_game(const eleven_session *from, eleven_session *to)
{
    size_t size = eleven_session_print(from, NULL, 0) + 1;
    char *text = malloc(size);
    bool is_read = text && eleven_session_print(from, text, size) < size &&
                   eleven_session_load(to, text, size - 1, 0, NULL) == ELEVEN_OK;
    free(text);
    return is_read;
}

/* The game follows those of the sitting, as one from a file does, so that none of them is lost. */
static eleven_session *take_over(void *context, const char **notice)
{
    watcher *self = context;
    game_keeper *keeper = &self->keeper;
    keeper_open(keeper, self->wish->data);
    eleven_session *session = keeper_resume(keeper, &self->wish->rules, self->wish->size);
    if (!session || !append_game(self->session, session)) {
        eleven_session_free(session);
        keeper_close(keeper);
        return NULL;
    }
    eleven_session_mark_helped(session);
    eleven_problem problem;
    if (!keeper_save(keeper, session, &problem))
        keeper_note(keeper, "this game is not saved", &problem);
    *notice = keeper->notice[0] ? keeper->notice : NULL;
    return exchange(self, session);
}

static bool save(void *context, eleven_session *session, eleven_problem *problem)
{
    return keeper_save(&((watcher *)context)->keeper, session, problem);
}

static uint64_t best(void *context, const eleven_session *session)
{
    return keeper_best(&((watcher *)context)->keeper, session);
}

/* -1 where this terminal cannot show it. */
static int watch_screen(watcher *self)
{
    const watch_wish *wish = self->wish;
    term_watch watch = {wish->pace, wish->moves, next_game, take_over};
    term_game game = {.session = self->session,
                      .save = save,
                      .best = best,
                      .random_seed = random_seed,
                      .player = {wish->player, wish->seed.seed, budget_of(wish)},
                      .context = self};
    return term_watch_play(&game, &watch, &(term_options){wish->theme, !wish->is_still});
}

/* ---- The command --------------------------------------------------------------------------------------- */

static int watch(watch_wish *wish)
{
    rules_or_classic(&wish->rules);
    if (!wish->size.w)
        wish->size = (board_size){4, 4};
    if (!wish->seed.is_given)
        wish->seed.seed = random_seed();
    watcher self = {.wish = wish, .session = begin_game(wish, wish->seed.seed)};
    if (!self.session)
        return complain("watch", STATUS_FAILURE, "there is not enough memory");
    int status = wish->is_plain || terminal_is_plain() ? -1 : watch_screen(&self);
    if (status < 0)
        status = open_and_watch(wish, self.session);
    eleven_session_free(self.session);
    keeper_close(&self.keeper);
    return status;
}

static int watch_run(word_list words)
{
    watch_wish wish = {.player = USUAL_PLAYER, .moves = -1, .pace = -1};
    const cli_option options[] = {
        {"player", "PLAYER", "who plays (" USUAL_PLAYER ")", option_player, &wish.player, 'p'},
        {"pace", "TIME", "from move to move: 1s, 50ms, 1ms (250ms)", option_time, &wish.pace, 0},
        {"moves", "N", "stop after so many moves", option_number, &wish.moves, 'n'},
        {"depth", "N", "own moves to look ahead", option_number, &wish.depth, 'd'},
        {"nodes", "N", "positions to look at for a move", option_number, &wish.nodes, 0},
        {"time", "TIME", "time for a move: 10ms, 500us, 2s", option_time, &wish.milliseconds, 't'},
        {"seed", "N", "watch the game that has this seed", option_seed, &wish.seed, 0},
        {"size", "WxH", "columns and rows, 1x1 to 8x8 (4x4)", option_size, &wish.size, 's'},
        {"rules", "RULES", "a shipped rule set or a rule file (classic)", option_rules, &wish.rules, 'r'},
        {"theme", "NAME", "colours for the terminal", option_theme, &wish.theme, 0},
        {"no-animation", NULL, "let tiles jump instead of slide", NULL, &wish.is_still, 0},
        {"plain", NULL, "plain text, one board a move", NULL, &wish.is_plain, 0},
        {"data", "DIR", data_help, option_text, &wish.data, 0},
        {0}};
    int status = options_read(&watch_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    if (wish.depth > 1000)
        return complain("watch", STATUS_USAGE, "--depth '%" PRId64 "' is more than 1000", wish.depth);
    return watch(&wish);
}

const cli_command watch_command = {
    .name = "watch",
    .arguments = "",
    .summary = "Watch a player play, and take over when you like",
    .details = "The game goes on after 2048, until no move is left. Keys in the terminal: + and - change the "
               "speed,\n"
               "space pauses, '.' makes one move, n begins the next game, ? shows all of them. An arrow key takes\n"
               "over: from that move on you play, and p lets the player go on.\n"
               "What is only watched is not kept. A game that you take over becomes your latest one and counts as\n"
               "helped; undo past its beginning goes back to the one you played before.\n"
               "Without --depth, --nodes or --time the player thinks for half of the pace, 100 ms at most; as "
               "plain\n"
               "text, which is what a pipe gets, it looks as far ahead as it usually does.\n",
    .run = watch_run,
};
