/* What the words of a command line mean: numbers, sizes, seeds, times, rules, goals, boards, players. Each reader
 * returns 0, or the exit status after a complaint of one sentence. */
#ifndef BASE_VALUES_H
#define BASE_VALUES_H

#include "eleven.h"
#include "base/command.h"

/* 0x0: not given. */
typedef struct board_size {
    unsigned w, h;
} board_size;

typedef struct seed_value {
    bool is_given;
    uint64_t seed;
} seed_value;

/* How long a player thinks about a move; 0: no limit. */
typedef struct think_limits {
    int64_t depth, nodes;
    double milliseconds;
} think_limits;

/* The values are const char *, borrowed: any text, the path of a file or of a folder. */
extern const value_kind kind_text, kind_file, kind_folder;

/* A const char *, one of the names of its kind; for kinds of commands. */
value_reader read_name;

/* An int64_t in the range of the option; a most of 0 means no limit. */
extern const value_kind kind_number;

/* A board_size, a seed_value; a double, in milliseconds. */
extern const value_kind kind_size, kind_seed, kind_time;

/* An eleven_rules: a shipped set or a rule file. Its name stays "" where the option is not given. */
extern const value_kind kind_rules;

/* A const char *, to be checked by player_check or player_read: the name of a built-in player, or the path of a
 * table of a solved board. */
extern const value_kind kind_player;

/* "--OPTION expects EXPECTED, not 'TEXT'"; gives STATUS_USAGE. */
int complain_of_value(const char *command, const char *option, const char *expected, const char *text);

/* What answers without --player, and the greatest --depth. */
#define USUAL_PLAYER "network"
enum { DEPTH_MOST = ELEVEN_SEARCH_DEPTH };

#define OPTION_RULES(type, field)                                                                                      \
    OPTION(type, field, "rules", 'r', "RULES", kind_rules, "a shipped rule set or a rule file (default: classic)")
#define OPTION_SIZE(type, field)                                                                                       \
    OPTION(type, field, "size", 's', "WxH", kind_size, "columns and rows, 1x1 to 8x8 (default: 4x4)")
#define OPTION_JSON(type, field) FLAG(type, field, "json", 0, "print JSON")
#define OPTION_DATA(type, field)                                                                                       \
    OPTION(type, field, "data", 0, "DIR", kind_folder, "the folder of saved games (default: ~/.local/share/eleven)")
#define OPTION_DEPTH(type, limits)                                                                                     \
    NUMBER(type, limits.depth, "depth", 'd', 1, DEPTH_MOST, "moves to look ahead, 1 to 15")
#define OPTION_TIME(type, limits)                                                                                      \
    OPTION(type, limits.milliseconds, "time", 't', "TIME", kind_time, "thinking time per move: 10ms, 500us, 2s")

/* --depth, --nodes and --time. */
#define OPTIONS_THINK(type, limits)                                                                                    \
    OPTION_DEPTH(type, limits), NUMBER(type, limits.nodes, "nodes", 0, 1, 0, "positions to look at per move"),         \
        OPTION_TIME(type, limits)

eleven_budget budget_of(const think_limits *limits);

/* Sets the goal of the rules to the tile with this number, or to none. `text` NULL: the goal stays. */
int goal_read(const char *command, const char *text, eleven_rules *rules);

/* Classic rules where none were given. */
void rules_or_classic(eleven_rules *rules);

/* Reads a board; `what` is what a complaint calls it. */
int board_read(const char *command, const char *what, const char *text, const eleven_rules *rules, eleven_board *board);

/* Whether there is such a player, and it can be opened: 0, or the exit status after a complaint. */
int player_check(const char *command, const char *name);

/* Opens a player, built-in or a table, to be closed with eleven_player_close. NULL and the exit status otherwise. */
int player_read(const char *command, const char *name, uint64_t seed, eleven_player **player);

/* A seed below 2^53, so that every reader of JSON can hold it. */
uint64_t random_seed(void);

/* The seed that was given, otherwise a random one. */
uint64_t seed_or_random(seed_value seed);

/* Now, in ISO 8601, UTC. */
void date_now(char date[32]);

/* Whether there is no terminal, or one that cannot show pictures. */
bool terminal_is_plain(void);

#endif
