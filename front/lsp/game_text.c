/* Finding the games of a document, and keeping what edits left alone. */
#include "lsp/game_text.h"
#include "lsp/document.h"

#include <stdlib.h>
#include <string.h>

/* ---- Steps --------------------------------------------------------------------------------------------- */

eleven_state *game_state(const lsp_game *game, size_t count)
{
    size_t good = count ? game->steps[count - 1].good : 0;
    return good ? game->steps[good - 1].state : game->start;
}

bool game_tells_wrong_end(const lsp_game *game)
{
    return game->is_record && game->start && game->problem && game->problem_begin < game->begin + game->head_end;
}

bool game_is_right(const lsp_game *game)
{
    return game->start && game->wrong_count == 0 && (!game->problem || game_tells_wrong_end(game));
}

size_t game_steps_before(const lsp_game *game, size_t at)
{
    size_t low = 0, high = game->step_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (game->begin + game->steps[middle].end <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const lsp_step *game_step_at(const lsp_game *game, size_t at)
{
    size_t before = game_steps_before(game, at);
    if (before > 0 && game->begin + game->steps[before - 1].end == at)
        return &game->steps[before - 1];
    if (before < game->step_count && game->begin + game->steps[before].begin <= at)
        return &game->steps[before];
    return NULL;
}

bool game_add_step(lsp_game *game, size_t begin, size_t end, eleven_state *state)
{
    if (game->step_count == game->step_capacity) {
        size_t capacity = game->step_capacity * 2 + 8;
        lsp_step *steps = realloc(game->steps, capacity * sizeof *steps);
        if (!steps) {
            eleven_state_free(state);
            return false;
        }
        game->steps = steps;
        game->step_capacity = capacity;
    }
    size_t good = game->step_count ? game->steps[game->step_count - 1].good : 0;
    game->steps[game->step_count++] = (lsp_step){begin, end, good, state};
    if (state)
        game->steps[game->step_count - 1].good = game->step_count;
    else
        game->wrong_count++;
    return true;
}

static void cut_steps(lsp_game *game, size_t count)
{
    while (game->step_count > count) {
        eleven_state *state = game->steps[--game->step_count].state;
        game->wrong_count -= !state;
        eleven_state_free(state);
    }
}

static void game_free(lsp_game *game)
{
    cut_steps(game, 0);
    eleven_state_free(game->start);
    free(game->steps);
    free(game->reader);
    free(game->problem);
    *game = (lsp_game){.begin = 0};
}

void game_fail(lsp_game *game, const eleven_problem *problem, size_t begin, size_t end)
{
    free(game->problem);
    game->problem = malloc(sizeof *game->problem);
    if (game->problem)
        *game->problem = *problem;
    game->problem_begin = begin;
    game->problem_end = end;
}

/* ---- Edits --------------------------------------------------------------------------------------------- */

static void note_edit(lsp_game *game, size_t begin, size_t end, size_t length)
{
    if (end <= game->begin) {
        game->begin += length - (end - begin);
        return;
    }
    if (begin <= game->begin + game->head_end) {
        game->is_lost = true;
        game->begin = begin; /* keeps the games in order */
        return;
    }
    size_t kept = game_steps_before(game, begin - 1); /* the byte after a word belongs to its end */
    game->kept = kept < game->kept ? kept : game->kept;
}

void games_note_edit(lsp_document *document, size_t begin, size_t end, size_t length)
{
    for (size_t i = 0; i < document->game_count; i++)
        note_edit(&document->games[i], begin, end, length);
}

/* ---- Finding ------------------------------------------------------------------------------------------- */

/* What the update works on: games of before, in order, and those found now. */
typedef struct game_update {
    lsp_game *old;
    size_t old_count, old_at;
    lsp_game *found;
    size_t count, capacity;
} game_update;

/* The game of before that began at the same place, so far as edits left it alone, or a new one. */
static lsp_game take_old(game_update *update, size_t begin, bool is_record)
{
    while (update->old_at < update->old_count && update->old[update->old_at].begin < begin)
        update->old_at++;
    lsp_game *old = update->old_at < update->old_count ? &update->old[update->old_at] : NULL;
    if (!old || old->begin != begin || old->is_lost || old->is_record != is_record || !old->start)
        return (lsp_game){.begin = begin, .is_record = is_record};
    lsp_game game = *old;
    *old = (lsp_game){.begin = begin, .is_lost = true};
    cut_steps(&game, game.kept < game.step_count ? game.kept : game.step_count);
    free(game.problem);
    game.problem = NULL;
    return game;
}

static bool add_game(game_update *update, lsp_game *game)
{
    if (update->count == update->capacity) {
        size_t capacity = update->capacity * 2 + 4;
        lsp_game *found = realloc(update->found, capacity * sizeof *found);
        if (!found) {
            game_free(game);
            return false;
        }
        update->found = found;
        update->capacity = capacity;
    }
    game->kept = game->step_count;
    update->found[update->count++] = *game;
    return true;
}

static bool line_is_blank(const lsp_document *document, size_t line)
{
    size_t at = document->lines[line];
    while (at < document->length && strchr(" \t\r", document->text[at]) && document->text[at])
        at++;
    return at == document->length || document->text[at] == '\n';
}

static bool line_opens_record(const lsp_document *document, size_t line)
{
    static const char opening[] = "eleven game ";
    size_t at = document->lines[line], length = sizeof opening - 1;
    return document->length - at >= length && memcmp(document->text + at, opening, length) == 0;
}

/* The line after a record that opens at `line`: its head and its moves each end at a blank line. */
static size_t record_limit(const lsp_document *document, size_t line)
{
    for (unsigned part = 0; part < 2; part++) {
        while (line < document->line_count && !line_is_blank(document, line))
            line++;
        while (part == 0 && line < document->line_count && line_is_blank(document, line))
            line++;
    }
    return line;
}

/* A file *.2048 is one record, unless it holds a chain. */
static bool is_one_record(const lsp_document *document)
{
    size_t at = 0;
    while (at < document->length && strchr(" \t\r\n", document->text[at]) && document->text[at])
        at++;
    return document->is_record_file && eleven_chain_find(document->text, document->length, at) != at;
}

static size_t next_record_line(const lsp_document *document, size_t line)
{
    while (line < document->line_count && !line_opens_record(document, line))
        line++;
    return line;
}

static bool take_record(lsp_document *document, game_update *update, size_t begin, size_t limit)
{
    lsp_game game = take_old(update, begin, true);
    record_read(document, &game, limit);
    return add_game(update, &game);
}

static bool take_chain(lsp_document *document, game_update *update, size_t begin, size_t *end)
{
    lsp_game game = take_old(update, begin, false);
    chain_read(document, &game);
    *end = game.end;
    return add_game(update, &game);
}

static void find_games(lsp_document *document, game_update *update)
{
    size_t chain = eleven_chain_find(document->text, document->length, 0), line = next_record_line(document, 0);
    bool is_whole = true;
    while (is_whole && (chain < document->length || line < document->line_count)) {
        size_t record = line < document->line_count ? document->lines[line] : document->length;
        size_t end;
        if (chain < record) {
            is_whole = take_chain(document, update, chain, &end);
            chain = eleven_chain_find(document->text, document->length, end);
            continue;
        }
        line = record_limit(document, line);
        end = line < document->line_count ? document->lines[line] : document->length;
        is_whole = take_record(document, update, record, end);
        line = next_record_line(document, line);
        if (chain < end)
            chain = eleven_chain_find(document->text, document->length, end);
    }
}

void games_update(lsp_document *document)
{
    game_update update = {.old = document->games, .old_count = document->game_count};
    if (is_one_record(document))
        take_record(document, &update, 0, document->length);
    else
        find_games(document, &update);
    document->games = update.found;
    document->game_count = update.count;
    for (size_t i = 0; i < update.old_count; i++)
        game_free(&update.old[i]);
    free(update.old);
}

void games_free(lsp_document *document)
{
    for (size_t i = 0; i < document->game_count; i++)
        game_free(&document->games[i]);
    free(document->games);
    document->games = NULL;
    document->game_count = 0;
}
