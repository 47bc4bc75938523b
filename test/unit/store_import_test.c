/* Merging histories: which records are the same game, which of them is the later one, and what becomes of the
 * timeline. */
#include "store_fixture.h"

#include "heap.h"

#include <fcntl.h>
#include <sys/file.h>

static const store_extras plain_extras;

/* Imports one record, and keeps it. */
static eleven_error import_one(eleven_store *store, const char *text, const store_extras *extras,
                               store_imported *result, eleven_problem *problem)
{
    assert_int_equal(store_import_begin(store, problem), ELEVEN_OK);
    eleven_error error = store_import(store, text, strlen(text), extras, result, problem);
    assert_int_equal(store_import_end(store, true, problem), ELEVEN_OK);
    return error;
}

static void expect_import(eleven_store *store, const char *text, store_imported expected)
{
    store_imported result = STORE_KNOWN;
    eleven_problem problem = {0};
    if (import_one(store, text, &plain_extras, &result, &problem))
        fail_msg("%s", problem.sentence);
    assert_int_equal(result, expected);
    expect_sound(store);
}

static eleven_session *session_seeded(uint64_t seed, unsigned moves)
{
    eleven_session *session = eleven_session_new();
    begin_game(session, "classic", 4, seed);
    for (unsigned i = 0; i < moves; i++)
        move_some(session, i);
    return session;
}

/* The record of a game with so many moves, then so many taken back, then so many others; to be freed. */
static char *record_seeded(uint64_t seed, unsigned moves, unsigned undos, unsigned others)
{
    eleven_session *session = session_seeded(seed, moves);
    for (unsigned i = 0; i < undos; i++)
        eleven_session_undo(session, 0);
    for (unsigned i = 0; i < others; i++)
        move_some(session, i + 2);
    char *text = printed(session);
    eleven_session_free(session);
    return text;
}

static void expect_import_of(eleven_store *store, uint64_t seed, unsigned moves, unsigned undos, unsigned others,
                             store_imported expected)
{
    char *text = record_seeded(seed, moves, undos, others);
    expect_import(store, text, expected);
    free(text);
}

static int64_t identify(eleven_store *store, const char *text)
{
    int64_t id = -1;
    assert_int_equal(store_identify(store, text, strlen(text), &id, &(bool){false}, NULL), ELEVEN_OK);
    return id;
}

static void expect_record(eleven_store *store, int64_t id, const char *expected)
{
    char *text;
    size_t length;
    assert_int_equal(store_export(store, id, &text, &length, NULL), ELEVEN_OK);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
    free(text);
}

static void new_games_are_added_once(void **state)
{
    (void)state;
    eleven_store *store = open_store();
    char *text = record_seeded(7, 20, 0, 0);
    const store_extras extras = {.is_running = true, .title = "a title", .touched = 555, .played = 66};
    store_imported result = STORE_KNOWN;
    assert_int_equal(identify(store, text), 0);
    assert_int_equal(import_one(store, text, &extras, &result, NULL), ELEVEN_OK);
    assert_int_equal(result, STORE_ADDED);
    assert_int_equal(identify(store, text), 1);
    expect_sql("SELECT title || ' ' || touched || ' ' || played || ' ' || plies || ' ' || moves FROM game",
               "a title 555 66 20 20");
    expect_sql("SELECT id || ' ' || w || h || ' ' || position || ' ' || touched FROM sitting", "1 44 21 555");
    expect_sql("SELECT count(*) FROM running WHERE game = 1", "1");
    expect_record(store, 1, text);
    expect_import(store, text, STORE_KNOWN);
    expect_sql("SELECT count(*) FROM game", "1");
    expect_import_of(store, 8, 5, 0, 0, STORE_ADDED);
    expect_sql("SELECT ifnull(sitting, 'none') || ifnull(entry, 'none') FROM game WHERE id = 2", "nonenone");
    store_close(store);
    program at = start();
    assert_int_equal(eleven_session_length(at.session), 21);
    finish(at);
    free(text);
}

static void later_and_earlier_states(void **state)
{
    (void)state;
    eleven_store *store = open_store();
    expect_import_of(store, 7, 20, 0, 0, STORE_ADDED);
    expect_import_of(store, 7, 20, 0, 0, STORE_KNOWN);
    expect_import_of(store, 7, 0, 0, 0, STORE_KNOWN);
    expect_import_of(store, 7, 19, 0, 0, STORE_KNOWN);
    expect_sql("SELECT moves FROM game", "20");
    expect_import_of(store, 7, 21, 0, 0, STORE_CONTINUED);
    expect_sql("SELECT moves || ' ' || plies || ' ' || (SELECT count(*) FROM ply) FROM game", "21 21 21");
    store_close(store);
}

/* What was taken back is not another game if the record that has it has as many undos more. */
static void states_before_an_undo(void **state)
{
    (void)state;
    eleven_store *store = open_store();
    expect_import_of(store, 7, 20, 0, 0, STORE_ADDED);
    expect_import_of(store, 7, 20, 3, 0, STORE_KNOWN);
    expect_import_of(store, 7, 20, 3, 1, STORE_CONTINUED);
    expect_sql("SELECT undos || ' ' || moves || ' ' || class FROM game", "3 18 1");
    expect_import_of(store, 7, 20, 0, 0, STORE_KNOWN);
    expect_import_of(store, 7, 20, 4, 4, STORE_ADDED);
    expect_sql("SELECT count(*) FROM game", "2");
    store_close(store);
}

/* Chance repeats first tiles. */
static void games_without_seed_and_date(void **state)
{
    (void)state;
    static const char first[] = "eleven game 1\nrules classic\nsize 4x4\nundos 2\nstart 2@a1 2@d4\n\n"
                                "1. U2@c2 L2@c3 D2@b1 R2@a1\n",
                      other[] = "eleven game 1\nrules classic\nsize 4x4\nundos 6\nstart 2@a1 2@d4\n\n"
                                "1. R2@a2 D2@a1 R2@b1 U2@a4 L2@d3 U2@d4\n",
                      longer[] = "eleven game 1\nrules classic\nsize 4x4\nundos 2\nstart 2@a1 2@d4\n\n"
                                 "1. U2@c2 L2@c3 D2@b1 R2@a1 U2@d4\n";
    for (unsigned i = 0; i < 2; i++) {
        eleven_store *store = open_store();
        expect_import(store, i ? other : first, STORE_ADDED);
        expect_import(store, i ? first : other, STORE_ADDED);
        expect_import(store, longer, STORE_CONTINUED);
        expect_import(store, first, STORE_KNOWN);
        expect_sql("SELECT count(*) FROM game", "2");
        store_close(store);
        assert_int_equal(remove(database), 0);
    }
}

/* The undos of one branch do not take the moves of the other back, which has more points without undo. */
static void branches_that_both_continue(void **state)
{
    (void)state;
    for (unsigned is_first = 0; is_first < 2; is_first++) {
        eleven_store *store = open_store();
        char *plain = record_seeded(7, 17, 0, 0);
        eleven_session *session = session_seeded(7, 10);
        for (unsigned i = 0; i < 36; i++) {
            move_some(session, i);
            eleven_session_undo(session, 0);
        }
        for (unsigned i = 0; i < 6; i++)
            move_some(session, i + 1);
        char *branch = printed(session);
        expect_import(store, is_first ? plain : branch, STORE_ADDED);
        expect_import(store, is_first ? branch : plain, STORE_ADDED);
        expect_import(store, branch, STORE_KNOWN);
        expect_import(store, plain, STORE_KNOWN);
        expect_sql("SELECT count(*) FROM game", "2");
        eleven_session_free(session);
        store_close(store);
        free(plain);
        free(branch);
        assert_int_equal(remove(database), 0);
    }
}

/* 3 moves differ: 3 undos explain that, 2 do not. */
static void too_few_undos(void **state)
{
    (void)state;
    for (unsigned undos = 2; undos <= 3; undos++)
        for (unsigned is_stored = 0; is_stored < 2; is_stored++) {
            eleven_store *store = open_store();
            char *whole = record_seeded(7, 20, 0, 0), *other = record_seeded(7, 20, 3, 5);
            strstr(other, "undos 3")[6] = (char)('0' + undos);
            expect_import(store, is_stored ? other : whole, STORE_ADDED);
            expect_import(store, is_stored ? whole : other,
                          undos == 2  ? STORE_ADDED
                          : is_stored ? STORE_KNOWN
                                      : STORE_CONTINUED);
            store_close(store);
            free(whole);
            free(other);
            assert_int_equal(remove(database), 0);
        }
}

static eleven_session *session_begun(eleven_record head)
{
    eleven_session *session = eleven_session_new();
    assert_true(eleven_session_begin(session, &head, 4, 4, 0));
    return session;
}

static void games_that_begin_otherwise(void **state)
{
    (void)state;
    eleven_store *store = open_store();
    const char *const boards[] = {"2 . . . / . . 4 . / . . . . / . . . .", "2 . . . / . . 2 . / . . . . / . . . ."};
    eleven_record head = {.rules = rules_named("classic"), .has_seed = true, .seed = 5, .date = "2024-05-05"};
    for (unsigned i = 0; i < 6; i++) {
        head.from_board = i >= 2;
        head.seed = i == 1 ? 6 : 5;
        head.has_seed = i != 5;
        if (head.from_board)
            head.start = (eleven_game){.board = board_of(&head.rules, boards[i == 3]), .score = i == 4 ? 100 : 0};
        eleven_session *session = session_begun(head);
        char *text = printed(session);
        expect_import(store, text, STORE_ADDED);
        expect_import(store, text, STORE_KNOWN);
        free(text);
        eleven_session_free(session);
    }
    expect_sql("SELECT count(*) FROM game", "6");
    store_close(store);
}

/* Three games of 10 moves in a timeline, which is at this position. */
static void make_timeline(unsigned position)
{
    program at = start();
    for (unsigned i = 0; i < 3; i++) {
        begin_game(at.session, "classic", 4, i + 1);
        for (unsigned k = 0; k < 10; k++)
            move_some(at.session, k);
    }
    while (eleven_session_position(at.session) > position)
        eleven_session_undo(at.session, 0);
    save(at);
    finish(at);
}

/* After one of them was replaced by a state with so many moves. */
static void expect_timeline(unsigned position, unsigned changed, unsigned moves)
{
    char expected[80];
    unsigned begin = 11 * changed, end = begin + 11;
    unsigned moved = position <= begin ? position : position <= end ? begin + moves + 1 : position + moves - 10;
    snprintf(expected, sizeof expected, "0 %u %u at %u", changed < 1 ? moves + 1 : 11, changed < 2 ? moves + 12 : 22,
             moved);
    expect_sql("SELECT group_concat(entry, ' ') || ' at ' || (SELECT position FROM sitting) FROM game", expected);
    expect_sql("PRAGMA integrity_check", "ok");
}

static void the_timeline_moves(void **state)
{
    (void)state;
    for (unsigned position = 1; position <= 33; position++)
        for (unsigned changed = 0; changed < 3; changed++)
            for (unsigned is_longer = 0; is_longer < 2; is_longer++) {
                make_timeline(position);
                eleven_store *store = open_store();
                unsigned undos = is_longer ? 0 : 10;
                char *text = record_seeded(changed + 1, is_longer ? 14 : 10, undos, is_longer ? 0 : 6);
                if (!is_longer)
                    memcpy(strstr(text, "undos 10"), "undos 99", 8);
                expect_import(store, text, STORE_CONTINUED);
                expect_timeline(position, changed, is_longer ? 14 : 6);
                store_close(store);
                free(text);
                remove(database);
            }
}

static void a_deleted_game_comes_back(void **state)
{
    (void)state;
    eleven_store *store = open_store();
    expect_import_of(store, 7, 20, 0, 0, STORE_ADDED);
    for (unsigned moves = 19; moves <= 21; moves++) {
        assert_int_equal(store_delete(store, 1, true, NULL), ELEVEN_OK);
        expect_sql("SELECT deleted > 0 FROM game", "1");
        expect_import_of(store, 7, moves, 0, 0, moves > 20 ? STORE_CONTINUED : STORE_KNOWN);
        expect_sql("SELECT deleted FROM game", "0");
    }
    store_close(store);
}

/* Another program plays game 1: it stays, and the other records are imported. The program itself may import. */
static void games_in_use(void **state)
{
    (void)state;
    char path[600];
    program at = start();
    begin_game(at.session, "classic", 4, 7);
    for (unsigned i = 0; i < 5; i++)
        move_some(at.session, i);
    save(at);
    char *longer = record_seeded(7, 9, 0, 0), *same = record_seeded(7, 5, 0, 0), *other = record_seeded(8, 9, 0, 0);
    const char *const texts[] = {longer, same, other, longer};
    const store_imported results[] = {STORE_KNOWN, STORE_KNOWN, STORE_ADDED, STORE_KNOWN};
    eleven_store *store = open_store();
    assert_int_equal(store_import_begin(store, NULL), ELEVEN_OK);
    for (unsigned i = 0; i < 4; i++) {
        store_imported result = STORE_CONTINUED;
        eleven_problem problem = {0};
        eleven_error error = store_import(store, texts[i], strlen(texts[i]), &plain_extras, &result, &problem);
        assert_int_equal(error, texts[i] == longer ? ELEVEN_NO_STORAGE : ELEVEN_OK);
        if (error)
            assert_string_equal(problem.sentence,
                                "cannot use game 1: another program plays it or a game before or after it");
        else
            assert_int_equal(result, results[i]);
    }
    assert_int_equal(store_import_end(store, true, NULL), ELEVEN_OK);
    expect_sql("SELECT group_concat(moves) FROM game", "5,9");
    eleven_session_free(at.session);
    store_close(at.store);
    /* Now it is free; it is locked until the import ends. */
    store_imported result;
    snprintf(path, sizeof path, "%s/sitting-1.lock", folder);
    int lock = open(path, O_RDWR);
    assert_int_equal(store_import_begin(store, NULL), ELEVEN_OK);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(store_import(store, longer, strlen(longer), &plain_extras, &result, NULL), ELEVEN_OK);
    assert_int_equal(flock(lock, LOCK_EX | LOCK_NB), -1);
    assert_int_equal(store_import_end(store, true, NULL), ELEVEN_OK);
    assert_int_equal(flock(lock, LOCK_EX | LOCK_NB), 0);
    close(lock);
    expect_sql("SELECT group_concat(moves) FROM game", "9,9");
    store_close(store);
    free(longer);
    free(same);
    free(other);
}

/* Also the list of the sittings that an import holds. */
static void memory_of_an_import_comes_back(void **state)
{
    program at = start();
    begin_game(at.session, "classic", 4, 1);
    save(at);
    finish(at);
    char *longer = record_seeded(1, 9, 0, 0);
    store_imported result;
    heap_begin(state);
    eleven_store *store = open_store();
    assert_int_equal(store_import_begin(store, NULL), ELEVEN_OK);
    assert_int_equal(store_import(store, longer, strlen(longer), &plain_extras, &result, NULL), ELEVEN_OK);
    assert_int_equal(store_import_end(store, true, NULL), ELEVEN_OK);
    store_close(store);
    everything_was_given_back(state);
    eleven_allocator_set(NULL);
    free(longer);
}

/* Each sitting is locked: one that is free does not make another one free. */
static void games_of_two_sittings(void **state)
{
    (void)state;
    program first = start(), second = start();
    store_imported result;
    begin_game(first.session, "classic", 4, 1);
    begin_game(second.session, "classic", 4, 2);
    save(first);
    save(second);
    finish(first);
    char *free_one = record_seeded(1, 9, 0, 0), *taken = record_seeded(2, 9, 0, 0);
    eleven_store *store = open_store();
    assert_int_equal(store_import_begin(store, NULL), ELEVEN_OK);
    assert_int_equal(store_import(store, free_one, strlen(free_one), &plain_extras, &result, NULL), ELEVEN_OK);
    assert_int_equal(result, STORE_CONTINUED);
    assert_int_equal(store_import(store, taken, strlen(taken), &plain_extras, &result, NULL), ELEVEN_NO_STORAGE);
    assert_int_equal(store_import_end(store, true, NULL), ELEVEN_OK);
    expect_sql("SELECT group_concat(moves) FROM game", "9,0");
    store_close(store);
    finish(second);
    free(free_one);
    free(taken);
}

/* The sitting that the store has locked itself, with a game of it that was continued elsewhere. */
static void games_of_ones_own_sitting(void **state)
{
    (void)state;
    program at = start();
    for (unsigned i = 0; i < 2; i++) {
        begin_game(at.session, "classic", 4, i + 1);
        for (unsigned k = 0; k < 10; k++)
            move_some(at.session, k);
    }
    save(at);
    expect_import_of(at.store, 1, 15, 0, 0, STORE_CONTINUED);
    expect_sql("SELECT group_concat(entry || ' ' || plies) FROM game", "0 15,16 10");
    expect_sql("SELECT position FROM sitting", "27");
    finish(at);
    at = start();
    assert_int_equal(eleven_session_length(at.session), 27);
    finish(at);
}

static void what_cannot_be_read(void **state)
{
    (void)state;
    store_imported result;
    eleven_problem problem = {0};
    eleven_store *store = open_store();
    char *text = record_seeded(7, 20, 0, 0);
    *strrchr(text, '.') = 'x';
    int64_t id = 5;
    assert_int_equal(store_identify(store, text, strlen(text), &id, &(bool){false}, &problem), ELEVEN_BAD_TEXT);
    assert_int_equal(id, 0);
    assert_int_equal(import_one(store, text, &plain_extras, &result, &problem), ELEVEN_BAD_TEXT);
    assert_true(problem.line > 5);
    expect_sql("SELECT count(*) FROM game", "0");
    free(text);
    /* An import that is not kept. */
    text = record_seeded(7, 20, 0, 0);
    assert_int_equal(store_import_begin(store, NULL), ELEVEN_OK);
    assert_int_equal(store_import(store, text, strlen(text), &plain_extras, &result, NULL), ELEVEN_OK);
    assert_int_equal(store_import_end(store, false, NULL), ELEVEN_OK);
    expect_sql("SELECT count(*) FROM game", "0");
    /* A stored game with a damaged head is not the same game. */
    expect_import(store, text, STORE_ADDED);
    free(sql(database, "UPDATE game SET head = 'eleven'"));
    assert_int_equal(identify(store, text), 0);
    store_close(store);
    free(text);
}

/* A lock of SQLite that another program does not release. */
static void a_database_that_is_locked(void **state)
{
    (void)state;
    eleven_problem problem = {0};
    sqlite3 *shell;
    eleven_store *store = open_store();
    assert_int_equal(sqlite3_open(database, &shell), SQLITE_OK);
    assert_int_equal(sqlite3_exec(shell, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(store_import_begin(store, &problem), ELEVEN_NO_STORAGE);
    assert_non_null(strstr(problem.sentence, "another program keeps it locked"));
    assert_int_equal(store_keep_setting(store, "theme", "dark", &problem), ELEVEN_NO_STORAGE);
    sqlite3_close(shell);
    assert_int_equal(store_import_begin(store, &problem), ELEVEN_OK);
    assert_int_equal(store_import_end(store, true, &problem), ELEVEN_OK);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(new_games_are_added_once),
        IN_A_FOLDER(later_and_earlier_states),
        IN_A_FOLDER(branches_that_both_continue),
        IN_A_FOLDER(states_before_an_undo),
        IN_A_FOLDER(too_few_undos),
        IN_A_FOLDER(games_without_seed_and_date),
        IN_A_FOLDER(games_that_begin_otherwise),
        IN_A_FOLDER(the_timeline_moves),
        IN_A_FOLDER(a_deleted_game_comes_back),
        IN_A_FOLDER(games_in_use),
        IN_A_FOLDER(games_of_two_sittings),
        IN_A_FOLDER(memory_of_an_import_comes_back),
        IN_A_FOLDER(games_of_ones_own_sitting),
        IN_A_FOLDER(what_cannot_be_read),
        IN_A_FOLDER(a_database_that_is_locked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
