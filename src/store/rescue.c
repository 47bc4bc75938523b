#define _GNU_SOURCE /* memmem */
/* Damage. A damaged file is moved aside, and every game that can be read in it goes into a new store. Each game is
 * replayed: its moves are kept up to the first one that is wrong or missing. The new file is complete and on the disk
 * before the old one gets another name, and a rescue that was interrupted is finished by the next start. */
#include "store/database.h"
#include "base/plural.h"

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
    const database_image *image;
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

static bool found_game_check(damaged *from, sqlite3_stmt *row)
{
    int64_t id = sqlite3_column_int64(row, 0);
    uint64_t plies = column_number(row, 2);
    buffer text = {0};
    eleven_reader reader;
    eleven_ply ply;
    uint64_t count = 0;
    column_add(&text, row, 1);
    if (!column_add_rows(&text, statement_begin(from->to, READ_FOUND_PLIES, BOUND({.number = id})))) {
        buffer_free(&text);
        return false;
    }
    eleven_error error = eleven_reader_open(&reader, text.at, text.length, NULL);
    eleven_game kept = reader.game;
    while (!error && !(error = eleven_reader_next(&reader, &ply, NULL, NULL)))
        if (++count <= plies)
            kept = reader.game;
    buffer_free(&text);
    if (plies > 0 && count == 0)
        return statement_run(from->to, DROP_GAME, BOUND({.number = id})) && game_lose(from->to, id);
    from->found.cut += count < plies;
    return statement_run(from->to, DROP_PLIES, BOUND({.number = id}, bound_number(count))) &&
           game_row_update(from->to, id, &reader.record, &kept, count < plies ? count : plies, 0, 0);
}

static bool found_games_check(damaged *from)
{
    sqlite3_stmt *statement = statement_begin(from->to, LIST_FOUND_GAMES, NULL);
    bool is_good = true;
    while (is_good && sqlite3_step(statement) == SQLITE_ROW)
        is_good = found_game_check(from, statement);
    return statement_end(statement) && is_good;
}

static bool found_games_count(damaged *from)
{
    int64_t counts[2] = {0};
    bool is_read = statement_ask(from->to, COUNT_FOUND, NULL, counts, 2);
    from->found.lost = (uint64_t)counts[1];
    from->found.games = (uint64_t)(counts[0] + counts[1]);
    return is_read;
}

/* Everything that can be read goes into the new store, which is open. */
static bool new_store_fill(damaged *from)
{
    eleven_store *to = from->to;
    return transaction_begin(to, BEGIN_WRITE) && rows_read(from->image, to) && found_games_check(from) &&
           found_games_count(from) && database_run(to, timelines_make) && statement_run(to, COMMIT, NULL);
}

/* Builds the new store in a file next to the old one, complete and on the disk: only the file itself will be moved, so
 * nothing may be left in its log. */
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
    remove(path);
    eleven_error error = to && to->folder && to->path
                             ? database_open(to, problem)
                             : storage_fail(ELEVEN_NO_MEMORY, "recover games in", old->path, "out of memory", problem);
    if (!error && !(new_store_fill(from) && database_run(to, "PRAGMA wal_checkpoint(TRUNCATE)")))
        error = database_fail(to, "recover games in", problem);
    store_close(to);
    return error;
}

/* ---- Changing places ----------------------------------------------------------------------------------- */
/* A free name for the old file, "eleven-damaged-2026-11-22.db". Returns `aside`. */
static const char *aside_find(const eleven_store *store, char aside[PATH_MAX])
{
    char date[32] = "";
    time_t now = time(NULL);
    struct tm parts = {0};
    gmtime_r(&now, &parts);
    strftime(date, sizeof date, "%Y-%m-%d", &parts);
    snprintf(aside, PATH_MAX, "%s/eleven-damaged-%s.db", store->folder, date);
    for (unsigned i = 2; access(aside, F_OK) == 0; i++)
        snprintf(aside, PATH_MAX, "%s/eleven-damaged-%s-%u.db", store->folder, date, i);
    return aside;
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
    places_change(store, aside_find(store, aside));
}

static eleven_error new_store_place(const eleven_store *store, const char *aside, eleven_problem *problem)
{
    char building[PATH_MAX], rescued[PATH_MAX];
    path_beside(store, "-rescuing", building);
    path_beside(store, "-rescued", rescued);
    int folder = open(store->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool is_done = folder >= 0 && rename(building, rescued) == 0 && fsync(folder) == 0 && places_change(store, aside) &&
                   fsync(folder) == 0;
    int reason = errno;
    if (folder >= 0)
        close(folder);
    return is_done ? ELEVEN_OK : storage_fail(ELEVEN_NO_STORAGE, "move", store->path, strerror(reason), problem);
}

/* ---- The rescue ---------------------------------------------------------------------------------------- */
/* Whether a program, except this one, has a sitting. It would continue to write to the old file. What cannot be found
 * out counts as yes. */
static bool is_played(const eleven_store *store)
{
    DIR *folder = opendir(store->folder);
    bool is_locked = !folder;
    errno = 0;
    for (struct dirent *file; !is_locked && (file = readdir(folder)) != NULL; errno = 0) {
        int64_t sitting = 0;
        if (sscanf(file->d_name, "sitting-%" SCNd64 ".lock", &sitting) == 1 && sitting != store->sitting) {
            int lock = sitting_lock_file(store, sitting);
            is_locked = lock < 0;
            if (lock >= 0)
                close(lock);
        }
    }
    is_locked |= errno != 0;
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

/* What was found, between two other parts of the sentence. */
static void notice_make(eleven_store *store, const found_rows *found, const char *begin, const char *done,
                        const char *end)
{
    char cut[60] = "", lost[60] = "";
    if (found->cut)
        snprintf(cut, sizeof cut, ", %" PRIu64 " up to a damaged move", found->cut);
    if (found->lost)
        snprintf(lost, sizeof lost, ", %" PRIu64 " lost", found->lost);
    snprintf(store->notice, sizeof store->notice, "%s: %" PRIu64 " of %" PRIu64 " game%s %s%s%s; %s", begin,
             found->games - found->cut - found->lost, found->games, plural(found->games), done, cut, lost, end);
    store->has_lost = found->cut || found->lost;
}

static eleven_error image_refuse(const eleven_store *store, const database_image *image, eleven_problem *problem)
{
    return is_ours(&image->file) ? ELEVEN_OK
                                 : storage_fail(ELEVEN_NO_STORAGE, "open", store->path,
                                                "it is damaged or not a store of Eleven", problem);
}

eleven_error rescue(eleven_store *store, eleven_problem *problem)
{
    char aside[PATH_MAX], end[PATH_MAX];
    database_image image = {0};
    damaged from = {.image = &image};
    if (is_played(store))
        return storage_fail(ELEVEN_NO_STORAGE, "open", store->path,
                            "it is damaged, and another program uses it; close that first", problem);
    eleven_error error = image_read(store, &image, NULL);
    if (error)
        storage_fail(error, "recover games in", store->path, "it cannot be read", problem);
    else
        error = image_refuse(store, &image, problem);
    if (!error)
        error = new_store_build(&from, store, problem);
    if (!error)
        error = new_store_place(store, aside_find(store, aside), problem);
    buffer_free(&image.file);
    if (error)
        return error;
    snprintf(end, sizeof end, "the damaged file is now %s", strrchr(aside, '/') + 1);
    notice_make(store, &from.found, "the saved games were damaged", "recovered", end);
    store->replaced = store->sitting;
    store->replaces_all = store->base == 0;
    sitting_release(store);
    return ELEVEN_OK;
}

eleven_error rescue_look(eleven_store *store, const database_image *image, eleven_problem *problem)
{
    damaged from = {.image = image, .to = store};
    eleven_error error = image_refuse(store, image, problem);
    if (!error)
        error = database_new_in_memory(store, problem);
    if (!error && !new_store_fill(&from))
        error = database_fail(store, "recover games in", problem);
    if (error)
        return error;
    store->is_damaged = false;
    notice_make(store, &from.found, "the saved games are damaged", "can be read",
                "the file stays as it is until a program can repair it");
    return ELEVEN_OK;
}
