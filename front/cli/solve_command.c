/* Solves small boards: how many positions there are, and the result of perfect play. */
#include "cli/commands.h"
#include "base/input_output.h"
#include "base/layer_store.h"
#include "base/share.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct options {
    const char *objectives, *goal, *probe, *output, *layers, *log;
    eleven_rules rules;
    int64_t threads;

    /* Bytes; 0: three quarters of the machine's memory, shared by the processes on it. */
    uint64_t memory;
    bool as_json, replaces;
};

/* Reads bytes, with K, M or G for powers of 1024. */
static void read_memory(const cli_option *option, const char *text, void *value)
{
    static const char units[] = "KMG";
    size_t length = strspn(text, "0123456789");
    const char *unit = text[length] ? strchr(units, text[length]) : NULL;
    uint64_t number;
    bool is_sound = (unit ? text[length + 1] == '\0' : text[length] == '\0') &&
                    eleven_number_parse(text, length, UINT64_C(1) << 32, &number) && number > 0;
    if (!is_sound)
        fail_value(option, "an amount of memory such as 500M or 2G", text);
    *(uint64_t *)value = number << (unit ? 10 * (unit - units + 1) : 0);
}

static uint64_t usual_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages / 4 * 3 * (uint64_t)size / share_neighbours : 0;
}

static bool add_objective(eleven_solve *solve, eleven_objective_kind kind, unsigned rank)
{
    for (unsigned i = 0; i < solve->objective_count; i++)
        if (solve->objectives[i].kind == kind && solve->objectives[i].rank == rank)
            return true;
    if (solve->objective_count == ELEVEN_OBJECTIVES_MAX)
        return false;
    solve->objectives[solve->objective_count++] = (eleven_objective){kind, (eleven_rank)rank};
    return true;
}

/* Every tile that can be made and never appears as a new tile. */
static void add_reaches(eleven_solve *solve)
{
    for (unsigned rank = 1; rank <= eleven_solve_largest(solve); rank++)
        if (!solve->rules.spawn_weight[rank] && solve->rules.value[rank])
            add_objective(solve, ELEVEN_OBJECTIVE_REACH, rank);
}

static bool add_tile(eleven_solve *solve, const char *word)
{
    uint64_t value;
    unsigned rank =
        eleven_number_parse(word, strlen(word), UINT32_MAX, &value) ? eleven_rules_rank(&solve->rules, value) : 0;
    return rank && add_objective(solve, ELEVEN_OBJECTIVE_REACH, rank);
}

static bool add_word(eleven_solve *solve, const char *word)
{
    static const struct {
        const char *word;
        eleven_objective_kind kind;
    } kinds[] = {{"score", ELEVEN_OBJECTIVE_EXPECT_SCORE},
                 {"moves", ELEVEN_OBJECTIVE_EXPECT_MOVES},
                 {"forced-score", ELEVEN_OBJECTIVE_FORCE_SCORE},
                 {"forced-moves", ELEVEN_OBJECTIVE_FORCE_MOVES},
                 {"forced-tile", ELEVEN_OBJECTIVE_FORCE_RANK}};
    bool found = false, is_all = strcmp(word, "all") == 0;
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (is_all || strcmp(word, kinds[i].word) == 0)
            found = add_objective(solve, kinds[i].kind, 0);
    if (is_all || strcmp(word, "reach") == 0) {
        add_reaches(solve);
        return true;
    }
    return found || (strncmp(word, "reach-", 6) == 0 && add_tile(solve, word + 6));
}

static void objectives_read(const char *text, eleven_solve *solve)
{
    char word[32];
    const char *at = text;
    do {
        size_t length = strcspn(at, ",");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (length >= sizeof word || !add_word(solve, word))
            fail_usage("--for expects score, moves, reach, reach-TILE, forced-score, forced-moves, forced-tile or "
                       "all, not '%.*s'",
                       (int)length, at);
        at += length;
    } while (*at++ == ',');
}

typedef struct solve_job {
    eleven_solve solve;
    layer_folder folder;
    eleven_layer_store store;
    char folder_path[64];

    /* Of the enumeration, then of the valuation; the seconds that the former took, 0: it has not ended. */
    progress shown;
    double enumerated;

    /* NULL: no log. */
    const char *log_path;
    solve_log log;
} solve_job;

/* The positions are enumerated first, then valued. */
static void show_progress(void *context, const eleven_progress *done)
{
    solve_job *job = context;
    char positions[GROUPED];
    if (done->phase && job->enumerated <= 0) {
        job->enumerated = progress_seconds(&job->shown);
        progress_end(&job->shown);
        job->shown = progress_begin(0, false);
    }
    if (job->log_path)
        solve_log_layer(&job->log, done);
    progress_show(&job->shown, done->share, "%s %s positions, ", done->phase ? "valued" : "found",
                  grouped(done->done, positions));
}

__attribute__((noreturn)) static void fail_solve(const solve_job *job, eleven_error error,
                                                 const eleven_problem *problem)
{
    const char *path = job->folder.path;
    if (error == ELEVEN_STOPPED && job->solve.store && layer_folder_is_used(&job->folder))
        fail_with("stopped; the same command continues with the layers in %s", path);
    if (error == ELEVEN_STOPPED)
        fail_with("stopped");
    if (error == ELEVEN_BAD_TEXT)
        fail_with("%s contains the layers of another solve; choose another folder with --layers", path);
    if (error == ELEVEN_BAD_RULES)
        fail_usage("%s", problem->sentence);
    fail_problem(problem);
}

/* Layers go to a folder when memory runs out, or from the beginning where --layers names one. */
static void use_folder(solve_job *job, const struct options *options)
{
    const eleven_solve *solve = &job->solve;
    snprintf(job->folder_path, sizeof job->folder_path, "%ux%u.layers", solve->w, solve->h);
    if (solve->rules.goal)
        snprintf(job->folder_path, sizeof job->folder_path, "%ux%u-%" PRIu32 ".layers", solve->w, solve->h,
                 solve->rules.value[solve->rules.goal]);
    job->folder.path = options->layers ? options->layers : job->folder_path;
    job->store = layer_store_of(&job->folder);
    if (!job->store.put && options->layers)
        fail_with("this program was built without zstd; install libzstd-dev and build again");
    if (!job->store.put)
        return;
    job->solve.store = &job->store;
    job->solve.store_at_once = options->layers != NULL;
    job->folder.locks = share_is_first();
    if (!layer_folder_is_used(&job->folder))
        return;
    if (job->folder.locks && !layer_folder_lock(&job->folder))
        fail_problem(&job->folder.problem);
    fprintf(stderr, "eleven solve: continuing with the layers in %s\n", job->folder.path);
}

static void solve(solve_job *job, bool as_json)
{
    eleven_solution solution;
    eleven_problem problem;
    job->solve.progress = show_progress;
    job->solve.context = job;
    job->solve.stop = &interrupted;
    job->shown = progress_begin(0, false);
    if (job->log_path)
        solve_log_open(&job->log, job->log_path, &job->folder.written);
    stop_on_signals();
    eleven_error error = eleven_solve_run(&job->solve, &solution, &problem);
    double seconds = progress_seconds(&job->shown);
    progress_end(&job->shown);
    if (error)
        fail_solve(job, error, &problem);
    bool is_valued = job->enumerated > 0;
    solve_report report = {&job->solve, &solution, is_valued ? job->enumerated : seconds, is_valued ? seconds : 0};
    (as_json ? solve_report_json : solve_report_text)(&report);
    if (job->log_path)
        solve_log_close(&job->log, job->log_path);
}

static void probe_table(const struct options *options, const eleven_table *table, const char *path)
{
    const eleven_table_facts *facts = eleven_table_about(table);
    eleven_table_answer answer;
    eleven_board board = board_read("the board", options->probe, &facts->rules);
    table_check(path, table, &facts->rules, board.w, board.h);
    if (!eleven_table_probe(table, &board, &answer))
        fail_with("no game reaches this position");
    if (options->as_json)
        table_answer_json(facts, &board, &answer);
    else
        table_answer_text(facts, &answer);
}

static void read_table(const struct options *options, const char *path)
{
    if (options->objectives || options->goal || options->rules.name[0] || options->output || options->replaces ||
        options->memory || options->layers || options->log || options->threads > 1)
        fail_usage("a table is described as it is, with no other options than --probe and --json");
    eleven_table *table = table_read(path);
    if (options->probe)
        probe_table(options, table, path);
    else
        (options->as_json ? table_facts_json : table_facts_text)(eleven_table_about(table));
    eleven_table_close(table);
}

/* The board to solve: of a size, or one position. */
static void read_board(const struct options *options, const char *size_text, eleven_board *board, eleven_solve *solve)
{
    if (options->probe && options->output)
        fail_usage("--output writes a table of a whole board, not of one position");
    if (options->probe && size_text)
        fail_usage("--probe solves its own board, so '%s' is too much", size_text);
    if (options->output && !eleven_table_is_named(options->output))
        fail_usage("a table needs a name that ends in .elx, not '%s'", options->output);
    if (size_text && !eleven_size_parse(size_text, strlen(size_text), &solve->w, &solve->h))
        fail_usage("expected a size from 1x1 to 8x8 or a file .elx, not '%s'", size_text);
    if (options->probe) {
        *board = board_read("the board", options->probe, &options->rules);
        solve->w = board->w;
        solve->h = board->h;
        solve->start = board;
    } else if (!size_text) {
        fail_usage("a size such as 3x3 is needed, or --probe BOARD");
    }
}

static int run_solve(void *given, word_list words)
{
    struct options *options = given;
    const char *what = words.count ? words.at[0] : NULL;
    eleven_board board;
    if (what && eleven_table_is_named(what)) {
        read_table(options, what);
        return 0;
    }
    rules_or_classic(&options->rules);
    /* Without --goal a game continues as long as the rules let it. */
    if (!options->rules.goal_ends)
        options->rules.goal = 0;
    goal_read(options->goal, &options->rules);
    solve_job job = {.solve = {.size = sizeof(eleven_solve),
                               .rules = options->rules,
                               .table = options->output,
                               .memory = options->memory ? options->memory : usual_memory(),
                               .threads = (unsigned)options->threads,
                               .peers = share_peers},
                     .log_path = options->log};
    read_board(options, what, &board, &job.solve);
    objectives_read(options->objectives ? options->objectives : "score", &job.solve);
    if (options->output && !job.solve.objective_count)
        fail_usage("a table needs something to play for, and on this board '%s' is nothing", options->objectives);
    if (options->output && share_is_first())
        output_check(options->output, options->replaces);
    use_folder(&job, options);
    solve(&job, options->as_json);
    return 0;
}

static const value_kind kind_objectives = {.read = read_text,
                                           .words = "score moves reach forced-score forced-moves forced-tile all"};
static const value_kind kind_solved = {.path = PATH_FILE, .words = "2x2 2x3 2x4 3x3"};
static const value_kind kind_memory = {.read = read_memory};

static const cli_option rows[] = {
    OPTION(objectives, "for", 0, "LIST", kind_objectives, "what to play for, see above (default: score)"),
    OPTION(goal, "goal", 'g', "TILE", kind_goal, "the game ends at this tile (default: none)"),
    OPTION_RULES(rules),
    OPTION(probe, "probe", 'p', "BOARD", kind_text, "solve this position and print the value of each move"),
    OPTION(output, "output", 'o', "FILE", kind_file, "write a table of the best moves for the first of LIST, FILE.elx"),
    OPTION_FORCE(replaces),
    OPTION(memory, "memory", 'm', "SIZE", kind_memory,
           "memory to use, such as 500M or 2G (default: 3/4 of the machine's)"),
    OPTION(layers, "layers", 0, "DIR", kind_folder, "store intermediate results here, to continue later"),
    OPTION(layers, "scratch", 0, "DIR", kind_folder, "the same as --layers"),
    OPTION(log, "log", 0, "FILE", kind_file_beside, "add the positions, seconds and bytes of each layer to this file"),
    NUMBER(threads, "threads", 'T', 1, 64, "threads, 1 to 64 (default: 1)"),
    OPTION_JSON(as_json),
    {0},
};

const cli_command solve_command = {
    .name = "solve",
    .arguments = "[WxH | FILE.elx]",
    .summary = "Solve a small board: count its positions and compute perfect play",
    .details = "LIST is one or more of these, separated by commas:\n"
               "\n"
               "  score, moves               the greatest expected score or number of moves\n"
               "  reach, reach-TILE          the greatest probability of reaching each tile, or one tile\n"
               "  forced-score, forced-moves, forced-tile\n"
               "                             what can be forced when an adversary chooses the new tiles\n"
               "  all                        all of these\n"
               "\n"
               "With FILE.elx, a table that --output wrote, it describes the table; with --probe it looks a\n"
               "position up in the table.\n"
               "\n"
               "  eleven solve 2x2 --for score,reach\n"
               "  eleven solve 2x3 --output 2x3.elx\n"
               "  eleven solve 2x3.elx --probe '2 4 . / . 2 .'\n",
    .most = 1,
    .argument = &kind_solved,
    OPTIONS(rows),
    .defaults = &(const struct options){.threads = 1},
    .run = run_solve,
};
