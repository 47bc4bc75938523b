/* What the words of a command line mean: numbers, sizes, seeds, times, rules, goals, boards. Each reader
 * fails where the word does not mean such a value, with a sentence that quotes it. */
#ifndef BASE_VALUES_H
#define BASE_VALUES_H

#include "eleven.h"
#include "base/command.h"
#include "base/plural.h"

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

/* The values are const char *, borrowed: any text, the path of a file or of a folder. A file beside a report cannot go
 * to standard output too. */
extern const value_kind kind_text, kind_file, kind_file_beside, kind_folder;

/* For kinds of other files: a const char *, any text, or one of the names of the kind. */
value_reader read_text, read_name;

/* An int64_t in the range of the option; a most of 0 means no limit. */
extern const value_kind kind_number;

/* The value of --bits: fails unless this processor has vectors of so many bits. 0 means the widest. */
void vector_width_check(int64_t bits);

/* A board_size, a seed_value; a double, in milliseconds. */
extern const value_kind kind_size, kind_seed, kind_time, kind_goal;

/* An eleven_rules: a shipped set or a rule file. Its name stays "" where the option is not given. */
extern const value_kind kind_rules;

/* "--OPTION expects EXPECTED, not 'TEXT'". */
__attribute__((noreturn)) void fail_value(const cli_option *option, const char *expected, const char *text);

/* The index of a name in a list (NULL past the last). Where it is not there, the sentence says what was typed, and
 * which name is close. If none is, it ends with `otherwise`, or lists the names where that is NULL. */
unsigned name_find(const char *(*name)(unsigned index), const char *what, const char *typed, const char *otherwise);

/* Reads digits, perhaps with a point among them. Returns what follows, or NULL where the text begins with no number. */
const char *decimal_parse(const char *text, double *number);

/* Reads a length of time: a decimal number above 0 and "us", "ms", "s", or nothing for "ms". */
bool milliseconds_parse(const char *text, double *milliseconds);

/* The greatest --depth. */
enum { DEPTH_MOST = ELEVEN_SEARCH_DEPTH };

#define OPTION_RULES(field)                                                                                            \
    OPTION(field, "rules", 'r', "RULES", kind_rules, "a shipped rule set or a rule file (default: classic)")
#define OPTION_SIZE(field) OPTION(field, "size", 's', "WxH", kind_size, "columns and rows, 1x1 to 8x8 (default: 4x4)")
#define OPTION_JSON(field) FLAG(field, "json", 0, "print JSON")
#define OPTION_DATA(field)                                                                                             \
    OPTION(field, "data", 0, "DIR", kind_folder, "the folder of saved games (default: ~/.local/share/eleven)")
#define OPTION_DEPTH(limits) NUMBER(limits.depth, "depth", 'd', 1, DEPTH_MOST, "moves to look ahead, 1 to 15")
#define OPTION_TIME(limits)                                                                                            \
    OPTION(limits.milliseconds, "time", 't', "TIME", kind_time, "thinking time per move: 10ms, 500us, 2s")

/* --depth, --nodes and --time. */
#define OPTIONS_THINK(limits)                                                                                          \
    OPTION_DEPTH(limits), NUMBER(limits.nodes, "nodes", 0, 1, 0, "positions to look at per move"), OPTION_TIME(limits)

eleven_budget budget_of(const think_limits *limits);

/* Sets the goal of the rules to the tile with this number, or to none. `text` NULL: the goal stays. */
void goal_read(const char *text, eleven_rules *rules);

/* An option, and whether the command line has it. */
typedef struct given_option {
    const char *name;
    bool is_given;
} given_option;

/* Fails with a usage error where one of the options is given beside `what`, such as a file. The last has no name. */
void refuse_beside_game(const given_option *options, const char *what);

/* Classic rules where none were given. */
void rules_or_classic(eleven_rules *rules);

/* Reads a board; `what` is what a complaint calls it. */
eleven_board board_read(const char *what, const char *text, const eleven_rules *rules);

/* The same; "-": the board of standard input. */
eleven_board board_input(const char *text, const eleven_rules *rules);

/* A seed below 2^53, so that every reader of JSON can hold it. */
uint64_t random_seed(void);

/* The seed that was given, otherwise a random one. */
uint64_t seed_or_random(seed_value seed);

/* Now, in ISO 8601, UTC. */
void date_now(char date[32]);

/* Whether there is no terminal, or one that cannot show pictures. */
bool terminal_is_plain(void);

/* "1,234,567". */
enum { GROUPED = 32 };
const char *grouped(uint64_t number, char text[GROUPED]);

/* Prints a paragraph in lines of at most `width` characters, which begin with `indent` blanks. Returns where the
 * paragraph ends. */
const char *print_paragraph(const char *text, int width, int indent);

/* "goal 2048", or "no goal" for 0. */
void print_goal(uint32_t goal);

#endif
