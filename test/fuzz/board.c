/* Boards as text. What is read is printed in each layout, and read again as the same board. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_in in = {data, size};
    eleven_rules rules = fuzz_rules(&in);
    eleven_problem problem;
    eleven_board board, again;
    eleven_error error = eleven_board_parse(&rules, (const char *)in.at, in.left, &board, &problem);
    fuzz_check(error, &problem, in.at, in.left);
    for (eleven_layout layout = ELEVEN_LAYOUT_LINE; !error && layout <= ELEVEN_LAYOUT_HEX; layout++) {
        char text[ELEVEN_BOARD_TEXT];
        size_t length = eleven_board_print(&rules, &board, layout, text, sizeof text);
        expect(length < sizeof text && (length || layout == ELEVEN_LAYOUT_HEX));
        expect(!length ||
               (!eleven_board_parse(&rules, text, length, &again, NULL) && eleven_board_equal(&board, &again)));
    }
    return 0;
}
