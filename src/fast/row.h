/* One packed row, as rowtable.c and bitboard.c pass it to each other. */
#ifndef ELEVEN_ROW_H
#define ELEVEN_ROW_H

#include "eleven/bitboard.h"

#define ROW_NEEDS_CORE (UINT64_C(1) << 20)          /* flag of a table entry */
#define ROW_IS_RARE    (ROW_NEEDS_CORE | 15u << 16) /* any of these bits: not an everyday row */

/* A row after a slide: low four bits of each rank, fifth bits, gain. */
typedef struct row_slid {
    unsigned low, high;
    uint64_t gain;
} row_slid;

/* The row whose cells have the low bits `row` and the fifth bits `high`, slid toward cell 0 (end 0) or 3
 * (end 1). */
row_slid row_slide_by_core(const eleven_rules *rules, unsigned row, unsigned high, unsigned end);

#endif
