/* Evaluates each move with the network, without a search: network [BOARD]. */
#include <eleven.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **arguments)
{
    const char *text = count > 1 ? arguments[1] : "512 64 16 4 / 128 32 8 2 / 8 16 4 . / 2 4 . .";
    const eleven_network *network = eleven_network_shipped();
    eleven_rowtable *rows = malloc(ELEVEN_ROWTABLE_BYTES);
    eleven_rules rules;
    eleven_board board;
    eleven_rules_find("classic", &rules);
    if (!rows || !network || eleven_board_parse(&rules, text, strlen(text), &board, NULL) || board.w != 4 ||
        board.h != 4)
        return 1;
    eleven_rowtable_init(rows, &rules);
    eleven_afterstates after;
    float values[ELEVEN_DIRECTIONS];
    unsigned legal = eleven_network_moves(network, rows, eleven_bitboard_pack(&board), &after, values);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (legal & 1u << d)
            printf("%-6s gains %" PRIu64 ", and then about %.0f\n", eleven_direction_name((eleven_direction)d),
                   after.gain[d], (double)values[d] - (double)after.gain[d]);
    free(rows);
    return 0;
}
