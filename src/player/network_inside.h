/* What a network is made of, for the files of this room. */
#ifndef PLAYER_NETWORK_INSIDE_H
#define PLAYER_NETWORK_INSIDE_H

#include "eleven/network.h"
#include "player/tuples.h"

struct eleven_network {
    tuple_set tuples;
    eleven_network_facts facts;
    float unit;       /* points that a weight of 1 stands for */
    int16_t *weights; /* stages * size */
    size_t bytes;
    uint8_t coarse[TUPLES_MAX]; /* weights of a tuple are multiples of 1 << coarse */
};

/* A network of zeros; NULL when memory is short. Only pages that are written to take up memory. */
eleven_network *network_new(const tuple_set *tuples);

/* Memory of zeros in large pages where there are such, and back; NULL when memory is short. */
void *pages_open(size_t bytes);
void pages_close(void *pages, size_t bytes);

/* The weights as a stream of bits; network_code.c. Encoding returns the length, or 0 where it would be more than
 * `size`. Decoding fills the weights; false where the stream is damaged. */
size_t network_encode(const eleven_network *network, uint8_t *bytes, size_t size);
bool network_decode(eleven_network *network, const uint8_t *bytes, size_t length);

/* Folds small tuples into large ones, for play; network_fold.c. The values stay the same, but for sums of weights
 * that are cut to what a weight can hold. */
void network_fold(eleven_network *network);

/* The network that the bytes of a file tell of, as it was trained. */
eleven_error network_scan(const void *bytes, size_t length, eleven_network **network, eleven_problem *problem);

/* Writes it in place of the file, wholly or not at all. */
eleven_error network_save(const eleven_network *network, const char *path, eleven_problem *problem);

/* A network as the bytes of a file; network_file.c. Returns their number, 0 where they do not fit. */
size_t network_print(const eleven_network *network, uint8_t *bytes, size_t size);

/* Whole files: replaced wholly or not at all, and read into memory that is then the caller's. */
eleven_error file_write_whole(const char *path, const void *bytes, size_t length, eleven_problem *problem);
eleven_error file_read_whole(const char *path, uint8_t **bytes, size_t *length, eleven_problem *problem);

#endif
