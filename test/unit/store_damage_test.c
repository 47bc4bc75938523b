/* Damage that SQLite does not see: rows that do not fit their games, logs, large files; and rows that only a rescue
 * reads. */
#include "store_fixture.h"

#include <fcntl.h>
#include <sys/file.h>

/* How often SQLite was given a database that is closed. */
static unsigned misuses;

static void note_misuse(void *context, int code, const char *message)
{
    (void)context, (void)message;
    misuses += code == SQLITE_MISUSE;
}

/* How often the database was read whole, and a program that then saves a move once. */
static unsigned files_read;
static program *playing;

FILE *fopen(const char *path, const char *mode)
{
    size_t length = strlen(path);
    int flags = *mode == 'w' ? O_WRONLY | O_CREAT | O_TRUNC : strchr(mode, '+') ? O_RDWR : O_RDONLY;
    int file = open(path, flags, 0666);
    if (length > 10 && strcmp(path + length - 10, "/eleven.db") == 0) {
        program *now = playing;
        files_read++;
        playing = NULL;
        if (now && move_some(now->session, 0))
            save(*now);
    }
    return file < 0 ? NULL : fdopen(file, mode);
}

static void run_sql(const char *text)
{
    free(sql(database, text));
}

/* Two games in one sitting, the first with undo, and one of another size. */
static void make_games(void)
{
    program at = start();
    begin_game(at.session, "classic", 4, 1);
    for (unsigned i = 0; i < 25; i++)
        move_some(at.session, i);
    for (unsigned i = 0; i < 5; i++)
        eleven_session_undo(at.session, 0);
    save(at);
    begin_game(at.session, "classic", 4, 2);
    for (unsigned i = 0; i < 20; i++)
        move_some(at.session, i);
    save(at);
    finish(at);
    at = start_sized("fibonacci", 3, 3);
    begin_game(at.session, "fibonacci", 3, 3);
    for (unsigned i = 0; i < 10; i++)
        move_some(at.session, i);
    save(at);
    finish(at);
}

/* ---- Rows that do not fit ------------------------------------------------------------------------------ */
static eleven_error export_one(eleven_store *store, int64_t id, char **text, eleven_problem *problem)
{
    size_t length = 0;
    *problem = (eleven_problem){0};
    eleven_error error = store_export(store, id, text, &length, problem);
    assert_int_equal(length, *text ? strlen(*text) : 0);
    return error;
}

static void expect_damage(eleven_store *store, int64_t id, const char *sentence, const char *kept)
{
    char *text;
    eleven_problem problem;
    eleven_error error = export_one(store, id, &text, &problem);
    assert_true(error != ELEVEN_OK && error != ELEVEN_NO_STORAGE && error != ELEVEN_NO_MEMORY);
    if (!strstr(problem.sentence, sentence) || !strstr(text, kept))
        fail_msg("'%s' should contain '%s', and '%s' '%s'", problem.sentence, sentence, text, kept);
    free(text);
}

/* What it says of each column, and that the other games are as they were. */
static void every_column_is_compared(void **state)
{
    (void)state;
    static const struct {
        const char *change, *sentence;
    } changes[] = {
        {"UPDATE game SET rules = 'classik' WHERE id = 1", "its row does not match"},
        {"UPDATE game SET rules_hash = '0' WHERE id = 1", "its row does not match"},
        {"UPDATE game SET w = 5 WHERE id = 1", "its row does not match"},
        {"UPDATE game SET h = 5 WHERE id = 1", "its row does not match"},
        {"UPDATE game SET goal = 4096 WHERE id = 1", "its row does not match"},
        {"UPDATE game SET began = '2025' WHERE id = 1", "its row does not match"},
        {"UPDATE game SET status = 'won' WHERE id = 1", " the head states"},
        {"UPDATE game SET status = 'stopped' WHERE id = 1", "its row does not match"},
        {"UPDATE game SET won = 1 WHERE id = 1", "its row does not match"},
        {"UPDATE game SET score = score + 4 WHERE id = 1", " the head states"},
        {"UPDATE game SET score = -4 WHERE id = 1", " the head states"},
        {"UPDATE game SET moves = 7 WHERE id = 1", " the head states"},
        {"UPDATE game SET moves = 1 << 40 WHERE id = 1", " the head states"},
        {"UPDATE game SET plies = 19 WHERE id = 1", " the head states"},
        {"UPDATE game SET largest = 2 WHERE id = 1", "its row does not match"},
        {"UPDATE game SET undos = 4 WHERE id = 1", "its row does not match"},
        {"UPDATE game SET helped = 4 WHERE id = 1", "its row does not match"},
        {"UPDATE game SET hints = 4 WHERE id = 1", "its row does not match"},
        {"UPDATE game SET from_board = 1 WHERE id = 1", "its row does not match"},
        {"UPDATE game SET class = 0 WHERE id = 1", "its row does not match"},
        {"UPDATE game SET plain_score = 0 WHERE id = 1", "its row does not match"},
        {"UPDATE game SET head = replace(head, 'date', 'dace') WHERE id = 1", "its row does not match"},
        {"UPDATE game SET head = replace(head, 'undos 5', 'undos 4') WHERE id = 1", "its row does not match"},
        {"UPDATE game SET head = replace(head, 'seed 1', 'seed 3') WHERE id = 1", "start"},
        {"UPDATE game SET head = replace(head, 'plain', 'plane') WHERE id = 1", "its row does not match"},
        {"UPDATE game SET head = replace(head, '4x4', '4xx') WHERE id = 1", "size"},
        {"UPDATE game SET head = 'eleven' WHERE id = 1", "eleven game 1"},
        {"UPDATE ply SET text = ' X' WHERE game = 1 AND number = 5", "a move is U, R, D, L or keep, not 'X'"},
        {"DELETE FROM ply WHERE game = 1 AND number = 5", ""},
        {"DELETE FROM ply WHERE game = 1 AND number = 0", ""},
        {"DELETE FROM sitting WHERE id = 1", "its row does not match"},
        {"UPDATE sitting SET w = 3 WHERE id = 1", "its row does not match"},
        {"UPDATE sitting SET h = 3 WHERE id = 1", "its row does not match"},
        {"UPDATE sitting SET rules_hash = 'x' WHERE id = 1", "its row does not match"},
        {"UPDATE sitting SET position = 20 WHERE id = 1", "its row does not match"},
        {"UPDATE sitting SET position = 19 WHERE id = 1", "its row does not match"},
    };
    size_t length;
    make_games();
    char *sound = bytes_read(database, &length);
    for (unsigned i = 0; i < sizeof changes / sizeof *changes; i++) {
        bytes_write(database, sound, length);
        run_sql(changes[i].change);
        eleven_store *store = open_store();
        char *text;
        eleven_problem problem;
        assert_string_equal(store_notice(store), "");
        expect_damage(store, 1, changes[i].sentence,
                      strstr(changes[i].change, "'eleven'") ? "eleven" : "eleven game 1\n");
        expect_damage(store, 1, changes[i].sentence, "\n");
        assert_int_equal(export_one(store, 3, &text, &problem), ELEVEN_OK);
        free(text);
        assert_int_equal(export_one(store, 4, &text, &problem), ELEVEN_NO_STORAGE);
        assert_string_equal(problem.sentence, "cannot find game 4: there is no game with that number");
        assert_null(text);
        store_close(store);
    }
    free(sound);
}

/* The position decides which game is running, and that game must end there. */
static void the_position_is_compared(void **state)
{
    (void)state;
    make_games();
    for (int position = 1; position <= 60; position++) {
        char change[80], *text;
        eleven_problem problem;
        snprintf(change, sizeof change, "UPDATE sitting SET position = %d WHERE id = 1", position);
        run_sql(change);
        eleven_store *store = open_store();
        /* Game 1 has entries 0 to 20, and game 2 has 21 to 41. */
        assert_int_equal(export_one(store, 1, &text, &problem) == ELEVEN_OK, position > 20);
        free(text);
        assert_int_equal(export_one(store, 2, &text, &problem) == ELEVEN_OK, position <= 21 || position == 42);
        free(text);
        store_close(store);
    }
}

/* SQLite cannot read the plies: nothing is given, rather than a part. */
static void plies_that_cannot_be_read(void **state)
{
    (void)state;
    char *text;
    eleven_problem problem;
    make_games();
    char *root = sql(database, "SELECT rootpage FROM sqlite_schema WHERE name = 'ply'");
    run_sql("PRAGMA wal_checkpoint(TRUNCATE)");
    eleven_store *store = open_store();
    bytes_patch(4096 * (atol(root) - 1), 0xff, 4096);
    run_sql("UPDATE sitting SET touched = touched + 1");
    assert_int_equal(export_one(store, 1, &text, &problem), ELEVEN_NO_STORAGE);
    assert_non_null(strstr(problem.sentence, "/eleven.db: it is damaged; "));
    assert_null(text);
    store_close(store);
    free(root);
}

/* Another number before a move, or blanks: the same move, which is printed as it should be. */
static void other_words_for_a_move(void **state)
{
    (void)state;
    make_games();
    char *text, *again;
    eleven_problem problem;
    eleven_store *store = open_store();
    assert_int_equal(export_one(store, 2, &text, &problem), ELEVEN_OK);
    run_sql("UPDATE ply SET text = replace(text, '.', '. ') WHERE game = 2");
    assert_int_equal(export_one(store, 2, &again, &problem), ELEVEN_OK);
    assert_string_equal(again, text);
    free(text);
    free(again);
    store_close(store);
}

static bool see_first(void *context, const store_game *game)
{
    *(store_game *)context = *game;
    return false;
}

static void numbers_out_of_range(void **state)
{
    (void)state;
    store_game game;
    make_games();
    run_sql("UPDATE game SET moves = 1 << 40, score = -5, largest = -1, class = 6, touched = -3, status = '?',"
            " rules = printf('%.*c', 50, 'r'), title = printf('%.*c', 90, 't'), rules_hash = 'no' WHERE id = 3");
    eleven_store *store = open_store();
    assert_int_equal(store_games(store, NULL, see_first, &game, NULL), ELEVEN_OK);
    assert_int_equal(game.id, 3);
    assert_int_equal(game.moves, UINT32_MAX);
    assert_int_equal(game.score, 0);
    assert_int_equal(game.largest, 0);
    assert_int_equal(game.class, ELEVEN_CLASS_HINTS);
    assert_int_equal(game.status, ELEVEN_STATUS_PLAYING);
    assert_int_equal(game.rules_hash, 0);
    assert_int_equal(strlen(game.rules), 31);
    assert_int_equal(strlen(game.title), 63);
    store_close(store);
}

/* ---- Looking ------------------------------------------------------------------------------------------- */
/* Holds a sitting, as a program does that plays: what is damaged then is only looked at. */
static int hold_sitting(void)
{
    char path[600];
    snprintf(path, sizeof path, "%s/sitting-1.lock", folder);
    int lock = open(path, O_RDWR | O_CREAT, 0600);
    assert_int_equal(flock(lock, LOCK_EX | LOCK_NB), 0);
    return lock;
}

static bool count_game(void *context, const store_game *game)
{
    (void)game;
    ++*(unsigned *)context;
    return true;
}

/* Opens the store for looking: so many games are in it, and the notice contains this. No byte changes, and it closes no
 * file that is not its own. */
static void expect_look(unsigned games, const char *notice, bool has_lost)
{
    eleven_store *store = NULL;
    eleven_problem problem = {0};
    unsigned count = 0;
    size_t length, length_after;
    char *before = bytes_read(database, &length);
    if (store_look(folder, &store, &problem))
        fail_msg("%s", problem.sentence);
    if (!strstr(store_notice(store), notice) || (!*notice && *store_notice(store)))
        fail_msg("'%s' should contain '%s'", store_notice(store), notice);
    assert_int_equal(store_has_lost(store), has_lost);
    assert_int_equal(store_games(store, NULL, count_game, &count, NULL), ELEVEN_OK);
    assert_int_equal(count, games);
    assert_int_equal(store_check(store, &problem), ELEVEN_OK);
    assert_int_equal(store_rename(store, 1, "x", &problem), ELEVEN_NO_STORAGE);
    assert_true(fcntl(STDIN_FILENO, F_GETFD) >= 0);
    store_close(store);
    assert_true(fcntl(STDIN_FILENO, F_GETFD) >= 0);
    char *after = bytes_read(database, &length_after);
    assert_int_equal(length, length_after);
    assert_memory_equal(before, after, length);
    free(before);
    free(after);
}

static void a_damaged_file_in_use_is_looked_at(void **state)
{
    (void)state;
    size_t length;
    make_games();
    char *sound = bytes_read(database, &length);
    int lock = hold_sitting();
    bytes_patch(0, 0, 4096);
    expect_look(3, "the saved games are damaged: 3 of 3 games can be read; the file stays as it is", false);
    bytes_write(database, sound, length);
    run_sql("UPDATE ply SET text = ' X' WHERE game = 1 AND number = 5; PRAGMA wal_checkpoint(TRUNCATE)");
    bytes_patch(0, 0, 100);
    expect_look(3, "2 of 3 games can be read, 1 up to a damaged move; ", true);
    bytes_write(database, sound, length);
    run_sql("DELETE FROM ply WHERE game = 1; UPDATE game SET head = 'eleven' WHERE id = 3;"
            "PRAGMA wal_checkpoint(TRUNCATE)");
    bytes_patch(0, 0, 100);
    expect_look(1, "1 of 3 games can be read, 2 lost; ", true);
    close(lock);
    free(sound);
}

static void expect_no_look(eleven_error error, const char *sentence)
{
    eleven_store *store = NULL;
    eleven_problem problem = {0};
    assert_int_equal(store_look(folder, &store, &problem), error);
    assert_null(store);
    if (!strstr(problem.sentence, sentence))
        fail_msg("'%s' should contain '%s'", problem.sentence, sentence);
}

static void what_cannot_be_looked_at(void **state)
{
    (void)state;
    char missing[400];
    eleven_store *store = NULL;
    bytes_write(database, "no", 2);
    expect_no_look(ELEVEN_NO_STORAGE, "it is damaged or not a store of Eleven");
    remove(database);
    make_games();
    run_sql("PRAGMA user_version = 4");
    expect_no_look(ELEVEN_NEWER, "it was written by a newer Eleven");
    snprintf(missing, sizeof missing, "%s/file", folder);
    bytes_write(missing, "x", 1);
    assert_int_equal(store_look(missing, &store, NULL), ELEVEN_NO_STORAGE);
    assert_null(store);
}

/* A version that no Eleven will have. */
static void a_damaged_version(void **state)
{
    (void)state;
    make_games();
    run_sql("PRAGMA user_version = 1000");
    eleven_store *store = open_store();
    assert_non_null(strstr(store_notice(store), "3 of 3 games recovered"));
    store_close(store);
    /* Only in the log. */
    run_sql("PRAGMA user_version = 1000");
    store = open_store();
    assert_non_null(strstr(store_notice(store), "3 of 3 games recovered"));
    store_close(store);
    run_sql("PRAGMA user_version = 0");
    store = open_store();
    assert_non_null(strstr(store_notice(store), "3 of 3 games recovered"));
    store_close(store);
}

/* No row is damaged. A shell writes something besides, so that nobody uses a page that was read before. */
static void damage_index(void)
{
    char *root = sql(database, "SELECT rootpage FROM sqlite_schema WHERE name = 'game_by_date'");
    run_sql("PRAGMA wal_checkpoint(TRUNCATE)");
    bytes_patch(4096 * (atol(root) - 1), 0xff, 4096);
    run_sql("UPDATE sitting SET touched = touched + 1");
    free(root);
}

/* The header of the file is as it should be, but another program has changed it in the log. */
static void marks_in_the_log(void **state)
{
    (void)state;
    static const char *const marks[] = {"PRAGMA application_id = 77", "PRAGMA user_version = -1",
                                        "PRAGMA user_version = 1000"};
    for (unsigned i = 0; i < 3; i++) {
        sqlite3 *shell;
        make_games();
        assert_int_equal(sqlite3_open(database, &shell), SQLITE_OK);
        assert_int_equal(sqlite3_exec(shell, marks[i], NULL, NULL, NULL), SQLITE_OK);
        eleven_store *store = open_store();
        assert_non_null(strstr(store_notice(store), "3 of 3 games recovered"));
        store_close(store);
        sqlite3_close(shell);
        remove(database);
    }
}

/* Up to this one: first in the log, then in the file. */
static void a_version_to_come(void **state)
{
    (void)state;
    sqlite3 *shell;
    eleven_store *store = NULL;
    make_games();
    assert_int_equal(sqlite3_open(database, &shell), SQLITE_OK);
    assert_int_equal(sqlite3_exec(shell, "PRAGMA user_version = 999", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(store_open(folder, &store, NULL), ELEVEN_NEWER);
    sqlite3_close(shell);
    assert_int_equal(store_open(folder, &store, NULL), ELEVEN_NEWER);
    assert_null(store);
}

/* Files above 16 MB are checked only where somebody looks. */
static void large_files(void **state)
{
    (void)state;
    make_games();
    run_sql("CREATE TABLE padding (bytes); INSERT INTO padding VALUES (zeroblob(17000000));"
            "PRAGMA wal_checkpoint(TRUNCATE)");
    eleven_store *store = NULL;
    assert_int_equal(store_look(folder, &store, NULL), ELEVEN_OK);
    assert_string_equal(store_notice(store), "");
    store_close(store);
    damage_index();
    store = open_store();
    assert_string_equal(store_notice(store), "");
    assert_int_equal(store_check(store, NULL), ELEVEN_NO_STORAGE);
    store_close(store);
    int lock = hold_sitting();
    expect_look(3, "3 of 3 games can be read", false);
    close(lock);
    assert_int_equal(store_look(folder, &store, NULL), ELEVEN_OK);
    assert_non_null(strstr(store_notice(store), "3 of 3 games recovered; the damaged file is now"));
    assert_false(store_has_lost(store));
    assert_int_equal(store_repair(store, NULL), ELEVEN_NO_STORAGE);
    store_close(store);
}

static void a_sound_store_is_not_repaired(void **state)
{
    (void)state;
    eleven_problem problem = {0};
    make_games();
    eleven_store *store = open_store();
    assert_int_equal(store_repair(store, &problem), ELEVEN_NO_STORAGE);
    assert_non_null(strstr(problem.sentence, "it is not damaged"));
    assert_int_equal(store_check(store, &problem), ELEVEN_OK);
    expect_sound(store);
    store_close(store);
}

/* What was recovered gives way to what the session knows. */
static void damage_that_a_save_finds(void **state)
{
    (void)state;
    program at = start();
    for (unsigned i = 1; i <= 2; i++) {
        begin_game(at.session, "classic", 4, i);
        for (unsigned k = 0; k < 10; k++)
            move_some(at.session, k);
        save(at);
        if (i == 1)
            damage_index();
    }
    assert_non_null(strstr(store_notice(at.store), "1 of 1 game recovered"));
    expect_sql("SELECT group_concat(moves) || ' ' || count(*) FROM game", "10,10 2");
    expect_sql("SELECT count(*) FROM ply", "20");
    at = restart(at);
    finish(at);
}

/* Another program has locked the folder: the file can be used, but not repaired. */
static void a_folder_that_is_locked(void **state)
{
    (void)state;
    eleven_store *store = NULL;
    eleven_problem problem = {0};
    make_games();
    int lock = open(folder, O_RDONLY | O_DIRECTORY);
    assert_int_equal(flock(lock, LOCK_EX | LOCK_NB), 0);
    store = open_store();
    expect_sound(store);
    damage_index();
    assert_int_equal(store_check(store, &problem), ELEVEN_NO_STORAGE);
    assert_int_equal(store_repair(store, &problem), ELEVEN_NO_STORAGE);
    assert_non_null(strstr(problem.sentence, "another program keeps its folder locked"));
    assert_int_equal(misuses, 0);
    store_close(store);
    assert_int_equal(store_open(folder, &store, &problem), ELEVEN_NO_STORAGE);
    assert_non_null(strstr(problem.sentence, "it is damaged or not a store"));
    close(lock);
    store = open_store();
    assert_non_null(strstr(store_notice(store), "3 of 3 games recovered"));
    store_close(store);
}

/* A repair that fails looks at the file again: it may be sound by now. */
static void damage_that_goes_away(void **state)
{
    (void)state;
    size_t length;
    eleven_problem problem = {0};
    make_games();
    char *root = sql(database, "SELECT rootpage FROM sqlite_schema WHERE name = 'game_by_date'");
    long page = 4096 * (atol(root) - 1);
    eleven_store *store = open_store();
    char *bytes = bytes_read(database, &length);
    damage_index();
    assert_int_equal(store_check(store, &problem), ELEVEN_NO_STORAGE);
    FILE *file = fopen(database, "r+b");
    assert_int_equal(fseek(file, page, SEEK_SET), 0);
    assert_int_equal(fwrite(bytes + page, 1, 4096, file), 4096);
    fclose(file);
    int lock = open(folder, O_RDONLY | O_DIRECTORY);
    assert_int_equal(flock(lock, LOCK_EX | LOCK_NB), 0);
    assert_int_equal(store_repair(store, &problem), ELEVEN_NO_STORAGE);
    assert_non_null(strstr(problem.sentence, "another program keeps its folder locked"));
    assert_int_equal(store_repair(store, &problem), ELEVEN_NO_STORAGE);
    assert_non_null(strstr(problem.sentence, "it is not damaged"));
    close(lock);
    expect_sound(store);
    store_close(store);
    free(bytes);
    free(root);
}

/* ---- The log ------------------------------------------------------------------------------------------- */
enum { LOG_HEAD = 32, FRAME = 24 + 4096 };

static uint32_t number_at(const char *at, bool is_big)
{
    const unsigned char *byte = (const unsigned char *)at;
    return is_big ? (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 | (uint32_t)byte[2] << 8 | byte[3]
                  : (uint32_t)byte[3] << 24 | (uint32_t)byte[2] << 16 | (uint32_t)byte[1] << 8 | byte[0];
}

static void number_put(char *at, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        at[i] = (char)(number >> (24 - 8 * i));
}

static void sums_continue(uint32_t sums[2], const char *at, size_t length, bool is_big)
{
    for (const char *end = at + length; at < end; at += 8) {
        sums[0] += number_at(at, is_big) + sums[1];
        sums[1] += number_at(at + 4, is_big) + sums[0];
    }
}

/* The sums of a log of the one or the other kind, computed again. */
static void log_seal(char *log, size_t length, bool is_big)
{
    uint32_t sums[2] = {0};
    number_put(log, 0x377f0682u | is_big);
    sums_continue(sums, log, 24, is_big);
    number_put(log + 24, sums[0]);
    number_put(log + 28, sums[1]);
    for (char *frame = log + LOG_HEAD; frame + FRAME <= log + length; frame += FRAME) {
        sums_continue(sums, frame, 8, is_big);
        sums_continue(sums, frame + 24, 4096, is_big);
        number_put(frame + 16, sums[0]);
        number_put(frame + 20, sums[1]);
    }
}

/* A program plays; the file has its first page only, everything is in the log: 60 moves, and before the last save 50.
 * Then the file is damaged. */
static program play_into_the_log(void)
{
    program at = start();
    begin_game(at.session, "classic", 4, 1);
    for (unsigned i = 1; i <= 60; i++) {
        assert_true(move_some(at.session, i));
        if (i % 10 == 0)
            save(at);
    }
    bytes_patch(0, 0, 100);
    return at;
}

/* How many moves somebody sees who looks; -1: nothing. */
static int moves_seen(void)
{
    eleven_store *store = NULL;
    store_game game = {0};
    if (store_look(folder, &store, NULL))
        return -1;
    int moves = store_find(store, 1, &game, NULL) ? 0 : (int)game.moves;
    store_close(store);
    return moves;
}

static void the_log_is_read(void **state)
{
    (void)state;
    char path[400];
    size_t length;
    program at = play_into_the_log();
    snprintf(path, sizeof path, "%s-wal", database);
    char *log = bytes_read(path, &length);
    assert_true(length > LOG_HEAD + 4 * FRAME && length % FRAME == LOG_HEAD);
    assert_int_equal(moves_seen(), 60);
    char *copy = malloc(length + FRAME);
    assert_non_null(copy);
    /* The same log as a machine of the other byte order writes it. */
    for (int is_big = 0; is_big < 2; is_big++) {
        memcpy(copy, log, length);
        log_seal(copy, length, is_big);
        bytes_write(path, copy, length);
        assert_int_equal(moves_seen(), 60);
    }
    /* A frame with a wrong sum or of an older log, and a frame without a commit at the end. */
    for (size_t byte = 8; byte < 24; byte++) {
        memcpy(copy, log, length);
        copy[length - FRAME + byte] ^= 1;
        bytes_write(path, copy, length);
        assert_int_equal(moves_seen(), 50);
    }
    memcpy(copy, log, length);
    memcpy(copy + length, log + length - FRAME, FRAME);
    memset(copy + length + 4, 0, 4);
    log_seal(copy, length + FRAME, false);
    bytes_write(path, copy, length + FRAME);
    assert_int_equal(moves_seen(), 60);
    bytes_write(path, log, length - 1);
    assert_int_equal(moves_seen(), 50);
    /* A page far behind the end is not one of ours. */
    memcpy(copy, log, length);
    memcpy(copy + length, log + length - FRAME, FRAME);
    number_put(copy + length, 0x7fffffff);
    log_seal(copy, length + FRAME, false);
    bytes_write(path, copy, length + FRAME);
    assert_int_equal(moves_seen(), 60);
    /* A log without a whole frame. */
    bytes_write(path, log, LOG_HEAD);
    assert_true(moves_seen() < 60);
    bytes_write(path, log, length);
    free(log);
    free(copy);
    eleven_session_free(at.session);
    at.session = NULL;
    store_close(at.store);
}

/* What is read fits together: it is read again until the log is the same before and after. */
static void the_log_changes_meanwhile(void **state)
{
    (void)state;
    program at = play_into_the_log();
    files_read = 0;
    playing = &at;
    assert_int_equal(moves_seen(), 61);
    assert_int_equal(files_read, 2);
    eleven_session_free(at.session);
    store_close(at.store);
}

/* ---- Rows that a rescue reads -------------------------------------------------------------------------- */
static void damage_header(void)
{
    run_sql("PRAGMA wal_checkpoint(TRUNCATE)");
    bytes_patch(0, 0, 100);
}

static void expect_recovered(const char *notice)
{
    eleven_store *store = open_store();
    if (!strstr(store_notice(store), notice))
        fail_msg("'%s' should contain '%s'", store_notice(store), notice);
    store_close(store);
    expect_sql("PRAGMA integrity_check", "ok");
}

/* Titles make rows longer than a page; those that continue on several pages, too. */
static void rows_on_several_pages(void **state)
{
    (void)state;
    size_t length;
    make_games();
    char *sound = bytes_read(database, &length), *times = sql(database, "SELECT touched FROM game WHERE id = 2");
    for (unsigned i = 0; i < 60; i++) {
        /* With 3880 bytes the row fills a page; with 7972, the first of two. */
        static const unsigned starts[] = {3000, 3875, 6000, 7967, 12058, 16000};
        unsigned size = starts[i / 10] + i % 10;
        char change[100];
        bytes_write(database, sound, length);
        snprintf(change, sizeof change, "UPDATE game SET title = printf('%%.*c', %u, 't') WHERE id = 2", size);
        run_sql(change);
        damage_header();
        expect_recovered("3 of 3 games recovered");
        expect_sql("SELECT title || ' ' || moves FROM game WHERE id = 2",
                   "ttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt 20");
        expect_sql("SELECT touched FROM game WHERE id = 2", times);
    }
    free(times);
    /* Longer than any row of ours, and one whose end was cut off. */
    for (unsigned size = 40000; size <= 200000; size += 160000) {
        char change[100];
        bytes_write(database, sound, length);
        snprintf(change, sizeof change, "UPDATE game SET title = printf('%%.*c', %u, 't') WHERE id = 2", size);
        run_sql(change);
        damage_header();
        size_t whole;
        char *bytes = bytes_read(database, &whole);
        bytes_write(database, bytes, size == 40000 ? whole - 4096 : whole);
        free(bytes);
        expect_recovered("2 of 3 games recovered, 1 lost");
    }
    free(sound);
}

static void strange_numbers(void **state)
{
    (void)state;
    make_games();
    run_sql("UPDATE game SET id = -5, plies = -1, entry = NULL, sitting = NULL, class = 5 WHERE id = 1;"
            "UPDATE ply SET game = -5 WHERE game = 1; UPDATE sitting SET touched = -7, position = -3 WHERE id = 2;"
            "UPDATE game SET touched = 1 << 50, played = 70000, deleted = 1 << 62 WHERE id = 2");
    damage_header();
    expect_recovered("3 of 3 games recovered");
    expect_sql("SELECT group_concat(id || ' ' || plies) FROM game", "-5 0,2 20,3 10");
    expect_sql("SELECT touched || ' ' || played || ' ' || deleted FROM game WHERE id = 2",
               "1125899906842624 70000 4611686018427387904");
}

/* Two games at one place: one of them leaves the timeline. Two with one number: the first one stays. */
static void two_games_at_one_place(void **state)
{
    (void)state;
    make_games();
    run_sql("DROP INDEX game_in_timeline; UPDATE game SET entry = 0 WHERE id = 2");
    damage_header();
    expect_recovered("3 of 3 games recovered");
    expect_sql("SELECT count(*) || ' ' || count(sitting) FROM game WHERE id < 3", "2 1");
}

/* A ply that has the number of another one does not take its place. */
static void a_ply_with_a_wrong_number(void **state)
{
    (void)state;
    size_t length;
    make_games();
    run_sql("PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
    char *root = sql(database, "SELECT rootpage FROM sqlite_schema WHERE name = 'ply'"), *bytes;
    long page = 4096 * (atol(root) - 1);
    free(root);
    bytes = bytes_read(database, &length);
    /* Ply 3 of game 2 becomes one of game 3: [4 columns' types][2][3][text]; the first small number is the game. */
    char *ply = NULL;
    for (char *at = bytes + page; at < bytes + page + 4090 && !ply; at++)
        if (at[0] == 4 && at[1] == 1 && at[2] == 1 && at[4] == 2 && at[5] == 3)
            ply = at;
    assert_non_null(ply);
    ply[4] = 3;
    bytes_write(database, bytes, length);
    free(bytes);
    bytes_patch(0, 0, 100);
    expect_recovered("2 of 3 games recovered, 1 up to a damaged move");
    expect_sql("SELECT group_concat(id || ' ' || plies) FROM game", "1 20,2 3,3 10");
}

/* A page says how many rows it has. What is behind them was deleted, even if it is not overwritten. */
static void a_row_behind_the_last_one(void **state)
{
    (void)state;
    make_games();
    run_sql("PRAGMA wal_checkpoint(TRUNCATE)");
    char *root = sql(database, "SELECT rootpage FROM sqlite_schema WHERE name = 'game'");
    bytes_patch(4096 * (atol(root) - 1) + 4, 2, 1);
    bytes_patch(0, 0, 100);
    expect_recovered("2 of 3 games recovered, 1 lost");
    expect_sql("SELECT group_concat(id) FROM game", "1,2");
    free(root);
}

/* A row continues on the page that 4 bytes at the end of its cell name. Here they are behind the end of the page. */
static void a_row_that_leaves_its_page(void **state)
{
    (void)state;
    size_t length;
    save_a_game();
    run_sql("UPDATE game SET title = printf('%.*c', 9000, 't'); PRAGMA wal_checkpoint(TRUNCATE)");
    char *root = sql(database, "SELECT rootpage FROM sqlite_schema WHERE name = 'game'");
    char *bytes = bytes_read(database, &length), *page = bytes + 4096 * (atol(root) - 1);
    unsigned char *cell = (unsigned char *)page + ((page[8] & 255) << 8 | (page[9] & 255));
    size_t payload = (size_t)(cell[0] & 127) << 7 | cell[1], kept = 489 + (payload - 489) % 4092;
    assert_int_equal(cell[2], 1);
    size_t size = 3 + (kept <= 4061 ? kept : 489) + 4, at = 4096 - (size - 4);
    memmove(page + at, cell, size);
    page[8] = (char)(at >> 8);
    page[9] = (char)at;
    bytes_write(database, bytes, length);
    bytes_patch(0, 0, 100);
    expect_recovered("0 of 1 game recovered, 1 lost");
    free(bytes);
    free(root);
}

/* Game 2 claims the number of the one before it. */
static void a_game_with_a_wrong_number(void **state)
{
    (void)state;
    size_t length;
    make_games();
    run_sql("PRAGMA wal_checkpoint(TRUNCATE)");
    char *root = sql(database, "SELECT rootpage FROM sqlite_schema WHERE name = 'game'");
    char *bytes = bytes_read(database, &length), *page = bytes + 4096 * (atol(root) - 1);
    char *cell = page + ((page[10] & 255) << 8 | (page[11] & 255));
    assert_true((cell[0] & 0x80) && cell[2] == 2);
    cell[2] = 1;
    bytes_write(database, bytes, length);
    bytes_patch(0, 0, 100);
    expect_recovered("2 of 3 games recovered, 1 lost");
    expect_sql("SELECT group_concat(id || ' ' || undos) FROM game", "1 5,3 0");
    free(bytes);
    free(root);
}

static void a_game_whose_only_ply_is_lost(void **state)
{
    (void)state;
    program at = start();
    begin_game(at.session, "classic", 4, 1);
    move_some(at.session, 0);
    save(at);
    finish(at);
    run_sql("DELETE FROM ply");
    damage_header();
    expect_recovered("0 of 1 game recovered, 1 lost");
}

static void settings_are_recovered(void **state)
{
    (void)state;
    char value[STORE_SETTING];
    make_games();
    eleven_store *store = open_store();
    assert_int_equal(store_keep_setting(store, "player", "network", NULL), ELEVEN_OK);
    assert_int_equal(store_keep_setting(store, "theme", "dark", NULL), ELEVEN_OK);
    store_close(store);
    damage_header();
    store = open_store();
    assert_int_equal(store_setting(store, "theme", value, NULL), ELEVEN_OK);
    assert_string_equal(value, "dark");
    assert_int_equal(store_setting(store, "player", value, NULL), ELEVEN_OK);
    assert_string_equal(value, "network");
    assert_int_equal(store_setting(store, "size", value, NULL), ELEVEN_OK);
    assert_string_equal(value, "");
    assert_int_equal(store_drop_settings(store, NULL), ELEVEN_OK);
    assert_int_equal(store_setting(store, "theme", value, NULL), ELEVEN_OK);
    assert_string_equal(value, "");
    store_close(store);
}

/* Of a sitting that is damaged while it is played, a part may already be on the disk. */
static void names_for_damaged_files(void **state)
{
    (void)state;
    char name[40], path[600];
    make_games();
    for (unsigned i = 1; i <= 3; i++) {
        bytes_patch(0, 0, 100);
        eleven_store *store = open_store();
        const char *aside = strstr(store_notice(store), "eleven-damaged-");
        assert_non_null(aside);
        snprintf(name, sizeof name, "-%u.db", i);
        assert_int_equal(strstr(aside, name) != NULL, i > 1);
        snprintf(path, sizeof path, "%s/%s", folder, aside);
        assert_int_equal(access(path, F_OK), 0);
        store_close(store);
    }
}

/* Pages of other sizes, as a shell can make them. */
static void pages_of_other_sizes(void **state)
{
    (void)state;
    static const unsigned sizes[] = {512, 1024, 65536};
    for (unsigned i = 0; i < 3; i++) {
        char change[100];
        size_t length;
        make_games();
        snprintf(change, sizeof change, "PRAGMA journal_mode = DELETE; PRAGMA page_size = %u; VACUUM", sizes[i]);
        run_sql(change);
        char *sound = bytes_read(database, &length);
        assert_int_equal(length % sizes[i], 0);
        bytes_patch(0, 0, 16);
        expect_recovered("3 of 3 games recovered");
        expect_sql("SELECT group_concat(plies) FROM game", "20,20,10");
        /* A page that was cut off. */
        bytes_write(database, sound, length - 1);
        expect_recovered(" recovered");
        free(sound);
        remove(database);
    }
}

/* The file ends in the middle of a page, as when a checkpoint was interrupted: all pages are in the log. */
static void a_file_that_a_checkpoint_left(void **state)
{
    (void)state;
    char path[400], copy[400];
    size_t length, log_length;
    program at = start();
    begin_game(at.session, "classic", 4, 1);
    for (unsigned i = 1; i <= 60; i++)
        move_some(at.session, i);
    save(at);
    snprintf(path, sizeof path, "%s-wal", database);
    snprintf(copy, sizeof copy, "%s/copy", folder);
    char *bytes = bytes_read(database, &length), *log = bytes_read(path, &log_length);
    finish(at);
    bytes_write(database, bytes, length);
    bytes_write(path, log, log_length);
    assert_int_equal(truncate(database, (off_t)length + 100), 0);
    eleven_store *store = open_store();
    assert_string_equal(store_notice(store), "");
    expect_sound(store);
    expect_sql("SELECT moves FROM game", "60");
    store_close(store);
    /* Without the log it is damaged. */
    assert_int_equal(truncate(database, 5 * 4096 + 100), 0);
    bytes_write(path, "", 0);
    expect_recovered(" recovered");
    free(bytes);
    free(log);
}

static void look_at_three_games(void *context)
{
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
        _exit(2);
    expect_look(3, context, false);
}

/* Permissions bind everybody but root: root tests them as nobody. */
static void read_only_folders_and_files(void **state)
{
    (void)state;
    make_games();
    for (unsigned i = 0; i < 4; i++) {
        chmod(database, i & 1 ? 0444 : 0666);
        chmod(folder, i & 2 ? 0777 : 0555);
        if (i != 2)
            assert_int_equal(in_another_program(look_at_three_games, ""), 0);
    }
    bytes_patch(0, 0, 16);
    chmod(folder, 0555);
    assert_int_equal(in_another_program(look_at_three_games, "3 of 3 games can be read"), 0);
    chmod(folder, 0755);
}

/* Pages that look like pages with rows: nothing is read behind their ends. */
static void pages_of_noise(void **state)
{
    (void)state;
    static const char types[] = {13, 10, 2, 5, 0};
    size_t length;
    make_games();
    run_sql("PRAGMA wal_checkpoint(TRUNCATE)");
    char *sound = bytes_read(database, &length), *noise = malloc(length);
    assert_non_null(noise);
    for (unsigned round = 0; round < 120; round++) {
        memcpy(noise, sound, length);
        for (size_t at = 4096; at < length; at++)
            if (round % 3 == 0 || eleven_random(round, at) >> 59 == 0)
                noise[at] = (char)(eleven_random(round + 1000, at) >> 40);
        for (size_t page = 4096; page < length && round % 3 == 0; page += 4096)
            noise[page] = types[(round + page / 4096) % sizeof types];
        if (round % 4 == 1)
            memset(noise + 32, (int)round, 8);
        bytes_write(database, noise, length);
        bytes_patch(0, 0, 16);
        eleven_store *store = open_store();
        assert_non_null(strstr(store_notice(store), "the saved games were damaged: "));
        expect_sound(store);
        store_close(store);
    }
    free(sound);
    free(noise);
}

/* Locks the folder, and lets it go a little later. */
static void lock_for_a_moment(int ready)
{
    int lock = open(folder, O_RDONLY | O_DIRECTORY);
    flock(lock, LOCK_EX);
    if (write(ready, "x", 1) == 1)
        usleep(50000);
    _exit(0);
}

static void a_folder_that_is_locked_for_a_moment(void **state)
{
    (void)state;
    int ready[2], status;
    char byte;
    make_games();
    bytes_patch(0, 0, 100);
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork_program();
    if (child == 0)
        lock_for_a_moment(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    expect_recovered("3 of 3 games recovered");
    assert_int_equal(waitpid(child, &status, 0), child);
    close(ready[0]);
    close(ready[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(every_column_is_compared),
        IN_A_FOLDER(the_position_is_compared),
        IN_A_FOLDER(plies_that_cannot_be_read),
        IN_A_FOLDER(other_words_for_a_move),
        IN_A_FOLDER(numbers_out_of_range),
        IN_A_FOLDER(a_damaged_file_in_use_is_looked_at),
        IN_A_FOLDER(what_cannot_be_looked_at),
        IN_A_FOLDER(a_damaged_version),
        IN_A_FOLDER(large_files),
        IN_A_FOLDER(a_sound_store_is_not_repaired),
        IN_A_FOLDER(a_folder_that_is_locked),
        IN_A_FOLDER(damage_that_goes_away),
        IN_A_FOLDER(the_log_is_read),
        IN_A_FOLDER(the_log_changes_meanwhile),
        IN_A_FOLDER(rows_on_several_pages),
        IN_A_FOLDER(strange_numbers),
        IN_A_FOLDER(two_games_at_one_place),
        IN_A_FOLDER(a_ply_with_a_wrong_number),
        IN_A_FOLDER(a_row_behind_the_last_one),
        IN_A_FOLDER(a_row_that_leaves_its_page),
        IN_A_FOLDER(a_game_with_a_wrong_number),
        IN_A_FOLDER(a_game_whose_only_ply_is_lost),
        IN_A_FOLDER(settings_are_recovered),
        IN_A_FOLDER(names_for_damaged_files),
        IN_A_FOLDER(pages_of_other_sizes),
        IN_A_FOLDER(pages_of_noise),
        IN_A_FOLDER(damage_that_a_save_finds),
        IN_A_FOLDER(marks_in_the_log),
        IN_A_FOLDER(a_version_to_come),
        IN_A_FOLDER(a_folder_that_is_locked_for_a_moment),
        IN_A_FOLDER(a_file_that_a_checkpoint_left),
        IN_A_FOLDER(read_only_folders_and_files),
    };
    sqlite3_config(SQLITE_CONFIG_LOG, note_misuse, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
