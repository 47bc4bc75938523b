/* What stands between a game and the store: it saves after every action and knows the best score. Where the store
 * cannot be used, the game is played all the same, and a notice tells so. */
#ifndef CLI_KEEPER_H
#define CLI_KEEPER_H

#include "store/store.h"
#include "base/values.h"

typedef struct game_keeper {
    eleven_store *store; /* NULL: nothing is kept */
    char notice[300];    /* one sentence for the player, "": none */
    uint64_t best;       /* honest, as the store knew it when it was last asked */
    size_t asked;        /* what about: the game's first entry and whether it was honest; 0: not yet */
} game_keeper;

void keeper_open(game_keeper *keeper, const char *data);
void keeper_close(game_keeper *keeper);

/* The rules and the size that were played last, if a game is running. */
bool keeper_latest(const game_keeper *keeper, eleven_rules *rules, board_size *size);

/* Gives the session to go on with, empty where there is none; NULL when memory is short. */
eleven_session *keeper_resume(game_keeper *keeper, const eleven_rules *rules, board_size size);

/* The callbacks of a term_game; the context is the keeper. */
bool keeper_save(void *context, eleven_session *session, eleven_problem *problem);
uint64_t keeper_best(void *context, const eleven_session *session);

/* Remembers why something cannot be kept, unless an earlier reason is remembered. */
void keeper_note(game_keeper *keeper, const char *what, const eleven_problem *problem);

#endif
