/* Saved games: checked, written to a file, and merged from one. Every record is replayed on the way: a file contains
 * only games that are sound, and what is not goes into FILE.damaged. */
#include "cli/commands.h"
#include "base/array.h"
#include "base/input_output.h"
#include "base/json.h"
#include "base/progress.h"
#include "base/saving.h"
#include "base/utf8.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- All games ----------------------------------------------------------------------------------------- */
typedef struct game_list {
    store_game *games; /* owned */
    size_t count, capacity;
} game_list;

static bool collect_game(void *context, const store_game *game)
{
    game_list *list = context;
    list->games = array_reserve(list->games, &list->capacity, list->count + 1, sizeof *list->games);
    if (!list->games)
        fail_no_memory();
    list->games[list->count++] = *game;
    return true;
}

/* All games, the oldest first; none where there is no store. */
static game_list games_collect(eleven_store *store)
{
    game_list list = {0};
    eleven_problem problem;
    if (store && store_games(store, &(store_query){.is_reversed = true}, collect_game, &list, &problem))
        fail_problem(&problem);
    return list;
}

static void show_progress(progress *shown, const char *what, size_t done, size_t all)
{
    progress_show(shown, (double)done / (double)all, "%s %zu of %zu games, ", what, done, all);
}

/* ---- Checking ------------------------------------------------------------------------------------------ */
typedef void bad_game_report(void *context, int64_t id, const eleven_problem *problem);

static void bad_game_put(void *context, int64_t id, const eleven_problem *problem)
{
    json_out *json = context;
    if (json->out) {
        json_put_object(json, NULL);
        json_put_number(json, "id", (uint64_t)id);
        json_put_number(json, "line", problem->line);
        json_put_string(json, "error", problem->sentence);
        json_put_end(json);
    } else if (problem->line) {
        printf("game %" PRId64 ", line %" PRIu32 " of its record: %s\n", id, problem->line, problem->sentence);
    } else {
        printf("game %" PRId64 ": %s\n", id, problem->sentence);
    }
}

static void bad_game_complain(void *context, int64_t id, const eleven_problem *problem)
{
    (void)context;
    complain(complain_name, 0, "game %" PRId64 " is damaged: %s", id, problem->sentence);
}

/* A failure of the store itself ends the program. */
static bool game_is_sound(eleven_store *store, int64_t id, eleven_problem *problem)
{
    char *text;
    size_t length;
    *problem = (eleven_problem){0};
    eleven_error error = store_export(store, id, &text, &length, problem);
    if (store_has_failed(error))
        fail_problem(problem);
    free(text);
    return !error;
}

/* Reports the damaged games and returns how many there are. */
static unsigned games_verify(eleven_store *store, const game_list *list, bad_game_report *report, void *context)
{
    unsigned bad = 0;
    eleven_problem problem;
    progress shown = progress_begin(0, false);
    for (size_t i = 0; i < list->count; i++) {
        show_progress(&shown, "checked", i, list->count);
        if (!game_is_sound(store, list->games[i].id, &problem)) {
            progress_end(&shown);
            report(context, list->games[i].id, &problem);
            bad++;
        }
    }
    progress_end(&shown);
    return bad;
}

static bool has_lost(const eleven_store *store)
{
    return store && store_has_lost(store);
}

int games_check(eleven_store *store, bool as_json)
{
    game_list list = games_collect(store);
    json_out json = as_json ? json_begin(stdout) : (json_out){0};
    if (as_json) {
        json_put_number(&json, "games", list.count);
        json_put_array(&json, "damaged");
    }
    unsigned bad = games_verify(store, &list, bad_game_put, &json);
    if (as_json) {
        json_finish(&json);
    } else {
        printf("%zu game%s checked, %u damaged\n", list.count, plural(list.count), bad);
    }
    free(list.games);
    return bad || has_lost(store) ? STATUS_FAILURE : 0;
}

int games_complain(eleven_store *store)
{
    game_list list = games_collect(store);
    unsigned bad = games_verify(store, &list, bad_game_complain, NULL);
    free(list.games);
    return bad || has_lost(store) ? STATUS_FAILURE : 0;
}

/* ---- Writing ------------------------------------------------------------------------------------------- */
typedef struct export_job {
    eleven_store *store;
    const char *path;
    /* `is_file`: not standard output, a pipe or a device; `replaces`: the file exists; `is_missed`: it has games that
     * are not saved here. */
    bool as_json, has_extras, is_file, replaces, is_missed;
    /* `damaged.out` is NULL until it is needed; only where `path` is a file. */
    file_writer sound, damaged;
    buffer damaged_path;
    unsigned written, bad;
    progress shown;
} export_job;

/* What the record of a game does not contain, as comments after its first line. Returns how much of the record is
 * before them. */
static size_t extras_write(const store_game *game, const char *text, FILE *out)
{
    size_t first = strcspn(text, "\n") + 1;
    fwrite(text, 1, first, out);
    fprintf(out, "; saved %" PRId64 "\n; played %" PRId64 "\n", game->touched, game->played);
    if (game->title[0])
        fprintf(out, "; title %s\n", game->title);
    if (game->is_running)
        fputs("; running\n", out);
    return first;
}

static void record_write(export_job *job, const store_game *game, const char *text, size_t length)
{
    FILE *out = job->sound.out;
    if (job->as_json) {
        json_out json = json_begin(out);
        json_put_number(&json, "id", (uint64_t)game->id);
        json_put_string(&json, "record", text);
        json_finish(&json);
        return;
    }
    if (job->written > 0)
        fputs("\n", out);
    size_t done = job->has_extras ? extras_write(game, text, out) : 0;
    fwrite(text + done, 1, length - done, out);
}

static void damaged_write(export_job *job, const char *text, size_t length)
{
    if (!job->is_file)
        return;
    if (!job->damaged.out)
        job->damaged = output_open(job->damaged_path.at);
    fwrite(text, 1, length, job->damaged.out);
    fputs("\n", job->damaged.out);
}

/* A failure of the store ends the export; the file stays as it was. */
static void game_write(export_job *job, const store_game *game)
{
    char *text = NULL;
    size_t length = 0;
    eleven_problem problem = {0};
    eleven_error error = store_export(job->store, game->id, &text, &length, &problem);
    if (store_has_failed(error)) {
        output_close(&job->sound, false);
        progress_end(&job->shown);
        fail_problem(&problem);
    }
    if (!error) {
        record_write(job, game, text, length);
        job->written++;
    } else {
        progress_end(&job->shown);
        bad_game_complain(NULL, game->id, &problem);
        damaged_write(job, text, length);
        job->bad++;
    }
    free(text);
}

/* A file that is there may be a better backup than what can be read now, and a file without a game is none. */
static int export_end(export_job *job)
{
    unsigned games = job->bad + job->written;
    bool is_one = job->bad == 1, is_worse = job->bad > 0 || job->written == 0 || job->is_missed || has_lost(job->store);
    bool is_kept = (job->replaces && is_worse) || (job->is_file && games == 0);
    bool has_damaged = job->is_file && !(is_kept && access(job->damaged_path.at, F_OK) == 0);
    output_close(&job->sound, !is_kept);
    if (job->damaged.out)
        output_close(&job->damaged, has_damaged);
    if (is_kept && games == 0)
        complain(complain_name, STATUS_FAILURE, "%s is not written, because there is no game", job->path);
    else if (is_kept)
        complain(complain_name, STATUS_FAILURE, "%s is not replaced, because games are missing; name a new file",
                 job->path);
    if (job->bad == 0)
        return is_kept || has_lost(job->store) ? STATUS_FAILURE : 0;
    return complain(complain_name, STATUS_FAILURE, "%u of %u game%s %s not verify, and %s %s%s%s", job->bad, games,
                    plural(games), is_one ? "does" : "do", is_one ? "is" : "are",
                    has_damaged    ? "in "
                    : job->is_file ? "left out, because there already is "
                                   : "left out; --output FILE writes to FILE.damaged what is damaged",
                    job->is_file ? job->path : "", job->is_file ? ".damaged" : "");
}

static bool begins_with(const char *text, const char *end, const char *start)
{
    size_t length = strlen(start);
    return (size_t)(end - text) >= length && memcmp(text, start, length) == 0;
}

static const char *line_after(const char *text, const char *end)
{
    const char *line = memchr(text, '\n', (size_t)(end - text));
    return line ? line + 1 : end;
}

static const char *blank_skip(const char *text, const char *end)
{
    while (text < end && (isspace((unsigned char)*text) || *text == ';'))
        text = *text == ';' ? line_after(text, end) : text + 1;
    return text;
}

/* Whether this text has a game, or a later state of one, that is not saved here. So has a record that cannot be read:
 * it may be cut off, or of a newer Eleven. */
static bool record_is_more(eleven_store *store, const char *text, size_t length)
{
    int64_t id;
    bool is_later;
    eleven_problem problem;
    if (store_identify(store, text, length, &id, &is_later, &problem) == ELEVEN_OK)
        return id == 0 || is_later;
    return begins_with(blank_skip(text, text + length), text + length, "eleven game ");
}

/* The record in a line of an export with --json: {"id":7,"record":"eleven game 1\u000a..."}. */
static buffer record_in(const char *line, const char *end)
{
    static const char start[] = ",\"record\":\"";
    buffer record = {0};
    const char *at = memchr(line, ',', (size_t)(end - line));
    if (!at || !begins_with(at, end, start))
        return record;
    for (at += strlen(start); end - at > (ptrdiff_t)strlen("\\u000a") && *at != '"'; at++) {
        if (begins_with(at, end, "\\u00")) {
            const char digits[] = {at[4], at[5], '\0'};
            buffer_byte(&record, (unsigned)strtoul(digits, NULL, 16));
            at += strlen("u000a");
        } else {
            at += *at == '\\';
            buffer_byte(&record, (unsigned char)*at);
        }
    }
    if (record.failed)
        fail_no_memory();
    return record;
}

static bool line_is_more(eleven_store *store, const char *line, const char *end)
{
    buffer record = record_in(line, end);
    bool is_more = record.length == 0 || record_is_more(store, record.at, record.length);
    buffer_free(&record);
    return is_more;
}

/* Whether a file has games, or later states of games, that are not saved here. */
static bool file_has_more(eleven_store *store, const char *path)
{
    buffer file = input_read(path);
    const char *text = file.at, *end = file.at + file.length;
    bool has_more = false;
    while (text < end && !has_more) {
        bool is_json = begins_with(text, end, "{\"id\":");
        const char *next = is_json ? line_after(text, end) : text + eleven_record_length(text, (size_t)(end - text));
        has_more = is_json ? line_is_more(store, text, next) : record_is_more(store, text, (size_t)(next - text));
        text = next;
    }
    buffer_free(&file);
    return has_more;
}

int games_export(eleven_store *store, const games_export_options *options)
{
    game_list list = {0};
    if (options->is_all)
        list = games_collect(store);
    else
        collect_game(&list, &(store_game){.id = options->id});
    export_job job = {
        .store = store, .path = options->path, .as_json = options->as_json, .has_extras = options->has_extras};
    struct stat about;
    bool exists = stat(job.path, &about) == 0;
    job.is_file = strcmp(job.path, "-") != 0 && (!exists || S_ISREG(about.st_mode));
    job.replaces = job.is_file && exists;
    job.is_missed = store && job.replaces && options->replaces && file_has_more(store, job.path);
    buffer_format(&job.damaged_path, "%s.damaged", job.path);
    if (job.damaged_path.failed)
        fail_no_memory();
    output_check(job.path, options->replaces);
    if (job.is_file)
        output_check(job.damaged_path.at, options->replaces);
    job.sound = output_open(job.path);
    job.shown = progress_begin(0, false);
    for (size_t i = 0; i < list.count; i++) {
        if (job.is_file)
            show_progress(&job.shown, "wrote", i, list.count);
        game_write(&job, &list.games[i]);
    }
    progress_end(&job.shown);
    free(list.games);
    int status = export_end(&job);
    buffer_free(&job.damaged_path);
    return status;
}

/* ---- Merging ------------------------------------------------------------------------------------------- */
typedef struct import_job {
    eleven_store *store;
    const char *path;
    unsigned counts[3], bad;
    progress shown;
} import_job;

/* Milliseconds; 0 for what no clock states: a negative number, or one after the year 9999. */
static int64_t milliseconds_in(const char *text)
{
    const long long most = 253402300799999, number = strtoll(text, NULL, 10);
    return number >= 0 && number <= most ? number : 0;
}

static store_extras extras_read(const char *text, const char *end)
{
    store_extras extras = {0};
    for (const char *line = text; line < end; line = line_after(line, end)) {
        const char *stop = line_after(line, end);
        if (begins_with(line, stop, "; saved "))
            extras.touched = milliseconds_in(line + 8);
        else if (begins_with(line, stop, "; played "))
            extras.played = milliseconds_in(line + 9);
        else if (begins_with(line, stop, "; title "))
            utf8_copy(extras.title, sizeof extras.title, line + 8, strcspn(line + 8, "\r\n"));
        else if (begins_with(line, stop, "; running"))
            extras.is_running = true;
    }
    return extras;
}

/* Nothing of an import that fails is kept. Closing the store gives its space on the disk back. */
__attribute__((noreturn)) static void import_fail(import_job *job, const eleven_problem *problem)
{
    progress_end(&job->shown);
    store_close(job->store);
    fail_with("%s; nothing was imported", problem->sentence);
}

static void record_import(import_job *job, const char *text, const char *end, uint32_t line)
{
    store_extras extras = extras_read(text, end);
    store_imported result;
    eleven_problem problem = {0};
    eleven_error error = store_import(job->store, text, (size_t)(end - text), &extras, &result, &problem);
    if (error == ELEVEN_NO_MEMORY ||
        (error == ELEVEN_NO_STORAGE && !strstr(problem.sentence, "another program plays"))) {
        store_import_end(job->store, false, NULL);
        import_fail(job, &problem);
    }
    if (!error) {
        job->counts[result]++;
        return;
    }
    job->bad++;
    progress_end(&job->shown);
    if (problem.line)
        complain(complain_name, 0, "%s:%" PRIu32 ":%" PRIu32 ": %s", input_name(job->path), line + problem.line - 1,
                 problem.column, problem.sentence);
    else
        complain(complain_name, 0, "%s:%" PRIu32 ": %s", input_name(job->path), line, problem.sentence);
}

static void records_import(import_job *job, const char *text, const char *end)
{
    const char *begin = text;
    uint32_t line = 1;
    job->shown = progress_begin(0, false);
    while (text < end) {
        progress_show(&job->shown, (double)(text - begin) / (double)(end - begin), "reading the games, ");
        const char *next = text + eleven_record_length(text, (size_t)(end - text));
        record_import(job, text, next, line);
        for (; text < next; text = line_after(text, next))
            line++;
    }
    progress_end(&job->shown);
}

int games_import(eleven_store *store, const char *path, bool as_json)
{
    import_job job = {.store = store, .path = path};
    eleven_problem problem;
    buffer file = input_read(path);
    const char *end = file.at + file.length;
    if (file.length == 0 || blank_skip(file.at, end) == end)
        fail_with("%s contains no game", input_name(path));
    if (store_import_begin(store, &problem))
        fail_problem(&problem);
    records_import(&job, file.at, end);
    if (store_import_end(store, true, &problem))
        import_fail(&job, &problem);
    buffer_free(&file);
    const unsigned *counts = job.counts;
    if (as_json) {
        json_out json = json_begin(stdout);
        json_put_number(&json, "games_added", counts[STORE_ADDED]);
        json_put_number(&json, "games_continued", counts[STORE_CONTINUED]);
        json_put_number(&json, "games_known", counts[STORE_KNOWN]);
        json_put_number(&json, "games_failed", job.bad);
        json_finish(&json);
    } else {
        printf("%u game%s added, %u continued, %u known already, %u not imported\n", counts[STORE_ADDED],
               plural(counts[STORE_ADDED]), counts[STORE_CONTINUED], counts[STORE_KNOWN], job.bad);
    }
    return job.bad ? STATUS_FAILURE : 0;
}
