/* Writing a table: the layers come off the shelf one by one. */
#include "solver/elx.h"
#include "solver/solving.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct elx_writer {
    FILE *out;
    uint64_t sum; /* checksum so far */
    bool failed;
} elx_writer;

static void put_words(elx_writer *writer, const void *words, size_t count)
{
    writer->sum = elx_checksum(writer->sum, words, count);
    writer->failed = writer->failed || fwrite(words, 8, count, writer->out) != count;
}

/* ---- Layers --------------------------------------------------------------------------------------------- */

static void set_bits(uint64_t *words, uint64_t at, uint64_t value)
{
    words[at / 64] |= value << at % 64;
    if (at % 64)
        words[at / 64 + 1] |= value >> 1 >> (63 - at % 64);
}

static void fill_index(const solving *job, const solve_ranking *ranking, const elx_layer *layer, const elx_parts *parts,
                       uint64_t *words)
{
    uint64_t mask = layer->low_bits ? ~UINT64_C(0) >> (64 - layer->low_bits) : 0;
    for (size_t i = 0; i < job->key_count; i++) {
        uint64_t number = ranking_of(ranking, job->keys[i], layer->sum);
        uint64_t at = (number >> layer->low_bits) + i;
        words[at / 64] |= UINT64_C(1) << at % 64;
        set_bits(words + parts->lower, i * layer->low_bits, number & mask);
    }
    uint64_t zeros = 0;
    for (uint64_t at = 0; at < parts->upper_bits; at++)
        if (!(words[at / 64] >> at % 64 & 1) && zeros++ % ELX_STEP == 0)
            words[parts->marks + (zeros - 1) / ELX_STEP] = at;
}

static eleven_error put_layer(solving *job, const solve_ranking *ranking, const elx_layer *layer, size_t index,
                              elx_writer *writer)
{
    elx_parts parts;
    const void *codes;
    size_t length;
    eleven_error error = layer_load(job, index);
    if (!error && shelf_get(&job->shelf, SHELF_CODES, index, &codes, &length))
        error = solve_fail(job, ELEVEN_NO_STORAGE, "the codes of a layer cannot be read again");
    if (error)
        return error;
    elx_parts_of(layer, &parts);
    uint64_t *words = calloc(parts.words, sizeof *words);
    if (words && length == 16 + 2 * job->key_count) {
        fill_index(job, ranking, layer, &parts, words);
        memcpy(words + parts.codes, (const char *)codes + 16, 2 * job->key_count);
        put_words(writer, words, parts.words);
    } else {
        error = solve_fail(job, words ? ELEVEN_NO_STORAGE : ELEVEN_NO_MEMORY,
                           words ? "the codes of a layer are damaged" : "there is not enough memory");
    }
    free(words);
    shelf_return(&job->shelf, SHELF_CODES, index, codes);
    return error;
}

/* ---- The whole ------------------------------------------------------------------------------------------ */

static eleven_error describe_layers(solving *job, const solve_ranking *ranking, uint64_t offset, elx_layer *layers)
{
    for (size_t i = 0; i < job->layer_count; i++) {
        const void *codes;
        size_t length;
        elx_parts parts;
        elx_layer *layer = &layers[i];
        layer->sum = job->layers[i].sum;
        layer->positions = job->layers[i].counts.positions;
        layer->boards = ranking_count(ranking, layer->sum);
        layer->low_bits = elx_low_bits(layer->positions, layer->boards);
        layer->offset = offset;
        if (shelf_get(&job->shelf, SHELF_CODES, i, &codes, &length) || length < 16 || !elx_parts_of(layer, &parts))
            return solve_fail(job, ELEVEN_NO_STORAGE, "the codes of a layer cannot be read again");
        memcpy(&layer->low, codes, 8);
        memcpy(&layer->step, (const char *)codes + 8, 8);
        shelf_return(&job->shelf, SHELF_CODES, i, codes);
        layer->words = parts.words;
        offset += 8 * parts.words;
    }
    return ELEVEN_OK;
}

static eleven_error put_table(solving *job, const solve_ranking *ranking, elx_layer *layers, char *rules,
                              elx_writer *writer)
{
    eleven_rules plain = job->space.rules;
    size_t length = eleven_rules_print(&plain, rules, ELEVEN_RULES_TEXT), words = (length + 7) / 8;
    elx_head head = {.magic = ELX_MAGIC, .format = ELX_FORMAT, .rules_length = (uint32_t)length};
    head.w = (uint8_t)job->space.w;
    head.h = (uint8_t)job->space.h;
    head.kind = (uint8_t)job->wish->objectives[0].kind;
    head.rank = job->wish->objectives[0].rank;
    head.largest = job->space.largest;
    head.rules_hash = eleven_rules_hash(&plain);
    head.positions = job->solution->counts.positions;
    head.layers = job->layer_count;
    head.value = job->solution->values[0].value;
    head.loss = job->solution->values[0].loss;
    head.error = job->solution->error;
    eleven_error error =
        describe_layers(job, ranking, sizeof head + 8 * words + job->layer_count * sizeof *layers, layers);
    put_words(writer, &head, sizeof head / 8);
    put_words(writer, rules, words);
    put_words(writer, layers, job->layer_count * sizeof *layers / 8);
    for (size_t i = 0; i < job->layer_count && !error; i++)
        error = put_layer(job, ranking, &layers[i], i, writer);
    uint64_t sum = writer->sum;
    put_words(writer, &sum, 1);
    return error;
}

static eleven_error fail_file(const solving *job, const char *path)
{
    char sentence[200];
    snprintf(sentence, sizeof sentence, "%.90s cannot be written: %.80s", path, strerror(errno));
    return solve_fail(job, ELEVEN_NO_STORAGE, sentence);
}

static eleven_error write_table(solving *job, const solve_ranking *ranking, elx_layer *layers, char *rules)
{
    char beside[4096];
    const char *path = job->wish->table;
    errno = ENAMETOOLONG;
    if (snprintf(beside, sizeof beside, "%s.tmp", path) >= (int)sizeof beside)
        return fail_file(job, path);
    elx_writer writer = {.out = fopen(beside, "wb"), .sum = ELX_BEGIN};
    if (!writer.out)
        return fail_file(job, path);
    eleven_error error = put_table(job, ranking, layers, rules, &writer);
    bool written = !writer.failed && fflush(writer.out) == 0 && fsync(fileno(writer.out)) == 0;
    written = fclose(writer.out) == 0 && written;
    if (!error && written && rename(beside, path) == 0)
        return ELEVEN_OK;
    if (!error)
        error = fail_file(job, path);
    remove(beside);
    return error;
}

eleven_error elx_write(solving *job)
{
    solve_ranking ranking;
    elx_layer *layers = calloc(job->layer_count, sizeof *layers);
    char *rules = calloc(1, ELEVEN_RULES_TEXT + 8);
    bool is_open = ranking_open(&ranking, &job->space, job->layers[job->layer_count - 1].sum);
    eleven_error error = layers && rules && is_open
                             ? write_table(job, &ranking, layers, rules)
                             : solve_fail(job, ELEVEN_NO_MEMORY, "there is not enough memory to write the table");
    if (is_open)
        ranking_close(&ranking);
    free(layers);
    free(rules);
    return error;
}
