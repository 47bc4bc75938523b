/* Reading recipes: a table of keys, and a reader for each kind of value. */
#include "train/train_room.h"
#include "core/core.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* A decimal fraction: digits, perhaps a point and more digits. */
static bool word_decimal(text_word word, double *number)
{
    char copy[24], *end;
    if (word.length == 0 || word.length >= sizeof copy)
        return false;
    memcpy(copy, word.text, word.length);
    copy[word.length] = '\0';
    *number = strtod(copy, &end);
    return strspn(copy, "0123456789.") == word.length && end == copy + word.length;
}

static eleven_error recipe_name_scan(text_in *in, char name[32], eleven_problem *problem)
{
    core_skip(in);
    text_word word = core_next_word(in, 0);
    if (word.length == 0 || word.length > 31)
        return core_fail_at(word, "a name has 1 to 31 letters", problem);
    memset(name, 0, 32);
    memcpy(name, word.text, word.length);
    return core_scan_line_end(in, problem);
}

const tuple_form *train_tuple_find(const tuple_set *set, const tuple_form *tuple)
{
    for (unsigned t = 0; t < set->count; t++)
        if (set->at[t].count == tuple->count && memcmp(set->at[t].cell, tuple->cell, sizeof tuple->cell) == 0)
            return &set->at[t];
    return NULL;
}

static eleven_error recipe_tuple_scan(text_in *in, tuple_set *set, eleven_problem *problem)
{
    uint8_t cells[TUPLE_CELLS_MAX + 1];
    unsigned count = 0;
    text_word word;
    for (core_skip(in); !core_line_is_over(in); core_skip(in)) {
        uint64_t cell;
        word = core_next_word(in, 0);
        if (!core_word_number(word, &cell) || cell > 15)
            return core_fail_quoting(word, "a cell is a number from 0 to 15, not", problem);
        if (count <= TUPLE_CELLS_MAX)
            cells[count++] = (uint8_t)cell;
    }
    word = core_next_word(in, 0);
    if (!player_tuples_add(set, cells, count))
        return core_fail_at(word, "a tuple is 2 to 6 different cells, and there are at most 16 tuples", problem);
    const tuple_form *last = &set->at[set->count - 1];
    if (train_tuple_find(set, last) != last)
        return core_fail_at(word, "the recipe has a tuple of these cells already", problem);
    return core_scan_line_end(in, problem);
}

/* The keys whose value is a number: a uint32_t where is_whole, otherwise a float. */
static const struct recipe_key {
    const char *name;
    double least, most;
    size_t offset;
    bool is_whole;
} recipe_keys[] = {
    {"cap", TUPLE_KEEP + 1, 15, offsetof(train_recipe, tuples.cap), true},
    {"stages", 1, STAGES_MAX, offsetof(train_recipe, tuples.stages), true},
    {"rate", 0, 1, offsetof(train_recipe, rate), false},
    {"lambda", 0, 1, offsetof(train_recipe, lambda), false},
    {"horizon", 1, HORIZON_MAX, offsetof(train_recipe, horizon), true},
    {"begin", 0, BEGIN_MAX, offsetof(train_recipe, begin), true},
    {"opening", 0, 1, offsetof(train_recipe, opening), false},
    {"sparse", 0, 1, offsetof(train_recipe, sparse), true},
    {"restart", 0, 1 << 16, offsetof(train_recipe, restart), true},
    {"round", 1, 1e6, offsetof(train_recipe, round), true},
    {"unit", 1, 1000, offsetof(train_recipe, unit), false},
    {"size", 1000, 1 << 30, offsetof(train_recipe, size), true},
};

static eleven_error recipe_value_scan(text_in *in, const struct recipe_key *key, train_recipe *recipe,
                                      eleven_problem *problem)
{
    double number;
    core_skip(in);
    text_word word = core_next_word(in, 0);
    if (!word_decimal(word, &number) || number < key->least || number > key->most)
        return core_fail_quoting(word, "not a number, or out of range:", problem);
    char *target = (char *)recipe + key->offset;
    float decimal = (float)number;
    uint32_t whole = (uint32_t)number;
    if (key->is_whole && whole != number)
        return core_fail_quoting(word, "expected a whole number, not", problem);
    memcpy(target, key->is_whole ? (void *)&whole : (void *)&decimal, 4);
    return core_scan_line_end(in, problem);
}

static eleven_error recipe_line_scan(text_in *in, train_recipe *recipe, eleven_problem *problem)
{
    text_word word = core_next_word(in, 0);
    if (core_word_is(word, "name"))
        return recipe_name_scan(in, recipe->name, problem);
    if (core_word_is(word, "tuple"))
        return recipe_tuple_scan(in, &recipe->tuples, problem);
    for (unsigned i = 0; i < sizeof recipe_keys / sizeof *recipe_keys; i++)
        if (core_word_is(word, recipe_keys[i].name))
            return recipe_value_scan(in, &recipe_keys[i], recipe, problem);
    return core_fail_quoting(word, "no line of a recipe begins with", problem);
}

eleven_error train_recipe_parse(const char *text, size_t length, train_recipe *recipe, eleven_problem *problem)
{
    text_in in = core_text_from(text, length);
    train_recipe result = {.name = "unnamed",
                           .tuples = player_tuples_empty(),
                           .unit = 4,
                           .rate = 1,
                           .lambda = 0.5f,
                           .horizon = 3,
                           .round = 20,
                           .size = 3000000};
    eleven_error error = core_scan_format(&in, "recipe", problem);
    for (core_skip_lines(&in); !error && core_peek(&in) >= 0; core_skip_lines(&in))
        error = recipe_line_scan(&in, &result, problem);
    if (!error && result.tuples.count == 0)
        error = core_fail_at(core_next_word(&in, 0), "a recipe needs at least one tuple", problem);
    if (!error)
        *recipe = result;
    return error;
}
