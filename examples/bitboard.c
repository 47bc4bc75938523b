/* Counts all games of 0 to 3 moves from a board, exactly, with a 4x4 board in machine words: bitboard [BOARD]. */
#include <eleven.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **arguments)
{
    const char *text = count > 1 ? arguments[1] : ". . . . / . 2 . . / . . 2 . / . . . .";
    eleven_rules rules;
    eleven_board board;
    eleven_rowtable *rows = malloc(ELEVEN_ROWTABLE_BYTES);
    eleven_rules_find("classic", &rules);
    if (!rows || eleven_board_parse(&rules, text, strlen(text), &board, NULL) || board.w != 4 || board.h != 4)
        return 1;
    eleven_rowtable_init(rows, &rules);
    eleven_bitboard start = eleven_bitboard_pack(&board);
    for (unsigned depth = 0; depth <= 3; depth++)
        printf("%u moves: %" PRIu64 " games\n", depth, eleven_bitboard_perft(rows, start, depth));
    free(rows);
    return 0;
}
