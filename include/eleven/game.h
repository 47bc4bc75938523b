/* The game as values: rule sets, boards, steps and their texts.
 *
 * Nothing here allocates, prints, reads a clock or keeps state between calls; everything is safe to use from
 * several threads. Pointers are borrowed for the length of the call. Preconditions are asserted; only the
 * functions that return eleven_error can fail on input.
 *
 *     (rules, game, direction, random word)  ->  game, events
 */
#ifndef ELEVEN_GAME_H
#define ELEVEN_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Errors ------------------------------------------------------------------------------------------- */

typedef enum eleven_error {
    ELEVEN_OK = 0,
    ELEVEN_END,        /* not a failure: a reader has delivered its last move */
    ELEVEN_BAD_TEXT,   /* a text does not follow its grammar, or tells an impossible game */
    ELEVEN_BAD_RULES,  /* a rule set is unsound */
    ELEVEN_NEWER,      /* a text or file carries a format number above the one known here */
    ELEVEN_NO_MEMORY,  /* allocation failed; nothing was changed */
    ELEVEN_NO_STORAGE, /* a file could not be read or written */
} eleven_error;

/* What went wrong and where. Filled by a function that returns an error other than ELEVEN_END, otherwise left
 * alone. Every function that takes one accepts NULL. */
typedef struct eleven_problem {
    uint32_t line;      /* 1-based; 0 where a place makes no sense */
    uint32_t column;    /* 1-based, in bytes */
    char sentence[200]; /* one plain sentence without a final full stop, NUL-terminated */
} eleven_problem;

/* ---- Rules -------------------------------------------------------------------------------------------- */

/* A tile's rank: 0 is empty, n is the n-th number of the rule set (2^n in classic). */
typedef uint8_t eleven_rank;

enum {
    ELEVEN_RANKS = 32,     /* ranks 0..31 can be represented; classic play on 4x4 reaches 17 */
    ELEVEN_SIDE_MAX = 8,   /* boards are 1..8 cells wide and high */
    ELEVEN_CELLS_MAX = 64, /* ELEVEN_SIDE_MAX squared */
    ELEVEN_SPAWNS_MAX = 8, /* new tiles at once, at most */
    ELEVEN_SYMMETRIES = 8, /* of the square */
};

/* A rule set as data. Build one with eleven_rules_find or eleven_rules_parse, or fill it in and call
 * eleven_rules_check: the other functions rely on a sound one. */
typedef struct eleven_rules {
    char name[32];                                 /* lower-case letters, digits and '-'; not part of the hash */
    eleven_rank merge[ELEVEN_RANKS][ELEVEN_RANKS]; /* what two neighbours become; 0: they do not merge */
    uint32_t value[ELEVEN_RANKS];                  /* face value; 0 for empty and for ranks not in use */
    uint32_t spawn_weight[ELEVEN_RANKS];           /* relative frequency of each rank among new tiles */
    uint32_t count_weight[ELEVEN_SPAWNS_MAX + 1];  /* relative frequency of n new tiles after a move */
    uint8_t start_tiles;                           /* 1..ELEVEN_SPAWNS_MAX tiles before the first move */
    eleven_rank goal;                              /* the game is won when this rank or a higher one stands; 0: never */
    bool cascade;   /* a tile just made by a merge may take in the next tile that reaches it */
    bool goal_ends; /* a won game cannot be continued */
} eleven_rules;

/* The shipped rule sets by index from 0; NULL past the last. `classic` comes first:
 *   classic    two start tiles; 2 (90%) and 4 (10%); goal 2048
 *   provider   one start tile; only 2s appear; goal 2048
 *   engine     classic's tiles, one or two new ones after a move (3:2), merges cascade
 *   fibonacci  1 2 3 5 8 ...: neighbours in the sequence merge, and 1 with 1; 1 (90%) and 2 (10%); goal 2584
 */
const char *eleven_rules_name(unsigned index);

/* Fills `rules` with the shipped set of that name; false (and `rules` untouched) where there is none. */
bool eleven_rules_find(const char *name, eleven_rules *rules);

/* Checks soundness over the whole domain: an empty cell never merges, the merge table is symmetric, a merge
 * gives a rank above both, every rank in use has a face value of its own, weights sum to 1..2^31, the goal
 * can be reached from the tiles that appear. ELEVEN_BAD_RULES names the first offence. */
eleven_error eleven_rules_check(const eleven_rules *rules, eleven_problem *problem);

/* A 64-bit fingerprint (FNV-1a) of everything that decides play: all fields but the name. Equal on every
 * platform. */
uint64_t eleven_rules_hash(const eleven_rules *rules);

/* The rank whose face value is `value`; 0 where no tile has it. */
eleven_rank eleven_rules_rank(const eleven_rules *rules, uint64_t value);

/* ---- Lines -------------------------------------------------------------------------------------------- */

/* A line of cells inside an array: `length` cells from `first`, each `stride` further. The front is the wall
 * that tiles slide toward. */
typedef struct eleven_view {
    uint8_t first;
    int8_t stride;
    uint8_t length;
} eleven_view;

/* A tile that changed its cell. `merged`: it joined the tile that stood at (or had just come to) `to`.
 * Applying hops one by one, in order, to the old cells gives the new ones. */
typedef struct eleven_hop {
    uint8_t from, to; /* cell indices */
    bool merged;
} eleven_hop;

/* What a slide did. It changed the cells exactly when there is a hop. */
typedef struct eleven_slide {
    uint64_t gain; /* sum of the face values of all merged tiles */
    uint8_t hops;  /* how many tiles changed cell */
} eleven_slide;

/* THE line function: slides the tiles of one view toward its front, in place; equal neighbours (or whatever
 * `rules->merge` says) merge once, those nearest the front first. `hops`: NULL, or room for length-1 of them.
 */
eleven_slide eleven_line_slide(const eleven_rules *rules, eleven_rank *cells, eleven_view view, eleven_hop *hops);

/* ---- Boards ------------------------------------------------------------------------------------------- */

typedef enum eleven_direction {
    ELEVEN_UP,
    ELEVEN_RIGHT,
    ELEVEN_DOWN,
    ELEVEN_LEFT,
    ELEVEN_DIRECTIONS /* how many there are */
} eleven_direction;

/* A w x h board. Cell (x, y), x to the right and y downwards from 0, is cells[y * w + x]; the rest is 0. */
typedef struct eleven_board {
    uint8_t w, h; /* 1..ELEVEN_SIDE_MAX each */
    eleven_rank cells[ELEVEN_CELLS_MAX];
} eleven_board;

typedef struct eleven_tile {
    uint8_t cell; /* index into cells */
    eleven_rank rank;
} eleven_tile;

eleven_board eleven_board_empty(unsigned w, unsigned h);

bool eleven_board_equal(const eleven_board *a, const eleven_board *b);

/* Slides every line of the board. `hops`: NULL, or room for w*h of them. */
eleven_slide eleven_board_slide(const eleven_rules *rules, eleven_board *board, eleven_direction direction,
                                eleven_hop *hops);

/* The directions that change the board, as bits 1 << direction. */
unsigned eleven_board_legal(const eleven_rules *rules, const eleven_board *board);

/* Writes the indices of the empty cells, ascending, and returns how many there are. */
unsigned eleven_board_empties(const eleven_board *board, uint8_t cells[ELEVEN_CELLS_MAX]);

/* Puts a tile on an empty cell. */
void eleven_board_place(eleven_board *board, eleven_tile tile);

/* The new tile that the random `word` stands for: uniform over the empty cells (at least one is needed),
 * ranks by spawn_weight. For uniform words no choice is off by more than 2^-26 of its probability. */
eleven_tile eleven_board_pick(const eleven_rules *rules, const eleven_board *board, uint64_t word);

/* The highest rank on the board; 0 when it is empty. */
eleven_rank eleven_board_largest(const eleven_board *board);

/* One of the eight symmetries of the square: bit 0 mirrors left-right, bit 1 mirrors top-bottom, then bit 2
 * exchanges x and y (and with them w and h). 0 changes nothing. */
eleven_board eleven_board_symmetry(const eleven_board *board, unsigned symmetry);

/* ---- Chance ------------------------------------------------------------------------------------------- */

/* Counter-based random words: the `ply`-th word of stream `seed`, with no state between calls. SplitMix64
 * (Steele, Lea and Flood, 2014, with Stafford's mixing constants) started from a mixed seed, so that
 * neighbouring seeds share nothing. */
uint64_t eleven_random(uint64_t seed, uint64_t ply);

/* ---- Games -------------------------------------------------------------------------------------------- */

typedef struct eleven_game {
    eleven_board board;
    uint64_t score;
    uint32_t ply;       /* moves made so far */
    bool keeps_playing; /* the player chose to go on after the win */
} eleven_game;

typedef enum eleven_status { ELEVEN_PLAYING, ELEVEN_WON, ELEVEN_LOST } eleven_status;

/* What one step did, for animation, records and replays. */
typedef struct eleven_events {
    uint64_t gain;
    uint8_t hop_count;
    uint8_t spawn_count;
    eleven_hop hops[ELEVEN_CELLS_MAX];
    eleven_tile spawns[ELEVEN_SPAWNS_MAX];
} eleven_events;

/* A new game. Its start tiles come from eleven_random(seed, 0); as many as fit. `events`: NULL or out. */
eleven_game eleven_game_start(const eleven_rules *rules, unsigned w, unsigned h, uint64_t seed, eleven_events *events);

/* Won: the goal stands on the board and the player has not chosen to go on (a win comes before a loss). Lost:
 * the board is full and no direction changes it. */
eleven_status eleven_game_status(const eleven_rules *rules, const eleven_game *game);

/* One move, as a seeded game makes it: slides, then lets the new tiles appear that `word` stands for;
 * eleven_random(seed, game->ply + 1) is the word of the next move. Returns false, and changes nothing, where
 * the direction does not change the board or the game is won or lost. `events`: NULL or out. */
bool eleven_game_step(const eleven_rules *rules, eleven_game *game, eleven_direction direction, uint64_t word,
                      eleven_events *events);

/* The same move without its new tiles, for a replay or an adversary who places them with eleven_board_place.
 */
bool eleven_game_slide(const eleven_rules *rules, eleven_game *game, eleven_direction direction, eleven_events *events);

/* Lets a won game go on; false where it is not won, or the rules end it there. */
bool eleven_game_keep_playing(const eleven_rules *rules, eleven_game *game);

/* A merge: the tile of rank `moved` slid into the one of rank `met`; together they are `rank`, on `cell`. */
typedef struct eleven_merge {
    uint8_t cell;
    eleven_rank met, moved, rank;
} eleven_merge;

/* Writes the merges among the hops of a move, in their order, and returns how many there are. `before` is the board
 * before the move. */
unsigned eleven_events_merges(const eleven_rules *rules, const eleven_board *before, const eleven_events *events,
                              eleven_merge merges[ELEVEN_CELLS_MAX]);

/* ---- Texts -------------------------------------------------------------------------------------------- */

/* Grammars stand in doc/FORMATS.md. Texts need no final NUL on the way in and get one on the way out. The
 * print functions return the length of the whole text without its NUL, whether or not it fitted into `size`
 * bytes (at most size-1 are written, as with snprintf; `text` may be NULL when size is 0). */

enum { ELEVEN_BOARD_TEXT = 1024 }; /* room for every board in every layout */

typedef enum eleven_layout {
    ELEVEN_LINE, /* "2 . 4 / . . 8": one line */
    ELEVEN_GRID, /* one row a line, columns aligned, ends with a newline */
    ELEVEN_HEX,  /* sixteen hex digits, ranks row by row; only 4x4 without ranks above 15, otherwise "" */
} eleven_layout;

size_t eleven_board_print(const eleven_rules *rules, const eleven_board *board, eleven_layout layout, char *text,
                          size_t size);

/* Reads every layout: rows separated by '/' or newlines, cells by spaces, '.' or '0' for empty; or sixteen
 * hex digits. */
eleven_error eleven_board_parse(const eleven_rules *rules, const char *text, size_t length, eleven_board *board,
                                eleven_problem *problem);

/* "up" "right" "down" "left". */
const char *eleven_direction_name(eleven_direction direction);

/* Reads a direction's name or first letter, in any case; false where it is none. */
bool eleven_direction_parse(const char *text, size_t length, eleven_direction *direction);

/* "playing" "won" "lost". */
const char *eleven_status_name(eleven_status status);

/* Reads the name of a status; false where it is not one. */
bool eleven_status_parse(const char *text, size_t length, eleven_status *status);

/* Reads a whole decimal number from 0 to `most`, such as a seed; false where the text is not one. */
bool eleven_number_parse(const char *text, size_t length, uint64_t most, uint64_t *number);

/* Reads a board size, "1x1" to "8x8"; false where the text is not one. */
bool eleven_size_parse(const char *text, size_t length, unsigned *w, unsigned *h);

/* Reads a goal, "none" or the number of a tile, into the rules. False, and the rules are unchanged, where no tile has
 * that number or the tile cannot be reached. */
bool eleven_goal_parse(const char *text, size_t length, eleven_rules *rules);

/* One line for people: "starts with 2; new tiles are 2 (90%) or 4 (10%); goal 2048". */
size_t eleven_rules_describe(const eleven_rules *rules, char *text, size_t size);

enum { ELEVEN_RULES_TEXT = 32768 }; /* room for every rule set */

/* A rule set as text, and back (checked for soundness as well). */
size_t eleven_rules_print(const eleven_rules *rules, char *text, size_t size);
eleven_error eleven_rules_parse(const char *text, size_t length, eleven_rules *rules, eleven_problem *problem);

/* One action in the record of a game. */
typedef struct eleven_ply {
    bool keeps_playing;         /* "keep": no move; the player goes on after the win */
    eleven_direction direction; /* otherwise: a move, */
    uint8_t spawn_count;        /* and the tiles that appeared after it */
    eleven_tile spawns[ELEVEN_SPAWNS_MAX];
} eleven_ply;

/* The ply that a move in this direction is, once its events are known. */
eleven_ply eleven_ply_of(eleven_direction direction, const eleven_events *events);

/* The head of a game record: all but its moves. */
typedef struct eleven_record {
    eleven_rules rules;
    eleven_game start; /* the position before the first move: ply 0, nothing kept on */
    bool has_seed;     /* every spawn follows from `seed`; a reader checks that */
    uint64_t seed;
    bool from_board;      /* the game starts from a given position, not from start tiles */
    uint32_t undos;       /* moves taken back while it was played */
    uint32_t helped;      /* moves that somebody else chose: a program, or whoever made a loaded game */
    char date[32];        /* when it began, ISO 8601; "" unknown */
    bool has_end;         /* the three below are known (a reader checks them) */
    eleven_status status; /* at the end of the record */
    uint64_t score;
    uint32_t moves;
} eleven_record;

/* A game record is text: print the head, then each ply. A ply's text starts with the blank or the line break
 * (and number) that separates it from the one before; `made` is how many moves came before it. */
size_t eleven_record_print(const eleven_record *record, char *text, size_t size);
size_t eleven_ply_print(const eleven_rules *rules, unsigned w, const eleven_ply *ply, uint32_t made, char *text,
                        size_t size);

/* Reads a game record move by move, replaying and checking as it goes. A plain value: copy it to remember a
 * place. */
typedef struct eleven_reader {
    eleven_record record; /* what the head said */
    eleven_game game;     /* after the plies read so far */
    const char *text;     /* borrowed until the last call */
    size_t length, at;
    uint32_t line, column; /* of text[at] */
    uint32_t end_line[3];  /* where the head told status, score, moves; 0: it did not */
} eleven_reader;

/* Reads the head and the start position. */
eleven_error eleven_reader_open(eleven_reader *reader, const char *text, size_t length, eleven_problem *problem);

/* Reads and makes the next ply; `events` (NULL or out) tell what it did. ELEVEN_END after the last one, when
 * what the head said of the end has proved true. After an error the reader stays before the offending ply. */
eleven_error eleven_reader_next(eleven_reader *reader, eleven_ply *ply, eleven_events *events, eleven_problem *problem);

#ifdef __cplusplus
}
#endif

#endif
