/* Several processes that train together, as threads: equal weights, exact combination, checkpoints for any number of
 * processes, and errors that all of them get. */
#include "meeting.h"

#include "eleven/train.h"
#include "train/train_room.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static const char recipe[] =
    "eleven recipe 1\nname small\ntuple 0 1 2 3\ntuple 0 1 4 5\ncap 9\nstages 2\nrestart 10\nround 1\n";

typedef struct peer_room peer_room;

/* What a process does, and its result. */
typedef struct room_peer {
    peer_room *room;
    eleven_peers peers;
    eleven_trainer *trainer;
    eleven_stop stop;
    eleven_problem problem;
    eleven_error error;
} room_peer;

struct peer_room {
    meeting meeting;
    void (*work)(room_peer *peer);
    const char *path;
    uint64_t moves;
    unsigned threads;
    room_peer peer[PEERS_MAX];
};

static void *run_peer(void *context)
{
    room_peer *self = context;
    self->room->work(self);
    return NULL;
}

/* All processes do the same work at the same time. */
static void run_room(peer_room *room, void (*work)(room_peer *peer))
{
    room->work = work;
    meeting_run(&room->meeting, run_peer, room->peer, sizeof *room->peer);
}

static void expect_all(const peer_room *room, eleven_error error, const char *sentence)
{
    for (unsigned i = 0; i < room->meeting.count; i++) {
        assert_int_equal(room->peer[i].error, error);
        if (sentence)
            assert_string_equal(room->peer[i].problem.sentence, sentence);
    }
}

static void join(room_peer *peer)
{
    peer->error = eleven_trainer_open(recipe, strlen(recipe), 5, peer->room->threads, &peer->trainer, &peer->problem);
    if (!peer->error)
        peer->error = eleven_trainer_join(peer->trainer, &peer->peers, &peer->problem);
}

static void play(room_peer *peer)
{
    peer->error = eleven_trainer_run(peer->trainer, peer->room->moves, &peer->stop);
}

static void keep(room_peer *peer)
{
    peer->error = eleven_trainer_checkpoint(peer->trainer, peer->room->path, &peer->problem);
}

static void resume(room_peer *peer)
{
    peer->error = eleven_trainer_continue(peer->trainer, peer->room->path, &peer->problem);
}

/* With one thread, a process always learns the same. */
static peer_room *open_room(unsigned count, unsigned threads)
{
    peer_room *room = calloc(1, sizeof *room);
    room->threads = threads;
    meeting_open(&room->meeting, count);
    for (unsigned i = 0; i < count; i++)
        room->peer[i] = (room_peer){.room = room, .peers = meeting_peers(&room->meeting, i)};
    run_room(room, join);
    expect_all(room, ELEVEN_OK, NULL);
    return room;
}

static void close_room(peer_room *room)
{
    for (unsigned i = 0; i < room->meeting.count; i++)
        eleven_trainer_close(room->peer[i].trainer);
    meeting_close(&room->meeting);
    free(room);
}

static eleven_network *network_of(const room_peer *peer)
{
    eleven_network *network;
    assert_int_equal(eleven_trainer_pack(peer->trainer, 0, NULL, &network, NULL), ELEVEN_OK);
    return network;
}

static void expect_same_weights(const room_peer *a, const room_peer *b)
{
    eleven_network *one = network_of(a), *other = network_of(b);
    assert_int_equal(one->bytes, other->bytes);
    assert_memory_equal(one->weights, other->weights, one->bytes);
    eleven_network_close(one);
    eleven_network_close(other);
}

/* ---- Learning --------------------------------------------------------------------------------------------- */
static void all_processes_know_the_same(void **state)
{
    (void)state;
    for (unsigned count = 1; count <= 3; count++) {
        peer_room *room = open_room(count, 2);
        room->moves = 2 * 250000 * count;
        run_room(room, play);
        expect_all(room, ELEVEN_OK, NULL);
        const eleven_trainer_facts *first = eleven_trainer_about(room->peer[0].trainer);
        assert_int_equal(first->moves, room->moves);
        assert_true(first->games > 100 && first->mean > 3000 && first->reached[0] == first->games);
        for (unsigned i = 1; i < count; i++) {
            assert_memory_equal(first, eleven_trainer_about(room->peer[i].trainer), sizeof *first);
            expect_same_weights(&room->peer[0], &room->peer[i]);
        }
        close_room(room);
    }
}

/* ---- Combining -------------------------------------------------------------------------------------------- */
static train_cell cell_of(float weight, uint16_t sum, uint16_t total)
{
    uint32_t bits;
    memcpy(&bits, &weight, sizeof bits);
    return (uint64_t)total << 48 | (uint64_t)sum << 32 | bits;
}

typedef struct combiner {
    room_peer *peer;
    training *work;
} combiner;

static void *run_combiner(void *context)
{
    const combiner *self = context;
    self->peer->error =
        train_join(self->work, &self->peer->peers) && train_combine(self->work) ? ELEVEN_OK : ELEVEN_END;
    return NULL;
}

/* 0x3f80, 0x4000, 0x4040 and 0xbf80 are the upper halves of 1, 2, 3 and -1. */
static void changes_are_combined_exactly(void **state)
{
    (void)state;
    enum { COUNT = 3, FAR = 9000 };
    train_recipe parsed;
    pthread_t threads[COUNT];
    combiner all[COUNT];
    peer_room *room = open_room(COUNT, 1);
    assert_int_equal(train_recipe_parse(recipe, strlen(recipe), &parsed, NULL), ELEVEN_OK);
    for (unsigned i = 0; i < COUNT; i++) {
        all[i] = (combiner){&room->peer[i], train_open(&parsed, 5, 1)};
        train_cell *cells = all[i].work->cells;
        cells[0] = cell_of((float)i, 0x3f80, 0x3f80); /* 0, 1 and 2 */
        cells[1] = i == 2 ? cell_of(7, 0xbf80, 0x4000) : 0;
        cells[2] = i == 0 ? cell_of(-3, 0xbf80, 0x3f80) : i == 1 ? cell_of(4, 0x4000, 0x4000) : 0;
        cells[FAR] = i == 1 ? cell_of(2.5f, 0, 0) : 0;
    }
    for (unsigned i = 0; i < COUNT; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_combiner, &all[i]), 0);
    for (unsigned i = 0; i < COUNT; i++)
        pthread_join(threads[i], NULL);
    expect_all(room, ELEVEN_OK, NULL);
    for (unsigned i = 0; i < COUNT; i++) {
        const train_cell *cells = all[i].work->cells;
        assert_true(cells[0] == cell_of(1, 0x4040, 0x4040));
        assert_true(cells[1] == cell_of(7, 0xbf80, 0x4000));
        assert_true(cells[2] == cell_of(0.5f, 0x3f80, 0x4040));
        assert_true(cells[FAR] == cell_of(2.5f, 0, 0));
        assert_true(cells[3] == 0 && cells[FAR - 1] == 0);
        train_close(all[i].work);
    }
    close_room(room);
}

/* ---- Checkpoints ------------------------------------------------------------------------------------------ */
static void path_make(char *path)
{
    strcpy(path, "/tmp/eleven-XXXXXX");
    close(mkstemp(path));
}

static void any_number_of_processes_continues(void **state)
{
    (void)state;
    static const unsigned counts[] = {2, 1, 3, 2};
    char path[32];
    uint64_t moves = 0;
    path_make(path);
    for (unsigned i = 0; i < 4; i++) {
        peer_room *room = open_room(counts[i], 2);
        room->path = path;
        if (i)
            run_room(room, resume);
        expect_all(room, ELEVEN_OK, NULL);
        assert_int_equal(eleven_trainer_about(room->peer[counts[i] - 1].trainer)->moves, moves);
        room->moves = 60000 * counts[i];
        moves += room->moves;
        run_room(room, play);
        run_room(room, keep);
        expect_all(room, ELEVEN_OK, NULL);
        for (unsigned k = 1; k < counts[i]; k++)
            expect_same_weights(&room->peer[0], &room->peer[k]);
        close_room(room);
    }
    remove(path);
}

static void an_interruption_changes_nothing(void **state)
{
    (void)state;
    enum { COUNT = 2 };
    char path[32];
    path_make(path);
    peer_room *whole = open_room(COUNT, 1), *first = open_room(COUNT, 1), *second = open_room(COUNT, 1);
    first->path = second->path = path;
    whole->moves = COUNT * UINT64_C(700000);
    first->moves = COUNT * UINT64_C(400000);
    second->moves = COUNT * UINT64_C(300000);
    run_room(whole, play);
    run_room(first, play);
    run_room(first, keep);
    run_room(second, resume);
    run_room(second, play);
    expect_all(second, ELEVEN_OK, NULL);
    assert_int_equal(eleven_trainer_about(second->peer[1].trainer)->moves, whole->moves);
    expect_same_weights(&whole->peer[0], &second->peer[1]);
    remove(path);
    close_room(whole);
    close_room(first);
    close_room(second);
}

static void errors_of_checkpoints_are_those_of_all(void **state)
{
    (void)state;
    char path[32];
    path_make(path);
    peer_room *room = open_room(3, 1);
    room->path = "/nowhere/at/all";
    run_room(room, keep);
    expect_all(room, ELEVEN_NO_STORAGE, "/nowhere/at/all cannot be written: No such file or directory");
    run_room(room, resume);
    expect_all(room, ELEVEN_NO_STORAGE, "/nowhere/at/all cannot be read: No such file or directory");
    room->path = path;
    run_room(room, keep);
    expect_all(room, ELEVEN_OK, NULL);
    assert_int_equal(truncate(path, 100000), 0);
    run_room(room, resume);
    for (unsigned i = 0; i < 3; i++)
        assert_non_null(strstr(room->peer[i].problem.sentence, "is damaged or incomplete"));
    expect_all(room, ELEVEN_BAD_TEXT, NULL);
    remove(path);
    close_room(room);
}

/* ---- Ends ------------------------------------------------------------------------------------------------- */
static void a_stop_of_one_stops_all(void **state)
{
    (void)state;
    peer_room *room = open_room(3, 1);
    eleven_stop_request(&room->peer[1].stop);
    room->moves = 1000000000;
    run_room(room, play);
    expect_all(room, ELEVEN_STOPPED, NULL);
    assert_int_equal(eleven_trainer_about(room->peer[2].trainer)->moves, 0);
    close_room(room);
}

static void a_lost_process_is_an_error_of_all(void **state)
{
    (void)state;
    char path[32];
    path_make(path);
    for (unsigned lost = 1; lost < 14; lost++) {
        peer_room *room = open_room(2, 1);
        room->path = path;
        room->moves = 20000;
        room->meeting.lost_at = lost;
        run_room(room, play);
        if (room->peer[0].error == ELEVEN_OK)
            run_room(room, keep);
        if (room->peer[0].error == ELEVEN_OK)
            run_room(room, resume);
        expect_all(room, ELEVEN_IMPOSSIBLE, NULL);
        close_room(room);
    }
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_processes_know_the_same),
        cmocka_unit_test(changes_are_combined_exactly),
        cmocka_unit_test(any_number_of_processes_continues),
        cmocka_unit_test(an_interruption_changes_nothing),
        cmocka_unit_test(errors_of_checkpoints_are_those_of_all),
        cmocka_unit_test(a_stop_of_one_stops_all),
        cmocka_unit_test(a_lost_process_is_an_error_of_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
