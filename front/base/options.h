/* Reads the words of a command by its table of options, and explains the table.
 *
 *     --name value    --name=value    --flag    -o value    -- (only arguments follow)    - (is an argument)
 *
 * --help and -h are understood by every command. */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include "base/command.h"

/* Reads the options and runs the command with them. Returns its exit status. */
int command_run(const cli_command *command, word_list words);

/* Prints the help of the command. */
void command_help(const cli_command *command);

/* The options of a command by index from 0, --help last; NULL past that. */
const cli_option *option_at(const cli_command *command, unsigned index);

/* The option that a word names, "--seed", "--seed=7" or "-s"; NULL where there is none. */
const cli_option *option_find(const cli_command *command, const char *word);

#endif
