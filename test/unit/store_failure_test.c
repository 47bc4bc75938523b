/* The store in trouble: what cannot be used is left as it was and named in one sentence; what cannot be saved
 * now is saved later. */
#include "store_fixture.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>

/* ---- Files that cannot be used ------------------------------------------------------------------------- */

static void expect_refused(const char *path, eleven_error error, const char *sentence)
{
    eleven_store *store = NULL;
    eleven_problem problem = {0};
    assert_int_equal(store_open(path, &store, &problem), error);
    assert_null(store);
    if (!strstr(problem.sentence, sentence))
        fail_msg("'%s' should contain '%s'", problem.sentence, sentence);
}

static void expect_refused_untouched(eleven_error error, const char *sentence)
{
    size_t length, length_after;
    char *before = bytes_read(database, &length);
    expect_refused(folder, error, sentence);
    char *after = bytes_read(database, &length_after);
    assert_int_equal(length, length_after);
    assert_memory_equal(before, after, length);
    free(before);
    free(after);
}

static void impossible_folders_are_named(void **state)
{
    (void)state;
    char path[2000];
    snprintf(path, sizeof path, "%s/file", folder);
    bytes_write(path, "x", 1);
    expect_refused(path, ELEVEN_NO_STORAGE, "/file: Not a directory");
    strcat(path, "/below");
    expect_refused(path, ELEVEN_NO_STORAGE, "cannot make the folder ");
    expect_refused(path, ELEVEN_NO_STORAGE, "/file/below: Not a directory");
    expect_refused("", ELEVEN_NO_STORAGE, "cannot make the folder : No such file");
    expect_refused("/proc/eleven/store", ELEVEN_NO_STORAGE, "/proc/eleven/store: ");
    for (unsigned i = 0; i < 100; i++)
        strcat(path, "/a-long-name");
    expect_refused(path, ELEVEN_NO_STORAGE, "cannot make the folder ...");
    expect_refused(path, ELEVEN_NO_STORAGE, "/a-long-name/a-long-name: Not a directory");
}

static void open_as_nobody(void *context)
{
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
        _exit(2);
    expect_refused_untouched(ELEVEN_NO_STORAGE, context);
}

/* Permissions bind everybody but root: root tests them as nobody. */
static void read_only_folders_and_files_stay_so(void **state)
{
    (void)state;
    struct stat about;
    save_a_game();
    chmod(database, 0444);
    chmod(folder, 0777);
    assert_int_equal(in_another_program(open_as_nobody, "/eleven.db: it is read-only"), 0);
    chmod(database, 0666);
    chmod(folder, 0555);
    assert_int_equal(in_another_program(open_as_nobody, ": Permission denied"), 0);
    assert_int_equal(stat(folder, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0555);
    chmod(folder, 0755);
}

static void foreign_files_are_left_alone(void **state)
{
    (void)state;
    const char text[] = "My diary. I began it long before there was a game of that name.\n"
                        "It is a file of some length, so that it might pass for something else.\n";
    bytes_write(database, text, sizeof text - 1);
    expect_refused_untouched(ELEVEN_NO_STORAGE, "damaged or not a store");
    remove(database);
    free(sql(database, "CREATE TABLE address (name TEXT)"));
    expect_refused_untouched(ELEVEN_NO_STORAGE, "not a store of Eleven");
    free(sql(database, "PRAGMA application_id = 77"));
    expect_refused_untouched(ELEVEN_NO_STORAGE, "not a store of Eleven");
    remove(database);
    mkdir(database, 0700);
    expect_refused(folder, ELEVEN_NO_STORAGE, "/eleven.db: ");
}

/* Writes like a newer Eleven and dies, so that all is still in the log. */
static void write_newer_and_die(void *context)
{
    sqlite3 *shell;
    (void)context;
    sqlite3_open(database, &shell);
    sqlite3_exec(shell, "PRAGMA user_version = 4; CREATE TABLE novelty (id)", NULL, NULL, NULL);
    kill(getpid(), SIGKILL);
}

static void newer_files_are_left_alone(void **state)
{
    (void)state;
    char log[400];
    save_a_game();
    in_another_program(write_newer_and_die, NULL);
    expect_refused_untouched(ELEVEN_NEWER, "/eleven.db: it was written by a newer Eleven");
    expect_sql("SELECT count(*) FROM novelty", "0");
    expect_refused_untouched(ELEVEN_NEWER, "it was written by a newer Eleven");
    snprintf(log, sizeof log, "%s-wal", database);
    assert_int_equal(access(log, F_OK), -1);
    expect_sql("PRAGMA user_version = 3; SELECT count(*) FROM game", "1");
    finish(start());
}

/* ---- Saves that fail ----------------------------------------------------------------------------------- */

static void allow_file_size(rlim_t size)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = size;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    signal(SIGXFSZ, SIG_IGN);
}

static void open_on_a_full_disk(void *context)
{
    (void)context;
    allow_file_size(0);
    expect_refused(folder, ELEVEN_NO_STORAGE, "eleven.db: ");
}

/* There and back over the beginning of a game: its end is where it was, but the moves taken back count. */
static void undo_and_redo_two_games(program at, bool is_stored)
{
    begin_game(at.session, "classic", 4, 5);
    move_some(at.session, 0);
    begin_game(at.session, "classic", 4, 6);
    move_some(at.session, 0);
    if (is_stored)
        save(at), allow_file_size(4096);
    for (unsigned i = 0; i < 6; i++) {
        i < 3 ? eleven_session_undo(at.session, 0) : eleven_session_redo(at.session, 0);
        if (is_stored)
            assert_int_equal(store_save(at.store, at.session, NULL), ELEVEN_NO_STORAGE);
    }
    if (is_stored)
        allow_file_size(RLIM_INFINITY), save(at);
}

/* Acts while nothing can be written, then with room again; leaves without closing. */
static void act_on_a_full_disk(void *context)
{
    eleven_session *known = context;
    eleven_problem problem = {0};
    program at = start();
    unsigned failed = 0;
    for (unsigned i = 0; i < 400; i++) {
        unsigned random = (unsigned)(eleven_random(8, i) >> 34);
        if (eleven_session_length(at.session) == 0)
            begin_game(at.session, "classic", 4, 3), begin_game(known, "classic", 4, 3);
        act(at.session, random);
        act(known, random);
        allow_file_size(i % 40 < 20 ? 4096 : RLIM_INFINITY);
        size_t unsaved = eleven_session_unsaved(at.session);
        eleven_error error = store_save(at.store, at.session, &problem);
        failed += error != ELEVEN_OK;
        assert_int_equal(eleven_session_unsaved(at.session), error ? unsaved : eleven_session_length(at.session));
    }
    assert_in_range(failed, 150, 250);
    assert_non_null(strstr(problem.sentence, "/eleven.db: "));
    program next = {at.rules, open_store(), eleven_session_new()};
    allow_file_size(RLIM_INFINITY);
    undo_and_redo_two_games(at, true);
    undo_and_redo_two_games((program){.session = known}, false);
    expect_rows(at.session);
    store_close(at.store);
    assert_int_equal(store_resume(next.store, &next.rules, 4, 4, next.session, NULL), ELEVEN_OK);
    _exit(same_timeline(next.session, known) ? 0 : 1);
}

static void a_full_disk_loses_nothing(void **state)
{
    (void)state;
    eleven_session *known = eleven_session_new();
    assert_int_equal(in_another_program(open_on_a_full_disk, NULL), 0);
    assert_int_equal(in_another_program(act_on_a_full_disk, known), 0);
    eleven_session_free(known);
    expect_sql("SELECT count(*) FROM sitting", "1");
}

static void a_sitting_that_cannot_be_read_is_left_behind(void **state)
{
    (void)state;
    eleven_problem problem = {0};
    save_a_game();
    free(sql(database, "UPDATE ply SET text = ' X' WHERE number = 3"));
    program at = {rules_named("classic"), open_store(), eleven_session_new()};
    assert_int_equal(store_resume(at.store, &at.rules, 4, 4, at.session, &problem), ELEVEN_BAD_TEXT);
    assert_non_null(strstr(problem.sentence, "game 1 cannot be read: a move is"));
    eleven_session_free(at.session);
    at.session = eleven_session_new();
    begin_game(at.session, "classic", 4, 10);
    save(at);
    finish(restart_damaged(at));
    expect_sql("SELECT group_concat(sitting || ':' || (moves > 0)) FROM game", "1:1,2:0");
}

/* Rows that do not follow each other, a sitting without games, and heads that cannot be read. */
static void sittings_with_wrong_rows(void **state)
{
    (void)state;
    static const struct {
        const char *change, *sentence;
        eleven_error error;
    } changes[] = {
        {"UPDATE game SET entry = entry + 1 WHERE id = 2", "game 2 cannot be read: it does not follow",
         ELEVEN_BAD_TEXT},
        {"UPDATE game SET entry = 5 WHERE id = 1", "game 1 cannot be read: it does not follow", ELEVEN_BAD_TEXT},
        {"UPDATE game SET head = replace(head, 'classic', 'classik') WHERE id = 1", "game 1 cannot be read",
         ELEVEN_BAD_TEXT},
        {"UPDATE game SET head = replace('eleven game 1;rule start 0;rule name a;size 2x2;', ';', char(10))"
         " WHERE id = 1",
         "game 1 cannot be read: spawn: 0 is the sum", ELEVEN_BAD_RULES},
        {"UPDATE sitting SET position = 900", "", ELEVEN_OK},
        {"UPDATE sitting SET position = 0", "", ELEVEN_OK},
        {"DELETE FROM game", "", ELEVEN_OK},
    };
    size_t length;
    program at = start();
    for (unsigned i = 0; i < 2; i++) {
        begin_game(at.session, "classic", 4, i + 1);
        for (unsigned k = 0; k < 10; k++)
            move_some(at.session, k);
    }
    save(at);
    finish(at);
    char *sound = bytes_read(database, &length);
    for (unsigned i = 0; i < sizeof changes / sizeof *changes; i++) {
        eleven_problem problem = {0};
        bytes_write(database, sound, length);
        free(sql(database, changes[i].change));
        at = (program){rules_named("classic"), open_store(), eleven_session_new()};
        assert_int_equal(store_resume(at.store, &at.rules, 4, 4, at.session, &problem), changes[i].error);
        if (!strstr(problem.sentence, changes[i].sentence))
            fail_msg("'%s' should contain '%s'", problem.sentence, changes[i].sentence);
        assert_int_equal(store_repair(at.store, NULL), changes[i].error ? ELEVEN_OK : ELEVEN_NO_STORAGE);
        if (!changes[i].error)
            assert_int_equal(eleven_session_length(at.session), strstr(changes[i].change, "DELETE") ? 0 : 22);
        if (strstr(changes[i].change, "900"))
            assert_int_equal(eleven_session_position(at.session), 22);
        if (strstr(changes[i].change, "= 0"))
            assert_int_equal(eleven_session_position(at.session), 1);
        finish(at);
    }
    free(sound);
}

/* Somebody empties the tables while a game is played: it is damage, and all of the game is saved again. */
static void rows_that_somebody_removed(void **state)
{
    (void)state;
    program at = start();
    begin_game(at.session, "classic", 4, 1);
    for (unsigned i = 0; i < 10; i++)
        move_some(at.session, i);
    save(at);
    free(sql(database, "DELETE FROM game; DELETE FROM ply"));
    move_some(at.session, 0);
    save(at);
    assert_non_null(strstr(store_notice(at.store), "the saved games were damaged"));
    expect_sql("SELECT count(*) || ' ' || moves FROM game", "1 11");
    finish(restart(at));
}

/* Somebody has added a ply that will be made, or has taken a table away. */
static void rows_and_tables_that_somebody_changed(void **state)
{
    (void)state;
    program at = start();
    begin_game(at.session, "classic", 4, 1);
    for (unsigned i = 0; i < 10; i++)
        move_some(at.session, i);
    save(at);
    free(sql(database, "INSERT INTO ply SELECT 1, 10, ' U'"));
    move_some(at.session, 0);
    save(at);
    assert_non_null(strstr(store_notice(at.store), "the saved games were damaged"));
    at = restart(at);
    expect_rows(at.session);
    finish(at);
    free(sql(database, "DROP TABLE setting"));
    at = start();
    assert_non_null(strstr(store_notice(at.store), "1 of 1 game recovered"));
    expect_rows(at.session);
    finish(restart(at));
}

/* The first number is taken, and a lock that is a folder. */
static void locks_of_sittings(void **state)
{
    (void)state;
    char path[600];
    eleven_problem problem = {0};
    program at = start();
    assert_int_equal(store_current(at.store, at.session), 0);
    begin_game(at.session, "classic", 4, 1);
    assert_int_equal(store_current(at.store, at.session), 0);
    for (unsigned i = 1; i < 3; i++) {
        snprintf(path, sizeof path, "%s/sitting-%u.lock", folder, i);
        int lock = open(path, O_RDWR | O_CREAT, 0600);
        assert_int_equal(flock(lock, LOCK_EX | LOCK_NB), 0);
    }
    save(at);
    expect_sql("SELECT id || ' ' || sitting FROM game", "1 3");
    assert_int_equal(store_current(at.store, at.session), 1);
    store_game game;
    assert_int_equal(store_find(at.store, 1, &game, NULL), ELEVEN_OK);
    assert_false(store_is_used(at.store, &game));
    game.sitting = 0;
    assert_false(store_is_used(at.store, &game));
    game.sitting = 1;
    assert_true(store_is_used(at.store, &game));
    finish(at);
    snprintf(path, sizeof path, "%s/sitting-3.lock", folder);
    remove(path);
    mkdir(path, 0700);
    at = (program){rules_named("classic"), open_store(), eleven_session_new()};
    game.sitting = 3;
    assert_false(store_is_used(at.store, &game));
    assert_int_equal(store_resume(at.store, &at.rules, 4, 4, at.session, &problem), ELEVEN_NO_STORAGE);
    assert_non_null(strstr(problem.sentence, ": Is a directory"));
    assert_int_equal(store_resume_game(at.store, 1, at.session, &problem), ELEVEN_NO_STORAGE);
    assert_non_null(strstr(problem.sentence, "cannot lock a sitting in "));
    finish(at);
    rmdir(path);
    snprintf(path, sizeof path, "%s/sitting-4.lock", folder);
    mkdir(path, 0700);
    at = start_sized("classic", 5, 5);
    begin_game(at.session, "classic", 5, 1);
    assert_int_equal(store_save(at.store, at.session, &problem), ELEVEN_NO_STORAGE);
    rmdir(path);
    save(at);
    finish(at);
}

static void sessions_of_another_kind(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        unsigned side;
    } others[] = {{"fibonacci", 4}, {"classic", 5}};
    for (unsigned i = 0; i < 2; i++) {
        eleven_problem problem = {0};
        program at = start();
        begin_game(at.session, others[i].rules, others[i].side, 1);
        assert_int_equal(store_save(at.store, at.session, &problem), ELEVEN_BAD_RULES);
        assert_non_null(strstr(problem.sentence, "the sitting is for other rules or another size"));
        finish(at);
    }
    eleven_rules rules = rules_named("classic");
    eleven_record head = {.rules = rules, .has_seed = true};
    program at = start_sized("classic", 4, 3);
    assert_true(eleven_session_begin(at.session, &head, 4, 4, 0));
    assert_int_equal(store_save(at.store, at.session, NULL), ELEVEN_BAD_RULES);
    finish(at);
}

/* Another program holds SQLite's lock: nothing is saved, and after that no save waits. */
static void a_lock_of_another_program(void **state)
{
    (void)state;
    eleven_problem problem = {0};
    sqlite3 *shell;
    program at = start();
    begin_game(at.session, "classic", 4, 1);
    save(at);
    assert_int_equal(sqlite3_open(database, &shell), SQLITE_OK);
    assert_int_equal(sqlite3_exec(shell, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    for (unsigned i = 0; i < 20; i++) {
        move_some(at.session, i);
        assert_int_equal(store_save(at.store, at.session, &problem), ELEVEN_NO_STORAGE);
        assert_non_null(strstr(problem.sentence, "another program keeps it locked"));
    }
    assert_int_equal(store_rename(at.store, 1, "title", &problem), ELEVEN_NO_STORAGE);
    assert_int_equal(store_drop_settings(at.store, &problem), ELEVEN_NO_STORAGE);
    assert_int_equal(store_resume_game(at.store, 1, at.session, &problem), ELEVEN_NO_STORAGE);
    assert_int_equal(store_synced(at.store, &problem), ELEVEN_OK);
    sqlite3_close(shell);
    save(at);
    expect_sound(at.store);
    finish(at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(sittings_with_wrong_rows),
        IN_A_FOLDER(rows_that_somebody_removed),
        IN_A_FOLDER(rows_and_tables_that_somebody_changed),
        IN_A_FOLDER(locks_of_sittings),
        IN_A_FOLDER(sessions_of_another_kind),
        IN_A_FOLDER(a_lock_of_another_program),
        IN_A_FOLDER(impossible_folders_are_named),
        IN_A_FOLDER(read_only_folders_and_files_stay_so),
        IN_A_FOLDER(foreign_files_are_left_alone),
        IN_A_FOLDER(newer_files_are_left_alone),
        IN_A_FOLDER(a_full_disk_loses_nothing),
        IN_A_FOLDER(a_sitting_that_cannot_be_read_is_left_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
