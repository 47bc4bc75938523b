/* The part of printf that the library's sentences use in WebAssembly: %s and %.90s, %c, %d, %u, %%, with the lengths l,
 * ll and z. Floating point is left out, since it would be half of the page's module. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* A text that is cut where it does not fit; `length` counts all of it. */
typedef struct print_out {
    char *text;
    size_t size, length;
} print_out;

static void print_bytes(print_out *out, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++, out->length++)
        if (out->length + 1 < out->size)
            out->text[out->length] = bytes[i];
}

/* At most `most` bytes of a string, which then needs no NUL. */
static void print_string(print_out *out, const char *string, size_t most)
{
    size_t length = 0;
    while (length < most && string[length])
        length++;
    print_bytes(out, string, length);
}

static void print_decimal(print_out *out, unsigned long long number, bool is_negative)
{
    char digits[21], *at = digits + sizeof digits;
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    if (is_negative)
        *--at = '-';
    print_bytes(out, at, (size_t)(digits + sizeof digits - at));
}

/* The integer of a conversion with that length. */
static unsigned long long next_unsigned(va_list *values, unsigned longs, bool is_size)
{
    if (is_size)
        return va_arg(*values, size_t);
    return longs > 1 ? va_arg(*values, unsigned long long)
           : longs   ? va_arg(*values, unsigned long)
                     : va_arg(*values, unsigned);
}

static long long next_signed(va_list *values, unsigned longs)
{
    return longs > 1 ? va_arg(*values, long long) : longs ? va_arg(*values, long) : va_arg(*values, int);
}

/* Reads ".90" or ".*"; SIZE_MAX where there is no precision. */
static size_t precision_read(const char **at, va_list *values)
{
    size_t precision = 0;
    if (**at != '.')
        return SIZE_MAX;
    if (*++*at == '*') {
        ++*at;
        int given = va_arg(*values, int);
        return given < 0 ? SIZE_MAX : (size_t)given;
    }
    for (; **at >= '0' && **at <= '9'; ++*at)
        precision = precision * 10 + (size_t)(**at - '0');
    return precision;
}

/* Prints the conversion that begins at `at`, after the per cent sign; returns what follows it. A conversion that is not
 * one of the above ends the text: its value cannot be skipped. */
static const char *print_one(print_out *out, const char *at, va_list *values)
{
    unsigned longs = 0;
    size_t precision = precision_read(&at, values);
    bool is_size = *at == 'z';
    for (at += is_size; *at == 'l'; at++)
        longs++;
    char letter = *at;
    if (letter == 's') {
        print_string(out, va_arg(*values, const char *), precision);
    } else if (letter == 'd') {
        long long number = next_signed(values, longs);
        print_decimal(out, number < 0 ? -(unsigned long long)number : (unsigned long long)number, number < 0);
    } else if (letter == 'u') {
        print_decimal(out, next_unsigned(values, longs, is_size), false);
    } else if (letter == 'c' || letter == '%') {
        letter = letter == 'c' ? (char)va_arg(*values, int) : '%';
        print_bytes(out, &letter, 1);
    } else {
        return at + strlen(at);
    }
    return at + 1;
}

int vsnprintf(char *text, size_t size, const char *format, va_list values)
{
    print_out out = {text, size, 0};
    va_list rest;
    va_copy(rest, values);
    while (*format) {
        if (*format == '%') {
            format = print_one(&out, format + 1, &rest);
        } else {
            print_bytes(&out, format++, 1);
        }
    }
    va_end(rest);
    if (size)
        text[out.length < size ? out.length : size - 1] = '\0';
    return (int)out.length;
}

int snprintf(char *text, size_t size, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int length = vsnprintf(text, size, format, values);
    va_end(values);
    return length;
}
