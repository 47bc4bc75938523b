/* Layers that were stored by any number of processes, or on other disks.
 *
 * Each process stores its part of a layer. A solve that continues looks for the parts in the stores of all processes:
 *
 *     stored by 3    [ part 0 of 3 ]   [ part 1 of 3 ]   [ part 2 of 3 ]
 *                           |                 |                 |
 *     read by        process 0         process 1         process 0          one of those that see the part
 *                              \    /           \     /
 *     belongs to              process 0      process 1                      see peers_owner
 *
 * A layer that another number of processes has stored is exchanged once and stored again by its new owners. */
#include "solver/solver_room.h"
#include "base/memory.h"

#include <string.h>

/* ---- Where the parts are ---------------------------------------------------------------------------------- */
/* The numbers of processes that any store knows, in the same order for all. */
static bool unite_layouts(solve_job *job)
{
    unsigned count = job->peers.count;
    archive_layouts *all = memory_new(count * sizeof *all);
    if (!all || !peers_gather(job, &job->archive.layouts, sizeof *all, all)) {
        memory_free(all);
        return false;
    }
    job->archive.layouts = (archive_layouts){1, {count}};
    for (unsigned i = 0; i < count; i++)
        for (uint64_t k = 0; k < all[i].count; k++)
            archive_add_layout(&job->archive, all[i].parts[k]);
    memory_free(all);
    return true;
}

static bool reserve_choice(solve_job *job)
{
    uint64_t most = 0;
    for (uint64_t i = 0; i < job->archive.layouts.count; i++)
        most = job->archive.layouts.parts[i] > most ? job->archive.layouts.parts[i] : most;
    job->choice.is_mine = memory_new((size_t)most);
    job->seen = memory_new((size_t)most * (job->peers.count + 1));
    return job->choice.is_mine && job->seen;
}

eleven_error parts_open(solve_job *job)
{
    const archive_layouts *layouts = &job->archive.layouts;
    eleven_error error = unite_layouts(job) && reserve_choice(job) ? ELEVEN_OK : problem_no_memory(job->problem);
    if (!error && (layouts->count > 1 || layouts->parts[0] > 1))
        error = archive_begin(&job->archive);
    return peers_agree(job, error, NULL);
}

/* Chooses among the processes that see a part the first one from its own number on; false if nobody sees it. */
static bool choose_reader(solve_job *job, const uint8_t *all, unsigned of, unsigned index)
{
    unsigned count = job->peers.count, reader = index % count, tries = 0;
    while (tries < count && !all[(size_t)reader * of + index]) {
        reader = (reader + 1) % count;
        tries++;
    }
    job->choice.is_mine[index] = reader == job->peers.rank;
    job->choice.is_own = job->choice.is_own && reader == index;
    job->choice.teller = index == 0 ? reader : job->choice.teller;
    return tries < count;
}

/* Whether the processes together see all parts of a layer that so many processes have stored. */
static bool is_layout_whole(solve_job *job, archive_kind kind, size_t layer, unsigned of)
{
    uint8_t *mine = job->seen, *all = job->seen + of;
    bool is_whole = true;
    for (unsigned index = 0; index < of; index++)
        mine[index] = archive_has_part(&job->archive, kind, layer, (archive_part){index, of});
    if (!peers_gather(job, mine, of, all))
        return false;
    job->choice.of = of;
    job->choice.is_own = of == job->peers.count;
    for (unsigned index = 0; index < of && is_whole; index++)
        is_whole = choose_reader(job, all, of, index);
    return is_whole;
}

eleven_error parts_choose(solve_job *job, archive_kind kind, size_t layer)
{
    if (!job->is_resumed) {
        job->choice = (part_choice){.of = job->peers.count, .is_own = true, .is_mine = job->choice.is_mine};
        return ELEVEN_OK;
    }
    for (uint64_t i = 0; i < job->archive.layouts.count; i++)
        if (is_layout_whole(job, kind, layer, (unsigned)job->archive.layouts.parts[i]))
            return ELEVEN_OK;
    return job->is_lost ? peers_check(job) : ELEVEN_END;
}

/* ---- Reading ---------------------------------------------------------------------------------------------- */
/* What a process reads of a layer. `head`: the first bytes of the parts. `width`: bytes of a record in the part,
 * without its key. */
typedef struct part_reader {
    solve_job *job;
    archive_kind kind;
    size_t layer, width, head_length;
    void *head;
    part_records records;
} part_reader;

/* Adds the keys, each with what `bytes` contain for it; NULL: nothing. */
static eleven_error add_records(part_reader *reader, const uint64_t *keys, size_t count, const char *bytes)
{
    part_records *records = &reader->records;
    size_t words = 1 + records->extra;
    uint64_t *grown = memory_resize(records->words, (records->count + count + 1) * words * sizeof *grown);
    if (!grown)
        return problem_no_memory(reader->job->problem);
    records->words = grown;
    for (size_t i = 0; i < count; i++) {
        uint64_t *record = grown + (records->count + i) * words;
        memset(record, 0, words * sizeof *record);
        *record = keys[i];
        if (bytes)
            memcpy(record + 1, bytes + i * reader->width, reader->width);
    }
    records->count += count;
    return ELEVEN_OK;
}

static eleven_error refuse_part(const part_reader *reader)
{
    return archive_refuse(&reader->job->archive, "a stored layer cannot be read again");
}

/* Lends the bytes of a part until return_part. */
static bool lend_part(const part_reader *reader, archive_kind kind, archive_part part, void **bytes, size_t *length)
{
    const solve_archive *archive = &reader->job->archive;
    return part.of == archive->part.of && part.index == archive->part.index
               ? archive_get(archive, kind, reader->layer, bytes, length)
               : archive_get_part(archive, kind, reader->layer, part, bytes, length);
}

static void return_part(const part_reader *reader, archive_kind kind, archive_part part, void *bytes)
{
    const solve_archive *archive = &reader->job->archive;
    if (part.of == archive->part.of && part.index == archive->part.index)
        archive_release(archive, kind, reader->layer, bytes);
    else
        memory_free(bytes);
}

/* Reads what belongs to the keys of a part. */
static eleven_error read_values(part_reader *reader, archive_part part, const uint64_t *keys, size_t count)
{
    void *bytes;
    size_t length;
    if (reader->kind == ARCHIVE_KEYS)
        return add_records(reader, keys, count, NULL);
    if (!lend_part(reader, reader->kind, part, &bytes, &length))
        return refuse_part(reader);
    bool is_whole = length == reader->head_length + count * reader->width;
    eleven_error error =
        is_whole ? add_records(reader, keys, count, (char *)bytes + reader->head_length) : refuse_part(reader);
    if (!error)
        memcpy(reader->head, bytes, reader->head_length);
    return_part(reader, reader->kind, part, bytes);
    return error;
}

static eleven_error read_part(part_reader *reader, archive_part part)
{
    void *bytes;
    size_t length;
    solve_layer head;
    eleven_error error;
    if (!lend_part(reader, ARCHIVE_KEYS, part, &bytes, &length))
        return refuse_part(reader);
    uint64_t *keys = solve_decode_keys(reader->job, bytes, length, &head, &error);
    return_part(reader, ARCHIVE_KEYS, part, bytes);
    if (keys)
        error = read_values(reader, part, keys, (size_t)head.own_positions);
    memory_free(keys);
    return error;
}

static eleven_error read_parts(part_reader *reader)
{
    const part_choice *choice = &reader->job->choice;
    eleven_error error = ELEVEN_OK;
    if (choice->is_own)
        return read_part(reader, reader->job->archive.part);
    for (unsigned index = 0; index < choice->of && !error; index++)
        if (choice->is_mine[index])
            error = read_part(reader, (archive_part){index, choice->of});
    return error;
}

/* ---- Sending ---------------------------------------------------------------------------------------------- */
typedef struct part_route {
    solve_job *job;
    const uint64_t *out;
    uint64_t *in;
    size_t words;
} part_route;

static void fill_records(void *context, size_t from, size_t count, char *records)
{
    const part_route *route = context;
    memcpy(records, route->out + from * route->words, count * route->words * sizeof *route->out);
}

static void take_part_records(void *context, size_t from, size_t count, const char *records)
{
    const part_route *route = context;
    memcpy(route->in + from * route->words, records, count * route->words * sizeof *route->in);
}

/* Sorts the records by the process that receives them; `start` as in peer_swap. NULL when out of memory. */
static uint64_t *sort_records(const solve_job *job, const part_records *records, bool is_for_first, size_t *start)
{
    size_t words = 1 + records->extra;
    unsigned count = job->peers.count;
    uint64_t *sorted = memory_new((records->count + 1) * words * sizeof *sorted);
    memset(start, 0, (count + 1) * sizeof *start);
    for (size_t i = 0; i < records->count; i++)
        start[(is_for_first ? 0 : peers_owner(job, records->words[i * words])) + 1]++;
    for (unsigned i = 0; i < count; i++)
        start[i + 1] += start[i];
    for (size_t i = 0; i < records->count && sorted; i++) {
        const uint64_t *record = records->words + i * words;
        size_t at = start[is_for_first ? 0 : peers_owner(job, *record)]++;
        memcpy(sorted + at * words, record, words * sizeof *sorted);
    }
    memmove(start + 1, start, count * sizeof *start);
    start[0] = 0;
    return sorted;
}

/* Makes space for the records that will come. */
static eleven_error prepare_records(void *context)
{
    part_route *route = context;
    solve_job *job = route->job;
    size_t each = route->words * sizeof *route->in, count = job->mail.in_start[job->peers.count];
    job->elsewhere += (job->mail.out_start[job->peers.count] + count) * each;
    route->in = memory_new((count + 1) * each);
    return route->in ? solve_note_memory(job) : problem_no_memory(job->problem);
}

/* Replaces the records by those that the processes send here. */
static eleven_error route_records(solve_job *job, part_records *records, bool is_for_first)
{
    peer_mail *mail = &job->mail;
    part_route route = {.job = job, .words = 1 + records->extra};
    uint64_t before = job->elsewhere;
    memset(mail->out_start, 0, (job->peers.count + 1) * sizeof *mail->out_start);
    uint64_t *sorted = job->pending ? NULL : sort_records(job, records, is_for_first, mail->out_start);
    if (!sorted && !job->pending)
        peers_note(job, problem_no_memory(job->problem));
    memory_free(records->words);
    route.out = sorted;
    eleven_error error = peers_swap(job, &(peer_swap){.width = route.words * sizeof *sorted,
                                                      .out = mail->out_start,
                                                      .in = mail->in_start,
                                                      .fill = fill_records,
                                                      .prepare = prepare_records,
                                                      .take = take_part_records,
                                                      .context = &route});
    job->elsewhere = before;
    memory_free(sorted);
    records->words = route.in;
    records->count = job->pending || error ? 0 : mail->in_start[job->peers.count];
    return error;
}

eleven_error parts_load(solve_job *job, archive_kind kind, size_t layer, bool is_for_first, part_records *records,
                        void *head, size_t head_length)
{
    static const size_t code = sizeof(uint16_t);
    size_t values = job->plan.shape.count;
    part_reader reader = {.job = job, .kind = kind, .layer = layer, .head_length = head_length, .head = head};
    reader.width = kind == ARCHIVE_VALUES ? values * sizeof(double) : kind == ARCHIVE_CODES ? code : 0;
    reader.records.extra = (reader.width + 7) / 8;
    if (!job->pending)
        peers_note(job, read_parts(&reader));
    eleven_error error = route_records(job, &reader.records, is_for_first);
    *records = reader.records;
    if (error) {
        memory_free(records->words);
        *records = (part_records){0};
    }
    return error;
}

/* ---- Positions of a layer ------------------------------------------------------------------------------- */
/* Takes over positions that other processes have stored, and stores them here. */
static eleven_error keep_other_keys(solve_job *job, size_t index, const part_records *records)
{
    if (!solve_reserve_keys(job, records->count))
        return problem_no_memory(job->problem);
    solve_layer layer = job->layers[index];
    layer.own_positions = records->count;
    layer.own_slots = 0;
    if (records->count > 0)
        memcpy(job->keys, records->words, records->count * sizeof *job->keys);
    solve_take_head(job, index, &layer);
    solve_sort_keys(job);
    return eleven_stop_is_requested(job->options->stop) ? ELEVEN_STOPPED : solve_store_keys(job, &layer, index);
}

static eleven_error load_other_keys(solve_job *job, size_t index)
{
    part_records records;
    eleven_error error = parts_load(job, ARCHIVE_KEYS, index, false, &records, NULL, 0);
    if (!error && !job->pending)
        error = keep_other_keys(job, index, &records);
    memory_free(records.words);
    return error;
}

eleven_error solve_load_keys(solve_job *job, size_t layer)
{
    eleven_error error = parts_choose(job, ARCHIVE_KEYS, layer);
    if (error == ELEVEN_END)
        return problem_set(job->problem, ELEVEN_NO_STORAGE, "a layer of positions cannot be read again");
    if (error)
        return error;
    if (!job->choice.is_own)
        return load_other_keys(job, layer);
    return job->pending ? ELEVEN_OK : solve_load_own_keys(job, layer);
}
