#define _GNU_SOURCE /* memmem */
/* Damage. A damaged file is moved aside, and every game that can be read in it goes into a new store.
 *
 * SQLite finds a row by the pages above it, so one wrong byte can hide all rows. Here the pages are read one by one, and
 * the page of a row is all that must be intact:
 *
 *     page    [type] [cells] ... [offset of cell] [offset of cell] ...        [cell] [cell]
 *     cell    [length] [row number, in tables] [record]        longer ones continue on other pages
 *     record  [length of this part] [type of column] [type of column] ... [column] [column] ...
 *
 * (https://www.sqlite.org/fileformat2.html). Rows are recognised by the types of their columns. Each game is replayed:
 * its moves are kept up to the first one that is wrong or missing. The new file is complete and on the disk before the
 * old one gets another name, and a rescue that was interrupted is finished by the next start. */
#include "store/database.h"
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    HEADER_SIZE = 100,
    PAGE_USUAL = 4096,
    FILE_MOST = 1 << 30,
    LOG_HEADER = 32,
    FRAME_HEADER = 24,
    /* Larger than any row of ours. */
    RECORD_MOST = 1 << 17,
    COLUMNS = 26,
    TABLE_LEAF = 13,
    INDEX_LEAF = 10,
    INDEX_INNER = 2
};

typedef struct damaged {
    buffer file;
    size_t page;
    eleven_store *to;
    /* Games found; of these, games kept in part and games not kept. */
    uint64_t games, cut, lost;
    unsigned char record[RECORD_MOST];
} damaged;

static uint32_t big_endian(const void *at, unsigned bytes)
{
    const unsigned char *byte = at;
    uint32_t number = 0;
    while (bytes--)
        number = number << 8 | *byte++;
    return number;
}

/* ---- The file and its log ------------------------------------------------------------------------------ */
static size_t page_size(const buffer *file)
{
    size_t page = file->length < HEADER_SIZE ? 0 : big_endian(file->at + 16, 2);
    page = page == 1 ? 65536 : page;
    return page >= 512 && (page & (page - 1)) == 0 ? page : PAGE_USUAL;
}

/* Puts the pages of the log, up to its last commit, in their places. */
static void log_apply(damaged *from, const buffer *log)
{
    size_t frame = FRAME_HEADER + from->page, end = 0;
    for (size_t at = LOG_HEADER; at + frame <= log->length && memcmp(log->at + at + 8, log->at + 16, 8) == 0;
         at += frame)
        if (big_endian(log->at + at + 4, 4))
            end = at + frame;
    for (size_t at = LOG_HEADER; at < end; at += frame) {
        size_t place = (size_t)(big_endian(log->at + at, 4) - 1) * from->page, after = place + from->page;
        if (after > from->file.length + log->length)
            continue;
        if (after > from->file.length && buffer_reserve(&from->file, after - from->file.length)) {
            memset(from->file.at + from->file.length, 0, after - from->file.length);
            from->file.length = after;
        }
        if (after <= from->file.length)
            memcpy(from->file.at + place, log->at + at + FRAME_HEADER, from->page);
    }
}

static bool image_read(const eleven_store *store, damaged *from)
{
    char path[PATH_MAX];
    buffer log = {0};
    if (file_read(store->path, FILE_MOST, &from->file, NULL))
        return false;
    from->page = page_size(&from->file);
    snprintf(path, sizeof path, "%s-wal", store->path);
    if (file_read(path, FILE_MOST, &log, NULL) == ELEVEN_OK)
        log_apply(from, &log);
    buffer_free(&log);
    return !from->file.failed;
}

/* Page `number` from 1; NULL where it is not in the file. A page that was cut off is not there. */
static const unsigned char *page_at(const damaged *from, uint32_t number)
{
    size_t end = (size_t)number * from->page;
    return number && end <= from->file.length ? (const unsigned char *)from->file.at + end - from->page : NULL;
}

/* ---- Cells --------------------------------------------------------------------------------------------- */
/* Reads a number of variable length; NULL where it does not end before `end`. */
static const unsigned char *varint_read(const unsigned char *at, const unsigned char *end, uint64_t *number)
{
    *number = 0;
    for (int i = 0; i < 9 && at && at < end; i++, at++) {
        *number = i < 8 ? *number << 7 | (*at & 127) : *number << 8 | *at;
        if (i == 8 || *at < 128)
            return at + 1;
    }
    return NULL;
}

/* The bytes of a record of this length that are in the cell itself. */
static size_t local_length(const damaged *from, size_t length, bool is_table)
{
    size_t most = is_table ? from->page - 35 : (from->page - 12) * 64 / 255 - 23;
    size_t least = (from->page - 12) * 32 / 255 - 23;
    size_t kept = least + (length - least) % (from->page - 4);
    return length <= most ? length : kept <= most ? kept : least;
}

/* Collects the record that begins at `at`, in `from->record`. */
static bool record_collect(damaged *from, const unsigned char *at, const unsigned char *end, size_t length,
                           bool is_table)
{
    if (length > RECORD_MOST)
        return false;
    size_t done = local_length(from, length, is_table);
    if (done + (done < length ? 4 : 0) > (size_t)(end - at))
        return false;
    memcpy(from->record, at, done);
    const unsigned char *link = at + done;
    while (done < length) {
        size_t part = length - done < from->page - 4 ? length - done : from->page - 4;
        link = page_at(from, big_endian(link, 4));
        if (!link)
            return false;
        memcpy(from->record + done, link + 4, part);
        done += part;
    }
    return true;
}

/* One column: a text, or a number (NULL as 0). */
typedef struct column {
    bool is_text;
    int64_t number;
    const char *text;
    size_t length;
} column;

static bool column_read(uint64_t type, const unsigned char *at, const unsigned char *end, column *to, size_t *length)
{
    static const unsigned char sizes[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0};
    *to = (column){.number = type == 9};
    uint64_t size = type < 12 ? sizes[type] : (type - 12) / 2;
    if (size > (uint64_t)(end - at))
        return false;
    *length = (size_t)size;
    if (type > 12 && type % 2) {
        *to = (column){.is_text = true, .text = (const char *)at, .length = *length};
    } else if (type >= 1 && type <= 6) {
        uint64_t number = *at < 128 ? 0 : UINT64_MAX;
        for (size_t i = 0; i < *length; i++)
            number = number << 8 | at[i];
        to->number = (int64_t)number;
    }
    return true;
}

/* Splits the record; returns the number of columns, 0 where it is not one of ours. */
static unsigned record_split(const damaged *from, size_t length, column columns[COLUMNS])
{
    const unsigned char *end = from->record + length;
    uint64_t head, type;
    const unsigned char *types = varint_read(from->record, end, &head);
    unsigned count = 0;
    size_t size;
    if (!types || head > length)
        return 0;
    for (const unsigned char *at = from->record + head, *stop = at; types < stop; at += size) {
        types = varint_read(types, stop, &type);
        if (!types || count == COLUMNS || !column_read(type, at, end, &columns[count++], &size))
            return 0;
    }
    return count;
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */
/* The columns of a game in the order of the table. */
enum { SITTING = 1, ENTRY = 2, PLIES = 13, HEAD = 18, TITLE = 22, DELETED, TOUCHED, PLAYED };

static bound text_of(const column *of, char *text, size_t size)
{
    snprintf(text, size, "%.*s", of->is_text ? (int)of->length : 0, of->is_text ? of->text : "");
    return bound_text(text);
}

/* All that the head states comes from the head. */
static void game_add(damaged *from, int64_t id, const column *columns)
{
    char title[STORE_TITLE], hash[17];
    eleven_reader reader;
    from->games++;
    if (eleven_reader_open(&reader, columns[HEAD].text, columns[HEAD].length, NULL)) {
        from->lost++;
        return;
    }
    const eleven_record *head = &reader.record;
    char *text = strndup(columns[HEAD].text, columns[HEAD].length);
    snprintf(hash, sizeof hash, "%016" PRIx64, eleven_rules_hash(&head->rules));
    bound values[] = {bound_number((uint64_t)id),
                      {.number = columns[SITTING].number},
                      {.number = columns[ENTRY].number},
                      bound_text(head->rules.name),
                      bound_text(hash),
                      bound_number(head->start.board.w),
                      bound_number(head->start.board.h),
                      bound_number(head->rules.value[head->rules.goal]),
                      bound_text(head->date),
                      bound_number(columns[PLIES].number < 0 ? 0 : (uint64_t)columns[PLIES].number),
                      bound_number(head->undos),
                      bound_number(head->helped),
                      bound_number(head->from_board),
                      bound_text(text ? text : ""),
                      bound_number(head->hints),
                      bound_number(eleven_record_class(head)),
                      text_of(&columns[TITLE], title, sizeof title),
                      {.number = columns[DELETED].number},
                      {.number = columns[TOUCHED].number},
                      {.number = columns[PLAYED].number}};
    statement_run(from->to, ADD_FOUND_GAME, values);
    if (sqlite3_changes(from->to->database) == 0) {
        /* Another game is at this place of the timeline. */
        values[1].number = 0;
        statement_run(from->to, ADD_FOUND_GAME, values);
    }
    free(text);
}

static void row_add(damaged *from, bool is_table, int64_t id, const column *columns, unsigned count)
{
    char text[300], value[STORE_SETTING];
    if (is_table && count > HEAD && columns[HEAD].is_text && columns[HEAD].length > 6 &&
        memcmp(columns[HEAD].text, "eleven", 6) == 0)
        game_add(from, id, columns);
    else if (is_table && count == 6 && columns[1].is_text && columns[1].length == 16)
        statement_run(from->to, ADD_FOUND_SITTING,
                      BOUND({.number = id}, {.number = columns[4].number < 0 ? 0 : columns[4].number},
                            {.number = columns[5].number}));
    else if (!is_table && count == 3 && !columns[0].is_text && !columns[1].is_text && columns[2].is_text)
        statement_run(from->to, ADD_FOUND_PLY,
                      BOUND({.number = columns[0].number}, {.number = columns[1].number},
                            text_of(&columns[2], text, sizeof text)));
    else if (!is_table && count == 2 && columns[0].is_text && columns[1].is_text)
        statement_run(from->to, WRITE_SETTING,
                      BOUND(text_of(&columns[0], text, sizeof text), text_of(&columns[1], value, sizeof value)));
}

static void page_read(damaged *from, uint32_t number)
{
    const unsigned char *page = page_at(from, number), *end = page + from->page;
    const unsigned char *head = page + (number == 1 ? HEADER_SIZE : 0);
    bool is_table = *head == TABLE_LEAF, is_inner = *head == INDEX_INNER;
    if (!is_table && !is_inner && *head != INDEX_LEAF)
        return;
    const unsigned char *offsets = head + (is_inner ? 12 : 8);
    for (uint32_t i = big_endian(head + 3, 2); i-- > 0 && offsets + 2 <= end; offsets += 2) {
        column columns[COLUMNS] = {{0}};
        uint64_t length, id = 0;
        const unsigned char *at = page + big_endian(offsets, 2) + (is_inner ? 4 : 0);
        at = varint_read(at, end, &length);
        if (is_table)
            at = varint_read(at, end, &id);
        if (at && record_collect(from, at, end, (size_t)length, is_table))
            row_add(from, is_table, (int64_t)id, columns, record_split(from, (size_t)length, columns));
    }
}

/* Marks the pages that are not in use, whose rows are old ones. */
static void free_pages_find(const damaged *from, char *is_free, uint32_t pages)
{
    const unsigned char *first = page_at(from, 1);
    uint32_t trunk = first ? big_endian(first + 32, 4) : 0;
    for (const unsigned char *at; trunk <= pages && !is_free[trunk] && (at = page_at(from, trunk)) != NULL;
         trunk = big_endian(at, 4)) {
        is_free[trunk] = 1;
        uint32_t count = big_endian(at + 4, 4), most = (uint32_t)(from->page / 4 - 2);
        for (uint32_t i = 0; i < count && i < most; i++) {
            uint32_t leaf = big_endian(at + 8 + 4 * i, 4);
            if (leaf <= pages)
                is_free[leaf] = 1;
        }
    }
}

/* ---- The new store ------------------------------------------------------------------------------------- */
/* The timelines without what is missing: each sitting is of the kind of most of its games, which follow each other in
 * their old order; and its position is in the game in which it was, or in the first one. */
static const char timelines_make[] =
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
    from->lost += is_lost;
    from->cut += !is_lost && count < plies;
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
    uint32_t pages = (uint32_t)(from->file.length / from->page);
    eleven_store *to = from->to = calloc(1, sizeof *to);
    char *is_free = calloc(pages + 1, 1), path[PATH_MAX];
    path_beside(old, "-rescuing", path);
    if (to) {
        to->lock = -1;
        to->folder = strdup(old->folder);
        to->path = strdup(path);
    }
    bool has_memory = to && is_free && to->folder && to->path;
    eleven_error error = has_memory ? ELEVEN_OK : ELEVEN_NO_MEMORY;
    if (has_memory) {
        remove(to->path);
        error = database_open(to, problem);
    }
    if (!error && statement_run(to, BEGIN_WRITE, NULL)) {
        free_pages_find(from, is_free, pages);
        for (uint32_t i = 1; i <= pages; i++)
            if (!is_free[i])
                page_read(from, i);
        bool is_built = found_games_check(from) && database_run(to, timelines_make) && statement_run(to, COMMIT, NULL);
        error = is_built ? ELEVEN_OK : database_fail(to, "recover games in", problem);
    }
    free(is_free);
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
    char made[PATH_MAX], rescued[PATH_MAX];
    path_beside(store, "-rescuing", made);
    path_beside(store, "-rescued", rescued);
    int folder = open(store->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool is_done = folder >= 0 && rename(made, rescued) == 0 && fsync(folder) == 0 && places_change(store, aside) &&
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
    static const char nothing[HEADER_SIZE], magic[] = "SQLite format 3", table[] = "CREATE TABLE sitting (";
    if (file->length < HEADER_SIZE)
        return file->length > 0 && memcmp(file->at, magic, file->length < 16 ? file->length : 16) == 0;
    return memcmp(file->at, nothing, HEADER_SIZE) == 0 || memcmp(file->at + 68, "elvn", 4) == 0 ||
           memmem(file->at, file->length, table, sizeof table - 1) != NULL;
}

static void notice_make(eleven_store *store, const damaged *from, const char *aside)
{
    uint64_t whole = from->games - from->cut - from->lost;
    int length =
        snprintf(store->notice, sizeof store->notice,
                 "the saved games were damaged: %" PRIu64 " of %" PRIu64 " games recovered", whole, from->games);
    if (from->cut)
        length += snprintf(store->notice + length, sizeof store->notice - (size_t)length,
                           ", %" PRIu64 " up to a damaged move", from->cut);
    if (from->lost)
        length +=
            snprintf(store->notice + length, sizeof store->notice - (size_t)length, ", %" PRIu64 " lost", from->lost);
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
    if (!from || !image_read(store, from))
        storage_fail(error, "recover games in", store->path, "it cannot be read", problem);
    else if (!is_ours(&from->file))
        storage_fail(error, "open", store->path, "it is damaged or not a store of Eleven", problem);
    else if (!(error = new_store_build(from, store, problem))) {
        aside_find(store, aside);
        if (new_store_place(store, aside))
            notice_make(store, from, aside);
        else
            error = storage_fail(ELEVEN_NO_STORAGE, "move", store->path, strerror(errno), problem);
    }
    if (from)
        buffer_free(&from->file);
    free(from);
    return error;
}
