/* While a game is played nothing is printed on standard error: the screen belongs to the game, and a notice is shown on
 * it. Looking at saved games leaves no traces: where there is no folder, none is created. */
#include "base/saving.h"
#include "base/clock.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

bool saved_games_folder(const char *given, char path[FOLDER_PATH])
{
    const struct {
        const char *base, *below;
    } places[] = {
        {given, ""},
        {getenv("ELEVEN_DATA"), ""},
        {getenv("XDG_DATA_HOME"), "/eleven"},
        {getenv("HOME"), "/.local/share/eleven"},
    };
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
        if (places[i].base && places[i].base[0])
            return snprintf(path, FOLDER_PATH, "%s%s", places[i].base, places[i].below) < FOLDER_PATH;
    return false;
}

int saved_games_open(const char *command, const char *given, eleven_store **store)
{
    char folder[FOLDER_PATH];
    eleven_problem problem;
    *store = NULL;
    if (!saved_games_folder(given, folder))
        return complain(command, STATUS_FAILURE, "no folder of saved games is known: set $HOME or use --data");
    if (access(folder, F_OK) != 0 && errno == ENOENT)
        return 0;
    return store_open(folder, store, &problem) ? complain(command, STATUS_FAILURE, "%s", problem.sentence) : 0;
}

/* The first notice stays. */
static void set_notice(game_saver *saver, const char *what, const eleven_problem *problem)
{
    if (!saver->notice[0])
        snprintf(saver->notice, sizeof saver->notice, "%s: %s", what, problem->sentence);
}

void saver_open(game_saver *saver, const char *given)
{
    saver->closed = (eleven_problem){.sentence = "no folder is known, set $HOME or use --data"};
    /* A file that reaches the limit of its size is an error like a full disk, not the end of the program. */
    signal(SIGXFSZ, SIG_IGN);
    if (!saved_games_folder(given, saver->folder))
        saver->folder[0] = '\0';
    else
        store_open(saver->folder, &saver->store, &saver->closed);
}

/* The session does not come from this store, so that all of it becomes a new sitting. */
static void saver_reopen(game_saver *saver, const eleven_session *session)
{
    enum { WAIT_MS = 1000 };
    const eleven_board *board = &eleven_session_game(session)->board;
    if (!saver->folder[0] || clock_milliseconds() < saver->open_at)
        return;
    if (store_open(saver->folder, &saver->store, &saver->closed) == ELEVEN_OK) {
        store_begin(saver->store, eleven_session_rules(session), board->w, board->h);
        return;
    }
    saver->store = NULL;
    saver->open_at = clock_milliseconds() + WAIT_MS;
}

void saver_close(game_saver *saver)
{
    store_close(saver->store);
    saver->store = NULL;
}

/* The rules need not be shipped ones, so they are read from the record. */
bool saver_latest(const game_saver *saver, eleven_rules *rules, board_size *size)
{
    int64_t id = 0;
    char *text;
    size_t length;
    eleven_reader reader;
    if (!saver->store || store_latest(saver->store, &id, NULL) || id == 0 ||
        store_export(saver->store, id, &text, &length, NULL))
        return false;
    bool is_read = eleven_reader_open(&reader, text, length, NULL) == ELEVEN_OK;
    free(text);
    if (!is_read)
        return false;
    *rules = reader.record.rules;
    *size = (board_size){reader.record.start.board.w, reader.record.start.board.h};
    return true;
}

eleven_session *saver_resume(game_saver *saver, const eleven_rules *rules, board_size size)
{
    eleven_problem problem;
    eleven_session *session = eleven_session_new();
    if (!session || !saver->store || !store_resume(saver->store, rules, size.w, size.h, session, &problem))
        return session;
    set_notice(saver, "the last game cannot be continued", &problem);
    eleven_session_free(session);
    return eleven_session_new();
}

bool saver_save(void *context, eleven_session *session, eleven_problem *problem)
{
    game_saver *saver = context;
    if (!saver->store)
        saver_reopen(saver, session);
    if (saver->store)
        return !store_save(saver->store, session, problem) && !store_synced(saver->store, problem);
    *problem = saver->closed;
    return false;
}

int saver_end(game_saver *saver, const char *command, eleven_session *session, int status)
{
    eleven_problem problem;
    saver->open_at = 0;
    if (saver_save(saver, session, &problem))
        return status;
    complain(command, STATUS_FAILURE, "the game is not saved: %s", problem.sentence);
    return status ? status : STATUS_FAILURE;
}

/* The store is asked once for each game. The answer never goes down, not even while nothing can be saved: all games of
 * a sitting have the same rules and size. */
uint64_t saver_best(void *context, const eleven_session *session)
{
    game_saver *saver = context;
    eleven_record record = eleven_session_record(session);
    const eleven_board *board = &record.start.board;
    size_t game = eleven_session_entry(session, eleven_session_position(session) - 1).game;
    size_t question = game + 1;
    uint64_t score = eleven_record_plain_score(&record, record.score);
    store_bests bests = {0};
    if (question != saver->asked && saver->store &&
        !store_best(saver->store, eleven_rules_hash(&record.rules), board->w, board->h, &bests, NULL) &&
        bests.plain > saver->best)
        saver->best = bests.plain;
    saver->asked = question;
    if (score > saver->best)
        saver->best = score;
    return saver->best;
}
