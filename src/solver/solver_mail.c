/* What processes send each other of a layer: afterstates that belong to another process, and their values back. See
 * solver_peers.c. */
#include "solver/solver_room.h"
#include "base/memory.h"

#include <string.h>

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

static eleven_error prepare_keys(void *context)
{
    solve_job *job = context;
    peer_mail *mail = &job->mail;
    bool has_space = reserve_mail(&mail->in, &mail->in_capacity, mail->in_start[job->peers.count]);
    return has_space ? ELEVEN_OK : problem_no_memory(job->problem);
}

/* Adds the afterstates of the others to the set, which grows. False when out of memory. */
static bool add_foreign(solve_job *job, size_t *fresh)
{
    keyset *set = &job->afterstates;
    size_t slot, count = job->mail.in_start[job->peers.count], added = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t key = job->mail.in[i];
        if (!keyset_has_space(set, 1) && !keyset_reserve(set, set->count / 2 + 1))
            return false;
        if (!keyset_add(set, key, &slot))
            continue;
        keyset_report(set, 1);
        if (fresh)
            job->mail.in[added++] = key;
    }
    if (fresh)
        *fresh = added;
    return true;
}

void peers_begin_afterstates(solve_job *job)
{
    peer_mail *mail = &job->mail;
    memset(mail->out_start, 0, (job->peers.count + 1) * sizeof *mail->out_start);
    if (job->peers.count == 1)
        return;
    if (!job->pending && !list_foreign(job))
        peers_note(job, problem_no_memory(job->problem));
    peers_begin_swap(job, &(peer_swap){.width = sizeof(uint64_t),
                                       .out = mail->out_start,
                                       .in = mail->in_start,
                                       .fill = fill_keys,
                                       .prepare = prepare_keys,
                                       .take = take_keys,
                                       .context = job});
}

eleven_error peers_end_afterstates(solve_job *job, size_t *fresh)
{
    if (fresh)
        *fresh = 0;
    if (job->peers.count == 1)
        return peers_agree(job, ELEVEN_OK, NULL);
    eleven_error error = peers_end_swap(job);
    if (!error && !job->pending && !add_foreign(job, fresh))
        peers_note(job, problem_no_memory(job->problem));
    return error;
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

void peers_begin_values(solve_job *job)
{
    if (job->peers.count > 1)
        peers_begin_swap(job, &(peer_swap){.width = job->plan.shape.count * sizeof(double),
                                           .out = job->mail.in_start,
                                           .in = job->mail.out_start,
                                           .is_known = true,
                                           .fill = fill_values,
                                           .take = take_values,
                                           .context = job});
}

eleven_error peers_end_values(solve_job *job)
{
    return job->peers.count == 1 ? peers_agree(job, ELEVEN_OK, NULL) : peers_end_swap(job);
}
