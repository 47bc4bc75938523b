/* While a game is played nothing is printed on standard error: the screen belongs to the game, and a notice is shown on
 * it. Looking at saved games leaves no traces: where there is no folder, none is created. */
#include "base/saving.h"
#include "base/clock.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

eleven_store *saved_games_open(const char *given, bool may_create)
{
    char folder[FOLDER_PATH];
    eleven_problem problem;
    eleven_store *store;
    if (!saved_games_folder(given, folder))
        fail_with("no folder of saved games is known: set $HOME or use --data");
    if (!may_create && access(folder, F_OK) != 0 && errno == ENOENT)
        return NULL;
    if ((may_create ? store_open : store_look)(folder, &store, &problem))
        fail_problem(&problem);
    if (store_notice(store)[0])
        complain(complain_name, 0, "%s", store_notice(store));
    return store;
}

/* The first notice stays. */
static void note(game_saver *saver, const char *what, const char *sentence)
{
    if (!saver->notice[0])
        snprintf(saver->notice, sizeof saver->notice, "%s%s", what, sentence);
}

void saver_open(game_saver *saver, const char *given)
{
    saver->closed = (eleven_problem){.sentence = "no folder is known, set $HOME or use --data"};
    if (!saved_games_folder(given, saver->folder))
        saver->folder[0] = '\0';
    else if (!store_open(saver->folder, &saver->store, &saver->closed))
        note(saver, "", store_notice(saver->store));
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
    char *text = NULL;
    size_t length;
    eleven_reader reader;
    if (!saver->store || store_latest(saver->store, &id, NULL) || id == 0)
        return false;
    /* The head of a damaged game is enough. */
    store_export(saver->store, id, &text, &length, NULL);
    if (!text)
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
    bool is_repaired = false;
    while (session && saver->store && store_resume(saver->store, rules, size.w, size.h, session, &problem)) {
        eleven_session_free(session);
        session = eleven_session_new();
        if (is_repaired || store_repair(saver->store, NULL)) {
            note(saver, "the last game cannot be continued: ", problem.sentence);
            break;
        }
        is_repaired = true;
        note(saver, "", store_notice(saver->store));
    }
    return session;
}

eleven_session *saver_resume_game(game_saver *saver, int64_t id, eleven_problem *problem)
{
    eleven_session *session = eleven_session_new();
    *problem = saver->closed;
    if (!session)
        snprintf(problem->sentence, sizeof problem->sentence, "out of memory");
    else if (saver->store && !store_resume_game(saver->store, id, session, problem)) {
        saver->best = saver->asked = 0;
        return session;
    }
    eleven_session_free(session);
    return NULL;
}

void saver_note_other(game_saver *saver)
{
    if (saver->store && store_was_taken(saver->store))
        note(saver, "", "another window plays the last game of this kind; this is another game");
}

static eleven_error record_update(game_saver *saver, const char *text, size_t length, eleven_problem *problem)
{
    store_imported result;
    eleven_error error = store_import_begin(saver->store, problem);
    if (error)
        return error;
    error = store_import(saver->store, text, length, &(store_extras){0}, &result, problem);
    eleven_error end = store_import_end(saver->store, !error, problem);
    return error ? error : end;
}

eleven_error saver_resume_record(game_saver *saver, const char *text, size_t length, eleven_session **session,
                                 eleven_problem *problem)
{
    int64_t id = 0;
    bool is_later;
    eleven_error error = saver->store ? store_identify(saver->store, text, length, &id, &is_later, problem) : ELEVEN_OK;
    if (error || id == 0)
        return error;
    error = record_update(saver, text, length, problem);
    if (!error)
        *session = saver_resume_game(saver, id, problem);
    return error || *session ? error : ELEVEN_NO_STORAGE;
}

const char *saver_setting(const game_saver *saver, const char *name, char value[STORE_SETTING])
{
    bool is_read = saver->store && !store_setting(saver->store, name, value, NULL);
    return is_read && value[0] ? value : NULL;
}

void saver_keep(void *context, const char *name, const char *value)
{
    game_saver *saver = context;
    if (saver->store && strlen(value) < STORE_SETTING)
        store_keep_setting(saver->store, name, value, NULL);
}

bool saver_save(void *context, eleven_session *session, eleven_problem *problem)
{
    game_saver *saver = context;
    if (saver->store && store_has_moved(saver->store))
        saver_close(saver);
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
    bool is_saved = saver_save(saver, session, &problem);
    const char *notice = saver->store ? store_notice(saver->store) : "";
    if (notice[0] && strcmp(notice, saver->notice) != 0)
        complain(command, 0, "%s", notice);
    if (is_saved)
        return status;
    complain(command, STATUS_FAILURE, "the game is not saved: %s", problem.sentence);
    return status ? status : STATUS_FAILURE;
}

/* The store is asked once for each game. The answer never goes down, not even while nothing can be saved: all games of
 * a sitting have the same rules and size. */
uint64_t saver_best(void *context, const eleven_session *session)
{
    game_saver *saver = context;
    eleven_record record;
    eleven_session_record(session, &record);
    const eleven_board *board = &record.start.board;
    size_t game = eleven_session_entry(session, eleven_session_position(session) - 1)->game;
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
