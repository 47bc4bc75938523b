/* Questions to a table: the value of a board and of its moves; and a player that follows the table. */
#include "solver/solver_room.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

/* The canonical key of the board, and the symmetry that leads to it. If the table is about 2x3 boards, a 3x2 board is
 * turned first. */
static uint64_t key_in_table(const eleven_table *table, const eleven_board *board, unsigned *symmetry)
{
    const solve_space *space = &table->space;
    bool is_turned = board->w != space->w;
    eleven_board turned;
    if (is_turned)
        eleven_board_symmetry(board, 4, &turned);
    image_set images = image_all(space, space_pack(space, is_turned ? &turned : board));
    const image_pair pairs[] = {images.a, images.b, images.c, images.d};
    uint64_t least = image_least(space, &images);
    unsigned i = 0;
    while (pairs[i / 2][i % 2] != least + IMAGE_ONE)
        i++;
    /* After turning, mirrors are exchanged. */
    *symmetry = is_turned ? (i >> 1 & 1) | (i & 1) << 1 | 4 : i;
    return least;
}

/* The image of a direction. Mirrors exchange up and down (0 and 2) or right and left (1 and 3); exchanging x and y
 * turns up into left and right into down. */
static unsigned direction_on_image(unsigned direction, unsigned symmetry)
{
    bool is_mirrored = direction % 2 ? symmetry & 1 : symmetry & 2;
    unsigned mirrored = is_mirrored ? direction ^ 2u : direction;
    return symmetry & 4 ? 3 - mirrored : mirrored;
}

/* A mean over new tiles, or the worst of them. */
typedef struct tile_mean {
    double value, loss, weights;
    bool is_worst;
} tile_mean;

/* Adds all boards with `count` more tiles, or with as many as fit. False if one of them is not in the table. */
static bool add_boards(const eleven_table *table, const eleven_board *board, unsigned count, double weight,
                       tile_mean *mean)
{
    const solve_space *space = &table->space;
    uint8_t empties[ELEVEN_CELLS_MAX];
    unsigned empty = eleven_board_empties(board, empties), symmetry = 0;
    if (empty == 0 || count == 0) {
        uint16_t code;
        const elx_layer *layer = elx_find(table, key_in_table(table, board, &symmetry), &code);
        if (!layer)
            return false;
        eleven_worth value = elx_value(table->facts.objective.kind, layer, code);
        mean->value = mean->is_worst ? fmin(mean->value, value.value) : mean->value + weight * value.value;
        mean->loss += weight * value.loss;
        mean->weights += weight;
        return true;
    }
    for (unsigned k = 0; k < empty * space->spawn_ranks; k++) {
        eleven_board with = *board;
        eleven_board_place(&with, (eleven_tile){empties[k % empty], space->spawn_rank[k / empty]});
        double share = space->spawn_weight[k / empty] / (empty * (double)space->spawn_weights);
        if (!add_boards(table, &with, count - 1, weight * share, mean))
            return false;
    }
    return true;
}

static bool value_move(const eleven_table *table, const eleven_board *after, uint64_t gain, eleven_worth *value)
{
    eleven_objective_kind kind = table->facts.objective.kind;
    tile_mean mean = {.is_worst = kind >= ELEVEN_OBJECTIVE_FORCE_SCORE};
    mean.value = mean.is_worst ? INFINITY : 0;
    for (unsigned count = 1; count <= table->space.spawns_most; count++) {
        double weight = table->space.rules.count_weight[count];
        if (weight > 0 && !add_boards(table, after, count, weight, &mean))
            return false;
    }
    double whole = mean.is_worst ? 1 : mean.weights;
    bool scores = kind == ELEVEN_OBJECTIVE_EXPECT_SCORE || kind == ELEVEN_OBJECTIVE_FORCE_SCORE;
    bool counts = kind == ELEVEN_OBJECTIVE_EXPECT_MOVES || kind == ELEVEN_OBJECTIVE_FORCE_MOVES;
    value->value = mean.value / whole + (scores ? (double)gain : counts ? 1 : 0);
    value->loss = kind == ELEVEN_OBJECTIVE_REACH ? mean.loss / whole : 0;
    return true;
}

static void value_moves(const eleven_table *table, const eleven_board *board, eleven_table_answer *answer)
{
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        eleven_board after = *board;
        eleven_slide slide = eleven_board_slide(&table->space.rules, &after, (eleven_direction)d, NULL);
        if (answer->legal >> d & 1 && !value_move(table, &after, slide.gain, &answer->moves[d]))
            answer->moves[d] = (eleven_worth){NAN, NAN};
    }
}

/* Everything about the board but the values of its moves. */
static bool look_up(const eleven_table *table, const eleven_board *board, eleven_table_answer *answer)
{
    unsigned symmetry = 0;
    uint16_t code;
    *answer = (eleven_table_answer){0};
    if (!elx_has_size(table, board->w, board->h) || eleven_board_largest(board) > table->space.largest)
        return false;
    const elx_layer *layer = elx_find(table, key_in_table(table, board, &symmetry), &code);
    if (!layer)
        return false;
    bool is_won = table->space.rules.goal && eleven_board_largest(board) >= table->space.rules.goal;
    answer->worth = elx_value(table->facts.objective.kind, layer, code);
    answer->legal = is_won ? 0 : eleven_board_legal(&table->space.rules, board);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (direction_on_image(d, symmetry) == (code & 3u))
            answer->best = (eleven_direction)d;
    return true;
}

bool eleven_table_probe(const eleven_table *table, const eleven_board *board, eleven_table_answer *answer)
{
    if (!look_up(table, board, answer))
        return false;
    value_moves(table, board, answer);
    return true;
}

/* `owned`: the table if the player closes it, otherwise NULL. `rules`: the rules of the last call; `suits`: whether
 * they are those of the table. */
typedef struct table_player {
    eleven_player base;
    const eleven_table *table;
    eleven_table *owned;
    bool compares, suits;
    eleven_rules rules;
} table_player;

static bool suits_table(table_player *self, const eleven_rules *rules)
{
    if (memcmp(&self->rules, rules, sizeof *rules) != 0) {
        self->rules = *rules;
        self->suits = eleven_table_suits(self->table, rules, self->table->space.w, self->table->space.h);
    }
    return self->suits;
}

/* Rounded codes can make another move look better than the best one. Its value is then lowered. */
static void fill_advice(const eleven_table_answer *answer, bool compares, eleven_advice *advice)
{
    double rounded = answer->moves[answer->best].value;
    double best = compares && !isnan(rounded) ? rounded : answer->worth.value;
    advice->direction = answer->best;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        double value = compares ? answer->moves[d].value : -INFINITY;
        advice->values[d] = !(answer->legal >> d & 1) ? NAN : value < best ? value : best;
    }
    advice->values[answer->best] = best;
}

/* On boards that the table does not know, or where its games are over: the greatest gain. A gain is not a value of the
 * table, so all moves have the same value. */
static bool choose_gain(const eleven_rules *rules, const eleven_board *board, double value, eleven_advice *advice)
{
    double best = -1;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        eleven_board after = *board;
        eleven_slide slide = eleven_board_slide(rules, &after, (eleven_direction)d, NULL);
        advice->values[d] = slide.hops ? value : NAN;
        if (slide.hops && (double)slide.gain > best) {
            advice->direction = (eleven_direction)d;
            best = (double)slide.gain;
        }
    }
    return best >= 0;
}

static bool table_choose(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                         const eleven_budget *budget, eleven_advice *advice)
{
    table_player *self = player->context;
    eleven_table_answer answer;
    (void)budget;
    bool is_known = suits_table(self, rules) && look_up(self->table, board, &answer);
    if (!is_known || !(answer.legal >> answer.best & 1))
        return choose_gain(rules, board, is_known ? answer.worth.value : 0, advice);
    if (self->compares)
        value_moves(self->table, board, &answer);
    fill_advice(&answer, self->compares, advice);
    return true;
}

static void table_player_close(eleven_player *player)
{
    table_player *self = player->context;
    eleven_table_close(self->owned);
    memory_free(self);
}

eleven_player *eleven_table_player_new(const eleven_table *table, bool compares)
{
    table_player *self = memory_zeroed(1, sizeof *self);
    if (!self)
        return NULL;
    self->base = (eleven_player){.size = sizeof(eleven_player),
                                 .name = "table",
                                 .context = self,
                                 .choose = table_choose,
                                 .close = table_player_close};
    self->table = table;
    self->compares = compares;
    self->rules = table->facts.rules;
    self->suits = true;
    return &self->base;
}

eleven_error table_player_open(file_map *map, eleven_player **player, eleven_problem *problem)
{
    eleven_table *table;
    eleven_error error = table_open_map(map, &table, problem);
    if (error)
        return error;
    *player = eleven_table_player_new(table, true);
    if (!*player) {
        eleven_table_close(table);
        return problem_no_memory(problem);
    }
    ((table_player *)(*player)->context)->owned = table;
    return ELEVEN_OK;
}

const eleven_table *eleven_player_table(const eleven_player *player)
{
    return player->choose == table_choose ? ((const table_player *)player->context)->table : NULL;
}
