/* Words about players. */
#include "base/contender.h"

#include "eleven/player.h"

#include <stdlib.h>
#include <string.h>

bool contender_parse(const char *text, match_player *result)
{
    size_t length = strcspn(text, "@");
    unsigned depth = 0;
    if (length == 0 || length >= sizeof result->name)
        return false;
    if (text[length] == '@') {
        const char *at = text + length + 1;
        for (; *at >= '0' && *at <= '9' && depth <= ELEVEN_SEARCH_DEPTH; at++)
            depth = depth * 10 + (unsigned)(*at - '0');
        if (*at || depth == 0 || depth > ELEVEN_SEARCH_DEPTH)
            return false;
    }
    *result = (match_player){.depth = depth};
    memcpy(result->name, text, length);
    return true;
}

bool milliseconds_parse(const char *text, double *milliseconds)
{
    static const struct {
        const char *unit;
        double milliseconds;
    } units[] = {{"", 1}, {"ms", 1}, {"us", 1e-3}, {"s", 1e3}};
    char *end;
    size_t digits = strspn(text, "0123456789.");
    double number = strtod(text, &end);
    if (digits == 0 || end != text + digits || !(number > 0) || number > 1e9)
        return false;
    for (unsigned i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(end, units[i].unit) == 0) {
            *milliseconds = number * units[i].milliseconds;
            return true;
        }
    return false;
}
