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

static const char *const sizes[] = {"4x4", "3x3", "5x5", "6x6", "8x8", "2x2", "3x4", "2x4", NULL};
static const char *const goals[] = {"2048", "512", "1024", "4096", "8192", "none", NULL};

static const char *size_name(unsigned index)
{
    return sizes[index];
}

static const char *goal_name(unsigned index)
{
    return goals[index];
}

/* In the order in which the list shows them. A seed has no list. */
static const struct {
    const char *key, *help;
    const char *(*name)(unsigned index);
} keys[] = {{"seed", "all new tiles follow from this number", NULL},
            {"size", "columns and rows, 1x1 to 8x8", size_name},
            {"rules", "a shipped rule set", eleven_rules_name},
            {"goal", "the tile that wins, or none; after the rules", goal_name}};
enum { KEYS = sizeof keys / sizeof *keys };

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
    char seed[24];
    json_t *items = json_array();
    if (!find_head(document, at, &place))
        return items;
    const char *pair = document->text.at + place.pair;
    snprintf(seed, sizeof seed, "%" PRIu64, document->proposal);
    for (unsigned i = 0; i < KEYS; i++) {
        size_t length = strlen(keys[i].key);
        if (place.word == place.pair && fits_key(&place, keys[i].key))
            add_item(&place, keys[i].key, keys[i].help, true, items);
        if (place.word == place.pair || strncmp(pair, keys[i].key, length) != 0 || !strchr("= \t", pair[length]))
            continue;
        const char *name;
        for (unsigned j = 0; keys[i].name && (name = keys[i].name(j)); j++)
            add_item(&place, name, keys[i].help, false, items);
        if (!keys[i].name)
            add_item(&place, seed, keys[i].help, false, items);
    }
    return items;
}
