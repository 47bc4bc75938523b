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
 * such as an error or the number of positions, is known to all before it (peers_agree).
 *
 * An exchange goes through buffers of bounded size, in as many rounds as the process with the most to send needs. */
#include "solver/solver_room.h"
#include "base/hash.h"
#include "base/memory.h"

#include <string.h>

/* Bytes of each of the two buffers if there are other processes, and at least for each process. */
enum { POST_BYTES = 1 << 22, POST_LEAST = 1024 };

/* ---- One process ------------------------------------------------------------------------------------------ */
static bool exchange_alone(void *context, const void *out, const size_t *out_lengths, void *in,
                           const size_t *in_lengths)
{
    (void)context;
    (void)in_lengths;
    memcpy(in, out, *out_lengths);
    return true;
}

/* Takes the ranks that appear as new tiles away from each code. False when out of memory. */
static bool fill_lasting(solve_job *job)
{
    const solve_space *space = &job->space;
    size_t codes = (size_t)1 << space->chunk_bits;
    job->lasting = memory_zeroed(codes, sizeof *job->lasting);
    for (size_t code = 0; job->lasting && code < codes; code++) {
        for (unsigned at = 0; at < space->chunk_bits; at += space->bits) {
            uint64_t rank = code >> at & ((UINT64_C(1) << space->bits) - 1);
            job->lasting[code] |= rank < ELEVEN_RANKS && space->rules.spawn_weight[rank] ? 0 : rank << at;
        }
    }
    return job->lasting;
}

bool peers_open(solve_job *job)
{
    const eleven_peers *given = job->options->peers;
    job->peers = given ? *given : (eleven_peers){.count = 1, .exchange = exchange_alone};
    size_t count = job->peers.count;
    job->post_size = count > 1 ? POST_BYTES : POST_LEAST;
    if (job->post_size < count * POST_LEAST)
        job->post_size = count * POST_LEAST;
    job->post_out = memory_new(job->post_size);
    job->post_in = memory_new(job->post_size);
    job->out_lengths = memory_zeroed(count, sizeof(size_t));
    job->in_lengths = memory_zeroed(count, sizeof(size_t));
    job->mail.out_start = memory_zeroed(count + 1, sizeof(size_t));
    job->mail.in_start = memory_zeroed(count + 1, sizeof(size_t));
    return job->post_out && job->post_in && job->out_lengths && job->in_lengths && job->mail.out_start &&
           job->mail.in_start && fill_lasting(job);
}

void peers_close(solve_job *job)
{
    memory_free(job->post_out);
    memory_free(job->post_in);
    memory_free(job->out_lengths);
    memory_free(job->in_lengths);
    memory_free(job->mail.out);
    memory_free(job->mail.in);
    memory_free(job->mail.out_start);
    memory_free(job->mail.in_start);
    memory_free(job->choice.is_mine);
    memory_free(job->seen);
    memory_free(job->lasting);
}

unsigned peers_owner(const solve_job *job, uint64_t key)
{
    const solve_space *space = &job->space;
    uint64_t lasting = 0, mask = (UINT64_C(1) << space->chunk_bits) - 1;
    for (unsigned shift = 0, chunk = 0; chunk < space->chunks; chunk++, shift += space->chunk_bits)
        lasting |= job->lasting[key >> shift & mask] << shift;
    return (unsigned)(hash_mix(image_canonical(space, lasting)) % job->peers.count);
}

/* ---- Small facts ------------------------------------------------------------------------------------------ */
static bool exchange(solve_job *job, const void *out, void *in)
{
    const eleven_peers *peers = &job->peers;
    if (!job->is_lost && !peers->exchange(peers->context, out, job->out_lengths, in, job->in_lengths))
        job->is_lost = true;
    return !job->is_lost;
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

/* Gathers a few words of each process, less than POST_LEAST bytes; NULL if a process is lost. */
static const void *gather_words(solve_job *job, const void *mine, size_t length)
{
    unsigned count = job->peers.count;
    for (unsigned i = 0; i < count; i++)
        memcpy(job->post_out + i * length, mine, length);
    set_lengths(job->out_lengths, count, length);
    set_lengths(job->in_lengths, count, length);
    return exchange(job, job->post_out, job->post_in) ? job->post_in : NULL;
}

void peers_wait(solve_job *job)
{
    const uint64_t nothing = 0;
    gather_words(job, &nothing, sizeof nothing);
}

/* What a process says about its work. */
typedef struct peer_report {
    uint64_t error, sum;
} peer_report;

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

eleven_error peers_agree(solve_job *job, eleven_error error, uint64_t *sum)
{
    unsigned count = job->peers.count;
    if (!error && eleven_stop_is_requested(job->options->stop))
        error = ELEVEN_STOPPED;
    const peer_report mine = {error, sum ? *sum : 0}, *all = gather_words(job, &mine, sizeof mine);
    if (!all)
        return peers_check(job);
    for (unsigned i = 0; sum && i < count; i++)
        *sum = i ? *sum + all[i].sum : all[i].sum;
    unsigned failed = choose_failed(all, count);
    if (failed == count)
        return ELEVEN_OK;
    error = (eleven_error)all[failed].error;
    char sentence[sizeof job->problem->sentence] = "";
    if (job->problem && failed == job->peers.rank && error != ELEVEN_STOPPED)
        memcpy(sentence, job->problem->sentence, sizeof sentence);
    peers_share(job, failed, sentence, sizeof sentence);
    if (job->is_lost)
        return peers_check(job);
    return error == ELEVEN_STOPPED ? error : problem_set(job->problem, error, "%s", sentence);
}

void peers_fold_layer(solve_job *job, solve_layer *layer)
{
    const solve_layer *all = gather_words(job, layer, sizeof *layer);
    for (unsigned i = 0; all && i < job->peers.count; i++) {
        const eleven_solve_counts *more = &all[i].counts;
        layer->largest = all[i].largest > layer->largest ? all[i].largest : layer->largest;
        if (i == job->peers.rank)
            continue;
        layer->counts.positions += more->positions;
        layer->counts.all += more->all;
        layer->counts.lost += more->lost;
        layer->counts.won += more->won;
        layer->counts.afterstates += more->afterstates;
    }
}

void peers_fold_range(solve_job *job, double *low, double *high)
{
    const struct {
        double low, high;
    } mine = {*low, *high}, *all = gather_words(job, &mine, sizeof mine);
    for (unsigned i = 0; all && i < job->peers.count; i++) {
        *low = all[i].low < *low ? all[i].low : *low;
        *high = all[i].high > *high ? all[i].high : *high;
    }
}

/* ---- Records ---------------------------------------------------------------------------------------------- */
/* The records of a round for one process, or from it. */
static size_t records_of_round(const size_t *start, unsigned peer, size_t round, size_t each, size_t *from)
{
    size_t all = start[peer + 1] - start[peer], before = round * each < all ? round * each : all;
    *from = start[peer] + before;
    return all - before < each ? all - before : each;
}

/* How many rounds the process with the most records for another one needs. */
static size_t count_rounds(solve_job *job, const peer_swap *swap, size_t each)
{
    uint64_t most = 0;
    for (unsigned i = 0; i < job->peers.count; i++) {
        size_t rounds = (swap->out[i + 1] - swap->out[i] + each - 1) / each;
        most = rounds > most ? rounds : most;
    }
    const uint64_t *all = gather_words(job, &most, sizeof most);
    for (unsigned i = 0; all && i < job->peers.count; i++)
        most = all[i] > most ? all[i] : most;
    return all ? (size_t)most : 0;
}

void peers_swap(solve_job *job, const peer_swap *swap)
{
    unsigned count = job->peers.count;
    size_t each = job->post_size / count / swap->width, rounds = count_rounds(job, swap, each), from;
    for (size_t round = 0; round < rounds; round++) {
        char *out = job->post_out, *in = job->post_in;
        for (unsigned i = 0; i < count; i++) {
            size_t many = records_of_round(swap->out, i, round, each, &from);
            job->in_lengths[i] = swap->width * records_of_round(swap->in, i, round, each, &(size_t){0});
            job->out_lengths[i] = swap->width * many;
            if (many > 0)
                swap->fill(swap->context, from, many, out);
            out += job->out_lengths[i];
        }
        if (!exchange(job, job->post_out, job->post_in))
            return;
        for (unsigned i = 0; i < count; i++) {
            size_t many = records_of_round(swap->in, i, round, each, &from);
            if (many > 0)
                swap->take(swap->context, from, many, in);
            in += swap->width * many;
        }
    }
}

void peers_swap_counts(solve_job *job, const size_t *out, size_t *in)
{
    unsigned count = job->peers.count;
    uint64_t *words = (uint64_t *)job->post_out;
    for (unsigned i = 0; i < count; i++)
        words[i] = out[i + 1] - out[i];
    set_lengths(job->out_lengths, count, sizeof *words);
    set_lengths(job->in_lengths, count, sizeof *words);
    bool is_done = exchange(job, job->post_out, job->post_in);
    words = (uint64_t *)job->post_in;
    in[0] = 0;
    for (unsigned i = 0; i < count; i++)
        in[i + 1] = in[i] + (is_done ? (size_t)words[i] : 0);
}

/* ---- Afterstates ------------------------------------------------------------------------------------------ */
static bool reserve_mail(uint64_t **keys, size_t *capacity, size_t count)
{
    if (count <= *capacity)
        return true;
    memory_free(*keys);
    *capacity = count + count / 4;
    *keys = memory_new(*capacity * sizeof **keys);
    *capacity = *keys ? *capacity : 0;
    return *keys != NULL;
}

/* Lists the afterstates in the set that belong to others, by owner. False when out of memory. */
static bool list_foreign(solve_job *job)
{
    peer_mail *mail = &job->mail;
    const keyset *set = &job->afterstates;
    unsigned count = job->peers.count;
    for (size_t i = 0; i < set->slots; i++)
        if (set->cell[i * set->stride])
            mail->out_start[peers_owner(job, set->cell[i * set->stride])]++;
    mail->out_start[job->peers.rank] = 0;
    size_t all = 0;
    for (unsigned i = 0; i <= count; i++) {
        size_t many = mail->out_start[i];
        mail->out_start[i] = all;
        all += many;
    }
    if (!reserve_mail(&mail->out, &mail->out_capacity, all))
        return false;
    for (size_t i = 0; i < set->slots; i++) {
        uint64_t key = set->cell[i * set->stride];
        unsigned owner = key ? peers_owner(job, key) : job->peers.rank;
        if (owner != job->peers.rank)
            mail->out[mail->out_start[owner]++] = key;
    }
    memmove(mail->out_start + 1, mail->out_start, count * sizeof(size_t));
    mail->out_start[0] = 0;
    return true;
}

static void fill_keys(void *context, size_t from, size_t count, char *records)
{
    const solve_job *job = context;
    memcpy(records, job->mail.out + from, count * sizeof(uint64_t));
}

static void take_keys(void *context, size_t from, size_t count, const char *records)
{
    solve_job *job = context;
    memcpy(job->mail.in + from, records, count * sizeof(uint64_t));
}

/* Adds the afterstates of the others to the set, which grows. False when out of memory. */
static bool add_foreign(solve_job *job)
{
    keyset *set = &job->afterstates;
    size_t slot, count = job->mail.in_start[job->peers.count];
    for (size_t i = 0; i < count; i++) {
        if (!keyset_has_space(set, 1) && !keyset_reserve(set, set->count / 2 + 1))
            return false;
        keyset_report(set, keyset_add(set, job->mail.in[i], &slot));
    }
    return true;
}

eleven_error peers_send_afterstates(solve_job *job, eleven_error error)
{
    peer_mail *mail = &job->mail;
    memset(mail->out_start, 0, (job->peers.count + 1) * sizeof *mail->out_start);
    if (job->peers.count == 1)
        return peers_agree(job, error, NULL);
    if (!error && !list_foreign(job))
        error = problem_no_memory(job->problem);
    error = peers_agree(job, error, NULL);
    if (error)
        return error;
    peers_swap_counts(job, mail->out_start, mail->in_start);
    if (!reserve_mail(&mail->in, &mail->in_capacity, mail->in_start[job->peers.count]))
        error = problem_no_memory(job->problem);
    error = peers_agree(job, error, NULL);
    if (error)
        return error;
    peers_swap(job, &(peer_swap){sizeof(uint64_t), mail->out_start, mail->in_start, fill_keys, take_keys, job});
    if (!add_foreign(job))
        error = problem_no_memory(job->problem);
    return peers_agree(job, error, NULL);
}

/* ---- Values ----------------------------------------------------------------------------------------------- */
static void fill_values(void *context, size_t from, size_t count, char *records)
{
    const solve_job *job = context;
    size_t width = job->plan.shape.count * sizeof(double);
    for (size_t i = 0; i < count; i++)
        memcpy(records + i * width, keyset_find(&job->afterstates, job->mail.in[from + i]), width);
}

static void take_values(void *context, size_t from, size_t count, const char *records)
{
    solve_job *job = context;
    size_t width = job->plan.shape.count * sizeof(double);
    for (size_t i = 0; i < count; i++)
        memcpy((uint64_t *)keyset_find(&job->afterstates, job->mail.out[from + i]), records + i * width, width);
}

void peers_fetch_values(solve_job *job)
{
    size_t width = job->plan.shape.count * sizeof(double);
    if (job->peers.count > 1)
        peers_swap(job, &(peer_swap){width, job->mail.in_start, job->mail.out_start, fill_values, take_values, job});
}
