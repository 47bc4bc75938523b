/* Measures speed: a signature of all results, then the speeds. */
#include "bench/bench.h"
#include "cli/commands.h"
#include "base/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct options {
    const char *only;
    int64_t bits;
    bool as_json, is_once;
};

static const char *task_name(unsigned index)
{
    return bench_task_at(index) ? bench_task_at(index)->name : NULL;
}

static void print_text(const bench_report *report)
{
    if (report->signature != BENCH_UNSIGNED)
        printf("signature %016" PRIx64 "\n", report->signature);
    if (report->player_signature != BENCH_UNSIGNED)
        printf("player    %016" PRIx64 "\n", report->player_signature);
    putchar('\n');
    printf("%-22s %14.0f %-9s\n", "calibrator", report->calibrator, "moves/s");
    for (unsigned i = 0; i < report->count; i++) {
        const bench_speed *speed = &report->speeds[i];
        printf("%-22s %14.*f %-9s %8.2f\n", speed->task->name, speed->task->scale > 1 ? 2 : 0, speed->value,
               speed->task->unit, speed->ratio);
    }
}

static void print_json(const bench_report *report)
{
    json_out json = json_begin(stdout);
    if (report->signature != BENCH_UNSIGNED)
        json_put_hash(&json, "signature", report->signature);
    if (report->player_signature != BENCH_UNSIGNED)
        json_put_hash(&json, "player_signature", report->player_signature);
    json_put_decimal(&json, "calibrator_speed", report->calibrator);
    json_put_array(&json, "speeds");
    for (unsigned i = 0; i < report->count; i++) {
        json_put_object(&json, NULL);
        json_put_string(&json, "task", report->speeds[i].task->name);
        json_put_string(&json, "unit", report->speeds[i].task->unit);
        json_put_decimal(&json, "speed", report->speeds[i].value);
        json_put_decimal(&json, "ratio", report->speeds[i].ratio);
        json_put_end(&json);
    }
    json_finish(&json);
}

static void show_task(void *context, double share, const char *task)
{
    progress_show(context, share, "%s, ", task);
}

static int run_bench(void *given, word_list words)
{
    const struct options *options = given;
    bench_report report;
    (void)words;
    vector_width_check(options->bits);
    progress shown = progress_begin(0, false);
    if (!bench_measure(options->only, (unsigned)options->bits, options->is_once ? 1 : BENCH_REPETITIONS, show_task,
                       &shown, &report))
        fail_no_memory();
    progress_end(&shown);
    (options->as_json ? print_json : print_text)(&report);
    return 0;
}

static const value_kind kind_task = {read_name, task_name, PATH_NONE, NULL};

static const cli_option rows[] = {
    OPTION_JSON(as_json),
    OPTION(only, "only", 0, "TASK", kind_task, "run this task alone"),
    NUMBER(bits, "bits", 0, 128, 512, "vectors of 128, 256 or 512 bits (default: the widest)"),
    FLAG(is_once, "once", 0, "measure once instead of five times"),
    {0},
};

const cli_command bench_command = {
    .name = "bench",
    .summary = "Measure how fast everything is",
    .details = "It does a fixed amount of work on one thread. Two signatures come first, fingerprints of all\n"
               "results of the game and of the player. They are the same on every machine and with every\n"
               "compiler. A change of the first means that the game behaves differently, a change of the second\n"
               "that the player plays differently. With --only there is one, of this task alone. Then come the\n"
               "speeds, each also as a multiple of the calibrator, a plain 2048 program that is measured at the\n"
               "same time.\n"
               "\n"
               "TASK is line, board-random, bitboard-random, bitboard-afterstates, batch-random, notation, search,\n"
               "evaluate or train.\n",
    OPTIONS(rows),
    .run = run_bench,
};
