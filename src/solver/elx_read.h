/* A table that has been opened. */
#ifndef SOLVER_ELX_READ_H
#define SOLVER_ELX_READ_H

#include "solver/elx.h"

struct eleven_table {
    const unsigned char *bytes;
    size_t length;
    void (*release)(const void *bytes, size_t length); /* NULL: the bytes are borrowed */
    elx_head head;
    const elx_layer *layers;
    eleven_table_facts facts;
    solve_space space;
    solve_ranking ranking;
};

/* The code of a canonical key, and its layer; NULL where it is not in the table. */
const elx_layer *elx_find(const eleven_table *table, uint64_t key, uint16_t *code);

#endif
