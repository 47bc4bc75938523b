/* What the words of a command line stand for: sizes, rules, goals, seeds, boards, places. Each reader returns
 * 0, or the exit status after complaining in one sentence. */
#ifndef CLI_VALUES_H
#define CLI_VALUES_H

#include "eleven.h"
#include "base/options.h"

typedef struct board_size {
    unsigned w, h; /* 0: not told */
} board_size;

typedef struct seed_value {
    bool is_given;
    uint64_t seed;
} seed_value;

option_reader option_size;   /* target: a board_size */
option_reader option_theme;  /* target: a const char * that borrows the name of a theme */
option_reader option_seed;   /* target: a seed_value */
option_reader option_time;   /* target: a double, in milliseconds; left alone where the option is not given */
option_reader option_number; /* target: an int64_t, 0 or more; give it a negative value before */

/* A shipped name or the path of a rule file. */
option_reader option_rules; /* target: an eleven_rules; its name stays "" where the option is not given */

/* The goal of the rules becomes the rank with that face value, or none. `text` NULL: the goal stays. */
int goal_read(const char *command, const char *text, eleven_rules *rules);

/* A rule file. */
int rules_file_read(const char *command, const char *path, eleven_rules *rules);

/* A board told as an argument; `what` is what the sentence calls it. */
int board_read(const char *command, const char *what, const char *text, const eleven_rules *rules, eleven_board *board);

/* Whether --player names a built-in player or a table that can be read; otherwise the exit status after a complaint,
 * which names the nearest built-in one. */
int player_check(const char *command, const char *name);

/* Who gives hints and plays where no --player is told. */
#define USUAL_PLAYER "network"

option_reader option_player; /* target: a const char * that borrows the name of a built-in player */

/* Opens the player that --player names, a built-in one or a table (tables.h), to be closed with eleven_player_close:
 * 0, or NULL and the exit status after a complaint. */
int player_read(const char *command, const char *name, uint64_t seed, eleven_player **player);

/* "FILE:LINE:COLUMN: SENTENCE" as a complaint; without a place where the problem has none. */
int complain_of_file(const char *command, const char *path, const eleven_problem *problem);

/* Rules as a sentence can name them: sound ones that a program ships, by default classic. */
void rules_or_classic(eleven_rules *rules);

/* A row of text for people: "starts with 2; new tiles are 2 (90%) or 4 (10%); goal 2048". */
enum { RULES_LINE = 256 };
void rules_describe(const eleven_rules *rules, char line[RULES_LINE]);

const char *status_name(eleven_status status); /* "playing" "won" "lost" */

/* Where games are kept: `given` (NULL: not given), $ELEVEN_DATA, $XDG_DATA_HOME/eleven or
 * $HOME/.local/share/eleven, whichever is told first. False where none is, or the path is too long. */
enum { DATA_PATH = 4096 };
bool data_folder(const char *given, char path[DATA_PATH]);

bool terminal_is_plain(void); /* no terminal, or one that cannot show pictures */

uint64_t random_seed(void);   /* below 2^53, so that any reader of JSON can hold it */
void date_now(char date[32]); /* ISO 8601, UTC */
bool text_is_number(const char *text, uint64_t most, uint64_t *number);

#endif
