/* A search by several threads. A member that is free takes the next of the positions that follow the root's moves:
 *
 *     left, 2 on a     left, 2 on b     left, 4 on a     left, 4 on b     up, 2 on a ...
 *     member 0         member 1         member 1         member 0         member 1
 *
 * The members share the transposition table, whose entries are single words, so they need no locks. The means are taken
 * in the order of a search without a team. Which member finds an entry first depends on chance, and with it how much
 * effort a value took; so values differ a little from run to run, unless there is no table. */
#include "base/memory.h"
#include "base/workers.h"
#include "player/player_room.h"

enum { ROOT_TILES = 2, ROOT_BOARDS = ELEVEN_DIRECTIONS * ROOT_TILES * 16 };

/* `count` positions, each on a line of probability `chance`. */
typedef struct team_work {
    const search_team *team;
    unsigned level, count;
    eleven_bitboard board[ROOT_BOARDS];
    float chance[ROOT_BOARDS], value[ROOT_BOARDS];
} team_work;

static void team_close(search_team *team)
{
    if (!team)
        return;
    workers_close(team->workers);
    for (unsigned i = 0; i < team->count; i++) {
        player_values_close(&team->member[i]->kept);
        memory_free(team->member[i]);
    }
    memory_free(team);
}

static bool team_add(search_team *team, const eleven_search *search)
{
    eleven_search *member = memory_new(sizeof *member);
    if (!member)
        return false;
    team->member[team->count++] = member;
    *member = *search;
    member->table = (search_table){0};
    return player_values_open(&member->kept, search->settings.kept);
}

bool player_team_ready(eleven_search *search, unsigned threads)
{
    threads = threads < WORKERS_MAX ? threads : WORKERS_MAX;
    if ((search->team ? search->team->count : 1) == (threads ? threads : 1))
        return true;
    team_close(search->team);
    search->team = NULL;
    if (threads <= 1)
        return true;
    search_team *team = memory_zeroed(1, sizeof *team + threads * sizeof(eleven_search *));
    bool is_ready = team && (team->workers = workers_open(threads));
    while (is_ready && team->count < threads)
        is_ready = team_add(team, search);
    search->team = is_ready ? team : NULL;
    if (!is_ready)
        team_close(team);
    return is_ready;
}

/* Lists the positions that new tiles make of an afterstate, by rank and cell. Returns how many cells there are. */
static unsigned list_tiles(const eleven_search *search, eleven_bitboard after, team_work *work)
{
    const float weights[ROOT_TILES] = {search->likely, search->rare};
    unsigned cells = 0;
    for (unsigned k = 0; k < ROOT_TILES; k++) {
        if (weights[k] <= 0)
            continue;
        cells = eleven_bitboard_spawns(after, (eleven_rank)(k + 1), work->board + work->count);
        for (unsigned i = 0; i < cells; i++)
            work->chance[work->count++] = weights[k] / (float)cells;
    }
    return cells;
}

/* The mean over `cells` new tiles of each rank, whose values begin at *value. */
static float mean_of(const eleven_search *search, const float **value, unsigned cells)
{
    const float weights[ROOT_TILES] = {search->likely, search->rare};
    float sums[ROOT_TILES] = {0, 0};
    for (unsigned k = 0; k < ROOT_TILES; k++)
        for (unsigned i = 0; weights[k] > 0 && i < cells; i++)
            sums[k] += *(*value)++;
    return (sums[0] * weights[0] + sums[1] * weights[1]) / (float)cells;
}

/* Each worker is one member. */
static bool search_some(void *context, unsigned worker, size_t from, size_t to)
{
    team_work *work = context;
    for (size_t i = from; i < to; i++)
        work->value[i] =
            player_search_position(work->team->member[worker], work->board[i], work->level, work->chance[i]);
    return true;
}

void player_team_values(eleven_search *search, const eleven_afterstates *after, unsigned legal, unsigned level,
                        float values[ELEVEN_DIRECTIONS])
{
    team_work work = {.team = search->team, .level = level};
    unsigned cells[ELEVEN_DIRECTIONS];
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        cells[d] = legal >> d & 1 ? list_tiles(search, after->board[d], &work) : 0;
    for (unsigned i = 0; i < search->team->count; i++) {
        eleven_search *member = search->team->member[i];
        search->nodes -= member->nodes;
        member->thoroughness = search->thoroughness;
        member->table = search->table;
    }
    sweep all = {.team = search->team->workers, .count = work.count, .block = 1, .context = &work, .work = search_some};
    sweep_run(&all);
    const float *value = work.value;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (cells[d])
            values[d] = mean_of(search, &value, cells[d]);
    for (unsigned i = 0; i < search->team->count; i++) {
        eleven_search *member = search->team->member[i];
        search->nodes += member->nodes;
        search->is_over = search->is_over || member->is_over;
        member->table = (search_table){0};
    }
}
