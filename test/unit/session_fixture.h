/* What the tests of sessions and their frames have in common: sessions begun in one call, games compared, a
 * player that follows a script, and frames looked at. */
#ifndef SESSION_FIXTURE_H
#define SESSION_FIXTURE_H

#include "expect.h"

#include <math.h>
#include <stdlib.h>

#include "eleven/session.h"

static const double begun = 1000;  /* when the sessions here begin, in milliseconds; */
static const double acted = 50000; /* all is at rest by then */

/* ---- Sessions ------------------------------------------------------------------------------------------ */

static inline eleven_session *session_of(const eleven_record *head, unsigned w, unsigned h)
{
    eleven_session *session = eleven_session_new();
    assert_non_null(session);
    assert_true(eleven_session_begin(session, head, w, h, begun));
    return session;
}

static inline eleven_record record_of(const eleven_session *session)
{
    eleven_record record;
    eleven_session_record(session, &record);
    return record;
}

static inline eleven_record head_at(const char *rules, const char *board)
{
    eleven_record head = {.rules = rules_named(rules), .has_seed = true, .seed = 1, .from_board = true};
    head.start.board = board_of(&head.rules, board);
    return head;
}

static inline eleven_session *session_at(const char *rules, const char *board)
{
    eleven_record head = head_at(rules, board);
    return session_of(&head, 0, 0);
}

static inline eleven_session *session_sized(const char *rules, unsigned w, unsigned h, uint64_t seed)
{
    eleven_record head = {.rules = rules_named(rules), .has_seed = true, .seed = seed, .date = "2024-02-29"};
    return session_of(&head, w, h);
}

/* Makes the first legal move, looking round from `turn`; false where the game is over. */
static inline bool move_some(eleven_session *session, unsigned turn)
{
    for (unsigned i = 0; i < ELEVEN_DIRECTIONS; i++)
        if (eleven_session_move(session, (eleven_direction)((turn + i) % ELEVEN_DIRECTIONS), acted))
            return true;
    return false;
}

static inline bool same_game(const eleven_game *a, const eleven_game *b)
{
    return eleven_board_equal(&a->board, &b->board) && a->score == b->score && a->ply == b->ply &&
           a->keeps_playing == b->keeps_playing;
}

static inline void expect_position(const eleven_session *session, size_t position, size_t length)
{
    assert_int_equal(eleven_session_position(session), position);
    assert_int_equal(eleven_session_length(session), length);
}

static inline void expect_session_board(const eleven_session *session, const char *text)
{
    expect_board(eleven_session_rules(session), &eleven_session_game(session)->board, text);
}

/* The record of the current game as text; to be freed. */
static inline char *printed(const eleven_session *session)
{
    size_t length = eleven_session_print(session, NULL, 0);
    char *text = malloc(length + 1);
    assert_non_null(text);
    assert_int_equal(eleven_session_print(session, text, length + 1), length);
    assert_int_equal(strlen(text), length);
    return text;
}

/* A player that makes the moves of a list; its state is the list and the place in it. */
typedef struct script {
    const char *letters;
    const eleven_budget *budget; /* the last one it was given */
} script;

static inline bool choose_by_script(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                                    const eleven_budget *budget, eleven_advice *advice)
{
    script *at = player->context;
    (void)rules, (void)board;
    at->budget = budget;
    return *at->letters && eleven_direction_parse(at->letters++, 1, &advice->direction);
}

/* ---- Frames -------------------------------------------------------------------------------------------- */

static inline eleven_frame frame_at(const eleven_session *session, double now)
{
    eleven_frame frame;
    memset(&frame, 0x55, sizeof frame);
    eleven_session_frame(session, now, &frame);
    assert_in_range(frame.sprite_count, 0, frame.w * frame.h);
    return frame;
}

static inline bool near(float a, double b)
{
    return fabs((double)a - b) < 1e-4;
}

/* The sprite with that number at that place; NULL where there is none. */
static inline const eleven_sprite *find(const eleven_frame *frame, uint32_t value, double x, double y)
{
    for (unsigned i = 0; i < frame->sprite_count; i++)
        if (frame->sprites[i].value == value && near(frame->sprites[i].x, x) && near(frame->sprites[i].y, y))
            return &frame->sprites[i];
    return NULL;
}

/* All tiles of the board on their cells at rest, and nothing else. */
static inline bool is_at_rest(const eleven_frame *frame, const eleven_rules *rules, const eleven_board *board)
{
    unsigned tiles = 0;
    for (unsigned i = 0; i < (unsigned)board->w * board->h; i++) {
        if (!board->cells[i])
            continue;
        const eleven_sprite *sprite = find(frame, rules->value[board->cells[i]], i % board->w, i / board->w);
        if (!sprite || !near(sprite->scale, 1) || sprite->rank != board->cells[i])
            return false;
        tiles++;
    }
    return tiles == frame->sprite_count && frame->w == board->w && frame->h == board->h;
}

static inline bool shows_game(const eleven_frame *frame, const eleven_session *session)
{
    return is_at_rest(frame, eleven_session_rules(session), &eleven_session_game(session)->board);
}

#endif
