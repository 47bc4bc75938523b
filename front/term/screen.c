/* The loop. Nothing waits for an animation or for a player that thinks: a key acts at once, and what was still moving
 * has arrived. */
#include "base/complain.h"
#include "term/term_room.h"

#include <ctype.h>
#include <curses.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#undef columns

enum { NOTICE_MS = 4000, ANSWER_MS = 20, CONTROL_L = 'l' & 31 };

/* Tiles that follow each other faster than they slide would never be seen to arrive. */
double screen_action_time(const struct screen *screen)
{
    bool is_hurried = screen->runs && screen->step_ms < SLIDE_MS;
    return screen->options->animate && !is_hurried ? clock_milliseconds() : -1e9;
}

void screen_say(struct screen *screen, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(screen->notice, sizeof screen->notice, format, values);
    va_end(values);
    screen->notice_until = clock_milliseconds() + NOTICE_MS;
}

/* The last advice stays visible while a player at play thinks about the next position. */
void screen_forget_advice(struct screen *screen)
{
    struct consultation *player = &screen->player;
    player->is_asked = player->is_answered = player->shows_hint = false;
    player->has_hint = player->has_hint && screen->runs;
}

void screen_changed(struct screen *screen)
{
    screen_forget_advice(screen);
    screen->is_rank_known = false;
    screen_save(screen);
}

/* The end of the sentence is the reason; its beginning, with the path, might not fit. While saving fails it is tried
 * again after 1 s, 2 s, 4 s ... 30 s, and after each action. */
void screen_save(struct screen *screen)
{
    enum { FIRST_RETRY_MS = 1000, LAST_RETRY_MS = 30000 };
    eleven_problem problem = {0};
    const term_game *game = screen->game;
    if (screen->watch || !game)
        return;
    bool was_unsaved = screen->unsaved[0] != '\0';
    if (saver_save(game->saver, screen->played, &problem)) {
        screen->unsaved[0] = '\0';
        screen->retry_ms = 0;
        if (was_unsaved)
            screen_say(screen, "Everything is saved again.");
        return;
    }
    const char *reason = problem.sentence;
    for (const char *next; (next = strstr(reason, ": "));)
        reason = next + 2;
    snprintf(screen->unsaved, sizeof screen->unsaved, "NOT SAVED: %s", reason);
    double now = clock_milliseconds();
    if (was_unsaved && now < screen->retry_at)
        return;
    screen->retry_ms = fmin(fmax(screen->retry_ms * 2, FIRST_RETRY_MS), LAST_RETRY_MS);
    screen->retry_at = now + screen->retry_ms;
}

bool screen_cover(struct screen *screen, const struct screen_kind *kind, eleven_session *session)
{
    if (!session || screen->covered_count == COVERED_MOST) {
        screen_say(screen, "Out of memory: the game cannot be shown.");
        eleven_session_free(session);
        return false;
    }
    screen->covered[screen->covered_count++] = (struct covered_screen){screen->kind, screen->session, screen->step_ms};
    screen->kind = kind;
    screen->session = session;
    screen->runs = false;
    return true;
}

static void close_own(struct screen *screen)
{
    if (screen->kind->close)
        screen->kind->close(screen);
}

void screen_uncover(struct screen *screen)
{
    const struct covered_screen *below = &screen->covered[--screen->covered_count];
    close_own(screen);
    eleven_session_free(screen->session);
    screen->kind = below->kind;
    screen->session = below->session;
    screen->step_ms = below->step_ms;
    screen->runs = false;
}

bool term_append_game(const eleven_session *from, eleven_session *to)
{
    size_t length = eleven_session_print(from, NULL, 0);
    char *text = malloc(length + 1);
    bool is_done = text && eleven_session_print(from, text, length + 1) == length &&
                   !eleven_session_load(to, text, length, -1e9, NULL);
    free(text);
    return is_done;
}

eleven_session *screen_copy_game(const eleven_session *session)
{
    eleven_session *copy = eleven_session_new();
    if (copy && term_append_game(session, copy))
        return copy;
    eleven_session_free(copy);
    return NULL;
}

void screen_set_speed(struct screen *screen, int faster)
{
    screen->step_ms *= faster ? 0.5 : 2;
    screen->step_ms = screen->step_ms < 2 ? 2 : screen->step_ms > 5000 ? 5000 : screen->step_ms;
    if (screen->next_step > clock_milliseconds() + screen->step_ms)
        screen->next_step = clock_milliseconds() + screen->step_ms;
}

void screen_next_theme(struct screen *screen, int argument)
{
    (void)argument;
    screen->theme = theme_load(theme_after(screen->theme.name), screen->terminal.pen.depth);
    screen->has_chosen_theme = true;
    screen_say(screen, "%s", screen->theme.name);
    if (screen->game && screen->game->lists_games)
        saver_keep(screen->game->saver, "theme", screen->theme.name);
}

void screen_show_help(struct screen *screen, int page)
{
    screen->help_page = (unsigned)page;
}

void screen_quit(struct screen *screen, int argument)
{
    (void)argument;
    screen->quits = true;
}

void screen_leave(struct screen *screen, int argument)
{
    (void)argument;
    screen->quits = screen->covered_count == 0;
    if (!screen->quits)
        screen_uncover(screen);
}

static const struct binding *binding_of(const struct screen *screen, int key)
{
    int lower = key < 128 ? tolower(key) : key;
    const struct binding *binding = screen->kind->bindings;
    for (; binding->act; binding++)
        for (unsigned i = 0; i < 5 && binding->keys[i]; i++)
            if (binding->keys[i] == lower)
                return binding;
    return binding;
}

static void press(struct screen *screen, int key)
{
    if (key == CONTROL_L) {
        screen->canvas.is_stale = true;
        return;
    }
    if (screen->help_page) {
        bool closes = key == 'q' || key == 27 || !screen->has_more_help;
        screen->help_page = closes ? 0 : screen->help_page + 1;
        return;
    }
    screen->notice_until = 0;
    screen->ignores_paste = false;
    if (screen->kind->type && screen->kind->type(screen, key))
        return;
    screen->player.shows_hint = false;
    const struct binding *binding = binding_of(screen, key);
    if (screen->kind->any_key_stops && !binding->lets_play)
        screen->runs = false;
    if (binding->act)
        binding->act(screen, binding->argument);
}

/* Pasted characters are typed where something is typed; anywhere else they would play. Other keys in the text, as that
 * at the end of a line, do nothing. */
static void paste(struct screen *screen, int key)
{
    bool is_character = key >= ' ' && key <= 0xff && key != 0x7f;
    bool is_typed = !screen->help_page && screen->kind->type;
    if (is_character && !(is_typed && screen->kind->type(screen, key)))
        screen->ignores_paste = true;
    if (key == 0 && screen->ignores_paste) {
        screen->ignores_paste = false;
        screen_say(screen, "Pasted text is ignored.");
    }
}

static bool is_on_board(const struct layout *layout, int column, int row)
{
    return column >= layout->left && column < layout->left + layout->w && 2 * row >= layout->top - 1 &&
           2 * row < layout->top + layout->h;
}

/* The key that the first word of a text names; 0: none. */
static int key_named(const char *text)
{
    static const struct {
        const char *name;
        int key;
    } names[] = {{"space", ' '}, {"left", KEY_LEFT}, {"right", KEY_RIGHT},
                 {"up", KEY_UP}, {"down", KEY_DOWN}, {"enter", '\r'}};
    size_t length = strcspn(text, " ");
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == length && strncmp(names[i].name, text, length) == 0)
            return names[i].key;
    return length == 1 ? text[0] : 0;
}

/* A click on "u undo", on either word, is the key u. Hints are two blanks apart. */
static void click_hint(struct screen *screen, int column, int row)
{
    char text[512];
    canvas_read_row(&screen->canvas, row, text, sizeof text);
    if (column >= (int)strlen(text) || (text[column] == ' ' && (column == 0 || text[column - 1] == ' ')))
        return;
    int word = column, hint = column;
    while (word > 0 && text[word - 1] != ' ')
        word--;
    while (hint > 0 && (text[hint - 1] != ' ' || (hint > 1 && text[hint - 2] != ' ')))
        hint--;
    int key = key_named(text + word);
    key = key ? key : key_named(text + hint);
    if (key)
        press(screen, key);
}

/* A drag that begins on the board moves the tiles in its direction; a click, toward the side that it is on. A click on
 * a hint is the key that it names. */
static void drag(struct screen *screen, const struct event *event)
{
    const struct layout *layout = &screen->layout;
    int row = event->from_row;
    bool is_banner = row >= layout->banner_row && row < layout->banner_row + layout->banner_rows &&
                     event->from_column >= layout->banner_left;
    if (screen->help_page || row == layout->footer_row || is_banner) {
        if (event->to_row == row && (screen->help_page || event->to_column == event->from_column))
            screen->help_page ? press(screen, ' ') : click_hint(screen, event->to_column, row);
        return;
    }
    if (screen->kind->click)
        screen->kind->click(screen, event->to_column, event->to_row);
    int dx = event->to_column - event->from_column, dy = 2 * (event->to_row - event->from_row);
    if (!screen->kind->slide || !layout->fits || !is_on_board(layout, event->from_column, event->from_row))
        return;
    if (abs(dx) < 2 && abs(dy) < 2) {
        dx = 2 * (event->to_column - layout->left) - layout->w;
        dy = 2 * (2 * event->to_row - layout->top) - layout->h;
        dx = dx * layout->h / layout->w;
    }
    eleven_direction sideways = dx > 0 ? ELEVEN_RIGHT : ELEVEN_LEFT, along = dy > 0 ? ELEVEN_DOWN : ELEVEN_UP;
    screen->player.shows_hint = screen->runs = false;
    screen->kind->slide(screen, (int)(abs(dx) > abs(dy) ? sideways : along));
}

static void turn_wheel(struct screen *screen, int step)
{
    if (!screen->help_page && screen->kind->wheel)
        screen->kind->wheel(screen, step);
    else if (step > 0 && screen->help_page && screen->has_more_help)
        screen->help_page++;
    else if (step < 0 && screen->help_page > 1)
        screen->help_page--;
}

/* Without a theme of the player's choice, a dark background has the theme for it. */
static void follow_background(struct screen *screen, bool is_dark)
{
    if (!screen->options->theme && !screen->has_chosen_theme)
        screen->theme = theme_load(is_dark ? "dark" : NULL, screen->terminal.pen.depth);
}

void screen_set_banner(struct scene *scene, const char *hint)
{
    const eleven_frame *frame = &scene->frame;
    if (frame->status == ELEVEN_STATUS_PLAYING || (frame->is_moving && frame->gain_age <= 0.5f))
        return;
    scene->banner = frame->status == ELEVEN_STATUS_WON ? "You win!" : "Game over!";
    scene->banner_hint = hint;
}

enum { HELP_LINES = 96, HELP_WIDTH = 80, LABEL_W = 11 };

/* Appends a key and what it does, in as many lines as the window needs. Returns how many lines there are then. */
static unsigned add_help(char text[HELP_LINES][HELP_WIDTH], unsigned count, int columns, const char *label,
                         const char *help)
{
    enum { INDENT = 2 };
    char line[HELP_WIDTH - INDENT], left[HELP_WIDTH - INDENT];
    snprintf(left, sizeof left, "%-*s%s", LABEL_W, label, help);
    for (const char *rest = left; *rest && count < HELP_LINES; count++) {
        int indent = rest == left ? 0 : INDENT;
        draw_fit_words(rest, columns - indent, line, sizeof line);
        snprintf(text[count], HELP_WIDTH, "%*s%s", indent, "", line);
        rest += strlen(line);
        rest += *rest == ' ';
    }
    return count;
}

/* Writes the lines of the help. Returns how many there are. */
static unsigned write_help(const struct screen *screen, char text[HELP_LINES][HELP_WIDTH])
{
    unsigned count = 0;
    int columns = screen->canvas.columns - 2;
    for (const struct binding *binding = screen->kind->bindings; binding->act; binding++)
        if (binding->label)
            count = add_help(text, count, columns, binding->label, binding->help);
    if (screen->kind->slide && screen->terminal.has_mouse)
        count = add_help(text, count, columns, "mouse", "click a side of the board or a hint, or drag");
    return count;
}

/* A heading, and the lines of the help that fit into the window and have not been shown; NULL ends. */
static void choose_help(struct screen *screen, char text[HELP_LINES][HELP_WIDTH], const char *lines[HELP_LINES + 2])
{
    unsigned count = write_help(screen, text), rows = screen->canvas.rows > 4 ? (unsigned)screen->canvas.rows - 3 : 1;
    unsigned first = (screen->help_page - 1) * rows, shown = 0;
    screen->has_more_help = first + rows < count;
    lines[shown++] = screen->has_more_help ? "Keys (? shows more)" : "Keys";
    for (unsigned i = first; i < count && i < first + rows; i++)
        lines[shown++] = text[i];
    lines[shown] = NULL;
}

/* Draws the present state; returns whether tiles are moving. */
static bool show(struct screen *screen)
{
    char text[HELP_LINES][HELP_WIDTH];
    const char *lines[HELP_LINES + 2];
    if (screen->unsaved[0] && clock_milliseconds() >= screen->retry_at)
        screen_save(screen);
    struct scene scene = {.hints = screen->kind->hints};
    eleven_session_frame(screen->session, clock_milliseconds(), &scene.frame);
    if (screen->kind->describe)
        screen->kind->describe(screen, &scene);
    if (screen->help_page) {
        choose_help(screen, text, lines);
        scene.help = lines;
    }
    if (clock_milliseconds() < screen->notice_until)
        scene.notice = screen->notice;
    if (screen->unsaved[0])
        scene.notice = screen->unsaved;
    if (screen->kind->draw)
        screen->kind->draw(screen, &scene);
    else
        screen->layout = draw_scene(&screen->canvas, &screen->terminal.pen, &screen->theme, &scene);
    terminal_show(&screen->terminal, &screen->canvas);
    return scene.frame.is_moving;
}

/* The milliseconds until something looks different without an event; -1: never. */
static int wait_time(const struct screen *screen, double until_run, bool is_moving)
{
    double wait = until_run, notice = screen->notice_until - clock_milliseconds() + 1;
    double retry = fmax(screen->retry_at - clock_milliseconds() + 1, 0);
    if (screen->unsaved[0] && (wait < 0 || wait > retry))
        wait = retry;
    if (is_moving && (wait < 0 || wait > FRAME_MS))
        wait = FRAME_MS;
    if (notice > 1 && (wait < 0 || wait > notice))
        wait = notice;
    return (int)wait;
}

/* Deals with all events so far. Returns the exit status if the screen is left, otherwise -1; STATUS_FAILURE: out of
 * memory. */
static int react(struct screen *screen, struct event event)
{
    for (; event.kind != EVENT_NOTHING; event = terminal_wait(&screen->terminal, 0)) {
        switch (event.kind) {
        case EVENT_END: return event.signal ? 128 + event.signal : 0;
        case EVENT_KEY: press(screen, event.key); break;
        case EVENT_DRAG: drag(screen, &event); break;
        case EVENT_WHEEL: turn_wheel(screen, event.step); break;
        case EVENT_BACKGROUND: follow_background(screen, event.is_dark); break;
        case EVENT_PASTE: paste(screen, event.key); break;
        default:
            if (!canvas_resize(&screen->canvas, screen->terminal.columns, screen->terminal.rows))
                return STATUS_FAILURE;
        }
        if (screen->quits)
            return 0;
    }
    return -1;
}

/* The theme for the background that the environment names, until the terminal answers. Most answer at once; the first
 * picture does not wait for the others. Keys that come meanwhile act as ever. Returns what react returns. */
static int begin(struct screen *screen)
{
    bool is_known, is_dark = terminal_is_dark(&is_known);
    screen->theme = theme_load(screen->options->theme, screen->terminal.pen.depth);
    if (!canvas_resize(&screen->canvas, screen->terminal.columns, screen->terminal.rows))
        return STATUS_FAILURE;
    if (is_known)
        follow_background(screen, is_dark);
    terminal_ask(&screen->terminal);
    return react(screen, terminal_wait(&screen->terminal, screen->terminal.is_asked ? ANSWER_MS : 0));
}

int screen_run(struct screen *screen)
{
    if (!terminal_open(&screen->terminal))
        return -1;
    int status = begin(screen);
    while (status < 0) {
        double until_run = screen->kind->run(screen);
        bool is_moving = show(screen);
        status = react(screen, terminal_wait(&screen->terminal, wait_time(screen, until_run, is_moving)));
    }
    terminal_close(&screen->terminal);
    canvas_free(&screen->canvas);
    thinker_free(screen->player.thinker);
    while (screen->covered_count)
        screen_uncover(screen);
    close_own(screen);
    return status == STATUS_FAILURE ? complain(complain_name, status, "out of memory") : status;
}
