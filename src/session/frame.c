/* What to show at one moment, as data: where each tile is, and how large.
 *
 *     0 ms          100 ms                      300 ms              600 ms
 *     |-- slide ----|-- merged tiles swell, ----|
 *     |             |   new ones grow           |
 *     |-- the gain is shown beside the score -----------------------|
 *
 * Without a slide everything happens 100 ms earlier. */
#include "session/session_room.h"

#include <string.h>

/* Milliseconds. */
static const float slide_time = 100, pop_time = 200, gain_time = 600;

static float ease_in_out(float t)
{
    return t * t * (3 - 2 * t);
}

/* 0 at both ends, 1 in the middle. */
static float swell(float t)
{
    return 4 * t * (1 - t);
}

static void add_sprite(eleven_frame *frame, const eleven_rules *rules, eleven_rank rank, float x, float y, float scale)
{
    frame->sprites[frame->sprite_count++] = (eleven_sprite){x, y, scale, rank, rules->value[rank]};
}

/* The tiles of the old board, each moved by the fraction `way` of its path. */
static void add_sliding(eleven_frame *frame, const eleven_session *session, const eleven_rules *rules, float way)
{
    const eleven_board *board = &session->before;
    uint8_t to[ELEVEN_CELLS_MAX];
    for (unsigned i = 0; i < ELEVEN_CELLS_MAX; i++)
        to[i] = (uint8_t)i;
    for (unsigned i = 0; i < session->events.hop_count; i++)
        to[session->events.hops[i].from] = session->events.hops[i].to;
    for (unsigned i = 0; i < (unsigned)board->w * board->h; i++) {
        if (!board->cells[i])
            continue;
        float x = (float)(i % board->w), y = (float)(i / board->w);
        float to_x = (float)(to[i] % board->w), to_y = (float)(to[i] / board->w);
        add_sprite(frame, rules, board->cells[i], x + (to_x - x) * way, y + (to_y - y) * way, 1);
    }
}

/* The tiles of the present board; those that have just merged swell, those that have just appeared grow. `age` is the
 * time since the slide, 0..1. */
static void add_resting(eleven_frame *frame, const eleven_session *session, const eleven_rules *rules,
                        const eleven_board *board, float age)
{
    float scale[ELEVEN_CELLS_MAX];
    for (unsigned i = 0; i < ELEVEN_CELLS_MAX; i++)
        scale[i] = 1;
    for (unsigned i = 0; i < session->events.hop_count; i++)
        if (session->events.hops[i].merged)
            scale[session->events.hops[i].to] = 1 + 0.2f * swell(age);
    for (unsigned i = 0; i < session->events.spawn_count; i++)
        scale[session->events.spawns[i].cell] = ease_in_out(age);
    /* Swelling tiles are drawn last, over the others. */
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < (unsigned)board->w * board->h; i++)
            if (board->cells[i] && (scale[i] > 1) == (pass == 1))
                add_sprite(frame, rules, board->cells[i], (float)(i % board->w), (float)(i / board->w), scale[i]);
}

void eleven_session_frame(const eleven_session *session, double now, eleven_frame *frame)
{
    const eleven_rules *rules = eleven_session_rules(session);
    const eleven_game *game = eleven_session_game(session);
    const eleven_events *events = &session->events;
    double elapsed = session->animates ? now - session->since : gain_time;
    float time = elapsed < 0 ? 0 : elapsed < gain_time ? (float)elapsed : gain_time;
    float slide_end = events->hop_count ? slide_time : 0;
    float rest = time < slide_end + pop_time ? (time - slide_end) / pop_time : 1;

    memset(frame, 0, sizeof *frame);
    frame->w = game->board.w;
    frame->h = game->board.h;
    if (rest < 0)
        add_sliding(frame, session, rules, ease_in_out(time / slide_time));
    else
        add_resting(frame, session, rules, &game->board, rest);
    frame->score = game->score;
    frame->moves = game->ply;
    frame->gain = time < gain_time ? events->gain : 0;
    frame->gain_age = time / gain_time;
    frame->status = eleven_session_status(session);
    frame->can_keep_playing = frame->status == ELEVEN_STATUS_WON && !rules->goal_ends;
    frame->is_moving = rest < 1 || frame->gain > 0;
}
