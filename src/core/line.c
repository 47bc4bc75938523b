/* The one idea: slide toward the front, merge equal neighbours once, pad with empties, count the gain.
 * Everything else about 2048 is derived from this function and never written again. */
#include "eleven/game.h"

#include <assert.h>

/* One pass from the front. `rest` is the last slot where a tile came to rest; the next tile either merges with the tile
 * there (when that one may still merge) or comes to rest one slot behind.
 *
 *     front | . 2 . 2 4      the first 2 comes to rest in slot 0     2 . . 2 4
 *                            the second merges with it               4 . . . 4     gain 4
 *                            the 4 may not, since that one is new    4 4 . . .
 *
 * With `cascade` a merged tile may merge again, and the last line would be 8. */
eleven_slide eleven_line_slide(const eleven_rules *rules, eleven_rank *cells, eleven_view view, eleven_hop *hops)
{
    assert(view.length >= 1 && view.length <= ELEVEN_SIDE_MAX);
    eleven_slide slide = {0};
    int rest = view.first - view.stride;
    bool may_merge = false;
    for (int i = 0, from = view.first; i < view.length; i++, from += view.stride) {
        eleven_rank tile = cells[from];
        if (tile == 0)
            continue;
        eleven_rank merged = may_merge ? rules->merge[cells[rest]][tile] : 0;
        if (!merged)
            rest += view.stride;
        cells[from] = 0;
        cells[rest] = merged ? merged : tile;
        slide.gain += merged ? rules->value[merged] : 0;
        may_merge = !merged || rules->cascade;
        if (from != rest) {
            if (hops)
                hops[slide.hops] = (eleven_hop){(uint8_t)from, (uint8_t)rest, merged != 0};
            slide.hops++;
        }
    }
    return slide;
}
