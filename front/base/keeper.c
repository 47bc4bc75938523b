/* Nothing here complains on standard error: the screen belongs to the game, and a notice is shown on it. */
#include "base/keeper.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void keeper_note(game_keeper *keeper, const char *what, const eleven_problem *problem)
{
    if (!keeper->notice[0])
        snprintf(keeper->notice, sizeof keeper->notice, "%s: %s", what, problem->sentence);
}

void keeper_open(game_keeper *keeper, const char *data)
{
    static const eleven_problem homeless = {.sentence = "neither --data nor $HOME tells a folder"};
    char folder[DATA_PATH];
    eleven_problem problem = homeless;
    if (!data_folder(data, folder) || store_open(folder, &keeper->store, &problem))
        keeper_note(keeper, "this game is not saved", &problem);
}

void keeper_close(game_keeper *keeper)
{
    store_close(keeper->store);
    keeper->store = NULL;
}

/* ---- Taking up ----------------------------------------------------------------------------------------- */

/* The rules need not be shipped ones, so they are read from the record. */
bool keeper_latest(const game_keeper *keeper, eleven_rules *rules, board_size *size)
{
    int64_t id = 0;
    char *text;
    size_t length;
    eleven_reader reader;
    if (!keeper->store || store_latest(keeper->store, &id, NULL) || id == 0 ||
        store_export(keeper->store, id, &text, &length, NULL))
        return false;
    bool is_read = eleven_reader_open(&reader, text, length, NULL) == ELEVEN_OK;
    free(text);
    if (!is_read)
        return false;
    *rules = reader.record.rules;
    *size = (board_size){reader.record.start.board.w, reader.record.start.board.h};
    return true;
}

eleven_session *keeper_resume(game_keeper *keeper, const eleven_rules *rules, board_size size)
{
    eleven_problem problem;
    eleven_session *session = eleven_session_new();
    if (!session || !keeper->store || !store_resume(keeper->store, rules, size.w, size.h, session, &problem))
        return session;
    keeper_note(keeper, "the last game cannot be taken up", &problem);
    eleven_session_free(session);
    return eleven_session_new();
}

/* ---- Playing ------------------------------------------------------------------------------------------- */

bool keeper_save(void *context, eleven_session *session, eleven_problem *problem)
{
    game_keeper *keeper = context;
    return !keeper->store || store_save(keeper->store, session, problem) == ELEVEN_OK;
}

static bool is_honest(const eleven_record *record)
{
    return record->undos == 0 && record->helped == 0 && !record->from_board;
}

/* The store is asked once for each game, and again when the game loses its honour. */
uint64_t keeper_best(void *context, const eleven_session *session)
{
    game_keeper *keeper = context;
    eleven_record record = eleven_session_record(session);
    const eleven_board *board = &record.start.board;
    size_t game = eleven_session_entry(session, eleven_session_position(session) - 1).game;
    size_t question = game * 2 + is_honest(&record) + 1;
    store_bests bests = {0};
    if (question != keeper->asked && keeper->store &&
        !store_best(keeper->store, eleven_rules_hash(&record.rules), board->w, board->h, &bests, NULL))
        keeper->best = bests.honest;
    keeper->asked = question;
    return is_honest(&record) && record.score > keeper->best ? record.score : keeper->best;
}
