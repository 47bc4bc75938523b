/* The largest tiles that fit. */
#include "term/term_room.h"

enum {
    /* Tiles take at least the width of "2048" and one row. "131072" looks good in the other width. */
    TILE_W_LEAST = 4,
    TILE_H_LEAST = 2,
    TILE_W_GOOD = 8,
    /* From this size on, numbers are drawn large: four digits need the width. */
    LARGE_TILE_H = 13,
    LARGE_TILE_W = 17,
    /* Boxes are shown if tiles keep at least three rows. */
    HEAD_W_GOOD = 46,
    BOXES_TILE_H = 6,
    /* The rows of the three kinds of headers. Numbers in the header are drawn large if tiles remain large. */
    HEAD_WORDS = 1,
    HEAD_BOXES = 4,
    HEAD_LARGE = 9,
    HEAD_LARGE_W = 112,
    HEAD_LARGE_TILE_H = 18,
};

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

/* Square if there is space, never narrower than their numbers need. */
static void fit_tiles(struct layout *layout, int columns, int pixels, int w, int h, int gap, enum layout_cells cells)
{
    layout->gap = gap;
    layout->tile_h = (pixels - gap * (h + 1)) / h;
    layout->tile_w = (columns - gap * (w + 1)) / w;
    int good = layout->tile_h >= LARGE_TILE_H ? LARGE_TILE_W : TILE_W_GOOD;
    layout->tile_w = least(layout->tile_w, most(layout->tile_h, good));
    layout->tile_h = least(layout->tile_h, most(layout->tile_w, TILE_H_LEAST));
    /* Without gaps, every tile needs a whole row for its number. */
    if (!gap || cells != CELLS_HALVED)
        layout->tile_h -= layout->tile_h % 2;
}

/* Tiles and gaps of a board in a space of that size: wide gaps between large tiles, none between tiny ones. */
static void find_tiles(struct layout *layout, int columns, int pixels, int w, int h, enum layout_cells cells)
{
    static const struct {
        enum layout_cells cells;
        int gap, tile_w, tile_h;
    } choices[] = {{CELLS_HALVED, 2, 16, 16}, {CELLS_HALVED, 1, 5, 3}, {CELLS_WHOLE, 2, 5, 4}};
    for (unsigned i = 0; i < sizeof choices / sizeof *choices; i++) {
        if (choices[i].cells != cells)
            continue;
        fit_tiles(layout, columns, pixels, w, h, choices[i].gap, cells);
        if (layout->tile_w >= choices[i].tile_w && layout->tile_h >= choices[i].tile_h)
            return;
    }
    fit_tiles(layout, columns, pixels, w, h, 0, cells);
}

struct layout layout_find(int columns, int rows, int w, int h, enum layout_cells cells)
{
    struct layout layout = {.has_boxes = true, .has_footer = true, .footer_row = -1, .banner_row = -1};
    layout.head = HEAD_LARGE;
    find_tiles(&layout, columns - 2, 2 * (rows - HEAD_LARGE - 1), w, h, cells);
    layout.has_large_head = cells == CELLS_HALVED && layout.tile_h >= HEAD_LARGE_TILE_H && columns >= HEAD_LARGE_W;
    if (!layout.has_large_head) {
        layout.head = HEAD_BOXES;
        find_tiles(&layout, columns - 2, 2 * (rows - HEAD_BOXES - 1), w, h, cells);
    }
    if (layout.tile_h < BOXES_TILE_H || columns < 40) {
        layout.head = HEAD_WORDS;
        layout.has_boxes = false;
        layout.has_footer = rows - 2 >= 3 * h;
        find_tiles(&layout, columns, 2 * (rows - HEAD_WORDS - layout.has_footer), w, h, cells);
    }
    layout.columns_needed = most(TILE_W_LEAST * w, 20);
    layout.rows_needed = h + 1;
    layout.fits = columns >= layout.columns_needed && layout.tile_w >= TILE_W_LEAST && layout.tile_h >= TILE_H_LEAST;
    layout.w = w * layout.tile_w + (w + 1) * layout.gap;
    layout.h = h * layout.tile_h + (h + 1) * layout.gap;
    layout.left = (columns - layout.w) / 2;
    int spare = rows - layout.head - layout.has_footer - (layout.h + 1) / 2;
    layout.top = 2 * (layout.head + most(spare, 0) / 2);
    layout.head_w = least(columns, most(layout.w, layout.has_large_head ? HEAD_LARGE_W : HEAD_W_GOOD));
    layout.head_left = (columns - layout.head_w) / 2;
    return layout;
}
