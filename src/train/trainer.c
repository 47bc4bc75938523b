/* The trainer of the public interface: a training and its threads. */
#include "eleven/train.h"
#include "base/clock.h"
#include "base/inside.h"
#include "base/memory.h"
#include "base/problem.h"
#include "base/sized.h"
#include "train/train_room.h"

#include <math.h>

/* Moves of each worker until the stop is looked at. */
enum { AT_ONCE = 50000 };

struct eleven_trainer {
    training *training;
    workers *team;
    eleven_trainer_facts facts;
};

/* Games that begin late continue games of the network in the library. */
static eleven_error late_starts_check(const train_recipe *recipe, eleven_problem *problem)
{
    if (!recipe->begin || eleven_network_shipped())
        return ELEVEN_OK;
#ifdef INSIDE_FILE
    return problem_no_memory(problem);
#else
    return problem_set(problem, ELEVEN_IMPOSSIBLE, "games cannot begin late: there is no network in this library");
#endif
}

eleven_error eleven_trainer_open(const char *recipe, size_t length, uint64_t seed, unsigned threads,
                                 eleven_trainer **trainer, eleven_problem *problem)
{
    train_recipe parsed;
    *trainer = NULL;
    eleven_error error = train_recipe_parse(recipe, length, &parsed, problem);
    error = error ? error : late_starts_check(&parsed, problem);
    if (error)
        return error;
    threads = threads < 1 ? 1 : threads > WORKERS_MAX ? WORKERS_MAX : threads;
    eleven_trainer *opened = memory_zeroed(1, sizeof *opened);
    if (opened) {
        opened->training = train_open(&parsed, seed, threads);
        opened->team = workers_open(threads);
    }
    if (!opened || !opened->training || !opened->team) {
        eleven_trainer_close(opened);
        return problem_no_memory(problem);
    }
    *trainer = opened;
    return ELEVEN_OK;
}

void eleven_trainer_close(eleven_trainer *trainer)
{
    if (!trainer)
        return;
    workers_close(trainer->team);
    train_close(trainer->training);
    memory_free(trainer);
}

/* The tallies of a process, and what all take over from the first one. */
typedef struct train_news {
    double games, score, square, reached[ELEVEN_RANKS], seconds;
    bool is_unchecked;
} train_news;

static train_news news_of(const training *work)
{
    train_news news = {.seconds = work->past.seconds, .is_unchecked = work->is_unchecked};
    for (unsigned i = 0; i < work->threads; i++) {
        const train_tally *tally = &work->worker[i].tally;
        news.games += (double)tally->games;
        news.score += tally->score;
        news.square += tally->square;
        for (unsigned rank = 0; rank < TALLY_RANKS; rank++)
            for (unsigned least = 0; least <= rank; least++)
                news.reached[least] += (double)tally->reach[rank];
    }
    return news;
}

/* The tallies of all processes. */
static train_news gather_news(training *work)
{
    train_news sum = news_of(work), *all = (train_news *)work->peers.in;
    unsigned count = work->peers.peers.count;
    if (count == 1 || !train_gather(work, &sum, sizeof sum, all))
        return sum;
    sum = all[0];
    for (unsigned i = 1; i < count; i++) {
        sum.games += all[i].games;
        sum.score += all[i].score;
        sum.square += all[i].square;
        for (unsigned rank = 0; rank < ELEVEN_RANKS; rank++)
            sum.reached[rank] += all[i].reached[rank];
    }
    return sum;
}

static void facts_update(eleven_trainer *trainer)
{
    training *work = trainer->training;
    train_news sum = gather_news(work);
    eleven_trainer_facts facts = {.moves = work->past.moves, .games = (uint64_t)sum.games};
    work->past.seconds = facts.seconds = sum.seconds;
    work->is_unchecked = facts.is_unchecked = sum.is_unchecked;
    for (unsigned rank = 0; rank < ELEVEN_RANKS; rank++)
        facts.reached[rank] = (uint64_t)sum.reached[rank];
    double n = sum.games;
    if (n > 0) {
        facts.mean = sum.score / n;
        facts.error = sqrt(fmax(0, sum.square / n - facts.mean * facts.mean) / n);
    }
    trainer->facts = facts;
}

static void tallies_clear(training *work)
{
    for (unsigned i = 0; i < work->threads; i++)
        work->worker[i].tally = (train_tally){0};
}

eleven_error eleven_trainer_join(eleven_trainer *trainer, const eleven_peers *peers, eleven_problem *problem)
{
    eleven_peers known;
    SIZED_COPY(known, peers);
    if (known.count <= 1)
        return ELEVEN_OK;
    if (!train_join(trainer->training, &known))
        return problem_no_memory(problem);
    train_renumber(trainer->training);
    return ELEVEN_OK;
}

/* Plays moves of each worker, at most until something is to be looked at. Returns how many it played. */
static uint64_t run_piece(eleven_trainer *trainer, uint64_t moves)
{
    training *work = trainer->training;
    uint64_t most = work->peers.peers.count > 1 ? TRAIN_ALONE - work->in_round % TRAIN_ALONE : AT_ONCE;
    most = moves < most ? moves : most;
    train_run(work, trainer->team, most);
    if (work->peers.peers.count > 1)
        train_combine(work);
    return most;
}

eleven_error eleven_trainer_run(eleven_trainer *trainer, uint64_t moves, const eleven_stop *stop)
{
    training *work = trainer->training;
    if (work->recipe.sparse && !work->has_weights)
        return ELEVEN_IMPOSSIBLE;
    double began = clock_milliseconds() / 1e3 - work->past.seconds;
    tallies_clear(work);
    uint64_t all = train_workers(work), left = moves / all + (moves % all != 0);
    eleven_error error = ELEVEN_OK;
    while (left && !error) {
        error = train_agree(work, eleven_stop_is_requested(stop) ? ELEVEN_STOPPED : ELEVEN_OK, NULL);
        left -= error ? 0 : run_piece(trainer, left);
    }
    work->past.seconds = clock_milliseconds() / 1e3 - began;
    facts_update(trainer);
    return work->peers.is_lost ? ELEVEN_IMPOSSIBLE : error;
}

eleven_error eleven_trainer_checkpoint(const eleven_trainer *trainer, const char *path, eleven_problem *problem)
{
    return train_save(trainer->training, path, problem);
}

eleven_error eleven_trainer_continue(eleven_trainer *trainer, const char *path, eleven_problem *problem)
{
    eleven_error error = train_load(trainer->training, path, problem);
    trainer->training->has_weights |= !error;
    tallies_clear(trainer->training);
    facts_update(trainer);
    return error;
}

eleven_error eleven_trainer_begin_at(eleven_trainer *trainer, const eleven_bitboard *boards, size_t count,
                                     eleven_problem *problem)
{
    return train_begin_at(trainer->training, boards, count, problem);
}

void eleven_trainer_follow(eleven_trainer *trainer, const eleven_endgame *tables)
{
    trainer->training->tables = tables;
}

eleven_error eleven_trainer_adopt(eleven_trainer *trainer, const char *path, eleven_problem *problem)
{
    if (trainer->facts.moves > 0)
        return problem_set(problem, ELEVEN_IMPOSSIBLE, "weights are adopted before the first run");
    eleven_error error = train_adopt(trainer->training, path, problem);
    trainer->training->has_weights |= !error;
    return error;
}

const eleven_trainer_facts *eleven_trainer_about(const eleven_trainer *trainer)
{
    return &trainer->facts;
}

eleven_error eleven_trainer_pack(const eleven_trainer *trainer, uint64_t games, const eleven_stop *stop,
                                 eleven_network **network, eleven_problem *problem)
{
    *network = train_pack_within(trainer->training, trainer->training->recipe.size);
    if (*network && train_measure(*network, 1, games, stop))
        return ELEVEN_OK;
    eleven_network_close(*network);
    *network = NULL;
    return problem_no_memory(problem);
}

eleven_error eleven_trainer_save(const eleven_trainer *trainer, uint64_t games, const char *path,
                                 eleven_problem *problem)
{
    eleven_network *network;
    eleven_error error = eleven_trainer_pack(trainer, games, NULL, &network, problem);
    error = error ? error : eleven_network_save(network, path, problem);
    eleven_network_close(network);
    return error;
}
