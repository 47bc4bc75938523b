/* Describes rules in one line from their data, so that it works for rule files as well as for shipped sets. */
#include "base/values.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 2, 3))) static void add(char line[RULES_LINE], const char *format, ...)
{
    size_t length = strlen(line);
    va_list values;
    va_start(values, format);
    vsnprintf(line + length, RULES_LINE - length, format, values);
    va_end(values);
}

static uint64_t sum_of(const uint32_t *weights, unsigned count)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += weights[i];
    return sum;
}

/* "2 (90%) or 4 (10%)"; `names`: what each weight belongs to; NULL: its index. */
static void add_chances(char line[RULES_LINE], const uint32_t *weights, const uint32_t *names, unsigned count)
{
    uint64_t sum = sum_of(weights, count);
    const char *separator = "";
    for (unsigned i = 0; i < count; i++) {
        if (!weights[i])
            continue;
        add(line, "%s%" PRIu32, separator, names ? names[i] : i);
        if (weights[i] != sum)
            add(line, " (%.3g%%)", 100.0 * (double)weights[i] / (double)sum);
        separator = " or ";
    }
}

void rules_describe(const eleven_rules *rules, char line[RULES_LINE])
{
    line[0] = '\0';
    add(line, "starts with %u; new tiles are ", rules->start_tiles);
    add_chances(line, rules->spawn_weight, rules->value, ELEVEN_RANKS);
    if (rules->count_weight[1] != sum_of(rules->count_weight, ELEVEN_SPAWNS_MAX + 1)) {
        add(line, "; after a move come ");
        add_chances(line, rules->count_weight, NULL, ELEVEN_SPAWNS_MAX + 1);
    }
    if (rules->cascade)
        add(line, "; merges cascade");
    if (rules->goal)
        add(line, "; goal %" PRIu32 "%s", rules->value[rules->goal], rules->goal_ends ? ", where it ends" : "");
    else
        add(line, "; no goal");
}
