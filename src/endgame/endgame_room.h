/* The tables in memory and in their file. The sections below describe fillings, and then the file. */
#ifndef ENDGAME_ROOM_H
#define ENDGAME_ROOM_H

#include "fast/words.h"
#include "base/file.h"
#include "base/problem.h"
#include "eleven/bitboard.h"
#include "eleven/endgame.h"
#include "eleven/search.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

/* ---- Fillings ------------------------------------------------------------------------------------------- */
/* The fillings that a table is about, and their numbers.
 *
 * A filling is what the cells that are not locked contain after a slide, so at least one of them is empty. Its layer
 * is half the sum of its tiles. A slide keeps the layer, a new tile raises it by one or two.
 *
 * Within a layer, fillings are numbered in the order of their ranks, cell by cell: the number of a filling is the
 * number of fillings before it. On each cell, those are the fillings that agree on all cells before and have a
 * smaller rank here:
 *
 *     cells    3  7  8  9 ...     layer 5:  rank 2 weighs 2, the other cells get 3
 *     ranks    2  1  .  ...       number =  before[0][2]  fillings with rank 0 or 1 on cell 3, layer 5 left
 *                                         + before[1][1]  with 2 there and rank 0 on cell 7, layer 3 left
 *                                         + before[2][0] + ...
 *
 * All tables have a free last row. It gets what the other cells have left, so one look-up by its four ranks yields
 * what it contributes. A number is the sum of this and of a table entry for each other free cell. */
enum { ENDGAME_CELLS_MAX = 11, ENDGAME_RANKS = 16, ENDGAME_ROW = 4 };

/* Where the last row is in a board, and its bits. */
enum { ENDGAME_ROW_SHIFT = 48, ENDGAME_ROWS = 65536, ENDGAME_ROW_MASK = ENDGAME_ROWS - 1 };

/* The table contains no such row. */
#define ENDGAME_NO_ROW UINT32_MAX

/* The boards of a table: which cells are locked, and which are free, ascending. `below`: how far the highest rank on
 * a free cell is below the goal. `slack`: layers beyond the one in which the goal is reached without a spare tile.
 * `least`: the smallest chance from which the table is used. `is_exact`: the smallest locked tile has the rank of the
 * goal, and a pair of tiles one rank lower reaches it, wherever it is. */
typedef struct endgame_shape {
    unsigned locked, free;
    uint8_t lock[6];
    uint8_t cell[ENDGAME_CELLS_MAX];
    int8_t below[ENDGAME_CELLS_MAX];
    unsigned slack;
    double least;
    bool is_exact;
} endgame_shape;

/* The tables, by how many tiles are locked. Those of a last step have six locked tiles too, and one shape; not every
 * size has them. */
enum { TABLE_SIX, TABLE_FIVE, TABLE_LAST, TABLE_LAST_BUT_ONE, ENDGAME_TABLES };
enum { ENDGAME_SHAPES = TABLE_LAST + 1 };

extern const endgame_shape endgame_shapes[ENDGAME_SHAPES];

/* Whether a board has reached the goal. Its ranks are below 16, four bits per cell. */
bool endgame_is_reached(const endgame_shape *shape, int goal, uint64_t board);

/* The fillings of a shape with a goal.
 *     highest     [free cell]    the highest rank there
 *     begin       [layer]        fillings of all layers before; the largest layer has `most` boards
 *     before      [free cell not in the last row][is a cell before it empty][layer left * ENDGAME_RANKS + rank], see
 *                 above; with two unused layers at the end
 *     row_number  [is a cell before it empty][last row]    what it contributes, or ENDGAME_NO_ROW
 *     row         all last rows, those of a layer one after another in the order of their ranks
 *     row_begin   [layer]        where they begin
 * Where a cell before the first one counts as empty, the numbers are those of all boards, full ones included. */
typedef struct endgame_space {
    const endgame_shape *shape;
    int goal, highest[ENDGAME_CELLS_MAX];
    unsigned layers;
    uint64_t *begin;
    uint32_t most;
    uint32_t *before[ENDGAME_CELLS_MAX - ENDGAME_ROW][2];
    uint32_t *row_number[2], *row_begin;
    uint16_t *row;
} endgame_space;

/* False when out of memory. To be closed in any case. */
bool endgame_space_open(endgame_space *space, const endgame_shape *shape, int goal);
void endgame_space_close(endgame_space *space);

/* How many fillings a layer has. */
static inline uint32_t endgame_size(const endgame_space *space, unsigned layer)
{
    return (uint32_t)(space->begin[layer + 1] - space->begin[layer]);
}

/* The first free cell of the last row. */
static inline unsigned endgame_row_first(const endgame_space *space)
{
    return space->shape->free - ENDGAME_ROW;
}

/* How many boards a layer has, full ones included. */
static inline uint32_t endgame_boards(const endgame_space *space, unsigned layer)
{
    return space->before[0][true][layer * ENDGAME_RANKS + ENDGAME_RANKS - 1];
}

/* What a tile of this rank adds to the layer. */
static inline unsigned endgame_weight(unsigned rank)
{
    return rank ? 1u << (rank - 1) : 0;
}

static inline unsigned endgame_rank(uint64_t board, unsigned cell)
{
    return board >> 4 * cell & 15;
}

enum { ENDGAME_OUTSIDE = -1 };

/* The number of a board's filling in this layer; ENDGAME_OUTSIDE if the table does not contain it. */
static inline int64_t endgame_number(const endgame_space *space, unsigned layer, uint64_t board)
{
    uint32_t number = 0;
    unsigned has_empty = 0;
    for (unsigned k = 0; k < endgame_row_first(space); k++) {
        unsigned rank = endgame_rank(board, space->shape->cell[k]);
        if ((int)rank > space->highest[k])
            return ENDGAME_OUTSIDE;
        number += space->before[k][has_empty][layer * ENDGAME_RANKS + rank];
        has_empty |= rank == 0;
        layer -= endgame_weight(rank);
    }
    uint32_t row = space->row_number[has_empty][board >> ENDGAME_ROW_SHIFT];
    return row == ENDGAME_NO_ROW ? ENDGAME_OUTSIDE : (int64_t)number + row;
}

/* ---- The file ------------------------------------------------------------------------------------------- */
/* The file of the tables:
 *
 *     [ endgame_head ][ a checksum per layer ] pad [ chances of table six ] pad [ of five ] pad [ of a last step ] ...
 *
 * The chances of a table are in the order of their layers, from layer 0. A chance around six tiles is a code c of 16
 * bits for (c / 65535)^2: these chances are small, and the smallest difference matters. A chance of the table of five
 * is a code of 8 bits: 0 for everything below FIVE_IS_SURE, otherwise 1 - (1 - FIVE_IS_SURE) ((255 - c) / 254)^2.
 * Numbers have the byte order of the machine: the file is a cache of this machine.
 *
 * A file that is being built has floats at its end: the best moves of the newest layers, because the next layer follows
 * from them, and the chances of the layer that is being built:
 *
 *     ... [ moves of layer 0, 3, 6 ... ][ of layer 1, 4 ... ][ of layer 2, 5 ... ][ chances ] */
enum { ENDGAME_FORMAT = 2, ENDGAME_PATH = 4096, ENDGAME_NEWEST = 3 };

/* The largest codes. */
enum { SIX_MOST = 65535, FIVE_MOST = 255 };

/* The table of five is used from this chance on. */
#define FIVE_IS_SURE 0.9

/* How many layers a build has finished, with checksums of the last two layers as floats, and of this struct. The head
 * contains two states, written in turn, so one of them is whole whenever the build dies. */
typedef struct endgame_state {
    uint64_t done, newest[2], sum;
} endgame_state;

/* `rules`: the hash of the classic rules. `sum`: in a finished file, of the head up to `state` and the checksums. */
typedef struct endgame_head {
    char magic[8];
    uint32_t format, size;
    uint64_t rules;
    endgame_state state[2];
    uint64_t sum;
} endgame_head;

/* Where everything is, in bytes from the start of the file. */
typedef struct endgame_layout {
    eleven_endgame_size size;
    unsigned tables;
    endgame_space space[ENDGAME_TABLES];
    size_t chances[ENDGAME_TABLES], length;

    /* While the file is built: where the floats are, how many bytes each of their four parts has, and the whole
     * length. */
    size_t newest, newest_length, part_length;

    /* Of all tables. */
    uint64_t layers, fillings;
} endgame_layout;

/* False when out of memory. To be closed in any case. */
bool endgame_layout_open(endgame_layout *layout, eleven_endgame_size size);
void endgame_layout_close(endgame_layout *layout);

/* The head that a file of this size must have, without states and checksum. */
endgame_head endgame_head_of(eleven_endgame_size size);

/* Where the chances of a layer are, and how many bytes they have; where the checksum of the layer is. */
size_t endgame_layer_place(const endgame_layout *layout, unsigned table, unsigned layer, size_t *length);
size_t endgame_sum_place(const endgame_layout *layout, unsigned table, unsigned layer);

/* Whether a layer has its checksum. */
bool endgame_layer_is_whole(const endgame_layout *layout, const unsigned char *file, unsigned table, unsigned layer);

/* A checksum of bytes, and the one of a file's head. */
uint64_t endgame_checksum(const void *bytes, size_t length);
uint64_t endgame_head_sum(const endgame_layout *layout, const unsigned char *file);

/* Writes the path of a file; false if it is too long. `suffix`: "" or ".part". */
bool endgame_path(char path[ENDGAME_PATH], const char *folder, eleven_endgame_size size, const char *suffix);

/* What is known about the checksum of a layer. */
enum { LAYER_UNKNOWN, LAYER_WHOLE, LAYER_DAMAGED };

/* `state`: of each layer. Threads that meet an unknown layer at the same time all verify it, with the same result.
 * `locked_cells`: the cells that are locked in each image of a board, as bits. */
struct eleven_endgame {
    endgame_layout layout;
    file_map file;
    char path[ENDGAME_PATH];
    _Atomic unsigned char *state[ENDGAME_TABLES];
    _Atomic bool is_damaged;
    uint16_t locked_cells[ENDGAME_TABLES][ELEVEN_SYMMETRIES];
    eleven_rowtable rows;
    eleven_endgame_facts facts;
};

/* The cells of a board that are locked if its image has the formation. */
uint16_t endgame_locked_cells(const endgame_shape *shape, unsigned symmetry);

/* Whether a layer of open tables is whole. It is verified when this is asked for the first time. */
bool endgame_layer_is_sound(const eleven_endgame *endgame, unsigned table, unsigned layer);

/* The same as eleven_endgame_chances, and which table answers. */
unsigned endgame_ask(const eleven_endgame *endgame, eleven_bitboard board, double chances[ELEVEN_DIRECTIONS],
                     unsigned *table);

/* Bytes per code. */
static inline unsigned endgame_code_size(unsigned table)
{
    return table == TABLE_FIVE ? 1 : 2;
}

/* Writes a chance to its place in a layer. A chance above 0 around six tiles does not become 0. */
static inline void endgame_put(unsigned char *layer, unsigned table, uint32_t number, float chance)
{
    if (table != TABLE_FIVE) {
        uint16_t code = (uint16_t)(sqrtf(chance) * SIX_MOST + 0.5F);
        code = code == 0 && chance > 0 ? 1 : code;
        memcpy(layer + 2 * (size_t)number, &code, sizeof code);
    } else {
        float fails = (1 - chance) / (float)(1 - FIVE_IS_SURE);
        layer[number] = fails > 1 ? 0 : (unsigned char)(FIVE_MOST - (int)(sqrtf(fails) * (FIVE_MOST - 1) + 0.5F));
    }
}

/* The chance of a filling; 0 in the table of five if it is below FIVE_IS_SURE. */
static inline double endgame_get(const endgame_layout *layout, const unsigned char *file, unsigned table,
                                 unsigned layer, uint32_t number)
{
    size_t at = (size_t)layout->space[table].begin[layer] + number;
    const unsigned char *byte = file + layout->chances[table] + at * endgame_code_size(table);
    if (table != TABLE_FIVE) {
        uint16_t code;
        memcpy(&code, byte, sizeof code);
        double root = (double)code / SIX_MOST;
        return root * root;
    }
    double root = (double)(FIVE_MOST - *byte) / (FIVE_MOST - 1);
    return *byte ? 1 - (1 - FIVE_IS_SURE) * root * root : 0;
}

/* Opens the tables in the folder, and the player `strong`, which closes them. */
eleven_error strong_player_open(const char *folder, eleven_player **player, eleven_problem *problem);

#endif
