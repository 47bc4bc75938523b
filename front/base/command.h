/* A command is a row of a table: what it is called, what it takes, what it does, and the function that does
 * it. Every command leaves through an exit status: 0, STATUS_FAILURE or STATUS_USAGE. */
#ifndef BASE_COMMAND_H
#define BASE_COMMAND_H

#include "base/complain.h"

/* The words of the command line that follow the command's name; borrowed. */
typedef struct word_list {
    int count;
    char **at;
} word_list;

typedef struct cli_command {
    const char *name;
    const char *arguments; /* as the usage line shows them, "" where there are none */
    const char *summary;   /* one line */
    const char *details;   /* what the summary leaves out: whole lines, or "" */
    int least, most;       /* how many arguments there are besides the options */
    int (*run)(word_list words);
} cli_command;

#endif
