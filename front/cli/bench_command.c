/* `eleven bench`: the signature of what everything computed, then how fast it did. */
#include "bench/bench.h"
#include "cli/commands.h"
#include "base/json.h"
#include "base/options.h"
#include "base/values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool task_exists(const char *name)
{
    for (unsigned i = 0; bench_task_at(i); i++)
        if (strcmp(bench_task_at(i)->name, name) == 0)
            return true;
    return false;
}

static bool width_exists(int64_t bits)
{
    void *memory = malloc(ELEVEN_BATCH_BYTES);
    bool exists = memory && bits <= 512 && eleven_batch_init(memory, (unsigned)bits, 0);
    free(memory);
    return exists;
}

static void print_text(const bench_report *report)
{
    printf("signature %016" PRIx64 "\nplayer    %016" PRIx64 "\n\n", report->signature, report->player_signature);
    printf("%-22s %14.0f %-9s\n", "calibrator", report->calibrator, "moves/s");
    for (unsigned i = 0; i < report->count; i++) {
        const bench_speed *speed = &report->speeds[i];
        printf("%-22s %14.*f %-9s %8.2f\n", speed->task->name, speed->task->scale > 1 ? 2 : 0, speed->value,
               speed->task->unit, speed->ratio);
    }
}

static void print_json(const bench_report *report)
{
    json_out json = json_put_to(stdout);
    json_put_object(&json, NULL);
    json_put_hash(&json, "signature", report->signature);
    json_put_hash(&json, "player_signature", report->player_signature);
    json_put_decimal(&json, "calibrator", report->calibrator);
    json_put_array(&json, "speeds");
    for (unsigned i = 0; i < report->count; i++) {
        json_put_object(&json, NULL);
        json_put_string(&json, "name", report->speeds[i].task->name);
        json_put_string(&json, "unit", report->speeds[i].task->unit);
        json_put_decimal(&json, "value", report->speeds[i].value);
        json_put_decimal(&json, "ratio", report->speeds[i].ratio);
        json_put_end(&json);
    }
    json_put_end(&json);
    json_put_end(&json);
    json_put_line(&json);
}

static int bench_run(word_list words)
{
    const char *only = NULL;
    int64_t bits = 0;
    bool as_json = false, is_once = false;
    const cli_option options[] = {{"json", NULL, "print JSON", NULL, &as_json, 0},
                                  {"only", "NAME", "run this task alone", option_text, &only, 0},
                                  {"bits", "N", "vectors of the batch (the widest there are)", option_number, &bits, 0},
                                  {"once", NULL, "for the signature: measure once, not five times", NULL, &is_once, 0},
                                  {0}};
    int status = options_read(&bench_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    if (only && !task_exists(only))
        return complain("bench", STATUS_USAGE, "--only '%s' is not a task of the bench", only);
    if (!width_exists(bits))
        return complain("bench", STATUS_USAGE, "--bits '%" PRId64 "' is not a vector width of this processor", bits);
    bench_report report;
    if (!bench_measure(only, (unsigned)bits, is_once ? 1 : BENCH_REPETITIONS, &report))
        return complain("bench", STATUS_FAILURE, "there is not enough memory");
    (as_json ? print_json : print_text)(&report);
    return 0;
}

const cli_command bench_command = {
    .name = "bench",
    .arguments = "",
    .summary = "Measure how fast everything is",
    .details = "Does a fixed amount of work on one thread. The signature is a fingerprint of all results: the same\n"
               "on every machine, whatever it was compiled with, as long as nothing plays differently; that of the\n"
               "player, whose results follow from the network that ships, stands apart. Then come the speeds, each\n"
               "also as a multiple of a plain engine that is measured alongside, the calibrator.\n"
               "Tasks: line, board-random, bitboard-random, bitboard-afterstates, batch-random, notation, and of\n"
               "the player search, evaluate, train.\n",
    .run = bench_run,
};
