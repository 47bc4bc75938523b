/* The game for JavaScript: one session, and functions that use it.
 *
 * Texts pass through the exchange buffer. What JavaScript shows is written into plain structures of 32-bit words,
 * floats and doubles. component/engine.js reads them in place, in the order given here. This file contains no rules of
 * the game: it calls the library and lays out the results. */
#include "web/exchange.h"
#include "eleven.h"

#include <string.h>

static eleven_session *session;

const char *EXPORT(rules_name)(unsigned index)
{
    return eleven_rules_name(index);
}

static bool is_open(void)
{
    if (!session)
        session = eleven_session_new();
    return session != NULL;
}

/* Begins the game that the head of a record in the exchange buffer describes. Unless the user chose the goal, it is one
 * that the board can hold. */
eleven_error EXPORT(begin)(size_t length, bool has_own_goal, double now)
{
    eleven_reader reader;
    if (!is_open())
        return exchange_no_memory();
    eleven_error error = eleven_reader_open(&reader, exchange, length, &last_error);
    if (error)
        return error;
    eleven_record *head = &reader.record;
    if (!has_own_goal && !head->from_board)
        head->rules.goal = eleven_rules_goal(&head->rules, head->start.board.w, head->start.board.h);
    return eleven_session_begin(session, head, 0, 0, now) ? ELEVEN_OK : exchange_no_memory();
}

/* Begins another game with the same rules and size. The date is in the exchange buffer. */
bool EXPORT(new_game)(uint64_t seed, double now)
{
    return eleven_session_new_game(session, seed, exchange, now);
}

/* Appends the game of the record in the exchange buffer, with all moves frame. */
eleven_error EXPORT(load)(size_t length, double now)
{
    return is_open() ? eleven_session_load(session, exchange, length, now, &last_error) : exchange_no_memory();
}

void EXPORT(mark_helped)(void)
{
    eleven_session_mark_helped(session);
}

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

/* A hint is shown: it counts in the record at once, but only once per position. */
void EXPORT(hinted)(void)
{
    eleven_session_hinted(session);
}

/* A position is a number of entries of the whole timeline, see eleven/session.h. */
bool EXPORT(seek)(size_t position, double now)
{
    return eleven_session_seek(session, position, now);
}

/* Chooses the direction that is the state of the player. */
static bool choose_given(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                         const eleven_budget *budget, eleven_advice *advice)
{
    (void)rules, (void)board, (void)budget;
    advice->direction = *(eleven_direction *)player->context;
    return true;
}

/* Makes a move that a player chose elsewhere. It counts as help. */
bool EXPORT(play)(eleven_direction direction, double now)
{
    eleven_player player = {
        .size = sizeof(eleven_player), .name = "given", .context = &direction, .choose = choose_given};
    return eleven_session_autoplay(session, &player, NULL, now);
}

static bool has_game(void)
{
    return session && eleven_session_position(session) > 0;
}

static size_t game_begin(void)
{
    return eleven_session_entry(session, eleven_session_position(session) - 1)->game;
}

/* One past the last entry of the current game. Undone moves, which redo can make again, are included. */
static size_t game_end(void)
{
    size_t first = game_begin(), end = eleven_session_position(session);
    while (end < eleven_session_length(session) && eleven_session_entry(session, end)->game == first)
        end++;
    return end;
}

/* Options of print: omit the tiles that follow from the seed; include undone moves. */
enum { PRINT_COMPACT = 1, PRINT_REDO = 2 };

/* Prints the record of the current game. Like the other print functions it returns the length of the whole text,
 * whether or not the exchange buffer can hold it; 0 if there is no game yet. */
size_t EXPORT(print)(unsigned options)
{
    if (!has_game())
        return 0;
    size_t first = game_begin(), end = options & PRINT_REDO ? game_end() : eleven_session_position(session);
    eleven_record record;
    eleven_session_record(session, &record);
    const eleven_entry *last = eleven_session_entry(session, end - 1);
    record.status = eleven_game_status(&record.rules, &last->after);
    record.score = last->after.score;
    record.moves = last->after.ply;
    if (!record.has_seed)
        options &= ~(unsigned)PRINT_COMPACT;
    size_t length = eleven_record_print(&record, exchange, exchange_capacity);
    uint32_t moves = 0;
    for (size_t i = first + 1; i < end; i++) {
        const eleven_entry *entry = eleven_session_entry(session, i);
        eleven_ply ply = entry->ply;
        if (options & PRINT_COMPACT)
            ply.spawn_count = 0;
        size_t left = length < exchange_capacity ? exchange_capacity - length : 0;
        length +=
            eleven_ply_print(&record.rules, record.start.board.w, &ply, moves, left ? exchange + length : NULL, left);
        moves = entry->after.ply;
    }
    if (length + 1 < exchange_capacity)
        memcpy(exchange + length, "\n", 2);
    return length + 1;
}

/* Prints the current position as the record of a game that starts with it. */
size_t EXPORT(position)(void)
{
    if (!has_game())
        return 0;
    eleven_record record = {.rules = *eleven_session_rules(session), .from_board = true};
    record.start.board = eleven_session_game(session)->board;
    return eleven_record_print(&record, exchange, exchange_capacity);
}

/* The state of the current game. `legal` has the bits 1 << direction. Goal and largest tile are values; a goal of 0
 * means none. `position` and `length` are those of the timeline, `begin` and `end` those of the current game in it. */
static struct {
    double score, plain_score;
    uint64_t seed;
    uint32_t w, h, status, can_keep_playing, reached_goal, legal;
    uint32_t moves, undos, hints, helped, class_of_game, has_seed, from_board;
    uint32_t goal, largest;
    uint32_t position, length, begin, end;
    const char *rules;
    char date[32];
    uint32_t values[ELEVEN_CELLS_MAX];
} state;

/* The state of the current game; NULL if there is none yet. */
const void *EXPORT(look)(void)
{
    if (!has_game())
        return NULL;
    const eleven_rules *rules = eleven_session_rules(session);
    const eleven_game *game = eleven_session_game(session);
    eleven_record record;
    eleven_session_record(session, &record);
    eleven_rank largest = eleven_board_largest(&game->board);
    memcpy(state.date, record.date, sizeof state.date);
    state.seed = record.seed;
    state.has_seed = record.has_seed;
    state.from_board = record.from_board;
    state.undos = record.undos;
    state.hints = record.hints;
    state.class_of_game = eleven_record_class(&record);
    state.plain_score = (double)eleven_record_plain_score(&record, game->score);
    state.helped = record.helped;
    state.rules = rules->name;
    state.score = (double)game->score;
    state.w = game->board.w;
    state.h = game->board.h;
    state.status = eleven_session_status(session);
    state.can_keep_playing = state.status == ELEVEN_STATUS_WON && !rules->goal_ends;
    state.reached_goal = rules->goal && largest >= rules->goal;
    state.legal = state.status == ELEVEN_STATUS_PLAYING ? eleven_board_legal(rules, &game->board) : 0;
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

/* The cells whose tiles a move would take elsewhere, one bit each. */
uint64_t EXPORT(movers)(eleven_direction direction)
{
    if (!has_game())
        return 0;
    eleven_board board = eleven_session_game(session)->board;
    eleven_hop hops[ELEVEN_CELLS_MAX];
    eleven_slide slide = eleven_board_slide(eleven_session_rules(session), &board, direction, hops);
    uint64_t cells = 0;
    for (unsigned i = 0; i < slide.hops; i++)
        cells |= UINT64_C(1) << hops[i].from;
    return cells;
}

/* Two tiles that became one; all numbers but the cell are values. */
typedef struct action_merge {
    uint32_t cell, met, moved, result;
} action_merge;

typedef struct action_spawn {
    uint32_t cell, value;
} action_spawn;

/* What the last action did. The direction is ELEVEN_DIRECTIONS if it was not a move. */
static struct {
    double gain;
    uint32_t direction, merge_count, spawn_count;
    action_merge merges[ELEVEN_CELLS_MAX];
    action_spawn spawns[ELEVEN_SPAWNS_MAX];
} action;

static void list_merges(const eleven_rules *rules, const eleven_board *before, const eleven_events *events)
{
    eleven_merge merges[ELEVEN_CELLS_MAX];
    action.merge_count = eleven_events_merges(rules, before, events, merges);
    for (unsigned i = 0; i < action.merge_count; i++)
        action.merges[i] = (action_merge){merges[i].cell, rules->value[merges[i].met], rules->value[merges[i].moved],
                                          rules->value[merges[i].rank]};
}

/* What the last action did, for events and for people who cannot see the board. */
const void *EXPORT(last_action)(void)
{
    const eleven_board *before;
    const eleven_events *events = eleven_session_events(session, &before);
    const eleven_rules *rules = eleven_session_rules(session);
    const eleven_entry *entry = eleven_session_entry(session, eleven_session_position(session) - 1);
    action.gain = (double)events->gain;
    action.direction = events->hop_count ? entry->ply.direction : ELEVEN_DIRECTIONS;
    list_merges(rules, before, events);
    action.spawn_count = events->spawn_count;
    for (unsigned i = 0; i < events->spawn_count; i++)
        action.spawns[i] = (action_spawn){events->spawns[i].cell, rules->value[events->spawns[i].rank]};
    return &action;
}

_Static_assert(offsetof(eleven_frame, sprites) == 4 && sizeof(eleven_sprite) == 20,
               "sprites are not as engine.js expects");
_Static_assert(offsetof(eleven_frame, is_moving) == 1321, "frames are not as engine.js expects");

const void *EXPORT(frame)(double now)
{
    static eleven_frame frame;
    eleven_session_frame(session, now, &frame);
    return &frame;
}
