/* Games as chains: found in any text, read word by word, and written.
 *
 *     2048(seed=7, size=5x5).Begin.Up.Left
 *         |_____ head ______|word |word
 *
 * The words of a chain are choices (interactive.c). */
#include "session/session_room.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "core/core.h"

#include <string.h>

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Letters of other alphabets are bytes from 128 on. */
static bool is_word_part(char c)
{
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || (unsigned char)c >= 128;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* ---- Finding ------------------------------------------------------------------------------------------- */
static const char chain_name[] = "2048";
enum { CHAIN_NAME = sizeof chain_name - 1 };

/* "(" followed by ")" or by "word=": no call of a function looks like that. */
static bool is_chain_head(const char *text, size_t length, size_t at)
{
    size_t i = at + 1;
    while (i < length && is_blank(text[i]))
        i++;
    size_t word = i;
    while (i < length && is_letter(text[i]))
        i++;
    return i < length && (text[i] == '=' ? i > word : text[i] == ')' && i == word);
}

static bool may_begin_chain(const char *text, size_t length, size_t at)
{
    size_t end = at + CHAIN_NAME;
    if (at > 0 && (is_word_part(text[at - 1]) || text[at - 1] == '.' || text[at - 1] == '$'))
        return false;
    if (end < length && text[end] == '(')
        return is_chain_head(text, length, end);
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
        if (length - from >= CHAIN_NAME && memcmp(two, chain_name, CHAIN_NAME) == 0 &&
            may_begin_chain(text, length, from))
            return from;
        from++;
    }
    return length;
}

/* ---- Words --------------------------------------------------------------------------------------------- */
/* The place of the dot that continues a chain on the next line, after blanks and up to three characters that begin a
 * comment; `length` where there is none. */
static size_t find_continuation(const char *text, size_t length, size_t at)
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
        at = find_continuation(text, length, at);
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
    /* One bit for each of `chain_keys`. */
    unsigned stated;
} chain_head;

static bool read_seed(chain_head *head, text_word value)
{
    head->record->has_seed = eleven_number_parse(value.text, value.length, UINT64_MAX, &head->record->seed);
    return head->record->has_seed;
}

static bool read_size(chain_head *head, text_word value)
{
    return eleven_size_parse(value.text, value.length, &head->w, &head->h);
}

static bool read_rules_name(chain_head *head, text_word value)
{
    const char *shipped;
    for (unsigned i = 0; (shipped = eleven_rules_name(i)); i++)
        if (core_word_is(value, shipped))
            return eleven_rules_find(shipped, &head->record->rules);
    return false;
}

static bool read_goal(chain_head *head, text_word value)
{
    return eleven_goal_parse(value.text, value.length, &head->record->rules);
}

/* Rules have a goal of their own, which would replace one that is stated before them. */
enum { RULES_KEY = 2, GOAL_KEY = 3 };

static const struct {
    const char *key;
    bool (*read)(chain_head *head, text_word value);
    const char *sentence;
} chain_keys[] = {
    {"seed", read_seed, "a seed is a whole number from 0 to 2^64-1, not"},
    {"size", read_size, "a size is 1x1 to 8x8, not"},
    [RULES_KEY] = {"rules", read_rules_name, "there are no shipped rules called"},
    [GOAL_KEY] = {"goal", read_goal, "a goal is none or a tile of the rules, not"},
};
enum { CHAIN_KEYS = sizeof chain_keys / sizeof *chain_keys };

static void skip_blanks(const char *text, size_t length, size_t *at)
{
    while (*at < length && is_blank(text[*at]))
        ++*at;
}

/* `size` bytes of the text as a word for problems, whose columns count from the "2048". */
static text_word word_at(const char *text, size_t at, size_t size)
{
    return (text_word){text + at, size, 1, (uint32_t)at + 1};
}

/* The word up to a blank, ',', '=' or ')'. */
static text_word take_word(const char *text, size_t length, size_t *at)
{
    skip_blanks(text, length, at);
    size_t begin = *at;
    while (*at < length && !strchr(" \t\r\n,=)", text[*at]))
        ++*at;
    return word_at(text, begin, *at - begin);
}

/* Notes that the head states the key with this index. */
static eleven_error note_key(chain_head *head, unsigned i, text_word key, eleven_problem *problem)
{
    if (head->stated & 1u << i)
        return core_fail_quoting(key, "the head already states", problem);
    if (i == RULES_KEY && head->stated & 1u << GOAL_KEY)
        return core_fail_quoting(key, "a goal should come after", problem);
    head->stated |= 1u << i;
    return ELEVEN_OK;
}

static eleven_error read_pair(chain_head *head, const char *text, size_t length, size_t *at, eleven_problem *problem)
{
    text_word key = take_word(text, length, at);
    unsigned i = 0;
    while (i < CHAIN_KEYS && !core_word_is(key, chain_keys[i].key))
        i++;
    if (i == CHAIN_KEYS)
        return core_fail_quoting(key, "a head states seed, size, rules or goal, not", problem);
    eleven_error error = note_key(head, i, key, problem);
    if (error)
        return error;
    skip_blanks(text, length, at);
    if (*at == length || text[*at] != '=')
        return core_fail_quoting(key, "a '=' and a value should follow", problem);
    ++*at;
    text_word value = take_word(text, length, at);
    return chain_keys[i].read(head, value) ? ELEVEN_OK : core_fail_quoting(value, chain_keys[i].sentence, problem);
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
        else if (*at < length && text[*at] != ')') {
            unsigned bytes = utf8_length(text + *at, length - *at);
            return core_fail_quoting(word_at(text, *at, bytes ? bytes : 1), "expected ',' or ')', not", problem);
        }
    }
    if (*at == length)
        return core_fail_at(word_at(text, length, 0), "the head is not closed by ')'", problem);
    ++*at;
    return ELEVEN_OK;
}

eleven_error eleven_chain_head_parse(const char *text, size_t length, eleven_record *record, size_t *end,
                                     eleven_problem *problem)
{
    *record = (eleven_record){.has_seed = false};
    *end = 0;
    chain_head head = {record, 4, 4, 0};
    eleven_rules_find("classic", &record->rules);
    if (length < CHAIN_NAME || memcmp(text, chain_name, CHAIN_NAME) != 0)
        return core_fail_quoting(word_at(text, 0, length), "a chain begins with 2048, not", problem);
    *end = CHAIN_NAME;
    if (*end < length && text[*end] == '(') {
        const char *line_end = memchr(text, '\n', length);
        ++*end;
        eleven_error error = read_pairs(&head, text, line_end ? (size_t)(line_end - text) : length, end, problem);
        if (error)
            return error;
    }
    eleven_game_start(&record->rules, head.w, head.h, record->seed, &record->start, NULL);
    return ELEVEN_OK;
}

/* ---- Writing ------------------------------------------------------------------------------------------- */
/* Whether a chain can express this game; gives the goal that its rules have of their own. */
static bool has_chain(const eleven_record *head, eleven_rank *own_goal)
{
    eleven_rules shipped;
    if (head->from_board || !head->has_seed || !eleven_rules_find(head->rules.name, &shipped))
        return false;
    *own_goal = shipped.goal;
    shipped.goal = head->rules.goal;
    return eleven_rules_hash(&shipped) == eleven_rules_hash(&head->rules);
}

static void put_chain_head(text_out *out, const eleven_record *head, eleven_rank own_goal)
{
    const eleven_board *board = &head->start.board;
    const eleven_rules *rules = &head->rules;
    const char size[] = {(char)('0' + board->w), 'x', (char)('0' + board->h), '\0'};
    core_put(out, chain_name);
    core_put(out, "(seed=");
    core_put_number(out, head->seed);
    if (board->w != 4 || board->h != 4) {
        core_put(out, ", size=");
        core_put(out, size);
    }
    if (strcmp(rules->name, "classic") != 0) {
        core_put(out, ", rules=");
        core_put(out, rules->name);
    }
    if (rules->goal != own_goal) {
        core_put(out, ", goal=");
        if (rules->goal)
            core_put_number(out, rules->value[rules->goal]);
        else
            core_put(out, "none");
    }
    core_put_char(out, ')');
}

size_t eleven_chain_head_print(const eleven_record *head, char *text, size_t size)
{
    eleven_rank own_goal;
    text_out out = core_text_into(text, size);
    if (!has_chain(head, &own_goal))
        return 0;
    put_chain_head(&out, head, own_goal);
    return out.length;
}

size_t eleven_chain_print(const eleven_state *state, char *text, size_t size)
{
    const eleven_record *head = &state->head->record;
    eleven_rank own_goal;
    size_t count;
    eleven_ply *plies = has_chain(head, &own_goal) ? session_state_plies(state, &count) : NULL;
    if (!plies)
        return 0;
    text_out out = core_text_into(text, size);
    put_chain_head(&out, head, own_goal);
    core_put(&out, state->before ? ".Begin" : "");
    for (size_t i = 0; i < count; i++) {
        const eleven_ply *ply = &plies[i];
        eleven_choice choice = ply->keeps_playing ? ELEVEN_CHOICE_KEEP : eleven_direction_choice(ply->direction);
        core_put_char(&out, '.');
        core_put(&out, eleven_choice_word(choice));
    }
    memory_free(plies);
    return out.length;
}
