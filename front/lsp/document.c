/* The text of an open document under edits, and places in it. Inside the server a place is a byte; the client
 * counts lines, and in them UTF-16 units unless both sides agreed on bytes. */
#include "lsp/document.h"

#include <stdlib.h>
#include <string.h>

/* ---- Text ---------------------------------------------------------------------------------------------- */

static bool find_lines(lsp_document *document)
{
    document->line_count = 0;
    for (size_t begin = 0;;) {
        if (document->line_count == document->line_capacity) {
            size_t capacity = document->line_capacity * 2 + 64;
            size_t *lines = realloc(document->lines, capacity * sizeof *lines);
            if (!lines)
                return false;
            document->lines = lines;
            document->line_capacity = capacity;
        }
        document->lines[document->line_count++] = begin;
        const char *end = memchr(document->text + begin, '\n', document->length - begin);
        if (!end)
            return true;
        begin = (size_t)(end - document->text) + 1;
    }
}

/* Room for the text and a NUL behind it; a much too large buffer is given back. */
static bool make_room(lsp_document *document, size_t length)
{
    if (length < document->capacity && document->capacity < 4 * length + 4096)
        return true;
    size_t capacity = length + length / 2 + 256;
    capacity = capacity > document->length + 1 ? capacity : document->length + 1;
    char *text = realloc(document->text, capacity);
    if (!text)
        return length < document->capacity;
    document->text = text;
    document->capacity = capacity;
    return true;
}

bool document_edit(lsp_document *document, size_t begin, size_t end, const char *text, size_t length)
{
    size_t rest = document->length - end, total = begin + length + rest;
    if (!make_room(document, total))
        return false;
    games_note_edit(document, begin, end, length);
    memmove(document->text + begin + length, document->text + end, rest);
    memcpy(document->text + begin, text, length);
    document->length = total;
    document->text[total] = '\0';
    document->is_stale = document->is_undiagnosed = true;
    return find_lines(document);
}

static bool has_record_name(const char *uri)
{
    static const char suffix[] = ".2048";
    size_t length = strlen(uri);
    return length >= sizeof suffix - 1 && strcmp(uri + length - (sizeof suffix - 1), suffix) == 0;
}

lsp_document *document_new(const char *uri, const char *text, size_t length)
{
    lsp_document *document = calloc(1, sizeof *document);
    if (document)
        document->uri = strdup(uri);
    if (!document || !document->uri || !document_edit(document, 0, 0, text, length)) {
        document_free(document);
        return NULL;
    }
    document->is_record_file = has_record_name(uri);
    return document;
}

void document_free(lsp_document *document)
{
    if (!document)
        return;
    games_free(document);
    free(document->lines);
    free(document->text);
    free(document->uri);
    free(document);
}

/* ---- Games --------------------------------------------------------------------------------------------- */

const lsp_game *document_games(lsp_document *document, size_t *count)
{
    if (document->is_stale)
        games_update(document);
    document->is_stale = false;
    *count = document->game_count;
    return document->games;
}

const lsp_game *document_game_at(lsp_document *document, size_t at)
{
    size_t count;
    const lsp_game *games = document_games(document, &count);
    for (size_t i = 0; i < count; i++)
        if (games[i].begin <= at && at <= games[i].end)
            return &games[i];
    return NULL;
}

/* ---- Places -------------------------------------------------------------------------------------------- */

/* How many bytes the character that begins here has, and how many units the client counts for it. */
static size_t step_over(const lsp_document *document, size_t at, size_t *units)
{
    unsigned char c = (unsigned char)document->text[at];
    size_t bytes = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    if (bytes > document->length - at)
        bytes = document->length - at;
    *units = document->is_utf8 ? bytes : bytes == 4 ? 2 : 1;
    return bytes;
}

static size_t line_end(const lsp_document *document, size_t line)
{
    if (line + 1 == document->line_count)
        return document->length;
    size_t end = document->lines[line + 1] - 1;
    return end > document->lines[line] && document->text[end - 1] == '\r' ? end - 1 : end;
}

size_t document_offset(const lsp_document *document, const json_t *position)
{
    json_int_t line = json_integer_value(json_object_get(position, "line"));
    json_int_t character = json_integer_value(json_object_get(position, "character"));
    if (line < 0)
        return 0;
    if ((size_t)line >= document->line_count)
        return document->length;
    size_t at = document->lines[line], end = line_end(document, (size_t)line);
    while (at < end && character > 0) {
        size_t units, bytes = step_over(document, at, &units);
        character -= (json_int_t)units;
        if (character < 0) /* inside a character: before it */
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
