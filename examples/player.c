/* Your own player: fill in the interface eleven_player. It can be used wherever a player is expected; here a session
 * lets it play.
 */
#include <eleven.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Chooses the next legal direction, clockwise. */
static bool choose(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                   const eleven_budget *budget, eleven_advice *advice)
{
    unsigned *last = player->context;
    unsigned legal = eleven_board_legal(rules, board);
    (void)budget;
    if (!legal)
        return false;
    do
        *last = (*last + 1) % ELEVEN_DIRECTIONS;
    while (!(legal & 1u << *last));
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        advice->values[d] = legal & 1u << d ? d == *last : NAN;
    advice->direction = (eleven_direction)*last;
    return true;
}

int main(void)
{
    unsigned last = ELEVEN_LEFT;
    eleven_player player = {.name = "clockwise", .context = &last, .choose = choose};
    eleven_record head = {.has_seed = true, .seed = 5};
    eleven_session *session = eleven_session_new();
    eleven_rules_find("classic", &head.rules);
    if (!session || !eleven_session_begin(session, &head, 4, 4, 0))
        return 1;
    while (eleven_session_autoplay(session, &player, &(eleven_budget){0}, 0))
        continue;

    size_t size = eleven_session_print(session, NULL, 0) + 1;
    char *record = malloc(size);
    if (record) {
        eleven_session_print(session, record, size);
        fputs(record, stdout);
    }
    free(record);
    eleven_session_free(session);
    return 0;
}
