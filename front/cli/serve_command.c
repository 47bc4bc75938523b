/* The game over HTTP as a command. Without civetweb it only reports that. */
#include "cli/commands.h"
#include "base/options.h"
#include "base/values.h"

#include "serve/serve.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct server_wish {
    serve_options serve;
    int64_t port, connections, depth;
    const char *site;
} server_wish;

#ifdef ELEVEN_HAS_CIVETWEB

enum { PATH = 4096 };

static bool has_page(const char *folder)
{
    char page[PATH + 16];
    snprintf(page, sizeof page, "%s/index.html", folder);
    return access(page, R_OK) == 0;
}

/* Beside the program, where `make web` builds it; or where it was installed. */
static const char *find_site(char folder[PATH])
{
    static const char *const places[] = {"/web", "/../share/eleven/web"};
    char program[PATH];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(program, '/');
    if (!slash)
        return NULL;
    *slash = '\0';
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
        if (snprintf(folder, PATH, "%s%s", program, places[i]) < PATH && has_page(folder))
            return folder;
    return NULL;
}

static int serve(server_wish *wish)
{
    char folder[PATH];
    if (wish->site && !has_page(wish->site))
        return complain("serve", STATUS_FAILURE, "--web '%s' has no index.html", wish->site);
    wish->serve.site = wish->site ? wish->site : find_site(folder);
    eleven_player *player;
    int status = player_read("serve", wish->serve.player, 0, &player);
    if (status)
        return status;
    eleven_player_close(player);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    wish->serve.players = cores > 0 ? (unsigned)cores : 1;
    return serve_forever(&wish->serve);
}

#else

static int serve(server_wish *wish)
{
    (void)wish;
    return complain("serve", STATUS_FAILURE,
                    "this program was built without civetweb; install libcivetweb-dev and build again");
}

#endif

static int check(const server_wish *wish)
{
    if (wish->port > UINT16_MAX)
        return complain("serve", STATUS_USAGE, "--port '%" PRId64 "' is more than 65535", wish->port);
    if (wish->connections < 2 || wish->connections > 1000)
        return complain("serve", STATUS_USAGE, "--connections '%" PRId64 "' is not from 2 to 1000", wish->connections);
    if (wish->depth > ELEVEN_SEARCH_DEPTH)
        return complain("serve", STATUS_USAGE, "--depth '%" PRId64 "' is more than %d", wish->depth,
                        ELEVEN_SEARCH_DEPTH);
    if (wish->serve.budget.milliseconds > 5000)
        return complain("serve", STATUS_USAGE, "--time is more than 5 seconds");
    if (strlen(wish->serve.address) > 64 || strpbrk(wish->serve.address, ", +"))
        return complain("serve", STATUS_USAGE, "--listen '%s' is not an address", wish->serve.address);
    return 0;
}

static int serve_run(word_list words)
{
    server_wish wish = {.serve = {.address = "127.0.0.1", .player = "network"}, .port = 2048, .connections = 64};
    const cli_option options[] = {
        {"port", "N", "where to listen (2048); 0: any that is free", option_number, &wish.port, 'P'},
        {"listen", "ADDRESS", "of this machine (127.0.0.1); see above", option_text, &wish.serve.address, 0},
        {"player", "PLAYER", "who answers (network)", option_text, &wish.serve.player, 'p'},
        {"depth", "N", "own moves to look ahead", option_number, &wish.depth, 'd'},
        {"time", "TIME", "time for an answer: 10ms, 500us, 2s", option_time, &wish.serve.budget.milliseconds, 't'},
        {"connections", "N", "how many at once (64)", option_number, &wish.connections, 0},
        {"web", "DIR", "folder of the page (the one that was built or installed)", option_text, &wish.site, 0},
        {0}};
    int status = options_read(&serve_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    status = check(&wish);
    if (status)
        return status;
    wish.serve.port = (unsigned)wish.port;
    wish.serve.connections = (unsigned)wish.connections;
    wish.serve.budget.depth = (uint32_t)wish.depth;
    if (!wish.depth && !(wish.serve.budget.milliseconds > 0))
        wish.serve.budget.milliseconds = 20;
    return serve(&wish);
}

const cli_command serve_command = {
    .name = "serve",
    .arguments = "",
    .summary = "Serve the game over HTTP: moves, values, games, and the web page",
    .details = "  /move?board=HEX                  one letter: u, l, r, d, or g where the game is over\n"
               "  /api/v1/move?board=BOARD         the best move and what each is worth; BOARD is told as "
               "for 'move'\n"
               "  /api/v1/values?board=BOARD       what each move is worth\n"
               "  /api/v1/board?board=BOARD        what each move makes of a board\n"
               "  /api/v1/game?seed=N&moves=ULDR   a game; also size=4x4, and 'k' to go on after the win\n"
               "  /api/v1/play                     a running game, a WebSocket: new, up, ..., undo, redo, "
               "keep, hint,\n"
               "                                   play, save\n"
               "All but /move take rules=NAME. Without --depth and --time the player thinks for 20 ms.\n"
               "Only programs on this machine can connect. '--listen 0.0.0.0' lets in everybody who reaches "
               "it, without\n"
               "encryption or password; on the internet put a proxy with TLS before it instead.\n",
    .run = serve_run,
};
