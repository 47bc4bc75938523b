/* Large numbers out of pixels, for large tiles: two small fonts, enlarged by whole factors. */
#include "term/canvas.h"

#include <string.h>

struct font {
    int w, h;
    /* Of each digit; bit w-1 is the leftmost pixel. */
    uint8_t rows[10][7];
};

static const struct font fonts[] = {
    {5,
     7,
     {{0x0e, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0e},
      {0x04, 0x0c, 0x04, 0x04, 0x04, 0x04, 0x0e},
      {0x0e, 0x11, 0x01, 0x06, 0x08, 0x10, 0x1f},
      {0x0e, 0x11, 0x01, 0x06, 0x01, 0x11, 0x0e},
      {0x02, 0x06, 0x0a, 0x12, 0x1f, 0x02, 0x02},
      {0x1f, 0x10, 0x1e, 0x01, 0x01, 0x11, 0x0e},
      {0x06, 0x08, 0x10, 0x1e, 0x11, 0x11, 0x0e},
      {0x1f, 0x01, 0x02, 0x04, 0x04, 0x08, 0x08},
      {0x0e, 0x11, 0x11, 0x0e, 0x11, 0x11, 0x0e},
      {0x0e, 0x11, 0x11, 0x0f, 0x01, 0x02, 0x0c}}},
    {3,
     5,
     {{7, 5, 5, 5, 7},
      {2, 6, 2, 2, 7},
      {7, 1, 7, 4, 7},
      {7, 1, 7, 1, 7},
      {5, 5, 7, 1, 1},
      {7, 4, 7, 1, 7},
      {7, 4, 7, 5, 7},
      {7, 1, 1, 2, 2},
      {7, 5, 7, 5, 7},
      {7, 5, 7, 1, 7}}},
};

static int number_width(const struct font *font, int scale, int count)
{
    return scale * (count * (font->w + 1) - 1);
}

static void draw_digit(struct canvas *canvas, const struct font *font, int digit, int x, int y, int scale, colour ink)
{
    for (int v = 0; v < font->h; v++)
        for (int u = 0; u < font->w; u++)
            if (font->rows[digit][v] >> (font->w - 1 - u) & 1)
                canvas_fill(canvas, x + u * scale, y + v * scale, scale, scale, ink);
}

bool canvas_digits(struct canvas *canvas, const char *number, int x, int y, int w, int h, colour ink)
{
    int count = (int)strlen(number), best_scale = 0;
    const struct font *best = NULL;
    for (unsigned i = 0; i < sizeof fonts / sizeof *fonts; i++)
        for (int scale = 1; number_width(&fonts[i], scale, count) <= w - 2 && fonts[i].h * scale <= h / 2 + 1; scale++)
            if (!best || fonts[i].h * scale > best->h * best_scale) {
                best = &fonts[i];
                best_scale = scale;
            }
    if (!best)
        return false;
    int left = x + (w - number_width(best, best_scale, count)) / 2, top = y + (h - best->h * best_scale) / 2;
    for (int i = 0; i < count; i++)
        draw_digit(canvas, best, number[i] - '0', left + i * best_scale * (best->w + 1), top, best_scale, ink);
    return true;
}
