/* The commands of the program, one file each; the table of them is in main.c. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "base/command.h"

extern const cli_command play_command, replay_command, move_command, show_command, games_command, stats_command,
    rules_command, random_command, bench_command, interactive_command, lsp_command, best_command, match_command,
    watch_command, train_command, review_command, completion_command, convert_command, render_command, serve_command,
    solve_command, facts_command, endgame_command;

/* The commands by index from 0, as the help lists them; NULL past the last. */
const cli_command *command_at(unsigned index);

#endif
