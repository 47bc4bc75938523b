/* Arithmetic on colours; the themes, and how each is fitted to terminals with fewer colours. */
#include "picture/theme.h"
#include "eleven/picture.h"

#include <math.h>
#include <string.h>

static unsigned channel(colour c, unsigned i)
{
    return c >> (16 - 8 * i) & 255;
}

bool colour_is_rgb(colour c)
{
    return c < COLOUR_DEFAULT;
}

colour colour_mix(colour under, colour over, float share)
{
    colour mixed = 0;
    for (unsigned i = 0; i < 3; i++) {
        float value = (float)channel(under, i) * (1 - share) + (float)channel(over, i) * share;
        mixed = mixed << 8 | (colour)(value + 0.5f);
    }
    return mixed;
}

/* The light of a channel, 0..1. */
static double light(unsigned value)
{
    double share = value / 255.0;
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4);
}

static double luminance(colour c)
{
    return 0.2126 * light(channel(c, 0)) + 0.7152 * light(channel(c, 1)) + 0.0722 * light(channel(c, 2));
}

double colour_contrast(colour a, colour b)
{
    double one = luminance(a) + 0.05, other = luminance(b) + 0.05;
    return one > other ? one / other : other / one;
}

/* ---- xterm's palette: a cube of 6x6x6 colours, and 24 greys ------------------------------------------------ */
enum { CUBE = 16, GREYS = 232, ENTRIES = 256 };

colour colour_from_256(unsigned index)
{
    static const unsigned steps[] = {0, 95, 135, 175, 215, 255};
    if (index >= GREYS)
        return (8 + 10 * (index - GREYS)) * 0x010101;
    index -= CUBE;
    return steps[index / 36] << 16 | steps[index / 6 % 6] << 8 | steps[index % 6];
}

/* A colour in OKLab (Ottosson, 2020): lightness, green to red, blue to yellow. Distances are differences that people
 * see. Its light is seen by three kinds of cones, whose answers grow with the cube root. */
struct seen {
    double lightness, red, yellow;
};

static struct seen see(colour c)
{
    double r = light(channel(c, 0)), g = light(channel(c, 1)), b = light(channel(c, 2));
    double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    double m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    double s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return (struct seen){0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
                         1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
                         0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

static double distance(struct seen a, struct seen b)
{
    double lightness = a.lightness - b.lightness, red = a.red - b.red, yellow = a.yellow - b.yellow;
    return lightness * lightness + red * red + yellow * yellow;
}

unsigned colour_to_256(colour c)
{
    for (unsigned index = CUBE; index < ENTRIES; index++)
        if (colour_from_256(index) == c)
            return index;
    struct seen wanted = see(c);
    unsigned best = CUBE;
    double least = INFINITY;
    for (unsigned index = CUBE; index < ENTRIES; index++) {
        double away = distance(wanted, see(colour_from_256(index)));
        if (away < least) {
            least = away;
            best = index;
        }
    }
    return best;
}

/* ---- Themes ------------------------------------------------------------------------------------------------ */
/* The ranks with a colour of their own; higher ones have darker shades of the last six. */
enum { NAMED = 17 };

/* A theme without the inks and colours that follow from others. */
struct look {
    struct theme theme;
    struct inks {
        colour dark, light;
        /* The rank from which tiles have light ink; 0: the ink that is easier to read. */
        unsigned light_from;
    } ink;
    /* In a terminal with 256 colours: the entries for the page and the tiles. They were chosen by eye among the
     * nearest ones, so that neighbouring ranks differ and the hues keep their order. */
    uint8_t fitted[NAMED + 1];
};

/* The first eleven colours of `original` are those of Gabriele Cirulli's 2048 (2014). `colour-blind` alternates between
 * orange and blue, which every common kind of colour vision distinguishes, and becomes darker with the rank. */
static const struct look looks[] = {
    {{"original",
      {0xfaf8ef, 0x776e65, 0x8f857b, 0xbbada0, 0xcdc1b4, 0xeee4da, 0xffffff, 0xedc22e, 0, 0xeee4da, 0},
      {0, 0xeee4da, 0xede0c8, 0xf2b179, 0xf59563, 0xf67c5f, 0xf65e3b, 0xedcf72, 0xedcc61, 0xedc850, 0xedc53f, 0xedc22e,
       0x3e8e5a, 0x2f7f86, 0x2f62a3, 0x5a4aa8, 0x8a3a8f, 0x3c3a32},
      {0}},
     {0x776e65, 0xf9f6f2, 3},
     {255, 254, 223, 215, 208, 209, 202, 222, 221, 220, 214, 178, 65, 30, 25, 61, 90, 237}},
    {{"dark",
      {0x1b1a18, 0xd8d2c8, 0x968f85, 0x3a3733, 0x2a2825, 0xb5aca1, 0xffffff, 0x8a6d00, 0, 0x1b1a18, 0},
      {0, 0x57524b, 0x6a6150, 0xb5702f, 0xc4602c, 0xc94a32, 0xb93420, 0xa98b2c, 0xb6952c, 0xc4a02c, 0xd2ab2c, 0xe8bd2f,
       0x3e9a60, 0x2f8a92, 0x3b74c0, 0x7565cc, 0xa851ad, 0xe6e1d8},
      {0}},
     {0x1b1a18, 0xf9f6f2, 0},
     {234, 239, 241, 130, 166, 160, 124, 136, 172, 178, 214, 220, 35, 30, 32, 98, 133, 254}},
    {{"high-contrast",
      {0x000000, 0xffffff, 0xd0d0d0, 0x606060, 0x000000, 0xffffff, 0xffffff, 0x004000, 0, 0x500000, 0},
      {0, 0xffffff, 0xfff27a, 0xffb84d, 0xff8f6b, 0xff9fd0, 0xd9a6ff, 0x9fc3ff, 0x6fe3ff, 0x63f0c0, 0x8cf06a, 0xe2ff3d,
       0xffd60a, 0xf4c2a0, 0xffb3b3, 0xe0c8ff, 0xb8dcff, 0xc0ffd8},
      {0}},
     {0x000000, 0xffffff, 0},
     {16, 231, 228, 215, 209, 218, 183, 111, 81, 86, 119, 190, 220, 216, 217, 189, 153, 158}},
    {{"colour-blind",
      {0xf4f4f2, 0x23262e, 0x5c606b, 0x8c8f96, 0xb9bbc0, 0xffffff, 0xffffff, 0xfee838, 0, 0xf4f4f2, 0},
      {0, 0xfff3d6, 0xe0ecff, 0xffe0a3, 0xbcd6ff, 0xffc861, 0x8fb9f5, 0xf5a623, 0x5f97e0, 0xd98200, 0x3a73c2, 0xb36200,
       0x22549c, 0x8a4600, 0x123b75, 0x612f00, 0x08254f, 0x2b2d33},
      {0}},
     {0x101218, 0xffffff, 0},
     {255, 230, 189, 223, 153, 221, 111, 214, 68, 172, 32, 130, 25, 94, 24, 52, 17, 236}},
};

enum { LOOKS = sizeof looks / sizeof *looks };

const char *eleven_theme_name(unsigned index)
{
    return index < LOOKS ? looks[index].theme.name : NULL;
}

static unsigned look_index(const char *name)
{
    unsigned i = 0;
    while (i < LOOKS && (!name || strcmp(name, looks[i].theme.name) != 0))
        i++;
    return i;
}

bool theme_exists(const char *name)
{
    return look_index(name) < LOOKS;
}

const char *theme_after(const char *name)
{
    return looks[(look_index(name) + 1) % LOOKS].theme.name;
}

static colour ink_on(const struct look *look, colour ground)
{
    bool is_light = colour_contrast(look->ink.light, ground) > colour_contrast(look->ink.dark, ground);
    return is_light ? look->ink.light : look->ink.dark;
}

/* The ink that the look gives to a tile, unless it would hardly be seen. */
static colour tile_ink(const struct look *look, unsigned rank, colour ground)
{
    colour given = rank >= look->ink.light_from ? look->ink.light : look->ink.dark;
    bool is_given = look->ink.light_from && rank <= 11 && colour_contrast(given, ground) >= 1.4;
    return is_given ? given : ink_on(look, ground);
}

static void choose_inks(const struct look *look, struct theme *theme)
{
    theme->won_ink = ink_on(look, theme->won);
    theme->lost_ink = ink_on(look, theme->lost);
    for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++)
        theme->ink[rank] = tile_ink(look, rank, theme->tile[rank]);
}

static struct theme rgb_theme(const struct look *look)
{
    struct theme theme = look->theme;
    for (unsigned rank = NAMED + 1; rank < ELEVEN_RANKS; rank++) {
        unsigned over = rank - NAMED - 1;
        theme.tile[rank] = colour_mix(theme.tile[NAMED - 5 + over % 6], 0x000000, 0.3f + 0.25f * (float)(over / 6));
    }
    return theme;
}

static bool is_taken(const struct theme *theme, unsigned rank, colour c)
{
    for (unsigned other = 1; other < rank; other++)
        if (theme->tile[other] == c)
            return true;
    return false;
}

static colour nearest(colour c)
{
    return colour_from_256(colour_to_256(c));
}

/* A rank without a colour of its own has the nearest entry of the palette that no lower rank has. */
static void fit_to_256(const struct look *look, struct theme *theme)
{
    colour *const around[] = {&theme->text,  &theme->faint,  &theme->board, &theme->empty,
                              &theme->label, &theme->number, &theme->won,   &theme->lost};
    for (unsigned i = 0; i < sizeof around / sizeof *around; i++)
        *around[i] = nearest(*around[i]);
    theme->page = colour_from_256(look->fitted[0]);
    for (unsigned rank = 1; rank <= NAMED; rank++)
        theme->tile[rank] = colour_from_256(look->fitted[rank]);
    for (unsigned rank = NAMED + 1; rank < ELEVEN_RANKS; rank++) {
        colour wanted = theme->tile[rank], fitted = nearest(wanted);
        for (float away = 0.06f; is_taken(theme, rank, fitted) && away < 1; away += 0.06f)
            fitted = nearest(colour_mix(wanted, rank % 2 ? 0x804000 : 0x000000, away));
        theme->tile[rank] = fitted;
    }
}

/* D: the terminal's own colour; P: the first one of its palette. */
enum { D = COLOUR_DEFAULT, P = COLOUR_PALETTE };

/* Without tiles. */
static const struct theme palettes[] = {
    [DEPTH_NONE] = {NULL, {D, D, D, D, D, D, D, D, D, D, D}, {0}, {0}},
    [DEPTH_8] = {NULL, {D, D, D, P + 4, P, P + 7, P + 7, P + 3, P, P + 7, P}, {0}, {0}},
    [DEPTH_16] = {NULL, {D, D, D, P + 8, P, P + 7, P + 15, P + 3, P, P + 7, P}, {0}, {0}},
};

/* For the tiles: pairs of ground and ink that differ in a palette of 16, or of 8. */
static const uint8_t pairs_16[][2] = {{7, 0},  {15, 0}, {11, 0}, {3, 0},  {9, 15},  {1, 15}, {10, 0}, {2, 0},
                                      {14, 0}, {6, 0},  {13, 0}, {5, 15}, {12, 15}, {4, 15}, {15, 4}, {7, 1},
                                      {11, 4}, {15, 5}, {7, 4},  {10, 1}, {14, 4},  {13, 4}};
static const uint8_t pairs_8[][2] = {{7, 0}, {6, 0}, {3, 0}, {1, 7}, {5, 7}, {2, 0}, {7, 1}, {6, 4}, {3, 4},
                                     {7, 4}, {2, 4}, {7, 5}, {6, 1}, {1, 3}, {3, 1}, {5, 3}, {6, 5}, {1, 6}};

static struct theme palette_theme(const char *name, colour_depth depth)
{
    const uint8_t(*pairs)[2] = depth == DEPTH_16 ? pairs_16 : pairs_8;
    unsigned count = depth == DEPTH_16 ? sizeof pairs_16 / sizeof *pairs_16 : sizeof pairs_8 / sizeof *pairs_8;
    struct theme theme = palettes[depth];
    theme.name = name;
    for (unsigned rank = 0; rank < ELEVEN_RANKS; rank++) {
        const uint8_t *pair = pairs[(rank + count - 1) % count];
        theme.tile[rank] = depth == DEPTH_NONE ? D : P + pair[0];
        theme.ink[rank] = depth == DEPTH_NONE ? D : P + pair[1];
    }
    return theme;
}

struct theme theme_load(const char *name, colour_depth depth)
{
    const struct look *look = &looks[theme_exists(name) ? look_index(name) : 0];
    if (depth <= DEPTH_16)
        return palette_theme(look->theme.name, depth);
    struct theme theme = rgb_theme(look);
    if (depth == DEPTH_256)
        fit_to_256(look, &theme);
    choose_inks(look, &theme);
    return theme;
}
