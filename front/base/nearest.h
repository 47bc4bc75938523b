/* Which valid name a mistyped one most likely meant. */
#ifndef CLI_NEAREST_H
#define CLI_NEAREST_H

typedef struct nearest {
    const char *typed;
    const char *name; /* the best so far, borrowed; NULL before the first */
    unsigned distance;
} nearest;

nearest nearest_to(const char *typed);
void nearest_consider(nearest *best, const char *name);

#endif
