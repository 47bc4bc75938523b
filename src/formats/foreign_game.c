/* Games of other programs.
 *
 *     bytes --format's reader--> start, slides and tiles --core makes and checks them--> head and plies --> record
 *
 * Writing goes the other way: what a record must be like for another format to hold it. */
#include "formats/formats_room.h"

#include <string.h>

eleven_rules formats_classic(void)
{
    eleven_rules rules;
    eleven_rules_find("classic", &rules);
    return rules;
}

bool formats_start_tiles(const eleven_board *board, eleven_tile tiles[2])
{
    unsigned count = 0;
    for (unsigned i = 0; i < (unsigned)board->w * board->h; i++) {
        if (board->cells[i] == 0)
            continue;
        if (count == 2 || board->cells[i] > 2)
            return false;
        tiles[count++] = (eleven_tile){(uint8_t)i, board->cells[i]};
    }
    return count == 2;
}

void formats_game_begin(foreign_game *game, eleven_board board, uint64_t score)
{
    eleven_tile tiles[2];
    game->head = (eleven_record){.rules = formats_classic(), .start = {.board = board, .score = score}};
    game->head.from_board = score || !formats_start_tiles(&board, tiles);
    game->game = game->head.start;
    game->plies.length = 0;
}

/* Adds the text of a ply; `moves_before` counts the moves before it. */
static void ply_add(foreign_game *game, const eleven_ply *ply, uint32_t moves_before)
{
    char text[64];
    size_t length = eleven_ply_print(&game->head.rules, game->game.board.w, ply, moves_before, text, sizeof text);
    buffer_add(&game->plies, text, length);
}

void formats_game_keep(foreign_game *game)
{
    eleven_game_keep_playing(&game->head.rules, &game->game);
    ply_add(game, &(eleven_ply){.keeps_playing = true}, game->game.ply);
}

/* Other programs continue a won game without recording that. */
eleven_error formats_game_slide(foreign_game *game, eleven_direction direction, size_t byte, eleven_problem *problem)
{
    static const char *const stuck[] = {"nothing moves up", "nothing moves to the right", "nothing moves down",
                                        "nothing moves to the left"};
    if (eleven_game_status(&game->head.rules, &game->game) == ELEVEN_STATUS_WON)
        formats_game_keep(game);
    game->direction = direction;
    return eleven_game_slide(&game->head.rules, &game->game, direction, NULL)
               ? ELEVEN_OK
               : formats_fail(problem, byte, stuck[direction]);
}

static eleven_error cell_fill(eleven_board *board, eleven_tile tile, size_t byte, eleven_problem *problem)
{
    if (tile.cell >= board->w * board->h)
        return formats_fail(problem, byte, "a tile appears outside the board");
    if (board->cells[tile.cell])
        return formats_fail(problem, byte, "a tile appears on an occupied cell");
    eleven_board_place(board, tile);
    return ELEVEN_OK;
}

eleven_error formats_game_place(foreign_game *game, eleven_tile tile, size_t byte, eleven_problem *problem)
{
    eleven_ply ply = {.direction = game->direction, .spawn_count = 1, .spawns = {tile}};
    eleven_error error = cell_fill(&game->game.board, tile, byte, problem);
    if (!error)
        ply_add(game, &ply, game->game.ply - 1);
    return error;
}

eleven_error formats_steps_read(formats_input *in, eleven_board empty, const char *ends, foreign_step_reader *read,
                                foreign_game *game, unsigned *lost, eleven_problem *problem)
{
    eleven_board board = empty;
    foreign_step step;
    for (unsigned i = 0; i < 2; i++) {
        size_t byte = in->at;
        if (formats_is_at(in, ends))
            return formats_fail(problem, byte, "the line ends before the two start tiles");
        eleven_error error = read(in, &board, &step, lost, problem);
        if (!error)
            error = cell_fill(&board, step.tile, byte, problem);
        if (error)
            return error;
    }
    formats_game_begin(game, board, 0);
    eleven_error error = ELEVEN_OK;
    while (!error && !formats_is_at(in, ends)) {
        size_t byte = in->at;
        error = read(in, &board, &step, lost, problem);
        if (!error)
            error = formats_game_slide(game, step.direction, byte, problem);
        if (!error)
            error = formats_game_place(game, step.tile, byte, problem);
    }
    return error;
}

void formats_record_print(eleven_record head, const eleven_game *last, const buffer *plies, buffer *records)
{
    head.has_end = true;
    head.status = eleven_game_status(&head.rules, last);
    head.score = last->score;
    head.moves = last->ply;
    size_t length = eleven_record_print(&head, NULL, 0);
    if (buffer_reserve(records, length)) {
        eleven_record_print(&head, records->at + records->length, length + 1);
        records->length += length;
    }
    if (plies->length)
        buffer_add(records, plies->at, plies->length);
    buffer_text(records, "\n");
    records->failed |= plies->failed;
}

eleven_error formats_suit(const eleven_record *head, unsigned *lost, eleven_problem *problem)
{
    const eleven_rules classic = formats_classic(), *rules = &head->rules;
    if (memcmp(rules->merge, classic.merge, sizeof rules->merge) != 0 || rules->cascade ||
        memcmp(rules->value, classic.value, sizeof rules->value) != 0)
        return problem_set(problem, ELEVEN_BAD_TEXT, "the format knows only tiles that merge as in the classic game");
    eleven_tile tiles[2];
    if (eleven_rules_hash(rules) != eleven_rules_hash(&classic))
        *lost |= ELEVEN_LOST_RULES;
    if (head->from_board && !head->start.score && formats_start_tiles(&head->start.board, tiles))
        *lost |= ELEVEN_LOST_START;
    if (head->has_seed)
        *lost |= ELEVEN_LOST_SEED;
    if (head->date[0])
        *lost |= ELEVEN_LOST_DATE;
    if (head->undos || head->helped || head->hints)
        *lost |= ELEVEN_LOST_COUNTS;
    return ELEVEN_OK;
}

eleven_error formats_need_start_tiles(const eleven_reader *reader, eleven_tile tiles[2], eleven_problem *problem)
{
    if (!reader->record.start.score && formats_start_tiles(&reader->game.board, tiles))
        return ELEVEN_OK;
    return problem_set(problem, ELEVEN_BAD_TEXT, "the format needs a game that begins with two start tiles");
}

eleven_error formats_move_next(eleven_reader *reader, eleven_ply *ply, eleven_problem *problem)
{
    eleven_error error;
    do
        error = eleven_reader_next(reader, ply, NULL, problem);
    while (!error && ply->keeps_playing);
    if (!error && (ply->spawn_count != 1 || ply->spawns[0].rank > 2))
        return problem_set(problem, ELEVEN_BAD_TEXT,
                           "the format knows only moves after which one tile appears, a 2 or a 4");
    return error;
}

eleven_error formats_last_position(eleven_reader *reader, unsigned *lost, eleven_problem *problem)
{
    eleven_ply ply;
    eleven_error error = ELEVEN_OK;
    while (!error)
        error = eleven_reader_next(reader, &ply, NULL, problem);
    if (error != ELEVEN_END)
        return error;
    *lost |= reader->game.ply ? ELEVEN_LOST_MOVES : 0u;
    return ELEVEN_OK;
}
