/* The store in trouble: what cannot be used is left as it was and named in one sentence; what cannot be saved
 * now is saved later. */
#include "store_fixture.h"

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
    stop(start());
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
        allow_file_size(i % 40 < 20 && i > 5 ? 4096 : RLIM_INFINITY);
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
    stop(restart(at));
    expect_sql("SELECT group_concat(sitting || ':' || (moves > 0)) FROM game", "1:1,2:0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(impossible_folders_are_named), IN_A_FOLDER(read_only_folders_and_files_stay_so),
        IN_A_FOLDER(foreign_files_are_left_alone), IN_A_FOLDER(newer_files_are_left_alone),
        IN_A_FOLDER(a_full_disk_loses_nothing),    IN_A_FOLDER(a_sitting_that_cannot_be_read_is_left_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
