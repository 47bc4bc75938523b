/* The text of an open document under edits, and places in it. Inside the server a place is a byte; the client
 * counts lines, and in them UTF-16 units unless both sides agreed on bytes. */
#include "base/array.h"
#include "base/memory.h"
#include "lsp/lsp_room.h"

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

/* In UTF-16 the first byte of a character counts, and that of one with four bytes twice. */
static uint32_t count_units(const char *text, size_t length)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < length; i++)
        sum += (uint32_t)((unsigned char)text[i] >= 0xf0) + (uint32_t)((text[i] & 0xc0) != 0x80);
    return sum;
}

/* A line may be very long, so the units before every block are known. Those up to an edit remain. */
enum { UNIT_BLOCK = 1 << 12 };

static bool reserve_units(lsp_document *document, size_t length)
{
    uint32_t *units = array_reserve(document->units, &document->unit_capacity, length / UNIT_BLOCK + 1, sizeof *units);
    if (!units)
        return false;
    document->units = units;
    units[0] = 0;
    return true;
}

static void find_units(lsp_document *document, size_t edit)
{
    uint32_t *units = document->units;
    for (size_t i = edit / UNIT_BLOCK + 1; i <= document->text.length / UNIT_BLOCK; i++)
        units[i] = units[i - 1] + count_units(document->text.at + (i - 1) * UNIT_BLOCK, UNIT_BLOCK);
}

static size_t units_before(const lsp_document *document, size_t offset)
{
    const char *block = document->text.at + offset / UNIT_BLOCK * UNIT_BLOCK;
    return document->is_utf8 ? offset : document->units[offset / UNIT_BLOCK] + count_units(block, offset % UNIT_BLOCK);
}

bool document_edit(lsp_document *document, size_t begin, size_t end, const char *text, size_t length)
{
    buffer *old = &document->text;
    size_t rest = old->length - end;
    /* Places in games have 32 bits. */
    if (begin + length + rest > UINT32_MAX)
        return false;
    if (!reserve_units(document, begin + length + rest) || !buffer_reserve(old, length)) {
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
    find_units(document, begin);
    return find_lines(document);
}

lsp_document *document_new(const char *uri, const char *text, size_t length)
{
    lsp_document *document = memory_zeroed(1, sizeof *document);
    const char *ending = strrchr(uri, '.');
    if (document)
        document->uri = memory_text(uri);
    if (!document || !document->uri || !document_edit(document, 0, 0, text, length)) {
        document_free(document);
        return NULL;
    }
    document->is_record_file = ending && strcmp(ending, ".2048") == 0;
    return document;
}

void document_forget(lsp_document *document)
{
    for (size_t i = 0; i < document->game_count; i++)
        game_free(&document->games[i]);
    document->game_count = 0;
    document->is_stale = document->is_undiagnosed = true;
}

void document_free(lsp_document *document)
{
    if (!document)
        return;
    document_forget(document);
    memory_free(document->games);
    memory_free(document->lines);
    memory_free(document->units);
    json_decref(document->marks);
    buffer_free(&document->text);
    memory_free(document->uri);
    memory_free(document);
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
    /* The last place with at most that many units before it. */
    size_t low = document->lines[line], high = line_end(document, (size_t)line);
    size_t wanted = units_before(document, low) + (size_t)(character > 0 ? character : 0);
    while (low < high) {
        size_t middle = high - (high - low) / 2;
        if (units_before(document, middle) <= wanted)
            low = middle;
        else
            high = middle - 1;
    }
    /* A place inside a character is before it. */
    while ((document->text.at[low] & 0xc0) == 0x80)
        low--;
    return low;
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
    return units_before(document, end) - units_before(document, begin);
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
