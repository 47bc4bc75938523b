/* The inside of the room, from the bottom to the top: a picture made of cells (canvas.c, encode.c), the terminal that
 * shows it (terminal.c) and what it reports (terminal_report.c), a player that thinks on a thread (thinker.c), where
 * things are in a window (layout.c), what a player thinks (panel.c), the scene of the board and everything around it
 * (draw.c), and the screens. For front/term only. */
#ifndef TERM_ROOM_H
#define TERM_ROOM_H

#include "base/buffer.h"
#include "base/clock.h"
#include "base/game_review.h"
#include "base/hint.h"
#include "base/saving.h"
#include "picture/theme.h"
#include "term/term.h"

/* ---- The canvas ----------------------------------------------------------------------------------------- */
/* A picture made of terminal cells. Each cell is two square pixels, one above the other, or one character:
 *
 *     cell (column, row)     pixel (x, y): column x, row y / 2
 *     +---+
 *     | ▀ |  upper           "▀" in the upper colour on the lower one shows both
 *     |   |  lower
 *     +---+
 *
 * The drawing is compared with what the terminal shows, and only the difference is sent, in one piece. */

typedef struct canvas_cell {
    colour upper, lower;
    /* The character that the cell contains, in UTF-8, and its colour; "" for none. */
    colour ink;
    char glyph[5];
    bool bold;
} canvas_cell;

struct canvas {
    /* The part that is drawn on, and the cells from one row to the next. The columns are fewer than the stride in a
     * canvas that is the upper left part of another one. */
    int columns, rows, stride;
    canvas_cell *cells;
    /* What the terminal shows now. When this is unknown, the canvas is stale, and everything is sent. */
    canvas_cell *shown;
    bool is_stale;
    /* Scratch: as many numbers as there are cells. */
    int *changed;
};

typedef struct canvas_attributes {
    colour ground, ink;
    bool bold, known;
} canvas_attributes;

/* The entry of xterm's palette for a colour; 0: not yet known. */
struct canvas_nearest {
    colour wanted;
    uint8_t index;
};

enum { CANVAS_NEAREST = 64 };

/* What the terminal can do, its state, and the bytes to send to it. */
struct canvas_pen {
    colour_depth depth;
    bool utf8;
    /* Writing into the lower right cell does not scroll the screen. */
    bool fills_last_cell;
    /* The cursor can be moved in steps: \b, \n without a return, ESC [ n C and ESC [ n D. Erasing sets the ground. */
    bool is_ansi, erases;
    /* The terminal can wait until it has received a whole picture (DEC mode 2026). */
    bool is_held;
    /* The attributes of the terminal, and the cell that its cursor is in; -1: unknown. */
    canvas_attributes now;
    int cursor;
    struct canvas_nearest nearest[CANVAS_NEAREST];
    buffer out;
};

/* Returns false when out of memory; the canvas is then unchanged. */
bool canvas_resize(struct canvas *canvas, int columns, int rows);
void canvas_free(struct canvas *canvas);

void canvas_clear(struct canvas *canvas, colour page);

/* Rectangles of pixels: one filled with a colour, and one through which a share of the old colours is still seen. */
void canvas_fill(struct canvas *canvas, int x, int y, int w, int h, colour c);
void canvas_veil(struct canvas *canvas, int x, int y, int w, int h, colour c, float share);

void canvas_text(struct canvas *canvas, int column, int row, const char *text, colour ink, bool bold);

/* The number of columns that a text of single-width characters takes. */
int canvas_text_width(const char *text);

/* Writes a sentence in lines of at most `w` columns, of whole words where they fit, from `row` to before `end`. Returns
 * the row below. */
int canvas_words(struct canvas *canvas, int column, int row, int w, int end, const char *text, colour ink, bool bold);

/* Copies the characters of a row, as many as fit, with '?' for those that are not ASCII. */
void canvas_read_row(const struct canvas *canvas, int row, char *text, int size);

/* Draws a decimal number out of pixels in the middle of the rectangle, as large as fits with a margin. Returns false,
 * and draws nothing, if it does not fit. */
bool canvas_digits(struct canvas *canvas, const char *number, int x, int y, int w, int h, colour ink);

/* Removes the delays, such as $<5>, from a capability of the terminal: no terminal needs them today. */
void capability_strip(char *text);

/* Sets pen->out to the bytes that turn what the terminal shows into the canvas. Returns false when out of memory. */
bool canvas_encode(struct canvas *canvas, struct canvas_pen *pen);

/* ---- The terminal --------------------------------------------------------------------------------------- */
/* It is taken over, read, written, and always given back as it was found, whatever ends the program. ncurses knows the
 * terminal and its keys; every byte of a frame is our own. There is one terminal, so there is one state, inside
 * terminal.c. */

struct terminal {
    int columns, rows;
    /* It understands the sequences of xterm. */
    bool has_mouse;
    /* It has been asked what it is, and has not answered yet. */
    bool is_asked;
    struct canvas_pen pen;
};

typedef enum event_kind {
    /* The time is up. */
    EVENT_NOTHING,
    /* `key` is a character or one of ncurses' KEY_ codes. */
    EVENT_KEY,
    /* The mouse button was pressed at one cell and released at another, or the same one. */
    EVENT_DRAG,
    /* The wheel was turned by one `step`: -1 up, 1 down. */
    EVENT_WHEEL,
    /* The terminal has a dark background, or a light one. */
    EVENT_BACKGROUND,
    /* `key` is a character of pasted text; 0: its end. */
    EVENT_PASTE,
    /* The size may have changed, or the program was suspended: what the screen shows is lost. */
    EVENT_REDRAW,
    /* A signal asks the program to end, or there is no more input. `signal` is 0 in the latter case. */
    EVENT_END,
} event_kind;

struct event {
    event_kind kind;
    int key, signal;
    int from_column, from_row, to_column, to_row;
    int step;
    bool is_dark;
};

/* The beginnings of reports, as keys, next to ncurses' KEY_ codes. */
enum { REPORT_MOUSE = 0x1000, REPORT_COLOUR, REPORT_DEVICE, REPORT_PASTE, REPORT_PASTE_END };

/* What comes from the terminal and is not a key (terminal_report.c). */
struct reports {
    /* The report that is being read; 0: none. */
    int kind;
    char text[64];
    size_t length;
    double pasted_at;
    /* The mouse button was pressed here. */
    bool is_pressed;
    int from_column, from_row;
    /* What the terminal has answered: all questions; that it can show a picture at once. */
    bool is_complete, shows_at_once;
};

/* Takes a key, or the beginning of a report, or the next character of one. Returns whether there is an event. */
bool report_take(struct reports *reports, int key, struct event *event);

/* Takes the terminal over. Returns false, and changes nothing, if it cannot address its cursor. */
bool terminal_open(struct terminal *terminal);
void terminal_close(struct terminal *terminal);

/* Asks the terminal for its background, which comes as an event, and whether it can show pictures at once. */
void terminal_ask(struct terminal *terminal);

/* What the environment says about the background: whether it is dark, if `is_known`. */
bool terminal_is_dark(bool *is_known);

/* Waits for an event, `milliseconds` at most (-1: forever). Suspends and resumes the program automatically. */
struct event terminal_wait(struct terminal *terminal, int milliseconds);

/* Shows the canvas: one write of what changed. */
void terminal_show(struct terminal *terminal, struct canvas *canvas);

/* ---- The thinker ---------------------------------------------------------------------------------------- */
/* A player on a thread of its own, so that keys act while it thinks. It is asked about one board at a time; a new
 * question replaces the one before, and stops the work on it. */

struct thinker;

typedef enum thought {
    /* There is no answer yet. */
    THOUGHT_NONE,
    THOUGHT_READY,
    /* There is no such player, or it found no move. */
    THOUGHT_FAILED,
} thought;

/* Returns a thinker that opens the player of that name on its thread (this may take a second), or NULL when out of
 * memory. `name` is borrowed. Call it while the terminal is open: signals are then delivered only where the terminal
 * waits for them, never on the new thread. */
struct thinker *thinker_new(const char *name, uint64_t seed);

/* NULL is fine. Stops a player that is thinking, but does not wait for one that is being opened: its thread cleans up
 * after itself. */
void thinker_free(struct thinker *thinker);

/* All arguments are copied; the budget's stop is the thinker's own. */
void thinker_ask(struct thinker *thinker, const eleven_rules *rules, const eleven_game *game,
                 const eleven_budget *budget);

/* The answer to the last question, after waiting for it `milliseconds` at most; fills `hint` if it is ready. */
thought thinker_wait(struct thinker *thinker, double milliseconds, player_hint *hint);

/* ---- Layout: arithmetic from sizes to sizes ------------------------------------------------------------- */
/* The board's numbers are pixels: a column wide, half a row high. */
struct layout {
    /* False if the window is too small; the other two fields then state the size that is needed. */
    bool fits;
    int columns_needed, rows_needed;
    /* A header with boxes, in large windows with numbers out of pixels; otherwise one row of words. */
    bool has_boxes, has_large_head;
    /* The rows of the header. */
    int head;
    bool has_footer;
    /* The columns of the header. */
    int head_left, head_w;
    /* The rows that show keys and what they do, in the footer and over the board; -1: there is none. */
    int footer_row, banner_row, banner_rows;
    /* Those over the board begin in this column. */
    int banner_left;
    /* The board and its tiles. */
    int left, top, w, h;
    int tile_w, tile_h, gap;
};

/* The cells of the terminal show two pixels of different colours, or only one; or there are no colours, and lines
 * separate the tiles, without gaps. Except in halved cells, tiles and gaps take whole rows. */
enum layout_cells { CELLS_HALVED, CELLS_WHOLE, CELLS_OUTLINED };

/* `w` x `h` tiles. */
struct layout layout_find(int columns, int rows, int w, int h, enum layout_cells cells);

/* ---- The panel: what a player thinks -------------------------------------------------------------------- */
/* Words and bars beside the board if there is space, otherwise one line.
 *
 *     Hint: left                       Hint: left, 1,240 points more than up  U▅ L█ D- R▁
 *     1,240 points more
 *     than up
 *
 *     up    ▄▄▄▄▄    -1,240
 *     left  ▄▄▄▄▄▄▄  24,512            the expected final score after the best move, and what
 *     down  moves nothing              the others lose; or chances, or the player's own unit
 *     right ▄       -12,644
 *     points of expected
 *     final score
 *     by network
 */
struct panel {
    char heading[48];
    /* At the bottom, if there is space: the player or how long it thinks; how fast it plays. */
    char note[32];
    char state[32];
    /* False: no words and no bars. */
    bool has_hint;
    player_hint hint;
};

enum { PANEL_LINE = 240 };

/* The length of the bar of a direction: 1 for the best and its equals, an eighth for the worst, 0 if it moves nothing.
 * Between them the length falls with the root of the loss, so that a small loss is seen beside a large one. */
double panel_share(const player_hint *hint, eleven_direction direction);

/* At most 7 characters: 20,412, 1.2M, 0.35. */
void panel_number(double value, char text[8]);

/* Whether there is space beside the board. */
bool panel_fits(const struct canvas *canvas, const struct layout *layout);
void panel_draw(struct canvas *canvas, const struct layout *layout, const struct theme *theme, bool utf8,
                const struct panel *panel);

/* One line: as much of the words, the bars and the name as fits into the columns. */
void panel_line(const struct panel *panel, bool utf8, int columns, char line[PANEL_LINE]);

/* ---- The scene ------------------------------------------------------------------------------------------ */
/* Everything that is shown. Texts are borrowed; NULL: not shown. */
struct scene {
    eleven_frame frame;
    /* Size, rules and moves: parts that are two blanks apart. */
    char title[96];
    /* One sentence in place of the hints. */
    const char *notice;
    /* The keys and what they do, the most important first, two blanks apart. */
    const char *hints;
    /* Lines of an overlay; NULL at the end. */
    const char *const *help;
    const char *banner, *banner_hint;
    bool has_panel;
    struct panel panel;
    /* Tiles that get an arrow: a bit for each cell. */
    uint64_t arrows;
    eleven_direction arrow;
    bool has_best;
    uint64_t best;
    /* This game has beaten it; it has just done so. */
    bool is_new_best, celebrates;
};

/* Writes the line without the last of its parts, which are two blanks apart, until it fits into the columns. */
void draw_fit_parts(const char *line, int columns, char *text, size_t size);

/* Writes as many whole words of the sentence as fit into the columns. */
void draw_fit_words(const char *sentence, int columns, char *text, size_t size);

/* The number in at most `most` characters: 131072 becomes 131k if it must. */
void draw_fit_number(uint64_t value, int most, char *text, size_t size);

/* Draws the lines of an overlay, in the middle. */
void draw_help(struct canvas *canvas, const struct canvas_pen *pen, const struct theme *theme,
               const char *const *lines);

/* How the cells of this terminal are drawn. */
enum layout_cells draw_cells(const struct canvas_pen *pen);

/* Finds the layout for the canvas, draws the scene, and returns the layout. */
struct layout draw_scene(struct canvas *canvas, const struct canvas_pen *pen, const struct theme *theme,
                         const struct scene *scene);

/* ---- The screens ---------------------------------------------------------------------------------------- */
/* The screens of the terminal. Each is a table of keys and a few functions; screen.c has what they share: the loop, the
 * keys, the mouse, the drawing.
 *
 *     play ----v----> review       the review returns to the game
 *     play ----y----> replay       and so does the replay
 *     play ----g----> games        the list of games returns to the game, or to another one
 *     games --v, r--> review, replay
 *     watch --arrow--> play        whoever presses an arrow key takes the game over
 *     replay
 *
 * autoplay.c has the player that play and watch consult. */

enum { FRAME_MS = 20, SLIDE_MS = 100, AUTOPLAY_MS = 250 };

struct screen;

/* One row of the table of keys. */
struct binding {
    /* Characters in lower case, or KEY_ codes; 0 ends. */
    int keys[5];
    /* For the help; NULL: not listed. */
    const char *label, *help;
    void (*act)(struct screen *screen, int argument);
    int argument;
    /* A player that is playing continues. */
    bool lets_play;
};

/* One of the screens. */
struct screen_kind {
    /* A row without a function ends the table. */
    const struct binding *bindings;
    /* For the footer: keys and what they do, the most important first, two blanks apart. */
    const char *hints;
    bool any_key_stops;
    /* Called before each frame. Does what is due and returns the milliseconds until it wants to be called again;
     * negative: not before something happens. */
    double (*run)(struct screen *screen);
    /* Fills in the parts of the scene that differ between the screens: title, banner, panel, best score. NULL: none. */
    void (*describe)(struct screen *screen, struct scene *scene);
    /* Draws the scene; NULL: the board fills the window. */
    void (*draw)(struct screen *screen, const struct scene *scene);
    /* Moves the tiles as the mouse asks; NULL: it does not move them. */
    void (*slide)(struct screen *screen, int direction);
    /* A click, and the wheel: -1 up, 1 down. NULL: nothing happens. */
    void (*click)(struct screen *screen, int column, int row);
    void (*wheel)(struct screen *screen, int step);
    /* Takes a key before the table of keys; returns false to leave it to the table. NULL: it takes none. */
    bool (*type)(struct screen *screen, int key);
    /* Frees what only this screen has, when it is left; NULL: there is nothing. */
    void (*close)(struct screen *screen);
    /* Replaces a game that is over by another one; NULL: nothing does. */
    void (*next_game)(struct screen *screen);
};

/* What the player says about the board. */
struct consultation {
    /* NULL until it is needed. */
    struct thinker *thinker;
    bool shows_hint;
    /* About the present position. */
    bool is_asked, is_answered;
    /* About this position, or about the one before until the answer is there. */
    bool has_hint;
    player_hint hint;
};

/* A screen that is under another one, and what it shows. */
struct covered_screen {
    const struct screen_kind *kind;
    eleven_session *session;
    double step_ms;
};

enum { COVERED_MOST = 2 };

struct screen {
    const struct screen_kind *kind;
    /* `game` is NULL in a replay and in a review of its own; `watch` is NULL if nobody is watched. */
    term_game *game;
    const term_watch *watch;
    /* What is shown. Over other screens this is a copy; `played` is the one that is saved. */
    eleven_session *session, *played;
    struct covered_screen covered[COVERED_MOST];
    unsigned covered_count;
    const term_options *options;

    struct terminal terminal;
    struct canvas canvas;
    struct theme theme;
    bool has_chosen_theme;
    struct layout layout;
    char notice[240];
    /* Why the game is not saved, "": it is saved; when that is tried again, and after how long. */
    char unsaved[240];
    double retry_at, retry_ms;
    double notice_until;
    /* A part of the text that is being pasted was ignored. */
    bool ignores_paste;
    bool quits;
    /* From 1; 0: no help is shown. */
    unsigned help_page;
    bool has_more_help;
    /* A replay or a player makes the next step at a certain time. A watched player stops after some steps; negative:
     * never. */
    bool runs;
    double next_step, step_ms;
    int64_t steps_left;

    struct consultation player;
    /* For which game, 1 + its first entry, the following is known: the best score as shown last; whether the game has
     * not reached it, and whether it has beaten it while it was shown. */
    size_t best_game;
    uint64_t best;
    bool is_behind, is_new_best;
    /* That is celebrated until then, or until the notice of it goes. */
    double celebrated_until;
    /* Nobody has played here before, and the player has not moved yet. */
    bool shows_rules;
    /* Of the game that is over, once it is known: its rank by score among the games of its rules, size and class, and
     * how long it was played, in milliseconds. `of` is 0 where nothing is saved. */
    uint64_t rank, of, played_ms;
    bool is_rank_known;
    char rules_line[80];
    /* NULL outside of a review, and of the list of games; owned. */
    struct review_view *review;
    struct games_view *games;
};

/* Runs until the screen is left. Returns the exit status; -1 if there is no suitable terminal. */
int screen_run(struct screen *screen);

/* The time of an action, for the session: without animation every action happened long ago. */
double screen_action_time(const struct screen *screen);

/* Shows a sentence for a few seconds. */
__attribute__((format(printf, 2, 3))) void screen_say(struct screen *screen, const char *format, ...);

/* Forgets what the player said about the position. */
void screen_forget_advice(struct screen *screen);

/* Saves the game, or shows why that fails. */
void screen_save(struct screen *screen);

/* To be called after an action has changed the game: saves it and forgets the advice. */
void screen_changed(struct screen *screen);

/* Announces the end of the game, once its tiles have arrived; `hint`: the keys to press then. */
void screen_set_banner(struct scene *scene, const char *hint);

/* Shows another screen over this one, with a session that is given to it (NULL: out of memory; then nothing happens but
 * a sentence, and false). screen_uncover returns from it. */
bool screen_cover(struct screen *screen, const struct screen_kind *kind, eleven_session *session);
void screen_uncover(struct screen *screen);

/* Returns a new session with the current game of another one; NULL when out of memory. */
eleven_session *screen_copy_game(const eleven_session *session);

/* Actions of more than one screen. */
void screen_set_speed(struct screen *screen, int faster);
void screen_next_theme(struct screen *screen, int argument);
void screen_show_help(struct screen *screen, int page);
void screen_quit(struct screen *screen, int argument);

/* Returns to the screen below; quits where there is none. */
void screen_leave(struct screen *screen, int argument);

/* ---- The game (play.c) ---------------------------------------------------------------------------------- */
extern const struct screen_kind play_kind;
void play_move(struct screen *screen, int direction);

/* "4x4 classic  12 moves, undone", or another `mark`. */
void play_write_title(struct scene *scene, const eleven_rules *rules, const char *mark);

/* ---- A replay over another screen (replay.c) -------------------------------------------------------------- */
/* `copy` is given. */
void replay_open(struct screen *screen, eleven_session *copy);

/* ---- The end of a game (end_sheet.c) ---------------------------------------------------------------------- */
/* See screen_kind. */
void sheet_draw(struct screen *screen, const struct scene *scene);

/* "12 s", "3 min 12 s", "2 h 5 min". */
void sheet_write_time(uint64_t milliseconds, char text[32]);

/* ---- The list of games (games_list.c, games_screen.c: its keys, games_draw.c) ----------------------------- */
enum {
    /* The rows above the games; the games that are read at once; the deletions that can be taken back. */
    GAMES_HEAD = 2,
    GAMES_PAGE = 512,
    GAMES_DELETIONS = 32
};

enum games_shown { GAMES_ALL, GAMES_RUNNING, GAMES_ENDED, GAMES_PLAIN, GAMES_DELETED, GAMES_SHOWN };
enum games_prompt { PROMPT_NONE, PROMPT_WORDS, PROMPT_TITLE, PROMPT_FILE };

struct games_view {
    /* The screen that the list returns to. */
    const struct screen_kind *outer_kind;
    /* Which games, with which text, in which order. */
    enum games_shown shown;
    char words[STORE_TITLE];
    store_order order;
    bool is_reversed;
    /* How many these are, and all that are not deleted. */
    uint32_t count, in_all;
    /* The chosen one, and the first row of the window. */
    uint32_t at, top;
    /* The rows that have been read, from `page_first` on, and which of these games another program plays. */
    store_game page[GAMES_PAGE];
    bool is_used[GAMES_PAGE];
    uint32_t page_first, page_count;
    bool is_stale;
    /* The number of the game that is played here; 0: it is not saved. */
    int64_t current;
    /* What was deleted since the list was opened, in a ring, and how often. */
    int64_t deleted[GAMES_DELETIONS];
    unsigned deletions;
    /* What is being typed. */
    enum games_prompt prompt;
    char typed[STORE_TITLE];
};

/* Counts the games again, and forgets the rows; moves the window so that it contains the chosen row, and reads what it
 * needs (see screen_kind: run). */
void games_refresh(struct screen *screen);
double games_follow_choice(struct screen *screen);

/* The chosen game; NULL, and a sentence, if there is none. */
const store_game *games_chosen(struct screen *screen);

/* Opens the list over the game. */
void games_open(struct screen *screen, int argument);

/* The number of games that the window shows; the order that follows another one, and that of the heading in a column
 * of the window (false: there is none). */
uint32_t games_rows(const struct screen *screen);
store_order games_next_order(store_order order);
bool games_order_at(const struct screen *screen, int column, store_order *order);

/* See screen_kind. */
void games_draw(struct screen *screen, const struct scene *scene);

/* ---- The player that gives hints and plays (autoplay.c) -------------------------------------------------- */
void autoplay_hint(struct screen *screen, int argument);
void autoplay_start_or_stop(struct screen *screen, int argument);

/* Asks, listens, and makes the moves that are due; see screen_kind. */
double autoplay_run(struct screen *screen);

/* Puts what the player thinks into the scene. */
void autoplay_describe(const struct screen *screen, struct scene *scene);

/* ---- The review (review_screen.c has its keys, review_draw.c its picture) --------------------------------------- */
struct review_view {
    struct game_review review;
    /* The move that is shown; the number of all moves: the end. */
    size_t at;
    /* The name of the player, borrowed. It is opened and judges on a thread, so that keys act meanwhile; the thinker is
     * NULL until it is first asked. */
    const char *player;
    struct thinker *judge;
    bool is_asked;
};

/* Opens a review of a game, which is given, over the screen; the network judges. */
void review_open(struct screen *screen, eleven_session *copy);

/* See screen_kind. */
void review_describe(struct screen *screen, struct scene *scene);
void review_draw(struct screen *screen, const struct scene *scene);

#endif
