/* The tables in memory and in their file, and the evaluation that leads to them.
 *
 *     [ endgame_head ][ a checksum per layer ] pad [ chances of the table of six ] pad [ of the table of five ] pad
 *
 * The chances of a table are in the order of their layers, from layer 0. A chance of the table of six is a code c of
 * 16 bits for (c / 65535)^2: these chances are small, and the smallest difference matters. A chance of the table of
 * five is a code of 8 bits: 0 for everything below FIVE_IS_SURE, otherwise 1 - (1 - FIVE_IS_SURE) ((255 - c) /
 * 254)^2. Numbers have the byte order of the machine: the file is a cache of this machine.
 *
 * A file that is being built has the newest layers at its end, as floats, because the next layer follows from them:
 *
 *     ... [ layer 0, 3, 6 ... ][ layer 1, 4 ... ][ layer 2, 5 ... ] */
#ifndef ENDGAME_ROOM_H
#define ENDGAME_ROOM_H

#include "base/file.h"
#include "base/problem.h"
#include "endgame/endgame_space.h"
#include "eleven/endgame.h"
#include "eleven/search.h"

#include <math.h>
#include <string.h>

enum { ENDGAME_FORMAT = 2, ENDGAME_PATH = 4096, ENDGAME_NEWEST = 3 };

/* The tables, by how many tiles are locked. */
enum { TABLE_SIX, TABLE_FIVE, ENDGAME_TABLES };

/* The largest codes. */
enum { SIX_MOST = 65535, FIVE_MOST = 255 };

/* The table of five is used from this chance on. */
#define FIVE_IS_SURE 0.9

/* ---- The file ------------------------------------------------------------------------------------------- */

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
    endgame_space space[ENDGAME_TABLES];
    size_t chances[ENDGAME_TABLES], length;

    /* While the file is built: where the newest layers are, how many bytes each of them has, and the whole length. */
    size_t newest, newest_length, part_length;

    /* Of both tables. */
    uint64_t layers, fillings;
} endgame_layout;

/* False when out of memory. */
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

struct eleven_endgame {
    endgame_layout layout;
    file_map file;
    eleven_rowtable rows;
};

/* ---- Codes ---------------------------------------------------------------------------------------------- */

/* Bytes per code. */
static inline unsigned endgame_code_size(unsigned table)
{
    return table == TABLE_SIX ? 2 : 1;
}

/* Writes a chance to its place in a layer. A chance above 0 in the table of six does not become 0. */
static inline void endgame_put(unsigned char *layer, unsigned table, uint32_t number, float chance)
{
    if (table == TABLE_SIX) {
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
    if (table == TABLE_SIX) {
        uint16_t code;
        memcpy(&code, byte, sizeof code);
        double root = (double)code / SIX_MOST;
        return root * root;
    }
    double root = (double)(FIVE_MOST - *byte) / (FIVE_MOST - 1);
    return *byte ? 1 - (1 - FIVE_IS_SURE) * root * root : 0;
}

/* ---- The formation -------------------------------------------------------------------------------------- */

/* The value of a board for a player who wants the large tiles in one corner, in lines that fall away from it in both
 * directions: the formation in which the tables take over. See formation.c. */
typedef struct formation formation;

/* NULL when out of memory. */
formation *formation_new(void);
void formation_free(formation *tables);

/* As an evaluator, which borrows it. */
eleven_evaluator formation_evaluator(const formation *tables);

#endif
