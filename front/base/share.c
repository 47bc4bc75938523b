/* Shared work in a process that is alone, and what processes ask each other before they work together. */
#include "base/share.h"
#include "base/complain.h"

#include <stdlib.h>

static eleven_error run_alone(const shared_work *work)
{
    eleven_error error = ELEVEN_OK;
    for (uint64_t i = 0; i < work->units && !error; i++) {
        buffer result = {0};
        error = eleven_stop_is_requested(work->stop) ? ELEVEN_STOPPED : work->work(work->context, i, 1, &result);
        error = !error && result.failed ? ELEVEN_NO_MEMORY : error;
        if (!error)
            work->take(work->context, i, 1, result.at, result.length);
        buffer_free(&result);
    }
    return error;
}

eleven_error (*share_run)(const shared_work *work) = run_alone;

const eleven_peers *share_peers;
unsigned share_rank;
unsigned share_neighbours = 1;
uint64_t share_sent, share_waits, share_sending, share_waited;

bool share_is_alone(void)
{
    return share_run == run_alone;
}

bool share_is_first(void)
{
    return share_rank == 0;
}

void share_from_first(uint64_t *number)
{
    unsigned count = share_peers ? share_peers->count : 1;
    if (count == 1)
        return;
    size_t *out_lengths = calloc(2 * count, sizeof *out_lengths), *in_lengths = out_lengths + count;
    uint64_t *out = calloc(count, sizeof *out);
    if (!out_lengths || !out)
        fail_no_memory();
    for (unsigned i = 0; i < count; i++) {
        out[i] = *number;
        out_lengths[i] = share_is_first() ? sizeof *out : 0;
    }
    in_lengths[0] = sizeof *out;
    share_peers->exchange(share_peers->context, out, out_lengths, number, in_lengths);
    free(out_lengths);
    free(out);
}
