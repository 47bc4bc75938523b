/* A record in its usual layout: a fact a line, a blank line, ten numbered moves a line. Words and comments
 * stay what they are. */
#include "lsp/lsp_server.h"
#include "lsp/edits.h"
#include "lsp/record_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_A_LINE = 10 };

/* The text while it is laid out. Every word costs at most its length, a separator and a number. */
typedef struct layout {
    char *text;
    size_t length;
    bool at_line_start;
    unsigned long made; /* moves so far */
} layout;

static void add(layout *out, const char *text, size_t length)
{
    memcpy(out->text + out->length, text, length);
    out->length += length;
}

static void break_line(layout *out)
{
    if (!out->at_line_start)
        add(out, "\n", 1);
    out->at_line_start = true;
}

static void add_word(layout *out, const char *text, size_t length)
{
    if (!out->at_line_start)
        add(out, " ", 1);
    add(out, text, length);
    out->at_line_start = false;
}

static void add_ply(layout *out, const char *text, size_t length)
{
    bool keeps = length == 4 && memcmp(text, "keep", 4) == 0;
    if (!keeps && out->made % PLIES_A_LINE == 0)
        break_line(out);
    if (!keeps && out->at_line_start) {
        char number[24];
        add_word(out, number, (size_t)snprintf(number, sizeof number, "%lu.", out->made + 1));
    }
    add_word(out, text, length);
    out->made += !keeps;
}

static void lay_out(const lsp_document *document, const lsp_game *game, layout *out)
{
    word_reader reader = words_of(document, game);
    bool in_moves = false;
    for (record_word word = next_word(&reader); word.kind != WORD_END; word = next_word(&reader)) {
        const char *text = document->text + word.begin;
        if (!in_moves && word.begin >= game->begin + game->head_end) {
            break_line(out);
            add(out, "\n", 1);
            in_moves = true;
        }
        if (word.kind == WORD_PLY)
            add_ply(out, text, word.end - word.begin);
        else if (word.kind == WORD_BREAK ? !in_moves : false)
            break_line(out);
        else if (word.kind != WORD_NUMBER && word.kind != WORD_BREAK)
            add_word(out, text, word.end - word.begin);
        if (word.kind == WORD_COMMENT && in_moves)
            break_line(out);
    }
    break_line(out);
}

static json_t *format_game(const lsp_document *document, const lsp_game *game)
{
    enum { NUMBER = 24 };
    size_t before = game->end - game->begin;
    layout out = {malloc(before + (game->step_count + 2) * NUMBER + 16), 0, true, 0};
    json_t *edits = NULL;
    if (!out.text)
        return NULL;
    lay_out(document, game, &out);
    bool same = out.length == before && memcmp(out.text, document->text + game->begin, before) == 0;
    out.text[out.length] = '\0';
    edits = same ? json_array() : json_pack("[o]", edit_of(document, game->begin, game->end, out.text));
    free(out.text);
    return edits;
}

json_t *lsp_formatting(lsp_server *server, const json_t *params, lsp_failure *failure)
{
    lsp_document *document = lsp_find_document(server, params, failure);
    size_t count;
    if (!document)
        return NULL;
    const lsp_game *games = document_games(document, &count);
    if (count != 1 || !games[0].is_record || !game_is_right(&games[0]))
        return json_null();
    return format_game(document, &games[0]);
}
