/* What there is to read about a state: its text, its options' details, and its game as a record.
 *
 *     Score 28 (+4), 13 moves
 *     ╭─────────────────╮
 *     │  2   4   ·   8  │
 *     ...
 */
#include "session/interactive_state.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A bounded writer ---------------------------------------------------------------------------------- */

typedef struct state_writer {
    char *text;
    size_t size, length;
} state_writer;

__attribute__((format(printf, 2, 3))) static void put(state_writer *out, const char *format, ...)
{
    bool fits = out->length < out->size;
    va_list values;
    va_start(values, format);
    int written = vsnprintf(fits ? out->text + out->length : NULL, fits ? out->size - out->length : 0, format, values);
    va_end(values);
    out->length += written > 0 ? (size_t)written : 0;
}

void state_quote(const char *sentence, const char *word, size_t length, eleven_problem *problem)
{
    const int most = 40;
    state_writer out = {problem->sentence, sizeof problem->sentence, 0};
    put(&out, "%s '", sentence);
    for (int i = 0; i < most && (size_t)i < length; i++)
        put(&out, "%c", (unsigned char)word[i] >= ' ' && (unsigned char)word[i] < 127 ? word[i] : '?');
    put(&out, length > (size_t)most ? "...'" : "'");
}

/* ---- The board ----------------------------------------------------------------------------------------- */

static unsigned digits(uint32_t value)
{
    unsigned count = 1;
    while (value /= 10)
        count++;
    return count;
}

static void put_edge(state_writer *out, const char *left, const char *right, unsigned width)
{
    put(out, "%s", left);
    for (unsigned i = 0; i < width; i++)
        put(out, "─");
    put(out, "%s\n", right);
}

/* Every cell is as wide as the largest tile, but never narrower than two digits. */
static void put_board(state_writer *out, const eleven_rules *rules, const eleven_board *board)
{
    unsigned width = digits(rules->value[eleven_board_largest(board)]);
    width = width < 2 ? 2 : width;
    unsigned inside = board->w * (width + 2) + 2;
    put_edge(out, "╭", "╮", inside);
    for (unsigned y = 0; y < board->h; y++) {
        put(out, "│ ");
        for (unsigned x = 0; x < board->w; x++) {
            eleven_rank rank = board->cells[y * board->w + x];
            if (rank)
                put(out, " %*" PRIu32 " ", (int)width, rules->value[rank]);
            else
                put(out, " %*s· ", (int)width - 1, "");
        }
        put(out, " │\n");
    }
    put_edge(out, "╰", "╯", inside);
}

/* ---- The text ------------------------------------------------------------------------------------------ */

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

static void put_setup(state_writer *out, const eleven_state *state)
{
    const eleven_record *head = &state->head->record;
    put(out, "2048, %s %ux%u", head->rules.name, head->start.board.w, head->start.board.h);
    if (head->has_seed)
        put(out, ", seed %" PRIu64, head->seed);
}

static void put_score(state_writer *out, const eleven_state *state)
{
    put(out, "Score %" PRIu64, state->game.score);
    if (state->gain)
        put(out, " (+%" PRIu64 ")", state->gain);
    put(out, ", %" PRIu32 " move%s\n", state->game.ply, plural(state->game.ply));
}

/* "New: 2 on c3": of a move, not of the start tiles. */
static void put_news(state_writer *out, const eleven_state *state)
{
    for (unsigned i = 0; state->made && i < state->ply.spawn_count; i++) {
        eleven_tile tile = state->ply.spawns[i];
        unsigned w = state->game.board.w;
        put(out, "%s%" PRIu32 " on %c%u", i ? ", " : "New: ", state->head->record.rules.value[tile.rank],
            (char)('a' + tile.cell % w), tile.cell / w + 1u);
    }
    if (state->made && state->ply.spawn_count)
        put(out, "\n");
}

static void put_end(state_writer *out, const eleven_state *state)
{
    const eleven_rules *rules = &state->head->record.rules;
    eleven_status status = eleven_state_status(state);
    if (status == ELEVEN_WON)
        put(out, "You won: %" PRIu32 "!\n", rules->value[eleven_board_largest(&state->game.board)]);
    if (status == ELEVEN_LOST)
        put(out, "Game over.\n");
}

static bool ask(const eleven_state *state, eleven_player *player, eleven_advice *advice)
{
    return player && eleven_state_has_begun(state) && eleven_state_status(state) == ELEVEN_PLAYING &&
           player->choose(player, &state->head->record.rules, &state->game.board, &(eleven_budget){0}, advice);
}

static void put_hint(state_writer *out, const eleven_state *state, eleven_player *player)
{
    eleven_advice advice;
    if (state->asks && ask(state, player, &advice))
        put(out, "Hint: %s, says %s\n", eleven_choice_word(eleven_direction_choice(advice.direction)), player->name);
}

size_t eleven_state_text(const eleven_state *state, eleven_player *player, char *text, size_t size)
{
    state_writer out = {text, size, 0};
    if (!state->has_begun) {
        put_setup(&out, state);
        put(&out, "\n");
        return out.length;
    }
    put_score(&out, state);
    put_board(&out, &state->head->record.rules, &state->game.board);
    put_news(&out, state);
    put_end(&out, state);
    put_hint(&out, state, player);
    return out.length;
}

/* ---- Details ------------------------------------------------------------------------------------------- */

static void put_move_detail(state_writer *out, eleven_state *state, eleven_direction direction, eleven_player *player)
{
    eleven_game after = state->game;
    eleven_events events;
    eleven_advice advice;
    if (!eleven_game_slide(&state->head->record.rules, &after, direction, &events))
        return;
    put(out, "score %" PRIu64 ", gain %" PRIu64, after.score, events.gain);
    if (ask(state, player, &advice) && !isnan(advice.values[direction]))
        put(out, ", value %.*f", fabs(advice.values[direction]) < 1000 ? 2 : 0, advice.values[direction]);
}

static void put_hint_detail(state_writer *out, const eleven_state *state, eleven_player *player)
{
    eleven_advice advice;
    if (ask(state, player, &advice))
        put(out, "%s says %s", player->name, eleven_choice_word(eleven_direction_choice(advice.direction)));
}

size_t eleven_option_detail(eleven_state *state, const eleven_option *option, eleven_player *player, char *text,
                            size_t size)
{
    state_writer out = {text, size, 0};
    if (size)
        text[0] = '\0';
    switch (option->choice) {
    case ELEVEN_CHOOSE_BEGIN: put_setup(&out, state); break;
    case ELEVEN_CHOOSE_GRID:
        put(&out, "score %" PRIu64 ", %" PRIu32 " move%s", state->game.score, state->game.ply, plural(state->game.ply));
        break;
    case ELEVEN_CHOOSE_UNDO: put(&out, "back to score %" PRIu64, state->before->game.score); break;
    case ELEVEN_CHOOSE_HINT: put_hint_detail(&out, state, player); break;
    case ELEVEN_CHOOSE_KEEP: put(&out, "go on after the win"); break;
    default: put_move_detail(&out, state, choice_direction(option->choice), player); break;
    }
    return out.length;
}

/* ---- Records ------------------------------------------------------------------------------------------- */

size_t eleven_state_print(const eleven_state *state, char *text, size_t size)
{
    eleven_record record = state->head->record;
    size_t count;
    const eleven_state **path = state_path(state, &count);
    if (!path)
        return 0;
    record.has_end = true;
    record.undos += state->undos;
    record.status = eleven_state_status(state);
    record.score = state->game.score;
    record.moves = state->game.ply;
    size_t length = eleven_record_print(&record, text, size);
    for (size_t i = 0; i < count; i++) {
        bool fits = length < size;
        length += eleven_ply_print(&record.rules, record.start.board.w, &path[i]->ply, path[i]->before->game.ply,
                                   fits ? text + length : NULL, fits ? size - length : 0);
    }
    free(path);
    state_writer out = {text, size, length};
    put(&out, "\n");
    return out.length;
}
