/* The game as values, for JavaScript: rules by number, one game at a time in a slot.
 *
 * game.js keeps games as bytes of its own. To ask something about one it copies them into the slot, calls, and
 * copies them back; so thousands of games share one instance. Texts go through the room. All structures here are
 * words, doubles and bytes in the order given, and game.js reads them in place.
 */
#include "web/room.h"
#include "eleven.h"

#include <stdlib.h>
#include <string.h>

/* ---- Rules --------------------------------------------------------------------------------------------- */

static eleven_rules *rules;
static unsigned rules_count, rules_room;

/* Room for one more set; false when memory is short. */
static bool rules_grow(void)
{
    if (rules_count < rules_room)
        return true;
    unsigned wanted = 2 * rules_room + 4;
    eleven_rules *more = malloc(wanted * sizeof *more);
    if (!more) {
        problem = (eleven_problem){.sentence = "there is not enough memory for these rules"};
        return false;
    }
    if (rules)
        memcpy(more, rules, rules_count * sizeof *more);
    free(rules);
    rules = more;
    rules_room = wanted;
    return true;
}

/* The number of rules that are known from now on; the same for the same rules. -1 after a problem. */
static int rules_keep(const eleven_rules *made)
{
    for (unsigned i = 0; i < rules_count; i++)
        if (strcmp(rules[i].name, made->name) == 0 && eleven_rules_hash(&rules[i]) == eleven_rules_hash(made))
            return (int)i;
    if (!rules_grow())
        return -1;
    rules[rules_count] = *made;
    return (int)rules_count++;
}

/* The rules in the room, by name or as text, with their own goal (-1), none (0) or that face value. */
int EXPORT(rules_open)(size_t length, double goal)
{
    eleven_rules made;
    room[length] = '\0';
    if (!eleven_rules_find(room, &made) && eleven_rules_parse(room, length, &made, &problem))
        return -1;
    if (goal >= 0) {
        made.goal = goal > 0 ? eleven_rules_rank(&made, (uint64_t)goal) : 0;
        if (goal > 0 && !made.goal) {
            problem = (eleven_problem){.sentence = "the goal is no tile of these rules"};
            return -1;
        }
        if (eleven_rules_check(&made, &problem))
            return -1;
    }
    return rules_keep(&made);
}

const char *EXPORT(shipped_name)(unsigned index)
{
    return eleven_rules_name(index);
}

const char *EXPORT(rules_name)(unsigned index)
{
    return rules[index].name;
}

const uint32_t *EXPORT(rules_values)(unsigned index)
{
    return rules[index].value;
}

unsigned EXPORT(rules_goal)(unsigned index)
{
    return rules[index].goal;
}

/* ---- The slot ------------------------------------------------------------------------------------------ */

static struct {
    double score;
    uint32_t w, h, ply, keeps_playing;
    uint8_t cells[ELEVEN_CELLS_MAX];
} slot;

const void *EXPORT(game_slot)(void)
{
    return &slot;
}

static eleven_game slot_game(void)
{
    eleven_game game = {.board = {.w = (uint8_t)slot.w, .h = (uint8_t)slot.h},
                        .score = (uint64_t)slot.score,
                        .ply = slot.ply,
                        .keeps_playing = slot.keeps_playing};
    memcpy(game.board.cells, slot.cells, sizeof slot.cells);
    return game;
}

static void slot_put(const eleven_game *game)
{
    slot.score = (double)game->score;
    slot.w = game->board.w;
    slot.h = game->board.h;
    slot.ply = game->ply;
    slot.keeps_playing = game->keeps_playing;
    memcpy(slot.cells, game->board.cells, sizeof slot.cells);
}

/* What the last call did. */
static struct {
    double gain;
    uint32_t hops, spawns;
    uint8_t hop[ELEVEN_CELLS_MAX][3];    /* from, to, merged */
    uint8_t spawn[ELEVEN_SPAWNS_MAX][2]; /* cell, rank */
} told;

const void *EXPORT(events)(void)
{
    return &told;
}

static void tell(const eleven_events *events)
{
    told.gain = (double)events->gain;
    told.hops = events->hop_count;
    told.spawns = events->spawn_count;
    for (unsigned i = 0; i < events->hop_count; i++) {
        told.hop[i][0] = events->hops[i].from;
        told.hop[i][1] = events->hops[i].to;
        told.hop[i][2] = events->hops[i].merged;
    }
    for (unsigned i = 0; i < events->spawn_count; i++) {
        told.spawn[i][0] = events->spawns[i].cell;
        told.spawn[i][1] = events->spawns[i].rank;
    }
}

/* ---- Playing ------------------------------------------------------------------------------------------- */

uint64_t EXPORT(random_word)(uint64_t seed, uint64_t ply)
{
    return eleven_random(seed, ply);
}

void EXPORT(game_start)(unsigned index, unsigned w, unsigned h, uint64_t seed)
{
    eleven_events events;
    eleven_game game = eleven_game_start(&rules[index], w, h, seed, &events);
    slot_put(&game);
    tell(&events);
}

bool EXPORT(game_step)(unsigned index, eleven_direction direction, uint64_t word)
{
    eleven_events events;
    eleven_game game = slot_game();
    bool moved = eleven_game_step(&rules[index], &game, direction, word, &events);
    if (moved) {
        slot_put(&game);
        tell(&events);
    }
    return moved;
}

/* Only slides, whatever the state of the game. */
bool EXPORT(board_slide)(unsigned index, eleven_direction direction)
{
    eleven_events events = {0};
    eleven_game game = slot_game();
    eleven_slide slide = eleven_board_slide(&rules[index], &game.board, direction, events.hops);
    events.gain = slide.gain;
    events.hop_count = slide.hops;
    slot_put(&game);
    tell(&events);
    return slide.hops > 0;
}

bool EXPORT(game_keep_playing)(unsigned index)
{
    eleven_game game = slot_game();
    bool keeps = eleven_game_keep_playing(&rules[index], &game);
    slot_put(&game);
    return keeps;
}

unsigned EXPORT(game_status)(unsigned index)
{
    eleven_game game = slot_game();
    return eleven_game_status(&rules[index], &game);
}

unsigned EXPORT(board_legal)(unsigned index)
{
    eleven_game game = slot_game();
    return eleven_board_legal(&rules[index], &game.board);
}

/* ---- Chance -------------------------------------------------------------------------------------------- */

static struct {
    uint32_t count, padding;
    struct {
        double probability;
        uint32_t cell, rank;
    } at[ELEVEN_CELLS_MAX * ELEVEN_RANKS];
} chances;

/* Where the next tile can appear on the board in the slot, and what it can be. */
const void *EXPORT(board_spawns)(unsigned index)
{
    uint8_t cells[ELEVEN_CELLS_MAX];
    const uint32_t *weight = rules[index].spawn_weight;
    eleven_game game = slot_game();
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

/* ---- Boards as text ------------------------------------------------------------------------------------ */

bool EXPORT(board_parse)(unsigned index, size_t length)
{
    eleven_game game = {0};
    if (eleven_board_parse(&rules[index], room, length, &game.board, &problem))
        return false;
    slot_put(&game);
    return true;
}

/* The length of the text, which is then in the room as far as it fits. */
size_t EXPORT(board_print)(unsigned index, eleven_layout layout)
{
    eleven_game game = slot_game();
    return eleven_board_print(&rules[index], &game.board, layout, room, room_size);
}

/* ---- Records ------------------------------------------------------------------------------------------- */

static struct {
    uint32_t keeps_playing, direction, spawns;
    uint8_t spawn[ELEVEN_SPAWNS_MAX][2]; /* cell, rank */
} ply;

const void *EXPORT(ply_slot)(void)
{
    return &ply;
}

static eleven_record record;

/* A record that starts with the game in the slot; its date stands in the room. */
void EXPORT(record_start)(unsigned index, bool has_seed, uint64_t seed, bool from_board, unsigned undos,
                          unsigned helped)
{
    record = (eleven_record){.rules = rules[index],
                             .start = slot_game(),
                             .has_seed = has_seed,
                             .seed = seed,
                             .from_board = from_board,
                             .undos = undos,
                             .helped = helped};
    for (size_t i = 0; room[i] && i < sizeof record.date - 1; i++)
        record.date[i] = room[i];
}

/* And ends with that one. */
void EXPORT(record_end)(unsigned index)
{
    eleven_game game = slot_game();
    record.has_end = true;
    record.status = eleven_game_status(&rules[index], &game);
    record.score = game.score;
    record.moves = game.ply;
}

/* The head of that record, and one ply after it: the length of the text, in the room as far as it fits. */
size_t EXPORT(record_print)(void)
{
    return eleven_record_print(&record, room, room_size);
}

size_t EXPORT(ply_print)(unsigned index, unsigned w, unsigned made)
{
    eleven_ply told_ply = {.keeps_playing = ply.keeps_playing,
                           .direction = (eleven_direction)ply.direction,
                           .spawn_count = (uint8_t)ply.spawns};
    for (unsigned i = 0; i < ply.spawns; i++)
        told_ply.spawns[i] = (eleven_tile){ply.spawn[i][0], ply.spawn[i][1]};
    return eleven_ply_print(&rules[index], w, &told_ply, made, room, room_size);
}

static eleven_reader reader;

/* What the head of the record says that is being read. */
static struct {
    uint64_t seed;
    int32_t rules; /* their number */
    uint32_t has_seed, from_board, undos, helped;
    char date[32];
} head;

/* Begins to read the record in the room, which must stay as it is until the reading is over. NULL after a
 * problem. The slot then holds the game at its start. */
const void *EXPORT(reader_open)(size_t length)
{
    if (eleven_reader_open(&reader, room, length, &problem))
        return NULL;
    head.seed = reader.record.seed;
    head.has_seed = reader.record.has_seed;
    head.from_board = reader.record.from_board;
    head.undos = reader.record.undos;
    head.helped = reader.record.helped;
    memcpy(head.date, reader.record.date, sizeof head.date);
    head.rules = rules_keep(&reader.record.rules);
    slot_put(&reader.game);
    return head.rules < 0 ? NULL : &head;
}

/* The next ply goes into its slot and is made in the other; an eleven_error. */
unsigned EXPORT(reader_next)(void)
{
    eleven_ply next;
    eleven_events events;
    eleven_error error = eleven_reader_next(&reader, &next, &events, &problem);
    if (error)
        return error;
    ply.keeps_playing = next.keeps_playing;
    ply.direction = next.direction;
    ply.spawns = next.spawn_count;
    for (unsigned i = 0; i < next.spawn_count; i++) {
        ply.spawn[i][0] = next.spawns[i].cell;
        ply.spawn[i][1] = next.spawns[i].rank;
    }
    slot_put(&reader.game);
    return ELEVEN_OK;
}
