/* Layers of a solve in a folder, one zstd frame with its checksum a file. */
#ifndef CLI_LAYER_STORE_H
#define CLI_LAYER_STORE_H

#include "eleven/solver.h"

typedef struct layer_folder {
    const char *path;   /* made when the first layer comes */
    char sentence[256]; /* what went wrong last; "" nothing */
} layer_folder;

/* Whether this program can keep layers at all. */
bool layer_store_works(void);

/* Borrows the folder. */
eleven_layer_store layer_store_of(layer_folder *folder);

/* Whether there are layers in it. */
bool layer_folder_is_used(const layer_folder *folder);

#endif
