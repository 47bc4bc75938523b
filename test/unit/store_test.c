/* The store: what was saved comes back, whatever happens to the program, and to whichever program. */
#include "store_fixture.h"

#include "heap.h"

/* ---- Saving and resuming ------------------------------------------------------------------------------- */

static void a_new_folder_is_made_private_and_empty(void **state)
{
    (void)state;
    char deep[300], path[320];
    struct stat about;
    eleven_store *store;
    snprintf(deep, sizeof deep, "%s/share/games/eleven/", folder);
    assert_int_equal(store_open(deep, &store, NULL), ELEVEN_OK);
    snprintf(path, sizeof path, "%seleven.db", deep);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(stat(deep, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0700);
    store_close(store);
    store_close(NULL);
    program at = start();
    assert_int_equal(eleven_session_length(at.session), 0);
    save(at);
    finish(at);
    expect_sql("SELECT count(*) FROM sitting", "0");
}

/* Stores that are opened, used and closed leave no file open, and close no other file. */
static void files_are_closed(void **state)
{
    (void)state;
    unsigned before = open_files();
    for (unsigned i = 0; i < 5; i++) {
        program at = start();
        begin_game(at.session, "classic", 4, i + 1);
        move_some(at.session, 0);
        save(at);
        assert_true(open_files() > before);
        if (i == 2)
            bytes_patch(0, 0, 100);
        finish(at);
        if (i == 3)
            bytes_patch(0, 0, 100);
    }
    assert_int_equal(open_files(), before);
}

/* What a store allocates comes back, also after games were read. */
static void memory_comes_back(void **state)
{
    heap_begin(state);
    program at = start();
    begin_game(at.session, "classic", 4, 1);
    move_some(at.session, 0);
    save(at);
    finish(at);
    at = start();
    assert_int_equal(eleven_session_length(at.session), 2);
    finish(at);
    everything_was_given_back(state);
    eleven_allocator_set(NULL);
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
    finish(at);
}

#ifdef SMALL_TESTS
enum { STEPS = 300 };
#else
enum { STEPS = 3000 };
#endif

/* Random walks through the timeline; each step is saved, every few steps are a restart. */
static void timelines_come_back_whole(void **state)
{
    (void)state;
    program at = start();
    begin_game(at.session, "classic", 4, 1);
    for (unsigned i = 0; i < STEPS; i++) {
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
    finish(at);
    expect_sql("SELECT count(*) FROM ply WHERE game NOT IN (SELECT id FROM game)", "0");
    expect_sql("SELECT count(*) FROM game WHERE sitting IS NULL AND moves = 0 AND plain_score = 0", "0");
    expect_sql("SELECT count(*) FROM sitting", "1");
}

/* Rows depend on the position alone, whichever way the session reached it. */
static void rows_describe_the_games(void **state)
{
    (void)state;
    program at = start();
    begin_game(at.session, "classic", 4, 1);
    for (unsigned i = 0; i < 5; i++)
        move_some(at.session, i);
    save(at);
    eleven_session_undo(at.session, 0);
    save(at);
    expect_sql("SELECT moves || ' ' || undos || ' ' || class FROM game", "4 1 1");
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
    expect_sql("SELECT group_concat(id || ':' || moves || ':' || ifnull(sitting, 'none')) FROM game", "1:4:1,2:2:none");
    eleven_session_new_game(at.session, 3, "", 0);
    save(at);
    eleven_session_undo(at.session, 0);
    save(at);
    move_some(at.session, 1);
    save(at);
    expect_sql("SELECT count(*) || ' ' || max(id) FROM game", "2 2");
    finish(restart(at));
}

/* A game without a move has one entry; a hint is shown, and another program resumes it. */
static void a_game_without_a_move(void **state)
{
    (void)state;
    program at = start();
    begin_game(at.session, "classic", 4, 1);
    save(at);
    eleven_session_hinted(at.session);
    save(at);
    expect_sql("SELECT hints || ' ' || class FROM game", "1 2");
    at = restart(at);
    assert_int_equal(eleven_session_unsaved(at.session), 1);
    move_some(at.session, 0);
    save(at);
    expect_sql("SELECT count(*) || ' ' || moves || ' ' || hints FROM game", "1 1 1");
    assert_string_equal(store_notice(at.store), "");
    finish(restart(at));
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
    finish(at);
    for (unsigned i = 1; i <= 3; i++) {
        at = start();
        size_t kept = eleven_session_length(at.session);
        assert_in_range(kept, STORE_UNDO_KEPT, length - 1);
        assert_true(move_some(at.session, 0) || eleven_session_new_game(at.session, i, "", 0));
        save(at);
        finish(at);
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
    finish(at);
    small = start_sized("classic", 3, 3);
    assert_int_equal(eleven_session_length(small.session), 0);
    begin_game(small.session, "classic", 3, 7);
    save(small);
    small = restart(small);
    begin_game(small.session, "fibonacci", 3, 7);
    assert_int_equal(store_save(small.store, small.session, &problem), ELEVEN_BAD_RULES);
    assert_non_null(strstr(problem.sentence, "other rules or another size"));
    finish(small);
    at = start();
    assert_int_equal(eleven_session_length(at.session), 1);
    assert_int_equal(eleven_session_game(at.session)->board.w, 4);
    finish(at);
}

/* ---- Two programs -------------------------------------------------------------------------------------- */

/* Resumes a sitting, reports that, and plays 200 moves while the other program does the same. */
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
        finish(start());
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(files_are_closed),
        IN_A_FOLDER(memory_comes_back),
        IN_A_FOLDER(a_new_folder_is_made_private_and_empty),
        IN_A_FOLDER(nothing_is_lost_when_killed_after_each_move),
        IN_A_FOLDER(timelines_come_back_whole),
        IN_A_FOLDER(rows_describe_the_games),
        IN_A_FOLDER(a_game_without_a_move),
        IN_A_FOLDER(long_timelines_are_cut_at_a_game),
        IN_A_FOLDER(each_kind_of_game_has_its_own_sitting),
        IN_A_FOLDER(two_programs_lose_nothing),
        IN_A_FOLDER(programs_that_start_at_once_make_one_store),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
