/* 2048 as a person would play it on a table: push each tile one cell at a time until something stops it. */
#include "oracle.h"

/* ---- What merges -------------------------------------------------------------------------------------- */

static uint64_t power_of_two(unsigned rank)
{
    uint64_t face = rank ? 1 : 0;
    for (unsigned i = 0; i < rank; i++)
        face += face;
    return face;
}

/* 1 2 3 5 8 ... */
static uint64_t fibonacci_number(unsigned rank)
{
    uint64_t face = 0, next = 1;
    for (unsigned i = 0; i < rank; i++) {
        uint64_t after = i == 0 ? 2 : face + next;
        face = next;
        next = after;
    }
    return face;
}

/* Equal numbers double, up to 2^31, the largest tile there is. */
static uint64_t sum_of_equals(uint64_t a, uint64_t b)
{
    const uint64_t largest = UINT64_C(2147483648);
    return a == b && a < largest ? a + b : 0;
}

/* Positive a <= b are neighbours in 1 1 2 3 5 8 ... exactly when b*b - a*b - a*a is 1 or -1 (J. P. Jones, The
 * Fibonacci Quarterly 13, 1975). The largest tile is the 31st number of 1 2 3 5 ... */
static uint64_t sum_of_neighbours(uint64_t a, uint64_t b)
{
    const uint64_t largest = 2178309;
    int64_t low = (int64_t)(a < b ? a : b), high = (int64_t)(a < b ? b : a);
    int64_t form = high * high - low * high - low * low;
    return (form == 1 || form == -1) && a + b <= largest ? a + b : 0;
}

const oracle_rules oracle_all[ORACLE_RULES] = {
    {"classic", power_of_two, sum_of_equals, false},
    {"provider", power_of_two, sum_of_equals, false},
    {"engine", power_of_two, sum_of_equals, true},
    {"fibonacci", fibonacci_number, sum_of_neighbours, false},
};

/* ---- Grids -------------------------------------------------------------------------------------------- */

oracle_grid oracle_grid_of(const oracle_rules *oracle, const eleven_board *board)
{
    oracle_grid grid = {.w = board->w, .h = board->h};
    for (unsigned i = 0; i < grid.w * grid.h; i++)
        grid.face[i] = oracle->face(board->cells[i]);
    return grid;
}

bool oracle_shows(const oracle_rules *oracle, const oracle_grid *grid, const eleven_board *board)
{
    if (grid->w != board->w || grid->h != board->h)
        return false;
    for (unsigned i = 0; i < grid->w * grid->h; i++)
        if (grid->face[i] != oracle->face(board->cells[i]))
            return false;
    return true;
}

/* ---- Walking ------------------------------------------------------------------------------------------ */

typedef struct one_move {
    const oracle_rules *oracle;
    oracle_grid *grid;
    int dx, dy;
    bool merged[ELEVEN_CELLS_MAX]; /* the tile on this cell was made in this move */
    uint64_t gain;
} one_move;

static bool is_inside(const oracle_grid *grid, int x, int y)
{
    return x >= 0 && x < (int)grid->w && y >= 0 && y < (int)grid->h;
}

static unsigned cell_at(const oracle_grid *grid, int x, int y)
{
    return (unsigned)y * grid->w + (unsigned)x;
}

/* The tile walks until a wall or a tile stops it, and merges with that tile if it may. */
static bool walk_tile(one_move *push, unsigned here)
{
    oracle_grid *grid = push->grid;
    int x = (int)(here % grid->w), y = (int)(here / grid->w);
    bool changed = false;
    while (grid->face[here] && is_inside(grid, x + push->dx, y + push->dy)) {
        x += push->dx;
        y += push->dy;
        unsigned ahead = cell_at(grid, x, y);
        uint64_t sum = 0;
        if (grid->face[ahead]) {
            sum = push->oracle->sum(grid->face[ahead], grid->face[here]);
            if (!sum || (push->merged[ahead] && !push->oracle->cascade))
                return changed;
        }
        grid->face[ahead] = sum ? sum : grid->face[here];
        grid->face[here] = 0;
        changed = true;
        if (sum) {
            push->merged[ahead] = true;
            push->gain += sum;
            return true;
        }
        here = ahead;
    }
    return changed;
}

bool oracle_slide(const oracle_rules *oracle, oracle_grid *grid, eleven_direction direction, uint64_t *gain)
{
    one_move push = {.oracle = oracle, .grid = grid};
    push.dx = (direction == ELEVEN_RIGHT) - (direction == ELEVEN_LEFT);
    push.dy = (direction == ELEVEN_DOWN) - (direction == ELEVEN_UP);
    unsigned cells = grid->w * grid->h;
    bool changed = false;
    for (unsigned i = 0; i < cells; i++) /* nearest the wall first */
        changed |= walk_tile(&push, push.dx > 0 || push.dy > 0 ? cells - 1 - i : i);
    *gain += push.gain;
    return changed;
}

unsigned oracle_legal(const oracle_rules *oracle, const oracle_grid *grid)
{
    unsigned legal = 0;
    for (unsigned direction = 0; direction < ELEVEN_DIRECTIONS; direction++) {
        oracle_grid copy = *grid;
        uint64_t gain = 0;
        if (oracle_slide(oracle, &copy, (eleven_direction)direction, &gain))
            legal |= 1u << direction;
    }
    return legal;
}

bool oracle_lost(const oracle_rules *oracle, const oracle_grid *grid)
{
    for (unsigned y = 0; y < grid->h; y++) {
        for (unsigned x = 0; x < grid->w; x++) {
            const uint64_t *tile = &grid->face[y * grid->w + x];
            if (*tile == 0 || (x + 1 < grid->w && oracle->sum(tile[0], tile[1])) ||
                (y + 1 < grid->h && oracle->sum(tile[0], tile[grid->w])))
                return false;
        }
    }
    return true;
}

/* ---- Chance ------------------------------------------------------------------------------------------- */

uint64_t oracle_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(0x2545f4914f6cdd1d);
}

unsigned oracle_below(uint64_t *state, unsigned n)
{
    return (unsigned)((oracle_random(state) >> 32) % n);
}
