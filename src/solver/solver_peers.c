/* A solve by several processes.
 *
 * The process that has a position follows from the tiles that last: those that never appear as new tiles. New tiles do
 * not change them, so an afterstate and all positions that follow from it are in one process, and only slides lead to
 * another one:
 *
 *     process 0    position --slide--> afterstate --new tiles--> positions
 *                          \
 *                           \ slide merges two tiles
 *                            v
 *     process 1            afterstate --new tiles--> positions
 *
 * So, once per layer, each process sends the afterstates that belong to others: their keys when positions are
 * enumerated; when they are valued, the values come back. All processes run the same steps; what decides about a step,
 * such as an error or the number of positions, is known to all before it.
 *
 * An exchange goes through buffers of bounded size. The first message says how much follows and how the work went, and
 * has space for some records already, so a small layer needs no other message:
 *
 *     first round     [ report | records ... ]     as long for all processes, unless they know the numbers of records
 *     later rounds    [ records ...          ]     as many as the process with the most to send needs
 *
 * A process computes while a round is under way. Between two blocks of a sweep it looks whether the round has ended;
 * then it takes what has come, and begins the next round:
 *
 *     enumeration    keys are under way    its own afterstates get new tiles, then those that have come
 *     valuation      keys are under way    it values its own afterstates, until the keys of the others have come;
 *                                          then it values what these ask for
 *                    values are under way  it values the rest of its own */
#include "solver/solver_room.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/sized.h"

#include <math.h>
#include <string.h>

/* Bytes of each of the two buffers if there are other processes, and at least for each process; and of a first message
 * where the numbers of records are not known. */
enum { POST_BYTES = 1 << 22, POST_LEAST = 1024, POST_FIRST = 4096 };

/* A process that computes looks this seldom whether an exchange has ended. */
enum { CALLS_PER_LOOK = 32 };

/* What a process says about its work: records for the receiver, and the most for any process. */
typedef struct peer_report {
    uint64_t error, records, most;
    peer_facts facts;
} peer_report;

/* ---- One process ------------------------------------------------------------------------------------------ */
static bool exchange_alone(void *context, const void *out, const size_t *out_lengths, void *in,
                           const size_t *in_lengths)
{
    (void)context;
    (void)in_lengths;
    memcpy(in, out, *out_lengths);
    return true;
}

/* The cells that mirror images exchange, by the smallest distances from the edges. */
static unsigned cell_class(const solve_space *space, unsigned cell)
{
    unsigned x = cell % space->w, y = cell / space->w;
    x = x < space->w - 1 - x ? x : space->w - 1 - x;
    y = y < space->h - 1 - y ? y : space->h - 1 - y;
    bool is_turned = space->w == space->h && x > y;
    return is_turned ? x * ELEVEN_CELLS_MAX + y : y * ELEVEN_CELLS_MAX + x;
}

/* A sum of random numbers over the tiles that last decides where a board belongs. It is the same for all its images,
 * because a number depends on the tile and the kind of its cell: corner, edge, and so on. False when out of memory. */
static bool fill_shares(solve_job *job)
{
    const solve_space *space = &job->space;
    size_t codes = (size_t)1 << space->chunk_bits, cells = space->chunk_bits / space->bits;
    job->shares = memory_zeroed(space->chunks * codes, sizeof *job->shares);
    for (size_t i = 0; job->shares && i < space->chunks * codes; i++) {
        for (size_t k = 0; k < cells && i / codes * cells + k < space->cells; k++) {
            uint64_t rank = i >> k * space->bits & ((UINT64_C(1) << space->bits) - 1);
            unsigned class = cell_class(space, (unsigned)(i / codes * cells + k));
            if (rank && (rank >= ELEVEN_RANKS || !space->rules.spawn_weight[rank]))
                job->shares[i] += hash_mix((class + 1) * HASH_GOLDEN + rank);
        }
    }
    return job->shares;
}

bool peers_open(solve_job *job)
{
    const eleven_peers *given = job->options->peers;
    if (given)
        SIZED_COPY(job->peers, given);
    else
        job->peers = (eleven_peers){.count = 1, .exchange = exchange_alone};
    size_t count = job->peers.count;
    job->post_size = count > 1 ? POST_BYTES : POST_LEAST;
    if (job->post_size < count * POST_LEAST)
        job->post_size = count * POST_LEAST;
    job->post_out = memory_zeroed(job->post_size, 1);
    job->post_in = memory_new(job->post_size);
    job->reports = memory_zeroed(count, sizeof *job->reports);
    job->out_lengths = memory_zeroed(count, sizeof(size_t));
    job->in_lengths = memory_zeroed(count, sizeof(size_t));
    job->mail.out_start = memory_zeroed(count + 1, sizeof(size_t));
    job->mail.in_start = memory_zeroed(count + 1, sizeof(size_t));
    return job->post_out && job->post_in && job->reports && job->out_lengths && job->in_lengths &&
           job->mail.out_start && job->mail.in_start && fill_shares(job);
}

void peers_close(solve_job *job)
{
    memory_free(job->post_out);
    memory_free(job->post_in);
    memory_free(job->reports);
    memory_free(job->out_lengths);
    memory_free(job->in_lengths);
    memory_free(job->mail.out);
    memory_free(job->mail.in);
    memory_free(job->mail.out_start);
    memory_free(job->mail.in_start);
    memory_free(job->choice.is_mine);
    memory_free(job->seen);
    memory_free(job->shares);
}

/* ---- Small facts ------------------------------------------------------------------------------------------ */
static bool exchange(solve_job *job, const void *out, void *in)
{
    const eleven_peers *peers = &job->peers;
    if (!job->is_lost && !peers->exchange(peers->context, out, job->out_lengths, in, job->in_lengths))
        job->is_lost = true;
    return !job->is_lost;
}

/* Begins an exchange between the buffers; has_arrived ends it. */
static void begin_exchange(solve_job *job)
{
    const eleven_peers *peers = &job->peers;
    bool is_whole = !peers->begin;
    if (!job->is_lost && !(is_whole ? peers->exchange : peers->begin)(peers->context, job->post_out, job->out_lengths,
                                                                      job->post_in, job->in_lengths))
        job->is_lost = true;
}

/* Whether the exchange has ended; false, too, if a process is lost. */
static bool has_arrived(solve_job *job, bool waits)
{
    const eleven_peers *peers = &job->peers;
    bool has_ended = !job->is_lost;
    if (has_ended && peers->begin && !peers->finish(peers->context, waits, &has_ended))
        job->is_lost = true;
    return has_ended && !job->is_lost;
}

static void set_lengths(size_t *lengths, unsigned count, size_t length)
{
    for (unsigned i = 0; i < count; i++)
        lengths[i] = length;
}

bool peers_gather(solve_job *job, const void *mine, size_t length, void *all)
{
    unsigned count = job->peers.count;
    size_t most = job->post_size / count;
    for (size_t from = 0; from < length; from += most) {
        size_t now = length - from < most ? length - from : most;
        for (unsigned i = 0; i < count; i++)
            memcpy(job->post_out + i * now, (const char *)mine + from, now);
        set_lengths(job->out_lengths, count, now);
        set_lengths(job->in_lengths, count, now);
        if (!exchange(job, job->post_out, job->post_in))
            return false;
        for (unsigned i = 0; i < count; i++)
            memcpy((char *)all + i * length + from, job->post_in + i * now, now);
    }
    return true;
}

void peers_share(solve_job *job, unsigned from, void *bytes, size_t length)
{
    unsigned count = job->peers.count;
    for (unsigned i = 0; i < count && from == job->peers.rank; i++)
        memcpy(job->post_out + i * length, bytes, length);
    set_lengths(job->out_lengths, count, from == job->peers.rank ? length : 0);
    set_lengths(job->in_lengths, count, 0);
    job->in_lengths[from] = length;
    if (exchange(job, job->post_out, job->post_in))
        memcpy(bytes, job->post_in, length);
}

void peers_wait(solve_job *job)
{
    set_lengths(job->out_lengths, job->peers.count, 1);
    set_lengths(job->in_lengths, job->peers.count, 1);
    exchange(job, job->post_out, job->post_in);
}

/* ---- Agreements ------------------------------------------------------------------------------------------- */
/* The process whose error is reported: the first one with an error; one that was only stopped is the last choice. */
static unsigned choose_failed(const peer_report *all, unsigned count)
{
    unsigned failed = count;
    for (unsigned i = count; i-- > 0;)
        if (all[i].error && (failed == count || all[i].error != ELEVEN_STOPPED))
            failed = i;
    return failed;
}

eleven_error peers_check(const solve_job *job)
{
    if (!job->is_lost)
        return ELEVEN_OK;
    return problem_set(job->problem, ELEVEN_IMPOSSIBLE, "another process of the solve cannot be reached");
}

/* What this process reports. */
static peer_report make_report(solve_job *job)
{
    if (eleven_stop_is_requested(job->options->stop))
        peers_note(job, ELEVEN_STOPPED);
    return (peer_report){.error = job->pending};
}

/* The error of all processes, which have exchanged their reports. */
static eleven_error settle_error(solve_job *job)
{
    unsigned failed = choose_failed(job->reports, job->peers.count);
    if (failed == job->peers.count)
        return ELEVEN_OK;
    eleven_error error = (eleven_error)job->reports[failed].error;
    char sentence[sizeof job->problem->sentence] = "";
    if (job->problem && failed == job->peers.rank && error != ELEVEN_STOPPED)
        memcpy(sentence, job->problem->sentence, sizeof sentence);
    peers_share(job, failed, sentence, sizeof sentence);
    job->pending = ELEVEN_OK;
    if (job->is_lost)
        return peers_check(job);
    return error == ELEVEN_STOPPED ? error : problem_set(job->problem, error, "%s", sentence);
}

static void fold_facts(peer_facts *facts, const peer_facts *more)
{
    for (unsigned i = 0; i < PEER_SUMS; i++)
        facts->sum[i] += more->sum[i];
    facts->largest = more->largest > facts->largest ? more->largest : facts->largest;
    facts->low = more->low < facts->low ? more->low : facts->low;
    facts->high = more->high > facts->high ? more->high : facts->high;
}

eleven_error peers_agree_on(solve_job *job, eleven_error error, peer_facts *facts)
{
    peers_note(job, error);
    unsigned count = job->peers.count;
    peer_report mine = make_report(job);
    mine.facts = *facts;
    for (unsigned i = 0; i < count; i++)
        memcpy(job->post_out + i * sizeof mine, &mine, sizeof mine);
    set_lengths(job->out_lengths, count, sizeof mine);
    set_lengths(job->in_lengths, count, sizeof mine);
    if (!exchange(job, job->post_out, job->post_in))
        return peers_check(job);
    memcpy(job->reports, job->post_in, count * sizeof mine);
    *facts = job->reports[0].facts;
    for (unsigned i = 1; i < count; i++)
        fold_facts(facts, &job->reports[i].facts);
    return settle_error(job);
}

eleven_error peers_agree(solve_job *job, eleven_error error, uint64_t *sum)
{
    peer_facts facts = {.sum = {sum ? *sum : 0}};
    error = peers_agree_on(job, error, &facts);
    if (sum)
        *sum = facts.sum[0];
    return error;
}

/* ---- Records ---------------------------------------------------------------------------------------------- */
/* The records for one process, or from it, that come after the first `before` ones: at most `most`. */
static size_t records_after(const size_t *start, unsigned peer, size_t before, size_t most, size_t *from)
{
    size_t all = start[peer + 1] - start[peer], past = before < all ? before : all;
    *from = start[peer] + past;
    return all - past < most ? all - past : most;
}

/* Writes the reports, each with up to `space` records. `padded`: the length of each message; 0: what it takes. */
static void fill_first(solve_job *job, const peer_swap *swap, size_t space, size_t padded)
{
    peer_report report = make_report(job);
    char *out = job->post_out;
    size_t from;
    for (unsigned i = 0; i < job->peers.count && !report.error; i++) {
        size_t records = swap->out[i + 1] - swap->out[i];
        report.most = records > report.most ? records : report.most;
    }
    for (unsigned i = 0; i < job->peers.count; i++) {
        size_t many = records_after(swap->out, i, 0, space, &from);
        report.records = report.error ? 0 : swap->out[i + 1] - swap->out[i];
        memcpy(out, &report, sizeof report);
        if (many > 0 && !report.error)
            swap->fill(swap->context, from, many, out + sizeof report);
        job->out_lengths[i] = padded ? padded : sizeof report + swap->width * many;
        out += job->out_lengths[i];
    }
}

/* Reads the reports of all processes. */
static void take_reports(solve_job *job, const peer_swap *swap)
{
    const char *in = job->post_in;
    for (unsigned i = 0; i < job->peers.count; i++) {
        memcpy(&job->reports[i], in, sizeof *job->reports);
        in += job->in_lengths[i];
    }
    swap->in[0] = swap->is_known ? swap->in[0] : 0;
    for (unsigned i = 0; i < job->peers.count && !swap->is_known; i++)
        swap->in[i + 1] = swap->in[i] + (size_t)job->reports[i].records;
}

/* Takes up to `most` records of each process after the first `before` ones; in each message, `skipped` bytes are before
 * them. */
static void take_records(solve_job *job, const peer_swap *swap, size_t before, size_t most, size_t skipped)
{
    const char *in = job->post_in;
    size_t from;
    for (unsigned i = 0; i < job->peers.count; i++) {
        size_t many = records_after(swap->in, i, before, most, &from);
        if (many > 0 && !job->pending)
            swap->take(swap->context, from, many, in + skipped);
        in += job->in_lengths[i];
    }
}

/* Begins the next round. */
static void send_round(solve_job *job)
{
    peer_flow *flow = &job->flow;
    const peer_swap *swap = &flow->swap;
    char *out = job->post_out;
    size_t from;
    for (unsigned i = 0; i < job->peers.count; i++) {
        size_t many = records_after(swap->out, i, flow->before, flow->space, &from);
        job->in_lengths[i] = swap->width * records_after(swap->in, i, flow->before, flow->space, &(size_t){0});
        job->out_lengths[i] = swap->width * many;
        if (many > 0)
            swap->fill(swap->context, from, many, out);
        out += job->out_lengths[i];
    }
    begin_exchange(job);
}

/* Takes what a round has brought, and begins the next one. */
static void take_round(solve_job *job)
{
    peer_flow *flow = &job->flow;
    unsigned count = job->peers.count;
    size_t most = 0;
    if (flow->is_first)
        take_reports(job, &flow->swap);
    bool has_failed = choose_failed(job->reports, count) < count;
    if (flow->is_first && !has_failed && flow->swap.prepare)
        peers_note(job, flow->swap.prepare(flow->swap.context));
    if (!has_failed)
        take_records(job, &flow->swap, flow->before, flow->space, flow->is_first ? sizeof(peer_report) : 0);
    for (unsigned i = 0; i < count && !has_failed; i++)
        most = job->reports[i].most > most ? (size_t)job->reports[i].most : most;
    flow->before += flow->space;
    flow->space = job->post_size / count / flow->swap.width;
    flow->is_first = false;
    if (flow->before < most)
        send_round(job);
    else
        __atomic_store_n(&flow->is_under_way, false, __ATOMIC_RELAXED);
}

void peers_begin_swap(solve_job *job, const peer_swap *swap)
{
    unsigned count = job->peers.count;
    size_t most = job->post_size / count / 8 * 8, padded = most < POST_FIRST ? most : POST_FIRST;
    size_t space = ((swap->is_known ? most : padded) - sizeof(peer_report)) / swap->width;
    job->flow = (peer_flow){.swap = *swap, .space = space, .is_first = true, .is_under_way = true};
    fill_first(job, swap, space, swap->is_known ? 0 : padded);
    for (unsigned i = 0; i < count; i++)
        job->in_lengths[i] =
            swap->is_known ? sizeof(peer_report) + swap->width * records_after(swap->in, i, 0, space, &(size_t){0})
                           : padded;
    begin_exchange(job);
}

void peers_continue_swap(solve_job *job)
{
    if (job->flow.is_under_way && job->flow.calls++ % CALLS_PER_LOOK == 0 && has_arrived(job, false))
        take_round(job);
}

eleven_error peers_end_swap(solve_job *job)
{
    while (job->flow.is_under_way && has_arrived(job, true))
        take_round(job);
    eleven_error error = peers_check(job);
    return !error && choose_failed(job->reports, job->peers.count) < job->peers.count ? settle_error(job) : error;
}

eleven_error peers_swap(solve_job *job, const peer_swap *swap)
{
    peers_begin_swap(job, swap);
    return peers_end_swap(job);
}
