/* The ranks of MPI as processes of one solve or one training. The library decides what is sent; here it is carried. */
#include "mpi/ranks.h"
#include "base/clock.h"
#include "base/complain.h"

#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* How often a rank asks before it rests, and how long the others may take after a rank has left. */
enum { TRIES = 100, LEFT_MS = 2000 };

/* Of each rank, in bytes: how many are sent and received, and where they begin. */
typedef struct rank_lengths {
    int *sent, *sent_at, *received, *received_at;
} rank_lengths;

static rank_lengths lengths;
static eleven_peers ranks;

/* The exchange that was begun last, and when. */
static MPI_Request under_way;
static double begun;

/* Sets lengths and beginnings; returns the sum of what is for others. */
static uint64_t set_lengths(const size_t *given, int *length, int *at)
{
    uint64_t others = 0;
    int sum = 0;
    for (unsigned i = 0; i < ranks.count; i++) {
        length[i] = (int)given[i];
        at[i] = sum;
        sum += length[i];
        others += i == ranks.rank ? 0 : given[i];
    }
    return others;
}

/* Ends all ranks where one of them has left in the middle of the work. */
static void look_after(double *left)
{
    double now = clock_milliseconds();
    if (ranks.rank != 0 || !ranks_have_left())
        return;
    *left = *left > 0 ? *left : now;
    if (now - *left < LEFT_MS)
        return;
    ranks_report_left();
    MPI_Abort(MPI_COMM_WORLD, STATUS_FAILURE);
}

/* Waits without taking the processor from a rank that computes. On a busy machine, whoever sleeps is woken soon, and
 * whoever yields is not. */
static bool await_request(MPI_Request *request)
{
    double left = 0;
    int is_done = 0;
    for (unsigned tries = 0; !is_done; tries++) {
        if (MPI_Test(request, &is_done, MPI_STATUS_IGNORE) != MPI_SUCCESS)
            return false;
        if (is_done || tries < TRIES) {
            sched_yield();
            continue;
        }
        nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
        if (tries % 256 == 0)
            look_after(&left);
    }
    return true;
}

static bool begin(void *context, const void *out, const size_t *out_lengths, void *in, const size_t *in_lengths)
{
    (void)context;
    begun = clock_milliseconds();
    share_sent += set_lengths(out_lengths, lengths.sent, lengths.sent_at);
    set_lengths(in_lengths, lengths.received, lengths.received_at);
    return MPI_Ialltoallv(out, lengths.sent, lengths.sent_at, MPI_BYTE, in, lengths.received, lengths.received_at,
                          MPI_BYTE, MPI_COMM_WORLD, &under_way) == MPI_SUCCESS;
}

static bool finish(void *context, bool waits, bool *has_ended)
{
    int is_done = 0;
    double from = clock_milliseconds();
    bool is_sound =
        waits ? await_request(&under_way) : MPI_Test(&under_way, &is_done, MPI_STATUS_IGNORE) == MPI_SUCCESS;
    double now = clock_milliseconds();
    (void)context;
    *has_ended = waits || is_done;
    share_waited += waits ? (uint64_t)((now - from) * 1e3) : 0;
    if (is_sound && *has_ended) {
        share_waits++;
        share_sending += (uint64_t)((now - begun) * 1e3);
    }
    return is_sound;
}

static bool exchange(void *context, const void *out, const size_t *out_lengths, void *in, const size_t *in_lengths)
{
    bool has_ended;
    return begin(context, out, out_lengths, in, in_lengths) && finish(context, true, &has_ended);
}

void ranks_join(void)
{
    MPI_Comm machine;
    int rank, count, neighbours;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &neighbours);
    MPI_Comm_free(&machine);
    int **const all[] = {&lengths.sent, &lengths.sent_at, &lengths.received, &lengths.received_at};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        *all[i] = calloc((size_t)count, sizeof **all[i]);
        if (!*all[i])
            fail_no_memory();
    }
    ranks = (eleven_peers){.size = sizeof ranks,
                           .count = (unsigned)count,
                           .rank = (unsigned)rank,
                           .exchange = exchange,
                           .begin = begin,
                           .finish = finish};
    share_peers = &ranks;
    share_neighbours = (unsigned)neighbours;
}
