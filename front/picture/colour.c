/* Arithmetic on colours: mixing, contrast, and the nearest entry of xterm's palette. */
#include "picture/theme.h"

#include <math.h>

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
