/* Boards small enough, solved: how many positions there are, and what perfect play is worth. */
#include "cli/commands.h"
#include "base/layer_store.h"
#include "base/options.h"
#include "cli/solve_report.h"
#include "base/tables.h"
#include "base/values.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct solve_wish {
    const char *objectives, *goal, *probe, *output, *layers;
    eleven_rules rules;
    int64_t threads;
    uint64_t memory;
    bool as_json;
} solve_wish;

static double now_in_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Bytes, with K, M or G for powers of 1024. */
static int option_memory(const char *command, const char *option, const char *text, void *target)
{
    static const char units[] = "KMG";
    char digits[24];
    size_t length = strspn(text, "0123456789");
    const char *unit = text[length] ? strchr(units, text[length]) : NULL;
    uint64_t number;
    snprintf(digits, sizeof digits, "%.*s", (int)(length < sizeof digits ? length : sizeof digits - 1), text);
    bool is_sound = (unit ? text[length + 1] == '\0' : text[length] == '\0') && length < 16 &&
                    text_is_number(digits, UINT64_C(1) << 32, &number) && number > 0;
    if (!is_sound)
        return complain(command, STATUS_USAGE, "--%s '%s' is not a size such as 500M or 2G", option, text);
    *(uint64_t *)target = number << (unit ? 10 * (unit - units + 1) : 0);
    return 0;
}

/* Three quarters of what the machine has. */
static uint64_t usual_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages / 4 * 3 * (uint64_t)size : 0;
}

/* ---- Objectives ----------------------------------------------------------------------------------------- */

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

/* Every tile that may come up and does not appear by itself. */
static void add_reaches(eleven_solve *solve)
{
    for (unsigned rank = 1; rank <= eleven_solve_largest(solve); rank++)
        if (!solve->rules.spawn_weight[rank] && solve->rules.value[rank])
            add_objective(solve, ELEVEN_REACH, rank);
}

static bool add_tile(eleven_solve *solve, const char *word)
{
    uint64_t value;
    unsigned rank = text_is_number(word, UINT32_MAX, &value) ? eleven_rules_rank(&solve->rules, value) : 0;
    return rank && add_objective(solve, ELEVEN_REACH, rank);
}

static bool add_word(eleven_solve *solve, const char *word)
{
    static const struct {
        const char *word;
        eleven_objective_kind kind;
    } kinds[] = {{"score", ELEVEN_EXPECT_SCORE},
                 {"moves", ELEVEN_EXPECT_MOVES},
                 {"forced-score", ELEVEN_FORCE_SCORE},
                 {"forced-moves", ELEVEN_FORCE_MOVES},
                 {"forced-tile", ELEVEN_FORCE_RANK}};
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

static int objectives_read(const char *text, eleven_solve *solve)
{
    char word[32];
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, ",");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (length >= sizeof word || !add_word(solve, word))
            return complain("solve", STATUS_USAGE,
                            "--for '%.*s' is none of score, moves, reach, reach-TILE, forced-score, "
                            "forced-moves, forced-tile, all",
                            (int)length, at);
        at += length + (at[length] == ',');
    }
    return 0;
}

/* ---- Progress ------------------------------------------------------------------------------------------- */

static volatile sig_atomic_t is_stopped;

static void stop(int signal)
{
    (void)signal;
    is_stopped = 1;
}

typedef struct solve_job {
    eleven_solve solve;
    layer_folder folder;
    eleven_layer_store store;
    char folder_path[64];
    double began, enumerated, told; /* clock */
} solve_job;

static bool watch(void *context, const eleven_solve_progress *progress)
{
    solve_job *job = context;
    double now = now_in_seconds();
    if (progress->is_solving && job->enumerated == 0)
        job->enumerated = job->told = now;
    if (isatty(STDERR_FILENO) && now - job->told >= 0.5) {
        char positions[GROUPED];
        double spent = now - (progress->is_solving ? job->enumerated : job->began);
        fprintf(stderr, "\r\033[K%s %s positions, sum %" PRIu64 ", %.1f%%, about %.0f s left",
                progress->is_solving ? "valued" : "enumerated", grouped(progress->positions, positions), progress->sum,
                100 * progress->share, progress->share > 0 ? spent * (1 / progress->share - 1) : 0);
        job->told = now;
    }
    return !is_stopped;
}

static int report_error(const solve_job *job, eleven_error error, const eleven_problem *problem)
{
    const char *path = job->folder.path;
    if (error == ELEVEN_END && job->solve.store && layer_folder_is_used(&job->folder))
        return complain("solve", STATUS_FAILURE, "stopped; the same command goes on with the layers in %s", path);
    if (error == ELEVEN_END)
        return complain("solve", STATUS_FAILURE, "stopped");
    if (error == ELEVEN_NO_STORAGE && job->folder.problem.sentence[0])
        return complain("solve", STATUS_FAILURE, "%s", job->folder.problem.sentence);
    if (error == ELEVEN_BAD_TEXT)
        return complain("solve", STATUS_FAILURE,
                        "%s holds the layers of another solve; name another folder with --layers", path);
    return complain("solve", error == ELEVEN_BAD_RULES ? STATUS_USAGE : STATUS_FAILURE, "%s", problem->sentence);
}

/* Layers go to a folder when memory is short, or at once where one was named. */
static int use_folder(solve_job *job, const solve_wish *wish)
{
    const eleven_solve *solve = &job->solve;
    snprintf(job->folder_path, sizeof job->folder_path, "%ux%u.layers", solve->w, solve->h);
    if (solve->rules.goal)
        snprintf(job->folder_path, sizeof job->folder_path, "%ux%u-%" PRIu32 ".layers", solve->w, solve->h,
                 solve->rules.value[solve->rules.goal]);
    job->folder.path = wish->layers ? wish->layers : job->folder_path;
    job->store = layer_store_of(&job->folder);
    if (!job->store.put)
        return wish->layers ? complain("solve", STATUS_FAILURE,
                                       "this program was built without zstd; install libzstd-dev and build again")
                            : 0;
    job->solve.store = &job->store;
    job->solve.store_at_once = wish->layers != NULL;
    if (layer_folder_is_used(&job->folder))
        fprintf(stderr, "eleven solve: going on with the layers in %s\n", job->folder.path);
    return 0;
}

static int solve(solve_job *job, const solve_wish *wish)
{
    eleven_solution solution;
    eleven_problem problem;
    struct sigaction action = {.sa_handler = stop};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    job->began = job->told = now_in_seconds();
    eleven_error error = eleven_solve_run(&job->solve, &solution, &problem);
    double ended = now_in_seconds();
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    if (error)
        return report_error(job, error, &problem);
    double enumerated = job->enumerated > 0 ? job->enumerated : ended;
    solve_report report = {&job->solve, &solution, enumerated - job->began, ended - enumerated};
    if (wish->as_json)
        solve_report_json(&report);
    else
        solve_report_text(&report);
    return 0;
}

/* ---- Tables --------------------------------------------------------------------------------------------- */

static int probe_table(const solve_wish *wish, const eleven_table *table, const char *path)
{
    const eleven_table_facts *facts = eleven_table_describe(table);
    eleven_board board;
    eleven_table_answer answer;
    int status = board_read("solve", "the board", wish->probe, &facts->rules, &board);
    if (!status)
        status = table_check("solve", path, table, &facts->rules, board.w, board.h);
    if (status)
        return status;
    if (!eleven_table_probe(table, &board, &answer))
        return complain("solve", STATUS_FAILURE, "no game comes to this position");
    if (wish->as_json)
        table_answer_json(facts, &board, &answer);
    else
        table_answer_text(facts, &answer);
    return 0;
}

static int read_table(const solve_wish *wish, const char *path)
{
    eleven_table *table = table_read("solve", path);
    if (!table)
        return STATUS_FAILURE;
    int status = 0;
    if (wish->probe)
        status = probe_table(wish, table, path);
    else if (wish->as_json)
        table_facts_json(eleven_table_describe(table));
    else
        table_facts_text(eleven_table_describe(table));
    eleven_table_close(table);
    return status;
}

/* ---- The command ---------------------------------------------------------------------------------------- */

/* Without --goal a game goes on as long as the rules let it. */
static int rules_read(solve_wish *wish)
{
    rules_or_classic(&wish->rules);
    if (!wish->rules.goal_ends)
        wish->rules.goal = 0;
    return goal_read("solve", wish->goal, &wish->rules);
}

static int solve_run(word_list words)
{
    solve_wish wish = {.objectives = "score", .threads = 1, .memory = usual_memory()};
    const cli_option options[] = {
        {"for", "LIST", "what to play for (score); see above", option_text, &wish.objectives, 0},
        {"goal", "VALUE", "end the game at this tile (none)", option_text, &wish.goal, 'g'},
        {"rules", "RULES", "a shipped rule set or a rule file (classic)", option_rules, &wish.rules, 'r'},
        {"probe", "BOARD", "solve this position, and tell what its moves are worth", option_text, &wish.probe, 'p'},
        {"output", "FILE", "write a table of the best moves", option_text, &wish.output, 'o'},
        {"memory", "SIZE", "how much to use, such as 500M or 2G (3/4 of what there is)", option_memory, &wish.memory,
         'm'},
        {"layers", "DIR", "keep every layer there, so that an interrupted solve goes on", option_text, &wish.layers, 0},
        {"threads", "T", "how many threads work (1)", option_number, &wish.threads, 'T'},
        {"json", NULL, "answer in JSON", NULL, &wish.as_json, 0},
        {0}};
    int status = options_read(&solve_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    solve_job job = {.solve = {.threads = (unsigned)wish.threads, .progress = watch}};
    board_size size = {0};
    eleven_board board;
    job.solve.context = &job;
    if ((status = rules_read(&wish)))
        return status;
    if (words.count && eleven_table_is_named(words.at[0]))
        return read_table(&wish, words.at[0]);
    if (words.count && (status = option_size("solve", "size", words.at[0], &size)))
        return status;
    if (wish.probe && (status = board_read("solve", "the board", wish.probe, &wish.rules, &board)))
        return status;
    job.solve.rules = wish.rules;
    job.solve.table = wish.output;
    job.solve.memory = wish.memory;
    job.solve.w = wish.probe ? board.w : size.w;
    job.solve.h = wish.probe ? board.h : size.h;
    job.solve.start = wish.probe ? &board : NULL;
    if (wish.probe && wish.output)
        return complain("solve", STATUS_USAGE, "a table is of a whole board, not of one position");
    if (wish.threads < 1 || wish.threads > 64)
        return complain("solve", STATUS_USAGE, "--threads '%" PRId64 "' is not a number from 1 to 64", wish.threads);
    if (!job.solve.w)
        return complain("solve", STATUS_USAGE, "a size or --probe BOARD is needed");
    status = objectives_read(wish.objectives, &job.solve);
    if (!status)
        status = use_folder(&job, &wish);
    return status ? status : solve(&job, &wish);
}

const cli_command solve_command = {
    .name = "solve",
    .arguments = "[WxH | FILE.elx]",
    .summary = "Solve a small board: count its positions, and tell what perfect play is worth",
    .details = "LIST is one or several of these, with commas between:\n"
               "  score, moves               the greatest expected score or number of moves\n"
               "  reach, reach-TILE          the greatest probability of reaching each tile, or one of them\n"
               "  forced-score, forced-moves, forced-tile\n"
               "                             what can be forced when an adversary picks the tiles\n"
               "  all                        all of them\n",
    .most = 1,
    .run = solve_run,
};
