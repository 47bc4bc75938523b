/* The store on a failing system: each allocation and each call fails once, in every operation, for the store and for
 * SQLite (test/faults/torture.c). Then the operation has reported one sentence, or it has succeeded; the file has the
 * state before it or the one after it; and when the system works again, the same operation succeeds with the same
 * store. */
#include "store_fixture.h"

#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <sys/file.h>

#include "test/faults/torture.h"

/* ---- What is stored ------------------------------------------------------------------------------------ */
/* The beginning of each run: the database file, and records to import. */
static char *given;
static size_t given_length;
static char *longer[2], *other, *deleted;

static const char question[] =
    "SELECT (SELECT group_concat(game.id || title || (deleted > 0) || class || ifnull(sitting, '-') || ':' ||"
    " ifnull(entry, '-') || text, char(10)) FROM game JOIN record ON record.id = game.id) ||"
    " ifnull((SELECT group_concat(id || '@' || position) FROM sitting), '') ||"
    " ifnull((SELECT group_concat(name || '=' || value) FROM setting), '') ||"
    " (SELECT integrity_check FROM pragma_integrity_check)";

static char *stored(void)
{
    return sql(database, question);
}

static void play_some(program at, uint64_t seed, unsigned moves)
{
    begin_game(at.session, at.rules.name, 4, seed);
    for (unsigned i = 0; i < moves; i++)
        move_some(at.session, i);
    save(at);
}

/* The record of the current game as it would be after more moves. */
static char *record_later(program at, unsigned moves)
{
    for (unsigned i = 0; i < moves; i++)
        move_some(at.session, i + 1);
    char *text = printed(at.session);
    for (unsigned i = 0; i < moves; i++)
        eleven_session_undo(at.session, 0);
    return text;
}

static void remove_files(void)
{
    char path[800];
    DIR *files = opendir(folder);
    for (struct dirent *file; (file = readdir(files)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        if (file->d_name[0] != '.')
            assert_int_equal(remove(path), 0);
    }
    closedir(files);
}

/* Game 1 has left its timeline and is deleted, 2 and 3 are in one, with moves to redo, 4 is of another size. */
static int make_stored(void **state)
{
    if (make_folder(state))
        return -1;
    program at = start();
    play_some(at, 1, 20);
    deleted = record_later(at, 4);
    while (eleven_session_undo(at.session, 0))
        continue;
    play_some(at, 2, 12);
    longer[0] = record_later(at, 5);
    play_some(at, 3, 30);
    for (unsigned i = 0; i < 5; i++)
        eleven_session_undo(at.session, 0);
    save(at);
    longer[1] = record_later(at, 40);
    assert_int_equal(store_delete(at.store, 1, true, NULL), ELEVEN_OK);
    assert_int_equal(store_rename(at.store, 2, "the second", NULL), ELEVEN_OK);
    assert_int_equal(store_keep_setting(at.store, "theme", "dark", NULL), ELEVEN_OK);
    finish(at);
    at = start_sized("fibonacci", 3, 3);
    begin_game(at.session, "fibonacci", 3, 4);
    move_some(at.session, 0);
    save(at);
    begin_game(at.session, "fibonacci", 3, 5);
    move_some(at.session, 0);
    other = printed(at.session);
    finish(at);
    given = bytes_read(database, &given_length);
    return 0;
}

static int free_stored(void **state)
{
    free(given);
    free(longer[0]);
    free(longer[1]);
    free(other);
    free(deleted);
    return remove_folder(state);
}

/* ---- Operations ---------------------------------------------------------------------------------------- */
/* The descriptor of the lock of another program; and a failure of one statement. */
enum { LOCK_HELD = 99, STATEMENT = TORTURE_CUT + 1 };

/* What an operation has read, to be compared. */
static char answer[20000];
static bool has_failed;

static void answer_add(const char *text)
{
    snprintf(answer + strlen(answer), sizeof answer - strlen(answer), "%s\n", text);
}

typedef struct operation {
    /* Prepares the folder, or a program; nothing fails in it. */
    void (*prepare)(program *at);
    eleven_error (*run)(program *at, eleven_problem *problem);
    /* After a failure the database need not be readable before the operation has succeeded; or it never is. */
    bool is_rescue, is_look;
} operation;

static void open_program(program *at)
{
    *at = start();
}

static void open_only(program *at)
{
    *at = (program){rules_named("classic"), open_store(), eleven_session_new()};
}

static void change_timeline(program *at)
{
    open_program(at);
    for (unsigned i = 0; i < 30; i++)
        eleven_session_undo(at->session, 0);
    move_some(at->session, 2);
    eleven_session_mark_helped(at->session);
    begin_game(at->session, "classic", 4, 77);
    move_some(at->session, 0);
}

static void begin_sitting(program *at)
{
    *at = start_sized("classic", 5, 5);
    begin_game(at->session, "classic", 5, 8);
    move_some(at->session, 0);
}

static void replace_first_game(program *at)
{
    open_program(at);
    while (eleven_session_undo(at->session, 0))
        continue;
    begin_game(at->session, "classic", 4, 78);
}

static eleven_error save_it(program *at, eleven_problem *problem)
{
    return store_save(at->store, at->session, problem);
}

static bool see_game(void *context, const store_game *game)
{
    char line[200];
    (void)context;
    snprintf(line, sizeof line, "%d %s %d %d", (int)game->id, game->title, (int)game->score, game->is_running);
    answer_add(line);
    return true;
}

static bool see_totals(void *context, const store_totals *totals)
{
    (void)context;
    answer_add(totals->rules);
    return true;
}

static eleven_error read_records(eleven_store *store, eleven_problem *problem)
{
    char *text;
    size_t length;
    for (int64_t id = 1; id <= 4; id++) {
        eleven_error error = store_export(store, id, &text, &length, problem);
        if (error)
            return error;
        answer_add(text);
        free(text);
    }
    return ELEVEN_OK;
}

static eleven_error read_all(program *at, eleven_problem *problem)
{
    uint64_t number[3] = {0};
    int64_t id[2] = {0};
    store_bests bests = {0};
    char text[200], value[STORE_SETTING] = "";
    store_game game;
    uint64_t hash = eleven_rules_hash(&at->rules);
    eleven_error error = store_games(at->store, NULL, see_game, NULL, problem);
    error = error ? error : store_count(at->store, NULL, &number[0], problem);
    error = error ? error : store_find(at->store, 2, &game, problem);
    error = error ? error : store_rank(at->store, 2, &number[1], &number[2], problem);
    error = error ? error : store_best(at->store, hash, 4, 4, &bests, problem);
    error = error ? error : store_statistics(at->store, see_totals, NULL, problem);
    error = error ? error : store_latest(at->store, &id[0], problem);
    error = error ? error : store_identify(at->store, longer[0], strlen(longer[0]), &id[1], &(bool){false}, problem);
    error = error ? error : store_setting(at->store, "theme", value, problem);
    error = error ? error : store_check(at->store, problem);
    snprintf(text, sizeof text, "%d %d %d %d %d %d %s %s", (int)number[0], (int)number[1], (int)number[2],
             (int)bests.plain, (int)id[0], (int)id[1], value, error ? "" : game.title);
    answer_add(text);
    return error ? error : read_records(at->store, problem);
}

static eleven_error rename_one(program *at, eleven_problem *problem)
{
    return store_rename(at->store, 3, "three", problem);
}

static eleven_error delete_one(program *at, eleven_problem *problem)
{
    return store_delete(at->store, 2, true, problem);
}

static eleven_error keep_setting(program *at, eleven_problem *problem)
{
    return store_keep_setting(at->store, "theme", "light", problem);
}

static eleven_error drop_settings(program *at, eleven_problem *problem)
{
    return store_drop_settings(at->store, problem);
}

static eleven_error import_all(program *at, eleven_problem *problem)
{
    const char *const texts[] = {longer[0], longer[1], other, deleted};
    const store_extras extras = {.is_running = true, .title = "of another machine", .touched = 5, .played = 6};
    store_imported result;
    eleven_error error = store_import_begin(at->store, problem);
    if (error)
        return error;
    for (unsigned i = 0; !error && i < 4; i++) {
        error = store_import(at->store, texts[i], strlen(texts[i]), &extras, &result, problem);
        answer_add(error ? "" : result == STORE_KNOWN ? "known" : result == STORE_ADDED ? "added" : "continued");
    }
    eleven_error last = store_import_end(at->store, !error, error ? NULL : problem);
    return error ? error : last;
}

static eleven_error resume_kept(program *at, eleven_problem *problem, int64_t id)
{
    eleven_session *session = eleven_session_new();
    if (!session)
        return snprintf(problem->sentence, sizeof problem->sentence, "out of memory") ? ELEVEN_NO_MEMORY : ELEVEN_OK;
    eleven_error error = id ? store_resume_game(at->store, id, session, problem)
                            : store_resume(at->store, &at->rules, 4, 4, session, problem);
    eleven_session_free(error ? session : at->session);
    if (!error)
        at->session = session;
    return error;
}

static eleven_error resume_sitting(program *at, eleven_problem *problem)
{
    return resume_kept(at, problem, 0);
}

static eleven_error resume_first(program *at, eleven_problem *problem)
{
    return resume_kept(at, problem, 1);
}

/* ---- Opening ------------------------------------------------------------------------------------------- */
static eleven_error open_it(program *at, eleven_problem *problem)
{
    return store_open(folder, &at->store, problem);
}

static void nothing(program *at)
{
    *at = (program){.rules = rules_named("classic")};
}

static void nothing_there(program *at)
{
    nothing(at);
    remove_files();
}

static void first_format(program *at)
{
    nothing(at);
    free(sql(database, "DROP INDEX game_by_date; DROP INDEX game_by_deletion; DROP TABLE setting;"
                       "ALTER TABLE game DROP COLUMN title; ALTER TABLE game DROP COLUMN deleted;"
                       "ALTER TABLE game DROP COLUMN touched; ALTER TABLE game DROP COLUMN played;"
                       "ALTER TABLE game DROP COLUMN hints; ALTER TABLE game DROP COLUMN class;"
                       "ALTER TABLE game DROP COLUMN plain_score; ALTER TABLE game ADD COLUMN honest INTEGER NOT NULL"
                       " AS (undos = 0 AND helped = 0 AND NOT from_board); PRAGMA user_version = 1"));
}

static void damaged_header(program *at)
{
    nothing(at);
    bytes_patch(0, 0, 4096);
}

/* Another program plays, so that the damaged file can only be looked at. */
static void damaged_in_use(program *at)
{
    char path[600];
    damaged_header(at);
    snprintf(path, sizeof path, "%s/sitting-9.lock", folder);
    int lock = open(path, O_RDWR | O_CREAT, 0600);
    assert_int_equal(dup2(lock, LOCK_HELD), LOCK_HELD);
    assert_int_equal(flock(LOCK_HELD, LOCK_EX | LOCK_NB), 0);
    close(lock);
}

static eleven_error look_at_it(program *at, eleven_problem *problem)
{
    eleven_error error = at->store ? ELEVEN_OK : store_look(folder, &at->store, problem);
    if (!error)
        answer_add(store_notice(at->store));
    return error ? error : store_games(at->store, NULL, see_game, NULL, problem);
}

/* ---- Statements that fail ------------------------------------------------------------------------------ */
/* The statement with this number is interrupted; 0: none. */
static long statement_wanted, statement_number;
static bool is_due;

static int see_statement(unsigned type, void *context, void *statement, void *text)
{
    (void)type, (void)context, (void)statement, (void)text;
    is_due |= ++statement_number == statement_wanted;
    return 0;
}

static int interrupt(void *context)
{
    (void)context;
    bool is_now = is_due;
    is_due = false;
    return is_now;
}

static int watch(sqlite3 *opened, char **message, const struct sqlite3_api_routines *routines)
{
    (void)message, (void)routines;
    sqlite3_trace_v2(opened, SQLITE_TRACE_STMT, see_statement, NULL);
    sqlite3_progress_handler(opened, 1, interrupt, NULL);
    return SQLITE_OK;
}

/* ---- The sweep ----------------------------------------------------------------------------------------- */
/* Runs it, and notes what it has read and what the session is afterwards. */
static eleven_error run_once(const operation *what, program *at, eleven_problem *problem, torture_kind kind,
                             long number)
{
    bool is_statement = (int)kind == STATEMENT;
    *answer = '\0';
    statement_wanted = is_statement ? number : 0;
    statement_number = 0;
    torture_begin(is_statement ? TORTURE_NOTHING : kind, number);
    eleven_error error = what->run(at, problem);
    has_failed = torture_end() || (is_statement && statement_number >= number);
    statement_wanted = 0;
    is_due = false;
    char *text = at->session ? timeline(at->session) : NULL;
    answer_add(text ? text : "");
    free(text);
    return error;
}

static void expect_one_sentence(const eleven_problem *problem)
{
    if (strncmp(problem->sentence, "cannot ", 7) != 0 && !strstr(problem->sentence, "out of memory"))
        fail_msg("not a sentence: '%s'", problem->sentence);
    assert_null(strchr(problem->sentence, '\n'));
}

static void prepare(const operation *what, program *at)
{
    remove_files();
    bytes_write(database, given, given_length);
    *at = (program){0};
    what->prepare(at);
}

/* The operation without a failure: what is stored before and after it, and what it reads. */
typedef struct known {
    char *before, *after, *answer;
} known;

static known find_known(const operation *what)
{
    program at;
    eleven_problem problem = {0};
    known it = {0};
    prepare(what, &at);
    if (!what->is_rescue)
        it.before = stored();
    if (run_once(what, &at, &problem, TORTURE_NOTHING, 0))
        fail_msg("without a failure: %s", problem.sentence);
    it.after = what->is_look ? NULL : stored();
    it.answer = strdup(answer);
    finish(at);
    return it;
}

static void expect_state(const operation *what, const known *it, bool is_done)
{
    if (is_done)
        assert_string_equal(answer, it->answer);
    if (what->is_look || (!is_done && what->is_rescue))
        return;
    char *found = stored();
    if (strcmp(found, it->after) != 0 && (is_done || strcmp(found, it->before) != 0))
        fail_msg("stored:\n%s\n---- before\n%s\n---- after\n%s", found, it->before, it->after);
    free(found);
}

/* Only a damaged database is put aside. */
static void expect_in_place(void)
{
    glob_t found;
    char pattern[4200];
    snprintf(pattern, sizeof pattern, "%s/eleven-damaged-*", folder);
    assert_int_equal(glob(pattern, 0, NULL, &found), GLOB_NOMATCH);
}

/* Whether something failed. */
static bool fails(const operation *what, const known *it, torture_kind kind, long number)
{
    program at;
    eleven_problem problem = {0};
    prepare(what, &at);
    eleven_error error = run_once(what, &at, &problem, kind, number);
    bool was_reached = has_failed;
    expect_state(what, it, !error);
    if (error) {
        expect_one_sentence(&problem);
        if (run_once(what, &at, &problem, TORTURE_NOTHING, 0))
            fail_msg("when it works again: %s", problem.sentence);
        expect_state(what, it, true);
    }
    if (!what->is_rescue)
        expect_in_place();
    finish(at);
    return was_reached;
}

static void sweep(const operation *what)
{
    static const torture_kind kinds[] = {TORTURE_MEMORY, TORTURE_STARVE, TORTURE_CALL, TORTURE_SHORT,
                                         (torture_kind)STATEMENT};
    /* Every number at first, then fewer and fewer. */
    static const long steps[] = {30, 2, 60, 30, 100};
    known it = find_known(what);
    unsigned files = open_files();
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        long number = 1;
        while (fails(what, &it, kinds[i], number))
            number += 1 + number / steps[i];
        assert_true(number > 1);
    }
    assert_int_equal(open_files(), files);
    free(it.before);
    free(it.after);
    free(it.answer);
}

#define SWEEP(name, prepared, operation_run, damaged)                                                                  \
    static void name(void **state)                                                                                     \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        sweep(&(const operation){prepared, operation_run, damaged, false});                                            \
    }

SWEEP(saving_a_changed_timeline, change_timeline, save_it, false)
SWEEP(saving_a_new_sitting, begin_sitting, save_it, false)
SWEEP(saving_another_first_game, replace_first_game, save_it, false)
SWEEP(reading, open_program, read_all, false)
SWEEP(renaming, open_program, rename_one, false)
SWEEP(deleting, open_program, delete_one, false)
SWEEP(keeping_a_setting, open_program, keep_setting, false)
SWEEP(dropping_settings, open_program, drop_settings, false)
SWEEP(importing, open_only, import_all, false)
SWEEP(resuming_a_sitting, open_only, resume_sitting, false)
SWEEP(resuming_a_game, open_program, resume_first, false)
SWEEP(opening, nothing, open_it, false)
SWEEP(opening_a_new_store, nothing_there, open_it, true)
SWEEP(opening_the_first_format, first_format, open_it, true)
SWEEP(opening_a_damaged_store, damaged_header, open_it, true)

static void looking_at_a_damaged_store(void **state)
{
    (void)state;
    sweep(&(const operation){damaged_in_use, look_at_it, true, true});
    close(LOCK_HELD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {

        cmocka_unit_test(saving_a_changed_timeline),
        cmocka_unit_test(saving_a_new_sitting),
        cmocka_unit_test(saving_another_first_game),
        cmocka_unit_test(reading),
        cmocka_unit_test(renaming),
        cmocka_unit_test(deleting),
        cmocka_unit_test(keeping_a_setting),
        cmocka_unit_test(dropping_settings),
        cmocka_unit_test(importing),
        cmocka_unit_test(resuming_a_sitting),
        cmocka_unit_test(resuming_a_game),
        cmocka_unit_test(opening),
        cmocka_unit_test(opening_a_new_store),
        cmocka_unit_test(opening_the_first_format),
        cmocka_unit_test(opening_a_damaged_store),
        cmocka_unit_test(looking_at_a_damaged_store),
    };
    sqlite3_auto_extension((void (*)(void))watch);
    return cmocka_run_group_tests(tests, make_stored, free_stored);
}
