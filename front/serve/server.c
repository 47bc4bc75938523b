/* The server around civetweb: what a path leads to, the limits, beginning and ending. */
#include "serve/http.h"

#include "base/command.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const struct {
    const char *path;
    api_answer *answer;
} paths[] = {{"/api/v1/board", answer_board},
             {"/api/v1/values", answer_values},
             {"/api/v1/move", answer_move},
             {"/api/v1/game", answer_game}};

/* ---- Requests ------------------------------------------------------------------------------------------ */

static int send_json(struct mg_connection *connection, int status, const char *text, size_t length)
{
    return answer_send(connection, status, "application/json", text, length);
}

static int send_complaint(struct mg_connection *connection, int status, const char *sentence)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return send_json(connection, HTTP_BUSY, "{}\n", 3);
    json_out json = json_put_to(out);
    json_put_object(&json, NULL);
    json_put_string(&json, "error", sentence);
    json_put_end(&json);
    json_put_line(&json);
    fclose(out);
    status = send_json(connection, status, text, length);
    free(text);
    return status;
}

static int send_answer(const web_server *server, struct mg_connection *connection, api_answer *answer)
{
    char *text = NULL;
    size_t length = 0;
    complaint wrong = {""};
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return send_complaint(connection, HTTP_BUSY, "there is not enough memory");
    json_out json = json_put_to(out);
    json_put_object(&json, NULL);
    int status = answer(server, connection, &json, &wrong);
    if (status == HTTP_OK) {
        json_put_end(&json);
        json_put_line(&json);
    }
    fclose(out);
    status = status == HTTP_OK ? send_json(connection, status, text, length)
                               : send_complaint(connection, status, wrong.sentence);
    free(text);
    return status;
}

/* As other programs ask: a board in hex, answered by one letter; 'g' where the game is over. */
static int send_letter(const web_server *server, struct mg_connection *connection)
{
    eleven_rules rules;
    eleven_board board;
    eleven_advice advice;
    complaint wrong = {""};
    char letter = 'g';
    eleven_rules_find("classic", &rules);
    int status = query_board(connection, &rules, &board, &wrong);
    if (status == HTTP_OK && eleven_board_legal(&rules, &board)) {
        status = advice_of(server, &rules, &board, &advice, &wrong);
        letter = status == HTTP_OK ? eleven_direction_name(advice.direction)[0] : '\0';
    }
    if (status == HTTP_OK)
        return answer_send(connection, status, "text/plain; charset=utf-8", &letter, 1);
    return answer_send(connection, status, "text/plain; charset=utf-8", wrong.sentence, strlen(wrong.sentence));
}

static int on_request(struct mg_connection *connection, void *data)
{
    const struct mg_request_info *request = mg_get_request_info(connection);
    const char *path = request->local_uri;
    if (strcmp(request->request_method, "GET") != 0 && strcmp(request->request_method, "HEAD") != 0)
        return send_complaint(connection, HTTP_METHOD, "only GET and HEAD are answered");
    if (strcmp(path, "/move") == 0)
        return send_letter(data, connection);
    for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++)
        if (strcmp(paths[i].path, path) == 0)
            return send_answer(data, connection, paths[i].answer);
    if (strncmp(path, "/api/", 5) == 0)
        return send_complaint(connection, HTTP_MISSING,
                              "there is nothing here; /api/v1/ has board, values, move, "
                              "game and, for WebSockets, play");
    return site_answer(data, connection, path);
}

/* ---- Beginning and ending ------------------------------------------------------------------------------ */

static int say_nothing(const struct mg_connection *connection, const char *message)
{
    (void)connection, (void)message;
    return 1;
}

static struct mg_context *listen_on(const serve_wish *wish, web_server *server)
{
    char port[96], threads[16];
    snprintf(port, sizeof port, "%s:%u", wish->address, wish->port);
    snprintf(threads, sizeof threads, "%u", wish->connections);
    const char *options[] = {"listening_ports",
                             port,
                             "num_threads",
                             threads,
                             "connection_queue",
                             "256",
                             "enable_keep_alive",
                             "yes",
                             "keep_alive_timeout_ms",
                             "2000",
                             "request_timeout_ms",
                             "5000",
                             "websocket_timeout_ms",
                             "600000",
                             "max_request_size",
                             "16384",
                             "static_file_max_age",
                             "0",
                             "tcp_nodelay",
                             "1",
                             NULL};
    struct mg_callbacks callbacks = {.log_message = say_nothing, .log_access = say_nothing};
    return mg_start(&callbacks, server, options);
}

/* Signals are waited for, so that no thread is ever stopped in the middle of something. */
static void signals_block(sigset_t *signals)
{
    sigemptyset(signals);
    sigaddset(signals, SIGINT);
    sigaddset(signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, signals, NULL);
}

/* civetweb makes room for whatever length a WebSocket's message claims: let it be refused long before memory is short.
 * What the players are going to need is allowed for. */
static void memory_limit(const serve_wish *wish)
{
    enum { PLAYER = 64, CONNECTIONS = 64 }; /* MiB: of a player, of all connections */
    unsigned long pages = 0;
    struct rlimit limit;
    FILE *in = fopen("/proc/self/statm", "r");
    bool known = in && fscanf(in, "%*u %*u %*u %*u %*u %lu", &pages) == 1;
    if (in)
        fclose(in);
    if (!known || getrlimit(RLIMIT_DATA, &limit) != 0)
        return;
    rlim_t wanted =
        (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + ((rlim_t)wish->players * PLAYER + CONNECTIONS) * (1 << 20);
    if (limit.rlim_max == RLIM_INFINITY || wanted < limit.rlim_max) {
        limit.rlim_cur = wanted;
        setrlimit(RLIMIT_DATA, &limit);
    }
}

static void tell_address(struct mg_context *context, const serve_wish *wish)
{
    struct mg_server_port port = {0};
    mg_get_server_ports(context, 1, &port);
    printf("Eleven serves http://%s:%d/   (Ctrl-C ends it)\n", wish->address, port.port);
    if (!wish->site)
        puts("The page has not been built ('make web'); the API is there.");
    fflush(stdout);
}

int serve_forever(const serve_wish *wish)
{
    sigset_t signals;
    int received;
    web_server server = {.wish = wish, .pool = pool_open(wish->player, wish->players)};
    if (!server.pool)
        return complain("serve", STATUS_FAILURE, "there is not enough memory for the players");
    signals_block(&signals);
    mg_init_library(0);
    struct mg_context *context = listen_on(wish, &server);
    if (context) {
        mg_set_request_handler(context, "/", on_request, &server);
        sockets_open(context, &server);
        memory_limit(wish);
        tell_address(context, wish);
        while (sigwait(&signals, &received) == EINTR)
            ;
        mg_stop(context);
    }
    mg_exit_library();
    pool_close(server.pool);
    return context ? 0
                   : complain("serve", STATUS_FAILURE,
                              "nothing can listen on %s:%u: it is taken, or no address of this machine", wish->address,
                              wish->port);
}
