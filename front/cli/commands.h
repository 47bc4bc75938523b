/* The commands of the program, one file each, and the longer reports. The table of commands is in main.c. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "base/game_review.h"
#include "base/named_player.h"
#include "base/progress.h"
#include "base/values.h"

#include <stdio.h>

extern const cli_command play_command, replay_command, move_command, show_command, games_command, stats_command,
    rules_command, random_command, bench_command, interactive_command, lsp_command, best_command, match_command,
    watch_command, train_command, review_command, convert_command, render_command, serve_command, solve_command,
    facts_command, endgame_command;

/* The name of a theme, as a const char *. */
extern const value_kind kind_theme;

#define OPTION_THEME(field)                                                                                            \
    OPTION(field, "theme", 0, "NAME", kind_theme, "colours: original, dark, high-contrast, colour-blind")
#define OPTION_STILL(field) FLAG(field, "no-animation", 0, "tiles jump instead of sliding")

/* In the help of each command that takes a player. */
#define PLAYER_HELP                                                                                                    \
    "\n"                                                                                                               \
    "A PLAYER is a name or a file of weights or of a table; 'eleven match --help' lists the names.\n"

/* Pairs of games are counted until a sequential test has decided. */
typedef struct duel {
    eleven_sprt test;
    const char *names[2];

    /* How many pairs there are at most, and the results of the first player so far. */
    uint64_t pairs, wins, losses, ties;

    progress shown;
} duel;

/* Counts a pair of games by their scores; false once the test has decided. */
bool duel_count(duel *self, uint64_t first, uint64_t second);

/* Counts the scores in two files, whose paths are the names: one score per line, until the test has decided. Fails if
 * one of them has fewer scores before that. */
void duel_read(duel *self);

/* Prints the result. */
void duel_report(duel *self, bool as_json);

/* Plays the match, in eleven-mpi on all ranks, and lets `stop` end it; see eleven_match_run. */
eleven_error match_share(eleven_match *match, eleven_stop *stop);

/* What makes a match of one player. `rules` is not NULL. */
typedef struct match_part {
    char player[PLAYER_TITLE];
    /* Of the bytes of the player's file; 0 for players by name. */
    uint64_t file_hash;
    uint64_t seed, games;
    board_size size;
    eleven_rules *rules;
    think_limits limits;
} match_part;

/* Prints a part of it: the games from `first` on. */
void match_part_print(const match_part *part, uint64_t first, const eleven_match_game *games, size_t count);

/* The games of the parts, to be freed, and the paths that they are from. */
typedef struct match_merge {
    eleven_match_game *games;
    const char **from;
} match_merge;

/* Reads the parts of one match. `part->rules`: those of the match unless they are shipped. Fails unless each game is in
 * a part, and equal where it is in several. */
void match_parts_read(word_list paths, match_part *part, match_merge *merge);

/* The actions of 'eleven games' that go through whole records. The store is NULL where no game has been saved. They
 * return the exit status. */
struct eleven_store;
typedef struct games_export_options {
    /* The file to write; "-" for standard output. */
    const char *path;
    /* The number of the game, if not all. */
    int64_t id;
    /* `has_extras`: with what a record does not contain. `replaces`: the file may exist. */
    bool is_all, has_extras, replaces, as_json;
} games_export_options;

int games_check(struct eleven_store *store, bool as_json);

/* Verifies all games, and complains about each one that is damaged. The exit status is 1 too where a repair lost a part
 * of a game. */
int games_complain(struct eleven_store *store);
int games_export(struct eleven_store *store, const games_export_options *options);
int games_import(struct eleven_store *store, const char *path, bool as_json);

typedef struct solve_report {
    const eleven_solve *solve;
    const eleven_solution *solution;

    /* Seconds. */
    double enumerating, solving;
} solve_report;

/* The log of a solve: a line per layer with the numbers of all processes. */
typedef struct solve_log {
    /* NULL in a process that only sends its numbers, and after an error. */
    FILE *out;
    const uint64_t *written;

    /* The errno of the first line that could not be written; 0. */
    int error;

    /* When the last layer ended; positions, bytes written and sent, and waits until then. */
    double last;
    unsigned phase;
    uint64_t done, stored, sent, waits, waited, sending;
} solve_log;

/* Opens the log; lines are added to an existing one. *written: bytes that this process has stored. */
void solve_log_open(solve_log *self, const char *path, const uint64_t *written);

/* Adds a line. All processes call it after the same layers. */
void solve_log_layer(solve_log *self, const eleven_progress *done);

/* Ends the program if a line could not be written. */
void solve_log_close(solve_log *self, const char *path);

void solve_report_text(const solve_report *report);
void solve_report_json(const solve_report *report);

/* The same of tables. */
void table_facts_text(const eleven_table_facts *facts);
void table_facts_json(const eleven_table_facts *facts);
void table_answer_text(const eleven_table_facts *facts, const eleven_table_answer *answer);
void table_answer_json(const eleven_table_facts *facts, const eleven_board *board, const eleven_table_answer *answer);

/* Gives the commands by index from 0; NULL past the last. */
typedef const cli_command *command_lister(unsigned index);

/* The shells that have a script, and the scripts. NULL past the last. */
const char *completion_shell(unsigned index);
const char *completion_script(unsigned index);

/* Prints the candidates for the last word: one "CANDIDATE<tab>DESCRIPTION" per line, and ":files" or
 * ":folders" where paths are possible. The words are those after the program's name; the last one may be incomplete. */
void completion_offer(command_lister *commands, word_list words);

/* Prints the commands as a part of eleven(6), in mdoc. */
void commands_mdoc(command_lister *commands);

#endif
