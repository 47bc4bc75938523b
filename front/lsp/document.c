/* The text of an open document under edits, and places in it. Inside the server a place is a byte; the client
 * counts lines, and in them UTF-16 units unless both sides agreed on bytes. */
#include "base/array.h"
#include "lsp/lsp_room.h"

#include <stdlib.h>
#include <string.h>

/* The byte after the line that contains `begin`: LF, CR LF and CR end it. 0: it is the last one. `*cr` is the first CR
 * from `begin` on. */
static size_t next_line(const buffer *text, size_t begin, const char **cr)
{
    const char *at = text->at + begin, *last = text->at + text->length;
    if (*cr && *cr < at)
        *cr = memchr(at, '\r', (size_t)(last - at));
    const char *end = memchr(at, '\n', (size_t)((*cr ? *cr : last) - at));
    if (!end)
        end = *cr ? *cr + (*cr + 1 < last && (*cr)[1] == '\n') : NULL;
    return end ? (size_t)(end - text->at) + 1 : 0;
}

static bool find_lines(lsp_document *document)
{
    const char *cr = memchr(document->text.at, '\r', document->text.length);
    document->line_count = 0;
    document->has_lone_cr = false;
    for (size_t begin = 0;;) {
        size_t *lines =
            array_reserve(document->lines, &document->line_capacity, document->line_count + 1, sizeof *lines);
        if (!lines)
            return false;
        document->lines = lines;
        lines[document->line_count++] = begin;
        begin = next_line(&document->text, begin, &cr);
        if (begin == 0)
            return true;
        document->has_lone_cr |= document->text.at[begin - 1] == '\r';
    }
}

bool document_edit(lsp_document *document, size_t begin, size_t end, const char *text, size_t length)
{
    buffer *old = &document->text;
    size_t rest = old->length - end;
    /* Places in games have 32 bits. */
    if (old->length - (end - begin) + length > UINT32_MAX)
        return false;
    if (!buffer_reserve(old, length)) {
        /* The next edit may have better luck. */
        old->failed = false;
        return false;
    }
    if (document->used >= end)
        document->used += length - (end - begin);
    document->focus = begin;
    for (size_t i = 0; i < document->game_count; i++)
        game_note_edit(&document->games[i], begin, end, length);
    memmove(old->at + begin + length, old->at + end, rest);
    memcpy(old->at + begin, text, length);
    old->length = begin + length + rest;
    old->at[old->length] = '\0';
    document->is_stale = document->is_undiagnosed = true;
    json_decref(document->marks);
    document->marks = NULL;
    return find_lines(document);
}

lsp_document *document_new(const char *uri, const char *text, size_t length)
{
    lsp_document *document = calloc(1, sizeof *document);
    const char *ending = strrchr(uri, '.');
    if (document)
        document->uri = strdup(uri);
    if (!document || !document->uri || !document_edit(document, 0, 0, text, length)) {
        document_free(document);
        return NULL;
    }
    document->is_record_file = ending && strcmp(ending, ".2048") == 0;
    return document;
}

void document_free(lsp_document *document)
{
    if (!document)
        return;
    for (size_t i = 0; i < document->game_count; i++)
        game_free(&document->games[i]);
    free(document->games);
    free(document->lines);
    json_decref(document->marks);
    buffer_free(&document->text);
    free(document->uri);
    free(document);
}

/* The bytes of the character that begins here, and the units that the client counts for it. */
static size_t step_over(const lsp_document *document, size_t at, size_t *units)
{
    unsigned char c = (unsigned char)document->text.at[at];
    size_t bytes = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    if (bytes > document->text.length - at)
        bytes = document->text.length - at;
    *units = document->is_utf8 ? bytes : bytes == 4 ? 2 : 1;
    return bytes;
}

static size_t line_end(const lsp_document *document, size_t line)
{
    if (line + 1 == document->line_count)
        return document->text.length;
    size_t end = document->lines[line + 1] - 1;
    bool is_pair = document->text.at[end] == '\n' && end > document->lines[line] && document->text.at[end - 1] == '\r';
    return is_pair ? end - 1 : end;
}

size_t document_offset(const lsp_document *document, const json_t *position)
{
    json_int_t line = json_integer_value(json_object_get(position, "line"));
    json_int_t character = json_integer_value(json_object_get(position, "character"));
    if (line < 0)
        return 0;
    if ((size_t)line >= document->line_count)
        return document->text.length;
    size_t at = document->lines[line], end = line_end(document, (size_t)line);
    while (at < end && character > 0) {
        size_t units, bytes = step_over(document, at, &units);
        character -= (json_int_t)units;
        /* A place inside a character is before it. */
        if (character < 0)
            break;
        at += bytes;
    }
    return at < end ? at : end;
}

size_t document_line(const lsp_document *document, size_t offset)
{
    size_t low = 0, high = document->line_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (document->lines[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

size_t document_units(const lsp_document *document, size_t begin, size_t end)
{
    size_t sum = 0;
    while (begin < end) {
        size_t units;
        begin += step_over(document, begin, &units);
        sum += units;
    }
    return sum;
}

size_t document_record_line(const lsp_document *document, size_t begin, size_t count)
{
    const char *text = document->text.at;
    size_t line = document_line(document, begin) + count;
    if (!document->has_lone_cr)
        return document->lines[line < document->line_count ? line : document->line_count - 1];
    for (const char *end; count > 0 && (end = memchr(text + begin, '\n', document->text.length - begin)); count--)
        begin = (size_t)(end - text) + 1;
    return begin;
}

size_t document_record_lines(const lsp_document *document, size_t begin, size_t end)
{
    size_t count = 0;
    if (!document->has_lone_cr)
        return document_line(document, end) - document_line(document, begin);
    while (begin < end)
        count += document->text.at[begin++] == '\n';
    return count;
}

json_t *document_position(const lsp_document *document, size_t offset)
{
    size_t line = document_line(document, offset);
    size_t units = document_units(document, document->lines[line], offset);
    return json_pack("{s:I, s:I}", "line", (json_int_t)line, "character", (json_int_t)units);
}

json_t *document_range(const lsp_document *document, size_t begin, size_t end)
{
    return json_pack("{s:o, s:o}", "start", document_position(document, begin), "end",
                     document_position(document, end));
}
