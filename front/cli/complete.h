/* Completion in shells, and the commands as a part of the manual page. Both read the tables of commands and options. */
#ifndef CLI_COMPLETE_H
#define CLI_COMPLETE_H

#include "base/command.h"

/* Gives the commands by index from 0; NULL past the last. */
typedef const cli_command *command_lister(unsigned index);

/* The shells that have a script, and the scripts. NULL past the last. */
const char *completion_shell(unsigned index);
const char *completion_script(unsigned index);

/* Prints the candidates for the last word: one "CANDIDATE<tab>DESCRIPTION" per line, and ":files" or
 * ":folders" where paths are possible. The words are those after the program's name; the last one may be incomplete. */
void completion_offer(command_lister *commands, word_list words);

/* Prints the commands as a part of eleven(1), in mdoc. */
void commands_mdoc(command_lister *commands);

#endif
