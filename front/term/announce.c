/* Moves and the board in words, for those who hear the board instead of seeing it. Merges are found by making the hops
 * one by one on the old board: a merging tile meets the other one at the place where both come to rest. */
#include "term/term.h"
#include "base/hint.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static void print_place(const eleven_board *board, unsigned cell, const char *before)
{
    printf("%s column %u, row %u", before, cell % board->w + 1u, cell / board->w + 1u);
}

static void print_direction(eleven_direction direction)
{
    const char *name = eleven_direction_name(direction);
    printf("%c%s", toupper((unsigned char)name[0]), name + 1);
}

static void print_merges(const eleven_rules *rules, const eleven_board *before, const eleven_events *events,
                         const char *first)
{
    eleven_merge merges[ELEVEN_CELLS_MAX];
    unsigned count = eleven_events_merges(rules, before, events, merges);
    for (unsigned i = 0; i < count; i++) {
        const eleven_merge *merge = &merges[i];
        printf("%s%" PRIu32 " and %" PRIu32 " make %" PRIu32, i ? "; " : first, rules->value[merge->met],
               rules->value[merge->moved], rules->value[merge->rank]);
        print_place(before, merge->cell, " at");
    }
}

void announce_move(const eleven_session *session, eleven_direction direction, bool in_full)
{
    const eleven_board *before;
    const eleven_events *events = eleven_session_events(session, &before);
    const eleven_rules *rules = eleven_session_rules(session);
    print_direction(direction);
    if (in_full)
        printf(": %u tile%s", events->hop_count, events->hop_count == 1 ? " moves" : "s move");
    print_merges(rules, before, events, in_full ? "; " : ": ");
    putchar('.');
    for (unsigned i = 0; i < events->spawn_count; i++) {
        printf(" New %" PRIu32, rules->value[events->spawns[i].rank]);
        print_place(before, events->spawns[i].cell, " at");
        putchar('.');
    }
    if (in_full && events->gain)
        printf(" Gain %" PRIu64 ".", events->gain);
    printf(" Score %" PRIu64 ".\n", eleven_session_game(session)->score);
}

void announce_end(const eleven_session *session)
{
    const eleven_rules *rules = eleven_session_rules(session);
    uint64_t score = eleven_session_game(session)->score;
    eleven_status status = eleven_session_status(session);
    if (status == ELEVEN_STATUS_WON)
        printf("You win! The goal %" PRIu32 " is reached. Score %" PRIu64 ".%s\n", rules->value[rules->goal], score,
               rules->goal_ends ? "" : " Type keep to continue, or new for another game.");
    if (status == ELEVEN_STATUS_LOST)
        printf("Game over. Score %" PRIu64 ". Type undo to take a move back, or new for another game.\n", score);
}

void announce_stuck(const eleven_session *session, eleven_direction direction)
{
    static const char *const reasons[] = {
        [ELEVEN_STATUS_PLAYING] = "nothing moves.",
        [ELEVEN_STATUS_WON] = "the game is won. Type keep to continue, or new for another game.",
        [ELEVEN_STATUS_LOST] = "the game is over. Type undo to take a move back, or new for another game.",
    };
    print_direction(direction);
    printf(": %s\n", reasons[eleven_session_status(session)]);
}

void announce_hint(const player_hint *hint)
{
    eleven_direction best = hint->advice.direction, next = hint_next_best(hint);
    char words[HINT_TEXT], number[HINT_NUMBER];
    hint_compare(hint, words);
    printf("Hint: %s, %s", eleven_direction_name(best), words);
    for (eleven_direction d = ELEVEN_UP; d <= ELEVEN_LEFT; d++) {
        if (isnan(hint_loss(hint, d)))
            printf("; %s moves nothing", eleven_direction_name(d));
        else if (d != best && d != next && !hint_is_equal(hint, d))
            printf("; %s loses %s", eleven_direction_name(d), hint_amount(hint->unit, hint_loss(hint, d), number));
    }
    if (hint->unit.chance_of)
        printf("; the chance to build the next %" PRIu32 " is %s", hint->unit.chance_of,
               hint_amount(hint->unit, hint->advice.values[best], number));
    if (hint->unit.in_points)
        printf("; the expected final score is %s",
               hint_number((double)hint->score + hint->advice.values[best], number));
    puts(".");
}

/* ---- The board: a row, a column, all rows, the empty cells, the largest tiles ---------------------------- */
void look_at_line(const eleven_session *session, bool is_column, unsigned number)
{
    const eleven_board *board = &eleven_session_game(session)->board;
    unsigned lines = is_column ? board->w : board->h, cells = is_column ? board->h : board->w;
    if (number < 1 || number > lines) {
        printf("Type %s and a number from 1 to %u.\n", is_column ? "column" : "row", lines);
        return;
    }
    printf("%s %u:", is_column ? "Column" : "Row", number);
    for (unsigned i = 0; i < cells; i++) {
        unsigned cell = is_column ? i * board->w + number - 1 : (number - 1) * board->w + i;
        char text[16] = "empty";
        if (board->cells[cell])
            snprintf(text, sizeof text, "%" PRIu32, eleven_session_rules(session)->value[board->cells[cell]]);
        printf("%s %s", i ? "," : "", text);
    }
    puts(".");
}

void look_at_board(const eleven_session *session)
{
    for (unsigned row = 1; row <= eleven_session_game(session)->board.h; row++)
        look_at_line(session, false, row);
}

/* "column 1, row 2; column 4, row 2." of all cells with this rank. */
static void print_places(const eleven_board *board, eleven_rank rank)
{
    const char *between = " at";
    for (unsigned cell = 0; cell < (unsigned)board->w * board->h; cell++) {
        if (board->cells[cell] != rank)
            continue;
        print_place(board, cell, between);
        between = ";";
    }
    puts(".");
}

void look_for_empty_cells(const eleven_session *session)
{
    const eleven_board *board = &eleven_session_game(session)->board;
    uint8_t cells[ELEVEN_CELLS_MAX];
    unsigned count = eleven_board_empties(board, cells);
    printf("%u cell%s empty", count, count == 1 ? " is" : "s are");
    if (count)
        print_places(board, 0);
    else
        puts(".");
}

void look_for_largest(const eleven_session *session)
{
    const eleven_board *board = &eleven_session_game(session)->board;
    eleven_rank largest = eleven_board_largest(board);
    printf("The largest tile is %" PRIu32, eleven_session_rules(session)->value[largest]);
    print_places(board, largest);
}
