/* A command is a row of a table: what it is called, what it takes, what it does, and the function that does
 * it. Every command leaves through an exit status: 0, STATUS_FAILURE or STATUS_USAGE. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

enum { STATUS_FAILURE = 1, STATUS_USAGE = 2 };

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

extern const cli_command play_command, replay_command, move_command, show_command, games_command,
    stats_command, rules_command, random_command, bench_command, interactive_command, lsp_command,
    best_command, match_command, watch_command, train_command, review_command, completion_command,
    convert_command, render_command, serve_command, solve_command, facts_command, endgame_command;

/* The commands by index from 0, as the help lists them; NULL past the last. */
const cli_command *command_at(unsigned index);

/* Says on standard error "eleven NAME: SENTENCE" and returns the status. */
__attribute__((format(printf, 3, 4))) int complain(const char *name, int status, const char *format, ...);

#endif
