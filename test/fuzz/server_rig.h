/* The HTTP server in a thread, and connections to it. */
#ifndef SERVER_RIG_H
#define SERVER_RIG_H

#include "fuzz.h"
#include "serve/serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>

enum { ANSWER_MOST = 1 << 16, HANGS_MS = 60000 };

static void *serve(void *context)
{
    (void)context;
    const serve_options options = {.address = "127.0.0.1",
                                   .player = "greedy",
                                   .budget = {.size = sizeof(eleven_budget), .depth = 1},
                                   .players = 1,
                                   .connections = 64,
                                   .site = "front/web/page"};
    serve_forever(&options);
    return NULL;
}

/* The port, which the server prints. */
static uint16_t server_port(void)
{
    static uint16_t port;
    pthread_t thread;
    int ends[2];
    char line[200];
    if (port)
        return port;
    expect(pipe(ends) == 0 && dup2(ends[1], STDOUT_FILENO) >= 0);
    expect(pthread_create(&thread, NULL, serve, NULL) == 0);
    FILE *out = fdopen(ends[0], "r");
    expect(out && fgets(line, sizeof line, out));
    expect(sscanf(line, "Eleven serves http://127.0.0.1:%hu/", &port) == 1);
    return port;
}

static int server_connect(void)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(server_port())};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int line = socket(AF_INET, SOCK_STREAM, 0);
    /* Closing resets the connection, so that its port is free at once. */
    struct linger linger = {.l_onoff = 1};
    expect(line >= 0 && setsockopt(line, SOL_SOCKET, SO_LINGER, &linger, sizeof linger) == 0);
    expect(connect(line, (struct sockaddr *)&to, sizeof to) == 0);
    return line;
}

/* The server may close the connection before it has read everything. */
static void server_send(int line, const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length) {
        ssize_t sent = send(line, at, length, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR)
            return;
        at += sent > 0 ? sent : 0;
        length -= sent > 0 ? (size_t)sent : 0;
    }
}

/* What comes until the connection ends, or until `end` has come. A server that says nothing for long hangs. */
static size_t server_receive(int line, char answer[ANSWER_MOST], const char *end)
{
    size_t length = 0;
    ssize_t count = 1;
    answer[0] = '\0';
    while (count > 0 && length < ANSWER_MOST - 1 && !(end && strstr(answer, end))) {
        struct pollfd ready = {.fd = line, .events = POLLIN};
        expect(poll(&ready, 1, HANGS_MS) == 1);
        count = recv(line, answer + length, ANSWER_MOST - 1 - length, 0);
        length += count > 0 ? (size_t)count : 0;
        answer[length] = '\0';
    }
    return length;
}

#endif
