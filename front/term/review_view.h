/* A review to walk through, in a terminal that is taken over already. */
#ifndef ELEVEN_REVIEW_VIEW_H
#define ELEVEN_REVIEW_VIEW_H

#include "term/terminal.h"
#include "picture/theme.h"

/* Shows the game that the session stands in, and judges it meanwhile, until the player quits (gives -1) or
 * something ends the program (gives its exit status). The session's position is left anywhere; nothing else in it
 * changes. */
int review_view(struct terminal *terminal, struct canvas *canvas, struct theme *theme, eleven_session *session,
                eleven_player *player, const eleven_budget *budget);

/* The same for the current game of a session that is being played, which stays as it is; the network judges. False
 * where memory is short. What ended the program, the terminal tells again. */
bool review_current(struct terminal *terminal, struct canvas *canvas, struct theme *theme,
                    const eleven_session *session);

#endif
