/* Trains a network: the paces, the files and the signals around eleven/train.h.
 *
 *     OUTPUT.checkpoint          everything that is needed to continue
 *     OUTPUT.csv, OUTPUT.svg     the learning curve
 *     OUTPUT                     the network, when the training is over or was stopped
 */
#include "cli/commands.h"
#include "base/input_output.h"
#include "base/named_player.h"
#include "base/share.h"
#include "chart/charts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Each thread plays MOVES_AT_ONCE moves before the clock is read. */
enum { MOVES_AT_ONCE = 1000000, PATH_MOST = 4096 };

/* Seconds between two reports on a terminal, or elsewhere; between two rows of the curve, two checkpoints. */
enum { TERMINAL_PACE = 2, REPORT_PACE = 10, ROW_PACE = 60, CHECKPOINT_PACE = 600 };

struct options {
    const char *recipe, *output, *start, *positions;
    bool follows, replaces;

    /* When to stop; negative: not given, the other one decides. Moves are in millions. */
    double hours;
    int64_t moves;

    /* Between two checkpoints, in millions of moves; negative: CHECKPOINT_PACE. */
    int64_t checkpoint;

    int64_t threads, games;
    seed_value seed;
};

/* Games of the runs since the last report, or since the last row. */
typedef struct games_sum {
    double games, score, squares, reached[3];
} games_sum;

typedef struct train_job {
    const struct options *options;
    char checkpoint[PATH_MOST], csv[PATH_MOST], svg[PATH_MOST];
    eleven_trainer *trainer;

    /* Borrowed from the trainer. */
    const eleven_trainer_facts *facts;

    /* The facts at the last report, row and checkpoint. */
    eleven_trainer_facts reported, drawn, saved;
    games_sum since_report, since_row;

    /* There is one; the last attempt to write one failed; rows of the curve are missing. */
    bool has_checkpoint, lacks_checkpoint, lacks_curve;
} train_job;

static void sum_add(games_sum *sum, const eleven_trainer_facts *run)
{
    double n = (double)run->games;
    sum->games += n;
    sum->score += n * run->mean;
    sum->squares += n * (run->mean * run->mean + n * run->error * run->error);
    for (unsigned i = 0; i < 3; i++)
        sum->reached[i] += (double)run->reached[13 + i];
}

static curve_row row_of(const train_job *job, const games_sum *sum)
{
    curve_row row = {.seconds = job->facts->seconds, .moves = job->facts->moves, .games = (uint64_t)sum->games};
    double n = row.games ? sum->games : 1;
    row.mean = sum->score / n;
    row.error = sqrt(fmax(0, sum->squares / n - row.mean * row.mean) / n);
    for (unsigned i = 0; i < 3; i++)
        row.reach[i] = sum->reached[i] / n;
    return row;
}

static double moves_left(const train_job *job)
{
    int64_t millions = job->options->moves;
    return millions < 0 ? (double)INFINITY : (double)millions * 1e6 - (double)job->facts->moves;
}

static bool is_over(const train_job *job)
{
    double hours = job->options->hours;
    return (hours >= 0 && job->facts->seconds >= hours * 3600) || moves_left(job) <= 0;
}

/* `speed`: moves per second. */
static double seconds_left(const train_job *job, double speed)
{
    double hours = job->options->hours;
    double by_clock = hours < 0 ? (double)INFINITY : hours * 3600 - job->facts->seconds;
    return fmax(0, fmin(by_clock, moves_left(job) / speed));
}

static void report(train_job *job, bool is_last)
{
    const eleven_trainer_facts *now = job->facts, *before = &job->reported;
    bool is_terminal = isatty(STDOUT_FILENO);
    if (now->seconds - before->seconds < (is_terminal ? TERMINAL_PACE : REPORT_PACE) && !is_last)
        return;
    curve_row row = row_of(job, &job->since_report);
    char left[PROGRESS_LEFT];
    double speed = (double)(now->moves - before->moves) / fmax(now->seconds - before->seconds, 1e-3);
    printf("%s%7.0f s  %8.1f M moves  %5.2f M/s  mean %7.0f +- %-5.0f", is_terminal ? "\r\033[K" : "", now->seconds,
           (double)now->moves / 1e6, speed / 1e6, row.mean, row.error);
    printf("  8192 %4.1f%%  16384 %4.1f%%  32768 %4.1f%%  %s%s", 100 * row.reach[0], 100 * row.reach[1],
           100 * row.reach[2], progress_left(seconds_left(job, fmax(speed, 1e3)), left),
           is_terminal && !is_last ? "" : "\n");
    /* Nobody reads on: Ctrl-C has ended `tee`, for example. */
    if (fflush(stdout) && errno == EPIPE)
        eleven_stop_request(&interrupted);
    job->reported = *now;
    job->since_report = (games_sum){0};
}

/* A row of the curve, and the picture. Without a checkpoint to continue from, they would be in the way of the next
 * training. */
static void draw(train_job *job, bool is_last)
{
    if ((job->facts->seconds - job->drawn.seconds < ROW_PACE && !is_last) || !job->has_checkpoint)
        return;
    curve_row row = row_of(job, &job->since_row);
    if (row.games && share_is_first() && (!curve_append(job->csv, &row) || !curve_draw(job->csv, job->svg)))
        job->lacks_curve =
            complain("train", STATUS_FAILURE, "the learning curve cannot be written: %s", strerror(errno));
    job->drawn = *job->facts;
    job->since_row = (games_sum){0};
}

/* The first checkpoint comes before the first row. A disk that is full for a while costs a checkpoint, not the
 * training. */
static void save(train_job *job, bool is_last)
{
    eleven_problem problem;
    int64_t pace = job->options->checkpoint;
    double passed = job->facts->seconds - job->saved.seconds;
    bool is_first = !job->has_checkpoint && passed >= ROW_PACE;
    bool is_time =
        pace < 0 ? passed >= CHECKPOINT_PACE : (double)(job->facts->moves - job->saved.moves) >= (double)pace * 1e6;
    if (!is_first && !is_time && !is_last)
        return;
    job->lacks_checkpoint = eleven_trainer_checkpoint(job->trainer, job->checkpoint, &problem) != ELEVEN_OK;
    job->has_checkpoint |= !job->lacks_checkpoint;
    if (job->lacks_checkpoint && share_is_first())
        complain("train", STATUS_FAILURE, "a checkpoint is missing: %s%s", problem.sentence,
                 is_last ? "" : "; the training continues");
    job->saved = *job->facts;
}

static void train_until_over(train_job *job)
{
    uint64_t most = MOVES_AT_ONCE * (uint64_t)job->options->threads * (share_peers ? share_peers->count : 1);
    eleven_error error = ELEVEN_OK;
    while (!error && !is_over(job)) {
        double left = moves_left(job);
        error = eleven_trainer_run(job->trainer, left < (double)most ? (uint64_t)left : most, &interrupted);
        if (error == ELEVEN_IMPOSSIBLE)
            fail_with("another rank of the training cannot be reached");
        sum_add(&job->since_report, job->facts);
        sum_add(&job->since_row, job->facts);
        if (job->options->follows && eleven_endgame_damage(strong_tables_open(), NULL))
            fail_player();
        bool is_last = error || is_over(job);
        report(job, is_last);
        save(job, is_last);
        draw(job, is_last);
    }
}

/* Packs, measures and writes the network. A second signal stops the measurement. */
static void finish(train_job *job)
{
    eleven_problem problem;
    eleven_network *network;
    if (eleven_stop_is_requested(&interrupted) && job->options->games)
        fprintf(stderr, "Stopped. The network is still packed and measured; another Ctrl-C ends the measurement.\n");
    else if (job->options->games && isatty(STDERR_FILENO))
        fprintf(stderr, "The network is packed and measured; Ctrl-C ends the measurement.\n");
    interrupted = (eleven_stop){0};
    if (eleven_trainer_pack(job->trainer, (uint64_t)job->options->games, &interrupted, &network, &problem))
        fail_problem(&problem);
    const eleven_network_facts *facts = eleven_network_about(network);
    printf("%" PRIu32 " weights", facts->weights);
    if (facts->games)
        printf("; one move ahead, %" PRIu64 " game%s: mean %.0f +- %.0f", facts->games, plural(facts->games),
               facts->mean, facts->error);
    putchar('\n');
    eleven_error error = eleven_network_save(network, job->options->output, &problem);
    eleven_network_close(network);
    if (error)
        fail_problem(&problem);
}

/* Whether the first process sees a checkpoint: it reads it for all. */
static bool has_checkpoint(const train_job *job)
{
    uint64_t exists = access(job->checkpoint, F_OK) == 0 || errno != ENOENT;
    share_from_first(&exists);
    return exists;
}

/* An empty curve is of a training that failed before it learned. */
static bool has_no_row(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && status.st_size == 0;
}

/* Locks the curve until the program ends, so that one training at a time has this output. A file system without locks
 * is used without. */
static void lock_output(const train_job *job)
{
    int lock = open(job->csv, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock < 0)
        fail_with("%s cannot be written: %s", job->csv, strerror(errno));
    if (flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        fail_with("another training writes %s; choose another --output", job->options->output);
}

/* Continues from the checkpoint, if there is one. */
static void begin(train_job *job)
{
    eleven_problem problem;
    bool exists = job->has_checkpoint = has_checkpoint(job);
    const char *outputs[] = {job->options->output, job->csv, job->svg};
    for (unsigned i = 0; share_is_first() && i < sizeof outputs / sizeof *outputs; i++)
        output_check(outputs[i], exists || job->options->replaces || (outputs[i] == job->csv && has_no_row(job->csv)));
    if (share_is_first() && job->options->hours != 0 && job->options->moves != 0)
        lock_output(job);
    if (exists && eleven_trainer_continue(job->trainer, job->checkpoint, &problem))
        fail_problem(&problem);
    if (!exists && job->options->start && eleven_trainer_adopt(job->trainer, job->options->start, &problem))
        fail_problem(&problem);
    if (!exists && is_over(job))
        fail_with("there is no checkpoint '%s' to make a network from", job->checkpoint);
    if (!exists && !job->options->start && eleven_trainer_run(job->trainer, 0, NULL))
        fail_usage("a sparse recipe only corrects weights that are there: add --start FILE");
    if (exists)
        printf("continuing after %.0f s and %.1f million moves\n", job->facts->seconds,
               (double)job->facts->moves / 1e6);
    if (job->facts->is_unchecked)
        fprintf(stderr,
                "eleven train: %s comes from an older version and has no checksum; the next checkpoint has one\n",
                job->checkpoint);
    fflush(stdout);
    if (share_is_first() && !is_over(job) && !curve_cut(job->csv, job->facts->moves))
        job->lacks_curve = complain("train", STATUS_FAILURE, "%s cannot be written: %s", job->csv, strerror(errno));
    job->reported = job->drawn = job->saved = *job->facts;
}

/* ---- Positions of recorded games ------------------------------------------------------------------------- */
static int is_record(const struct dirent *entry)
{
    const char *end = strrchr(entry->d_name, '.');
    return end && strcmp(end, ".2048") == 0;
}

/* Adds the positions of a game in which a move is still possible. */
static void game_add(const char *path, buffer *boards)
{
    buffer file = input_read_game(path);
    eleven_session *session = input_session(path, &file);
    const eleven_rules *rules = eleven_session_rules(session);
    for (size_t i = 0; i < eleven_session_length(session); i++) {
        const eleven_board *after = &eleven_session_entry(session, i)->after.board;
        if (!eleven_network_suits(rules, after->w, after->h))
            fail_with("%s is not a game of the classic rules on a board of 4x4", path);
        eleven_bitboard board = eleven_bitboard_pack(after);
        if (eleven_board_legal(rules, after))
            buffer_add(boards, &board, sizeof board);
    }
    eleven_session_free(session);
}

/* Lets games begin at the positions of all records in the folder, whose order is always the same. */
static void begin_at_positions(eleven_trainer *trainer, const char *folder)
{
    struct dirent **entries;
    char path[PATH_MOST];
    buffer boards = {0};
    eleven_problem problem;
    int count = scandir(folder, &entries, is_record, alphasort);
    if (count < 0)
        fail_with("%s cannot be read: %s", folder, strerror(errno));
    progress shown = progress_begin(0, false);
    for (int i = 0; i < count; free(entries[i++])) {
        progress_show(&shown, (double)i / (double)count, "%d of %d records, ", i, count);
        if (snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name) >= (int)sizeof path)
            fail_usage("the path of --positions is too long");
        game_add(path, &boards);
    }
    free(entries);
    progress_end(&shown);
    if (boards.failed)
        fail_no_memory();
    const eleven_bitboard *positions = (const eleven_bitboard *)(const void *)boards.at;
    if (eleven_trainer_begin_at(trainer, positions, boards.length / sizeof *positions, &problem))
        fail_in_file(folder, &problem);
    buffer_free(&boards);
}

static void train(train_job *job)
{
    begin(job);
    if (job->options->follows)
        eleven_trainer_follow(job->trainer, strong_tables_open());
    if (job->options->positions)
        begin_at_positions(job->trainer, job->options->positions);
    stop_on_signals();
    signal(SIGPIPE, SIG_IGN);
    train_until_over(job);
    if (share_is_first())
        finish(job);
    if (share_is_first() && !is_over(job) && !job->lacks_checkpoint)
        fail_with("stopped after %.1f million moves; the same command continues", (double)job->facts->moves / 1e6);
}

static void read_hours(const cli_option *option, const char *text, void *value)
{
    double hours;
    const char *end = decimal_parse(text, &hours);
    if (!end || *end != '\0' || hours > 1e6)
        fail_value(option, "a number of hours from 0 to 1000000", text);
    *(double *)value = hours;
}

static eleven_trainer *trainer_open(const struct options *options)
{
    eleven_trainer *trainer;
    eleven_problem problem;
    buffer file = input_read(options->recipe);
    eleven_error error =
        eleven_trainer_open(file.at, file.length, options->seed.seed, (unsigned)options->threads, &trainer, &problem);
    buffer_free(&file);
    if (!error && share_peers)
        error = eleven_trainer_join(trainer, share_peers, &problem);
    if (error == ELEVEN_NO_MEMORY)
        fail_no_memory();
    if (error)
        fail_in_file(options->recipe, &problem);
    return trainer;
}

static int run_train(void *given, word_list words)
{
    const struct options *options = given;
    train_job job = {.options = options};
    (void)words;
    if (!options->recipe || !options->output || (options->hours < 0 && options->moves < 0))
        fail_usage("--recipe, --output and one of --hours and --moves are needed");
    job.trainer = trainer_open(options);
    job.facts = eleven_trainer_about(job.trainer);
    snprintf(job.checkpoint, PATH_MOST, "%s.checkpoint", options->output);
    snprintf(job.csv, PATH_MOST, "%s.csv", options->output);
    snprintf(job.svg, PATH_MOST, "%s.svg", options->output);
    train(&job);
    eleven_trainer_close(job.trainer);
    return job.lacks_checkpoint || job.lacks_curve ? STATUS_FAILURE : 0;
}

static const value_kind kind_hours = {.read = read_hours};

static const cli_option rows[] = {
    OPTION(recipe, "recipe", 0, "FILE", kind_file, "how to train, see eleven-formats(5)"),
    OPTION(start, "start", 0, "FILE", kind_file,
           "weights to begin with if there is no checkpoint; the recipe has all their tuples"),
    OPTION(positions, "positions", 0, "DIR", kind_folder,
           "games begin at positions of the game records in this folder"),
    FLAG(follows, "tables", 0, "where the endgame tables contain the board, they choose the move"),
    OPTION(output, "output", 'o', "FILE", kind_file_beside, "the network, a file of weights"),
    OPTION_FORCE(replaces),
    OPTION(hours, "hours", 0, "H", kind_hours, "hours in total; 0 only writes the network"),
    NUMBER(moves, "moves", 0, 0, 0, "millions of moves in total; 0 only writes the network"),
    NUMBER(checkpoint, "checkpoint", 0, 0, 0, "millions of moves between checkpoints (default: ten minutes)"),
    NUMBER(threads, "threads", 'T', 1, 64, "threads, 1 to 64 (default: 1)"),
    OPTION(seed, "seed", 0, "N", kind_seed, "all randomness follows from this number (default: 1)"),
    NUMBER(games, "games", 0, 0, 0, "games that measure the network at the end (default: 300)"),
    {0},
};

const cli_command train_command = {
    .name = "train",
    .summary = "Train a network",
    .details = "--recipe, --output, and --hours or --moves are needed. '--output FILE' also writes FILE.checkpoint\n"
               "from time to time, from which the same command continues and writes FILE again, and the learning\n"
               "curve in FILE.csv and FILE.svg. Ctrl-C stops the training and writes a checkpoint and the network.\n"
               "After a crash, only what was learned since the last checkpoint is lost.\n"
               "\n"
               "  eleven train --recipe my.recipe --hours 2 --threads 4 --output my.weights\n",
    OPTIONS(rows),
    .defaults =
        &(const struct options){
            .hours = -1, .moves = -1, .checkpoint = -1, .threads = 1, .games = 300, .seed = {true, 1}},
    .run = run_train,
};
