/* What a test that is linked with torture.c can let fail. */
#ifndef TORTURE_H
#define TORTURE_H

#include <stdbool.h>

/* As in torture.c. */
typedef enum torture_kind {
    TORTURE_NOTHING,
    TORTURE_MEMORY,
    TORTURE_STARVE,
    TORTURE_SCARCE,
    TORTURE_CALL,
    TORTURE_SHORT,
    TORTURE_CUT
} torture_kind;

/* From now on the failure with this number, from 1, happens. */
void torture_begin(torture_kind kind, long number);

/* From now on nothing fails. Returns whether something has. */
bool torture_end(void);

#endif
