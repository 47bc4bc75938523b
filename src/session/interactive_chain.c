/* Games as chains, `2048(seed=7).Begin.Up.Left`: found in any text, read word by word, and written. */
#include "session/interactive_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Letters of other alphabets are bytes from 128 on. */
static bool is_word_part(char c)
{
    return is_letter(c) || is_digit(c) || c == '_' || (unsigned char)c >= 128;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* ---- Finding ------------------------------------------------------------------------------------------- */

static const char name[] = "2048";
enum { NAME = sizeof name - 1 };

/* "(" with its end or with "word=" behind it: no call of a function looks like that. */
static bool is_head(const char *text, size_t length, size_t at)
{
    size_t i = at + 1;
    while (i < length && is_blank(text[i]))
        i++;
    size_t word = i;
    while (i < length && is_letter(text[i]))
        i++;
    return i < length && (text[i] == '=' ? i > word : text[i] == ')' && i == word);
}

static bool may_begin(const char *text, size_t length, size_t at)
{
    size_t end = at + NAME;
    if (at > 0 && (is_word_part(text[at - 1]) || text[at - 1] == '.' || text[at - 1] == '$'))
        return false;
    if (end < length && text[end] == '(')
        return is_head(text, length, end);
    eleven_chain_word word;
    return eleven_chain_next(text, length, end, &word) && (word.begin == word.end || is_letter(text[word.begin]));
}

size_t eleven_chain_find(const char *text, size_t length, size_t from)
{
    while (from < length) {
        const char *two = memchr(text + from, '2', length - from);
        if (!two)
            return length;
        from = (size_t)(two - text);
        if (length - from >= NAME && memcmp(two, name, NAME) == 0 && may_begin(text, length, from))
            return from;
        from++;
    }
    return length;
}

/* ---- Words --------------------------------------------------------------------------------------------- */

/* Beyond a line break, blanks and up to three signs such as open a comment line: the place of the dot. */
static size_t continued(const char *text, size_t length, size_t at)
{
    while (at < length && (is_blank(text[at]) || text[at] == '\r'))
        at++;
    if (at == length || text[at] != '\n')
        return length;
    for (at++; at < length && is_blank(text[at]);)
        at++;
    for (unsigned signs = 0; at < length && signs < 3 && strchr("/#*;%-!\"", text[at]) && text[at]; signs++)
        at++;
    while (at < length && is_blank(text[at]))
        at++;
    return at + 1 < length && text[at] == '.' && is_letter(text[at + 1]) ? at : length;
}

bool eleven_chain_next(const char *text, size_t length, size_t at, eleven_chain_word *word)
{
    if (at < length && text[at] != '.')
        at = continued(text, length, at);
    if (at >= length)
        return false;
    word->begin = word->end = at + 1;
    while (word->end < length && is_word_part(text[word->end]))
        word->end++;
    return true;
}

/* ---- Heads --------------------------------------------------------------------------------------------- */

typedef struct chain_head {
    eleven_record *record;
    unsigned w, h;
} chain_head;

typedef struct chain_slice {
    const char *text;
    size_t length;
} chain_slice;

static bool slice_is(chain_slice slice, const char *string)
{
    return strlen(string) == slice.length && memcmp(slice.text, string, slice.length) == 0;
}

static bool slice_number(chain_slice slice, uint64_t *number)
{
    *number = 0;
    for (size_t i = 0; i < slice.length; i++) {
        unsigned digit = (unsigned)(unsigned char)slice.text[i] - '0';
        if (digit > 9 || *number > (UINT64_MAX - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return slice.length > 0;
}

static bool read_seed(chain_head *head, chain_slice value)
{
    head->record->has_seed = slice_number(value, &head->record->seed);
    return head->record->has_seed;
}

static bool read_size(chain_head *head, chain_slice value)
{
    head->w = value.length == 3 ? (unsigned)(unsigned char)value.text[0] - '0' : 0;
    head->h = value.length == 3 ? (unsigned)(unsigned char)value.text[2] - '0' : 0;
    return value.length == 3 && value.text[1] == 'x' && head->w >= 1 && head->w <= ELEVEN_SIDE_MAX && head->h >= 1 &&
           head->h <= ELEVEN_SIDE_MAX;
}

static bool read_rules(chain_head *head, chain_slice value)
{
    const char *shipped;
    for (unsigned i = 0; (shipped = eleven_rules_name(i)); i++)
        if (slice_is(value, shipped))
            return eleven_rules_find(shipped, &head->record->rules);
    return false;
}

static bool read_goal(chain_head *head, chain_slice value)
{
    uint64_t number;
    eleven_rules *rules = &head->record->rules;
    if (slice_is(value, "none")) {
        rules->goal = 0;
        return true;
    }
    rules->goal = slice_number(value, &number) ? eleven_rules_rank(rules, number) : 0;
    return rules->goal && !eleven_rules_check(rules, NULL);
}

static const struct {
    const char *key;
    bool (*read)(chain_head *head, chain_slice value);
    const char *sentence;
} keys[] = {
    {"seed", read_seed, "a seed is a whole number from 0 to 2^64-1, not"},
    {"size", read_size, "a size is 1x1 to 8x8, not"},
    {"rules", read_rules, "there are no shipped rules called"},
    {"goal", read_goal, "a goal is none or a tile of the rules, not"},
};
enum { KEYS = sizeof keys / sizeof *keys };

static eleven_error head_fail(size_t at, const char *sentence, chain_slice slice, eleven_problem *problem)
{
    if (problem) {
        *problem = (eleven_problem){.line = 1, .column = (uint32_t)at + 1};
        state_quote(sentence, slice.text, slice.length, problem);
    }
    return ELEVEN_BAD_TEXT;
}

/* What stands up to a blank, ',', '=' or ')'. */
static chain_slice take_slice(const char *text, size_t length, size_t *at)
{
    while (*at < length && is_blank(text[*at]))
        ++*at;
    chain_slice slice = {text + *at, 0};
    for (; *at < length && !strchr(" \t\r\n,=)", text[*at]); ++*at)
        slice.length++;
    return slice;
}

static void skip_blanks(const char *text, size_t length, size_t *at)
{
    while (*at < length && is_blank(text[*at]))
        ++*at;
}

static eleven_error read_pair(chain_head *head, const char *text, size_t length, size_t *at, eleven_problem *problem)
{
    chain_slice key = take_slice(text, length, at);
    unsigned i = 0;
    while (i < KEYS && !slice_is(key, keys[i].key))
        i++;
    if (i == KEYS)
        return head_fail((size_t)(key.text - text), "a head tells seed, size, rules or goal, not", key, problem);
    skip_blanks(text, length, at);
    if (*at == length || text[*at] != '=')
        return head_fail((size_t)(key.text - text), "a '=' and a value should follow", key, problem);
    ++*at;
    chain_slice value = take_slice(text, length, at);
    return keys[i].read(head, value) ? ELEVEN_OK
                                     : head_fail((size_t)(value.text - text), keys[i].sentence, value, problem);
}

static eleven_error read_pairs(chain_head *head, const char *text, size_t length, size_t *at, eleven_problem *problem)
{
    for (skip_blanks(text, length, at); *at < length && text[*at] != ')'; skip_blanks(text, length, at)) {
        eleven_error error = read_pair(head, text, length, at, problem);
        if (error)
            return error;
        skip_blanks(text, length, at);
        if (*at < length && text[*at] == ',')
            ++*at;
        else if (*at < length && text[*at] != ')')
            return head_fail(*at, "here should stand ',' or ')', not", (chain_slice){text + *at, 1}, problem);
    }
    if (*at == length)
        return head_fail(length, "the head is not closed by", (chain_slice){")", 1}, problem);
    ++*at;
    return ELEVEN_OK;
}

eleven_error eleven_chain_head(const char *text, size_t length, eleven_record *record, size_t *end,
                               eleven_problem *problem)
{
    *record = (eleven_record){.has_seed = false};
    chain_head head = {record, 4, 4};
    eleven_rules_find("classic", &record->rules);
    if (length < NAME || memcmp(text, name, NAME) != 0)
        return head_fail(0, "a chain begins with 2048, not", (chain_slice){text, length}, problem);
    *end = NAME;
    if (*end < length && text[*end] == '(') {
        const char *line_end = memchr(text, '\n', length);
        ++*end;
        eleven_error error = read_pairs(&head, text, line_end ? (size_t)(line_end - text) : length, end, problem);
        if (error)
            return error;
    }
    record->start = eleven_game_start(&record->rules, head.w, head.h, record->seed, NULL);
    return ELEVEN_OK;
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

typedef struct chain_writer {
    char *text;
    size_t size, length;
} chain_writer;

static void put(chain_writer *out, const char *string)
{
    size_t length = strlen(string);
    if (out->length < out->size)
        snprintf(out->text + out->length, out->size - out->length, "%s", string);
    out->length += length;
}

static void put_pair(chain_writer *out, bool *first, const char *key, const char *value)
{
    put(out, *first ? "(" : ", ");
    put(out, key);
    put(out, "=");
    put(out, value);
    *first = false;
}

static void put_goal(chain_writer *out, bool *first, const eleven_rules *rules)
{
    char value[16];
    snprintf(value, sizeof value, "%" PRIu32, rules->value[rules->goal]);
    put_pair(out, first, "goal", rules->goal ? value : "none");
}

size_t eleven_chain_head_print(const eleven_record *head, char *text, size_t size)
{
    chain_writer out = {text, size, 0};
    const eleven_board *board = &head->start.board;
    eleven_rules shipped, same;
    if (head->from_board || !head->has_seed || !eleven_rules_find(head->rules.name, &shipped))
        return 0;
    same = shipped;
    same.goal = head->rules.goal;
    if (eleven_rules_hash(&same) != eleven_rules_hash(&head->rules))
        return 0;
    char value[32];
    bool first = true;
    put(&out, name);
    snprintf(value, sizeof value, "%" PRIu64, head->seed);
    put_pair(&out, &first, "seed", value);
    snprintf(value, sizeof value, "%ux%u", board->w, board->h);
    if (board->w != 4 || board->h != 4)
        put_pair(&out, &first, "size", value);
    if (strcmp(head->rules.name, "classic") != 0)
        put_pair(&out, &first, "rules", head->rules.name);
    if (head->rules.goal != shipped.goal)
        put_goal(&out, &first, &head->rules);
    put(&out, ")");
    return out.length;
}

size_t eleven_state_chain(const eleven_state *state, char *text, size_t size)
{
    chain_writer out = {text, size, eleven_chain_head_print(&state->head->record, text, size)};
    size_t count;
    const eleven_state **path = out.length ? state_path(state, &count) : NULL;
    if (!path)
        return 0;
    put(&out, state->has_begun ? ".Begin" : "");
    for (size_t i = 0; i < count; i++) {
        const eleven_ply *ply = &path[i]->ply;
        put(&out, ".");
        put(&out,
            eleven_choice_word(ply->keeps_playing ? ELEVEN_CHOOSE_KEEP : eleven_direction_choice(ply->direction)));
    }
    free(path);
    return out.length;
}
