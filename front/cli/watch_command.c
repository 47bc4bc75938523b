/* A player at play, board after board, as plain text: in a terminal at a pace to follow, in a pipe at
 * once. */
#include "announce.h"
#include "options.h"
#include "values.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

typedef struct watch_wish {
    const char *player;
    eleven_rules rules;
    board_size size;
    seed_value seed;
    int64_t depth, nodes, moves;
    double milliseconds, pace;
} watch_wish;

/* ---- Watching ------------------------------------------------------------------------------------------ */

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
    eleven_budget budget = {(uint32_t)wish->depth, (uint64_t)wish->nodes, wish->milliseconds};
    if (eleven_session_status(session) == ELEVEN_WON && !eleven_session_keep_playing(session, 0))
        return false;
    if (!eleven_session_autoplay(session, player, &budget, 0))
        return false;
    putchar('\n');
    announce_move(session, last_direction(session));
    return put_board(session);
}

static int watch(const watch_wish *wish, eleven_session *session, eleven_player *player)
{
    eleven_record head = {.rules = wish->rules, .has_seed = true, .seed = wish->seed.seed};
    if (!eleven_session_begin(session, &head, wish->size.w, wish->size.h, 0))
        return complain("watch", STATUS_FAILURE, "there is not enough memory");
    printf("%s plays %s %ux%u, seed %" PRIu64 ".\n", player->name, wish->rules.name, wish->size.w,
           wish->size.h, wish->seed.seed);
    bool goes_on = put_board(session);
    for (int64_t made = 0; goes_on && (wish->moves < 0 || made < wish->moves); made++) {
        if (wish->pace > 0)
            pause_for(wish->pace);
        goes_on = make_move(wish, session, player);
    }
    bool is_lost = eleven_session_status(session) == ELEVEN_LOST;
    printf("\n%s after %" PRIu32 " moves, score %" PRIu64 ".\n", is_lost ? "Game over" : "Stopped",
           eleven_session_game(session)->ply, eleven_session_game(session)->score);
    return 0;
}

/* ---- The command --------------------------------------------------------------------------------------- */

static int open_and_watch(watch_wish *wish)
{
    rules_or_classic(&wish->rules);
    if (!wish->size.w)
        wish->size = (board_size){4, 4};
    if (!wish->seed.is_given)
        wish->seed.seed = random_seed();
    if (wish->pace < 0)
        wish->pace = isatty(STDOUT_FILENO) ? 500 : 0;
    eleven_player *player = player_read("watch", wish->player, wish->seed.seed);
    eleven_session *session = eleven_session_new();
    int status = STATUS_USAGE;
    if (player)
        status = session ? watch(wish, session, player)
                         : complain("watch", STATUS_FAILURE, "there is not enough memory");
    eleven_session_free(session);
    eleven_player_close(player);
    return status;
}

static int watch_run(word_list words)
{
    watch_wish wish = {.player = "search", .moves = -1, .pace = -1};
    const cli_option options[] = {
        {"player", "PLAYER", "who plays (search)", option_text, &wish.player, 'p'},
        {"pace", "TIME", "pause before a move (500ms in a terminal)", option_time, &wish.pace, 0},
        {"moves", "N", "stop after so many moves", option_number, &wish.moves, 'n'},
        {"depth", "N", "own moves to look ahead", option_number, &wish.depth, 'd'},
        {"nodes", "N", "positions to look at for a move", option_number, &wish.nodes, 0},
        {"time", "TIME", "time for a move: 10ms, 500us, 2s", option_time, &wish.milliseconds, 't'},
        {"seed", "N", "watch the game that has this seed", option_seed, &wish.seed, 0},
        {"size", "WxH", "columns and rows, 1x1 to 8x8 (4x4)", option_size, &wish.size, 's'},
        {"rules", "RULES", "a shipped rule set or a rule file (classic)", option_rules, &wish.rules, 'r'},
        {0}};
    int status = options_read(&watch_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    if (wish.depth > 1000)
        return complain("watch", STATUS_USAGE, "--depth '%" PRId64 "' is more than 1000", wish.depth);
    return open_and_watch(&wish);
}

const cli_command watch_command = {
    .name = "watch",
    .arguments = "",
    .summary = "Watch a player play, as plain text",
    .details = "The game goes on after 2048, until no move is left.\n",
    .run = watch_run,
};
