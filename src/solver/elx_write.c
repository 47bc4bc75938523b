/* Writing a table: its layers come out of the archive one after another. If several processes have solved the board,
 * the first one collects their shares of each layer and writes. The others take part in every step. */
#include "solver/solver_room.h"
#include "base/memory.h"

#include <string.h>

/* `sum`: the checksum so far; `codes`: of the current layer. */
typedef struct elx_writer {
    solve_job *job;
    uint16_t *codes;
    size_t code_capacity;
    solve_ranking ranking;
    elx_layer *layers;
    file_writer file;
    uint64_t sum;
} elx_writer;

static void put_words(elx_writer *writer, const void *words, size_t count)
{
    writer->sum = elx_checksum(writer->sum, words, count);
    fwrite(words, 8, count, writer->file.out);
}

/* How many lower bits are best for so many positions among so many boards: about log2(boards / positions). */
static uint64_t choose_low_bits(uint64_t positions, uint64_t boards)
{
    uint64_t bits = 0;
    while (positions && boards >> (bits + 1) >= positions)
        bits++;
    return bits;
}

static void set_bits(uint64_t *words, uint64_t at, uint64_t value)
{
    words[at / 64] |= value << at % 64;
    if (at % 64)
        words[at / 64 + 1] |= value >> 1 >> (63 - at % 64);
}

/* Fills in the numbers of the layer's positions, see solver_room.h. */
static void fill_numbers(const elx_writer *writer, const elx_layer *layer, const elx_parts *parts, uint64_t *words)
{
    const solve_job *job = writer->job;
    uint64_t mask = layer->low_bits ? ~UINT64_C(0) >> (64 - layer->low_bits) : 0;
    for (size_t i = 0; i < job->key_count; i++) {
        uint64_t number = ranking_number(&writer->ranking, job->keys[i], layer->sum);
        uint64_t at = (number >> layer->low_bits) + i;
        words[at / 64] |= UINT64_C(1) << at % 64;
        set_bits(words + parts->lower, i * layer->low_bits, number & mask);
    }
    uint64_t zeros = 0;
    for (uint64_t at = 0; at < parts->upper_bits; at++)
        if (!(words[at / 64] >> at % 64 & 1) && zeros++ % ELX_STEP == 0)
            words[parts->marks + (zeros - 1) / ELX_STEP] = at;
}

/* The archived codes of a layer: [ low | step | a code per position ]. */
typedef struct code_head {
    double low, step;
} code_head;

static eleven_error refuse_codes(const solve_job *job)
{
    return archive_refuse(&job->archive,
                          "the codes of a layer cannot be read again; the same command computes them again");
}

static bool reserve_codes(elx_writer *writer, size_t count)
{
    if (count <= writer->code_capacity)
        return true;
    memory_free(writer->codes);
    writer->code_capacity = count + count / 4;
    writer->codes = memory_new(writer->code_capacity * sizeof *writer->codes);
    writer->code_capacity = writer->codes ? writer->code_capacity : 0;
    return writer->codes != NULL;
}

/* Sorts the keys that the processes have sent, each with its code. */
static bool sort_codes(elx_writer *writer, const part_records *records)
{
    solve_job *job = writer->job;
    keyset *set = &job->afterstates;
    size_t slot;
    if (!solve_reserve_keys(job, records->count) || !reserve_codes(writer, records->count) ||
        !keyset_clear(set, records->count, 1))
        return false;
    for (size_t i = 0; i < records->count; i++) {
        job->keys[i] = records->words[2 * i];
        keyset_add(set, job->keys[i], &slot);
        set->cell[slot * set->stride + 1] = records->words[2 * i + 1];
    }
    job->key_count = records->count;
    solve_sort_keys(job);
    for (size_t i = 0; i < records->count; i++)
        memcpy(&writer->codes[i], keyset_find(set, job->keys[i]), sizeof *writer->codes);
    return true;
}

/* Gives the first process the keys of the layer, sorted, and their codes. */
static eleven_error load_layer(elx_writer *writer, size_t index)
{
    solve_job *job = writer->job;
    part_records records;
    code_head head;
    eleven_error error = parts_choose(job, ARCHIVE_CODES, index);
    if (error)
        return error == ELEVEN_END ? refuse_codes(job) : error;
    error = parts_load(job, ARCHIVE_CODES, index, true, &records, &head, sizeof head);
    if (error)
        return error;
    if (!job->pending)
        peers_note(job, sort_codes(writer, &records) ? solve_note_memory(job) : problem_no_memory(job->problem));
    memory_free(records.words);
    return ELEVEN_OK;
}

/* Writes the current layer. */
static eleven_error put_layer(elx_writer *writer, size_t index)
{
    solve_job *job = writer->job;
    elx_parts parts;
    elx_parts_of(&writer->layers[index], &parts);
    uint64_t *words = memory_zeroed((size_t)parts.words, sizeof *words);
    if (words) {
        fill_numbers(writer, &writer->layers[index], &parts, words);
        if (job->key_count > 0)
            memcpy(words + parts.codes, writer->codes, job->key_count * sizeof *writer->codes);
        put_words(writer, words, (size_t)parts.words);
    }
    memory_free(words);
    return words ? ELEVEN_OK : problem_no_memory(job->problem);
}

/* Reads how the values of a layer were rounded from a part of this process's own or of another one. */
static eleven_error read_code_head(const solve_job *job, size_t index, archive_part part, code_head *head)
{
    const solve_archive *archive = &job->archive;
    bool is_own = part.of == archive->part.of && part.index == archive->part.index;
    void *bytes;
    size_t length;
    bool is_there = is_own ? archive_get(archive, ARCHIVE_CODES, index, &bytes, &length)
                           : archive_get_part(archive, ARCHIVE_CODES, index, part, &bytes, &length);
    bool is_whole = is_there && length >= sizeof *head;
    if (is_whole)
        memcpy(head, bytes, sizeof *head);
    if (is_there && is_own)
        archive_release(archive, ARCHIVE_CODES, index, bytes);
    else if (is_there)
        memory_free(bytes);
    return is_whole ? ELEVEN_OK : refuse_codes(job);
}

/* The process that has the first part of a layer reads it for all, unless each has a part of its own. */
static eleven_error read_scale(elx_writer *writer, size_t index)
{
    solve_job *job = writer->job;
    code_head head = {0};
    eleven_error error = parts_choose(job, ARCHIVE_CODES, index);
    if (error)
        return error == ELEVEN_END ? refuse_codes(job) : error;
    if (job->choice.is_own)
        peers_note(job, read_code_head(job, index, job->archive.part, &head));
    else if (job->choice.teller == job->peers.rank)
        peers_note(job, read_code_head(job, index, (archive_part){0, job->choice.of}, &head));
    if (!job->choice.is_own)
        peers_share(job, job->choice.teller, &head, sizeof head);
    writer->layers[index].low = head.low;
    writer->layers[index].step = head.step;
    return ELEVEN_OK;
}

/* Fills in the descriptions of the layers, the first of which begins at this offset. */
static eleven_error describe_layers(elx_writer *writer, uint64_t offset)
{
    const solve_job *job = writer->job;
    for (size_t i = 0; i < job->layer_count; i++) {
        elx_parts parts;
        elx_layer *layer = &writer->layers[i];
        layer->sum = job->layers[i].sum;
        layer->positions = job->layers[i].counts.positions;
        layer->boards = ranking_count(&writer->ranking, layer->sum);
        layer->low_bits = choose_low_bits(layer->positions, layer->boards);
        layer->offset = offset;
        if (!elx_parts_of(layer, &parts))
            return problem_set(job->problem, ELEVEN_BAD_RULES, "there are too many positions for a table");
        eleven_error error = read_scale(writer, i);
        if (error)
            return error;
        layer->words = parts.words;
        offset += 8 * parts.words;
    }
    return ELEVEN_OK;
}

static elx_head describe_table(const solve_job *job, size_t rules_length)
{
    elx_head head = {
        .format = ELX_FORMAT,
        .rules_length = (uint32_t)rules_length,
        .w = (uint8_t)job->space.w,
        .h = (uint8_t)job->space.h,
        .kind = (uint8_t)job->options->objectives[0].kind,
        .rank = job->options->objectives[0].rank,
        .largest = job->space.largest,
        .rules_hash = eleven_rules_hash(&job->space.rules),
        .positions = job->solution->counts.positions,
        .layers = job->layer_count,
        .value = job->solution->values[0].value,
        .loss = job->solution->values[0].loss,
        .error = job->solution->error,
    };
    memcpy(head.magic, ELX_MAGIC, sizeof head.magic);
    return head;
}

static eleven_error put_table(elx_writer *writer)
{
    solve_job *job = writer->job;
    char rules[ELEVEN_RULES_TEXT + 8] = "";
    size_t length = eleven_rules_print(&job->space.rules, rules, ELEVEN_RULES_TEXT), words = (length + 7) / 8;
    elx_head head = describe_table(job, length);
    eleven_error error = describe_layers(writer, sizeof head + 8 * words + job->layer_count * sizeof *writer->layers);
    if (error)
        return error;
    if (writer->file.out) {
        put_words(writer, &head, sizeof head / 8);
        put_words(writer, rules, words);
        put_words(writer, writer->layers, job->layer_count * sizeof *writer->layers / 8);
    }
    for (size_t i = 0; i < job->layer_count && !error; i++) {
        error = load_layer(writer, i);
        if (!error && !job->pending && writer->file.out)
            peers_note(job, put_layer(writer, i));
    }
    uint64_t sum = writer->sum;
    if (writer->file.out)
        put_words(writer, &sum, 1);
    return error;
}

/* Writes into the open file, in the first process. */
static eleven_error write_table(elx_writer *writer, eleven_error error)
{
    solve_job *job = writer->job;
    writer->layers = memory_zeroed(job->layer_count, sizeof *writer->layers);
    bool is_open = ranking_open(&writer->ranking, &job->space, job->layers[job->layer_count - 1].sum);
    if (!error && (!writer->layers || !is_open))
        error = problem_no_memory(job->problem);
    error = peers_agree(job, error, NULL);
    if (!error)
        error = peers_agree(job, put_table(writer), NULL);
    ranking_close(&writer->ranking);
    memory_free(writer->layers);
    memory_free(writer->codes);
    return error;
}

eleven_error elx_write(solve_job *job)
{
    elx_writer writer = {.job = job, .sum = ELX_START};
    eleven_error error = ELEVEN_OK, other = ELEVEN_OK;
    bool is_first = job->peers.rank == 0;
    if (is_first)
        error = file_writer_open(&writer.file, job->options->table, job->problem);
    bool is_open = is_first && !error;
    error = write_table(&writer, error);
    if (is_open)
        other = file_writer_close(&writer.file, !error, job->problem);
    return peers_agree(job, error ? error : other, NULL);
}
