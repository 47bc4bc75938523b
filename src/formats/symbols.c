/* The symbols that texts of moves are made of. Texts are UTF-8 today; older ones have a byte of a code page in place of
 * some symbols. */
#include "formats/formats_room.h"

#include <string.h>

/* How many bytes follow the first one of a character; 0: it is none. */
static unsigned following_bytes(uint8_t first)
{
    return first >= 0xc2 && first < 0xe0   ? 1
           : first >= 0xe0 && first < 0xf0 ? 2
           : first >= 0xf0 && first < 0xf5 ? 3
                                           : 0;
}

bool formats_symbol_next(formats_input *in, uint32_t *symbol)
{
    if (in->at >= in->length)
        return false;
    uint8_t first = in->bytes[in->at++];
    unsigned more = following_bytes(first);
    uint32_t code = first & (more ? 0x3fu >> more : 0xffu);
    *symbol = first;
    for (unsigned i = 0; i < more; i++) {
        bool continues = in->at + i < in->length && (in->bytes[in->at + i] & 0xc0) == 0x80;
        if (!continues)
            return true;
        code = code << 6 | (in->bytes[in->at + i] & 0x3fu);
    }
    in->at += more;
    if (more)
        *symbol = code;
    return true;
}

/* No format has a symbol above U+07FF. */
void formats_symbol_add(buffer *bytes, uint32_t symbol)
{
    if (symbol < 0x80) {
        buffer_byte(bytes, symbol);
        return;
    }
    buffer_byte(bytes, 0xc0 | symbol >> 6);
    buffer_byte(bytes, 0x80 | (symbol & 0x3f));
}

bool formats_is_at(const formats_input *in, const char *bytes)
{
    return in->at >= in->length || (in->bytes[in->at] && strchr(bytes, in->bytes[in->at]));
}

void formats_blanks_skip(formats_input *in)
{
    while (in->at < in->length && formats_is_at(in, " \t\r\n"))
        in->at++;
}

bool formats_digit_next(formats_input *in, formats_index *index, unsigned *digit)
{
    formats_input ahead = *in;
    uint32_t symbol;
    int found = formats_symbol_next(&ahead, &symbol) ? index(symbol) : -1;
    if (found < 0)
        return false;
    *in = ahead;
    *digit = (unsigned)found;
    return true;
}

eleven_error formats_fail(eleven_problem *problem, size_t byte, const char *sentence)
{
    return problem_set(problem, ELEVEN_BAD_TEXT, "byte %zu: %s", byte, sentence);
}
