/* The server around civetweb: what a path leads to, the limits, starting and stopping. */
#include "serve/serve_room.h"

#include "base/complain.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
    const char *path;
    api_answer *answer;
} paths[] = {{"/api/v1/board", answer_board},
             {"/api/v1/values", answer_values},
             {"/api/v1/move", answer_move},
             {"/api/v1/game", answer_game}};

static int send_json(struct mg_connection *connection, int status, const char *text, size_t length)
{
    return answer_send(connection, status, "application/json", text, length);
}

static int send_error(struct mg_connection *connection, int status, const char *sentence)
{
    json_answer answer;
    if (!json_answer_open(&answer))
        return send_json(connection, HTTP_BUSY, "{}\n", 3);
    json_put_string(&answer.json, "error", sentence);
    json_answer_close(&answer);
    status = send_json(connection, status, answer.text, answer.length);
    free(answer.text);
    return status;
}

static int send_answer(const web_server *server, struct mg_connection *connection, api_answer *fill)
{
    json_answer answer;
    eleven_problem problem = {0};
    if (!json_answer_open(&answer))
        return send_error(connection, HTTP_BUSY, "out of memory");
    int status = http_status_of(fill(server, connection, &answer.json, &problem));
    json_answer_close(&answer);
    status = status == HTTP_OK ? send_json(connection, status, answer.text, answer.length)
                               : send_error(connection, status, problem.sentence);
    free(answer.text);
    return status;
}

/* In a format that other programs use: a board in hex, answered by one letter; 'g' if the game is over. */
static int send_letter(const web_server *server, struct mg_connection *connection)
{
    static const char type[] = "text/plain; charset=utf-8";
    eleven_rules rules;
    eleven_board board;
    eleven_advice advice;
    eleven_problem problem = {0};
    char letter = 'g';
    eleven_rules_find("classic", &rules);
    eleven_error error = query_board(connection, &rules, &board, &problem);
    if (!error && eleven_board_legal(&rules, &board)) {
        error = advice_of(server, &rules, &board, &advice, &problem);
        letter = error ? '\0' : eleven_direction_name(advice.direction)[0];
    }
    if (error)
        return answer_send(connection, http_status_of(error), type, problem.sentence, strlen(problem.sentence));
    return answer_send(connection, HTTP_OK, type, &letter, 1);
}

/* The page and its files, as `make web` builds them. No other file can be read. */
static const char no_page[] = "Eleven serves its API here: /api/v1/board, /api/v1/values, /api/v1/move and "
                              "/api/v1/game. The page is not built; 'make web' builds it.\n";

static const struct {
    const char *ending, *type;
} types[] = {{".html", "text/html; charset=utf-8"},
             {".js", "text/javascript; charset=utf-8"},
             {".css", "text/css; charset=utf-8"},
             {".svg", "image/svg+xml"},
             {".png", "image/png"},
             {".json", "application/json"},
             {".webmanifest", "application/manifest+json"},
             {".wasm", "application/wasm"}};

static const char *type_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (unsigned i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].ending, dot) == 0)
            return types[i].type;
    return "application/octet-stream";
}

/* Only plain names that do not begin with a dot: no path leads out of the folder. */
static bool is_plain(const char *path)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./";
    return path[0] == '/' && path[strspn(path, allowed)] == '\0' && !strstr(path, "/.") && !strstr(path, "//");
}

static int send_file(const web_server *server, struct mg_connection *connection, const char *path)
{
    enum { PATH = 4096 };
    static const char missing[] = "there is nothing here\n";
    char file[PATH];
    struct stat status;
    bool is_root = strcmp(path, "/") == 0;
    if (!server->options->site)
        return is_root
                   ? answer_send(connection, HTTP_OK, "text/plain; charset=utf-8", no_page, sizeof no_page - 1)
                   : answer_send(connection, HTTP_MISSING, "text/plain; charset=utf-8", missing, sizeof missing - 1);
    int length = snprintf(file, sizeof file, "%s%s", server->options->site, is_root ? "/index.html" : path);
    if (!is_plain(path) || length >= PATH || stat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return answer_send(connection, HTTP_MISSING, "text/plain; charset=utf-8", missing, sizeof missing - 1);
    mg_send_mime_file2(connection, file, type_of(file), "X-Content-Type-Options: nosniff\r\n");
    return HTTP_OK;
}

static int on_request(struct mg_connection *connection, void *data)
{
    const struct mg_request_info *request = mg_get_request_info(connection);
    const char *path = request->local_uri;
    if (strcmp(request->request_method, "GET") != 0 && strcmp(request->request_method, "HEAD") != 0)
        return send_error(connection, HTTP_METHOD, "use GET or HEAD");
    if (strcmp(path, "/move") == 0)
        return send_letter(data, connection);
    for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++)
        if (strcmp(paths[i].path, path) == 0)
            return send_answer(data, connection, paths[i].answer);
    if (strncmp(path, "/api/", 5) == 0)
        return send_error(connection, HTTP_MISSING,
                          "there is nothing here; /api/v1/ has board, values, move, game and, for WebSockets, play");
    return send_file(data, connection, path);
}

static int log_nothing(const struct mg_connection *connection, const char *message)
{
    (void)connection, (void)message;
    return 1;
}

static struct mg_context *listen_on(const serve_options *options, web_server *server)
{
    char port[96], threads[16];
    snprintf(port, sizeof port, "%s:%u", options->address, options->port);
    snprintf(threads, sizeof threads, "%u", options->connections);
    const char *settings[][2] = {{"listening_ports", port},          {"num_threads", threads},
                                 {"connection_queue", "256"},        {"enable_keep_alive", "yes"},
                                 {"keep_alive_timeout_ms", "2000"},  {"request_timeout_ms", "5000"},
                                 {"websocket_timeout_ms", "600000"}, {"max_request_size", "16384"},
                                 {"static_file_max_age", "0"},       {"tcp_nodelay", "1"}};
    enum { SETTINGS = sizeof settings / sizeof *settings };
    const char *words[2 * SETTINGS + 1] = {NULL};
    for (unsigned i = 0; i < 2 * SETTINGS; i++)
        words[i] = settings[i / 2][i % 2];
    struct mg_callbacks callbacks = {.log_message = log_nothing, .log_access = log_nothing};
    return mg_start(&callbacks, server, words);
}

/* The program waits for signals, so that none interrupts a thread. */
static void block_signals(sigset_t *signals)
{
    sigemptyset(signals);
    sigaddset(signals, SIGINT);
    sigaddset(signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, signals, NULL);
}

/* civetweb allocates whatever length a WebSocket message claims. A limit makes this fail long before the machine is out
 * of memory; it leaves enough for the players. */
static void limit_memory(const serve_options *options)
{
    /* MiB of each player, and of all connections. */
    enum { PLAYER = 64, CONNECTIONS = 64 };
    unsigned long pages = 0;
    struct rlimit limit;
    FILE *in = fopen("/proc/self/statm", "r");
    bool known = in && fscanf(in, "%*u %*u %*u %*u %*u %lu", &pages) == 1;
    if (in)
        fclose(in);
    if (!known || getrlimit(RLIMIT_DATA, &limit) != 0)
        return;
    rlim_t wanted =
        (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + ((rlim_t)options->players * PLAYER + CONNECTIONS) * (1 << 20);
    if (limit.rlim_max == RLIM_INFINITY || wanted < limit.rlim_max) {
        limit.rlim_cur = wanted;
        setrlimit(RLIMIT_DATA, &limit);
    }
}

static void print_address(struct mg_context *context, const serve_options *options)
{
    struct mg_server_port port = {0};
    mg_get_server_ports(context, 1, &port);
    printf("Eleven serves http://%s:%d/   (Ctrl-C ends it)\n", options->address, port.port);
    if (!options->site)
        puts("The page is not built ('make web' builds it); the API works.");
    fflush(stdout);
}

int serve_forever(const serve_options *options)
{
    sigset_t signals;
    int received;
    web_server server = {.options = options, .pool = pool_open(options->player, options->players)};
    if (!server.pool)
        return complain("serve", STATUS_FAILURE, "out of memory: the players cannot be opened");
    block_signals(&signals);
    mg_init_library(0);
    struct mg_context *context = listen_on(options, &server);
    if (context) {
        mg_set_request_handler(context, "/", on_request, &server);
        sockets_open(context, &server);
        limit_memory(options);
        print_address(context, options);
        while (sigwait(&signals, &received) == EINTR)
            ;
        mg_stop(context);
    }
    mg_exit_library();
    pool_close(server.pool);
    return context ? 0
                   : complain("serve", STATUS_FAILURE,
                              "cannot listen on %s:%u: the port is in use, or the address is not one of this machine",
                              options->address, options->port);
}
