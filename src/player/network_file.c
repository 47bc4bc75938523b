/* Networks as files. All numbers are little-endian; the payload is the stream of network_code.c.
 *
 *     bytes   field                                bytes   field
 *     8       magic "ELEVENN\n"                    4       points that a weight of 1 is (float)
 *     4       format, 2                            1       cap
 *     8       hash of the classic rules            1       stages
 *     32      name of the recipe                   1       tuples, and for each of them
 *     8       seed                                 8         number of cells, coarse, six cells
 *     8       moves                                4       weights that are not 0
 *     8       games                                4       length of the payload
 *     8       mean score (double)                  ...     payload
 *     8       its standard error (double)          8       checksum: FNV-1a of everything before it
 *
 * A tuple with fewer than six cells has 0 in place of the others. A file may contain two networks, one after the
 * other. */
#include "player/player_room.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/problem.h"

#include <string.h>

enum { NETWORK_FORMAT = 2, RULES_END = 20, HEAD_MOST = 256, CHECKSUM = 8, NETWORK_FILE_MOST = 1 << 28 };

static uint64_t classic_hash(void)
{
    eleven_rules rules;
    eleven_rules_find("classic", &rules);
    return eleven_rules_hash(&rules);
}

/* ---- Fields --------------------------------------------------------------------------------------------- */
/* A place in the bytes where fields are written, or read if `in` is not NULL. Reading past the end gives zeros. */
typedef struct field_cursor {
    uint8_t *out;
    const uint8_t *in;
    size_t at, length;
    bool is_short;
} field_cursor;

/* Writes the low bytes of `value`, or reads and returns them. */
static uint64_t field_number(field_cursor *cursor, unsigned bytes, uint64_t value)
{
    if (cursor->in)
        value = 0;
    if (cursor->at + bytes > cursor->length) {
        cursor->is_short = true;
        return value;
    }
    for (unsigned i = 0; i < bytes; i++)
        if (cursor->in)
            value |= (uint64_t)cursor->in[cursor->at++] << 8 * i;
        else
            cursor->out[cursor->at++] = (uint8_t)(value >> 8 * i);
    return value;
}

static void field_bytes(field_cursor *cursor, void *bytes, size_t count)
{
    uint8_t *byte = bytes;
    for (size_t i = 0; i < count; i++)
        byte[i] = (uint8_t)field_number(cursor, 1, byte[i]);
}

/* A number of 32 or 64 bits, or a float or a double. */
static void field_u32(field_cursor *cursor, void *value)
{
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    bits = (uint32_t)field_number(cursor, sizeof bits, bits);
    memcpy(value, &bits, sizeof bits);
}

static void field_u64(field_cursor *cursor, void *value)
{
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    bits = field_number(cursor, sizeof bits, bits);
    memcpy(value, &bits, sizeof bits);
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

/* The first fields, which every format has. */
static void head_origin(field_cursor *cursor, file_head *head)
{
    field_bytes(cursor, head->magic, sizeof head->magic);
    field_u32(cursor, &head->format);
    field_u64(cursor, &head->rules);
}

static void head_rest(field_cursor *cursor, file_head *head)
{
    eleven_network_facts *facts = &head->facts;
    field_bytes(cursor, facts->recipe, sizeof facts->recipe);
    facts->recipe[sizeof facts->recipe - 1] = '\0';
    field_u64(cursor, &facts->seed);
    field_u64(cursor, &facts->moves);
    field_u64(cursor, &facts->games);
    field_u64(cursor, &facts->mean);
    field_u64(cursor, &facts->error);
    field_u32(cursor, &head->unit);
    field_bytes(cursor, &head->cap, 1);
    field_bytes(cursor, &head->stages, 1);
    field_bytes(cursor, &head->tuples, 1);
    for (unsigned t = 0; t < head->tuples && t < TUPLES_MAX; t++)
        field_bytes(cursor, head->tuple[t], sizeof head->tuple[t]);
    field_u32(cursor, &facts->weights);
    field_u32(cursor, &head->payload);
}

/* ---- Writing -------------------------------------------------------------------------------------------- */
static uint32_t weights_count(const eleven_network *network)
{
    uint32_t count = 0;
    for (size_t i = 0; i < network->tuples.size * network->tuples.stages; i++)
        count += network->weights[i] != 0;
    return count;
}

static file_head head_of(const eleven_network *network)
{
    const tuple_set *set = &network->tuples;
    file_head head = {.format = NETWORK_FORMAT,
                      .rules = classic_hash(),
                      .facts = network->facts,
                      .unit = network->unit,
                      .cap = (uint8_t)set->cap,
                      .stages = (uint8_t)set->stages,
                      .tuples = (uint8_t)set->count};
    head.facts.weights = weights_count(network);
    memcpy(head.magic, WEIGHTS_MAGIC, sizeof head.magic);
    for (unsigned t = 0; t < set->count; t++) {
        head.tuple[t][0] = set->at[t].count;
        head.tuple[t][1] = network->coarse[t];
        memcpy(head.tuple[t] + 2, set->at[t].cell, TUPLE_CELLS_MAX);
    }
    return head;
}

size_t player_network_print(const eleven_network *network, uint8_t *bytes, size_t size)
{
    file_head head = head_of(network);
    field_cursor cursor = {.out = bytes, .length = size};
    head_origin(&cursor, &head);
    head_rest(&cursor, &head);
    if (cursor.is_short || cursor.at + CHECKSUM > size)
        return size + 1;
    size_t room = size - cursor.at - CHECKSUM, length = player_network_encode(network, bytes + cursor.at, room);
    if (length == 0 || length > room)
        return length ? size + 1 : 0;
    head.payload = (uint32_t)length;
    cursor.at -= sizeof head.payload;
    field_u32(&cursor, &head.payload);
    cursor.at += head.payload;
    field_number(&cursor, CHECKSUM, hash_bytes(HASH_START, bytes, cursor.at));
    return cursor.at;
}

eleven_error eleven_network_save(const eleven_network *network, const char *path, eleven_problem *problem)
{
    size_t size = 1 << 22, length = size + 1;
    uint8_t *bytes = NULL;
    while (length > size && size < NETWORK_FILE_MOST) {
        memory_free(bytes);
        size *= 2;
        bytes = memory_new(size);
        length = bytes ? player_network_print(network, bytes, size) : 0;
    }
    eleven_error error;
    if (!length)
        error = problem_no_memory(problem);
    else if (length > size)
        error = problem_set(problem, ELEVEN_NO_STORAGE, "%s cannot be written: the network is too large",
                            problem_path_of(path).text);
    else
        error = file_write(path, bytes, length, problem);
    memory_free(bytes);
    return error;
}

/* ---- Reading -------------------------------------------------------------------------------------------- */
static const char DAMAGED[] = "the file of network weights is damaged or incomplete";

static bool checksum_is_right(const field_cursor *cursor)
{
    size_t length = cursor->length - CHECKSUM;
    field_cursor end = {.in = cursor->in, .at = length, .length = cursor->length};
    return field_number(&end, CHECKSUM, 0) == hash_bytes(HASH_START, cursor->in, length);
}

/* Cuts the bytes off after the checksum of the network. */
static eleven_error head_check(const file_head *head, field_cursor *cursor, eleven_problem *problem)
{
    if (memcmp(head->magic, WEIGHTS_MAGIC, sizeof head->magic) != 0)
        return problem_set(problem, ELEVEN_BAD_TEXT, "this is not a file of network weights");
    if (head->format > NETWORK_FORMAT)
        return problem_set(problem, ELEVEN_NEWER, "the network weights were written by a newer version of the program");
    if (head->format && head->format < NETWORK_FORMAT)
        return problem_set(problem, ELEVEN_BAD_TEXT,
                           "the network weights were written by an older version of the program; the `eleven train` "
                           "command that trained them writes them again if it ends with --hours 0");
    if (cursor->at >= RULES_END && head->rules != classic_hash())
        return problem_set(problem, ELEVEN_BAD_RULES, "the network weights are for other rules than classic");
    size_t left = cursor->length - cursor->at;
    bool is_whole = !cursor->is_short && left >= CHECKSUM && head->payload <= left - CHECKSUM;
    if (is_whole)
        cursor->length = cursor->at + head->payload + CHECKSUM;
    if (!is_whole || head->format != NETWORK_FORMAT || !checksum_is_right(cursor))
        return problem_set(problem, ELEVEN_BAD_TEXT, DAMAGED);
    return ELEVEN_OK;
}

/* The tuples that the head describes; false where they are impossible. */
static bool head_tuples(const file_head *head, tuple_set *set)
{
    *set = player_tuples_empty();
    if (!head->tuples || head->tuples > TUPLES_MAX || !head->stages || head->stages > STAGES_MAX)
        return false;
    set->stages = head->stages;
    set->cap = head->cap;
    for (unsigned t = 0; t < head->tuples; t++)
        if (head->tuple[t][1] > 14 || !player_tuples_add(set, head->tuple[t] + 2, head->tuple[t][0]))
            return false;
    return set->cap > TUPLE_KEEP && set->cap <= 15;
}

static eleven_error network_build(const file_head *head, const uint8_t *payload, eleven_network **network,
                                  eleven_problem *problem)
{
    tuple_set set;
    if (!head_tuples(head, &set))
        return problem_set(problem, ELEVEN_BAD_TEXT, "the file of network weights describes an impossible network");
    eleven_network *result = player_network_new(&set);
    if (!result)
        return problem_no_memory(problem);
    result->facts = head->facts;
    result->facts.stages = set.stages;
    result->facts.tuples = set.count;
    result->unit = head->unit;
    for (unsigned t = 0; t < set.count; t++)
        result->coarse[t] = head->tuple[t][1];
    eleven_error error = player_network_decode(result, payload, head->payload);
    if (!error) {
        *network = result;
        return ELEVEN_OK;
    }
    eleven_network_close(result);
    return error == ELEVEN_NO_MEMORY ? problem_no_memory(problem)
                                     : problem_set(problem, error, "the file of network weights is damaged");
}

/* ---- Files ---------------------------------------------------------------------------------------------- */
/* The networks of a file: one or two. The cursors are at their payloads. */
typedef struct file_parts {
    unsigned count;
    file_head head[2];
    field_cursor payload[2];
} file_parts;

/* Reads and checks the head, up to the payload, and the checksum. */
static eleven_error head_scan(field_cursor *cursor, file_head *head, eleven_problem *problem)
{
    head_origin(cursor, head);
    if (memcmp(head->magic, WEIGHTS_MAGIC, sizeof head->magic) == 0 && head->format == NETWORK_FORMAT)
        head_rest(cursor, head);
    return head_check(head, cursor, problem);
}

static eleven_error parts_scan(const void *bytes, size_t length, file_parts *parts, eleven_problem *problem)
{
    const uint8_t *next = bytes, *end = next + length;
    *parts = (file_parts){0};
    do {
        field_cursor *cursor = &parts->payload[parts->count];
        *cursor = (field_cursor){.in = next, .length = (size_t)(end - next)};
        eleven_error error = head_scan(cursor, &parts->head[parts->count], problem);
        if (error)
            return error == ELEVEN_BAD_TEXT && parts->count ? problem_set(problem, error, DAMAGED) : error;
        next += cursor->length;
        parts->count++;
    } while (next < end && parts->count < 2);
    return next < end ? problem_set(problem, ELEVEN_BAD_TEXT, DAMAGED) : ELEVEN_OK;
}

eleven_error player_network_scan(const void *bytes, size_t length, unsigned part, eleven_network **network,
                                 eleven_problem *problem)
{
    file_parts parts;
    eleven_error error = parts_scan(bytes, length, &parts, problem);
    *network = NULL;
    if (error || part >= parts.count)
        return error;
    const field_cursor *payload = &parts.payload[part];
    return network_build(&parts.head[part], payload->in + payload->at, network, problem);
}

eleven_error player_network_open_part(const void *bytes, size_t length, unsigned part, eleven_network **network,
                                      eleven_problem *problem)
{
    eleven_error error = player_network_scan(bytes, length, part, network, problem);
    if (!error && *network)
        player_network_fold(*network);
    return error;
}

eleven_error eleven_network_open_bytes(const void *bytes, size_t length, eleven_network **network,
                                       eleven_problem *problem)
{
    return player_network_open_part(bytes, length, 0, network, problem);
}

static eleven_error open_late_bytes(const void *bytes, size_t length, eleven_network **network, eleven_problem *problem)
{
    return player_network_open_part(bytes, length, 1, network, problem);
}

/* What a file's bytes are read by. */
typedef eleven_error network_scanner(const void *bytes, size_t length, eleven_network **network,
                                     eleven_problem *problem);

static eleven_error file_scan(const char *path, network_scanner *scan, eleven_network **network,
                              eleven_problem *problem)
{
    buffer bytes = {0};
    eleven_error error = file_read(path, NETWORK_FILE_MOST, &bytes, problem);
    if (error)
        return error;
    error = scan(bytes.at, bytes.length, network, problem);
    buffer_free(&bytes);
    return error ? problem_of_file(problem, error, path) : ELEVEN_OK;
}

static eleven_error scan_nothing(const void *bytes, size_t length, eleven_network **network, eleven_problem *problem)
{
    file_parts parts;
    (void)network;
    return parts_scan(bytes, length, &parts, problem);
}

eleven_error eleven_network_check(const char *path, eleven_problem *problem)
{
    return file_scan(path, scan_nothing, NULL, problem);
}

static eleven_error scan_first(const void *bytes, size_t length, eleven_network **network, eleven_problem *problem)
{
    return player_network_scan(bytes, length, 0, network, problem);
}

eleven_error player_network_read(const char *path, eleven_network **network, eleven_problem *problem)
{
    return file_scan(path, scan_first, network, problem);
}

eleven_error eleven_network_open(const char *path, eleven_network **network, eleven_problem *problem)
{
    *network = NULL;
    return file_scan(path, eleven_network_open_bytes, network, problem);
}

eleven_error eleven_network_open_late(const char *path, eleven_network **network, eleven_problem *problem)
{
    *network = NULL;
    return file_scan(path, open_late_bytes, network, problem);
}
