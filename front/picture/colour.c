/* Arithmetic on colours. */
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

static double luminance(colour c)
{
    const double weights[] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        double share = channel(c, i) / 255.0;
        sum += weights[i] * (share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4));
    }
    return sum;
}

double colour_contrast(colour a, colour b)
{
    double one = luminance(a) + 0.05, other = luminance(b) + 0.05;
    return one > other ? one / other : other / one;
}

colour colour_from_256(unsigned index)
{
    static const unsigned steps[] = {0, 95, 135, 175, 215, 255};
    if (index >= 232)
        return (8 + 10 * (index - 232)) * 0x010101;
    index -= 16;
    return steps[index / 36] << 16 | steps[index / 6 % 6] << 8 | steps[index % 6];
}

unsigned colour_to_256(colour c)
{
    unsigned best = 16, best_distance = ~0u;
    for (unsigned index = 16; index < 256; index++) {
        unsigned distance = 0;
        for (unsigned i = 0; i < 3; i++) {
            int difference = (int)channel(c, i) - (int)channel(colour_from_256(index), i);
            distance += (unsigned)(difference * difference) * (i == 1 ? 4 : i == 0 ? 3 : 2);
        }
        if (distance < best_distance) {
            best = index;
            best_distance = distance;
        }
    }
    return best;
}
