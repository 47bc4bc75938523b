/* The game over HTTP as a command. Without libwebsockets and wslay it only reports that. */
#include "base/installed.h"
#include "base/saving.h"
#include "cli/commands.h"
#include "serve/serve.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct options {
    const char *address, *hosts, *origins, *player, *site, *data;
    int64_t port, connections;
    think_limits limits;
};

#ifdef ELEVEN_HAS_WSLAY

enum { SITE_PATH = 4096 };

static bool has_page(const char *folder)
{
    char page[SITE_PATH + 16];
    snprintf(page, sizeof page, "%s/index.html", folder);
    return access(page, R_OK) == 0;
}

/* Where `make web` builds the page, or where it was installed; NULL: nowhere. */
static const char *find_site(char folder[SITE_PATH])
{
    if (!installed_find("/web/index.html", "/../share/eleven/web/index.html", folder, SITE_PATH))
        return NULL;
    *strrchr(folder, '/') = '\0';
    return folder;
}

static int serve(const struct options *options)
{
    char folder[SITE_PATH], games[FOLDER_PATH];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (options->site && !has_page(options->site))
        fail_with("--web '%s' does not contain index.html", options->site);
    player_check(options->player);
    serve_options request = {.address = options->address,
                             .port = (unsigned)options->port,
                             .hosts = options->hosts,
                             .origins = options->origins,
                             .player = options->player,
                             .budget = budget_of(&options->limits),
                             .players = cores > 0 ? (unsigned)cores : 1,
                             .connections = (unsigned)options->connections,
                             .site = options->site ? options->site : find_site(folder),
                             .folder = saved_games_folder(options->data, games) ? games : NULL};
    if (!request.budget.depth && !(request.budget.milliseconds > 0))
        request.budget.milliseconds = 20;
    return serve_forever(&request);
}

#else

__attribute__((noreturn)) static int serve(const struct options *options)
{
    (void)options;
#ifdef ELEVEN_HAS_WEBSOCKETS
    fail_with("this program was built without wslay; install libwslay-dev and build again");
#else
    fail_with("this program was built without websockets; install libwebsockets-dev and build again");
#endif
}

#endif

/* An address in its usual spelling, as the Host of a request has it. One with a zone, such as fe80::1%eth0, stays. */
static const char *usual_address(const char *address, char usual[INET6_ADDRSTRLEN])
{
    unsigned char number[sizeof(struct in6_addr)];
    for (unsigned i = 0; i < 2; i++) {
        int family = i ? AF_INET6 : AF_INET;
        if (inet_pton(family, address, number) == 1)
            return inet_ntop(family, number, usual, INET6_ADDRSTRLEN);
    }
    if (!strchr(address, '%') || strlen(address) > 64 || strpbrk(address, ", +"))
        fail_usage("--listen expects an address such as 127.0.0.1 or ::1, not '%s'", address);
    return address;
}

/* Whether a browser sends an origin like this: "scheme://host", and the port if it is not the usual one. */
static bool is_origin(const char *origin, size_t length)
{
    char text[300];
    snprintf(text, sizeof text, "%.*s", (int)length, origin);
    const char *host = strstr(text, "://"), *port = host ? strrchr(host + 3, ':') : NULL;
    if (strcmp(text, "null") == 0)
        return true;
    return host && host > text && host[3] && !strchr(host + 3, '/') &&
           !(port && strcmp(port, ":80") == 0 && strncmp(text, "http:", 5) == 0) &&
           !(port && strcmp(port, ":443") == 0 && strncmp(text, "https:", 6) == 0);
}

static void check_origins(const char *list)
{
    for (const char *at = list; at && *at; at += strcspn(at, ",")) {
        at += strspn(at, ", \t");
        size_t length = strcspn(at, ", \t");
        if (length && !is_origin(at, length))
            fail_usage("--origin expects origins such as https://example.org or http://localhost:8080, not '%.*s'",
                       (int)length, at);
    }
}

static int run_serve(void *given, word_list words)
{
    struct options options = *(const struct options *)given;
    char address[INET6_ADDRSTRLEN];
    (void)words;
    if (options.limits.milliseconds > 5000)
        fail_usage("--time expects at most 5s");
    options.address = usual_address(options.address, address);
    check_origins(options.origins);
    return serve(&options);
}

static const cli_option rows[] = {
    NUMBER(port, "port", 'P', 0, UINT16_MAX, "the port, 0 to 65535; 0 is any free port (default: 2048)"),
    OPTION(address, "listen", 0, "ADDRESS", kind_text, "an address of this machine, see above (default: 127.0.0.1)"),
    OPTION(hosts, "host", 0, "NAMES", kind_text, "more names of this machine, with commas; see above"),
    OPTION(origins, "origin", 0, "ORIGINS", kind_text, "more pages that may ask, such as https://example.org"),
    OPTION(player, "player", 'p', "PLAYER", kind_player, "who answers (default: network-large)"),
    OPTION_DEPTH(limits),
    OPTION_TIME(limits),
    NUMBER(connections, "connections", 0, 2, 1000, "connections at the same time, 2 to 1000 (default: 256)"),
    OPTION(site, "web", 0, "DIR", kind_folder, "the folder of the web page (default: the installed one)"),
    OPTION_DATA(data),
    {0},
};

const cli_command serve_command = {
    .name = "serve",
    .summary = "Serve the game over HTTP: moves, values, games, and the web page",
    .details =
        "  /move?board=HEX                  one letter: u, r, d, l, or g if the game is over\n"
        "  /api/v1/move?board=BOARD         the best move and the value of each move\n"
        "  /api/v1/values?board=BOARD       the value of each move\n"
        "  /api/v1/board?board=BOARD        the result of each move\n"
        "  /api/v1/game?seed=N&moves=ULDR   a game; also size=4x4, and k among the moves to continue after\n"
        "                                   the win\n"
        "  /api/v1/play                     a running game, a WebSocket: new, up, ..., undo, redo, keep,\n"
        "                                   hint, play, save; open NAME continues a game\n"
        "\n"
        "BOARD is written as for 'eleven show', on one line. The four addresses from /api/v1/move to game accept\n"
        "rules=NAME, and so does new. Without --depth and --time the player thinks for 20 ms.\n"
        "\n"
        "Only programs on this machine can connect. '--listen 0.0.0.0' lets everybody connect who can reach\n"
        "the machine, without encryption or password. On the internet, put a proxy with TLS in front of it.\n"
        "The Host of a request must name this machine: localhost, a loopback address, the address of\n"
        "--listen, or one of the names of --host. With '--listen 0.0.0.0' any numeric address is accepted.\n"
        "The pages of other sites may not ask, except those of --origin.\n"
        "\n"
        "Running games are kept when the server ends. Each has a name, and 'open NAME' continues it "
        "later.\n" PLAYER_HELP "\n"
        "  eleven serve --port 8080\n"
        "  curl 'http://localhost:8080/move?board=1100000000000000'\n",
    OPTIONS(rows),
    .defaults =
        &(const struct options){.address = "127.0.0.1", .player = usual_player, .port = 2048, .connections = 256},
    .run = run_serve,
};
