/* Taking the terminal over and giving it back. */
#define _GNU_SOURCE /* ppoll */
#include "term/term_room.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
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

/* Reports of the mouse and pasted text, in the form of xterm. */
#define MODES_ON  "\033[?1000h\033[?1006h\033[?2004h"
#define MODES_OFF "\033[?2004l\033[?1006l\033[?1000l"

/* If the program ends so soon after its questions, it waits so long for the answers. */
enum { SOON_MS = 1000, ANSWER_MS = 100 };

/* ---- Signals ------------------------------------------------------------------------------------------- */
static volatile sig_atomic_t end_signal, stop_asked, continued, size_changed;

static struct {
    SCREEN *screen;
    /* A pad: reading from it draws nothing. */
    WINDOW *keys;
    /* The settings of the terminal as they were found. */
    struct termios before;
    /* For pictures: writing to it never waits where the terminal could be opened once more. */
    int output;
    /* Signals are delivered only while we wait, under this mask. */
    sigset_t mask;
    /* The bytes that give the screen back, ready for a crash; first those that ncurses does not send. */
    char restore[256];
    size_t own_length, restore_length;
    struct reports reports;
    double asked_at;
} state;

/* The crashes that are caught, and what caught them before. */
static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { CRASHES = sizeof crashes / sizeof *crashes };
static void (*before_crash[CRASHES])(int);

static void on_signal(int number)
{
    if (number == SIGTSTP)
        stop_asked = 1;
    else if (number == SIGCONT)
        continued = 1;
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

static const int handled[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};

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
    int colours = max_colors;
    if ((none && *none) || !set_a_foreground || !set_a_background || colours < 8)
        return DEPTH_NONE;
    if ((named && (strcmp(named, "truecolor") == 0 || strcmp(named, "24bit") == 0)) || tigetflag("RGB") > 0 ||
        tigetflag("Tc") > 0 || colours > 256)
        return DEPTH_TRUE;
    return colours >= 256 ? DEPTH_256 : colours >= 16 ? DEPTH_16 : DEPTH_8;
}

/* Whether the bytes for small movements of the cursor are the usual ones, and arrive as they are sent. */
static bool moves_in_steps(void)
{
    struct termios now;
    return tcgetattr(STDOUT_FILENO, &now) == 0 && (!(now.c_oflag & OPOST) || !(now.c_oflag & ONLCR)) &&
           parm_right_cursor && strcmp(parm_right_cursor, "\033[%p1%dC") == 0 && cursor_down &&
           strcmp(cursor_down, "\n") == 0 && cursor_left && strcmp(cursor_left, "\b") == 0;
}

static void add_restore(const char *part)
{
    if (part && strlen(state.restore) + strlen(part) < sizeof state.restore)
        strcat(state.restore, part);
    capability_strip(state.restore);
    state.restore_length = strlen(state.restore);
}

static void prepare_restore(bool has_mouse)
{
    state.restore[0] = '\0';
    add_restore(has_mouse ? MODES_OFF : "");
    add_restore(exit_attribute_mode);
    state.own_length = state.restore_length;
    add_restore(cursor_normal);
    add_restore(keypad_local);
    add_restore(exit_ca_mode);
}

static void find_size(struct terminal *terminal)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0)
        resizeterm(size.ws_row, size.ws_col);
    terminal->columns = COLS;
    terminal->rows = LINES;
}

/* Where nothing is left to read, reading does not wait: Ctrl-C discards keys, even one that ncurses has seen. */
static void read_without_waiting(void)
{
    struct termios now;
    if (tcgetattr(STDIN_FILENO, &now) != 0)
        return;
    now.c_cc[VMIN] = now.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &now);
    def_prog_mode();
}

/* Stdout, opened once more, because what is set for stdout itself is also set for the shell. */
static int open_output(void)
{
    const char *name = ttyname(STDOUT_FILENO);
    int file = name ? open(name, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) : -1;
    return file >= 0 ? file : STDOUT_FILENO;
}

/* Sends all bytes, or what the terminal still takes: if it is going away, the next wait finds out. A signal that ends
 * the program ends this, too. */
static void send(const char *bytes, size_t length)
{
    struct pollfd output = {.fd = state.output, .events = POLLOUT};
    while (length > 0 && !end_signal) {
        ssize_t count = write(state.output, bytes, length);
        if (count < 0 && errno == EAGAIN)
            ppoll(&output, 1, NULL, &state.mask);
        else if (count < 0 && errno != EINTR)
            return;
        bytes += count > 0 ? count : 0;
        length -= count > 0 ? (size_t)count : 0;
    }
}

/* What waits to be shown, perhaps for ever, is dropped; Ctrl-S no longer holds. */
static void drop_output(void)
{
    tcflow(state.output, TCOOFF);
    tcflow(state.output, TCOON);
    tcflush(state.output, TCOFLUSH);
    end_signal = 0;
}

/* ncurses reports how these begin as keys. */
static bool define_reports(void)
{
    return define_key("\033[<", REPORT_MOUSE) == OK && define_key("\033]11;", REPORT_COLOUR) == OK &&
           define_key("\033[?", REPORT_DEVICE) == OK && define_key("\033[200~", REPORT_PASTE) == OK &&
           define_key("\033[201~", REPORT_PASTE_END) == OK;
}

/* Ends our own modes and attributes, and then those of ncurses. */
static void leave_screen(void)
{
    send(state.restore, state.own_length);
    endwin();
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

/* ncurses does not always look whether it gets memory, and then crashes or ends the program. So it is called only where
 * there is as much as it needs. */
static bool memory_suffices(void)
{
    enum { NCURSES_BYTES = 1 << 20 };
    void *volatile reserve = malloc(NCURSES_BYTES);
    free(reserve);
    return reserve != NULL;
}

bool terminal_open(struct terminal *terminal)
{
    setlocale(LC_CTYPE, "");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &state.before) != 0 ||
        !memory_suffices())
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
    read_without_waiting();
    curs_set(0);
    /* Long enough for a report that arrives in pieces; only the key Escape waits for it. */
    const char *delay = getenv("ESCDELAY");
    if (!delay || !delay[0] || delay[strspn(delay, "0123456789")])
        set_escdelay(100);
    keypad(state.keys, TRUE);
    nodelay(state.keys, TRUE);
    state.output = open_output();
    *terminal = (struct terminal){.has_mouse = key_mouse && define_reports()};
    /* ncurses switches to the alternate screen; it never draws again. */
    refresh();
    send(MODES_ON, terminal->has_mouse ? strlen(MODES_ON) : 0);
    state.reports = (struct reports){0};
    terminal->pen.depth = find_depth();
    terminal->pen.utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    terminal->pen.fills_last_cell = !auto_right_margin || eat_newline_glitch;
    terminal->pen.is_ansi = moves_in_steps();
    terminal->pen.erases = back_color_erase && erase_chars;
    find_size(terminal);
    prepare_restore(terminal->has_mouse);
    end_signal = stop_asked = continued = size_changed = 0;
    catch_signals();
    return true;
}

/* The answer to the last question comes last. */
void terminal_ask(struct terminal *terminal)
{
    static const char questions[] = "\033]11;?\007\033[?2026$p\033[c";
    terminal->is_asked = terminal->has_mouse;
    state.asked_at = clock_milliseconds();
    if (terminal->has_mouse)
        send(questions, sizeof questions - 1);
}

/* COLORFGBG is "15;0" or "0;default;15": the entries of the palette for words and, last, for the background. */
bool terminal_is_dark(bool *is_known)
{
    const char *text = getenv("COLORFGBG"), *last = text ? strrchr(text, ';') : NULL;
    char *end = NULL;
    unsigned long entry = last ? strtoul(last + 1, &end, 10) : 0;
    *is_known = last && end > last + 1 && !*end && entry < 16;
    return entry < 7 || entry == 8;
}

/* An answer that comes later would be typed into the shell. */
static void discard_answers(const struct terminal *terminal)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    bool is_soon = terminal->is_asked && clock_milliseconds() < state.asked_at + SOON_MS;
    if (is_soon && poll(&input, 1, ANSWER_MS) > 0)
        tcflush(STDIN_FILENO, TCIFLUSH);
}

void terminal_close(struct terminal *terminal)
{
    discard_answers(terminal);
    if (end_signal)
        drop_output();
    leave_screen();
    release_signals();
    if (state.output != STDOUT_FILENO)
        close(state.output);
    delwin(state.keys);
    delscreen(state.screen);
    buffer_free(&terminal->pen.out);
}

/* ---- Waiting ------------------------------------------------------------------------------------------- */
static void suspend(void)
{
    leave_screen();
    signal(SIGTSTP, SIG_DFL);
    raise(SIGTSTP);
    /* It is blocked until this mask lets it in; execution continues here after SIGCONT. */
    sigset_t blocked;
    sigprocmask(SIG_SETMASK, &state.mask, &blocked);
    sigprocmask(SIG_SETMASK, &blocked, NULL);
    signal(SIGTSTP, on_signal);
}

static void resume(const struct terminal *terminal)
{
    clearok(stdscr, TRUE);
    refresh();
    curs_set(0);
    send(MODES_ON, terminal->has_mouse ? strlen(MODES_ON) : 0);
}

/* Does what a signal asks for. Returns whether there was one. */
static bool take_signal(struct terminal *terminal, struct event *event)
{
    if (end_signal) {
        *event = (struct event){.kind = EVENT_END, .signal = end_signal};
        return true;
    }
    if (!stop_asked && !continued && !size_changed)
        return false;
    if (stop_asked)
        suspend();
    else if (continued) /* after a SIGSTOP: a shell has used the terminal with its own settings */
        leave_screen();
    if (stop_asked || continued)
        resume(terminal);
    stop_asked = continued = size_changed = 0;
    find_size(terminal);
    *event = (struct event){.kind = EVENT_REDRAW};
    return true;
}

static bool take_key(struct terminal *terminal, struct event *event)
{
    bool has_event = false;
    for (int key; !has_event && (key = wgetch(state.keys)) != ERR;) {
        has_event = key != KEY_RESIZE && key != KEY_MOUSE && report_take(&state.reports, key, event);
        terminal->is_asked = terminal->is_asked && !state.reports.is_complete;
    }
    return has_event;
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
    if (take_signal(terminal, &event) || take_key(terminal, &event))
        return event;
    int ready = ppoll(&input, 1, milliseconds < 0 ? NULL : &limit, &state.mask);
    if (take_signal(terminal, &event))
        return event;
    if (ready > 0 && is_gone(input.revents))
        return (struct event){.kind = EVENT_END};
    if (ready > 0)
        take_key(terminal, &event);
    return event;
}

/* ---- Showing ------------------------------------------------------------------------------------------- */
void terminal_show(struct terminal *terminal, struct canvas *canvas)
{
    struct canvas_pen *pen = &terminal->pen;
    pen->is_held = state.reports.shows_at_once;
    if (canvas_encode(canvas, pen))
        send(pen->out.at, pen->out.length);
}
