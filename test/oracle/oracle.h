/* The rules of 2048 a second time: slow, and written without a look at src/. Tiles are face values here, not
 * ranks; they walk cell by cell; what merges is decided by arithmetic. Tests hold everything faster against
 * this. The public structs are used as data only. */
#ifndef ORACLE_H
#define ORACLE_H

#include "eleven/game.h"

/* One rule set, described by arithmetic on face values. */
typedef struct oracle_rules {
    const char *name;                        /* of the shipped set that it describes */
    uint64_t (*face)(unsigned rank);         /* the rank-th number, 0 for 0 */
    uint64_t (*sum)(uint64_t a, uint64_t b); /* what two tiles make together; 0: they stay apart */
    bool cascade;                            /* a tile that was just made can be merged into again */
} oracle_rules;

enum { ORACLE_RULES = 4 };
extern const oracle_rules oracle_all[ORACLE_RULES];

/* A board of face values, row by row. */
typedef struct oracle_grid {
    unsigned w, h;
    uint64_t face[ELEVEN_CELLS_MAX];
} oracle_grid;

oracle_grid oracle_grid_of(const oracle_rules *oracle, const eleven_board *board);

/* Whether the grid shows the same tiles as the board. */
bool oracle_shows(const oracle_rules *oracle, const oracle_grid *grid, const eleven_board *board);

/* Lets every tile walk as far as it can, adds what is merged to `gain`; whether anything changed. */
bool oracle_slide(const oracle_rules *oracle, oracle_grid *grid, eleven_direction direction, uint64_t *gain);

/* Directions in which something changes, as bits 1 << direction. */
unsigned oracle_legal(const oracle_rules *oracle, const oracle_grid *grid);

/* No cell is empty and no two neighbours make a tile together. */
bool oracle_lost(const oracle_rules *oracle, const oracle_grid *grid);

/* A plain generator for tests (xorshift64*), unrelated to eleven_random; start with any state but 0. */
uint64_t oracle_random(uint64_t *state);

/* A number below n from it. */
unsigned oracle_below(uint64_t *state, unsigned n);

#endif
