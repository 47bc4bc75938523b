/* Builds the endgame tables of the player `strong`, checks them, or removes them. */
#include "cli/commands.h"
#include "base/json.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FOLDER_PATH = 4096, TABLES_PATH = FOLDER_PATH + 64 };
static const char USUAL_SIZE[] = "full";

struct options {
    /* NULL: USUAL_SIZE, or with --check any. */
    const char *size, *folder;

    /* 0: one for each processor. */
    int64_t threads;
    bool only_check, removes, as_json;
};

static void show_progress(void *context, const eleven_progress *done)
{
    progress *shown = context;
    shown->share_begun = done->share_begun;
    progress_show(shown, done->share, "  ");
}

static void build(const struct options *options, eleven_endgame_size size)
{
    progress shown = progress_begin(0, true);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned threads = (unsigned)(options->threads ? options->threads : processors < 1 ? 1 : processors);
    eleven_endgame_build task = {.size = sizeof(eleven_endgame_build),
                                 .folder = options->folder,
                                 .reach = size,
                                 .threads = threads,
                                 .progress = show_progress,
                                 .context = &shown,
                                 .stop = &interrupted};
    eleven_problem problem;
    stop_on_signals();
    fprintf(stderr, "Building the %s endgame tables in %s, with %u thread%s.\n", eleven_endgame_size_name(size),
            options->folder, threads, plural(threads));
    eleven_error error = eleven_endgame_run(&task, &problem);
    progress_end(&shown);
    if (error == ELEVEN_STOPPED)
        fail_with("stopped; the same command continues the work");
    if (error)
        fail_problem(&problem);
}

/* Opens and verifies the tables. */
static eleven_error open_whole(const struct options *options, eleven_endgame **endgame, eleven_problem *problem)
{
    eleven_error error = eleven_endgame_open(options->folder, endgame, problem);
    if (!error)
        error = eleven_endgame_check(*endgame, problem);
    return error;
}

static void describe(const struct options *options)
{
    eleven_endgame *endgame;
    eleven_problem problem;
    if (open_whole(options, &endgame, &problem))
        fail_problem(&problem);
    eleven_endgame_facts facts = *eleven_endgame_about(endgame);
    eleven_endgame_close(endgame);
    if (!options->as_json) {
        printf("%s: %s tables, %.3g GB, complete: %" PRIu64 " boards around six locked tiles, %" PRIu64
               " around five.\n",
               options->folder, eleven_endgame_size_name(facts.size), (double)facts.bytes / 1e9,
               facts.fillings[0] + facts.fillings[2] + facts.fillings[3], facts.fillings[1]);
        return;
    }
    json_out json = json_begin(stdout);
    json_put_string(&json, "folder", options->folder);
    json_put_string(&json, "tables", eleven_endgame_size_name(facts.size));
    json_put_number(&json, "table_bytes", facts.bytes);
    json_put_number(&json, "boards_around_six", facts.fillings[0] + facts.fillings[2] + facts.fillings[3]);
    json_put_number(&json, "boards_around_five", facts.fillings[1]);
    json_finish(&json);
}

static void name_tables(char path[TABLES_PATH], const struct options *options, unsigned size, const char *suffix)
{
    snprintf(path, TABLES_PATH, "%s/endgame-%s%s", options->folder, eleven_endgame_size_name(size), suffix);
}

/* Removes all tables in the folder, and what interrupted builds have left. */
static void remove_tables(const struct options *options)
{
    char path[TABLES_PATH];
    for (unsigned size = 0; eleven_endgame_size_name(size); size++)
        for (unsigned i = 0; i < 2; i++) {
            name_tables(path, options, size, i ? ".part" : "");
            if (unlink(path) == 0)
                printf("removed %s\n", path);
            else if (errno != ENOENT)
                fail_with("%s: %s", path, strerror(errno));
        }
}

/* The largest size whose file is in the folder; -1 where there is none. */
static int find_size(const struct options *options)
{
    int found = -1;
    for (int size = 0; eleven_endgame_size_name((unsigned)size); size++) {
        char path[TABLES_PATH];
        name_tables(path, options, (unsigned)size, "");
        found = access(path, F_OK) == 0 ? size : found;
    }
    return found;
}

/* Builds the tables unless they, or larger ones, are already there. Damaged tables are reported and built again. */
static void provide(const struct options *options, int size)
{
    char path[TABLES_PATH];
    eleven_endgame *endgame = NULL;
    eleven_problem problem;
    int found = find_size(options);
    if (found >= size) {
        eleven_error error = open_whole(options, &endgame, &problem);
        eleven_endgame_close(endgame);
        if (!error)
            return;
        if (error != ELEVEN_BAD_TEXT)
            fail_problem(&problem);
        if (found != size)
            fail_with("%s; 'eleven endgame --size %s' builds them again", problem.sentence,
                      eleven_endgame_size_name((unsigned)found));
        fprintf(stderr, "%s\n", problem.sentence);
        name_tables(path, options, (unsigned)size, "");
        unlink(path);
    }
    build(options, (eleven_endgame_size)size);
}

static int run_endgame(void *given, word_list words)
{
    struct options *options = given;
    char folder[FOLDER_PATH];
    (void)words;
    if (!options->folder && !cache_folder(folder, sizeof folder))
        fail_with("no cache folder is known: set $HOME or use --folder");
    if (!options->folder)
        options->folder = folder;
    if (strlen(options->folder) >= FOLDER_PATH)
        fail_usage("the path of --folder is too long");
    if (options->removes && (options->only_check || options->size || options->threads || options->as_json))
        fail_usage("--remove removes all tables in the folder, and nothing else");
    if (options->removes) {
        remove_tables(options);
        return 0;
    }
    if (options->only_check && options->threads)
        fail_usage("--threads has no effect together with --check");
    const char *size_name = options->size ? options->size : USUAL_SIZE;
    int size = (int)name_find(eleven_endgame_size_name, "size", size_name, NULL);
    if (!options->only_check)
        provide(options, size);
    else if (options->size && find_size(options) < size)
        fail_with("there are no %s tables in %s; 'eleven endgame --size %s' builds them", size_name, options->folder,
                  size_name);
    describe(options);
    return 0;
}

static const value_kind kind_table_size = {read_name, eleven_endgame_size_name, PATH_NONE, NULL};

static const cli_option rows[] = {
    OPTION(size, "size", 's', "SIZE", kind_table_size,
           "tiny (11 MB), small (1.1 GB), full (3.9 GB) or huge (7.7 GB) (default: full)"),
    OPTION(folder, "folder", 0, "DIR", kind_folder, "the folder of the tables, see above"),
    NUMBER(threads, "threads", 'T', 1, 64, "threads, 1 to 64 (default: one for each processor)"),
    FLAG(only_check, "check", 0, "build nothing, only check and describe the tables"),
    FLAG(removes, "remove", 0, "remove all tables from the folder"),
    OPTION_JSON(as_json),
    {0},
};

const cli_command endgame_command = {
    .name = "endgame",
    .summary = "Build the endgame tables that the player strong needs",
    .details = "The tables are built once, in five minutes of processor time. The tables 'huge' take seven minutes,\n"
               "and strong plays better with them. The tables are stored in $ELEVEN_CACHE, $XDG_CACHE_HOME/eleven\n"
               "or ~/.cache/eleven, where the player looks for them. Ctrl-C stops the work, and the same command\n"
               "continues it. Undamaged tables are not built again.\n"
               "\n"
               "  eleven endgame --size small\n"
               "  eleven match --player strong --games 10\n",
    OPTIONS(rows),
    .run = run_endgame,
};
