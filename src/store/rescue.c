#define _GNU_SOURCE /* memmem */
/* Damage. A damaged file is moved aside, and every game that can be read in it goes into a new store. Each game is
 * replayed: its moves are kept up to the first one that is wrong or missing. The new file is complete and on the disk
 * before the old one gets another name, and a rescue that was interrupted is finished by the next start. */
#include "store/database.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct damaged {
    database_image image;
    eleven_store *to;
    found_rows found;
} damaged;

/* ---- The new store ------------------------------------------------------------------------------------- */
/* The timelines without what is missing: each sitting is of the kind of most of its games, which follow each other in
 * their old order; and its position is in the game in which it was, or in the first one. */
static const char timelines_make[] =
    "DELETE FROM ply WHERE game NOT IN (SELECT id FROM game);\n"
    "INSERT OR IGNORE INTO sitting (id, rules_hash, w, h, position, touched)\n"
    "  SELECT sitting, rules_hash, w, h, entry + 1, touched FROM game WHERE sitting NOT NULL ORDER BY entry DESC;\n"
    "DELETE FROM sitting WHERE id NOT IN (SELECT sitting FROM game WHERE sitting NOT NULL);\n"
    "UPDATE sitting SET (rules_hash, w, h) = (SELECT rules_hash, w, h FROM game WHERE game.sitting = sitting.id\n"
    "  GROUP BY 1, 2, 3 ORDER BY count(*) DESC LIMIT 1);\n"
    "UPDATE game SET sitting = NULL, entry = NULL FROM sitting AS it WHERE it.id = game.sitting\n"
    "  AND (it.rules_hash <> game.rules_hash OR it.w <> game.w OR it.h <> game.h);\n"
    "UPDATE sitting SET position = ifnull(\n"
    "  (SELECT -id FROM game WHERE game.sitting = sitting.id AND entry < position ORDER BY entry DESC LIMIT 1),\n"
    "  (SELECT -id FROM game WHERE game.sitting = sitting.id ORDER BY entry LIMIT 1));\n"
    "UPDATE game SET entry = -1 - line.start FROM (SELECT id AS game, ifnull(sum(1 + (SELECT count(*) FROM ply\n"
    "  WHERE ply.game = it.id)) OVER (PARTITION BY sitting ORDER BY entry\n"
    "  ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS start FROM game AS it WHERE sitting NOT NULL) AS line\n"
    "  WHERE line.game = game.id;\n"
    "UPDATE game SET entry = -1 - entry WHERE entry < 0;\n"
    "UPDATE sitting SET position = (SELECT entry + plies + 1 FROM game WHERE game.id = -position);\n";

static eleven_error found_game_check(damaged *from, int64_t id, const char *head, uint64_t plies)
{
    buffer text = {0};
    eleven_reader reader;
    eleven_ply ply;
    uint64_t count = 0;
    buffer_text(&text, head);
    if (!column_add_rows(&text, statement_begin(from->to, READ_FOUND_PLIES, BOUND({.number = id}))))
        return ELEVEN_NO_MEMORY;
    eleven_error error = eleven_reader_open(&reader, text.at, text.length, NULL);
    eleven_game kept = reader.game;
    while (!error && !(error = eleven_reader_next(&reader, &ply, NULL, NULL)))
        if (++count <= plies)
            kept = reader.game;
    buffer_free(&text);
    bool is_lost = plies > 0 && count == 0;
    from->found.lost += is_lost;
    from->found.cut += !is_lost && count < plies;
    if (is_lost)
        return statement_run(from->to, DROP_GAME, BOUND({.number = id})) ? ELEVEN_OK : ELEVEN_NO_STORAGE;
    return statement_run(from->to, DROP_PLIES, BOUND({.number = id}, bound_number(count))) &&
                   game_row_update(from->to, id, &reader.record, &kept, count < plies ? count : plies, 0, 0)
               ? ELEVEN_OK
               : ELEVEN_NO_STORAGE;
}

static bool found_games_check(damaged *from)
{
    sqlite3_stmt *statement = statement_begin(from->to, LIST_FOUND_GAMES, NULL);
    int last;
    while ((last = sqlite3_step(statement)) == SQLITE_ROW)
        if (found_game_check(from, sqlite3_column_int64(statement, 0), column_text(statement, 1),
                             column_number(statement, 2)))
            return statement_end(statement, SQLITE_ERROR);
    return statement_end(statement, last);
}

/* Builds the new store in a file next to the old one, complete and on the disk. */
static eleven_error new_store_build(damaged *from, const eleven_store *old, eleven_problem *problem)
{
    eleven_store *to = from->to = calloc(1, sizeof *to);
    char path[PATH_MAX];
    path_beside(old, "-rescuing", path);
    if (to) {
        to->lock = -1;
        to->folder = strdup(old->folder);
        to->path = strdup(path);
    }
    bool has_memory = to && to->folder && to->path;
    eleven_error error = has_memory ? ELEVEN_OK : ELEVEN_NO_MEMORY;
    if (has_memory) {
        remove(to->path);
        error = database_open(to, problem);
    }
    if (!error && statement_run(to, BEGIN_WRITE, NULL)) {
        bool is_built = rows_read(&from->image, to, &from->found) && found_games_check(from) &&
                        database_run(to, timelines_make) && statement_run(to, COMMIT, NULL);
        error = is_built ? ELEVEN_OK : database_fail(to, "recover games in", problem);
    }
    store_close(to);
    return error;
}

/* ---- Changing places ----------------------------------------------------------------------------------- */
/* A free name for the old file, "eleven-damaged-2026-11-22.db". */
static void aside_find(const eleven_store *store, char aside[PATH_MAX])
{
    char date[32] = "";
    time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts))
        strftime(date, sizeof date, "-%Y-%m-%d", &parts);
    snprintf(aside, PATH_MAX, "%s/eleven-damaged%s.db", store->folder, date);
    for (unsigned i = 2; access(aside, F_OK) == 0; i++)
        snprintf(aside, PATH_MAX, "%s/eleven-damaged%s-%u.db", store->folder, date, i);
}

/* The log comes first: a log that is left behind must not meet the new file. */
static bool places_change(const eleven_store *store, const char *aside)
{
    char rescued[PATH_MAX], log[PATH_MAX], shared[PATH_MAX], aside_log[PATH_MAX + 8];
    path_beside(store, "-rescued", rescued);
    path_beside(store, "-wal", log);
    path_beside(store, "-shm", shared);
    snprintf(aside_log, sizeof aside_log, "%s-wal", aside);
    unlink(shared);
    return (rename(log, aside_log) == 0 || errno == ENOENT) && (rename(store->path, aside) == 0 || errno == ENOENT) &&
           rename(rescued, store->path) == 0;
}

void rescue_finish(const eleven_store *store)
{
    char path[PATH_MAX], aside[PATH_MAX];
    path_beside(store, "-rescued", path);
    if (access(path, F_OK) != 0)
        return;
    aside_find(store, aside);
    places_change(store, aside);
}

static bool new_store_place(const eleven_store *store, const char *aside)
{
    char building[PATH_MAX], rescued[PATH_MAX];
    path_beside(store, "-rescuing", building);
    path_beside(store, "-rescued", rescued);
    int folder = open(store->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool is_done = folder >= 0 && rename(building, rescued) == 0 && fsync(folder) == 0 && places_change(store, aside) &&
                   fsync(folder) == 0;
    if (folder >= 0)
        close(folder);
    return is_done;
}

/* ---- The rescue ---------------------------------------------------------------------------------------- */
/* Whether a program, except this one, has a sitting. It would continue to write to the old file. */
static bool is_played(const eleven_store *store)
{
    DIR *folder = opendir(store->folder);
    bool is_locked = false;
    for (struct dirent *file; folder && !is_locked && (file = readdir(folder)) != NULL;) {
        int64_t sitting = 0;
        store_game game = {0};
        if (sscanf(file->d_name, "sitting-%" SCNd64 ".lock", &sitting) == 1) {
            game.sitting = sitting;
            is_locked = store_is_used(store, &game);
        }
    }
    if (folder)
        closedir(folder);
    return is_locked;
}

/* Whether the file was a store, as far as one can see. An empty beginning is what some file systems leave. */
static bool is_ours(const buffer *file)
{
    static const char nothing[STORE_HEADER], magic[] = "SQLite format 3";
    static const char table[] = "CREATE TABLE sitting (", record[] = "eleven game 1\n";
    if (file->length < STORE_HEADER)
        return file->length > 0 && memcmp(file->at, magic, file->length < 16 ? file->length : 16) == 0;
    return memcmp(file->at, nothing, STORE_HEADER) == 0 || memcmp(file->at + 68, "elvn", 4) == 0 ||
           memmem(file->at, file->length, table, sizeof table - 1) != NULL ||
           memmem(file->at, file->length, record, sizeof record - 1) != NULL;
}

static void notice_make(eleven_store *store, const damaged *from, const char *aside)
{
    uint64_t whole = from->found.games - from->found.cut - from->found.lost;
    int length =
        snprintf(store->notice, sizeof store->notice,
                 "the saved games were damaged: %" PRIu64 " of %" PRIu64 " games recovered", whole, from->found.games);
    if (from->found.cut)
        length += snprintf(store->notice + length, sizeof store->notice - (size_t)length,
                           ", %" PRIu64 " up to a damaged move", from->found.cut);
    if (from->found.lost)
        length += snprintf(store->notice + length, sizeof store->notice - (size_t)length, ", %" PRIu64 " lost",
                           from->found.lost);
    snprintf(store->notice + length, sizeof store->notice - (size_t)length, "; the damaged file is now %s",
             strrchr(aside, '/') + 1);
}

eleven_error rescue(eleven_store *store, eleven_problem *problem)
{
    char aside[PATH_MAX];
    eleven_error error = ELEVEN_NO_STORAGE;
    if (is_played(store))
        return storage_fail(error, "open", store->path, "it is damaged, and another program uses it; close that first",
                            problem);
    damaged *from = calloc(1, sizeof *from);
    if (!from || image_read(store, &from->image, NULL))
        storage_fail(error, "recover games in", store->path, "it cannot be read", problem);
    else if (!is_ours(&from->image.file))
        storage_fail(error, "open", store->path, "it is damaged or not a store of Eleven", problem);
    else if (!(error = new_store_build(from, store, problem))) {
        aside_find(store, aside);
        if (new_store_place(store, aside))
            notice_make(store, from, aside);
        else
            error = storage_fail(ELEVEN_NO_STORAGE, "move", store->path, strerror(errno), problem);
    }
    if (from)
        buffer_free(&from->image.file);
    free(from);
    return error;
}
