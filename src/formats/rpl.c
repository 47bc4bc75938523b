/* The .rpl files of 2048EndgameTablebase: 25 bytes per move, little-endian, and a closing record of the same size.
 *
 *     bytes  0 .. 7     8                               9 .. 24
 *            board      direction<<5 | place<<1 | rank-1   values of left, right, up and down, x 4e9
 *
 * The board, before the move, holds a rank in each four bits, the upper left cell in the highest. Directions are left
 * 0, right 1, up 2, down 3. The place of the new tile is counted from the lower right cell, in files of older versions
 * from the upper left one; the next board shows which. The closing record may hold the last board. Smaller
 * boards have the highest rank in all cells that are not theirs. A file may contain several games. */
#include "formats/formats_room.h"

#include <string.h>

enum { RPL_STEP = 25, RPL_CLOSING = 88, RPL_SIDE = 4, RPL_HIGHEST = 15 };

static const uint32_t closing_rates[] = {666666666, 233333333, 314159265, 987654321};
static const eleven_direction rpl_directions[] = {ELEVEN_LEFT, ELEVEN_RIGHT, ELEVEN_UP, ELEVEN_DOWN};
static const unsigned rpl_direction_codes[] = {
    [ELEVEN_LEFT] = 0, [ELEVEN_RIGHT] = 1, [ELEVEN_UP] = 2, [ELEVEN_DOWN] = 3};

static uint64_t number_read(const uint8_t *bytes, unsigned count)
{
    uint64_t number = 0;
    while (count-- > 0)
        number = number << 8 | bytes[count];
    return number;
}

static void number_write(buffer *bytes, uint64_t number, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        buffer_byte(bytes, (unsigned)(number >> 8 * i & 255));
}

static bool is_closing(const uint8_t *step)
{
    bool same = step[8] == RPL_CLOSING;
    for (unsigned i = 0; i < 4; i++)
        same &= number_read(step + 9 + 4 * i, 4) == closing_rates[i];
    return same;
}

static bool rpl_test(formats_input in)
{
    if (in.length >= RPL_STEP && in.length % RPL_STEP == 0 && is_closing(in.bytes + in.length - RPL_STEP))
        return true;
    for (size_t i = 0; i < in.length && i < 8 * RPL_STEP; i++) /* a damaged one: no text has such bytes */
        if (in.bytes[i] < ' ' && !(in.bytes[i] >= '\t' && in.bytes[i] <= '\r'))
            return true;
    return false;
}

/* ---- Boards -------------------------------------------------------------------------------------------- */
/* A board inside the sixteen cells, from its upper left one. */
typedef struct rpl_frame {
    uint8_t w, h, x, y;
    /* The cells that are not its own. */
    uint64_t mask;
} rpl_frame;

static const rpl_frame rpl_frames[] = {
    {4, 4, 0, 0, 0},
    {4, 2, 0, 1, UINT64_C(0xffff00000000ffff)},
    {3, 3, 0, 0, UINT64_C(0x000f000f000fffff)},
    {4, 3, 0, 0, UINT64_C(0x000000000000ffff)},
};
enum { RPL_FRAMES = sizeof rpl_frames / sizeof *rpl_frames };

/* The position of the lowest bit of a cell of the framed board. */
static unsigned cell_shift(const rpl_frame *frame, unsigned cell)
{
    unsigned x = cell % frame->w + frame->x, y = cell / frame->w + frame->y;
    return 4 * (RPL_SIDE * RPL_SIDE - 1 - (RPL_SIDE * y + x));
}

static const rpl_frame *frame_of(uint64_t board)
{
    const rpl_frame *frame = &rpl_frames[0];
    for (unsigned i = 1; i < RPL_FRAMES; i++)
        if ((board & rpl_frames[i].mask) == rpl_frames[i].mask && rpl_frames[i].mask > frame->mask)
            frame = &rpl_frames[i];
    return frame;
}

static eleven_board board_unpack(const rpl_frame *frame, uint64_t bits)
{
    eleven_board board;
    eleven_board_empty(frame->w, frame->h, &board);
    for (unsigned i = 0; i < (unsigned)board.w * board.h; i++)
        board.cells[i] = bits >> cell_shift(frame, i) & 15;
    return board;
}

static bool board_pack(const rpl_frame *frame, const eleven_board *board, uint64_t *bits)
{
    *bits = frame->mask;
    for (unsigned i = 0; i < (unsigned)board->w * board->h; i++) {
        if (board->cells[i] > RPL_HIGHEST)
            return false;
        *bits |= (uint64_t)board->cells[i] << cell_shift(frame, i);
    }
    return true;
}

/* ---- Reading ------------------------------------------------------------------------------------------- */
/* `change` is the last move's byte about its tile, at `byte`. The tile itself follows from the next board, or, at the
 * end, from its place: `from_top` is whether places are counted from the upper left cell. */
typedef struct rpl_reading {
    const rpl_frame *frame;
    foreign_game *game;
    unsigned change;
    bool from_top;
    size_t byte;
} rpl_reading;

/* The only cell where `next` differs from the board after the slide. */
static bool new_cell(const eleven_board *slid, const eleven_board *next, uint8_t *cell)
{
    unsigned differences = 0;
    for (unsigned i = 0; i < (unsigned)slid->w * slid->h; i++) {
        if (slid->cells[i] != next->cells[i]) {
            *cell = (uint8_t)i;
            differences++;
        }
    }
    return differences == 1;
}

/* Finds the new tile in the next board, which is at `byte`. */
static eleven_error tile_from_board(rpl_reading *reading, uint64_t bits, size_t byte, eleven_problem *problem)
{
    eleven_board next = board_unpack(reading->frame, bits);
    eleven_tile tile = {0, (eleven_rank)((reading->change & 1) + 1)};
    unsigned stated = reading->change >> 1 & 15;
    if (!new_cell(&reading->game->game.board, &next, &tile.cell) || next.cells[tile.cell] != tile.rank)
        return formats_fail(problem, byte, "this board does not follow from the move before");
    unsigned place = cell_shift(reading->frame, tile.cell) / 4;
    if (stated != place && stated != 15 - place)
        return formats_fail(problem, reading->byte + 8, "the new tile appears elsewhere on the next board");
    reading->from_top = stated != place;
    return formats_game_place(reading->game, tile, byte, problem);
}

static eleven_error tile_from_place(rpl_reading *reading, eleven_problem *problem)
{
    unsigned stated = reading->change >> 1 & 15, place = reading->from_top ? 15 - stated : stated;
    eleven_tile tile = {ELEVEN_CELLS_MAX, (eleven_rank)((reading->change & 1) + 1)};
    for (unsigned i = 0; i < (unsigned)reading->frame->w * reading->frame->h; i++)
        if (cell_shift(reading->frame, i) / 4 == place)
            tile.cell = (uint8_t)i;
    return formats_game_place(reading->game, tile, reading->byte + 8, problem);
}

static eleven_error rpl_step(rpl_reading *reading, const uint8_t *step, size_t byte, bool is_first, unsigned *lost,
                             eleven_problem *problem)
{
    uint64_t bits = number_read(step, 8);
    eleven_error error = ELEVEN_OK;
    if (is_first) {
        reading->frame = frame_of(bits);
        formats_game_begin(reading->game, board_unpack(reading->frame, bits), 0);
    } else {
        error = tile_from_board(reading, bits, byte, problem);
    }
    if (error)
        return error;
    if (step[8] >> 7)
        return formats_fail(problem, byte + 8, "there is no such move");
    for (unsigned i = 9; i < RPL_STEP; i++)
        if (step[i])
            *lost |= ELEVEN_LOST_RATES;
    reading->change = step[8];
    reading->byte = byte;
    return formats_game_slide(reading->game, rpl_directions[step[8] >> 5], byte + 8, problem);
}

/* One game, up to and with its closing record. */
static eleven_error rpl_game(rpl_reading *reading, formats_input *in, unsigned *lost, eleven_problem *problem)
{
    eleven_error error = ELEVEN_OK;
    for (bool is_first = true; !error; is_first = false, in->at += RPL_STEP) {
        const uint8_t *step = in->bytes + in->at;
        if (in->length - in->at < RPL_STEP)
            return formats_fail(problem, in->length, "the file ends before the closing record of 25 bytes");
        if (!is_closing(step)) {
            error = rpl_step(reading, step, in->at, is_first, lost, problem);
            continue;
        }
        uint64_t bits = number_read(step, 8);
        if (is_first)
            return formats_fail(problem, in->at, "a game without a single move");
        error = bits ? tile_from_board(reading, bits, in->at, problem) : tile_from_place(reading, problem);
        in->at += RPL_STEP;
        return error;
    }
    return error;
}

static eleven_error rpl_read(formats_input *in, foreign_game *game, unsigned *lost, eleven_problem *problem)
{
    rpl_reading reading = {.game = game};
    return rpl_game(&reading, in, lost, problem);
}

/* ---- Writing ------------------------------------------------------------------------------------------- */
static eleven_error board_write(const rpl_frame *frame, const eleven_board *board, buffer *bytes,
                                eleven_problem *problem)
{
    uint64_t bits;
    if (!board_pack(frame, board, &bits))
        return problem_set(problem, ELEVEN_BAD_TEXT, "the format has no tile above 32768");
    number_write(bytes, bits, 8);
    return ELEVEN_OK;
}

static eleven_error moves_write(eleven_reader *reader, const rpl_frame *frame, buffer *bytes, eleven_problem *problem)
{
    eleven_ply ply;
    eleven_board before = reader->game.board;
    eleven_error error;
    while ((error = formats_move_next(reader, &ply, problem)) == ELEVEN_OK) {
        error = board_write(frame, &before, bytes, problem);
        if (error)
            return error;
        unsigned place = cell_shift(frame, ply.spawns[0].cell) / 4;
        buffer_byte(bytes, rpl_direction_codes[ply.direction] << 5 | place << 1 | (ply.spawns[0].rank - 1u));
        number_write(bytes, 0, 8);
        number_write(bytes, 0, 8);
        before = reader->game.board;
    }
    return error == ELEVEN_END ? ELEVEN_OK : error;
}

static eleven_error rpl_write(eleven_reader *reader, buffer *bytes, unsigned *lost, eleven_problem *problem)
{
    const eleven_board *board = &reader->game.board;
    unsigned i = 0;
    uint64_t bits;
    size_t begin = bytes->length;
    eleven_error error = formats_suit(&reader->record, lost, problem);
    while (i < RPL_FRAMES && (rpl_frames[i].w != board->w || rpl_frames[i].h != board->h))
        i++;
    if (!error && i == RPL_FRAMES)
        error = problem_set(problem, ELEVEN_BAD_TEXT, "the format has boards of 4x4, 4x3, 3x3 and 4x2 only");
    if (!error && board_pack(&rpl_frames[i], board, &bits) && frame_of(bits) != &rpl_frames[i])
        error = problem_set(problem, ELEVEN_BAD_TEXT, "in the format this position is one on a smaller board");
    if (!error && reader->record.start.score)
        *lost |= ELEVEN_LOST_SCORE;
    if (!error)
        error = moves_write(reader, &rpl_frames[i], bytes, problem);
    if (!error && bytes->length == begin)
        error = problem_set(problem, ELEVEN_BAD_TEXT, "the format cannot hold a game without a move");
    if (error)
        return error;
    number_write(bytes, 0, 8);
    buffer_byte(bytes, RPL_CLOSING);
    for (i = 0; i < 4; i++)
        number_write(bytes, closing_rates[i], 4);
    return ELEVEN_OK;
}

const formats_format formats_rpl = {"rpl",    "2048EndgameTablebase, 25 bytes per move", true, rpl_test, rpl_read,
                                    rpl_write};
