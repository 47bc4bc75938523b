/* Frames are data: the place of every tile at one moment. This program prints the frames of one move, 50 milliseconds
 * apart.
 */
#include <eleven.h>

#include <stdio.h>

int main(void)
{
    const char text[] = "2 . . 2";
    eleven_record head = {.has_seed = true, .seed = 1, .from_board = true};
    eleven_session *session = eleven_session_new();
    eleven_rules_find("classic", &head.rules);
    if (!session || eleven_board_parse(&head.rules, text, sizeof text - 1, &head.start.board, NULL) ||
        !eleven_session_begin(session, &head, 4, 1, 0))
        return 1;
    eleven_session_move(session, ELEVEN_LEFT, 0);
    for (int milliseconds = 0; milliseconds <= 600; milliseconds += 50) {
        eleven_frame frame;
        eleven_session_frame(session, milliseconds, &frame);
        printf("%3d ms ", milliseconds);
        for (unsigned i = 0; i < frame.sprite_count; i++)
            printf("  %u at x %.2f size %.2f", (unsigned)frame.sprites[i].value, (double)frame.sprites[i].x,
                   (double)frame.sprites[i].scale);
        printf("%s\n", frame.is_moving ? "" : "  still");
    }
    eleven_session_free(session);
    return 0;
}
