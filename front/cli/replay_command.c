/* A game record: verified from the first move to the last, then shown at any of them. */
#include "cli/commands.h"
#include "base/game_file.h"
#include "base/json.h"
#include "base/options.h"
#include "base/values.h"

#include "term/term.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Showing a position -------------------------------------------------------------------------------- */

static void show_text(const eleven_session *session, uint32_t moves)
{
    char text[ELEVEN_BOARD_TEXT];
    const eleven_game *game = eleven_session_game(session);
    eleven_board_print(eleven_session_rules(session), &game->board, ELEVEN_GRID, text, sizeof text);
    printf("%s\nscore   %" PRIu64 "\nmoves   %" PRIu32 " of %" PRIu32 "\nstatus  %s\n", text, game->score, game->ply,
           moves, status_name(eleven_session_status(session)));
}

static void show_json(const eleven_session *session, uint32_t moves)
{
    json_out json = json_put_to(stdout);
    eleven_record record = eleven_session_record(session);
    const eleven_game *game = eleven_session_game(session);
    json_put_object(&json, NULL);
    json_put_string(&json, "rules", record.rules.name);
    json_put_size(&json, "size", game->board.w, game->board.h);
    if (record.has_seed)
        json_put_number(&json, "seed", record.seed);
    if (record.date[0])
        json_put_string(&json, "date", record.date);
    json_put_number(&json, "undos", record.undos);
    json_put_number(&json, "helped", record.helped);
    json_put_number(&json, "moves", game->ply);
    json_put_number(&json, "moves_in_all", moves);
    json_put_number(&json, "score", game->score);
    json_put_string(&json, "status", status_name(eleven_session_status(session)));
    json_put_board(&json, "board", &record.rules, &game->board);
    json_put_end(&json);
    json_put_line(&json);
}

/* ---- Loading ------------------------------------------------------------------------------------------- */

static int load(const char *path, eleven_session *session)
{
    file_text file;
    eleven_problem problem;
    if (game_file_read("replay", path, &file))
        return STATUS_FAILURE;
    eleven_error error = eleven_session_load(session, file.text, file.length, 0, &problem);
    free(file.text);
    return error ? complain_of_file("replay", path, &problem) : 0;
}

/* The first position after that many moves: "keep" is an entry but no move. */
static int go_to(eleven_session *session, int64_t at, uint32_t moves)
{
    size_t index = 0;
    if (at < 0)
        return 0;
    if (at > moves)
        return complain("replay", STATUS_USAGE, "--at '%" PRId64 "' is past the end: the game has %" PRIu32 " moves",
                        at, moves);
    while (eleven_session_entry(session, index).after.ply < at)
        index++;
    eleven_session_seek(session, index + 1, 0);
    return 0;
}

/* ---- The command --------------------------------------------------------------------------------------- */

typedef struct replay_wish {
    int64_t at; /* -1: the end */
    bool as_json, is_still;
    const char *theme;
} replay_wish;

static int replay(const replay_wish *wish, const char *path, eleven_session *session)
{
    int status = load(path, session);
    if (status)
        return status;
    if (wish->at < 0 && !wish->as_json && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
        status = term_replay(session, &(term_options){wish->theme, !wish->is_still});
        if (status >= 0)
            return status;
    }
    uint32_t moves = eleven_session_game(session)->ply;
    status = go_to(session, wish->at, moves);
    if (status)
        return status;
    if (wish->as_json)
        show_json(session, moves);
    else
        show_text(session, moves);
    return 0;
}

static int replay_run(word_list words)
{
    replay_wish wish = {.at = -1};
    const cli_option options[] = {{"at", "N", "show the position after N moves (the last)", option_number, &wish.at, 0},
                                  {"json", NULL, "answer in JSON", NULL, &wish.as_json, 0},
                                  {"theme", "NAME", "colours for the terminal", option_theme, &wish.theme, 0},
                                  {"no-animation", NULL, "let tiles jump instead of slide", NULL, &wish.is_still, 0},
                                  {0}};
    int status = options_read(&replay_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    eleven_session *session = eleven_session_new();
    if (!session)
        return complain("replay", STATUS_FAILURE, "there is not enough memory");
    status = replay(&wish, words.at[0], session);
    eleven_session_free(session);
    return status;
}

const cli_command replay_command = {
    .name = "replay",
    .arguments = "FILE",
    .summary = "Check the record of a game and show it, move by move",
    .details = "In a terminal it can be walked through; otherwise, or with --at or --json, one position is shown.\n"
               "'-' as FILE is standard input.\n",
    .least = 1,
    .most = 1,
    .run = replay_run,
};
