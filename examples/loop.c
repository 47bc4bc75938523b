/* A session in an event loop: the loop waits for a key or for the next frame, whichever is first. The session itself
 * never waits, reads or draws. The keys w a s d move, u undoes, q quits.
 */
#include <eleven.h>

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void act(eleven_session *session, char key)
{
    switch (key) {
    case 'w': eleven_session_move(session, ELEVEN_UP, now()); break;
    case 'a': eleven_session_move(session, ELEVEN_LEFT, now()); break;
    case 's': eleven_session_move(session, ELEVEN_DOWN, now()); break;
    case 'd': eleven_session_move(session, ELEVEN_RIGHT, now()); break;
    case 'u': eleven_session_undo(session, now()); break;
    default: break;
    }
}

/* Prints one line when no tile moves any more. Returns the time to wait for the next frame in milliseconds; -1: until a
 * key.
 */
static int draw(const eleven_session *session, bool *is_drawn)
{
    eleven_frame frame;
    eleven_session_frame(session, now(), &frame);
    if (frame.is_moving) {
        *is_drawn = false;
        return 16;
    }
    if (!*is_drawn)
        printf("score %" PRIu64 ", moves %" PRIu32 ", tiles %u\n", frame.score, frame.moves,
               (unsigned)frame.sprite_count);
    *is_drawn = true;
    return -1;
}

int main(void)
{
    eleven_record head = {.has_seed = true, .seed = 11};
    eleven_session *session = eleven_session_new();
    eleven_rules_find("classic", &head.rules);
    if (!session || !eleven_session_begin(session, &head, 4, 4, now()))
        return 1;
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    bool is_drawn = false;
    for (char key = '\0'; key != 'q';) {
        if (poll(&input, 1, draw(session, &is_drawn)) > 0) {
            if (read(STDIN_FILENO, &key, 1) != 1)
                break;
            act(session, key);
            is_drawn = false;
        }
    }
    const eleven_game *game = eleven_session_game(session);
    printf("finished with score %" PRIu64 " after %" PRIu32 " moves\n", game->score, game->ply);
    eleven_session_free(session);
    return 0;
}
