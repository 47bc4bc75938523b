/* Words about players: who plays, how long a move may take. */
#include "eleven/match.h"

#include <stdlib.h>
#include <string.h>

bool eleven_contender_parse(const char *text, eleven_contender *contender)
{
    size_t length = strcspn(text, "@");
    unsigned depth = 0;
    if (length == 0 || length >= sizeof contender->name)
        return false;
    if (text[length] == '@') {
        const char *at = text + length + 1;
        for (; *at >= '0' && *at <= '9' && depth < 1000; at++)
            depth = depth * 10 + (unsigned)(*at - '0');
        if (*at || depth == 0 || depth >= 1000)
            return false;
    }
    *contender = (eleven_contender){.depth = depth};
    memcpy(contender->name, text, length);
    return true;
}

bool eleven_milliseconds_parse(const char *text, double *milliseconds)
{
    static const struct {
        const char *unit;
        double milliseconds;
    } units[] = {{"", 1}, {"ms", 1}, {"us", 1e-3}, {"s", 1e3}};
    char *end;
    if (strspn(text, "0123456789.") == 0)
        return false;
    size_t digits = strspn(text, "0123456789.");
    double number = strtod(text, &end);
    if (end != text + digits || !(number > 0) || number > 1e9)
        return false;
    for (unsigned i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(end, units[i].unit) == 0) {
            *milliseconds = number * units[i].milliseconds;
            return true;
        }
    return false;
}
