/* The commands of the program, one file each. The table of them is in main.c. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "base/command.h"
#include "base/values.h"

extern const cli_command play_command, replay_command, move_command, show_command, games_command, stats_command,
    rules_command, random_command, bench_command, interactive_command, lsp_command, best_command, match_command,
    watch_command, train_command, review_command, convert_command, render_command, serve_command, solve_command,
    facts_command, endgame_command;

/* The name of a theme, as a const char *. */
extern const value_kind kind_theme;

#define OPTION_THEME(type, field)                                                                                      \
    OPTION(type, field, "theme", 0, "NAME", kind_theme, "colours: original, dark, high-contrast, colour-blind")
#define OPTION_STILL(type, field) FLAG(type, field, "no-animation", 0, "tiles jump instead of sliding")

#endif
