/* The part of printf that the sentences of the library use in WebAssembly: %s, %.90s, %u, %zu and %%. All of it would
 * be half of the module of the page. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* A text that is cut where it does not fit; `length` counts all of it. */
typedef struct print_out {
    char *text;
    size_t size, length;
} print_out;

static void print_char(print_out *out, char c)
{
    if (out->length + 1 < out->size)
        out->text[out->length] = c;
    out->length++;
}

/* At most `most` bytes of a string, which then needs no NUL. */
static void print_string(print_out *out, const char *string, size_t most)
{
    for (size_t i = 0; i < most && string[i]; i++)
        print_char(out, string[i]);
}

static void print_number(print_out *out, size_t number)
{
    if (number > 9)
        print_number(out, number / 10);
    print_char(out, (char)('0' + number % 10));
}

/* Prints the conversion that begins at `at`, after the per cent sign; returns what follows it. A conversion that is not
 * one of the above ends the text: its value cannot be skipped. */
static const char *print_one(print_out *out, const char *at, va_list *values)
{
    size_t precision = SIZE_MAX;
    if (*at == '.')
        for (precision = 0; *++at >= '0' && *at <= '9';)
            precision = precision * 10 + (size_t)(*at - '0');
    switch (*at) {
    case 'z': print_number(out, va_arg(*values, size_t)); return at + 2;
    case 's': print_string(out, va_arg(*values, const char *), precision); break;
    case 'u': print_number(out, va_arg(*values, unsigned)); break;
    case '%': print_char(out, '%'); break;
    default: return at + strlen(at);
    }
    return at + 1;
}

int vsnprintf(char *text, size_t size, const char *format, va_list values)
{
    print_out out = {text, size, 0};
    va_list rest;
    va_copy(rest, values);
    while (*format) {
        char c = *format++;
        if (c == '%')
            format = print_one(&out, format, &rest);
        else
            print_char(&out, c);
    }
    va_end(rest);
    if (size)
        text[out.length < size ? out.length : size - 1] = '\0';
    return (int)out.length;
}
