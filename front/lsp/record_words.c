/* The words of a record, whatever they mean. */
#include "lsp/lsp_room.h"

#include <string.h>

word_reader words_of(const lsp_document *document, const lsp_game *game)
{
    return (word_reader){document, game, game->begin, true};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static word_kind kind_of(const word_reader *reader, size_t begin, size_t end)
{
    if (reader->document->text.at[begin] == ';')
        return WORD_COMMENT;
    if (begin < reader->game->begin + reader->game->head_end)
        return reader->is_line_start ? WORD_KEY : WORD_VALUE;
    return end - begin > 1 && reader->document->text.at[end - 1] == '.' ? WORD_NUMBER : WORD_PLY;
}

record_word next_word(word_reader *reader)
{
    const char *text = reader->document->text.at;
    size_t limit = reader->game->end;
    while (reader->at < limit && is_blank(text[reader->at]))
        reader->at++;
    size_t begin = reader->at, end = begin;
    if (begin == limit)
        return (record_word){WORD_END, begin, begin};
    if (text[begin] == '\n') {
        reader->at++;
        reader->is_line_start = true;
        return (record_word){WORD_BREAK, begin, begin + 1};
    }
    bool is_comment = text[begin] == ';';
    while (end < limit && text[end] != '\n' && (is_comment || (!is_blank(text[end]) && text[end] != ';')))
        end++;
    reader->at = end;
    while (is_comment && end > begin && is_blank(text[end - 1]))
        end--;
    record_word word = {kind_of(reader, begin, end), begin, end};
    reader->is_line_start = false;
    return word;
}
