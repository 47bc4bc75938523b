/* Looking into the store: lists of games, whole records, best scores and statistics. */
#include "store_fixture.h"

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
    assert_int_equal(store_games(at.store, NULL, keep_game, &end, NULL), ELEVEN_OK);
    assert_int_equal(end - games, 2);
    assert_true(games[0].id == 2 && games[0].sitting == 1 && games[0].is_running && games[0].from_board);
    assert_true(games[0].won && games[0].status == ELEVEN_STATUS_WON && games[0].largest == 2048);
    assert_true(games[0].helped == games[0].moves && games[0].class == ELEVEN_CLASS_PLAYER && games[0].goal == 2048);
    assert_true(games[1].id == 1 && !games[1].is_running && games[1].undos == 2 && games[1].moves == 18);
    assert_true(games[1].score == score && games[1].w == 4 && games[1].h == 4 && !games[1].won);
    assert_string_equal(games[1].began, "2024-02-29T12:00:00Z");
    assert_string_equal(games[1].rules, "classic");
    assert_true(games[1].rules_hash == eleven_rules_hash(&at.rules));
    end = games;
    assert_int_equal(store_games(at.store, &(store_query){.which = STORE_RUNNING}, keep_game, &end, NULL), ELEVEN_OK);
    assert_true(end - games == 1 && games[0].id == 2);
    finish(at);
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
    assert_string_equal(problem.sentence, "cannot find game 7: there is no game with that number");
    finish(at);
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
    assert_int_equal(eleven_session_status(at.session), ELEVEN_STATUS_PLAYING);
    begin_board(at.session, "1024 1024 . . / . . . . / . . . . / . . . .");
    eleven_session_move(at.session, ELEVEN_LEFT, 0);
    scores[3] = eleven_session_game(at.session)->score;
    save(at);
    eleven_session_new_game(at.session, 9, "", 0);
    save(at);
    uint64_t honest = scores[0] > scores[1] ? scores[0] : scores[1];
    assert_int_equal(store_best(at.store, eleven_rules_hash(&at.rules), 4, 4, &bests, NULL), ELEVEN_OK);
    assert_true(bests.plain == honest && bests.other == 2048 && scores[3] == 2048);
    assert_int_equal(store_best(at.store, eleven_rules_hash(&at.rules), 4, 5, &bests, NULL), ELEVEN_OK);
    assert_true(bests.plain == 0 && bests.other == 0);
    assert_int_equal(store_statistics(at.store, keep_totals, &end, NULL), ELEVEN_OK);
    assert_int_equal(end - totals, 1);
    assert_true(totals->games == 4 && totals->won == 1 && totals->lost == 1 && totals->unfinished == 2);
    assert_true(totals->bests.plain == honest && totals->bests.other == 2048 && totals->largest == 2048);
    assert_true(totals->w == 4 && totals->h == 4 && totals->goal == 2048);
    assert_true((uint64_t)(totals->mean_score * 4 + 0.5) == scores[0] + scores[1] + scores[2] + scores[3]);
    char *moves = sql(database, "SELECT sum(moves) FROM game");
    assert_int_equal(strtoull(moves, NULL, 10), totals->moves);
    assert_string_equal(totals->rules, "classic");
    free(moves);
    finish(at);
}

/* The best score after the game, as this program and a new one read it. */
static void expect_best(program *at, uint64_t plain)
{
    store_bests bests;
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(store_best(at->store, eleven_rules_hash(&at->rules), 4, 4, &bests, NULL), ELEVEN_OK);
        assert_int_equal(bests.plain, plain);
        finish(*at);
        *at = start();
    }
}

static void the_best_score_never_goes_down(void **state)
{
    (void)state;
    program at = start();
    begin_game(at.session, "classic", 4, 3);
    play_game(at.session, 16, 0);
    save(at);
    uint64_t score = eleven_session_game(at.session)->score;
    assert_true(score > 0);
    eleven_session_undo(at.session, 0);
    save(at);
    expect_best(&at, score);
    eleven_session_redo(at.session, 0);
    save(at);
    expect_best(&at, score);
    while (eleven_session_undo(at.session, 0))
        save(at);
    expect_best(&at, score);
    /* Another game takes the place of the one whose moves were all taken back. */
    begin_game(at.session, "classic", 4, 5);
    save(at);
    eleven_session_undo(at.session, 0);
    play_game(at.session, 2, 0);
    save(at);
    expect_best(&at, score);
    finish(at);
}

/* A store of format 1, as the first version wrote it, with three games. */
static void older_stores_are_brought_up_to_date(void **state)
{
    (void)state;
    program at = start();
    for (unsigned i = 0; i < 3; i++) {
        begin_game(at.session, "classic", 4, 3);
        play_game(at.session, 20, i == 1);
        if (i == 2)
            eleven_session_mark_helped(at.session);
        save(at);
    }
    finish(at);
    free(sql(database, "UPDATE game SET head = replace(head, 'plain-score ' || plain_score || char(10), '')"));
    char *records = sql(database, "SELECT group_concat(text) FROM record");
    free(sql(database, "ALTER TABLE game DROP COLUMN hints; ALTER TABLE game DROP COLUMN class;"
                       "ALTER TABLE game DROP COLUMN plain_score; DROP INDEX game_by_date; DROP INDEX "
                       "game_by_deletion; DROP TABLE setting;"
                       "ALTER TABLE game DROP COLUMN title; ALTER TABLE game DROP COLUMN deleted;"
                       "ALTER TABLE game DROP COLUMN touched; ALTER TABLE game DROP COLUMN played; ALTER TABLE game "
                       "ADD COLUMN honest INTEGER NOT NULL"
                       " AS (undos = 0 AND helped = 0 AND NOT from_board); PRAGMA user_version = 1"));
    at = start();
    assert_int_equal(eleven_session_length(at.session), 62);
    expect_sql("PRAGMA user_version", "3");
    expect_sql("SELECT group_concat(text) FROM record", records);
    expect_sql("SELECT group_concat(class || ' ' || (plain_score = score) || ' ' || (plain_score > 0)) FROM game",
               "0 1 1,1 0 0,3 0 0");
    expect_sound(at.store);
    finish(at);
    free(records);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(games_are_listed_newest_first),
        IN_A_FOLDER(records_are_exported_whole),
        IN_A_FOLDER(bests_and_totals_add_up),
        IN_A_FOLDER(the_best_score_never_goes_down),
        IN_A_FOLDER(older_stores_are_brought_up_to_date),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
