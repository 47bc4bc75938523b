/* The store: what was saved comes back, whatever happens to the program; what cannot be used is left as it
 * was. Every test has a folder of its own. "Another program" is a forked one. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "expect.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "eleven/session.h"
#include "store/store.h"

/* ---- Folders and files --------------------------------------------------------------------------------- */

static char folder[256], database[300];

static int make_folder(void **state)
{
    (void)state;
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/eleven-store-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!mkdtemp(folder))
        return -1;
    snprintf(database, sizeof database, "%s/eleven.db", folder);
    return 0;
}

static int remove_one(const char *path, const struct stat *about, int type, struct FTW *place)
{
    (void)about, (void)type, (void)place;
    return remove(path);
}

static int remove_folder(void **state)
{
    (void)state;
    return nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static char *file_read(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = malloc(1 << 24);
    assert_non_null(bytes);
    *length = fread(bytes, 1, 1 << 24, file);
    fclose(file);
    return bytes;
}

static void file_write(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

static void file_patch(long at, int byte, size_t count)
{
    FILE *file = fopen(database, "r+b");
    assert_non_null(file);
    fseek(file, at, SEEK_SET);
    while (count--)
        fputc(byte, file);
    fclose(file);
}

/* What an SQL shell would do and show; to be freed. */
static char *sql(const char *path, const char *text)
{
    sqlite3 *shell;
    sqlite3_stmt *statement;
    const char *rest = text;
    char *shown = NULL;
    assert_int_equal(sqlite3_open(path, &shell), SQLITE_OK);
    while (*rest) {
        assert_int_equal(sqlite3_prepare_v2(shell, rest, -1, &statement, &rest), SQLITE_OK);
        free(shown);
        shown = strdup(sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_text(statement, 0)
                           ? (const char *)sqlite3_column_text(statement, 0)
                           : "");
        sqlite3_finalize(statement);
    }
    sqlite3_close(shell);
    return shown;
}

static void expect_sql(const char *text, const char *expected)
{
    char *shown = sql(database, text);
    assert_string_equal(shown, expected);
    free(shown);
}

/* ---- Stores and sessions --------------------------------------------------------------------------------
 */

/* A program at work: a store, and the session it has taken up. */
typedef struct program {
    eleven_rules rules;
    eleven_store *store;
    eleven_session *session;
} program;

static eleven_store *open_store(void)
{
    eleven_store *store = NULL;
    eleven_problem problem = {0};
    if (store_open(folder, &store, &problem))
        fail_msg("%s", problem.sentence);
    return store;
}

static program start_sized(const char *rules, unsigned w, unsigned h)
{
    eleven_problem problem = {0};
    program at = {rules_named(rules), open_store(), eleven_session_new()};
    if (store_resume(at.store, &at.rules, w, h, at.session, &problem))
        fail_msg("%s", problem.sentence);
    return at;
}

static program start(void)
{
    return start_sized("classic", 4, 4);
}

static void stop(program at)
{
    eleven_session_free(at.session);
    store_close(at.store);
}

static void save(program at)
{
    eleven_problem problem = {0};
    if (store_save(at.store, at.session, &problem))
        fail_msg("%s", problem.sentence);
    assert_int_equal(eleven_session_unsaved(at.session), eleven_session_length(at.session));
}

static void begin_game(eleven_session *session, const char *rules, unsigned side, uint64_t seed)
{
    eleven_record head = {
        .rules = rules_named(rules), .has_seed = true, .seed = seed, .date = "2024-02-29T12:00:00Z"};
    assert_true(eleven_session_begin(session, &head, side, side, 0));
}

static void begin_board(eleven_session *session, const char *board)
{
    eleven_record head = {.rules = rules_named("classic"), .from_board = true};
    head.start.board = board_of(&head.rules, board);
    assert_true(eleven_session_begin(session, &head, 0, 0, 0));
}

static bool move_some(eleven_session *session, unsigned turn)
{
    for (unsigned i = 0; i < ELEVEN_DIRECTIONS; i++)
        if (eleven_session_move(session, (eleven_direction)((turn + i) % ELEVEN_DIRECTIONS), 0))
            return true;
    return false;
}

/* The whole timeline and the position as text; to be freed. */
static char *timeline(const eleven_session *session)
{
    size_t size = 2048 + 256 * eleven_session_length(session), length = 0;
    char *text = malloc(size);
    assert_non_null(text);
    for (size_t i = 0; i < eleven_session_length(session); i++) {
        eleven_entry entry = eleven_session_entry(session, i);
        uint32_t made = entry.after.ply - (entry.ply.keeps_playing ? 0 : 1);
        length += entry.head ? eleven_record_print(entry.head, text + length, size - length)
                             : eleven_ply_print(entry.rules, entry.after.board.w, &entry.ply, made,
                                                text + length, size - length);
    }
    snprintf(text + length, size - length, "\nat %zu\n", eleven_session_position(session));
    return text;
}

static bool same_timeline(const eleven_session *a, const eleven_session *b)
{
    char *left = timeline(a), *right = timeline(b);
    bool same = strcmp(left, right) == 0;
    if (!same)
        fprintf(stderr, "---- one timeline\n%s---- the other\n%s", left, right);
    free(left);
    free(right);
    return same;
}

/* What the row of the game that begins at this entry should tell; the whole timeline must be in the session. */
static void expect_row(const eleven_session *session, size_t begin)
{
    size_t end = begin + 1;
    char question[200], expected[200];
    while (end < eleven_session_length(session) && eleven_session_entry(session, end).game == begin)
        end++;
    if (eleven_session_position(session) > begin && eleven_session_position(session) < end)
        end = eleven_session_position(session);
    eleven_entry last = eleven_session_entry(session, end - 1);
    const eleven_record *head = eleven_session_entry(session, begin).head;
    const char *const statuses[] = {"playing", "won", "lost"};
    snprintf(question, sizeof question,
             "SELECT status || ' ' || score || ' ' || moves || ' ' || plies || ' ' || undos || ' ' || helped"
             " FROM game WHERE entry = %zu",
             begin);
    snprintf(expected, sizeof expected, "%s %u %u %zu %u %u",
             statuses[eleven_game_status(last.rules, &last.after)], (unsigned)last.after.score,
             last.after.ply, end - begin - 1, head->undos, head->helped);
    expect_sql(question, expected);
}

static void expect_rows(const eleven_session *session)
{
    for (size_t i = 0; i < eleven_session_length(session); i++)
        if (eleven_session_entry(session, i).head)
            expect_row(session, i);
}

static program restart(program at)
{
    program next = {at.rules, NULL, NULL};
    eleven_game game = *eleven_session_game(at.session);
    store_close(at.store);
    next = start_sized(at.rules.name, game.board.w, game.board.h);
    assert_true(same_timeline(at.session, next.session));
    eleven_session_free(at.session);
    return next;
}

/* A forked program in which a failed check ends at once, instead of going on with the next test. */
static pid_t fork_program(void)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        setenv("CMOCKA_TEST_ABORT", "1", 1);
    return child;
}

/* Runs it in another program; returns how that ended, as waitpid tells. */
static int in_another_program(void (*run)(void *context), void *context)
{
    int status = 0;
    pid_t child = fork_program();
    if (child == 0) {
        run(context);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

/* ---- Saving and resuming --------------------------------------------------------------------------------
 */

static void a_new_folder_is_made_private_and_empty(void **state)
{
    (void)state;
    char deep[300];
    struct stat about;
    eleven_store *store;
    snprintf(deep, sizeof deep, "%s/share/games/eleven/", folder);
    assert_int_equal(store_open(deep, &store, NULL), ELEVEN_OK);
    assert_true(stat(store_path(store), &about) == 0 && strstr(store_path(store), "/eleven/eleven.db"));
    assert_int_equal(stat(deep, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0700);
    store_close(store);
    store_close(NULL);
    program at = start();
    assert_int_equal(eleven_session_length(at.session), 0);
    save(at);
    stop(at);
    expect_sql("SELECT count(*) FROM sitting", "0");
}

/* Plays one move more than `context`, a session, has, and is killed. */
static void resume_move_and_die(void *context)
{
    const eleven_session *known = context;
    program at = start();
    if (!same_timeline(at.session, known))
        _exit(1);
    if (eleven_session_length(at.session) == 0)
        begin_game(at.session, "classic", 4, 42);
    else
        move_some(at.session, (unsigned)eleven_session_length(at.session));
    save(at);
    kill(getpid(), SIGKILL);
}

static void nothing_is_lost_when_killed_after_each_move(void **state)
{
    (void)state;
    eleven_session *known = eleven_session_new();
    for (unsigned i = 0; i <= 50; i++) {
        int status = in_another_program(resume_move_and_die, known);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        if (i == 0)
            begin_game(known, "classic", 4, 42);
        else
            move_some(known, i);
    }
    program at = start();
    assert_true(same_timeline(at.session, known));
    assert_int_equal(eleven_session_length(known), 51);
    eleven_session_free(known);
    stop(at);
}

static void act(eleven_session *session, unsigned random)
{
    unsigned kind = random % 64;
    if (kind < 32)
        move_some(session, random / 64);
    else if (kind < 48)
        eleven_session_undo(session, 0);
    else if (kind < 54)
        eleven_session_redo(session, 0);
    else if (kind < 60)
        eleven_session_new_game(session, random, "2024-03-01", 0);
    else if (kind < 61)
        begin_board(session, "1024 1024 . . / . . 8 . / . . . . / 2 . . .");
    else if (kind < 62)
        eleven_session_mark_helped(session);
    else
        eleven_session_keep_playing(session, 0);
}

/* Random walks through the timeline; each step is saved, every few steps are a restart. */
static void timelines_come_back_whole(void **state)
{
    (void)state;
    program at = start();
    begin_game(at.session, "classic", 4, 1);
    for (unsigned i = 0; i < 3000; i++) {
        unsigned random = (unsigned)(eleven_random(5, i) >> 34);
        for (unsigned again = random >> 16 & 7; again < 8; again++) {
            act(at.session, random + again / 7);
            save(at);
        }
        if (i % 25 == 0)
            at = restart(at);
        if (i % 100 == 0)
            expect_rows(at.session);
    }
    at = restart(at);
    stop(at);
    expect_sql("SELECT count(*) FROM ply WHERE game NOT IN (SELECT id FROM game)", "0");
    expect_sql("SELECT count(*) FROM game WHERE sitting IS NULL AND moves = 0", "0");
    expect_sql("SELECT count(*) FROM sitting", "1");
}

/* Rows are told by what they say, whichever way the session went there. */
static void rows_tell_where_games_stand(void **state)
{
    (void)state;
    program at = start();
    begin_game(at.session, "classic", 4, 1);
    for (unsigned i = 0; i < 5; i++)
        move_some(at.session, i);
    save(at);
    eleven_session_undo(at.session, 0);
    save(at);
    expect_sql("SELECT moves || ' ' || undos || ' ' || honest FROM game", "4 1 0");
    eleven_session_new_game(at.session, 2, "2024-03-01", 0);
    save(at);
    move_some(at.session, 0);
    save(at);
    move_some(at.session, 0);
    save(at);
    expect_sql("SELECT group_concat(id || ':' || moves || ':' || undos) FROM game", "1:4:1,2:2:0");
    for (unsigned i = 0; i < 4; i++) {
        eleven_session_undo(at.session, 0);
        save(at);
    }
    expect_sql("SELECT group_concat(id || ':' || moves || ':' || undos) FROM game", "1:3:2,2:2:2");
    expect_sql("SELECT game FROM running", "1");
    at = restart(at);
    move_some(at.session, 1);
    save(at);
    expect_sql("SELECT group_concat(id || ':' || moves || ':' || ifnull(sitting, 'none')) FROM game",
               "1:4:1,2:2:none");
    eleven_session_new_game(at.session, 3, "", 0);
    save(at);
    eleven_session_undo(at.session, 0);
    save(at);
    move_some(at.session, 1);
    save(at);
    expect_sql("SELECT count(*) || ' ' || max(id) FROM game", "2 2");
    stop(restart(at));
}

/* Only the end of a very long timeline is read back; the rest stays where it is. */
static void long_timelines_are_cut_at_a_game(void **state)
{
    (void)state;
    program at = start();
    begin_game(at.session, "classic", 4, 1);
    for (unsigned i = 0; eleven_session_length(at.session) < STORE_UNDO_KEPT + 10000u; i++)
        if (!move_some(at.session, i / 3) && !eleven_session_keep_playing(at.session, 0))
            eleven_session_new_game(at.session, i, "", 0);
    save(at);
    size_t length = eleven_session_length(at.session);
    stop(at);
    for (unsigned i = 1; i <= 3; i++) {
        at = start();
        size_t kept = eleven_session_length(at.session);
        assert_in_range(kept, STORE_UNDO_KEPT, length - 1);
        assert_true(move_some(at.session, 0) || eleven_session_new_game(at.session, i, "", 0));
        save(at);
        stop(at);
        char *position = sql(database, "SELECT position FROM sitting");
        assert_int_equal(strtoul(position, NULL, 10), length + i);
        free(position);
    }
}

static void each_kind_of_game_has_its_own_sitting(void **state)
{
    (void)state;
    eleven_problem problem = {0};
    program at = start(), small;
    begin_game(at.session, "classic", 4, 1);
    save(at);
    stop(at);
    small = start_sized("classic", 3, 3);
    assert_int_equal(eleven_session_length(small.session), 0);
    begin_game(small.session, "classic", 3, 7);
    save(small);
    small = restart(small);
    begin_game(small.session, "fibonacci", 3, 7);
    assert_int_equal(store_save(small.store, small.session, &problem), ELEVEN_BAD_RULES);
    assert_non_null(strstr(problem.sentence, "other rules or another size"));
    stop(small);
    at = start();
    assert_int_equal(eleven_session_length(at.session), 1);
    assert_int_equal(eleven_session_game(at.session)->board.w, 4);
    stop(at);
}

/* ---- Two programs -------------------------------------------------------------------------------------- */

/* Takes up a sitting, tells so, and plays 200 moves while the other program does the same. */
static void play_beside(int ready, int go, uint64_t seed)
{
    char byte = 0;
    program at = start_sized("classic", 8, 8);
    if (eleven_session_length(at.session) == 0)
        begin_game(at.session, "classic", 8, seed);
    if (write(ready, &byte, 1) != 1 || read(go, &byte, 1) != 1)
        _exit(1);
    for (unsigned i = 0; i < 200; i++) {
        move_some(at.session, i);
        save(at);
    }
    kill(getpid(), SIGKILL);
}

static void two_programs_lose_nothing(void **state)
{
    (void)state;
    int ready[2], go[2];
    char bytes[2] = {0};
    assert_true(pipe(ready) == 0 && pipe(go) == 0);
    for (unsigned round = 1; round <= 3; round++) {
        pid_t children[2];
        for (unsigned i = 0; i < 2; i++) {
            if ((children[i] = fork_program()) == 0)
                play_beside(ready[1], go[0], i);
            assert_int_equal(read(ready[0], bytes, 1), 1);
        }
        assert_int_equal(write(go[1], bytes, 2), 2);
        for (unsigned i = 0; i < 2; i++) {
            int status;
            waitpid(children[i], &status, 0);
            assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        }
        char expected[40];
        snprintf(expected, sizeof expected, "2 %u %u", round * 200, round * 200);
        expect_sql("SELECT count(*) || ' ' || min(moves) || ' ' || max(moves) FROM game, running"
                   " WHERE game = id",
                   expected);
    }
    expect_sql("SELECT count(*) FROM sitting", "2");
    for (unsigned i = 0; i < 2; i++)
        close(ready[i]), close(go[i]);
}

static void open_and_leave(void *context)
{
    (void)context;
    for (unsigned i = 0; i < 5; i++)
        stop(start());
}

static void programs_that_start_at_once_make_one_store(void **state)
{
    (void)state;
    pid_t children[8];
    for (unsigned i = 0; i < 8; i++) {
        if ((children[i] = fork_program()) == 0) {
            open_and_leave(NULL);
            _exit(0);
        }
    }
    for (unsigned i = 0; i < 8; i++) {
        int status;
        waitpid(children[i], &status, 0);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
}

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
    char *before = file_read(database, &length);
    expect_refused(folder, error, sentence);
    char *after = file_read(database, &length_after);
    assert_int_equal(length, length_after);
    assert_memory_equal(before, after, length);
    free(before);
    free(after);
}

static void save_a_game(void)
{
    program at = start();
    begin_game(at.session, "classic", 4, 9);
    for (unsigned i = 0; i < 1000; i++)
        move_some(at.session, i / 2);
    save(at);
    stop(at);
}

static void impossible_folders_are_named(void **state)
{
    (void)state;
    char path[2000];
    snprintf(path, sizeof path, "%s/file", folder);
    file_write(path, "x", 1);
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

static void damaged_files_are_left_alone(void **state)
{
    (void)state;
    size_t length;
    save_a_game();
    char *sound = file_read(database, &length);
    for (long page = 4096; page < (long)length; page += 4096) {
        file_write(database, sound, length);
        file_patch(page, 0xff, 4096);
        expect_refused_untouched(ELEVEN_NO_STORAGE, "/eleven.db: it is damaged");
    }
    const size_t cuts[] = {1, 50, 99, 100, 512, 4096, 5000, length / 2, length - 1};
    for (unsigned i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        file_write(database, sound, cuts[i]);
        expect_refused_untouched(ELEVEN_NO_STORAGE, "/eleven.db: it is damaged");
    }
    file_write(database, sound, length);
    file_patch(0, 'x', 1);
    expect_refused_untouched(ELEVEN_NO_STORAGE, "damaged or no store");
    file_write(database, sound, length);
    stop(start());
    free(sound);
}

static void foreign_files_are_left_alone(void **state)
{
    (void)state;
    const char text[] = "My diary. I began it long before there was a game of that name.\n"
                        "It is a file of some length, so that it might pass for something else.\n";
    file_write(database, text, sizeof text - 1);
    expect_refused_untouched(ELEVEN_NO_STORAGE, "damaged or no store");
    remove(database);
    free(sql(database, "CREATE TABLE address (name TEXT)"));
    expect_refused_untouched(ELEVEN_NO_STORAGE, "no store of Eleven");
    free(sql(database, "PRAGMA application_id = 77"));
    expect_refused_untouched(ELEVEN_NO_STORAGE, "no store of Eleven");
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
    sqlite3_exec(shell, "PRAGMA user_version = 2; CREATE TABLE novelty (id)", NULL, NULL, NULL);
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
    expect_sql("PRAGMA user_version = 1; SELECT count(*) FROM game", "1");
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
        assert_int_equal(eleven_session_unsaved(at.session),
                         error ? unsaved : eleven_session_length(at.session));
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

/* ---- Looking ------------------------------------------------------------------------------------------- */

/* One game in a sitting: plays `moves`, takes `undos` back, and leaves. */
static void play_game(eleven_session *session, unsigned moves, unsigned undos)
{
    for (unsigned i = 0; i < moves; i++)
        move_some(session, i);
    while (undos--)
        eleven_session_undo(session, 0);
}

static bool keep_game(void *context, const store_game *game)
{
    store_game **next = context;
    *(*next)++ = *game;
    return game->id > 1;
}

static void games_are_listed_newest_first(void **state)
{
    (void)state;
    store_game games[9] = {0}, *end = games;
    program at = start();
    begin_game(at.session, "classic", 4, 1);
    play_game(at.session, 20, 2);
    save(at);
    uint64_t score = eleven_session_game(at.session)->score;
    begin_board(at.session, "1024 1024 . . / . . . . / . . . . / . . . .");
    play_game(at.session, 1, 0);
    eleven_session_move(at.session, ELEVEN_LEFT, 0);
    eleven_session_mark_helped(at.session);
    save(at);
    assert_int_equal(store_games(at.store, false, keep_game, &end, NULL), ELEVEN_OK);
    assert_int_equal(end - games, 2);
    assert_true(games[0].id == 2 && games[0].sitting == 1 && games[0].is_running && games[0].from_board);
    assert_true(games[0].won && games[0].status == ELEVEN_WON && games[0].largest == 2048);
    assert_true(games[0].helped == games[0].moves && !games[0].is_honest && games[0].goal == 2048);
    assert_true(games[1].id == 1 && !games[1].is_running && games[1].undos == 2 && games[1].moves == 18);
    assert_true(games[1].score == score && games[1].w == 4 && games[1].h == 4 && !games[1].won);
    assert_string_equal(games[1].began, "2024-02-29T12:00:00Z");
    assert_string_equal(games[1].rules, "classic");
    assert_true(games[1].rules_hash == eleven_rules_hash(&at.rules));
    end = games;
    assert_int_equal(store_games(at.store, true, keep_game, &end, NULL), ELEVEN_OK);
    assert_true(end - games == 1 && games[0].id == 2);
    stop(at);
}

static void records_are_exported_whole(void **state)
{
    (void)state;
    char *text = NULL, expected[20000];
    size_t length;
    eleven_problem problem = {0};
    program at = start();
    begin_game(at.session, "classic", 4, 1);
    play_game(at.session, 123, 4);
    save(at);
    eleven_session_print(at.session, expected, sizeof expected);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(store_export(at.store, 1, &text, &length, &problem), ELEVEN_OK);
        assert_string_equal(text, expected);
        assert_int_equal(length, strlen(expected));
        free(text);
        if (i == 0)
            eleven_session_new_game(at.session, 2, "", 0);
        save(at);
    }
    assert_int_equal(store_export(at.store, 7, &text, &length, &problem), ELEVEN_NO_STORAGE);
    assert_string_equal(problem.sentence, "cannot find game 7: there is none with that number");
    stop(at);
    char *record = sql(database, "SELECT text FROM record WHERE id = 1");
    eleven_session *session = eleven_session_new();
    assert_int_equal(eleven_session_load(session, record, strlen(record), 0, &problem), ELEVEN_OK);
    assert_int_equal(eleven_session_game(session)->ply, 119);
    eleven_session_free(session);
    free(record);
}

static bool keep_totals(void *context, const store_totals *totals)
{
    store_totals **next = context;
    *(*next)++ = *totals;
    return true;
}

static void bests_and_totals_add_up(void **state)
{
    (void)state;
    uint64_t scores[4];
    store_bests bests;
    store_totals totals[4] = {0}, *end = totals;
    program at = start();
    for (unsigned i = 0; i < 3; i++) {
        begin_game(at.session, "classic", 4, i);
        play_game(at.session, i == 1 ? 5000 : 40 + i, i == 2);
        scores[i] = eleven_session_game(at.session)->score;
        save(at);
    }
    assert_int_equal(eleven_session_status(at.session), ELEVEN_PLAYING);
    begin_board(at.session, "1024 1024 . . / . . . . / . . . . / . . . .");
    eleven_session_move(at.session, ELEVEN_LEFT, 0);
    scores[3] = eleven_session_game(at.session)->score;
    save(at);
    eleven_session_new_game(at.session, 9, "", 0);
    save(at);
    uint64_t honest = scores[0] > scores[1] ? scores[0] : scores[1];
    assert_int_equal(store_best(at.store, eleven_rules_hash(&at.rules), 4, 4, &bests, NULL), ELEVEN_OK);
    assert_true(bests.honest == honest && bests.other == 2048 && scores[3] == 2048);
    assert_int_equal(store_best(at.store, eleven_rules_hash(&at.rules), 4, 5, &bests, NULL), ELEVEN_OK);
    assert_true(bests.honest == 0 && bests.other == 0);
    assert_int_equal(store_statistics(at.store, keep_totals, &end, NULL), ELEVEN_OK);
    assert_int_equal(end - totals, 1);
    assert_true(totals->games == 4 && totals->won == 1 && totals->lost == 1 && totals->unfinished == 2);
    assert_true(totals->bests.honest == honest && totals->bests.other == 2048 && totals->largest == 2048);
    assert_true(totals->w == 4 && totals->h == 4 && totals->goal == 2048);
    assert_true((uint64_t)(totals->mean_score * 4 + 0.5) == scores[0] + scores[1] + scores[2] + scores[3]);
    char *moves = sql(database, "SELECT sum(moves) FROM game");
    assert_int_equal(strtoull(moves, NULL, 10), totals->moves);
    assert_string_equal(totals->rules, "classic");
    free(moves);
    stop(at);
}

/* ---- All ----------------------------------------------------------------------------------------------- */

#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(a_new_folder_is_made_private_and_empty),
        IN_A_FOLDER(nothing_is_lost_when_killed_after_each_move),
        IN_A_FOLDER(timelines_come_back_whole),
        IN_A_FOLDER(rows_tell_where_games_stand),
        IN_A_FOLDER(long_timelines_are_cut_at_a_game),
        IN_A_FOLDER(each_kind_of_game_has_its_own_sitting),
        IN_A_FOLDER(two_programs_lose_nothing),
        IN_A_FOLDER(programs_that_start_at_once_make_one_store),
        IN_A_FOLDER(impossible_folders_are_named),
        IN_A_FOLDER(read_only_folders_and_files_stay_so),
        IN_A_FOLDER(damaged_files_are_left_alone),
        IN_A_FOLDER(foreign_files_are_left_alone),
        IN_A_FOLDER(newer_files_are_left_alone),
        IN_A_FOLDER(a_full_disk_loses_nothing),
        IN_A_FOLDER(a_sitting_that_cannot_be_read_is_left_behind),
        IN_A_FOLDER(games_are_listed_newest_first),
        IN_A_FOLDER(records_are_exported_whole),
        IN_A_FOLDER(bests_and_totals_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
