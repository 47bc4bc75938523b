/* Tables of solved boards, as players: wherever a player is named, a path that ends in .elx names one. */
#ifndef BASE_TABLES_H
#define BASE_TABLES_H

#include "eleven/solver.h"

/* Opens a table file; NULL after a complaint. */
eleven_table *table_read(const char *command, const char *path);

/* Whether boards of this size under these rules are those of the table (NULL: of any): 0, or the exit status after a
 * complaint. `name` is what the player is called. */
int table_check(const char *command, const char *name, const eleven_table *table, const eleven_rules *rules, unsigned w,
                unsigned h);

#endif
