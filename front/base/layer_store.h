/* Layers of a solve in a folder, a file per layer: a zstd frame with a checksum. */
#ifndef BASE_LAYER_STORE_H
#define BASE_LAYER_STORE_H

#include "eleven/solver.h"

typedef struct layer_folder {
    /* Borrowed. The folder is created with the first layer and removed with the last one. */
    const char *path;

    /* What went wrong last; an empty sentence at first. */
    eleven_problem problem;
} layer_folder;

/* Borrows the folder. Without functions if this program was built without zstd. */
eleven_layer_store layer_store_of(layer_folder *folder);

/* Whether the folder contains layers. */
bool layer_folder_is_used(const layer_folder *folder);

#endif
