/* One step of a game, as a pure function of (rules, game, direction, random word).
 *
 * One random word decides everything about a move. It is used as it is, and as the seed of a stream of further words:
 *
 *     word -------------------> the first new tile
 *       |--- stream word 0 ---> how many tiles appear
 *       |--- stream word 1 ---> the second new tile
 *       |--- stream word 2 ---> the third new tile ... */
#include "core/core.h"

#include <assert.h>

static bool is_full(const eleven_board *board)
{
    for (unsigned i = 0; i < (unsigned)board->w * board->h; i++)
        if (board->cells[i] == 0)
            return false;
    return true;
}

/* Lets up to `count` tiles appear, as many as fit. */
static void place_spawns(const eleven_rules *rules, eleven_board *board, unsigned count, uint64_t word,
                         eleven_events *events)
{
    for (unsigned i = 0; i < count && !is_full(board); i++) {
        eleven_tile tile = eleven_board_pick(rules, board, i == 0 ? word : eleven_random(word, i));
        eleven_board_place(board, tile);
        events->spawns[events->spawn_count++] = tile;
    }
}

/* How many tiles appear after a move. */
static unsigned draw_spawn_count(const eleven_rules *rules, uint64_t word)
{
    uint64_t fraction = eleven_random(word, 0);
    return core_fraction_weighted(&fraction, rules->count_weight, ELEVEN_SPAWNS_MAX + 1);
}

void eleven_game_start(const eleven_rules *rules, unsigned w, unsigned h, uint64_t seed, eleven_game *game,
                       eleven_events *events)
{
    eleven_events done = {0};
    *game = (eleven_game){0};
    eleven_board_empty(w, h, &game->board);
    place_spawns(rules, &game->board, rules->start_tiles, eleven_random(seed, 0), &done);
    if (events)
        *events = done;
}

eleven_status eleven_game_status(const eleven_rules *rules, const eleven_game *game)
{
    bool has_goal = rules->goal && !game->keeps_playing;
    if (has_goal && eleven_board_largest(&game->board) >= rules->goal)
        return ELEVEN_STATUS_WON;
    bool is_over = is_full(&game->board) && !eleven_board_legal(rules, &game->board);
    return is_over ? ELEVEN_STATUS_LOST : ELEVEN_STATUS_PLAYING;
}

bool eleven_game_slide(const eleven_rules *rules, eleven_game *game, eleven_direction direction, eleven_events *events)
{
    if (eleven_game_status(rules, game) != ELEVEN_STATUS_PLAYING)
        return false;
    eleven_events done = {0};
    eleven_slide slide = eleven_board_slide(rules, &game->board, direction, done.hops);
    if (slide.hops == 0)
        return false;
    done.gain = slide.gain;
    done.hop_count = slide.hops;
    game->score += slide.gain;
    game->ply++;
    if (events)
        *events = done;
    return true;
}

bool eleven_game_step(const eleven_rules *rules, eleven_game *game, eleven_direction direction, uint64_t word,
                      eleven_events *events)
{
    eleven_events unseen;
    events = events ? events : &unseen;
    if (!eleven_game_slide(rules, game, direction, events))
        return false;
    place_spawns(rules, &game->board, draw_spawn_count(rules, word), word, events);
    return true;
}

bool eleven_game_keep_playing(const eleven_rules *rules, eleven_game *game)
{
    if (rules->goal_ends || eleven_game_status(rules, game) != ELEVEN_STATUS_WON)
        return false;
    game->keeps_playing = true;
    return true;
}

/* The hops are applied one by one to the old board. Whatever a merging tile meets, it meets at the cell where both come
 * to rest. */
unsigned eleven_events_merges(const eleven_rules *rules, const eleven_board *before, const eleven_events *events,
                              eleven_merge merges[ELEVEN_CELLS_MAX])
{
    eleven_board board = *before;
    unsigned count = 0;
    for (unsigned i = 0; i < events->hop_count; i++) {
        eleven_hop hop = events->hops[i];
        eleven_rank moved = board.cells[hop.from], met = board.cells[hop.to];
        eleven_rank rank = hop.merged ? rules->merge[met][moved] : moved;
        board.cells[hop.from] = 0;
        board.cells[hop.to] = rank;
        if (hop.merged)
            merges[count++] = (eleven_merge){hop.to, met, moved, rank};
    }
    return count;
}

eleven_ply eleven_ply_from(eleven_direction direction, const eleven_events *events)
{
    eleven_ply ply = {.direction = direction, .spawn_count = events->spawn_count};
    for (unsigned i = 0; i < events->spawn_count; i++)
        ply.spawns[i] = events->spawns[i];
    return ply;
}
