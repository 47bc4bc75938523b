/* The store, as the commands that only look at it need it. */
#ifndef CLI_STORAGE_H
#define CLI_STORAGE_H

#include "store/store.h"

/* Opens the store that the options and the environment name. Where nothing was ever kept, *store becomes NULL
 * and nothing is made. Returns 0, or STATUS_FAILURE after complaining. */
int storage_open(const char *command, const char *given, eleven_store **store);

/* Says what the problem says; returns STATUS_FAILURE. */
int storage_complain(const char *command, const eleven_problem *problem);

extern const char data_help[]; /* of the option --data */

#endif
