/* Solves by several processes, which are threads here: the same result as one process, whatever their number, wherever
 * they are interrupted, and whoever continues. */
#include "meeting.h"
#include "solver_fixture.h"

#include <stdio.h>
#include <unistd.h>

/* ---- Processes that are threads ------------------------------------------------------------------------- */

typedef struct room_peer {
    eleven_solve solve;
    eleven_peers peers;
    eleven_layer_store store;
    eleven_stop stop;
    eleven_solution solution;
    eleven_problem problem;
    eleven_error error;
} room_peer;

typedef struct peer_room {
    meeting meeting;
    room_peer peer[PEERS_MAX];
} peer_room;

static void *run_peer(void *context)
{
    room_peer *self = context;
    self->error = eleven_solve_run(&self->solve, &self->solution, &self->problem);
    return NULL;
}

/* Solves with so many threads; store[i] is the store of process i, NULL: none. */
static peer_room *open_room(const eleven_solve *solve, unsigned count, layer_cupboard **store)
{
    peer_room *room = calloc(1, sizeof *room);
    meeting_open(&room->meeting, count);
    for (unsigned i = 0; i < count; i++) {
        room_peer *peer = &room->peer[i];
        *peer = (room_peer){.solve = *solve, .peers = meeting_peers(&room->meeting, i)};
        peer->solve.peers = &peer->peers;
        peer->solve.stop = &peer->stop;
        if (!store)
            continue;
        peer->store = store_of(store[i]);
        peer->solve.store = &peer->store;
        peer->solve.store_at_once = true;
    }
    return room;
}

static void run_room(peer_room *room)
{
    meeting_run(&room->meeting, run_peer, room->peer, sizeof *room->peer);
}

static void close_room(peer_room *room)
{
    meeting_close(&room->meeting);
    free(room);
}

/* How many exchanges an undisturbed solve takes. */
static size_t count_exchanges(const eleven_solve *solve, unsigned count)
{
    peer_room *room = open_room(solve, count, NULL);
    run_room(room);
    assert_int_equal(room->peer[0].error, ELEVEN_OK);
    size_t exchanges = room->meeting.seat[0].exchanges;
    close_room(room);
    return exchanges;
}

/* ---- Solves ----------------------------------------------------------------------------------------------- */

static eleven_solve solve_of(const char *name, unsigned w, unsigned h)
{
    eleven_solve solve = {
        .size = sizeof(eleven_solve), .rules = rules_named(name), .w = w, .h = h, .objective_count = 4};
    solve.rules.goal = 0;
    solve.objectives[0] = (eleven_objective){ELEVEN_OBJECTIVE_REACH, 5};
    solve.objectives[1] = (eleven_objective){ELEVEN_OBJECTIVE_EXPECT_SCORE, 0};
    solve.objectives[2] = (eleven_objective){ELEVEN_OBJECTIVE_FORCE_MOVES, 0};
    solve.objectives[3] = (eleven_objective){ELEVEN_OBJECTIVE_FORCE_SCORE, 0};
    return solve;
}

static void expect_room(const peer_room *room, eleven_error error, const eleven_solution *wanted)
{
    for (unsigned i = 0; i < room->meeting.count; i++) {
        assert_int_equal(room->peer[i].error, error);
        if (wanted)
            expect_same(&room->peer[i].solution, wanted);
    }
}

static void expect_shared(eleven_solve solve)
{
    eleven_solution wanted;
    assert_int_equal(eleven_solve_run(&solve, &wanted, NULL), ELEVEN_OK);
    for (unsigned count = 1; count <= PEERS_MAX; count++) {
        peer_room *room = open_room(&solve, count, NULL);
        run_room(room);
        expect_room(room, ELEVEN_OK, &wanted);
        close_room(room);
    }
}

static void any_number_of_processes_gives_the_same_solution(void **state)
{
    (void)state;
    expect_shared(solve_of("classic", 2, 2));
    expect_shared(solve_of("classic", 2, 3));
    expect_shared(solve_of("classic", 1, 6));
    expect_shared(solve_of("engine", 2, 2));
    expect_shared(solve_of("fibonacci", 2, 3));
    eleven_solve solve = solve_of("classic", 2, 3);
    solve.threads = 3;
    expect_shared(solve);
    solve.rules.goal = 5;
    expect_shared(solve);
    solve.objective_count = 0;
    expect_shared(solve);
    solve = solve_of("classic", 3, 2);
    eleven_board board = board_of(&solve.rules, "2 4 8 / . 2 .");
    solve.start = &board;
    expect_shared(solve);
}

/* The positions are divided about evenly: with 4 processes, none needs half of the memory of one. */
static void processes_have_equal_shares(void **state)
{
    (void)state;
    eleven_solve solve = solve_of("classic", 3, 3);
    eleven_solution alone;
    solve.rules.goal = 7;
    solve.objective_count = 1;
    assert_int_equal(eleven_solve_run(&solve, &alone, NULL), ELEVEN_OK);
    peer_room *room = open_room(&solve, 4, NULL);
    run_room(room);
    expect_room(room, ELEVEN_OK, &alone);
    for (unsigned i = 0; i < room->meeting.count; i++)
        assert_true(room->peer[i].solution.memory < alone.memory * 6 / 10);
    close_room(room);
}

/* Each exchange is a wait for the slowest process. A small layer takes two when its positions are found, and two when
 * they are valued; the few layers in which games start take more. */
static void a_layer_takes_few_exchanges(void **state)
{
    (void)state;
    eleven_solve solve = solve_of("classic", 2, 3);
    eleven_solution alone;
    assert_int_equal(eleven_solve_run(&solve, &alone, NULL), ELEVEN_OK);
    assert_true(alone.layers > 50);
    assert_true(count_exchanges(&solve, 3) <= 4 * alone.layers + 40);
}

/* ---- Tables ----------------------------------------------------------------------------------------------- */

static size_t read_whole(const char *path, char **bytes)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    *bytes = malloc(1 << 22);
    size_t length = fread(*bytes, 1, 1 << 22, file);
    fclose(file);
    unlink(path);
    return length;
}

static void expect_same_files(const char *first, const char *second)
{
    char *one, *two;
    size_t length = read_whole(first, &one);
    assert_int_equal(read_whole(second, &two), length);
    assert_memory_equal(one, two, length);
    free(one);
    free(two);
}

static void any_number_of_processes_writes_the_same_table(void **state)
{
    (void)state;
    char alone[64], shared[64];
    snprintf(alone, sizeof alone, "/tmp/peers-%d-alone.elx", (int)getpid());
    snprintf(shared, sizeof shared, "/tmp/peers-%d-shared.elx", (int)getpid());
    for (unsigned count = 1; count <= PEERS_MAX; count++) {
        eleven_solve solve = solve_of("classic", 2, 3);
        eleven_solution wanted;
        solve.table = alone;
        assert_int_equal(eleven_solve_run(&solve, &wanted, NULL), ELEVEN_OK);
        solve.table = shared;
        peer_room *room = open_room(&solve, count, NULL);
        run_room(room);
        expect_room(room, ELEVEN_OK, &wanted);
        close_room(room);
        expect_same_files(alone, shared);
    }
}

static void a_table_that_cannot_be_written_is_an_error_of_all(void **state)
{
    (void)state;
    eleven_solve solve = solve_of("classic", 2, 2);
    solve.table = "/nowhere/at/all.elx";
    peer_room *room = open_room(&solve, 3, NULL);
    run_room(room);
    expect_room(room, ELEVEN_NO_STORAGE, NULL);
    for (unsigned i = 0; i < 3; i++)
        assert_non_null(strstr(room->peer[i].problem.sentence, "/nowhere/at"));
    close_room(room);
}

/* ---- Interruptions ---------------------------------------------------------------------------------------- */

/* Loses all processes at every so many exchanges, and continues with the next of these numbers of processes. Process i
 * has store i modulo `stores`. */
static void expect_continued(eleven_solve solve, const unsigned *counts, size_t exchanges, unsigned stores)
{
    layer_cupboard *cupboard[PEERS_MAX], *of_peer[PEERS_MAX];
    eleven_solution wanted;
    unsigned rounds = 0;
    assert_int_equal(eleven_solve_run(&solve, &wanted, NULL), ELEVEN_OK);
    for (unsigned i = 0; i < PEERS_MAX; i++)
        cupboard[i] = calloc(1, sizeof **cupboard);
    for (unsigned i = 0; i < PEERS_MAX; i++)
        of_peer[i] = cupboard[i % stores];
    for (eleven_error error = ELEVEN_IMPOSSIBLE; error; rounds++) {
        peer_room *room = open_room(&solve, counts[rounds % 4], of_peer);
        room->meeting.lost_at = exchanges * (1 + rounds / 4);
        run_room(room);
        error = room->peer[0].error;
        expect_room(room, error, error ? NULL : &wanted);
        if (error)
            assert_int_equal(error, ELEVEN_IMPOSSIBLE);
        close_room(room);
        assert_true(rounds < 1000);
    }
    assert_true(rounds > 2);
    for (unsigned i = 0; i < PEERS_MAX; i++) {
        if (stores == 1)
            assert_int_equal(cupboard[i]->count, 0);
        empty_out(cupboard[i]);
    }
}

static void another_number_of_processes_continues(void **state)
{
    (void)state;
    const unsigned same[4] = {3, 3, 3, 3}, other[4] = {3, 2, 1, 4}, growing[4] = {2, 3, 4, 5};
    eleven_solve solve = solve_of("classic", 2, 2);
    size_t all = count_exchanges(&solve, 3);
    for (size_t exchanges = all / 7; exchanges < all / 2; exchanges += all / 8) {
        expect_continued(solve, same, exchanges, 1);
        expect_continued(solve, other, exchanges, 1);
        expect_continued(solve, same, exchanges, PEERS_MAX);
        expect_continued(solve, growing, exchanges, PEERS_MAX);
    }
    solve = solve_of("classic", 3, 2);
    solve.rules.goal = 6;
    all = count_exchanges(&solve, 3);
    expect_continued(solve, other, all / 3, 1);
    expect_continued(solve, growing, all / 3, 2);
    eleven_board board = board_of(&solve.rules, "2 4 8 / . 2 .");
    solve.start = &board;
    expect_continued(solve, other, count_exchanges(&solve, 3) / 3, 1);
}

static void a_table_is_the_same_after_an_interruption(void **state)
{
    (void)state;
    char alone[64], shared[64];
    snprintf(alone, sizeof alone, "/tmp/peers-%d-alone.elx", (int)getpid());
    snprintf(shared, sizeof shared, "/tmp/peers-%d-shared.elx", (int)getpid());
    eleven_solve solve = solve_of("classic", 2, 2);
    solve.table = shared;
    size_t all = count_exchanges(&solve, 3);
    for (size_t lost_at = all / 3; lost_at < all; lost_at += all / 23) {
        layer_cupboard *cupboard = calloc(1, sizeof *cupboard), *stores[] = {cupboard, cupboard, cupboard};
        eleven_solution wanted;
        solve.table = alone;
        assert_int_equal(eleven_solve_run(&solve, &wanted, NULL), ELEVEN_OK);
        solve.table = shared;
        peer_room *room = open_room(&solve, 3, stores);
        room->meeting.lost_at = lost_at;
        run_room(room);
        expect_room(room, ELEVEN_IMPOSSIBLE, NULL);
        close_room(room);
        room = open_room(&solve, 2, stores);
        run_room(room);
        expect_room(room, ELEVEN_OK, &wanted);
        close_room(room);
        expect_same_files(alone, shared);
        empty_out(cupboard);
    }
}

/* Whichever write of whichever process fails, all report it, and the solve can be continued. */
static void a_store_that_fails_is_an_error_of_all(void **state)
{
    (void)state;
    eleven_solve solve = solve_of("classic", 2, 2);
    eleven_solution wanted;
    assert_int_equal(eleven_solve_run(&solve, &wanted, NULL), ELEVEN_OK);
    for (size_t fail_at = 1; fail_at < 60; fail_at += 7) {
        layer_cupboard *stores[3];
        for (unsigned i = 0; i < 3; i++)
            stores[i] = calloc(1, sizeof **stores);
        stores[1]->fail_at = fail_at;
        peer_room *room = open_room(&solve, 3, stores);
        run_room(room);
        expect_room(room, ELEVEN_NO_STORAGE, NULL);
        assert_string_equal(room->peer[2].problem.sentence, "the layers of the solve cannot be stored");
        close_room(room);
        room = open_room(&solve, 3, stores);
        run_room(room);
        expect_room(room, ELEVEN_OK, &wanted);
        close_room(room);
        for (unsigned i = 0; i < 3; i++) {
            assert_int_equal(stores[i]->count, 0);
            empty_out(stores[i]);
        }
    }
}

static void stop_first(void *context, const eleven_progress *progress)
{
    if (progress->phase && progress->share > 0.5)
        eleven_stop_request(context);
}

static void a_stop_of_one_process_stops_all(void **state)
{
    (void)state;
    eleven_solve solve = solve_of("classic", 2, 2);
    eleven_solution wanted;
    assert_int_equal(eleven_solve_run(&solve, &wanted, NULL), ELEVEN_OK);
    layer_cupboard *cupboard = calloc(1, sizeof *cupboard), *stores[] = {cupboard, cupboard, cupboard};
    peer_room *room = open_room(&solve, 3, stores);
    room->peer[2].solve.progress = stop_first;
    room->peer[2].solve.context = &room->peer[2].stop;
    run_room(room);
    expect_room(room, ELEVEN_STOPPED, NULL);
    close_room(room);
    assert_true(cupboard->count > 0);
    room = open_room(&solve, 2, stores);
    run_room(room);
    expect_room(room, ELEVEN_OK, &wanted);
    close_room(room);
    empty_out(cupboard);
}

/* Layers of one process are continued by several, and the other way round. */
static void one_process_and_several_share_their_layers(void **state)
{
    (void)state;
    eleven_solve solve = solve_of("classic", 2, 2);
    eleven_solution wanted, found;
    assert_int_equal(eleven_solve_run(&solve, &wanted, NULL), ELEVEN_OK);
    size_t all = count_exchanges(&solve, 3);
    for (size_t lost_at = all / 9; lost_at < all; lost_at += all / 9) {
        layer_cupboard *cupboard = calloc(1, sizeof *cupboard), *stores[] = {cupboard, cupboard, cupboard};
        eleven_layer_store store = store_of(cupboard);
        peer_room *room = open_room(&solve, 3, stores);
        room->meeting.lost_at = lost_at;
        run_room(room);
        expect_room(room, ELEVEN_IMPOSSIBLE, NULL);
        close_room(room);
        eleven_solve alone = solve;
        alone.store = &store;
        alone.store_at_once = true;
        assert_int_equal(eleven_solve_run(&alone, &found, NULL), ELEVEN_OK);
        expect_same(&found, &wanted);
        assert_int_equal(cupboard->count, 0);
        empty_out(cupboard);
    }
}

/* A stored layer that is cut off is found when the solve continues, and computed again. */
static void a_damaged_layer_is_computed_again(void **state)
{
    (void)state;
    eleven_solve solve = solve_of("classic", 2, 2);
    eleven_solution wanted;
    assert_int_equal(eleven_solve_run(&solve, &wanted, NULL), ELEVEN_OK);
    layer_cupboard *cupboard = calloc(1, sizeof *cupboard), *stores[] = {cupboard, cupboard, cupboard};
    peer_room *room = open_room(&solve, 3, stores);
    room->meeting.lost_at = count_exchanges(&solve, 3) / 3;
    run_room(room);
    close_room(room);
    kept_layer *damaged = find(cupboard, "keys-000006.1-of-3");
    assert_non_null(damaged);
    damaged->length = 3;
    room = open_room(&solve, 2, stores);
    run_room(room);
    expect_room(room, ELEVEN_OK, &wanted);
    close_room(room);
    empty_out(cupboard);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_processes_gives_the_same_solution),
        cmocka_unit_test(processes_have_equal_shares),
        cmocka_unit_test(a_layer_takes_few_exchanges),
        cmocka_unit_test(any_number_of_processes_writes_the_same_table),
        cmocka_unit_test(a_table_that_cannot_be_written_is_an_error_of_all),
        cmocka_unit_test(another_number_of_processes_continues),
        cmocka_unit_test(a_table_is_the_same_after_an_interruption),
        cmocka_unit_test(a_store_that_fails_is_an_error_of_all),
        cmocka_unit_test(a_stop_of_one_process_stops_all),
        cmocka_unit_test(one_process_and_several_share_their_layers),
        cmocka_unit_test(a_damaged_layer_is_computed_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
