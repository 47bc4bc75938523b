/* The board in words, for those who hear it: a row, a column, all rows, the empty cells, the largest tiles. */
#include "term/term.h"

#include <inttypes.h>
#include <stdio.h>

static const eleven_board *board_of(const eleven_session *session)
{
    return &eleven_session_game(session)->board;
}

/* "Row 2: 4, empty, 8, empty." The line has `count` cells, `step` cells apart. */
static void print_line(const eleven_session *session, const char *name, unsigned number, unsigned first, unsigned step,
                       unsigned count)
{
    const eleven_rank *cells = board_of(session)->cells;
    printf("%s %u:", name, number);
    for (unsigned i = 0; i < count; i++) {
        eleven_rank rank = cells[first + i * step];
        if (rank)
            printf("%s %" PRIu32, i ? "," : "", eleven_session_rules(session)->value[rank]);
        else
            printf("%s empty", i ? "," : "");
    }
    puts(".");
}

void look_at_row(const eleven_session *session, unsigned row)
{
    unsigned w = board_of(session)->w;
    print_line(session, "Row", row, (row - 1) * w, 1, w);
}

void look_at_column(const eleven_session *session, unsigned column)
{
    print_line(session, "Column", column, column - 1, board_of(session)->w, board_of(session)->h);
}

void look_at_board(const eleven_session *session)
{
    for (unsigned row = 1; row <= board_of(session)->h; row++)
        look_at_row(session, row);
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
