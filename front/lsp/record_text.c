/* Reading a record: ply by ply, and word by word. Its reader is a plain value, so reading can continue after any
 * step. */
#include "base/memory.h"
#include "lsp/lsp_room.h"

#include <string.h>

/* Marks the word at the place of the problem; its whole line if it has none. */
static void fail_at(const lsp_document *document, lsp_game *game, const eleven_problem *problem, size_t limit)
{
    size_t line = document_record_line(document, game->begin, problem->line ? problem->line - 1 : 0);
    size_t begin = line + (problem->column ? problem->column - 1 : 0);
    begin = begin < limit ? begin : limit;
    size_t end = begin + strcspn(document->text.at + begin, " \t\r\n;+");
    end = end < limit ? end : limit;
    if (end == begin) {
        begin = line;
        for (end = begin; end < limit && document->text.at[end] != '\n' && document->text.at[end] != '\r';)
            end++;
    }
    game_set_problem(game, problem, begin, end);
}

static bool read_head(const lsp_document *document, lsp_game *game, size_t limit)
{
    eleven_problem problem = {0};
    eleven_reader *reader = memory_new(sizeof *reader);
    if (!reader)
        return false;
    if (eleven_reader_open(reader, document->text.at + game->begin, limit - game->begin, &problem)) {
        memory_free(reader);
        fail_at(document, game, &problem, limit);
        return false;
    }
    eleven_state *before = eleven_state_new(&reader->record);
    if (before)
        eleven_state_choose(before, "Begin", 5, &game->start, NULL);
    eleven_state_free(before);
    game->reader = reader;
    game->head_end = reader->at;
    game->has_seed = reader->record.has_seed;
    game->seed = reader->record.seed;
    return game->start != NULL;
}

/* The reader as it was after the first `count` steps, which lead to `state`. */
static eleven_reader reader_after(const lsp_document *document, const lsp_game *game, size_t count,
                                  const eleven_state *state, size_t limit)
{
    eleven_reader reader = *game->reader;
    reader.text = document->text.at + game->begin;
    reader.length = limit - game->begin;
    reader.at = count ? game->steps[count - 1].end : game->head_end;
    reader.game = *eleven_state_game(state);
    return reader;
}

/* For the places of problems. */
static void find_line(const lsp_document *document, const lsp_game *game, eleven_reader *reader)
{
    size_t at = game->begin + reader->at, line = document_record_lines(document, game->begin, at);
    reader->line = (uint32_t)(line + 1);
    reader->column = (uint32_t)(at - document_record_line(document, game->begin, line) + 1);
}

eleven_state *record_step(const lsp_document *document, const lsp_game *game, size_t index, eleven_state *state)
{
    size_t limit = game->begin + game->steps[index].end;
    eleven_reader reader = reader_after(document, game, index, state, limit);
    eleven_ply ply;
    eleven_events events;
    if (eleven_reader_next(&reader, &ply, &events, NULL))
        return NULL;
    return eleven_state_follow(state, &ply, &reader.game, events.gain);
}

static bool add_ply(lsp_game *game, const eleven_reader *reader, const eleven_ply *ply, uint64_t gain)
{
    size_t begin = reader->at;
    while (begin > 0 && !strchr(" \t\r\n", reader->text[begin - 1]))
        begin--;
    eleven_state *state = eleven_state_follow(game_last_state(game), ply, &reader->game, gain);
    return state && game_add_step(game, begin, reader->at, state);
}

void record_read(const lsp_document *document, lsp_game *game, size_t limit)
{
    game->is_sure = true;
    game->end = limit;
    if (!game->start && !read_head(document, game, limit)) {
        game->head_end = limit - game->begin;
        return;
    }
    eleven_reader reader = reader_after(document, game, game->step_count, game_last_state(game), limit);
    find_line(document, game, &reader);
    eleven_ply ply;
    eleven_events events;
    eleven_problem problem = {0};
    eleven_error error;
    while (!(error = eleven_reader_next(&reader, &ply, &events, &problem)))
        if (!add_ply(game, &reader, &ply, events.gain))
            return;
    if (error != ELEVEN_END)
        fail_at(document, game, &problem, limit);
}

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
