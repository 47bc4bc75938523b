/* A game put together from what a foreign format tells: every move is made and checked by the core, and a record of it
 * is printed. And the other way: what a record must be like for a foreign format to hold it. */
#include "formats/formats.h"

#include <stdlib.h>
#include <string.h>

eleven_rules classic_rules(void)
{
    eleven_rules rules;
    eleven_rules_find("classic", &rules);
    return rules;
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

bool opening_tiles(const eleven_board *board, eleven_tile tiles[2])
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

void made_begin(made_game *game, eleven_board board, uint64_t score)
{
    eleven_tile tiles[2];
    game->head = (eleven_record){.rules = classic_rules(), .start = {.board = board, .score = score}};
    game->head.from_board = score || !opening_tiles(&board, tiles);
    game->game = game->head.start;
    game->count = 0;
}

void made_free(made_game *game)
{
    free(game->plies);
}

static eleven_error made_append(made_game *game, made_ply ply, eleven_problem *problem)
{
    if (game->count == game->capacity) {
        size_t capacity = game->capacity * 2 + 1024;
        made_ply *plies = realloc(game->plies, capacity * sizeof *plies);
        if (!plies)
            return format_no_memory(problem);
        game->plies = plies;
        game->capacity = capacity;
    }
    game->plies[game->count++] = ply;
    return ELEVEN_OK;
}

eleven_error made_keep(made_game *game, eleven_problem *problem)
{
    eleven_game_keep_playing(&game->head.rules, &game->game);
    return made_append(game, (made_ply){.direction = ELEVEN_DIRECTIONS}, problem);
}

eleven_error made_slide(made_game *game, eleven_direction direction, size_t byte, eleven_problem *problem)
{
    static const char *const stuck[] = {"nothing moves up", "nothing moves to the right", "nothing moves down",
                                        "nothing moves to the left"};
    if (eleven_game_status(&game->head.rules, &game->game) == ELEVEN_WON) {
        eleven_error error = made_keep(game, problem); /* other programs go on without a word */
        if (error)
            return error;
    }
    if (!eleven_game_slide(&game->head.rules, &game->game, direction, NULL))
        return format_fail(problem, byte, stuck[direction]);
    return made_append(game, (made_ply){.direction = (uint8_t)direction}, problem);
}

static eleven_error tile_check(const eleven_board *board, eleven_tile tile, size_t byte, eleven_problem *problem)
{
    if (tile.cell >= board->w * board->h)
        return format_fail(problem, byte, "a tile appears outside the board");
    if (board->cells[tile.cell])
        return format_fail(problem, byte, "a tile appears on an occupied cell");
    return ELEVEN_OK;
}

eleven_error made_place(made_game *game, eleven_tile tile, size_t byte, eleven_problem *problem)
{
    eleven_error error = tile_check(&game->game.board, tile, byte, problem);
    if (error)
        return error;
    eleven_board_place(&game->game.board, tile);
    game->plies[game->count - 1].tile = tile;
    return ELEVEN_OK;
}

eleven_error start_place(eleven_board *board, eleven_tile tile, size_t byte, eleven_problem *problem)
{
    eleven_error error = tile_check(board, tile, byte, problem);
    if (!error)
        eleven_board_place(board, tile);
    return error;
}

/* ---- Printing ------------------------------------------------------------------------------------------ */

void made_print(const made_game *game, grown_bytes *records)
{
    enum { HEAD = 4096, PLY = 64 }; /* a head with classic's rules, one move with one tile */
    char text[HEAD];
    eleven_record head = game->head;
    head.has_end = true;
    head.status = eleven_game_status(&head.rules, &game->game);
    head.score = game->game.score;
    head.moves = game->game.ply;
    grown_add(records, text, eleven_record_print(&head, text, sizeof text));
    uint32_t made = 0;
    for (size_t i = 0; i < game->count; i++) {
        const made_ply *from = &game->plies[i];
        eleven_ply ply = {.keeps_playing = from->direction == ELEVEN_DIRECTIONS};
        if (!ply.keeps_playing)
            ply =
                (eleven_ply){.direction = (eleven_direction)from->direction, .spawn_count = 1, .spawns = {from->tile}};
        char line[PLY];
        grown_add(records, line, eleven_ply_print(&head.rules, head.start.board.w, &ply, made, line, sizeof line));
        made += !ply.keeps_playing;
    }
    grown_text(records, "\n");
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

eleven_error game_suits(const eleven_record *head, unsigned *lost, eleven_problem *problem)
{
    const eleven_rules classic = classic_rules(), *rules = &head->rules;
    if (memcmp(rules->merge, classic.merge, sizeof rules->merge) != 0 || rules->cascade ||
        memcmp(rules->value, classic.value, sizeof rules->value) != 0)
        return format_refuse(problem, "the format knows only tiles that merge as in the classic game");
    if (eleven_rules_hash(rules) != eleven_rules_hash(&classic))
        *lost |= ELEVEN_LOST_RULES;
    if (head->has_seed)
        *lost |= ELEVEN_LOST_SEED;
    if (head->date[0])
        *lost |= ELEVEN_LOST_DATE;
    if (head->undos || head->helped)
        *lost |= ELEVEN_LOST_COUNTS;
    return ELEVEN_OK;
}

eleven_error move_next(eleven_reader *reader, eleven_ply *ply, eleven_problem *problem)
{
    eleven_error error;
    do
        error = eleven_reader_next(reader, ply, NULL, problem);
    while (!error && ply->keeps_playing);
    if (!error && (ply->spawn_count != 1 || ply->spawns[0].rank > 2))
        return format_refuse(problem, "the format knows only moves after which one tile appears, a 2 or a 4");
    return error;
}
