/* Semantic tokens of records: keys, values, comments, and moves in their parts. */
#include "lsp/lsp_room.h"

#include <ctype.h>
#include <string.h>

/* In the order of the legend in initialize. */
enum { TOKEN_COMMENT, TOKEN_KEYWORD, TOKEN_NUMBER, TOKEN_STRING, TOKEN_FUNCTION };

/* The place of each token is relative to the one before. */
typedef struct token_list {
    const lsp_document *document;
    json_t *data;
    size_t line, units;
} token_list;

static void add_token(token_list *list, size_t begin, size_t end, int type)
{
    size_t line = document_line(list->document, begin);
    size_t units = document_units(list->document, list->document->lines[line], begin);
    size_t values[] = {line - list->line, line == list->line ? units - list->units : units,
                       document_units(list->document, begin, end), (size_t)type, 0};
    for (unsigned i = 0; i < sizeof values / sizeof *values && end > begin; i++)
        json_array_append_new(list->data, json_integer((json_int_t)values[i]));
    list->line = end > begin ? line : list->line;
    list->units = end > begin ? units : list->units;
}

static void add_value(token_list *list, size_t begin, size_t end)
{
    bool is_number = isdigit((unsigned char)list->document->text.at[begin]);
    add_token(list, begin, end, is_number ? TOKEN_NUMBER : TOKEN_STRING);
}

/* "L2@c3+4@a1": the direction, then values and cells. */
static void add_ply(token_list *list, record_word word)
{
    const char *text = list->document->text.at;
    size_t at = word.begin + 1;
    if (word.end - word.begin == 4 && memcmp(text + word.begin, "keep", 4) == 0) {
        add_token(list, word.begin, word.end, TOKEN_KEYWORD);
        return;
    }
    add_token(list, word.begin, at, TOKEN_FUNCTION);
    while (at < word.end) {
        size_t end = at;
        while (end < word.end && text[end] != '@' && text[end] != '+')
            end++;
        add_value(list, at, end);
        at = end + 1;
    }
}

static void add_word(token_list *list, record_word word)
{
    if (word.kind == WORD_PLY)
        add_ply(list, word);
    else if (word.kind == WORD_VALUE)
        add_value(list, word.begin, word.end);
    else if (word.kind != WORD_BREAK)
        add_token(list, word.begin, word.end, word.kind == WORD_KEY ? TOKEN_KEYWORD : TOKEN_COMMENT);
}

json_t *lsp_tokens(lsp_server *server, lsp_document *document, const json_t *params)
{
    (void)server, (void)params;
    const lsp_game *games = document_games(document);
    token_list list = {document, json_array(), 0, 0};
    for (size_t i = 0; i < document->game_count; i++) {
        if (!games[i].is_record)
            continue;
        word_reader reader = words_of(document, &games[i]);
        for (record_word word = next_word(&reader); word.kind != WORD_END; word = next_word(&reader))
            add_word(&list, word);
    }
    return json_pack("{s:o}", "data", list.data);
}
