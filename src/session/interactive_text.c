/* What there is to read about a state: its text, its options' details, and its game as a record.
 *
 *     Score 28 (+4), 13 moves
 *     ╭─────────────────╮
 *     │  2   4   ·   8  │
 *     ...
 */
#include "session/session_room.h"
#include "base/memory.h"
#include "core/core.h"

#include <math.h>
#include <stdio.h>

/* ---- The board ----------------------------------------------------------------------------------------- */
static void put_edge(text_out *out, const char *left, const char *right, unsigned width)
{
    core_put(out, left);
    for (unsigned i = 0; i < width; i++)
        core_put(out, "─");
    core_put(out, right);
    core_put(out, "\n");
}

/* A cell between blanks, its number or dot at the right of `width` columns. */
static void put_board_cell(text_out *out, uint32_t value, size_t width)
{
    char digits[12];
    text_out number = core_text_into(digits, sizeof digits);
    if (value)
        core_put_number(&number, value);
    for (size_t i = value ? number.length : 1; i <= width; i++)
        core_put_char(out, ' ');
    core_put(out, value ? digits : "·");
    core_put_char(out, ' ');
}

/* Every cell is as wide as the largest tile, but never narrower than two digits. */
static void put_board(text_out *out, const eleven_rules *rules, const eleven_board *board)
{
    text_out widest = core_text_into(NULL, 0);
    core_put_number(&widest, rules->value[eleven_board_largest(board)]);
    size_t width = widest.length < 2 ? 2 : widest.length;
    unsigned inside = board->w * ((unsigned)width + 2) + 2;
    put_edge(out, "╭", "╮", inside);
    for (unsigned y = 0; y < board->h; y++) {
        core_put(out, "│ ");
        for (unsigned x = 0; x < board->w; x++)
            put_board_cell(out, rules->value[board->cells[y * board->w + x]], width);
        core_put(out, " │\n");
    }
    put_edge(out, "╰", "╯", inside);
}

/* ---- The text ------------------------------------------------------------------------------------------ */
static void put_labelled(text_out *out, const char *label, uint64_t number)
{
    core_put(out, label);
    core_put_number(out, number);
}

static void put_setup(text_out *out, const eleven_state *state)
{
    const eleven_record *head = &state->head->record;
    core_put(out, "2048, ");
    core_put(out, head->rules.name);
    put_labelled(out, " ", head->start.board.w);
    put_labelled(out, "x", head->start.board.h);
    if (head->has_seed)
        put_labelled(out, ", seed ", head->seed);
}

static void put_moves(text_out *out, const eleven_state *state)
{
    put_labelled(out, ", ", state->game.ply);
    core_put(out, state->game.ply == 1 ? " move" : " moves");
}

static void put_score(text_out *out, const eleven_state *state)
{
    put_labelled(out, "Score ", state->game.score);
    if (state->gain) {
        put_labelled(out, " (+", state->gain);
        core_put(out, ")");
    }
    put_moves(out, state);
    core_put(out, "\n");
}

/* "New: 2 on c3": after a move, not for the start tiles. */
static void put_new_tiles(text_out *out, const eleven_state *state)
{
    unsigned w = state->game.board.w;
    for (unsigned i = 0; state->has_ply && i < state->ply.spawn_count; i++) {
        eleven_tile tile = state->ply.spawns[i];
        put_labelled(out, i ? ", " : "New: ", state->head->record.rules.value[tile.rank]);
        core_put(out, " on ");
        core_put_char(out, (char)('a' + tile.cell % w));
        core_put_number(out, tile.cell / w + 1u);
    }
    if (state->has_ply && state->ply.spawn_count)
        core_put(out, "\n");
}

static void put_end(text_out *out, const eleven_state *state)
{
    const eleven_rules *rules = &state->head->record.rules;
    eleven_status status = eleven_state_status(state);
    if (status == ELEVEN_STATUS_WON) {
        put_labelled(out, "You won: ", rules->value[eleven_board_largest(&state->game.board)]);
        core_put(out, "!\n");
    }
    if (status == ELEVEN_STATUS_LOST)
        core_put(out, "Game over.\n");
}

static bool ask_player(const eleven_state *state, eleven_player *player, eleven_advice *advice)
{
    return player && eleven_state_has_begun(state) && eleven_state_status(state) == ELEVEN_STATUS_PLAYING &&
           !eleven_player_choose(player, &state->head->record.rules, &state->game.board, NULL, advice);
}

static const char *advised_word(const eleven_advice *advice)
{
    return eleven_choice_word(eleven_direction_choice(advice->direction));
}

static void put_hint(text_out *out, const eleven_state *state, eleven_player *player)
{
    eleven_advice advice;
    if (!state->wants_hint || !ask_player(state, player, &advice))
        return;
    core_put(out, "Hint: ");
    core_put(out, advised_word(&advice));
    core_put(out, ", says ");
    core_put(out, player->name);
    core_put(out, "\n");
}

size_t eleven_state_describe(const eleven_state *state, eleven_player *player, char *text, size_t size)
{
    text_out out = core_text_into(text, size);
    if (!state->before) {
        put_setup(&out, state);
        core_put(&out, "\n");
        return out.length;
    }
    put_score(&out, state);
    put_board(&out, &state->head->record.rules, &state->game.board);
    put_new_tiles(&out, state);
    put_end(&out, state);
    put_hint(&out, state, player);
    return out.length;
}

/* ---- Details ------------------------------------------------------------------------------------------- */
static void put_move_detail(text_out *out, eleven_state *state, eleven_direction direction, eleven_player *player)
{
    eleven_game after = state->game;
    eleven_events events;
    eleven_advice advice;
    char value[32];
    if (!eleven_game_slide(&state->head->record.rules, &after, direction, &events))
        return;
    put_labelled(out, "score ", after.score);
    put_labelled(out, ", gain ", events.gain);
    if (!ask_player(state, player, &advice) || isnan(advice.values[direction]))
        return;
    double number = advice.values[direction];
    snprintf(value, sizeof value, fabs(number) < 1000 ? "%.2f" : "%.0f", number);
    core_put(out, ", value ");
    core_put(out, value);
}

static void put_hint_detail(text_out *out, const eleven_state *state, eleven_player *player)
{
    eleven_advice advice;
    if (!ask_player(state, player, &advice))
        return;
    core_put(out, player->name);
    core_put(out, " says ");
    core_put(out, advised_word(&advice));
}

size_t eleven_option_describe(eleven_state *state, const eleven_option *option, eleven_player *player, char *text,
                              size_t size)
{
    text_out out = core_text_into(text, size);
    switch (option->choice) {
    case ELEVEN_CHOICE_BEGIN: put_setup(&out, state); break;
    case ELEVEN_CHOICE_GRID:
        put_labelled(&out, "score ", state->game.score);
        put_moves(&out, state);
        break;
    case ELEVEN_CHOICE_UNDO: put_labelled(&out, "back to score ", state->game.score - state->gain); break;
    case ELEVEN_CHOICE_HINT: put_hint_detail(&out, state, player); break;
    case ELEVEN_CHOICE_KEEP: core_put(&out, "continue after the win"); break;
    default: put_move_detail(&out, state, session_choice_direction(option->choice), player); break;
    }
    return out.length;
}

/* ---- Records ------------------------------------------------------------------------------------------- */
size_t eleven_state_print(const eleven_state *state, char *text, size_t size)
{
    text_out out = core_text_into(text, size);
    eleven_record record = session_state_record(state);
    size_t count;
    uint32_t moves = 0;
    eleven_ply *plies = session_state_plies(state, &count);
    if (!plies)
        return 0;
    record.has_end = true;
    record.status = eleven_game_status(&record.rules, &state->game);
    record.score = state->game.score;
    record.moves = state->game.ply;
    core_put_record(&record, &out);
    for (size_t i = 0; i < count; moves += !plies[i++].keeps_playing)
        core_put_ply(&record.rules, record.start.board.w, &plies[i], moves, &out);
    core_put(&out, "\n");
    memory_free(plies);
    return out.length;
}
