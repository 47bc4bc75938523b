/* What a shell can offer at every place of a command line, told from the tables of commands and options. Each shell
 * has a writer of its own; the manual page is one more. */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "base/options.h"

#include <stdbool.h>

/* What may stand in one place: the words of a list, files, folders, or nothing that could be offered. */
typedef struct choice {
    const char *(*word)(unsigned index); /* NULL past the last; NULL itself: there is no list */
    bool takes_files, takes_folders;
} choice;

/* What the option's value can be. */
choice place_of_option(const cli_option *option);

/* The arguments of a command, word by word as its usage line shows them: "[list | show NAME]" has the literal words
 * "list" and "show", and a place called NAME. */
typedef struct argument_word {
    char text[32];
    bool is_literal; /* to be typed as it stands */
    choice place;    /* otherwise */
} argument_word;

enum { ARGUMENT_WORDS = 16 };
unsigned command_arguments(const cli_command *command, argument_word words[ARGUMENT_WORDS]);

/* Puts every byte that occurs in `special` behind a backslash. */
void put_escaped(const char *text, const char *special);

void complete_bash(void);
void complete_fish(void);
void complete_zsh(void);
void describe_mdoc(void); /* the commands as a part of eleven(1) */

#endif
