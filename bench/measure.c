/* Time. Every repetition runs the calibrator and then all tasks, so that a ratio compares two measurements close in
 * time, and other work of the machine affects both. The results are the medians of the repetitions. Processor time
 * is counted, not elapsed time. */
#include "bench/bench.h"
#include "base/clock.h"
#include "bench/calibrator.h"

#include <stdlib.h>
#include <string.h>

enum { CALIBRATOR_GAMES = 30000 };

static double seconds_now(void)
{
    return clock_read(CLOCK_PROCESS_CPUTIME_ID) / 1e3;
}

static double calibrator_speed(void)
{
    double start = seconds_now();
    calibrator_result result = calibrator_run(CALIBRATOR_GAMES);
    return (double)result.moves / (seconds_now() - start);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, unsigned count)
{
    qsort(values, count, sizeof *values, by_size);
    return values[count / 2];
}

/* Speed of one run, in what is done a second; 0 when out of memory. */
static double task_speed(const bench_task *task, bench_input *input, uint64_t *hash)
{
    bench_work work = {0, 0};
    bool is_ready = !task->prepare || task->prepare(input);
    double start = seconds_now();
    if (is_ready)
        work = task->run(input);
    double seconds = seconds_now() - start;
    if (task->clear)
        task->clear(input);
    *hash = work.hash;
    return is_ready ? (double)work.done / seconds : 0;
}

const bench_task *bench_task_at(unsigned index)
{
    unsigned engines = 0;
    while (bench_engine_task(engines))
        engines++;
    return index < engines ? bench_engine_task(index) : bench_player_task(index - engines);
}

static bool is_of_engines(const bench_task *task)
{
    unsigned i = 0;
    while (bench_engine_task(i) && bench_engine_task(i) != task)
        i++;
    return bench_engine_task(i) != NULL;
}

static bool run_all(bench_input *input, const bench_task *const *tasks, unsigned repetitions, bench_progress *progress,
                    void *context, bench_report *report)
{
    double unit[BENCH_REPETITIONS];
    double speed[BENCH_TASKS_MAX][BENCH_REPETITIONS], ratio[BENCH_TASKS_MAX][BENCH_REPETITIONS];
    for (unsigned r = 0; r < repetitions; r++) {
        report->signature = report->player_signature = BENCH_UNSIGNED;
        unit[r] = calibrator_speed();
        for (unsigned i = 0; i < report->count; i++) {
            uint64_t hash;
            if (progress)
                progress(context, (double)(r * report->count + i) / (repetitions * report->count), tasks[i]->name);
            uint64_t *signature = is_of_engines(tasks[i]) ? &report->signature : &report->player_signature;
            speed[i][r] = task_speed(tasks[i], input, &hash);
            if (!(speed[i][r] > 0))
                return false;
            ratio[i][r] = speed[i][r] / unit[r];
            *signature = bench_sign(*signature, tasks[i], hash);
        }
    }
    report->calibrator = median(unit, repetitions);
    for (unsigned i = 0; i < report->count; i++)
        report->speeds[i] =
            (bench_speed){tasks[i], median(speed[i], repetitions) / tasks[i]->scale, median(ratio[i], repetitions)};
    return true;
}

bool bench_measure(const char *only, unsigned bits, unsigned repetitions, bench_progress *progress, void *context,
                   bench_report *report)
{
    const bench_task *tasks[BENCH_TASKS_MAX];
    bench_input *input = bench_input_open();
    *report = (bench_report){0};
    if (!input)
        return false;
    input->batch_bits = bits;
    for (unsigned i = 0; bench_task_at(i); i++)
        if (!only || strcmp(only, bench_task_at(i)->name) == 0)
            tasks[report->count++] = bench_task_at(i);
    bool is_done = run_all(input, tasks, repetitions, progress, context, report);
    bench_input_close(input);
    return is_done;
}
