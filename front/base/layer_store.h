/* Keeps the layers of a solve in a folder: one file per layer, compressed by zstd, with a checksum. */
#ifndef BASE_LAYER_STORE_H
#define BASE_LAYER_STORE_H

#include "eleven/solver.h"

typedef struct layer_folder {
    /* Created when the first layer is written. */
    const char *path;
    /* Whether this process locks the folder: of several processes of one solve, which share it, the first one does.
     * `lock`: the descriptor of the folder, 0: not locked yet. */
    bool locks;
    int lock;
    /* Why the last call of the store failed; the sentence is "" where it did not. */
    eleven_problem problem;
    /* Bytes that have been written. */
    uint64_t written;
} layer_folder;

/* Borrows the folder. The functions of the store are NULL where this program was built without zstd. */
eleven_layer_store layer_store_of(layer_folder *folder);

/* Whether the folder contains layers. */
bool layer_folder_is_used(const layer_folder *folder);

/* Locks the folder, which exists, until the program ends. False, with the problem set, where another solve uses it. */
bool layer_folder_lock(layer_folder *folder);

#endif
