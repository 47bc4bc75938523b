/* Bytes that grow as they are added, and the symbols that texts of moves are made of. */
#include "formats/formats.h"

#include <stdlib.h>
#include <string.h>

/* ---- Bytes --------------------------------------------------------------------------------------------- */

static bool grown_reserve(grown_bytes *bytes, size_t more)
{
    if (bytes->failed || more > SIZE_MAX / 4 - bytes->length)
        bytes->failed = true;
    if (bytes->failed || bytes->length + more < bytes->size)
        return !bytes->failed;
    size_t size = (bytes->length + more) * 2 + 256;
    char *at = realloc(bytes->at, size);
    if (!at) {
        bytes->failed = true;
        return false;
    }
    bytes->at = at;
    bytes->size = size;
    return true;
}

void grown_add(grown_bytes *bytes, const void *added, size_t length)
{
    if (!grown_reserve(bytes, length + 1))
        return;
    memcpy(bytes->at + bytes->length, added, length);
    bytes->length += length;
    bytes->at[bytes->length] = '\0';
}

void grown_byte(grown_bytes *bytes, unsigned byte)
{
    uint8_t one = (uint8_t)byte;
    grown_add(bytes, &one, 1);
}

void grown_text(grown_bytes *bytes, const char *text)
{
    grown_add(bytes, text, strlen(text));
}

void grown_number(grown_bytes *bytes, uint64_t number)
{
    if (number >= 10)
        grown_number(bytes, number / 10);
    grown_byte(bytes, '0' + (unsigned)(number % 10));
}

void eleven_bytes_free(eleven_bytes *bytes)
{
    free(bytes->at);
    *bytes = (eleven_bytes){0};
}

/* ---- Symbols ------------------------------------------------------------------------------------------- */

static unsigned following(uint8_t first)
{
    return first >= 0xc2 && first < 0xe0   ? 1
           : first >= 0xe0 && first < 0xf0 ? 2
           : first >= 0xf0 && first < 0xf5 ? 3
                                           : 0;
}

bool symbol_next(byte_input *in, uint32_t *symbol)
{
    if (in->at >= in->length)
        return false;
    uint8_t first = in->bytes[in->at++];
    unsigned more = following(first);
    uint32_t code = first & (more ? 0x3fu >> more : 0xffu);
    *symbol = first;
    for (unsigned i = 0; i < more; i++) {
        if (in->at + i >= in->length || (in->bytes[in->at + i] & 0xc0) != 0x80)
            return true; /* a byte of an older code page */
        code = code << 6 | (in->bytes[in->at + i] & 0x3fu);
    }
    in->at += more;
    if (more)
        *symbol = code;
    return true;
}

void symbol_add(grown_bytes *bytes, uint32_t symbol)
{
    if (symbol < 0x80) {
        grown_byte(bytes, symbol);
    } else { /* none of the formats has a symbol above U+07FF */
        grown_byte(bytes, 0xc0 | symbol >> 6);
        grown_byte(bytes, 0x80 | (symbol & 0x3f));
    }
}

void blanks_skip(byte_input *in)
{
    while (in->at < in->length && strchr(" \t\r\n", in->bytes[in->at]) && in->bytes[in->at])
        in->at++;
}

bool digit_next(byte_input *in, symbol_index *index, unsigned *digit)
{
    byte_input ahead = *in;
    uint32_t symbol;
    int found = symbol_next(&ahead, &symbol) ? index(symbol) : -1;
    if (found < 0)
        return false;
    *in = ahead;
    *digit = (unsigned)found;
    return true;
}

/* ---- Problems ------------------------------------------------------------------------------------------ */

static void problem_add(eleven_problem *problem, const char *text)
{
    size_t length = strlen(problem->sentence);
    while (*text && length + 1 < sizeof problem->sentence)
        problem->sentence[length++] = *text++;
    problem->sentence[length] = '\0';
}

eleven_error format_refuse(eleven_problem *problem, const char *sentence)
{
    if (problem) {
        *problem = (eleven_problem){0};
        problem_add(problem, sentence);
    }
    return ELEVEN_BAD_TEXT;
}

eleven_error format_fail(eleven_problem *problem, size_t byte, const char *sentence)
{
    char number[24];
    size_t at = sizeof number - 1;
    number[at] = '\0';
    do
        number[--at] = (char)('0' + byte % 10);
    while ((byte /= 10) > 0);
    format_refuse(problem, "byte ");
    if (problem) {
        problem_add(problem, number + at);
        problem_add(problem, ": ");
        problem_add(problem, sentence);
    }
    return ELEVEN_BAD_TEXT;
}

eleven_error format_no_memory(eleven_problem *problem)
{
    format_refuse(problem, "there is not enough memory for this game");
    return ELEVEN_NO_MEMORY;
}
