/* The game as values: rule sets, boards, steps and their texts.
 *
 * Nothing here allocates, prints, reads a clock or keeps state between calls, so that several threads may use it at
 * once. Pointers are borrowed for the duration of the call. Preconditions are asserted; only the functions that return
 * eleven_error or bool can fail on input.
 *
 *     (rules, game, direction, random word)  ->  game, events
 *
 * Example:
 *
 *     eleven_rules rules;
 *     eleven_game game;
 *     char text[ELEVEN_BOARD_TEXT];
 *     eleven_rules_find("classic", &rules);
 *     eleven_game_start(&rules, 4, 4, 17, &game, NULL);
 *     eleven_game_step(&rules, &game, ELEVEN_LEFT, eleven_random(17, game.ply + 1), NULL);
 *     eleven_board_print(&rules, &game.board, ELEVEN_LAYOUT_LINE, text, sizeof text);
 *     printf("%s\nscore %d\n", text, (int)game.score);
 *     // . . . . / 4 . . . / 2 . . . / . . . .
 *     // score 4 */
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
    /* Not a failure: a reader has delivered its last move. No other function returns it. */
    ELEVEN_END,
    /* A text does not follow its grammar, or describes an impossible game. */
    ELEVEN_BAD_TEXT,
    /* A rule set is unsound. */
    ELEVEN_BAD_RULES,
    /* A text or file has a newer format than this version knows. */
    ELEVEN_NEWER,
    /* Out of memory; nothing was changed. */
    ELEVEN_NO_MEMORY,
    /* A file could not be read or written. */
    ELEVEN_NO_STORAGE,
    /* The rules do not allow this here; nothing was changed. */
    ELEVEN_IMPOSSIBLE,
    /* The caller ended the work, see eleven_stop. */
    ELEVEN_STOPPED,
} eleven_error;

/* "ok" "end" "bad text" "bad rules" "newer" "no memory" "no storage" "impossible" "stopped"; "unknown" for other
 * numbers. */
const char *eleven_error_name(eleven_error error);

/* What went wrong and where. Filled in by a function that returns an error other than ELEVEN_END and
 * ELEVEN_STOPPED; unchanged otherwise.
 * Every function that takes one accepts NULL. Line and column count from 1, the column in bytes; the line is 0 where
 * the problem has no place. The sentence is one plain sentence without a final full stop, NUL-terminated. */
typedef struct eleven_problem {
    uint32_t line, column;
    char sentence[200];
} eleven_problem;

/* ---- Long work ---------------------------------------------------------------------------------------- */

/* Ends work early. A function that was given a stop returns ELEVEN_STOPPED soon after it is requested, and what it
 * works on is in order. 0 at first; lives as long as the work. */
typedef struct eleven_stop {
    int requested;
} eleven_stop;

/* From any thread, function of the caller or signal handler. */
void eleven_stop_request(eleven_stop *stop);

/* False for NULL, too. */
bool eleven_stop_is_requested(const eleven_stop *stop);

/* How far long work is. */
typedef struct eleven_progress {
    /* Of this phase, 0..1; and how much was done when the work began, not 0 where it continues interrupted work. */
    double share, share_begun;
    /* Phases count from 0. What is counted in `done`, and what phases there are, depends on the work. */
    unsigned phase;
    uint64_t done;
    /* Bytes in use; 0 where that is not known. */
    uint64_t memory;
} eleven_progress;

/* Receives it, a few times per second, on the thread that does the work. */
typedef void eleven_progress_report(void *context, const eleven_progress *progress);

/* Other processes that do the same work at the same time. */
typedef struct eleven_peers {
    /* sizeof the struct. */
    size_t size;
    void *context;

    /* How many processes there are, with this one, and the number of this one, from 0. */
    unsigned count, rank;

    /* Sends out_lengths[i] bytes to process i and receives in_lengths[i] bytes from it. In `out` and `in`, the bytes
     * for the processes, and from them, are one after another. All processes call it in the same order, and the
     * lengths on both sides are equal; the process itself is among them. False if a process is lost. */
    bool (*exchange)(void *context, const void *out, const size_t *out_lengths, void *in, const size_t *in_lengths);

    /* An exchange in two steps, between which a process computes; NULL: both steps are one. `begin` returns at once and
     * borrows what it is given; `finish` reports whether the exchange has ended, or waits for its end. There is no
     * other exchange between them. Both are called by the thread that called the function that works with peers. */
    bool (*begin)(void *context, const void *out, const size_t *out_lengths, void *in, const size_t *in_lengths);
    bool (*finish)(void *context, bool waits, bool *has_ended);
} eleven_peers;

/* ---- Rules -------------------------------------------------------------------------------------------- */

/* A tile's rank: 0 is empty, n is the n-th number of the rule set (2^n in classic). */
typedef uint8_t eleven_rank;

enum {
    /* Ranks 0..31 can be represented; classic play on 4x4 reaches 17. */
    ELEVEN_RANKS = 32,
    /* Boards are 1..8 cells wide and high. */
    ELEVEN_SIDE_MAX = 8,
    ELEVEN_CELLS_MAX = 64,
    /* The largest number of new tiles after one move. */
    ELEVEN_SPAWNS_MAX = 8,
    /* The symmetries of the square. */
    ELEVEN_SYMMETRIES = 8,
};

/* A rule set as data. Get one from eleven_rules_find or eleven_rules_parse, or fill it in and call
 * eleven_rules_check: the other functions rely on a sound one. */
typedef struct eleven_rules {
    /* 1 to 31 lower-case letters, digits and '-'; not part of the hash. */
    char name[32];
    /* What two neighbours become; 0: they do not merge. */
    eleven_rank merge[ELEVEN_RANKS][ELEVEN_RANKS];
    /* The number on the tile; 0 for empty and for ranks not in use. */
    uint32_t value[ELEVEN_RANKS];
    /* The relative frequency of each rank among new tiles, and of n new tiles after a move. */
    uint32_t spawn_weight[ELEVEN_RANKS];
    uint32_t count_weight[ELEVEN_SPAWNS_MAX + 1];
    /* Tiles before the first move, 1..ELEVEN_SPAWNS_MAX. */
    uint8_t start_tiles;
    /* The game is won when this rank or a higher one is on the board; 0: never. */
    eleven_rank goal;
    /* A tile that was just merged may merge with the next tile that reaches it. */
    bool cascade;
    /* A won game cannot be continued. */
    bool goal_ends;
} eleven_rules;

/* The shipped rule sets by index from 0; NULL past the last. `classic` comes first:
 *   classic    two start tiles; 2 (90%) and 4 (10%); goal 2048
 *   provider   one start tile; only 2s appear; goal 2048
 *   engine     the tiles of classic, one or two new ones after a move (3:2), merges cascade
 *   fibonacci  1 2 3 5 8 ...: neighbours in the sequence merge, and 1 with 1; 1 (90%) and 2 (10%); goal 2584
 */
const char *eleven_rules_name(unsigned index);

/* Fills in the shipped set of that name; false, and `rules` is unchanged, where there is none. */
bool eleven_rules_find(const char *name, eleven_rules *rules);

/* Checks soundness over the whole domain: texts can contain the name, an empty cell never merges, the merge table is
 * symmetric, a merge gives a rank above both, every rank in use has a face value of its own, weights sum to 1..2^31,
 * the goal can be reached from the tiles that appear. ELEVEN_BAD_RULES, with a sentence about the first fault. */
eleven_error eleven_rules_check(const eleven_rules *rules, eleven_problem *problem);

/* A 64-bit fingerprint (FNV-1a) of all fields but the name. Equal on every platform. */
uint64_t eleven_rules_hash(const eleven_rules *rules);

/* The rank whose face value is `value`; 0 where no tile has it. */
eleven_rank eleven_rules_rank(const eleven_rules *rules, uint64_t value);

/* The goal of a new game on a board of w x h cells, for which nobody chose a goal: that of the rules, or if the cells
 * cannot hold it, the highest rank that they can. 0 (no goal) if that rank can appear as a new tile. Classic: 2048 from
 * 10 cells, 1024 on 3x3, 32 on 2x2. */
eleven_rank eleven_rules_goal(const eleven_rules *rules, unsigned w, unsigned h);

/* ---- Lines -------------------------------------------------------------------------------------------- */

/* A line of cells inside an array: `length` cells from `first`, each `stride` after the one before. `first` is at the
 * front, the wall that tiles slide toward. */
typedef struct eleven_view {
    uint8_t first;
    int8_t stride;
    uint8_t length;
} eleven_view;

/* A tile that moved from one cell to another. `merged`: it joined the tile that was on (or had just moved to) `to`.
 * Applying hops one by one, in order, to the old cells gives the new ones. */
typedef struct eleven_hop {
    uint8_t from, to;
    bool merged;
} eleven_hop;

/* What a slide did: the sum of the numbers on all merged tiles, and how many tiles moved. It changed the cells exactly
 * when a tile moved. */
typedef struct eleven_slide {
    uint64_t gain;
    uint8_t hops;
} eleven_slide;

/* THE line function: slides the tiles of one view toward its front, in place; equal neighbours (or whatever
 * `rules->merge` says) merge once, those nearest the front first. `hops`: NULL, or an array of length-1. */
eleven_slide eleven_line_slide(const eleven_rules *rules, eleven_rank *cells, eleven_view view, eleven_hop *hops);

/* ---- Boards ------------------------------------------------------------------------------------------- */

typedef enum eleven_direction {
    ELEVEN_UP,
    ELEVEN_RIGHT,
    ELEVEN_DOWN,
    ELEVEN_LEFT,
} eleven_direction;

/* The number of directions. */
enum { ELEVEN_DIRECTIONS = 4 };

/* A w x h board, each side 1..ELEVEN_SIDE_MAX. Cell (x, y), x to the right and y downwards from 0, is
 * cells[y * w + x]; the rest is 0. */
typedef struct eleven_board {
    uint8_t w, h;
    eleven_rank cells[ELEVEN_CELLS_MAX];
} eleven_board;

/* A tile on a cell; `cell` is an index into the board's cells. */
typedef struct eleven_tile {
    uint8_t cell;
    eleven_rank rank;
} eleven_tile;

/* Sets an empty board of that size. */
void eleven_board_empty(unsigned w, unsigned h, eleven_board *board);

bool eleven_board_equal(const eleven_board *a, const eleven_board *b);

/* Slides every line of the board. `hops`: NULL, or an array of w*h. */
eleven_slide eleven_board_slide(const eleven_rules *rules, eleven_board *board, eleven_direction direction,
                                eleven_hop *hops);

/* The directions that change the board, as bits 1 << direction. */
unsigned eleven_board_legal(const eleven_rules *rules, const eleven_board *board);

/* Writes the indices of the empty cells, ascending, and returns how many there are. */
unsigned eleven_board_empties(const eleven_board *board, uint8_t cells[ELEVEN_CELLS_MAX]);

/* Puts a tile on an empty cell. */
void eleven_board_place(eleven_board *board, eleven_tile tile);

/* The new tile that follows from the random `word`: uniform over the empty cells (at least one is needed), ranks by
 * spawn_weight. For uniform words no choice is off by more than 2^-26 of its probability. */
eleven_tile eleven_board_pick(const eleven_rules *rules, const eleven_board *board, uint64_t word);

/* The highest rank on the board; 0 when it is empty. */
eleven_rank eleven_board_largest(const eleven_board *board);

/* One of the eight symmetries of the square: bit 0 mirrors left-right, bit 1 mirrors top-bottom, then bit 2
 * exchanges x and y (and with them w and h). 0 changes nothing. */
void eleven_board_symmetry(const eleven_board *board, unsigned symmetry, eleven_board *image);

/* ---- Chance ------------------------------------------------------------------------------------------- */

/* Counter-based random words: the `ply`-th word of stream `seed`, with no state between calls. SplitMix64
 * (Steele, Lea and Flood, 2014, with Stafford's mixing constants) started from a mixed seed, so that
 * neighbouring seeds share nothing. */
uint64_t eleven_random(uint64_t seed, uint64_t ply);

/* ---- Games -------------------------------------------------------------------------------------------- */

/* A game. `ply` counts its moves. `keeps_playing`: the player chose to continue after the win. */
typedef struct eleven_game {
    eleven_board board;
    uint64_t score;
    uint32_t ply;
    bool keeps_playing;
} eleven_game;

typedef enum eleven_status { ELEVEN_STATUS_PLAYING, ELEVEN_STATUS_WON, ELEVEN_STATUS_LOST } eleven_status;

/* What one step did, for animation, records and replays. */
typedef struct eleven_events {
    uint64_t gain;
    uint8_t hop_count;
    uint8_t spawn_count;
    eleven_hop hops[ELEVEN_CELLS_MAX];
    eleven_tile spawns[ELEVEN_SPAWNS_MAX];
} eleven_events;

/* A new game. Its start tiles come from eleven_random(seed, 0), as many as fit. `events` (NULL or out): those tiles. */
void eleven_game_start(const eleven_rules *rules, unsigned w, unsigned h, uint64_t seed, eleven_game *game,
                       eleven_events *events);

/* Won: the goal is on the board and the player has not chosen to continue (a win comes before a loss). Lost: the board
 * is full and no direction changes it. */
eleven_status eleven_game_status(const eleven_rules *rules, const eleven_game *game);

/* One move, as a seeded game makes it: slides, then lets the new tiles appear that follow from `word`. In a game with a
 * seed, the word of the next move is eleven_random(seed, game->ply + 1). Returns false, and changes nothing, where the
 * direction does not change the board or the game is won or lost. `events`: NULL or out. */
bool eleven_game_step(const eleven_rules *rules, eleven_game *game, eleven_direction direction, uint64_t word,
                      eleven_events *events);

/* The same move without its new tiles, for a replay or an adversary who places them with eleven_board_place. */
bool eleven_game_slide(const eleven_rules *rules, eleven_game *game, eleven_direction direction, eleven_events *events);

/* Continues a won game; false where it is not won, or the rules end it there. */
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

/* doc/FORMATS.md describes the grammars. Texts that are read need no final NUL; texts that are written get one. The
 * print functions return the length of the whole text without its NUL, whether or not it fitted into `size` bytes (at
 * most size-1 are written, as with snprintf; `text` may be NULL when size is 0). */

/* Enough bytes for every board in every layout, and for every rule set. */
enum { ELEVEN_BOARD_TEXT = 1024, ELEVEN_RULES_TEXT = 32768 };

typedef enum eleven_layout {
    /* "2 . 4 / . . 8": one line. */
    ELEVEN_LAYOUT_LINE,
    /* One row per line, columns aligned, a newline at the end. */
    ELEVEN_LAYOUT_GRID,
    /* Sixteen hex digits, ranks row by row; "" where the board is not 4x4 or has a rank above 15. */
    ELEVEN_LAYOUT_HEX,
} eleven_layout;

size_t eleven_board_print(const eleven_rules *rules, const eleven_board *board, eleven_layout layout, char *text,
                          size_t size);

/* Reads every layout: rows separated by '/' or newlines, cells by spaces, '.' or '0' for empty; or sixteen hex
 * digits. */
eleven_error eleven_board_parse(const eleven_rules *rules, const char *text, size_t length, eleven_board *board,
                                eleven_problem *problem);

/* "up" "right" "down" "left". */
const char *eleven_direction_name(eleven_direction direction);

/* Reads a direction's name or first letter, in upper or lower case; false where the text is neither. */
bool eleven_direction_parse(const char *text, size_t length, eleven_direction *direction);

/* "playing" "won" "lost". */
const char *eleven_status_name(eleven_status status);

/* Reads the name of a status; false where the text is not one. */
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

/* A rule set as text, and back (checked for soundness as well). */
size_t eleven_rules_print(const eleven_rules *rules, char *text, size_t size);
eleven_error eleven_rules_parse(const char *text, size_t length, eleven_rules *rules, eleven_problem *problem);

/* One action in the record of a game: "keep", by which the player continues a won game, or a move in a direction and
 * the tiles that appeared after it. */
typedef struct eleven_ply {
    bool keeps_playing;
    eleven_direction direction;
    uint8_t spawn_count;
    eleven_tile spawns[ELEVEN_SPAWNS_MAX];
} eleven_ply;

/* The ply of a move in this direction with these events. */
eleven_ply eleven_ply_from(eleven_direction direction, const eleven_events *events);

/* The head of a game record: everything but its moves. */
typedef struct eleven_record {
    eleven_rules rules;
    /* The position before the first move: ply 0, not continued after a win. */
    eleven_game start;
    /* Every new tile follows from `seed`; a reader checks that. */
    bool has_seed;
    uint64_t seed;
    /* The game starts from a given position, not from start tiles. */
    bool from_board;
    /* Moves that were taken back; hints that were shown, one per position; and moves that somebody else chose: a
     * program, or whoever played a loaded game. */
    uint32_t undos, hints, helped;
    /* The highest score while the game was still plain; 0 in a plain game, where it is the score. */
    uint64_t plain_score;
    /* When the game began, ISO 8601; "" unknown. One word: a date with a blank or a line break is left out. */
    char date[32];
    /* Status, score and number of moves at the end of the record are known; a reader checks them. */
    bool has_end;
    eleven_status status;
    uint64_t score;
    uint32_t moves;
} eleven_record;

/* What happened in a game, the strongest of it: later classes go before earlier ones. doc/RULES.md explains them. */
typedef enum eleven_class {
    ELEVEN_CLASS_PLAIN,
    ELEVEN_CLASS_UNDO,
    ELEVEN_CLASS_HINTS,
    ELEVEN_CLASS_PLAYER
} eleven_class;

/* The class of the game with this head. */
eleven_class eleven_record_class(const eleven_record *record);

/* "plain" "with undo" "with hints" "with a player". */
const char *eleven_class_name(eleven_class class_of_game);

/* What a game with this head and score counts for the best score in plain play: its score while it was plain, and
 * nothing where it began from a position. It never goes down: undo does not lower it. */
uint64_t eleven_record_plain_score(const eleven_record *record, uint64_t score);

/* A game record is text: print the head, then each ply. A ply's text starts with the blank or the line break (and
 * number) that separates it from the one before; `moves_before` counts the moves before it. */
size_t eleven_record_print(const eleven_record *record, char *text, size_t size);
size_t eleven_ply_print(const eleven_rules *rules, unsigned w, const eleven_ply *ply, uint32_t moves_before, char *text,
                        size_t size);

/* Reads a game record move by move, replaying and checking as it reads. A plain value: copy it to remember a place. */
typedef struct eleven_reader {
    /* What the head states. */
    eleven_record record;
    /* The game after the plies read so far. */
    eleven_game game;
    /* Borrowed until the last call. */
    const char *text;
    size_t length, at;
    /* The place of text[at]. */
    uint32_t line, column;
    /* Where the head states status, score and moves; 0 where it does not. */
    uint32_t end_line[3];
} eleven_reader;

/* Reads the head and the start position. */
eleven_error eleven_reader_open(eleven_reader *reader, const char *text, size_t length, eleven_problem *problem);

/* Reads and makes the next ply; `events` (NULL or out) is what it did. ELEVEN_END after the last one, once the end that
 * the head states has been found true. After an error the reader stays before the ply that is wrong. */
eleven_error eleven_reader_next(eleven_reader *reader, eleven_ply *ply, eleven_events *events, eleven_problem *problem);

#ifdef __cplusplus
}
#endif

#endif
