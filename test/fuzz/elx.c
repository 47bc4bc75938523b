/* Tables of solved boards, with a right checksum unless the last byte is odd. Then boards are looked up. */
#include "fuzz.h"
#include "solver/solver_room.h"

enum { FILE_MOST = 1 << 16 };

static void look_up(const eleven_table *table, const uint8_t *data, size_t size)
{
    const eleven_table_facts *facts = eleven_table_about(table);
    eleven_player *player = eleven_table_player_new(table, size & 1);
    eleven_table_answer answer;
    eleven_advice advice;
    expect(player);
    for (size_t i = 0; i < 16 && i < size; i++) {
        eleven_board board;
        eleven_board_empty(facts->w, facts->h, &board);
        for (unsigned c = 0; c < facts->w * facts->h; c++)
            board.cells[c] = (data[(i + c) % size] + i) % 4;
        if (eleven_table_probe(table, &board, &answer))
            expect(answer.legal < 16);
        if (eleven_board_legal(&facts->rules, &board))
            expect(!eleven_player_choose(player, &facts->rules, &board, &(eleven_budget){0}, &advice));
    }
    eleven_player_close(player);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    eleven_table *table;
    eleven_problem problem;
    size_t words = size / 8;
    if (size > FILE_MOST)
        return 0;
    uint64_t *file = malloc(size + 8);
    expect(file);
    memcpy(file, data, size);
    if (words > 1 && data[size - 1] % 2 == 0)
        file[words - 1] = elx_checksum(ELX_START, file, words - 1);
    eleven_error error = eleven_table_open_bytes(file, size, &table, &problem);
    fuzz_check(error, &problem, data, size);
    if (!error) {
        look_up(table, data, size);
        eleven_table_close(table);
    }
    free(file);
    return 0;
}
