/* The file of the tables.
 *
 *     [ endgame_head ][ a checksum a layer ] pad [ chances of the first table ][ of the second ]
 *
 * Chances stand in the order of their layers from 0 on. Those of the table of six are codes c of 16 bits for
 * (c / 65535)^2: they are small, and the least difference between them counts. Those of the table of five are codes of 8
 * bits: 0 for what is below FIVE_IS_SURE, otherwise for 1 - (1 - FIVE_IS_SURE) ((255 - c) / 254)^2. All numbers are as the
 * machine has them: the file is a cache of this one machine. A file that is being built has the newest layers behind it,
 * as floats:
 *
 *     ... [ layer 0, 3, 6 ... ][ layer 1, 4 ... ][ layer 2, 5 ... ]
 */
#ifndef ENDGAME_TABLES_H
#define ENDGAME_TABLES_H

#include "endgame/endgame_space.h"
#include "eleven/endgame.h"

#include <math.h>
#include <string.h>

enum { ENDGAME_TABLES = 2, ENDGAME_FORMAT = 2, ENDGAME_PATH = 4096, NEWEST = 3 };

enum { SIX, FIVE }; /* the tables, by how many tiles are locked */

enum { SIX_MOST = 65535, FIVE_MOST = 255 };

/* From so good a chance on the table of five is followed. */
#define FIVE_IS_SURE 0.9

/* How far a build has come. There are two, written in turns, so that one of them is whole whenever the build dies. */
typedef struct endgame_state {
    uint64_t done;      /* layers */
    uint64_t newest[2]; /* checksums of the last two layers as floats */
    uint64_t sum;       /* of this */
} endgame_state;

typedef struct endgame_head {
    char magic[8];
    uint32_t format, size; /* eleven_endgame_size */
    uint64_t rules;        /* hash of the rules, classic's */
    endgame_state state[2];
    uint64_t sum; /* once the tables are whole: of the head up to `state`, and of the layers' checksums */
} endgame_head;

/* Where everything is. */
typedef struct endgame_layout {
    eleven_endgame_size size;
    endgame_space space[ENDGAME_TABLES];
    size_t chances[ENDGAME_TABLES], length;  /* bytes from the beginning; of the whole file */
    size_t newest, newest_room, part_length; /* while it is built: where, of how many bytes each, and how long it is */
    uint64_t layers, fillings;               /* of both tables */
} endgame_layout;

/* Makes the layout; false when memory is short. */
bool endgame_layout_open(endgame_layout *layout, eleven_endgame_size size);
void endgame_layout_close(endgame_layout *layout);

endgame_head endgame_head_of(eleven_endgame_size size);

/* The checksums of the layers of a table. */
uint64_t *endgame_sums(const endgame_layout *layout, void *file, unsigned table);

/* The bytes of a layer's chances, and how many there are. */
unsigned char *endgame_layer(const endgame_layout *layout, void *file, unsigned table, unsigned layer, size_t *length);

/* A checksum of bytes, and the one of a file's head. */
uint64_t endgame_checksum(const void *bytes, size_t length);
uint64_t endgame_head_sum(const endgame_layout *layout, const void *file);

/* Writes a file's path; false where it is too long. `suffix`: "" or ".part". */
bool endgame_path(char path[ENDGAME_PATH], const char *folder, eleven_endgame_size size, const char *suffix);

/* Fills `problem` with a sentence about a file; returns ELEVEN_NO_STORAGE. `reason`: NULL for the one that errno tells. */
eleven_error endgame_fail(eleven_problem *problem, const char *path, const char *reason);

struct eleven_endgame {
    endgame_layout layout;
    unsigned char *file; /* mapped */
    eleven_rowtable rows;
};

/* The bytes of a code. */
static inline unsigned endgame_width(unsigned table)
{
    return table == SIX ? 2 : 1;
}

/* Puts a chance in its place in a layer. Any chance of the table of six stays one. */
static inline void endgame_put(unsigned char *layer, unsigned table, uint32_t number, float chance)
{
    if (table == SIX) {
        uint16_t code = (uint16_t)(sqrtf(chance) * SIX_MOST + 0.5F);
        code = code == 0 && chance > 0 ? 1 : code;
        memcpy(layer + 2 * (size_t)number, &code, sizeof code);
    } else {
        float fails = (1 - chance) / (float)(1 - FIVE_IS_SURE);
        layer[number] = fails > 1 ? 0 : (unsigned char)(FIVE_MOST - (int)(sqrtf(fails) * (FIVE_MOST - 1) + 0.5F));
    }
}

/* The chance of a filling; 0 in the table of five where it is not sure. */
static inline double endgame_entry(const endgame_layout *layout, const unsigned char *file, unsigned table,
                                   unsigned layer, uint32_t number)
{
    size_t at = (size_t)layout->space[table].begin[layer] + number;
    const unsigned char *byte = file + layout->chances[table] + at * endgame_width(table);
    if (table == SIX) {
        uint16_t code;
        memcpy(&code, byte, sizeof code);
        double root = (double)code / SIX_MOST;
        return root * root;
    }
    double root = (double)(FIVE_MOST - *byte) / (FIVE_MOST - 1);
    return *byte ? 1 - (1 - FIVE_IS_SURE) * root * root : 0;
}

#endif
