/* A sitting: moves, undo and redo, a text to keep, and the same game from that text. */
#include <eleven.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void tell(const char *what, const eleven_session *session)
{
    const eleven_game *game = eleven_session_game(session);
    char text[ELEVEN_BOARD_TEXT];
    eleven_board_print(eleven_session_rules(session), &game->board, ELEVEN_LINE, text, sizeof text);
    printf("%-7s %" PRIu64 " points, %s\n", what, game->score, text);
}

int main(void)
{
    char kept[4096];
    eleven_record head = {.has_seed = true, .seed = 3};
    eleven_session *session = eleven_session_new(), *other = eleven_session_new();
    eleven_rules_find("classic", &head.rules);
    if (!session || !other || !eleven_session_begin(session, &head, 4, 4, 0))
        return 1;
    for (unsigned i = 0; i < 12; i++)
        eleven_session_move(session, (eleven_direction)(i % 4), 0);
    tell("played", session);
    eleven_session_undo(session, 0);
    tell("undone", session);
    eleven_session_redo(session, 0);
    tell("redone", session);

    eleven_session_print(session, kept, sizeof kept);
    eleven_problem problem;
    if (eleven_session_load(other, kept, strlen(kept), 0, &problem)) {
        fprintf(stderr, "%s\n", problem.sentence);
        return 1;
    }
    tell("loaded", other);
    eleven_session_free(session);
    eleven_session_free(other);
    return 0;
}
