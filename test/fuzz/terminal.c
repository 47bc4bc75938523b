/* Keys, reports of the mouse and changes of size, given to the game of the terminal. Only two files are replaced. What
 * terminal.c would read comes from the bytes, and what it would show is encoded and thrown away. The player of
 * thinker.c answers the second time it is asked for its answer, without a thread. */
#include "fuzz.h"
#include "term/term_room.h"

#include <curses.h>
#include <term.h>
#undef columns

enum { INPUT_MOST = 400, KEYS = 0xc0, SIZES = 0xe0 };

static fuzz_in in;
static struct reports reports;

/* ---- The terminal --------------------------------------------------------------------------------------- */

bool terminal_open(struct terminal *terminal)
{
    unsigned kind = fuzz_byte(&in);
    *terminal =
        (struct terminal){.columns = 40 + (int)(kind & 63), .rows = 10 + (int)(kind >> 3), .has_mouse = kind & 1};
    terminal->pen = (struct canvas_pen){
        .depth = (colour_depth)(kind % 3), .utf8 = kind & 4, .is_ansi = kind & 8, .erases = kind & 16, .cursor = -1};
    reports = (struct reports){0};
    return true;
}

void terminal_close(struct terminal *terminal)
{
    buffer_free(&terminal->pen.out);
}

void terminal_ask(struct terminal *terminal)
{
    terminal->is_asked = terminal->has_mouse;
}

bool terminal_is_dark(bool *is_known)
{
    return *is_known = false;
}

/* Bytes above the letters are ncurses' keys, beginnings of reports, and sizes of the window. */
struct event terminal_wait(struct terminal *terminal, int milliseconds)
{
    static const int keys[] = {KEY_UP,        KEY_DOWN,      KEY_LEFT,     KEY_RIGHT,       KEY_HOME,  KEY_END,
                               KEY_NPAGE,     KEY_PPAGE,     KEY_DC,       KEY_BACKSPACE,   KEY_ENTER, REPORT_MOUSE,
                               REPORT_COLOUR, REPORT_DEVICE, REPORT_PASTE, REPORT_PASTE_END};
    (void)milliseconds;
    struct event event = {.kind = EVENT_NOTHING};
    if (!in.left)
        return (struct event){.kind = EVENT_END};
    unsigned byte = fuzz_byte(&in);
    if (byte >= SIZES) {
        terminal->columns = 1 + (int)(fuzz_byte(&in) % 130);
        terminal->rows = 1 + (int)(byte - SIZES) * 2;
        return (struct event){.kind = EVENT_REDRAW};
    }
    int key = byte >= KEYS ? keys[(byte - KEYS) % (sizeof keys / sizeof *keys)] : (int)byte;
    report_take(&reports, key, &event);
    return event;
}

void terminal_show(struct terminal *terminal, struct canvas *canvas)
{
    terminal->pen.is_held = reports.shows_at_once;
    expect(canvas_encode(canvas, &terminal->pen));
}

/* ---- The thinker ---------------------------------------------------------------------------------------- */
struct thinker {
    eleven_player *player;
    thought thought;
    bool is_late;
    player_hint hint;
};

struct thinker *thinker_new(const char *name, uint64_t seed)
{
    struct thinker *thinker = calloc(1, sizeof *thinker);
    expect(thinker && !eleven_player_open(name, seed, NULL, &thinker->player, NULL));
    return thinker;
}

void thinker_free(struct thinker *thinker)
{
    if (thinker)
        eleven_player_close(thinker->player);
    free(thinker);
}

void thinker_ask(struct thinker *thinker, const eleven_rules *rules, const eleven_game *game,
                 const eleven_budget *budget)
{
    bool found = hint_ask(thinker->player, rules, game, budget, &thinker->hint);
    thinker->thought = found ? THOUGHT_READY : THOUGHT_FAILED;
    thinker->is_late = true;
}

thought thinker_wait(struct thinker *thinker, double milliseconds, player_hint *hint)
{
    (void)milliseconds;
    thought now = thinker->is_late ? THOUGHT_NONE : thinker->thought;
    thinker->is_late = false;
    if (now == THOUGHT_READY)
        *hint = thinker->hint;
    return now;
}

/* ---- Games ---------------------------------------------------------------------------------------------- */
static eleven_session *session_new(void)
{
    eleven_record head = {.has_seed = true, .seed = fuzz_byte(&in)};
    head.rules = fuzz_rules(&in);
    unsigned size = fuzz_byte(&in);
    eleven_session *session = eleven_session_new();
    expect(session && eleven_session_begin(session, &head, 1 + size % 8, 1 + size / 8 % 8, 0));
    return session;
}

/* The next game of the same session, which its caller owns. */
static eleven_session *next_game(void *context)
{
    return eleven_session_new_game(context, 2, "", 0) ? context : NULL;
}

static eleven_session *take_over(void *context, const char **notice)
{
    (void)notice;
    return context;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static game_saver saver;
    static bool has_begun;
    int error;
    if (!has_begun)
        expect(setupterm("xterm-256color", STDERR_FILENO, &error) == OK);
    has_begun = true;
    const term_options options = {.animate = false};
    if (size > INPUT_MOST)
        return 0;
    in = (fuzz_in){data, size};
    unsigned kind = fuzz_byte(&in);
    saver = (game_saver){0};
    eleven_session *session = session_new();
    term_game game = {.session = session,
                      .saver = &saver,
                      .player = {"greedy", 1, {.size = sizeof(eleven_budget), .depth = 1}},
                      .is_first = kind & 4};
    term_watch watch = {.pace = 0, .moves = 3, .context = session, .next = next_game, .take_over = take_over};
    switch (kind % 4) {
    case 0: term_replay(session, &options); break;
    case 1: term_watch_play(&game, &watch, &options); break;
    case 2:
        term_review(session, "greedy", &(eleven_budget){.size = sizeof(eleven_budget), .depth = 1}, &options);
        break;
    default: term_play(&game, &options);
    }
    eleven_session_free(game.session);
    return 0;
}
