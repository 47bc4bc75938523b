/* The server: one loop that waits for connections, bytes, players and signals; starting and stopping. */
#include "base/clock.h"
#include "base/complain.h"
#include "base/problem.h"
#include "serve/serve_room.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* The server has this long to end, and the players. */
enum { STOP_MS = 300, THINKERS_MS = 300 };

/* The pipe that wakes the loop: players write 0, signals 1. */
static int bell[2];

static void on_signal(int number)
{
    (void)number;
    int error = errno;
    ssize_t written = write(bell[1], "\1", 1);
    (void)written;
    errno = error;
}

static bool open_bell(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    if (pipe(bell) != 0)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        fcntl(bell[i], F_SETFL, O_NONBLOCK);
        fcntl(bell[i], F_SETFD, FD_CLOEXEC);
    }
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return true;
}

/* ---- Connections --------------------------------------------------------------------------------------- */
static void forget(web_server *server, size_t index)
{
    connection_free(server->lines[index]);
    free(server->lines[index]);
    server->lines[index] = server->lines[--server->count];
}

/* How many connections are served, and the one that has waited longest for a request. */
static size_t count_served(const web_server *server, size_t *longest)
{
    size_t served = 0;
    double since = INFINITY;
    *longest = server->count;
    for (size_t i = 0; i < server->count; i++) {
        const connection *line = server->lines[i];
        served += !line->is_surplus;
        if (!line->is_surplus && line->phase == PHASE_REQUEST && !connection_has_output(line) && line->since < since) {
            since = line->since;
            *longest = i;
        }
    }
    return served;
}

/* Whether there is a place for one more. A connection that has waited for a second without a whole request loses its
 * own. */
static bool find_place(web_server *server)
{
    enum { PATIENCE_MS = 1000 };
    size_t longest;
    if (count_served(server, &longest) < server->options->connections)
        return true;
    if (longest == server->count || clock_milliseconds() - server->lines[longest]->since < PATIENCE_MS)
        return false;
    connection *line = server->lines[longest];
    line->is_surplus = true;
    if (!connection_late(line))
        forget(server, longest);
    return true;
}

static void add_connection(web_server *server, int descriptor)
{
    bool has_place = find_place(server);
    connection *line = server->count < 2 * (size_t)server->options->connections + 1000 ? malloc(sizeof *line) : NULL;
    if (!line) {
        close(descriptor);
        return;
    }
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    connection_init(line, server, descriptor);
    server->lines[server->count++] = line;
    if (!has_place && !connection_refuse(line))
        forget(server, server->count - 1);
}

/* Returns false if the system has no more descriptors at the moment. */
static bool accept_all(web_server *server)
{
    enum { AT_ONCE = 256 };
    int descriptor = 0;
    for (unsigned i = 0; i < AT_ONCE && descriptor >= 0; i++) {
        descriptor = accept(server->listener, NULL, NULL);
        if (descriptor >= 0)
            add_connection(server, descriptor);
    }
    return descriptor >= 0 || (errno != EMFILE && errno != ENFILE && errno != ENOBUFS && errno != ENOMEM);
}

/* ---- The loop ------------------------------------------------------------------------------------------ */
/* What the loop waits for: the bell, new connections, and each connection. */
typedef struct poll_list {
    struct pollfd *at;
    double accepts_from, ends_at;
} poll_list;

static int fill_list(const web_server *server, poll_list *list)
{
    double now = clock_milliseconds(), until = list->ends_at;
    list->at[0] = (struct pollfd){.fd = bell[0], .events = POLLIN};
    list->at[1] = (struct pollfd){.fd = now >= list->accepts_from ? server->listener : -1, .events = POLLIN};
    if (list->accepts_from > now && list->accepts_from < until)
        until = list->accepts_from;
    for (size_t i = 0; i < server->count; i++) {
        const connection *line = server->lines[i];
        short events = connection_has_output(line) ? POLLOUT : POLLIN;
        list->at[i + 2] = (struct pollfd){.fd = line->phase == PHASE_THINKING ? -1 : line->socket, .events = events};
        until = line->until < until ? line->until : until;
    }
    return isinf(until) ? -1 : until > now ? (int)ceil(until - now) : 0;
}

/* From the last to the first: forgetting moves the last one. */
static void work_on_lines(web_server *server, const poll_list *list, size_t count)
{
    double now = clock_milliseconds();
    for (size_t i = count; i-- > 0;) {
        connection *line = server->lines[i];
        short events = list->at[i + 2].revents;
        bool stays = true;
        if (events && line->phase != PHASE_THINKING)
            stays = events & POLLOUT ? connection_work(line) : connection_receive(line);
        else if (now >= line->until)
            stays = connection_late(line);
        if (!stays)
            forget(server, i);
    }
}

static void work_on_answers(web_server *server)
{
    for (question *answered; (answered = thinkers_answered(server->thinkers));) {
        size_t i = 0;
        while (&server->lines[i]->question != answered)
            i++;
        if (!connection_continue(server->lines[i]))
            forget(server, i);
    }
}

/* Whether a signal has come. */
static bool read_bell(void)
{
    char bytes[256];
    ssize_t count;
    bool is_signal = false;
    while ((count = read(bell[0], bytes, sizeof bytes)) > 0)
        is_signal |= memchr(bytes, 1, (size_t)count) != NULL;
    return is_signal;
}

/* Ends all games, keeps them, and leaves the rest some time. */
static eleven_error stop(web_server *server, poll_list *list, eleven_problem *problem)
{
    server->is_stopping = true;
    close(server->listener);
    server->listener = -1;
    list->ends_at = clock_milliseconds() + STOP_MS;
    for (size_t i = server->count; i-- > 0;)
        if (!connection_stop(server->lines[i]))
            forget(server, i);
    return kept_save(server->kept, problem);
}

static eleven_error run(web_server *server, poll_list *list, eleven_problem *problem)
{
    eleven_error error = ELEVEN_OK;
    while (!server->is_stopping || (server->count > 0 && clock_milliseconds() < list->ends_at)) {
        size_t count = server->count;
        int milliseconds = fill_list(server, list);
        if (poll(list->at, count + 2, milliseconds) < 0)
            continue;
        work_on_lines(server, list, count);
        bool is_signal = list->at[0].revents && read_bell();
        work_on_answers(server);
        if (list->at[1].revents && !accept_all(server))
            list->accepts_from = clock_milliseconds() + 100;
        if (is_signal && !server->is_stopping)
            error = stop(server, list, problem);
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
    fflush(stdout);
}

/* As many descriptors as the system allows. */
static void raise_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* Returns an exit status. The memory of players that still think is left to the system. */
static int end(web_server *server, poll_list *list, eleven_error error, const eleven_problem *problem)
{
    bool have_ended = thinkers_close(server->thinkers, THINKERS_MS);
    while (have_ended && server->count > 0)
        forget(server, server->count - 1);
    if (have_ended)
        free(server->lines);
    kept_close(server->kept);
    free(list->at);
    return error ? complain("serve", STATUS_FAILURE, "the games could not be kept: %s", problem->sentence) : 0;
}

int serve_forever(const serve_options *options)
{
    size_t most = 2 * (size_t)options->connections + 1000;
    eleven_problem problem = {0};
    web_server server = {.options = options, .listener = listen_on(options)};
    poll_list list = {.ends_at = INFINITY};
    if (server.listener < 0)
        return complain("serve", STATUS_FAILURE,
                        "cannot listen on %s:%u: the port is in use, or the address is not one of this machine",
                        options->address, options->port);
    raise_limit();
    server.kept = kept_open(options->folder);
    server.lines = calloc(most, sizeof *server.lines);
    list.at = calloc(most + 2, sizeof *list.at);
    server.thinkers = open_bell() ? thinkers_open(options, bell[1]) : NULL;
    if (!server.kept || !server.lines || !list.at || !server.thinkers)
        return complain("serve", STATUS_FAILURE, "out of memory: the players cannot be opened");
    print_address(server.listener, options);
    eleven_error error = run(&server, &list, &problem);
    return end(&server, &list, error, &problem);
}
