/* The game for JavaScript: one session, and a flat set of functions over it.
 *
 * Texts go in and out through one buffer, the room; what there is to see is filled into plain structures of
 * 32-bit words, floats and doubles that component/engine.js reads in place, in the order given here. Nothing
 * here decides anything about the game: it calls the library and lays out what that says.
 */
#include "web/room.h"
#include "eleven.h"

#include <string.h>

static eleven_session *session;

const char *EXPORT(rules_name)(unsigned index)
{
    return eleven_rules_name(index);
}

/* ---- Beginning games ----------------------------------------------------------------------------------- */

static bool is_open(void)
{
    if (!session)
        session = eleven_session_new();
    return session != NULL;
}

/* Begins the game whose record's head stands in the room. */
eleven_error EXPORT(begin)(size_t length, double now)
{
    eleven_reader reader;
    if (!is_open())
        return no_memory();
    eleven_error error = eleven_reader_open(&reader, room, length, &problem);
    if (error)
        return error;
    return eleven_session_begin(session, &reader.record, 0, 0, now) ? ELEVEN_OK : no_memory();
}

/* Another game like the current one; the date stands in the room. */
bool EXPORT(new_game)(uint64_t seed, double now)
{
    return eleven_session_new_game(session, seed, room, now);
}

/* Appends the game whose record stands in the room, all moves made. */
eleven_error EXPORT(load)(size_t length, double now)
{
    return is_open() ? eleven_session_load(session, room, length, now, &problem) : no_memory();
}

void EXPORT(mark_helped)(void)
{
    eleven_session_mark_helped(session);
}

/* ---- Playing ------------------------------------------------------------------------------------------- */

bool EXPORT(move)(eleven_direction direction, double now)
{
    return eleven_session_move(session, direction, now);
}

bool EXPORT(undo)(double now)
{
    return eleven_session_undo(session, now);
}

bool EXPORT(redo)(double now)
{
    return eleven_session_redo(session, now);
}

bool EXPORT(keep_playing)(double now)
{
    return eleven_session_keep_playing(session, now);
}

/* Positions count entries of the whole timeline, see eleven/session.h. */
bool EXPORT(seek)(size_t position, double now)
{
    return eleven_session_seek(session, position, now);
}

/* ---- Moves of others ----------------------------------------------------------------------------------- */

/* A player whose mind is made up elsewhere: its state is the direction. */
static bool choose_told(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                        const eleven_budget *budget, eleven_advice *advice)
{
    (void)rules, (void)board, (void)budget;
    advice->direction = *(eleven_direction *)player->state;
    return true;
}

/* Makes a move that somebody else chose; it counts as help. */
bool EXPORT(play)(eleven_direction direction, double now)
{
    eleven_player player = {.name = "told", .state = &direction, .choose = choose_told};
    return eleven_session_autoplay(session, &player, &(eleven_budget){0}, now);
}

/* ---- Records ------------------------------------------------------------------------------------------- */

static size_t game_begin(void)
{
    return eleven_session_entry(session, eleven_session_position(session) - 1).game;
}

/* One past the last entry of the current game, those that wait for redo included. */
static size_t game_end(void)
{
    size_t first = game_begin(), end = eleven_session_position(session);
    while (end < eleven_session_length(session) && eleven_session_entry(session, end).game == first)
        end++;
    return end;
}

enum { PRINT_COMPACT = 1, PRINT_REDO = 2 };

static size_t print_ply(const eleven_entry *entry, unsigned w, unsigned options, uint32_t made, size_t at)
{
    eleven_ply ply = entry->ply;
    if (options & PRINT_COMPACT)
        ply.spawn_count = 0;
    bool fits = at < room_size;
    return eleven_ply_print(entry->rules, w, &ply, made, fits ? room + at : NULL, fits ? room_size - at : 0);
}

/* Prints the current game into the room as far as that goes and returns the length of all of it. Options:
 * tiles left out where the seed gives them; also what waits for redo. */
size_t EXPORT(print)(unsigned options)
{
    size_t first = game_begin(), end = options & PRINT_REDO ? game_end() : eleven_session_position(session);
    eleven_record record = eleven_session_record(session);
    eleven_entry last = eleven_session_entry(session, end - 1);
    record.status = eleven_game_status(&record.rules, &last.after);
    record.score = last.after.score;
    record.moves = last.after.ply;
    if (!record.has_seed)
        options &= ~(unsigned)PRINT_COMPACT;
    size_t length = eleven_record_print(&record, room, room_size);
    uint32_t made = 0;
    for (size_t i = first + 1; i < end; i++) {
        eleven_entry entry = eleven_session_entry(session, i);
        length += print_ply(&entry, record.start.board.w, options, made, length);
        made = entry.after.ply;
    }
    if (length + 1 < room_size)
        memcpy(room + length, "\n", 2);
    return length + 1;
}

/* Prints the present position into the room, as the record of a game that starts with it, and returns its
 * length. */
size_t EXPORT(position)(void)
{
    eleven_record record = {.rules = *eleven_session_rules(session), .from_board = true};
    record.start.board = eleven_session_game(session)->board;
    return eleven_record_print(&record, room, room_size);
}

/* ---- What there is to see ------------------------------------------------------------------------------ */

static struct {
    double score;
    uint64_t seed;
    uint32_t w, h, status, can_keep_playing, reached_goal, legal; /* legal: bits 1 << direction */
    uint32_t moves, undos, helped, has_seed, from_board;
    uint32_t goal, largest;                /* face values, 0: none */
    uint32_t position, length, begin, end; /* of the timeline; of the current game in it */
    const char *rules;
    char date[32];
    uint32_t values[ELEVEN_CELLS_MAX];
} state;

static void look_at_record(void)
{
    eleven_record record = eleven_session_record(session);
    memcpy(state.date, record.date, sizeof state.date);
    state.seed = record.seed;
    state.has_seed = record.has_seed;
    state.from_board = record.from_board;
    state.undos = record.undos;
    state.helped = record.helped;
}

/* The current game; NULL where there is none yet. */
const void *EXPORT(look)(void)
{
    if (!session || eleven_session_position(session) == 0)
        return NULL;
    const eleven_rules *rules = eleven_session_rules(session);
    const eleven_game *game = eleven_session_game(session);
    eleven_rank largest = eleven_board_largest(&game->board);
    look_at_record();
    state.rules = rules->name;
    state.score = (double)game->score;
    state.w = game->board.w;
    state.h = game->board.h;
    state.status = eleven_session_status(session);
    state.can_keep_playing = state.status == ELEVEN_WON && !rules->goal_ends;
    state.reached_goal = rules->goal && largest >= rules->goal;
    state.legal = state.status == ELEVEN_PLAYING ? eleven_board_legal(rules, &game->board) : 0;
    state.moves = game->ply;
    state.goal = rules->value[rules->goal];
    state.largest = rules->value[largest];
    state.position = eleven_session_position(session);
    state.length = eleven_session_length(session);
    state.begin = game_begin();
    state.end = game_end();
    for (unsigned i = 0; i < ELEVEN_CELLS_MAX; i++)
        state.values[i] = rules->value[game->board.cells[i]];
    return &state;
}

typedef struct told_merge {
    uint32_t cell, met, moved, made; /* face values */
} told_merge;

typedef struct told_spawn {
    uint32_t cell, value;
} told_spawn;

static struct {
    double gain;
    uint32_t direction; /* ELEVEN_DIRECTIONS: the last action was no move */
    uint32_t merge_count, spawn_count;
    told_merge merges[ELEVEN_CELLS_MAX];
    told_spawn spawns[ELEVEN_SPAWNS_MAX];
} told;

/* Merges are found by making the hops one by one on the old board: whatever a merging tile meets, it meets at
 * the place where both come to rest. */
static void tell_merges(const eleven_rules *rules, eleven_board board, const eleven_events *events)
{
    for (unsigned i = 0; i < events->hop_count; i++) {
        eleven_hop hop = events->hops[i];
        eleven_rank moved = board.cells[hop.from], met = board.cells[hop.to];
        eleven_rank rank = hop.merged ? rules->merge[met][moved] : moved;
        board.cells[hop.from] = 0;
        board.cells[hop.to] = rank;
        if (hop.merged)
            told.merges[told.merge_count++] =
                (told_merge){hop.to, rules->value[met], rules->value[moved], rules->value[rank]};
    }
}

/* What the last action did, for those who cannot see it. */
const void *EXPORT(tell)(void)
{
    const eleven_board *before;
    const eleven_events *events = eleven_session_events(session, &before);
    const eleven_rules *rules = eleven_session_rules(session);
    eleven_entry entry = eleven_session_entry(session, eleven_session_position(session) - 1);
    told.gain = (double)events->gain;
    told.direction = events->hop_count ? entry.ply.direction : ELEVEN_DIRECTIONS;
    told.merge_count = 0;
    tell_merges(rules, *before, events);
    told.spawn_count = events->spawn_count;
    for (unsigned i = 0; i < events->spawn_count; i++)
        told.spawns[i] = (told_spawn){events->spawns[i].cell, rules->value[events->spawns[i].rank]};
    return &told;
}

/* ---- Frames -------------------------------------------------------------------------------------------- */

typedef struct shown_sprite {
    float x, y, scale;
    uint32_t rank, value;
} shown_sprite;

static struct {
    uint32_t w, h, count, is_moving;
    shown_sprite sprites[ELEVEN_CELLS_MAX];
} shown;

/* What to draw at that moment. */
const void *EXPORT(frame)(double now)
{
    eleven_frame made;
    eleven_session_frame(session, now, &made);
    shown.w = made.w;
    shown.h = made.h;
    shown.count = made.sprite_count;
    shown.is_moving = made.is_moving;
    for (unsigned i = 0; i < made.sprite_count; i++) {
        const eleven_sprite *sprite = &made.sprites[i];
        shown.sprites[i] = (shown_sprite){sprite->x, sprite->y, sprite->scale, sprite->rank, sprite->value};
    }
    return &shown;
}
