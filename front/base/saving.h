/* Saved games, between the commands and the store: opening the store to look at it, and saving a game while it is
 * played. */
#ifndef BASE_SAVING_H
#define BASE_SAVING_H

#include "store/store.h"
#include "base/values.h"

enum { FOLDER_PATH = 4096 };

/* The folder of saved games: the one given, $ELEVEN_DATA, $XDG_DATA_HOME/eleven or $HOME/.local/share/eleven, whichever
 * is set first. False where none is set, or the path is too long. */
bool saved_games_folder(const char *given, char path[FOLDER_PATH]);

/* Opens the store of saved games in the folder `given`, or the usual one where that is NULL. Gives NULL where no game
 * has been saved yet; with `may_create`, creates what is missing. Fails where the store cannot be used. */
eleven_store *saved_games_open(const char *given, bool may_create);

/* Saves a game after every action and knows the best score. Where the store cannot be used, the game is played all the
 * same, and a notice says so. */
typedef struct game_saver {
    /* NULL: nothing is saved. */
    eleven_store *store;

    /* Where the store is ("": not known), why it is not open, and when it may be opened again, in milliseconds. */
    char folder[FOLDER_PATH];
    eleven_problem closed;
    double open_at;

    /* One sentence for the player; "": none. */
    char notice[300];

    /* The best score in plain play, as far as known; and for which game the store was asked: 1 + its first entry.
     * 0: not yet asked. */
    uint64_t best;
    size_t asked;
} game_saver;

void saver_open(game_saver *saver, const char *given);
void saver_close(game_saver *saver);

/* The rules and the size of the running game that was played last; false where there is none. */
bool saver_latest(const game_saver *saver, eleven_rules *rules, board_size *size);

/* Gives a session with the running game of these rules and this size, empty where there is none; NULL when out of
 * memory. */
eleven_session *saver_resume(game_saver *saver, const eleven_rules *rules, board_size size);

/* After saver_resume: if another program plays the game that would have been resumed, the notice says so. */
void saver_note_other(game_saver *saver);

/* Gives another session, with the game of this number, running or not, and prepares for its best score. Save the
 * present session first, and free it afterwards. NULL: nothing has changed, and the problem says why. */
eleven_session *saver_resume_game(game_saver *saver, int64_t id, eleven_problem *problem);

/* Where the record is a state of a saved game: brings that game to the later of the two states, and gives another
 * session with it; as saver_resume_game. *session stays NULL where the record is of no saved game. */
eleven_error saver_resume_record(game_saver *saver, const char *text, size_t length, eleven_session **session,
                                 eleven_problem *problem);

/* What was kept under this name, in `value`; NULL if nothing was. */
const char *saver_setting(const game_saver *saver, const char *name, char value[STORE_SETTING]);

/* For a game on the screen; the context is the saver. saver_keep keeps a setting if that is possible, and if the
 * value is not too long. saver_save opens the store if that failed before, and then saves all that was played. */
bool saver_save(void *context, eleven_session *session, eleven_problem *problem);
void saver_keep(void *context, const char *name, const char *value);
uint64_t saver_best(void *context, const eleven_session *session);

/* To be called when the game ends: tries once more to save it. Returns `status`; or, where the game cannot be saved and
 * `status` is 0, STATUS_FAILURE. In that case it has complained. */
int saver_end(game_saver *saver, const char *command, eleven_session *session, int status);

#endif
