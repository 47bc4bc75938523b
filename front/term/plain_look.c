/* The board in words, for those who hear it: a row, a column, all rows, the empty cells, the largest tiles. */
#include "term/term.h"

#include <inttypes.h>
#include <stdio.h>

static const eleven_board *board_of(const eleven_session *session)
{
    return &eleven_session_game(session)->board;
}

void look_at_line(const eleven_session *session, bool is_column, unsigned number)
{
    const eleven_board *board = board_of(session);
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
    for (unsigned row = 1; row <= board_of(session)->h; row++)
        look_at_line(session, false, row);
}

/* "column 1, row 2; column 4, row 2." of all cells with this rank. */
static void print_places(const eleven_board *board, eleven_rank rank)
{
    const char *between = " at";
    for (unsigned cell = 0; cell < (unsigned)board->w * board->h; cell++) {
        if (board->cells[cell] != rank)
            continue;
        printf("%s column %u, row %u", between, cell % board->w + 1, cell / board->w + 1);
        between = ";";
    }
    puts(".");
}

void look_for_empty_cells(const eleven_session *session)
{
    const eleven_board *board = board_of(session);
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
    const eleven_board *board = board_of(session);
    eleven_rank largest = eleven_board_largest(board);
    printf("The largest tile is %" PRIu32, eleven_session_rules(session)->value[largest]);
    print_places(board, largest);
}
