/* The list of games as a player uses it: sorting, filters, titles, deleting, and resuming any game by its number. */
#include "store_fixture.h"

#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>

/* What all clocks show, and what only CLOCK_REALTIME shows, in milliseconds; 0: the time. */
static atomic_llong moment, date;

int clock_gettime(clockid_t clock, struct timespec *now)
{
    long long shown = clock == CLOCK_REALTIME && atomic_load(&date) ? atomic_load(&date) : atomic_load(&moment);
    *now = (struct timespec){.tv_sec = (time_t)(shown / 1000), .tv_nsec = (long)(shown % 1000) * 1000000};
    return shown ? 0 : (int)syscall(SYS_clock_gettime, clock, now);
}

typedef struct seen {
    int64_t ids[16];
    unsigned count;
    store_game last;
} seen;

static bool see(void *context, const store_game *game)
{
    seen *all = context;
    all->ids[all->count++] = game->id;
    all->last = *game;
    return true;
}

/* The numbers of the listed games as text, "3 1 2". */
static void expect_list(eleven_store *store, store_query query, const char *expected)
{
    seen all = {0};
    uint64_t count;
    char text[100] = "";
    assert_int_equal(store_games(store, &query, see, &all, NULL), ELEVEN_OK);
    for (unsigned i = 0; i < all.count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d", i ? " " : "", (int)all.ids[i]);
    assert_string_equal(text, expected);
    query.first = query.most = 0;
    assert_int_equal(store_count(store, &query, &count, NULL), ELEVEN_OK);
    assert_true(count >= all.count);
}

static void play(program at, uint64_t seed, unsigned moves, unsigned undos)
{
    begin_game(at.session, at.rules.name, 4, seed);
    for (unsigned i = 0; i < moves; i++)
        move_some(at.session, i);
    while (undos--)
        eleven_session_undo(at.session, 0);
    save(at);
}

static store_game game_of(eleven_store *store, int64_t id)
{
    store_game game = {0};
    eleven_problem problem = {0};
    if (store_find(store, id, &game, &problem))
        fail_msg("%s", problem.sentence);
    return game;
}

/* Resumes a game in another session, as the list of games does it. */
static program resume_game(program at, int64_t id)
{
    eleven_problem problem = {0};
    program next = {at.rules, at.store, eleven_session_new()};
    if (store_resume_game(at.store, id, next.session, &problem))
        fail_msg("%s", problem.sentence);
    eleven_session_free(at.session);
    return next;
}

static void games_are_sorted_and_filtered(void **state)
{
    (void)state;
    uint64_t rank, count;
    eleven_class undo = ELEVEN_CLASS_UNDO;
    program at = start();
    play(at, 1, 40, 0);
    play(at, 2, 5000, 0);
    play(at, 3, 80, 2);
    expect_list(at.store, (store_query){0}, "3 2 1");
    expect_list(at.store, (store_query){.is_reversed = true}, "1 2 3");
    expect_list(at.store, (store_query){.order = STORE_BY_SCORE}, "2 3 1");
    expect_list(at.store, (store_query){.order = STORE_BY_SCORE, .is_reversed = true}, "1 3 2");
    expect_list(at.store, (store_query){.order = STORE_BY_CLASS}, "3 2 1");
    expect_list(at.store, (store_query){.order = STORE_BY_SCORE, .first = 1, .most = 1}, "3");
    expect_list(at.store, (store_query){.which = STORE_RUNNING}, "3");
    expect_list(at.store, (store_query){.which = STORE_ENDED}, "2");
    expect_list(at.store, (store_query){.class = &undo}, "3");
    expect_list(at.store, (store_query){.text = "CLASSIC 4X4"}, "3 2 1");
    expect_list(at.store, (store_query){.text = "5x5"}, "");
    assert_int_equal(store_rank(at.store, 1, &rank, &count, NULL), ELEVEN_OK);
    assert_true(rank == 2 && count == 2);
    assert_int_equal(store_rank(at.store, 2, &rank, &count, NULL), ELEVEN_OK);
    assert_true(rank == 1 && count == 2);
    assert_int_equal(store_rank(at.store, 3, &rank, &count, NULL), ELEVEN_OK);
    assert_true(rank == 1 && count == 1);
    assert_int_equal(store_current(at.store, at.session), 3);
    assert_true(game_of(at.store, 3).touched > game_of(at.store, 1).touched - 1);
    assert_int_equal(store_find(at.store, 9, &(store_game){0}, NULL), ELEVEN_NO_STORAGE);
    finish(at);
}

static void titles_are_kept(void **state)
{
    (void)state;
    char long_title[STORE_TITLE + 1] = {0};
    program at = start();
    play(at, 1, 40, 0);
    assert_int_equal(store_rename(at.store, 1, "Fußball auf Reisen", NULL), ELEVEN_OK);
    play(at, 2, 4, 0);
    assert_string_equal(game_of(at.store, 1).title, "Fußball auf Reisen");
    expect_list(at.store, (store_query){.text = "reisen"}, "1");
    eleven_problem problem = {0};
    assert_int_equal(store_rename(at.store, 1, memset(long_title, 'x', STORE_TITLE), &problem), ELEVEN_BAD_TEXT);
    assert_string_equal(problem.sentence, "a title has 63 bytes at most");
    assert_int_equal(store_rename(at.store, 2, long_title + 1, NULL), ELEVEN_OK);
    assert_string_equal(game_of(at.store, 2).title, long_title + 1);
    assert_int_equal(store_rename(at.store, 2, "", NULL), ELEVEN_OK);
    assert_int_equal(store_rename(at.store, 1, "a\177", NULL), ELEVEN_BAD_TEXT);
    assert_int_equal(store_rename(at.store, 1, "two\nlines", NULL), ELEVEN_BAD_TEXT);
    assert_int_equal(store_rename(at.store, 1, "a\033[2J", NULL), ELEVEN_BAD_TEXT);
    assert_int_equal(store_rename(at.store, 7, "none", NULL), ELEVEN_NO_STORAGE);
    assert_string_equal(game_of(at.store, 1).title, "Fußball auf Reisen");
    finish(at);
}

static void deleting_can_be_undone(void **state)
{
    (void)state;
    store_bests before, after;
    program at = start();
    play(at, 1, 400, 0);
    play(at, 2, 10, 0);
    store_best(at.store, eleven_rules_hash(&at.rules), 4, 4, &before, NULL);
    assert_int_equal(store_delete(at.store, 2, true, NULL), ELEVEN_NO_STORAGE);
    assert_int_equal(store_delete(at.store, 1, true, NULL), ELEVEN_OK);
    expect_list(at.store, (store_query){0}, "2");
    expect_list(at.store, (store_query){.which = STORE_DELETED}, "1");
    assert_true(game_of(at.store, 1).is_deleted && !game_of(at.store, 2).is_deleted);
    store_best(at.store, eleven_rules_hash(&at.rules), 4, 4, &after, NULL);
    assert_true(after.plain < before.plain && after.plain > 0);
    assert_int_equal(store_delete(at.store, 1, false, NULL), ELEVEN_OK);
    expect_list(at.store, (store_query){0}, "2 1");
    store_best(at.store, eleven_rules_hash(&at.rules), 4, 4, &after, NULL);
    assert_true(after.plain == before.plain);
    finish(at);
}

/* A sitting whose game was deleted is not resumed, until the game is there again. */
static void deleted_games_are_not_resumed(void **state)
{
    (void)state;
    program at = start(), other = start();
    play(at, 1, 40, 0);
    play(other, 2, 30, 0);
    assert_false(store_was_taken(at.store));
    assert_true(game_of(at.store, 2).is_running && store_is_used(at.store, &(store_game){.sitting = 2}));
    assert_int_equal(store_delete(at.store, 2, true, NULL), ELEVEN_NO_STORAGE);
    finish(other);
    assert_int_equal(store_delete(at.store, 2, true, NULL), ELEVEN_OK);
    other = start();
    assert_int_equal(eleven_session_length(other.session), 0);
    assert_true(store_was_taken(other.store));
    assert_int_equal(store_delete(at.store, 2, false, NULL), ELEVEN_OK);
    finish(other);
    other = start();
    assert_int_equal(eleven_session_length(other.session), 31);
    finish(other);
    finish(at);
}

/* After 30 days; here the clock of the row is changed instead. */
static void deleted_games_are_removed_later(void **state)
{
    (void)state;
    program at = start();
    play(at, 1, 40, 0);
    begin_board(at.session, "2 2 . . / . . . . / . . . . / . . . .");
    save(at);
    eleven_session_undo(at.session, 0);
    eleven_session_undo(at.session, 0);
    move_some(at.session, 1);
    save(at);
    finish(at);
    at = start_sized("classic", 5, 5);
    begin_game(at.session, "classic", 5, 1);
    move_some(at.session, 1);
    save(at);
    assert_int_equal(store_delete(at.store, 1, true, NULL), ELEVEN_OK);
    finish(at);
    finish(start_sized("classic", 5, 5));
    expect_sql("SELECT count(*) FROM game", "2");
    free(sql(database, "UPDATE game SET deleted = deleted - 31 * 86400000.0 WHERE deleted"));
    finish(start_sized("classic", 5, 5));
    expect_sql("SELECT count(*) || ' ' || (SELECT count(DISTINCT game) FROM ply) FROM game", "1 1");
}

/* A game of another size, saved when the clock shows `when`. */
static void play_another(long long when)
{
    atomic_store(&date, when);
    program at = start_sized("classic", 5, 5);
    begin_game(at.session, "classic", 5, 1);
    move_some(at.session, 1);
    save(at);
    finish(at);
}

/* Deletes a game when the clock shows `when`. */
static void delete_game(int64_t id, long long when)
{
    atomic_store(&date, when);
    program at = start();
    assert_int_equal(store_delete(at.store, id, true, NULL), ELEVEN_OK);
    finish(at);
}

/* A clock that is wrong once, when a game is deleted or when the store is opened, removes nothing. */
static void a_wrong_clock_removes_no_deleted_games(void **state)
{
    (void)state;
    const long long day = 86400000, now = 20000 * day;
    play_another(now);
    delete_game(1, 30 * day); /* as after a power failure: 1970 */
    atomic_store(&date, now + day);
    finish(start());
    play_another(now + 29 * day);
    atomic_store(&date, now + 31 * day);
    finish(start());
    expect_sql("SELECT count(*) FROM game WHERE deleted", "1");
    delete_game(2, now + 31 * day);
    atomic_store(&date, now + 3000 * day); /* the store is only opened */
    finish(start());
    expect_sql("SELECT count(*) FROM game WHERE deleted", "2");
    play_another(now + 3000 * day); /* and somebody played: the next start has the time again */
    atomic_store(&date, now + 32 * day);
    finish(start());
    expect_sql("SELECT count(*) FROM game WHERE deleted = 0", "1");
    expect_sql("SELECT count(*) FROM game WHERE deleted", "1");
    atomic_store(&date, 0);
}

/* A clock before 1970 is one that shows no time; one that was ahead counts until the next save. */
static void the_time_of_a_game_is_that_of_its_last_save(void **state)
{
    (void)state;
    const long long times[] = {-1000000000000, 4000000000000, 1700000000000},
                    kept[] = {0, 4000000000000, 1700000000000};
    program at = start();
    begin_game(at.session, "classic", 4, 1);
    for (unsigned i = 0; i < 3; i++) {
        atomic_store(&date, times[i]);
        move_some(at.session, 1);
        save(at);
        assert_int_equal(game_of(at.store, 1).touched, kept[i]);
    }
    atomic_store(&date, 0);
    finish(at);
}

static void any_game_is_resumed_by_number(void **state)
{
    (void)state;
    program at = start();
    play(at, 1, 40, 0);
    eleven_game first = *eleven_session_game(at.session);
    play(at, 2, 30, 3);
    eleven_game second = *eleven_session_game(at.session);
    at = resume_game(at, 1);
    assert_memory_equal(eleven_session_game(at.session), &first, sizeof first);
    at = resume_game(at, 2);
    assert_memory_equal(eleven_session_game(at.session), &second, sizeof second);
    assert_true(eleven_session_redo(at.session, 0));
    save(at);
    at = resume_game(at, 1);
    move_some(at.session, 1);
    save(at);
    expect_list(at.store, (store_query){.which = STORE_RUNNING}, "1");
    assert_int_equal(game_of(at.store, 1).moves, 41);
    assert_int_equal(game_of(at.store, 2).sitting, 0);
    at = resume_game(at, 2);
    assert_true(game_of(at.store, 2).is_running && game_of(at.store, 2).sitting == 2 &&
                game_of(at.store, 1).is_running);
    expect_sound(at.store);
    move_some(at.session, 1);
    save(at);
    assert_int_equal(game_of(at.store, 2).moves, 29);
    expect_sound(at.store);
    expect_sql("SELECT count(*) FROM game", "2");
    at = restart(at);
    finish(at);
}

/* The next game is of the same kind. */
static void games_of_another_kind_are_resumed(void **state)
{
    (void)state;
    static const unsigned sizes[][2] = {{5, 4}, {4, 5}, {4, 4}};
    program at = start();
    play(at, 1, 4, 0);
    for (unsigned i = 0; i < 3; i++) {
        eleven_record head = {.rules = rules_named("fibonacci"), .has_seed = true, .seed = i};
        program other = start_sized("fibonacci", sizes[i][0], sizes[i][1]);
        assert_true(eleven_session_begin(other.session, &head, sizes[i][0], sizes[i][1], 0));
        move_some(other.session, 1);
        save(other);
        finish(other);
        at = resume_game(at, i + 2);
        move_some(at.session, 2);
        eleven_session_new_game(at.session, 1, "", 0);
        save(at);
        expect_sql("SELECT count(*) FROM sitting, game WHERE sitting.id = game.sitting"
                   " AND (sitting.w <> game.w OR sitting.h <> game.h OR sitting.rules_hash <> game.rules_hash)",
                   "0");
        eleven_session_undo(at.session, 0);
        save(at);
        expect_sound(at.store);
        at = resume_game(at, 1);
    }
    finish(at);
}

static void failing_to_resume_changes_nothing(void **state)
{
    (void)state;
    eleven_problem problem = {0};
    program at = start(), other = start();
    play(at, 1, 40, 0);
    play(other, 2, 30, 0);
    eleven_session *session = eleven_session_new();
    assert_int_equal(store_resume_game(at.store, 2, session, &problem), ELEVEN_NO_STORAGE);
    assert_string_equal(problem.sentence, "cannot use game 2: another program plays it or a game before or after it");
    assert_int_equal(store_resume_game(at.store, 77, session, &problem), ELEVEN_NO_STORAGE);
    assert_string_equal(problem.sentence, "cannot find game 77: there is no game with that number");
    /* The sitting is still this program's; SQLite's lock is released. */
    assert_true(store_is_used(other.store, &(store_game){.sitting = 1}));
    free(sql(database, "UPDATE game SET title = 'of a shell'"));
    expect_sql("SELECT title FROM game WHERE id = 1", "of a shell");
    eleven_session_free(session);
    move_some(at.session, 1);
    save(at);
    assert_int_equal(game_of(at.store, 1).moves, 41);
    finish(other);
    at = resume_game(at, 2);
    other = start();
    assert_int_equal(eleven_session_length(other.session), 42);
    finish(other);
    finish(at);
}

static void expect_played(program at, int64_t first, int64_t second)
{
    save(at);
    assert_int_equal(game_of(at.store, 1).played, first);
    assert_int_equal(game_of(at.store, 2).played, second);
}

/* Another program holds SQLite's lock. */
static void fail_to_save(program at)
{
    sqlite3 *shell;
    assert_int_equal(sqlite3_open(database, &shell), SQLITE_OK);
    assert_int_equal(sqlite3_exec(shell, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(store_save(at.store, at.session, NULL), ELEVEN_NO_STORAGE);
    sqlite3_close(shell);
}

/* The time until a save belongs to the current game; of a pause, a minute. Other programs and failures cost none. */
static void the_time_played_is_counted(void **state)
{
    (void)state;
    atomic_store(&moment, 1000000);
    program at = start();
    play(at, 1, 1, 0);
    moment += 1500;
    play(at, 2, 1, 0);
    expect_played(at, 0, 1500);
    moment += 59999;
    expect_played(at, 0, 61499);
    moment += 600000;
    expect_played(at, 0, 121499);
    assert_int_equal(game_of(at.store, 1).touched, 1000000);
    assert_int_equal(game_of(at.store, 2).touched, 1661499);
    expect_list(at.store, (store_query){.order = STORE_BY_DATE, .is_reversed = true}, "1 2");
    moment += 100;
    fail_to_save(at);
    moment += 100;
    expect_played(at, 0, 121699);
    moment += 100;
    fail_to_save(at);
    at = resume_game(at, 1);
    moment += 7;
    expect_played(at, 7, 121699);
    moment += 100;
    at = restart(at);
    moment += 8;
    expect_played(at, 15, 121699);
    finish(at);
    atomic_store(&moment, 0);
}

static void expect_latest(eleven_store *store, int64_t expected)
{
    int64_t id = -1;
    assert_int_equal(store_latest(store, &id, NULL), ELEVEN_OK);
    assert_int_equal(id, expected);
}

static void the_latest_game_is_found(void **state)
{
    (void)state;
    atomic_store(&moment, 1000000);
    program at = start(), other = start_sized("classic", 5, 5);
    expect_latest(at.store, 0);
    play(at, 1, 1, 0);
    begin_game(other.session, "classic", 5, 2);
    save(other);
    expect_latest(at.store, 2);
    moment += 1;
    play(at, 3, 1, 0);
    expect_latest(at.store, 3);
    finish(at);
    assert_int_equal(store_delete(other.store, 3, true, NULL), ELEVEN_OK);
    expect_latest(other.store, 2);
    finish(other);
    atomic_store(&moment, 0);
}

/* SQLite refuses the sitting that a game would get: there is none, and the own one stays. */
static void a_game_that_gets_no_sitting(void **state)
{
    (void)state;
    program at = start();
    eleven_problem problem = {0};
    play(at, 1, 4, 0);
    play(at, 2, 4, 0);
    free(sql(database, "UPDATE game SET sitting = NULL, entry = NULL WHERE id = 2;"
                       "UPDATE sitting SET position = 5; CREATE TRIGGER refusal BEFORE UPDATE OF sitting ON game"
                       " BEGIN SELECT raise(ABORT, 'refused'); END"));
    finish(at);
    at = start();
    eleven_session *session = eleven_session_new();
    assert_int_equal(store_resume_game(at.store, 2, session, &problem), ELEVEN_NO_STORAGE);
    assert_non_null(strstr(problem.sentence, "cannot save in "));
    eleven_session_free(session);
    expect_sql("SELECT count(*) FROM sitting", "1");
    move_some(at.session, 1);
    save(at);
    assert_int_equal(game_of(at.store, 1).moves, 5);
    assert_int_equal(game_of(at.store, 2).sitting, 0);
    finish(at);
}

static void settings_are_kept(void **state)
{
    (void)state;
    char value[STORE_SETTING];
    eleven_store *store = open_store();
    assert_int_equal(store_setting(store, "theme", value, NULL), ELEVEN_OK);
    assert_string_equal(value, "");
    assert_int_equal(store_keep_setting(store, "theme", "dark", NULL), ELEVEN_OK);
    assert_int_equal(store_keep_setting(store, "theme", "original", NULL), ELEVEN_OK);
    store_close(store);
    store = open_store();
    store_setting(store, "theme", value, NULL);
    assert_string_equal(value, "original");
    assert_int_equal(store_drop_settings(store, NULL), ELEVEN_OK);
    store_setting(store, "theme", value, NULL);
    assert_string_equal(value, "");
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(games_are_sorted_and_filtered),
        IN_A_FOLDER(titles_are_kept),
        IN_A_FOLDER(deleting_can_be_undone),
        IN_A_FOLDER(deleted_games_are_not_resumed),
        IN_A_FOLDER(deleted_games_are_removed_later),
        IN_A_FOLDER(a_wrong_clock_removes_no_deleted_games),
        IN_A_FOLDER(the_time_of_a_game_is_that_of_its_last_save),
        IN_A_FOLDER(any_game_is_resumed_by_number),
        IN_A_FOLDER(games_of_another_kind_are_resumed),
        IN_A_FOLDER(failing_to_resume_changes_nothing),
        IN_A_FOLDER(the_time_played_is_counted),
        IN_A_FOLDER(the_latest_game_is_found),
        IN_A_FOLDER(a_game_that_gets_no_sitting),
        IN_A_FOLDER(settings_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
