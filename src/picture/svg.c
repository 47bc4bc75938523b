/* Elements, attributes and escaped words. */
#include "picture/picture_room.h"
#include "base/utf8.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static void put_attributes(buffer *out, const char *format, va_list values)
{
    char text[512];
    vsnprintf(text, sizeof text, format, values);
    buffer_text(out, text);
}

/* The characters that mean something in XML are spelled out, and control characters left out. */
static void put_escaped(buffer *out, const char *text)
{
    size_t length = strlen(text);
    for (size_t at = 0; at < length;) {
        char shown[5];
        unsigned bytes = utf8_show(text + at, length - at, shown, &at);
        if (shown[0] == '<' || shown[0] == '>' || shown[0] == '&')
            buffer_format(out, "&#%d;", shown[0]);
        else if ((unsigned char)shown[0] >= ' ')
            buffer_add(out, shown, bytes);
    }
}

/* Without a conversion of printf, whose decimal point depends on the locale of the program. */
void svg_number(buffer *out, double number)
{
    unsigned thousandths = (unsigned)lround(fabs(number) * 1000);
    char part[16];
    int length = snprintf(part, sizeof part, ".%03u", thousandths % 1000);
    while (part[length - 1] == '0')
        length--;
    if (number < 0 && thousandths > 0)
        buffer_byte(out, '-');
    if (thousandths >= 1000 || length == 1)
        buffer_number(out, thousandths / 1000);
    buffer_add(out, part, length > 1 ? (size_t)length : 0);
}

void svg_open(buffer *out, svg_view view, const char *attributes, const char *title, colour background)
{
    buffer_format(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"%d %d %d %d\" "
                  "role=\"img\" %s>\n<title>",
                  view.w, view.h, view.x, view.y, view.w, view.h, attributes);
    put_escaped(out, title);
    buffer_text(out, "</title>\n");
    svg_element(out, "rect", NULL, "x=\"%d\" y=\"%d\" width=\"100%%\" height=\"100%%\" fill=\"#%06x\"", view.x, view.y,
                background);
}

void svg_close(buffer *out)
{
    buffer_text(out, "</svg>\n");
}

void svg_element(buffer *out, const char *name, const char *title, const char *attributes, ...)
{
    va_list values;
    buffer_format(out, "<%s ", name);
    va_start(values, attributes);
    put_attributes(out, attributes, values);
    va_end(values);
    if (!title) {
        buffer_text(out, "/>\n");
        return;
    }
    buffer_text(out, "><title>");
    put_escaped(out, title);
    buffer_format(out, "</title></%s>\n", name);
}

void svg_text(buffer *out, double x, double y, colour ink, const char *style, const char *format, ...)
{
    char text[512];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    buffer_text(out, "<text x=\"");
    svg_number(out, x);
    buffer_text(out, "\" y=\"");
    svg_number(out, y);
    buffer_format(out, "\" fill=\"#%06x\"%s%s>", ink, *style ? " " : "", style);
    put_escaped(out, text);
    buffer_text(out, "</text>\n");
}

void svg_group(buffer *out, const char *attributes, ...)
{
    va_list values;
    buffer_text(out, "<g ");
    va_start(values, attributes);
    put_attributes(out, attributes, values);
    va_end(values);
    buffer_text(out, ">\n");
}

void svg_group_end(buffer *out)
{
    buffer_text(out, "</g>\n");
}
