/* Characters of UTF-8 in bytes that may be anything. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* How many bytes the character at `text` has, of which `length` bytes are left; 0 where there is no valid one. */
static inline unsigned utf8_length(const char *text, size_t length)
{
    static const struct {
        unsigned char mask, lead;
        uint32_t least;
    } kinds[] = {{0x80, 0, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    const unsigned char *bytes = (const unsigned char *)text;
    for (unsigned extra = 0; extra < 4 && extra < length; extra++) {
        if ((bytes[0] & kinds[extra].mask) != kinds[extra].lead)
            continue;
        uint32_t code = bytes[0] & (unsigned char)~kinds[extra].mask;
        for (unsigned i = 1; i <= extra; i++) {
            if ((bytes[i] & 0xc0) != 0x80)
                return 0;
            code = code << 6 | (bytes[i] & 0x3f);
        }
        unsigned is_surrogate = code >= 0xd800 && code <= 0xdfff;
        return code < kinds[extra].least || code > 0x10ffff || is_surrogate ? 0 : extra + 1;
    }
    return 0;
}

/* The same where the character shows something; 0 for one that controls a terminal, too. */
static inline unsigned utf8_visible(const char *text, size_t length)
{
    const unsigned char *bytes = (const unsigned char *)text;
    unsigned size = utf8_length(text, length);
    unsigned is_control =
        size == 1 ? bytes[0] < ' ' || bytes[0] == 127 : size == 2 && bytes[0] == 0xc2 && bytes[1] < 0xa0;
    return is_control ? 0 : size;
}

/* Puts a question mark in place of each character that controls a terminal, and of each byte that begins none. */
static inline void utf8_calm(char *text)
{
    char *to = text;
    for (size_t at = 0, length = strlen(text); at < length;) {
        unsigned bytes = utf8_length(text + at, length - at), shown = utf8_visible(text + at, length - at);
        if (shown)
            memmove(to, text + at, shown);
        else
            *to = '?';
        to += shown ? shown : 1;
        at += bytes ? bytes : 1;
    }
    *to = '\0';
}

/* Writes the first character of `length` bytes as people can read it: a byte that begins no character becomes \xHH.
 * Returns how many bytes that are, without the NUL, and adds to *at how many it had in the text. */
static inline unsigned utf8_show(const char *text, size_t length, char shown[5], size_t *at)
{
    unsigned bytes = utf8_length(text, length), first = (unsigned char)text[0];
    memcpy(shown, "\\x", 2);
    shown[2] = "0123456789abcdef"[first >> 4];
    shown[3] = "0123456789abcdef"[first & 15];
    if (bytes)
        memcpy(shown, text, bytes);
    shown[bytes ? bytes : 4] = '\0';
    *at += bytes ? bytes : 1;
    return bytes ? bytes : 4;
}

/* Copies `length` bytes as utf8_show writes them: as many whole characters as fit into `size` bytes with the NUL. */
static inline void utf8_copy(char *to, size_t size, const char *from, size_t length)
{
    char shown[5];
    to[0] = '\0';
    for (size_t at = 0; at < length;) {
        size_t bytes = utf8_show(from + at, length - at, shown, &at);
        if (bytes >= size)
            return;
        memcpy(to, shown, bytes + 1);
        to += bytes;
        size -= bytes;
    }
}

#endif
