/* Taking the terminal over and giving it back. */
#define _GNU_SOURCE /* ppoll */
#include "term/term_room.h"

#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#undef columns

/* The key code of the prefix of a report of the mouse. */
enum { MOUSE_REPORT = KEY_MAX + 1 };

/* ---- Signals ------------------------------------------------------------------------------------------- */
static volatile sig_atomic_t end_signal, stop_asked, size_changed;

static struct {
    SCREEN *screen;
    /* A pad: reading from it draws nothing. */
    WINDOW *keys;
    /* The settings of the terminal as they were found. */
    struct termios before;
    /* Signals are delivered only while we wait, under this mask. */
    sigset_t mask;
    /* The bytes that give the screen back, ready for a crash. */
    char restore[256];
    size_t restore_length;
    /* The report of the mouse that is being read, after its prefix; the button was pressed here. */
    char report[24];
    size_t report_length;
    bool reads_report, is_pressed;
    int from_column, from_row;
} state;

/* The crashes that are caught, and what caught them before. */
static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { CRASHES = sizeof crashes / sizeof *crashes };
static void (*before_crash[CRASHES])(int);

static void on_signal(int number)
{
    if (number == SIGTSTP)
        stop_asked = 1;
    else if (number == SIGWINCH)
        size_changed = 1;
    else
        end_signal = number;
}

/* Only async-signal-safe calls: gives the screen back, then lets the crash happen. */
static void on_crash(int number)
{
    ssize_t ignored = write(STDOUT_FILENO, state.restore, state.restore_length);
    (void)ignored;
    tcsetattr(STDIN_FILENO, TCSANOW, &state.before);
    for (unsigned i = 0; i < CRASHES; i++)
        signal(crashes[i], before_crash[i]);
    raise(number);
}

static const int handled[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH};

static void catch_signals(void)
{
    sigset_t blocked;
    sigemptyset(&blocked);
    for (unsigned i = 0; i < sizeof handled / sizeof *handled; i++) {
        sigaddset(&blocked, handled[i]);
        signal(handled[i], on_signal);
    }
    sigprocmask(SIG_BLOCK, &blocked, &state.mask);
    for (unsigned i = 0; i < CRASHES; i++)
        before_crash[i] = signal(crashes[i], on_crash);
}

static void release_signals(void)
{
    for (unsigned i = 0; i < sizeof handled / sizeof *handled; i++)
        signal(handled[i], SIG_DFL);
    for (unsigned i = 0; i < CRASHES; i++)
        signal(crashes[i], before_crash[i]);
    sigprocmask(SIG_SETMASK, &state.mask, NULL);
}

/* ---- What the terminal can do -------------------------------------------------------------------------- */
static colour_depth find_depth(void)
{
    const char *named = getenv("COLORTERM"), *none = getenv("NO_COLOR");
    int colours = tigetnum("colors");
    if ((none && *none) || !set_a_foreground || !set_a_background || colours < 8)
        return DEPTH_NONE;
    if ((named && (strcmp(named, "truecolor") == 0 || strcmp(named, "24bit") == 0)) || tigetflag("RGB") > 0 ||
        tigetflag("Tc") > 0 || colours > 256)
        return DEPTH_TRUE;
    return colours >= 256 ? DEPTH_256 : colours >= 16 ? DEPTH_16 : DEPTH_8;
}

static void prepare_restore(bool has_mouse)
{
    const char *parts[] = {exit_attribute_mode, cursor_normal, keypad_local, exit_ca_mode,
                           has_mouse ? "\033[?1006l\033[?1000l" : NULL};
    state.restore[0] = '\0';
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i] && strlen(state.restore) + strlen(parts[i]) < sizeof state.restore)
            strcat(state.restore, parts[i]);
    capability_strip(state.restore);
    state.restore_length = strlen(state.restore);
}

static void find_size(struct terminal *terminal)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
        terminal->columns = size.ws_col;
        terminal->rows = size.ws_row;
        resizeterm(size.ws_row, size.ws_col);
    } else {
        terminal->columns = COLS;
        terminal->rows = LINES;
    }
}

/* Switches reports of the mouse on or off. If the terminal is going away, the next wait finds out. */
static void report_mouse(const struct terminal *terminal, bool is_on)
{
    const char *text = is_on ? "\033[?1000h\033[?1006h" : "\033[?1006l\033[?1000l";
    ssize_t ignored = terminal->has_mouse ? write(STDOUT_FILENO, text, strlen(text)) : 0;
    (void)ignored;
}

/* ---- Open and close ------------------------------------------------------------------------------------ */
/* The name of the terminal for ncurses; NULL: that of the environment. The terminal database of a system may lack
 * terminals that understand what xterm does. */
static const char *terminal_name(void)
{
    static const char *const like_xterm[] = {"xterm", "foot", "wezterm", "alacritty", "kitty", "ghostty", "rio", "vte"};
    const char *name = getenv("TERM");
    int error;
    if (!name || setupterm(name, STDOUT_FILENO, &error) == OK) {
        if (name)
            del_curterm(cur_term);
        return NULL;
    }
    for (unsigned i = 0; i < sizeof like_xterm / sizeof *like_xterm; i++)
        if (strncmp(name, like_xterm[i], strlen(like_xterm[i])) == 0)
            return "xterm-256color";
    return NULL;
}

bool terminal_open(struct terminal *terminal)
{
    setlocale(LC_CTYPE, "");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &state.before) != 0)
        return false;
    state.screen = newterm(terminal_name(), stdout, stdin);
    if (!state.screen)
        return false;
    state.keys = newpad(1, 1);
    if (!cursor_address || !state.keys) {
        endwin();
        delscreen(state.screen);
        return false;
    }
    cbreak();
    noecho();
    nonl();
    curs_set(0);
    set_escdelay(25);
    keypad(state.keys, TRUE);
    nodelay(state.keys, TRUE);
    *terminal = (struct terminal){.has_mouse = key_mouse && define_key("\033[<", MOUSE_REPORT) == OK};
    /* ncurses switches to the alternate screen; it never draws again. */
    refresh();
    report_mouse(terminal, true);
    state.reads_report = state.is_pressed = false;
    terminal->pen.depth = find_depth();
    terminal->pen.utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    terminal->pen.fills_last_cell = !auto_right_margin || eat_newline_glitch;
    find_size(terminal);
    prepare_restore(terminal->has_mouse);
    end_signal = stop_asked = size_changed = 0;
    catch_signals();
    return true;
}

void terminal_close(struct terminal *terminal)
{
    report_mouse(terminal, false);
    endwin();
    release_signals();
    delwin(state.keys);
    delscreen(state.screen);
    buffer_free(&terminal->pen.out);
}

/* ---- Waiting ------------------------------------------------------------------------------------------- */
static void suspend(const struct terminal *terminal)
{
    report_mouse(terminal, false);
    endwin();
    signal(SIGTSTP, SIG_DFL);
    raise(SIGTSTP);
    /* It is blocked until this mask lets it in; execution continues here after SIGCONT. */
    sigset_t blocked;
    sigprocmask(SIG_SETMASK, &state.mask, &blocked);
    sigprocmask(SIG_SETMASK, &blocked, NULL);
    signal(SIGTSTP, on_signal);
    clearok(stdscr, TRUE);
    refresh();
    curs_set(0);
    report_mouse(terminal, true);
}

/* Does what a signal asks for. Returns whether there was one. */
static bool take_signal(struct terminal *terminal, struct event *event)
{
    if (end_signal) {
        *event = (struct event){.kind = EVENT_END, .signal = end_signal};
        return true;
    }
    if (!stop_asked && !size_changed)
        return false;
    if (stop_asked)
        suspend(terminal);
    stop_asked = size_changed = 0;
    find_size(terminal);
    *event = (struct event){.kind = EVENT_REDRAW};
    return true;
}

/* Reads one character of a report of the mouse, which may come in several pieces, in the form of xterm:
 *
 *     ESC [ < BUTTON ; COLUMN ; ROW M      m for a release
 *
 * Returns whether it completes an event. ncurses cannot do this: if a press and a release come together, it delivers
 * only the release. */
static bool take_report(int key, struct event *event)
{
    unsigned button, column, row;
    if (key != 'M' && key != 'm' && state.report_length < sizeof state.report - 1) {
        state.report[state.report_length++] = (char)key;
        state.reads_report = key == ';' || (key >= '0' && key <= '9');
        return false;
    }
    state.reads_report = false;
    state.report[state.report_length] = '\0';
    if (sscanf(state.report, "%u;%u;%u", &button, &column, &row) != 3 || button != 0 || column == 0 || row == 0)
        return false;
    struct event drag = {EVENT_DRAG, 0, 0, state.from_column, state.from_row, (int)column - 1, (int)row - 1};
    bool is_released = key == 'm' && state.is_pressed;
    state.is_pressed = key == 'M';
    state.from_column = drag.to_column;
    state.from_row = drag.to_row;
    if (is_released)
        *event = drag;
    return is_released;
}

static bool take_key(struct event *event)
{
    int key;
    while ((key = wgetch(state.keys)) != ERR) {
        if (key == MOUSE_REPORT) {
            state.reads_report = true;
            state.report_length = 0;
        } else if (state.reads_report) {
            if (take_report(key, event))
                return true;
        } else if (key != KEY_RESIZE && key != KEY_MOUSE) {
            *event = (struct event){.kind = EVENT_KEY, .key = key};
            return true;
        }
    }
    return false;
}

/* The terminal is gone if it is readable but there is nothing to read. */
static bool is_gone(short happened)
{
    int waiting = 0;
    return happened & (POLLERR | POLLNVAL | POLLHUP) ||
           (happened & POLLIN && ioctl(STDIN_FILENO, FIONREAD, &waiting) == 0 && waiting == 0);
}

struct event terminal_wait(struct terminal *terminal, int milliseconds)
{
    struct event event = {.kind = EVENT_NOTHING};
    struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    if (take_signal(terminal, &event) || take_key(&event))
        return event;
    int ready = ppoll(&input, 1, milliseconds < 0 ? NULL : &limit, &state.mask);
    if (take_signal(terminal, &event))
        return event;
    if (ready > 0 && is_gone(input.revents))
        return (struct event){.kind = EVENT_END};
    if (ready > 0)
        take_key(&event);
    return event;
}

/* ---- Showing ------------------------------------------------------------------------------------------- */
void terminal_show(struct terminal *terminal, struct canvas *canvas)
{
    struct canvas_pen *pen = &terminal->pen;
    if (!canvas_encode(canvas, pen))
        return;
    for (size_t sent = 0; sent < pen->out.length;) {
        ssize_t count = write(STDOUT_FILENO, pen->out.at + sent, pen->out.length - sent);
        /* The terminal is going away: the next wait reports it. */
        if (count < 0 && errno != EINTR)
            return;
        sent += count > 0 ? (size_t)count : 0;
    }
}
