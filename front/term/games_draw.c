/* The picture of the list of games:
 *
 *      Games  12 of 340, finished, with "classic"
 *        Score  Largest  Date        Size  Rules      Class   State    Name
 *     >  24864     2048  2026-11-20  4x4   classic    plain   won      on the train
 *        12004     1024  2026-11-19  4x4   classic    undone  running
 *     Game 7: 1204 moves, 1 h 5 min, 3 undos
 *     ? help  q back  enter open ...
 */
#include "term/term_room.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { FEW_ROWS = 8, WIDE = 74, MARK_W = 2, NAME_W_LEAST = 8, NAME_W_MOST = 40, TEXT = 320, CELL = 80 };

typedef enum column_name { SCORE, LARGEST, DATE, SIZE, RULES, CLASS, STATE, NAME, COLUMNS } column_name;

static const struct {
    const char *heading;
    int w;
    bool is_number;
    store_order order;
} columns[COLUMNS] = {
    [SCORE] = {"Score", 8, true, STORE_BY_SCORE},   [LARGEST] = {"Largest", 7, true, STORE_BY_LARGEST},
    [DATE] = {"Date", 10, false, STORE_BY_DATE},    [SIZE] = {"Size", 4, false, STORE_BY_SIZE},
    [RULES] = {"Rules", 9, false, STORE_BY_NUMBER}, [CLASS] = {"Class", 6, false, STORE_BY_CLASS},
    [STATE] = {"State", 7, false, STORE_BY_NUMBER}, [NAME] = {"Name", 0, false, STORE_BY_NUMBER},
};

/* The column with this order. */
static unsigned column_of(store_order order)
{
    unsigned i = 0;
    while (i < COLUMNS - 1 && columns[i].order != order)
        i++;
    return i;
}

store_order games_next_order(store_order order)
{
    unsigned i = column_of(order);
    do
        i = (i + 1) % COLUMNS;
    while (columns[i].order == STORE_BY_NUMBER);
    return columns[i].order;
}

/* A low window has neither the first line nor the line about the chosen game. */
static bool is_low(const struct screen *screen)
{
    return screen->canvas.rows < FEW_ROWS;
}

uint32_t games_rows(const struct screen *screen)
{
    int rows = screen->canvas.rows - GAMES_HEAD - (is_low(screen) ? 1 : 2);
    return rows < 1 ? 1 : (uint32_t)rows;
}

/* ---- Columns --------------------------------------------------------------------------------------------- */
/* Where the columns are; a width of 0: the column is not shown. */
struct places {
    int left, x[COLUMNS], w[COLUMNS], right;
};

static struct places find_places(const struct screen *screen)
{
    struct places places = {0};
    int gap = screen->canvas.columns >= WIDE ? 2 : 1, x = MARK_W;
    for (unsigned i = 0; i < COLUMNS; i++) {
        int space = screen->canvas.columns - x;
        places.x[i] = x;
        int w = i != NAME              ? columns[i].w
                : space < NAME_W_LEAST ? NAME_W_LEAST
                : space < NAME_W_MOST  ? space
                                       : NAME_W_MOST;
        places.w[i] = w <= space ? w : 0;
        x += places.w[i] + (places.w[i] ? gap : 0);
    }
    places.right = x - gap;
    places.left = places.right < screen->canvas.columns ? (screen->canvas.columns - places.right) / 2 : 0;
    return places;
}

bool games_order_at(const struct screen *screen, int column, store_order *order)
{
    struct places places = find_places(screen);
    for (unsigned i = 0; i < COLUMNS; i++) {
        int x = column - places.left - places.x[i];
        if (x < 0 || x >= places.w[i] || columns[i].order == STORE_BY_NUMBER)
            continue;
        *order = columns[i].order;
        return true;
    }
    return false;
}

/* Of a text of the player, as many characters as fit into the columns; one that may not be one column wide becomes a
 * question mark. The result is not longer than the text. */
static void write_shown(const struct screen *screen, const char *text, int w, char *shown, size_t size)
{
    size_t length = 0;
    for (const unsigned char *at = (const unsigned char *)text; *at && w > 0 && length + 3 <= size; w--) {
        int bytes = *at < 0x80 ? 1 : *at >= 0xc2 && *at < 0xcc && at[1] ? 2 : 0;
        bool is_shown = bytes == 1 || (bytes == 2 && screen->terminal.pen.utf8);
        length += (size_t)snprintf(shown + length, 3, "%.*s", is_shown ? bytes : 1, is_shown ? (const char *)at : "?");
        for (at++; (*at & 0xc0) == 0x80; at++)
            ;
    }
    shown[length] = '\0';
}

static void put_cell(struct screen *screen, const struct places *places, unsigned column, int row, const char *text,
                     colour ink, bool bold)
{
    char shown[CELL];
    write_shown(screen, text, places->w[column], shown, sizeof shown);
    int space = columns[column].is_number ? places->w[column] - canvas_text_width(shown) : 0;
    canvas_text(&screen->canvas, places->left + places->x[column] + space, row, shown, ink, bold);
}

/* ---- One game -------------------------------------------------------------------------------------------- */
/* "2026-11-20 14:30" in local time, if seconds are such a time. */
static bool write_local(int64_t seconds, char text[CELL])
{
    time_t time = (time_t)seconds;
    struct tm local;
    return localtime_r(&time, &local) && strftime(text, CELL, "%Y-%m-%d %H:%M", &local);
}

/* The date of a record is UTC; of another date, the parts that may be a day and a time are shown. */
static void write_began(const store_game *game, char text[CELL])
{
    struct tm utc = {0};
    int length = 0;
    sscanf(game->began, "%4d-%2d-%2dT%2d:%2d:%2dZ%n", &utc.tm_year, &utc.tm_mon, &utc.tm_mday, &utc.tm_hour,
           &utc.tm_min, &utc.tm_sec, &length);
    utc.tm_year -= 1900;
    utc.tm_mon--;
    if (!length || game->began[length] || !write_local(timegm(&utc), text))
        snprintf(text, CELL, "%.10s %.5s", game->began, strlen(game->began) > 16 ? game->began + 11 : "");
}

/* The day when it was played last, or when it began. */
static void write_date(const store_game *game, char text[CELL])
{
    if (!game->touched || !write_local(game->touched / 1000, text))
        write_began(game, text);
    text[strcspn(text, " ")] = '\0';
}

static const char *state_of(const struct games_view *view, const store_game *game, bool is_used)
{
    if (game->id == view->current)
        return "here";
    if (is_used)
        return "in use";
    if (game->status != ELEVEN_STATUS_PLAYING)
        return game->won ? "won" : "lost";
    return game->is_running ? "running" : "stopped";
}

static void put_game(struct screen *screen, const struct places *places, uint32_t index, int row)
{
    const struct games_view *view = screen->games;
    const store_game *game = &view->page[index - view->page_first];
    static const char *const classes[] = {"plain", "undone", "hinted", "helped"};
    bool is_chosen = index == view->at;
    const struct theme *theme = &screen->theme;
    bool is_filled = is_chosen && colour_is_rgb(theme->text) && colour_is_rgb(theme->page);
    colour ink = is_filled ? theme->page : theme->text;
    char text[COLUMNS][CELL];
    draw_fit_number(game->score, columns[SCORE].w, text[SCORE], CELL);
    draw_fit_number(game->largest, columns[LARGEST].w, text[LARGEST], CELL);
    write_date(game, text[DATE]);
    snprintf(text[SIZE], CELL, "%ux%u", game->w, game->h);
    snprintf(text[RULES], CELL, "%s", game->rules);
    snprintf(text[CLASS], CELL, "%s", classes[game->class]);
    snprintf(text[STATE], CELL, "%s", state_of(view, game, view->is_used[index - view->page_first]));
    snprintf(text[NAME], CELL, "%s", game->title);
    if (is_filled)
        canvas_fill(&screen->canvas, places->left, 2 * row, places->right, 2, theme->text);
    if (is_chosen)
        canvas_text(&screen->canvas, places->left, row, ">", ink, true);
    for (unsigned i = 0; i < COLUMNS; i++)
        put_cell(screen, places, i, row, text[i], ink, is_chosen);
}

/* ---- Around the games ------------------------------------------------------------------------------------ */
static void put_heading(struct screen *screen, const struct places *places, int row)
{
    const struct games_view *view = screen->games;
    for (unsigned i = 0; i < COLUMNS; i++) {
        bool is_order = columns[i].order == view->order && view->order != STORE_BY_NUMBER;
        put_cell(screen, places, i, row, columns[i].heading, is_order ? screen->theme.text : screen->theme.faint,
                 is_order);
    }
}

/* Which games these are, and in which order. */
static void put_first_line(struct screen *screen, const struct places *places)
{
    static const char *const shown[GAMES_SHOWN] = {"", ", running", ", finished", ", plain", ", deleted"};
    const struct games_view *view = screen->games;
    const char *by = columns[column_of(view->order)].heading;
    char text[TEXT], fitting[TEXT];
    int length = view->shown == GAMES_DELETED ? snprintf(text, TEXT, "Games  %" PRIu32 " deleted", view->count)
                                              : snprintf(text, TEXT, "Games  %" PRIu32 " of %" PRIu32 "%s", view->count,
                                                         view->in_all, shown[view->shown]);
    if (view->words[0])
        length += snprintf(text + length, TEXT - (size_t)length, "  with \"%s\"", view->words);
    snprintf(text + length, TEXT - (size_t)length, "  by %c%s%s", tolower(by[0]), by + 1,
             view->is_reversed ? ", turned around" : "");
    draw_fit_parts(text, screen->canvas.columns - places->left, fitting, sizeof fitting);
    canvas_text(&screen->canvas, places->left + MARK_W, 0, fitting, screen->theme.text, true);
}

/* What the columns do not show of the chosen game. */
static void put_details(struct screen *screen, const struct places *places, int row)
{
    const struct games_view *view = screen->games;
    if (view->at - view->page_first >= view->page_count)
        return;
    const store_game *game = &view->page[view->at - view->page_first];
    char text[TEXT], fitting[TEXT], time[32], title[STORE_TITLE], began[CELL];
    sheet_write_time((uint64_t)game->played, time);
    write_shown(screen, game->title, STORE_TITLE, title, sizeof title);
    int length = snprintf(text, TEXT, "Game %" PRId64 ": %" PRIu32 " move%s  %s", game->id, game->moves,
                          plural(game->moves), time);
    if (canvas_text_width(title) > places->w[NAME])
        length += snprintf(text + length, TEXT - (size_t)length, "  %s", title);
    const struct {
        uint32_t count;
        const char *one, *many;
    } facts[] = {{game->undos, "undo", "undos"},
                 {game->hints, "hint", "hints"},
                 {game->helped, "move by a player", "moves by a player"}};
    for (unsigned i = 0; i < sizeof facts / sizeof *facts; i++)
        if (facts[i].count)
            length += snprintf(text + length, TEXT - (size_t)length, "  %" PRIu32 " %s", facts[i].count,
                               facts[i].count == 1 ? facts[i].one : facts[i].many);
    length += snprintf(text + length, TEXT - (size_t)length, "%s", game->from_board ? "  from a board" : "");
    write_began(game, began);
    if (game->began[0])
        snprintf(text + length, TEXT - (size_t)length, "  began %s", began);
    draw_fit_parts(text, screen->canvas.columns - places->left - MARK_W, fitting, sizeof fitting);
    canvas_text(&screen->canvas, places->left + MARK_W, row, fitting, screen->theme.faint, false);
}

/* What is typed, a sentence, or the keys. */
static void put_footer(struct screen *screen, const struct scene *scene)
{
    static const char *const prompts[] = {
        [PROMPT_WORDS] = "Show games with: ", [PROMPT_TITLE] = "Name: ", [PROMPT_FILE] = "Write to: "};
    const struct games_view *view = screen->games;
    const char *line = scene->notice ? scene->notice : scene->hints;
    char text[TEXT];
    int w = screen->canvas.columns;
    if (view->prompt) {
        char shown[STORE_TITLE];
        const char *typed = shown;
        write_shown(screen, view->typed, STORE_TITLE, shown, sizeof shown);
        int length = (int)strlen(prompts[view->prompt]) + canvas_text_width(typed) + 1;
        for (; length > w && *typed; length--)
            for (typed++; ((unsigned char)*typed & 0xc0) == 0x80; typed++)
                ;
        snprintf(text, TEXT, "%s%s_", prompts[view->prompt], typed);
    } else if (scene->notice) {
        draw_fit_words(line, w, text, sizeof text);
    } else {
        draw_fit_parts(line, w, text, sizeof text);
    }
    int left = view->prompt ? 0 : (w - canvas_text_width(text)) / 2;
    bool is_strong = view->prompt || scene->notice;
    canvas_fill(&screen->canvas, 0, 2 * screen->canvas.rows - 2, w, 2, screen->theme.page);
    canvas_text(&screen->canvas, left, screen->canvas.rows - 1, text,
                is_strong ? screen->theme.text : screen->theme.faint, false);
}

void games_draw(struct screen *screen, const struct scene *scene)
{
    const struct games_view *view = screen->games;
    bool has_hints = !view->prompt && !scene->notice;
    screen->layout = (struct layout){.footer_row = has_hints ? screen->canvas.rows - 1 : -1, .banner_row = -1};
    struct places places = find_places(screen);
    uint32_t rows = games_rows(screen);
    canvas_clear(&screen->canvas, screen->theme.page);
    put_first_line(screen, &places);
    put_heading(screen, &places, GAMES_HEAD - 1);
    for (uint32_t i = view->top; i < view->top + rows && i < view->page_first + view->page_count; i++)
        put_game(screen, &places, i, GAMES_HEAD + (int)(i - view->top));
    if (view->count == 0)
        canvas_text(&screen->canvas, places.left + MARK_W, GAMES_HEAD,
                    view->words[0] ? "No game has this text; / changes it." : "There is no such game; f shows others.",
                    screen->theme.text, false);
    if (!is_low(screen))
        put_details(screen, &places, screen->canvas.rows - 2);
    put_footer(screen, scene);
    if (scene->help)
        draw_help(&screen->canvas, &screen->terminal.pen, &screen->theme, scene->help);
}
