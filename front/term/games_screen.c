/* The list of all games: which ones, in which order, and what is done with the one that is chosen. */
#include "term/term_room.h"

#include "base/file.h"

#include <curses.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Moving, sorting, filtering -------------------------------------------------------------------------- */
enum { A_PAGE = 1 << 20, TO_AN_END = 1 << 30 };

/* Moves the choice by rows, by a page, or to an end of the list. */
static void go_by(struct screen *screen, int rows)
{
    struct games_view *view = screen->games;
    int64_t page = games_rows(screen), last = (int64_t)view->count - 1;
    int64_t at = view->at + (rows == A_PAGE ? page : rows == -A_PAGE ? -page : rows);
    at = at < last ? at : last;
    view->at = at > 0 ? (uint32_t)at : 0;
}

static void list_from_the_top(struct screen *screen)
{
    screen->games->at = screen->games->top = 0;
    games_refresh(screen);
}

/* The order that is there already is turned around. */
static void sort_by(struct screen *screen, store_order order)
{
    struct games_view *view = screen->games;
    view->is_reversed = view->order == order && !view->is_reversed;
    view->order = order;
    list_from_the_top(screen);
}

static void change_order(struct screen *screen, int to_next)
{
    store_order order = screen->games->order;
    sort_by(screen, to_next ? games_next_order(order) : order);
}

static void change_kind(struct screen *screen, int by)
{
    screen->games->shown = (screen->games->shown + (unsigned)by) % GAMES_SHOWN;
    list_from_the_top(screen);
}

/* ---- Opening games --------------------------------------------------------------------------------------- */
static void close_list(struct screen *screen)
{
    screen->kind = screen->games->outer_kind;
    free(screen->games);
    screen->games = NULL;
}

static void leave(struct screen *screen, int argument)
{
    (void)argument;
    close_list(screen);
}

/* Nothing of the game before is lost: it is saved, or it stays. */
static void play_game(struct screen *screen, int argument)
{
    (void)argument;
    const store_game *game = games_chosen(screen);
    eleven_problem problem;
    if (!game)
        return;
    if (game->id == screen->games->current) {
        close_list(screen);
        return;
    }
    screen_save(screen);
    if (screen->unsaved[0])
        return;
    eleven_session *session = saver_resume_game(screen->game->saver, game->id, &problem);
    if (!session) {
        screen_say(screen, "%s", problem.sentence);
        return;
    }
    eleven_session_free(screen->played);
    screen->session = screen->played = screen->game->session = session;
    screen->best_game = 0;
    screen_forget_advice(screen);
    close_list(screen);
    screen_changed(screen);
}

/* A session with the record of the chosen game; NULL, and a sentence, if there is none. */
static eleven_session *load_chosen(struct screen *screen)
{
    const store_game *game = games_chosen(screen);
    eleven_problem problem = {.sentence = "Out of memory."};
    char *text = NULL;
    size_t length;
    if (!game)
        return NULL;
    eleven_session *session = eleven_session_new();
    bool is_read = session && !store_export(screen->game->saver->store, game->id, &text, &length, &problem) &&
                   !eleven_session_load(session, text, length, -1e9, &problem);
    free(text);
    if (is_read)
        return session;
    eleven_session_free(session);
    screen_say(screen, "%s", problem.sentence);
    return NULL;
}

static void show_game(struct screen *screen, int in_review)
{
    eleven_session *session = load_chosen(screen);
    if (session)
        (in_review ? review_open : replay_open)(screen, session);
}

/* A game that is over is replayed, any other one continues. */
static void open_game(struct screen *screen, int argument)
{
    const store_game *game = games_chosen(screen);
    if (game && game->status == ELEVEN_STATUS_LOST && game->id != screen->games->current)
        show_game(screen, false);
    else
        play_game(screen, argument);
}

/* ---- Changing games -------------------------------------------------------------------------------------- */
/* Deletes a game, or brings it back. */
static bool change_game(struct screen *screen, int64_t id, bool is_deleted)
{
    eleven_problem problem;
    if (!screen->game->saver->store)
        return false;
    bool is_done = store_delete(screen->game->saver->store, id, is_deleted, &problem) == ELEVEN_OK;
    if (!is_done)
        screen_say(screen, "%s", problem.sentence);
    else if (is_deleted)
        screen_say(screen, "Game %" PRId64 " is deleted; u brings it back.", id);
    else
        screen_say(screen, "Game %" PRId64 " is back.", id);
    games_refresh(screen);
    return is_done;
}

/* Of more deletions than are remembered, the first ones are in the list of the deleted games only. */
static void delete_game(struct screen *screen, int argument)
{
    (void)argument;
    struct games_view *view = screen->games;
    const store_game *game = games_chosen(screen);
    int64_t id = game ? game->id : 0;
    if (!game || game->is_deleted)
        return;
    if (id == view->current)
        screen_say(screen, "You are playing this game; play another one, then delete it.");
    else if (change_game(screen, id, true))
        view->deleted[view->deletions++ % GAMES_DELETIONS] = id;
}

/* Brings back the chosen one of the deleted games, or the one that was deleted last. */
static void undelete_game(struct screen *screen, int argument)
{
    (void)argument;
    struct games_view *view = screen->games;
    const store_game *game = view->shown == GAMES_DELETED ? games_chosen(screen) : NULL;
    if (game) {
        change_game(screen, game->id, false);
        return;
    }
    int64_t *last = &view->deleted[(view->deletions + GAMES_DELETIONS - 1) % GAMES_DELETIONS];
    if (*last == 0)
        screen_say(screen, "Nothing was deleted just now; f shows the games deleted earlier.");
    else if (change_game(screen, *last, false)) {
        *last = 0;
        view->deletions += GAMES_DELETIONS - 1;
    }
}

static void export_game(struct screen *screen, const store_game *game, const char *path)
{
    eleven_problem problem;
    char *text = NULL;
    size_t length;
    /* What a damaged database has may be no game. */
    eleven_session *session = load_chosen(screen);
    if (!session)
        return;
    eleven_session_free(session);
    if (access(path, F_OK) == 0)
        screen_say(screen, "There is already a file %s; choose another name.", path);
    else if (store_export(screen->game->saver->store, game->id, &text, &length, &problem) ||
             file_write(path, text, length, &problem))
        screen_say(screen, "%s", problem.sentence);
    else
        screen_say(screen, "%s is written.", path);
    free(text);
}

/* ---- Typing ---------------------------------------------------------------------------------------------- */
static void begin_typing(struct screen *screen, int prompt)
{
    struct games_view *view = screen->games;
    const store_game *game = prompt == PROMPT_WORDS ? NULL : games_chosen(screen);
    if (prompt != PROMPT_WORDS && !game)
        return;
    view->prompt = (enum games_prompt)prompt;
    if (prompt == PROMPT_WORDS)
        snprintf(view->typed, sizeof view->typed, "%s", view->words);
    else if (prompt == PROMPT_TITLE)
        snprintf(view->typed, sizeof view->typed, "%s", game->title);
    else
        snprintf(view->typed, sizeof view->typed, "game-%" PRId64 ".2048", game->id);
}

static void filter_by(struct screen *screen, const char *words)
{
    snprintf(screen->games->words, sizeof screen->games->words, "%s", words);
    list_from_the_top(screen);
}

static void end_typing(struct screen *screen)
{
    struct games_view *view = screen->games;
    const store_game *game = view->prompt == PROMPT_WORDS ? NULL : games_chosen(screen);
    eleven_problem problem;
    if (game && view->prompt == PROMPT_FILE && view->typed[0])
        export_game(screen, game, view->typed);
    if (game && view->prompt == PROMPT_TITLE) {
        if (store_rename(screen->game->saver->store, game->id, view->typed, &problem))
            screen_say(screen, "%s", problem.sentence);
        games_refresh(screen);
    }
    view->prompt = PROMPT_NONE;
}

/* Removes the last character, with all its bytes. */
static void remove_last(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && ((unsigned char)text[--length] & 0xc0) == 0x80)
        ;
    text[length] = '\0';
}

/* Characters of one column in the encoding of the terminal: ASCII, and letters of two bytes in UTF-8. */
static bool is_typeable(const struct screen *screen, const char *typed, size_t length, int key)
{
    bool follows = length > 0 && (unsigned char)typed[length - 1] >= 0xc2;
    if (key < 0x80)
        return key >= ' ' && key < 0x7f && !follows;
    return screen->terminal.pen.utf8 && (follows ? key < 0xc0 : key >= 0xc2 && key < 0xcc);
}

static void type_character(struct screen *screen, int key)
{
    char *typed = screen->games->typed;
    size_t length = strlen(typed);
    if (key == KEY_BACKSPACE || key == 127 || key == '\b') {
        remove_last(typed);
    } else if (length + (key < 0xc0 ? 2 : 3) < STORE_TITLE && is_typeable(screen, typed, length, key)) {
        typed[length] = (char)key;
        typed[length + 1] = '\0';
    }
}

static bool type_key(struct screen *screen, int key)
{
    struct games_view *view = screen->games;
    enum games_prompt prompt = view->prompt;
    if (prompt == PROMPT_NONE)
        return false;
    if (key == 27)
        view->typed[0] = '\0';
    if (key == '\r' || key == '\n' || key == KEY_ENTER)
        end_typing(screen);
    else if (key == 27)
        view->prompt = PROMPT_NONE;
    else
        type_character(screen, key);
    if (prompt == PROMPT_WORDS && strcmp(view->typed, view->words) != 0)
        filter_by(screen, view->typed);
    return true;
}

/* ---- The screen ------------------------------------------------------------------------------------------ */
/* While something is typed, it is about the chosen game. */
static void turn_wheel(struct screen *screen, int by)
{
    if (!screen->games->prompt)
        go_by(screen, by);
}

static void click(struct screen *screen, int column, int row)
{
    struct games_view *view = screen->games;
    store_order order;
    uint32_t line = (uint32_t)(row - GAMES_HEAD), at = view->top + line;
    if (view->prompt)
        return;
    if (row == GAMES_HEAD - 1 && games_order_at(screen, column, &order))
        sort_by(screen, order);
    if (row < GAMES_HEAD || line >= games_rows(screen) || at >= view->count)
        return;
    if (at == view->at)
        open_game(screen, 0);
    else
        view->at = at;
}

static const struct binding games_bindings[] = {
    {{KEY_UP, 'k'}, "up down", "choose a game", go_by, -1, false},
    {{KEY_DOWN, 'j'}, NULL, NULL, go_by, 1, false},
    {{KEY_PPAGE}, "page keys", "a page up, down; home, end", go_by, -A_PAGE, false},
    {{KEY_NPAGE}, NULL, NULL, go_by, A_PAGE, false},
    {{KEY_HOME, '0'}, NULL, NULL, go_by, -TO_AN_END, false},
    {{KEY_END, '$'}, NULL, NULL, go_by, TO_AN_END, false},
    {{'\r', '\n', KEY_ENTER}, "enter", "play it; replay it if it is lost", open_game, 0, false},
    {{'p'}, "p", "play it, from its last move", play_game, 0, false},
    {{'r', 'y'}, "r", "replay it", show_game, 0, false},
    {{'v'}, "v", "review it", show_game, 1, false},
    {{'s'}, "s", "sort by the next column", change_order, 1, false},
    {{'o'}, "o", "turn the order around", change_order, 0, false},
    {{'f'}, "f", "all, running, finished, plain or deleted games", change_kind, 1, false},
    {{'/'}, "/", "games with this text: name, rules, size or date", begin_typing, PROMPT_WORDS, false},
    {{'n'}, "n", "give it a name", begin_typing, PROMPT_TITLE, false},
    {{'x', KEY_DC}, "x", "delete it", delete_game, 0, false},
    {{'u', KEY_BACKSPACE, 127}, "u", "bring a deleted game back", undelete_game, 0, false},
    {{'e'}, "e", "export it: write its record to a file", begin_typing, PROMPT_FILE, false},
    {{'t'}, "t", "next theme", screen_next_theme, 0, false},
    {{'?', KEY_F(1)}, "?", "this help", screen_show_help, 1, false},
    {{'q', 'g', 27}, "q", "back to the game", leave, 0, false},
    {.act = NULL},
};

static const struct screen_kind games_kind = {
    .bindings = games_bindings,
    .hints = "? help  q back  enter open  s sort  f filter  r replay  v review  x delete  n name  e export",
    .run = games_follow_choice,
    .draw = games_draw,
    .click = click,
    .wheel = turn_wheel,
    .type = type_key,
    .close = close_list,
};

void games_open(struct screen *screen, int argument)
{
    (void)argument;
    const game_saver *saver = screen->game->saver;
    bool has_list = screen->game->lists_games, has_games = has_list && saver->store;
    screen->games = has_games ? calloc(1, sizeof *screen->games) : NULL;
    if (!screen->games) {
        screen_say(screen, has_games  ? "Out of memory: the games cannot be listed."
                           : has_list ? "No games are listed: nothing is saved."
                                      : "'eleven play' lists the games.");
        return;
    }
    screen_save(screen);
    screen->games->outer_kind = screen->kind;
    screen->kind = &games_kind;
    screen->games->order = STORE_BY_DATE;
    games_refresh(screen);
}
