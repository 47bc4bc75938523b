/* The language server as a command. Without jansson it only reports that. */
#include "cli/commands.h"
#include "base/options.h"
#include "base/values.h"

#ifdef ELEVEN_HAS_JANSSON

#include "lsp/lsp.h"
#include "base/late_player.h"

#include <unistd.h>

static int serve(const char *name, seed_value told)
{
    if (player_check("lsp", name))
        return STATUS_USAGE;
    uint64_t seed = told.is_given ? told.seed : random_seed();
    eleven_player *player = late_player_new(name, seed);
    int status = lsp_serve(&(lsp_options){.in = STDIN_FILENO, .out = STDOUT_FILENO, .player = player, .seed = seed});
    eleven_player_close(player);
    return status;
}

#else

static int serve(const char *name, seed_value seed)
{
    (void)name, (void)seed;
    return complain("lsp", STATUS_FAILURE,
                    "this program was built without jansson; install libjansson-dev and build again");
}

#endif

static int lsp_run(word_list words)
{
    const char *player = "network";
    seed_value seed = {false, 0};
    bool is_stdio = false;
    const cli_option options[] = {
        {"player", "NAME", "who gives hints and finishes games (network)", option_text, &player, 'p'},
        {"seed", "N", "what the seeds of new games follow from (chance)", option_seed, &seed, 0},
        {"stdio", NULL, "speak on standard input and output, as always", NULL, &is_stdio, 0},
        {0}};
    int status = options_read(&lsp_command, options, &words);
    return status == OPTIONS_READ ? serve(player, seed) : status;
}

const cli_command lsp_command = {
    .name = "lsp",
    .arguments = "",
    .summary = "Serve editors: 2048 in the completion list, in any file",
    .details = "Speaks the Language Server Protocol on standard input and output. editors/ has a configuration\n"
               "for each of several editors. Type 2048. in a file and choose from the completion list.\n",
    .run = lsp_run,
};
