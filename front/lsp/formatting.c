/* A record in its usual layout: one fact per line, a blank line, ten numbered moves per line. Words and comments are
 * not changed. */
#include "lsp/lsp_room.h"

#include <stdio.h>
#include <string.h>

enum { PLIES_PER_LINE = 10 };

/* The text while it is laid out. */
typedef struct layout {
    buffer text;
    bool at_line_start;
    unsigned long moves;
} layout;

static void break_line(layout *out)
{
    if (!out->at_line_start)
        buffer_byte(&out->text, '\n');
    out->at_line_start = true;
}

static void add_word(layout *out, const char *text, size_t length)
{
    if (!out->at_line_start)
        buffer_byte(&out->text, ' ');
    buffer_add(&out->text, text, length);
    out->at_line_start = false;
}

static void add_ply(layout *out, const char *text, size_t length)
{
    bool keeps = length == 4 && memcmp(text, "keep", 4) == 0;
    if (!keeps && out->moves % PLIES_PER_LINE == 0)
        break_line(out);
    if (!keeps && out->at_line_start) {
        char number[24];
        add_word(out, number, (size_t)snprintf(number, sizeof number, "%lu.", out->moves + 1));
    }
    add_word(out, text, length);
    out->moves += !keeps;
}

static void lay_out(const lsp_document *document, const lsp_game *game, layout *out)
{
    word_reader reader = words_of(document, game);
    bool in_moves = false;
    for (record_word word = next_word(&reader); word.kind != WORD_END; word = next_word(&reader)) {
        const char *text = document->text.at + word.begin;
        if (!in_moves && word.begin >= game->begin + game->head_end) {
            break_line(out);
            buffer_byte(&out->text, '\n');
            in_moves = true;
        }
        if (word.kind == WORD_PLY)
            add_ply(out, text, word.end - word.begin);
        else if (word.kind == WORD_BREAK && !in_moves)
            break_line(out);
        else if (word.kind != WORD_NUMBER && word.kind != WORD_BREAK)
            add_word(out, text, word.end - word.begin);
        if (word.kind == WORD_COMMENT && in_moves)
            break_line(out);
    }
    break_line(out);
}

/* Appends the edit of a record that is not in its usual layout. */
static void format_game(const lsp_document *document, const lsp_game *game, json_t *edits)
{
    size_t before = game->end - game->begin;
    layout out = {.at_line_start = true};
    lay_out(document, game, &out);
    if (out.text.at && strlen(out.text.at) != out.text.length) { /* a NUL in a comment: an edit would end there */
        buffer_free(&out.text);
        return;
    }
    json_t *edit = out.text.failed || !out.text.at ? NULL : edit_of(document, game->begin, game->end, out.text.at);
    buffer_free(&out.text);
    const json_t *text = json_object_get(edit, "newText");
    if (json_string_length(text) != before ||
        memcmp(json_string_value(text), document->text.at + game->begin, before) != 0)
        json_array_append(edits, edit);
    json_decref(edit);
}

json_t *lsp_formatting(lsp_server *server, lsp_document *document, const json_t *params)
{
    (void)server, (void)params;
    size_t count = document_update(document), found = 0;
    json_t *edits = json_array();
    for (size_t i = 0; i < count && (count == 1 || document->is_record_file); i++) {
        const lsp_game *game = document_game(document, i);
        if (!game->is_record || !game_is_right(game))
            continue;
        format_game(document, game, edits);
        found++;
    }
    if (found > 0)
        return edits;
    json_decref(edits);
    return json_null();
}
