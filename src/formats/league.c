/* 2048league and old 2048verse: one symbol per step, with 7 bits.
 *
 *     bits  6 5         4      3 2      1 0
 *           direction   a 4    column   row        up 0, right 1, down 2, left 3
 *
 *     replay_ $`      ' ' is 0: a 2 on a1; '$' is 4: a 2 on b1; '`' is 64: down, and a 2 on a1
 *
 * The first two symbols are the start tiles. Before them is a head: seven characters, or ten that name one of the
 * smaller boards. One game per line. */
#include "formats/formats_room.h"

#include <string.h>

enum { LEAGUE_ASCII = 95, LEAGUE_SYMBOLS = 128 };

/* The symbols after '~': those that a PC's code page 850 has from byte 128 on. */
static const uint16_t beyond_ascii[LEAGUE_SYMBOLS - LEAGUE_ASCII] = {
    0xc7, 0xfc, 0xe9, 0xe2, 0xe4, 0xe0, 0xe5, 0xe7, 0xea, 0xeb, 0xe8, 0xef, 0xee, 0xec, 0xc4,  0xc5, 0xc9,
    0xe6, 0xc6, 0xf4, 0xf6, 0xf2, 0xfb, 0xf9, 0xff, 0xd6, 0xdc, 0xf8, 0xa3, 0xd8, 0xd7, 0x192, 0xe1};

/* Where code page 437 has other symbols than 850. */
static const struct {
    uint16_t symbol;
    uint8_t index;
} page_437[] = {{0xa2, 122}, {0xa5, 124}, {0x20a7, 125}};

static int league_index(uint32_t symbol)
{
    if (symbol >= ' ' && symbol <= '~')
        return (int)(symbol - ' ');
    for (int i = 0; i < LEAGUE_SYMBOLS - LEAGUE_ASCII; i++)
        if (beyond_ascii[i] == symbol)
            return LEAGUE_ASCII + i;
    for (unsigned i = 0; i < sizeof page_437 / sizeof *page_437; i++)
        if (page_437[i].symbol == symbol)
            return page_437[i].index;
    /* A byte of the code page. */
    return symbol >= 0x80 && symbol <= 0xa0 ? (int)(symbol - 0x80) + LEAGUE_ASCII : -1;
}

/* The boards of the format; a name is rows x columns. */
static const struct {
    const char *name;
    uint8_t w, h;
} league_sizes[] = {{"4x4", 4, 4}, {"2x4", 4, 2}, {"3x3", 3, 3}, {"3x4", 4, 3}};
enum { LEAGUE_SIZES = sizeof league_sizes / sizeof *league_sizes, LEAGUE_HEAD = 7, LEAGUE_HEAD_SIZED = 10 };

static bool league_test(formats_input in)
{
    static const char word[] = "replay";
    bool is_same = in.length - in.at > LEAGUE_HEAD;
    for (size_t i = 0; is_same && i < sizeof word - 1; i++)
        is_same = (in.bytes[in.at + i] | 0x20) == word[i];
    return is_same && memchr("_ 234", in.bytes[in.at + 6], 5);
}

/* Reads the head, up to the start tiles. A start tile is never an 'x', so that a size cannot be mistaken. */
static unsigned league_head_skip(formats_input *in)
{
    const char *head = (const char *)in->bytes + in->at;
    size_t left = in->length - in->at;
    unsigned size = 0;
    for (unsigned i = 1; left >= LEAGUE_HEAD_SIZED && i < LEAGUE_SIZES; i++)
        if (memcmp(head + 6, league_sizes[i].name, 3) == 0 || memcmp(head + 7, league_sizes[i].name, 3) == 0)
            size = i;
    size_t length = size ? LEAGUE_HEAD_SIZED : LEAGUE_HEAD;
    in->at += left < length ? left : length;
    return size;
}

static eleven_error league_step(formats_input *in, const eleven_board *board, foreign_step *step, unsigned *lost,
                                eleven_problem *problem)
{
    (void)lost;
    unsigned code;
    if (!formats_digit_next(in, league_index, &code))
        return formats_fail(problem, in->at, "expected a symbol of the alphabet");
    unsigned column = code >> 2 & 3, row = code & 3;
    step->direction = (eleven_direction)(code >> 5);
    step->tile = (eleven_tile){ELEVEN_CELLS_MAX, (eleven_rank)(1 + (code >> 4 & 1))};
    if (column < board->w && row < board->h)
        step->tile.cell = (uint8_t)(row * board->w + column);
    return ELEVEN_OK;
}

static eleven_error league_read(formats_input *in, foreign_game *game, unsigned *lost, eleven_problem *problem)
{
    unsigned size = league_head_skip(in);
    eleven_board board;
    eleven_board_empty(league_sizes[size].w, league_sizes[size].h, &board);
    return formats_steps_read(in, board, "\r\n", league_step, game, lost, problem);
}

static void league_step_write(buffer *bytes, unsigned w, unsigned direction, eleven_tile tile)
{
    unsigned code = direction << 5 | (tile.rank - 1u) << 4 | tile.cell % w << 2 | tile.cell / w;
    formats_symbol_add(bytes, code < LEAGUE_ASCII ? code + ' ' : beyond_ascii[code - LEAGUE_ASCII]);
}

static eleven_error league_write(eleven_reader *reader, buffer *bytes, unsigned *lost, eleven_problem *problem)
{
    const eleven_board *board = &reader->game.board;
    eleven_tile tiles[2];
    unsigned size = 0;
    eleven_error error = formats_suit(&reader->record, lost, problem);
    while (size < LEAGUE_SIZES && (league_sizes[size].w != board->w || league_sizes[size].h != board->h))
        size++;
    if (!error && size == LEAGUE_SIZES)
        error = problem_set(problem, ELEVEN_BAD_TEXT, "the format has boards of 4x4, 4x3, 3x3 and 4x2 only");
    if (!error)
        error = formats_need_start_tiles(reader, tiles, problem);
    if (error)
        return error;
    buffer_text(bytes, "replay_");
    buffer_text(bytes, size ? league_sizes[size].name : "");
    for (unsigned i = 0; i < 2; i++)
        league_step_write(bytes, board->w, 0, tiles[i]);
    eleven_ply ply;
    while ((error = formats_move_next(reader, &ply, problem)) == ELEVEN_OK)
        league_step_write(bytes, board->w, ply.direction, ply.spawns[0]);
    buffer_text(bytes, "\n");
    return error == ELEVEN_END ? ELEVEN_OK : error;
}

const formats_format formats_league = {
    "league", "2048league and old 2048verse, one symbol per move", false, league_test, league_read, league_write};
