/* The first rank: gives out batches, takes their results in order, and checks the others.
 *
 *     taken            next
 *       v               v
 *     [ done ][ out ][ done ][ out ]  not yet given out ...        at most WINDOW batches
 *
 * Batches become larger until one takes about a tenth of a second. The first result of every other rank is repeated
 * here and compared. */
#include "mpi/ranks.h"
#include "base/clock.h"
#include "base/complain.h"

#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 1024, BATCH_MS = 100, LATE_MS = 1000, LATE_TIMES = 4, BYE_MS = 5000 };

/* Units that are given out, until their result has been taken. */
typedef struct batch {
    uint64_t first, count;

    /* When it was last given out, and to whom. */
    double given;
    int holder;
    bool is_done;
    buffer result;
} batch;

typedef struct rank_state {
    char name[RANK_NAME];
    uint64_t units;
    double milliseconds;
    bool is_waiting, has_ended;
    eleven_error error;

    /* Its first result, which is repeated here. */
    enum { SAMPLE_NONE, SAMPLE_KEPT, SAMPLE_REPEATED } sample;
    bool differs;
    rank_message sampled;
    buffer result;
} rank_state;

typedef struct leader {
    const shared_work *work;
    hand *own;
    int ranks;
    rank_state *rank;

    /* Units that have been given out, and taken. */
    uint64_t next, taken;

    /* By their order, from `oldest` on. */
    batch batch[WINDOW];
    unsigned oldest, count;

    /* The rank whose sample is being repeated here; 0: none. */
    int checked;
    eleven_error error;
} leader;

/* This process, if it is the first rank. */
static leader lead;

/* ---- Giving out ------------------------------------------------------------------------------------------- */

/* How long a rank will work on so many units, as far as is known. */
static double expected_ms(const rank_state *rank, uint64_t count)
{
    return rank->units ? rank->milliseconds / (double)rank->units * (double)count : 0;
}

static batch *new_batch(leader *self, const rank_state *rank)
{
    uint64_t left = self->work->units - self->next, count = 1;
    if (!left || self->count == WINDOW)
        return NULL;
    if (rank->units)
        count = (uint64_t)(BATCH_MS / (expected_ms(rank, 1) + 1e-3)) + 1;
    if (count > 1 + left / (uint64_t)(2 * self->ranks))
        count = 1 + left / (uint64_t)(2 * self->ranks);
    batch *fresh = &self->batch[(self->oldest + self->count++) % WINDOW];
    *fresh = (batch){.first = self->next, .count = count};
    self->next += count;
    return fresh;
}

/* The oldest batch whose result should have come long ago. */
static batch *late_batch(leader *self, int rank)
{
    for (unsigned i = 0; i < self->count; i++) {
        batch *old = &self->batch[(self->oldest + i) % WINDOW];
        double late = clock_milliseconds() - old->given - LATE_MS;
        if (!old->is_done && old->holder != rank && late > LATE_TIMES * expected_ms(&self->rank[rank], old->count))
            return old;
    }
    return NULL;
}

/* The sample that rank 0 repeats next; false where there is none. */
static bool next_sample(leader *self, rank_message *message)
{
    for (int i = 1; i < self->ranks; i++) {
        if (self->rank[i].sample == SAMPLE_KEPT) {
            self->checked = i;
            *message = self->rank[i].sampled;
            return true;
        }
    }
    return false;
}

/* What the rank does next; false where there is nothing. */
static bool choose_batch(leader *self, int rank, rank_message *message)
{
    if (rank == 0 && next_sample(self, message))
        return true;
    batch *chosen = new_batch(self, &self->rank[rank]);
    if (!chosen)
        chosen = late_batch(self, rank);
    if (!chosen)
        return false;
    chosen->given = clock_milliseconds();
    chosen->holder = rank;
    *message = (rank_message){.first = chosen->first, .count = chosen->count};
    return true;
}

static void give_out(leader *self)
{
    const buffer common = {.at = self->work->common, .length = self->work->common_size};
    rank_message message;
    for (int i = 0; i < self->ranks; i++) {
        rank_state *rank = &self->rank[i];
        if (!rank->is_waiting || rank->error || !choose_batch(self, i, &message))
            continue;
        rank->is_waiting = false;
        if (i == 0)
            hand_start(self->own, &message);
        else
            message_send(&message, &common, i, TAG_WORK);
    }
}

/* ---- Taking ----------------------------------------------------------------------------------------------- */

/* Keeps the result of a batch that is still wanted. */
static void keep_result(leader *self, const rank_message *message, buffer *result)
{
    for (unsigned i = 0; i < self->count; i++) {
        batch *known = &self->batch[(self->oldest + i) % WINDOW];
        if (known->first == message->first && !known->is_done) {
            known->result = *result;
            known->is_done = true;
            *result = (buffer){0};
        }
    }
}

/* Compares the sample of a rank with what was computed here. */
static void compare_sample(leader *self, const rank_message *message, const buffer *result)
{
    rank_state *rank = &self->rank[self->checked];
    size_t timing = message->count * self->work->timing;
    rank->differs =
        rank->result.length != result->length || memcmp(rank->result.at, result->at, result->length - timing) != 0;
    rank->sample = SAMPLE_REPEATED;
    buffer_free(&rank->result);
    self->checked = 0;
}

static void take_result(leader *self, int from, const rank_message *message, buffer *result)
{
    rank_state *rank = &self->rank[from];
    rank->is_waiting = true;
    if (from)
        memcpy(rank->name, message->name, sizeof rank->name);
    rank->error = message->error;
    if (rank->error || !message->count)
        return;
    if (from == 0 && self->checked) {
        compare_sample(self, message, result);
        return;
    }
    rank->units += message->count;
    rank->milliseconds += message->milliseconds;
    if (from && rank->sample == SAMPLE_NONE) {
        rank->sample = SAMPLE_KEPT;
        rank->sampled = *message;
        buffer_add(&rank->result, result->at, result->length);
        if (rank->result.failed)
            fail_no_memory();
    }
    keep_result(self, message, result);
}

static bool take_own(leader *self)
{
    rank_message message;
    buffer result = {0};
    bool is_there = hand_take(self->own, &message, &result);
    if (is_there)
        take_result(self, 0, &message, &result);
    buffer_free(&result);
    return is_there;
}

/* A rank has ended. If it failed, the text is its sentence; a wrong command line is reported by rank 0 alone. */
static void take_goodbye(rank_state *rank, const rank_message *message, const buffer *text)
{
    rank->has_ended = true;
    rank->error = message->error;
    memcpy(rank->name, message->name, sizeof rank->name);
    if (message->error && text->length && lead.work)
        fprintf(stderr, "%s: %s", message->name, text->at);
}

static bool take_message(leader *self)
{
    rank_message message;
    buffer bytes = {0};
    int rank, tag;
    if (!message_probe(&rank, &tag))
        return false;
    message_receive(rank, tag, &message, &bytes);
    if (tag == TAG_BYE)
        take_goodbye(&self->rank[rank], &message, &bytes);
    else
        take_result(self, rank, &message, &bytes);
    buffer_free(&bytes);
    return true;
}

/* Hands over all results whose turn has come. */
static void hand_over(leader *self)
{
    batch *oldest = &self->batch[self->oldest];
    while (self->count && oldest->is_done && !eleven_stop_is_requested(self->work->stop)) {
        self->work->take(self->work->context, oldest->first, oldest->count, oldest->result.at, oldest->result.length);
        self->taken += oldest->count;
        buffer_free(&oldest->result);
        self->oldest = (self->oldest + 1) % WINDOW;
        self->count--;
        oldest = &self->batch[self->oldest];
    }
}

/* ---- From the beginning to the end ------------------------------------------------------------------------ */

static bool has_samples(const leader *self)
{
    for (int i = 1; i < self->ranks; i++)
        if (self->rank[i].sample == SAMPLE_KEPT)
            return true;
    return false;
}

/* Whether there is more to do. */
static bool continues(leader *self)
{
    if (eleven_stop_is_requested(self->work->stop))
        self->error = self->taken < self->work->units ? ELEVEN_STOPPED : ELEVEN_OK;
    else if (self->rank[0].error)
        self->error = self->rank[0].error;
    else
        return self->taken < self->work->units || has_samples(self);
    return false;
}

static bool all_have_ended(const leader *self)
{
    for (int i = 1; i < self->ranks; i++)
        if (!self->rank[i].has_ended)
            return false;
    return true;
}

static void report(const leader *self)
{
    for (int i = 0; i < self->ranks; i++) {
        const rank_state *rank = &self->rank[i];
        double seconds = rank->milliseconds / 1e3;
        fprintf(stderr, "%s: %" PRIu64 " %s, %.3g per second%s%s\n", rank->name, rank->units, self->work->unit,
                seconds > 0 ? (double)rank->units / seconds : 0,
                i && !rank->has_ended ? "; it was lost, and its last batch was done again" : "",
                rank->differs ? "; its results differ from those of rank 0" : "");
    }
}

bool ranks_have_left(void)
{
    int is_there = 0;
    bool has_left = false;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, TAG_BYE, MPI_COMM_WORLD, &is_there, &status);
    if (is_there) {
        rank_state *rank = &lead.rank[status.MPI_SOURCE];
        rank_message message;
        message_receive(status.MPI_SOURCE, TAG_BYE, &message, &rank->result);
        memcpy(rank->name, message.name, sizeof rank->name);
        rank->has_ended = true;
    }
    for (int i = 1; i < lead.ranks; i++)
        has_left |= lead.rank[i].has_ended;
    return has_left;
}

void ranks_report_left(void)
{
    for (int i = 1; i < lead.ranks; i++)
        if (lead.rank[i].has_ended)
            fprintf(stderr, "%s has ended: %.*s\n", lead.rank[i].name, (int)lead.rank[i].result.length,
                    lead.rank[i].result.at ? lead.rank[i].result.at : "");
}

void ranks_begin(void)
{
    MPI_Comm_size(MPI_COMM_WORLD, &lead.ranks);
    lead.rank = calloc((size_t)lead.ranks, sizeof *lead.rank);
    if (!lead.rank)
        fail_no_memory();
    for (int i = 1; i < lead.ranks; i++)
        snprintf(lead.rank[i].name, RANK_NAME, "rank %d", i);
    rank_name(lead.rank[0].name);
}

bool ranks_end(void)
{
    double began = clock_milliseconds();
    for (int i = 1; i < lead.ranks; i++)
        message_send(&(rank_message){0}, NULL, i, TAG_END);
    while (!all_have_ended(&lead) && clock_milliseconds() - began < BYE_MS)
        if (!take_message(&lead))
            ranks_rest();
    if (lead.work)
        report(&lead);
    return all_have_ended(&lead);
}

eleven_error ranks_lead(const shared_work *work)
{
    static shared_work kept;
    kept = *work;
    lead.work = &kept;
    lead.own = hand_new(work);
    if (!lead.own)
        fail_no_memory();
    lead.rank[0].is_waiting = true;
    while (continues(&lead)) {
        give_out(&lead);
        if (!take_own(&lead) && !take_message(&lead))
            ranks_rest();
        hand_over(&lead);
    }
    hand_rest(lead.own);
    for (int i = 1; i < lead.ranks; i++)
        if (lead.rank[i].differs)
            fail_with("%s computes other results than rank 0; leave it out", lead.rank[i].name);
    return lead.error;
}
