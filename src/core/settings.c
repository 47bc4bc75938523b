/* The settings of a game as words: numbers, sizes, goals, statuses, and a line that describes the rules. Every front
 * end and every text format reads them with these functions. */
#include "core/core.h"

#include <assert.h>

bool eleven_size_parse(const char *text, size_t length, unsigned *w, unsigned *h)
{
    if (length != 3 || text[1] != 'x')
        return false;
    unsigned columns = (unsigned)(unsigned char)text[0] - '0', rows = (unsigned)(unsigned char)text[2] - '0';
    if (columns < 1 || columns > ELEVEN_SIDE_MAX || rows < 1 || rows > ELEVEN_SIDE_MAX)
        return false;
    *w = columns;
    *h = rows;
    return true;
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return core_word_is((text_word){.text = text, .length = length}, word);
}

bool eleven_goal_parse(const char *text, size_t length, eleven_rules *rules)
{
    eleven_rules changed = *rules;
    uint64_t value = 0;
    bool is_none = is_word(text, length, "none");
    if (!is_none && !eleven_number_parse(text, length, UINT32_MAX, &value))
        return false;
    changed.goal = is_none ? 0 : eleven_rules_rank(rules, value);
    if (!is_none && (changed.goal == 0 || eleven_rules_check(&changed, NULL)))
        return false;
    *rules = changed;
    return true;
}

static const char *const status_names[] = {"playing", "won", "lost"};

const char *eleven_status_name(eleven_status status)
{
    assert((unsigned)status <= ELEVEN_STATUS_LOST);
    return status_names[status];
}

bool eleven_status_parse(const char *text, size_t length, eleven_status *status)
{
    for (unsigned i = 0; i < sizeof status_names / sizeof *status_names; i++) {
        if (!is_word(text, length, status_names[i]))
            continue;
        *status = (eleven_status)i;
        return true;
    }
    return false;
}

/* A percentage with three significant digits and no zeros at the end: 90, 33.3, 0.125. */
static void describe_percentage(text_out *out, uint64_t weight, uint64_t sum)
{
    uint64_t scaled = 100 * weight, unit = 1;
    unsigned decimals = 0;
    for (; scaled < 100 * sum; scaled *= 10)
        decimals++;
    scaled = (scaled + sum / 2) / sum;
    for (; decimals > 0 && scaled % 10 == 0; scaled /= 10)
        decimals--;
    for (unsigned i = 0; i < decimals; i++)
        unit *= 10;
    core_put_number(out, scaled / unit);
    for (core_put(out, decimals ? "." : ""); decimals > 0; decimals--)
        core_put_char(out, (char)('0' + scaled / (unit /= 10) % 10));
}

/* "2 (90%) or 4 (10%)"; `names` are the numbers that the weights belong to, NULL: their indices. */
static void describe_chances(text_out *out, const uint32_t *weights, const uint32_t *names, unsigned count)
{
    uint64_t sum = 0;
    const char *separator = "";
    for (unsigned i = 0; i < count; i++)
        sum += weights[i];
    for (unsigned i = 0; i < count; i++) {
        if (!weights[i])
            continue;
        core_put(out, separator);
        core_put_number(out, names ? names[i] : i);
        separator = " or ";
        if (weights[i] == sum)
            continue;
        core_put(out, " (");
        describe_percentage(out, weights[i], sum);
        core_put(out, "%)");
    }
}

static bool always_one_tile(const eleven_rules *rules)
{
    for (unsigned n = 2; n <= ELEVEN_SPAWNS_MAX; n++)
        if (rules->count_weight[n])
            return false;
    return true;
}

size_t eleven_rules_describe(const eleven_rules *rules, char *text, size_t size)
{
    text_out out = core_text_into(text, size);
    core_put(&out, "starts with ");
    core_put_number(&out, rules->start_tiles);
    core_put(&out, "; new tiles are ");
    describe_chances(&out, rules->spawn_weight, rules->value, ELEVEN_RANKS);
    if (!always_one_tile(rules)) {
        core_put(&out, "; after a move come ");
        describe_chances(&out, rules->count_weight, NULL, ELEVEN_SPAWNS_MAX + 1);
    }
    core_put(&out, rules->cascade ? "; merges cascade" : "");
    core_put(&out, rules->goal ? "; goal " : "; no goal");
    if (rules->goal)
        core_put_number(&out, rules->value[rules->goal]);
    core_put(&out, rules->goal && rules->goal_ends ? ", where it ends" : "");
    return out.length;
}
