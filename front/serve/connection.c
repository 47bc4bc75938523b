/* One connection: its bytes in and out, and how long it may take.
 *
 *     REQUEST ---------> THINKING        waits for a request, or sends an answer; waits for a player
 *        |     <--------    |
 *        +--> GAME <--------+            WebSocket frames
 *        |      |
 *        +------+--> ENDING              sends the rest, then throws away what comes until the other side closes too
 */
#include "base/clock.h"
#include "serve/serve_room.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CHUNK = 16384, FILE_CHUNK = 65536 };
enum { REQUEST_MS = 5000, SEND_MS = 10000, PING_MS = 60000, LINGER_MS = 1000 };

bool connection_has_output(const connection *line)
{
    return line->sent < line->out.length || line->file >= 0;
}

/* Sets the time from which it waits, and how long. */
static void wait_for(connection *line, double milliseconds)
{
    line->since = clock_milliseconds();
    line->until = line->since + milliseconds;
}

/* The time that the phase allows begins. */
static void begin_waiting(connection *line)
{
    static const double milliseconds[] = {
        [PHASE_REQUEST] = REQUEST_MS, [PHASE_THINKING] = INFINITY, [PHASE_GAME] = PING_MS, [PHASE_ENDING] = LINGER_MS};
    wait_for(line, connection_has_output(line) ? SEND_MS : milliseconds[line->phase]);
}

void connection_init(connection *line, web_server *server, int descriptor)
{
    *line = (connection){.server = server, .socket = descriptor, .file = -1};
    begin_waiting(line);
}

void connection_free(connection *line)
{
    if (line->game)
        game_close(line);
    if (line->file >= 0)
        close(line->file);
    close(line->socket);
    buffer_free(&line->in);
    buffer_free(&line->out);
}

/* ---- Requests ------------------------------------------------------------------------------------------ */
/* The request is not valid, or comes too late: nothing in it is used, and the connection ends. */
static void refuse(connection *line, int status, const char *sentence)
{
    line->request = (http_request){0};
    answer_error(line, status, "%s", sentence);
}

static void answer_request(connection *line)
{
    http_request *request = &line->request;
    const serve_options *options = line->server->options;
    line->request.keeps_alive &= !request->has_body && !line->server->is_stopping;
    if (request->host && !guard_allows_host(options, request->host))
        answer_error(line, HTTP_FORBIDDEN, "this server does not answer for the host '%.200s'; --host allows names",
                     request->host);
    else if (request->origin && !guard_allows_origin(options, request->origin, request->host))
        answer_error(line, HTTP_FORBIDDEN, "pages of '%.200s' may not ask; --origin allows origins", request->origin);
    else if (strcmp(request->method, "GET") != 0 && !request->is_head)
        answer_error(line, HTTP_METHOD, "use GET or HEAD");
    else if (request->has_body)
        answer_error(line, HTTP_BAD, "a request for %.200s has no body", request->path);
    else if (strcmp(request->path, "/api/v1/play") == 0)
        game_open(line);
    else if (strncmp(request->path, "/api/", 5) == 0 || strcmp(request->path, "/move") == 0)
        api_answer(line);
    else
        site_answer(line);
}

/* Works on the next request. False if it has not come completely. */
static bool request_advance(connection *line)
{
    int status = http_parse(line->in.at, line->in.length, &line->request);
    if (status == 0)
        return false;
    size_t length = line->request.length;
    if (status == HTTP_OK)
        answer_request(line);
    else
        refuse(line, status,
               status == HTTP_VERSION ? "use HTTP/1.1"
               : status == HTTP_BAD   ? "this is not a request as HTTP/1.1 describes it; does it have a Host?"
                                      : "the request is longer than 16 KiB");
    /* A question that is being answered still needs the path and the query. */
    if (line->phase == PHASE_THINKING)
        line->request.length = length;
    else if (line->phase != PHASE_ENDING)
        connection_drop(line, length);
    return true;
}

/* ---- Bytes --------------------------------------------------------------------------------------------- */
/* Works on what has come, until something has to be sent first. */
static void advance(connection *line)
{
    while (!connection_has_output(line) && line->in.length > 0)
        if (line->phase == PHASE_REQUEST ? !request_advance(line) : line->phase != PHASE_GAME || !game_advance(line))
            return;
}

/* Appends the next bytes of the file. False if it is shorter than it was. */
static bool read_file(connection *line)
{
    size_t wanted = line->file_left < FILE_CHUNK ? (size_t)line->file_left : FILE_CHUNK;
    ssize_t count = 0;
    if (wanted > 0 && buffer_reserve(&line->out, wanted))
        count = read(line->file, line->out.at + line->out.length, wanted);
    line->out.length += count > 0 ? (size_t)count : 0;
    line->file_left -= count > 0 ? (uint64_t)count : 0;
    if (line->file_left == 0) {
        close(line->file);
        line->file = -1;
    }
    return wanted == 0 || count > 0;
}

/* Sends what can be sent now. False if the connection is broken. */
static bool flush(connection *line)
{
    buffer *out = &line->out;
    while (connection_has_output(line)) {
        if (line->sent == out->length) {
            out->length = line->sent = 0;
            if (!read_file(line))
                return false;
            continue;
        }
        ssize_t count = send(line->socket, out->at + line->sent, out->length - line->sent, MSG_NOSIGNAL);
        if (count < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        line->sent += (size_t)count;
        begin_waiting(line);
    }
    buffer_free(out);
    line->sent = 0;
    if (line->phase == PHASE_ENDING && !line->is_shut) {
        line->is_shut = true;
        shutdown(line->socket, SHUT_WR);
        begin_waiting(line);
    }
    return true;
}

bool connection_work(connection *line)
{
    advance(line);
    while (connection_has_output(line) || (line->phase == PHASE_ENDING && !line->is_shut)) {
        if (line->out.failed || !flush(line))
            return false;
        if (connection_has_output(line))
            return true;
        advance(line);
    }
    return true;
}

/* Reads what has come. False at the end, or if the connection is broken. */
static bool receive(connection *line)
{
    buffer *in = &line->in;
    if (!buffer_reserve(in, CHUNK))
        return false;
    ssize_t count = recv(line->socket, in->at + in->length, CHUNK, 0);
    if (count <= 0)
        return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    /* A request may take its time from its first byte on, a game after each message. */
    if (line->phase == PHASE_GAME || (line->phase == PHASE_REQUEST && in->length == 0))
        begin_waiting(line);
    line->is_pinged = false;
    in->length = line->phase == PHASE_ENDING ? 0 : in->length + (size_t)count;
    in->at[in->length] = '\0';
    return true;
}

bool connection_receive(connection *line)
{
    return receive(line) && connection_work(line);
}

bool connection_continue(connection *line)
{
    line->phase = line->game ? PHASE_GAME : PHASE_REQUEST;
    begin_waiting(line);
    /* A game that has been kept does not change any more. */
    if (line->game && line->server->is_stopping)
        return connection_stop(line);
    line->then(line);
    if (!line->game && line->phase == PHASE_REQUEST)
        connection_drop(line, line->request.length);
    return connection_work(line);
}

bool connection_late(connection *line)
{
    if (connection_has_output(line) || line->phase == PHASE_ENDING)
        return false;
    if (line->phase == PHASE_GAME && !line->is_pinged) {
        line->is_pinged = true;
        frame_put(&line->out, FRAME_PING, "", 0);
    } else if (line->phase == PHASE_GAME || line->in.length == 0) {
        return false;
    } else {
        refuse(line, HTTP_SLOW, "the request has not come completely in time");
    }
    return connection_work(line);
}

bool connection_refuse(connection *line)
{
    line->is_surplus = true;
    refuse(line, HTTP_BUSY, "too many connections; try again in a second");
    return connection_work(line);
}

bool connection_stop(connection *line)
{
    if (line->phase == PHASE_THINKING) {
        if (line->game)
            game_keep(line);
        return true;
    }
    if (line->phase == PHASE_REQUEST && !connection_has_output(line))
        return false;
    if (line->phase == PHASE_GAME)
        game_end(line, CLOSE_AWAY, "the server ends; the game is kept");
    return connection_work(line);
}
