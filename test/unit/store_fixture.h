/* What the tests of the store have in common. Every test has a folder of its own. "Another program" is a
 * forked one. */
#ifndef STORE_FIXTURE_H
#define STORE_FIXTURE_H

#define _XOPEN_SOURCE 700 /* nftw */
#include "session_fixture.h"

#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "store/store.h"

#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

/* ---- Folders and files --------------------------------------------------------------------------------- */

static char folder[256], database[300];

static inline int make_folder(void **state)
{
    (void)state;
    /* In memory, where syncing costs nothing. */
    const char *given = getenv("TMPDIR"), *parent = given && *given ? given : "/dev/shm";
    snprintf(folder, sizeof folder, "%s/eleven-store-XXXXXX", access(parent, W_OK) == 0 ? parent : "/tmp");
    if (!mkdtemp(folder))
        return -1;
    snprintf(database, sizeof database, "%s/eleven.db", folder);
    return 0;
}

static inline int remove_one(const char *path, const struct stat *about, int type, struct FTW *place)
{
    (void)about, (void)type, (void)place;
    return remove(path);
}

static inline int remove_folder(void **state)
{
    (void)state;
    return nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* What an SQL shell would do and show; to be freed. */
static inline char *sql(const char *path, const char *text)
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

static inline void expect_sql(const char *text, const char *expected)
{
    char *shown = sql(database, text);
    assert_string_equal(shown, expected);
    free(shown);
}

/* ---- Stores and sessions ------------------------------------------------------------------------------- */

/* A program at work: a store, and the session it has taken up. */
typedef struct program {
    eleven_rules rules;
    eleven_store *store;
    eleven_session *session;
} program;

static inline eleven_store *open_store(void)
{
    eleven_store *store = NULL;
    eleven_problem problem = {0};
    if (store_open(folder, &store, &problem))
        fail_msg("%s", problem.sentence);
    return store;
}

static inline program start_sized(const char *rules, unsigned w, unsigned h)
{
    eleven_problem problem = {0};
    program at = {rules_named(rules), open_store(), eleven_session_new()};
    if (store_resume(at.store, &at.rules, w, h, at.session, &problem))
        fail_msg("%s", problem.sentence);
    return at;
}

static inline program start(void)
{
    return start_sized("classic", 4, 4);
}

static inline void finish(program at)
{
    eleven_session_free(at.session);
    store_close(at.store);
}

static inline void save(program at)
{
    eleven_problem problem = {0};
    if (store_save(at.store, at.session, &problem))
        fail_msg("%s", problem.sentence);
    assert_int_equal(eleven_session_unsaved(at.session), eleven_session_length(at.session));
}

static inline void begin_game(eleven_session *session, const char *rules, unsigned side, uint64_t seed)
{
    eleven_record head = {.rules = rules_named(rules), .has_seed = true, .seed = seed, .date = "2024-02-29T12:00:00Z"};
    assert_true(eleven_session_begin(session, &head, side, side, 0));
}

static inline void begin_board(eleven_session *session, const char *board)
{
    eleven_record head = {.rules = rules_named("classic"), .from_board = true};
    head.start.board = board_of(&head.rules, board);
    assert_true(eleven_session_begin(session, &head, 0, 0, 0));
}

static inline void act(eleven_session *session, unsigned random)
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

/* The whole timeline and the position as text; to be freed. */
static inline char *timeline(const eleven_session *session)
{
    size_t size = 2048 + 256 * eleven_session_length(session), length = 0;
    char *text = malloc(size);
    assert_non_null(text);
    for (size_t i = 0; i < eleven_session_length(session); i++) {
        const eleven_entry *entry = eleven_session_entry(session, i);
        uint32_t moves_before = entry->after.ply - (entry->ply.keeps_playing ? 0 : 1);
        length += entry->begins_game ? eleven_record_print(entry->head, text + length, size - length)
                                     : eleven_ply_print(&entry->head->rules, entry->after.board.w, &entry->ply,
                                                        moves_before, text + length, size - length);
    }
    snprintf(text + length, size - length, "\nat %zu\n", eleven_session_position(session));
    return text;
}

static inline bool same_timeline(const eleven_session *a, const eleven_session *b)
{
    char *left = timeline(a), *right = timeline(b);
    bool same = strcmp(left, right) == 0;
    if (!same)
        fprintf(stderr, "---- one timeline\n%s---- the other\n%s", left, right);
    free(left);
    free(right);
    return same;
}

/* What the row of the game that begins at this entry should contain; the whole timeline must be in the session. */
static inline void expect_row(const eleven_session *session, size_t begin)
{
    size_t end = begin + 1;
    char question[200], expected[200];
    while (end < eleven_session_length(session) && eleven_session_entry(session, end)->game == begin)
        end++;
    if (eleven_session_position(session) > begin && eleven_session_position(session) < end)
        end = eleven_session_position(session);
    const eleven_entry *last = eleven_session_entry(session, end - 1);
    const eleven_record *head = eleven_session_entry(session, begin)->head;
    const char *const statuses[] = {"playing", "won", "lost"};
    snprintf(question, sizeof question,
             "SELECT status || ' ' || score || ' ' || moves || ' ' || plies || ' ' || undos || ' ' || helped"
             " FROM game WHERE entry = %zu",
             begin);
    snprintf(expected, sizeof expected, "%s %u %u %zu %u %u",
             statuses[eleven_game_status(&last->head->rules, &last->after)], (unsigned)last->after.score,
             last->after.ply, end - begin - 1, head->undos, head->helped);
    expect_sql(question, expected);
}

static inline void expect_rows(const eleven_session *session)
{
    for (size_t i = 0; i < eleven_session_length(session); i++)
        if (eleven_session_entry(session, i)->begins_game)
            expect_row(session, i);
}

/* Every game is one whose record and row fit. */
static inline bool see_sound(void *context, const store_game *game)
{
    *(int64_t *)context = game->id;
    return true;
}

static inline void expect_sound(eleven_store *store)
{
    int64_t last = 0;
    assert_int_equal(store_games(store, &(store_query){.is_reversed = true}, see_sound, &last, NULL), ELEVEN_OK);
    for (int64_t id = 1; id <= last; id++) {
        eleven_problem problem = {0};
        store_game game;
        char *text = NULL;
        size_t length;
        if (!store_find(store, id, &game, NULL) && store_export(store, id, &text, &length, &problem))
            fail_msg("game %d: %s", (int)id, problem.sentence);
        free(text);
    }
}

static inline program restart_damaged(program at)
{
    program next = {at.rules, NULL, NULL};
    eleven_game game = *eleven_session_game(at.session);
    store_close(at.store);
    next = start_sized(at.rules.name, game.board.w, game.board.h);
    assert_true(same_timeline(at.session, next.session));
    eleven_session_free(at.session);
    return next;
}

static inline program restart(program at)
{
    expect_sound(at.store);
    return restart_damaged(at);
}

/* A forked program in which a failed check ends at once, instead of continuing with the next test. */
static inline pid_t fork_program(void)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        setenv("CMOCKA_TEST_ABORT", "1", 1);
    return child;
}

/* Runs it in another program; returns how that ended, as waitpid reports it. */
static inline int in_another_program(void (*run)(void *context), void *context)
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

/* ---- Bytes --------------------------------------------------------------------------------------------- */

static inline char *bytes_read(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = malloc(1 << 24);
    assert_non_null(bytes);
    *length = fread(bytes, 1, 1 << 24, file);
    fclose(file);
    return bytes;
}

static inline void bytes_write(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

static inline unsigned open_files(void)
{
    unsigned count = 0;
    for (int file = 0; file < 200; file++)
        count += fcntl(file, F_GETFD) != -1;
    return count;
}

static inline void bytes_patch(long at, int byte, size_t count)
{
    FILE *file = fopen(database, "r+b");
    assert_non_null(file);
    fseek(file, at, SEEK_SET);
    while (count--)
        fputc(byte, file);
    fclose(file);
}

static inline void save_a_game(void)
{
    program at = start();
    begin_game(at.session, "classic", 4, 9);
    for (unsigned i = 0; i < 1000; i++)
        move_some(at.session, i / 2);
    save(at);
    finish(at);
}

#endif
