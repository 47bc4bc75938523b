/* What the player changes in the list of games: titles, deleted games; and the settings that are kept between games. */
#include "store/database.h"
#include "base/clock.h"
#include "base/problem.h"

#include <stdio.h>
#include <string.h>

/* ---- Games --------------------------------------------------------------------------------------------- */
/* Runs a statement that changes the row of a game. */
static eleven_error game_change(eleven_store *store, statement_name name, int64_t id, bound value,
                                eleven_problem *problem)
{
    if (!statement_run(store, name, BOUND({.number = id}, value)))
        return database_fail(store, "save in", problem);
    if (sqlite3_changes(store->database) == 0)
        return game_missing(id, problem);
    sync_request(store->sync);
    return ELEVEN_OK;
}

static bool has_control_characters(const char *text)
{
    while (*text && (unsigned char)*text >= ' ' && *text != 127)
        text++;
    return *text != '\0';
}

eleven_error store_rename(eleven_store *store, int64_t id, const char *title, eleven_problem *problem)
{
    if (strlen(title) >= STORE_TITLE)
        return problem_set(problem, ELEVEN_BAD_TEXT, "a title has %d bytes at most", STORE_TITLE - 1);
    if (has_control_characters(title))
        return problem_set(problem, ELEVEN_BAD_TEXT, "a title is one line without control characters");
    return game_change(store, RENAME_GAME, id, bound_text(title), problem);
}

/* The current game of a sitting that a program uses would come back with the next move. */
eleven_error store_delete(eleven_store *store, int64_t id, bool is_deleted, eleven_problem *problem)
{
    store_game game;
    eleven_error error = store_find(store, id, &game, problem);
    if (error)
        return error;
    bool is_own = game.sitting && game.sitting == store->sitting;
    if (is_deleted && game.is_running && (is_own || store_is_used(store, &game))) {
        char name[40];
        snprintf(name, sizeof name, "game %lld", (long long)id);
        return storage_fail(ELEVEN_NO_STORAGE, "delete", name, "it is being played", problem);
    }
    uint64_t when = is_deleted ? (uint64_t)clock_read(CLOCK_REALTIME) : 0;
    return game_change(store, DELETE_GAME, id, bound_number(when), problem);
}

/* ---- Settings ------------------------------------------------------------------------------------------ */
eleven_error store_setting(eleven_store *store, const char *name, char value[STORE_SETTING], eleven_problem *problem)
{
    sqlite3_stmt *statement = statement_begin(store, READ_SETTING, BOUND(bound_text(name)));
    int last = sqlite3_step(statement);
    snprintf(value, STORE_SETTING, "%s", last == SQLITE_ROW ? column_text(statement, 0) : "");
    return statement_end(statement, last) ? ELEVEN_OK : database_fail(store, "read", problem);
}

eleven_error store_keep_setting(eleven_store *store, const char *name, const char *value, eleven_problem *problem)
{
    return statement_run(store, WRITE_SETTING, BOUND(bound_text(name), bound_text(value)))
               ? ELEVEN_OK
               : database_fail(store, "save in", problem);
}

eleven_error store_drop_settings(eleven_store *store, eleven_problem *problem)
{
    return statement_run(store, DROP_SETTINGS, NULL) ? ELEVEN_OK : database_fail(store, "save in", problem);
}
