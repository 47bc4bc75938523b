/* Checks the record of a game from the first move to the last, then shows it. */
#include "cli/commands.h"
#include "base/input_output.h"
#include "base/json.h"
#include "term/term.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

struct options {
    /* -1: the end. */
    int64_t at;
    bool as_json, is_still;
    const char *theme;
};

static void show_text(const eleven_session *session, uint32_t moves)
{
    char text[ELEVEN_BOARD_TEXT];
    const eleven_game *game = eleven_session_game(session);
    eleven_board_print(eleven_session_rules(session), &game->board, ELEVEN_LAYOUT_GRID, text, sizeof text);
    printf("%s\nscore   %" PRIu64 "\nmoves   %" PRIu32 " of %" PRIu32 "\nstatus  %s\n", text, game->score, game->ply,
           moves, eleven_status_name(eleven_session_status(session)));
}

static void show_json(const eleven_session *session, uint32_t moves)
{
    json_out json = json_begin(stdout);
    eleven_record record;
    eleven_session_record(session, &record);
    const eleven_game *game = eleven_session_game(session);
    json_put_string(&json, "rules", record.rules.name);
    json_put_pair(&json, "size", game->board.w, game->board.h);
    if (record.has_seed)
        json_put_number(&json, "seed", record.seed);
    if (record.date[0])
        json_put_string(&json, "date", record.date);
    json_put_number(&json, "undos", record.undos);
    json_put_number(&json, "helped", record.helped);
    json_put_number(&json, "hints", record.hints);
    json_put_string(&json, "class", eleven_class_name(eleven_record_class(&record)));
    json_put_number(&json, "moves", game->ply);
    json_put_number(&json, "moves_in_all", moves);
    json_put_number(&json, "score", game->score);
    json_put_string(&json, "status", eleven_status_name(eleven_session_status(session)));
    json_put_board(&json, "board", &record.rules, &game->board);
    json_finish(&json);
}

/* Goes to the first position after that many moves; "keep" is an entry but not a move. */
static void go_to(eleven_session *session, int64_t at, uint32_t moves)
{
    size_t index = 0;
    if (at < 0)
        return;
    if (at > moves)
        fail_usage("--at %" PRId64 " is past the end: the game has %" PRIu32 " move%s", at, moves, plural(moves));
    while (eleven_session_entry(session, index)->after.ply < at)
        index++;
    eleven_session_seek(session, index + 1, 0);
}

static int replay(const struct options *options, eleven_session *session)
{
    uint32_t moves = eleven_session_game(session)->ply;
    int status = -1;
    if (options->at < 0 && !options->as_json && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        status = term_replay(session, &(term_options){options->theme, !options->is_still});
    if (status >= 0)
        return status;
    go_to(session, options->at, moves);
    (options->as_json ? show_json : show_text)(session, moves);
    return 0;
}

static int run_replay(void *given, word_list words)
{
    buffer file = input_read_game(words.at[0]);
    eleven_session *session = input_session(words.at[0], &file);
    int status = replay(given, session);
    eleven_session_free(session);
    return status;
}

static const cli_option rows[] = {
    NUMBER(at, "at", 0, 0, 0, "print the position after N moves (default: the last one)"),
    OPTION_THEME(theme),
    OPTION_STILL(is_still),
    OPTION_JSON(as_json),
    {0},
};

const cli_command replay_command = {
    .name = "replay",
    .arguments = "FILE",
    .summary = "Check the record of a game and show it, move by move",
    .details = "FILE can be in any format that 'eleven convert' reads; '-' is standard input. In a terminal, arrow\n"
               "keys walk through the game. Otherwise, and with --at or --json, one position is printed.\n"
               "\n"
               "  eleven replay game.2048 --at 100\n",
    .least = 1,
    .most = 1,
    .argument = &kind_file,
    OPTIONS(rows),
    .defaults = &(const struct options){.at = -1},
    .run = run_replay,
};
