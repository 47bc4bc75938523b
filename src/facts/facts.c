/* The table of facts, and how a check tells what it finds. */
#include "facts/facts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const checked_fact *const facts[] = {
    &min_moves_fact, &min_win_score_fact, &max_moves_fact,   &min_loss_score_fact,
    &guarantee_fact, &counts_fact,        &random_play_fact,
};
enum { FACTS = sizeof facts / sizeof *facts };

const char *eleven_fact_status_name(eleven_fact_status status)
{
    static const char *const names[] = {"proved", "bracketed", "measured"};
    return names[status];
}

const eleven_fact *eleven_fact_at(unsigned index)
{
    return index < FACTS ? &facts[index]->fact : NULL;
}

bool eleven_fact_check(const eleven_fact *fact, const eleven_fact_listener *listener)
{
    fact_check check = {.listener = listener, .holds = true};
    eleven_rules_find("classic", &check.rules);
    for (unsigned i = 0; i < FACTS; i++)
        if (&facts[i]->fact == fact)
            facts[i]->check(&check);
    return check.holds;
}

/* ---- Telling -------------------------------------------------------------------------------------------- */

enum { SENTENCE = 600 };

void fact_tell(fact_check *check, bool holds, const char *format, ...)
{
    char sentence[SENTENCE];
    va_list values;
    va_start(values, format);
    vsnprintf(sentence, sizeof sentence, format, values);
    va_end(values);
    check->holds &= holds;
    check->listener->evidence(check->listener->state, sentence, holds);
}

/* Cuts the text at its bars, in place. */
static unsigned cut(char *text, const char *cells[TABLE_COLUMNS])
{
    unsigned count = 0;
    for (char *cell = text; cell && count < TABLE_COLUMNS; count++) {
        cells[count] = cell;
        cell = strchr(cell, '|');
        if (cell)
            *cell++ = '\0';
    }
    return count;
}

void tell_table(fact_check *check, const char *caption, const char *columns)
{
    const eleven_fact_listener *listener = check->listener;
    char text[SENTENCE];
    const char *cells[TABLE_COLUMNS];
    snprintf(text, sizeof text, "%s", columns);
    unsigned count = cut(text, cells);
    if (listener->table)
        listener->table(listener->state, caption, cells, count);
}

void tell_row(fact_check *check, const char *format, ...)
{
    const eleven_fact_listener *listener = check->listener;
    char text[SENTENCE];
    const char *cells[TABLE_COLUMNS];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    unsigned count = cut(text, cells);
    if (listener->row)
        listener->row(listener->state, cells, count);
}

number_text fact_number(uint64_t number)
{
    number_text out;
    char digits[NUMBER_TEXT];
    size_t length = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, number), at = 0;
    for (size_t i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            out.text[at++] = ',';
        out.text[at++] = digits[i];
    }
    out.text[at] = '\0';
    return out;
}
