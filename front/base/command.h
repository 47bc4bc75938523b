/* Commands and their options as static tables. Parsing, help, the manual page and the completions of the shells all
 * read the same rows, so nothing has to run to describe a command.
 *
 *     command   name, arguments, summary, details ... and a table of options
 *     option    --name, -letter, VALUE, help, the kind of the value, and where the value goes
 *     kind      how a text becomes a value, and which words a shell can offer for it
 *
 * The words of a command line are read by the table:
 *
 *     --name value    --name=value    --flag    -o value    -- (only arguments follow)    - (is an argument)
 *
 * --help and -h are understood by every command. A command has a struct for its options. It is filled with the
 * defaults, then by the options that were given, and handed to the command's function. */
#ifndef BASE_COMMAND_H
#define BASE_COMMAND_H

#include "base/complain.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The words of the command line that are not options; borrowed. */
typedef struct word_list {
    int count;
    char **at;
} word_list;

typedef struct cli_option cli_option;

/* Turns the text of an option into its value, or fails with a sentence that names the option and the text. */
typedef void value_reader(const cli_option *option, const char *text, void *value);

typedef struct value_kind {
    value_reader *read;
    /* The words that the value can be, by index from 0, NULL past the last. NULL: there is no list. */
    const char *(*name)(unsigned index);
    /* Whether the value can be a path. */
    enum { PATH_NONE, PATH_FILE, PATH_FOLDER } path;
    /* More words that a shell can offer, separated by blanks, where a value can also be something else; or NULL. */
    const char *words;
} value_kind;

struct cli_option {
    /* Without its dashes; NULL ends a table. */
    const char *name;
    /* Also understood after a single dash; 0: none. */
    char letter;
    /* What the help calls the value. NULL: a flag, which makes a bool true. */
    const char *value;
    /* One line, with the range and the default. */
    const char *help;
    const value_kind *kind;
    /* Where the value goes in the command's struct of options. */
    size_t offset;
    /* The range of a number. */
    uint64_t least, most;
};

/* Rows of a table. Each command calls its struct of options `struct options`; `field` is where the value goes. */
/* Versions of clang-format differ here. */
/* clang-format off */
#define FLAG(field, name, letter, help) {name, letter, NULL, help, NULL, offsetof(struct options, field), 0, 0}
#define OPTION(field, name, letter, value, kind, help) \
    {name, letter, value, help, &(kind), offsetof(struct options, field), 0, 0}
#define NUMBER(field, name, letter, least, most, help) \
    {name, letter, "N", help, &kind_number, offsetof(struct options, field), least, most}
/* clang-format on */

typedef struct cli_command {
    const char *name;
    /* As the usage line shows them: lower-case words are typed as they are. NULL: there are none. */
    const char *arguments;
    /* One line. */
    const char *summary;
    /* What the summary leaves out: whole lines, or NULL. Indented lines are examples or tables. */
    const char *details;
    /* How many arguments it takes. */
    int least, most;
    /* What a shell can offer for the arguments, besides the words of `arguments`; NULL: nothing. */
    const value_kind *argument;
    /* Ends with {0}; NULL: no options. */
    const cli_option *options;
    /* The struct of options: its size, and its contents before any option is read. NULL: all 0. */
    size_t size;
    const void *defaults;
    /* Does it. Gives the exit status. */
    int (*run)(void *options, word_list words);
} cli_command;

/* In a command: its table of options, and the size of its struct. */
#define OPTIONS(rows) .options = (rows), .size = sizeof(struct options)

/* Reads the options and runs the command with them. Returns its exit status. */
int command_run(const cli_command *command, word_list words);

/* Prints the help of the command. */
void command_help(const cli_command *command);

/* The options of a command by index from 0, --help last; NULL past that. */
const cli_option *option_at(const cli_command *command, unsigned index);

/* The option that a word names, "--seed", "--seed=7" or "-s"; NULL where there is none. */
const cli_option *option_find(const cli_command *command, const char *word);

#endif
