/* Asking a table: what a board and its moves are worth, and a player that follows it. */
#include "solver/elx_read.h"
#include "solver/images.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Images --------------------------------------------------------------------------------------------- */

/* The board's canonical key, and the symmetry that leads to it. The table may be of the same board turned. */
static uint64_t key_of(const eleven_table *table, const eleven_board *board, unsigned *symmetry)
{
    const solve_space *space = &table->space;
    bool is_turned = board->w != space->w;
    eleven_board turned;
    if (is_turned)
        turned = eleven_board_symmetry(board, 4);
    image_set images = images_of(space, space_pack(space, is_turned ? &turned : board));
    const image_pair pairs[] = {images.a, images.b, images.c, images.d};
    uint64_t least = image_least(space, &images);
    unsigned i = 0;
    while (pairs[i / 2][i % 2] != least + IMAGE_ONE)
        i++;
    /* turning first exchanges what is mirrored afterwards */
    *symmetry = is_turned ? (i >> 1 & 1) | (i & 1) << 1 | 4 : i;
    return least;
}

/* What a direction on the board becomes on its image: mirrored, up is down (0 and 2) and right is left (1 and 3);
 * with x and y exchanged, up is left and right is down. */
static unsigned direction_on_image(unsigned direction, unsigned symmetry)
{
    bool is_mirrored = direction % 2 ? symmetry & 1 : symmetry & 2;
    unsigned mirrored = is_mirrored ? direction ^ 2u : direction;
    return symmetry & 4 ? 3 - mirrored : mirrored;
}

static bool fits(const eleven_table *table, const eleven_board *board)
{
    bool same_size = (board->w == table->space.w && board->h == table->space.h) ||
                     (board->w == table->space.h && board->h == table->space.w);
    return same_size && eleven_board_largest(board) <= table->space.largest;
}

/* ---- Moves ---------------------------------------------------------------------------------------------- */

typedef struct tile_mean {
    double value, loss, weights;
    bool is_worst;
} tile_mean;

/* Adds what new tiles make of the board; false where the table does not know one of the boards. */
static bool add_boards(const eleven_table *table, const eleven_board *board, unsigned count, double weight,
                       tile_mean *mean)
{
    const solve_space *space = &table->space;
    uint8_t empties[ELEVEN_CELLS_MAX];
    unsigned room = eleven_board_empties(board, empties), symmetry = 0;
    if (room == 0 || count == 0) {
        uint16_t code;
        const elx_layer *layer = elx_find(table, key_of(table, board, &symmetry), &code);
        if (!layer)
            return false;
        eleven_worth worth = elx_value(table->facts.objective.kind, layer, code);
        mean->value = mean->is_worst ? fmin(mean->value, worth.value) : mean->value + weight * worth.value;
        mean->loss += weight * worth.loss;
        mean->weights += weight;
        return true;
    }
    for (unsigned k = 0; k < room * space->spawn_ranks; k++) {
        eleven_board with = *board;
        eleven_board_place(&with, (eleven_tile){empties[k % room], space->spawn_rank[k / room]});
        if (!add_boards(table, &with, count - 1, weight * space->spawn_weight[k / room] / room, mean))
            return false;
    }
    return true;
}

static bool value_move(const eleven_table *table, const eleven_board *after, uint64_t gain, eleven_worth *worth)
{
    eleven_objective_kind kind = table->facts.objective.kind;
    tile_mean mean = {.is_worst = kind >= ELEVEN_FORCE_SCORE};
    mean.value = mean.is_worst ? INFINITY : 0;
    double spawns = (double)table->space.spawn_weights;
    for (unsigned count = 1; count <= table->space.spawns_most; count++) {
        double weight = table->space.rules.count_weight[count];
        if (weight > 0 && !add_boards(table, after, count, weight / pow(spawns, count), &mean))
            return false;
    }
    double whole = mean.is_worst ? 1 : mean.weights;
    bool scores = kind == ELEVEN_EXPECT_SCORE || kind == ELEVEN_FORCE_SCORE;
    bool counts = kind == ELEVEN_EXPECT_MOVES || kind == ELEVEN_FORCE_MOVES;
    worth->value = mean.value / whole + (scores ? (double)gain : counts ? 1 : 0);
    worth->loss = kind == ELEVEN_REACH ? mean.loss / whole : 0;
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

static bool look_up(const eleven_table *table, const eleven_board *board, eleven_table_answer *answer)
{
    unsigned symmetry = 0;
    uint16_t code;
    *answer = (eleven_table_answer){0};
    if (!fits(table, board))
        return false;
    const elx_layer *layer = elx_find(table, key_of(table, board, &symmetry), &code);
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

/* ---- The player ----------------------------------------------------------------------------------------- */

typedef struct table_player {
    eleven_player base;
    const eleven_table *table;
    eleven_table *owned; /* the same, or NULL */
    bool compares;
    bool knows_rules, suits; /* the rules last seen, and whether they are the table's */
    eleven_rules rules;
} table_player;

static bool suits(table_player *self, const eleven_rules *rules, const eleven_board *board)
{
    if (!self->knows_rules || memcmp(&self->rules, rules, sizeof *rules) != 0) {
        self->rules = *rules;
        self->knows_rules = true;
        self->suits = eleven_table_suits(self->table, rules, self->table->space.w, self->table->space.h);
    }
    return self->suits && fits(self->table, board);
}

/* The chosen move is the best one, whatever the rounding of codes makes of the others. */
static void advise(const eleven_table_answer *answer, bool compares, eleven_advice *advice)
{
    double told = answer->moves[answer->best].value;
    double best = compares && !isnan(told) ? told : answer->worth.value;
    advice->direction = answer->best;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        double value = compares ? answer->moves[d].value : -INFINITY;
        advice->values[d] = !(answer->legal >> d & 1) ? NAN : value < best ? value : best;
    }
    advice->values[answer->best] = best;
}

static bool take_gain(const eleven_rules *rules, const eleven_board *board, eleven_advice *advice)
{
    unsigned legal = eleven_board_legal(rules, board);
    double best = -1;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        eleven_board after = *board;
        double gain = (double)eleven_board_slide(rules, &after, (eleven_direction)d, NULL).gain;
        bool is_legal = legal >> d & 1;
        advice->values[d] = is_legal ? gain : NAN;
        if (is_legal && gain > best) {
            advice->direction = (eleven_direction)d;
            best = gain;
        }
    }
    return legal != 0;
}

static bool table_choose(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                         const eleven_budget *budget, eleven_advice *advice)
{
    table_player *self = player->state;
    eleven_table_answer answer;
    (void)budget;
    bool knows = suits(self, rules, board) && look_up(self->table, board, &answer) && answer.legal >> answer.best & 1;
    if (!knows)
        return take_gain(rules, board, advice);
    if (self->compares)
        value_moves(self->table, board, &answer);
    advise(&answer, self->compares, advice);
    return true;
}

static void table_player_close(eleven_player *player)
{
    table_player *self = player->state;
    eleven_table_close(self->owned);
    free(self);
}

eleven_player *eleven_table_player(const eleven_table *table, bool compares)
{
    table_player *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    self->base = (eleven_player){.name = "table", .state = self, .choose = table_choose, .close = table_player_close};
    self->table = table;
    self->compares = compares;
    return &self->base;
}

eleven_error eleven_table_player_open(const char *path, eleven_player **player, eleven_problem *problem)
{
    eleven_table *table;
    eleven_error error = eleven_table_open(path, &table, problem);
    if (error)
        return error;
    *player = eleven_table_player(table, true);
    if (*player) {
        ((table_player *)(*player)->state)->owned = table;
        return ELEVEN_OK;
    }
    eleven_table_close(table);
    if (problem)
        *problem = (eleven_problem){.sentence = "there is not enough memory"};
    return ELEVEN_NO_MEMORY;
}

const eleven_table *eleven_player_table(const eleven_player *player)
{
    return player->choose == table_choose ? ((const table_player *)player->state)->table : NULL;
}
