/* What a terminal sends that is not a key: reports of the mouse, pasted text, and the answers to our questions. They
 * come character by character, perhaps in several pieces; ncurses recognises only how they begin.
 *
 *     ESC [ < BUTTON ; COLUMN ; ROW M              the mouse; m for a release
 *     ESC [ 200 ~  any text  ESC [ 201 ~           pasted text
 *     ESC ] 11 ; rgb : RRRR / GGGG / BBBB  BEL     the background; or ESC \ at the end
 *     ESC [ ? 2026 ; STATE $ y                     whether pictures can be shown at once
 *     ESC [ ? NUMBER ; NUMBER ... c                the kind of terminal: every terminal answers this, so it comes last
 */
#include "term/term_room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A paste without an end is over when nothing comes for so long. */
enum { PASTE_MS = 1000, BELL = 7 };

/* ncurses cannot read the mouse: if a press and a release come together, it delivers only the release. */
static bool take_mouse(struct reports *reports, int end, struct event *event)
{
    unsigned button, column, row;
    if (sscanf(reports->text, "%4u;%4u;%4u", &button, &column, &row) != 3 || column == 0 || row == 0)
        return false;
    if ((button == 64 || button == 65) && end == 'M') {
        *event = (struct event){.kind = EVENT_WHEEL, .step = button == 64 ? -1 : 1};
        return true;
    }
    if (button != 0)
        return false;
    struct event drag = {.kind = EVENT_DRAG,
                         .from_column = reports->from_column,
                         .from_row = reports->from_row,
                         .to_column = (int)column - 1,
                         .to_row = (int)row - 1};
    bool is_released = end == 'm' && reports->is_pressed;
    reports->is_pressed = end == 'M';
    reports->from_column = drag.to_column;
    reports->from_row = drag.to_row;
    if (is_released)
        *event = drag;
    return is_released;
}

/* "rgb:1b1b/1a1a/1818", with one to four digits for each part. */
static bool take_background(struct reports *reports, struct event *event)
{
    static const double weights[] = {0.2126, 0.7152, 0.0722};
    double light = 0;
    char *at = strchr(reports->text, ':');
    for (unsigned i = 0; i < 3; i++) {
        if (!at || (i > 0 && *at != '/'))
            return false;
        char *digits = at + 1;
        unsigned long value = strtoul(digits, &at, 16);
        if (at == digits || at - digits > 4)
            return false;
        light += weights[i] * (double)value / (double)((1ul << 4 * (at - digits)) - 1);
    }
    *event = (struct event){.kind = EVENT_BACKGROUND, .is_dark = light < 0.5};
    return true;
}

static bool take_device(struct reports *reports, int end)
{
    unsigned mode, mode_state;
    if (end == 'c')
        reports->is_complete = true;
    if (end == 'y' && sscanf(reports->text, "%9u;%9u", &mode, &mode_state) == 2 && mode == 2026)
        reports->shows_at_once = mode_state >= 1 && mode_state <= 3;
    return false;
}

/* Whether the character ends the report. */
static bool is_end(const struct reports *reports, int key)
{
    if (reports->kind == REPORT_COLOUR)
        return key == BELL || key == '\\' || key == 0x9c;
    return key >= '@' && key <= '~';
}

static bool take_pasted(struct reports *reports, int key, struct event *event)
{
    double now = clock_milliseconds();
    bool is_late = now > reports->pasted_at + PASTE_MS;
    reports->pasted_at = now;
    reports->kind = is_late || key == REPORT_PASTE_END ? 0 : REPORT_PASTE;
    *event = (struct event){.kind = is_late && key != REPORT_PASTE_END ? EVENT_KEY : EVENT_PASTE,
                            .key = key == REPORT_PASTE_END ? 0 : key};
    return true;
}

static void begin(struct reports *reports, int kind)
{
    reports->kind = kind;
    reports->length = 0;
    reports->pasted_at = clock_milliseconds();
}

bool report_take(struct reports *reports, int key, struct event *event)
{
    if (reports->kind == REPORT_PASTE)
        return take_pasted(reports, key, event);
    if (key >= REPORT_MOUSE && key <= REPORT_PASTE_END) {
        begin(reports, key == REPORT_PASTE_END ? 0 : key);
        return false;
    }
    if (!reports->kind) {
        *event = (struct event){.kind = EVENT_KEY, .key = key};
        return true;
    }
    reports->text[reports->length] = '\0';
    if (is_end(reports, key)) {
        int kind = reports->kind;
        reports->kind = 0;
        return kind == REPORT_MOUSE    ? take_mouse(reports, key, event)
               : kind == REPORT_COLOUR ? take_background(reports, event)
                                       : take_device(reports, key);
    }
    bool is_part = key > 0 && key < 127 && strchr("0123456789;$abcdefABCDEFrg:/\033", key);
    if (!is_part || reports->length == sizeof reports->text - 1)
        reports->kind = 0;
    else
        reports->text[reports->length++] = (char)key;
    return false;
}
