/* 2048league and old 2048verse: one symbol a step, 7 bits of it used.
 *
 *     bits  6 5         4      3 2      1 0
 *           direction   a 4    column   row        up 0, right 1, down 2, left 3
 *
 * The first two symbols are the start tiles. Before them stands a head: seven characters, or ten that name one of the
 * smaller boards. One game a line. */
#include "formats/formats.h"

#include <string.h>

enum { ASCII = 95, SYMBOLS = 128 };

/* The symbols after '~': those that a PC's code page 850 has from byte 128 on. */
static const uint16_t beyond_ascii[SYMBOLS - ASCII] = {
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
    for (int i = 0; i < SYMBOLS - ASCII; i++)
        if (beyond_ascii[i] == symbol)
            return ASCII + i;
    for (unsigned i = 0; i < sizeof page_437 / sizeof *page_437; i++)
        if (page_437[i].symbol == symbol)
            return page_437[i].index;
    return symbol >= 0x80 && symbol <= 0xa0 ? (int)(symbol - 0x80) + ASCII : -1; /* a byte of the code page */
}

static const struct {
    const char *name; /* rows x columns */
    uint8_t w, h;
} sizes[] = {{"4x4", 4, 4}, {"2x4", 4, 2}, {"3x3", 3, 3}, {"3x4", 4, 3}};
enum { SIZES = sizeof sizes / sizeof *sizes, HEAD = 7, HEAD_SIZED = 10 };

bool league_test(byte_input in)
{
    static const char word[] = "replay";
    bool same = in.length - in.at > HEAD && !next_test(in);
    for (size_t i = 0; same && i < sizeof word - 1; i++)
        same = (in.bytes[in.at + i] | 0x20) == word[i];
    return same && memchr("_ 234", in.bytes[in.at + 6], 5);
}

/* Reads the head, up to the start tiles. Neither of these is an 'x', so that a size cannot be mistaken. */
static void head_skip(byte_input *in, unsigned *size)
{
    const char *head = (const char *)in->bytes + in->at;
    size_t left = in->length - in->at;
    *size = 0;
    for (unsigned i = 1; left >= HEAD_SIZED && i < SIZES; i++)
        if (memcmp(head + 6, sizes[i].name, 3) == 0 || memcmp(head + 7, sizes[i].name, 3) == 0)
            *size = i;
    size_t length = *size ? HEAD_SIZED : HEAD;
    in->at += left < length ? left : length;
}

static bool line_is_over(const byte_input *in)
{
    return in->at >= in->length || in->bytes[in->at] == '\n' || in->bytes[in->at] == '\r';
}

static eleven_error step_read(byte_input *in, const eleven_board *board, eleven_tile *tile, eleven_direction *direction,
                              eleven_problem *problem)
{
    unsigned code;
    if (!digit_next(in, league_index, &code))
        return format_fail(problem, in->at, "here should stand a symbol of the alphabet");
    unsigned column = code >> 2 & 3, row = code & 3;
    *direction = (eleven_direction)(code >> 5);
    *tile = (eleven_tile){ELEVEN_CELLS_MAX, (eleven_rank)(1 + (code >> 4 & 1))};
    if (column < board->w && row < board->h)
        tile->cell = (uint8_t)(row * board->w + column);
    return ELEVEN_OK;
}

static eleven_error start_read(byte_input *in, made_game *game, eleven_problem *problem)
{
    unsigned size;
    head_skip(in, &size);
    eleven_board board = eleven_board_empty(sizes[size].w, sizes[size].h);
    for (unsigned i = 0; i < 2; i++) {
        eleven_tile tile;
        eleven_direction direction = ELEVEN_UP;
        size_t byte = in->at;
        if (line_is_over(in))
            return format_fail(problem, byte, "the line ends before the two start tiles");
        eleven_error error = step_read(in, &board, &tile, &direction, problem);
        if (!error)
            error = start_place(&board, tile, byte, problem);
        if (error)
            return error;
    }
    made_begin(game, board, 0);
    return ELEVEN_OK;
}

static eleven_error line_read(byte_input *in, made_game *game, eleven_problem *problem)
{
    eleven_error error = start_read(in, game, problem);
    while (!error && !line_is_over(in)) {
        eleven_tile tile;
        eleven_direction direction = ELEVEN_UP;
        size_t byte = in->at;
        error = step_read(in, &game->game.board, &tile, &direction, problem);
        if (!error)
            error = made_slide(game, direction, byte, problem);
        if (!error)
            error = made_place(game, tile, byte, problem);
    }
    return error;
}

eleven_error league_read(byte_input in, grown_bytes *records, unsigned *lost, eleven_problem *problem)
{
    (void)lost;
    made_game game = {0};
    eleven_error error;
    blanks_skip(&in);
    do {
        error = line_read(&in, &game, problem);
        if (!error)
            made_print(&game, records);
        while (!error && in.at < in.length && line_is_over(&in))
            in.at++;
    } while (!error && in.at < in.length);
    made_free(&game);
    return error;
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

static void step_write(grown_bytes *bytes, unsigned w, unsigned direction, eleven_tile tile)
{
    unsigned code = direction << 5 | (tile.rank - 1u) << 4 | tile.cell % w << 2 | tile.cell / w;
    symbol_add(bytes, code < ASCII ? code + ' ' : beyond_ascii[code - ASCII]);
}

eleven_error league_write(eleven_reader *reader, grown_bytes *bytes, unsigned *lost, eleven_problem *problem)
{
    const eleven_board *board = &reader->game.board;
    eleven_tile tiles[2];
    unsigned size = 0;
    eleven_error error = game_suits(&reader->record, lost, problem);
    while (size < SIZES && (sizes[size].w != board->w || sizes[size].h != board->h))
        size++;
    if (!error && size == SIZES)
        error = format_refuse(problem, "the format has boards of 4x4, 4x3, 3x3 and 4x2 only");
    if (!error && (reader->record.start.score || !opening_tiles(board, tiles)))
        error = format_refuse(problem, "the format needs a game that begins with two start tiles");
    if (error)
        return error;
    grown_text(bytes, "replay_");
    grown_text(bytes, size ? sizes[size].name : "");
    for (unsigned i = 0; i < 2; i++)
        step_write(bytes, board->w, 0, tiles[i]);
    eleven_ply ply;
    while ((error = move_next(reader, &ply, problem)) == ELEVEN_OK)
        step_write(bytes, board->w, ply.direction, ply.spawns[0]);
    grown_text(bytes, "\n");
    return error == ELEVEN_END ? ELEVEN_OK : error;
}
