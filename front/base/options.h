/* Options as a table. A command fills one in, with pointers to its own variables as targets, and has its
 * words read by it; --help is understood everywhere.
 *
 *     --name value    --name=value    --flag    -o value    -- (only arguments follow)    - (is an argument)
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "base/command.h"

/* Turns an option's text into its target. Returns 0, or the exit status after complaining in one sentence
 * that names the option and the text. */
typedef int option_reader(const char *command, const char *option, const char *text, void *target);

typedef struct cli_option {
    const char *name;  /* without its dashes; NULL ends a table */
    const char *value; /* what its value is called in the help; NULL: a flag, whose target is a bool */
    const char *help;  /* one line */
    option_reader *read;
    void *target;
    char letter; /* also understood after a single dash; 0: none */
} cli_option;

enum { OPTIONS_READ = -1 };

/* Reads all options and leaves in `words` only the arguments, as many as the command allows. Returns
 * OPTIONS_READ where the command may go on, otherwise its exit status: --help has been answered, or something
 * was wrong and has been said. */
int options_read(const cli_command *command, const cli_option *options, word_list *words);

/* Calls `visit` for every option of the command, --help last. The table lives in the command's own function, which is
 * called and comes no further than options_read: every command begins with that. */
typedef void option_visitor(void *state, const cli_option *option);
void options_visit(const cli_command *command, option_visitor *visit, void *state);

/* The target is a `const char *`, which then borrows the text. */
option_reader option_text;

#endif
