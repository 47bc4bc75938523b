/* Rule sets as text: one fact per line, so that two sets can be compared with diff. */
#include "core/core.h"

/* ---- Parts that game records use too ------------------------------------------------------------------ */
eleven_error core_scan_line_end(text_in *in, eleven_problem *problem)
{
    core_skip(in);
    if (!core_line_is_over(in))
        return core_fail_quoting(core_next_word(in, '\0'), "the line should end before", problem);
    if (core_peek(in) == '\n')
        core_step(in);
    return ELEVEN_OK;
}

eleven_error core_scan_number(text_in *in, const char *what, uint64_t most, uint64_t *number, eleven_problem *problem)
{
    text_word word = core_skip_to_word(in);
    if (core_word_number(word, number) && *number <= most)
        return ELEVEN_OK;
    text_out out = core_problem_at(problem, word.line, word.column);
    core_put(&out, what);
    core_put(&out, " should be a whole number from 0 to ");
    core_put_number(&out, most);
    core_put(&out, ", not ");
    core_put_quoted(&out, word.text, word.length);
    return ELEVEN_BAD_TEXT;
}

eleven_error core_scan_format(text_in *in, const char *kind, eleven_problem *problem)
{
    core_skip_lines(in);
    text_word first = core_next_word(in, '\0');
    text_word second = core_skip_to_word(in), third = core_skip_to_word(in);
    uint64_t version;
    bool is_ours = core_word_is(first, "eleven") && core_word_is(second, kind);
    if (!is_ours || !core_word_number(third, &version) || version == 0) {
        text_out out = core_problem_at(problem, first.line, first.column);
        core_put(&out, "the text should start with 'eleven ");
        core_put(&out, kind);
        core_put(&out, " 1'");
        return ELEVEN_BAD_TEXT;
    }
    if (version > 1) {
        core_fail_quoting(third, "this version of Eleven does not know the newer format", problem);
        return ELEVEN_NEWER;
    }
    return core_scan_line_end(in, problem);
}

eleven_error core_scan_goal(eleven_rules *rules, text_in *in, eleven_problem *problem)
{
    core_skip(in);
    text_in ahead = *in;
    if (!core_word_is(core_next_word(&ahead, '\0'), "none"))
        return core_scan_rank(rules, in, '\0', &rules->goal, problem);
    *in = ahead;
    rules->goal = 0;
    return ELEVEN_OK;
}

/* ---- Reading ------------------------------------------------------------------------------------------ */
eleven_rules core_rules_blank(void)
{
    return (eleven_rules){.start_tiles = 2};
}

static eleven_error rule_name(eleven_rules *rules, text_in *in, eleven_problem *problem)
{
    text_word word = core_skip_to_word(in);
    bool fits = word.length >= 1 && word.length < sizeof rules->name;
    for (size_t i = 0; fits && i < word.length; i++) {
        char c = word.text[i];
        fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
        rules->name[i] = c;
        rules->name[i + 1] = '\0';
    }
    return fits ? ELEVEN_OK
                : core_fail_quoting(word, "a name has 1 to 31 lower-case letters, digits and '-', unlike", problem);
}

static eleven_error rule_values(eleven_rules *rules, text_in *in, eleven_problem *problem)
{
    for (unsigned n = 1;; n++) {
        core_skip(in);
        if (core_line_is_over(in))
            return ELEVEN_OK;
        if (n == ELEVEN_RANKS)
            return core_fail_at(core_here(in), "there are more than 31 face values", problem);
        uint64_t value;
        eleven_error error = core_scan_number(in, "a face value", UINT32_MAX, &value, problem);
        if (error)
            return error;
        rules->value[n] = (uint32_t)value;
    }
}

static eleven_error scan_next_rank(const eleven_rules *rules, text_in *in, eleven_rank *rank, eleven_problem *problem)
{
    core_skip(in);
    return core_scan_rank(rules, in, '\0', rank, problem);
}

static eleven_error scan_weight(text_in *in, uint32_t *weight, eleven_problem *problem)
{
    uint64_t number = 0;
    eleven_error error = core_scan_number(in, "a weight", UINT32_C(1) << 31, &number, problem);
    if (!error)
        *weight = (uint32_t)number;
    return error;
}

static eleven_error rule_merge(eleven_rules *rules, text_in *in, eleven_problem *problem)
{
    eleven_rank ranks[3];
    for (unsigned i = 0; i < 3; i++) {
        eleven_error error = scan_next_rank(rules, in, &ranks[i], problem);
        if (error)
            return error;
    }
    rules->merge[ranks[0]][ranks[1]] = rules->merge[ranks[1]][ranks[0]] = ranks[2];
    return ELEVEN_OK;
}

static eleven_error rule_spawn(eleven_rules *rules, text_in *in, eleven_problem *problem)
{
    eleven_rank rank;
    eleven_error error = scan_next_rank(rules, in, &rank, problem);
    return error ? error : scan_weight(in, &rules->spawn_weight[rank], problem);
}

static eleven_error rule_count(eleven_rules *rules, text_in *in, eleven_problem *problem)
{
    uint64_t count;
    eleven_error error = core_scan_number(in, "the number of new tiles", ELEVEN_SPAWNS_MAX, &count, problem);
    return error ? error : scan_weight(in, &rules->count_weight[count], problem);
}

static eleven_error rule_start(eleven_rules *rules, text_in *in, eleven_problem *problem)
{
    uint64_t count = 0;
    eleven_error error = core_scan_number(in, "the number of start tiles", ELEVEN_SPAWNS_MAX, &count, problem);
    rules->start_tiles = (uint8_t)count;
    return error;
}

static eleven_error scan_yes_or_no(text_in *in, bool *is_yes, eleven_problem *problem)
{
    text_word word = core_skip_to_word(in);
    *is_yes = core_word_is(word, "yes");
    bool is_either = *is_yes || core_word_is(word, "no");
    return is_either ? ELEVEN_OK : core_fail_quoting(word, "expected yes or no, not", problem);
}

static eleven_error rule_cascade(eleven_rules *rules, text_in *in, eleven_problem *problem)
{
    return scan_yes_or_no(in, &rules->cascade, problem);
}

static eleven_error rule_goal_ends(eleven_rules *rules, text_in *in, eleven_problem *problem)
{
    return scan_yes_or_no(in, &rules->goal_ends, problem);
}

/* Each key has a function that reads the rest of its line. */
static const struct {
    const char *key;
    eleven_error (*scan)(eleven_rules *rules, text_in *in, eleven_problem *problem);
} rule_keys[] = {
    {"name", rule_name},      {"values", rule_values},   {"merge", rule_merge},
    {"spawn", rule_spawn},    {"count", rule_count},     {"start", rule_start},
    {"goal", core_scan_goal}, {"cascade", rule_cascade}, {"goal-ends", rule_goal_ends},
};

eleven_error core_scan_rule(eleven_rules *rules, text_in *in, eleven_problem *problem)
{
    text_word key = core_skip_to_word(in);
    for (unsigned i = 0; i < sizeof rule_keys / sizeof *rule_keys; i++) {
        if (!core_word_is(key, rule_keys[i].key))
            continue;
        eleven_error error = rule_keys[i].scan(rules, in, problem);
        return error ? error : core_scan_line_end(in, problem);
    }
    return core_fail_quoting(key, "a rule set has no line called", problem);
}

eleven_error eleven_rules_parse(const char *text, size_t length, eleven_rules *rules, eleven_problem *problem)
{
    text_in in = core_text_from(text, length);
    eleven_rules read = core_rules_blank();
    eleven_error error = core_scan_format(&in, "rules", problem);
    for (core_skip_lines(&in); !error && core_peek(&in) != -1; core_skip_lines(&in))
        error = core_scan_rule(&read, &in, problem);
    if (!error && !read.name[0])
        error = core_fail_at((text_word){NULL, 0, 1, 1}, "the rule set has no name", problem);
    if (!error)
        error = eleven_rules_check(&read, problem);
    if (!error)
        *rules = read;
    return error;
}

/* ---- Printing ----------------------------------------------------------------------------------------- */
static void put_rule(text_out *out, const char *prefix, const char *key, const uint64_t *numbers, unsigned count)
{
    core_put(out, prefix);
    core_put(out, key);
    for (unsigned i = 0; i < count; i++) {
        core_put_char(out, ' ');
        core_put_number(out, numbers[i]);
    }
    core_put_char(out, '\n');
}

static void put_word_rule(text_out *out, const char *prefix, const char *key, const char *value)
{
    core_put(out, prefix);
    core_put_line(out, key, value);
}

static void put_values(const eleven_rules *rules, const char *prefix, text_out *out)
{
    uint64_t values[ELEVEN_RANKS];
    unsigned used = 0;
    for (unsigned n = 1; n < ELEVEN_RANKS; n++) {
        values[n - 1] = rules->value[n];
        used = rules->value[n] ? n : used;
    }
    put_rule(out, prefix, "values", values, used);
}

void core_put_rules(const eleven_rules *rules, const char *prefix, text_out *out)
{
    put_word_rule(out, prefix, "name", rules->name);
    put_values(rules, prefix, out);
    for (unsigned a = 1; a < ELEVEN_RANKS; a++)
        for (unsigned b = a; b < ELEVEN_RANKS; b++)
            if (rules->merge[a][b])
                put_rule(out, prefix, "merge",
                         (uint64_t[]){rules->value[a], rules->value[b], rules->value[rules->merge[a][b]]}, 3);
    for (unsigned n = 1; n < ELEVEN_RANKS; n++)
        if (rules->spawn_weight[n])
            put_rule(out, prefix, "spawn", (uint64_t[]){rules->value[n], rules->spawn_weight[n]}, 2);
    for (unsigned n = 1; n <= ELEVEN_SPAWNS_MAX; n++)
        if (rules->count_weight[n])
            put_rule(out, prefix, "count", (uint64_t[]){n, rules->count_weight[n]}, 2);
    put_rule(out, prefix, "start", (uint64_t[]){rules->start_tiles}, 1);
    if (rules->goal)
        put_rule(out, prefix, "goal", (uint64_t[]){rules->value[rules->goal]}, 1);
    else
        put_word_rule(out, prefix, "goal", "none");
    put_word_rule(out, prefix, "cascade", rules->cascade ? "yes" : "no");
    put_word_rule(out, prefix, "goal-ends", rules->goal_ends ? "yes" : "no");
}

size_t eleven_rules_print(const eleven_rules *rules, char *text, size_t size)
{
    text_out out = core_text_into(text, size);
    core_put(&out, "eleven rules 1\n");
    core_put_rules(rules, "", &out);
    return out.length;
}
