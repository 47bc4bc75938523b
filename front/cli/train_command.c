/* Trains a network: the clock, the threads, the files and the signals around src/player/train.c.
 *
 *     OUTPUT.checkpoint   everything, to go on from      OUTPUT.csv, OUTPUT.svg   the learning curve
 *     OUTPUT              the network, when the time is over or the training was stopped
 */
#include "cli/commands.h"
#include "base/input_output.h"
#include "base/options.h"
#include "picture/picture.h"
#include "base/values.h"

#include "train/train_room.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    MOVES_AT_ONCE = 1000000, /* of each thread, between two looks at the clock */
    THREADS_MOST = 256,
    PATH_MOST = 4096,
    SECONDS_A_REPORT = 10,
    SECONDS_A_ROW = 60,
    SECONDS_A_CHECKPOINT = 600,
};

typedef struct train_job {
    const char *recipe_path, *output;
    double hours;    /* INFINITY: the moves decide */
    int64_t moves;   /* millions of them, INT64_MAX: the hours decide */
    int64_t between; /* two checkpoints, in millions of moves; negative: SECONDS_A_CHECKPOINT */
    int64_t threads, games;
    seed_value seed;
    char checkpoint[PATH_MOST], csv[PATH_MOST], svg[PATH_MOST];
    training *trainer;
    double began;                  /* clock when past.seconds was 0 */
    double reported, saved, drawn; /* seconds of the training at the last of each */
    uint64_t saved_moves;
    train_tally shown, rowed; /* sums of all workers' tallies at the last report, at the last row */
} train_job;

static volatile int is_stopped;

static void stop(int signal)
{
    (void)signal;
    is_stopped = 1;
}

static double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- Progress ------------------------------------------------------------------------------------------- */

static train_tally tally_all(const training *trainer)
{
    train_tally all = {0};
    for (unsigned i = 0; i < trainer->threads; i++) {
        const train_tally *one = &trainer->worker[i].tally;
        all.games += one->games;
        all.moves += one->moves;
        all.score += one->score;
        all.square += one->square;
        for (unsigned rank = 0; rank < sizeof all.reach / sizeof *all.reach; rank++)
            all.reach[rank] += one->reach[rank];
    }
    return all;
}

/* What happened between two tallies. */
static curve_row row_between(const train_job *job, const train_tally *before, const train_tally *now)
{
    curve_row row = {
        .seconds = job->trainer->past.seconds, .moves = job->trainer->past.moves, .games = now->games - before->games};
    double n = row.games ? (double)row.games : 1;
    row.mean = (now->score - before->score) / n;
    row.error = sqrt(fmax(0, (now->square - before->square) / n - row.mean * row.mean) / n);
    for (unsigned i = 0; i < 3; i++)
        for (unsigned rank = 13 + i; rank < 20; rank++)
            row.reach[i] += (double)(now->reach[rank] - before->reach[rank]) / n;
    return row;
}

static double million_moves(const train_job *job)
{
    return (double)job->trainer->past.moves / 1e6;
}

static bool is_over(const train_job *job)
{
    return job->trainer->past.seconds >= job->hours * 3600 || million_moves(job) >= (double)job->moves;
}

/* `speed`: million moves a second. */
static double seconds_left(const train_job *job, double speed)
{
    double by_clock = job->hours * 3600 - job->trainer->past.seconds;
    return fmax(0, fmin(by_clock, ((double)job->moves - million_moves(job)) / speed));
}

static void report(train_job *job, bool is_last)
{
    double seconds = job->trainer->past.seconds, spent = seconds - job->reported;
    if (spent < SECONDS_A_REPORT && !is_last)
        return;
    train_tally now = tally_all(job->trainer);
    curve_row row = row_between(job, &job->shown, &now);
    double speed = (double)(now.moves - job->shown.moves) / 1e6 / fmax(spent, 1e-3);
    printf("%s%7.0f s  %8.1f M moves  %5.2f M/s  mean %7.0f +- %-5.0f  8192 %4.1f%%  16384 %4.1f%%  32768 "
           "%4.1f%%  "
           "%.0f min left%s",
           isatty(STDOUT_FILENO) ? "\r" : "", seconds, (double)row.moves / 1e6, speed, row.mean, row.error,
           100 * row.reach[0], 100 * row.reach[1], 100 * row.reach[2], seconds_left(job, fmax(speed, 1e-3)) / 60,
           isatty(STDOUT_FILENO) && !is_last ? "" : "\n");
    fflush(stdout);
    job->reported = seconds;
    job->shown = now;
}

/* A row of the curve, and the picture. */
static void draw(train_job *job, bool is_last)
{
    double seconds = job->trainer->past.seconds;
    if (seconds - job->drawn < SECONDS_A_ROW && !is_last)
        return;
    train_tally now = tally_all(job->trainer);
    curve_row row = row_between(job, &job->rowed, &now);
    if (row.games && (!curve_append(job->csv, &row) || !curve_draw(job->csv, job->svg)))
        complain("train", STATUS_FAILURE, "the learning curve cannot be written: %s", strerror(errno));
    job->drawn = seconds;
    job->rowed = now;
}

static int save(train_job *job, bool is_last)
{
    eleven_problem problem;
    bool is_time = job->between < 0 ? job->trainer->past.seconds - job->saved >= SECONDS_A_CHECKPOINT
                                    : million_moves(job) - (double)job->saved_moves / 1e6 >= (double)job->between;
    if (!is_time && !is_last)
        return 0;
    if (train_save(job->trainer, job->checkpoint, &problem))
        return complain("train", STATUS_FAILURE, "%s", problem.sentence);
    job->saved = job->trainer->past.seconds;
    job->saved_moves = job->trainer->past.moves;
    return 0;
}

/* ---- Training ------------------------------------------------------------------------------------------- */

typedef struct thread_work {
    training *trainer;
    unsigned worker;
} thread_work;

static void *thread_run(void *context)
{
    thread_work *work = context;
    train_play(work->trainer, work->worker, MOVES_AT_ONCE);
    return NULL;
}

/* Every worker plays MOVES_AT_ONCE moves; the last one in this thread, as do those that get no other. */
static void play_together(training *trainer)
{
    pthread_t thread[THREADS_MOST];
    thread_work work[THREADS_MOST];
    bool is_apart[THREADS_MOST];
    for (unsigned i = 0; i < trainer->threads; i++) {
        work[i] = (thread_work){trainer, i};
        is_apart[i] = i + 1 < trainer->threads && pthread_create(&thread[i], NULL, thread_run, &work[i]) == 0;
    }
    for (unsigned i = 0; i < trainer->threads; i++)
        if (!is_apart[i])
            thread_run(&work[i]);
    for (unsigned i = 0; i < trainer->threads; i++)
        if (is_apart[i])
            pthread_join(thread[i], NULL);
    trainer->past.moves += (uint64_t)MOVES_AT_ONCE * trainer->threads;
}

static int train_until_over(train_job *job)
{
    training *trainer = job->trainer;
    int status = 0;
    while (!is_stopped && !status && !is_over(job)) {
        play_together(trainer);
        if (++trainer->past.rounds % trainer->recipe.round == 0)
            train_promote(trainer);
        trainer->past.seconds = clock_seconds() - job->began;
        report(job, false);
        draw(job, false);
        status = save(job, false);
    }
    return status;
}

/* The network of what was learned, measured and written. */
static int finish(train_job *job)
{
    eleven_problem problem;
    eleven_network *network = train_pack_within(job->trainer, job->trainer->recipe.size);
    if (!network)
        return complain("train", STATUS_FAILURE, "there is not enough memory to make the network");
    memcpy(network->facts.recipe, job->trainer->recipe.name, sizeof network->facts.recipe);
    network->facts.seed = job->trainer->past.seed;
    network->facts.moves = job->trainer->past.moves;
    is_stopped = 0;
    train_measure(network, 1, (uint64_t)job->games, &is_stopped);
    printf("%" PRIu32 " weights; one move ahead, %" PRIu64 " games: mean %.0f +- %.0f\n", network->facts.weights,
           network->facts.games, network->facts.mean, network->facts.error);
    eleven_error error = player_network_save(network, job->output, &problem);
    eleven_network_close(network);
    return error ? complain("train", STATUS_FAILURE, "%s", problem.sentence) : 0;
}

static int train(train_job *job)
{
    eleven_problem problem;
    eleven_error error = train_load(job->trainer, job->checkpoint, &problem);
    if (error && error != ELEVEN_END)
        return complain("train", STATUS_FAILURE, "%s", problem.sentence);
    if (error && job->hours == 0)
        return complain("train", STATUS_FAILURE, "there is no checkpoint '%s' to write a network from",
                        job->checkpoint);
    double past = job->trainer->past.seconds;
    if (!error)
        printf("going on after %.0f s and %.1f million moves\n", past, million_moves(job));
    fflush(stdout);
    if (!is_over(job) && !curve_cut(job->csv, job->trainer->past.moves))
        complain("train", STATUS_FAILURE, "%s cannot be written: %s", job->csv, strerror(errno));
    job->began = clock_seconds() - past;
    job->reported = job->saved = job->drawn = past;
    job->saved_moves = job->trainer->past.moves;
    job->shown = job->rowed = tally_all(job->trainer);
    struct sigaction action = {.sa_handler = stop};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    int status = train_until_over(job);
    if (job->trainer->past.seconds > past) {
        report(job, true);
        draw(job, true);
        status = status ? status : save(job, true);
    }
    return status ? status : finish(job);
}

/* ---- The command ---------------------------------------------------------------------------------------- */

static int option_hours(const char *command, const char *option, const char *text, void *target)
{
    char *end;
    double hours = strtod(text, &end);
    if (*text == '\0' || *end != '\0' || !(hours >= 0 && hours <= 1e6))
        return complain(command, STATUS_USAGE, "--%s '%s' is not a number of hours", option, text);
    *(double *)target = hours;
    return 0;
}

static int recipe_read(const train_job *job, train_recipe *recipe)
{
    file_text file;
    eleven_problem problem;
    int status = input_read("train", job->recipe_path, &file);
    if (status)
        return status;
    eleven_error error = train_recipe_parse(file.text, file.length, recipe, &problem);
    free(file.text);
    return error ? complain_of_file("train", job->recipe_path, &problem) : 0;
}

static int job_check(train_job *job)
{
    if (!job->recipe_path || !job->output || (job->hours < 0 && job->moves < 0))
        return complain("train", STATUS_USAGE, "--recipe, --hours or --moves, and -o are needed");
    job->hours = job->hours < 0 ? INFINITY : job->hours;
    job->moves = job->moves < 0 ? INT64_MAX : job->moves;
    if (job->threads < 1 || job->threads > THREADS_MOST)
        return complain("train", STATUS_USAGE, "--threads is a number from 1 to %d", THREADS_MOST);
    snprintf(job->checkpoint, PATH_MOST, "%s.checkpoint", job->output);
    snprintf(job->csv, PATH_MOST, "%s.csv", job->output);
    snprintf(job->svg, PATH_MOST, "%s.svg", job->output);
    return 0;
}

static int train_run(word_list words)
{
    train_job job = {.hours = -1, .moves = -1, .between = -1, .threads = 1, .games = 300, .seed = {true, 1}};
    const cli_option options[] = {
        {"recipe", "FILE", "how to train, see data/README.md", option_text, &job.recipe_path, 0},
        {"hours", "H", "train until it has taken so long in all; 0 only writes the network", option_hours, &job.hours,
         0},
        {"moves", "N", "train until it has made so many million moves in all", option_number, &job.moves, 0},
        {"checkpoint", "N", "million moves between two checkpoints (ten minutes)", option_number, &job.between, 0},
        {"output", "FILE", "the file of weights", option_text, &job.output, 'o'},
        {"threads", "T", "how many threads train (1)", option_number, &job.threads, 0},
        {"seed", "N", "of all chance (1)", option_seed, &job.seed, 0},
        {"games", "N", "how many games measure the network (300)", option_number, &job.games, 0},
        {0}};
    train_recipe recipe;
    int status = options_read(&train_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    if ((status = job_check(&job)) || (status = recipe_read(&job, &recipe)))
        return status;
    job.trainer = train_open(&recipe, job.seed.seed, (unsigned)job.threads);
    if (!job.trainer)
        return complain("train", STATUS_FAILURE, "there is not enough memory for this recipe");
    status = train(&job);
    train_close(job.trainer);
    return status;
}

const cli_command train_command = {
    .name = "train",
    .arguments = "",
    .summary = "Train a network",
    .details = "Beside FILE it keeps FILE.checkpoint, from which the same command goes on, and the learning\n"
               "curve in FILE.csv and FILE.svg. Ctrl-C stops it with a checkpoint and writes the network. A "
               "program\n"
               "that is killed loses what it has learned since the last checkpoint, and nothing else.\n",
    .run = train_run,
};
