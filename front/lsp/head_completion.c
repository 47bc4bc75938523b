/* Completion inside the head of a chain: its keys, and their values.
 *
 *     2048(seed=7, size=    offers 4x4, 3x3 ...        2048(seed=7,    offers size, rules and goal
 */
#include "lsp/lsp_room.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The head around the cursor: from the byte after "(", the pair that contains the cursor, and its word there. */
typedef struct head_place {
    const lsp_document *document;
    size_t begin, pair, word, end;
} head_place;

/* As where a chain may begin. An unfinished head is not yet one: it could be a call of a function. */
static bool is_word_part(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$' || (unsigned char)c >= 128;
}

static bool find_head(const lsp_document *document, size_t at, head_place *place)
{
    enum { NAME = 4 };
    const char *text = document->text.at;
    size_t begin = at;
    while (begin > 0 && !strchr("()\r\n", text[begin - 1]))
        begin--;
    if (begin <= NAME || memcmp(text + begin - 1 - NAME, "2048(", NAME + 1) != 0 ||
        (begin - 1 > NAME && is_word_part(text[begin - 2 - NAME])))
        return false;
    *place = (head_place){document, begin, begin, at, at};
    for (size_t i = begin; i < at; i++)
        if (text[i] == ',')
            place->pair = i + 1;
    place->pair += strspn(text + place->pair, " \t");
    place->pair = place->pair < at ? place->pair : at;
    while (place->word > place->pair && text[place->word - 1] != '=')
        place->word--;
    place->end += strcspn(text + at, " \t,=()\r\n");
    return true;
}

/* Where another pair of the head has the key; 0: nowhere. */
static size_t find_key(const head_place *place, const char *key)
{
    const char *text = place->document->text.at;
    size_t length = strlen(key), end = place->begin + strcspn(text + place->begin, ")\r\n");
    for (size_t at = place->begin; at < end; at += strcspn(text + at, ",") + 1) {
        at += strspn(text + at, " \t");
        if (at != place->pair && strncmp(text + at, key, length) == 0 && strchr("= \t", text[at + length]))
            return at;
    }
    return 0;
}

/* The value of that pair; its length is 0 if there is none. */
static const char *find_value(const head_place *place, const char *key, size_t *length)
{
    const char *value = place->document->text.at + find_key(place, key);
    value += strcspn(value, "=,)\r\n");
    value += *value == '=' ? 1 + strspn(value + 1, " \t") : 0;
    *length = find_key(place, key) ? strcspn(value, " \t,)\r\n") : 0;
    return value;
}

/* ---- The values of the keys ------------------------------------------------------------------------------ */
/* Each writes the text at an index, and returns false past the last one. */
enum { VALUE_TEXT = 40 };

static bool seed_value(const head_place *place, unsigned index, char text[VALUE_TEXT])
{
    snprintf(text, VALUE_TEXT, "%" PRIu64, place->document->proposal);
    return index == 0;
}

static bool size_value(const head_place *place, unsigned index, char text[VALUE_TEXT])
{
    static const char *const sizes[] = {"4x4", "3x3", "5x5", "6x6", "8x8", "2x2", "3x4", "2x4"};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    (void)place;
    snprintf(text, VALUE_TEXT, "%s", sizes[index < SIZES ? index : 0]);
    return index < SIZES;
}

static bool rules_value(const head_place *place, unsigned index, char text[VALUE_TEXT])
{
    const char *name = eleven_rules_name(index);
    (void)place;
    snprintf(text, VALUE_TEXT, "%s", name ? name : "");
    return name;
}

/* The rules and the size that the head states, or the usual ones. */
static eleven_rules find_rules(const head_place *place, unsigned *w, unsigned *h)
{
    eleven_rules rules;
    char name[VALUE_TEXT];
    size_t length;
    const char *value = find_value(place, "rules", &length);
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : 0), value);
    if (!eleven_rules_find(name, &rules))
        eleven_rules_find(eleven_rules_name(0), &rules);
    value = find_value(place, "size", &length);
    if (!eleven_size_parse(value, length, w, h))
        *w = *h = 4;
    return rules;
}

/* The goal of these rules on this board, those around it that the board can hold, and none. */
static bool goal_value(const head_place *place, unsigned index, char text[VALUE_TEXT])
{
    static const int steps[] = {0, -2, -1, 1, 2};
    enum { STEPS = sizeof steps / sizeof *steps };
    unsigned w, h, count = 0;
    eleven_rules rules = find_rules(place, &w, &h);
    int usual = eleven_rules_goal(&rules, w, h);
    snprintf(text, VALUE_TEXT, "none");
    for (unsigned i = 0; i < STEPS; i++) {
        int goal = usual + steps[i];
        rules.goal = (eleven_rank)(goal > 0 && goal < ELEVEN_RANKS && rules.value[goal] ? goal : 0);
        if (!rules.goal || rules.spawn_weight[goal] || eleven_rules_goal(&rules, w, h) != goal)
            continue;
        if (count++ == index)
            snprintf(text, VALUE_TEXT, "%" PRIu32, rules.value[goal]);
    }
    return index <= count;
}

/* In the order in which the list shows them. */
static const struct {
    const char *key, *help;
    bool (*value)(const head_place *place, unsigned index, char text[VALUE_TEXT]);
} keys[] = {{"seed", "all new tiles follow from this number", seed_value},
            {"size", "columns and rows, 1x1 to 8x8", size_value},
            {"rules", "a shipped rule set", rules_value},
            {"goal", "the tile that wins, or none; after the rules", goal_value}};
enum { KEYS = sizeof keys / sizeof *keys };

/* A key is stated once, and the goal after the rules. */
static bool fits_key(const head_place *place, const char *key)
{
    size_t goal = find_key(place, "goal"), rules = find_key(place, "rules");
    if (strcmp(key, "rules") == 0 && goal > 0 && goal < place->pair)
        return false;
    return find_key(place, key) == 0 && (strcmp(key, "goal") != 0 || rules < place->pair);
}

static void add_item(const head_place *place, const char *label, const char *detail, bool is_key, json_t *items)
{
    enum { PROPERTY = 10, VALUE = 12 };
    char text[40], sort[8];
    bool has_sign = place->document->text.at[place->end] == '=';
    snprintf(text, sizeof text, "%s%s", label, is_key && !has_sign ? "=" : "");
    snprintf(sort, sizeof sort, "%02zu", json_array_size(items));
    json_t *edit = edit_of(place->document, place->word, place->end, text);
    json_array_append_new(items,
                          json_pack("{s:s, s:i, s:s, s:s, s:o}", "label", label, "kind", is_key ? PROPERTY : VALUE,
                                    "sortText", sort, "detail", detail, "textEdit", edit));
}

json_t *lsp_head_completion(const lsp_document *document, size_t at)
{
    head_place place;
    char value[VALUE_TEXT];
    json_t *items = json_array();
    if (!find_head(document, at, &place))
        return items;
    const char *pair = document->text.at + place.pair;
    for (unsigned i = 0; i < KEYS; i++) {
        size_t length = strlen(keys[i].key);
        if (place.word == place.pair && fits_key(&place, keys[i].key))
            add_item(&place, keys[i].key, keys[i].help, true, items);
        if (place.word == place.pair || strncmp(pair, keys[i].key, length) != 0 || !strchr("= \t", pair[length]))
            continue;
        for (unsigned j = 0; keys[i].value(&place, j, value); j++)
            add_item(&place, value, keys[i].help, false, items);
    }
    return items;
}
