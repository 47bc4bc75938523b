/* The game as values, for JavaScript.
 *
 * game.js keeps every game as the bytes of an eleven_game. To use a game it copies these bytes into the variable
 * `game`, calls functions, and copies the bytes back. So thousands of games share one instance of the module. Rules are
 * known by numbers. Texts pass through the exchange buffer. game.js reads and writes the structures below in place; the
 * assertions guarantee the layout that it expects. */
#include "web/exchange.h"
#include "eleven.h"

#include <stdlib.h>
#include <string.h>

#define AT(type, field, place) _Static_assert(offsetof(type, field) == (place), #type " is not as game.js expects")
AT(eleven_game, board.cells, 2);
AT(eleven_game, score, 72);
AT(eleven_game, ply, 80);
AT(eleven_game, keeps_playing, 84);
AT(eleven_events, hop_count, 8);
AT(eleven_events, spawn_count, 9);
AT(eleven_events, hops, 10);
AT(eleven_events, spawns, 202);
AT(eleven_ply, direction, 4);
AT(eleven_ply, spawn_count, 8);
AT(eleven_ply, spawns, 9);
_Static_assert(sizeof(eleven_game) == 88 && sizeof(eleven_ply) == 28, "sizes are not as game.js expects");

/* The game that the functions below work on, what the last call did to it, and a ply of a record. */
static eleven_game game;
static eleven_events events;
static eleven_ply ply;

void *EXPORT(game_address)(void)
{
    return &game;
}

const void *EXPORT(events_address)(void)
{
    return &events;
}

void *EXPORT(ply_address)(void)
{
    return &ply;
}

static eleven_rules *rules;
static unsigned rules_count;

/* Gives rules a number, the same number for the same rules; -1 after an error. */
static int rules_number(const eleven_rules *found)
{
    for (unsigned i = 0; i < rules_count; i++)
        if (strcmp(rules[i].name, found->name) == 0 && eleven_rules_hash(&rules[i]) == eleven_rules_hash(found))
            return (int)i;
    eleven_rules *more = realloc(rules, (rules_count + 1) * sizeof *rules);
    if (!more) {
        exchange_no_memory();
        return -1;
    }
    rules = more;
    rules[rules_count] = *found;
    return (int)rules_count++;
}

/* Opens the rules in the exchange buffer, a name or a text. `goal` is the value of another goal, 0 for no goal, or -1
 * for the goal of the rules. Returns the number of the rules; -1 after an error. */
int EXPORT(rules_open)(size_t length, double goal)
{
    eleven_rules found;
    exchange[length] = '\0';
    if (!eleven_rules_find(exchange, &found) && eleven_rules_parse(exchange, length, &found, &last_error))
        return -1;
    if (goal >= 0) {
        found.goal = goal > 0 ? eleven_rules_rank(&found, (uint64_t)goal) : 0;
        if (goal > 0 && !found.goal) {
            last_error = (eleven_problem){.sentence = "the goal is not a tile of these rules"};
            return -1;
        }
        if (eleven_rules_check(&found, &last_error))
            return -1;
    }
    return rules_number(&found);
}

const char *EXPORT(shipped_name)(unsigned index)
{
    return eleven_rules_name(index);
}

const char *EXPORT(rules_name)(unsigned number)
{
    return rules[number].name;
}

const uint32_t *EXPORT(rules_values)(unsigned number)
{
    return rules[number].value;
}

unsigned EXPORT(rules_goal)(unsigned number)
{
    return rules[number].goal;
}

uint64_t EXPORT(random_word)(uint64_t seed, uint64_t index)
{
    return eleven_random(seed, index);
}

void EXPORT(game_start)(unsigned number, unsigned w, unsigned h, uint64_t seed)
{
    eleven_game_start(&rules[number], w, h, seed, &game, &events);
}

bool EXPORT(game_step)(unsigned number, eleven_direction direction, uint64_t word)
{
    return eleven_game_step(&rules[number], &game, direction, word, &events);
}

/* Slides the board, whatever the state of the game. */
bool EXPORT(board_slide)(unsigned number, eleven_direction direction)
{
    eleven_slide slide = eleven_board_slide(&rules[number], &game.board, direction, events.hops);
    events.gain = slide.gain;
    events.hop_count = slide.hops;
    events.spawn_count = 0;
    return slide.hops > 0;
}

bool EXPORT(game_keep_playing)(unsigned number)
{
    return eleven_game_keep_playing(&rules[number], &game);
}

unsigned EXPORT(game_status)(unsigned number)
{
    return eleven_game_status(&rules[number], &game);
}

unsigned EXPORT(board_legal)(unsigned number)
{
    return eleven_board_legal(&rules[number], &game.board);
}

static struct {
    uint32_t count, padding;
    struct {
        double probability;
        uint32_t cell, rank;
    } at[ELEVEN_CELLS_MAX * ELEVEN_RANKS];
} chances;

/* Lists the tiles that can appear next, with their probabilities. */
const void *EXPORT(board_spawns)(unsigned number)
{
    uint8_t cells[ELEVEN_CELLS_MAX];
    const uint32_t *weight = rules[number].spawn_weight;
    unsigned empties = eleven_board_empties(&game.board, cells);
    double weights = 0;
    for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++)
        weights += weight[rank];
    chances.count = 0;
    for (unsigned i = 0; i < empties; i++)
        for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++)
            if (weight[rank]) {
                chances.at[chances.count].probability = weight[rank] / weights / empties;
                chances.at[chances.count].cell = cells[i];
                chances.at[chances.count++].rank = rank;
            }
    return &chances;
}

/* All functions that print return the length of the whole text. The exchange buffer contains as much of it as fits. */

bool EXPORT(board_parse)(unsigned number, size_t length)
{
    eleven_game parsed = {0};
    if (eleven_board_parse(&rules[number], exchange, length, &parsed.board, &last_error))
        return false;
    game = parsed;
    return true;
}

size_t EXPORT(board_print)(unsigned number, eleven_layout layout)
{
    return eleven_board_print(&rules[number], &game.board, layout, exchange, exchange_capacity);
}

static eleven_record record;

/* Begins a record that starts with `game`. Its date is in the exchange buffer. */
void EXPORT(record_start)(unsigned number, bool has_seed, uint64_t seed, bool from_board, unsigned undos,
                          unsigned helped, unsigned hints, uint64_t plain_score)
{
    record = (eleven_record){.rules = rules[number],
                             .start = game,
                             .has_seed = has_seed,
                             .seed = seed,
                             .from_board = from_board,
                             .undos = undos,
                             .helped = helped,
                             .hints = hints,
                             .plain_score = plain_score};
    for (size_t i = 0; exchange[i] && i < sizeof record.date - 1; i++)
        record.date[i] = exchange[i];
}

/* Ends the record with `game`. */
void EXPORT(record_end)(unsigned number)
{
    record.has_end = true;
    record.status = eleven_game_status(&rules[number], &game);
    record.score = game.score;
    record.moves = game.ply;
}

/* Prints the head of the record. */
size_t EXPORT(record_print)(void)
{
    return eleven_record_print(&record, exchange, exchange_capacity);
}

/* Prints `ply`; `moves` moves precede it. */
size_t EXPORT(ply_print)(unsigned number, unsigned w, unsigned moves)
{
    return eleven_ply_print(&rules[number], w, &ply, moves, exchange, exchange_capacity);
}

static eleven_reader reader;

/* The head of the record that is being read. */
static struct {
    uint64_t seed, plain_score;
    int32_t rules;
    uint32_t has_seed, from_board, undos, helped, hints;
    char date[32];
} head;

/* Begins to read the record in the exchange buffer, which must not change until the reading is over. `game` becomes the
 * start of the record. NULL after an error. */
const void *EXPORT(reader_open)(size_t length)
{
    if (eleven_reader_open(&reader, exchange, length, &last_error))
        return NULL;
    head.seed = reader.record.seed;
    head.has_seed = reader.record.has_seed;
    head.from_board = reader.record.from_board;
    head.undos = reader.record.undos;
    head.helped = reader.record.helped;
    head.hints = reader.record.hints;
    head.plain_score = reader.record.plain_score;
    memcpy(head.date, reader.record.date, sizeof head.date);
    head.rules = rules_number(&reader.record.rules);
    game = reader.game;
    return head.rules < 0 ? NULL : &head;
}

/* Reads the next ply into `ply` and makes it in `game`. Returns an eleven_error. */
unsigned EXPORT(reader_next)(void)
{
    eleven_error error = eleven_reader_next(&reader, &ply, &events, &last_error);
    game = reader.game;
    return error;
}
