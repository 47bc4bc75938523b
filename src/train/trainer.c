/* The trainer of the public interface: a training and its threads. */
#include "eleven/train.h"
#include "base/problem.h"
#include "train/train_room.h"

#include <math.h>
#include <stdlib.h>

struct eleven_trainer {
    training *training;
    workers *team;
    eleven_trainer_facts facts;
};

eleven_error eleven_trainer_open(const char *recipe, size_t length, uint64_t seed, unsigned threads,
                                 eleven_trainer **trainer, eleven_problem *problem)
{
    train_recipe parsed;
    eleven_error error = train_recipe_parse(recipe, length, &parsed, problem);
    if (error)
        return error;
    threads = threads < 1 ? 1 : threads > WORKERS_MAX ? WORKERS_MAX : threads;
    eleven_trainer *opened = calloc(1, sizeof *opened);
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
    free(trainer);
}

static void facts_update(eleven_trainer *trainer)
{
    eleven_trainer_facts facts = {.moves = trainer->training->past.moves};
    double sum = 0, squares = 0;
    for (unsigned i = 0; i < trainer->training->threads; i++) {
        const train_tally *tally = &trainer->training->worker[i].tally;
        facts.games += tally->games;
        sum += tally->score;
        squares += tally->square;
    }
    double n = (double)facts.games;
    if (facts.games) {
        facts.mean = sum / n;
        facts.error = sqrt(fmax(0, squares / n - facts.mean * facts.mean) / n);
    }
    trainer->facts = facts;
}

void eleven_trainer_run(eleven_trainer *trainer, uint64_t moves)
{
    unsigned threads = trainer->training->threads;
    for (unsigned i = 0; i < threads; i++)
        trainer->training->worker[i].tally = (train_tally){0};
    train_run(trainer->training, trainer->team, moves / threads + (moves % threads != 0));
    facts_update(trainer);
}

const eleven_trainer_facts *eleven_trainer_about(const eleven_trainer *trainer)
{
    return &trainer->facts;
}

eleven_error eleven_trainer_save(const eleven_trainer *trainer, uint64_t games, const char *path,
                                 eleven_problem *problem)
{
    eleven_network *network = train_pack_within(trainer->training, trainer->training->recipe.size);
    if (!network)
        return problem_no_memory(problem);
    if (games)
        train_measure(network, 1, games, NULL);
    eleven_error error = player_network_save(network, path, problem);
    eleven_network_close(network);
    return error;
}
