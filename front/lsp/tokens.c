/* Semantic tokens: the words of chains; of records keys, values, comments, and moves in their parts. Tiles have their
 * rank as a modifier, so that an editor can colour them. A huge document has tokens at its beginning only. */
#include "lsp/lsp_room.h"

#include <ctype.h>
#include <string.h>

enum { TOKENS_MOST = 100000 };

/* In the order of the legend in initialize. */
enum { TOKEN_COMMENT, TOKEN_KEYWORD, TOKEN_NUMBER, TOKEN_STRING, TOKEN_FUNCTION };

/* The place of each token is relative to the one before. */
typedef struct token_list {
    const lsp_document *document;
    json_t *data;
    size_t line, units, count;
} token_list;

/* Rank 0: no modifier. */
static void add_token(token_list *list, size_t begin, size_t end, int type, unsigned rank)
{
    size_t line = document_line(list->document, begin);
    size_t units = document_units(list->document, list->document->lines[line], begin);
    size_t modifiers = rank > 0 && rank <= LSP_TOKEN_RANKS ? (size_t)1 << (rank - 1) : 0;
    size_t values[] = {line - list->line, line == list->line ? units - list->units : units,
                       document_units(list->document, begin, end), (size_t)type, modifiers};
    if (end <= begin || list->count++ >= TOKENS_MOST)
        return;
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
        json_array_append_new(list->data, json_integer((json_int_t)values[i]));
    list->line = line;
    list->units = units;
}

/* The rank of the tile with this number; 0 if there is none. */
static unsigned rank_of(const lsp_game *game, const char *text, size_t length)
{
    uint64_t number;
    const eleven_rules *rules = game->start ? &eleven_state_head(game->start)->rules : NULL;
    if (!rules || !eleven_number_parse(text, length, UINT32_MAX, &number) || number == 0)
        return 0;
    unsigned rank = LSP_TOKEN_RANKS;
    while (rank > 0 && rules->value[rank] != number)
        rank--;
    return rank;
}

/* "2@c3+4@a1": values and cells; or one value alone. */
static void add_values(token_list *list, const lsp_game *game, size_t begin, size_t end)
{
    const char *text = list->document->text.at;
    for (size_t at = begin, next; at < end; at = next + 1) {
        for (next = at; next < end && text[next] != '@' && text[next] != '+';)
            next++;
        bool is_tile = next < end && text[next] == '@';
        add_token(list, at, next, isdigit((unsigned char)text[at]) ? TOKEN_NUMBER : TOKEN_STRING,
                  is_tile ? rank_of(game, text + at, next - at) : 0);
    }
}

/* "L2@c3": the direction and the tiles. */
static void add_ply(token_list *list, const lsp_game *game, record_word word)
{
    const char *text = list->document->text.at;
    if (word.end - word.begin == 4 && memcmp(text + word.begin, "keep", 4) == 0) {
        add_token(list, word.begin, word.end, TOKEN_KEYWORD, 0);
        return;
    }
    add_token(list, word.begin, word.begin + 1, TOKEN_FUNCTION, 0);
    add_values(list, game, word.begin + 1, word.end);
}

static void add_word(token_list *list, const lsp_game *game, record_word word)
{
    if (word.kind == WORD_PLY)
        add_ply(list, game, word);
    else if (word.kind == WORD_VALUE)
        add_values(list, game, word.begin, word.end);
    else if (word.kind != WORD_BREAK)
        add_token(list, word.begin, word.end, word.kind == WORD_KEY ? TOKEN_KEYWORD : TOKEN_COMMENT, 0);
}

/* The words of a chain have the rank of the largest tile after them, so the colour shows how far the game is. */
static void add_chain(token_list *list, const lsp_game *game)
{
    add_token(list, game->begin, game->begin + 4, TOKEN_KEYWORD, 0);
    for (size_t i = 0; i < game->step_count && list->count < TOKENS_MOST; i++) {
        const lsp_step *step = &game->steps[i];
        const eleven_state *state = game_step_is_good(game, i) ? document_state(list->document, game, i + 1) : NULL;
        if (state)
            add_token(list, game->begin + step->begin, game->begin + step->end, TOKEN_FUNCTION,
                      eleven_board_largest(&eleven_state_game(state)->board));
    }
}

json_t *lsp_tokens(lsp_server *server, lsp_document *document, const json_t *params)
{
    (void)server, (void)params;
    size_t count = document_update(document);
    token_list list = {.document = document, .data = json_array()};
    for (size_t i = 0; i < count && list.count < TOKENS_MOST; i++) {
        const lsp_game *game = document_game(document, i);
        if (!game->is_record && game->is_sure)
            add_chain(&list, game);
        if (!game->is_record)
            continue;
        word_reader reader = words_of(document, game);
        for (record_word word = next_word(&reader); word.kind != WORD_END; word = next_word(&reader))
            add_word(&list, game, word);
    }
    return json_pack("{s:o}", "data", list.data);
}
