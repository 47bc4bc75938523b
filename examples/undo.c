/* A session: moves, undo and redo, the game as text, and the same game loaded from this text. */
#include <eleven.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void show(const char *what, const eleven_session *session)
{
    const eleven_game *game = eleven_session_game(session);
    char text[ELEVEN_BOARD_TEXT];
    eleven_board_print(eleven_session_rules(session), &game->board, ELEVEN_LAYOUT_LINE, text, sizeof text);
    printf("%-7s %" PRIu64 " points, %s\n", what, game->score, text);
}

int main(void)
{
    char text[4096];
    eleven_record head = {.has_seed = true, .seed = 3};
    eleven_session *session = eleven_session_new(), *other = eleven_session_new();
    eleven_rules_find("classic", &head.rules);
    if (!session || !other || !eleven_session_begin(session, &head, 4, 4, 0))
        return 1;
    for (unsigned i = 0; i < 12; i++)
        eleven_session_move(session, (eleven_direction)(i % 4), 0);
    show("played", session);
    eleven_session_undo(session, 0);
    show("undone", session);
    eleven_session_redo(session, 0);
    show("redone", session);

    eleven_session_print(session, text, sizeof text);
    eleven_problem problem;
    if (eleven_session_load(other, text, strlen(text), 0, &problem)) {
        fprintf(stderr, "%s\n", problem.sentence);
        return 1;
    }
    show("loaded", other);
    eleven_session_free(session);
    eleven_session_free(other);
    return 0;
}
