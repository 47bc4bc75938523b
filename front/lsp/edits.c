/* Text edits that keep a game's text true: a chain gets its seed, a record's head tells the new end. */
#include "lsp/edits.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

json_t *edit_of(const lsp_document *document, size_t begin, size_t end, const char *text)
{
    return json_pack("{s:o, s:s}", "range", document_range(document, begin, end), "newText", text);
}

json_t *edit_seed(const lsp_document *document, const lsp_game *game, uint64_t seed)
{
    char text[48];
    size_t at = game->begin + 4; /* behind "2048" */
    bool has_head = document->text[at] == '(', is_empty = true;
    if (!has_head) {
        snprintf(text, sizeof text, "(seed=%" PRIu64 ")", seed);
        return edit_of(document, at, at, text);
    }
    for (size_t i = at + 1; document->text[i] != ')'; i++)
        is_empty &= document->text[i] == ' ';
    snprintf(text, sizeof text, "seed=%" PRIu64 "%s", seed, is_empty ? "" : ", ");
    return edit_of(document, at + 1, at + 1, text);
}

/* Replaces the rest of the line after its key; the line counts from the game's first, from 1. */
static void edit_line(const lsp_document *document, const lsp_game *game, uint32_t line, const char *value,
                      json_t *edits)
{
    if (line == 0)
        return;
    const char *text = document->text;
    size_t at = document->lines[document_line(document, game->begin) + line - 1];
    while (text[at] == ' ' || text[at] == '\t')
        at++;
    while (text[at] && !strchr(" \t\r\n", text[at]))
        at++;
    while (text[at] == ' ' || text[at] == '\t')
        at++;
    size_t end = at;
    while (text[end] && !strchr(" \t\r\n;", text[end]))
        end++;
    if (strlen(value) != end - at || memcmp(text + at, value, end - at) != 0)
        json_array_append_new(edits, edit_of(document, at, end, value));
}

void edit_told_end(const lsp_document *document, const lsp_game *game, const eleven_state *end, json_t *edits)
{
    static const char *const results[] = {[ELEVEN_PLAYING] = "playing", [ELEVEN_WON] = "won", [ELEVEN_LOST] = "lost"};
    char number[24];
    edit_line(document, game, game->reader->end_line[0], results[eleven_state_status(end)], edits);
    snprintf(number, sizeof number, "%" PRIu64, eleven_state_game(end)->score);
    edit_line(document, game, game->reader->end_line[1], number, edits);
    snprintf(number, sizeof number, "%" PRIu32, eleven_state_game(end)->ply);
    edit_line(document, game, game->reader->end_line[2], number, edits);
}

json_t *edit_extension(const lsp_document *document, const lsp_game *game, const char *text, const eleven_state *end)
{
    json_t *edits = json_array();
    size_t last = game->step_count ? game->steps[game->step_count - 1].end : game->head_end;
    size_t at = game->begin + last, stop = at;
    if (!game->is_record && !game->has_seed)
        json_array_append_new(edits, edit_seed(document, game, eleven_state_head(game->start)->seed));
    if (!game->is_record)
        stop = game->end; /* a dot that nothing follows goes away */
    json_array_append_new(edits, edit_of(document, at, stop, text));
    if (game->is_record)
        edit_told_end(document, game, end, edits);
    return edits;
}
