/* Finding the games of a document, and keeping those parts of them that edits left alone. */
#include "base/array.h"
#include "base/memory.h"
#include "lsp/lsp_room.h"

#include <string.h>

/* What an update works on: the old games, in order, and those found now. */
typedef struct game_update {
    const lsp_document *document;
    lsp_game *old;
    size_t old_count, old_at;
    lsp_game *found;
    size_t count, capacity;
} game_update;

eleven_state *document_state(const lsp_document *document, const lsp_game *game, size_t count)
{
    size_t good = count ? game->steps[count - 1].good : 0, from = good;
    while (from > 0 && !game->steps[from - 1].state)
        from--;
    eleven_state *state = from ? game->steps[from - 1].state : game->start;
    for (size_t i = from; state && i < good; i++) {
        if (!game_step_is_good(game, i))
            continue;
        state = game->is_record ? record_step(document, game, i, state) : chain_step(document, game, i, state);
        if (state)
            game_set_state(game, i, from, state);
        from = i + 1;
    }
    return state;
}

/* The old game that began at the same place, as far as edits left it alone, or a new one. */
static lsp_game take_old(game_update *update, size_t begin, bool is_record)
{
    while (update->old_at < update->old_count && update->old[update->old_at].begin < begin)
        update->old_at++;
    lsp_game *old = update->old_at < update->old_count ? &update->old[update->old_at] : NULL;
    if (!old || old->begin != begin || old->is_lost || old->is_record != is_record || !(old->start || old->is_asleep))
        return (lsp_game){.begin = begin, .is_record = is_record};
    lsp_game game = *old;
    *old = (lsp_game){.begin = begin, .is_lost = true};
    game_cut_steps(&game, game.kept);
    game_set_problem(&game, NULL, 0, 0);
    if (game.start && !document_state(update->document, &game, game.step_count)) {
        game_free(&game);
        game = (lsp_game){.begin = begin, .is_record = is_record};
    }
    return game;
}

static bool game_contains(const lsp_game *game, size_t at)
{
    return game->begin <= at && at <= game->end;
}

/* The games of a large document fall asleep, except where the user works and where something is wrong. */
static void fall_asleep(const lsp_document *document, lsp_game *game)
{
    enum { LARGE = 1 << 20 };
    if (document->text.length > LARGE && !game->is_asleep && !game_contains(game, document->focus) &&
        !game_contains(game, document->used) && !game->problem && game_is_right(game))
        game_sleep(game);
}

static bool add_game(game_update *update, lsp_game *game)
{
    size_t wanted = update->count < update->old_count ? update->old_count + 1 : update->count + 1;
    lsp_game *found = array_reserve(update->found, &update->capacity, wanted, sizeof *found);
    if (!found) {
        game_free(game);
        return false;
    }
    game->kept = game->step_count;
    fall_asleep(update->document, game);
    update->found = found;
    found[update->count++] = *game;
    return true;
}

static bool line_is_blank(const lsp_document *document, size_t line)
{
    const char *text = document->text.at + document->lines[line];
    text += strspn(text, " \t\r");
    return *text == '\n' || text == document->text.at + document->text.length;
}

/* "eleven game 1": nothing but a comment may follow the number. */
static bool line_opens_record(const lsp_document *document, size_t line)
{
    static const char opening[] = "eleven game ";
    const char *text = document->text.at + document->lines[line];
    if (strncmp(text, opening, sizeof opening - 1) != 0)
        return false;
    text += sizeof opening - 1;
    size_t digits = strspn(text, "0123456789"), blanks = strspn(text + digits, " \t\r");
    return digits > 0 && strchr("\n;", text[digits + blanks]);
}

static size_t next_record_line(const lsp_document *document, size_t line)
{
    while (line < document->line_count && !line_opens_record(document, line))
        line++;
    return line;
}

/* The end of a block of code in Markdown. */
static bool line_is_fence(const lsp_document *document, size_t line)
{
    const char *text = document->text.at + document->lines[line];
    text += strspn(text, " \t");
    return strncmp(text, "```", 3) == 0 || strncmp(text, "~~~", 3) == 0;
}

/* "1.", a comment, or a move: not another game or a sentence. */
static bool line_has_moves(const lsp_document *document, size_t line)
{
    const char *text = document->text.at + document->lines[line];
    text += strspn(text, " \t");
    size_t digits = strspn(text, "0123456789"), letters = strspn(text, "URDL");
    return *text == ';' || text[digits] == '.' || strncmp(text, "keep", 4) == 0 ||
           (letters == 1 && strchr("0123456789 \t\r\n;", text[1]));
}

/* The line after a part of a record: head and moves each end at a blank line, or where another record begins. */
static size_t part_end(const lsp_document *document, size_t line)
{
    do
        line++;
    while (line < document->line_count && !line_is_blank(document, line) && !line_is_fence(document, line) &&
           !line_opens_record(document, line));
    return line;
}

/* The line after a record that begins at `line`. */
static size_t record_limit(const lsp_document *document, size_t line)
{
    line = part_end(document, line);
    while (line < document->line_count && line_is_blank(document, line))
        line++;
    return line < document->line_count && line_has_moves(document, line) ? part_end(document, line) : line;
}

/* A file *.2048 holds records and nothing else, unless it begins with a chain. */
static bool holds_records(const lsp_document *document)
{
    size_t at = strspn(document->text.at, " \t\r\n");
    return document->is_record_file && eleven_chain_find(document->text.at, document->text.length, at) != at;
}

/* A sleeping game is ready to be read. */
static void wake(lsp_game *game)
{
    lsp_game asleep = *game;
    if (!asleep.is_asleep)
        return;
    *game = (lsp_game){.begin = asleep.begin, .end = asleep.end, .is_record = asleep.is_record};
    game_free(&asleep);
}

static bool take_record(lsp_document *document, game_update *update, size_t begin, size_t limit)
{
    lsp_game game = take_old(update, begin, true);
    if (!game.is_asleep || game.end != limit) {
        wake(&game);
        record_read(document, &game, limit);
    }
    return add_game(update, &game);
}

static bool take_chain(lsp_document *document, game_update *update, size_t begin, size_t *end)
{
    lsp_game game = take_old(update, begin, false);
    eleven_chain_word word;
    /* What follows a sleeping chain may have become its next word. */
    if (!game.is_asleep ||
        eleven_chain_next(document->text.at + begin, document->text.length - begin, game.end - begin, &word)) {
        wake(&game);
        chain_read(document, &game);
    }
    *end = game.end;
    return add_game(update, &game);
}

static void find_games(lsp_document *document, game_update *update)
{
    size_t chain = eleven_chain_find(document->text.at, document->text.length, 0), line = next_record_line(document, 0);
    bool is_fine = true;
    while (is_fine && (chain < document->text.length || line < document->line_count)) {
        size_t record = line < document->line_count ? document->lines[line] : document->text.length;
        size_t end;
        if (chain < record) {
            is_fine = take_chain(document, update, chain, &end);
            chain = eleven_chain_find(document->text.at, document->text.length, end);
            continue;
        }
        line = record_limit(document, line);
        end = line < document->line_count ? document->lines[line] : document->text.length;
        is_fine = take_record(document, update, record, end);
        line = next_record_line(document, line);
        if (chain < end)
            chain = eleven_chain_find(document->text.at, document->text.length, end);
    }
}

/* The first record begins with the file, so that a wrong opening is found, and the last one ends with it. The blank
 * lines before another record belong to none. */
static void find_records(lsp_document *document, game_update *update)
{
    size_t line = 0, next = next_record_line(document, 0);
    do {
        next = next_record_line(document, next + 1);
        size_t end = next;
        while (next < document->line_count && line_is_blank(document, end - 1))
            end--;
        size_t limit = next < document->line_count ? document->lines[end] : document->text.length;
        if (!take_record(document, update, document->lines[line], limit))
            break;
        line = next;
    } while (next < document->line_count);
}

static void update_games(lsp_document *document)
{
    game_update update = {.document = document, .old = document->games, .old_count = document->game_count};
    if (holds_records(document))
        find_records(document, &update);
    else
        find_games(document, &update);
    document->games = update.found;
    document->game_count = update.count;
    document->awake = SIZE_MAX;
    document->is_stale = false;
    for (size_t i = 0; i < update.old_count; i++)
        game_free(&update.old[i]);
    memory_free(update.old);
}

size_t document_update(lsp_document *document)
{
    if (document->is_stale)
        update_games(document);
    return document->game_count;
}

const lsp_game *document_game(lsp_document *document, size_t index)
{
    lsp_game *game = &document->games[index];
    if (!game->is_asleep)
        return game;
    if (document->awake < document->game_count)
        fall_asleep(document, &document->games[document->awake]);
    document->awake = index;
    wake(game);
    if (game->is_record)
        record_read(document, game, game->end);
    else
        chain_read(document, game);
    game->kept = game->step_count;
    return game;
}

const lsp_game *document_game_at(lsp_document *document, size_t at)
{
    size_t count = document_update(document);
    for (size_t i = 0; i < count; i++)
        if (game_contains(&document->games[i], at)) {
            document->used = at;
            return document_game(document, i);
        }
    return NULL;
}
