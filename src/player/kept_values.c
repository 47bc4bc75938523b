/* What an evaluator said about boards, to be said again without asking it. A search meets many boards twice: a tile on
 * either of two empty cells often slides to the same place, and a search of one more move begins with the same moves.
 *
 *     boards     a   b   c   b   d         a has been kept
 *     asked          b   c       d         and is kept from now on, in place of what had the same slot
 *     values     a   b   c   b   d
 *
 * Entries are compared whole, so that the values are exactly those of the evaluator. */
#include "base/hash.h"
#include "base/memory.h"
#include "player/player_room.h"

#include <string.h>

/* The fields of a board, and its value; `asked` is 0, or the number of the question that will answer it. An empty entry
 * is 0, and no board is after a move. */
struct kept_value {
    uint64_t low;
    uint16_t high, asked;
    float value;
};

bool player_values_open(kept_values *kept, unsigned count)
{
    *kept = (kept_values){0};
    if (count == 0)
        return true;
    for (kept->bits = 1; 1u << kept->bits < count && kept->bits < 31;)
        kept->bits++;
    kept->at = memory_lines_new((sizeof *kept->at) << kept->bits);
    player_values_clear(kept);
    return kept->at != NULL;
}

void player_values_close(kept_values *kept)
{
    memory_lines_free(kept->at);
    *kept = (kept_values){0};
}

void player_values_clear(kept_values *kept)
{
    if (kept->at)
        memset(kept->at, 0, (sizeof *kept->at) << kept->bits);
}

static kept_value *entry_find(const kept_values *kept, eleven_bitboard board)
{
    return &kept->at[(board.low ^ board.high) * HASH_GOLDEN >> (64 - kept->bits)];
}

static inline bool entry_is_of(const kept_value *entry, eleven_bitboard board)
{
    return entry->low == board.low && entry->high == board.high;
}

/* The boards of one request that are not kept, each once, and what the evaluator answers. */
typedef struct value_questions {
    unsigned count;
    eleven_bitboard board[SEARCH_MOVES_MOST];
    float answer[SEARCH_MOVES_MOST];
} value_questions;

/* Gives an entry to each board. Returns the number of the question that answers it, from 1; 0 where *value is kept. */
static unsigned board_look_up(const kept_values *kept, eleven_bitboard board, value_questions *questions, float *value)
{
    kept_value *entry = entry_find(kept, board);
    if (!entry_is_of(entry, board)) {
        questions->board[questions->count++] = board;
        *entry = (kept_value){board.low, (uint16_t)board.high, (uint16_t)questions->count, 0};
    }
    *value = entry->value;
    return entry->asked;
}

/* Entries that have gone to another board are not filled in. */
static void answers_keep(const kept_values *kept, const value_questions *questions)
{
    for (unsigned i = 0; i < questions->count; i++) {
        kept_value *entry = entry_find(kept, questions->board[i]);
        if (!entry_is_of(entry, questions->board[i]))
            continue;
        entry->asked = 0;
        entry->value = questions->answer[i];
    }
}

void player_values_ask(const kept_values *kept, const eleven_evaluator *evaluator, const eleven_bitboard *boards,
                       unsigned count, float *values)
{
    value_questions questions;
    unsigned question[SEARCH_MOVES_MOST];
    if (!kept->at) {
        evaluator->values(evaluator->context, boards, count, values);
        return;
    }
    questions.count = 0;
    for (unsigned i = 0; i < count; i++)
        question[i] = board_look_up(kept, boards[i], &questions, &values[i]);
    if (questions.count)
        evaluator->values(evaluator->context, questions.board, questions.count, questions.answer);
    for (unsigned i = 0; i < count; i++)
        values[i] = question[i] ? questions.answer[question[i] - 1] : values[i];
    answers_keep(kept, &questions);
}
