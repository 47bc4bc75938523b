/* Bytes that are added one after another. */
#include "base/array.h"
#include "base/buffer.h"
#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool buffer_reserve(buffer *out, size_t more)
{
    char *at =
        out->failed || more > SIZE_MAX / 4 ? NULL : array_reserve(out->at, &out->size, out->length + more + 1, 1);
    if (!at) {
        out->failed = true;
        return false;
    }
    out->at = at;
    return true;
}

void buffer_add(buffer *out, const void *bytes, size_t length)
{
    if (!buffer_reserve(out, length))
        return;
    if (length)
        memcpy(out->at + out->length, bytes, length);
    out->length += length;
    out->at[out->length] = '\0';
}

void buffer_byte(buffer *out, unsigned byte)
{
    uint8_t one = (uint8_t)byte;
    buffer_add(out, &one, 1);
}

void buffer_text(buffer *out, const char *text)
{
    buffer_add(out, text, strlen(text));
}

void buffer_number(buffer *out, uint64_t number)
{
    if (number >= 10)
        buffer_number(out, number / 10);
    buffer_byte(out, '0' + (unsigned)(number % 10));
}

void buffer_format(buffer *out, const char *format, ...)
{
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    int length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    if (length >= 0 && buffer_reserve(out, (size_t)length)) {
        vsnprintf(out->at + out->length, (size_t)length + 1, format, again);
        out->length += (size_t)length;
    }
    va_end(again);
}

void buffer_free(buffer *out)
{
    memory_free(out->at);
    *out = (buffer){0};
}
