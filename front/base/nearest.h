/* Which valid name a mistyped one most likely means. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include <stdbool.h>

/* Begins with the typed name alone. */
typedef struct nearest {
    const char *typed;
    /* The best so far, borrowed; NULL before the first. */
    const char *name;
    unsigned distance;
} nearest;

void nearest_consider(nearest *best, const char *name);

/* Whether the best so far is so near that it was probably meant. */
bool nearest_is_close(const nearest *best);

/* The rest of a sentence about an unknown name: "; did you mean 'NAME'?" where one is close, with `before` in front of
 * the name, otherwise the text `otherwise`. The result is in `hint`, or is `otherwise`. */
enum { NEAREST_HINT = 240 };
const char *nearest_hint(const nearest *best, const char *before, const char *otherwise, char hint[NEAREST_HINT]);

/* The same for a list of names, NULL past the last. `otherwise` NULL: the list, "; expected a, b or c". */
const char *nearest_of(const char *(*name)(unsigned index), const char *typed, const char *otherwise,
                       char hint[NEAREST_HINT]);

#endif
