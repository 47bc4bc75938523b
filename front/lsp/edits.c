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

/* The line with the key in the head of a record, from 1; 0: there is none. *at: where that line begins, or the last
 * line of the head. */
static uint32_t find_head_line(const lsp_document *document, const lsp_game *game, const char *key, size_t *at)
{
    const char *text = document->text.at;
    size_t length = strlen(key), begin = game->begin, next;
    bool has_begun = false;
    *at = begin;
    for (uint32_t line = 1; begin < game->end; line++, begin = next) {
        size_t word = begin + strspn(text + begin, " \t\r"), used = strcspn(text + word, "\n");
        if (used == 0 && has_begun)
            break;
        has_begun = has_begun || used > 0;
        *at = used > 0 ? begin : *at;
        if (used > length && memcmp(text + word, key, length) == 0 && strchr(" \t", text[word + length]))
            return line;
        next = document_record_line(document, game->begin, line);
        if (next <= begin)
            break;
    }
    return 0;
}

/* The player chose so many moves after the last one; what was the score of a plain game stays that. New lines come
 * before the end that the head states, or before its last line: never where the moves are added. */
static void edit_helped(const lsp_document *document, const lsp_game *game, unsigned moves, json_t *edits)
{
    const eleven_record *head = &game->reader->record;
    uint64_t plain_score = eleven_record_plain_score(head, eleven_state_game(game_last_state(game))->score);
    uint32_t helped = head->helped < UINT32_MAX - moves ? head->helped + moves : UINT32_MAX;
    char text[80] = "", number[24];
    size_t at;
    uint32_t line = find_head_line(document, game, "helped", &at), result = game->reader->end_line[0];
    int length = line ? 0 : snprintf(text, sizeof text, "helped %" PRIu32 "\n", helped);
    if (plain_score > 0 && eleven_record_class(head) == ELEVEN_CLASS_PLAIN)
        snprintf(text + length, sizeof text - (size_t)length, "plain-score %" PRIu64 "\n", plain_score);
    if (result)
        at = document_record_line(document, game->begin, result - 1);
    if (text[0])
        json_array_append_new(edits, edit_of(document, at, at, text));
    snprintf(number, sizeof number, "%" PRIu32, helped);
    edit_line(document, game, line, number, edits);
}

static json_t *extend_chain(const lsp_document *document, const lsp_game *game, const char *text)
{
    json_t *edits = json_array();
    if (!game->has_seed)
        json_array_append_new(edits, edit_seed(document, game, eleven_state_head(game->start)->seed));
    /* A dot that nothing follows is removed. */
    size_t at = game->begin + game_last_end(game);
    json_array_append_new(edits, edit_of(document, at, game->end, text));
    return edits;
}

/* Moves after a head without moves end before other text: on a line of its own, after a blank line, unless a fence or a
 * comment follows. */
static bool needs_line_break(const lsp_document *document, const lsp_game *game)
{
    const char *text = document->text.at + game->begin + game->head_end;
    unsigned breaks = 0;
    for (; *text && strchr(" \t\r\n", *text); text++)
        breaks += *text == '\n';
    return game->step_count == 0 && *text && (breaks == 0 || (breaks == 1 && !strchr("`~;", *text)));
}

static json_t *extend_record(const lsp_document *document, const lsp_game *game, const char *text, unsigned moves,
                             const eleven_state *end)
{
    buffer added = {0};
    size_t at = game->begin + game_last_end(game);
    if (game->step_count == 0 && document->text.at[at - 1] != '\n')
        buffer_text(&added, "\n"); /* the head is the end of the text, without a line break */
    buffer_text(&added, text);
    if (needs_line_break(document, game))
        buffer_text(&added, "\n");
    json_t *edits = added.failed ? NULL : json_array();
    if (edits) {
        edit_helped(document, game, moves, edits);
        json_array_append_new(edits, edit_of(document, at, at, added.at));
        edit_stated_end(document, game, end, edits);
    }
    buffer_free(&added);
    return edits;
}

json_t *edit_extension(const lsp_document *document, const lsp_game *game, const char *text, unsigned moves,
                       const eleven_state *end)
{
    return game->is_record ? extend_record(document, game, text, moves, end) : extend_chain(document, game, text);
}
