/* A strategy with which the player forces a tile on 4x4, whatever new tiles appear. The search remembers boards after a
 * slide: there are ten times fewer of them than of boards before one.
 *
 *     is safe after a slide         if for EVERY cell and new tile
 *         the player has an answer      with SOME direction, which reaches the tile or is safe
 *
 * The player goes where it is known to be safe, and otherwise where it looks best. Nearly always that is safe too. If
 * it is not, the search remembers this and tries the next direction. */
#include "eleven/bitboard.h"
#include "base/memory.h"
#include "facts/facts_room.h"

/* What is good about a row or a column: empty cells, neighbours that can merge (for each rank), and tiles that rise or
 * fall along it. */
enum { VALUE_EMPTY = 60, VALUE_PAIR = 20, VALUE_WON = 1 << 20, STRATEGY_ROWS = 1 << 16 };

typedef struct strategy {
    fact_check *check;
    eleven_rowtable *rows;
    eleven_rank goal;
    verdicts known;
    int32_t value[STRATEGY_ROWS];
} strategy;

/* Whether the goal is certain: neighbours such as 16 16 or 16 8 4 4, if the goal is 32. A slide toward the 16 merges
 * the pair, and then there is such a row again. No new tile can come between neighbours. */
static bool is_ladder(const uint8_t cells[4], eleven_rank goal)
{
    for (int step = -1; step <= 1; step += 2)
        for (int i = 0; i < 4; i++) {
            int at = i;
            bool starts = cells[at] == goal - 1;
            for (at += step; starts && at >= 0 && at < 4; at += step) {
                if (cells[at] && cells[at] == cells[at - step])
                    return true;
                starts = cells[at] + 1 == cells[at - step];
            }
        }
    return false;
}

static int32_t value_of_row(const uint8_t cells[4], eleven_rank goal)
{
    int32_t value = 0, rises = 0, falls = 0;
    for (unsigned i = 0; i < 4; i++)
        value += cells[i] ? 0 : VALUE_EMPTY;
    for (unsigned i = 0; i < 3; i++) {
        int32_t change = cells[i + 1] * cells[i + 1] - cells[i] * cells[i];
        value += change ? 0 : VALUE_PAIR * cells[i];
        rises += change > 0 ? change : 0;
        falls += change < 0 ? -change : 0;
    }
    return value - (rises < falls ? rises : falls) + (is_ladder(cells, goal) ? VALUE_WON : 0);
}

static int32_t value_of_answer(const strategy *self, eleven_bitboard board)
{
    eleven_bitboard turned = eleven_bitboard_symmetry(board, 4);
    int32_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 16)
        value += self->value[board.low >> shift & 0xffff] + self->value[turned.low >> shift & 0xffff];
    return value;
}

/* One direction that the player can choose. */
typedef struct answer {
    eleven_bitboard after;
    uint64_t key;
    int32_t value;
} answer;

static bool is_safe(strategy *self, const answer *at);

/* Whether an answer is to be tried before another one. */
static bool is_better(const answer *a, const answer *b)
{
    return a->value != b->value ? a->value > b->value : a->key > b->key;
}

/* Removes the best answer and returns it. */
static answer take_best_answer(answer *answers, unsigned count)
{
    unsigned best = 0;
    for (unsigned i = 1; i < count; i++)
        best = is_better(&answers[i], &answers[best]) ? i : best;
    answer taken = answers[best];
    answers[best] = answers[count - 1];
    return taken;
}

static bool has_answer(strategy *self, eleven_bitboard board)
{
    eleven_afterstates after;
    answer answers[ELEVEN_DIRECTIONS];
    unsigned count = 0, legal = eleven_bitboard_afterstates(self->rows, board, &after);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (legal >> d & 1 && eleven_bitboard_largest(after.board[d]) >= self->goal)
            return true;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        if (!(legal >> d & 1))
            continue;
        answer next = {after.board[d], eleven_bitboard_canonical(after.board[d]).low,
                       value_of_answer(self, after.board[d])};
        verdict known = verdicts_find(&self->known, next.key);
        if (known == VERDICT_YES || next.value >= VALUE_WON / 2)
            return true;
        if (known == VERDICT_NONE)
            answers[count++] = next;
    }
    for (; count; count--) {
        answer best = take_best_answer(answers, count);
        if (is_safe(self, &best))
            return true;
    }
    return false;
}

/* Whether the player has an answer to every new tile. */
static bool is_safe(strategy *self, const answer *at)
{
    bool safe = true;
    for (eleven_rank rank = 2; rank >= 1 && safe; rank--) {
        eleven_bitboard spawns[16];
        unsigned count = eleven_bitboard_spawns(at->after, rank, spawns);
        for (unsigned i = 0; i < count && safe; i++)
            safe = has_answer(self, spawns[i]);
    }
    verdicts_put(&self->known, at->key, safe);
    fact_worked(self->check, 1);
    return safe && !self->known.failed;
}

/* Whether there is an answer to all start tiles. */
static bool is_safe_at_start(strategy *self)
{
    eleven_board board;
    bool safe = true;
    for (unsigned i = 0; safe && position_start(4, 4, i, &board); i++)
        safe = has_answer(self, eleven_bitboard_pack(&board));
    return safe;
}

strategy_result strategy_search(fact_check *check, eleven_rank goal)
{
    strategy *self = memory_zeroed(1, sizeof *self);
    void *memory = memory_new(ELEVEN_ROWTABLE_BYTES);
    strategy_result result = {.failed = !self || !memory};
    if (!result.failed) {
        self->rows = eleven_rowtable_init(memory, &check->rules);
        self->check = check;
        self->goal = goal;
        for (unsigned row = 0; row < STRATEGY_ROWS; row++)
            self->value[row] =
                value_of_row((uint8_t[]){row & 15, row >> 4 & 15, row >> 8 & 15, (uint8_t)(row >> 12)}, goal);
        result.forces = is_safe_at_start(self);
        result.positions = self->known.count;
        result.failed = self->known.failed;
        verdicts_free(&self->known);
    }
    memory_free(memory);
    memory_free(self);
    return result;
}
