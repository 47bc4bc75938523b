/* A WebSocket: the handshake, and then a raw socket of libwebsockets whose frames wslay reads and writes.
 *
 * libwebsockets can read frames itself, but up to version 4.3 it accepts frames that are not masked, parts of control
 * frames, and lengths that are not in their shortest form. wslay follows RFC 6455. */
#include "serve/serve_room.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { IDLE_US = 60000000, PROBE_US = 5000000, LINGER_US = 1000000 };

struct websocket {
    wslay_event_context_ptr frames;
    message_handler *handle;
    /* What has come and is not read yet; what wslay sends. */
    buffer in, out;
    /* A close frame has half a code, which wslay takes for none. */
    bool is_wrong;
    /* A ping has not been answered; websocket_probe waits for something to come, and its ping is not sent yet; all is
     * sent, and the rest of what comes is thrown away. */
    bool is_pinged, is_probed, probe_waits, is_shut;
};

/* ---- Frames -------------------------------------------------------------------------------------------- */
/* wslay takes at most one small frame at once, and nothing while a player thinks or output waits: so neither questions
 * nor answers pile up. */
static ssize_t give_bytes(wslay_event_context_ptr frames, uint8_t *bytes, size_t length, int flags, void *data)
{
    enum { AT_ONCE = 6 };
    connection *line = data;
    buffer *in = &line->websocket->in;
    (void)flags;
    if (in->length == 0 || line->is_thinking || lws_partial_buffered(line->socket)) {
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    size_t count = in->length < AT_ONCE ? in->length : AT_ONCE;
    count = count < length ? count : length;
    memcpy(bytes, in->at, count);
    in->length -= count;
    memmove(in->at, in->at + count, in->length);
    return (ssize_t)count;
}

static ssize_t send_bytes(wslay_event_context_ptr frames, const uint8_t *bytes, size_t length, int flags, void *data)
{
    connection *line = data;
    (void)frames, (void)flags;
    buffer_add(&line->websocket->out, bytes, length);
    return (ssize_t)length;
}

static void take_message(wslay_event_context_ptr frames, const struct wslay_event_on_msg_recv_arg *message, void *data)
{
    char text[MESSAGE_MOST + 1];
    connection *line = data;
    (void)frames;
    line->websocket->is_pinged = false;
    if (message->opcode == WSLAY_BINARY_FRAME) {
        websocket_end(line, WSLAY_CODE_UNSUPPORTED_DATA, "send text, not binary data");
    } else if (message->opcode == WSLAY_CONNECTION_CLOSE && message->msg_length == 1) {
        line->websocket->is_wrong = true;
    } else if (message->opcode == WSLAY_TEXT_FRAME) {
        /* No message contains a NUL, so one with a question mark in its place is refused. */
        for (size_t i = 0; i < message->msg_length; i++)
            text[i] = message->msg[i] ? (char)message->msg[i] : '?';
        text[message->msg_length] = '\0';
        line->websocket->handle(line, text);
    }
}

/* The frame goes into `out` at once: wslay would drop it if a close frame came next. */
void websocket_send(connection *line, const char *text, size_t length)
{
    wslay_event_context_ptr frames = line->websocket->frames;
    struct wslay_event_msg message = {WSLAY_TEXT_FRAME, (const uint8_t *)text, length};
    if (wslay_event_queue_msg(frames, &message) != 0 || wslay_event_send(frames) != 0)
        websocket_end(line, WSLAY_CODE_INTERNAL_SERVER_ERROR, "out of memory");
}

void websocket_end(connection *line, unsigned code, const char *reason)
{
    wslay_event_context_ptr frames = line->websocket->frames;
    if (wslay_event_queue_close(frames, (uint16_t)code, (const uint8_t *)reason, strlen(reason)) == 0)
        wslay_event_shutdown_read(frames);
}

static bool open_frames(connection *line)
{
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = give_bytes, .send_callback = send_bytes, .on_msg_recv_callback = take_message};
    wslay_event_context_free(line->websocket->frames);
    line->websocket->frames = NULL;
    if (wslay_event_context_server_init(&line->websocket->frames, &callbacks, line) != 0)
        return false;
    wslay_event_config_set_max_recv_msg_length(line->websocket->frames, MESSAGE_MOST);
    return true;
}

/* ---- Work ---------------------------------------------------------------------------------------------- */
/* The close frame is sent: the other side has a second to close too. */
static void shut(connection *line)
{
    line->websocket->is_shut = true;
    shutdown(lws_get_socket_fd(line->socket), SHUT_WR);
    lws_set_timer_usecs(line->socket, LINGER_US);
    lws_rx_flow_control(line->socket, 1);
}

/* Works on the frames that have come. Where a head is wrong, wslay gives up without a code: the close frame with the
 * code needs a new context. */
static bool read_frames(connection *line)
{
    if (wslay_event_recv(line->websocket->frames) == 0 && !line->websocket->is_wrong)
        return true;
    line->websocket->is_wrong = false;
    if (!open_frames(line))
        return false;
    websocket_end(line, WSLAY_CODE_PROTOCOL_ERROR, "this frame breaks the rules of WebSockets");
    return true;
}

/* Gives libwebsockets what wslay sends; it keeps what the other side does not take yet. */
static bool send_frames(connection *line)
{
    buffer *out = &line->websocket->out;
    if (wslay_event_send(line->websocket->frames) != 0 || out->failed)
        return false;
    bool is_sent =
        out->length == 0 || lws_write(line->socket, (unsigned char *)out->at, out->length, LWS_WRITE_RAW) >= 0;
    buffer_free(out);
    return is_sent;
}

/* Queues a ping, which is to be answered in time. */
static bool send_ping(connection *line, lws_usec_t patience)
{
    line->websocket->is_pinged = true;
    lws_set_timer_usecs(line->socket, patience);
    return wslay_event_queue_msg(line->websocket->frames, &(struct wslay_event_msg){WSLAY_PING, NULL, 0}) == 0;
}

/* While a player thinks, nothing is read, so that no answer to the ping could come. */
static bool send_probe(connection *line)
{
    struct websocket *socket = line->websocket;
    if (!socket->probe_waits || line->is_thinking)
        return true;
    socket->probe_waits = false;
    return send_ping(line, PROBE_US);
}

bool websocket_work(connection *line)
{
    struct websocket *socket = line->websocket;
    if (socket->is_shut)
        return true;
    if (!send_probe(line))
        return false;
    do {
        if (!read_frames(line) || !send_frames(line))
            return false;
    } while (socket->in.length > 0 && !line->is_thinking && wslay_event_get_read_enabled(socket->frames) &&
             !lws_partial_buffered(line->socket));
    if (lws_partial_buffered(line->socket))
        lws_callback_on_writable(line->socket);
    else if (wslay_event_get_close_sent(socket->frames))
        shut(line);
    if (!socket->is_shut)
        lws_rx_flow_control(line->socket,
                            socket->in.length == 0 && !line->is_thinking && !lws_partial_buffered(line->socket));
    return true;
}

bool websocket_has_ended(const connection *line)
{
    return line->websocket && line->websocket->is_shut;
}

bool websocket_receive(connection *line, const void *bytes, size_t length)
{
    struct websocket *socket = line->websocket;
    if (socket->is_shut)
        return true;
    socket->is_pinged = socket->is_probed = socket->probe_waits = false;
    lws_set_timer_usecs(line->socket, IDLE_US);
    buffer_add(&socket->in, bytes, length);
    return !socket->in.failed && websocket_work(line);
}

bool websocket_idle(connection *line)
{
    struct websocket *socket = line->websocket;
    if (socket->is_shut || socket->is_pinged || lws_partial_buffered(line->socket))
        return false;
    return send_ping(line, IDLE_US) && websocket_work(line);
}

/* Where the other side takes no output, the ping waits for it, but the time runs. */
void websocket_probe(connection *line)
{
    if (line->websocket->is_probed)
        return;
    line->websocket->is_probed = line->websocket->probe_waits = true;
    if (lws_partial_buffered(line->socket))
        lws_set_timer_usecs(line->socket, PROBE_US);
    lws_callback_on_writable(line->socket);
}

/* ---- Begin and end ------------------------------------------------------------------------------------- */
void websocket_free(connection *line)
{
    if (!line->websocket)
        return;
    wslay_event_context_free(line->websocket->frames);
    buffer_free(&line->websocket->in);
    buffer_free(&line->websocket->out);
    free(line->websocket);
    line->websocket = NULL;
}

static bool websocket_init(connection *line, message_handler *handle)
{
    line->websocket = calloc(1, sizeof *line->websocket);
    if (line->websocket)
        line->websocket->handle = handle;
    if (line->websocket && open_frames(line))
        return true;
    free(line->websocket);
    line->websocket = NULL;
    return false;
}

/* Moves the connection to a raw socket. libwebsockets closes the descriptor of the request together with the request:
 * it gets another one in exchange, which is connected to nothing. */
bool connection_move(connection *line)
{
    struct lws *request = line->socket;
    int descriptor = lws_get_socket_fd(request), moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    int nothing = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (moved >= 0 && nothing >= 0 && dup2(nothing, descriptor) >= 0) {
        lws_set_opaque_user_data(request, NULL);
        line->socket = lws_adopt_descriptor_vhost_via_info(&(lws_adopt_desc_t){.vh = lws_get_vhost(request),
                                                                               .type = LWS_ADOPT_SOCKET,
                                                                               .fd.sockfd = moved,
                                                                               .vh_prot_name = "eleven",
                                                                               .opaque = line});
    } else if (moved >= 0) {
        close(moved);
    }
    if (nothing >= 0)
        close(nothing);
    return line->socket && line->socket != request;
}

/* What answers the key of a handshake, RFC 6455 section 4.2.2. False if the key is not 16 bytes in base64. */
static bool accept_key(struct lws *request, char accept[32])
{
    enum { KEY = 24, DIGEST = 20 };
    static const char base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char key[64];
    unsigned char digest[DIGEST];
    if (field_text(request, WSI_TOKEN_KEY, key, sizeof key) != KEY || strspn(key, base64) != KEY - 2 ||
        strcmp(key + KEY - 2, "==") != 0)
        return false;
    strcpy(key + KEY, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    lws_SHA1((const unsigned char *)key, strlen(key), digest);
    return lws_b64_encode_string((const char *)digest, DIGEST, accept, 32) > 0;
}

/* Answers with status 101, on the new socket. */
static bool switch_protocols(connection *line, const char *accept)
{
    char head[256];
    line->has_answered = line->ends = true;
    if (!connection_move(line))
        return false;
    int length = snprintf(head, sizeof head,
                          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Accept: %s\r\n\r\n",
                          accept);
    lws_write(line->socket, (unsigned char *)head, (size_t)length, LWS_WRITE_RAW);
    lws_set_timer_usecs(line->socket, IDLE_US);
    return true;
}

bool websocket_open(connection *line, message_handler *handle)
{
    struct lws *request = line->socket;
    char accept[32], number[16] = "", version[16] = "";
    lws_hdr_copy(request, number, sizeof number, WSI_TOKEN_HTTP);
    field_text(request, WSI_TOKEN_VERSION, version, sizeof version);
    bool is_new_get = lws_hdr_total_length(request, WSI_TOKEN_GET_URI) > 0 && strcmp(number, "HTTP/1.1") == 0;
    if (!field_has(request, WSI_TOKEN_CONNECTION, "upgrade") || !field_has(request, WSI_TOKEN_UPGRADE, "websocket"))
        answer_error(line, STATUS_UPGRADE, "this is a WebSocket; ask for it with 'Upgrade: websocket'");
    else if (strcmp(version, "13") != 0)
        answer_error(line, STATUS_UPGRADE, "Sec-WebSocket-Version is not 13");
    else if (!is_new_get || !accept_key(request, accept))
        answer_error(line, STATUS_BAD,
                     "a WebSocket begins with GET, HTTP/1.1 and a Sec-WebSocket-Key of 16 bytes in base64");
    else if (!websocket_init(line, handle))
        answer_error(line, STATUS_BUSY, "out of memory");
    else
        return switch_protocols(line, accept);
    return false;
}
