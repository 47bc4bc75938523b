/* The server: the events of libwebsockets, who has a place, starting and stopping. */
#include "base/clock.h"
#include "base/complain.h"
#include "base/input_output.h"
#include "base/problem.h"
#include "serve/serve_room.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* The server has this long to end, and the players; a request, to come; a connection, before it loses its place. */
enum {
    STOP_US = 300000,
    THINKERS_MS = 300,
    REQUEST_US = 5000000,
    PATIENCE_MS = 1000,
    ACCEPT_US = 100000,
    LINGER_US = 1000000
};

/* ---- Connections --------------------------------------------------------------------------------------- */
/* More than are served at once: the others are refused. */
static size_t most_lines(const serve_options *options)
{
    return 2 * (size_t)options->connections + 1000;
}

static void wait_for_request(connection *line)
{
    line->since = clock_milliseconds();
    lws_set_timer_usecs(line->socket, REQUEST_US);
}

static void close_soon(connection *line)
{
    lws_set_timeout(line->socket, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

/* The socket is gone; the connection too, unless a player still has its question. */
static void forget(connection *line)
{
    web_server *server = line->server;
    connection **place = &server->lines;
    line->socket = NULL;
    game_close(line);
    websocket_free(line);
    if (line->is_thinking)
        return;
    while (*place != line)
        place = &(*place)->next;
    *place = line->next;
    server->count--;
    free(line);
}

/* The request has not come completely. */
static void answer_late(connection *line)
{
    line->ends = line->is_surplus = true;
    line->since = INFINITY;
    if (lws_hdr_total_length(line->socket, WSI_TOKEN_GET_URI) > 0)
        answer_error(line, STATUS_SLOW, "the request has not come completely in time");
}

/* How many connections are served, and the one that has waited longest for a request. */
static size_t count_served(const web_server *server, connection **longest)
{
    size_t served = 0;
    *longest = NULL;
    for (connection *line = server->lines; line; line = line->next) {
        served += !line->is_surplus;
        if (!line->is_surplus && !isinf(line->since) && (!*longest || line->since < (*longest)->since))
            *longest = line;
    }
    return served;
}

/* Whether there is a place for one more. A connection that has waited for a second without a whole request loses its
 * own. */
static bool find_place(web_server *server)
{
    connection *longest;
    if (count_served(server, &longest) < server->options->connections)
        return true;
    if (!longest || clock_milliseconds() - longest->since < PATIENCE_MS)
        return false;
    answer_late(longest);
    close_soon(longest);
    return true;
}

static void add_connection(web_server *server, struct lws_vhost *host, int descriptor)
{
    bool has_place = find_place(server);
    connection *line = server->count < most_lines(server->options) ? calloc(1, sizeof *line) : NULL;
    if (!line) {
        close(descriptor);
        return;
    }
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    *line = (connection){.server = server, .is_surplus = !has_place, .next = server->lines};
    line->socket = lws_adopt_descriptor_vhost_via_info(&(lws_adopt_desc_t){
        .vh = host, .type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP, .fd.sockfd = descriptor, .opaque = line});
    if (!line->socket) {
        free(line);
        return;
    }
    server->lines = line;
    server->count++;
    wait_for_request(line);
}

/* Waits a moment if the system has no more descriptors. */
static void accept_all(web_server *server)
{
    enum { AT_ONCE = 256 };
    int listener = lws_get_socket_fd(server->listener), descriptor = 0;
    for (unsigned i = 0; i < AT_ONCE && descriptor >= 0; i++) {
        descriptor = accept(listener, NULL, NULL);
        if (descriptor >= 0)
            add_connection(server, lws_get_vhost(server->listener), descriptor);
    }
    if (descriptor < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR && errno != ECONNABORTED) {
        lws_rx_flow_control(server->listener, 0);
        lws_set_timer_usecs(server->listener, ACCEPT_US);
    }
}

/* ---- Requests ------------------------------------------------------------------------------------------ */
static bool has_body(struct lws *request)
{
    char length[32];
    return lws_hdr_total_length(request, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0 ||
           (lws_hdr_total_length(request, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 &&
            (field_text(request, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length) < 0 ||
             strcmp(length, "0") != 0));
}

/* Whether the version and the Host are right; if not, the request is answered. For libwebsockets a coded line break
 * ends the first line, so that there is no version. */
static bool check_form(connection *line, const char *host)
{
    struct lws *request = line->socket;
    char version[16] = "";
    lws_hdr_copy(request, version, sizeof version, WSI_TOKEN_HTTP);
    bool is_new = strcmp(version, "HTTP/1.1") == 0;
    if (!version[0] &&
        lws_hdr_total_length(request, WSI_TOKEN_GET_URI) + lws_hdr_total_length(request, WSI_TOKEN_HTTP_URI_ARGS) >=
            REQUEST_MOST)
        answer_error(line, STATUS_LONG_URI, "the address is longer than 16 KiB");
    else if (!version[0] && lws_hdr_total_length(request, WSI_TOKEN_GET_URI) > 0)
        answer_error(line, STATUS_BAD,
                     "the first line of the request ends before 'HTTP/1.1'; in a board write '/' instead of '%%0A'");
    else if (strncmp(version, "HTTP/", 5) != 0)
        answer_error(line, STATUS_BAD, "this is not a request as HTTP/1.1 describes it");
    else if (!is_new && strcmp(version, "HTTP/1.0") != 0)
        answer_error(line, STATUS_VERSION, "use HTTP/1.1");
    else if ((is_new && !host) || lws_hdr_fragment_length(request, WSI_TOKEN_HOST, 1) > 0)
        answer_error(line, STATUS_BAD, "a request has one Host");
    else
        return true;
    return false;
}

/* Whether this host and this origin may ask; if not, the request is answered. */
static bool check_names(connection *line, const char *host)
{
    const serve_options *options = line->server->options;
    char origin[256];
    bool has_origin = field_text(line->socket, WSI_TOKEN_ORIGIN, origin, sizeof origin) >= 0;
    bool is_double = lws_hdr_fragment_length(line->socket, WSI_TOKEN_ORIGIN, 1) > 0;
    bool is_long = lws_hdr_total_length(line->socket, WSI_TOKEN_ORIGIN) > 0;
    if (host && !guard_allows_host(options, host))
        answer_error(line, STATUS_FORBIDDEN, "this server does not answer for the host '%.200s'; --host allows names",
                     host);
    else if (has_origin ? !guard_allows_origin(options, origin, host) || is_double : is_long)
        answer_error(line, STATUS_FORBIDDEN, "pages of '%.200s' may not ask; --origin allows origins",
                     has_origin ? origin : "a long name");
    else
        return true;
    return false;
}

static void answer_request(connection *line, bool is_upgrade)
{
    struct lws *request = line->socket;
    char host[300], path[REQUEST_MOST + 1] = "";
    bool is_get = lws_hdr_copy(request, path, sizeof path, WSI_TOKEN_GET_URI) > 0;
    bool is_head = !is_get && lws_hdr_copy(request, path, sizeof path, WSI_TOKEN_HEAD_URI) > 0;
    bool is_api = strncmp(path, "/api/", 5) == 0 || strcmp(path, "/move") == 0;
    bool has_host = field_text(request, WSI_TOKEN_HOST, host, sizeof host) >= 0;
    /* For the answers to a request that is refused. */
    line->ends = true;
    if (line->is_surplus)
        answer_error(line, STATUS_BUSY, "too many connections; try again in a second");
    if (line->is_surplus || !check_form(line, has_host ? host : NULL) || !check_names(line, has_host ? host : NULL))
        return;
    line->ends = is_upgrade || line->server->is_stopping || has_body(request) || (!is_get && !is_head) ||
                 field_has(request, WSI_TOKEN_CONNECTION, "close");
    if (!is_get && !is_head)
        answer_error(line, STATUS_METHOD, "use GET or HEAD");
    else if (has_body(request))
        answer_error(line, STATUS_BAD, "a request for %.200s has no body", path);
    else if (strcmp(path, "/api/v1/play") == 0)
        game_open(line);
    else if (is_upgrade && (is_head || !is_api))
        answer_error(line, STATUS_BAD, "ask for this without 'Upgrade'; the only WebSocket is /api/v1/play");
    else if (is_api)
        api_answer(line, path);
    else
        site_answer(line);
}

/* What libwebsockets expects after an event of a request: -1 closes it. */
static int finish(connection *line)
{
    if (!line->has_answered)
        return 0;
    if (line->ends) {
        line->is_surplus = true;
        return -1;
    }
    wait_for_request(line);
    return lws_http_transaction_completed(line->socket) ? -1 : 0;
}

static int begin_request(connection *line)
{
    line->since = INFINITY;
    line->has_answered = false;
    answer_request(line, false);
    return finish(line);
}

/* libwebsockets completes the request itself, so what is answered later needs a socket of its own: WebSockets, and
 * questions to a player where the client also offers h2c, as some programs always do. */
static int begin_upgrade(connection *line, const struct lws *request)
{
    line->since = INFINITY;
    answer_request(line, true);
    line->is_raw = line->is_thinking && connection_move(line);
    if (!line->socket)
        forget(line);
    else if (line->is_raw)
        lws_rx_flow_control(line->socket, 0);
    else if (line->socket == request)
        line->is_surplus = true;
    return -1;
}

/* The other side has a second to close too. */
static void answer_raw(connection *line)
{
    line->ends = true;
    line->then(line);
    shutdown(lws_get_socket_fd(line->socket), SHUT_WR);
    lws_rx_flow_control(line->socket, 1);
    lws_set_timer_usecs(line->socket, LINGER_US);
}

/* What libwebsockets expects after an event of a WebSocket. */
static int finish_frames(connection *line, bool stays)
{
    if (websocket_has_ended(line))
        game_close(line);
    return stays ? 0 : -1;
}

/* There is place for more output, or the question of the connection has come back. What was sent together with an HTTP
 * request is read after its answer. */
static int work(connection *line)
{
    if (line->websocket)
        return finish_frames(line, websocket_work(line));
    if (!line->then || line->is_raw)
        return 0;
    line->then(line);
    line->then = NULL;
    lws_rx_flow_control(line->socket, 1);
    return finish(line);
}

static void work_on_answers(web_server *server)
{
    for (question *answered; (answered = thinkers_answered(server->thinkers));) {
        connection *line = server->lines;
        while (&line->question != answered)
            line = line->next;
        line->is_thinking = false;
        if (!line->socket) {
            forget(line);
            continue;
        }
        /* A game that has been kept does not change any more. */
        if (line->is_raw)
            answer_raw(line);
        else if (line->game && !server->is_stopping)
            line->then(line);
        /* libwebsockets 4.3 would read what came together with an HTTP request before it writes. */
        if (line->is_raw || line->websocket)
            lws_callback_on_writable(line->socket);
        else
            lws_set_timer_usecs(line->socket, 1);
    }
}

/* ---- Events -------------------------------------------------------------------------------------------- */
static int on_line(connection *line, struct lws *socket, int reason, const void *in, size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_HTTP: return begin_request(line);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return begin_upgrade(line, socket);
    case LWS_CALLBACK_HTTP_FILE_COMPLETION: line->has_answered = true; return finish(line);
    case LWS_CALLBACK_HTTP_WRITEABLE:
    case LWS_CALLBACK_RAW_WRITEABLE: return line->is_thinking ? 0 : work(line);
    case LWS_CALLBACK_RAW_RX:
        if (line->websocket)
            return finish_frames(line, websocket_receive(line, in, length));
        if (line->is_raw)
            return 0;
        line->ends = true;
        answer_error(line, STATUS_BAD, "this is not a request as HTTP/1.1 describes it");
        return -1;
    case LWS_CALLBACK_TIMER:
        if (line->websocket)
            return finish_frames(line, websocket_idle(line));
        if (isinf(line->since) && line->is_thinking)
            return 0;
        if (isinf(line->since))
            return line->is_raw ? -1 : work(line);
        answer_late(line);
        return -1;
    case LWS_CALLBACK_WSI_DESTROY: forget(line); return 0;
    }
    return 0;
}

static int on_event(struct lws *socket, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    connection *line = lws_get_opaque_user_data(socket);
    web_server *server = lws_context_user(lws_get_context(socket));
    (void)user;
    if (line)
        return line->socket == socket ? on_line(line, socket, (int)reason, in, length) : 0;
    if (reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED && server->thinkers)
        work_on_answers(server);
    else if (reason == LWS_CALLBACK_RAW_RX_FILE && !server->is_stopping)
        accept_all(server);
    else if (reason == LWS_CALLBACK_TIMER)
        lws_rx_flow_control(socket, 1);
    return 0;
}

/* ---- The loop ------------------------------------------------------------------------------------------ */
static web_server *signalled;

static void on_signal(int number)
{
    (void)number;
    int error = errno;
    signalled->is_asked_to_stop = 1;
    lws_cancel_service(signalled->context);
    errno = error;
}

static void on_end(lws_sorted_usec_list_t *timer)
{
    (void)timer;
    signalled->is_over = true;
    lws_cancel_service(signalled->context);
}

/* Keeps the games of all connections. */
static eleven_error keep_all(web_server *server, eleven_problem *problem)
{
    for (connection *line = server->lines; line; line = line->next)
        if (line->game)
            server->has_lost_game |= !game_keep(line);
    eleven_error error = kept_save(server->kept, problem);
    return !error && server->has_lost_game ? problem_no_memory(problem) : error;
}

/* Keeps all games, reports it to their players, and leaves the rest some time. */
static eleven_error stop(web_server *server, eleven_problem *problem)
{
    static lws_sorted_usec_list_t timer;
    eleven_error error = keep_all(server, problem);
    bool is_kept = !error && server->options->folder;
    server->is_stopping = true;
    lws_set_timeout(server->listener, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    lws_sul_schedule(server->context, 0, &timer, on_end, STOP_US);
    for (connection *line = server->lines; line; line = line->next) {
        if (line->game)
            websocket_end(line, WSLAY_CODE_GOING_AWAY,
                          is_kept ? "the server ends; the game is kept" : "the server ends; the game cannot be kept");
        if (line->socket && (line->websocket ? !websocket_work(line) : !isinf(line->since)))
            close_soon(line);
    }
    return error;
}

static eleven_error run(web_server *server, eleven_problem *problem)
{
    eleven_error error = ELEVEN_OK;
    while (!server->is_over && !(server->is_stopping && !server->lines)) {
        lws_service(server->context, 0);
        if (server->is_asked_to_stop && !server->is_stopping)
            error = stop(server, problem);
    }
    return error;
}

/* ---- Begin and end ------------------------------------------------------------------------------------- */
/* The numerical address of the options, as a socket that listens; -1 if it cannot. */
static int listen_on(const serve_options *options)
{
    char port[16];
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_PASSIVE, .ai_socktype = SOCK_STREAM}, *found;
    snprintf(port, sizeof port, "%u", options->port);
    if (getaddrinfo(options->address, port, &hints, &found) != 0)
        return -1;
    int listener = socket(found->ai_family, SOCK_STREAM, 0);
    bool is_open = listener >= 0 && setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int)) == 0 &&
                   bind(listener, found->ai_addr, found->ai_addrlen) == 0 && listen(listener, SOMAXCONN) == 0 &&
                   fcntl(listener, F_SETFL, O_NONBLOCK) == 0 && fcntl(listener, F_SETFD, FD_CLOEXEC) == 0;
    freeaddrinfo(found);
    if (!is_open && listener >= 0)
        close(listener);
    return is_open ? listener : -1;
}

/* Ends the program if nobody can find the port, which the system has chosen. */
static void print_address(int listener, const serve_options *options)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    char port[16] = "";
    bool has_colons = strchr(options->address, ':');
    if (getsockname(listener, (struct sockaddr *)&address, &size) == 0)
        getnameinfo((struct sockaddr *)&address, size, NULL, 0, port, sizeof port, NI_NUMERICSERV);
    printf("Eleven serves http://%s%s%s:%s/   (Ctrl-C ends it)\n", has_colons ? "[" : "", options->address,
           has_colons ? "]" : "", port);
    if (!options->site)
        puts("The page is not built ('make web' builds it); the API works.");
    if (!options->folder)
        puts("Games are not kept when the server ends: no home folder is known; --data names a folder.");
    if (!output_push() && options->port == 0)
        fail_with("the output cannot be written: %s", strerror(errno));
}

enum { FILES_LEAST = 16 };

/* Descriptors for all connections. Returns whether there are enough for a few. */
static bool raise_limit(const serve_options *options)
{
    struct rlimit limit;
    rlim_t wanted = most_lines(options) + 200;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < wanted) {
        limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
        return limit.rlim_cur >= FILES_LEAST;
    }
    return true;
}

/* libwebsockets listens to our socket: so we see who comes before it does. */
static bool open_context(web_server *server, int listener)
{
    static const struct lws_protocols protocols[] = {{.name = "eleven", .callback = on_event}, {0}};
    static const struct lws_token_limits limits = {
        .token_limit = {[WSI_TOKEN_GET_URI] = REQUEST_MOST, [WSI_TOKEN_HEAD_URI] = REQUEST_MOST}};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .user = server,
        .token_limits = &limits,
        /* What is not HTTP comes as LWS_CALLBACK_RAW_RX. */
        .options = LWS_SERVER_OPTION_FALLBACK_TO_APPLY_LISTEN_ACCEPT_CONFIG,
        .max_http_header_data2 = 2 * REQUEST_MOST,
        .max_http_header_pool2 = (unsigned)most_lines(server->options) + 2,
        .timeout_secs = 10,
    };
    lws_set_log_level(0, NULL);
    server->context = lws_create_context(&info);
    if (!server->context)
        return false;
    server->listener =
        lws_adopt_descriptor_vhost(lws_get_vhost_by_name(server->context, "default"), LWS_ADOPT_RAW_FILE_DESC,
                                   (lws_sock_file_fd_type){.filefd = listener}, "eleven", NULL);
    return server->listener;
}

/* SIGHUP says that the terminal is gone, unless nohup ignores it. */
static void handle_signals(void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, NULL, &before);
    if (before.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL);
}

/* Returns an exit status. The memory of players that still think is left to the system. A signal no longer finds the
 * server, and asks for what is being done anyway. */
static int end(web_server *server, eleven_error error, const eleven_problem *problem)
{
    handle_signals(SIG_IGN);
    if (thinkers_close(server->thinkers, THINKERS_MS)) {
        server->thinkers = NULL;
        for (connection *line = server->lines; line; line = line->next)
            line->is_thinking = false;
        lws_context_destroy(server->context);
    }
    kept_close(server->kept);
    return error ? complain("serve", STATUS_FAILURE, "the games could not be kept: %s", problem->sentence) : 0;
}

int serve_forever(const serve_options *options)
{
    eleven_problem problem = {0};
    web_server server = {.options = options};
    int listener = listen_on(options);
    if (listener < 0)
        return complain("serve", STATUS_FAILURE,
                        "cannot listen on %s:%u: the port is in use, or the address is not one of this machine",
                        options->address, options->port);
    if (!raise_limit(options))
        return complain("serve", STATUS_FAILURE, "too few open files are allowed: 'ulimit -n' must be at least %d",
                        FILES_LEAST);
    errno = 0;
    server.kept = kept_open(options->folder);
    server.thinkers = open_context(&server, listener) ? thinkers_open(options, server.context) : NULL;
    int trouble = errno;
    if (!server.kept || !server.thinkers) {
        kept_close(server.kept);
        lws_context_destroy(server.context);
        return complain("serve", STATUS_FAILURE, "the server cannot start: %s",
                        trouble && trouble != ENOMEM ? strerror(trouble) : "out of memory");
    }
    signalled = &server;
    handle_signals(on_signal);
    print_address(listener, options);
    eleven_error error = run(&server, &problem);
    return end(&server, error, &problem);
}
