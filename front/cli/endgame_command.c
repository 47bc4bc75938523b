/* Builds the tables of the player `strong`, or tells what there is. */
#include "cli/commands.h"
#include "base/json.h"
#include "base/named_player.h"
#include "base/options.h"
#include "base/values.h"

#include "eleven.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { THREADS_MOST = 64, SECONDS_A_LINE = 30, TABLES_PATH = DATA_PATH + 64 };

typedef struct endgame_wish {
    char folder[DATA_PATH];
    const char *given_folder, *size;
    int64_t threads; /* 0: one for each processor */
    bool only_check, removes, as_json;
} endgame_wish;

static volatile sig_atomic_t is_stopped;

static void stop(int signal)
{
    (void)signal;
    is_stopped = 1;
}

/* ---- Progress ------------------------------------------------------------------------------------------- */

typedef struct teller {
    double began, told; /* seconds */
    bool is_terminal;
} teller;

static double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool tell(void *context, const eleven_endgame_progress *progress)
{
    teller *self = context;
    double now = clock_seconds(), spent = now - self->began, made = progress->share - progress->share_begun;
    if (is_stopped)
        return false;
    if (made <= 0 || spent < 2 || now - self->told < (self->is_terminal ? 0.5 : SECONDS_A_LINE))
        return true;
    fprintf(stderr, "%s  %5.1f%%, about %.0f s left%s", self->is_terminal ? "\r" : "", 100 * progress->share,
            spent / made * (1 - progress->share), self->is_terminal ? " " : "\n");
    self->told = now;
    return true;
}

/* ---- What to do ----------------------------------------------------------------------------------------- */

static int build(const endgame_wish *wish, eleven_endgame_size size)
{
    teller self = {.began = clock_seconds(), .is_terminal = isatty(STDERR_FILENO)};
    struct sigaction action = {.sa_handler = stop, .sa_flags = SA_RESTART | (int)SA_RESETHAND};
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned threads = (unsigned)(wish->threads ? wish->threads : processors < 1 ? 1 : processors);
    eleven_endgame_build task = {
        .folder = wish->folder, .size = size, .threads = threads, .progress = tell, .context = &self};
    eleven_problem problem;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    fprintf(stderr, "Building the %s endgame tables in %s, with %u thread%s.\n", eleven_endgame_size_name(size),
            wish->folder, threads, threads == 1 ? "" : "s");
    eleven_error error = eleven_endgame_run(&task, &problem);
    if (self.told > 0 && self.is_terminal)
        fputs("\n", stderr);
    if (error == ELEVEN_END)
        return complain("endgame", STATUS_FAILURE, "stopped; the same command goes on from here");
    return error ? complain("endgame", STATUS_FAILURE, "%s", problem.sentence) : 0;
}

static int describe(const endgame_wish *wish)
{
    eleven_endgame *endgame;
    eleven_problem problem;
    if (eleven_endgame_open(wish->folder, &endgame, &problem))
        return complain("endgame", STATUS_FAILURE, "%s", problem.sentence);
    eleven_endgame_facts facts = eleven_endgame_about(endgame);
    eleven_endgame_close(endgame);
    if (!wish->as_json) {
        printf("%s: %s tables, %.3g GB, whole: %" PRIu64 " boards around six locked tiles, %" PRIu64 " around five.\n",
               wish->folder, eleven_endgame_size_name(facts.size), (double)facts.bytes / 1e9, facts.fillings[0],
               facts.fillings[1]);
        return 0;
    }
    json_out json = json_put_to(stdout);
    json_put_object(&json, NULL);
    json_put_string(&json, "folder", wish->folder);
    json_put_string(&json, "size", eleven_endgame_size_name(facts.size));
    json_put_number(&json, "bytes", facts.bytes);
    json_put_number(&json, "six", facts.fillings[0]);
    json_put_number(&json, "five", facts.fillings[1]);
    json_put_end(&json);
    json_put_line(&json);
    return 0;
}

static void name_tables(char path[TABLES_PATH], const endgame_wish *wish, unsigned size, const char *suffix)
{
    snprintf(path, TABLES_PATH, "%s/endgame-%s%s", wish->folder, eleven_endgame_size_name(size), suffix);
}

/* All tables in the folder, and what interrupted builds have left. */
static int remove_tables(const endgame_wish *wish)
{
    char path[TABLES_PATH];
    for (unsigned size = 0; eleven_endgame_size_name(size); size++)
        for (unsigned i = 0; i < 2; i++) {
            name_tables(path, wish, size, i ? ".part" : "");
            if (unlink(path) == 0)
                printf("%s is removed.\n", path);
            else if (errno != ENOENT)
                return complain("endgame", STATUS_FAILURE, "%s: %s", path, strerror(errno));
        }
    return 0;
}

/* The largest size whose file is in the folder; -1 where there is none. */
static int size_there(const endgame_wish *wish)
{
    int found = -1;
    for (int size = 0; eleven_endgame_size_name((unsigned)size); size++) {
        char path[TABLES_PATH];
        name_tables(path, wish, (unsigned)size, "");
        found = access(path, F_OK) == 0 ? size : found;
    }
    return found;
}

/* Builds them unless they are there already, or larger ones. Damaged ones are said to be so, and built again. */
static int provide(const endgame_wish *wish, int size)
{
    char path[TABLES_PATH];
    eleven_endgame *endgame = NULL;
    eleven_problem problem;
    int there = size_there(wish);
    if (there < size)
        return build(wish, (eleven_endgame_size)size);
    eleven_error error = eleven_endgame_open(wish->folder, &endgame, &problem);
    eleven_endgame_close(endgame);
    if (error != ELEVEN_BAD_TEXT || there != size)
        return error ? complain("endgame", STATUS_FAILURE, "%s", problem.sentence) : 0;
    fprintf(stderr, "%s\n", problem.sentence);
    name_tables(path, wish, (unsigned)size, "");
    unlink(path);
    return build(wish, (eleven_endgame_size)size);
}

static int endgame(const endgame_wish *wish)
{
    unsigned size = 0;
    while (eleven_endgame_size_name(size) && strcmp(eleven_endgame_size_name(size), wish->size) != 0)
        size++;
    if (!eleven_endgame_size_name(size))
        return complain("endgame", STATUS_USAGE, "--size '%s' is none of tiny, small and full", wish->size);
    if (wish->threads > THREADS_MOST)
        return complain("endgame", STATUS_USAGE, "--threads '%" PRId64 "' is more than %d", wish->threads,
                        THREADS_MOST);
    if (wish->removes)
        return remove_tables(wish);
    int status = wish->only_check ? 0 : provide(wish, (int)size);
    return status ? status : describe(wish);
}

/* ---- The command ---------------------------------------------------------------------------------------- */

static int endgame_run(word_list words)
{
    endgame_wish wish = {.size = "full"};
    const cli_option options[] = {
        {"size", "SIZE", "tiny (8 MB), small (1.1 GB) or full (3.9 GB, the default)", option_text, &wish.size, 's'},
        {"folder", "DIR", "where they are kept; see above", option_text, &wish.given_folder, 0},
        {"threads", "T", "threads to build with (one a processor)", option_number, &wish.threads, 'T'},
        {"check", NULL, "build nothing; tell what there is, and whether it is whole", NULL, &wish.only_check, 0},
        {"remove", NULL, "remove all tables from the folder", NULL, &wish.removes, 0},
        {"json", NULL, "answer in JSON", NULL, &wish.as_json, 0},
        {0}};
    int status = options_read(&endgame_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    if (wish.given_folder && wish.given_folder[0])
        snprintf(wish.folder, sizeof wish.folder, "%s", wish.given_folder);
    else if (!cache_folder(wish.folder, sizeof wish.folder))
        return complain("endgame", STATUS_FAILURE,
                        "no cache folder is known, for neither --folder nor $HOME tells one");
    return endgame(&wish);
}

const cli_command endgame_command = {
    .name = "endgame",
    .arguments = "",
    .summary = "Build the endgame tables that the player strong follows",
    .details = "They are built once, which takes about seven minutes on two processors, and kept in\n"
               "$ELEVEN_CACHE, $XDG_CACHE_HOME/eleven or ~/.cache/eleven, where the player looks for them.\n"
               "Ctrl-C stops; the same command then goes on. Tables that are there and whole are not built again.\n",
    .run = endgame_run,
};
