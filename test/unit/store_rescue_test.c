/* Damaged files: they are moved aside, and what can be read in them is in a new store. */
#include "store_fixture.h"

#include <dirent.h>
#include <sys/file.h>
#include <fcntl.h>

/* The number of damaged files in the folder; `path` becomes that of one of them. */
static unsigned asides(char path[600])
{
    unsigned count = 0;
    DIR *files = opendir(folder);
    for (struct dirent *file; (file = readdir(files)) != NULL;)
        if (strncmp(file->d_name, "eleven-damaged-", 15) == 0 && !strstr(file->d_name, "-wal")) {
            snprintf(path, 600, "%s/%s", folder, file->d_name);
            count++;
        }
    closedir(files);
    return count;
}

static void expect_bytes(const char *path, const char *bytes, size_t length)
{
    size_t found_length;
    char *found = bytes_read(path, &found_length);
    assert_int_equal(found_length, length);
    assert_memory_equal(found, bytes, length);
    free(found);
}

/* Opens a store whose file was damaged: it must be moved aside as it is, and the new one must be sound. */
static void expect_rescue(const char *notice)
{
    size_t length;
    char path[600];
    char *damaged = bytes_read(database, &length);
    unsigned before = asides(path);
    eleven_store *store = open_store();
    if (!strstr(store_notice(store), notice))
        fail_msg("'%s' should contain '%s'", store_notice(store), notice);
    store_close(store);
    assert_int_equal(asides(path), before + 1);
    if (before == 0)
        expect_bytes(path, damaged, length);
    expect_sql("PRAGMA integrity_check", "ok");
    store = open_store();
    assert_string_equal(store_notice(store), "");
    store_close(store);
    free(damaged);
}

/* Whichever page is destroyed, the rest is recovered. The game has more pages of moves than of anything else. */
static void each_page_can_be_destroyed(void **state)
{
    (void)state;
    size_t length;
    save_a_game();
    char *moves = sql(database, "SELECT moves FROM game");
    char *sound = bytes_read(database, &length);
    unsigned whole = 0, cut = 0;
    for (long page = 0; page < (long)length; page += 4096) {
        bytes_write(database, sound, length);
        bytes_patch(page, page % 8192 ? 0 : 0xff, 4096);
        if (page == 0)
            bytes_patch(page, 0, 4096);
        expect_rescue("the saved games were damaged: ");
        char *kept = sql(database, "SELECT ifnull(max(moves), 0) FROM game");
        whole += strcmp(kept, moves) == 0;
        cut += strcmp(kept, moves) != 0;
        free(kept);
    }
    assert_true(whole >= 5 && cut >= 1 && cut <= length / 4096 - 5);
    free(sound);
    free(moves);
}

static void files_that_were_cut_off_are_rescued(void **state)
{
    (void)state;
    size_t length;
    save_a_game();
    char *sound = bytes_read(database, &length);
    const size_t cuts[] = {1, 50, 99, 100, 512, 4096, 5000, length / 2, length - 1};
    for (unsigned i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        bytes_write(database, sound, cuts[i]);
        expect_rescue(cuts[i] < length / 2 ? "0 of 0 games recovered" : " of 1 game ");
    }
    free(sound);
}

/* The timelines and the position of the sitting are as before, though the file's header is gone and the last moves are
 * in the log. */
static void timelines_are_recovered(void **state)
{
    (void)state;
    program at = start();
    for (unsigned i = 0; i < 3; i++) {
        begin_game(at.session, "classic", 4, i + 1);
        for (unsigned k = 0; k < 30; k++)
            move_some(at.session, k);
    }
    for (unsigned i = 0; i < 40; i++)
        eleven_session_undo(at.session, 0);
    save(at);
    assert_int_equal(store_rename(at.store, 2, "the second", NULL), ELEVEN_OK);
    assert_int_equal(store_keep_setting(at.store, "theme", "dark", NULL), ELEVEN_OK);
    store_close(at.store);
    bytes_patch(0, 0, 4096);
    program next = start();
    assert_string_equal(strstr(store_notice(next.store), ": ") + 2, strstr(store_notice(next.store), "3 of 3 games"));
    assert_true(same_timeline(at.session, next.session));
    char value[STORE_SETTING];
    store_setting(next.store, "theme", value, NULL);
    assert_string_equal(value, "dark");
    expect_sql("SELECT title FROM game WHERE id = 2", "the second");
    eleven_session_free(at.session);
    finish(next);
}

/* Pages that are not in use contain the rows of deleted games, which must not come back. */
static void deleted_games_stay_deleted(void **state)
{
    (void)state;
    save_a_game();
    free(sql(database, "CREATE TEMP TABLE copy AS SELECT * FROM game; UPDATE copy SET sitting = NULL, entry = NULL; "
                       "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 400) "
                       "INSERT INTO copy SELECT copy.* FROM copy, n; UPDATE copy SET id = rowid; "
                       "INSERT INTO game SELECT * FROM copy WHERE id > 1"));
    free(sql(database, "PRAGMA secure_delete = 0; DELETE FROM game WHERE id > 1; PRAGMA wal_checkpoint(TRUNCATE)"));
    char *free_pages = sql(database, "PRAGMA freelist_count");
    char *root = sql(database, "SELECT rootpage FROM sqlite_schema WHERE name = 'setting'");
    assert_true(atoi(free_pages) > 10);
    bytes_patch(4096 * (atol(root) - 1), 0xff, 4096);
    size_t length;
    char *bytes = bytes_read(database, &length);
    expect_rescue("1 of 1 game recovered");
    expect_sql("SELECT count(*) FROM game", "1");
    /* The list of free pages begins on the last page. */
    const unsigned char *list = (const unsigned char *)bytes + 32;
    bytes_write(database, bytes, 4096 * (size_t)(list[2] << 8 | list[3]));
    expect_rescue("1 of 1 game recovered");
    expect_sql("SELECT count(*) FROM game", "1");
    free(free_pages);
    free(bytes);
    free(root);
}

/* A row of another table may have more columns than any of ours. */
static void foreign_rows_are_left_out(void **state)
{
    (void)state;
    char names[4000] = "", values[4000] = "", statement[9000];
    save_a_game();
    for (unsigned i = 0; i < 500; i++) {
        snprintf(names + strlen(names), 8, "%sc%u", i ? "," : "", i);
        strcat(values, i ? ",'x'" : "'x'");
    }
    snprintf(statement, sizeof statement,
             "CREATE TABLE wide (%s); INSERT INTO wide VALUES (%s); PRAGMA wal_checkpoint(TRUNCATE)", names, values);
    free(sql(database, statement));
    bytes_patch(0, 0, 100);
    expect_rescue("1 of 1 game recovered");
}

/* Another program changes the file, so that this one has to read it again, and finds damage. */
static void damage_during_play_loses_no_move(void **state)
{
    (void)state;
    size_t length;
    program at = start();
    begin_game(at.session, "classic", 4, 9);
    for (unsigned i = 0; i < 500; i++)
        move_some(at.session, i / 2);
    save(at);
    free(sql(database, "UPDATE sitting SET touched = 1; PRAGMA wal_checkpoint(TRUNCATE)"));
    free(bytes_read(database, &length));
    bytes_patch(4096, 0xff, length - 4096);
    for (unsigned i = 0; i < 20; i++) {
        move_some(at.session, i);
        save(at);
    }
    assert_non_null(strstr(store_notice(at.store), "the saved games were damaged"));
    expect_sql("SELECT count(*) FROM game", "1");
    at = restart(at);
    finish(at);
}

static void nothing_is_moved_while_another_program_plays(void **state)
{
    (void)state;
    char path[600];
    eleven_store *store = NULL;
    eleven_problem problem = {0};
    save_a_game();
    bytes_patch(0, 0, 100);
    snprintf(path, sizeof path, "%s/sitting-1.lock", folder);
    int lock = open(path, O_RDWR);
    assert_int_equal(flock(lock, LOCK_EX | LOCK_NB), 0);
    assert_int_equal(store_open(folder, &store, &problem), ELEVEN_NO_STORAGE);
    assert_non_null(strstr(problem.sentence, "it is damaged, and another program uses it"));
    assert_int_equal(asides(path), 0);
    close(lock);
    expect_rescue("1 of 1 game recovered");
}

/* Cut off between the two renames. */
static void an_interrupted_rescue_is_finished(void **state)
{
    (void)state;
    char rescued[400], path[600];
    size_t length;
    save_a_game();
    char *sound = bytes_read(database, &length);
    snprintf(rescued, sizeof rescued, "%s-rescued", database);
    bytes_write(rescued, sound, length);
    bytes_patch(0, 0, 4096);
    finish(start());
    expect_sql("SELECT count(*) FROM game", "1");
    assert_int_equal(asides(path), 1);
    assert_int_equal(access(rescued, F_OK), -1);
    free(sound);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(each_page_can_be_destroyed),        IN_A_FOLDER(files_that_were_cut_off_are_rescued),
        IN_A_FOLDER(timelines_are_recovered),           IN_A_FOLDER(deleted_games_stay_deleted),
        IN_A_FOLDER(damage_during_play_loses_no_move),  IN_A_FOLDER(nothing_is_moved_while_another_program_plays),
        IN_A_FOLDER(an_interrupted_rescue_is_finished), IN_A_FOLDER(foreign_rows_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
