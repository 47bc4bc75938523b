/* The language server as a command. Without jansson it only reports that. */
#include "cli/commands.h"

struct options {
    const char *player;
    seed_value seed;
    bool is_stdio;
};

#ifdef ELEVEN_HAS_JANSSON

#include "lsp/lsp.h"

#include <unistd.h>

static int run_lsp(void *given, word_list words)
{
    const struct options *options = given;
    (void)words;
    player_check(options->player);
    uint64_t seed = seed_or_random(options->seed);
    eleven_player *player = lazy_player_new(options->player, seed);
    if (!player)
        fail_no_memory();
    int status = lsp_serve(&(lsp_options){
        .in = STDIN_FILENO, .out = STDOUT_FILENO, .player = player, .is_ready = lazy_player_is_ready, .seed = seed});
    eleven_player_close(player);
    return status;
}

#else

__attribute__((noreturn)) static int run_lsp(void *options, word_list words)
{
    (void)options, (void)words;
    fail_with("this program was built without jansson; install libjansson-dev and build again");
}

#endif

static const cli_option rows[] = {
    OPTION(player, "player", 'p', "PLAYER", kind_player, "who gives hints and finishes games (default: network-large)"),
    OPTION(seed, "seed", 0, "N", kind_seed, "the seeds of new games follow from this number (default: random)"),
    FLAG(is_stdio, "stdio", 0, "use standard input and output; this is always the case"),
    {0},
};

const cli_command lsp_command = {
    .name = "lsp",
    .summary = "Let editors play 2048 in their completion list",
    .details = "This is a server of the Language Server Protocol on standard input and output. The folder editors/\n"
               "of the source has configurations for several editors. Then type '2048.' in any file and choose\n"
               "from the list.\n" PLAYER_HELP,
    OPTIONS(rows),
    .defaults = &(const struct options){.player = usual_player},
    .run = run_lsp,
};
