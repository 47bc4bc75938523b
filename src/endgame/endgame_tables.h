/* The file of the tables.
 *
 *     [ endgame_head ][ a checksum a layer ] pad [ chances of the first table ][ of the second ]
 *
 * Chances stand in the order of their layers from 0 on. Each is a code c of 12 bits that stands for 1 - (1 - c / 4095)^2,
 * since small differences count where success is nearly certain; two codes fill three bytes. Layers begin at whole pairs.
 * All numbers are as the machine has them: the file is a cache of this one machine. A file that is being built has the
 * newest layers behind it, as floats:
 *
 *     ... [ layer 0, 3, 6 ... ][ layer 1, 4 ... ][ layer 2, 5 ... ]
 */
#ifndef ENDGAME_TABLES_H
#define ENDGAME_TABLES_H

#include "endgame/endgame_space.h"
#include "eleven/endgame.h"

enum { ENDGAME_TABLES = 2, ENDGAME_FORMAT = 1, ENDGAME_MOST = 4095, ENDGAME_PATH = 4096, NEWEST = 3 };

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
    size_t chances[ENDGAME_TABLES], length; /* bytes from the beginning; of the whole file */
    size_t newest, newest_room,
        part_length;           /* while it is built: where, of how many bytes each, and how long it is */
    uint64_t layers, fillings; /* of both tables */
} endgame_layout;

/* Makes the layout; false when memory is short. */
bool endgame_layout_open(endgame_layout *layout, eleven_endgame_size size);
void endgame_layout_close(endgame_layout *layout);

endgame_head endgame_head_of(eleven_endgame_size size);

/* The checksums of the layers of a table. */
uint64_t *endgame_sums(const endgame_layout *layout, void *file, unsigned table);

/* The bytes of a layer's chances, and how many there are. */
unsigned char *endgame_layer(const endgame_layout *layout, void *file, unsigned table, unsigned layer,
                             size_t *length);

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

/* The chance of a filling. */
static inline double endgame_entry(const endgame_layout *layout, const unsigned char *file, unsigned table,
                                   unsigned layer, uint32_t number)
{
    uint64_t at = layout->space[table].begin[layer] + number;
    const unsigned char *byte = file + layout->chances[table] + at / 2 * 3;
    unsigned code = at % 2 == 0 ? byte[0] | (byte[1] & 15u) << 8 : byte[1] >> 4 | (unsigned)byte[2] << 4;
    double fails = 1 - (double)code / ENDGAME_MOST;
    return 1 - fails * fails;
}

#endif
