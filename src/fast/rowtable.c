/* Row tables: core's line function slides every row of four ranks below 16 once. Nothing here knows how tiles merge. */
#include "fast/words.h"

#include <assert.h>

row_slid fast_row_slide(const eleven_rules *rules, unsigned row, unsigned high, unsigned end)
{
    eleven_rank cells[4];
    for (unsigned x = 0; x < 4; x++)
        cells[x] = (eleven_rank)((row >> 4 * x & 15) | (high >> x & 1) << 4);
    eleven_view view = end ? (eleven_view){3, -1, 4} : (eleven_view){0, 1, 4};
    row_slid slid = {.gain = eleven_line_slide(rules, cells, view, NULL).gain};
    for (unsigned x = 0; x < 4; x++) {
        slid.low |= (unsigned)(cells[x] & 15) << 4 * x;
        slid.high |= (unsigned)(cells[x] >> 4) << x;
    }
    return slid;
}

/* Gains are kept below 2^30, so that those of four rows can be added inside an entry's upper half. */
static uint64_t entry_of(row_slid slid)
{
    if (slid.gain >> 30)
        return ROW_NEEDS_CORE;
    return slid.gain << 32 | slid.high << 16 | slid.low;
}

eleven_rowtable *eleven_rowtable_init(void *memory, const eleven_rules *rules)
{
    _Static_assert(sizeof(eleven_rowtable) <= ELEVEN_ROWTABLE_BYTES, "later versions may need more");
    assert((uintptr_t)memory % _Alignof(eleven_rowtable) == 0);
    eleven_rowtable *table = memory;
    table->rules = *rules;
    for (unsigned row = 0; row < 65536; row++)
        for (unsigned end = 0; end < 2; end++)
            table->row[row][end] = entry_of(fast_row_slide(rules, row, 0, end));
    uint64_t first = rules->spawn_weight[1], second = rules->spawn_weight[2];
    table->second = first ? (uint32_t)((second << 32) / (first + second)) : UINT32_MAX;
    return table;
}
