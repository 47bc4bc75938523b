/* Edit distance: how many letters must be inserted, left out, replaced or exchanged with their neighbour to turn one
 * name into another. Capitals are the same as small letters. */
#include "base/nearest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 40 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static bool is_same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Row i holds the distances from the first i letters of `a` to each beginning of `b`; three rows are enough. */
static unsigned edit_distance(const char *a, const char *b)
{
    unsigned rows[3][LONGEST + 1];
    size_t rest = strnlen(a, LONGEST), width = strnlen(b, LONGEST);
    for (size_t j = 0; j <= width; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= rest; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *twice_above = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= width; j++) {
            row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + !is_same(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && is_same(a[i - 1], b[j - 2]) && is_same(a[i - 2], b[j - 1]))
                row[j] = least(row[j], twice_above[j - 2] + 1);
        }
    }
    return rows[rest % 3][width];
}

void nearest_consider(nearest *best, const char *name)
{
    unsigned distance = edit_distance(best->typed, name);
    if (best->name && distance >= best->distance)
        return;
    best->name = name;
    best->distance = distance;
}

/* At most one letter in three is wrong, and the first letter is right or has changed its place with the second: nobody
 * who types "test" means "best". */
bool nearest_is_close(const nearest *best)
{
    if (!best->name || best->distance * 3 > strlen(best->name))
        return false;
    int first = tolower((unsigned char)best->typed[0]);
    return first == tolower((unsigned char)best->name[0]) || first == tolower((unsigned char)best->name[1]);
}

const char *nearest_hint(const nearest *best, const char *before, const char *otherwise, char hint[NEAREST_HINT])
{
    if (!nearest_is_close(best))
        return otherwise;
    snprintf(hint, NEAREST_HINT, "; did you mean '%s%s'?", before, best->name);
    return hint;
}

const char *nearest_of(const char *(*name)(unsigned index), const char *typed, const char *otherwise,
                       char hint[NEAREST_HINT])
{
    char list[NEAREST_HINT] = "";
    nearest best = {.typed = typed};
    for (unsigned i = 0; name(i); i++) {
        const char *before = i == 0 ? "; expected " : name(i + 1) ? ", " : " or ";
        size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s%s", before, name(i));
        nearest_consider(&best, name(i));
    }
    if (nearest_hint(&best, "", list, hint) == hint)
        return hint;
    snprintf(hint, NEAREST_HINT, "%s", list);
    return otherwise ? otherwise : hint;
}
