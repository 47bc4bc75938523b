/* Table files: their parts, codes and checksum, opening them, and looking up positions. */
#include "base/hash.h"
#include "base/memory.h"
#include "solver/solver_room.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Parts and codes ------------------------------------------------------------------------------------ */
bool elx_parts_of(const elx_layer *layer, elx_parts *parts)
{
    if (layer->low_bits > 62 || layer->positions == 0 || layer->positions >> 40 || layer->boards >> 62 ||
        layer->boards >> layer->low_bits >> 40)
        return false;
    uint64_t groups = (layer->boards >> layer->low_bits) + 1;
    parts->upper_bits = groups + layer->positions;
    parts->marks = (parts->upper_bits + 63) / 64;
    parts->lower = parts->marks + groups / ELX_STEP + 1;
    parts->codes = parts->lower + (layer->positions * layer->low_bits + 63) / 64 + 1;
    parts->words = parts->codes + (layer->positions + 3) / 4;
    return true;
}

/* The code of a stored probability: its size in 256ths of a power of two, and its sign in the upper bit.
 *
 *     0 -> 0        2^-(1 + (c - 1) / 256) -> c        so 1/2 -> 1, 1/4 -> 257, 1/8 -> 513 */
static unsigned chance_code(double stored)
{
    double chance = fabs(stored);
    unsigned code = 0;
    if (chance > 0) {
        double steps = floor((-1 - log2(chance)) * 256 + 0.5);
        code = 1 + (unsigned)fmin(fmax(steps, 0), ELX_CHANCES - 2);
    }
    return code | (signbit(stored) ? ELX_CHANCES : 0);
}

uint16_t elx_code(eleven_objective_kind kind, const elx_layer *layer, double stored, eleven_direction best)
{
    unsigned code = 0;
    if (kind == ELEVEN_OBJECTIVE_REACH)
        code = chance_code(stored);
    else if (layer->step > 0)
        code = (unsigned)((stored - layer->low) / layer->step + 0.5);
    return (uint16_t)(code << 2 | (unsigned)best);
}

eleven_worth elx_value(eleven_objective_kind kind, const elx_layer *layer, uint16_t code)
{
    unsigned value = code >> 2;
    if (kind != ELEVEN_OBJECTIVE_REACH) {
        double stored = layer->low + layer->step * value;
        return (eleven_worth){.value = kind == ELEVEN_OBJECTIVE_FORCE_RANK ? fmin(stored, ELEVEN_RANKS - 1) : stored};
    }
    unsigned steps = value % ELX_CHANCES;
    double chance = steps ? exp2(-1 - (double)(steps - 1) / 256) : 0;
    return value >= ELX_CHANCES ? (eleven_worth){1 - chance, chance} : (eleven_worth){chance, 1 - chance};
}

uint64_t elx_checksum(uint64_t sum, const void *words, size_t count)
{
    const char *at = words;
    for (size_t i = 0; i < count; i++) {
        uint64_t word;
        memcpy(&word, at + 8 * i, sizeof word);
        sum = hash_word(sum, word);
    }
    return sum;
}

/* ---- Opening -------------------------------------------------------------------------------------------- */
static eleven_error refuse_damaged_table(eleven_problem *problem)
{
    return problem_set(problem, ELEVEN_BAD_TEXT, "this table is damaged");
}

/* Not NAN, not negative, and below the limit. */
static bool is_number(double number, double limit)
{
    return number >= 0 && number < limit;
}

/* Whether the layers are where they must be, in order and without gaps, from this offset to the checksum. */
static bool are_layers_sound(const eleven_table *table, uint64_t offset)
{
    uint64_t positions = 0, last = 0;
    bool has_scale = table->head.kind != ELEVEN_OBJECTIVE_REACH;
    for (uint64_t i = 0; i < table->head.layers; i++) {
        elx_parts parts;
        const elx_layer *layer = &table->layers[i];
        if (layer->offset != offset || !elx_parts_of(layer, &parts) || parts.words != layer->words ||
            layer->words > table->length / 8 || (i && layer->sum <= last) || layer->positions > layer->boards ||
            (has_scale && (!is_number(layer->low, INFINITY) || !is_number(layer->step, INFINITY))))
            return false;
        offset += 8 * layer->words;
        positions += layer->positions;
        last = layer->sum;
    }
    return offset + 8 == table->length && positions == table->head.positions;
}

static eleven_error read_elx_head(eleven_table *table, eleven_problem *problem)
{
    elx_head *head = &table->head;
    if (table->length < sizeof *head + 8 || memcmp(table->bytes, ELX_MAGIC, 8) != 0)
        return problem_set(problem, ELEVEN_BAD_TEXT, "this is not a table written by 'eleven solve'");
    memcpy(head, table->bytes, sizeof *head);
    if (head->format > ELX_FORMAT)
        return problem_set(problem, ELEVEN_NEWER, "this table comes from a newer version of Eleven");
    uint64_t sum;
    size_t words = table->length / 8 - 1;
    memcpy(&sum, table->bytes + 8 * words, 8);
    if (table->length % 8 || elx_checksum(ELX_START, table->bytes, words) != sum)
        return refuse_damaged_table(problem);
    uint64_t rules_words = (head->rules_length + UINT64_C(7)) / 8;
    uint64_t offset = sizeof *head + 8 * rules_words;
    if (head->layers == 0 || head->layers > table->length / sizeof(elx_layer) ||
        offset + head->layers * sizeof(elx_layer) > table->length)
        return refuse_damaged_table(problem);
    table->layers = (const elx_layer *)(const void *)(table->bytes + offset);
    if (!are_layers_sound(table, offset + head->layers * sizeof(elx_layer)))
        return refuse_damaged_table(problem);
    return ELEVEN_OK;
}

static bool read_elx_facts(eleven_table *table)
{
    const elx_head *head = &table->head;
    eleven_table_facts *facts = &table->facts;
    const char *text = (const char *)table->bytes + sizeof *head;
    if (eleven_rules_parse(text, head->rules_length, &facts->rules, NULL) || head->w < 1 || head->w > ELEVEN_SIDE_MAX ||
        head->h < 1 || head->h > ELEVEN_SIDE_MAX || head->kind > ELEVEN_OBJECTIVE_FORCE_RANK ||
        eleven_rules_hash(&facts->rules) != head->rules_hash || head->rank >= ELEVEN_RANKS)
        return false;
    double limit = head->kind == ELEVEN_OBJECTIVE_FORCE_RANK ? ELEVEN_RANKS : INFINITY;
    if (!is_number(head->value, limit) || !is_number(head->loss, INFINITY) || !is_number(head->error, INFINITY))
        return false;
    facts->w = head->w;
    facts->h = head->h;
    facts->objective = (eleven_objective){(eleven_objective_kind)head->kind, head->rank};
    facts->positions = head->positions;
    facts->start = (eleven_worth){head->value, head->loss};
    facts->error = head->error;
    return true;
}

eleven_error eleven_table_open_bytes(const void *bytes, size_t length, eleven_table **result, eleven_problem *problem)
{
    eleven_table *table = memory_zeroed(1, sizeof *table);
    *result = NULL;
    if (!table)
        return problem_no_memory(problem);
    table->bytes = bytes;
    table->length = length;
    eleven_error error = read_elx_head(table, problem);
    if (!error && !read_elx_facts(table))
        error = refuse_damaged_table(problem);
    if (!error)
        error = space_open(&table->space, &table->facts.rules, table->facts.w, table->facts.h, NULL, problem);
    if (!error && table->space.largest != table->head.largest)
        error = refuse_damaged_table(problem);
    if (!error && !ranking_open(&table->ranking, &table->space, table->layers[table->head.layers - 1].sum))
        error = problem_no_memory(problem);
    if (error)
        eleven_table_close(table);
    else
        *result = table;
    return error;
}

eleven_error table_open_map(file_map *map, eleven_table **table, eleven_problem *problem)
{
    eleven_error error = eleven_table_open_bytes(map->bytes, map->length, table, problem);
    if (error)
        return error;
    (*table)->map = *map;
    *map = (file_map){0};
    return ELEVEN_OK;
}

eleven_error eleven_table_open(const char *path, eleven_table **table, eleven_problem *problem)
{
    file_map map;
    *table = NULL;
    eleven_error error = file_map_open(path, &map, problem);
    if (error)
        return error;
    error = table_open_map(&map, table, problem);
    file_map_close(&map);
    return error ? problem_of_file(problem, error, path) : ELEVEN_OK;
}

void eleven_table_close(eleven_table *table)
{
    if (!table)
        return;
    ranking_close(&table->ranking);
    space_close(&table->space);
    file_map_close(&table->map);
    memory_free(table);
}

const eleven_table_facts *eleven_table_about(const eleven_table *table)
{
    return &table->facts;
}

static uint64_t hash_without_goal(eleven_rules rules)
{
    rules.goal = 0;
    rules.goal_ends = false;
    return eleven_rules_hash(&rules);
}

bool elx_has_size(const eleven_table *table, unsigned w, unsigned h)
{
    return (w == table->facts.w && h == table->facts.h) || (w == table->facts.h && h == table->facts.w);
}

bool eleven_table_suits(const eleven_table *table, const eleven_rules *rules, unsigned w, unsigned h)
{
    return elx_has_size(table, w, h) && hash_without_goal(*rules) == hash_without_goal(table->facts.rules);
}

/* ---- Positions ------------------------------------------------------------------------------------------ */
static int compare_sum(const void *sum, const void *layer)
{
    uint64_t wanted = *(const uint64_t *)sum, found = ((const elx_layer *)layer)->sum;
    return (wanted > found) - (wanted < found);
}

/* Where a group of equal upper bits begins: behind the zero with the number group - 1. The marks lead to a zero at most
 * ELX_STEP - 1 zeros before it; from there whole words are skipped by counting their zeros. */
static uint64_t group_begin(const uint64_t *upper, const elx_parts *parts, uint64_t group)
{
    if (group == 0)
        return 0;
    uint64_t wanted = group - 1, at = upper[parts->marks + wanted / ELX_STEP], left = wanted % ELX_STEP;
    if (at >= parts->upper_bits)
        return parts->upper_bits;
    uint64_t zeros = ~upper[at / 64] & ~UINT64_C(0) << at % 64;
    for (at = at / 64; left >= (unsigned)__builtin_popcountll(zeros);) {
        left -= (unsigned)__builtin_popcountll(zeros);
        if (++at >= parts->marks)
            return parts->upper_bits;
        zeros = ~upper[at];
    }
    for (; left; left--)
        zeros &= zeros - 1;
    return at * 64 + (unsigned)__builtin_ctzll(zeros) + 1;
}

static uint64_t get_bits(const uint64_t *words, uint64_t at, uint64_t bits)
{
    uint64_t value = words[at / 64] >> at % 64;
    if (at % 64)
        value |= words[at / 64 + 1] << 1 << (63 - at % 64);
    return bits ? value & ~UINT64_C(0) >> (64 - bits) : 0;
}

const elx_layer *elx_find(const eleven_table *table, uint64_t key, uint16_t *code)
{
    uint64_t sum = space_sum(&table->space, key);
    const elx_layer *layer = bsearch(&sum, table->layers, (size_t)table->head.layers, sizeof *layer, compare_sum);
    elx_parts parts;
    if (!layer || !elx_parts_of(layer, &parts))
        return NULL;
    uint64_t number = ranking_number(&table->ranking, key, sum);
    if (number >= layer->boards)
        return NULL;
    const uint64_t *words = (const uint64_t *)(const void *)(table->bytes + layer->offset);
    uint64_t group = number >> layer->low_bits,
             low = layer->low_bits ? number & ~UINT64_C(0) >> (64 - layer->low_bits) : 0;
    for (uint64_t at = group_begin(words, &parts, group); at < parts.upper_bits; at++) {
        uint64_t index = at - group;
        if (!(words[at / 64] >> at % 64 & 1) || index >= layer->positions)
            return NULL;
        if (get_bits(words + parts.lower, index * layer->low_bits, layer->low_bits) == low) {
            memcpy(code, (const char *)(words + parts.codes) + 2 * index, sizeof *code);
            return layer;
        }
    }
    return NULL;
}
