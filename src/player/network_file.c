/* Networks as files. All numbers are little-endian; the payload is the stream of network_code.c.
 *
 *     8   magic "ELEVENN\n"          4  format, 1           8  hash of the classic rules
 *     32  name of the recipe         8  seed   8  moves     8  games   8  mean score   8  its standard error
 *     4   unit (float)               1  cap    1  stages    1  tuples
 *     8 a tuple: number of cells, coarse, six cells (0 where there are fewer)
 *     4   weights that are not 0     4  length of the payload      payload
 *     8   checksum: FNV-1a of everything before it
 */
#include "player/network_inside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char magic[8] = {'E', 'L', 'E', 'V', 'E', 'N', 'N', '\n'};

enum { FORMAT = 1, RULES_END = 20, HEAD_MOST = 256, FILE_MOST = 1 << 28 };

static eleven_error fail(eleven_error error, eleven_problem *problem, const char *sentence)
{
    if (problem) {
        *problem = (eleven_problem){0};
        snprintf(problem->sentence, sizeof problem->sentence, "%s", sentence);
    }
    return error;
}

static eleven_error fail_storage(eleven_problem *problem, const char *what, const char *path)
{
    char sentence[200];
    snprintf(sentence, sizeof sentence, "%.90s cannot be %s: %.80s", path, what, strerror(errno));
    return fail(ELEVEN_NO_STORAGE, problem, sentence);
}

static uint64_t checksum(const uint8_t *bytes, size_t length)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t rules_hash(void)
{
    eleven_rules rules;
    eleven_rules_find("classic", &rules);
    return eleven_rules_hash(&rules);
}

/* ---- Fields --------------------------------------------------------------------------------------------- */

/* A place in the bytes, to write fields or to read them; reading past the end gives zeros and is remembered. */
typedef struct field_cursor {
    uint8_t *out;
    const uint8_t *in;
    size_t at, length;
    bool reads; /* `in`; otherwise it writes `out` */
    bool is_short;
} field_cursor;

/* Writes the low bytes of `value`, or reads and returns them. */
static uint64_t field_number(field_cursor *cursor, unsigned bytes, uint64_t value)
{
    if (cursor->reads)
        value = 0;
    if (cursor->at + bytes > cursor->length) {
        cursor->is_short = true;
        return value;
    }
    for (unsigned i = 0; i < bytes; i++)
        if (cursor->reads)
            value |= (uint64_t)cursor->in[cursor->at++] << 8 * i;
        else
            cursor->out[cursor->at++] = (uint8_t)(value >> 8 * i);
    return value;
}

static void field_u32(field_cursor *cursor, uint32_t *value)
{
    *value = (uint32_t)field_number(cursor, 4, *value);
}

static void field_u64(field_cursor *cursor, uint64_t *value)
{
    *value = field_number(cursor, 8, *value);
}

static void field_double(field_cursor *cursor, double *value)
{
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    bits = field_number(cursor, 8, bits);
    memcpy(value, &bits, sizeof bits);
}

static void field_float(field_cursor *cursor, float *value)
{
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    bits = (uint32_t)field_number(cursor, 4, bits);
    memcpy(value, &bits, sizeof bits);
}

static void field_text(field_cursor *cursor, char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        text[i] = (char)field_number(cursor, 1, (uint8_t)text[i]);
    if (cursor->reads)
        text[size - 1] = '\0';
}

/* ---- The head ------------------------------------------------------------------------------------------- */

typedef struct file_head {
    char magic[8];
    uint32_t format;
    uint64_t rules;
    eleven_network_facts facts;
    float unit;
    uint8_t cap, stages, tuples;
    uint8_t tuple[TUPLES_MAX][2 + TUPLE_CELLS_MAX];
    uint32_t payload;
} file_head;

static void head_origin(field_cursor *cursor, file_head *head)
{
    for (unsigned i = 0; i < sizeof head->magic; i++)
        head->magic[i] = (char)field_number(cursor, 1, (uint8_t)head->magic[i]);
    field_u32(cursor, &head->format);
    field_u64(cursor, &head->rules);
}

static void head_rest(field_cursor *cursor, file_head *head)
{
    eleven_network_facts *facts = &head->facts;
    field_text(cursor, facts->recipe, sizeof facts->recipe);
    field_u64(cursor, &facts->seed);
    field_u64(cursor, &facts->moves);
    field_u64(cursor, &facts->games);
    field_double(cursor, &facts->mean);
    field_double(cursor, &facts->error);
    field_float(cursor, &head->unit);
    head->cap = (uint8_t)field_number(cursor, 1, head->cap);
    head->stages = (uint8_t)field_number(cursor, 1, head->stages);
    head->tuples = (uint8_t)field_number(cursor, 1, head->tuples);
    for (unsigned t = 0; t < head->tuples && t < TUPLES_MAX; t++)
        for (unsigned i = 0; i < 2 + TUPLE_CELLS_MAX; i++)
            head->tuple[t][i] = (uint8_t)field_number(cursor, 1, head->tuple[t][i]);
    field_u32(cursor, &facts->weights);
    field_u32(cursor, &head->payload);
}

/* ---- Writing -------------------------------------------------------------------------------------------- */

static file_head head_of(const eleven_network *network)
{
    const tuple_set *set = &network->tuples;
    file_head head = {.format = FORMAT,
                      .rules = rules_hash(),
                      .facts = network->facts,
                      .unit = network->unit,
                      .cap = set->cap,
                      .stages = (uint8_t)set->stages,
                      .tuples = (uint8_t)set->count};
    memcpy(head.magic, magic, sizeof magic);
    for (unsigned t = 0; t < set->count; t++) {
        head.tuple[t][0] = set->at[t].count;
        head.tuple[t][1] = network->coarse[t];
        memcpy(head.tuple[t] + 2, set->at[t].cell, TUPLE_CELLS_MAX);
    }
    return head;
}

size_t network_print(const eleven_network *network, uint8_t *bytes, size_t size)
{
    file_head head = head_of(network);
    field_cursor cursor = {.out = bytes, .length = size};
    head_origin(&cursor, &head);
    head_rest(&cursor, &head);
    if (cursor.is_short || cursor.at + 8 > size)
        return 0;
    size_t payload = network_encode(network, bytes + cursor.at, size - cursor.at - 8);
    if (!payload)
        return 0;
    head.payload = (uint32_t)payload;
    cursor.at -= 4;
    field_u32(&cursor, &head.payload);
    cursor.at += payload;
    field_number(&cursor, 8, checksum(bytes, cursor.at));
    return cursor.at;
}

static bool write_all(FILE *file, const void *bytes, size_t length)
{
    bool is_written = fwrite(bytes, 1, length, file) == length && fflush(file) == 0 && fsync(fileno(file)) == 0;
    return fclose(file) == 0 && is_written;
}

eleven_error file_write_whole(const char *path, const void *bytes, size_t length, eleven_problem *problem)
{
    char beside[4096];
    if (snprintf(beside, sizeof beside, "%s.part", path) >= (int)sizeof beside)
        return fail(ELEVEN_NO_STORAGE, problem, "the path is too long");
    FILE *file = fopen(beside, "wb");
    if (!file || !write_all(file, bytes, length) || rename(beside, path) != 0) {
        eleven_error error = fail_storage(problem, "written", path);
        remove(beside);
        return error;
    }
    return ELEVEN_OK;
}

eleven_error network_save(const eleven_network *network, const char *path, eleven_problem *problem)
{
    size_t size = HEAD_MOST + sizeof(int16_t) * 2 * network->facts.weights + (1u << 20);
    uint8_t *bytes = malloc(size);
    size_t length = bytes ? network_print(network, bytes, size) : 0;
    eleven_error error = length ? file_write_whole(path, bytes, length, problem)
                                : fail(ELEVEN_NO_MEMORY, problem, "there is not enough memory");
    free(bytes);
    return error;
}

/* ---- Reading -------------------------------------------------------------------------------------------- */

static eleven_error head_check(const file_head *head, const field_cursor *cursor, eleven_problem *problem)
{
    if (memcmp(head->magic, magic, sizeof magic) != 0)
        return fail(ELEVEN_BAD_TEXT, problem, "this is no file of network weights");
    if (head->format > FORMAT)
        return fail(ELEVEN_NEWER, problem, "these weights were written by a newer version of the program");
    if (cursor->at >= RULES_END && head->rules != rules_hash())
        return fail(ELEVEN_BAD_RULES, problem, "these weights are for other rules than classic");
    bool is_whole = !cursor->is_short && cursor->at + head->payload + 8 == cursor->length;
    if (!is_whole || head->format != FORMAT ||
        checksum(cursor->in, cursor->length - 8) !=
            field_number(
                &(field_cursor){.in = cursor->in, .reads = true, .at = cursor->length - 8, .length = cursor->length}, 8,
                0))
        return fail(ELEVEN_BAD_TEXT, problem, "the file of network weights is damaged or cut short");
    return ELEVEN_OK;
}

/* What the head tells of tuples; false where it makes no sense. */
static bool head_tuples(const file_head *head, tuple_set *set)
{
    *set = tuple_set_empty();
    if (!head->tuples || head->tuples > TUPLES_MAX || !head->stages || head->stages > STAGES_MAX)
        return false;
    set->stages = head->stages;
    set->cap = head->cap;
    for (unsigned t = 0; t < head->tuples; t++)
        if (head->tuple[t][1] > 14 || !tuple_set_add(set, head->tuple[t] + 2, head->tuple[t][0]))
            return false;
    return set->cap > TUPLE_KEEP && set->cap <= 15;
}

static eleven_error network_make(const file_head *head, const uint8_t *payload, eleven_network **network,
                                 eleven_problem *problem)
{
    tuple_set set;
    if (!head_tuples(head, &set))
        return fail(ELEVEN_BAD_TEXT, problem, "the file of network weights tells of an impossible network");
    eleven_network *made = network_new(&set);
    if (!made)
        return fail(ELEVEN_NO_MEMORY, problem, "there is not enough memory for the network");
    made->facts = head->facts;
    made->facts.stages = set.stages;
    made->facts.tuples = set.count;
    made->unit = head->unit;
    for (unsigned t = 0; t < set.count; t++)
        made->coarse[t] = head->tuple[t][1];
    if (!network_decode(made, payload, head->payload)) {
        eleven_network_close(made);
        return fail(ELEVEN_BAD_TEXT, problem, "the file of network weights is damaged");
    }
    *network = made;
    return ELEVEN_OK;
}

eleven_error network_scan(const void *bytes, size_t length, eleven_network **network, eleven_problem *problem)
{
    file_head head = {0};
    field_cursor cursor = {.in = bytes, .length = length, .reads = true};
    head_origin(&cursor, &head);
    if (memcmp(head.magic, magic, sizeof magic) == 0 && head.format == FORMAT)
        head_rest(&cursor, &head);
    eleven_error error = head_check(&head, &cursor, problem);
    return error ? error : network_make(&head, cursor.in + cursor.at, network, problem);
}

eleven_error eleven_network_read(const void *bytes, size_t length, eleven_network **network, eleven_problem *problem)
{
    eleven_error error = network_scan(bytes, length, network, problem);
    if (!error)
        network_fold(*network);
    return error;
}

eleven_error file_read_whole(const char *path, uint8_t **bytes, size_t *length, eleven_problem *problem)
{
    FILE *file = fopen(path, "rb");
    long end = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    *bytes = NULL;
    if (end < 0 || end > FILE_MOST || fseek(file, 0, SEEK_SET) != 0) {
        eleven_error error = fail_storage(problem, "read", path);
        if (file)
            fclose(file);
        return error;
    }
    *bytes = malloc((size_t)end + 1);
    *length = *bytes ? fread(*bytes, 1, (size_t)end, file) : 0;
    fclose(file);
    if (*bytes && *length == (size_t)end)
        return ELEVEN_OK;
    free(*bytes);
    *bytes = NULL;
    return fail(ELEVEN_NO_STORAGE, problem, "the file cannot be read as a whole");
}

eleven_error eleven_network_open(const char *path, eleven_network **network, eleven_problem *problem)
{
    uint8_t *bytes;
    size_t length;
    eleven_error error = file_read_whole(path, &bytes, &length, problem);
    if (!error)
        error = eleven_network_read(bytes, length, network, problem);
    free(bytes);
    return error;
}
