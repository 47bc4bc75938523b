/* What the files of this room share: the openers of the built-in players, the transposition table, tuples, networks and
 * their kernels. */
#ifndef PLAYER_ROOM_H
#define PLAYER_ROOM_H

#include "eleven/network.h"
#include "eleven/search.h"
#include "fast/words.h"

/* Gives a new player, to be closed with eleven_player_close; NULL if out of memory. Equal seeds make equal choices. */
typedef eleven_player *player_opener(uint64_t seed);

player_opener player_random_open, player_greedy_open, player_corner_open, player_montecarlo_open, player_search_open,
    player_network_open;

/* Expectimax on any board under any rules; fills `advice` as a player's choose does. */
bool player_plain_choose(const eleven_rules *rules, const eleven_board *board, const eleven_budget *budget,
                         eleven_advice *advice);

/* One of the directions in `legal`, which has a bit for each and at least one; all are equally likely. */
eleven_direction player_draw(unsigned legal, uint64_t word);

/* Of two networks, the second one judges searches that begin with a tile of this rank or a higher one. It has learned
 * from few boards with higher ones, so these are searched as lower boards. */
enum { NETWORK_LATE = 14 };

/* Whether a tile of this rank is on the board. */
static inline bool player_has_rank(eleven_bitboard board, unsigned rank)
{
    bool has = false;
    for (unsigned cell = 0; cell < 16; cell++)
        has |= eleven_bitboard_get(board, cell) == rank;
    return has;
}

/* Opens the bytes of a file of weights and a player that searches with them. Closing the player closes the network. */
eleven_error player_weights_open(const void *bytes, size_t length, eleven_player **player, eleven_problem *problem);

enum { TABLE_SLOTS = 8, TABLE_LEVELS = 32, TABLE_RARITIES = 64 };

/* One cache line of entries; an empty one is 0. */
typedef struct table_bucket {
    uint64_t slot[TABLE_SLOTS];
} table_bucket;

typedef struct search_table {
    /* Owned; NULL: the table is never asked. */
    table_bucket *buckets;

    /* Powers of two: how many there are, and how many of them, the first ones, are in use. */
    size_t size, used;

    /* 0..3, of this search. */
    unsigned age;
} search_table;

/* An afterstate and the effort that its value took, or has to have taken. */
typedef struct table_question {
    uint64_t hash;

    /* 1..TABLE_LEVELS - 1; more is a deeper search. */
    unsigned level;

    /* 0..TABLE_RARITIES - 1; less is a more probable line, which is searched more widely. */
    unsigned rarity;
} table_question;

/* The rarity of a line of this probability, 0..1: its binary logarithm in quarters. */
unsigned player_table_rarity(float chance);

/* Opens a table of at most so many megabytes; false when out of memory. */
bool player_table_open(search_table *table, unsigned megabytes);
void player_table_close(search_table *table);

/* Forgets everything, and uses `buckets` buckets from now on, or the power of two above, or all. */
void player_table_clear(search_table *table, size_t buckets);

/* Makes all entries one search older, so that they are replaced first, and uses all buckets. */
void player_table_age(search_table *table);

bool player_table_find(const search_table *table, table_question question, float *value);

/* Replaces what was known about the board, or else the oldest, least deep entry of its bucket. The value is rounded to
 * 27 bits. */
void player_table_store(search_table *table, table_question question, float value);

/* The values of boards that an evaluator was asked for; see kept_values.c. `at` is owned; NULL: none are kept. */
typedef struct kept_value kept_value;
typedef struct kept_values {
    kept_value *at;
    unsigned bits;
} kept_values;

/* Keeps about `count` values, 0 for none; false when out of memory. */
bool player_values_open(kept_values *kept, unsigned count);
void player_values_close(kept_values *kept);
void player_values_clear(kept_values *kept);

/* As many moves as follow from a slide at most: any direction after any of two tiles on any cell. */
enum { SEARCH_MOVES_MOST = 2 * 16 * ELEVEN_DIRECTIONS };

/* The values of at most SEARCH_MOVES_MOST boards, which come after moves. */
void player_values_ask(const kept_values *kept, const eleven_evaluator *evaluator, const eleven_bitboard *boards,
                       unsigned count, float *values);

/* ---- Searches ------------------------------------------------------------------------------------------- */
typedef struct search_team search_team;

struct eleven_search {
    const eleven_rowtable *rows;
    eleven_evaluator evaluator;
    eleven_search_settings settings;
    search_table table;
    kept_values kept;

    /* Probabilities of ranks 1 and 2. */
    float likely, rare;

    /* That of the settings; INFINITY: every move is followed. */
    float margin;

    /* 1..THOROUGHNESS_MOST: lines are followed down to cutoff / thoroughness. */
    float thoroughness;

    /* Positions looked at, how many of them end the search, and at how many it reads the clock next. */
    uint64_t nodes, most_nodes, next_look;
    double deadline;
    const eleven_stop *stop;

    /* Of the board that the last search began with. */
    eleven_rank largest;

    /* The budget is used up; every value from now on is void. */
    bool is_over;

    /* The threads of a search that has several, otherwise NULL. */
    search_team *team;
};

/* Removes as many empty cells as a crowded board may have; is none left? */
static inline bool board_is_crowded(const eleven_search *search, eleven_bitboard board)
{
    uint64_t empties = board.high ? eleven_bitboard_empties(board) : low_empties(board.low);
    for (unsigned i = 0; i < search->settings.crowded; i++)
        empties &= empties - 1;
    return empties == 0;
}

/* Moves still to come on a line, counted in levels of the table: two per move, one per extra move, which is searched
 * only because the board is crowded. THOROUGHNESS_MOST: see search.c. */
enum { LEVEL_EXTRA = 1, LEVEL_MOVE = 2, THOROUGHNESS_MOST = 256 };

/* The value of a position, and that of an afterstate, with `level` still to come, LEVEL_EXTRA at least, on a line of
 * this probability. 0 for an afterstate where the search is over. */
float player_search_position(eleven_search *search, eleven_bitboard board, unsigned level, float chance);
float player_search_afterstate(eleven_search *search, eleven_bitboard after, unsigned level, float chance);

/* Threads that search together, see search_team.c: each member is a search that borrows the table of the first one. */
struct search_team {
    struct workers *workers;
    unsigned count;
    eleven_search *member[];
};

/* Gives the search a team of so many threads; 0 and 1: none. False when out of memory. */
bool player_team_ready(eleven_search *search, unsigned threads);

/* The values of the boards after the root's legal moves, with `level` still to come, by all members. */
void player_team_values(eleven_search *search, const eleven_afterstates *after, unsigned legal, unsigned level,
                        float values[ELEVEN_DIRECTIONS]);

enum {
    TUPLES_MAX = 16,
    TUPLE_CELLS_MAX = 6,
    STAGES_MAX = 8,
    LOOKUPS_MAX = TUPLES_MAX * ELEVEN_SYMMETRIES,

    /* Ranks up to this one are never lowered. */
    TUPLE_KEEP = 6,

    /* The weights of a tuple of at most so many cells fit into a near cache. */
    NEAR_CELLS = 4,
};

/* A part of a number that is a run of bits of either half of the parted board: (half >> shift & mask) << to. */
typedef struct tuple_run {
    uint8_t shift, to;
    uint32_t mask;
} tuple_run;

/* One tuple, prepared for look-ups. */
typedef struct tuple_form {
    /* 2..TUPLE_CELLS_MAX cells, ascending. */
    uint8_t count;
    uint8_t cell[TUPLE_CELLS_MAX];

    /* Checkpoints of older versions have something here. */
    uint64_t reserved[9];

    uint8_t runs;
    tuple_run run[TUPLE_CELLS_MAX];

    /* Where the weights of this tuple begin among those of a stage. */
    uint32_t first;
} tuple_form;

/* All tuples of a network, and its stages. */
typedef struct tuple_set {
    /* `lookups` is count * 8. */
    unsigned count, lookups;
    tuple_form at[TUPLES_MAX];

    /* Weights of one stage. */
    uint32_t size;

    /* The last stage is for all boards that are lowered so often or more. */
    unsigned stages;

    /* The highest rank that is looked at as it is, TUPLE_KEEP + 1..15. */
    unsigned cap;
} tuple_set;

tuple_set player_tuples_empty(void);

/* Adds a tuple of 2 to 6 different cells below 16 in any order; false where it is not one, or there are too many. */
bool player_tuples_add(tuple_set *set, const uint8_t *cells, unsigned count);

/* From a number of the tuple to the ranks of its cells, and back. */
void player_tuple_ranks(const tuple_form *tuple, uint32_t number, eleven_rank ranks[TUPLE_CELLS_MAX]);
uint32_t player_tuple_number(const tuple_form *tuple, const eleven_rank ranks[TUPLE_CELLS_MAX]);

/* Checkpoints before version 3 have the bits of a number in another order. This is where the bit `bit` of such a number
 * is in a number of tuples.c. */
unsigned player_tuple_bit(unsigned cells, unsigned bit);

struct eleven_network {
    tuple_set tuples;
    eleven_network_facts facts;
    eleven_evaluator evaluator;

    /* How many points a weight of 1 is. */
    float unit;

    /* stages * size of them. */
    int16_t *weights;
    size_t bytes;

    /* The weights of a tuple are multiples of 1 << coarse. */
    uint8_t coarse[TUPLES_MAX];
};

/* A network of zeros; NULL when out of memory. Only pages that are written to take up memory. */
eleven_network *player_network_new(const tuple_set *tuples);

/* The weights as a stream of bytes; see network_code.c. Encoding returns the length, size + 1 where it would be
 * more than `size`, 0 when out of memory. Decoding fills the weights; ELEVEN_BAD_TEXT where the stream is
 * damaged, or ELEVEN_NO_MEMORY. */
size_t player_network_encode(const eleven_network *network, uint8_t *bytes, size_t size);
eleven_error player_network_decode(eleven_network *network, const uint8_t *bytes, size_t length);

/* Folds tuples into others that see as much, for faster play; see network_fold.c. */
void player_network_fold(eleven_network *network);

/* The first bytes of a file of weights. */
#define WEIGHTS_MAGIC "ELEVENN\n"

/* A network as the bytes of a file, as it was trained; see network_file.c. Printing returns their number, size + 1
 * where they are more than `size`, 0 when out of memory. */
size_t player_network_print(const eleven_network *network, uint8_t *bytes, size_t size);
eleven_error player_network_read(const char *path, eleven_network **network, eleven_problem *problem);

/* A file has one or two parts, each a network. Gives part 0 or 1, to be closed; NULL where there is no second one.
 * Scanning gives it as it was trained, opening folds it. Fails where any part is damaged. */
eleven_error player_network_scan(const void *bytes, size_t length, unsigned part, eleven_network **network,
                                 eleven_problem *problem);
eleven_error player_network_open_part(const void *bytes, size_t length, unsigned part, eleven_network **network,
                                      eleven_problem *problem);

/* The network's inner loop is compiled once for each kind of machine; all give the same results. */
typedef void player_values(const eleven_network *network, const eleven_bitboard *boards, size_t count, float *values);

player_values player_values_plain, player_values_256, player_values_512;

/* The fastest one that this machine can run. */
player_values *player_values_best(void);

/* The longest vectors, in bits, for which this machine has all instructions that kernels use: 512, 256, or 0: none. */
unsigned player_kernel_bits(void);

#define PLAYER_TARGET_256 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define PLAYER_TARGET_512 __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,bmi,bmi2,popcnt")))

#endif
