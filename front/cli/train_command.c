/* Trains a network: the clock, the threads, the files and the signals around src/train.
 *
 *     OUTPUT.checkpoint          everything that is needed to continue
 *     OUTPUT.csv, OUTPUT.svg     the learning curve
 *     OUTPUT                     the network, when the training is over or was stopped
 */
#include "cli/commands.h"
#include "base/clock.h"
#include "base/input_output.h"
#include "base/workers.h"
#include "picture/picture.h"
#include "train/train_room.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Each worker plays MOVES_AT_ONCE moves before the clock is read. */
enum { MOVES_AT_ONCE = 1000000, PATH_MOST = 4096 };

/* Seconds between two reports, two rows of the curve, two checkpoints. */
enum { REPORT_PACE = 10, ROW_PACE = 60, CHECKPOINT_PACE = 600 };

struct options {
    const char *recipe, *output;

    /* When to stop; negative: not given, the other one decides. Moves are in millions. */
    double hours;
    int64_t moves;

    /* Between two checkpoints, in millions of moves; negative: CHECKPOINT_PACE. */
    int64_t checkpoint;

    int64_t threads, games;
    seed_value seed;
};

typedef struct train_job {
    const struct options *options;
    char checkpoint[PATH_MOST], csv[PATH_MOST], svg[PATH_MOST];
    training *trainer;
    workers *team;

    /* Seconds: the clock when past.seconds was 0, and past.seconds at the last report, checkpoint and row. */
    double began, reported, saved, drawn;
    uint64_t saved_moves;

    /* The sums of all workers' tallies at the last report and at the last row. */
    train_tally shown, rowed;
} train_job;

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
    const struct options *options = job->options;
    return (options->hours >= 0 && job->trainer->past.seconds >= options->hours * 3600) ||
           (options->moves >= 0 && million_moves(job) >= (double)options->moves);
}

/* `speed`: million moves per second. */
static double seconds_left(const train_job *job, double speed)
{
    const struct options *options = job->options;
    double by_clock = options->hours < 0 ? (double)INFINITY : options->hours * 3600 - job->trainer->past.seconds;
    double by_moves = options->moves < 0 ? (double)INFINITY : ((double)options->moves - million_moves(job)) / speed;
    return fmax(0, fmin(by_clock, by_moves));
}

static void report(train_job *job, bool is_last)
{
    double seconds = job->trainer->past.seconds, spent = seconds - job->reported;
    if (spent < REPORT_PACE && !is_last)
        return;
    train_tally now = tally_all(job->trainer);
    curve_row row = row_between(job, &job->shown, &now);
    char left[PROGRESS_LEFT];
    double speed = (double)(now.moves - job->shown.moves) / 1e6 / fmax(spent, 1e-3);
    printf("%s%7.0f s  %8.1f M moves  %5.2f M/s  mean %7.0f +- %-5.0f", isatty(STDOUT_FILENO) ? "\r\033[K" : "",
           seconds, (double)row.moves / 1e6, speed, row.mean, row.error);
    printf("  8192 %4.1f%%  16384 %4.1f%%  32768 %4.1f%%  %s%s", 100 * row.reach[0], 100 * row.reach[1],
           100 * row.reach[2], progress_left(seconds_left(job, fmax(speed, 1e-3)), left),
           isatty(STDOUT_FILENO) && !is_last ? "" : "\n");
    fflush(stdout);
    job->reported = seconds;
    job->shown = now;
}

/* A row of the curve, and the picture. */
static void draw(train_job *job, bool is_last)
{
    double seconds = job->trainer->past.seconds;
    if (seconds - job->drawn < ROW_PACE && !is_last)
        return;
    train_tally now = tally_all(job->trainer);
    curve_row row = row_between(job, &job->rowed, &now);
    if (row.games && (!curve_append(job->csv, &row) || !curve_draw(job->csv, job->svg)))
        complain("train", STATUS_FAILURE, "the learning curve cannot be written: %s", strerror(errno));
    job->drawn = seconds;
    job->rowed = now;
}

static void save(train_job *job, bool is_last)
{
    eleven_problem problem;
    double moves = million_moves(job) - (double)job->saved_moves / 1e6;
    bool is_time = job->options->checkpoint < 0 ? job->trainer->past.seconds - job->saved >= CHECKPOINT_PACE
                                                : moves >= (double)job->options->checkpoint;
    if (!is_time && !is_last)
        return;
    if (train_save(job->trainer, job->checkpoint, &problem))
        fail_problem(&problem);
    job->saved = job->trainer->past.seconds;
    job->saved_moves = job->trainer->past.moves;
}

static void train_until_over(train_job *job)
{
    training *trainer = job->trainer;
    while (!eleven_stop_is_requested(&interrupted) && !is_over(job)) {
        train_run(trainer, job->team, MOVES_AT_ONCE);
        trainer->past.seconds = clock_milliseconds() / 1e3 - job->began;
        report(job, false);
        draw(job, false);
        save(job, false);
    }
}

/* Packs, measures and writes the network. A second signal stops the measurement. */
static void finish(train_job *job)
{
    eleven_problem problem;
    eleven_network *network = train_pack_within(job->trainer, job->trainer->recipe.size);
    if (!network)
        fail_no_memory();
    interrupted = (eleven_stop){0};
    if (!train_measure(network, 1, (uint64_t)job->options->games, &interrupted))
        fail_no_memory();
    printf("%" PRIu32 " weights; one move ahead, %" PRIu64 " games: mean %.0f +- %.0f\n", network->facts.weights,
           network->facts.games, network->facts.mean, network->facts.error);
    eleven_error error = player_network_save(network, job->options->output, &problem);
    eleven_network_close(network);
    if (error)
        fail_problem(&problem);
}

static void train(train_job *job)
{
    eleven_problem problem;
    eleven_error error = train_load(job->trainer, job->checkpoint, &problem);
    if (error && error != ELEVEN_END)
        fail_problem(&problem);
    if (error && is_over(job))
        fail_with("there is no checkpoint '%s' to make a network from", job->checkpoint);
    double past = job->trainer->past.seconds;
    if (!error)
        printf("continuing after %.0f s and %.1f million moves\n", past, million_moves(job));
    if (job->trainer->is_unchecked)
        fprintf(stderr,
                "eleven train: %s comes from an older version and has no checksum; the next checkpoint has one\n",
                job->checkpoint);
    fflush(stdout);
    if (!is_over(job) && !curve_cut(job->csv, job->trainer->past.moves))
        complain("train", STATUS_FAILURE, "%s cannot be written: %s", job->csv, strerror(errno));
    job->began = clock_milliseconds() / 1e3 - past;
    job->reported = job->saved = job->drawn = past;
    job->saved_moves = job->trainer->past.moves;
    job->shown = job->rowed = tally_all(job->trainer);
    stop_on_signals();
    train_until_over(job);
    if (job->trainer->past.seconds > past) {
        report(job, true);
        draw(job, true);
        save(job, true);
    }
    finish(job);
}

static void read_hours(const cli_option *option, const char *text, void *value)
{
    char *end;
    double hours = strtod(text, &end);
    if (*text == '\0' || *end != '\0' || !(hours >= 0 && hours <= 1e6))
        fail_value(option, "a number of hours from 0 to 1000000", text);
    *(double *)value = hours;
}

static train_recipe read_recipe(const char *path)
{
    train_recipe recipe;
    eleven_problem problem;
    buffer file = input_read(path);
    if (train_recipe_parse(file.at, file.length, &recipe, &problem))
        fail_in_file(path, &problem);
    buffer_free(&file);
    return recipe;
}

static int run_train(void *given, word_list words)
{
    const struct options *options = given;
    train_job job = {.options = options};
    (void)words;
    if (!options->recipe || !options->output || (options->hours < 0 && options->moves < 0))
        fail_usage("--recipe, --output and one of --hours and --moves are needed");
    train_recipe recipe = read_recipe(options->recipe);
    snprintf(job.checkpoint, PATH_MOST, "%s.checkpoint", options->output);
    snprintf(job.csv, PATH_MOST, "%s.csv", options->output);
    snprintf(job.svg, PATH_MOST, "%s.svg", options->output);
    job.trainer = train_open(&recipe, options->seed.seed, (unsigned)options->threads);
    job.team = workers_open((unsigned)options->threads);
    if (!job.trainer || !job.team)
        fail_no_memory();
    train(&job);
    workers_close(job.team);
    train_close(job.trainer);
    return 0;
}

static const value_kind kind_hours = {.read = read_hours};

static const cli_option rows[] = {
    OPTION(recipe, "recipe", 0, "FILE", kind_file, "how to train, see eleven-formats(5)"),
    OPTION(output, "output", 'o', "FILE", kind_file, "the network, a file of weights"),
    OPTION(hours, "hours", 0, "H", kind_hours, "hours in total; 0 only writes the network"),
    NUMBER(moves, "moves", 0, 0, 0, "millions of moves in total; 0 only writes the network"),
    NUMBER(checkpoint, "checkpoint", 0, 0, 0, "millions of moves between checkpoints (default: ten minutes)"),
    NUMBER(threads, "threads", 'T', 1, WORKERS_MAX, "threads, 1 to 64 (default: 1)"),
    OPTION(seed, "seed", 0, "N", kind_seed, "all randomness follows from this number (default: 1)"),
    NUMBER(games, "games", 0, 0, 0, "games that measure the network at the end (default: 300)"),
    {0},
};

const cli_command train_command = {
    .name = "train",
    .summary = "Train a network",
    .details = "--recipe, --output, and --hours or --moves are needed. '--output FILE' also writes FILE.checkpoint\n"
               "from time to time, from which the same command continues, and the learning curve in FILE.csv and\n"
               "FILE.svg. Ctrl-C stops the training and writes a checkpoint and the network. After a crash, only what\n"
               "was learned since the last checkpoint is lost.\n"
               "\n"
               "  eleven train --recipe my.recipe --hours 2 --threads 4 --output my.weights\n",
    OPTIONS(rows),
    .defaults =
        &(const struct options){
            .hours = -1, .moves = -1, .checkpoint = -1, .threads = 1, .games = 300, .seed = {true, 1}},
    .run = run_train,
};
