/* Text edits that keep the text of a game true: a chain gets its seed, the head of a record states the new end. */
#include "lsp/lsp_room.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Lines of the text end as the first line of the document does: with LF, or with CR LF. */
static json_t *with_line_ends(const lsp_document *document, const char *text)
{
    size_t second = document->line_count > 1 ? document->lines[1] : 0;
    if (second < 2 || memcmp(document->text.at + second - 2, "\r\n", 2) != 0)
        return json_string(text);
    buffer out = {0};
    for (; *text; text++) {
        if (*text == '\n')
            buffer_byte(&out, '\r');
        buffer_byte(&out, (unsigned char)*text);
    }
    json_t *string = out.failed ? NULL : json_stringn(out.at ? out.at : "", out.length);
    buffer_free(&out);
    return string;
}

json_t *edit_of(const lsp_document *document, size_t begin, size_t end, const char *text)
{
    return json_pack("{s:o, s:o}", "range", document_range(document, begin, end), "newText",
                     with_line_ends(document, text));
}

json_t *edit_seed(const lsp_document *document, const lsp_game *game, uint64_t seed)
{
    char text[48];
    size_t at = game->begin + sizeof "2048" - 1;
    const char *head = document->text.at + at;
    if (*head != '(') {
        snprintf(text, sizeof text, "(seed=%" PRIu64 ")", seed);
        return edit_of(document, at, at, text);
    }
    bool is_empty = head[1 + strspn(head + 1, " ")] == ')';
    snprintf(text, sizeof text, "seed=%" PRIu64 "%s", seed, is_empty ? "" : ", ");
    return edit_of(document, at + 1, at + 1, text);
}

/* Replaces the value after the key of a line. The game's first line is 1; 0: there is no such line. */
static void edit_line(const lsp_document *document, const lsp_game *game, uint32_t line, const char *value,
                      json_t *edits)
{
    if (line == 0)
        return;
    const char *text = document->text.at;
    size_t at = document_record_line(document, game->begin, line - 1);
    at += strspn(text + at, " \t");
    at += strcspn(text + at, " \t\r\n");
    at += strspn(text + at, " \t");
    size_t end = at + strcspn(text + at, " \t\r\n;");
    if (strlen(value) != end - at || memcmp(text + at, value, end - at) != 0)
        json_array_append_new(edits, edit_of(document, at, end, value));
}

void edit_stated_end(const lsp_document *document, const lsp_game *game, const eleven_state *end, json_t *edits)
{
    char number[24];
    edit_line(document, game, game->reader->end_line[0], eleven_status_name(eleven_state_status(end)), edits);
    snprintf(number, sizeof number, "%" PRIu64, eleven_state_game(end)->score);
    edit_line(document, game, game->reader->end_line[1], number, edits);
    snprintf(number, sizeof number, "%" PRIu32, eleven_state_game(end)->ply);
    edit_line(document, game, game->reader->end_line[2], number, edits);
}

json_t *edit_extension(const lsp_document *document, const lsp_game *game, const char *text, const eleven_state *end)
{
    json_t *edits = json_array();
    size_t at = game->begin + game_last_end(game);
    if (!game->is_record && !game->has_seed)
        json_array_append_new(edits, edit_seed(document, game, eleven_state_head(game->start)->seed));
    /* In a chain, a dot that nothing follows is removed. */
    json_array_append_new(edits, edit_of(document, at, game->is_record ? at : game->end, text));
    if (game->is_record)
        edit_stated_end(document, game, end, edits);
    return edits;
}
