/* Rule sets as text: one line a fact, so that two sets can be compared with diff. */
#include "core/scan.h"

#include <assert.h>

/* ---- Pieces that the records of games use too ---------------------------------------------------------- */

eleven_error line_end_scan(text_in *in, eleven_problem *problem)
{
    text_skip(in);
    if (!text_line_is_over(in))
        return word_fail(text_next_word(in, '\0'), "the line should end before", true, problem);
    if (text_peek(in) == '\n')
        text_step(in);
    return ELEVEN_OK;
}

eleven_error number_scan(text_in *in, const char *of, uint64_t most, uint64_t *number, eleven_problem *problem)
{
    text_skip(in);
    text_word word = text_next_word(in, '\0');
    if (word_number(word, number) && *number <= most)
        return ELEVEN_OK;
    text_out out = text_problem(problem, word.line, word.column);
    text_string(&out, of);
    text_string(&out, " should be a whole number from 0 to ");
    text_number(&out, most);
    text_string(&out, ", not '");
    text_slice(&out, word.text, word.length);
    text_char(&out, '\'');
    return ELEVEN_BAD_TEXT;
}

eleven_error format_scan(text_in *in, const char *kind, eleven_problem *problem)
{
    text_skip_lines(in);
    text_word first = text_next_word(in, '\0');
    text_skip(in);
    text_word second = text_next_word(in, '\0');
    text_skip(in);
    text_word third = text_next_word(in, '\0');
    uint64_t version;
    if (!word_is(first, "eleven") || !word_is(second, kind) || !word_number(third, &version) || version == 0) {
        text_out out = text_problem(problem, first.line, first.column);
        text_string(&out, "the text should start with 'eleven ");
        text_string(&out, kind);
        text_string(&out, " 1'");
        return ELEVEN_BAD_TEXT;
    }
    if (version > 1) {
        word_fail(third, "this text has a newer format, number", true, problem);
        return ELEVEN_NEWER;
    }
    return line_end_scan(in, problem);
}

/* ---- Reading ------------------------------------------------------------------------------------------ */

eleven_rules rules_blank(void)
{
    return (eleven_rules){.start_tiles = 2};
}

static eleven_error name_scan(eleven_rules *rules, text_in *in, eleven_problem *problem)
{
    text_skip(in);
    text_word word = text_next_word(in, '\0');
    bool fits = word.length >= 1 && word.length < sizeof rules->name;
    for (size_t i = 0; fits && i < word.length; i++) {
        char c = word.text[i];
        fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
        rules->name[i] = c;
        rules->name[i + 1] = '\0';
    }
    return fits ? ELEVEN_OK
                : word_fail(word, "a name has 1 to 31 lower-case letters, digits and '-', unlike", true, problem);
}

static eleven_error values_scan(eleven_rules *rules, text_in *in, eleven_problem *problem)
{
    for (unsigned n = 1;; n++) {
        text_skip(in);
        if (text_line_is_over(in))
            return ELEVEN_OK;
        uint64_t value;
        if (n == ELEVEN_RANKS)
            return word_fail(text_next_word(in, '\0'), "there are more than 31 face values", false, problem);
        eleven_error error = number_scan(in, "a face value", UINT32_MAX, &value, problem);
        if (error)
            return error;
        rules->value[n] = (uint32_t)value;
    }
}

static eleven_error next_rank(const eleven_rules *rules, text_in *in, eleven_rank *rank, eleven_problem *problem)
{
    text_skip(in);
    return rank_scan(rules, in, '\0', rank, problem);
}

static eleven_error merge_scan(eleven_rules *rules, text_in *in, eleven_problem *problem)
{
    eleven_rank ranks[3];
    for (unsigned i = 0; i < 3; i++) {
        eleven_error error = next_rank(rules, in, &ranks[i], problem);
        if (error)
            return error;
    }
    rules->merge[ranks[0]][ranks[1]] = rules->merge[ranks[1]][ranks[0]] = ranks[2];
    return ELEVEN_OK;
}

static eleven_error spawn_scan(eleven_rules *rules, text_in *in, eleven_problem *problem)
{
    eleven_rank rank;
    uint64_t weight;
    eleven_error error = next_rank(rules, in, &rank, problem);
    if (!error)
        error = number_scan(in, "a weight", UINT32_C(1) << 31, &weight, problem);
    if (!error)
        rules->spawn_weight[rank] = (uint32_t)weight;
    return error;
}

static eleven_error count_scan(eleven_rules *rules, text_in *in, eleven_problem *problem)
{
    uint64_t count, weight;
    eleven_error error = number_scan(in, "the number of new tiles", ELEVEN_SPAWNS_MAX, &count, problem);
    if (!error)
        error = number_scan(in, "a weight", UINT32_C(1) << 31, &weight, problem);
    if (!error)
        rules->count_weight[count] = (uint32_t)weight;
    return error;
}

static eleven_error start_tiles_scan(eleven_rules *rules, text_in *in, eleven_problem *problem)
{
    uint64_t count;
    eleven_error error = number_scan(in, "the number of start tiles", ELEVEN_SPAWNS_MAX, &count, problem);
    if (!error)
        rules->start_tiles = (uint8_t)count;
    return error;
}

static eleven_error goal_scan(eleven_rules *rules, text_in *in, eleven_problem *problem)
{
    text_skip(in);
    text_in ahead = *in;
    if (!word_is(text_next_word(&ahead, '\0'), "none"))
        return rank_scan(rules, in, '\0', &rules->goal, problem);
    *in = ahead;
    rules->goal = 0;
    return ELEVEN_OK;
}

static eleven_error yes_or_no_scan(text_in *in, bool *yes, eleven_problem *problem)
{
    text_skip(in);
    text_word word = text_next_word(in, '\0');
    *yes = word_is(word, "yes");
    return *yes || word_is(word, "no") ? ELEVEN_OK : word_fail(word, "here should stand yes or no, not", true, problem);
}

static eleven_error cascade_scan(eleven_rules *rules, text_in *in, eleven_problem *problem)
{
    return yes_or_no_scan(in, &rules->cascade, problem);
}

static eleven_error goal_ends_scan(eleven_rules *rules, text_in *in, eleven_problem *problem)
{
    return yes_or_no_scan(in, &rules->goal_ends, problem);
}

static const struct {
    const char *key;
    eleven_error (*scan)(eleven_rules *rules, text_in *in, eleven_problem *problem);
} lines[] = {
    {"name", name_scan},   {"values", values_scan},   {"merge", merge_scan},
    {"spawn", spawn_scan}, {"count", count_scan},     {"start", start_tiles_scan},
    {"goal", goal_scan},   {"cascade", cascade_scan}, {"goal-ends", goal_ends_scan},
};

eleven_error rules_scan_line(eleven_rules *rules, text_in *in, eleven_problem *problem)
{
    text_skip(in);
    text_word key = text_next_word(in, '\0');
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (!word_is(key, lines[i].key))
            continue;
        eleven_error error = lines[i].scan(rules, in, problem);
        return error ? error : line_end_scan(in, problem);
    }
    return word_fail(key, "a rule set has no line called", true, problem);
}

eleven_error eleven_rules_parse(const char *text, size_t length, eleven_rules *rules, eleven_problem *problem)
{
    text_in in = text_from(text, length);
    eleven_rules read = rules_blank();
    eleven_error error = format_scan(&in, "rules", problem);
    for (text_skip_lines(&in); !error && text_peek(&in) != -1; text_skip_lines(&in))
        error = rules_scan_line(&read, &in, problem);
    if (!error && !read.name[0])
        error = word_fail((text_word){NULL, 0, 1, 1}, "the rule set has no name", false, problem);
    if (!error)
        error = eleven_rules_check(&read, problem);
    if (!error)
        *rules = read;
    return error;
}

/* ---- Printing ----------------------------------------------------------------------------------------- */

static void write_numbers(text_out *out, const char *prefix, const char *key, const uint64_t *numbers, unsigned count)
{
    text_string(out, prefix);
    text_string(out, key);
    for (unsigned i = 0; i < count; i++) {
        text_char(out, ' ');
        text_number(out, numbers[i]);
    }
    text_char(out, '\n');
}

static void write_words(text_out *out, const char *prefix, const char *key, const char *value)
{
    text_string(out, prefix);
    text_string(out, key);
    text_char(out, ' ');
    text_string(out, value);
    text_char(out, '\n');
}

static void write_values(const eleven_rules *rules, const char *prefix, text_out *out)
{
    uint64_t values[ELEVEN_RANKS];
    unsigned used = 0;
    for (unsigned n = 1; n < ELEVEN_RANKS; n++) {
        values[n - 1] = rules->value[n];
        used = rules->value[n] ? n : used;
    }
    write_numbers(out, prefix, "values", values, used);
}

void rules_write(const eleven_rules *rules, const char *prefix, text_out *out)
{
    write_words(out, prefix, "name", rules->name);
    write_values(rules, prefix, out);
    for (unsigned a = 1; a < ELEVEN_RANKS; a++)
        for (unsigned b = a; b < ELEVEN_RANKS; b++)
            if (rules->merge[a][b])
                write_numbers(out, prefix, "merge",
                              (uint64_t[]){rules->value[a], rules->value[b], rules->value[rules->merge[a][b]]}, 3);
    for (unsigned n = 1; n < ELEVEN_RANKS; n++)
        if (rules->spawn_weight[n])
            write_numbers(out, prefix, "spawn", (uint64_t[]){rules->value[n], rules->spawn_weight[n]}, 2);
    for (unsigned n = 1; n <= ELEVEN_SPAWNS_MAX; n++)
        if (rules->count_weight[n])
            write_numbers(out, prefix, "count", (uint64_t[]){n, rules->count_weight[n]}, 2);
    write_numbers(out, prefix, "start", (uint64_t[]){rules->start_tiles}, 1);
    if (rules->goal)
        write_numbers(out, prefix, "goal", (uint64_t[]){rules->value[rules->goal]}, 1);
    else
        write_words(out, prefix, "goal", "none");
    write_words(out, prefix, "cascade", rules->cascade ? "yes" : "no");
    write_words(out, prefix, "goal-ends", rules->goal_ends ? "yes" : "no");
}

size_t eleven_rules_print(const eleven_rules *rules, char *text, size_t size)
{
    text_out out = text_into(text, size);
    text_string(&out, "eleven rules 1\n");
    rules_write(rules, "", &out);
    return out.length;
}
