/* Writing a table: its layers come out of the archive one after another. */
#include "solver/solver_room.h"

#include <stdlib.h>
#include <string.h>

/* `sum`: the checksum so far. */
typedef struct elx_writer {
    solve_job *job;
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
static eleven_error get_codes(const elx_writer *writer, size_t index, void **codes)
{
    const solve_job *job = writer->job;
    size_t length, wanted = 2 * sizeof(double) + (size_t)job->layers[index].counts.positions * sizeof(uint16_t);
    if (archive_get(&job->archive, ARCHIVE_CODES, index, codes, &length)) {
        if (length == wanted)
            return ELEVEN_OK;
        archive_release(&job->archive, ARCHIVE_CODES, index, *codes);
    }
    return problem_set(job->problem, ELEVEN_NO_STORAGE, "the codes of a layer cannot be read again");
}

static eleven_error put_layer(elx_writer *writer, size_t index)
{
    solve_job *job = writer->job;
    elx_parts parts;
    void *codes;
    eleven_error error = solve_load_keys(job, index);
    if (!error)
        error = get_codes(writer, index, &codes);
    if (error)
        return error;
    elx_parts_of(&writer->layers[index], &parts);
    uint64_t *words = calloc((size_t)parts.words, sizeof *words);
    if (words) {
        fill_numbers(writer, &writer->layers[index], &parts, words);
        memcpy(words + parts.codes, (const double *)codes + 2, job->key_count * sizeof(uint16_t));
        put_words(writer, words, (size_t)parts.words);
    }
    free(words);
    archive_release(&job->archive, ARCHIVE_CODES, index, codes);
    return words ? ELEVEN_OK : problem_no_memory(job->problem);
}

/* Fills in the descriptions of the layers, the first of which begins at this offset. */
static eleven_error describe_layers(elx_writer *writer, uint64_t offset)
{
    const solve_job *job = writer->job;
    for (size_t i = 0; i < job->layer_count; i++) {
        void *codes;
        elx_parts parts;
        elx_layer *layer = &writer->layers[i];
        layer->sum = job->layers[i].sum;
        layer->positions = job->layers[i].counts.positions;
        layer->boards = ranking_count(&writer->ranking, layer->sum);
        layer->low_bits = choose_low_bits(layer->positions, layer->boards);
        layer->offset = offset;
        if (!elx_parts_of(layer, &parts))
            return problem_set(job->problem, ELEVEN_BAD_RULES, "there are too many positions for a table");
        eleven_error error = get_codes(writer, i, &codes);
        if (error)
            return error;
        memcpy(&layer->low, codes, sizeof layer->low);
        memcpy(&layer->step, (const double *)codes + 1, sizeof layer->step);
        archive_release(&job->archive, ARCHIVE_CODES, i, codes);
        layer->words = parts.words;
        offset += 8 * parts.words;
    }
    return ELEVEN_OK;
}

static elx_head describe_table(const solve_job *job, size_t rules_length)
{
    return (elx_head){
        .magic = ELX_MAGIC,
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
}

static eleven_error put_table(elx_writer *writer)
{
    const solve_job *job = writer->job;
    char rules[ELEVEN_RULES_TEXT + 8] = "";
    size_t length = eleven_rules_print(&job->space.rules, rules, ELEVEN_RULES_TEXT), words = (length + 7) / 8;
    elx_head head = describe_table(job, length);
    eleven_error error = describe_layers(writer, sizeof head + 8 * words + job->layer_count * sizeof *writer->layers);
    if (error)
        return error;
    put_words(writer, &head, sizeof head / 8);
    put_words(writer, rules, words);
    put_words(writer, writer->layers, job->layer_count * sizeof *writer->layers / 8);
    for (size_t i = 0; i < job->layer_count && !error; i++)
        error = put_layer(writer, i);
    uint64_t sum = writer->sum;
    put_words(writer, &sum, 1);
    return error;
}

eleven_error elx_write(solve_job *job)
{
    elx_writer writer = {.job = job, .sum = ELX_START};
    eleven_error error = file_writer_open(&writer.file, job->options->table, job->problem);
    if (error)
        return error;
    writer.layers = calloc(job->layer_count, sizeof *writer.layers);
    bool is_open = ranking_open(&writer.ranking, &job->space, job->layers[job->layer_count - 1].sum);
    error = writer.layers && is_open ? put_table(&writer) : problem_no_memory(job->problem);
    eleven_error other = file_writer_close(&writer.file, !error, job->problem);
    ranking_close(&writer.ranking);
    free(writer.layers);
    return error ? error : other;
}
